/**
 * Comparison: what differs between quotes and policies, line by line, and which is the better deal (CMP-1).
 * `run-comparison.ts` runs the stages in order, each stage is a file of its own. Everything is computed from the input,
 * the effective configuration and `as_of`; lists have a fixed order whatever the order of the input. With a baseline,
 * the score of an item never depends on the other items. Model answers resolve labels from a closed list and point to figures
 * of documents that rules left unread; code reads both.
 */
import {
  type CompiledEngine,
  type DocumentWanted,
  type EngineType,
  packOf,
  type RecordsWanted,
  stageKey,
} from "@service/engine-kit";
import { asWritten, type Json, type JsonObject, compileSchema } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkInput } from "./check-input.ts";
import { checkComparisonConfiguration } from "./check-configuration.ts";
import { comparisonPreset, effectiveComparison } from "./configuration.ts";
import { inputSchema, requestSchema } from "./input.ts";
import { documentQuestions } from "./stages/documents/model-lines.ts";
import { labelQuestions } from "./stages/label-questions.ts";
import { coverageTermsKey } from "./stages/load.ts";
import { itemFamilies } from "./stages/read-record.ts";
import { responseSchema, unalignedLines } from "./output.ts";
import { compileComparison, runComparison } from "./run-comparison.ts";
import { readSettings } from "./settings.ts";

export const comparison: EngineType = {
  name: "comparison",
  needsActingPrincipal: false,
  producesSolutions: true,
  acceptsOfferings: false,
  deterministicBudgetMs: 60_000,
  preset: comparisonPreset,
  validateConfig: checkComparisonConfiguration,
  effectiveConfig: effectiveComparison,
  requestSchema,
  responseSchema,
  compile,
  builtInCases,
  // A line item weighs a row. The gate does not count it: it stays unknown until an item has its coverage.
  gateKeys: () => (["load", "normalize", "align", "evaluate", "score", "assemble"] as const).map(stageKey),
  operatorSummary: (output) => output,
  datasetKeys: () => [coverageTermsKey],
  recordsWanted,
  documentsWanted,
  enrichmentNeeds: (output, { input, datasets }, areFactsWanted = true) => ({
    labels: labelQuestions(asWritten(unalignedLines, output["unaligned"] ?? [])),
    facts: [],
    ...(areFactsWanted ? documentQuestions(input, datasets) : { documents: [] }),
  }),
};

function compile(effective: JsonObject): CompiledEngine {
  const compiled = compileComparison(readSettings(effective), packOf(effective));
  const shape = inputSchema(effective);
  const checkShape = compileSchema(shape);
  return {
    validateInput: (input) => {
      const issues = checkShape(input);
      return issues.length > 0 ? issues : checkInput(asWritten(shape, input));
    },
    validateOfferings: (offerings: Json | undefined) =>
      offerings === undefined ? [] : [{ field: "offerings", message: "comparison takes no offerings" }],
    subjectKey: (input) => {
      const { subject } = asWritten(shape, input);
      return subject.client_key ?? subject.key;
    },
    run: (request) => runComparison(compiled, request),
  };
}

const anyInput = inputSchema({});

/** The policies that items refer to, all of one connection (CMP-5). */
function recordsWanted(input: JsonObject): RecordsWanted | undefined {
  const references = asWritten(anyInput, input).items.flatMap(({ records_ref: reference }) => reference ?? []);
  if (references.length === 0) return undefined;
  return {
    connectionId: references.find(({ connection_id: id }) => id !== undefined)?.connection_id ?? null,
    clientKeys: null,
    policyKeys: [...new Set(references.map(({ policy_key: key }) => key))],
    filter: {},
    families: itemFamilies,
    peers: [],
  };
}

/** The stored documents of all items; each must be there for the submitter (CMP-111). */
function documentsWanted(input: JsonObject): readonly DocumentWanted[] {
  return asWritten(anyInput, input).items.flatMap(({ documents = [] }, item) =>
    documents.flatMap(({ source_blob_ref: ref }, index) =>
      ref === undefined ? [] : [{ ref, field: `items[${item}].documents[${index}].source_blob_ref`, isRequired: true }],
    ),
  );
}
