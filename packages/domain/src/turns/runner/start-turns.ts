import { type HeldState, type LeasedWork, startLeasedWork, startWakeLoop, type WakeLoop } from "@service/work";
import type { Deps } from "../../deps.ts";
import { type ClaimedTurn, claimTurns } from "../claim-turns.ts";
import { heartbeatTurns, readHeldTurns } from "../heartbeat-turns.ts";
import { reconcileTurns } from "../reconcile-turns.ts";
import { releaseTurns } from "../release-turns.ts";
import { turnLeaseSeconds } from "../turn.ts";
import { FrameWriter } from "./frame-writer.ts";
import { keptCitations, runTurn, type RunTurnDeps, type TurnRunEnd } from "./run-turn.ts";
import { TurnLog } from "./turn-log.ts";

export interface TurnsOptions {
  /** Name of this process in leases and attempts. */
  readonly owner: string;
  /** Most turns answered at one time. */
  readonly slots: number;
  /** Default 30. */
  readonly leaseSeconds?: number;
  /** Called for every attempt that ended here; for tests. */
  readonly onEnd?: (turnId: string, end: TurnRunEnd) => void;
}

/** The slots of turns of a process. */
export interface RunningTurns {
  readonly heldCount: number;
  stopClaiming(): void;
  /** Lets turns end within the grace period and gives the rest to another worker. */
  stop(graceMs: number): Promise<void>;
}

/** For lost wake-ups; random, so that processes do not synchronize. */
const pollMs = { least: 250, most: 500 } as const;
const backoffMs = { first: 250, last: 2_000 } as const;
/** How often held turns are looked at for cancels whose announcement was lost. */
const cancelPollMs = 2_000;
/** An answer that is broken off has so long to append what it has said. */
const abortedGraceMs = 1_500;
const releaseMsMax = 5_000;

/** Answers turns (TURN-12 to TURN-17): leased work over their rows, with the frames of all of them in shared statements. */
export function startTurns(deps: RunTurnDeps & Pick<Deps, "queue">, options: TurnsOptions): RunningTurns {
  const turns = new Turns(deps, options);
  return {
    get heldCount() {
      return turns.heldCount;
    },
    stopClaiming: () => turns.stopClaiming(),
    stop: (graceMs) => turns.stop(graceMs),
  };
}

/** A turn that this process answers. */
interface HeldTurn {
  readonly turn: ClaimedTurn;
  readonly abort: AbortController;
}

class Turns {
  readonly #deps: RunTurnDeps & Pick<Deps, "queue">;
  readonly #options: TurnsOptions;
  readonly #leaseSeconds: number;
  /** By id; a turn that was reclaimed may be held here again, and the newest hold counts. */
  readonly #held = new Map<string, HeldTurn>();
  readonly #writer: FrameWriter;
  readonly #work: LeasedWork;
  readonly #listeners: { close(): unknown }[] = [];
  readonly #reconciler: WakeLoop;

