import { searchWords } from "@service/record-families";

/** Words that every question has. */
const emptyWords: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any are as at be been but by can could do does did for from had has have how i if in is it its " +
    "just me my no not of on or our please say she he shall should show so some tell than that the their them then there these " +
    "they this those to was we were what when where which who whom whose why will with would you your"
  ).split(" "),
);

/** Words beyond these are not looked for: a question is short, a pasted text is not a question. */
const wordsMax = 48;

/** What a question asks for. */
export interface QueryWords {
  /** Folded words without the empty ones, in their order, each once. */
  readonly words: readonly string[];
  /** The same as stems, for comparing. */
  readonly stems: ReadonlySet<string>;
}

/**
 * The content words of a question. One with fewer than two of its own is a follow-up: the words of the question before are
 * added.
 */
export function queryWords(question: string, questionBefore: string | undefined): QueryWords {
  const own = contentWords(question);
  const words = own.length < 2 && questionBefore !== undefined ? [...own, ...contentWords(questionBefore)] : own;
  const kept = [...new Set(words)].slice(0, wordsMax);
  return { words: kept, stems: new Set(kept.map(stemOf)) };
}

function contentWords(text: string): readonly string[] {
  return searchWords(text).filter((word) => !emptyWords.has(word));
}

/** English endings, roughly: enough that "deductibles" finds "deductible". */
function stemOf(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=[^aeiou])(?:ing|ed)$/, "")
    .replace(/(?<=[^su])s$/, "")
    .replace(/e$/, "");
}

/** The usual constants of BM25. */
const k1 = 1.2;
const b = 0.75;
const titleWeight = 2;

interface Ranked {
  readonly title: string;
  readonly text: string;
}

/**
 * The items by how well their texts match, those that match not at all last and in their order; equal scores keep their
 * order, so that equal questions get equal passages.
 */
export function rankTexts<Item extends Ranked>(
  query: QueryWords,
  items: readonly Item[],
): readonly { readonly item: Item; readonly score: number }[] {
  const counted = items.map((item) => ({ item, ...countsOf(query, item) }));
  const usualLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const rarity = new Map(
    [...query.stems].map((stem) => {
      const having = counted.filter(({ counts }) => counts.has(stem)).length;
      return [stem, Math.log(1 + (counted.length - having + 0.5) / (having + 0.5))];
    }),
  );
  return counted
    .map(({ item, counts, length }) => {
      let score = 0;
      for (const [stem, count] of counts)
        score +=
          ((rarity.get(stem) ?? 0) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / (usualLength || 1)));
      return { item, score };
    })
    .toSorted((left, right) => right.score - left.score);
}

function countsOf(
  { stems }: QueryWords,
  { title, text }: Ranked,
): { readonly counts: ReadonlyMap<string, number>; readonly length: number } {
  const counts = new Map<string, number>();
  const add = (words: readonly string[], weight: number): void => {
    for (const word of words) {
      const stem = stemOf(word);
      if (stems.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + weight);
    }
  };
  const words = searchWords(text);
  add(words, 1);
  add(searchWords(title), titleWeight);
  return { counts, length: words.length };
}
