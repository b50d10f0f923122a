import { Piscina } from "piscina";
import type { Json } from "@service/json";
import type { StageName } from "@service/engine-kit";
import type { Logger } from "@service/runtime";
import type { ComputedRun, ComputeJob } from "./compute-run.ts";
import { progressAt, progressBytes, stageNames, type ThreadAnswer, type ThreadRequest } from "./thread-messages.ts";

/** `timeout`: over its wall budget. `crashed`: its thread died. `abandoned`: the caller gave the result up. */
export type ComputeOutcome =
  | ComputedRun
  | { readonly kind: "timeout"; readonly stage: StageName | null }
  | { readonly kind: "crashed"; readonly stage: StageName | null }
  | { readonly kind: "abandoned" };

type Work = {
  readonly job: ComputeJob;
  readonly configuration: SharedArrayBuffer;
  readonly budgetMs: number;
  readonly onStage: (stage: StageName) => void;
  readonly resolve: (outcome: ComputeOutcome) => void;
  /** Set when another run ended its thread: it is computed again, alone, so that this cannot happen twice. */
  isAlone: boolean;
  isAbandoned: boolean;
};

type Task = {
  readonly works: readonly Work[];
  readonly progress: Int32Array;
  readonly sentAtMs: number;
  readonly abort: AbortController;
  /** Index of the work whose exceeded budget ended the thread. */
  overdue: number | undefined;
};

export type ComputePool = {
  /** Computes one run off the event loop. Call `abandon` of the answer to give the result up. */
  compute(
    job: ComputeJob,
    options: { configuration: SharedArrayBuffer; budgetMs: number; onStage: (stage: StageName) => void },
  ): { readonly outcome: Promise<ComputeOutcome>; readonly abandon: () => void };
  narrate(output: string, answer: Json): Promise<{ readonly output: string } | { readonly reason: string }>;
  /** Ends all threads; runs under way are `abandoned`. */
  close(): Promise<void>;
};

/** Most runs of one message; waiting runs are divided among idle threads. */
const runsPerBatchMax = 16;
/** Most characters of one message; a run beyond half of it travels alone. */
const batchTextMax = 128 * 1024;
const watchEveryMs = 250;
/** An abandoned run may hold its thread this long, because ending the thread costs the other runs more. */
const abandonedGraceMs = 1_000;
const threadMemoryMaxMb = 1_024;
const threadIdleMs = 600_000;

/**
 * Worker threads that compute runs in batches. Guarantees: a run over its wall budget, or one that kills its thread, ends
 * alone; the other runs of its batch are computed again, each by itself. Threads get no environment, so engine code sees
 * no secret of the process.
 */
