import { randomUUID } from "node:crypto";
import { type Batcher, createBatcher, type Logger, OverloadedError } from "@service/runtime";
import type { JobKind } from "./job-kind.ts";
import { cancelJob, type FinishedJob, insertJob, readFinishedJobs, type Statements } from "./job-statements.ts";

export interface JobClient {
  readonly sql: Statements;
  readonly log: Logger;
  readonly finishedJobs: FinishedJobReader;
  /** Wakes the workers without waiting: a poll finds the job when the wake-up is lost. */
  readonly wake: () => void;
}

/** Pauses between reads of a job's status: most jobs that a caller waits for take well under a second. */
const pollMs = { first: 10, growth: 1.25, last: 200 } as const;

/** A job failed on its worker. */
export class JobFailedError extends Error {
  override readonly name = "JobFailedError";
}

/**
 * Has a worker do a job and waits for its result until the signal aborts. That cancels the job: a waiting one never
 * starts, a running one is aborted.
 *
 * @throws the signal's reason; `OverloadedError` when too many jobs of the organization are waiting; `JobFailedError`
 *   when the job failed or was cancelled by another caller.
 */
export async function performJob<Payload, Result>(
  client: JobClient,
  kind: JobKind<Payload, Result>,
  given: { readonly organizationId: string; readonly payload: Payload; readonly signal: AbortSignal },
): Promise<Result> {
  const { organizationId, payload, signal } = given;
  signal.throwIfAborted();
  const id = await insertJob(client.sql, {
    id: randomUUID(),
    kind: kind.name,
    organizationId,
    payload: JSON.stringify(payload),
    attemptsMax: kind.attemptsMax,
    waitingMax: kind.waitingMax,
  });
  if (id === null) throw new OverloadedError(`jobs of kind ${kind.name}`, kind.waitingMax);
  client.wake();
  let finished: FinishedJob;
  try {
    finished = await finishedJob(client.finishedJobs, { organizationId, id }, signal);
  } catch (error) {
    void cancelJob(client.sql, organizationId, id).catch((cause: unknown) =>
      client.log.warn({ job_id: id, err: cause }, "a job whose caller left could not be cancelled"),
    );
    throw error;
  }
  if (finished.status === "completed") return kind.result.parse(JSON.parse(finished.result));
  const why = finished.status === "failed" ? finished.error : "it was cancelled";
  throw new JobFailedError(`job ${id} (${kind.name}) did not complete: ${why}`);
}

interface AskedJob {
  readonly organizationId: string;
  readonly id: string;
}

async function finishedJob(read: FinishedJobReader, job: AskedJob, signal: AbortSignal): Promise<FinishedJob> {
  for (let pauseMs: number = pollMs.first; ; pauseMs = Math.min(pollMs.last, pauseMs * pollMs.growth)) {
    await pause(pauseMs, signal);
    const finished = await read(job);
    // Discard a result that arrives after the abort: the caller has its answer.
    signal.throwIfAborted();
    if (finished) return finished;
  }
}

/** Reads the ends of jobs, one statement for all callers that wait. */
export type FinishedJobReader = Batcher<AskedJob, FinishedJob | undefined>;

/** Opens it once per process and pool; no connection is made before the first use. */
export function openFinishedJobReader(sql: Statements): FinishedJobReader {
  return createBatcher<AskedJob, FinishedJob | undefined>({
    name: "finished jobs",
    maxBatch: 256,
    maxInFlight: 1,
    maxWaiting: 10_000,
    run: async (asked) => {
      const finished = await readFinishedJobs(sql, asked);
      return asked.map(({ id }) => finished.get(id));
    },
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => {
    clearTimeout(timer);
    reject(Error.isError(signal.reason) ? signal.reason : new Error("aborted"));
  };
  const timer = setTimeout(() => {
    signal.removeEventListener("abort", onAbort);
    resolve();
  }, ms);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
