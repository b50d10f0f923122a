import { keysOfBeginning, type ListedKeys, type SearchKey } from "./name-keys.ts";

/** Positions read per search, over all keys: bounds names made of the most common words of a list. */
const positionsMax = 400_000;
/** Keys of fewer names are read in any case, and first. */
const rareNames = 500;
/** When candidates are chosen, a word that only resembles a listed one counts a little less than an equal beginning. */
const resemblingFactor = 0.9;

/** What a search found, and how many names that share as much were left out. */
export type Found = { readonly positions: readonly number[]; readonly leftOut: number };

/** An inverted index from keys to the positions of names (DIL-74). Searching allocates little. Not reentrant. */
export class KeyIndex {
  readonly #ids = new Map<string, number>();
  /** Keys of words by themselves and by their deletions. */
  readonly #deletions = new Map<string, number[]>();
  /** Positions of all keys, those of key `id` from `#starts[id]` up to `#starts[id + 1]`. */
  readonly #positions: Int32Array;
  readonly #starts: Int32Array;
  readonly #estimates: Float64Array;
  readonly #lastKey: Int32Array;

  /** `names[position]`: the keys of each reading of a name. */
  constructor(names: readonly (readonly ListedKeys[])[]) {
    const lists: number[][] = [];
    const add = (key: string, position: number): number => {
      let id = this.#ids.get(key);
      if (id === undefined) this.#ids.set(key, (id = lists.push([]) - 1));
      const own = lists[id];
      if (own !== undefined && own.at(-1) !== position) own.push(position);
      return id;
    };
    const isDeleted = new Set<string>();
    for (const [position, readings] of names.entries()) {
      for (const { beginnings, exact } of readings) {
        for (const key of exact) add(key, position);
        for (const key of beginnings) {
          const id = add(key, position);
          if (isDeleted.has(key)) continue;
          isDeleted.add(key);
          for (const deletion of keysOfBeginning(key)) {
            const ids = this.#deletions.get(deletion);
            if (ids === undefined) this.#deletions.set(deletion, [id]);
            else ids.push(id);
          }
        }
      }
    }
    this.#starts = new Int32Array(lists.length + 1);
    for (const [id, own] of lists.entries()) this.#starts[id + 1] = (this.#starts[id] ?? 0) + own.length;
    this.#positions = new Int32Array(this.#starts[lists.length] ?? 0);
    for (const [id, own] of lists.entries()) this.#positions.set(own, this.#starts[id] ?? 0);
    this.#estimates = new Float64Array(names.length);
    this.#lastKey = new Int32Array(names.length).fill(-1);
  }

  /** How many names share a key with a search. */
  count(keys: readonly SearchKey[]): number {
    const touched = this.#weigh(keys);
    this.#forget(touched);
    return touched.length;
  }

  /**
   * Positions of the names that share the most weight with a search, at most `max`, earlier ones first among equals, and
   * how many names with at least the weight `telling` were left out.
   */
  find(keys: readonly SearchKey[], max: number, telling = 0): Found {
    const touched = this.#weigh(keys);
    const positions = touched.length <= max ? touched : this.#heaviest(touched, max);
    const found: Found = {
      positions,
      leftOut: touched.length <= max ? 0 : this.#countFrom(touched, telling) - this.#countFrom(positions, telling),
    };
    this.#forget(touched);
    return found;
  }

  #countFrom(positions: readonly number[], least: number): number {
    return positions.reduce((count, at) => count + ((this.#estimates[at] ?? 0) >= least ? 1 : 0), 0);
  }

  /** The `max` heaviest, earlier ones first among equals. */
  #heaviest(touched: readonly number[], max: number): readonly number[] {
    const weights = Float64Array.from(touched, (at) => this.#estimates[at] ?? 0).sort();
    const least = weights[weights.length - max] ?? 0;
    const above: number[] = [];
    const equal: number[] = [];
    for (const at of touched) {
      const weight = this.#estimates[at] ?? 0;
      if (weight > least) above.push(at);
      else if (weight === least) equal.push(at);
    }
    const first = equal.sort((a, b) => a - b).slice(0, max - above.length);
    return [...above.sort((a, b) => (this.#estimates[b] ?? 0) - (this.#estimates[a] ?? 0) || a - b), ...first];
  }

  #forget(touched: readonly number[]): void {
    for (const position of touched) {
      this.#estimates[position] = 0;
      this.#lastKey[position] = -1;
    }
  }

  /** The names that share a key with a search; `#estimates` then holds the weight that each shares. */
  #weigh(keys: readonly SearchKey[]): readonly number[] {
    const touched: number[] = [];
    let read = 0;
    for (const [serial, { weight, same, resembling }] of this.#rarestFirst(keys).entries()) {
      if (same !== undefined) read += this.#credit(same, weight, serial, touched);
      for (const id of resembling) {
        if (read > positionsMax && this.#count(id) >= rareNames) break;
        read += this.#credit(id, weight * resemblingFactor, serial, touched);
      }
    }
    return touched;
  }

  #rarestFirst(keys: readonly SearchKey[]): readonly {
    readonly weight: number;
    readonly same: number | undefined;
    readonly resembling: readonly number[];
  }[] {
    return keys
      .map(({ text, exact, weight, hasDeletions }, order) => {
        const same = this.#ids.get(text);
        const near = new Set<number>();
        for (const key of hasDeletions ? keysOfBeginning(text) : [text]) {
          for (const id of this.#deletions.get(key) ?? []) near.add(id);
          const joined = this.#ids.get(key);
          if (joined !== undefined) near.add(joined);
        }
        for (const key of exact) {
          const id = this.#ids.get(key);
          if (id !== undefined) near.add(id);
        }
        if (same !== undefined) near.delete(same);
        const resembling = [...near].sort((a, b) => this.#count(a) - this.#count(b) || a - b);
        const total = resembling.reduce((sum, id) => sum + this.#count(id), same === undefined ? 0 : this.#count(same));
        return { weight, same, resembling, total, order };
      })
      .sort((a, b) => a.total - b.total || a.order - b.order);
  }

  #count(id: number): number {
    return (this.#starts[id + 1] ?? 0) - (this.#starts[id] ?? 0);
  }

  /** Credits `weight` to every name under a key, once per word of the search; returns the number of positions read. */
  #credit(id: number, weight: number, serial: number, touched: number[]): number {
    const end = this.#starts[id + 1] ?? 0;
    for (let at = this.#starts[id] ?? 0; at < end; at += 1) {
      const position = this.#positions[at] ?? 0;
      const last = this.#lastKey[position];
      if (last === serial) continue;
      if (last === -1) touched.push(position);
      this.#lastKey[position] = serial;
      this.#estimates[position] = (this.#estimates[position] ?? 0) + weight;
    }
    return this.#count(id);
  }
}
