import type { EngineTypeName, OutputPhase } from "@service/contract";
import {
  applyNarration,
  enrichmentSettings,
  findManifest,
  manifestHash,
  planEnrichment,
  readManifest,
  sendsAnything,
  settleEnrichment,
  type AcceptedEnrichment,
  type EgressManifest,
  type EnrichmentNeeds,
  type EnrichmentSettings,
  type EnrichmentTask,
} from "@service/models";
import {
  type CompiledEngine,
  type EngineRequest,
  type EngineType,
  loadedDatasets,
  type SharedDataset,
  type StageName,
} from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import type { StageTime } from "@service/domain/defensibility";
import type { RecordsHead } from "@service/domain/run-records";
import { previousDataset, type PreviousResult } from "./previous-result.ts";
import { decisionTrace } from "./decision-trace.ts";
import { StageTimes } from "./stage-times.ts";

/**
 * Code of a thread or child process: JSON strings in, JSON strings out, so that the process that sends heartbeats never
 * parses an input or an output.
 */

/** One deterministic computation. */
export type ComputeJob = {
  readonly runId: string;
  readonly engineId: string;
  /** RFC 3339; the run's default `as_of`. */
  readonly createdAt: string;
  readonly engineType: EngineTypeName;
  readonly configHash: string;
  readonly input: string;
  readonly offerings: string | null;
  /** The configured model provider; null = none. */
  readonly providerKey: string | null;
  /** A model's accepted answers, for the second computation (MODEL-12). */
  readonly accepted: AcceptedEnrichment | null;
  /** Datasets the run may read; absent = none. */
  readonly datasets?: readonly SharedDataset[];
  /** Result the run is compared with; absent = none. */
  readonly previous?: PreviousResult | null;
  /** The moment of the broker's book that the datasets `records:…` show; absent = none. */
  readonly head?: RecordsHead | null;
};

/** Questions for a model; only made when a provider is configured and the manifest allows sending something. */
export type EnrichmentRequest = {
  readonly settings: EnrichmentSettings;
  readonly tasks: readonly EnrichmentTask[];
  readonly needs: EnrichmentNeeds | undefined;
};

/** Payload parts are JSON strings. */
export type ComputedResult = {
  readonly kind: "result";
  readonly status: "completed" | "degraded";
  readonly outputPhase: OutputPhase;
  readonly output: string;
  readonly solutions: string | null;
  readonly warnings: string;
  readonly workItems: string;
  /** For the defensibility packet; null when no rule contributes. */
  readonly trace: string | null;
  /** For the timeline of the run. The only member that differs between computations of equal input. */
  readonly stageTimes: readonly StageTime[];
  readonly enrichment: EnrichmentRequest | null;
};

export type ComputedFailure = {
  readonly kind: "failure";
  readonly error: string;
  readonly stage: StageName | null;
  readonly code: string;
  readonly warnings: string | null;
  /** Error and place of an engine that threw, for the log. */
  readonly defect?: string;
};

export type ComputedRun = ComputedResult | ComputedFailure;

/** JSON string `{"effective": …, "manifest": … | null}` of a configuration. */
export function configurationText(effective: string, registeredManifest: string | null): string {
  return `{"effective":${effective},"manifest":${registeredManifest ?? "null"}}`;
}

/** A compiled configuration, cached by its thread. */
export type Prepared = {
  readonly type: EngineType;
  readonly compiled: CompiledEngine;
  readonly settings: EnrichmentSettings;
  readonly manifest: EgressManifest | undefined;
};

/** Compiles a configuration. */
export function prepare(engineType: EngineTypeName, text: string): Prepared {
  const type = findEngineType(engineType);
  const { effective, manifest } = objectIn(text);
  if (!isJsonObject(effective)) throw new TypeError("a stored configuration is not an object");
  return {
    type,
    compiled: type.compile(effective),
    settings: enrichmentSettings(effective),
    manifest: manifestOf(effective, manifest),
  };
}

function manifestOf(effective: JsonObject, registered: Json | undefined): EgressManifest | undefined {
  const hash = effective["egress_manifest_version"];
  if (typeof hash !== "string") return undefined;
  const builtIn = findManifest(hash);
  if (builtIn || !isJsonObject(registered)) return builtIn;
  const read = readManifest(registered);
  return read.kind === "manifest" && manifestHash(read.manifest) === hash ? read.manifest : undefined;
}

