import { type ReadWord, take } from "./read-word.ts";

/** Which term of a policy is asked for, where it is not the one in force. */
export type Term = "prior" | "prior and now" | "next" | "quoted";

/** Words between "last" and "term" that name the policy: neither another row nor a term of their own. */
const between =
  "(?:(?!(?:this|current|present|on|in|of|for|from|during|the|their|our|payments?|claims?|invoices?|loss|losses|quotes?)\\b)[\\p{L}\\p{N}&'-]+\\s+){0,3}?";
const termWord = "(?:term|period)(?:'?s)?";
const lastWord = "(?:prior|previous|prev|preceding|last|past|expired)";

/** Each with the words that it explains: those in brackets. */
const priorForms: readonly RegExp[] = [
  new RegExp(`\\b(${lastWord})[\\s-]+${between}(${termWord})(?![\\p{L}\\p{N}])`, "diu"),
  new RegExp(`\\b(prior|previous|prev|preceding)\\s+${between}(?:policy|pol|contract)(?![\\p{L}\\p{N}])`, "diu"),
  /\b(prior|previous|prev|preceding|old|former|last)\s+(?:policy\s+|pol\s+)?(?:numbers?|no|premiums?|prem|price|cost|rate|carrier|insurer|company|market)\b(?!\s+(?:change|update))/diu,
  /\b(?:the\s+)?(term|year|yr|policy|one|period)\s+(before|prior|previous)\b(?!\s+(?:last|that|this|the|my|our|i|we|they|to)\b)/diu,
  /\b(before\s+(?:the\s+|their\s+|its\s+|this\s+|that\s+)?(?:(?:last|latest|most recent|recent)\s+)?(?:renewal|rnwl|ren|renewing|renewed))\b(?!\s+(?:date|meeting|call|review|list|report))/diu,
  /\b(before\s+(?:it|they|that|this)\s+(?:last\s+)?renewed)\b/diu,
  /\b((?:a|one)\s+(?:year|yr|term)\s+(?:ago|back|earlier))\b/diu,
  /\b(?:prior|previous|prev|last|preceding)\s+(?:year|yr)(?:'?s)?\b/diu,
];
const nextForms: readonly RegExp[] = [
  new RegExp(
    `\\b(next|upcoming|coming|future|following|new|renewal)\\s+${between}(${termWord})(?![\\p{L}\\p{N}])`,
    "diu",
  ),
  /\b(terms?)\s+(?:that(?:'s|\s+is)\s+|which\s+is\s+)?(?:already\s+)?(booked|set up|coming up|lined up|scheduled)\b/diu,
];
const quotedForms: readonly RegExp[] = [
  new RegExp(`\\b(quoted)\\s+(?:((?:19|20)\\d\\d)\\s+)?${between}(${termWord})(?![\\p{L}\\p{N}])`, "diu"),
  /\b(status\s+(?:of\s+|is\s+)?["“]?quoted)\b/diu,
  /\b(in\s+quoted\s+status)\b/diu,
];
const now =
  /(?<!\bnot\s+(?:the\s+|their\s+)?)\b(now|current(?:ly)?|today(?:'s)?|this\s+(?:term|year|yr)(?:'?s)?|present)\b/diu;
const joins = /\b(?:vs|versus|and|compared?|against|or|than|plus|then|with|to)\b|[&+/,]/iu;
const compares =
  /\b(vs|versus|compared?(?:\s+(?:to|with|against))?|against|side\s+by\s+side|next\s+to\s+each\s+other|both\s+terms)\b/dgiu;

/** The term that a question asks for; its words are taken, but for a year, which may be a period of other rows. */
export function readTerm(text: string, words: readonly ReadWord[]): Term | undefined {
  const quoted = taken(text, words, quotedForms);
  if (quoted !== undefined) return "quoted";
  const prior = taken(text, words, priorForms);
  if (prior === undefined) return taken(text, words, nextForms) === undefined ? undefined : "next";
  const current = now.exec(text);
  if (current === null || !joins.test(inBetween(text, prior, current))) return "prior";
  for (const { indices } of text.matchAll(compares)) if (indices?.[1] !== undefined) take(words, ...indices[1], "term");
  return "prior and now";
}

const months = "(?:\\d{1,2}|six|twelve|eighteen|annual|yearly)";
const lengthForms: readonly RegExp[] = [
  new RegExp(
    `\\b(${months}(?:[\\s-]*(?:months?|mos?))?\\s*(?:or|/)\\s*(?:(?:a|an)\\s+)?${months}(?:[\\s-]*(?:months?|mos?))?)\\b`,
    "diu",
  ),
  new RegExp(`\\b(${months}[\\s-]*(?:months?|mos?))\\s+(?:policy|pol|term|one|contract)\\b`, "diu"),
];

/** Whether the question offers lengths of a term, as in "six or twelve months"; the words are taken. */
export function readTermLength(text: string, words: readonly ReadWord[]): boolean {
  if (!/\b(?:months?|mos?|annual|yearly)\b/iu.test(text)) return false;
  for (const form of lengthForms) {
    const place = form.exec(text)?.indices?.[1];
    if (place === undefined) continue;
    take(words, ...place, "field");
    return true;
  }
  return false;
}

function taken(text: string, words: readonly ReadWord[], forms: readonly RegExp[]): RegExpExecArray | undefined {
  for (const form of forms) {
    const match = form.exec(text);
    if (match === null) continue;
    for (const place of match.indices?.slice(1) ?? []) if (place !== undefined) take(words, ...place, "term");
    return match;
  }
  return undefined;
}

function inBetween(text: string, left: RegExpExecArray, right: RegExpExecArray): string {
  const [first, second] = left.index < right.index ? [left, right] : [right, left];
  return text.slice(first.index + first[0].length, second.index);
}
