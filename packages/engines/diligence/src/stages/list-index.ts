import {
  type Idf,
  NameSearch,
  rarityIn,
  type ReadName,
  readName,
  type WeighedReading,
  weighReading,
  WordBook,
} from "@service/engine-kit";
import type { Identifier } from "../input.ts";
import { identifierKey, isSameHolder } from "./identifiers.ts";
import { type ListEntry, nameKindOf } from "./list-entry.ts";
import { KeyIndex } from "./key-index.ts";
import { listedKeys, type SearchKey, searchKeys } from "./name-keys.ts";

/** One name of a list, prepared for comparison. */
export type IndexedName = {
  readonly entry: ListEntry;
  readonly name: string;
  readonly isWeak: boolean;
  readonly isTransliterated: boolean;
  readonly readings: readonly WeighedReading[];
};

/** Names compared in full per search (DIL-74). */
export const candidatesMax = 3000;
/** Share of the weight of a searched name below which no name that shares words with it can be a hit (DIL-85). */
const tellingShare = 0.6;

/** Names worth comparing with a search, and how many that could be hits as well were left out. */
export type Candidates = { readonly names: readonly IndexedName[]; readonly leftOut: number };

/**
 * The index of one version of a list (DIL-74), built once per version: its names as they are read, the rarity of their
 * words, and an inverted index of keys. Not reentrant: a synchronous run never searches twice at once.
 */
export class ListIndex {
  readonly entryCount: number;
  readonly #names: readonly IndexedName[];
  readonly #byEntry = new Map<ListEntry, IndexedName[]>();
  readonly #idf: Idf;
  readonly #keys: KeyIndex;
  readonly #byIdentifier = new Map<string, ListEntry[]>();

  constructor(entries: readonly ListEntry[]) {
    this.entryCount = entries.length;
    const book = new WordBook();
    const read = entries.flatMap((entry) =>
      entry.names.map(({ name, strength }) => ({
        entry,
        isWeak: strength === "weak",
        read: readName(name, nameKindOf(entry), { book }),
      })),
    );
    this.#idf = rarityIn(read.map((name) => name.read.readings));
    this.#names = read.map(({ entry, isWeak, read: { written, readings, isTransliterated } }) => ({
      entry,
      name: written,
      isWeak,
      isTransliterated,
      // What stands in place of a name is found by nothing (NAME-56).
      readings: readings.filter(({ isUsable }) => isUsable).map((reading) => weighReading(reading, this.#idf)),
    }));
    for (const name of this.#names) {
      const own = this.#byEntry.get(name.entry);
      if (own === undefined) this.#byEntry.set(name.entry, [name]);
      else own.push(name);
    }
    this.#keys = new KeyIndex(this.#names.map(({ readings }) => readings.map(({ reading }) => listedKeys(reading))));
    this.#indexIdentifiers(entries);
  }

  /** A search for a name of a party, with weights by the rarity of its words in this list. */
  search({ readings }: ReadName): NameSearch {
    return new NameSearch(readings, this.#idf);
  }

  /** The names worth comparing with a search, at most `max`: those that share the most weight of words, earlier ones first among equals. */
  candidates(search: NameSearch, max: number = candidatesMax): Candidates {
    const weights = search.readings.map((reading) => reading.weights.reduce((sum, weight) => sum + weight, 0));
    const { positions, leftOut } = this.#keys.find(keysOf(search), max, tellingShare * Math.min(...weights));
    return { names: positions.flatMap((position) => this.#names[position] ?? []), leftOut };
  }

  /** How many names share a key with a search. */
  candidateCount(search: NameSearch): number {
    return this.#keys.count(keysOf(search));
  }

  /** Every name of an entry, for one that was found by an identifier. */
  namesOf(entry: ListEntry): readonly IndexedName[] {
    return this.#byEntry.get(entry) ?? [];
  }

  /** Entries that carry the same strong identifier. */
  withIdentifier(identifier: Identifier): readonly ListEntry[] {
    const key = identifierKey(identifier);
    const entries = key === undefined ? undefined : this.#byIdentifier.get(key);
    return (entries ?? []).filter((entry) => entry.identifiers.some((own) => isSameHolder(own, identifier)));
  }

  #indexIdentifiers(entries: readonly ListEntry[]): void {
    for (const entry of entries) {
      for (const identifier of entry.identifiers) {
        const key = identifierKey(identifier);
        if (key === undefined) continue;
        const own = this.#byIdentifier.get(key);
        if (own === undefined) this.#byIdentifier.set(key, [entry]);
        else if (!own.includes(entry)) own.push(entry);
      }
    }
  }
}

function keysOf(search: NameSearch): readonly SearchKey[] {
  return search.readings.flatMap(({ reading, weights }) => searchKeys(reading, weights));
}
