import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import type { OrganizationCaller } from "../keys/index.ts";
import type { NewPlatformEvent } from "../platform-events/index.ts";
import { evaluationFinished } from "./announce.ts";
import { requireEngine } from "./engine.ts";
import { validateConfig } from "./validate-config.ts";

/**
 * Runs the gate of the saved draft as a publish would, and releases nothing.
 * @returns the event that tells the result, not yet recorded.
 * @throws `engine_not_found`, `engine_archived`, the codes of the stored hash; `invalid_engine_config` when the draft
 *   could not be published whatever its cases say, `engine_config_changed` when it was saved meanwhile.
 */
export async function evaluateDraft(deps: Deps, caller: OrganizationCaller, slug: string): Promise<NewPlatformEvent> {
  const before = await requireEngine(deps, caller.organizationId, slug);
  const { issues, outcome } = await validateConfig(deps, caller, slug, undefined);
  if (!outcome) throw fail("invalid_engine_config", { details: [...issues] });
  const after = await requireEngine(deps, caller.organizationId, slug);
  if (after.draftRevision !== before.draftRevision) throw fail("engine_config_changed");
  return evaluationFinished(after, outcome.gate);
}
