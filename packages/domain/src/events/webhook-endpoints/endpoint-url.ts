import { isIP } from "node:net";

import { errors, fail, limits } from "@service/contract";
import { type AddressGuard, destinationOf, hostOf, isPublicAddress, type ResolveHost } from "@service/outgoing";

type UrlRefusal = Parameters<typeof fail<"invalid_url">>[1]["details"]["reason"];

function refuse(reason: UrlRefusal, openedBy?: string) {
  if (openedBy === undefined) return fail("invalid_url", { details: { reason } });
  const message = `${errors.invalid_url.message} To receive webhooks on your own machine, start the service with ${openedBy}=127.0.0.0/8,::1/128 (never in production).`;
  return fail("invalid_url", { details: { reason }, message });
}

/** Hosts that nobody registers on the internet: reserved names, and names of one word as container networks give them. */
const localName = /^(?:[^.]+|.*[.](?:localhost|local|internal|test))[.]?$/i;

function isLocal(host: string): boolean {
  return isIP(host) === 0 ? localName.test(host) : !isPublicAddress(host);
}

/**
 * Checks the URL of an endpoint at registration (HOOK-60, HOOK-61), to report mistakes early. Security rests on the
 * check at every connect, because names change.
 *
 * @returns the URL to store and connect to, normalized by the WHATWG parser.
 * @throws `invalid_url` with `details.reason`; never with the address a name resolved to. Outside production the message
 *   for a private host names the variable that opens it (HOOK-65).
 */
export async function checkEndpointUrl(
  { guard, resolve }: { guard: AddressGuard; resolve: ResolveHost },
  text: string,
): Promise<string> {
  if ([...text].length > limits.webhookUrlCharsMax) throw refuse("length");
  const url = parseStrictly(text);
  if (text.includes("#")) throw refuse("fragment");
  // Normalizing escapes can make it longer than what was sent.
  if (url.href.length > limits.webhookUrlCharsMax) throw refuse("length");
  const destination = destinationOf(url);
  const host = hostOf(url);
  const openedBy = isLocal(host) && !guard.refusesHost(host) ? guard.openedBy : undefined;
  if (!guard.hasAllowances) {
    // Checks what needs no name server: a certainly public address replaces the unknown one.
    const early = guard.refusalOf(destination, [certainlyPublic]);
    if (early) throw refuse(early, openedBy);
  }
  if (guard.refusesHost(host)) throw refuse("blocked_address");
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0) throw refuse("unresolvable");
  const refusal = guard.refusalOf(destination, addresses);
  if (refusal) throw refuse(refusal, refusal === "blocked_address" ? guard.openedBy : openedBy);
  return url.href;
}

const certainlyPublic = "1.1.1.1";

/** Control characters and spaces, which the WHATWG parser drops or encodes, and the backslash, which it reads as a slash. */
const repaired = /[\p{Cc}\p{Z}\\\uFEFF]/u;

/** Scheme and authority of a URL that is written with both (RFC 3986 3). */
const written = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i;

/** Parses a URL, and refuses what the WHATWG parser would repair to another one. @throws `invalid_url`. */
function parseStrictly(text: string): URL {
  const url = repaired.test(text) ? null : URL.parse(text);
  if (!url) throw refuse("syntax");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("scheme");
  const authority = written.exec(text)?.[1];
  if (authority === undefined) throw refuse("syntax");
  // An `@` with nothing before it is user info too.
  if (authority.includes("@")) throw refuse("user_info");
  return url;
}
