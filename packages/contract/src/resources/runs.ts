import * as z from "zod";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { JsonObject, JsonValue, Timestamp, anyUuid, text } from "./shapes.ts";

export const runStatuses = ["queued", "processing", "completed", "degraded", "failed", "cancelled"] as const;
export type RunStatus = (typeof runStatuses)[number];
export const finalRunStatuses = ["completed", "degraded", "failed", "cancelled"] as const;
export const outputPhases = ["pending", "deterministic", "final"] as const;
export type OutputPhase = (typeof outputPhases)[number];
export const testScenarios = ["completed", "degraded", "failed"] as const;
export type TestScenario = (typeof testScenarios)[number];

export const RunParams = z.object({ run_id: refusing("invalid_run_id", anyUuid()) });

/** RUN-2. Unknown fields are refused; the engine checks the contents of `input` and `offerings`. */
export const RunSubmission = z
  .strictObject({
    // Absent is missing_input; null or a non-object is invalid_request (RUN-4): the handler distinguishes them.
    input: JsonObject.optional().meta({ description: "Required. Validated by the engine's release." }),
    engine_version: z.string().optional().meta({ description: "`major.minor`, `major.x` or `draft`." }),
    offerings: JsonValue.optional().meta({
      description:
        "Matching engines only: the carrier programs to choose from, instead of the imported dataset (/engines/matching.html).",
    }),
    test_scenario: JsonValue.optional().meta({ enum: [...testScenarios], description: "Sandbox only." }),
    submitted_by: z.string().max(limits.actingPrincipalCharsMax).optional(),
  })
  .meta({ id: "RunSubmission" });

export const RunAccepted = z
  .object({ run_id: z.uuid(), status: z.enum(runStatuses) })
  .meta({ id: "RunAccepted", example: { run_id: "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11", status: "queued" } });

/** RUN-59: seen `worker_interrupted`, `pipeline_error`, `pipeline_timeout`; codes may be added. */
export const RunErrorDetails = z
  .object({
    type: z.string().meta({ examples: ["worker_interrupted", "pipeline_error", "pipeline_timeout"] }),
    code: z.string().optional(),
    restarting: z.boolean().optional(),
    stage: z.string().optional(),
  })
  .meta({ id: "RunErrorDetails" });

/** The fields a run shows everywhere: reads, cancels, webhooks (RUN-80). */
export const RunStatusFields = z
  .object({
    run_id: z.uuid(),
    status: z.enum(runStatuses),
    environment: z.string(),
    attempt: z.int(),
    created_at: Timestamp,
    completed_at: Timestamp.optional(),
    error: z.string().optional(),
    error_details: RunErrorDetails.optional(),
    cancel_requested_at: Timestamp.optional(),
    output: JsonObject.optional().meta({ description: "Only on completed and degraded runs." }),
    solutions: z.array(JsonObject).optional(),
    trace_id: z.string().optional(),
    engine_version: z.string().optional(),
    engine_config_version_hash: z.string().optional(),
  })
  .meta({ id: "RunStatusFields" });

const Head = z
  .object({ connection_id: z.string(), snapshot_seq: z.int(), subject_seq: z.int() })
  .nullable()
  .meta({ id: "Head" });

export const RunWarning = z
  .object({
    code: z.string(),
    message: z.string(),
    stage: z.string(),
    severity: z.enum(["info", "warning"]),
    path: z.string().optional(),
  })
  .meta({ id: "RunWarning" });

/** `GET /api/v1/runs/{run_id}` (RUN-82). */
export const Run = RunStatusFields.extend({
  output_phase: z.enum(outputPhases),
  completed_deterministic_at: Timestamp.optional(),
  warnings: z
    .array(RunWarning)
    .optional()
    .meta({ description: "Only when the saved configuration turns on expose_warnings." }),
  work_items: z.array(JsonObject),
  input: JsonObject,
  computed_at_head: Head,
  served_head: Head,
  stale: z.boolean(),
  field_policy: z.object({ policy_key: z.string(), redacted: z.array(z.string()) }).optional(),
}).meta({ id: "Run" });

/** RUN-95: no body is the normal case. */
export const CancelRequest = z
  .strictObject({ reason: text(0, limits.cancelReasonCharsMax).optional() })
  .meta({ id: "CancelRequest", example: { reason: "Superseded by a newer proposal" } });

/** A finished run answers `200` with its status fields and stored output, without `solutions` (RUN-99). */
export const CancelledRun = RunStatusFields.omit({ solutions: true }).meta({ id: "CancelledRun" });
