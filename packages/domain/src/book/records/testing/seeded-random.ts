/** Random choices that are the same in every run of a test (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    chance: (share: number): boolean => next() < share,
    pick<T>(values: readonly T[]): T {
      for (const value of values.slice(whole(values.length))) return value;
      throw new Error("nothing to pick from");
    },
  };
}
