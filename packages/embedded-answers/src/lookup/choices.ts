import { type PlacedMeaning, type ReadWord, take } from "./read-word.ts";

/** Values of which one is asked for, each list with the field that holds them. */
const lists: readonly (readonly [field: string, words: string, beside: RegExp | undefined])[] = [
  ["method", "checks?|cheques?|(?:credit |debit )?card|ach|eft|cash|wire|(?:bank )?transfer", undefined],
  [
    "method",
    "phone(?: ?call)?|telephone|calls?|called|e-?mail(?:ed)?|mail|meeting|met|meet|in person|letter|text(?:ed)?|visit(?:ed)?|ring|rang|phoned|write|wrote|written",
    /\b(?:last|latest|most recent|touch|dealt|reach(?:ed)? out|spoke|talked|contacted)\b/iu,
  ],
  ["priority", "low|normal|medium|high|urgent", undefined],
];
const lead = "(?:(?:by|an?|in|via|through) )?";
const between = "(?:,? or (?:did (?:\\w+ )?)?|, ?| ?/ ?)";

/** "Check, card or ACH", "was it an email or did somebody ring them": the field of these values is asked for (ANSWER-64). */
export function readChoices(core: string, words: readonly ReadWord[]): readonly PlacedMeaning[] {
  return lists.flatMap(([field, values, beside]): PlacedMeaning[] => {
    if (beside !== undefined && !beside.test(core)) return [];
    const value = `${lead}(?:${values})`;
    const found = new RegExp(`(?<![\\p{L}-])${value}(?:${between}${value})+(?![\\p{L}-])`, "iu").exec(core);
    if (found === null || !/\bor\b|\//iu.test(found[0])) return [];
    take(words, found.index, found.index + found[0].length, "choice");
    return [{ kind: "field", value: field, at: -1 }];
  });
}
