import { EvalGate, fail, type InstanceStatus } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import { parseJson } from "@service/json";
import type { Deps } from "../../deps.ts";

/** A conversation instance as stored. It belongs to the organization, not to an environment. */
export interface Instance {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly status: InstanceStatus;
  readonly draftConfigHash: string;
  /** Of the draft. */
  readonly revision: number;
  readonly draftUpdatedAt: Date;
  readonly draftUpdatedBy: string;
  /** JSON text. */
  readonly evalGate: string;
  readonly retentionDays: number | null;
  readonly latestVersion: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const instanceColumns = `
  id, organization_id as "organizationId", slug, label, description, status, draft_config_hash as "draftConfigHash",
  revision, draft_updated_at as "draftUpdatedAt", draft_updated_by as "draftUpdatedBy", eval_gate as "evalGate",
  retention_days as "retentionDays", latest_version as "latestVersion", created_at as "createdAt",
  updated_at as "updatedAt"`;

/** Audit columns of the instance in `row`. */
export function auditedInstance(row: string) {
  return {
    kind: "conversation_instance",
    id: `${row}.slug`,
    organizationId: `${row}.organization_id`,
    from: row,
  } as const;
}

const readText = `select ${instanceColumns} from conversation_instances where organization_id = $1 and slug = $2`;
const readInstance = statement("conversation_instances_read", readText);
const lockInstance = statement("conversation_instances_lock", `${readText} for update`);

/**
 * The instance of this slug in the organization, locked when `tx` is given. Archived ones too.
 * @throws `conversation_instance_not_found`
 */
export async function requireInstance(
  deps: Pick<Deps, "db">,
  { organizationId }: { readonly organizationId: string },
  slug: string,
  tx?: Transaction,
): Promise<Instance> {
  const { rows } = await (tx
    ? tx.query(lockInstance([organizationId, slug]))
    : deps.db.pool.query(readInstance([organizationId, slug])));
  const [instance] = rows;
  if (!instance) throw fail("conversation_instance_not_found");
  return instance;
}

/** An archived instance takes no new conversation, turn, save or release (CONV-6). @throws `conversation_instance_archived` */
export function assertInstanceActive(instance: { readonly status: InstanceStatus }): void {
  if (instance.status === "archived") throw fail("conversation_instance_archived");
}

/** The gate of an instance, every member filled in. */
export function gateOf(instance: Pick<Instance, "evalGate">): EvalGate {
  return EvalGate.parse(parseJson(instance.evalGate));
}
