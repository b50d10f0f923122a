import { keysOfBeginning, type ListedKeys, type SearchKey } from "./name-keys.ts";

/** Positions read per search, over all keys: bounds names made of the most common words of a list. */
const positionsMax = 400_000;
/** Keys of fewer names are read in any case, and first. */
const rareNames = 500;
/** When candidates are chosen, a word that only resembles a listed one counts a little less than an equal beginning. */
const resemblingFactor = 0.9;

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

  /** Positions of the names that share the most weight with a search, at most `max`, earlier ones first among equals. */
  find(keys: readonly SearchKey[], max: number): readonly number[] {
    const touched: number[] = [];
    let read = 0;
    for (const [serial, { weight, same, resembling }] of this.#rarestFirst(keys).entries()) {
      if (same !== undefined) read += this.#credit(same, weight, serial, touched);
      for (const id of resembling) {
        if (read > positionsMax && this.#count(id) >= rareNames) break;
        read += this.#credit(id, weight * resemblingFactor, serial, touched);
      }
    }
    const chosen =
      touched.length <= max
        ? touched
        : touched.toSorted((a, b) => (this.#estimates[b] ?? 0) - (this.#estimates[a] ?? 0) || a - b).slice(0, max);
    const found = [...chosen];
    for (const position of touched) {
      this.#estimates[position] = 0;
      this.#lastKey[position] = -1;
    }
    return found;
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
