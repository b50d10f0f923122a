import { fail, finalRunStatuses, type DefensibilityPacket } from "@service/contract";
import {
  isJsonArray,
  isJsonObject,
  sha256Hex,
  type Json,
  type JsonObject,
  asJsonObject,
  parseJsonObject,
} from "@service/json";
import { enrichmentSettings } from "@service/models";
import { findPack } from "@service/packs";
import { FactPlaces, type FieldPolicy, type RecordCopies, type RunSchemas, withholdValues } from "@service/privacy";
import type * as z from "zod";
import { listCorrections, releaseOfRun, type CorrectionRow, type RunRelease } from "../corrections/index.ts";
import type { Deps } from "../../deps.ts";
import { compiledEngine, readEffectiveConfiguration, type ConfigurationDeps } from "../../engines/engines/index.ts";
import { actionsOfRun } from "../../book/ledger/index.ts";
import { listAnnotations, listOutcomes, presentAnnotation, presentOutcome } from "../outcomes/index.ts";
import { copiesOfRuns } from "../../book/run-records/index.ts";
import type { RunView } from "../../book/seats/index.ts";
import { digestOf, readStored, readStoredObject } from "./canonical-form.ts";
import { limitationsOf } from "./limitations.ts";
import type { PacketRun } from "./read-run-for-packet.ts";
import { scoringOf } from "./scoring.ts";
import { readTrace, type StoredTrace } from "./stored-trace.ts";

export type Packet = z.input<typeof DefensibilityPacket>;
type Schemas = RunSchemas;

/** How the viewer sees the run; `records` undefined: it read no book, or nothing of it is hidden. */
interface View {
  readonly policy: FieldPolicy;
  readonly schemas: Schemas | undefined;
  readonly records: RecordCopies | undefined;
}

/**
 * The defensibility packet of a finished run (DEF-2), limited to what the viewer's field policy and seat show.
 * @throws `run_not_finished`; `engine_config_hash_inconsistent` when the stored configuration does not match the run's
 *   hash.
 */
export async function composePacket(
  deps: Pick<Deps, "db" | "clock"> & ConfigurationDeps,
  run: PacketRun,
  { policy, overBook }: Pick<RunView, "policy" | "overBook">,
): Promise<Packet> {
  const status = finalRunStatuses.find((final) => final === run.status);
  if (status === undefined || run.completedAt === null) throw fail("run_not_finished");
  const [[records], [inTexts], release, configuration, outcomes, annotations, corrections, actions] = await Promise.all(
    [
      copiesOfRuns(deps, policy, [run]),
      copiesOfRuns(deps, policy, [run], "texts"),
      releaseOfRun(deps, run),
      run.configHash === null ? null : readEffectiveConfiguration(deps, run.configHash),
      listOutcomes(deps, run, run.id),
      listAnnotations(deps, run, run.id),
      listCorrections(deps, run, run.id),
      actionsOfRun(deps, run, overBook),
    ],
  );
  const effective = configuration === null ? undefined : parseJsonObject(configuration);
  const schemas = policy.denied.length === 0 ? undefined : await schemasOf(deps, run, release);
  const input = readStoredObject(run.input);
  const output = run.output === null ? undefined : readStoredObject(run.output);
  const view = { policy, schemas, records };
  const visible = visibleResult(run, output, view);
  const trace = readTrace(run.trace);
  const provenance = objectAt(output, "provenance");

  const content: Omit<Packet, "generated_at" | "integrity"> = {
    packet_version: 1,
    run: {
      run_id: run.id,
      engine: run.engineSlug,
      engine_type: run.engineType,
      environment: run.environmentSlug,
      status,
      attempt: run.attempt,
      created_at: run.createdAt.toISOString(),
      completed_at: run.completedAt.toISOString(),
      submitted_by: run.actingPrincipal,
      key_id: run.keyId,
      trace_id: run.traceId,
    },
    release: {
      engine_version: run.engineVersion,
      config_version_hash: run.configHash,
      request_schema_sha256: release?.requestSchemaSha256 ?? null,
      response_schema_sha256: release?.responseSchemaSha256 ?? null,
      pack: packOf(provenance, effective),
    },
    input_digest: await digestOf(input),
    output_digest: output === undefined ? null : await digestOf(output),
    data: {
      heads: provenance["heads"] ?? null,
      datasets: objectsIn(provenance["datasets"]).map(({ dataset_key, version, sha256 }) => ({
        dataset_key: textOf(dataset_key),
        version: textOf(version),
        sha256: textOf(sha256),
      })),
      documents: await documentsOf(input),
      lists: objectsIn(visible.output["lists"]).map((list) => ({ ...list })),
    },
    decision_trace: decisionsOf(trace, view),
    scoring: scoringOf(visible.output, visible.solutions),
    evidence: objectsIn(visible.output["evidence"]).map((one) => ({ ...one })),
    model_use: modelUseOf(trace, effective),
    human: {
      outcomes: outcomes.map((one) => presentOutcome(one, inTexts)),
      annotations: annotations.map((one) => presentAnnotation(one, inTexts)),
      ledger_actions: actions.map(({ seq, type }) => ({ seq, type })),
    },
    corrections: await Promise.all(corrections.map(presentCorrection)),
    limitations: limitationsOf({
      run,
      trace,
      policy,
      isMasked: records !== undefined,
      isOutputTruncated: provenance["truncated"] === true,
    }),
  };
  return sealed(content, deps.clock.now());
}

