import type { Json } from "@service/json";
import type { ComputedRun, ComputeJob } from "./compute-run.ts";

/** Progress of a thread, shared with the main thread without messages: three 32-bit numbers. */
export const progressAt = {
  /** 1 + index of the job at work; 0 before the first. */
  job: 0,
  /** 1 + index of the stage; 0 before the first. */
  stage: 1,
  /** Milliseconds from `sentAtMs` to the start of the job at work. */
  startedMs: 2,
} as const;
export const progressBytes = 12;

/** Several small runs share one message: a message costs more than a small run. */
type ComputeBatch = {
  readonly kind: "compute";
  readonly jobs: readonly ComputeJob[];
  /** Configurations by hash, JSON in UTF-8; shared memory, so that sending them costs nothing. */
  readonly configurations: ReadonlyMap<string, SharedArrayBuffer>;
  readonly progress: SharedArrayBuffer;
  readonly sentAtMs: number;
};

type NarrateRequest = { readonly kind: "narrate"; readonly output: string; readonly answer: Json };

export type ThreadRequest = ComputeBatch | NarrateRequest;
export type ThreadAnswer =
  | { readonly kind: "computed"; readonly runs: readonly ComputedRun[] }
  | { readonly kind: "narrated"; readonly outcome: { readonly output: string } | { readonly reason: string } };

/** Stage names by number, as `progressAt.stage` counts them. */
export const stageNames = [
  "load",
  "normalize",
  "align",
  "filter",
  "extract",
  "screen",
  "clear",
  "detect",
  "evaluate",
  "score",
  "assemble",
  "enrich",
  "persist",
] as const;
