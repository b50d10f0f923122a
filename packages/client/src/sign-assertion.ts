export interface Acting {
  readonly actingPrincipal?: string | undefined;
  readonly actingEmail?: string | undefined;
}

/**
 * Signs for whom a call is made: `v1.<unix seconds>.<hex HMAC-SHA256>`, the value of `X-Service-Records-Assertion`.
 *
 * @param nowMs milliseconds since 1970; the service accepts five minutes either way.
 */
export async function signAssertion(secret: string, acting: Acting, nowMs = Date.now()): Promise<string> {
  const seconds = Math.floor(nowMs / 1_000);
  const principal = (acting.actingPrincipal ?? "").trim();
  const email = (acting.actingEmail ?? "").trim().toLowerCase();
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, text.encode(`${principal}|${email}||${seconds}`));
  const hex = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `v1.${seconds}.${hex}`;
}
