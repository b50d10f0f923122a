/**
 * Actions that write a row of the audit log. This file imports nothing and has an entry of its own in package.json, like
 * `audited-kinds.ts`: `svc` refuses another word in `--action`.
 */
export const auditedActions = [
  "organizations.create",
  "organizations.set",
  "keys.create",
  "keys.revoke",
  "scopedKeys.create",
  "scopedKeys.revoke",
  "environments.create",
  "environments.update",
  "environments.delete",
  "engines.create",
  "engines.update",
  "engines.config.save",
  "engines.versions.publish",
  "engines.set",
  "engines.stampSecret",
  "egressManifests.register",
  "datasets.import",
  "sources.create",
  "sources.rotate",
  "sources.disable",
  "automations.create",
  "automations.switch",
  "automations.remove",
  "webhooks.create",
  "webhooks.update",
  "webhooks.delete",
  "webhooks.rotateSecret",
  "webhooks.recover",
  "webhooks.cancelRecovery",
  "corrections.attach",
  "outcomes.record",
  "outcomes.annotations.record",
] as const;
export type AuditedAction = (typeof auditedActions)[number];
