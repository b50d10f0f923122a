import { randomUUID } from "node:crypto";
import { type Batcher, createBatcher, type Logger, OverloadedError, sleep } from "@service/runtime";
import type { JobKind } from "./job-kind.ts";
import {
  cancelJob,
  type FinishedJob,
  insertJob,
  readFinishedJobs,
  readRecentResult,
  type Statements,
} from "./job-statements.ts";

export interface JobClient {
  readonly sql: Statements;
  readonly log: Logger;
  readonly finishedJobs: FinishedJobLoader;
  /** Wakes the workers without waiting: a poll finds the job when the wake-up is lost. */
  readonly wake: () => void;
}

/** Pauses between reads of a job's status: most jobs that a caller waits for take well under a second. */
const pollMs = { first: 10, growth: 1.25, last: 200 } as const;

/** A wait that is longer is logged. */
const quietWaitMs = 1_000;

/** A job failed on its worker. */
export class JobFailedError extends Error {
  override readonly name = "JobFailedError";
}

/** How long the result of a job with a key answers the same question. */
const recentSeconds = 600;

/** Everything that a job's result depends on: equal questions have equal ones. */
export interface SharedJob<Result> {
  readonly key: string;
  /** Whether a result answers the question again; false: it is computed anew. */
  readonly isLasting: (result: Result) => boolean;
}

/**
 * Has a worker do a job and waits for its result until the signal aborts. That cancels the job, a waiting one never
 * starts, a running one is aborted, unless it is shared: then it goes on, and whoever asks the same joins it or gets its
 * result. A wait of more than a second, and one that ends without a result, is one line of the
 * log (OPS-44).
 *
 * @param given.about names for that line what the job is for; no content of callers.
 * @throws the signal's reason; `OverloadedError` when too many jobs of the organization are waiting; `JobFailedError`
 *   when the job failed or was cancelled by another caller.
 */
export async function performJob<Payload, Result>(
  client: JobClient,
  kind: JobKind<Payload, Result>,
  given: {
    readonly organizationId: string;
    readonly payload: Payload;
    readonly signal: AbortSignal;
    readonly shared?: SharedJob<Result>;
    readonly about?: Readonly<Record<string, string>>;
  },
): Promise<Result> {
  const { organizationId, payload, signal, shared } = given;
  const startedAtMs = performance.now();
  signal.throwIfAborted();
  if (shared !== undefined) {
    const { key, isLasting } = shared;
    const request = { organizationId, kind: kind.name, key, seconds: recentSeconds };
    const recent = await readRecentResult(client.sql, request);
    const result = recent === undefined ? undefined : kind.result.parse(JSON.parse(recent));
    if (result !== undefined && isLasting(result)) return result;
  }
  const id = await insertJob(client.sql, {
    id: randomUUID(),
    kind: kind.name,
    organizationId,
    payload: JSON.stringify(payload),
    dedupeKey: shared?.key,
    attemptsMax: kind.attemptsMax,
    waitingMax: kind.waitingMax,
  });
  if (id === null) throw new OverloadedError(`jobs of kind ${kind.name}`, kind.waitingMax);
  client.wake();
  const waited = (outcome: string): void => {
    const waitedMs = performance.now() - startedAtMs;
    if (outcome === "completed" && waitedMs < quietWaitMs) return;
    client.log[outcome === "completed" ? "info" : "warn"](
      {
        ...given.about,
        organization_id: organizationId,
        job_id: id,
        kind: kind.name,
        outcome,
        waited_seconds: Math.round(waitedMs / 100) / 10,
      },
      "a request waited for a job of the workers",
    );
  };
  let finished: FinishedJob;
  try {
    finished = await finishedJob(client.finishedJobs, { organizationId, id }, signal);
  } catch (error) {
    waited(signal.aborted ? endOf(signal) : "unknown");
    if (shared !== undefined) throw error;
    void cancelJob(client.sql, organizationId, id).catch((cause: unknown) =>
      client.log.warn({ job_id: id, err: cause }, "a job whose caller left could not be cancelled"),
    );
    throw error;
  }
  waited(finished.status);
  if (finished.status === "completed") return kind.result.parse(JSON.parse(finished.result));
  const why = finished.status === "failed" ? finished.error : "it was cancelled";
  throw new JobFailedError(`job ${id} (${kind.name}) did not complete: ${why}`);
}

/** Why a request ended before its job: the code of its refusal, or `caller_left` (OPS-44). */
function endOf(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  const code = Error.isError(reason) && "code" in reason ? reason.code : undefined;
  return typeof code === "string" && code !== "client_closed_request" ? code : "caller_left";
}

interface JobKey {
  readonly organizationId: string;
  readonly id: string;
}

async function finishedJob(read: FinishedJobLoader, job: JobKey, signal: AbortSignal): Promise<FinishedJob> {
  for (let pauseMs: number = pollMs.first; ; pauseMs = Math.min(pollMs.last, pauseMs * pollMs.growth)) {
    await sleep(pauseMs, signal);
    signal.throwIfAborted();
    const finished = await read(job);
    // Discard a result that arrives after the abort: the caller has its answer.
    signal.throwIfAborted();
    if (finished) return finished;
  }
}

/** Reads the ends of jobs, one statement for all callers that wait. */
export type FinishedJobLoader = Batcher<JobKey, FinishedJob | undefined>;

/** Opens it once per process and pool; no connection is made before the first use. */
export function openFinishedJobLoader(sql: Statements): FinishedJobLoader {
  return createBatcher<JobKey, FinishedJob | undefined>({
    name: "finished jobs",
    maxBatch: 256,
    maxInFlight: 1,
    maxWaiting: 10_000,
    run: async (jobs) => {
      const finished = await readFinishedJobs(sql, jobs);
      return jobs.map(({ id }) => finished.get(id));
    },
  });
}
