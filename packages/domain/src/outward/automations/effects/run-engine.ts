import { ServiceError } from "@service/contract";
import type { Deps } from "../../../deps.ts";

import { decide, type OrganizationScope, principalOfAutomation } from "../../../identity/access/index.ts";
import { findEngine } from "../../../engines/engines/index.ts";
import { checkRunBounds, showRun, submitRun, type SubmitDeps, type SubmittedRun } from "../../../runs/runs/index.ts";
import type { Effect } from "../automation-file.ts";
import type { ClaimedExecution, EffectOutcome } from "../execution.ts";
import { fillTemplate } from "../template.ts";

/** Long, because no caller waits for an automation: a slow queue is worth waiting for. */
const queueAnswerMs = 5_000;
const awayMessage = "The queue cannot be reached.";

/**
 * Submits a run as the API does: the same pins, checks, bounds, monthly cap and acting principal. The idempotency key is
 * derived from the execution, so that an attempt after a crash finds the previous attempt's run; another run is
 * submitted only when that one could not be queued, since it stays failed under its key (RUN-26, AUTO-36).
 *
 * @throws the refusals of a submission; `TemplateError`; the driver's errors.
 */
export async function runEngine(
  deps: SubmitDeps,
  execution: ClaimedExecution,
  effect: Extract<Effect, { kind: "run_engine" }>,
): Promise<EffectOutcome> {
  const { automation, event } = execution;
  const caller = await principalOfAutomation(deps, automation, effect.environment ?? "live");
  if (!caller) return failed("environment_not_found", `No environment "${effect.environment}" exists.`);
  const engine = await findEngine(deps, caller, effect.engine_slug);
  const decision = decide(caller, "runs.submit", engine);
  if (!engine || decision.kind === "refused") {
    return failed("engine_not_found", `No engine "${effect.engine_slug}" exists in ${caller.environmentSlug}.`);
  }
  const input = fillTemplate(effect.input_template, event.data);
  checkRunBounds({ input });
  // Check the queue first: a run that cannot be queued is stored as failed and announced, for nothing.
  const isQueueThere = deps.queue.ready() || (await deps.queue.health(queueAnswerMs));
  if (!isQueueThere) return { kind: "fault", code: "queue_unreachable", message: awayMessage };
  let run: SubmittedRun;
  try {
    run = await submitRun(deps, {
      caller,
      engine,
      input,
      offerings: undefined,
      pinText: effect.engine_version,
      testScenario: undefined,
      submittedBy: undefined,
      idempotencyKey: `automation:${execution.id}:${execution.unqueuedRuns}`,
      principal: effect.acting_principal,
      traceId: undefined,
      traceParent: undefined,
    });
  } catch (error) {
    const unqueuedRunId = unqueuedRunIn(error);
    if (unqueuedRunId === undefined) throw error;
    return { kind: "fault", code: "queue_unreachable", message: awayMessage, unqueuedRunId };
  }
  if (run.isReplay && (await wasNeverQueued(deps, caller, run))) {
    return { kind: "fault", code: "queue_unreachable", message: awayMessage, unqueuedRunId: run.runId };
  }
  return { kind: "succeeded", runId: run.runId };
}

function failed(code: string, message: string): EffectOutcome {
  return { kind: "failed", code, message };
}

/** The run that `queue_unreachable` names; undefined for every other error. */
function unqueuedRunIn(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || error.code !== "queue_unreachable") return undefined;
  const { details } = error;
  if (typeof details !== "object" || details === null || !("run_id" in details)) return "";
  return typeof details.run_id === "string" ? details.run_id : "";
}

/** The previous attempt died between storing its run as failed and recording that on the execution. */
async function wasNeverQueued(
  deps: Pick<Deps, "db">,
  scope: OrganizationScope,
  { runId, status }: SubmittedRun,
): Promise<boolean> {
  if (status !== "failed") return false;
  const { errorDetails } = await showRun(deps, scope, runId);
  return (
    typeof errorDetails === "object" &&
    errorDetails !== null &&
    "code" in errorDetails &&
    errorDetails.code === "queue_unreachable"
  );
}
