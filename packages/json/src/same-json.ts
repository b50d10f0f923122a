import { isJsonArray, isJsonObject, parseJson, type Json, type JsonObject } from "./json.ts";

/** Values compared between two yields. */
const stepValues = 1_000;

/**
 * Whether `compact`, which `JSON.stringify` made of some value, stands for `value`, in any order of members. Both may have
 * megabytes: the string is compared as it is, without parsing it or building another, and the steps can be interrupted.
 */
export function* sameJsonSteps(compact: string, value: Json): Generator<undefined, boolean> {
  const walk = new Walk(compact);
  let current: Json | undefined = value;
  for (let compared = 1; current !== undefined; compared += 1) {
    if (compared % stepValues === 0) yield;
    current = walk.matches(current) ? walk.next() : undefined;
  }
  return walk.isSame;
}

/** A container that the string has begun and not ended. */
type Open = { readonly of: readonly Json[] | JsonObject; readonly count: number; taken: number };

class Walk {
  readonly #compact: string;
  readonly #open: Open[] = [];
  #at = 0;
  isSame = false;

  constructor(compact: string) {
    this.#compact = compact;
  }

  /** Whether the string goes on with this scalar, or with the begin of this container. */
  matches(value: Json): boolean {
    if (!isJsonArray(value) && !isJsonObject(value)) return this.#takes(JSON.stringify(value));
    const count = isJsonArray(value) ? value.length : Object.keys(value).length;
    this.#open.push({ of: value, count, taken: 0 });
    return this.#takes(isJsonArray(value) ? "[" : "{");
  }

  /** What has to follow in the string; undefined at its end, and where it differs. */
  next(): Json | undefined {
    for (let within = this.#open.at(-1); within; within = this.#open.at(-1)) {
      if (within.taken < within.count) {
        if (within.taken > 0 && !this.#takes(",")) return undefined;
        within.taken += 1;
        if (isJsonArray(within.of)) return within.of[within.taken - 1];
        const name = this.#takeName();
        return name !== undefined && Object.hasOwn(within.of, name) ? within.of[name] : undefined;
      }
      if (!this.#takes(isJsonArray(within.of) ? "]" : "}")) return undefined;
      this.#open.pop();
    }
    this.isSame = this.#at === this.#compact.length;
    return undefined;
  }

  #takes(text: string): boolean {
    if (!this.#compact.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** `JSON.stringify` writes each name of an object once, so as many names as members, all known, are the same names. */
  #takeName(): string | undefined {
    const begin = this.#at;
    if (!this.#takes('"')) return undefined;
    let isPlain = true;
    for (let mark = this.#compact[this.#at]; mark !== '"'; mark = this.#compact[this.#at]) {
      if (mark === undefined) return undefined;
      if (mark === "\\") isPlain = false;
      this.#at += mark === "\\" ? 2 : 1;
    }
    this.#at += 1;
    const quoted = this.#compact.slice(begin, this.#at);
    if (!this.#takes(":")) return undefined;
    if (isPlain) return quoted.slice(1, -1);
    const name = parseJson(quoted);
    return typeof name === "string" ? name : undefined;
  }
}
