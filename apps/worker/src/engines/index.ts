/**
 * The worker's pipeline for each engine type. A type is pure data and computation (@service/engine-types), so all six
 * share one; give a type that needs more of the outside world its own. A seventh type does not compile without a row.
 */
import type { EngineTypeName } from "@service/contract";
import { computeThenEnrich, type Pipeline } from "./pipeline.ts";

export const pipelines = {
  comparison: computeThenEnrich,
  matching: computeThenEnrich,
  entity_analysis: computeThenEnrich,
  diligence: computeThenEnrich,
  triage: computeThenEnrich,
  opportunity: computeThenEnrich,
} as const satisfies Record<EngineTypeName, Pipeline>;

export type { Pipeline, PipelineTools } from "./pipeline.ts";
