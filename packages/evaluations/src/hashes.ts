import type { EvalScenarioContent } from "@service/contract";
import { asJsonObject, byText, canonicalHash } from "@service/json";

/** SHA-256 of the canonical form of what a scenario holds: equal for two revisions of the same content (EVAL-2). */
export function contentHash(content: EvalScenarioContent): string {
  return canonicalHash(asJsonObject(content));
}

/** SHA-256 over the scenarios of a run by key and revision, in whatever order they come (EVAL-27). */
export function scenarioSetHash(scenarios: Iterable<{ readonly key: string; readonly revision: number }>): string {
  const listed = Array.from(scenarios, ({ key, revision }) => [key, revision] as const);
  return canonicalHash(listed.sort(([a], [b]) => byText(a, b)));
}
