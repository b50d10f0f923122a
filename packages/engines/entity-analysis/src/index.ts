/**
 * The engine type entity_analysis: what one entity's documents and records say over the engine's dimensions, and what
 * is missing (ENT-1). Rules, arithmetic and linear-time patterns only; the same input on the same release gives the
 * same bytes. Unknown is not false: what the file leaves open becomes a question with a work item. Advisory: a licensed
 * person decides (TYPE-4, TYPE-6). Records of the system of record are read when the worker has loaded them as datasets
 * `records:<family>`; otherwise a `records_ref` is an unavailable source.
 */
import {
  type CompiledEngine,
  type DocumentWanted,
  type EngineRequest,
  type EngineType,
  packOf,
  type RecordsWanted,
} from "@service/engine-kit";
import type { EnrichmentNeeds, FactType } from "@service/models";
import { asWritten, type JsonObject, isJsonObject, compileSchema, issuesMax, closed, part, text } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkEntityAnalysisConfiguration } from "./check-configuration.ts";
import { recordFamilies } from "./codes.ts";
import { effectiveEntityAnalysis, entityAnalysisPreset } from "./configuration.ts";
import { checkInput } from "./check-input.ts";
import { inputSchema } from "./input.ts";
import { responseSchema } from "./output.ts";
import { runEntityAnalysis } from "./run-entity-analysis.ts";
import { readSettings } from "./settings.ts";

export const entityAnalysis: EngineType = {
  name: "entity_analysis",
  needsActingPrincipal: false,
  producesSolutions: false,
  acceptsOfferings: false,
  deterministicBudgetMs: 60_000,
  preset: entityAnalysisPreset,
  validateConfig: checkEntityAnalysisConfiguration,
  effectiveConfig: effectiveEntityAnalysis,
  requestSchema: (effective) => closed({ input: inputSchema(effective) }, ["input"]),
  responseSchema,
  compile,
  builtInCases,
  gateKeys,
  operatorSummary: (output) => output,
  recordsWanted,
  documentsWanted,
  enrichmentNeeds,
};

function compile(effective: JsonObject): CompiledEngine {
  const inputShape = inputSchema(effective);
  const checkShape = compileSchema(inputShape);
  const compiled = {
    inputShape,
    settings: readSettings(effective),
    pack: packOf(effective),
  };
  return {
    validateInput: (input) => [...checkShape(input), ...checkInput(input)].slice(0, issuesMax),
    validateOfferings: (offerings) =>
      offerings === undefined ? [] : [{ field: "offerings", message: "this engine type takes no offerings" }],
    subjectKey: (input) => {
      const { subject, records_ref: reference } = asWritten(inputShape, input);
      return subject.client_key ?? reference?.client_key ?? subject.key;
    },
    run: (request) => runEntityAnalysis(compiled, request),
  };
}

/** Every rule that this configuration can run: rules of switched-off dimensions do not count (GATE-20). */
function gateKeys(effective: JsonObject): string[] {
  const rules = readSettings(effective);
  const arrays = [
    rules.extractions,
    rules.counters,
    rules.sections,
    rules.checks,
    rules.overlays,
    rules.requirements,
    rules.gaps,
    rules.notes,
  ];
  return [...new Set(arrays.flatMap((array) => array.map((rule) => rule.key)))];
}

/** The input of every configuration: what one adds to `profile` is not read here. */
const anyInput = inputSchema({});

/** One client, in the families that the reference names or in all (ENT-21). */
function recordsWanted(input: JsonObject): RecordsWanted | undefined {
  const { records_ref: reference } = asWritten(anyInput, input);
  if (reference === undefined) return undefined;
  return {
    connectionId: reference.connection_id ?? null,
    clientKeys: [reference.client_key],
    policyKeys: null,
    filter: {},
    families: reference.families ?? recordFamilies,
    peers: [],
  };
}

/**
 * The documents that name where they are stored and bring neither text nor fields. The reference was always a name, so one
 * behind which nothing can be read is no problem of the input (ENT-87).
 */
function documentsWanted(input: JsonObject): readonly DocumentWanted[] {
  return (asWritten(anyInput, input).documents ?? []).flatMap(
    ({ source_blob_ref: ref, text: body, pages, fields }, index) =>
      ref === undefined || body !== undefined || pages !== undefined || fields !== undefined
        ? []
        : [{ ref, field: `documents[${index}].source_blob_ref`, isRequired: false }],
  );
}

/** Missing facts and the texts that may hold them; only answers with a profile have them (ENT-34). */
function enrichmentNeeds(output: JsonObject, request: EngineRequest): EnrichmentNeeds {
  const facts = Object.entries(part(output, "profile")).flatMap(([key, fact]) => {
    const type = isJsonObject(fact) && fact.value === null ? questionType(text(fact, "type")) : undefined;
    return type === undefined || !isJsonObject(fact)
      ? []
      : [{ fact: `profile.${key}`, type, label: text(fact, "label") ?? key }];
  });
  const documents = (asWritten(anyInput, request.input).documents ?? []).flatMap(
    ({ document_key: id, kind, pages, text: body = pages?.join("\n") }) =>
      body === undefined ? [] : [{ id, kind, text: body }],
  );
  return { labels: [], facts, documents };
}

/** Without lists and enums: code could not verify them at one anchor. */
function questionType(type: string | undefined): FactType | undefined {
  switch (type) {
    case "string":
    case "number":
    case "money":
    case "date":
    case "boolean":
      return type;
    default:
      return undefined;
  }
}
