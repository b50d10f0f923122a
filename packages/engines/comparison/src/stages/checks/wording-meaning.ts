import type { ExclusionTopic } from "../../settings.ts";
import { formsIn, withoutForms } from "../form-numbers.ts";
import type { Wording } from "../item.ts";
import { labelSimilarity, prepareLabel, type PreparedLabel } from "../labels/similar-labels.ts";

/** An exclusion or condition by what it is about (CMP-53, CMP-88). */
export type WordingMeaning = {
  readonly wording: Wording;
  /** Form numbers without their edition date: `cg2147`. */
  readonly forms: ReadonlySet<string>;
  readonly topics: ReadonlySet<string>;
  /** Words that carry meaning, each once, sorted. */
  readonly words: readonly string[];
};

const charsMax = 500;
const wordsMax = 60;
const similarFrom = 0.85;

/** Words that say that something is excluded, not what. */
const emptyWords: ReadonlySet<string> = new Set([
  "exclusion",
  "excluded",
  "excludes",
  "exclude",
  "excluding",
  "endorsement",
  "form",
  "policy",
  "coverage",
  "limitation",
  "and",
  "or",
  "the",
  "a",
  "an",
  "of",
  "to",
  "for",
  "in",
  "on",
  "by",
  "with",
  "any",
  "all",
  "is",
  "are",
  "not",
  "no",
  "does",
  "covered",
  "apply",
  "applies",
  "edition",
  "ed",
  "this",
  "that",
  "from",
  "arising",
  "out",
  "total",
  "absolute",
  "amended",
]);

/** What a wording is about. Linear in its text and in the phrases of the topics. */
export function meaningOf(wording: Wording, topics: readonly ReadTopic[]): WordingMeaning {
  const text = wording.text.slice(0, charsMax);
  const allWords = wordsOf(withoutForms(text));
  const words = [...new Set(allWords.filter((word) => !emptyWords.has(word)))].sort().slice(0, wordsMax);
  return {
    wording,
    forms: new Set([...formsOfCode(wording.code ?? ""), ...formsIn(text)]),
    topics: topicsOf(new Set(allWords), topics),
    words,
  };
}

/** Whether the others hold a partner: the same form, all its topics, or the same words (CMP-53). */
export function hasPartner(meaning: WordingMeaning, others: readonly WordingMeaning[]): boolean {
  const topics = new Set(others.flatMap((other) => [...other.topics]));
  if (meaning.topics.size > 0 && [...meaning.topics].every((topic) => topics.has(topic))) return true;
  return others.some(
    (other) => [...meaning.forms].some((form) => other.forms.has(form)) || haveSameWords(meaning.words, other.words),
  );
}

export type ReadTopic = { readonly key: string; readonly phrases: readonly (readonly string[])[] };

/** Topics with the words of their phrases, read once per run. */
export function readTopics(topics: readonly ExclusionTopic[]): readonly ReadTopic[] {
  return topics.map(({ key, phrases }) => ({
    key,
    phrases: phrases.map(wordsOf).filter((phrase) => phrase.length > 0),
  }));
}

/** A topic whose words are only part of another's phrase is not meant: "employees of independent contractors". */
function topicsOf(words: ReadonlySet<string>, topics: readonly ReadTopic[]): ReadonlySet<string> {
  const matches = topics.flatMap(({ key, phrases }) =>
    phrases.filter((phrase) => phrase.every((word) => words.has(word))).map((phrase) => ({ key, phrase })),
  );
  const meant = matches.filter(
    ({ phrase }) =>
      !matches.some(
        (other) => other.phrase.length > phrase.length && phrase.every((word) => other.phrase.includes(word)),
      ),
  );
  return new Set(meant.map(({ key }) => key));
}

function haveSameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && isWithin(a, b) && isWithin(b, a);
}

/** Whether each word has one that is spelled or sounds alike. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  const present = new Set(others);
  let prepared: readonly PreparedLabel[] | undefined;
  return words.every((word) => {
    if (present.has(word)) return true;
    prepared ??= others.map(prepareLabel);
    const label = prepareLabel(word);
    return prepared.some((other) => labelSimilarity(label, other) >= similarFrom);
  });
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(stem);
}

/** `contractors` and `contractor`, `batteries` and `battery`. */
function stem(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** The form that a code names; a code that is no form number stands for itself. */
function formsOfCode(code: string): readonly string[] {
  const forms = formsIn(code.toUpperCase());
  const own = code.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return forms.length > 0 || own === "" ? forms : [own];
}
