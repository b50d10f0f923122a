import type { EngineTypeName } from "@service/contract";
import {
  claimRuns,
  createSettler,
  heartbeatRuns,
  readHeldRuns,
  releaseRuns,
  type ClaimedRun,
} from "@service/domain/runs";
import { runsChannel, type ChannelListener, type Queue } from "@service/queue";
import type { Database } from "@service/db/open";
import type { Logger, Tracing } from "@service/runtime";
import { type HeldState, type LeasedWork, startLeasedWork } from "@service/work";
import { executeRun, type ExecutionOutcome, type ExecutionTools } from "./execute-run.ts";
import type { PipelineTools } from "./engines/index.ts";
import { HeldRun } from "./held-run.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

export type RunWorkerOptions = {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly metrics: WorkerMetrics;
  readonly tools: Omit<PipelineTools, "db" | "log">;
  /** Name of this process in leases and attempts. */
  readonly owner: string;
  readonly engineTypes: readonly EngineTypeName[];
  /** Most runs worked on at one time; the results of as many others may be waiting to be stored. */
  readonly slots: number;
  readonly silenceSeconds: number;
  readonly firstSilenceSeconds: number;
  readonly cancelPollSeconds: number;
  /** Total time of an attempt, milliseconds (RUN-59). */
  readonly totalBudgetMs?: number;
  /** Called for every attempt that ended here; for tests. */
  readonly onEnd?: (runId: string, outcome: ExecutionOutcome) => void;
};

const totalBudgetMs = 10 * 60_000;
/** Poll interval while slots are free, for lost wake-ups; random, so that processes do not synchronize. */
const pollMs = { least: 250, most: 500 } as const;
/** Pauses after claims that failed: a database that is back must not wait long for its workers. */
const backoffMs = { first: 250, last: 2_000 } as const;
/** How long a free slot waits for others under a backlog: one claim for many runs costs less than one for each. */
const claimTogetherMs = 8;
/** Shortest interval between wake-ups of other processes for a backlog. */
const wakeOthersEveryMs = 250;
/** Shortest interval between wake-ups for events: under load one serves many runs. */
const announceEveryMs = 25;
/** Longest interval between heartbeats, one statement for all held runs (RUN-70), even when long silence is allowed. */
const heartbeatEveryMaxMs = 20_000;
/** Longest wait for the statement that releases what is held when the process stops. */
const releaseMsMax = 10_000;

/**
 * The slots of a worker process: leased work over the statements of runs. Guarantees: never more than `slots` runs are
 * worked on and never more than twice as many held; work on a run stops as soon as the process learns that its lease is
 * lost; no run is lost with a wake-up, the queue or the database.
 *
 * A run whose result is being stored needs no slot: the next ones are claimed meanwhile, or a worker with quick runs would
 * alternate between claiming and settling all and leave the database idle in between. While the database is away results
 * wait here, and their limit is the back-pressure.
 */
export class RunWorker {
  readonly #options: RunWorkerOptions;
  readonly #tools: ExecutionTools;
  /** By run id. A reclaimed run may be held here again under a new token: the newest hold is the one that counts. */
  readonly #held = new Map<string, HeldRun>();
  readonly #listeners: ChannelListener[] = [];
  #work: LeasedWork | undefined;
  #othersWokenAtMs = 0;
  #announceTimer: NodeJS.Timeout | undefined;
  #announcedAtMs = 0;