/** Computes one run. Never throws: a defect of an engine fails only this run. */
export function computeRun(job: ComputeJob, prepared: Prepared, onStage: (stage: StageName) => void): ComputedRun {
  const seen: { stage: StageName | null } = { stage: null };
  const times = new StageTimes();
  try {
    const request = {
      input: objectIn(job.input),
      offerings: job.offerings === null ? undefined : objectsIn(job.offerings),
      runId: job.runId,
      engineId: job.engineId,
      createdAt: job.createdAt,
      datasets: loadedDatasets(datasetsOf(job)),
      onStage: (stage: StageName) => {
        seen.stage = stage;
        times.enter(stage);
        onStage(stage);
      },
      ...(job.accepted === null ? {} : { accepted: job.accepted }),
    };
    const result = prepared.compiled.run(request);
    times.enter();
    if (result.status === "failed") {
      return { ...failure(result.stage, result.code, result.error), warnings: JSON.stringify(result.warnings) };
    }
    const next = planFor(job, prepared, request, result.output);
    return {
      kind: "result",
      status: next.degrades ? "degraded" : result.status,
      outputPhase: next.outputPhase,
      output: JSON.stringify(withHead(result.output, job.head)),
      solutions: result.solutions === undefined ? null : JSON.stringify(result.solutions),
      warnings: JSON.stringify([...result.warnings, ...next.warnings]),
      workItems: JSON.stringify(result.workItems),
      trace: decisionTrace(job.engineType, result.ruleOutcomes),
      stageTimes: times.list(),
      enrichment: next.request,
    };
  } catch (error) {
    return { ...failure(seen.stage, "engine_defect", "The engine failed unexpectedly."), defect: defectOf(error) };
  }
}

/** Names the head in `provenance.heads`, beside what the engine type names there (REC-76). */
function withHead(output: JsonObject, head: RecordsHead | null | undefined): JsonObject {
  const { provenance } = output;
  if (!head || !isJsonObject(provenance)) return output;
  const records = {
    connection_id: head.connectionId,
    snapshot_seq: head.snapshotSeq,
    subject_seq: head.subjectSeq,
  };
  const heads = isJsonObject(provenance["heads"]) ? provenance["heads"] : {};
  return { ...output, provenance: { ...provenance, heads: { ...heads, records } } };
}

function datasetsOf({ engineType, datasets = [], previous }: ComputeJob): readonly SharedDataset[] {
  const before = previous ? previousDataset(engineType, previous) : undefined;
  return before ? [...datasets, before] : datasets;
}

/** Failure of a run whose configuration does not compile, although its release was checked when published. */
export function configUnusable(error: unknown): ComputedFailure {
  const sentence = "The engine's configuration could not be loaded.";
  return { ...failure(null, "engine_config_unusable", sentence), defect: defectOf(error) };
}

function defectOf(error: unknown): string {
  return Error.isError(error) ? (error.stack ?? error.message) : String(error);
}

/** The part of the result rule (MODEL-30, MODEL-31, MODEL-32) that needs no call: the plan, or why there is none. */
function planFor(job: ComputeJob, prepared: Prepared, request: EngineRequest, output: JsonObject) {
  const { settings, manifest, type } = prepared;
  if (settings.mode === "off" || !manifest) {
    return { request: null, degrades: false, warnings: [], outputPhase: "final" as const };
  }
  // A configuration that names a provider accepts only that one.
  const isConfigured =
    job.providerKey !== null && (settings.providerKey === undefined || settings.providerKey === job.providerKey);
  const providerKey = (isConfigured ? job.providerKey : undefined) ?? settings.providerKey;
  // Most runs have a manifest that allows nothing: skip the search for values to mask.
  if (settings.tasks.includes("narrate") && !sendsAnything(manifest, type.name)) {
    const skipped = {
      isProviderConfigured: isConfigured,
      hadTasks: false,
      skippedByEgress: true,
      failed: false,
      rejected: false,
    };
    const { degrades, warnings } = settleEnrichment(settings.mode, skipped);
    return {
      request: null,
      degrades,
      warnings,
      outputPhase: degrades ? ("deterministic" as const) : ("final" as const),
    };
  }
  const areFactsWanted = settings.allowFactFill && settings.tasks.includes("propose_facts");
  const needs = type.enrichmentNeeds?.(output, request, areFactsWanted);
  const { tasks, skippedByEgress } = planEnrichment({
    settings: { ...settings, providerKey },
    manifest,
    engineType: type.name,
    input: request.input,
    output,
    needs,
  });
  const hadTasks = tasks.length > 0;
  if (hadTasks && isConfigured) {
    return {
      request: { settings, tasks, needs },
      degrades: false,
      warnings: [],
      outputPhase: "deterministic" as const,
    };
  }
  const { degrades, warnings } = settleEnrichment(settings.mode, {
    isProviderConfigured: isConfigured,
    hadTasks,
    skippedByEgress: skippedByEgress.length > 0,
    failed: false,
    rejected: false,
  });
  // There is something to send but no provider, so the answer lacks a configured phase (TYPE-63).
  return {
    request: null,
    degrades,
    warnings,
    outputPhase: hadTasks || degrades ? ("deterministic" as const) : ("final" as const),
  };
}

/** Puts a model's narrative into a stored output if code accepts it as grounded (MODEL-19, MODEL-21). */
export function narrate(output: string, answer: Json): { readonly output: string } | { readonly reason: string } {
  const outcome = applyNarration(objectIn(output), answer);
  return outcome.accepted ? { output: JSON.stringify(outcome.value) } : { reason: outcome.reason };
}

function failure(stage: StageName | null, code: string, error: string): ComputedFailure {
  return { kind: "failure", error, stage, code, warnings: null };
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

function objectsIn(text: string): JsonObject[] {
  const value = parseJson(text);
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
