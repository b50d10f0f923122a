/**
 * Connections to addresses that others chose: which are refused, how names are looked up, and agents that check every
 * connection, direct or through a proxy.
 *
 * Guarantees: an address that the guard refuses is never connected to, whatever name it hides behind and whenever the name
 * changed; no error names an address. What is sent, how often and to whom is left to the callers. Not for internal calls.
 */
export { addressesWithin, type Cidr, isPublicAddress, parseCidr } from "./address-classes.ts";
export { type AddressGuard, type AddressRefusal, createAddressGuard, type Destination } from "./address-guard.ts";
export { type ConnectionFailure, connectionFailureOf, connectionFailures } from "./connection-failure.ts";
export { destinationOf, hostOf, isRefusedAsWritten } from "./destination.ts";
export { createGuardedAgents, type GuardedAgents } from "./guarded-agent.ts";
export { createProxiedAgents } from "./proxied-agent.ts";
export { type ResolveHost, resolveHost } from "./resolve-host.ts";
export { readRetryAfter } from "./retry-after.ts";
export { isCidr, trustedProxiesVariable, trustProxies, webhookAddressVariables } from "./variables.ts";
