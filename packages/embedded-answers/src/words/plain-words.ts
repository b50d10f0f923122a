import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { vocabularyWords } from "../text/vocabulary.ts";

/** Nouns and verbs that end as adverbs do. */
const notAdverbs: ReadonlySet<string> = new Set(
  "ally anomaly apply assembly belly bully butterfly comply family fly imply italy jelly july lily multiply rally reply sicily supply".split(
    " ",
  ),
);

const adverbs = vocabularyWords("adverbs");
const others = ["adjectives", "nouns", "verbs"].flatMap(vocabularyWords);
const asWritten: ReadonlySet<string> = new Set(adverbs);
const byStem: ReadonlySet<string> = new Set(others.map(stem));

/** Words without content that are long enough for a slip of the pen to be seen. */
export const plainWords: readonly string[] = [...new Set([...adverbs, ...others, ...emptyWords])].filter(
  (word) => word.length >= 5,
);

/** Whether a word of general English carries no content (ANSWER-60). */
export function isPlainWord(word: string): boolean {
  return asWritten.has(word) || byStem.has(stem(word)) || (/^[a-z]{3,}ly$/.test(word) && !notAdverbs.has(word));
}
