import * as z from "zod";
import {
  configHashExample,
  emptyManifestHashExample,
  requestSchemaHashExample,
  responseSchemaHashExample,
  solutionExample,
  traceIdExample,
} from "./examples.ts";
import { Annotation, Outcome } from "./run-records.ts";
import { finalRunStatuses } from "./runs.ts";
import { EnvironmentSlug, JsonObject, JsonValue, KeyId, Timestamp } from "./shapes.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** SHA-256 and length in bytes of the RFC 8785 (JCS) form of a JSON value. */
const Digest = z
  .object({ sha256: sha256.meta({ examples: [configHashExample] }), bytes: z.int().meta({ examples: [18_412] }) })
  .meta({ id: "Digest" });

/** Where in the result something stands, named as in `OutcomeRequest.target`. */
const ScoringTarget = z.record(z.string(), z.string());

/** DEF-3: failing, unknown and deciding rules of the run. */
export const DecisionTraceEntry = z
  .object({
    stage: z.string().meta({ examples: ["evaluate"] }),
    rule_key: z.string().meta({ examples: ["liq_in"] }),
    result: z.enum(["true", "false", "unknown"]),
    facts: z.array(
      z.object({
        path: z.string().meta({ examples: ["items[harborstone].liquor_liability/liquor_each_cause/included"] }),
        value: JsonValue.meta({ description: "null where a field policy withholds it.", examples: [false] }),
      }),
    ),
    evidence_ids: z.array(z.string()).meta({ examples: [["e1", "e2"]] }),
  })
  .meta({ id: "DecisionTraceEntry" });

/** One question to a language model. Hashes are of the strings sent and of the JSON answered. */
export const ModelCall = z
  .object({
    provider: z.string().meta({ examples: ["anthropic"] }),
    model: z.string().meta({ examples: ["claude-sonnet"] }),
    task: z.string().meta({ examples: ["narrate"] }),
    prompt_sha256: sha256.meta({ examples: ["0a6f8b1d2e4c3f5a7b9d8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"] }),
    response_sha256: sha256
      .nullable()
      .meta({ description: "null when there was no usable answer.", examples: [responseSchemaHashExample] }),
    accepted: z.boolean(),
    reason: z
      .string()
      .optional()
      .meta({
        description: "Why nothing of the answer was taken.",
        examples: ["a number in the text is not in the evidence"],
      }),
  })
  .meta({ id: "ModelCall" });

/** A correction that the service attached to a run; its output travels in `run.superseded` only (DEF-5). */
export const PacketCorrection = z
  .object({
    correction_id: z.uuid(),
    seq: z.int().meta({ examples: [1] }),
    created_at: Timestamp,
    created_by: z.string().meta({ examples: ["compliance-desk"] }),
    reason: z.string().meta({ examples: ["The deductible of the quote was read from the wrong page."] }),
    output_digest: Digest,
  })
  .meta({ id: "PacketCorrection" });

/** `GET /api/v1/runs/{run_id}/defensibility-packet` (DEF-2). */
export const DefensibilityPacket = z
  .object({
    packet_version: z.literal(1),
    run: z.object({
      run_id: z.uuid(),
      engine: z.string().meta({ examples: ["proposal-review"] }),
      engine_type: z.string().meta({ examples: ["comparison"] }),
      environment: EnvironmentSlug,
      status: z.enum(finalRunStatuses),
      attempt: z.int().meta({ examples: [1] }),
      created_at: Timestamp,
      completed_at: Timestamp,
      submitted_by: z
        .string()
        .nullable()
        .meta({ description: "The acting principal of the submission.", examples: ["pat.moreno"] }),
      key_id: KeyId,
      trace_id: z
        .string()
        .nullable()
        .meta({ examples: [traceIdExample] }),
    }),
    release: z.object({
      engine_version: z
        .string()
        .nullable()
        .meta({ examples: ["1.3"] }),
      config_version_hash: z
        .string()
        .nullable()
        .meta({ examples: [configHashExample] }),
      request_schema_sha256: sha256
        .nullable()
        .meta({ description: "null for a draft, which has no release.", examples: [requestSchemaHashExample] }),
      response_schema_sha256: sha256.nullable().meta({ examples: [responseSchemaHashExample] }),
      pack: z
        .object({
          key: z.string().meta({ examples: ["us_commercial_core"] }),
          version: z.int().meta({ examples: [1] }),
          sha256: sha256.nullable().meta({ examples: [configHashExample] }),
        })
        .nullable(),
    }),
    input_digest: Digest,
    output_digest: Digest.nullable(),
    data: z.object({
      heads: JsonValue.meta({ examples: [null] }),
      datasets: z.array(
        z.object({
          dataset_key: z.string().meta({ examples: ["offerings"] }),
          version: z.string().meta({ examples: ["1.3"] }),
          sha256: z.string().meta({ examples: [configHashExample] }),
        }),
      ),
      documents: z.array(
        z.object({
          ref: JsonObject.meta({ examples: [{ document_key: "d-app" }] }),
          sha256: sha256.meta({ examples: [configHashExample] }),
        }),
      ),
      lists: z.array(JsonObject).meta({
        examples: [
          [
            {
              list_key: "watch_demo",
              version: "12",
              entries: 20_009,
              as_of: "2026-11-20T02:00:00.000Z",
              status: "screened",
            },
          ],
        ],
      }),
    }),
    decision_trace: z.array(DecisionTraceEntry),
    scoring: z.array(
      z.object({
        target: ScoringTarget.meta({ examples: [{ solution_key: "harborstone" }] }),
        breakdown: z.array(JsonObject).meta({ examples: [solutionExample.breakdown] }),
      }),
    ),
    evidence: z.array(JsonObject).meta({
      examples: [[{ evidence_id: "e1", kind: "fact", ref: { fact: "items[harborstone].coverages" }, value: false }]],
    }),
    model_use: z.object({
      mode: z
        .enum(["off", "optional", "required"])
        .nullable()
        .meta({ examples: ["optional"] }),
      calls: z.array(ModelCall),
      egress_manifest_version: z
        .string()
        .nullable()
        .meta({ examples: [emptyManifestHashExample] }),
      fields_sent: z.array(z.string()).meta({
        description: "Paths of what left the service, `[]` for list elements.",
        examples: [["findings[].title", "findings[].detail"]],
      }),
    }),
    human: z.object({
      outcomes: z.array(Outcome),
      annotations: z.array(Annotation),
      ledger_actions: z.array(
        z.object({ seq: z.int().meta({ examples: [118] }), type: z.string().meta({ examples: ["create_task"] }) }),
      ),
    }),
    corrections: z.array(PacketCorrection),
    limitations: z.array(
      z.object({
        code: z.string().meta({ examples: ["advisory"] }),
        message: z.string().meta({ examples: ["The result is a recommendation for a licensed person."] }),
      }),
    ),
    generated_at: Timestamp,
    integrity: z.object({
      algorithm: z.literal("sha256-jcs"),
      packet_sha256: sha256.meta({
        description: "Of everything but `generated_at` and `integrity`, as RFC 8785 JSON.",
        examples: [responseSchemaHashExample],
      }),
    }),
  })
  .meta({ id: "DefensibilityPacket" });
