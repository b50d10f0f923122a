import { deletionsOf, type NameReading, type NameWord } from "@service/engine-kit";

/** Letters of a folded word that are indexed (DIL-74). */
const keyChars = 6;
/** For shorter beginnings one deletion leaves too little to tell words apart. */
const deletableChars = 4;
const joinedChars = 2;

/** The keys under which a listed name is found: of words with their one-letter deletions, of joined words as they are. */
export type ListedKeys = { readonly beginnings: ReadonlySet<string>; readonly exact: ReadonlySet<string> };

/** One thing to look up, and the weight of words that a name with it shares with the search. */
export type SearchKey = {
  readonly text: string;
  readonly exact: readonly string[];
  readonly weight: number;
  readonly hasDeletions: boolean;
};

/** DIL-74 of a listed name. */
export function listedKeys(reading: NameReading): ListedKeys {
  const beginnings = new Set(searchableWords(reading).map(({ fold }) => beginningOf(fold)));
  const exact = new Set<string>(wholeKeys(reading));
  for (const word of reading.words) for (const key of groupKeys(word)) exact.add(key);
  for (const [left, right] of neighbours(reading)) {
    exact.add(beginningOf(left.fold + right.fold));
    exact.add(beginningOf(right.fold + left.fold));
  }
  return { beginnings, exact };
}

/** DIL-74 of a searched name. `weights` are those of its words, by position. */
export function searchKeys(reading: NameReading, weights: readonly number[]): readonly SearchKey[] {
  const weightOf = (word: NameWord): number => weights[reading.words.indexOf(word)] ?? 0;
  const keys: SearchKey[] = searchableWords(reading).map((word) => ({
    text: beginningOf(word.fold),
    exact: groupKeys(word),
    weight: weightOf(word),
    hasDeletions: true,
  }));
  for (const pair of neighbours(reading)) {
    for (const [first, second] of [pair, pair.toReversed()]) {
      if (first === undefined || second === undefined) continue;
      // A word that fills the key shows only itself: "Zed Trading" shares one word, not two, with every "X Trading".
      const weight = weightOf(first) + (first.fold.length < keyChars ? weightOf(second) : 0);
      keys.push({ text: beginningOf(first.fold + second.fold), exact: [], weight, hasDeletions: false });
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const text of wholeKeys(reading)) keys.push({ text, exact: [], weight: total, hasDeletions: false });
  return keys;
}

/** Keys under which a beginning with a slip is found; a short one only by itself. */
export function keysOfBeginning(beginning: string): ReadonlySet<string> {
  return beginning.length < deletableChars ? new Set([beginning]) : deletionsOf(beginning);
}

/** Distinctive words; without one every word, so that such a name can still be found. */
function searchableWords({ words }: NameReading): readonly NameWord[] {
  const distinctive = words.filter(({ isDistinctive }) => isDistinctive);
  return distinctive.length > 0 ? distinctive : words;
}

/** Two words side by side that would begin another key when joined. */
function neighbours({ words }: NameReading): readonly (readonly [NameWord, NameWord])[] {
  return words.flatMap((left, at) => {
    const right = words[at + 1];
    if (right === undefined || left.text.length < joinedChars || right.text.length < joinedChars) return [];
    return [[left, right] as const];
  });
}

/** The whole name without blanks, with and without its legal form. */
function wholeKeys({ joined, joinedWithForm }: NameReading): readonly string[] {
  return [...joined, ...(joinedWithForm === undefined ? [] : [joinedWithForm])].map((text) => `=${text}`);
}

/** Usual spellings and nicknames of one name meet under one key. */
function groupKeys({ spellings, nicknames }: NameWord): readonly string[] {
  return [...spellings.map((group) => `~${group}`), ...nicknames.map((name) => `^${name}`)];
}

function beginningOf(fold: string): string {
  return fold.slice(0, keyChars);
}
