import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { JsonObject } from "@service/json";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import { assertDeployable } from "./check-deployment.ts";
import { readInstanceConfig } from "./check-instance-config.ts";
import { storeConfiguration } from "./configuration.ts";
import { assertRevision } from "./if-match.ts";
import { assertInstanceActive, auditedInstance, type Instance, instanceColumns, requireInstance } from "./instance.ts";
import type { AliasDeps } from "./model-aliases.ts";

/** A hash names its configuration for good, so the audit log holds the hash alone. */
const audited = ["draft_config_hash", "revision"];

const replaceDraft = statement(
  "conversation_instances_replace_draft",
  `with before as (
    select id, ${audited.join(", ")} from conversation_instances
    where id = @id and status = 'active' and revision = @revision for no key update
  ), i as (
    update conversation_instances i set draft_config_hash = @hash, revision = i.revision + 1, draft_updated_at = now(),
      draft_updated_by = @draft_updated_by, updated_at = now()
    from before where i.id = before.id
    returning i.*, ${fieldsOf("before", audited)} as before
  ), audited as (
    ${auditInsert({ ...auditedInstance("i"), before: "i.before", after: fieldsOf("i", audited) })}
  )
  select ${instanceColumns} from i`,
);

/**
 * Replaces the whole draft, if it still has the revision that `If-Match` names (CONV-17).
 * @throws `conversation_instance_not_found`, `conversation_instance_archived`, `precondition_required`,
 *   `revision_conflict`, `invalid_instance_config`, `provider_not_configured`.
 */
export async function saveDraft(
  deps: AliasDeps,
  caller: Actor & EnvironmentScope,
  slug: string,
  { ifMatch, config: sent }: { readonly ifMatch: string | undefined; readonly config: JsonObject },
): Promise<Instance> {
  const instance = await requireInstance(deps, caller, slug);
  assertInstanceActive(instance);
  assertRevision(ifMatch, instance.revision);
  const read = await readInstanceConfig(sent);
  if (read.kind === "invalid") throw fail("invalid_instance_config", { details: [...read.issues] });
  await assertDeployable(deps, caller, read.config);
  const saved = await deps.db.inTransaction(async (tx) => {
    const hash = await storeConfiguration(tx, read.config);
    const { rows } = await tx.query(
      replaceDraft({
        id: instance.id,
        revision: instance.revision,
        hash,
        draftUpdatedBy: caller.id,
        ...auditValues(caller, "conversationInstances.draft.save"),
      }),
    );
    return rows[0];
  });
  if (saved) return saved;
  // Saved or archived between the read and the write.
  const now = await requireInstance(deps, caller, slug);
  assertInstanceActive(now);
  throw fail("revision_conflict", { details: { revision: now.revision } });
}
