import type { Json, JsonObject } from "../json.ts";
import { part } from "../checked-fields.ts";

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

/** What a read of the run shows instead of the stored output: the answer without its workings (domain.md A2). */
export function operatorSummary(output: JsonObject): JsonObject {
  const summary: { [name: string]: Json } = {};
  for (const name of keptMembers) {
    const member = output[name];
    if (member !== undefined) summary[name] = member;
  }
  const { datasets: _datasets, ...provenance } = part(output, "provenance");
  return { ...summary, provenance, trimmed: true };
}
