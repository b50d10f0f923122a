import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/**
 * How much JSON a process may parse in one go, while it serves no other request. Length alone costs little: `JSON.parse` keeps
 * each different name and short string in a table of the process (about a microsecond each), and makes an object of each
 * container.
 */
export type JsonCostLimits = {
  /** Different member names and different short strings, together. */
  readonly distinctStringsMax: number;
  /** Objects and arrays. */
  readonly containersMax: number;
};

export type CostlyJson = {
  readonly bound: "distinct_strings" | "containers";
  readonly limit: number;
  /** Counting ends soon after the limit: there may be more. */
  readonly measured: number;
};

/** Texts of this size can reach no bound that matters. */
const cheapBytes = 64 * 1024;
/** Longest value that the parser keeps in its table, as bytes: plain, and with escapes or other than ASCII. */
const shortBytes = { plain: 10, encoded: 60 } as const;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Which bound the bytes break that are about to be parsed as JSON, undefined for none. One look at each byte, a few
 * nanoseconds each. Bytes that are not JSON are left to the parser.
 */
export function findCostlyJson(bytes: Uint8Array, limits: JsonCostLimits): CostlyJson | undefined {
  if (bytes.length <= cheapBytes) return undefined;
  const cost = new JsonCost(bytes, limits);
  while (!cost.isSettled) cost.look();
  return cost.excess;
}

/** The same for many megabytes: yields to other requests after each megabyte. */
export async function findCostlyJsonInSteps(
  bytes: Uint8Array,
  limits: JsonCostLimits,
): Promise<CostlyJson | undefined> {
  if (bytes.length <= cheapBytes) return undefined;
  const cost = new JsonCost(bytes, limits);
  cost.look();
  while (!cost.isSettled) {
    await setImmediate();
    cost.look();
  }
  return cost.excess;
}

/** Bytes looked at in one go. */
const stepBytes = 1024 * 1024;

class JsonCost {
  excess: CostlyJson | undefined;
  readonly #bytes: Uint8Array;
  readonly #limits: JsonCostLimits;
  readonly #strings: CountedHashes;
  #at = 0;
  #containers = 0;

  constructor(bytes: Uint8Array, limits: JsonCostLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#strings = new CountedHashes(limits.distinctStringsMax);
  }

  get isSettled(): boolean {
    return this.excess !== undefined || this.#at >= this.#bytes.length;
  }

  look(): void {
    const bytes = this.#bytes;
    const end = Math.min(bytes.length, this.#at + stepBytes);
    let at = this.#at;
    let containers = this.#containers;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = this.#lookAtString(bytes, at + 1);
      else if (byte === 0x7b || byte === 0x5b) containers += 1;
    }
    this.#at = at;
    this.#containers = containers;
    const { containersMax } = this.#limits;
    if (containers > containersMax) this.excess ??= { bound: "containers", limit: containersMax, measured: containers };
  }

  /** @returns where its closing quote stands. */
  #lookAtString(bytes: Uint8Array, begin: number): number {
    let hash = seed;
    let isPlain = true;
    let at = begin;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) break;
      hash = Math.imul(hash ^ byte, 0x01000193);
      if (byte < 0x80 && byte !== backslash) continue;
      isPlain = false;
      if (byte !== backslash) continue;
      at += 1;
      hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    }
    const isCounted = at - begin <= (isPlain ? shortBytes.plain : shortBytes.encoded) || isName(bytes, at + 1);
    if (isCounted && !this.#strings.count(hash)) {
      const { distinctStringsMax: limit } = this.#limits;
      this.excess ??= { bound: "distinct_strings", limit, measured: limit + 1 };
    }
    return at;
  }
}

/** Secret, so that a caller cannot choose strings that collide. */
const seed = randomInt(1, 0x7fff_ffff);

/** Whether a colon follows: a string before one is a member's name. */
function isName(bytes: Uint8Array, after: number): boolean {
  for (let at = after; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x20) return byte === 0x3a;
  }
  return false;
}

/** Set of numbers with open addressing: a `Set` of as many takes longer than the rest of the look. */
class CountedHashes {
  readonly #slots: Int32Array;
  readonly #max: number;
  #size = 0;

  constructor(max: number) {
    this.#max = max;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(max * 2)));
  }

  /** @returns false once there are more different ones than the maximum. */
  count(hash: number): boolean {
    const last = this.#slots.length - 1;
    // 0 marks a free slot.
    const value = hash === 0 ? 1 : hash;
    let slot = (value ^ (value >>> 15)) & last;
    for (let here = this.#slots[slot]; here !== 0; here = this.#slots[slot]) {
      if (here === value) return true;
      slot = (slot + 1) & last;
    }
    if (this.#size === this.#max) return false;
    this.#slots[slot] = value;
    this.#size += 1;
    return true;
  }
}
