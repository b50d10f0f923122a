import type { ClaimedRun } from "@service/domain/runs";

/** Why a worker stops working on a run it holds. */
export type AbandonReason =
  /** A cancel was requested: settle it as cancelled (RUN-48). */
  | "cancelled"
  /** Another process holds its lease: write nothing more (RUN-71). */
  | "lost"
  /** Over the total budget of a run (RUN-59). */
  | "overdue"
  /** The process stops: released in one batch (RUN-51, RUN-52). */
  | "released";

/** A run between claim and settlement, with the state that the process's loops need. */
export class HeldRun {
  readonly run: ClaimedRun;
  readonly claimedAtMs = performance.now();
  stage: string | null = null;
  #isSettling = false;
  readonly #onSettling: () => void;
  #reason: AbandonReason | undefined;
  #onAbandon: (() => void) | undefined;

  /** @param onSettling called once, when the work is done and only its result is left to be stored. */
  constructor(run: ClaimedRun, onSettling: () => void) {
    this.run = run;
    this.#onSettling = onSettling;
  }

  /** From here on the result counts, even after a cancel: paid work is not thrown away (RUN-100). */
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

  /** Sets how to end the computation or model call under way when the work is abandoned. */
  whileAbandonable(end: (() => void) | undefined): void {
    this.#onAbandon = end;
    if (end && this.#reason !== undefined) end();
  }
}
