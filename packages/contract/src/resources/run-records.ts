import * as z from "zod";
import { comparisonOutputExample } from "./examples.ts";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { runStatuses } from "./runs.ts";
import { JsonObject, JsonValue, KeyId, ReleaseVersion, RunOutput, Timestamp, anyUuid, text } from "./shapes.ts";

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
    target: JsonValue.optional().meta({
      description: `One of ${outcomeTargetKinds.join(", ")}, as found in the run.`,
      examples: [{ solution_key: "harborstone" }],
    }),
    payload: JsonValue.optional().meta({
      description: "At most 50 scalars.",
      examples: [{ premium: 7476, carrier_key: "harborstone" }],
    }),
    reason_text: JsonValue.optional().meta({
      type: "string",
      maxLength: limits.outcomeReasonCharsMax,
      examples: ["The client kept the expiring carrier because of liquor liability."],
    }),
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
    target: JsonObject.optional().meta({ examples: [{ solution_key: "harborstone" }] }),
    payload: JsonObject.optional().meta({ examples: [{ premium: 7476, carrier_key: "harborstone" }] }),
    reason_text: z
      .string()
      .optional()
      .meta({ examples: ["The client kept the expiring carrier because of liquor liability."] }),
    recorded_at: Timestamp,
    recorded_by: KeyId,
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
    path: JsonValue.optional().meta({
      type: "string",
      description: "JSON Pointer into the output.",
      examples: ["/findings/0"],
    }),
    comment: JsonValue.optional().meta({
      type: "string",
      maxLength: limits.outcomeReasonCharsMax,
      examples: ["The umbrella was endorsed in March; the schedule is outdated."],
    }),
  })
  .meta({
    id: "AnnotationRequest",
    example: { event_id: "7a3f9a52-0f0e-4a8e-8e43-6a6b7a4f9a10", label: "useful", path: "/summary" },
  });
export const Annotation = z
  .object({
    event_id: anyUuid(),
    label: z.enum(annotationLabels),
    path: z
      .string()
      .optional()
      .meta({ examples: ["/findings/0"] }),
    comment: z
      .string()
      .optional()
      .meta({ examples: ["The umbrella was endorsed in March; the schedule is outdated."] }),
    recorded_at: Timestamp,
    recorded_by: KeyId,
  })
  .meta({ id: "Annotation" });
export const AnnotationList = z.object({ annotations: z.array(Annotation) }).meta({ id: "AnnotationList" });

const subjectKey = text(1, 512).meta({ examples: ["c-1042"] });

/** RUN-86. */
export const LatestRunQuery = z.strictObject({
  subject_key: subjectKey,
  engine_version: ReleaseVersion.optional(),
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
    engine_version: ReleaseVersion.optional(),
  })
  .meta({ id: "LatestBatchRequest", example: { subjects: [{ subject_key: "blue-harbor" }] } });

export const LatestBatch = z
  .object({
    results: z.array(
      z.object({
        subject_key: z.string().meta({ examples: ["c-1042"] }),
        found: z.boolean(),
        run: z
          .object({
            run_id: z.uuid(),
            status: z.enum(runStatuses),
            created_at: Timestamp,
            completed_at: Timestamp.optional(),
            engine_version: ReleaseVersion.optional(),
            stale: z.boolean(),
            headline: z
              .string()
              .optional()
              .meta({ examples: [comparisonOutputExample.headline] }),
            output: RunOutput.optional(),
          })
          .optional(),
      }),
    ),
  })
  .meta({ id: "LatestBatch" });
