/** Random decisions that are the same in every run of a test: a failure can be played again from its seed. */
export type Seeded = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, both bounds included. */
  between(least: number, most: number): number;
  /** True in about `share` of the calls. */
  chance(share: number): boolean;
  shuffled<T>(items: readonly T[]): T[];
};

/** Mulberry32: 32 bits of state are plenty for a few thousand decisions. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((left, right) => left.place - right.place)
        .map(({ item }) => item),
  };
}
