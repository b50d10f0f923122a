import type { TurnBench } from "./world.ts";

/** What each part of the benchmark works with. */
export interface Part {
  readonly bench: TurnBench;
  /** Where a part may put files. */
  readonly dataDir: string;
  /** A size in the scale of this run, at least 1. */
  readonly size: (whole: number) => number;
  /** Prints a figure, its bar, and whether it is met. */
  readonly note: (figure: string, measured: string, bar?: { readonly label: string; readonly isMet: boolean }) => void;
}
