import { Worker } from "node:worker_threads";
import { fail } from "@service/contract";
import { GateAnswer, type GateJob } from "./gate-job.ts";
import { GateReport, unevaluatedReport } from "./gate-report.ts";

/** domain.md B: cases get 15 s of the 30 s of a request; they are computing time, so that no neighbour takes them away. */
const budgetMs = 15_000;
/** A case that overruns cannot look at the clock, and the request ends at 30 s whatever the machine does: the thread is ended. */
const computingMsMax = 25_000;
/** Loading the code is no computing of the gate, but a thread that never gets there must not hold up the next one. */
const startingMsMax = 60_000;
const waitingMax = 16;
/** As much as a worker's thread: parsed datasets take about three times their text. */
const threadMemoryMiBMax = 1_024;

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
      const report = reportOf(message);
      if (report !== "started") return resolve(report);
      clearTimeout(watchdog);
      watchdog = setTimeout(() => void worker.terminate(), computingMsMax);
    } catch (error) {
      reject(error);
    }
  };
  const onError = (error: unknown): void => {
    if (!isOutOfMemory(error)) reject(error);
  };
  // Ended by the watchdog or out of memory: there is no result for this configuration.
  const onEnd = (): void => resolve(unevaluatedReport("out_of_time"));
  let watchdog = setTimeout(() => void worker.terminate(), startingMsMax);
  worker.on("message", onMessage);
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

function reportOf(message: unknown): GateReport | "started" {
  const answer = GateAnswer.parse(message);
  if (answer.kind === "started") return "started";
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
