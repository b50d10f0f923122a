import { contentStems } from "../text/content-words.ts";
import { sentencesOf } from "../text/sentences.ts";

/** What one mark `[n]` of an answer stands behind. */
export interface CitedStatement {
  readonly n: number;
  readonly text: string;
  /** In code points of the answer; `end` is exclusive. */
  readonly span: { readonly start: number; readonly end: number };
}

const markPattern = /\[(\d{1,2})\]/g;

/**
 * The statements of an answer that carry marks: for each mark the sentence up to it, or the sentence before it where the mark
 * stands behind the full stop (GROUND-65).
 */
export function citedStatements(answer: string): readonly CitedStatement[] {
  const marks = [...answer.matchAll(markPattern)];
  // A long answer is not taken apart for nothing.
  if (marks.length === 0) return [];
  // Marks are no words: they must not end or begin a sentence.
  const unmarked = answer.replace(markPattern, (mark) => " ".repeat(mark.length));
  const sentences = sentencesOf(unmarked);
  return marks.flatMap((mark): CitedStatement[] => {
    const sentence = sentences.findLast(({ start }) => start < mark.index);
    if (sentence === undefined) return [];
    const text = unmarked.slice(sentence.start, Math.min(sentence.end, mark.index)).trimEnd();
    const before = answer.slice(0, sentence.start);
    const start = [...before].length;
    return [{ n: Number(mark[1]), text, span: { start, end: start + [...text].length } }];
  });
}

const sentencesMax = 3;
/** Another sentence must bring more than this, in words; a figure counts as two. */
const costOfSentence = 1.5;
const quoteCharsMax = 600;

/**
 * The sentences of a passage, verbatim and next to each other, that share most with what they are cited for; the beginning of
 * the passage where none shares anything (GROUND-65).
 */
export function quoteFor(statement: string, passage: string): string {
  const wanted = new Set(contentStems(statement));
  const sentences = sentencesOf(passage).map(({ start, end }) => ({
    start,
    end,
    shared: contentStems(passage.slice(start, end)).filter((stem) => wanted.has(stem)),
  }));
  let best: { readonly value: number; readonly start: number; readonly end: number } | undefined;
  for (const [at, first] of sentences.entries()) {
    const shared = new Set<string>();
    for (const [more, { end, shared: own }] of sentences.slice(at, at + sentencesMax).entries()) {
      for (const stem of own) shared.add(stem);
      const value = [...shared].reduce((sum, stem) => sum + (/\d/.test(stem) ? 2 : 1), -more * costOfSentence);
      if (shared.size > 0 && value > (best?.value ?? 0)) best = { value, start: first.start, end };
    }
  }
  const { start, end } = best ?? { start: sentences[0]?.start ?? 0, end: passage.length };
  const quote = passage.slice(start, end);
  return [...quote].slice(0, quoteCharsMax).join("").trimEnd();
}
