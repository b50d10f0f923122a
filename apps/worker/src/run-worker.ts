import type { EngineTypeName } from "@service/contract";
import {
  claimRuns,
  createSettler,
  heartbeatRuns,
  readHeldRuns,
  releaseRuns,
  type ClaimedRun,
} from "@service/domain/runs";
import { runsBell, type BellListener, type Queue } from "@service/queue";
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
  /** Seen in leases and attempts. */
  readonly owner: string;
  readonly engineTypes: readonly EngineTypeName[];
  /** Runs worked on at one time; the results of as many others may be on their way to the database. */
  readonly slots: number;
  readonly silenceSeconds: number;
  readonly firstSilenceSeconds: number;
  readonly cancelPollSeconds: number;
  /** Total time of an attempt, milliseconds (domain.md I). */
  readonly totalBudgetMs?: number;
  /** Told of every attempt that ended here; for tests. */
  readonly onEnd?: (runId: string, outcome: ExecutionOutcome) => void;
};

const totalBudgetMs = 10 * 60_000;
/** A bell is only latency: while slots are free the table is looked at this often, spread so that processes differ. */
const pollMs = { least: 250, most: 500 } as const;
/** How long a free slot waits for others under a backlog, so that one claim serves many: claims of one run cost most. */
const claimTogetherMs = 8;
/** Other processes are woken for a backlog at most this often. */
const wakeOthersEveryMs = 250;
/** Under load one ring announces the events of many runs. */
const announceEveryMs = 25;
/** One heartbeat statement for all held runs of the process (runs.md 5.3), also when the silence allowed is long. */
const heartbeatEveryMaxMs = 20_000;

/**
 * The slots of a worker process: claims, beats, polls for cancels, settles, hands back. Guarantees: never more than
 * `slots` runs are worked on and never more than twice as many held; a run is given up the moment the process learns
 * that its lease is lost; nothing is lost when a bell, the queue or the database is.
 */
export class RunWorker {
  readonly #options: RunWorkerOptions;
  readonly #tools: ExecutionTools;
  readonly #held = new Map<string, HeldRun>();
  /** Runs that are worked on; the other held ones wait only for their result to be stored. */
  #slotsTaken = 0;
  readonly #listeners: BellListener[] = [];
  #timers: NodeJS.Timeout[] = [];
  #pollTimer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #isStopping = false;
  /** The last claim took all it could: there is probably more. */
  #hasBacklog = false;
  /** A bell rang during a claim: what it announced may be younger than that claim. */
  #isRungAgain = false;
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
   * Runs that may be claimed now. A run whose result is on its way to the database needs no slot any more: the next ones
   * are claimed while it is settled, else a worker whose runs are quick would claim all, settle all, and leave the
   * database idle in between. While the database is away results wait here, and the bound on them is the back-pressure.
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
      this.#listeners.push(queue.onBell(runsBell(engineType), () => this.#claim()));
    }
    const beatEveryMs = Math.min(heartbeatEveryMaxMs, (silenceSeconds * 1_000) / 3);
    this.#timers.push(
      this.#every(beatEveryMs, () => this.#beat()),
      this.#every(cancelPollSeconds * 1_000, () => this.#pollHeld()),
    );
    this.#schedulePoll();
  }

  /**
   * Stops taking runs at once, lets those held finish within the grace, and hands back what is left (rows 9 and 10).
   * It beats until the end, so a long grace costs no lease.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pollTimer);
    clearTimeout(this.#claimTimer);
    // Not waited for here: a listener of a frozen queue may take seconds to close, and the grace is for the runs.
    const closing = Promise.allSettled(this.#listeners.map((listener) => listener.close()));
    await this.#claiming?.catch(() => undefined);
    await this.#idle(graceMs);
    await this.#release();
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    if (this.#announceTimer !== undefined) {
      clearTimeout(this.#announceTimer);
      await this.#options.queue.ring("webhooks");
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

  /** Claims until a claim comes back short or no slot is free. One at a time; calls meanwhile lead to one more. */
  #claim(): Promise<void> {
    if (this.#claiming) {
      this.#isRungAgain = true;
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
        // Somebody asked while all slots were taken: the first that becomes free looks again.
        this.#hasBacklog = true;
        return;
      }
      this.#isRungAgain = false;
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
      if (!this.#isRungAgain) return;
    }
  }

  #begin(run: ClaimedRun): void {
    const held = new HeldRun(run, () => this.#onSettling());
    this.#held.set(run.id, held);
    this.#slotsTaken += 1;
    void executeRun(this.#tools, held)
      .catch((error: unknown): ExecutionOutcome => {
        this.#options.log.error({ run_id: run.id, err: error }, "run left to the reconciler");
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
    // A reclaimed run may be held here again under a new token: only this very hold ends.
    if (this.#held.get(held.run.id) === held) this.#held.delete(held.run.id);
    this.#options.onEnd?.(held.run.id, outcome);
    if (this.#held.size === 0) this.#onIdle?.();
    if (this.#hasBacklog) this.#claimSoon();
  }

  /**
   * Claims for the slots that are free under a backlog: at once when they are half of all (runs that were settled by one
   * statement end one after another, so at the end of this turn), else when others had a moment to join them.
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

  /** The webhooks process looks by itself; the bell makes it look now: at once, then at most every few milliseconds. */
  #announceEvents(): void {
    this.#announceTimer ??= setTimeout(
      () => {
        this.#announceTimer = undefined;
        this.#announcedAtMs = performance.now();
        void this.#options.queue.ring("webhooks");
      },
      Math.max(0, announceEveryMs - (performance.now() - this.#announcedAtMs)),
    );
  }

  #wakeOthers(runs: readonly ClaimedRun[]): void {
    const now = performance.now();
    if (now - this.#othersWokenAtMs < wakeOthersEveryMs) return;
    this.#othersWokenAtMs = now;
    const backlogged = new Set(runs.map((run) => run.engineType));
    for (const engineType of backlogged) void this.#options.queue.ring(runsBell(engineType));
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
      // One that ended while the statement ran is in no list any more, and that is no loss.
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

  /** One statement for everything still held. If it cannot reach the database, the reconciler does the same later. */
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
      await Promise.all([...restarting].map((engineType) => queue.ring(runsBell(engineType))));
      if (released.some((run) => run.status !== "processing")) await queue.ring("webhooks");
      log.info({ held: holds.length, released: released.length }, "runs handed back");
    } catch (error) {
      log.error({ held: holds.length, err: error }, "runs could not be handed back; the reconciler will");
    }
  }
}