  constructor(deps: RunTurnDeps & Pick<Deps, "queue">, options: TurnsOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? turnLeaseSeconds;
    const { db, log, queue } = deps;
    this.#writer = new FrameWriter({
      db,
      log,
      onAppended: (ids) => queue.announce("turn-frames", ids),
      onLost: ({ hold }) => this.#abort(hold.id, "lost", hold.token),
    });
    const leaseMs = this.#leaseSeconds * 1_000;
    this.#work = startLeasedWork<ClaimedTurn, TurnRunEnd>({
      name: "turns",
      log,
      slots: options.slots,
      pollMs,
      backoffMs,
      claim: async (turnsMax) => {
        const items = await claimTurns(db, { owner: options.owner, turnsMax, leaseSeconds: this.#leaseSeconds });
        // The next attempt begins: its readers look now.
        queue.announce(
          "turn-frames",
          items.map(({ id }) => id),
        );
        return { items, isMore: items.length >= turnsMax };
      },
      perform: (turn, signal, freeSlot) => this.#perform(turn, signal, freeSlot),
      // `perform` has written the end.
      settle: async (_turn, outcome) => outcome.kind !== "done" || outcome.result !== "lost",
      abortedGraceMs,
      heartbeat: {
        everyMs: leaseMs / 6,
        leaseMs,
        extend: async (items) => this.#statesOf(items, await heartbeatTurns(db, items, this.#leaseSeconds)),
      },
      check: {
        everyMs: Math.min(cancelPollMs, leaseMs / 3),
        read: async (items) => this.#statesOf(items, await readHeldTurns(db, items)),
      },
      release: (items) => this.#release(items),
      releaseMsMax,
    });
    this.#listeners.push(
      queue.listen("turns", () => this.#work.wakeAndWait()),
      queue.subscribe("turn-cancels", (ids) => {
        for (const id of ids) this.#abort(id, "cancelled");
      }),
    );
    this.#reconciler = this.#startReconciler();
  }

  get heldCount(): number {
    return this.#work.heldCount;
  }

  stopClaiming(): void {
    this.#work.stopClaiming();
  }

  async stop(graceMs: number): Promise<void> {
    const closing = Promise.allSettled(this.#listeners.map((listener) => listener.close()));
    await this.#work.stop(graceMs);
    await this.#reconciler.stop();
    await closing;
  }

  async #perform(turn: ClaimedTurn, signal: AbortSignal, freeSlot: () => void): Promise<TurnRunEnd> {
    const abort = new AbortController();
    const held = { turn, abort };
    this.#held.set(turn.id, held);
    signal.addEventListener("abort", () => abort.abort(signal.reason), { once: true });
    const given = { hold: turn, text: turn.outputText ?? "", citations: keptCitations(turn), lastSeq: turn.lastSeq };
    const log = new TurnLog(given, (news) => this.#writer.note(news));
    const { leaseSeconds } = { leaseSeconds: this.#leaseSeconds };
    let end: TurnRunEnd = "lost";
    try {
      end = await runTurn(this.#deps, turn, {
        log,
        writer: this.#writer,
        signal: abort.signal,
        freeSlot,
        leaseSeconds,
      });
    } finally {
      await this.#writer.leave(log);
      if (this.#held.get(turn.id) === held) this.#held.delete(turn.id);
      this.#deps.queue.announce("turn-frames", [turn.id]);
    }
    // Given back by `release`, as one that has not ended.
    if (end === "released") throw new Error("the process stops");
    const { onEnd } = this.#options;
    if (onEnd) setImmediate(() => onEnd(turn.id, end));
    return end;
  }

  #abort(id: string, reason: "lost" | "cancelled", token?: string): void {
    const held = this.#held.get(id);
    if (held !== undefined && (token === undefined || held.turn.token === token)) held.abort.abort(reason);
  }

  /** A turn that is missing has lost its lease, also to a newer hold of this process. */
  #statesOf(
    items: readonly ClaimedTurn[],
    states: readonly { readonly id: string; readonly isCancelRequested: boolean }[],
  ): ReadonlyMap<ClaimedTurn, HeldState> {
    const byId = new Map(states.map((state) => [state.id, state]));
    return new Map(
      items.flatMap((turn): [ClaimedTurn, HeldState][] => {
        const state = this.#held.get(turn.id)?.turn === turn ? byId.get(turn.id) : undefined;
        return state === undefined ? [] : [[turn, state.isCancelRequested ? "cancelled" : "held"]];
      }),
    );
  }

  async #release(items: readonly ClaimedTurn[]): Promise<void> {
    const { db, queue, log } = this.#deps;
    const released = await releaseTurns(db, items);
    queue.announce(
      "turn-frames",
      released.map(({ id }) => id),
    );
    if (released.some(({ status }) => status === "queued")) await queue.wake("turns");
    log.info({ held: items.length, released: released.length }, "turns released");
  }

  #startReconciler(): WakeLoop {
    const { db, queue, log } = this.#deps;
    const leastMs = Math.max(50, Math.min(2_000, (this.#leaseSeconds * 1_000) / 6));
    return startWakeLoop({
      name: "turn reconciler",
      log,
      pollMs: { least: leastMs, most: leastMs * 2 },
      backoffMs: { first: leastMs, last: leastMs * 4 },
      pausesFirst: true,
      async look() {
        const turns = await reconcileTurns(db);
        if (turns.length === 0) return;
        for (const { id, status } of turns) log.warn({ turn_id: id, status }, "turn reconciled");
        queue.announce(
          "turn-frames",
          turns.map(({ id }) => id),
        );
        if (turns.some(({ status }) => status === "queued")) await queue.wake("turns");
      },
    });
  }
}
