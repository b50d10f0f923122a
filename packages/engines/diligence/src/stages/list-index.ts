import { type Idf, inverseFrequencies, type NameToken, type PreparedName, prepareName } from "@service/engine-kit";
import type { Identifier } from "../input.ts";
import { identifierKey, isSameHolder } from "./identifiers.ts";
import type { ListEntry } from "./list-entry.ts";
import { isUsableWord, screenableName } from "./screenable-name.ts";

/** One name of a list, prepared for comparison. */
export type IndexedName = {
  readonly entry: ListEntry;
  readonly name: string;
  readonly isWeak: boolean;
  readonly prepared: PreparedName;
};

/** Names compared in full per search (DIL-23). */
const candidatesMax = 1500;
const prefixChars = 5;
/** For shorter words one deletion leaves too little to distinguish them, and names.ts tolerates no edit anyway. */
const deletableChars = 4;
/** Index positions read per search, over all words: bounds names made of the most common words of a list. */
const positionsMax = 400_000;
/** When candidates are chosen, a word that only resembles a listed one counts a little less than an equal beginning. */
const resemblingFactor = 0.9;

/**
 * The inverted index of one version of a list (DIL-23): from the first five characters of each folded word, and their
 * one-character deletions, to the names with such a word. Built once per version; searching allocates little and skips
 * names that share no beginning with the search. Not reentrant: a synchronous run never searches twice at once.
 */
export class ListIndex {
  readonly entryCount: number;
  readonly #names: readonly IndexedName[];
  readonly #idf: Idf;
  /** Positions in `#names` by the beginning of a word. */
  readonly #positions: readonly Int32Array[];
  readonly #beginnings = new Map<string, number>();
  /** Beginnings by themselves and by their deletions. */
  readonly #deletions = new Map<string, number[]>();
  readonly #byIdentifier = new Map<string, ListEntry[]>();
  readonly #estimates: Float64Array;
  readonly #lastToken: Int32Array;

