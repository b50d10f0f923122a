import { fail } from "@service/contract";
import { endingAfter } from "@service/runtime";
import type { DraftDeps } from "./judge-draft.ts";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { NewPlatformEvent } from "../../events/events/index.ts";
import { evaluationFinished } from "./announce.ts";
import { requireEngine } from "./engine.ts";
import { validateConfig } from "./validate-config.ts";

/** Longer than a request may take, because no request waits: leaves time for workers that are busy with other gates. */
const evaluationMsMax = 60_000;

/**
 * Runs the gate of the saved draft as a publish would, without releasing anything.
 * @returns the event that reports the result, not yet recorded.
 * @throws `engine_not_found`, `engine_archived`, the codes of the stored hash; `invalid_engine_config` when the draft
 *   could not be published even if its gate passed, `engine_config_changed` when it was saved meanwhile,
 *   `service_unavailable` when no worker evaluated it within a minute.
 */
export async function evaluateDraft(
  deps: DraftDeps,
  caller: OrganizationScope,
  slug: string,
): Promise<NewPlatformEvent> {
  const before = await requireEngine(deps, caller.organizationId, slug);
  const budget = endingAfter(evaluationMsMax, fail("service_unavailable", { internal: "no worker took the gate" }));
  const { issues, outcome } = await validateConfig(deps, caller, slug, undefined, budget);
  if (!outcome) throw fail("invalid_engine_config", { details: [...issues] });
  const after = await requireEngine(deps, caller.organizationId, slug);
  if (after.draftRevision !== before.draftRevision) throw fail("engine_config_changed");
  return evaluationFinished(after, outcome.gate);
}
