import type { EvalAssertionOf } from "@service/contract";
import { canonicalJson, clipped, isJson, isJsonObject, type Json } from "@service/json";
import { type AssertionScore, decided, share } from "./assertion-score.ts";
import { datesIn, foldedQuote, numbersIn, quotesIn } from "./grounded-spans.ts";
import type { TurnResult } from "./turn-result.ts";

/** What assertions say of sources, refusals and tools (EVAL-16 to EVAL-19). */

export function scoreCites({ min, kinds, refs }: EvalAssertionOf<"cites">, turn: TurnResult): AssertionScore {
  const counted = turn.citations.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const missing = (refs ?? []).filter((ref) => !counted.some((citation) => holds(citation.ref, ref)));
  const parts = 1 + (refs?.length ?? 0);
  const met = parts - missing.length - (counted.length >= min ? 0 : 1);
  const detail = `${counted.length} citations${missing.length > 0 ? `, not cited: ${clipped(JSON.stringify(missing), 300)}` : ""}`;
  return share(met, parts, detail);
}

export function scoreGrounded({ scope }: EvalAssertionOf<"grounded">, turn: TurnResult): AssertionScore {
  const quotes = turn.citations.map(({ quote }) => quote);
  const stated = [...new Set(statedIn(turn.text ?? "", scope))];
  const loose = stated.filter((value) => !isQuoted(value, quotes, scope));
  return share(stated.length - loose.length, stated.length, `in no cited quote: ${clipped(loose.join(", "), 400)}`);
}

export function scoreRefusal({ expected }: EvalAssertionOf<"refusal">, turn: TurnResult): AssertionScore {
  const declined = isRefusal(turn);
  return decided(declined === expected, declined ? "declined" : "did not decline");
}

export function scoreToolCalled(assertion: EvalAssertionOf<"tool_called">, turn: TurnResult): AssertionScore {
  const { name, times, input_match: wanted } = assertion;
  const calls = turn.toolCalls.filter(
    (call) => call.name === name && (wanted === undefined || holds(call.input, wanted)),
  );
  const passed = times === undefined ? calls.length > 0 : calls.length === times;
  return decided(passed, `called ${calls.length} times`);
}

/** Whether every member of `wanted` is in `value`, members of objects likewise; anything else must be equal. */
function holds(value: Json | undefined, wanted: unknown): boolean {
  if (!isJson(wanted) || value === undefined) return false;
  if (!isJsonObject(wanted)) return canonicalJson(value) === canonicalJson(wanted);
  return isJsonObject(value) && Object.entries(wanted).every(([name, member]) => holds(value[name], member));
}

/**
 * The numbers, days or quotations of an answer. Marks of citations (`[2]`), numbers of list items and, among numbers,
 * those of days are not statements of the answer.
 */
function statedIn(answer: string, scope: "numbers" | "dates" | "quotes"): string[] {
  const text = answer.replaceAll(/\[\d{1,3}\]/g, " ").replaceAll(/^[ \t]*\d{1,3}[.)](?= )/gm, " ");
  if (scope === "quotes") return quotesIn(text).map(({ value }) => value);
  const dates = datesIn(text);
  if (scope === "dates") return dates.map(({ value }) => value);
  return numbersIn(text)
    .filter(({ start, end }) => !dates.some((date) => start < date.end && end > date.start))
    .map(({ value }) => value);
}

function isQuoted(value: string, quotes: readonly string[], scope: "numbers" | "dates" | "quotes"): boolean {
  return quotes.some((quote) => {
    if (scope === "quotes") return foldedQuote(quote).includes(value);
    return (scope === "dates" ? datesIn(quote) : numbersIn(quote)).some((span) => span.value === value);
  });
}

/** How models begin an answer that declines; a closed list, in English (EVAL-18). */
const refusals =
  /^(?:(?:i(?: a|['’])m |i am )?(?:very )?(?:sorry|afraid)|unfortunately)?[ ,.]*(?:but )?(?:(?:that )?i (?:can(?:not|['’]t| not)|could ?n[o'’]t|am (?:not able|unable)|do(?: not|n['’]t) (?:know|have)|won['’]t|will not)|(?:the|these|my|your) (?:\w+ ){0,3}(?:sources?|documents?|records?|passages?)(?: \w+){0,4} (?:do(?:es)?(?: not|n['’]t) (?:answer|say|mention|contain|tell|include)))/i;

/** Whether the turn declined: it says so itself, or its generated text begins as refusals do. */
function isRefusal({ method, text }: TurnResult): boolean {
  if (method !== "generated") return method === "declined";
  return refusals.test((text ?? "").trim().slice(0, 300));
}
