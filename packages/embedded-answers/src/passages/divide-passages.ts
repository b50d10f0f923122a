import { baseForm } from "../text/base-form.ts";
import { contentStems } from "../text/content-words.ts";
import { emptyWords } from "../text/empty-words.ts";
import { sentencesOf, statesNothing } from "../text/sentences.ts";
import { stem } from "../text/stem.ts";
import { normalizeText, tokensOf, wordsOf } from "../text/tokens.ts";
import type { Passage } from "./passage.ts";

/** A sentence of a passage, as it is compared with a question. */
export interface Sentence {
  /** Positions of the passage and of the sentence in it. */
  readonly passage: number;
  readonly position: number;
  /** Verbatim. */
  readonly quote: string;
  /** How often each stem stands in it. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words with content. */
  readonly length: number;
  /** Stems of title, heading and opening lines. */
  readonly context: ReadonlySet<string>;
  /** Stems of the sentence before it, which it goes on from. */
  readonly before: ReadonlySet<string>;
}

/** Lines at the start of a passage that say what it is about. */
const openingLines = 4;
const saysWhose = /\b(?:insured|applicant|client|account|policy number|between|name|property|subject|regarding)\b/i;
/** Sentences that are compared; retrieval gives far fewer. */
const sentencesMax = 20_000;

/** The sentences of the passages; a heading is context of what follows, and no sentence itself. */
export function dividePassages(passages: readonly Passage[]): readonly Sentence[] {
  const divided: Sentence[] = [];
  for (const [passage, { title, text }] of passages.entries()) {
    const found = sentencesOf(text);
    const opening = found.slice(0, openingLines).flatMap(({ start, end }) => {
      const line = text.slice(start, end);
      return saysWhose.test(line) ? [line] : [];
    });
    const about = [...contentStems(title), ...opening.flatMap(contentStems)];
    let context: ReadonlySet<string> = new Set(about);
    let before: ReadonlySet<string> = new Set();
    for (const [position, { start, end }] of found.entries()) {
      if (divided.length >= sentencesMax) return divided;
      const quote = text.slice(start, end);
      const words = stemsOf(quote);
      const next = found[position + 1];
      const below = next === undefined ? undefined : text.slice(next.start, next.end);
      if ((below !== undefined && isHeading(quote, below)) || standsAbove(text, { start, end })) {
        context = new Set([...about, ...words]);
        before = new Set();
        continue;
      }
      // The answers to a question may be several sentences.
      const heading = /^([^\n?]*\?)\s*\n/.exec(quote)?.[1];
      if (heading !== undefined) context = new Set([...about, ...stemsOf(heading)]);
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (words.length > 0 && !statesNothing(quote))
        divided.push({ passage, position, quote, counts, length: words.length, context, before });
      before = new Set(counts.keys());
    }
  }
  return divided;
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !emptyWords.has(word))
    .map((word) => stem(baseForm(word)));
}

const headingWordsMax = 10;
/** What prose ends with, maybe behind a quotation mark or bracket. */
const endsSentence = /[.!?:;,]["'”’)\]]*$/u;

/** A short line by itself that is no sentence, above one that is: the heading of a section. */
function standsAbove(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const line = text.slice(start, end).replace(/^(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)])\s+/, "");
  if (line === "" || line.includes("\n") || endsSentence.test(line) || /\d|: /.test(line)) return false;
  if (tokensOf(normalizeText(line)).length > headingWordsMax) return false;
  // The number of a section is a sentence of its own to whoever divides by full stops.
  const numbered = /(?:^|\n)[ \t]*(?:\d{1,3}(?:\.\d{1,3})*|[A-Z]|[IVX]{1,5})[.)][ \t]+$/.exec(
    text.slice(Math.max(0, start - 40), start),
  );
  const breaks = breaksBefore(text, start - (numbered?.[0].trimStart().length ?? 0));
  if (breaks === 0) return false;
  const isApart = breaks > 1 || /^[ \t]*\r?\n[ \t]*\r?\n/.test(text.slice(end));
  const below = /^[ \t]*(?:\r?\n[ \t]*)+([^\n]+)/.exec(text.slice(end))?.[1]?.trimEnd() ?? "";
  return isApart && below.length > line.length && (endsSentence.test(below) || below.length > 60);
}

/** Line breaks in the blanks before a place; at the beginning of the text as many as one likes. Backwards: the text may be long. */
function breaksBefore(text: string, place: number): number {
  let breaks = 0;
  for (let at = place - 1; at >= 0; at -= 1) {
    const char = text.charAt(at);
    if (char === "\n") breaks += 1;
    else if (!" \t\r".includes(char)) return breaks;
  }
  return Number.POSITIVE_INFINITY;
}

/** A line that is marked as a heading, or stands in capitals above one that does not. A question with its answer is a sentence instead. */
function isHeading(line: string, below: string): boolean {
  if (line.includes("\n")) return false;
  if (/^#{1,6}\s/.test(line)) return true;
  const words = tokensOf(normalizeText(line));
  const isShort = words.length > 0 && words.length <= 8 && !/[:.!?\d]/.test(line);
  return isShort && line === line.toUpperCase() && below !== below.toUpperCase();
}
