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
    const rest = new Untaken(list.length);
    const taken: Item[] = [];
    while (taken.length < count && rest.count > 0) {
      const at = rest.take(Math.floor(this.next() * rest.count));
      taken.push(...list.slice(at, at + 1));
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

/**
 * Which places of a list have not been taken: a tree of counts (Fenwick), so that hundreds of thousands can be taken one by one without
 * moving the rest of the list each time.
 */
class Untaken {
  readonly #counts: Int32Array;
  count: number;

  constructor(length: number) {
    this.count = length;
    // Each node counts the places below it: as many as its lowest bit says.
    this.#counts = Int32Array.from({ length: length + 1 }, (_, node) => node & -node);
  }

  /** Takes the place that has `rank` untaken places before it. */
  take(rank: number): number {
    const counts = this.#counts;
    let node = 0;
    let before = rank;
    for (let step = 2 ** Math.floor(Math.log2(counts.length)); step >= 1; step /= 2) {
      const next = node + step;
      const below = counts[next] ?? Number.POSITIVE_INFINITY;
      if (below > before) continue;
      before -= below;
      node = next;
    }
    const place = node;
    for (let at = place + 1; at < counts.length; at += at & -at) counts[at] = (counts[at] ?? 0) - 1;
    this.count -= 1;
    return place;
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
