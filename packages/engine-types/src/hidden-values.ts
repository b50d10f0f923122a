import type { Json } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";
import { roundHalfAwayFromZero } from "./money.ts";

/** Shorter texts stand in sentences by chance: states, years, grades. */
const textCharsMin = 4;
/** Identifiers are written with and without dashes; fewer digits stand in numbers by chance. */
const identifierDigitsMin = 7;
/** Numbers below are counted everywhere: only a member that holds nothing but the number can be told to repeat it. */
const spokenNumberMin = 10;

/**
 * Values that a reader may not see, and whether a sentence or a copied value tells one of them. Sentences write numbers with
 * or without thousands separators, rounded, and shares as percent; names in any case; identifiers with other dashes.
 */
export class HiddenValues {
  /** Exactly these, in places that hold nothing but a value. */
  readonly #scalars = new Set<string | number>();
  readonly #numbers = new Set<number>();
  readonly #percents = new Set<number>();
  /** Lower case, by first word. */
  readonly #texts = new Map<string, string[]>();
  readonly #digits = new Set<string>();

  /** All scalars of a hidden value, however deep. */
  add(value: Json): void {
    if (isJsonArray(value)) for (const element of value) this.add(element);
    else if (isJsonObject(value)) for (const member of Object.values(value)) this.add(member);
    else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
  }

  get isEmpty(): boolean {
    return this.#scalars.size === 0;
  }

  /** Whether a value that stands alone is a hidden one. */
  isHidden(value: Json): boolean {
    return (typeof value === "number" || typeof value === "string") && this.#scalars.has(value);
  }

  /** Whether a sentence tells a hidden value. */
  isTold(sentence: string): boolean {
    if (this.isEmpty) return false;
    return this.#tellsNumber(sentence) || this.#tellsText(sentence) || this.#tellsIdentifier(sentence);
  }

  #addNumber(value: number): void {
    const size = Math.abs(value);
    // Nothing and everything are no secret to recognize: every table is full of them.
    if (size === 0 || size === 1) return;
    this.#scalars.add(value);
    if (size >= spokenNumberMin) for (const decimals of [0, 1, 2]) this.#numbers.add(rounded(size, decimals));
    else if (!Number.isInteger(size)) this.#numbers.add(size);
    if (size > 0 && size <= 1) for (const decimals of [0, 1, 2]) this.#percents.add(rounded(size * 100, decimals));
  }

  #addText(value: string): void {
    const text = value.trim().toLowerCase();
    this.#scalars.add(value);
    // Words of code lists ("possible", "birth_year") are no secrets, whatever object they stand in.
    if (text.length < textCharsMin || /^[a-z_]+$/.test(value)) return;
    const [first] = wordsOf(text);
    if (first !== undefined)
      this.#texts.set(first.word, [...(this.#texts.get(first.word) ?? []), text.slice(first.at)]);
    const digits = text.replaceAll(/\D/g, "");
    if (digits.length >= identifierDigitsMin && /^[\d\s().+-]+$/.test(text)) this.#digits.add(digits);
  }

  #tellsNumber(sentence: string): boolean {
    for (const [, digits = "", percent] of sentence.matchAll(/(\d[\d,]*(?:\.\d+)?)(\s?%)?/g)) {
      const number = Number(digits.replaceAll(",", ""));
      if (percent === undefined ? this.#numbers.has(number) : this.#percents.has(number)) return true;
    }
    return false;
  }

  #tellsText(sentence: string): boolean {
    if (this.#texts.size === 0) return false;
    const lower = sentence.toLowerCase();
    for (const { word, at } of wordsOf(lower)) {
      for (const text of this.#texts.get(word) ?? []) {
        if (lower.startsWith(text, at) && !/^[\p{L}\p{N}]/u.test(lower.slice(at + text.length))) return true;
      }
    }
    return false;
  }

  #tellsIdentifier(sentence: string): boolean {
    if (this.#digits.size === 0) return false;
    for (const [run] of sentence.matchAll(/\d[\d().+\s-]*\d/g)) {
      if (this.#digits.has(run.replaceAll(/\D/g, ""))) return true;
    }
    return false;
  }
}

function wordsOf(lower: string): { readonly word: string; readonly at: number }[] {
  return [...lower.matchAll(/[\p{L}\p{N}]+/gu)].map((found) => ({ word: found[0], at: found.index }));
}

function rounded(value: number, decimals: number): number {
  return roundHalfAwayFromZero(value, decimals);
}
