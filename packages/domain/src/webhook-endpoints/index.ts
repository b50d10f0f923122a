/**
 * Webhook endpoints: where an environment's run events are sent, how, and signed with which secrets (webhooks.md
 * 5.1 to 5.3, 5.9). Holds the address guard, which decides what may be connected to at all.
 *
 * Guarantees: at most 20 endpoints in an environment; secrets and header values are sealed at rest and shown once or
 * never; disabling, enabling and deleting move the endpoint's deliveries in the same commit. It leaves to others:
 * deliveries and their states (`deliveries`), making events (`events`), sending (the webhooks process).
 */
export { addressesWithin, type Cidr, isPublicAddress, parseCidr } from "./address-classes.ts";
export { type AddressGuard, type AddressRefusal, createAddressGuard, type Destination } from "./address-guard.ts";
export { createEndpoint, type EndpointRequest } from "./create-endpoint.ts";
export { deleteEndpoint } from "./delete-endpoint.ts";
export { disableFailingEndpoints } from "./disable-failing-endpoints.ts";
export type { Endpoint, EndpointOwner } from "./endpoint.ts";
export { makeSigningSecret, openEndpointHeaders, openSigningSecret, signingKeyOf } from "./endpoint-secrets.ts";
export { destinationOf, hostOf } from "./endpoint-url.ts";
export { listNotices, type Notice } from "./list-notices.ts";
export { presentEndpoint } from "./present-endpoint.ts";
export { type NoticeChange, type NoticeKind, noticeKinds, raiseNotices } from "./raise-notices.ts";
export { getEndpoint, listEndpoints } from "./read-endpoints.ts";
export { type ResolveHost, resolveHost } from "./resolve-host.ts";
export { rotateSecret } from "./rotate-secret.ts";
export { type EndpointPatch, updateEndpoint } from "./update-endpoint.ts";
