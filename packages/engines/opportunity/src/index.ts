/**
 * The engine type opportunity: where to act on revenue or risk in a book of accounts (OPP-1). Features of each account,
 * peers of at least 8, ten kinds of detectors, one score. Ids are stable between runs, so that annotations find their
 * opportunity again. Accounts come inline or, when the worker has loaded them, as the datasets that `load-book.ts`
 * names; a `records_ref` that was not loaded is an unavailable source. There are no solutions: opportunities are a
 * resource of their own.
 */
import { type CompiledEngine, type EngineType, packOf, type RecordsWanted } from "@service/engine-kit";
import { asWritten, type JsonObject, compileSchema, issuesMax, closed, objectsIn } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { checkAcrossFields, checkInParts } from "./check-input.ts";
import { checkOpportunityConfiguration } from "./check-configuration.ts";
import { effectiveOpportunity, opportunityPreset, readConfiguration } from "./configuration.ts";
import { accountFamilies, peerFamilies } from "./codes.ts";
import { runOpportunity, type OpportunityEngine } from "./run-opportunity.ts";
import { inputSchema, singleClient } from "./input.ts";
import { responseSchema } from "./output.ts";
import { bookDatasets } from "./stages/load-book.ts";
import { readSettings } from "./settings.ts";

export const opportunity: EngineType = {
  name: "opportunity",
  needsActingPrincipal: false,
  producesSolutions: false,
  acceptsOfferings: false,
  deterministicBudgetMs: 180_000,
  preset: opportunityPreset,
  validateConfig: checkOpportunityConfiguration,
  effectiveConfig: effectiveOpportunity,
  requestSchema: (effective) => closed({ input: inputSchema(effective) }, ["input"]),
  responseSchema,
  compile,
  builtInCases,
  gateKeys,
  previousRun: {
    datasetKey: bookDatasets.previous,
    rowsOf: ({ opportunities }) => objectsIn(opportunities),
  },
  operatorSummary: (output) => output,
  recordsWanted,
  tasksDataset: bookDatasets.tasks,
};

function compile(effective: JsonObject): CompiledEngine {
  const shape = inputSchema(effective);
  const checkShape = compileSchema(shape);
  const configuration = readConfiguration(effective);
  const engine: OpportunityEngine = {
    settings: readSettings(configuration),
    pack: packOf(effective),
  };
  return {
    validateInput: (input) => [...checkShape(input), ...checkAcrossFields(input)].slice(0, issuesMax),
    inputSteps: (input) => checkInParts(checkShape, input),
    validateOfferings: (offerings) =>
      offerings === undefined ? [] : [{ field: "offerings", message: "this engine type takes no offerings" }],
    subjectKey: (input) => singleClient(asWritten(shape, input)) ?? "book",
    run: (request) => runOpportunity(engine, asWritten(shape, request.input), request),
  };
}

const anyInput = inputSchema({});

/** The clients of the reference, or the whole book, and for peers the accounts with their policies (OPP-5). */
function recordsWanted(input: JsonObject): RecordsWanted | undefined {
  const { records_ref: reference } = asWritten(anyInput, input);
  if (reference === undefined) return undefined;
  const { connection_id: connectionId = null, client_keys: clientKeys = [], filter = {}, partition } = reference;
  return {
    connectionId,
    clientKeys: clientKeys.length === 0 ? null : clientKeys,
    policyKeys: null,
    filter,
    ...(partition === undefined ? {} : { partition }),
    families: ["accounts", ...accountFamilies],
    peers: peerFamilies,
  };
}

/** Every rule key: this type has rule arrays (GATE-20). */
function gateKeys(effective: JsonObject): string[] {
  const { gap_rules, limit_rules, renewal_risk_points } = readConfiguration(effective);
  return [...new Set([...gap_rules, ...limit_rules, ...renewal_risk_points].map(({ key }) => key))];
}
