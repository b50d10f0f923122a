import { stem } from "../../text/stem.ts";
import { vocabulary } from "../../text/vocabulary.ts";
import { meaningsOf } from "./phrases.ts";

export interface LinePhrase {
  readonly stems: readonly string[];
  readonly lines: readonly string[];
}

/** By their first stem, the longest first. */
export const linePhrases: ReadonlyMap<string, readonly LinePhrase[]> = phrasesOf(vocabulary("lines"));

function phrasesOf(text: string): ReadonlyMap<string, readonly LinePhrase[]> {
  const byFirst = new Map<string, LinePhrase[]>();
  for (const row of meaningsOf(text)) {
    const [codes = "", words = ""] = row.split(":");
    for (const phrase of words.split("|")) {
      const stems = phrase
        .trim()
        .split(/[\s&]+/)
        .map(stem);
      const [first = ""] = stems;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { stems, lines: codes.split(" ") }]);
    }
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return byFirst;
}
