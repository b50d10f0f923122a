import type { PlacedMeaning, ReadWord } from "./read-word.ts";

/** Words between which and a paper it is said for what, and not what, is asked: "on a certificate". */
const relates: ReadonlySet<string> = new Set("on onto for in into to with".split(" "));
const articles: ReadonlySet<string> = new Set("a an the this that my our their his her your".split(" "));
/** What a paper itself is asked for. */
const fieldsOfPapers: ReadonlySet<string> = new Set(
  "age date effective kind method name paid_on priority status subject title".split(" "),
);

/**
 * A paper that is only mentioned is not what is asked: "I need to put the umbrella on a certificate, what's the number on it?"
 * (ANSWER-85). Something else must be asked: a line of insurance, or a field that no paper has.
 */
export function withoutMentionedPapers(
  words: readonly ReadWord[],
  meanings: readonly PlacedMeaning[],
  hasLines: boolean,
): readonly PlacedMeaning[] {
  const isOther = meanings.some(({ kind, value }) => kind === "field" && !fieldsOfPapers.has(value));
  const isOfPapers = meanings.some(
    ({ kind, value }) => (kind === "family" && value === "documents") || (kind === "op" && value === "count"),
  );
  if (isOfPapers || (!isOther && !hasLines)) return meanings;
  return meanings.filter(({ kind, at }) => {
    if (kind !== "kind" || at < 1) return true;
    const before = articles.has(words[at - 1]?.word ?? "") ? words[at - 2] : words[at - 1];
    return before === undefined || !relates.has(before.word);
  });
}
