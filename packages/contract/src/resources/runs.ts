import * as z from "zod";
import {
  comparisonInputExample,
  comparisonOutputExample,
  configHashExample,
  runIdExample,
  solutionExample,
  traceIdExample,
  workItemExample,
} from "./examples.ts";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import {
  ConfigHash,
  EnvironmentSlug,
  JsonObject,
  JsonValue,
  ReleaseVersion,
  RunInput,
  RunOutput,
  Timestamp,
  TraceId,
  anyUuid,
  text,
} from "./shapes.ts";

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
    input: RunInput.optional().meta({ description: "Required. Validated by the engine's release." }),
    engine_version: ReleaseVersion.optional().meta({ description: "`major.minor`, `major.x` or `draft`." }),
    offerings: JsonValue.optional().meta({
      description:
        "Matching engines only: the carrier programs to choose from, instead of the imported dataset (/engines/matching.html).",
    }),
    test_scenario: JsonValue.optional().meta({ enum: [...testScenarios], description: "Sandbox only." }),
    submitted_by: z
      .string()
      .max(limits.actingPrincipalCharsMax)
      .optional()
      .meta({ examples: ["pat.moreno"] }),
  })
  .meta({ id: "RunSubmission", example: { input: comparisonInputExample, engine_version: "1.x" } });

export const RunAccepted = z
  .object({ run_id: z.uuid(), status: z.enum(runStatuses) })
  .meta({ id: "RunAccepted", example: { run_id: "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11", status: "queued" } });

/** RUN-59: seen `worker_interrupted`, `pipeline_error`, `pipeline_timeout`; codes may be added. */
export const RunErrorDetails = z
  .object({
    type: z.string().meta({ examples: ["worker_interrupted", "pipeline_error", "pipeline_timeout"] }),
    code: z
      .string()
      .optional()
      .meta({ examples: ["budget_exceeded"] }),
    restarting: z.boolean().optional(),
    stage: z
      .string()
      .optional()
      .meta({ examples: ["evaluate"] }),
  })
  .meta({ id: "RunErrorDetails" });

/** The fields a run shows everywhere: reads, cancels, webhooks (RUN-80). */
export const RunStatusFields = z
  .object({
    run_id: z.uuid(),
    status: z.enum(runStatuses),
    environment: EnvironmentSlug,
    attempt: z.int().meta({ examples: [1] }),
    created_at: Timestamp,
    completed_at: Timestamp.optional(),
    error: z
      .string()
      .optional()
      .meta({ examples: ["The run exceeded its time budget."] }),
    error_details: RunErrorDetails.optional(),
    cancel_requested_at: Timestamp.optional(),
    output: RunOutput.optional().meta({ description: "Only on completed and degraded runs." }),
    solutions: z
      .array(JsonObject)
      .optional()
      .meta({ examples: [[solutionExample]] }),
    trace_id: TraceId.optional(),
    engine_version: ReleaseVersion.optional(),
    engine_config_version_hash: ConfigHash.optional(),
  })
  .meta({ id: "RunStatusFields" });

const Head = z
  .object({
    connection_id: z.string().meta({ examples: ["0197c2f4-8f1e-7a54-9f0e-5d0b8b0e3f6d"] }),
    snapshot_seq: z.int().meta({ examples: [412] }),
    subject_seq: z.int().meta({ examples: [398] }),
  })
  .nullable()
  .meta({ id: "Head" });

export const RunWarning = z
  .object({
    code: z.string().meta({ examples: ["fact_missing"] }),
    message: z.string().meta({ examples: ["risk.revenue is not known; offerings that depend on it stay open"] }),
    stage: z.string().meta({ examples: ["evaluate"] }),
    severity: z.enum(["info", "warning"]),
    path: z
      .string()
      .optional()
      .meta({ examples: ["risk.revenue"] }),
  })
  .meta({ id: "RunWarning" });

/** What a field policy withheld (PRIV-17). */
const Redactions = z.object({
  policy_key: z.string().meta({ examples: ["service"] }),
  redacted: z.array(z.string()).meta({ examples: [["/output/items/0/commission_rate"]] }),
});

/** `GET /api/v1/runs/{run_id}` (RUN-82). */
export const Run = RunStatusFields.extend({
  output: RunOutput.optional().meta({
    description:
      "Only on completed and degraded runs. Of a matching engine it is an operator summary, with `trimmed: true`: the " +
      "release's `response_schema` describes the whole output, which a webhook in full mode carries.",
  }),
  output_phase: z.enum(outputPhases),
  completed_deterministic_at: Timestamp.optional(),
  warnings: z
    .array(RunWarning)
    .optional()
    .meta({ description: "Only when the saved configuration turns on expose_warnings." }),
  work_items: z.array(JsonObject).meta({ examples: [[workItemExample]] }),
  input: RunInput,
  computed_at_head: Head,
  served_head: Head,
  stale: z.boolean().meta({ description: "The records of the run's client have changed since the run was computed." }),
  erased_parts: z
    .array(z.string())
    .optional()
    .meta({ description: "Parts of the run that named a client who was erased since, and are blanked there." }),
  field_policy: Redactions.optional(),
}).meta({
  id: "Run",
  example: {
    run_id: runIdExample,
    status: "completed",
    environment: "live",
    attempt: 1,
    created_at: "2026-11-21T09:00:00.000Z",
    completed_at: "2026-11-21T09:00:01.384Z",
    output: comparisonOutputExample,
    solutions: [solutionExample],
    trace_id: traceIdExample,
    engine_version: "1.3",
    engine_config_version_hash: configHashExample,
    output_phase: "final",
    completed_deterministic_at: "2026-11-21T09:00:01.384Z",
    work_items: [workItemExample],
    input: comparisonInputExample,
    computed_at_head: null,
    served_head: null,
    stale: false,
  },
});

/** RUN-95: no body is the normal case. */
/** A request that has nothing to say beyond its path; the body may be left out. */
export const EmptyRequest = z.strictObject({}).meta({ id: "EmptyRequest", example: {} });

export const CancelRequest = z
  .strictObject({
    reason: text(0, limits.cancelReasonCharsMax)
      .optional()
      .meta({ examples: ["Superseded by a newer proposal"] }),
  })
  .meta({ id: "CancelRequest", example: { reason: "Superseded by a newer proposal" } });

/**
 * A finished run answers `200` with its status fields and stored output, without `solutions` (RUN-99), and where the
 * reader's field policy denies a class, with what was withheld.
 */
export const CancelledRun = RunStatusFields.omit({ solutions: true })
  .extend({ field_policy: Redactions.optional() })
  .meta({
    id: "CancelledRun",
    example: {
      run_id: runIdExample,
      status: "processing",
      environment: "live",
      attempt: 1,
      created_at: "2026-11-21T09:00:00.000Z",
      cancel_requested_at: "2026-11-21T09:00:04.120Z",
      trace_id: traceIdExample,
      engine_version: "1.3",
      engine_config_version_hash: configHashExample,
    },
  });
