import type { RunEventType } from "./resources/webhooks.ts";
import { serviceNamespace, uuidV5 } from "./derived-ids.ts";

/** Id of a run's event: a pure function of type and run id, so retries and resends carry the same id (HOOK-16). */
export function runEventId(type: RunEventType, runId: string): string {
  return uuidV5(serviceNamespace, `${type}:${runId}`);
}

/** Id of `run.superseded` in the per-correction setup: derived from the correction. */
export function correctionEventId(correctionId: string): string {
  return uuidV5(serviceNamespace, `run.superseded:correction:${correctionId}`);
}