/**
 * Hashes everything but `generated_at` and `integrity`: a viewer verifies it over the packet without these two members.
 */
async function sealed(content: Omit<Packet, "generated_at" | "integrity">, at: Date): Promise<Packet> {
  const { sha256 } = await digestOf(asJsonObject(content));
  return {
    ...content,
    generated_at: at.toISOString(),
    integrity: { algorithm: "sha256-jcs", packet_sha256: sha256 },
  };
}

/** The schemas that mark sensitive values: those of the release, or of the draft that the run executed. */
async function schemasOf(
  deps: ConfigurationDeps,
  run: PacketRun,
  release: RunRelease | undefined,
): Promise<Schemas | undefined> {
  if (release)
    return { request: parseJsonObject(release.requestSchema), response: parseJsonObject(release.responseSchema) };
  if (run.configHash === null) return undefined;
  const { requestSchema, responseSchema } = await compiledEngine(deps, run.configHash);
  return { request: requestSchema, response: responseSchema };
}

/**
 * The stored result under the viewer's policy; empty without schemas, because sensitive values cannot be recognized.
 */
function visibleResult(
  run: PacketRun,
  output: JsonObject | undefined,
  { policy: { denied }, schemas, records }: View,
): { readonly output: JsonObject; readonly solutions: readonly JsonObject[] } {
  if (output === undefined) return { output: {}, solutions: [] };
  const solutions = run.solutions === null ? [] : objectsIn(readStored(run.solutions));
  if (denied.length > 0 && !schemas) return { output: {}, solutions: [] };
  // The input determines which values are hidden; the packet itself shows only its digest.
  const input = readStoredObject(run.input);
  const { run: seen } = withholdValues({ output, solutions, input }, { schemas, denied, records });
  return { output: seen.output ?? {}, solutions: seen.solutions ?? [] };
}

function decisionsOf(trace: StoredTrace | undefined, { policy, schemas, records }: View): Packet["decision_trace"] {
  const places = schemas && new FactPlaces([schemas.request, schemas.response], policy.denied);
  // Show only facts that a schema describes: derived facts could reveal denied values.
  const isVisible = (path: string): boolean => policy.denied.length === 0 || places?.standingOf(path) === "open";
  const shown = (path: string, value: Json): Json => (records === undefined ? value : records.shownFact(path, value));
  return (trace?.rules ?? []).map(({ stage, rule_key, result, facts = [], evidence_ids = [] }) => ({
    stage,
    rule_key,
    result,
    facts: facts.map(({ path, value }) => ({ path, value: isVisible(path) ? shown(path, value) : null })),
    evidence_ids: [...evidence_ids],
  }));
}

function modelUseOf(trace: StoredTrace | undefined, effective: JsonObject | undefined): Packet["model_use"] {
  const manifest = effective?.["egress_manifest_version"];
  return {
    mode: effective === undefined ? null : enrichmentSettings(effective).mode,
    calls: [...(trace?.model_calls ?? [])],
    egress_manifest_version: typeof manifest === "string" ? manifest : null,
    fields_sent: [...(trace?.fields_sent ?? [])],
  };
}

/** The rule pack named by the output, or by the configuration for a run without output. */
function packOf(provenance: JsonObject, effective: JsonObject | undefined): Packet["release"]["pack"] {
  const used = objectAt(provenance, "pack");
  const key = used["key"] ?? effective?.["pack_key"];
  const version = used["version"] ?? effective?.["pack_version"];
  if (typeof key !== "string" || typeof version !== "number") return null;
  const sha256 = used["sha256"] ?? findPack(key, version)?.sha256;
  return { key, version, sha256: typeof sha256 === "string" ? sha256 : null };
}

/** Documents of the input, with the hash of their text, or of the whole document when its text is stored elsewhere. */
async function documentsOf(input: JsonObject): Promise<Packet["data"]["documents"]> {
  const documents: Packet["data"]["documents"] = [];
  for (const document of objectsIn(input["documents"])) {
    const { document_key, source_blob_ref, text } = document;
    if (typeof document_key !== "string") continue;
    documents.push({
      ref: { document_key, ...(typeof source_blob_ref === "string" ? { source_blob_ref } : {}) },
      sha256: typeof text === "string" ? sha256Hex(text) : (await digestOf(document)).sha256,
    });
  }
  return documents;
}

/** A correction without its result, which reaches the caller in `run.superseded` only (DEF-5). */
async function presentCorrection(row: CorrectionRow): Promise<Packet["corrections"][number]> {
  return {
    correction_id: row.id,
    seq: row.seq,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    reason: row.reason,
    output_digest: await digestOf(readStored(row.output)),
  };
}

function objectAt(value: JsonObject | undefined, name: string): JsonObject {
  const member = value?.[name];
  return isJsonObject(member) ? member : {};
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