export function openComputePool(options: {
  readonly threads: number;
  readonly log: Logger;
  /** Code of a thread; default `compute-thread.ts`. */
  readonly threadFile?: URL;
}): ComputePool {
  const { log } = options;
  const pool = new Piscina<ThreadRequest, ThreadAnswer>({
    filename: (options.threadFile ?? new URL("./compute-thread.ts", import.meta.url)).href,
    name: "answerRequest",
    // Keep none while idle: a thread with its engines takes some 45 MB. The first run after ten idle minutes waits.
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: threadIdleMs,
    concurrentTasksPerWorker: 1,
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMaxMb },
    recordTiming: false,
  });
  const waiting: Work[] = [];
  const active = new Set<Task>();
  let isClosed = false;
  let isDispatchScheduled = false;

  // When a thread dies before it takes its task, piscina leaves the task waiting until another is sent: abort it.
  pool.on("error", (error) => {
    log.error({ err: error }, "a compute thread ended by itself");
    for (const task of active) if (Atomics.load(task.progress, progressAt.job) === 0) task.abort.abort(error);
  });

  // One timer for all runs, none while idle.
  let watch: NodeJS.Timeout | undefined;
  function watchActive(): void {
    const now = Date.now();
    for (const task of active) {
      const index = Atomics.load(task.progress, progressAt.job) - 1;
      const work = task.works[index];
      if (!work) continue;
      const stage = stageOf(task);
      if (stage) work.onStage(stage);
      const elapsedMs = now - task.sentAtMs - Atomics.load(task.progress, progressAt.startedMs);
      if (elapsedMs > work.budgetMs || (work.isAbandoned && elapsedMs > abandonedGraceMs)) {
        task.overdue = index;
        task.abort.abort();
      }
    }
    if (active.size === 0) {
      clearInterval(watch);
      watch = undefined;
    }
  }

  function stageOf(task: Task): StageName | null {
    return stageNames[Atomics.load(task.progress, progressAt.stage) - 1] ?? null;
  }

  function nextBatch(): Work[] {
    const idle = Math.max(1, options.threads - active.size);
    const share = Math.min(runsPerBatchMax, Math.ceil(waiting.length / idle));
    const batch: Work[] = [];
    let text = 0;
    while (batch.length < share) {
      const work = waiting[0];
      if (!work) break;
      const length = work.job.input.length + (work.job.offerings?.length ?? 0);
      const isAlone = work.isAlone || length > batchTextMax / 2;
      if (batch.length > 0 && (isAlone || text + length > batchTextMax)) break;
      waiting.shift();
      if (work.isAbandoned) continue;
      batch.push(work);
      text += length;
      if (isAlone) break;
    }
    return batch;
  }

  function dispatch(): void {
    isDispatchScheduled = false;
    while (!isClosed && waiting.length > 0 && active.size < options.threads) {
      const works = nextBatch();
      if (works.length > 0) void compute(works);
    }
  }

  // Once per turn of the event loop: runs of one claim travel together.
  function scheduleDispatch(): void {
    if (isDispatchScheduled || isClosed) return;
    isDispatchScheduled = true;
    queueMicrotask(dispatch);
  }

  async function compute(works: readonly Work[]): Promise<void> {
    const shared = new SharedArrayBuffer(progressBytes);
    const task: Task = {
      works,
      progress: new Int32Array(shared),
      sentAtMs: Date.now(),
      abort: new AbortController(),
      overdue: undefined,
    };
    active.add(task);
    watch ??= setInterval(watchActive, watchEveryMs);
    try {
      const answer = await pool.run(
        {
          kind: "compute",
          jobs: works.map((work) => work.job),
          configurations: new Map(works.map((work) => [work.job.configHash, work.configuration])),
          progress: shared,
          sentAtMs: task.sentAtMs,
        },
        { signal: task.abort.signal },
      );
      if (answer.kind !== "computed") throw new Error("a thread gave the wrong answer");
      works.forEach((work, index) => work.resolve(answer.runs[index] ?? { kind: "crashed", stage: null }));
    } catch (error) {
      logBroken(task, error);
      endBroken(task);
    } finally {
      active.delete(task);
      scheduleDispatch();
    }
  }

  /** Index of the run that the thread was computing when it died. */
  function blamedIn(task: Task): number {
    return task.overdue ?? Math.max(0, Atomics.load(task.progress, progressAt.job) - 1);
  }

  function logBroken(task: Task, error: unknown): void {
    // Closing ends every thread.
    if (isClosed) return;
    const blamed = task.works[blamedIn(task)];
    const fields = {
      run_ids: task.works.map((work) => work.job.runId),
      blamed_run_id: blamed?.job.runId,
      stage: stageOf(task),
    };
    const { signal } = task.abort;
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (task.overdue === undefined) log.error({ ...fields, err: cause }, "a compute thread died");
    else if (blamed?.isAbandoned === true) log.info(fields, "a compute thread was ended: its run was abandoned");
    else log.warn({ ...fields, budgetMs: blamed?.budgetMs }, "a compute thread was ended: its run is over budget");
  }

  /** Handles a dead thread: its current run gets the blame, the others are computed again. */
  function endBroken(task: Task): void {
    const blamed = blamedIn(task);
    for (const [index, work] of task.works.entries()) {
      if (isClosed || work.isAbandoned) work.resolve({ kind: "abandoned" });
      else if (index === blamed && task.overdue !== undefined) work.resolve({ kind: "timeout", stage: stageOf(task) });
      // In a batch, an earlier run may have caused the death: only a run computed alone is to blame for certain.
      else if (index === blamed && task.works.length === 1) work.resolve({ kind: "crashed", stage: stageOf(task) });
      else {
        work.isAlone = true;
        waiting.unshift(work);
      }
    }
  }

  return {
    compute(job, { configuration, budgetMs, onStage }) {
      const { promise, resolve } = Promise.withResolvers<ComputeOutcome>();
      if (isClosed) return { outcome: Promise.resolve({ kind: "abandoned" }), abandon: () => undefined };
      const work: Work = { job, configuration, budgetMs, onStage, resolve, isAlone: false, isAbandoned: false };
      waiting.push(work);
      scheduleDispatch();
      return {
        outcome: promise,
        abandon() {
          work.isAbandoned = true;
          resolve({ kind: "abandoned" });
        },
      };
    },
    async narrate(output, answer) {
      const reply = await pool.run({ kind: "narrate", output, answer });
      if (reply.kind !== "narrated") throw new Error("a thread gave the wrong answer");
      return reply.outcome;
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      for (const work of waiting.splice(0)) work.resolve({ kind: "abandoned" });
      await pool.destroy();
    },
  };
}
