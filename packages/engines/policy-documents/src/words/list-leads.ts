import type { TextLine } from "../pages/text-lines.ts";

const bullet = /^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)]|\[[ x]?\]|[-*>\u2022\u00b7])\s/i;
const wordsMax = 16;

const ofExclusions =
  /\bexclu(?:de|des|sions?)\b|\b(?:does|do|will) not (?:apply|cover|insure|respond)\b|\bnot covered$/i;
const ofSubjectivities =
  /\b(?:bind(?:ing)?|bound|subjectivit(?:y|ies))\b|\bsubject to$|\boutstanding\b|\b(?:needs?|requires?) (?:the following|from)\b|\bplease (?:provide|send|forward)\b/i;

/** Whether a line is an item of a list with a mark before it. */
export function isListItem({ text }: TextLine): boolean {
  return bullet.test(text);
}

/**
 * What the list below a line holds, by the words that lead into it: "Prior to binding please provide:", "Both options
 * exclude". A list has marks, or stands further in than a line that is a heading.
 */
export function listBelow(line: TextLine, next: TextLine | undefined): "exclusions" | "subjectivities" | undefined {
  const [cell] = line.cells;
  if (cell === undefined || line.cells.length > 1 || line.boxes > 0 || next === undefined || isListItem(line))
    return undefined;
  const words = cell.text.replace(/\s*:$/, "").replace(/\s*\([^()]*\)$/, "");
  if (/[$%]|\d{3}/.test(words) || words.split(/\s+/).length > wordsMax) return undefined;
  const isHeading = cell.text.endsWith(":") || words === words.toUpperCase();
  const isList = isListItem(next) || (isHeading && next.indent > line.indent && next.cells.length === 1);
  if (!isList) return undefined;
  if (ofExclusions.test(words)) return "exclusions";
  return ofSubjectivities.test(words) ? "subjectivities" : undefined;
}
