import { type FormsRead, isLegalForm, isUsualForm, withoutLeadingAo, withoutLegalForms } from "./legal-forms.ts";
import type { NameReading } from "./name-reading.ts";
import type { NameWord, WordBook } from "./name-word.ts";
import { isPlaceholder } from "./placeholders.ts";
import { nameWordsMax, wordsOf } from "./tokens-of.ts";
import { numberWords } from "./tables/index.ts";

/** "AO" without points: "A. O." are initials. */
const writtenAo = /^[^A-Za-z0-9]*ao(?![.\w])/iu;
const article = "the";
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
  const bare = withoutLegalForms(written, forms);
  const isAoWritten = forms === "all" && writtenAo.test(text);
  const { core, classes, hasForm, forms: taken } = isAoWritten ? withoutLeadingAo(bare) : bare;
  const words = wordsOfCore(withoutArticle(withoutRepeats(withDigits(core))), kind, book);
  return {
    kind,
    words,
    isFamily: undefined,
    joined: [words.map((word) => word.text).join("")],
    joinedWithForm: hasForm ? written.join("") : undefined,
    formClasses: classes,
    forms: taken,
    isUsable:
      !(hasForm && core.join("").length > 1 && isLegalForm(written.join(""))) &&
      isUsableCore(core, hasForm) &&
      !isPlaceholder(hasForm ? core : written, hasForm),
  };
}

/**
 * Whether what is left of a name can be searched (NAME-55). A single letter needs a legal form to be a name. Forms that
 * are unusual in the United States may be one by themselves ("SPC").
 */
function isUsableCore(core: readonly string[], hasForm: boolean): boolean {
  const [first = ""] = core;
  // "The Limited": the form is all that is left beside the article.
  if (core.length === 2 && first === article) return true;
  if (core.every((word) => isUsualForm(word) || isEmpty(word))) return false;
  return core.length > 1 || first.length > 1 || hasForm || /\d/.test(first);
}

/** A small word that is not a letter: "A & A" is a name, "of the" is not. */
function isEmpty(word: string): boolean {
  return word.length > 1 && emptyWords.has(word);
}

/** "The Acme Group", "Acme Group, The": the article is no part of the name (NAME-57) while a word of its own stays. */
function withoutArticle(words: readonly string[]): readonly string[] {
  const own = words.filter((word) => word !== article);
  const core = own.some((word) => !isEmpty(word) && !isLegalForm(word)) ? words : [];
  const start = core[0] === article ? 1 : 0;
  const end = core.at(-1) === article ? -1 : undefined;
  return core.length === 0 ? words : core.slice(start, end);
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

/** A word repeated in a row, and a name written several times, count once (NAME-11). */
export function withoutRepeats(words: readonly string[]): string[] {
  const single = words.filter((word, index) => word !== words[index - 1]);
  for (let length = 2; length * 2 <= single.length; length += 1) {
    if (single.every((word, at) => at < length || word === single[at - length])) return single.slice(0, length);
  }
  return single;
}
