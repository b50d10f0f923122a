/**
 * The engine type diligence: screens a subject and its related parties against lists of names, and answers the engine's
 * checks with evidence (DIL-1). `run-diligence.ts` runs the stages in order. A match is a similarity and never a
 * verdict: decisions are clear, review, escalate or incomplete, nobody is rejected. What could not be searched is never
 * called clear. Lists come loaded as datasets `watchlist:*` or with the input; their indexes are built once per
 * version.
 */
import { type CompiledEngine, type EngineType, packOf } from "@service/engine-kit";
import { asWritten, type JsonObject, compileSchema } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkInput } from "./check-input.ts";
import { checkDiligenceConfiguration } from "./check-configuration.ts";
import { diligencePreset, effectiveDiligence, listsOf } from "./configuration.ts";
import { inputSchema, requestSchema } from "./input.ts";
import { responseSchema } from "./output.ts";
import { usualChecks } from "./preset.ts";
import { compileDiligence, runDiligence } from "./run-diligence.ts";
import { readSettings } from "./settings.ts";

export { describeList, type ListDescription } from "./describe-list.ts";
export { listEntrySchema } from "./input.ts";

export const diligence: EngineType = {
  name: "diligence",
  needsActingPrincipal: false,
  producesSolutions: false,
  acceptsOfferings: false,
  deterministicBudgetMs: 60_000,
  preset: diligencePreset,
  validateConfig: checkDiligenceConfiguration,
  effectiveConfig: effectiveDiligence,
  requestSchema,
  responseSchema,
  compile,
  builtInCases,
  gateKeys: (effective) => readSettings(effective).checks.map(({ key }) => key),
  operatorSummary: (output) => output,
  datasetKeys: (effective) => listsOf(effective).map(({ dataset_key }) => dataset_key),
  requiredDatasetKeys: (effective) =>
    listsOf(effective).flatMap(({ dataset_key, required }) => (required ? [dataset_key] : [])),
};

function compile(effective: JsonObject): CompiledEngine {
  const settings = readSettings(effective);
  const compiled = compileDiligence(settings, packOf(effective));
  const shape = inputSchema(effective);
  const checkShape = compileSchema(shape);
  const checkKeys = new Set([...settings.checks, ...usualChecks].map(({ key }) => key));
  return {
    validateInput: (input) => {
      const issues = checkShape(input);
      return issues.length > 0 ? issues : checkInput(asWritten(shape, input), checkKeys);
    },
    validateOfferings: (offerings) =>
      offerings === undefined ? [] : [{ field: "offerings", message: "diligence takes no offerings" }],
    subjectKey: (input) => asWritten(shape, input).subject.subject_key,
    run: (request) => runDiligence(compiled, asWritten(shape, request.input), request),
  };
}
