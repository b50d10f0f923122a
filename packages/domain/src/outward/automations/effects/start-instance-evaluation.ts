import { ServiceError } from "@service/contract";
import { assertAllowed, principalOfAutomation } from "../../../identity/access/index.ts";
import { startEvalRun, type StartEvalRunDeps } from "../../../conversations/evals/index.ts";

import { resolveViewer, type SeatDeps, withoutPerson } from "../../../book/seats/index.ts";
import type { Deps } from "../../../deps.ts";
import type { ClaimedExecution, EffectOutcome } from "../execution.ts";

/** What starting an evaluation of a conversation instance needs. */
export type InstanceEvaluationDeps = StartEvalRunDeps & SeatDeps & Pick<Deps, "clock" | "secrets">;

/** Long, because no caller waits for an automation: a slow queue is worth waiting for. */
const queueAnswerMs = 5_000;
const awayMessage = "The queue cannot be reached.";

/**
 * Starts an evaluation of the saved draft of a conversation instance in `live`, with all active scenarios and without a person
 * (EVAL-68). Its end is reported as `evaluation.finished`, caused by the event of the execution. The idempotency key is derived
 * from the execution, so that an attempt after a crash finds the run of the one before; another run is started only when that
 * one could not be queued, since it stays failed under its key (AUTO-36).
 * @throws the other refusals of a start.
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
  // Check the queue first: a run that cannot be queued is stored as failed and announced, for nothing.
  const isQueueThere = deps.queue.ready() || (await deps.queue.health(queueAnswerMs));
  if (!isQueueThere) return { kind: "fault", code: "queue_unreachable", message: awayMessage };
  const viewer = await resolveViewer(deps, caller, withoutPerson);
  const trigger = {
    automation_key: automation.automationKey,
    execution_id: execution.id,
    event_id: event.id,
    depth: event.depth,
  };
  const unqueued = { kind: "fault", code: "queue_unreachable", message: awayMessage, unqueuedRunId: null } as const;
  try {
    const run = await startEvalRun(deps, viewer, {
      slug,
      target: "draft",
      tags: undefined,
      keys: undefined,
      trials: undefined,
      label: undefined,
      body: {},
      idempotencyKey: `automation:${execution.id}:${execution.unqueuedRuns}`,
      trigger: { type: "automation", id: JSON.stringify(trigger) },
    });
    // The attempt before died between storing its run as failed and recording that on the execution.
    return run.isReplay && run.status === "failed" ? unqueued : { kind: "succeeded" };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "queue_unreachable") return unqueued;
    throw error;
  }
}
