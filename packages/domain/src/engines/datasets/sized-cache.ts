import { LRUCache } from "lru-cache";

/** A value and its size in bytes. */
export interface Sized<V> {
  readonly value: V;
  readonly bytes: number;
}

/**
 * Cache for values that are costly to load and of very different sizes, under immutable keys. Concurrent loads of one
 * key share one load, a failed load is not kept, and beyond `bytesMax` in total the least recently used are evicted.
 */
export class SizedCache<V> {
  readonly #entries: LRUCache<string, Sized<V>, () => Promise<Sized<V>>>;

  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // A load whose entry was evicted meanwhile still resolves for its waiters.
      ignoreFetchAbort: true,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** The value of the key, loaded when it is not cached. Rejects as `load` does. */
  async get(key: string, load: () => Promise<Sized<V>>): Promise<V> {
    const { value } = await this.#entries.forceFetch(key, { context: load });
    return value;
  }
}
