import { checkCondition } from "../conditions/index.ts";
import type { ConfigIssue } from "../engine-type.ts";
import type { Json, JsonObject, JsonSchema } from "../json.ts";
import { isJsonArray, isJsonObject } from "../json.ts";
import { lossFactPaths } from "../loss-facts.ts";
import { booleanSchema, closed, numberSchema, riskFactsSchema, textSchema } from "../schemas/index.ts";
import { part } from "../checked-fields.ts";
import { inputSchema, needSchema } from "./input-schema.ts";
import { offeringSchema } from "./offering-schema.ts";
import { conditionPaths } from "./rules.ts";

/** What rules of matching may name (domain.md 0.5). */
const namespaces = ["input", "risk", "loss", "need", "offering"] as const;

const shapes: JsonSchema = closed({
  input: inputSchema({}),
  risk: riskFactsSchema(),
  loss: closed(Object.fromEntries(lossFactPaths.map((path) => [path.slice("loss.".length), lossShape(path)]))),
  need: needSchema(),
  offering: offeringFactsSchema(),
});

/** Whether a path leads to a fact that could exist: a typing error would otherwise stay unknown for ever. */
export function isKnownFact(path: string): boolean {
  return path === "as_of" || shapeAt(path) !== undefined;
}

/** Whether the fact, once known, is a number: bounds and pricing compare and multiply. */
export function isNumericFact(path: string): boolean {
  if (path.includes("[]")) return false;
  const type = shapeAt(path)?.["type"];
  const types = isJsonArray(type) ? type : [type];
  return types.includes("number") || types.includes("integer");
}

/**
 * Problems of a condition: its grammar, then paths that name no fact of a matching run. `known` remembers paths over many
 * rules; pass one map per document.
 */
export function checkRuleCondition(when: Json, pointer: string, known: Map<string, boolean>): ConfigIssue[] {
  const issues = checkCondition(when, pointer, namespaces);
  if (issues.length > 0) return issues;
  for (const { path, pointer: at } of conditionPaths(when)) {
    if (!remembered(known, path)) issues.push({ path: `${pointer}${at}`, message: `unknown fact path "${path}"` });
  }
  return issues;
}

/** `isKnownFact`, asked once per path of a document. */
export function remembered(known: Map<string, boolean>, path: string): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  const answer = isKnownFact(path);
  known.set(path, answer);
  return answer;
}

/** The schema a path leads to; `undefined` when no document of these shapes can have it. */
function shapeAt(path: string): JsonObject | undefined {
  let shape: Json | undefined = shapes;
  for (const segment of path.split(".")) {
    const isSpread = segment.endsWith("[]");
    const name = isSpread ? segment.slice(0, -2) : segment;
    if (!isJsonObject(shape)) return undefined;
    const members: JsonObject = part(shape, "properties");
    const inner: Json | undefined = Object.hasOwn(members, name) ? members[name] : shape["additionalProperties"];
    if (!isJsonObject(inner)) return undefined;
    shape = isSpread ? inner["items"] : inner;
  }
  return shape === shapes || !isJsonObject(shape) ? undefined : shape;
}

/** Rules ask about an offering, not about its rules. */
function offeringFactsSchema(): JsonSchema {
  const { properties } = offeringSchema();
  if (!isJsonObject(properties)) return closed({});
  const asked = Object.entries(properties).filter(([name]) => name !== "rules" && name !== "bounds");
  return { ...offeringSchema(), properties: Object.fromEntries(asked) };
}

function lossShape(path: string): JsonSchema {
  if (path === "loss.valued_on") return textSchema(10);
  return path === "loss.no_losses_statement" ? booleanSchema() : numberSchema();
}
