import { type EvalScenarioContent, fail } from "@service/contract";
import { checkScenario, modelsAsked } from "@service/evaluations";
import type { OrganizationScope } from "../access/index.ts";
import { findAlias } from "../conversations/index.ts";
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
  for (const { alias, path, capability } of modelsAsked(content)) {
    const known = await findAlias(deps, organizationId, alias);
    if (known === undefined || known.caps[capability] !== true)
      throw fail("provider_not_configured", {
        message: `The model ${alias} is not set up to ${capability === "judge" ? "judge answers" : "make embeddings"}.`,
      });
    if (!known.isOpen)
      throw fail("invalid_eval_scenario", { details: [{ path, message: "is not open to the organization" }] });
  }
}
