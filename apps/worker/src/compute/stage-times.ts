// Import types only: this file runs in compute threads, which must not load the domain.
import type { StageTime } from "@service/domain/defensibility";

/** How long a computation was in each stage, in the order of their first beginning. Engines know no clock: they only name stages. */
export class StageTimes {
  readonly #spent = new Map<string, number>();
  #current: { readonly stage: string; readonly sinceMs: number } | undefined;

  /** Ends the stage that is under way and begins another; without one nothing is. */
  enter(stage?: string): void {
    const nowMs = performance.now();
    if (this.#current) this.add(this.#current.stage, nowMs - this.#current.sinceMs);
    this.#current = stage === undefined ? undefined : { stage, sinceMs: nowMs };
  }

  add(stage: string, ms: number): void {
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + ms);
  }

  /** Milliseconds, to a tenth. A model is called last, whatever was added before. */
  list(): StageTime[] {
    return [...this.#spent]
      .toSorted(([left], [right]) => Number(left === "enrich") - Number(right === "enrich"))
      .map(([stage, ms]) => [stage, Math.round(ms * 10) / 10]);
  }
}
