import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { StageName } from "@service/engine-kit";
import type { LogFields, Logger } from "@service/runtime";
import type { ComputeOutcome } from "./compute-pool.ts";
import type { ComputedRun, ComputeJob } from "./compute-run.ts";
import type { SoloRequest } from "./solo-child.ts";

const memoryMaxMb = 1_024;
/** Most characters kept of a child's stderr. */
const lastWordsMax = 4_000;
/**
 * Most children of a process at one time. A worker that dies gives all its runs to the others at once: started together,
 * 16 of them took 40 s each instead of one, and left no core to the runs of the threads.
 */
export const childrenMax = Math.max(1, Math.floor(availableParallelism() / 2));
const childFile = fileURLToPath(new URL("./solo-child.ts", import.meta.url));

export type AloneOptions = {
  readonly configuration: SharedArrayBuffer;
  /** From the start of the child. */
  readonly budgetMs: number;
  readonly onStage: (stage: StageName) => void;
  readonly log: Logger;
  /** Largest heap of the child; default 1,024. */
  readonly memoryMb?: number;
};
type Work = { readonly outcome: Promise<ComputeOutcome>; readonly abandon: () => void };

let children = 0;
/** Oldest first. */
const waiting = new Set<() => void>();

/**
 * Computes a run in a separate child process: for attempts after a reclaim, whose run may have killed the worker
 * (RUN-72). The child gets no environment. Waits for its turn: no more than `childrenMax` compute at one time.
 */
export function computeAlone(job: ComputeJob, options: AloneOptions): Work {
  const { promise, resolve } = Promise.withResolvers<ComputeOutcome>();
  let started: Work | undefined;
  const start = (): void => {
    waiting.delete(start);
    children += 1;
    started = startChild(job, options);
    void started.outcome.then((outcome) => {
      children -= 1;
      startWaiting();
      resolve(outcome);
    });
  };
  waiting.add(start);
  startWaiting();
  return {
    outcome: promise,
    abandon() {
      if (started) started.abandon();
      else if (waiting.delete(start)) resolve({ kind: "abandoned" });
    },
  };
}

function startWaiting(): void {
  for (const start of waiting) {
    if (children >= childrenMax) return;
    start();
  }
}

function startChild(job: ComputeJob, options: AloneOptions): Work {
  const { promise, resolve } = Promise.withResolvers<ComputeOutcome>();
  const child = fork(childFile, {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${options.memoryMb ?? memoryMaxMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stage: StageName | null = null;
  let isEnded = false;
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (words: string) => {
    stderr = (stderr + words).slice(-lastWordsMax);
  });
  const end = (outcome: ComputeOutcome): void => {
    isEnded = true;
    clearTimeout(timer);
    resolve(outcome);
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => end({ kind: "timeout", stage }), options.budgetMs);
  child.on("message", (message: { stage: StageName } | { run: ComputedRun }) => {
    if ("run" in message) end(message.run);
    else {
      stage = message.stage;
      options.onStage(stage);
    }
  });
  const crash = (fields: LogFields): void => {
    if (isEnded) return;
    options.log.error({ run_id: job.runId, stage, ...fields }, "the process that computed a run alone died");
    end({ kind: "crashed", stage });
  };
  child.once("error", (error) => crash({ err: error }));
  // Wait for "close", which follows the child's last output; "exit" may precede it.
  child.once("close", (code, signal) => crash({ code, signal, stderr }));
  // Shared memory cannot cross processes: copy it.
  const datasets = job.datasets?.map((dataset) => ({ ...dataset, text: Uint8Array.from(dataset.text) }));
  const previous = job.previous && { ...job.previous, output: Uint8Array.from(job.previous.output) };
  const request: SoloRequest = {
    job: { ...job, ...(datasets && { datasets }), ...(previous && { previous }) },
    configuration: Buffer.from(options.configuration).toString("utf8"),
  };
  child.send(request, (error) => {
    if (error) crash({ err: error });
  });
  return { outcome: promise, abandon: () => end({ kind: "abandoned" }) };
}
