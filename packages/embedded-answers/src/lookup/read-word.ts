import type { Token } from "../text/tokens.ts";

/** A word of the question with what explains it. */
export interface ReadWord extends Token {
  readonly stem: string;
  /** Undefined: nothing has explained the word yet. */
  by: string | undefined;
}

/** Marks the words of a part of the text that nothing has explained yet. */
export function take(words: readonly ReadWord[], start: number, end: number, by: string): void {
  for (const word of words) if (word.start >= start && word.end <= end && word.by === undefined) word.by = by;
}
