import { assertAllowed, principalOfAutomation } from "../../access/index.ts";
import { startEvalRun, type StartEvalRunDeps } from "../../evals/index.ts";
import { askerOf } from "../../grounding/index.ts";
import { resolveConversationReader, type SeatDeps, withoutPerson } from "../../seats/index.ts";
import type { Deps } from "../../deps.ts";
import type { ClaimedExecution, EffectOutcome } from "../execution.ts";

/** What starting an evaluation of a conversation instance needs. */
export type InstanceEvaluationDeps = StartEvalRunDeps & SeatDeps & Pick<Deps, "clock" | "secrets">;

/** Long, because no caller waits for an automation: a slow queue is worth waiting for. */
const queueAnswerMs = 5_000;

/**
 * Starts an evaluation of the saved draft of a conversation instance in `live`, with all active scenarios and without a person
 * (EVAL-68). Its end is reported as `evaluation.finished`, caused by the event of the execution. The idempotency key is derived
 * from the execution, so that an attempt after a crash finds the run of the one before.
 * @throws the refusals of a start.
 */
export async function startInstanceEvaluation(
  deps: InstanceEvaluationDeps,
  execution: ClaimedExecution,
  slug: string,
): Promise<EffectOutcome> {
  const { automation, event } = execution;
  const caller = await principalOfAutomation(deps, automation, "live");
  if (!caller)
    return { kind: "failed", code: "environment_not_found", message: "The organization has no live environment." };
  assertAllowed(caller, "evalRuns.start");
  // A run that cannot be queued stays failed under its key.
  const isQueueThere = deps.queue.ready() || (await deps.queue.health(queueAnswerMs));
  if (!isQueueThere) return { kind: "fault", code: "queue_unreachable", message: "The queue cannot be reached." };
  const reader = await resolveConversationReader(deps, caller, withoutPerson);
  const trigger = {
    automation_key: automation.automationKey,
    execution_id: execution.id,
    event_id: event.id,
    depth: event.depth,
  };
  await startEvalRun(deps, askerOf(caller, reader), {
    slug,
    target: "draft",
    tags: undefined,
    keys: undefined,
    trials: undefined,
    label: undefined,
    body: {},
    idempotencyKey: `automation:${execution.id}`,
    trigger: { type: "automation", id: JSON.stringify(trigger) },
  });
  return { kind: "succeeded" };
}
