import { Worker } from "node:worker_threads";
import { GateAnswer, type GateTask } from "./gate-task.ts";
import { GateReport, unevaluatedReport } from "./gate-report.ts";

/** Cases get 15 s of CPU time (GATE-40), so that load by others does not use it up. */
const budgetMs = 15_000;
/** Then the thread is terminated: a case that overruns cannot check the clock. */
const cpuMsMax = 25_000;
/** However little of a core the thread gets. */
const computingMsMax = 600_000;
const looksAtCpuMs = 1_000;
/** Start-up does not count against the gate's budget, but a thread that never starts must not keep its slot. */
const startingMsMax = 60_000;
/** As much as a thread that computes runs: parsed datasets take about three times the size of their JSON. */
const threadMemoryMiBMax = 1_024;
/** Idle threads are kept because starting one takes longer than most gates; one takes some 45 MB. */
const threadIdleMs = 60_000;

export interface GateThreads {
  /**
   * Evaluates one gate. Its thread is ended when `signal` aborts, when the gate overruns and when it runs out of
   * memory.
   * @returns the report; "no evaluation result yet" when the gate overran or ran out of memory.
   * @throws the signal's reason; an Error when the engine type itself is defective.
   */
  evaluate(task: Omit<GateTask, "budgetMs">, signal: AbortSignal): Promise<GateReport>;
  /** Ends all threads. */
  close(): Promise<void>;
}

/**
 * Threads that evaluate gates, separate from those that compute runs: a gate runs the caller's configuration many
 * times, and neither the event loop nor a run may wait for that. One thread for each concurrent gate; the caller bounds
 * their number. An idle thread is kept for a minute.
 */
export function openGateThreads(): GateThreads {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  /** Terminating threads: a late answer is still accepted, but they get no other task. */
  const ending = new WeakSet<Worker>();
  let isClosed = false;

  function take(): Worker {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      return worker;
    }
    const worker = openThread();
    all.add(worker);
    worker.once("exit", () => {
      all.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }

  function end(worker: Worker): void {
    ending.add(worker);
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    void worker.terminate();
  }

  function giveBack(worker: Worker): void {
    if (ending.has(worker) || !all.has(worker)) return;
    if (isClosed) end(worker);
    else idle.set(worker, setTimeout(() => end(worker), threadIdleMs).unref());
  }

  return {
    async evaluate(task, signal) {
      signal.throwIfAborted();
      const worker = take();
      try {
        return await evaluateIn(worker, { ...task, budgetMs }, { signal, end: () => end(worker) });
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

async function evaluateIn(
  worker: Worker,
  task: GateTask,
  { signal, end }: { readonly signal: AbortSignal; readonly end: () => void },
): Promise<GateReport> {
  const { promise, resolve, reject } = Promise.withResolvers<GateReport>();
  const onMessage = (message: unknown): void => {
    try {
      const report = reportOf(message);
      if (report !== "started") return resolve(report);
      clearTimeout(watchdog);
      watchdog = setTimeout(end, computingMsMax);
      cpuWatch ??= watchCpu(worker, end);
    } catch (error) {
      reject(error);
    }
  };
  const onError = (error: unknown): void => {
    if (!isOutOfMemory(error)) reject(error);
  };
  // Ended by the watchdog or out of memory: no result for this configuration.
  const onEnd = (): void => {
    if (signal.aborted) reject(reasonOf(signal));
    else resolve(unevaluatedReport("out_of_time"));
  };
  let watchdog = setTimeout(end, startingMsMax);
  let cpuWatch: NodeJS.Timeout | undefined;
  worker.on("message", onMessage);
  worker.once("error", onError);
  worker.once("exit", onEnd);
  signal.addEventListener("abort", end, { once: true });
  worker.postMessage(task);
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    clearInterval(cpuWatch);
    signal.removeEventListener("abort", end);
    worker.off("message", onMessage);
    worker.off("error", onError);
    worker.off("exit", onEnd);
  }
}

/** Ends the thread when it has used too much CPU time from now on. */
function watchCpu(worker: Worker, end: () => void): NodeJS.Timeout {
  let from: NodeJS.CpuUsage | undefined;
  return setInterval(() => {
    void worker.cpuUsage().then(
      (usage) => {
        from ??= usage;
        if ((usage.user - from.user + usage.system - from.system) / 1_000 > cpuMsMax) end();
      },
      // It has ended.
      () => undefined,
    );
  }, looksAtCpuMs);
}

function reasonOf(signal: AbortSignal): Error {
  return Error.isError(signal.reason) ? signal.reason : new Error(`aborted: ${String(signal.reason)}`);
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
    // Hide the process's secrets from engine code.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMiBMax },
  });
  // Without a listener a thread's error would crash the process; "exit" always follows it.
  worker.on("error", () => undefined);
  return worker;
}