  constructor(options: RunWorkerOptions) {
    this.#options = options;
    const { db, log, tracing, metrics, tools } = options;
    const settle = createSettler(db, { heldMax: options.slots * 2, onAnnounced: () => this.#announceEvents() });
    this.#tools = { ...tools, db, log, tracing, metrics, settle };
  }

  get heldCount(): number {
    return this.#work?.heldCount ?? 0;
  }

  get slotsTaken(): number {
    return this.#work?.slotsTaken ?? 0;
  }

  start(): void {
    const { queue, engineTypes } = this.#options;
    const work = this.#startWork();
    this.#work = work;
    for (const engineType of engineTypes)
      this.#listeners.push(queue.listen(runsChannel(engineType), () => work.wakeAndWait()));
  }

  #startWork(): LeasedWork {
    const { db, log, slots, silenceSeconds, cancelPollSeconds } = this.#options;
    return startLeasedWork<ClaimedRun, ExecutionOutcome>({
      name: "runs",
      log,
      slots,
      heldMax: slots * 2,
      pollMs,
      backoffMs,
      gatherMs: claimTogetherMs,
      claim: (runsMax) => this.#claim(runsMax),
      perform: (run, signal, freeSlot) => this.#perform(run, signal, freeSlot),
      // `perform` has written the end.
      settle: async (_run, outcome) => outcome.kind === "done" && outcome.result !== "lost",
      heartbeat: {
        everyMs: Math.min(heartbeatEveryMaxMs, (silenceSeconds * 1_000) / 3),
        extend: async (runs) => {
          const beats = this.#newest(runs).map(({ run: { id, attempt, token }, stage }) => ({
            id,
            attempt,
            token,
            stage,
          }));
          return this.#statesOf(runs, await heartbeatRuns(db, beats, silenceSeconds));
        },
      },
      check: {
        everyMs: cancelPollSeconds * 1_000,
        read: async (runs) => {
          const holds = this.#newest(runs);
          this.#endOverdue(holds);
          const states = await readHeldRuns(
            db,
            holds.map((held) => held.run),
          );
          return this.#statesOf(runs, states);
        },
      },
      // The release is one statement, which refuses what the aborted ones still write.
      abortedGraceMs: 0,
      release: (runs) => this.#release(runs),
      releaseMsMax,
    });
  }

  /**
   * Stops claiming at once, lets held runs finish within the grace period and releases the rest (RUN-51, RUN-52). Sends
   * heartbeats until the end, so a long grace period loses no lease.
   */
  async stop(graceMs: number): Promise<void> {
    // Do not wait here: a listener of a frozen queue may take seconds to close, and the grace period is for the runs.
    const closing = Promise.allSettled(this.#listeners.map((listener) => listener.close()));
    await this.#work?.stop(graceMs);
    if (this.#announceTimer !== undefined) {
      clearTimeout(this.#announceTimer);
      await this.#options.queue.wake("webhooks");
    }
    await closing;
  }

  async #claim(runsMax: number): Promise<{ readonly items: readonly ClaimedRun[]; readonly isMore: boolean }> {
    const { db, owner, engineTypes, firstSilenceSeconds, metrics } = this.#options;
    const runs = await claimRuns(db, { owner, engineTypes, runsMax, firstSilenceSeconds });
    const isMore = runs.length >= runsMax;
    if (runs.length > 0) {
      metrics.claimed(
        runs.length,
        runs.map((run) => run.waitedSeconds),
      );
    }
    if (isMore) this.#wakeOthers(runs);
    return { items: runs, isMore };
  }

  async #perform(run: ClaimedRun, signal: AbortSignal, freeSlot: () => void): Promise<ExecutionOutcome> {
    const held = new HeldRun(run, freeSlot);
    this.#held.set(run.id, held);
    const abandon = (): void => {
      const reason: unknown = signal.reason;
      if (reason === "lost") this.#options.metrics.lostLease();
      if (reason === "lost" || reason === "cancelled" || reason === "released") held.abandon(reason);
    };
    signal.addEventListener("abort", abandon, { once: true });
    const outcome = await executeRun(this.#tools, held).catch((error: unknown): ExecutionOutcome => {
      this.#options.log.error(
        { run_id: run.id, err: error },
        "a run could not be settled; the reconciler will restart it",
      );
      return "lost";
    });
    if (this.#held.get(run.id) === held) this.#held.delete(run.id);
    const { onEnd } = this.#options;
    // When it is no longer held.
    if (onEnd) setImmediate(() => onEnd(run.id, outcome));
    return outcome;
  }

  #newest(runs: readonly ClaimedRun[]): HeldRun[] {
    return runs.flatMap((run) => {
      const held = this.#held.get(run.id);
      return held?.run === run ? [held] : [];
    });
  }

  /** A run that is missing has lost its lease, also to a newer hold of this process. */
  #statesOf(
    runs: readonly ClaimedRun[],
    states: readonly { readonly id: string; readonly isCancelRequested: boolean }[],
  ): ReadonlyMap<ClaimedRun, HeldState> {
    const byId = new Map(states.map((state) => [state.id, state]));
    return new Map(
      runs.flatMap((run): [ClaimedRun, HeldState][] => {
        const state = this.#held.get(run.id)?.run === run ? byId.get(run.id) : undefined;
        return state === undefined ? [] : [[run, state.isCancelRequested ? "cancelled" : "held"]];
      }),
    );
  }

  #endOverdue(holds: readonly HeldRun[]): void {
    const budgetMs = this.#options.totalBudgetMs ?? totalBudgetMs;
    for (const held of holds)
      if (!held.isSettling && performance.now() - held.claimedAtMs > budgetMs) held.abandon("overdue");
  }

  /** Wakes the webhooks process, which also polls: at once, then at most every few milliseconds. */
  #announceEvents(): void {
    this.#announceTimer ??= setTimeout(
      () => {
        this.#announceTimer = undefined;
        this.#announcedAtMs = performance.now();
        void this.#options.queue.wake("webhooks");
      },
      Math.max(0, announceEveryMs - (performance.now() - this.#announcedAtMs)),
    );
  }

  #wakeOthers(runs: readonly ClaimedRun[]): void {
    const now = performance.now();
    if (now - this.#othersWokenAtMs < wakeOthersEveryMs) return;
    this.#othersWokenAtMs = now;
    const backlogged = new Set(runs.map((run) => run.engineType));
    for (const engineType of backlogged) void this.#options.queue.wake(runsChannel(engineType));
  }

  /** Releases everything still held in one statement. If the database is away, the reconciler does it later. */
  async #release(runs: readonly ClaimedRun[]): Promise<void> {
    const { db, queue, log, firstSilenceSeconds } = this.#options;
    const released = await releaseRuns(db, runs, firstSilenceSeconds);
    const restarting = new Set(released.filter((run) => run.status === "processing").map((run) => run.engineType));
    await Promise.all([...restarting].map((engineType) => queue.wake(runsChannel(engineType))));
    if (released.some((run) => run.status !== "processing")) await queue.wake("webhooks");
    log.info({ held: runs.length, released: released.length }, "runs released");
  }
}
