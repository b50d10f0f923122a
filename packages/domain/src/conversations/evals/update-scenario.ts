import { EvalScenarioContent, fail } from "@service/contract";
import { statement } from "@service/db";
import { contentHash } from "@service/evaluations";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import { assertRevision, requireInstance } from "../conversations/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { readScenarioBody, writtenBody } from "../release-gates/index.ts";
import { assertScenario, type ScenarioDeps } from "./check-scenario-content.ts";
import { auditedAfter, auditedScenario } from "./create-scenario.ts";
import { isScenarioShown, requireScenario, scenarioColumns, type ScenarioRow } from "./scenario.ts";

const revise = statement(
  "eval_scenarios_revise",
  `with s as (
     update eval_scenarios set revision = revision + 1, tags = @tags::text[], updated_at = now()
     where id = @id and revision = @revision::int and status = 'active'
     returning *
   ), r as (
     insert into eval_scenario_revisions (scenario_id, revision, body, content_hash, created_by)
     select id, revision, @body::text, @hash::text, @created_by::text from s
     returning *
   ), t as (
     select s.key, s.organization_id, s.revision, s.status, r.content_hash from s, r
   ), audited as (
     ${auditInsert({ ...auditedScenario, before: "jsonb_build_object('revision', @revision::int)", after: auditedAfter })}
   )
   select ${scenarioColumns} from s, r`,
);

/**
 * Writes the next revision of a scenario, if it still has the one that `If-Match` names (EVAL-51). Earlier revisions stay as
 * they are. Content that is equal makes no revision, since runs of it would be stale for nothing.
 * Whoever may not read the material of a scenario may not put other assertions to it: their verdicts would tell it (EVAL-57).
 * @throws `conversation_instance_not_found`, `eval_scenario_not_found`, `insufficient_capability`, `precondition_required`,
 *   `revision_conflict`, `eval_scenario_retired`, `invalid_eval_scenario`, `provider_not_configured`.
 */
export async function updateScenario(
  deps: ScenarioDeps,
  caller: Actor & EnvironmentScope,
  viewer: Viewer,
  named: { readonly slug: string; readonly key: string },
  change: {
    readonly ifMatch: string | undefined;
    /** Members that are undefined stay as they are. */
    readonly patch: { readonly [Member in keyof EvalScenarioContent]?: EvalScenarioContent[Member] | undefined };
  },
): Promise<ScenarioRow> {
  const instance = await requireInstance(deps, caller, named.slug);
  const before = await requireScenario(deps.db.pool, instance, named.key);
  const body = readScenarioBody(before.body);
  if (!isScenarioShown(viewer, body))
    throw fail("insufficient_capability", {
      message: "This scenario holds an answer that the key may not read. Change it with a key that may read it.",
    });
  assertRevision(change.ifMatch, before.revision);
  if (before.status === "retired") throw fail("eval_scenario_retired");
  const given = Object.entries(change.patch).filter(([, value]) => value !== undefined);
  const content = EvalScenarioContent.parse({ ...body.content, ...Object.fromEntries(given) });
  await assertScenario(deps, caller, content);
  const hash = contentHash(content);
  if (hash === before.contentHash) return before;
  const { rows } = await deps.db.pool.query(
    revise({
      id: before.id,
      revision: before.revision,
      tags: content.tags,
      body: writtenBody({ ...body, content }),
      hash,
      createdBy: caller.id,
      ...auditValues(caller, "evalScenarios.update"),
    }),
  );
  const [revised] = rows;
  if (revised) return revised;
  // Revised or retired between the read and the write.
  const now = await requireScenario(deps.db.pool, instance, named.key);
  if (now.status === "retired") throw fail("eval_scenario_retired");
  throw fail("revision_conflict", { details: { revision: now.revision } });
}
