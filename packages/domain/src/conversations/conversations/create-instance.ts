import { randomUUID } from "node:crypto";
import { EvalGate, fail, limits } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import type { JsonObject } from "@service/json";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import { createInTurn } from "../../identity/organizations/index.ts";
import { assertDeployable } from "./check-deployment.ts";
import { readInstanceConfig } from "./check-instance-config.ts";
import { presetConfig, storeConfiguration } from "./configuration.ts";
import { auditedInstance, type Instance, instanceColumns } from "./instance.ts";
import type { AliasDeps } from "./model-aliases.ts";

const insertInstance = statement(
  "conversation_instances_insert",
  `with i as (
    insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash,
      draft_updated_by, eval_gate)
    values (@id, @organization_id, @slug, @label, @description, @hash, @draft_updated_by, @eval_gate)
    returning *
  ), audited as (
    ${auditInsert({
      ...auditedInstance("i"),
      after: fieldsOf("i", ["label", "description", "draft_config_hash", "eval_gate"]),
    })}
  )
  select ${instanceColumns} from i`,
);

const readSlugs = statement(
  "conversation_instances_read_slugs",
  "select slug from conversation_instances where organization_id = $1",
);

/**
 * Creates an instance with a draft and no release (CONV-3). Without a configuration the draft is the preset.
 * @throws `invalid_instance_config`, `provider_not_configured`, `conversation_instance_slug_conflict`,
 *   `conversation_instance_limit_reached`.
 */
export async function createInstance(
  deps: AliasDeps,
  caller: Actor & EnvironmentScope,
  request: {
    readonly slug: string;
    readonly label: string;
    readonly description: string;
    readonly config: JsonObject | undefined;
  },
): Promise<Instance> {
  const read = request.config === undefined ? undefined : await readInstanceConfig(request.config);
  if (read?.kind === "invalid") throw fail("invalid_instance_config", { details: [...read.issues] });
  const config = read?.config ?? presetConfig();
  // A name that is taken is refused before what this deployment lacks.
  const { rows: named } = await deps.db.pool.query(readSlugs([caller.organizationId]));
  if (named.some(({ slug }) => slug === request.slug)) throw fail("conversation_instance_slug_conflict");
  await assertDeployable(deps, caller, config);
  try {
    return await createInTurn(deps.db, caller.organizationId, async (tx) => {
      const { rows: existing } = await tx.query(readSlugs([caller.organizationId]));
      if (existing.some(({ slug }) => slug === request.slug)) throw fail("conversation_instance_slug_conflict");
      if (existing.length >= limits.instancesPerOrganization) throw fail("conversation_instance_limit_reached");
      const hash = await storeConfiguration(tx, config);
      const { rows } = await tx.query(
        insertInstance({
          id: randomUUID(),
          organizationId: caller.organizationId,
          slug: request.slug,
          label: request.label,
          description: request.description,
          hash,
          draftUpdatedBy: caller.id,
          evalGate: JSON.stringify(EvalGate.parse({})),
          ...auditValues(caller, "conversationInstances.create"),
        }),
      );
      const [created] = rows;
      if (!created) throw new Error("an insert returned no row");
      return created;
    });
  } catch (error) {
    // The unique index also covers writers that do not take the lock.
    if (isUniqueViolation(error)) throw fail("conversation_instance_slug_conflict", { cause: error });
    throw error;
  }
}
