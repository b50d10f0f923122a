/**
 * Randomness of the sample data: numbers from a seed and a name, the same on every machine. Every part of the data draws from a
 * separate stream (`new Random(seed, "claims", 17)`), so that a change to one part leaves the bytes of the others as they are.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param names what the numbers are for; equal names after an equal seed give equal numbers. */
  constructor(seed: number, ...names: readonly (string | number)[]) {
    const name = `${seed}/${names.join("/")}`;
    this.#a = hash(name, 0x811c9dc5);
    this.#b = hash(name, 0x9e3779b9);
    this.#c = hash(name, 0x85ebca6b);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 0 (inclusive) to 1 (exclusive); the generator sfc32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** A whole number between both ends, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws when the list is empty. */
  pick<Item>(list: readonly Item[]): Item {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** One of the keys of a table of weights. */
  weighted(weights: readonly (readonly [string, number])[]): string {
    let rest = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of weights) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return weights.at(-1)?.[0] ?? "";
  }

  /** `count` different elements, in random order; all of them when there are fewer. */
  sample<Item>(list: readonly Item[], count: number): Item[] {
    const rest = [...list];
    const taken: Item[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(this.next() * rest.length), 1));
    }
    return taken;
  }

  /** Normal with mean 0 and deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Skewed to the right, as sizes and losses are: half of the values lie below `median`. */
  lognormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  poisson(mean: number): number {
    const floor = Math.exp(-mean);
    let count = -1;
    let product = 1;
    do {
      count += 1;
      product *= this.next();
    } while (product > floor);
    return count;
  }

  digits(count: number): string {
    let text = "";
    for (let at = 0; at < count; at += 1) text += String(this.int(0, 9));
    return text;
  }
}

/** `total` shared out in whole numbers in proportion to the weights; the sum is exact. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  let reached = 0;
  let given = 0;
  return weights.map((weight) => {
    reached += weight;
    const share = Math.round((total * reached) / sum) - given;
    given += share;
    return share;
  });
}

function hash(text: string, start: number): number {
  let state = start;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
    state ^= state >>> 13;
  }
  return state | 0;
}
