/**
 * Matching: which markets fit this client's needs, and why (MATCH-1). `run-matching.ts` runs the stages in order, each
 * stage is a file of its own. An offering is evaluated and scored by itself, never against the others; unknown is not
 * false: a missing fact leaves an offering open and is named. Premiums are indications, never quotes; commission weighs
 * nothing unless the configuration says so. Compiled offering sets are cached by the hash of their content.
 */
import { checkOfferings, inputSchema, OfferingSets, offeringSteps } from "@service/engine-offerings";
import { type CompiledEngine, type EngineType, packOf, type RecordsWanted } from "@service/engine-kit";
import { asWritten, compileSchema, fillDefaults, type Json, type JsonObject } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkInput } from "./check-input.ts";
import { checkKeys } from "./codes.ts";
import { checkMatchingConfiguration } from "./check-configuration.ts";
import {
  effectiveMatching,
  type MatchingConfiguration,
  matchingConfiguration,
  matchingPreset,
} from "./configuration.ts";
import { operatorSummary, responseSchema } from "./output.ts";
import { requestSchema } from "./input.ts";
import { runMatching } from "./run-matching.ts";
import { readSettings } from "./settings.ts";
import { clientFamilies } from "./stages/records.ts";

export const matching: EngineType = {
  name: "matching",
  needsActingPrincipal: true,
  producesSolutions: true,
  acceptsOfferings: true,
  deterministicBudgetMs: 60_000,
  preset: matchingPreset,
  validateConfig: checkMatchingConfiguration,
  effectiveConfig: effectiveMatching,
  requestSchema,
  responseSchema,
  compile,
  builtInCases,
  gateKeys: (effective) => {
    // Built-in checks count only without rules of the agency (GATE-20).
    const rules = readSettings(effective).rules.map(({ key }) => key);
    // Bounds are named by their facts, which only offerings name: a configuration cannot promise to exercise them.
    return rules.length > 0 ? rules : checkKeys.filter((key) => key !== "bound");
  },
  operatorSummary,
  recordsWanted,
  datasetKeys: (effective) => [sourceOf(effective).dataset_key],
  requiredDatasetKeys: (effective) => {
    const { dataset_key: key, required } = sourceOf(effective);
    return required ? [key] : [];
  },
};

function compile(effective: JsonObject): CompiledEngine {
  const compiled = { settings: readSettings(effective), pack: packOf(effective), sets: new OfferingSets() };
  const shape = inputSchema(effective);
  const checkShape = compileSchema(shape);
  return {
    validateInput: (input) => {
      const issues = checkShape(input);
      return issues.length > 0 ? issues : checkInput(asWritten(shape, input));
    },
    validateOfferings: (offerings: Json | undefined) => (offerings === undefined ? [] : checkOfferings(offerings)),
    offeringSteps,
    subjectKey: (input) => {
      const { client } = asWritten(shape, input);
      return client.client_key ?? client.key;
    },
    run: (request) => runMatching(compiled, request),
  };
}

const anyInput = inputSchema({});

/** The client of the reference (MATCH-4). */
function recordsWanted(input: JsonObject): RecordsWanted | undefined {
  const { records_ref: reference } = asWritten(anyInput, input);
  if (reference === undefined) return undefined;
  const { connection_id: connectionId = null, client_key: clientKey } = reference;
  return { connectionId, clientKeys: [clientKey], policyKeys: null, filter: {}, families: clientFamilies, peers: [] };
}

function sourceOf(effective: JsonObject): MatchingConfiguration["offering_source"] {
  return fillDefaults(matchingConfiguration, effective).offering_source;
}
