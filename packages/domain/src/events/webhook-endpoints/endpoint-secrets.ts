import { randomBytes } from "node:crypto";

import type { SecretBox } from "@service/runtime";

const secretBytes = 32;
const secretPrefix = "whsec_";

/** A new signing secret as the receiver keeps it: `whsec_` and base64 of 32 random bytes (HOOK-10). */
export function makeSigningSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString("base64")}`;
}

/** The key bytes of a shown secret: what Standard Webhooks signs with. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}

/** Sealed values are bound to their row: a ciphertext copied to another endpoint cannot be opened. */
function secretContext(endpointId: string, secretId: string): string {
  return `webhook_secret:${endpointId}:${secretId}`;
}

function headersContext(endpointId: string): string {
  return `webhook_endpoint:${endpointId}:headers`;
}

export function sealSigningSecret(box: SecretBox, endpointId: string, secretId: string, secret: string): string {
  return box.seal(secret, secretContext(endpointId, secretId));
}

/** @throws SecretBoxError when it was sealed with a key that this process does not have. */
export function openSigningSecret(box: SecretBox, endpointId: string, secretId: string, sealed: string): string {
  return box.open(sealed, secretContext(endpointId, secretId));
}

/** Null when there are no custom headers. */
export function sealEndpointHeaders(
  box: SecretBox,
  endpointId: string,
  headers: Readonly<Record<string, string>>,
): string | null {
  return Object.keys(headers).length === 0 ? null : box.seal(JSON.stringify(headers), headersContext(endpointId));
}

/** @throws SecretBoxError when it was sealed with a key that this process does not have. */
export function openEndpointHeaders(box: SecretBox, endpointId: string, sealed: string): Record<string, string> {
  const parsed: unknown = JSON.parse(box.open(sealed, headersContext(endpointId)));
  if (typeof parsed !== "object" || parsed === null) throw new Error("sealed headers are not an object");
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
