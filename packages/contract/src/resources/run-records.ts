import * as z from "zod";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { runStatuses } from "./runs.ts";
import { JsonObject, JsonValue, Timestamp, anyUuid, text } from "./shapes.ts";

/** OUT-2: what became of a recommendation. */
export const outcomeTypes = [
  "accepted",
  "rejected",
  "modified",
  "bound",
  "lost",
  "declined_by_market",
  "false_positive",
  "confirmed_match",
  "completed_action",
  "other",
] as const;
export type OutcomeType = (typeof outcomeTypes)[number];

export const outcomeTargetKinds = [
  "solution_key",
  "finding_key",
  "hit_key",
  "submission_key",
  "opportunity_id",
] as const;

/** Fields that have codes of their own are judged by the handler; absence and shape answer differently (OUT-3). */
export const OutcomeRequest = z
  .strictObject({
    event_id: JsonValue.optional().meta({
      type: "string",
      format: "uuid",
      description: "Chosen by the caller; makes a repeat safe.",
    }),
    event_type: JsonValue.optional().meta({ enum: [...outcomeTypes] }),
    occurred_at: refusing("invalid_payload", Timestamp.optional()),
    target: JsonValue.optional().meta({ description: `One of ${outcomeTargetKinds.join(", ")}, as found in the run.` }),
    payload: JsonValue.optional().meta({ description: "At most 50 scalars." }),
    reason_text: JsonValue.optional().meta({ type: "string", maxLength: limits.outcomeReasonCharsMax }),
  })
  .meta({
    id: "OutcomeRequest",
    example: {
      event_id: "2f1c8c3e-58f1-4b7b-9f0a-0d3f7a1b9c55",
      event_type: "bound",
      target: { solution_key: "harborstone" },
      payload: { premium: 19100, carrier_key: "harborstone" },
    },
  });

/** A repeat answers the first record with `replay: true`. */
export const RecordedEvent = z
  .object({ event_id: anyUuid(), recorded_at: Timestamp, replay: z.boolean() })
  .meta({ id: "RecordedEvent" });

export const Outcome = z
  .object({
    event_id: anyUuid(),
    event_type: z.enum(outcomeTypes),
    occurred_at: Timestamp,
    target: JsonObject.optional(),
    payload: JsonObject.optional(),
    reason_text: z.string().optional(),
    recorded_at: Timestamp,
    recorded_by: z.string(),
  })
  .meta({ id: "Outcome" });
export const OutcomeList = z.object({ outcomes: z.array(Outcome) }).meta({ id: "OutcomeList" });

/** OUT-10. */
export const annotationLabels = ["useful", "wrong", "incomplete", "needs_review"] as const;
export type AnnotationLabel = (typeof annotationLabels)[number];
export const AnnotationRequest = z
  .strictObject({
    event_id: JsonValue.optional().meta({ type: "string", format: "uuid" }),
    label: JsonValue.optional().meta({ enum: [...annotationLabels] }),
    path: JsonValue.optional().meta({ type: "string", description: "JSON Pointer into the output." }),
    comment: JsonValue.optional().meta({ type: "string", maxLength: limits.outcomeReasonCharsMax }),
  })
  .meta({
    id: "AnnotationRequest",
    example: { event_id: "7a3f9a52-0f0e-4a8e-8e43-6a6b7a4f9a10", label: "useful", path: "/summary" },
  });
export const Annotation = z
  .object({
    event_id: anyUuid(),
    label: z.enum(annotationLabels),
    path: z.string().optional(),
    comment: z.string().optional(),
    recorded_at: Timestamp,
    recorded_by: z.string(),
  })
  .meta({ id: "Annotation" });
export const AnnotationList = z.object({ annotations: z.array(Annotation) }).meta({ id: "AnnotationList" });

const subjectKey = text(1, 512);

/** RUN-86. */
export const LatestRunQuery = z.strictObject({
  subject_key: subjectKey,
  engine_version: z.string().optional(),
});

export const LatestBatchRequest = z
  .strictObject({
    subjects: refusing(
      "invalid_batch_size",
      z
        .array(refusing("invalid_request", z.strictObject({ subject_key: subjectKey })))
        .min(1)
        .max(limits.latestRunBatchMax),
    ),
    include_output: z.boolean().optional(),
    engine_version: z.string().optional(),
  })
  .meta({ id: "LatestBatchRequest", example: { subjects: [{ subject_key: "blue-harbor" }] } });

export const LatestBatch = z
  .object({
    results: z.array(
      z.object({
        subject_key: z.string(),
        found: z.boolean(),
        run: z
          .object({
            run_id: z.uuid(),
            status: z.enum(runStatuses),
            created_at: Timestamp,
            completed_at: Timestamp.optional(),
            engine_version: z.string().optional(),
            stale: z.boolean(),
            headline: z.string().optional(),
            output: JsonObject.optional(),
          })
          .optional(),
      }),
    ),
  })
  .meta({ id: "LatestBatch" });
