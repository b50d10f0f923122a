import { endsWithin, type Logger, sleep } from "@service/runtime";
import { startWakeLoop } from "./wake-loop.ts";

/** Why an item was aborted before its work was done. */
type AbortReason =
  /** Another process holds its lease, or may: write nothing more for it. */
  | "lost"
  /** On request; settle it as `cancelled`. */
  | "cancelled"
  /** The process stops; release the item for another process. */
  | "released";

/** How performing an item ended, for `settle`. */
export type Outcome<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "cancelled" };

/** How an item ended, for metrics. */
export type EndOfWork = Outcome<unknown>["kind"] | "lost" | "released";

export interface Claim<Item> {
  /** Held from now on; no more than requested. */
  readonly items: readonly Item[];
  /** Items may wait for a slot: claim again when one becomes free. */
  readonly isMore: boolean;
  /** Milliseconds until another claim may find items, when known; 0 while slots are free: claim again at once. */
  readonly nextDueInMs?: number | undefined;
}

/** A heartbeat's result for an item whose lease is still ours; items left out are lost. */
export type HeldState = "held" | "cancelled";

export interface LeasedWorkOptions<Item, Result> {
  /** Names the work in log lines. */
  readonly name: string;
  readonly log: Logger;
  /** Most items worked on at one time. */
  readonly slots: number;
  /**
   * Most items held at one time, including those whose end is being written: the back-pressure while the store is away.
   * Default: `slots`, so that an item keeps its slot until its end is written.
   */
  readonly heldMax?: number;
  readonly pollMs: { readonly least: number; readonly most: number };
  /**
   * While items wait, freed slots are filled together, because a claim costs one statement however much it takes: when
   * half of them are free, at the end of that turn (items that one statement settled end one after another), or so many
   * milliseconds after the first. Default: at once.
   */
  readonly gatherMs?: number;
  /** Pauses after a claim that failed; see `WakeLoopOptions`. */
  readonly backoffMs?: { readonly first: number; readonly last: number };
  /**
   * Makes items due, before each claim and also while no slot is free. Should end soon after `signal` aborts.
   * @returns whether there is more to make due: called again after the claim.
   */
  readonly makeDue?: (signal: AbortSignal) => Promise<boolean>;
  /** Takes up to `itemsMax` items under a lease. `held` lists this process's items, for fairness between owners. */
  readonly claim: (itemsMax: number, held: readonly Item[]) => Promise<Claim<Item>>;
  /**
   * Does the work. Must end soon after `signal` aborts (reason: an `AbortReason`). Its errors go to `settle`. One that also
   * writes the end of its item calls `freeSlot` before it does: from then on heartbeats that fail do not abort it, and
   * with a `heldMax` its slot is free.
   */
  readonly perform: (item: Item, signal: AbortSignal, freeSlot: () => void) => Promise<Result>;
  /** After its signal aborts, `perform` gets so long before the process stops without it; default 2,000. */
  readonly abortedGraceMs?: number;
  /** Writes the end of an item, fenced by its lease. @returns false when the lease was lost. */
  readonly settle: (item: Item, outcome: Outcome<Result>) => Promise<boolean>;
  /**
   * Whether an error of `perform` says that this process cannot do the work now: the item is released instead of settled.
   * Default: no error does.
   */
  readonly isGivenBack?: (error: unknown) => boolean;
  /** Leave out when the work ends well within its lease. */
  readonly heartbeat?: {
    readonly everyMs: number;
    /**
     * Length of a lease: an item is aborted when no heartbeat could be written for so long. Left out, an item is kept while
     * the store cannot say that its lease is lost.
     */
    readonly leaseMs?: number;
    /** Extends all these leases in one statement. */
    readonly extend: (items: readonly Item[]) => Promise<ReadonlyMap<Item, HeldState>>;
  };
  /** Reads the state of held items between heartbeats, to learn sooner of a cancel. */
  readonly check?: {
    readonly everyMs: number;
    readonly read: (items: readonly Item[]) => Promise<ReadonlyMap<Item, HeldState>>;
  };
  /**
   * Returns items, so that another process can claim them immediately. Where it fails or is left out, their leases expire;
   * where it is left out, items of a claim that is under way when the process stops are still begun.
   */
  readonly release?: ((items: readonly Item[]) => Promise<void>) | undefined;
  /** A store that is away must not delay the process's exit for longer; default 1,000. */
  readonly releaseMsMax?: number;
  readonly metrics?: {
    claimed(items: number): void;
    ended(item: Item, how: EndOfWork, seconds: number): void;
  };
}

