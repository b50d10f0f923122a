import * as z from "zod";
import { Annotation, Outcome } from "./run-records.ts";
import { finalRunStatuses } from "./runs.ts";
import { JsonObject, JsonValue, Timestamp } from "./shapes.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** SHA-256 and length in bytes of the RFC 8785 (JCS) form of a JSON value. */
const Digest = z.object({ sha256, bytes: z.int() }).meta({ id: "Digest" });

/** Where in the result something stands, named as in `OutcomeRequest.target`. */
const ScoringTarget = z.record(z.string(), z.string());

/** DEF-3: failing, unknown and deciding rules of the run. */
export const DecisionTraceEntry = z
  .object({
    stage: z.string(),
    rule_key: z.string(),
    result: z.enum(["true", "false", "unknown"]),
    facts: z.array(
      z.object({ path: z.string(), value: JsonValue.meta({ description: "null where a field policy withholds it." }) }),
    ),
    evidence_ids: z.array(z.string()),
  })
  .meta({ id: "DecisionTraceEntry" });

/** One question to a language model. Hashes are of the strings sent and of the JSON answered. */
export const ModelCall = z
  .object({
    provider: z.string(),
    model: z.string(),
    task: z.string(),
    prompt_sha256: sha256,
    response_sha256: sha256.nullable().meta({ description: "null when there was no usable answer." }),
    accepted: z.boolean(),
    reason: z.string().optional().meta({ description: "Why nothing of the answer was taken." }),
  })
  .meta({ id: "ModelCall" });

/** A correction that the service attached to a run; its output travels in `run.superseded` only (DEF-5). */
export const PacketCorrection = z
  .object({
    correction_id: z.uuid(),
    seq: z.int(),
    created_at: Timestamp,
    created_by: z.string(),
    reason: z.string(),
    output_digest: Digest,
  })
  .meta({ id: "PacketCorrection" });

/** `GET /api/v1/runs/{run_id}/defensibility-packet` (DEF-2). */
export const DefensibilityPacket = z
  .object({
    packet_version: z.literal(1),
    run: z.object({
      run_id: z.uuid(),
      engine: z.string(),
      engine_type: z.string(),
      environment: z.string(),
      status: z.enum(finalRunStatuses),
      attempt: z.int(),
      created_at: Timestamp,
      completed_at: Timestamp,
      submitted_by: z.string().nullable().meta({ description: "The acting principal of the submission." }),
      key_id: z.string(),
      trace_id: z.string().nullable(),
    }),
    release: z.object({
      engine_version: z.string().nullable(),
      config_version_hash: z.string().nullable(),
      request_schema_sha256: sha256.nullable().meta({ description: "null for a draft, which has no release." }),
      response_schema_sha256: sha256.nullable(),
      pack: z.object({ key: z.string(), version: z.int(), sha256: sha256.nullable() }).nullable(),
    }),
    input_digest: Digest,
    output_digest: Digest.nullable(),
    data: z.object({
      heads: JsonValue,
      datasets: z.array(z.object({ dataset_key: z.string(), version: z.string(), sha256: z.string() })),
      documents: z.array(z.object({ ref: JsonObject, sha256 })),
      lists: z.array(JsonObject),
    }),
    decision_trace: z.array(DecisionTraceEntry),
    scoring: z.array(z.object({ target: ScoringTarget, breakdown: z.array(JsonObject) })),
    evidence: z.array(JsonObject),
    model_use: z.object({
      mode: z.enum(["off", "optional", "required"]).nullable(),
      calls: z.array(ModelCall),
      egress_manifest_version: z.string().nullable(),
      fields_sent: z.array(z.string()).meta({ description: "Paths of what left the service, `[]` for list elements." }),
    }),
    human: z.object({
      outcomes: z.array(Outcome),
      annotations: z.array(Annotation),
      ledger_actions: z.array(z.object({ seq: z.int(), type: z.string() })),
    }),
    corrections: z.array(PacketCorrection),
    limitations: z.array(z.object({ code: z.string(), message: z.string() })),
    generated_at: Timestamp,
    integrity: z.object({
      algorithm: z.literal("sha256-jcs"),
      packet_sha256: sha256.meta({
        description: "Of everything but `generated_at` and `integrity`, as RFC 8785 JSON.",
      }),
    }),
  })
  .meta({ id: "DefensibilityPacket" });
