import { assertAllowed, principalOfAutomation } from "../../../identity/access/index.ts";
import { evaluateDraft, type DraftDeps } from "../../../engines/engines/index.ts";
import type { NewPlatformEvent } from "../../../events/events/index.ts";
import type { ClaimedExecution, EffectOutcome } from "../execution.ts";

/**
 * Runs the gate's cases of an engine's saved draft, as a publish would, and releases nothing (AUTO-31, AUTO-37).
 *
 * @returns the event with the result, to be recorded with the end of the execution.
 * @throws `engine_not_found`, `engine_archived`, `invalid_engine_config` and the codes of its stored hash.
 */
export async function startEvaluation(
  deps: DraftDeps,
  execution: ClaimedExecution,
  engineSlug: string,
): Promise<NewPlatformEvent | EffectOutcome> {
  const { automation, event } = execution;
  const caller = await principalOfAutomation(deps, automation, "live");
  if (!caller)
    return { kind: "failed", code: "environment_not_found", message: "The organization has no live environment." };
  assertAllowed(caller, "engines.evaluate");
  const finished = await evaluateDraft(deps, caller, engineSlug);
  return {
    ...finished,
    dedupeKey: `automation:${execution.id}`,
    data: { ...finished.data, automation_key: automation.automationKey, execution_id: execution.id },
    cause: { eventId: event.id, depth: event.depth },
  };
}
