import type { TrustedProxies } from "@service/http";
import { addressesWithin, parseCidr } from "@service/outgoing";

/** Whether a string is a CIDR (`10.0.0.0/8`, `fd00::/8`) or a bare address. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/**
 * Makes the test from CIDRs (`TRUSTED_PROXIES`); an empty list trusts no proxy.
 * @throws RangeError for a string that is neither a CIDR nor an address.
 */
export function trustProxies(cidrs: readonly string[]): TrustedProxies {
  return addressesWithin(cidrs, "trusted proxies");
}