export interface LeasedWork {
  /** Something may be due: claim now. */
  wake(): void;
  /** As `wake`; resolves when that claim has ended, so that a wake-up that comes meanwhile goes to another process. */
  wakeAndWait(): Promise<void>;
  /** Items held now. */
  readonly heldCount: number;
  /** Items worked on now. */
  readonly slotsTaken: number;
  /** Claims nothing from now on. Call `stop` later, when what else the process stops first has stopped. */
  stopClaiming(): void;
  /** Stops claiming, waits `graceMs` for held items, releases the rest, resolves. Heartbeats continue until then. */
  stop(graceMs: number): Promise<void>;
}

/** Pauses between attempts to write the end of an item while the store is away. */
const settleBackoffMs = { first: 100, last: 2_000 } as const;
const usualAbortedGraceMs = 2_000;
const usualReleaseMsMax = 1_000;

class Hold<Item> {
  readonly item: Item;
  readonly abort = new AbortController();
  readonly beganAtMs = performance.now();
  /** Until then no other process can hold the lease. */
  leaseEndsAtMs: number;
  isPerforming = true;
  takesSlot = true;

  constructor(item: Item, leaseMs: number) {
    this.item = item;
    this.leaseEndsAtMs = this.beganAtMs + leaseMs;
  }

  get reason(): AbortReason | undefined {
    const { signal } = this.abort;
    const reason: unknown = signal.aborted ? signal.reason : undefined;
    return reason === "lost" || reason === "cancelled" || reason === "released" ? reason : undefined;
  }

  /** The first reason stays; a lease lost later is detected by the statement that settles. */
  giveUp(reason: AbortReason): void {
    this.abort.abort(reason);
  }
}

/**
 * Claims items under leases and performs them in slots until it is stopped.
 *
 * Guarantees: never more than `slots` items are worked on and never more than `heldMax` held; an item whose lease is lost,
 * or cannot be extended before it ends, is aborted and never settled; a settlement is repeated while the store is away
 * and the lease lasts; unfinished items are released when the process stops. The caller supplies every statement and must
 * make it conditional on the lease.
 */
export function startLeasedWork<Item, Result>(options: LeasedWorkOptions<Item, Result>): LeasedWork {
  const work = new Slots(options);
  return {
    wake: () => work.wake(),
    wakeAndWait: () => work.wakeAndWait(),
    get heldCount() {
      return work.heldCount;
    },
    get slotsTaken() {
      return work.slotsTaken;
    },
    stopClaiming: () => work.stopClaiming(),
    stop: (graceMs) => work.stop(graceMs),
  };
}

class Slots<Item, Result> {
  readonly #options: LeasedWorkOptions<Item, Result>;
  readonly #held = new Map<Hold<Item>, Promise<void>>();
  readonly #loop: ReturnType<typeof startWakeLoop>;
  readonly #timers: NodeJS.Timeout[] = [];
  #slotsTaken = 0;
  #isStopping = false;
  /** The last claim left items behind: claim again when a slot becomes free. */
  #isMore = false;
  /** An item ended since the last claim began. */
  #hasFreed = false;
  #gathering: NodeJS.Timeout | undefined;
  #atTurnEnd: NodeJS.Immediate | undefined;

  constructor(options: LeasedWorkOptions<Item, Result>) {
    this.#options = options;
    const { name, log, pollMs, backoffMs, heartbeat, check } = options;
    const look = (signal: AbortSignal): Promise<number | undefined> => this.#look(signal);
    this.#loop = startWakeLoop({ name, log, pollMs, ...(backoffMs && { backoffMs }), look });
    if (heartbeat) this.#every(heartbeat.everyMs, heartbeat.extend, heartbeat.leaseMs ?? Number.POSITIVE_INFINITY);
    if (check) this.#every(check.everyMs, check.read, undefined);
  }

  get heldCount(): number {
    return this.#held.size;
  }

