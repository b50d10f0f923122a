/**
 * Triage: in what order a queue of submissions and service requests is worked, by whom, and what is missing (TRI-1).
 * `run-triage.ts` runs the stages in order, each stage is a file of its own. Scores are functions of the input and of
 * `as_of`; lists have a fixed order whatever the order of the input. Advisory: a decline candidate is a question to a
 * licensed person, raised by complete facts only. Offerings mean what they mean in matching, whose appetite and
 * offering sets are used here.
 */
import { type CompiledEngine, type EngineType, packOf } from "@service/engine-kit";
import { asWritten, compileSchema, type JsonObject } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkInput } from "./check-input.ts";
import { checkTriageConfiguration } from "./check-configuration.ts";
import { effectiveTriage, readConfiguration, triagePreset } from "./configuration.ts";
import { inputSchema, requestSchema } from "./input.ts";
import { responseSchema } from "./output.ts";
import { type CompiledTriage, runTriage } from "./run-triage.ts";
import { readSettings } from "./settings.ts";

export { type BookInsured, DuplicateSearch, type LikelyDuplicate } from "./stages/find-duplicate-insureds.ts";

export const triage: EngineType = {
  name: "triage",
  needsActingPrincipal: false,
  producesSolutions: false,
  acceptsOfferings: false,
  deterministicBudgetMs: 60_000,
  preset: triagePreset,
  validateConfig: checkTriageConfiguration,
  effectiveConfig: effectiveTriage,
  requestSchema,
  responseSchema,
  compile,
  builtInCases,
  contractRoot: "submissions",
  gateKeys: (effective) => {
    const { routes, appetiteRules, strategicRules } = readSettings(readConfiguration(effective));
    return [...routes, ...appetiteRules, ...strategicRules].map(({ key }) => key);
  },
  operatorSummary: (output) => output,
  datasetKeys: (effective, input) => {
    const { offering_source: source } = readConfiguration(effective);
    return source === null || input?.["offerings_dataset"] === false ? [] : [source.dataset_key];
  },
  requiredDatasetKeys: (effective) => {
    const { offering_source: source } = readConfiguration(effective);
    return source?.required === true ? [source.dataset_key] : [];
  },
};

function compile(effective: JsonObject): CompiledEngine {
  const configuration = readConfiguration(effective);
  const compiled: CompiledTriage = {
    settings: readSettings(configuration),
    pack: packOf(effective),
  };
  const shape = inputSchema(effective);
  const checkShape = compileSchema(shape);
  return {
    validateInput: (input) => {
      const issues = checkShape(input);
      return issues.length > 0 ? issues : checkInput(asWritten(shape, input));
    },
    validateOfferings: (offerings) =>
      offerings === undefined ? [] : [{ field: "offerings", message: "this engine type takes no offerings" }],
    subjectKey: (input) => asWritten(shape, input).queue_key,
    run: (request) => runTriage(compiled, asWritten(shape, request.input), request),
  };
}
