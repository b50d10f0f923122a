import { type Json, isJsonArray, isJsonObject } from "@service/json";
import { identifierDigits, spokenDate, spokenNumbers, spokenState } from "./spoken-forms.ts";
import { WordSearch } from "./word-search.ts";

/** Shorter strings occur in sentences by chance: states, years, grades. */
const textCharsMin = 4;

/**
 * Search effort of one reading of a run, in compared characters; numbers and added values count at their cost. All of
 * it takes some 50 ms, during which the process serves no other request.
 */
export const searchEffortMax = 2_000_000;
const effortOf = { scalar: 30, addedCharacter: 4, sentence: 10, number: 10 } as const;

/** Shared by all searches for one reader. */
export class SearchEffort {
  #left: number;

  constructor(most: number = searchEffortMax) {
    this.#left = most;
  }

  /** @returns false once the effort is used up, and always from then on. */
  spend(characters: number): boolean {
    this.#left = characters > this.#left ? 0 : this.#left - characters;
    return this.#left > 0;
  }
}

/**
 * Values that a reader may not see; finds sentences and copied values that reveal one of them. Sentences write numbers
 * with or without thousands separators, rounded, and shares as percent; dates in words; names in any case; identifiers
 * with other dashes.
 *
 * Time is linear in what is added and searched. When the effort is used up, every sentence counts as revealing and, if
 * values were left out, every copied value as hidden: more is withheld, never less.
 */
export class HiddenValues {
  readonly #effort: SearchEffort;
  readonly #others: HiddenValues | undefined;
  /** Compared exactly, in places that hold only a value. */
  readonly #scalars = new Set<string | number>();
  readonly #numbers = new Set<number>();
  readonly #percents = new Set<number>();
  /** Lower case. */
  readonly #texts = new WordSearch();
  readonly #digits = new Set<string>();
  /** True when values were left out. */
  #isIncomplete = false;

  /** @param others hidden as well; values added there are found here too. */
  constructor(effort: SearchEffort, others?: HiddenValues) {
    this.#effort = effort;
    this.#others = others;
  }

  /** All scalars of a hidden value, however deep. */
  add(value: Json): void {
    if (this.#isIncomplete) return;
    if (isJsonArray(value)) for (const element of value) this.add(element);
    else if (isJsonObject(value)) for (const member of Object.values(value)) this.add(member);
    else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
  }

  get isEmpty(): boolean {
    return this.#holdsNothing && (this.#others?.isEmpty ?? true);
  }

  /** Whether a copied value is hidden, or may be one of those beyond the bounds. */
  isHidden(value: Json): boolean {
    if (typeof value !== "number" && typeof value !== "string") return false;
    return this.#isIncomplete || this.#scalars.has(value) || (this.#others?.isHidden(value) ?? false);
  }

  /** Whether a sentence reveals a hidden value; true when the bounds ended the search. */
  isRevealed(sentence: string): boolean {
    if (this.#others?.isRevealed(sentence) === true) return true;
    if (this.#holdsNothing) return false;
    if (this.#isIncomplete || !this.#effort.spend(effortOf.sentence + sentence.length)) return true;
    return this.#revealsNumber(sentence) || this.#revealsText(sentence) || this.#revealsIdentifier(sentence);
  }

  get #holdsNothing(): boolean {
    return this.#scalars.size === 0 && !this.#isIncomplete;
  }

  #mayAdd(characters: number): boolean {
    this.#isIncomplete ||= !this.#effort.spend(effortOf.scalar + characters * effortOf.addedCharacter);
    return !this.#isIncomplete;
  }

  #addNumber(value: number): void {
    const size = Math.abs(value);
    // 0 and 1 occur in every table and cannot be searched for.
    if (size === 0 || size === 1) return;
    if (!this.#mayAdd(0) || this.#scalars.has(value)) return;
    this.#scalars.add(value);
    const { numbers, percents } = spokenNumbers(value);
    for (const number of numbers) this.#numbers.add(number);
    for (const percent of percents) this.#percents.add(percent);
  }

  #addText(value: string): void {
    if (!this.#mayAdd(value.length) || this.#scalars.has(value)) return;
    const text = value.trim().toLowerCase();
    this.#scalars.add(value);
    // A code of two letters occurs by chance; sentences write the state by its name (WORD-2).
    const state = spokenState(value);
    if (state !== undefined) this.#texts.add(state);
    // Words of code lists ("possible", "birth_year") are public, whichever object holds them.
    if (text.length < textCharsMin || /^[a-z_]+$/.test(value)) return;
    this.#texts.add(text);
    // Sentences write dates and instants as "January 20, 2026".
    const date = spokenDate(value);
    if (date !== undefined) this.#texts.add(date);
    const digits = identifierDigits(text);
    if (digits !== undefined) this.#digits.add(digits);
  }

  #revealsNumber(sentence: string): boolean {
    if (this.#numbers.size === 0 && this.#percents.size === 0) return false;
    for (const [, digits = "", percent] of sentence.matchAll(/(\d[\d,]*(?:\.\d+)?)(\s?%)?/g)) {
      if (!this.#effort.spend(effortOf.number)) return true;
      const number = Number(digits.replaceAll(",", ""));
      if (percent === undefined ? this.#numbers.has(number) : this.#percents.has(number)) return true;
    }
    return false;
  }

  #revealsText(sentence: string): boolean {
    return this.#texts.finds(sentence.toLowerCase());
  }

  #revealsIdentifier(sentence: string): boolean {
    if (this.#digits.size === 0) return false;
    for (const [run] of sentence.matchAll(/\d[\d().+\s-]*\d/g)) {
      if (!this.#effort.spend(effortOf.number)) return true;
      if (this.#digits.has(run.replaceAll(/\D/g, ""))) return true;
    }
    return false;
  }
}
