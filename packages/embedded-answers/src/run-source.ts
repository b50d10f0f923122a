import type { JsonObject } from "@service/json";

/** A finished run as its reader sees it. */
export interface RunResult {
  readonly runId: string;
  readonly engineType: string;
  /** `YYYY-MM-DD` on which it finished. */
  readonly completedOn: string;
  /** Its output with what the caller may not see withheld; pointers of citations lead into it. */
  readonly output: JsonObject;
}

/** Runs about the subject, of engines that the caller's key is bound to. */
export interface RunSource {
  /** Finished runs of the subject, the newest first; those named by `run_ids` where the subject has some. */
  newest(): Promise<readonly RunResult[]>;
}
