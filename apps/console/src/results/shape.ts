import type { EngineType, Output, ShownOutput, Solution } from "./types.ts";

type Kind = "list" | "object" | "text" | "number";
const common = {
  schema_version: "number",
  engine_type: "text",
  as_of: "text",
  subject: "object",
  headline: "text",
  summary: "object",
  findings: "list",
  evidence: "list",
  quality: "object",
  narrative: "object",
  provenance: "object",
} as const;

/** Every member of every output: one that an engine gains or loses does not compile until it stands here. */
const members: { readonly [T in EngineType]: { readonly [M in keyof Output<T>]-?: Kind } } = {
  comparison: {
    ...common,
    currency: "text",
    items: "list",
    excluded_items: "list",
    matrix: "object",
    differences: "list",
    unaligned: "list",
    model_alignments: "list",
    documents: "list",
  },
  matching: {
    ...common,
    currency: "text",
    needs: "list",
    top: "list",
    rejected: "list",
    near_misses: "list",
    missing_facts: "list",
  },
  entity_analysis: {
    ...common,
    profile: "object",
    counters: "object",
    dimensions: "object",
    gaps: "list",
    requirements: "list",
    categories: "object",
    sections: "object",
    knowledge: "list",
    documents: "list",
  },
  diligence: { ...common, hits: "list", checks: "object", lists: "list", ownership: "object" },
  triage: { ...common, queue: "list" },
  opportunity: { ...common, opportunities: "list", peer_tables: "list", skipped: "list" },
};

/** Only in the output of an input that needs them. */
const optional: ReadonlySet<string> = new Set(["documents"]);

const typesOf = ["comparison", "matching", "entity_analysis", "diligence", "triage", "opportunity"] as const;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether an output is of the type, as deep as a view needs to be safe: its members and their kinds. What lies deeper is
 * for the error boundary of the view.
 */
export function isOutputOf<T extends EngineType>(type: T, output: unknown): output is ShownOutput<T> {
  if (!isRecord(output) || output["engine_type"] !== type || output["schema_version"] !== 1) return false;
  const isTrimmed = type === "matching" && output["trimmed"] === true;
  return Object.entries<Kind>(members[type]).every(([name, kind]) =>
    output[name] === undefined ? isTrimmed || optional.has(name) : isKind(output[name], kind),
  );
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === "list") return Array.isArray(value) && value.every((each) => each === undefined || isRecord(each));
  if (kind === "object") return isRecord(value);
  return kind === "text" ? typeof value === "string" : typeof value === "number";
}

/** Members of an output that its view does not know. */
export function unknownMembers(type: EngineType, output: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(output).filter(([name]) => !(name in members[type]) && name !== "trimmed"));
}

/**
 * A copy without the values that a field policy withheld: the API answers null for them, as it does for a value that
 * nobody has; absent and null are apart in the views ("withheld", "no data").
 * @param pointers of the run, such as `/output/items/0/totals/premium`
 */
export function withoutWithheld(part: unknown, at: string, pointers: ReadonlySet<string>): unknown {
  if (part === null) return pointers.has(at) ? undefined : null;
  if (Array.isArray(part)) return part.map((each, index) => withoutWithheld(each, `${at}/${index}`, pointers));
  if (!isRecord(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [
      name,
      withoutWithheld(each, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, pointers),
    ]),
  );
}

/** Whether solutions are of the type, as deep as a view needs: each has its rank, its key and its score. */
export function areSolutionsOf<T extends "comparison" | "matching">(
  _type: T,
  solutions: readonly unknown[],
): solutions is readonly Solution<T>[] {
  return solutions.every(
    (each) => isRecord(each) && typeof each["rank"] === "number" && typeof each["solution_key"] === "string",
  );
}

/**
 * The output with an empty list, object or text for each member that a field policy withholds whole, and their names:
 * the views show "withheld" within, and the frame says which they are.
 */
export function withoutHoles(
  output: unknown,
  pointers: ReadonlySet<string>,
): { readonly output: unknown; readonly names: readonly string[] } {
  if (!isRecord(output)) return { output, names: [] };
  const type = typesOf.find((each) => each === output["engine_type"]);
  if (type === undefined) return { output, names: [] };
  const holes = Object.entries<Kind>(members[type]).filter(
    ([name]) => output[name] === undefined && pointers.has(`/output/${name}`),
  );
  const empty = { list: [], object: {}, text: "withheld", number: 0 };
  return {
    output: { ...output, ...Object.fromEntries(holes.map(([name, kind]) => [name, empty[kind]])) },
    names: holes.map(([name]) => name),
  };
}
