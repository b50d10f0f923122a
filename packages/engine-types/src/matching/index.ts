/**
 * Matching: which markets fit this client's needs, and why (domain.md A2). `run-matching.ts` tells the nine stages in order,
 * each stage is a file of its own. An offering is judged and scored by itself, never against the others; unknown is not false:
 * what a missing fact leaves open stays open and is named. Premiums are indications, never quotes; commission weighs nothing
 * unless the configuration says so. Compiled offering sets are kept by the hash of their content, as a memo and no more.
 */
import type { CompiledEngine, EngineType } from "../engine-type.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { findPack } from "../packs/index.ts";
import { compileSchema } from "../schema-validation.ts";
import { builtInCases } from "./built-in-cases.ts";
import { checkInput } from "./check-input.ts";
import { checkOfferings } from "./check-offerings.ts";
import { checkKeys } from "./checks.ts";
import { checkMatchingConfiguration, effectiveMatching } from "./configuration.ts";
import { number, part, text } from "../checked-fields.ts";
import { inputSchema, requestSchema } from "./input-schema.ts";
import { OfferingSets } from "./offering-sets.ts";
import { operatorSummary } from "./operator-summary.ts";
import { responseSchema } from "./output-schema.ts";
import { matchingPreset } from "./preset.ts";
import { runMatching } from "./run-matching.ts";
import { readSettings } from "./settings.ts";

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
    // Built-in checks count where the agency has no rule of its own (decisions.md 20).
    const rules = readSettings(effective).rules.map(({ key }) => key);
    // Bounds are told by the facts they ask, which only offerings name: no configuration can promise to exercise them.
    return rules.length > 0 ? rules : checkKeys.filter((key) => key !== "bound");
  },
  operatorSummary,
  datasetKeys: (effective) => [readSettings(effective).source.datasetKey],
  requiredDatasetKeys: (effective) => {
    const { datasetKey, required } = readSettings(effective).source;
    return required ? [datasetKey] : [];
  },
};

function compile(effective: JsonObject): CompiledEngine {
  const compiled = { settings: readSettings(effective), pack: packOf(effective), sets: new OfferingSets() };
  const checkShape = compileSchema(inputSchema(effective));
  return {
    validateInput: (input) => {
      const issues = checkShape(input);
      return issues.length > 0 || !isJsonObject(input) ? issues : checkInput(input);
    },
    validateOfferings: (offerings: Json | undefined) => (offerings === undefined ? [] : checkOfferings(offerings)),
    subjectKey: (input) => {
      const client = part(input, "client");
      return text(client, "client_key") ?? text(client, "key") ?? null;
    },
    run: (request) => runMatching(compiled, request),
  };
}

function packOf(effective: JsonObject): JsonObject {
  const key = text(effective, "pack_key") ?? "";
  const version = number(effective, "pack_version") ?? 1;
  return { key, version, sha256: findPack(key, version)?.sha256 ?? "" };
}
