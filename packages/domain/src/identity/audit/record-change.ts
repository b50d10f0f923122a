import { type Transaction, statement } from "@service/db";
import type { Actor } from "../access/index.ts";
import type { AuditedAction } from "./audited-actions.ts";
import type { AuditedKind } from "./audited-kinds.ts";

const columns = `principal_kind, principal_id, action, resource_kind, resource_id, organization_id, environment, before,
      after`;

/** The three parameters that `auditInsert` needs, beside the statement's own. */
export function auditValues(principal: Actor, action: AuditedAction) {
  return { principalKind: principal.kind, principalId: principal.id, auditedAction: action };
}

/**
 * A data-modifying CTE that writes an audit row for each row of `from`, in the statement that makes the change: both
 * are committed or neither, without an extra round trip. Its parameters are those of `auditValues`.
 *
 * @param change.from table expression; the other members are SQL over it.
 * @param change.before, change.after `fieldsOf`, or another jsonb; leave out when the resource did not or does not
 *   exist. List fields explicitly: a column that is added later may be a secret.
 */
export function auditInsert(change: {
  readonly kind: AuditedKind;
  readonly id: string;
  readonly organizationId: string;
  /** Slug. */
  readonly environment?: string;
  readonly before?: string;
  readonly after?: string;
  readonly from: string;
}): string {
  const { kind, id, organizationId, environment = "null", before = "null", after = "null", from } = change;
  return `insert into audit_log (${columns})
    select @principal_kind::text, @principal_id::text, @audited_action::text, '${kind}', ${id}::text, ${organizationId},
      ${environment}, audit_side(${before}), audit_side(${after}) from ${from}`;
}

/** The slug of an environment, in SQL. */
export function slugOf(environmentId: string): string {
  return `(select slug from environments where id = ${environmentId})`;
}

/** The named columns of a row as jsonb, in SQL. */
export function fieldsOf(row: string, names: readonly string[]): string {
  return `jsonb_build_object(${names.map((name) => `'${name}', ${row}.${name}`).join(", ")})`;
}

export interface AuditedChange {
  readonly action: AuditedAction;
  readonly kind: AuditedKind;
  readonly id: string;
  /** Null for a resource without an organization. */
  readonly organizationId: string | null;
  readonly environmentId?: string;
  /** Explicitly listed fields, never a secret; null when the resource did not or no longer does exist. */
  readonly before: object | null;
  readonly after: object | null;
  /** Why, in the words of the person who acts. */
  readonly reason?: string;
}

const insertChange = statement(
  "audit_log_insert",
  `insert into audit_log (${columns}, reason)
  select @principal_kind, @principal_id, @audited_action, @kind, @id, @organization_id::uuid, (select slug
    from environments where id = @environment_id::uuid), audit_side(@before::jsonb),
    audit_side(@after::jsonb), @reason::text`,
);

/** Writes the audit row of a change made by several statements, in their transaction. */
export async function recordChange(tx: Transaction, principal: Actor, change: AuditedChange): Promise<void> {
  const { action, kind, id, organizationId, environmentId = null, before, after, reason = null } = change;
  await tx.query(
    insertChange({
      ...auditValues(principal, action),
      kind,
      id,
      organizationId,
      environmentId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      reason,
    }),
  );
}
