import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { adjectives } from "./adjectives.ts";
import { adverbs } from "./adverbs.ts";
import { nouns } from "./nouns.ts";
import { verbs } from "./verbs.ts";

/** Nouns and verbs that end as adverbs do. */
const notAdverbs: ReadonlySet<string> = new Set(
  "ally anomaly apply assembly belly bully butterfly comply family fly imply italy jelly july lily multiply rally reply sicily supply".split(
    " ",
  ),
);

const asWritten: ReadonlySet<string> = new Set(wordsIn(adverbs));
const byStem: ReadonlySet<string> = new Set([...wordsIn(adjectives), ...wordsIn(nouns), ...wordsIn(verbs)].map(stem));

/** Words without content that are long enough for a slip of the pen to be seen. */
export const plainWords: readonly string[] = [
  ...new Set([...wordsIn(adverbs), ...wordsIn(adjectives), ...wordsIn(nouns), ...wordsIn(verbs), ...emptyWords]),
].filter((word) => word.length >= 5);

/** Whether a word of general English carries no content (ANSWER-60). */
export function isPlainWord(word: string): boolean {
  return asWritten.has(word) || byStem.has(stem(word)) || (/^[a-z]{3,}ly$/.test(word) && !notAdverbs.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
    .filter((word) => word !== "");
}
