import { type EvalScenarioContent, fail } from "@service/contract";
import { checkScenario, modelsAsked } from "@service/evaluations";
import type { OrganizationScope } from "../access/index.ts";
import { statement } from "@service/db";
import type { Deps } from "../deps.ts";

/**
 * Checks what a scenario means (EVAL-4), and that the models it asks can do so (EVAL-5).
 * @throws `invalid_eval_scenario`; `provider_not_configured` for an alias that is not set up, or that neither judges nor
 *   makes embeddings.
 */
export async function assertScenario(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  content: EvalScenarioContent,
): Promise<void> {
  const issues = checkScenario(content);
  if (issues.length > 0) throw fail("invalid_eval_scenario", { details: issues });
  for (const { alias, capability } of modelsAsked(content)) {
    const isThere = (await readCapable(deps, organizationId, alias))[capability];
    if (!isThere)
      throw fail("provider_not_configured", {
        message: `No model ${alias} is open to the organization that ${capability === "judge" ? "judges answers" : "makes embeddings"}.`,
      });
  }
}

/** Nothing for an alias that is not registered, not open or disabled; `embedded` has no row and judges nothing. */
const readOpenModel = statement(
  "model_aliases_read_open_for_scenarios",
  `select m.caps, m.surfaces from model_aliases m join organizations o on m.alias = any(o.models)
   where o.id = $1 and m.alias = $2 and m.disabled_at is null`,
);

async function readCapable(
  { db }: Pick<Deps, "db">,
  organizationId: string,
  alias: string,
): Promise<Readonly<Record<"judge" | "embeddings", boolean>>> {
  const { rows } = await db.pool.query(readOpenModel([organizationId, alias]));
  const [row] = rows;
  const able = (name: string): boolean =>
    row !== undefined && row.surfaces.includes("judge") && row.caps.includes(name);
  return { judge: able("judge"), embeddings: able("embeddings") };
}
