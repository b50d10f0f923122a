/**
 * Kinds of resources whose changes are audited. This file imports nothing and has an entry of its own in package.json:
 * `svc` names the kinds in its help, and must not load the domain to start.
 */
export const auditedKinds = [
  "organization",
  "organization_key",
  "scoped_key",
  "environment",
  "engine",
  "egress_manifest",
  "model_alias",
  "webhook_endpoint",
  "webhook_recovery",
  "inbound_source",
  "automation",
  "dataset",
  "run",
  "seat",
  "field_policy",
  "record_connection",
  "opportunity",
  "conversation_instance",
  "conversation",
  "eval_scenario",
  "derivation",
  "person",
] as const;
export type AuditedKind = (typeof auditedKinds)[number];
