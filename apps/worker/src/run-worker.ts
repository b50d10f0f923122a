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
/** How long a free slot waits for others under a backlog: one claim for many runs costs less than one for each. */
const claimTogetherMs = 8;
/** Shortest interval between wake-ups of other processes for a backlog. */
const wakeOthersEveryMs = 250;
/** Shortest interval between wake-ups for events: under load one serves many runs. */
const announceEveryMs = 25;
/** Longest interval between heartbeats, one statement for all held runs (RUN-70), even when long silence is allowed. */
const heartbeatEveryMaxMs = 20_000;

/**
 * The slots of a worker process: claims, sends heartbeats, polls for cancels, settles, releases. Guarantees: never more
 * than `slots` runs are worked on and never more than twice as many held; work on a run stops as soon as the process
 * learns that its lease is lost; no run is lost with a wake-up, the queue or the database.
 */
export class RunWorker {
  readonly #options: RunWorkerOptions;
  readonly #tools: ExecutionTools;
  readonly #held = new Map<string, HeldRun>();
  /** Runs being worked on; the other held ones only wait for their result to be stored. */
  #slotsTaken = 0;
  readonly #listeners: ChannelListener[] = [];
  #timers: NodeJS.Timeout[] = [];
  #pollTimer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #isStopping = false;
  /** The last claim took as many as it could: more are probably waiting. */
  #hasBacklog = false;
  /** A wake-up came during a claim, which may have missed the new run: claim again. */
  #isWokenAgain = false;
  #isClaimScheduled = false;
  #claimTimer: NodeJS.Timeout | undefined;
  #othersWokenAtMs = 0;
  #announceTimer: NodeJS.Timeout | undefined;
  #announcedAtMs = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: RunWorkerOptions) {
    this.#options = options;
    const { db, log, tracing, metrics, tools } = options;
    const settle = createSettler(db, { heldMax: options.slots * 2, onAnnounced: () => this.#announceEvents() });
    this.#tools = { ...tools, db, log, tracing, metrics, settle };
  }

  /**
   * Number of runs that may be claimed now. A run whose result is being stored needs no slot: the next ones are claimed
   * meanwhile, or a worker with quick runs would alternate between claiming and settling all and leave the database idle
   * in between. While the database is away results wait here, and their limit is the back-pressure.
   */
  get #free(): number {
    const { slots } = this.#options;
    return Math.min(slots - this.#slotsTaken, slots * 2 - this.#held.size);
  }

  get heldCount(): number {
    return this.#held.size;
  }

  get slotsTaken(): number {
    return this.#slotsTaken;
  }

  start(): void {
    const { queue, engineTypes, silenceSeconds, cancelPollSeconds } = this.#options;
    for (const engineType of engineTypes) {
      this.#listeners.push(queue.listen(runsChannel(engineType), () => this.#claim()));
    }
    const beatEveryMs = Math.min(heartbeatEveryMaxMs, (silenceSeconds * 1_000) / 3);
    this.#timers.push(
      this.#every(beatEveryMs, () => this.#beat()),
      this.#every(cancelPollSeconds * 1_000, () => this.#pollHeld()),
    );
    this.#schedulePoll();
  }

