import { readName, WordBook } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { nameKindOf, readEntries } from "./stages/list-entry.ts";
import { keysOfBeginning, listedKeys } from "./stages/name-keys.ts";

/** What the index of a list holds (DIL-74), without the list. */
export interface ListDescription {
  readonly entries: number;
  readonly names: number;
  /** Different keys under which names are found. */
  readonly keys: number;
  /** Names that nothing finds: what stands there is no name (NAME-56). */
  readonly namesNotFound: number;
  /** Entries without any name that can be found; identifiers may still find them. */
  readonly entriesNotFound: number;
}

/** Entries between two turns of the event loop. */
const entriesPerStep = 50;

/**
 * Reads the names of a list as its index does, in steps: a list may have a hundred thousand entries.
 * @param rows of a dataset `watchlist:*`.
 */
export function* describeList(rows: readonly JsonObject[]): Generator<undefined, ListDescription> {
  const entries = readEntries(rows);
  const book = new WordBook();
  const keys = new Set<string>();
  const counts = { names: 0, namesNotFound: 0, entriesNotFound: 0 };
  for (const [at, entry] of entries.entries()) {
    if (at % entriesPerStep === 0) yield;
    let found = 0;
    for (const { name } of entry.names) {
      const usable = readName(name, nameKindOf(entry), { book }).readings.filter(({ isUsable }) => isUsable);
      counts.names += 1;
      if (usable.length === 0) counts.namesNotFound += 1;
      else found += 1;
      for (const reading of usable) {
        const { beginnings, exact } = listedKeys(reading);
        for (const key of exact) keys.add(key);
        for (const beginning of beginnings) for (const key of keysOfBeginning(beginning)) keys.add(key);
      }
    }
    if (found === 0) counts.entriesNotFound += 1;
  }
  return { entries: entries.length, keys: keys.size, ...counts };
}
