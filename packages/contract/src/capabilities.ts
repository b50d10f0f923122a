/** What a scoped key may be granted (KEY-20). An organization key passes every check except where stated. */
export const capabilities = [
  "engines:read",
  "runs:write",
  "runs:read",
  "runs:defensibility:read",
  "runs:test",
  "catalog:read",
  "catalog:documents:read",
  "webhooks:manage",
  "conversations:use",
  "conversations:export",
  "records:read",
  "records:opportunities:run",
  "actions:write",
  "actions:read",
  "graph:read",
  "records:analyze",
] as const;
export type Capability = (typeof capabilities)[number];

/** Names that exist in the portal only and can never be on a key (KEY-21). */
export const portalOnlyCapabilities = [
  "engines:manage",
  "instances:manage",
  "environments:manage",
  "connections:manage",
  "runs:trace",
] as const;
