import type { Token } from "../text/tokens.ts";
import type { Meaning } from "./vocabulary/phrases.ts";

/** A word of the question with what explains it. */
export interface ReadWord extends Token {
  /** Of the word that was meant: short forms are written out, slips set right. */
  readonly stem: string;
  /** The word that was meant, as it is written out. */
  readonly meant?: string;
  /** Undefined: nothing has explained the word yet. */
  by: string | undefined;
  /** It stands in a part that only says why the question is asked. */
  readonly isAside?: boolean;
}

/** A meaning with the position of its first word (-1: of none) and, of a phrase, how many words it has. */
export type PlacedMeaning = Meaning & { readonly at: number; readonly length?: number };

/** Marks the words of a part of the text that nothing has explained yet. */
export function take(words: readonly ReadWord[], start: number, end: number, by: string): void {
  for (const word of words) if (word.start >= start && word.end <= end && word.by === undefined) word.by = by;
}
