import { vocabularyWords } from "./vocabulary.ts";

/** Words that carry no content of a question or a sentence. */
export const emptyWords: ReadonlySet<string> = new Set(vocabularyWords("empty-words"));
