import * as z from "zod";
import { engineTypeNames } from "./engine-type-names.ts";
import { gateExample } from "./resources/examples.ts";
import { providerErrorReasons } from "./provider-errors.ts";

/** One row of the error table: what a caller sees under a code (PLAT-25, PLAT-26). */
export type ErrorSpec = {
  /** One status, or the two a code may carry; `fail` then insists on the choice. */
  readonly status: number | readonly [number, number];
  /** Public message. Never names a cause inside the service. */
  readonly message: string;
  /** Shape of `details`; where given, `fail` insists on it. */
  readonly details?: z.ZodType;
  /** Details that may be given but need not. */
  readonly optionalDetails?: z.ZodType;
  /** The response carries `Retry-After` in whole seconds, at least 1. */
  readonly retryAfter?: true;
  /** `environment_in_use` carries a top-level `blockers` object instead of `details`. */
  readonly blockers?: z.ZodType;
};

const fieldIssues = z.array(z.object({ field: z.string(), message: z.string() }));
const pathIssues = z.array(z.object({ path: z.string(), message: z.string() }));
const runReference = z.object({ run_id: z.uuid() });
/** What a key made: a run, or the resource of the route. */
const madeReference = z.union([
  runReference,
  z.object({ turn_id: z.uuid() }),
  z.object({ conversation_id: z.uuid() }),
  z.object({ eval_run_id: z.uuid() }),
]);
/** Of the gate of a conversation instance. */
const evalGateDetails = z
  .object({
    missing: z.array(z.string()),
    eval_run_id: z.uuid().nullable(),
    failing: z.array(z.object({ scenario_key: z.string(), message: z.string() })),
  })
  .meta({
    examples: [{ missing: ["an evaluation of exactly this configuration"], eval_run_id: null, failing: [] }],
  });

const gateDetails = z.object({
  gate: z.string(),
  /** Why there is no result yet: `out_of_time`, `datasets_too_large`, `dataset_inconsistent`. */
  reason: z.string().optional(),
  required: z.unknown(),
  actual: z.unknown(),
  failing: z.array(z.object({ case_key: z.string(), assertion: z.unknown(), actual: z.unknown() })),
});

/**
 * Every code of the contract, once. A code that is not here does not compile, a code that is here is documented in
 * docs/generated/errors.md and in the OpenAPI responses of the routes that name it.
 */
