import { type Database, isDatabaseAway } from "@service/db";
import type { EvaluationModels } from "@service/evaluations";
import type { Queue } from "@service/queue";
import type { Clock, Logger } from "@service/runtime";
import { type LeasedWork, type Outcome, startLeasedWork } from "@service/work";
import { readConfiguration } from "../conversations/index.ts";
import { presentRights, readViewer } from "../grounding/index.ts";
import type { SeatDeps, Viewer } from "../../book/seats/index.ts";
import { readScenarioBody } from "../release-gates/index.ts";
import { type AnswerQuestion, answerScenario } from "./answer-scenario.ts";
import { type ClaimedTrial, claimTrials, extendTrials, releaseTrials, trialAttemptsMax } from "./claim-trials.ts";
import type { JudgedTrial } from "./judge-by-models.ts";
import { settleTrial, type TrialEnd } from "./settle-trial.ts";

/** What answering scenarios needs of a process. */
export interface EvalsDeps extends SeatDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly clock: Clock;
  readonly answer: AnswerQuestion;
  /** The models that the scorers of a trial may ask. */
  readonly modelsOf: (trial: JudgedTrial) => EvaluationModels;
}

export interface EvalsOptions {
  /** Trials at one time: a quarter of the slots for turns, so that evaluations never starve people. */
  readonly slots: number;
  readonly leaseSeconds?: number;
  readonly pollMs?: { readonly least: number; readonly most: number };
}

/**
 * Starts answering the trials of evaluations (EVAL-63): each is claimed under a lease, answered as whoever started the run
 * may read now, and written once.
 */
export function startEvals(
  deps: EvalsDeps,
  { slots, leaseSeconds = 30, pollMs = { least: 1_000, most: 5_000 } }: EvalsOptions,
): Pick<LeasedWork, "stop" | "stopClaiming" | "wake"> {
  const { db, queue, log } = deps;
  // EVAL-74: a quarter of the slots stays free for others; one organization may fill three or fewer.
  const perOrganization = slots - Math.floor(slots / 4);
  const work = startLeasedWork<ClaimedTrial, TrialEnd>({
    name: "evaluations",
    log,
    slots,
    pollMs,
    async claim(trialsMax, held) {
      const { trials: items, isMore } = await claimTrials(db, { trialsMax, leaseSeconds, perOrganization, held });
      return { items, isMore };
    },
    perform: (trial, signal) => perform(deps, trial, signal),
    settle: (trial, outcome) => settle(deps, trial, outcome),
    // Not for a statement that took too long: it may take too long every time, and a released attempt does not count.
    isGivenBack: isDatabaseAway,
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / 6,
      leaseMs: leaseSeconds * 1_000,
      async extend(trials) {
        const held = await extendTrials(db, trials, leaseSeconds);
        return new Map(trials.filter(({ token }) => held.has(token)).map((trial) => [trial, "held" as const]));
      },
    },
    release: (trials) => releaseTrials(db, trials),
  });
  const listener = queue.listen("evals", () => work.wakeAndWait());
  return {
    wake: () => work.wake(),
    stopClaiming: () => work.stopClaiming(),
    async stop(graceMs) {
      await listener.close();
      await work.stop(graceMs);
    },
  };
}

async function perform(deps: EvalsDeps, trial: ClaimedTrial, signal: AbortSignal): Promise<TrialEnd> {
  if (trial.attempts > trialAttemptsMax) return erroredEnd("worker_lost");
  const scenario = readScenarioBody(trial.scenario);
  const config = await readConfiguration(deps, trial.configHash);
  const viewer: Viewer = await presentRights(deps, readViewer(trial.rights));
  const seed = `${trial.runId}:${trial.scenarioKey}:${trial.trial}`;
  const { fixtures, turns } = scenario.content;
  const sourceKinds = [
    ...config.grounding.sources.map(({ kind }) => kind),
    ...fixtures.map(({ source_kind: kind }) => kind),
    ...turns.flatMap((turn) => turn.attachment_fixtures.map(() => "attachments")),
  ];
  const models = deps.modelsOf({ viewer, config, instanceId: trial.instanceId, sourceKinds, signal });
  return answerScenario({ answer: deps.answer, models }, { scenario, config, viewer, seed, signal });
}

async function settle(deps: EvalsDeps, trial: ClaimedTrial, outcome: Outcome<TrialEnd>): Promise<boolean> {
  if (outcome.kind === "failed")
    deps.log.error(
      { err: outcome.error, eval_run_id: trial.runId, scenario: trial.scenarioKey },
      "a scenario could not be answered",
    );
  const end = outcome.kind === "done" ? outcome.result : erroredEnd("internal_error");
  return settleTrial(deps.db, trial, end);
}

/** A trial without an answer; why it has none is not the scenario's fault. */
function erroredEnd(reason: "worker_lost" | "internal_error"): TrialEnd {
  const error = { code: reason === "worker_lost" ? "turn_interrupted" : "internal_error", reason };
  return {
    status: "errored",
    score: 0,
    body: { assertions: [], output_text: null, citations: [], latency_ms: null, usage: null, error },
    evidence: null,
  };
}
