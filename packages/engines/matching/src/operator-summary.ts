import { type Json, type JsonObject, part } from "@service/json";

const keptMembers = [
  "schema_version",
  "engine_type",
  "as_of",
  "subject",
  "headline",
  "summary",
  "needs",
  "missing_facts",
  "quality",
  "narrative",
  "top",
] as const;

/** The output that reads of the run show: without the workings (MATCH-48). */
export function operatorSummary(output: JsonObject): JsonObject {
  const summary: { [name: string]: Json } = {};
  for (const name of keptMembers) {
    const member = output[name];
    if (member !== undefined) summary[name] = member;
  }
  const { datasets: _datasets, ...provenance } = part(output, "provenance");
  return { ...summary, provenance, trimmed: true };
}
