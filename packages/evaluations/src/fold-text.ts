import { cut } from "@service/json";

/** UTF-16 units up to which texts are compared (EVAL-15). */
export const comparedCharsMax = 20_000;

/** The words of a string: NFKC, lower case, divided where neither letter nor digit stands (EVAL-15). */
export function tokensOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** NFKC, lower case, runs of white space as one space, cut at the bound: what metrics over characters compare. */
export function foldedText(text: string): string {
  return folded(text).replaceAll(/\s+/gu, " ").trim();
}

function folded(text: string): string {
  // NFKC can make one character into eighteen: cut before, so that the work is bounded, and after.
  return cut(cut(text, comparedCharsMax).normalize("NFKC").toLowerCase(), comparedCharsMax);
}
