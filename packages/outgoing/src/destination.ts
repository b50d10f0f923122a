import { isIP } from "node:net";
import type { AddressGuard, Destination } from "./address-guard.ts";

/** Host of a parsed URL as an address or a name; IPv6 literals without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** The parts of a URL that the address guard needs. */
export function destinationOf(url: URL): Destination {
  const isPlain = url.protocol === "http:";
  return { isPlain, port: url.port === "" ? (isPlain ? 80 : 443) : Number(url.port) };
}

/**
 * Whether a URL is refused by what it says alone. Ask before every request through guarded agents: Node connects to a
 * literal address without the look-up that checks names (HOOK-61), and the agents do not know denied names (HOOK-64).
 */
export function isRefusedAsWritten(guard: AddressGuard, url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0 && guard.refusalOf(destinationOf(url), [host]) !== undefined) return true;
  return guard.refusesHost(host);
}
