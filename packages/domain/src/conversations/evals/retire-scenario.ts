import { statement } from "@service/db";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import { requireInstance } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import { auditedScenario } from "./create-scenario.ts";
import { requireScenario, type ScenarioRow } from "./scenario.ts";

/** A retired scenario matches no row: the first reason stays, and nothing is audited twice. */
const retire = statement(
  "eval_scenarios_retire",
  `with t as (
     update eval_scenarios set status = 'retired', retired_reason = @reason, updated_at = now()
     where organization_id = @organization_id and instance_id = @instance_id and id = @scenario_id and status = 'active'
     returning *
   ), audited as (
     ${auditInsert({
       ...auditedScenario,
       before: "jsonb_build_object('status', 'active')",
       after: "jsonb_build_object('status', t.status, 'retired_reason', t.retired_reason)",
     })}
   )
   select 1 from t`,
);

/**
 * Retires a scenario for good (EVAL-52): no later run answers it and the gate does not count it. A repetition changes nothing.
 * @throws `conversation_instance_not_found`, `eval_scenario_not_found`.
 */
export async function retireScenario(
  deps: Pick<Deps, "db">,
  caller: Actor & EnvironmentScope,
  named: { readonly slug: string; readonly key: string },
  reason: string | undefined,
): Promise<ScenarioRow> {
  const instance = await requireInstance(deps, caller, named.slug);
  const scenario = await requireScenario(deps.db.pool, instance, named.key);
  if (scenario.status === "retired") return scenario;
  await deps.db.pool.query(
    retire({
      organizationId: instance.organizationId,
      instanceId: instance.id,
      scenarioId: scenario.id,
      reason: reason ?? null,
      ...auditValues(caller, "evalScenarios.retire"),
    }),
  );
  return requireScenario(deps.db.pool, instance, named.key);
}
