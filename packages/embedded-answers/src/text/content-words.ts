import { baseForm } from "./base-form.ts";
import { emptyWords } from "./empty-words.ts";
import { stem } from "./stem.ts";
import { wordsOf } from "./tokens.ts";

/** The stems of the words of a string that carry content, each once, in their order. */
export function contentStems(text: string): readonly string[] {
  return [...new Set(contentWords(text).map((word) => stem(baseForm(word))))];
}

export function contentWords(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !emptyWords.has(word));
}
