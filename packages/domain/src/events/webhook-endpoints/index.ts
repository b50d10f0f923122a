/**
 * Webhook endpoints: where an environment's run events are sent, how, and signed with which secrets (HOOK-1,
 * HOOK-10, HOOK-60).
 *
 * Guarantees: at most 20 endpoints in an environment; secrets and header values are sealed at rest and shown once or
 * never; disabling, enabling and deleting write one row, however large the endpoint's backlog. Elsewhere: deliveries
 * and their states, which follow the endpoint (`deliveries`), recording events (`events`), which addresses may be connected to
 * (`@service/outgoing`), sending (the webhooks process).
 */
export { createEndpoint, type EndpointRequest } from "./create-endpoint.ts";
export { deleteEndpoint } from "./delete-endpoint.ts";
export { disableFailingEndpoints } from "./disable-failing-endpoints.ts";
export type { Endpoint } from "./endpoint.ts";
export { makeSigningSecret, openEndpointHeaders, openSigningSecret, signingKeyOf } from "./endpoint-secrets.ts";
export { listNotices, type Notice } from "./list-notices.ts";
export { presentEndpoint } from "./present-endpoint.ts";
export { type NoticeChange, type NoticeKind, noticeKinds, raiseNotices } from "./raise-notices.ts";
export { getEndpoint, listEndpoints } from "./read-endpoints.ts";
export { rotateSecret } from "./rotate-secret.ts";
export { type EndpointPatch, updateEndpoint } from "./update-endpoint.ts";
