import { randomUUID } from "node:crypto";
import { type EvalScenarioContent, fail, limits } from "@service/contract";
import { isUniqueViolation, statement, type Transaction } from "@service/db";
import { contentHash } from "@service/evaluations";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import { requireInstance } from "../conversations/index.ts";
import { type ScenarioBody, writtenBody } from "../release-gates/index.ts";
import { assertContent, assertScenario, type ScenarioDeps } from "./check-scenario-content.ts";
import { scenarioColumns, type ScenarioRow } from "./scenario.ts";

/** Content is not audited: it may quote what not everybody may read, and the hash names it. */
export const auditedScenario = {
  kind: "eval_scenario",
  id: "t.key",
  organizationId: "t.organization_id",
  from: "t",
} as const;
export const auditedAfter = `jsonb_build_object('revision', t.revision, 'status', t.status, 'content_hash', t.content_hash)`;

/** Nothing when the instance has as many active scenarios as it may. The caller holds the lock of the instance. */
const insert = statement(
  "eval_scenarios_insert",
  `with s as (
     insert into eval_scenarios (id, organization_id, instance_id, key, tags, annotation_id, conversation_id)
     select @id::uuid, @organization_id::uuid, @instance_id::uuid, @key::text, @tags::text[], @annotation_id::uuid,
       @conversation_id::uuid
     where (select count(*) from eval_scenarios a where a.instance_id = @instance_id::uuid
       and a.status = 'active') < @active_max::int
     returning *
   ), r as (
     insert into eval_scenario_revisions (scenario_id, revision, body, content_hash, created_by)
     select id, revision, @body::text, @content_hash::text, @created_by::text from s
     returning *
   ), t as (
     select s.key, s.organization_id, s.revision, s.status, r.content_hash from s, r
   ), audited as (
     ${auditInsert({ ...auditedScenario, after: auditedAfter })}
   )
   select ${scenarioColumns} from s, r`,
);

const findKey = statement(
  "eval_scenarios_find_key",
  "select id from eval_scenarios where instance_id = $1 and key = $2",
);

/** A scenario to be stored; `annotation` is what it is promoted from. */
export interface NewScenario {
  readonly key: string;
  readonly content: EvalScenarioContent;
  readonly source: ScenarioBody["source"];
  readonly evidence: string | null;
  readonly annotation: { readonly id: string; readonly conversationId: string } | null;
}

/**
 * Creates a scenario at revision 1 (EVAL-50).
 * @throws `conversation_instance_not_found`, `invalid_eval_scenario`, `provider_not_configured`,
 *   `eval_scenario_key_conflict`, `eval_scenario_limit_reached`.
 */
export async function createScenario(
  deps: ScenarioDeps,
  caller: Actor & EnvironmentScope,
  slug: string,
  given: { readonly key: string; readonly content: EvalScenarioContent },
): Promise<ScenarioRow> {
  const { id } = await requireInstance(deps, caller, slug);
  await assertContent(given.content);
  // A key that is taken is refused before what this deployment lacks.
  const { rowCount } = await deps.db.pool.query(findKey([id, given.key]));
  if (rowCount !== 0) throw fail("eval_scenario_key_conflict");
  await assertScenario(deps, caller, given.content);
  try {
    return await deps.db.inTransaction(async (tx) => {
      const instance = await requireInstance(deps, caller, slug, tx);
      const scenario = { ...given, source: null, evidence: null, annotation: null };
      return insertScenario(tx, caller, { instanceId: instance.id, scenario, action: "evalScenarios.create" });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw fail("eval_scenario_key_conflict", { cause: error });
    throw error;
  }
}

/** Inserts under the lock of the instance. @throws `eval_scenario_limit_reached`; the driver's error where the key is taken. */
export async function insertScenario(
  tx: Transaction,
  caller: Actor & EnvironmentScope,
  given: {
    readonly instanceId: string;
    readonly scenario: NewScenario;
    readonly action: "evalScenarios.create" | "conversations.annotations.promote";
  },
): Promise<ScenarioRow> {
  const { instanceId, scenario, action } = given;
  const { content, source, evidence, annotation } = scenario;
  const { rows } = await tx.query(
    insert({
      id: randomUUID(),
      organizationId: caller.organizationId,
      instanceId,
      key: scenario.key,
      tags: content.tags,
      annotationId: annotation?.id ?? null,
      conversationId: annotation?.conversationId ?? null,
      activeMax: limits.evalScenariosPerInstance,
      body: writtenBody({ content, source, evidence }),
      contentHash: contentHash(content),
      createdBy: caller.id,
      ...auditValues(caller, action),
    }),
  );
  const [created] = rows;
  if (!created) throw fail("eval_scenario_limit_reached");
  return created;
}
