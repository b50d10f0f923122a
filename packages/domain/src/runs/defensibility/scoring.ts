import { outcomeTargetKinds } from "@service/contract";
import { isJsonArray, isJsonObject, type JsonObject } from "@service/json";

export type Scoring = {
  readonly target: { [kind: string]: string };
  readonly breakdown: { [name: string]: unknown }[];
};

/**
 * Score breakdowns: of solutions, and of the ranked lists that types without solutions have in their output (queue
 * entries, opportunities). Targets have the same form as in outcomes.
 */
export function scoringOf(output: JsonObject, solutions: readonly JsonObject[]): Scoring[] {
  const listed = Object.values(output).flatMap((member) => (isJsonArray(member) ? member.filter(isJsonObject) : []));
  return [...solutions, ...listed].flatMap((scored) => {
    const { breakdown } = scored;
    if (!isJsonArray(breakdown)) return [];
    const target = targetOf(scored);
    return target ? [{ target, breakdown: breakdown.filter(isJsonObject).map((part) => ({ ...part })) }] : [];
  });
}

function targetOf(scored: JsonObject): { [kind: string]: string } | undefined {
  for (const kind of outcomeTargetKinds) {
    const key = scored[kind];
    if (typeof key === "string") return { [kind]: key };
  }
  return undefined;
}
