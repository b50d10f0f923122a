import { type FormsRead, isLegalForm, withoutLegalForms } from "./legal-forms.ts";
import type { NameReading } from "./name-reading.ts";
import type { NameWord, WordBook } from "./name-word.ts";
import { nameWordsMax, wordsOf } from "./tokens-of.ts";
import { numberWords } from "./tables/index.ts";

/** Words that are no name of an organization even alone. */
const emptyWords: ReadonlySet<string> = new Set(["and", "the", "of", "for", "in", "on", "at", "by", "to", "a", "an"]);

/**
 * Reads a name of an organization (NAME-5, NAME-12, NAME-13, NAME-14). `text` is in Latin letters and holds one name.
 * `undefined` when it has no word.
 */
export function readOrganization(
  text: string,
  kind: "organization" | "vessel",
  book: WordBook,
  forms: FormsRead,
): NameReading | undefined {
  const written = withJoinedLetters(wordsOf(text)).slice(0, nameWordsMax);
  if (written.length === 0) return undefined;
  const { core, classes, hasForm } = withoutLegalForms(written, forms);
  const words = wordsOfCore(withoutRepeats(withDigits(core)), kind, book);
  const isFormOnly = core.every((word) => isLegalForm(word));
  return {
    kind,
    words,
    isFamily: undefined,
    joined: [words.map((word) => word.text).join("")],
    joinedWithForm: hasForm ? written.join("") : undefined,
    formClasses: classes,
    isUsable: !isFormOnly && words.some(({ role, text: word }) => role !== "particle" && word.length > 1),
  };
}

/** The words with their roles. Where none is distinctive, an article may be meant as a name ("DES International"). */
function wordsOfCore(core: readonly string[], kind: "organization" | "vessel", book: WordBook): readonly NameWord[] {
  const words = core.map((word) => book.word(word, kind));
  if (words.some(({ isDistinctive }) => isDistinctive)) return words;
  return words.map((word) =>
    word.role === "particle" && !emptyWords.has(word.text) ? book.word(word.text, kind, true) : word,
  );
}

/** Single letters in a row are one word: "A B C", and "S A de C V" becomes "sa de cv". */
function withJoinedLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isLetter = word.length === 1 && !/\d/.test(word);
    if (isLetter && isOpen) joined.push((joined.pop() ?? "") + word);
    else joined.push(word);
    isOpen = isLetter;
  }
  return joined;
}

/** Number words, ordinals and Roman numerals as digits; "twenty one" is 21. */
function withDigits(words: readonly string[]): string[] {
  const read: string[] = [];
  let tens = 0;
  for (const word of words) {
    const value = numberWords().get(word);
    const unit = value === undefined || value.length !== 1 ? 0 : Number(value);
    if (tens > 0 && unit > 0) read.splice(-1, 1, String(tens + unit));
    else read.push(value ?? word);
    tens = value !== undefined && /^[2-9]0$/.test(value) ? Number(value) : 0;
  }
  return read;
}

export function withoutRepeats(words: readonly string[]): string[] {
  return words.filter((word, index) => word !== words[index - 1]);
}
