import { Worker } from "node:worker_threads";
import { fail } from "@service/contract";
import { GateAnswer, type GateJob } from "./gate-job.ts";
import { GateReport, outOfTimeReport } from "./gate-report.ts";

/** domain.md B: cases get 15 s of the 30 s of a request. */
const budgetMs = 15_000;
/** A single case that overruns cannot look at the clock: the thread is ended this much later. */
const overrunMs = 3_000;
const waitingMax = 16;
const threadMemoryMiBMax = 512;

let thread: Worker | undefined;
let waiting = 0;
let lastJob: Promise<unknown> = Promise.resolve();

/**
 * Evaluates a gate in a thread of its own: cases are the caller's configuration run many times over, and a process that
 * answers requests must not stand still for that. One gate at a time in a process; those that wait share the thread,
 * and it ends with the last of them.
 * @throws `service_unavailable` when too many gates wait; an Error when the engine type itself is defective.
 */
export async function runGate(job: Omit<GateJob, "budgetMs">): Promise<GateReport> {
  if (waiting >= waitingMax) throw fail("service_unavailable", { internal: "too many gates are waiting" });
  waiting += 1;
  const mine = lastJob.then(() => evaluateInThread({ ...job, budgetMs }));
  lastJob = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting -= 1;
    if (waiting === 0) await endThread();
  }
}

async function evaluateInThread(job: GateJob): Promise<GateReport> {
  const worker = (thread ??= openThread());
  const { promise, resolve, reject } = Promise.withResolvers<GateReport>();
  const onMessage = (message: unknown): void => {
    try {
      resolve(reportOf(message));
    } catch (error) {
      reject(error);
    }
  };
  const onError = (error: unknown): void => {
    if (!isOutOfMemory(error)) reject(error);
  };
  // Ended by the watchdog or out of memory: there is no result for this configuration.
  const onEnd = (): void => resolve(outOfTimeReport());
  const watchdog = setTimeout(() => void worker.terminate(), job.budgetMs + overrunMs);
  worker.once("message", onMessage);
  worker.once("error", onError);
  worker.once("exit", onEnd);
  worker.postMessage(job);
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    worker.off("message", onMessage);
    worker.off("error", onError);
    worker.off("exit", onEnd);
  }
}

function reportOf(message: unknown): GateReport {
  const answer = GateAnswer.parse(message);
  if (answer.kind === "failed") throw new Error(`the gate failed: ${answer.message}`);
  return GateReport.parse(JSON.parse(answer.report));
}

function isOutOfMemory(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function openThread(): Worker {
  const worker = new Worker(new URL("./gate-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMiBMax },
  });
  // Without a listener an error of the thread would be one of the process; "exit" always follows it.
  worker.on("error", () => undefined);
  worker.once("exit", () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

async function endThread(): Promise<void> {
  const worker = thread;
  thread = undefined;
  await worker?.terminate();
}
