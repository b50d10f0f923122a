/** A value and how much it weighs, bytes. */
export interface Sized<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Entry<V> {
  readonly loading: Promise<V>;
  /** 0 until it is loaded. */
  bytes: number;
}

/**
 * Values that are costly to load and of very different sizes, by keys that never change their meaning. Loads that are
 * asked for at once are one load; a failed one is forgotten. Beyond `bytesMax` in all, what was not asked for longest
 * goes, the last loaded one never.
 */
export class KeptBySize<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string, load: () => Promise<Sized<V>>): Promise<V> {
    const known = this.#entries.get(key);
    if (known) {
      // A Map keeps the order of insertion, so inserting again makes the entry the youngest.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.loading;
    }
    const sized = load();
    const entry: Entry<V> = { loading: sized.then(({ value }) => value), bytes: 0 };
    this.#entries.set(key, entry);
    sized.then(
      ({ bytes }) => {
        entry.bytes = bytes;
        this.#bytes += bytes;
        this.#shrink(entry);
      },
      () => this.#entries.delete(key),
    );
    return entry.loading;
  }

  #shrink(newest: Entry<V>): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      if (entry === newest || entry.bytes === 0) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}
