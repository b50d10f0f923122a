import type { Clearance } from "./clear-submissions.ts";
import type { Fit } from "./judge-fit.ts";
import type { Readiness } from "./judge-readiness.ts";
import type { Priority } from "./score-priority.ts";
import type { Action } from "../codes.ts";
import { bandOf, type Route, type Settings } from "../settings.ts";

/**
 * The first match of TRI-48 to TRI-54 wins; without a match the route's own action applies. A submission that waits for
 * facts is chased when it is also incomplete, otherwise a specialist decides; it is never a decline candidate.
 */
export function decideAction(
  clearance: Clearance,
  fit: Fit,
  readiness: Readiness,
  priority: Priority,
  route: Route,
  bands: Settings["bands"],
): Action {
  if (clearance.duplicates.some(({ isSameProducer }) => isSameProducer)) return "hold_duplicate";
  if (clearance.duplicates.length > 0) return "clearance";
  if (fit.state === "low") return "decline_candidate";
  // Nobody can judge a submission without its papers, a specialist neither.
  if (readiness.isBlocked) return "chase_info";
  const isReady = bandOf(readiness.score, bands) === "high";
  const isIncomplete = bandOf(readiness.score, bands) === "low" || priority.score === undefined;
  if (isIncomplete && fit.state !== "uncertain") return "chase_info";
  if (isReady && priority.score !== undefined && bandOf(priority.score, bands) === "high") return "work_now";
  if (fit.state === "uncertain" || fit.state === "needs_info") return "specialist";
  return route.action;
}
