/** The parts of a prompt of a conversation, in the order in which they stand in it (MODEL-70). */
export const promptParts = [
  "instructions",
  "attachments",
  "knowledge",
  "catalog",
  "records",
  "run_outputs",
  "graph",
  "tools",
  "history",
  "input",
] as const;
export type PromptPart = (typeof promptParts)[number];

const partsOfSources: Readonly<Record<string, PromptPart>> = {
  knowledge: "knowledge",
  attachments: "attachments",
  catalog_documents: "catalog",
  catalog_items: "catalog",
  records: "records",
  run_outputs: "run_outputs",
  graph: "graph",
};

/** The part that texts of a kind of source are; undefined for what is no kind of source. */
export function partOfSource(kind: string): PromptPart | undefined {
  return Object.hasOwn(partsOfSources, kind) ? partsOfSources[kind] : undefined;
}
