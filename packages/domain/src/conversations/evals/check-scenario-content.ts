import { checkPatternsTogether } from "@service/conditions";
import { type EvalScenarioContent, fail } from "@service/contract";
import { checkScenario, requiredModels } from "@service/evaluations";
import { asJsonObject } from "@service/json";
import { inTurns } from "@service/runtime";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { listOpenModels, type ModelDesk } from "../models/index.ts";

/** What saving a scenario needs: a process without a desk of models knows none that judges. */
export type ScenarioDeps = Pick<Deps, "db"> & { readonly models?: ModelDesk | undefined };

/**
 * Checks what a scenario means (EVAL-4), and that the models it asks can do so (EVAL-5).
 * @throws `invalid_eval_scenario`; `provider_not_configured` for an alias that is not set up, or that neither judges nor
 *   makes embeddings.
 */
export async function assertScenario(
  deps: ScenarioDeps,
  { organizationId }: OrganizationScope,
  content: EvalScenarioContent,
): Promise<void> {
  await assertContent(content);
  for (const { alias, capability } of requiredModels(content)) {
    const isThere = (await readCapable(deps, organizationId, alias))[capability];
    if (!isThere)
      throw fail("provider_not_configured", {
        message: `No model ${alias} is open to the organization that ${capability === "judge" ? "judges answers" : "makes embeddings"}.`,
      });
  }
}

/** @throws `invalid_eval_scenario` (EVAL-4). */
export async function assertContent(content: EvalScenarioContent): Promise<void> {
  const patterns = await inTurns(checkPatternsTogether(asJsonObject(content)));
  const issues = patterns.length > 0 ? patterns : checkScenario(content);
  if (issues.length > 0) throw fail("invalid_eval_scenario", { details: issues });
}

/** The `default` alias of the deployment counts like a registered one; `embedded` judges nothing. */
async function readCapable(
  { db, models }: ScenarioDeps,
  organizationId: string,
  alias: string,
): Promise<Readonly<Record<"judge" | "embeddings", boolean>>> {
  const open = models === undefined ? [] : await listOpenModels({ db, models }, organizationId);
  const judges = open.some((model) => model.alias === alias && model.surfaces.includes("judge") && model.caps.judge);
  // No kind of provider that can be registered makes embeddings.
  return { judge: judges, embeddings: false };
}
