import { fail, runEventId, ServiceError, type RunStatus } from "@service/contract";
import type { Deps } from "../../deps.ts";
import { isUnavailable } from "@service/db";
import { runsChannel } from "@service/queue";
import { OverloadedError } from "@service/runtime";
import type { EngineForCall, EngineDeps } from "../../engines/engines/index.ts";
import { removeProjection, storeProjection } from "../../book/opportunities/index.ts";
import { type RunRecords, storeRunDocuments, storeRunRecords } from "../../book/run-records/index.ts";
import { decideReplay, type NotInserted } from "./idempotency.ts";
import type { NewRun } from "./insert-runs.ts";
import { type AcceptedRun, currentEngine, judgeSubmission, type JudgeDeps } from "./judge-submission.ts";
import { readSubmission, type ReadSubmission, type Submission } from "./read-submission.ts";
import type { SubmissionDeps } from "./run-batchers.ts";

export type SubmittedRun = { readonly runId: string; readonly status: RunStatus; readonly isReplay: boolean };

/** What accepting a run needs. */
export type SubmitDeps = Pick<Deps, "db" | "queue" | "log"> & SubmissionDeps & JudgeDeps;

/** How often a submission is judged again after an engine change; each round needs a change within milliseconds. */
const engineChangesMax = 20;

/**
 * Accepts a run: read → judge → store → answer (RUN-9, RUN-41). A run is accepted when its row is committed; the wake-up
 * only saves a worker's poll. When the queue is unreachable the run is stored as failed and the caller gets
 * `queue_unreachable`, unless a worker has claimed it meanwhile (RUN-42).
 *
 * @throws the refusals of RUN-9, `idempotency_key_reused`, `run_cap_exceeded`, `queue_unreachable`,
 *   `create_run_failed`.
 */
export async function submitRun(deps: SubmitDeps, submission: Submission): Promise<SubmittedRun> {
  try {
    const request = await readSubmission(submission);
    let { engine } = submission;
    for (let change = 0; change < engineChangesMax; change += 1) {
      const judged = await judgeSubmission(deps, request, engine);
      const stored = judged.kind === "accepted" ? await storeRun(deps, request, engine, judged) : judged;
      if (stored.kind !== "engine_changed") return await answerSubmission(deps, request, stored);
      engine = stored.engine;
    }
    throw new Error(`the engine changed ${engineChangesMax} times while one run was submitted`);
  } catch (error) {
    if (error instanceof ServiceError || error instanceof OverloadedError || isUnavailable(error)) throw error;
    throw fail("create_run_failed", { cause: error });
  }
}

type Inserted = { readonly kind: "inserted"; readonly run: NewRun; readonly isDurable: boolean };
type Stored = Inserted | NotInserted | { readonly kind: "engine_changed"; readonly engine: EngineForCall };

/** @throws `run_cap_exceeded`. */
async function storeRun(
  deps: Pick<Deps, "db" | "clock"> & SubmissionDeps & EngineDeps,
  request: ReadSubmission,
  engine: EngineForCall,
  { run, records, documents }: AcceptedRun,
): Promise<Stored> {
  const isFollowed = records !== undefined && feedsOpportunities(run);
  if (records !== undefined) {
    if (isFollowed && (await isTaken(deps, request, run, records))) return { kind: "known", run };
    await storeRunRecords(deps.db, run.id, records);
  }
  await storeRunDocuments(deps.db, run.id, documents);
  const outcome = await deps.runs.insert(run);
  if (isFollowed && outcome !== "inserted" && outcome !== "visible") await removeProjection(deps.db, run.id);
  switch (outcome) {
    case "inserted":
    case "visible":
      return { kind: "inserted", run, isDurable: outcome === "inserted" };
    case "known":
      return { kind: "known", run };
    case "cap_reached":
      throw fail("run_cap_exceeded");
    case "stale":
      return { kind: "engine_changed", engine: await currentEngine(deps, request, engine) };
  }
}

/** Drafts and test scenarios never feed the opportunities (OPPS-10). */
function feedsOpportunities({ engineType, engineVersion, testScenario }: NewRun): boolean {
  return engineType === "opportunity" && engineVersion !== "draft" && testScenario === null;
}

/**
 * Stores that the run will feed the opportunities.
 * @returns true when a run of the same `Idempotency-Key` exists, which then answers.
 * @throws `opportunity_run_in_progress` (OPPS-12).
 */
async function isTaken(
  { db, runs }: Pick<Deps, "db"> & SubmissionDeps,
  { key, input, isOpportunityRun }: ReadSubmission,
  run: NewRun,
  records: RunRecords,
): Promise<boolean> {
  const stored = await storeProjection(db, run, records, { isRequested: isOpportunityRun, kinds: input["kinds"] });
  if (stored.kind === "stored") return false;
  if (key !== undefined && (await runs.findByKeyHash(key.idemHash)) !== undefined) return true;
  throw fail("opportunity_run_in_progress", { details: { run_id: stored.runId } });
}

/** No answer names a run that is not durable yet (RUN-13), whichever request stored it. */
async function answerSubmission(
  deps: Pick<Deps, "db" | "queue" | "log"> & SubmissionDeps & EngineDeps,
  request: ReadSubmission,
  stored: Inserted | NotInserted,
): Promise<SubmittedRun> {
  if (stored.kind === "inserted") return announceRun(deps, stored);
  const replay = await decideReplay(deps, request, stored);
  await deps.db.untilDurable();
  if (replay.kind === "replay") return { runId: replay.run.id, status: replay.run.status, isReplay: true };
  await deps.queue.wake(runsChannel(replay.run.engineType));
  return { runId: replay.run.id, status: "queued", isReplay: false };
}

/**
 * The queue counts as reachable if its backend answered this recently, as it did for the request's budget (decision
 * 0013).
 */
const queueTrustedForMs = 100;

/** Wakes the workers of the type; when the queue cannot take the wake-up, the run is failed with its event (RUN-42). */
async function announceRun(
  deps: Pick<Deps, "db" | "queue" | "log"> & SubmissionDeps,
  { run, isDurable }: Inserted,
): Promise<SubmittedRun> {
  // A worker may begin while the disk writes.
  const durable = isDurable ? undefined : deps.db.untilDurable();
  durable?.catch(() => undefined);
  const isAwake = await deps.queue.wake(runsChannel(run.engineType), { trustedForMs: queueTrustedForMs });
  if (!isAwake && (await deps.runs.refuseUnqueued(run.id))) {
    const fields = { run_id: run.id, event_id: runEventId("run.failed", run.id) };
    deps.log.warn(fields, "run stored as failed: queue unreachable");
    throw fail("queue_unreachable", { details: { run_id: run.id } });
  }
  await durable;
  return { runId: run.id, status: "queued", isReplay: false };
}
