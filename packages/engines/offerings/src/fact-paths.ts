import { lossFactsSchema, riskFactsSchema, shapeAt } from "@service/engine-kit";
import { checkCondition } from "@service/conditions";
import { type ConfigIssue, type Json, type JsonSchema, isJsonArray, isJsonObject, closed } from "@service/json";
import { inputSchema, needSchema } from "./placement-input.ts";
import { offeringSchema } from "./offering-schema.ts";
import { conditionPaths } from "./rules.ts";

/** What rules of matching may name (COND-28). */
const namespaces = ["input", "risk", "loss", "need", "offering"] as const;

const shapes: JsonSchema = closed({
  input: inputSchema({}),
  risk: riskFactsSchema(),
  loss: lossFactsSchema(),
  need: needSchema(),
  offering: offeringFactsSchema(),
});

/** Whether a path leads to a possible fact: a typing error would otherwise evaluate to unknown for ever. */
function isPossibleFact(path: string): boolean {
  return path === "as_of" || shapeAt(shapes, path) !== undefined;
}

/** Whether the fact, once known, is a number: bounds and pricing compare and multiply. */
export function isNumericFact(path: string): boolean {
  if (path.includes("[]")) return false;
  const type = shapeAt(shapes, path)?.["type"];
  const types = isJsonArray(type) ? type : [type];
  return types.includes("number") || types.includes("integer");
}

/**
 * Problems of a condition: its grammar, then paths that name no fact of a matching run. `checked` caches paths over many
 * rules; pass one map per document.
 */
export function checkRuleCondition(when: Json, pointer: string, checked: Map<string, boolean>): ConfigIssue[] {
  const issues = checkCondition(when, pointer, namespaces);
  if (issues.length > 0) return issues;
  for (const { path, pointer: at } of conditionPaths(when)) {
    if (!remembered(checked, path)) issues.push({ path: `${pointer}${at}`, message: `unknown fact path "${path}"` });
  }
  return issues;
}

/** `isPossibleFact`, evaluated once per path of a document. */
export function remembered(checked: Map<string, boolean>, path: string): boolean {
  const before = checked.get(path);
  if (before !== undefined) return before;
  const answer = isPossibleFact(path);
  checked.set(path, answer);
  return answer;
}

/** Rules may name facts of an offering, but not its rules. */
function offeringFactsSchema(): JsonSchema {
  const { properties } = offeringSchema();
  if (!isJsonObject(properties)) return closed({});
  const facts = Object.entries(properties).filter(([name]) => name !== "rules" && name !== "bounds");
  return { ...offeringSchema(), properties: Object.fromEntries(facts) };
}
