/**
 * What the engine types are: their configuration, schemas, presets and pure computations. The API validates with them,
 * the worker runs them. Nothing here does I/O, reads a clock or draws a random number: the same request gives the same
 * bytes on every machine (TYPE-2). Shared files are beside the type folders; a type imports another only where both
 * must mean the same (triage reads offerings as matching does).
 */
export { configHash, labelledRowSchema, type ConfigurationContext } from "./base-configuration.ts";
export { coverageCodes, lineCodes, severities, type CoverageCode, type LineCode, type Severity } from "./codes.ts";
export { readDatasetText } from "./dataset-text.ts";
export { listEntrySchema } from "./diligence/input-schema.ts";
export type {
  CaseAssertion,
  CompiledEngine,
  DeterministicResult,
  EngineRequest,
  EngineType,
  EvaluationCase,
  LoadedDataset,
  RuleOutcome,
  StageName,
  Warning,
} from "./engine-type.ts";
export {
  evaluateGate,
  gateCases,
  gateDatasetKeys,
  labelledSetsOf,
  type CaseResult,
  type FailingCase,
  type GateOutcome,
  type GateRequest,
  type GateResult,
} from "./gate.ts";
export { labelledType, metricNames, type Direction, type RowAnswer } from "./labelled-metrics.ts";
export type { LabelledSetResult } from "./measure-labelled-sets.ts";
export { OfferingCheck } from "./matching/check-offerings.ts";
export { datasetOfferingsMax, offeringSchema } from "./matching/offering-schema.ts";
export { fromCents, toCents } from "./money.ts";
export { foldToken, inverseFrequencies, nameSimilarity, normalizeName, type Idf } from "./names.ts";
export { boundOutput, outputBounds, type BoundedOutput } from "./output-bounds.ts";
export { findPack, listPacks, type Pack, type PackContent, type PackRules } from "./packs/index.ts";
export { engineTypes, findEngineType } from "./registry.ts";
export { loadedDatasets, type SharedDataset } from "./shared-datasets.ts";
export {
  orderWorkItems,
  workItem,
  workItemKinds,
  workItemsMax,
  type WorkItemContent,
  type WorkItemKind,
} from "./work-items.ts";
