import { partsThatDegrade } from "./degraded-parts.ts";
import type { RunState } from "./read-run-state.ts";

/** Why a run is as it is, in one sentence, and what to do about it (CON-55). */
export interface RunCause {
  readonly code: CauseCode;
  /** Since when it holds. */
  readonly when: Date;
  readonly sentence: string;
  /** Null: nothing needs to be done. */
  readonly nextStep: string | null;
}

export type CauseCode = (typeof causeCodes)[number];

/** Every cause that a timeline can name. */
export const causeCodes = [
  "no_worker",
  "in_flight_cap",
  "behind_others",
  "starting",
  "restarting",
  "processing",
  "cancelling",
  "cancelled",
  "timed_out",
  "heartbeat_lost",
  "not_taken_up",
  "interrupted",
  "not_queued",
  "missing_dataset",
  "bad_offerings",
  "unusable_input",
  "rules_too_costly",
  "data_unreadable",
  "not_stored",
  "engine_failed",
  "failed",
  "model_refused",
  "degraded",
  "corrected",
  "finished",
] as const;

/** The newest correction of a run. */
export interface LastCorrection {
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly reason: string;
}

interface Wording {
  readonly code: CauseCode;
  readonly sentence: (run: RunState) => string;
  readonly nextStep: string | null;
}

const submitAgain = "Submit the run again.";
const inStage = ({ stage }: RunState): string => (stage === null ? "" : ` in the stage "${stage}"`);
const own = ({ error }: RunState): string => error ?? "The run failed.";

/** Causes of failures, by the code in `error_details`. */
const failures: Readonly<Record<string, Wording>> = {
  budget_exceeded: {
    code: "timed_out",
    sentence: (run) => `The run exceeded its time budget${inStage(run)}.`,
    nextStep: "Send less in one run, or look at the stage that takes the time; then submit it again.",
  },
  heartbeat_lost: {
    code: "heartbeat_lost",
    sentence: (run) => `Two workers stopped reporting while they computed this run, the last one${inStage(run)}.`,
    nextStep: "Look at the log and memory of the worker that is named in the last attempt, then submit the run again.",
  },
  lease_expired: {
    code: "not_taken_up",
    sentence: () => "The run waited to be started again, and no worker took it up in time.",
    nextStep: "Check that workers of this engine type run, then submit the run again.",
  },
  worker_shutdown: {
    code: "interrupted",
    sentence: () => "Workers that were stopped interrupted the run twice.",
    nextStep: submitAgain,
  },
  queue_unreachable: {
    code: "not_queued",
    sentence: () => "The run could not be queued when it was submitted.",
    nextStep: "Submit it again with a new Idempotency-Key.",
  },
  dataset_missing: {
    code: "missing_dataset",
    sentence: own,
    nextStep: "Import the dataset, or change the engine's source, then submit the run again.",
  },
  list_unavailable: {
    code: "missing_dataset",
    sentence: own,
    nextStep: "Import the list, or make it optional in the engine, then submit the run again.",
  },
  no_offerings: {
    code: "bad_offerings",
    sentence: own,
    nextStep: "Send at least one valid offering, or correct the rows of the dataset, then submit the run again.",
  },
  rule_budget_exceeded: {
    code: "rules_too_costly",
    sentence: (run) => `The rules of the engine need more evaluations than a run may spend${inStage(run)}.`,
    nextStep: "Send less in one run, or make the rules of the engine cheaper.",
  },
  ...each(["name_unusable", "nothing_to_check", "none_scorable", "no_facts", "no_readable_account"], {
    code: "unusable_input",
    sentence: own,
    nextStep: "Correct the input and submit it again.",
  }),
  too_few_comparable_items: {
    code: "unusable_input",
    sentence: own,
    nextStep: "Send at least two items that share a line of coverage.",
  },
  ...each(["data_not_read_in_time", "dataset_inconsistent", "datasets_too_large", "identity_unmapped"], {
    code: "data_unreadable",
    sentence: own,
    nextStep: "Look at the datasets and the seat that the run reads with, then submit it again.",
  }),
  ...each(["result_not_storable", "result_not_stored_in_time"], {
    code: "not_stored",
    sentence: own,
    nextStep: submitAgain,
  }),
  ...each(
    ["engine_defect", "engine_crashed", "internal", "engine_config_missing", "engine_config_unusable"],
    engineFailure(),
  ),
  engine_config_hash_inconsistent: engineFailure(),
};

function engineFailure(): Wording {
  return {
    code: "engine_failed",
    sentence: (run) => `${own(run)} It ended${inStage(run)} with the code ${run.code ?? "internal"}.`,
    nextStep: "Look for the run's id in the log of the worker; this is a defect, not a mistake of the input.",
  };
}

function each(codes: readonly string[], wording: Wording): Record<string, Wording> {
  return Object.fromEntries(codes.map((code) => [code, wording]));
}