  get slotsTaken(): number {
    return this.#slotsTaken;
  }

  get #free(): number {
    const { slots, heldMax = slots } = this.#options;
    return Math.min(slots - this.#slotsTaken, heldMax - this.#held.size);
  }

  wake(): void {
    this.#endGathering();
    this.#loop.wake();
  }

  wakeAndWait(): Promise<void> {
    this.#endGathering();
    return this.#loop.wakeAndWait();
  }

  #endGathering(): void {
    clearTimeout(this.#gathering);
    clearImmediate(this.#atTurnEnd);
    this.#gathering = undefined;
    this.#atTurnEnd = undefined;
  }

  #onFreed(): void {
    this.#hasFreed = true;
    if (!this.#isMore || this.#isStopping) return;
    const { slots, gatherMs } = this.#options;
    if (gatherMs === undefined) this.wake();
    else if (this.#free * 2 >= slots) this.#atTurnEnd ??= setImmediate(() => this.wake());
    else this.#gathering ??= setTimeout(() => this.wake(), gatherMs);
  }

  async #look(signal: AbortSignal): Promise<number | undefined> {
    const { makeDue } = this.#options;
    for (;;) {
      const isMoreToMake = makeDue !== undefined && (await makeDue(signal));
      const nextDueInMs = await this.#claim();
      if (!isMoreToMake || signal.aborted) return nextDueInMs;
    }
  }

  async #claim(): Promise<number | undefined> {
    const { claim, release, metrics } = this.#options;
    for (;;) {
      const free = this.#free;
      this.#isMore = free <= 0;
      if (this.#isStopping || free <= 0) return undefined;
      this.#hasFreed = false;
      const claimed = await claim(
        free,
        [...this.#held.keys()].map((hold) => hold.item),
      );
      // The process began to stop while the claim was under way.
      if (this.#isStopping && release && claimed.items.length > 0) {
        await this.#giveBack(claimed.items);
        return undefined;
      }
      if (claimed.items.length > 0) metrics?.claimed(claimed.items.length);
      for (const item of claimed.items) this.#begin(item);
      this.#isMore = claimed.isMore;
      // What ended during the claim did not know yet that more is waiting.
      if (this.#hasFreed && claimed.nextDueInMs !== 0) this.#onFreed();
      if (claimed.nextDueInMs !== 0) return claimed.nextDueInMs;
    }
  }

  #begin(item: Item): void {
    const hold = new Hold(item, this.#options.heartbeat?.leaseMs ?? Number.POSITIVE_INFINITY);
    this.#slotsTaken += 1;
    const ended = this.#carryOut(hold).finally(() => {
      this.#held.delete(hold);
      this.#leaveSlot(hold);
      this.#onFreed();
    });
    this.#held.set(hold, ended);
  }

  #leaveSlot(hold: Hold<Item>): void {
    if (hold.takesSlot) this.#slotsTaken -= 1;
    hold.takesSlot = false;
  }

  /** The work is done and its end is left to be written: from here on a cancel comes too late. */
  #freeSlot(hold: Hold<Item>): void {
    hold.isPerforming = false;
    if (!hold.takesSlot || this.#options.heldMax === undefined) return;
    this.#leaveSlot(hold);
    this.#onFreed();
  }

