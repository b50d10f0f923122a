import type { ClaimedRun } from "@service/domain/runs";

/** Why a worker stops working on a run it holds. */
export type AbandonReason =
  /** Its cancel was requested: settled as cancelled (row 6). */
  | "cancelled"
  /** Its lease is somebody else's: nothing more may be written (row 4). */
  | "lost"
  /** Over the total budget of a run (domain.md I: 10 minutes). */
  | "overdue"
  /** The process stops: released in one batch (rows 9 and 10). */
  | "released";

/** A run between claim and settlement, with what the loops of the process need to know about it. */
export class HeldRun {
  readonly run: ClaimedRun;
  readonly claimedAtMs = performance.now();
  stage: string | null = null;
  #isSettling = false;
  readonly #onSettling: () => void;
  #reason: AbandonReason | undefined;
  #onAbandon: (() => void) | undefined;

  /** @param onSettling told once, when the work is done and only its result is left to be stored. */
  constructor(run: ClaimedRun, onSettling: () => void) {
    this.run = run;
    this.#onSettling = onSettling;
  }

  /** From here on the result counts, whatever is requested meanwhile: paid work is not thrown away (runs.md 5.2 c). */
  get isSettling(): boolean {
    return this.#isSettling;
  }

  beginSettling(): void {
    if (this.#isSettling) return;
    this.#isSettling = true;
    this.#onSettling();
  }

  get abandoned(): AbandonReason | undefined {
    return this.#reason;
  }

  /** Stops the work on it; the first reason counts, except that a lost lease and a stop outrank the others. */
  abandon(reason: AbandonReason): void {
    if (this.#reason === undefined || reason === "lost" || reason === "released") this.#reason = reason;
    if (!this.#isSettling) this.#onAbandon?.();
  }

  /** What to end when the work is abandoned: the computation or the model call that is under way. */
  whileAbandonable(end: (() => void) | undefined): void {
    this.#onAbandon = end;
    if (end && this.#reason !== undefined) end();
  }
}
