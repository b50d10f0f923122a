import { type HeldState, type LeasedWork, startLeasedWork, startWakeLoop, type WakeLoop } from "@service/work";
import type { Deps } from "../../../deps.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import { type ClaimedTurn, claimTurns, turnsPerOrganization } from "../claim-turns.ts";
import { heartbeatTurns, readHeldTurns } from "../heartbeat-turns.ts";
import { reconcileTurns } from "../reconcile-turns.ts";
import { releaseTurns } from "../release-turns.ts";
import { createTurnSettler, type TurnSettler } from "../settle-turn.ts";
import { turnLeaseSeconds } from "../turn.ts";
import { FrameWriter } from "./frame-writer.ts";
import { keptCitations, runTurn, type RunTurnDeps, type TurnRunEnd } from "./run-turn.ts";
import type { TurnObserver } from "./turn-observer.ts";
import { TurnLog } from "./turn-log.ts";

export interface TurnsOptions {
  /** Name of this process in leases and attempts. */
  readonly owner: string;
  /** Most turns answered at one time. */
  readonly slots: number;
  /** Default 30. */
  readonly leaseSeconds?: number;
  readonly metrics?: TurnObserver | undefined;
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

/** The turn has not ended: the process stops, or it waited too long for the database. */
class ReleasedError extends Error {}

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
  readonly #settle: TurnSettler;
  readonly #work: LeasedWork;
  readonly #listeners: { close(): unknown }[] = [];
  readonly #reconciler: WakeLoop;

  constructor(deps: RunTurnDeps & Pick<Deps, "queue">, options: TurnsOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? turnLeaseSeconds;
    const { db, log, queue } = deps;
    this.#settle = createTurnSettler(db);
    this.#writer = new FrameWriter({
      db,
      log,
      onAppended: (ids) => queue.announce("turn-frames", ids),
      onLost: ({ hold }) => this.#abort(hold.id, "lost", hold.token),
    });
    const leaseMs = this.#leaseSeconds * 1_000;
    const perOrganization = turnsPerOrganization(options.slots);
    this.#work = startLeasedWork<ClaimedTurn, TurnRunEnd>({
      name: "turns",
      log,
      slots: options.slots,
      pollMs,
      backoffMs,
      claim: async (turnsMax, held) => {
        const request = { owner: options.owner, turnsMax, leaseSeconds: this.#leaseSeconds, perOrganization, held };
        const { turns: items, isMore, hidesOthers } = await claimTurns(db, request);
        for (const { waitedSeconds, attempt } of items) if (attempt === 1) options.metrics?.claimed(waitedSeconds ?? 0);
        // The next attempt begins: its readers look now. Those of a first one have nothing to see yet.
        queue.announce(
          "turn-frames",
          items.flatMap(({ id, attempt }) => (attempt > 1 ? [id] : [])),
        );
        return { items, isMore, nextDueInMs: hidesOthers ? 0 : undefined };
      },
      perform: (turn, signal, freeSlot) => this.#perform(turn, signal, freeSlot),
      // `perform` has written the end.
      settle: async (_turn, outcome) => outcome.kind !== "done" || outcome.result !== "lost",
      isGivenBack: (error) => error instanceof ReleasedError,
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
    const beganAtMs = performance.now();
    const abort = new AbortController();
    const held = { turn, abort };
    this.#held.set(turn.id, held);
    signal.addEventListener("abort", () => abort.abort(signal.reason), { once: true });
    const given = { hold: turn, text: turn.outputText ?? "", citations: keptCitations(turn), lastSeq: turn.lastSeq };
    const log = new TurnLog(given, (news) => this.#writer.note(news));
    let end: TurnRunEnd = "lost";
    try {
      end = await runTurn(this.#deps, turn, {
        log,
        writer: this.#writer,
        settle: this.#settle,
        signal: abort.signal,
        freeSlot,
        onSettled: (status, outcome) => this.#settled({ turn, log, beganAtMs }, status, outcome),
        leaseSeconds: this.#leaseSeconds,
      });
    } finally {
      await this.#writer.leave(log);
      if (this.#held.get(turn.id) === held) this.#held.delete(turn.id);
      this.#deps.queue.announce("turn-frames", [turn.id]);
    }
    // Given back by `release`, as one that has not ended.
    if (end === "released") throw new ReleasedError();
    const { onEnd } = this.#options;
    if (onEnd) setImmediate(() => onEnd(turn.id, end));
    return end;
  }

  /** One line per turn that ended here, with nothing that anybody wrote (OPS-192). */
  #settled(
    { turn, log, beganAtMs }: { readonly turn: ClaimedTurn; readonly log: TurnLog; readonly beganAtMs: number },
    status: string,
    { error, incompleteReason, method, model }: AnswerOutcome,
  ): void {
    // A cancel wins over a failure.
    const reason = status === "cancelled" ? null : (error?.reason ?? error?.code ?? incompleteReason);
    const secondsAt = (atMs: number): number => (turn.waitedSeconds ?? 0) + (atMs - beganAtMs) / 1_000;
    const seconds = secondsAt(performance.now());
    const { firstTextAtMs } = log;
    const firstTextSeconds = firstTextAtMs === undefined ? undefined : secondsAt(firstTextAtMs);
    this.#options.metrics?.ended({ status, reason, seconds, firstTextSeconds });
    this.#deps.log.info(
      {
        turn_id: turn.id,
        conversation_id: turn.conversationId,
        organization_id: turn.organizationId,
        attempt: turn.attempt,
        status,
        reason,
        method,
        model: model.alias,
        ms: Math.round(seconds * 1_000),
      },
      "turn ended",
    );
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
    const { metrics } = this.#options;
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
        for (const { id, status } of turns) {
          metrics?.reconciled(status ?? "queued");
          log.warn({ turn_id: id, status }, "turn reconciled");
        }
        queue.announce(
          "turn-frames",
          turns.map(({ id }) => id),
        );
        if (turns.some(({ status }) => status === "queued")) await queue.wake("turns");
      },
    });
  }
}