  constructor(entries: readonly ListEntry[]) {
    this.entryCount = entries.length;
    const spelled = entries.flatMap((entry) =>
      entry.names.map(({ name, strength }) => ({
        entry,
        name,
        isWeak: strength === "weak",
        spelling: screenableName(name),
      })),
    );
    this.#idf = inverseFrequencies(spelled.map(({ spelling }) => spelling));
    const tokens = new Map<string, NameToken>();
    this.#names = spelled.map(({ spelling, ...rest }) => ({
      ...rest,
      prepared: shared(prepareName(spelling, this.#idf), tokens),
    }));
    this.#positions = this.#indexBeginnings();
    for (const entry of entries) {
      for (const identifier of entry.identifiers) {
        const key = identifierKey(identifier);
        if (key === undefined) continue;
        const own = this.#byIdentifier.get(key);
        if (own === undefined) this.#byIdentifier.set(key, [entry]);
        else if (!own.includes(entry)) own.push(entry);
      }
    }
    this.#estimates = new Float64Array(this.#names.length);
    this.#lastToken = new Int32Array(this.#names.length).fill(-1);
  }

  /** A search name with weights by the rarity of its words in this list. */
  prepare(name: string, familyTokens: ReadonlySet<string> | undefined): PreparedName {
    return prepareName(name, this.#idf, familyTokens);
  }

  /**
   * The names worth comparing with `search`, at most 1,500: those that share the most weight of words with it, earlier
   * ones first among equals. Words rare in the list are looked up first, so that common ones cannot crowd them out.
   */
  candidates(search: PreparedName): readonly IndexedName[] {
    const words = this.#wordsOf(search);
    const touched: number[] = [];
    let read = 0;
    for (const [serial, { weight, beginning, resembling }] of words.entries()) {
      if (beginning !== undefined) read += this.#collect(beginning, weight, serial, touched);
      for (const id of resembling) {
        if (read > positionsMax) break;
        if (id !== beginning) read += this.#collect(id, weight * resemblingFactor, serial, touched);
      }
      if (read > positionsMax) break;
    }
    const chosen =
      touched.length <= candidatesMax
        ? touched
        : touched
            .toSorted((a, b) => (this.#estimates[b] ?? 0) - (this.#estimates[a] ?? 0) || a - b)
            .slice(0, candidatesMax);
    const found = chosen.flatMap((position) => this.#names[position] ?? []);
    for (const position of touched) {
      this.#estimates[position] = 0;
      this.#lastToken[position] = -1;
    }
    return found;
  }

  /** Every name of an entry, for one that was found by an identifier. */
  namesOf(entry: ListEntry): readonly IndexedName[] {
    return entry.names.map(({ name, strength }) => ({
      entry,
      name,
      isWeak: strength === "weak",
      prepared: prepareName(screenableName(name), this.#idf),
    }));
  }

  /** Entries that carry the same strong identifier. */
  withIdentifier(identifier: Identifier): readonly ListEntry[] {
    const key = identifierKey(identifier);
    const entries = key === undefined ? undefined : this.#byIdentifier.get(key);
    return (entries ?? []).filter((entry) => entry.identifiers.some((own) => isSameHolder(own, identifier)));
  }

  #indexBeginnings(): readonly Int32Array[] {
    const positions: number[][] = [];
    const known = new Map<string, boolean>();
    const isUsable = (word: string): boolean => {
      const answer = known.get(word) ?? isUsableWord(word);
      known.set(word, answer);
      return answer;
    };
    for (const [position, { prepared }] of this.#names.entries()) {
      for (const { fold } of searchableTokens(prepared, isUsable)) {
        const beginning = beginningOf(fold);
        let id = this.#beginnings.get(beginning);
        if (id === undefined) {
          id = positions.length;
          positions.push([]);
          this.#beginnings.set(beginning, id);
          for (const key of keysOf(beginning)) {
            const ids = this.#deletions.get(key);
            if (ids === undefined) this.#deletions.set(key, [id]);
            else ids.push(id);
          }
        }
        const own = positions[id];
        if (own !== undefined && own.at(-1) !== position) own.push(position);
      }
    }
    return positions.map((own) => Int32Array.from(own));
  }

  #wordsOf(search: PreparedName): readonly {
    readonly weight: number;
    readonly beginning: number | undefined;
    readonly resembling: readonly number[];
  }[] {
    return searchableTokens(search, isUsableWord)
      .map(({ text, fold, weight }) => {
        const start = beginningOf(fold);
        const resembling = new Set<number>();
        for (const key of keysOf(start)) for (const id of this.#deletions.get(key) ?? []) resembling.add(id);
        const rarestFirst = [...resembling].sort((a, b) => this.#count(a) - this.#count(b) || a - b);
        const total = rarestFirst.reduce((sum, id) => sum + this.#count(id), 0);
        return { text, weight, total, beginning: this.#beginnings.get(start), resembling: rarestFirst };
      })
      .sort((a, b) => a.total - b.total || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  }

  #count(id: number): number {
    return this.#positions[id]?.length ?? 0;
  }

  /**
   * Credits `weight` to every name under a beginning, once per word of the search; returns the number of positions
   * read.
   */
  #collect(id: number, weight: number, serial: number, touched: number[]): number {
    const positions = this.#positions[id];
    if (positions === undefined) return 0;
    for (const position of positions) {
      const last = this.#lastToken[position];
      if (last === serial) continue;
      if (last === -1) touched.push(position);
      this.#lastToken[position] = serial;
      this.#estimates[position] = (this.#estimates[position] ?? 0) + weight;
    }
    return positions.length;
  }
}

/** Words to search by: all but legal forms and articles, unless a name has nothing else. */
function searchableTokens({ tokens }: PreparedName, isUsable: (word: string) => boolean): readonly NameToken[] {
  const usable = tokens.filter(({ text }) => isUsable(text));
  return usable.length === 0 ? tokens : usable;
}

function beginningOf(fold: string): string {
  return fold.slice(0, prefixChars);
}

function keysOf(beginning: string): ReadonlySet<string> {
  const keys = new Set([beginning]);
  if (beginning.length < deletableChars) return keys;
  for (let at = 0; at < beginning.length; at += 1) keys.add(beginning.slice(0, at) + beginning.slice(at + 1));
  return keys;
}

/** Interns equal words: a list has far fewer distinct words than occurrences. */
function shared(name: PreparedName, tokens: Map<string, NameToken>): PreparedName {
  return {
    tokens: name.tokens.map((token) => {
      const known = tokens.get(token.text);
      if (known !== undefined) return known;
      tokens.set(token.text, token);
      return token;
    }),
  };
}