  async #carryOut(hold: Hold<Item>): Promise<void> {
    const { name, log, perform, isGivenBack, metrics } = this.#options;
    const { item, abort } = hold;
    let outcome: Outcome<Result>;
    try {
      outcome = { kind: "done", result: await perform(item, abort.signal, () => this.#freeSlot(hold)) };
    } catch (error) {
      outcome = { kind: "failed", error };
    }
    hold.isPerforming = false;
    const reason = hold.reason;
    // Keep a result that arrived despite a cancel or a stop: the work is done.
    if (reason === "cancelled" && outcome.kind !== "done") outcome = { kind: "cancelled" };
    const isGivenUp = reason === undefined && outcome.kind === "failed" && isGivenBack?.(outcome.error) === true;
    if (isGivenUp) await this.#giveBack([item]);
    const isReleased = isGivenUp || (reason === "released" && outcome.kind !== "done");
    const end = reason === "lost" ? reason : isReleased ? "released" : await this.#settle(hold, outcome);
    if (end === "lost") log.warn({ loop: name }, "the lease of an item was lost; nothing was written for it");
    metrics?.ended(item, end, (performance.now() - hold.beganAtMs) / 1_000);
  }

  /** Repeats the settlement while the store is away and the lease lasts. */
  async #settle(hold: Hold<Item>, outcome: Outcome<Result>): Promise<EndOfWork> {
    const { name, log, settle } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await settle(hold.item, outcome)) ? outcome.kind : "lost";
      } catch (error) {
        log.warn({ loop: name, err: error, attempt }, "the end of an item could not be written");
      }
      if (hold.reason === "lost" || hold.reason === "released" || performance.now() >= hold.leaseEndsAtMs)
        return "lost";
      const { signal } = hold.abort;
      const pauseMs = Math.min(settleBackoffMs.last, settleBackoffMs.first * 2 ** attempt);
      // An abort that came before must not turn the pauses into none.
      await (signal.aborted ? sleep(pauseMs) : sleep(pauseMs, signal));
    }
  }

  /** @param leaseMs what `ask` extends the leases by; undefined where it only reads. */
  #every(
    everyMs: number,
    ask: (items: readonly Item[]) => Promise<ReadonlyMap<Item, HeldState>>,
    leaseMs: number | undefined,
  ): void {
    let isAsking = false;
    const askOnce = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      await this.#ask(ask, leaseMs);
      isAsking = false;
    };
    this.#timers.push(setInterval(() => void askOnce(), everyMs));
  }

  async #ask(
    ask: (items: readonly Item[]) => Promise<ReadonlyMap<Item, HeldState>>,
    leaseMs: number | undefined,
  ): Promise<void> {
    const { name, log } = this.#options;
    const holds = [...this.#held.keys()];
    if (holds.length === 0) return;
    // Measure from before the statement: the store's lease starts later, so ours is never too long.
    const startedAtMs = performance.now();
    try {
      const states = await ask(holds.map((hold) => hold.item));
      for (const hold of holds)
        this.#learn(hold, states.get(hold.item), leaseMs === undefined ? undefined : startedAtMs + leaseMs);
    } catch (error) {
      log.warn({ loop: name, err: error }, "held items could not be checked");
      // One that only has its end left to be written goes on: its statement is fenced by the lease.
      for (const hold of holds) if (hold.isPerforming && performance.now() >= hold.leaseEndsAtMs) hold.giveUp("lost");
    }
  }

  #learn(hold: Hold<Item>, state: HeldState | undefined, leaseEndsAtMs: number | undefined): void {
    // Missing from the result because it ended while the statement ran, not because it was lost.
    if (!this.#held.has(hold)) return;
    if (state !== undefined && leaseEndsAtMs !== undefined) hold.leaseEndsAtMs = leaseEndsAtMs;
    // One being settled detects a lost lease by its own statement.
    if (!hold.isPerforming) return;
    if (state === undefined) hold.giveUp("lost");
    else if (state === "cancelled") hold.giveUp("cancelled");
  }

  stopClaiming(): void {
    this.#isStopping = true;
    void this.#loop.stop();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#endGathering();
    await this.#loop.stop();
    await endsWithin(Promise.all(this.#held.values()), graceMs);
    const left = [...this.#held.keys()];
    if (left.length > 0) await this.#release(left);
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #release(holds: readonly Hold<Item>[]): Promise<void> {
    const { abortedGraceMs = usualAbortedGraceMs } = this.#options;
    for (const hold of holds) hold.giveUp("released");
    await endsWithin(Promise.all(holds.flatMap((hold) => this.#held.get(hold) ?? [])), abortedGraceMs);
    this.#options.log.info({ loop: this.#options.name, items: holds.length }, "unfinished items are given up");
    await this.#giveBack(holds.map((hold) => hold.item));
  }

  async #giveBack(items: readonly Item[]): Promise<void> {
    const { name, log, release, releaseMsMax = usualReleaseMsMax } = this.#options;
    if (!release) return;
    const released = release(items).catch((error: unknown) =>
      log.warn(
        { loop: name, err: error },
        "items could not be released; other processes claim them when their leases expire",
      ),
    );
    await endsWithin(released, releaseMsMax);
  }
}
