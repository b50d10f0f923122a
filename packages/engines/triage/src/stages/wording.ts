import { capitalized, factInWords, labelOf, listInWords, sentence } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { Action } from "../codes.ts";
import type { MissingItem } from "../output.ts";

/** Characters of a name that a sentence has room for. */
const labelChars = 60;
/** Things that one sentence lists. */
const listedMax = 5;

/** Facts whose path does not say in words what they are. */
const factNames: ReadonlyMap<string, string> = new Map([
  ["effective_on", "effective date"],
  ["insured.address", "address of the insured"],
  ["insured.fein", "federal tax number of the insured"],
  ["insured.name", "name of the insured"],
  ["premium_estimate", "estimated premium"],
  ["producer.bind_rate", "bind rate of the producer"],
  ["producer.tier", "tier of the producer"],
  ["quote_needed_by", "date by which the quote is needed"],
  ["risk.naics", "NAICS code"],
]);

const actionWords: Readonly<Record<Action, string>> = {
  work_now: "to be worked now",
  chase_info: "waiting for information",
  specialist: "for a specialist",
  queue: "for later",
  clearance: "to be cleared",
  hold_duplicate: "held as a duplicate",
  decline_candidate: "outside the appetite",
};

/** The insured as a sentence names it: one line without control characters, at most 60 characters. */
export function insuredLabel(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? capitalized(clipped(line, labelChars)) : "The insured";
}

/** `Blue Harbor Cafe (submission sub-17)`. */
export function submissionLabel({ insuredName, key }: { readonly insuredName: string; readonly key: string }): string {
  return `${insuredLabel(insuredName)} (submission ${key})`;
}

/** What happens to one submission, or to several. */
export function actionInWords(action: Action, count = 1): string {
  return action === "hold_duplicate" && count > 1 ? "held as duplicates" : actionWords[action];
}

export function factName(path: string): string {
  return factNames.get(path) ?? factInWords(path);
}

/** What is wanted of a missing item: `loss runs`, `newer loss runs`, `loss runs with their date`. */
export function wanted({ kind, key, reason }: MissingItem): string {
  const name = kind === "document" ? labelOf(key) : factName(key);
  if (reason === "stale") return `newer ${name}`;
  if (reason === "undated") return `${name} with the date`;
  return reason === "too_short" ? `${name} with more digits` : name;
}

/** `<subject> <verb> a, b and c.`, in as many sentences as keep each one short. */
export function listedInSentences(subject: string, verb: string, items: readonly string[]): string {
  const sentences: string[] = [];
  for (let at = 0; at < items.length; at += listedMax) {
    const part = listInWords(items.slice(at, at + listedMax));
    sentences.push(at === 0 ? sentence(subject, verb, part) : sentence("Also asked for:", part));
  }
  return sentences.join(" ");
}
