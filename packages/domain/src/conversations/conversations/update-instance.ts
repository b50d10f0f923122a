import { type EvalGate, fail, type InstanceStatus } from "@service/contract";
import { statement } from "@service/db";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { auditedInstance, type Instance, instanceColumns } from "./instance.ts";

/** What a request changes; absent members stay. */
export interface InstanceChanges {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: InstanceStatus | undefined;
  /** Replaces the gate as a whole. */
  readonly evalGate?: EvalGate | undefined;
  /** Null: as the organization has it. */
  readonly retentionDays?: number | null | undefined;
}

const audited = ["label", "description", "status", "eval_gate", "retention_days"];

const changeInstance = statement(
  "conversation_instances_change",
  `with before as (
    select id, ${audited.join(", ")} from conversation_instances where organization_id = @organization_id
      and slug = @slug
    for no key update
  ), i as (
    update conversation_instances i set label = coalesce(@label::text, i.label),
      description = coalesce(@description::text, i.description),
      status = coalesce(@status::text::conversation_instance_status, i.status),
        eval_gate = coalesce(@eval_gate::text, i.eval_gate),
      retention_days = case when @sets_retention_days::boolean then @retention_days::int else i.retention_days end,
        updated_at = now()
    from before where i.id = before.id
    returning i.*, ${fieldsOf("before", audited)} as before
  ), audited as (
    ${auditInsert({ ...auditedInstance("i"), before: "i.before", after: fieldsOf("i", audited) })}
  )
  select ${instanceColumns} from i`,
);

/**
 * Changes an instance, archives or unarchives it (CONV-5, CONV-6).
 * @throws `conversation_instance_not_found`
 */
export async function updateInstance(
  deps: Pick<Deps, "db">,
  caller: Actor & EnvironmentScope,
  slug: string,
  { label, description, status, evalGate, retentionDays }: InstanceChanges,
): Promise<Instance> {
  const { rows } = await deps.db.pool.query(
    changeInstance({
      organizationId: caller.organizationId,
      slug,
      label: label ?? null,
      description: description ?? null,
      status: status ?? null,
      evalGate: evalGate === undefined ? null : JSON.stringify(evalGate),
      setsRetentionDays: retentionDays !== undefined,
      retentionDays: retentionDays ?? null,
      ...auditValues(caller, "conversationInstances.update"),
    }),
  );
  const [updated] = rows;
  if (!updated) throw fail("conversation_instance_not_found");
  return updated;
}
