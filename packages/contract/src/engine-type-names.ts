/** The six registered engine types (ENG-1), in the order of the contract. */
export const engineTypeNames = [
  "comparison",
  "matching",
  "entity_analysis",
  "diligence",
  "triage",
  "opportunity",
] as const;

export type EngineTypeName = (typeof engineTypeNames)[number];
