import { vocabularyLines } from "../../text/vocabulary.ts";

export interface CoverageTerm {
  readonly coverage: string;
  /** Undefined: of any line that has the coverage. */
  readonly line: string | undefined;
  readonly words: string;
}

export const coverageTerms: readonly CoverageTerm[] = vocabularyLines("coverage-terms").flatMap((row) => {
  const [codes = "", words = ""] = row.split(":");
  const [coverage = "", line] = codes.split(" ").toReversed();
  return words.split("|").map((each): CoverageTerm => ({ coverage, line, words: each.trim() }));
});
