/**
 * A map of bounded size that forgets what was not read for longest. One shape for every process-local cache of the
 * domain: what is kept, for how long it may be believed and what it costs is decided where it is used.
 */
export class RecentlyUsed<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    // As long as there is much room nothing is forgotten soon, and the order may be coarse.
    if (value === undefined || this.#entries.size * 2 < this.#entriesMax) return value;
    // A Map keeps the order of insertion, so inserting again makes the entry the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#entriesMax) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}