export const errors = {
  // Authentication and authorization
  unauthorized: { status: 401, message: "The API key is missing, malformed, unknown or revoked." },
  insufficient_capability: { status: 403, message: "This key may not call this route." },
  scoped_key_required: {
    status: 403,
    message: "This route accepts an organization key of the live environment or a scoped key.",
  },
  engine_binding_forbidden: { status: 403, message: "This key is not bound to the engine." },
  identity_unmapped: { status: 403, message: "The acting person is missing or maps to no seat." },
  assertion_invalid: { status: 403, message: "The signed assertion is missing or wrong." },
  assertion_stale: { status: 403, message: "The signed assertion is outside the five minute window." },
  book_lens_read_only: { status: 403, message: "A lens is read-only: remove the lens header to write." },
  overlay_read_only: { status: 403, message: "The coverage record overlay is read-only." },
  engine_archived: { status: 403, message: "The engine is archived." },
  test_scenario_forbidden: { status: 403, message: "The key lacks the capability runs:test." },
  acting_principal_mismatch: {
    status: 400,
    message: "submitted_by needs the acting-principal header and must equal it.",
  },
  run_requires_acting_principal: {
    status: 400,
    message: "Runs of this engine type act for a person: send X-Service-Acting-Principal.",
  },
  lens_target_unknown: { status: 400, message: "The lens names no known person." },
  book_connection_ambiguous: {
    status: 400,
    message: "Several connections qualify: send connection_id.",
    details: z.object({ connections: z.array(z.object({ connection_id: z.uuid(), name: z.string() })) }).meta({
      examples: [
        {
          connections: [
            { connection_id: "01932f5c-7a51-7c3e-9f5e-2b1d4a6c8e90", name: "Agency system" },
            { connection_id: "01932f5c-9d42-7a10-8c77-6e5f4d3c2b1a", name: "Benefits" },
          ],
        },
      ],
    }),
  },
  opportunity_not_found: {
    status: 404,
    message: "No opportunity with this id exists for this engine, or the acting person may not see it.",
  },
  annotation_not_found: { status: 404, message: "No such annotation exists." },
  precondition_required: {
    status: 428,
    message: 'Send If-Match with the current revision in quotes, such as "3".',
  },
  revision_conflict: {
    status: 409,
    message: "It has changed since: read it again and send its revision in If-Match.",
    optionalDetails: z.object({ revision: z.int() }).meta({ examples: [{ revision: 8 }] }),
  },
  opportunity_run_in_progress: {
    status: 409,
    message: "Another opportunity run of this engine, connection and part of the book is unfinished.",
    details: runReference,
  },
  risk_engine_not_configured: {
    status: 501,
    message: "The organization has designated no engine for risk runs: name one in engine_slug.",
  },
  program_engine_not_configured: {
    status: 501,
    message: "The organization has designated no engine for program runs: name one in engine_slug.",
  },
  analyses_not_enabled: { status: 503, message: "Analyses are switched off for this organization." },
  not_found: { status: 404, message: "Nothing with this identifier exists for this key." },

  // Availability and budgets
  auth_unavailable: { status: 503, message: "Keys cannot be checked right now. Try again." },
  book_unavailable: { status: 503, message: "Records are busy. Try again.", retryAfter: true },
  rate_limited: {
    status: 429,
    message: "The request budget is used up. Retry after the given time.",
    retryAfter: true,
  },
  run_cap_exceeded: { status: 429, message: "The monthly run cap is reached. No run was created." },
  request_timeout: { status: 504, message: "The request ran past its time budget." },
  internal_error: { status: 500, message: "The service failed unexpectedly." },
  /** Ours: the database is out of reach after the key was accepted. */
  service_unavailable: { status: 503, message: "The service cannot reach its storage right now. Try again." },

  // Requests
  invalid_request: {
    status: 400,
    message: "The request is not valid.",
    optionalDetails: z.array(z.object({ field: z.string(), message: z.string() })),
  },
  missing_input: { status: 400, message: "A run needs input." },
  invalid_input: {
    status: 400,
    message: "The input failed validation.",
    details: fieldIssues.meta({
      examples: [[{ field: "items[1].expires_on", message: "must be after effective_on" }]],
    }),
  },
  invalid_offerings: {
    status: 400,
    message: "The offerings failed validation.",
    details: fieldIssues.meta({ examples: [[{ field: "offerings[12].states", message: "is required" }]] }),
  },
  request_bound_exceeded: {
    status: [400, 413],
    message: "The request is larger or deeper than allowed.",
    details: z
      .object({ bound: z.string(), path: z.string(), limit: z.number(), measured: z.number() })
      .meta({ examples: [{ bound: "depth", path: "input.profile", limit: 32, measured: 40 }] }),
  },
  body_too_large: { status: 413, message: "The event body is over 1 MiB." },
  invalid_idempotency_key: { status: 400, message: "Idempotency-Key is empty or over 255 characters." },
  idempotency_key_reused: {
    status: 409,
    message: "The Idempotency-Key was used with a different request.",
    details: madeReference.meta({ examples: [{ run_id: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }] }),
  },
  event_id_reused: { status: 409, message: "The event_id was used for a different event." },
  action_payload_invalid: {
    status: 400,
    message: "A ledger command is not valid.",
    details: z
      .array(z.object({ index: z.int(), path: z.string(), message: z.string() }))
      .meta({ examples: [[{ index: 0, path: "/payload/title", message: "is required" }]] }),
  },

  // Environments
  environment_slug_invalid: { status: 400, message: "The environment slug is missing or not valid." },
  environment_slug_reserved: { status: 400, message: "The environment slug is reserved." },
  environment_slug_taken: { status: 400, message: "An environment with this slug exists." },
  environment_name_invalid: {
    status: 400,
    message: "The environment name is missing, blank, over 64 bytes of UTF-8, or holds U+0000.",
  },
  environment_limit_reached: { status: 400, message: "The organization already has five sandbox environments." },
  environment_live_immutable: { status: 400, message: "The live environment cannot be deleted." },
  environment_not_found: { status: 404, message: "No environment with this slug exists." },
  environment_in_use: {
    status: 409,
    message: "Keys, webhook endpoints, inbound sources, runs or conversations still reference the environment.",
    blockers: z.object({
      keys: z.int().meta({ examples: [2] }),
      webhook_endpoints: z.int().meta({ examples: [1] }),
      inbound_sources: z.int(),
      runs: z.int().meta({ examples: [14] }),
      conversations: z.int().meta({ examples: [3] }),
    }),
  },
  environment_operation_failed: { status: 500, message: "The environment could not be changed." },
  list_environments_failed: { status: 500, message: "The environments could not be read." },

  // Attachments of conversations
  attachment_not_found: { status: 404, message: "No attachment with this id exists in this conversation." },
  attachment_not_ready: {
    status: 409,
    message: "The attachment is not ready: it is being scanned and read, or it was rejected.",
    optionalDetails: z
      .object({
        attachment_id: z.uuid(),
        status: z.enum(["processing", "rejected"]),
        reject_reason: z.string().nullable(),
      })
      .meta({
        examples: [
          { attachment_id: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11", status: "rejected", reject_reason: "malware" },
        ],
      }),
  },
  attachment_too_large: { status: 413, message: "The file is over 20 MiB." },
  attachment_type_unsupported: {
    status: 415,
    message: "The file is of no type that conversations take, or is not what its sender says.",
  },
  attachment_limit_reached: { status: 409, message: "The conversation has its 100 attachments." },
  attachments_not_configured: {
    status: 501,
    message: "The instance takes no attachments, or no file store is set up for them.",
  },
  invalid_multipart: { status: 400, message: "The body is not the multipart form that this route takes." },

  // Engines and releases
  engine_not_found: { status: 404, message: "No engine with this slug exists." },
  invalid_engine_type: { status: 400, message: `engine_type must be one of ${engineTypeNames.join(", ")}.` },
  engine_slug_conflict: { status: 409, message: "An engine with this slug exists." },
  /** Ours (ENG-6). */
  engine_limit_reached: { status: 409, message: "The organization has reached its number of engines." },
  validation_error: {
    status: 400,
    message: "The configuration failed validation.",
    details: pathIssues.meta({ examples: [[{ path: "/ranking/weights/price", message: "must be <= 100" }]] }),
  },
  engine_version_required: { status: 400, message: "This engine needs an exact engine_version." },
  engine_version_exact_required: { status: 400, message: "This engine accepts only exact pins (major.minor)." },
  engine_version_invalid_format: {
    status: 400,
    message: "engine_version must be major.minor, major.x or draft.",
  },
  engine_version_not_found: { status: [400, 404], message: "The engine has no such release." },
  engine_version_draft_requires_sandbox_key: { status: 400, message: "draft needs a key of a sandbox environment." },
  engine_version_none_released: { status: 500, message: "The engine has no release yet: publish one." },
  engine_release_unservable: { status: 422, message: "The release cannot serve runs." },
  engine_version_publish_mismatch: {
    status: 409,
    message: "The requested version differs from the computed one.",
    details: z
      .object({ requested: z.string(), computed: z.string() })
      .meta({ examples: [{ requested: "1.4", computed: "2.0" }] }),
  },
  engine_version_schema_change_requires_major: {
    status: 409,
    message: "The schema change needs a new major version.",
    details: z
      .object({
        computed: z.string(),
        changes: z.array(z.object({ schema: z.string(), path: z.string(), rule: z.string() })),
      })
      .meta({
        examples: [
          {
            computed: "2.0",
            changes: [{ schema: "request", path: "/properties/input/required", rule: "property added to required" }],
          },
        ],
      }),
  },
  engine_config_changed: { status: 409, message: "The draft changed while it was being published." },
  invalid_engine_config: {
    status: 422,
    message: "The draft cannot be published.",
    optionalDetails: pathIssues.meta({
      examples: [
        [
          {
            path: "/evaluation/labelled_sets/0",
            message: 'the dataset "labelled:known-names" is not imported in this organization',
          },
        ],
      ],
    }),
  },
  cold_start_gate_not_met: {
    status: 422,
    message: "The evaluation gate is not met.",
    details: gateDetails.meta({
      examples: [
        {
          ...gateExample,
          gate: "cold_start_gate_not_met",
          actual: { cases: 2, completed_cases: 2, rule_coverage: 0.95, pass_rate: 1 },
        },
      ],
    }),
  },
  cold_start_gate_failed: {
    status: 422,
    message: "The evaluation gate failed.",
    details: gateDetails.meta({
      examples: [
        {
          ...gateExample,
          gate: "cold_start_gate_failed",
          failing: [{ case_key: "labelled:known-names.recall", assertion: "metric at least 0.9", actual: 0.83 }],
        },
      ],
    }),
  },
  cold_start_gate_regressed: {
    status: 422,
    message: "A case that passed for the latest release fails now.",
    details: gateDetails.meta({
      examples: [
        {
          ...gateExample,
          gate: "cold_start_gate_regressed",
          failing: [
            {
              case_key: "renewal_drops_liquor",
              assertion: { path: "/output/summary/best_key", op: "eq", value: "expiring" },
              actual: "harborstone",
            },
          ],
        },
      ],
    }),
  },
  engine_config_hash_inconsistent: { status: 500, message: "The stored configuration failed its integrity check." },
  engine_config_hash_unavailable: { status: 503, message: "The configuration hash is not available yet." },

  // Runs
  missing_run_id: { status: 400, message: "The run id is missing." },
  invalid_run_id: { status: 400, message: "The run id is not a UUID." },
  run_not_found: { status: 404, message: "No run with this id exists in the key's environment." },
  run_not_finished: { status: 409, message: "The run is not finished." },
  invalid_batch_size: { status: 400, message: "A batch has 1 to 100 subjects." },
  create_run_failed: { status: 500, message: "The run could not be created." },
  load_run_failed: { status: 500, message: "The run could not be read." },
  cancel_run_failed: { status: 500, message: "The cancel request could not be recorded." },
  queue_unreachable: {
    status: 503,
    message: "What was created could not be queued; it is stored as failed. Submit again with a new key.",
    details: madeReference,
  },
  invalid_test_scenario: { status: 400, message: "This route takes no test_scenario of that name." },
  test_scenario_sandbox_only: { status: 400, message: "test_scenario needs a sandbox environment." },
  test_scenario_exact_version_required: { status: 400, message: "test_scenario needs an exact engine_version." },
  test_scenario_version_not_supported: { status: 400, message: "The release is not in the contract registry." },

  // Conversation instances, their releases, conversations
  conversation_instance_not_found: { status: 404, message: "No conversation instance with this slug exists." },
  conversation_instance_archived: { status: 403, message: "The conversation instance is archived." },
  conversation_instance_slug_conflict: { status: 409, message: "A conversation instance with this slug exists." },
  /** Ours (CONV-4). */
  conversation_instance_limit_reached: {
    status: 409,
    message:
      "The organization has reached its number of conversation instances, or the instance its number of releases.",
  },
  conversation_instance_not_released: {
    status: 409,
    message: "The conversation instance has no release yet: publish one.",
  },
  conversation_instance_version_not_found: { status: 404, message: "The conversation instance has no such release." },
  invalid_instance_config: {
    status: 422,
    message: "The configuration is not valid.",
    details: pathIssues.meta({ examples: [[{ path: "/model/max_output_tokens", message: "is required" }]] }),
  },
  provider_not_configured: {
    status: 501,
    message: "No model of this alias is set up: ask the operator to register one.",
  },
  instance_draft_changed: { status: 409, message: "The configuration is not the expected one." },
  instance_version_unchanged: { status: 409, message: "The latest release has this very configuration." },
  eval_gate_not_met: {
    status: 422,
    message: "The evaluation gate is not met: a release needs a fresh evaluation of exactly this configuration.",
    details: evalGateDetails,
  },
  eval_gate_failed: {
    status: 422,
    message: "The evaluation is below the rules of the gate.",
    details: evalGateDetails,
  },
  eval_gate_regressed: {
    status: 422,
    message: "Scenarios that passed for the latest release fail now.",
    details: evalGateDetails,
  },
  conversation_not_found: { status: 404, message: "No conversation with this id exists for this key." },
  turn_not_found: { status: 404, message: "No turn with this id exists in this conversation." },
  turn_in_progress: {
    status: 409,
    message: "A turn of this conversation is queued or running.",
    details: z.object({ turn_id: z.uuid() }),
  },

  // Evaluations of conversation instances
  eval_scenario_not_found: { status: 404, message: "The conversation instance has no such scenario." },
  eval_scenario_key_conflict: { status: 409, message: "The conversation instance has a scenario with this key." },
  invalid_eval_scenario: {
    status: 422,
    message: "The scenario is not valid.",
    details: pathIssues.meta({ examples: [[{ path: "/pass_threshold", message: "must be from 0 to 1" }]] }),
  },
  eval_scenario_retired: { status: 409, message: "The scenario is retired and does not change any more." },
  /** Ours (EVAL-55). */
  eval_scenario_limit_reached: {
    status: 409,
    message: "The conversation instance has as many active scenarios as one run takes: retire one.",
  },
  no_eval_scenarios: { status: 422, message: "No active scenario is selected." },
  eval_run_too_large: { status: 422, message: "A run has at most 500 trials of scenarios: select fewer." },
  eval_run_not_found: { status: 404, message: "No evaluation with this id exists in the key's environment." },
  eval_run_not_finished: { status: 409, message: "Only completed evaluations are compared." },
  eval_runs_not_comparable: { status: 422, message: "The evaluations have no scenario in common." },
  annotation_not_promotable: {
    status: 422,
    message:
      "There is nothing to assert: the turn has no answer that you may read, and neither a correction nor assertions are given.",
  },
  /** Ours (CONV-70). */
  annotation_limit_reached: { status: 409, message: "The conversation has reached its number of annotations." },
  invalid_export_format: { status: 400, message: "format is one of json, jsonl, markdown, csv and messages." },

  // Turns
  // turn_not_ended: a parent that is not finished is the active turn, which turn_in_progress names.
  conversation_archived: { status: 409, message: "The conversation is archived." },
  instance_version_draft_requires_sandbox_key: {
    status: 400,
    message: "version draft needs a key of a sandbox environment.",
  },
  invalid_stream_cursor: { status: 400, message: "Last-Event-ID or after names no frame of this stream." },
  turn_not_resumable: {
    status: 409,
    message: "The turn cannot be resumed.",
    details: z
      .object({
        status: z.string(),
        reason: z.enum(["not_latest", "attempts_exhausted", "expired", "not_retryable"]),
      })
      .meta({ examples: [{ status: "completed", reason: "not_retryable" }] }),
  },
  streams_exhausted: {
    status: 503,
    message: "Too many streams are attached to this process. What was started goes on; attach again later.",
    retryAfter: true,
  },

  // Outcomes on a run
  missing_event_id: { status: 400, message: "event_id is missing." },
  invalid_event_id: { status: 400, message: "event_id is not a UUID." },
  invalid_event_type: { status: 400, message: "event_type is not known." },
  invalid_payload: { status: 400, message: "The payload is not valid." },
  reason_text_too_long: { status: 400, message: "reason_text is over 1,000 characters." },
  outcome_write_failed: { status: 500, message: "The outcome could not be recorded. Retry with the same event_id." },

  // Webhooks
  invalid_url: {
    status: 400,
    message: "The URL is not valid or resolves to a disallowed host. Use public HTTPS.",
    details: z.object({
      reason: z.enum([
        "syntax",
        "scheme",
        "port",
        "user_info",
        "fragment",
        "length",
        "unresolvable",
        "blocked_address",
      ]),
    }),
  },
  missing_endpoint_id: { status: 400, message: "The webhook endpoint id is missing." },
  invalid_endpoint_id: { status: 400, message: "The webhook endpoint id is not a UUID." },
  invalid_events: { status: 400, message: "events lists 1 to 4 different run event types." },
  invalid_payload_mode: { status: 400, message: "payload_mode is thin or full." },
  invalid_header: { status: 400, message: "A custom header is not allowed." },
  webhook_endpoint_not_found: { status: 404, message: "No webhook endpoint with this id exists." },
  webhook_delivery_not_found: { status: 404, message: "No delivery with this id exists on this endpoint." },
  delivery_in_progress: { status: 409, message: "The delivery is being sent right now." },
  secret_limit_reached: { status: 409, message: "The endpoint already has three live secrets." },
  webhook_endpoint_limit_reached: { status: 409, message: "The environment already has 20 webhook endpoints." },
  delivery_not_resendable: { status: 409, message: "The delivery was cancelled and cannot be sent again." },
  delivery_body_expired: { status: 410, message: "Retention removed the body of this delivery." },
  invalid_recovery_window: {
    status: 400,
    message: "since lies before until and at most 14 days back.",
  },
  webhook_recovery_not_found: { status: 404, message: "No recovery with this id exists on this endpoint." },
  recovery_in_progress: {
    status: 409,
    message: "Another recovery of this endpoint is under way.",
    details: z.object({ recovery_id: z.uuid() }),
  },
  recovery_key_reused: {
    status: 409,
    message: "The Idempotency-Key was used for another recovery of this endpoint.",
    details: z.object({ recovery_id: z.uuid() }),
  },
  invalid_cursor: {
    status: 400,
    message: "The cursor is not valid for this list.",
    optionalDetails: z.object({ reason: z.enum(["expired"]).meta({ examples: ["expired"] }) }),
  },
  dataset_not_found: { status: 404, message: "The catalog has no dataset of this key." },
  row_not_found: { status: 404, message: "The dataset has no row of this key." },
  files_not_configured: { status: 501, message: "No file store is set up: ask the operator to set FILES_STORE." },
  file_store_unavailable: {
    status: 503,
    message: "The file store cannot take or give files right now. Try again later; the operator sees why in the log.",
  },
  provider_error: {
    status: 502,
    message: "The model gave no answer.",
    details: z
      .object({ reason: z.enum(providerErrorReasons), retry_after_seconds: z.int().min(0).optional() })
      .meta({ examples: [{ reason: "overloaded" }] }),
  },
  client_closed_request: {
    status: 499,
    message: "The caller went away before the answer. Nobody reads this code: it stands in log and metrics.",
  },
  source_not_found: { status: 404, message: "No source with this key exists." },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof errors;

const stampReasons = ["missing", "unknown_source", "expired", "content_mismatch", "signature_invalid"] as const;

/** One row for a code per reason; `details.reason` repeats the reason. */
type ErrorTemplateSpec = ErrorSpec & {
  readonly status: number;
  readonly reasons: readonly string[];
  readonly details: z.ZodObject;
};

/** Codes that differ only in a reason: `<reason>` in the name stands for each of `reasons`. */
export const errorTemplates = {
  /** TYPE-97, TYPE-98, TYPE-99, TYPE-100, TYPE-130. */
  "submission_stamp_<reason>": {
    status: 422,
    message: "The submission failed a source check.",
    reasons: stampReasons,
    details: z.object({ reason: z.enum(stampReasons), submission_source: z.string().meta({ examples: ["crm"] }) }),
  },
} as const satisfies Record<string, ErrorTemplateSpec>;

export type ErrorTemplate = keyof typeof errorTemplates;
export type SubmissionStampReason = (typeof stampReasons)[number];

export function isErrorTemplate(code: string): code is ErrorTemplate {
  return code in errorTemplates;
}

/** The codes of a template with their reasons. */
export function codesOfTemplate(
  template: ErrorTemplate,
): readonly { readonly code: string; readonly reason: string }[] {
  return errorTemplates[template].reasons.map((reason) => ({ code: template.replace("<reason>", reason), reason }));
}

/** The body every refusal answers with. */
export const ErrorEnvelope = z
  .object({
    code: z.string().meta({ description: "Stable, snake_case. Match on this.", examples: ["invalid_input"] }),
    message: z.string().meta({
      description: "For people; wording may change.",
      examples: ["The input does not satisfy the engine's schema."],
    }),
    details: z
      .unknown()
      .optional()
      .meta({ examples: [[{ field: "items[1].expires_on", message: "must be after effective_on" }]] }),
  })
  .meta({
    id: "ErrorEnvelope",
    description:
      "The body of every refusal. Match on `code`; what each means is in the guide under /reference/errors.html.",
  });

/** `409 environment_in_use`: `blockers` on top level instead of `details`. */
export const EnvironmentInUseEnvelope = z
  .object({
    code: z.literal("environment_in_use"),
    message: z.string().meta({ examples: ["Keys, endpoints or runs still reference the environment."] }),
    blockers: errors.environment_in_use.blockers,
  })
  .meta({ id: "EnvironmentInUseError" });