/** The cause of a run's state. */
export function causeOf(run: RunState, correction: LastCorrection | undefined): RunCause {
  const when = run.completedAt ?? run.createdAt;
  switch (run.status) {
    case "queued":
      return waiting(run);
    case "processing":
      return processing(run);
    case "cancelled":
      return cancelled(run, when);
    case "failed":
      return failed(run, when);
    case "degraded":
    case "completed":
      if (correction) return corrected(correction);
      return run.status === "degraded"
        ? degraded(run, when)
        : { code: "finished", when, sentence: "The run finished normally.", nextStep: null };
  }
}

function waiting(run: RunState): RunCause {
  const { queue, engineType } = run;
  const when = run.completedAt ?? run.createdAt;
  if (queue && !queue.isServed)
    return {
      code: "no_worker",
      when: later(when, queue.lastServedAt),
      sentence: `The run waits because no worker takes runs of the type ${engineType}.`,
      nextStep: "Start a worker for this type; the run then starts by itself.",
    };
  if (queue && queue.maxRunning !== null && queue.running >= queue.maxRunning)
    return {
      code: "in_flight_cap",
      when,
      sentence: `The run waits because the organization has ${runs(queue.running)} under way, and its cap is ${queue.maxRunning}.`,
      nextStep: "It starts when one of them ends. An operator can raise the cap of the organization.",
    };
  if (queue && (queue.ahead > 0 || queue.hasOthersAhead))
    return {
      code: "behind_others",
      when,
      sentence: `The run waits behind ${waitingRuns(queue.ahead, queue.hasOthersAhead)}.`,
      nextStep: "It starts when it is its turn. More workers or slots shorten the wait.",
    };
  const sentence = "The run is the next of its type and starts when a worker has a free slot.";
  return { code: "starting", when, sentence, nextStep: null };
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}

function waitingRuns(ahead: number, hasOthers: boolean): string {
  const mine = `${ahead >= 1_000 ? "1,000 or more runs" : runs(ahead)} of the organization`;
  if (ahead === 0) return "runs of other organizations";
  return hasOthers ? `${mine} and runs of others` : mine;
}

function processing(run: RunState): RunCause {
  const when = run.startedAt ?? run.createdAt;
  if (!run.isHeld) {
    if (run.queue && !run.queue.isServed) return waiting(run);
    const lost = run.reclaims > 0 ? "stopped reporting" : "was stopped";
    const sentence = `The worker of attempt ${run.attempt} ${lost}; the run waits to be started again.`;
    return { code: "restarting", when, sentence, nextStep: null };
  }
  if (run.cancelRequestedAt)
    return {
      code: "cancelling",
      when: run.cancelRequestedAt,
      sentence: `${run.cancelledBy ?? "Somebody"} cancelled the run; its worker ends it within seconds.`,
      nextStep: null,
    };
  const sentence = `The worker ${run.worker ?? ""} computes the run, attempt ${run.attempt}${inStage(run)}.`;
  return { code: "processing", when, sentence, nextStep: null };
}

function cancelled(run: RunState, when: Date): RunCause {
  const { cancelledBy, cancelReason, attempt } = run;
  const place = attempt === 0 ? "before it started" : `in attempt ${attempt}`;
  const reason = cancelReason === null ? "" : `, with the reason "${cancelReason}"`;
  const sentence = `${cancelledBy ?? "Somebody"} cancelled the run ${place}${reason}.`;
  return { code: "cancelled", when, sentence, nextStep: "Submit it again if it is still wanted." };
}

function failed(run: RunState, when: Date): RunCause {
  const found = run.testScenario === null && run.code !== null ? failures[run.code] : undefined;
  if (!found) {
    const sentence =
      run.testScenario === null ? own(run) : `The test scenario ${run.testScenario} ends in this failure.`;
    return { code: "failed", when, sentence, nextStep: run.testScenario === null ? submitAgain : null };
  }
  return { code: found.code, when, sentence: found.sentence(run), nextStep: found.nextStep };
}

function corrected({ createdAt, createdBy, reason }: LastCorrection): RunCause {
  const because = reason === "" ? "" : `: ${reason}`;
  return {
    code: "corrected",
    when: createdAt,
    // An id names nobody to its reader.
    sentence:
      `${/^person:|^[\da-f]{8}-/.test(createdBy) ? "Somebody" : createdBy} replaced the result by a correction${because}`.replace(
        /[^.!?]$/,
        "$&.",
      ),
    nextStep: "Compare the result as submitted with the corrected one.",
  };
}

function degraded(run: RunState, when: Date): RunCause {
  const { code, words, nextStep } = partsThatDegrade(run.warnings, run.refusals);
  return { code, when, sentence: `The result is degraded: ${words.join("; ")}.`, nextStep };
}

function later(left: Date, right: Date | null): Date {
  return right !== null && right > left ? right : left;
}
