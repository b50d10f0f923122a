import type { Clearance } from "./clear-submissions.ts";
import type { Fit } from "./judge-fit.ts";
import type { Readiness } from "./judge-readiness.ts";
import type { Assignment } from "./route-submissions.ts";
import type { Priority } from "./score-priority.ts";
import type { Action } from "../codes.ts";
import type { Route } from "../settings.ts";
import type { Submission } from "./submission.ts";

/** Results of the stages for one submission. */
export type Judged = {
  readonly submission: Submission;
  readonly clearance: Clearance;
  readonly fit: Fit;
  readonly readiness: Readiness;
  readonly priority: Priority;
  /** The route whose response time was promised; capacity may still move the work to another. */
  readonly route: Route;
  readonly action: Action;
};

/** A place in the queue. */
export type QueueEntry = Judged & {
  readonly position: number;
  readonly assignment: Assignment;
  readonly slaDueMillis: number;
  readonly nextRescoreMillis: number | undefined;
  readonly because: readonly string[];
  readonly evidenceIds: readonly string[];
};

/** Whether a submission waits for another one rather than for a person. */
export function isHeld(action: Action): boolean {
  return action === "hold_duplicate";
}
