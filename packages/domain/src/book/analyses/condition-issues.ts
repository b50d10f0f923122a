import { checkCondition } from "@service/conditions";
import type { Json } from "@service/json";

/** What is wrong with the form of a condition, by JSON Pointer; whether its fields are there says `askAnalysis`. */
export function conditionIssues(where: Json): readonly { readonly path: string; readonly message: string }[] {
  return checkCondition(where, "", ["*"]);
}
