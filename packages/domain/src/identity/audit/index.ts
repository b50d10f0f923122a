/**
 * Audit: who changed what, before and after. Every change of configuration, of a key, of a right or of a result writes
 * its row in the transaction of the change; runs and deliveries are records of their own.
 *
 * Guarantees: rows are only added; each side lists its fields explicitly and is at most 16 KiB; secrets, keys and their
 * hashes are never recorded; rows older than 90 seconds are sealed in a chain for each organization. Not here: who may change something (module "access").
 */
export { changesPage, listChanges, type RecordedChange, showChange } from "./list-changes.ts";
export type { AuditedKind } from "./audited-kinds.ts";
export { sealChanges } from "./seal-changes.ts";
export { listSealedChains, type VerifiedChanges, verifyChanges } from "./verify-changes.ts";
export { type AuditedChange, auditInsert, auditValues, fieldsOf, recordChange, slugOf } from "./record-change.ts";
