import * as z from "zod";
import { JsonObject, Timestamp } from "./shapes.ts";

/** Facts the service itself knows of (EVT-6); beside them stand `custom.*`, which operators and automations emit. */
export const platformEventTypes = [
  "dataset.refreshed",
  "sync.finished",
  "sync.failed",
  "connection.stale",
  "check.failed",
  "check.recovered",
  "documents.indexed",
  "derivation.finished",
  "derivation.failed",
  "schedule.fired",
  "deploy.finished",
  "engine.published",
  "evaluation.finished",
  "opportunities.refreshed",
  "inbound.appended",
] as const;
export type PlatformEventType = (typeof platformEventTypes)[number] | `custom.${string}`;

const customType = /^custom\.[a-z0-9_.-]{1,121}$/;

/** Whether a word is a type of platform event. */
export function isPlatformEventType(word: string): word is PlatformEventType {
  return customType.test(word) || platformEventTypes.some((type) => type === word);
}

/** One fact of an organization's log (EVT-1), as automations and their deliveries show it. */
export const PlatformEvent = z
  .object({
    event_id: z.uuid(),
    type: z.string(),
    dedupe_key: z.string().meta({ description: "One event of a type and dedupe key exists in an organization." }),
    subject: z.object({ kind: z.string(), key: z.string() }),
    data: JsonObject,
    occurred_at: Timestamp,
    recorded_at: Timestamp,
    causation_id: z.uuid().optional(),
    depth: z.int().min(0),
  })
  .meta({ id: "PlatformEvent" });
