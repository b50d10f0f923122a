import type { EvalAssertionOf } from "@service/contract";
import {
  canonicalJson,
  clipped,
  firstDeeperThan,
  isJson,
  isJsonObject,
  type Json,
  parseJson,
  textOfJson,
  valueAt,
} from "@service/json";
import { compileAnswerSchema } from "./answer-schema.ts";
import { type AssertionScore, decided } from "./assertion-score.ts";
import type { TurnResult } from "./turn-result.ts";

/** What assertions say of an answer that is JSON (EVAL-6, EVAL-13). */

const unreadable = "the answer is not JSON";
const depthMax = 64;

export function scoreJsonSchema({ schema }: EvalAssertionOf<"json_schema">, turn: TurnResult): AssertionScore {
  const document = documentOf(turn);
  if (document === undefined) return decided(false, unreadable);
  if (!isJson(schema) || !isJsonObject(schema)) return decided(false, "the schema is not one");
  const problem = compileAnswerSchema(schema)(document);
  return decided(problem === undefined, problem);
}

export function scoreJsonValue(assertion: EvalAssertionOf<"json_value">, turn: TurnResult): AssertionScore {
  const document = documentOf(turn);
  if (document === undefined) return decided(false, unreadable);
  const value = valueAt(document, assertion.pointer);
  if (value === undefined) return decided(false, "there is no such value");
  const found = `found ${clipped(textOfJson(value), 200)}`;
  const isSame = (other: unknown): boolean => isJson(other) && canonicalJson(other) === canonicalJson(value);
  if (assertion.equals !== undefined) return decided(isSame(assertion.equals), found);
  if (assertion.in !== undefined) return decided(assertion.in.some(isSame), found);
  const { min = -Infinity, max = Infinity } = assertion.range ?? {};
  return decided(typeof value === "number" && value >= min && value <= max, found);
}

/** The parsed output, else the text as JSON; undefined when it is not JSON, or deeper than anything is compared. */
function documentOf({ json, text }: TurnResult): Json | undefined {
  const document = json ?? parsed(text ?? "");
  return document === undefined || firstDeeperThan(document, depthMax) !== undefined ? undefined : document;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