  /**
   * Stops claiming at once, lets held runs finish within the grace period and releases the rest (RUN-51, RUN-52). Sends
   * heartbeats until the end, so a long grace period loses no lease.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pollTimer);
    clearTimeout(this.#claimTimer);
    // Do not wait here: a listener of a frozen queue may take seconds to close, and the grace period is for the runs.
    const closing = Promise.allSettled(this.#listeners.map((listener) => listener.close()));
    await this.#claiming?.catch(() => undefined);
    await this.#idle(graceMs);
    await this.#release();
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    if (this.#announceTimer !== undefined) {
      clearTimeout(this.#announceTimer);
      await this.#options.queue.wake("webhooks");
    }
    await closing;
  }

  #every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    let isBusy = false;
    return setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#options.log.warn({ err: error }, "held runs could not be checked"))
        .finally(() => {
          isBusy = false;
        });
    }, ms);
  }

  #schedulePoll(): void {
    if (this.#isStopping) return;
    clearTimeout(this.#pollTimer);
    this.#pollTimer = setTimeout(
      () => {
        void this.#claim().finally(() => this.#schedulePoll());
      },
      pollMs.least + Math.random() * (pollMs.most - pollMs.least),
    );
  }

  /** Claims until nothing is left or no slot is free. One claim at a time; calls meanwhile lead to one more. */
  #claim(): Promise<void> {
    if (this.#claiming) {
      this.#isWokenAgain = true;
      return this.#claiming;
    }
    this.#claiming = this.#claimWhileFree()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, "runs could not be claimed"))
      .finally(() => {
        this.#claiming = undefined;
      });
    return this.#claiming;
  }

  async #claimWhileFree(): Promise<void> {
    const { db, owner, engineTypes, firstSilenceSeconds, metrics } = this.#options;
    for (;;) {
      const runsMax = this.#free;
      if (this.#isStopping) return;
      if (runsMax <= 0) {
        // Woken while all slots were taken: claim again when one becomes free.
        this.#hasBacklog = true;
        return;
      }
      this.#isWokenAgain = false;
      const runs = await claimRuns(db, { owner, engineTypes, runsMax, firstSilenceSeconds });
      this.#hasBacklog = runs.length >= runsMax;
      if (runs.length > 0) {
        metrics.claimed(
          runs.length,
          runs.map((run) => run.waitedSeconds),
        );
        for (const run of runs) this.#begin(run);
      }
      if (this.#hasBacklog) {
        this.#wakeOthers(runs);
        this.#claimSoon();
        return;
      }
      if (!this.#isWokenAgain) return;
    }
  }

  #begin(run: ClaimedRun): void {
    const held = new HeldRun(run, () => this.#onSettling());
    this.#held.set(run.id, held);
    this.#slotsTaken += 1;
    void executeRun(this.#tools, held)
      .catch((error: unknown): ExecutionOutcome => {
        this.#options.log.error(
          { run_id: run.id, err: error },
          "a run could not be settled; the reconciler will restart it",
        );
        return "lost";
      })
      .then((outcome) => this.#end(held, outcome));
  }

  #onSettling(): void {
    this.#slotsTaken -= 1;
    if (this.#hasBacklog) this.#claimSoon();
  }

  #end(held: HeldRun, outcome: ExecutionOutcome): void {
    if (!held.isSettling) this.#slotsTaken -= 1;
    // A reclaimed run may be held here again under a new token: end only this hold.
    if (this.#held.get(held.run.id) === held) this.#held.delete(held.run.id);
    this.#options.onEnd?.(held.run.id, outcome);
    if (this.#held.size === 0) this.#onIdle?.();
    if (this.#hasBacklog) this.#claimSoon();
  }

  /**
   * Claims for free slots under a backlog: when half of all are free, at the end of this turn (runs settled by one
   * statement end one after another); else after a moment for more to become free.
   */
  #claimSoon(): void {
    const free = this.#free;
    if (free <= 0 || this.#isClaimScheduled) return;
    if (free * 2 < this.#options.slots) {
      this.#claimTimer ??= setTimeout(() => {
        this.#claimTimer = undefined;
        void this.#claim();
      }, claimTogetherMs);
      return;
    }
    this.#isClaimScheduled = true;
    setImmediate(() => {
      this.#isClaimScheduled = false;
      clearTimeout(this.#claimTimer);
      this.#claimTimer = undefined;
      void this.#claim();
    });
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

  async #beat(): Promise<void> {
    const holds = [...this.#held.values()];
    const beats = holds.map((held) => ({
      id: held.run.id,
      attempt: held.run.attempt,
      token: held.run.token,
      stage: held.stage,
    }));
    const states = await heartbeatRuns(this.#options.db, beats, this.#options.silenceSeconds);
    this.#learn(holds, states);
  }

  async #pollHeld(): Promise<void> {
    const holds = [...this.#held.values()];
    const budgetMs = this.#options.totalBudgetMs ?? totalBudgetMs;
    for (const held of holds) {
      if (!held.isSettling && performance.now() - held.claimedAtMs > budgetMs) held.abandon("overdue");
    }
    const states = await readHeldRuns(
      this.#options.db,
      holds.map((held) => held.run),
    );
    this.#learn(holds, states);
  }

  #learn(holds: readonly HeldRun[], states: readonly { id: string; isCancelRequested: boolean }[]): void {
    const byId = new Map(states.map((state) => [state.id, state]));
    for (const held of holds) {
      // Missing from the result because it ended while the statement ran, not because it was lost.
      if (this.#held.get(held.run.id) !== held || held.isSettling) continue;
      const state = byId.get(held.run.id);
      if (!state) {
        this.#options.metrics.lostLease();
        held.abandon("lost");
      } else if (state.isCancelRequested) held.abandon("cancelled");
    }
  }

  async #idle(graceMs: number): Promise<void> {
    if (this.#held.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(resolve, graceMs);
    await promise;
    clearTimeout(timer);
  }

  /** Releases everything still held in one statement. If the database is away, the reconciler does it later. */
  async #release(): Promise<void> {
    const holds = [...this.#held.values()];
    if (holds.length === 0) return;
    const { db, queue, log, firstSilenceSeconds } = this.#options;
    for (const held of holds) held.abandon("released");
    try {
      const released = await releaseRuns(
        db,
        holds.map((held) => held.run),
        firstSilenceSeconds,
      );
      const restarting = new Set(released.filter((run) => run.status === "processing").map((run) => run.engineType));
      await Promise.all([...restarting].map((engineType) => queue.wake(runsChannel(engineType))));
      if (released.some((run) => run.status !== "processing")) await queue.wake("webhooks");
      log.info({ held: holds.length, released: released.length }, "runs released");
    } catch (error) {
      log.error({ held: holds.length, err: error }, "runs could not be released; the reconciler will restart them");
    }
  }
}
