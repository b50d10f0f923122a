import { listVariable } from "@service/runtime";
import * as z from "zod";
import { addressesWithin, parseCidr } from "./address-classes.ts";

/** Whether a string is a CIDR (`10.0.0.0/8`, `fd00::/8`) or a bare address. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** The load balancers whose `X-Forwarded-For` counts. */
export const trustedProxiesVariable = listVariable({
  name: "TRUSTED_PROXIES",
  default: [],
  each: z.string().refine(isCidr, "must be addresses or CIDRs such as 10.0.0.0/8"),
  entriesMax: 50,
  why: "Addresses and CIDRs of your own load balancers: the sender of an inbound event is then read from their X-Forwarded-For, and so is the address of a browser at the console. Unset = the address of the connection.",
});

/** Where webhooks may go: the same in every process that registers an endpoint or sends to one. */
export const webhookAddressVariables = {
  webhookAllowedCidrs: listVariable({
    name: "WEBHOOK_ALLOWED_CIDRS",
    default: [],
    each: z.string().refine(isCidr, "must be networks such as 127.0.0.0/8"),
    entriesMax: 50,
    testOnly: true,
    why: "Private addresses that webhooks may reach all the same, over http: and any port.",
  }),
  webhookDeniedHosts: listVariable({
    name: "WEBHOOK_DENIED_HOSTS",
    default: [],
    each: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, "must be host names such as engine.example.com"),
    entriesMax: 50,
    why: "This service's own host names: webhooks to them or to names below them are refused.",
  }),
};

/**
 * Makes the test from CIDRs (`TRUSTED_PROXIES`); an empty list trusts no proxy.
 * @throws RangeError for a string that is neither a CIDR nor an address.
 */
export function trustProxies(cidrs: readonly string[]): (address: string) => boolean {
  return addressesWithin(cidrs, "trusted proxies");
}
