import { isPlaceholder } from "./placeholders.ts";
import { wordsOf } from "./tokens-of.ts";

/**
 * One written name may hold several names of one party (NAME-6, NAME-7). Each is read by itself.
 */
const alternativesMax = 8;

/** "doing business as" and its like, between two names. A slash, points or nothing may part the letters. */
const betweenNames = new RegExp(
  String.raw`[\s,;:(\[]+(?:` +
    String.raw`[dafnt]\s?[./]\s?(?:[bk]\s?[./]\s?)?a(?![a-z])\.?|dba|aka|fka|nka|d b a|[afn] k a|` +
    String.raw`doing business as|trading as|operating as|also known as|now known as|known as|formerly(?: known as| called)?|previously(?: known as)?` +
    String.raw`)(?=[\s:,.)\]])[\s:,.)\]]+`,
  "giu",
);
const careOf = /(?:^|[\s,;:([]+)(?:c\s?\/\s?o|in care of|care of|attn)(?=[\s:,.)\]])[\s:,.)\]]+/giu;
const bracketed = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/gu;
const brackets = /[()[\]{}]/gu;

/**
 * The names that `text` holds, at most 32: parts between "doing business as" and the like, each with and without its
 * brackets. Who stands behind "care of" is another party: a name of its own, or left out; so are the two sides of a slash between blanks.
 */
export function readAlternatives(
  text: string,
  isBehindRead = true,
): { readonly texts: readonly string[]; readonly isCut: boolean } {
  const [first = "", ...behind] = text.split(careOf).filter((part) => /[A-Za-z0-9]/.test(part));
  const parts = [first, ...(isBehindRead ? behind : [])]
    .flatMap((part) => part.split(betweenNames))
    .filter((part) => /[A-Za-z0-9]/.test(part));
  const texts = new Set<string>();
  for (const part of parts.slice(0, alternativesMax)) {
    const without = part.replace(bracketed, " ").replace(brackets, " ");
    if (/[A-Za-z0-9]/.test(without)) texts.add(without.trim());
    // "TBD (new restaurant)" names nobody (NAME-56).
    if (isPlaceholder(wordsOf(without))) continue;
    texts.add(part.replace(brackets, " ").trim());
    // "A / B" may be one name or two: it is read both ways.
    const sides = isBehindRead ? part.split(/\s+\/\s+/) : [];
    if (sides.length === 2) for (const side of sides.filter((one) => /[A-Za-z0-9]/.test(one))) texts.add(side.trim());
  }
  return { texts: [...texts], isCut: parts.length > alternativesMax };
}
