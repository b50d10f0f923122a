/** A sentence of a string, or a line that stands alone; offsets are UTF-16. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** Words before a full stop that does not end a sentence. */
const abbreviations: ReadonlySet<string> = new Set(
  "inc llc ltd co corp no nos ext st ave rd mr mrs ms dr jr sr vs etc eg ie approx dept est fig vol sec art al u.s u.k e.g i.e a.m p.m".split(
    " ",
  ),
);
/** A line so long was broken by its margin: what follows belongs to it. */
const wrappedFrom = 60;
/** An answer behind a question on one line, as forms have it: `Stores personal data? Yes`. */
const shortAnswerWords = 6;

/**
 * The sentences of a string. A line is a sentence of its own unless the next one goes on in it: forms, tables and lists put one
 * statement on a line. A question keeps the answer that stands behind it (ANSWER-24).
 */
export function sentencesOf(text: string): readonly Sentence[] {
  return withAnswers(
    text,
    blocksOf(text).flatMap((block) => sentencesIn(text, block)),
  );
}

/** Lines, joined where a sentence runs on. */
function blocksOf(text: string): readonly Sentence[] {
  const blocks: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const match of text.matchAll(/[^\n\r]+/g)) {
    const line = match[0];
    const start = match.index + (line.length - line.trimStart().length);
    const end = match.index + line.trimEnd().length;
    if (end <= start) {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    const between = last === undefined ? "" : text.slice(last.end, start);
    const isNextLine = /^[ \t]*\r?\n[ \t]*$/.test(between);
    if (last !== undefined && isOpen && isNextLine && continues(text.slice(start, end))) last.end = end;
    else blocks.push({ start, end });
    isOpen = isUnfinished(text.slice(start, end));
  }
  return blocks;
}

/** The line may go on in the next one. */
function isUnfinished(line: string): boolean {
  return line.length >= wrappedFrom ? !/[.!?:;]["')\]]?$/.test(line) : /[a-z,]$/.test(line) && !line.includes(":");
}

/** The line can be the rest of the one before it. */
function continues(line: string): boolean {
  return (
    /^[\p{Ll}(]/u.test(line) || (/^[\p{L}\d$]/u.test(line) && !/^[^.]{1,60}: /.test(line) && line.length >= wrappedFrom)
  );
}

function sentencesIn(text: string, { start, end }: Sentence): Sentence[] {
  const block = text.slice(start, end);
  const found: Sentence[] = [];
  let from = 0;
  for (const match of block.matchAll(/[.!?]+["')\]]*(?=\s+["'([]?[\p{Lu}\d$])/gu)) {
    const stop = match.index + match[0].length;
    if (match[0].startsWith(".") && isAbbreviated(block.slice(from, match.index))) continue;
    if (match[0].startsWith("?") && isShortAnswer(block.slice(stop))) continue;
    found.push({ start: start + from, end: start + stop });
    from = stop + (/^\s*/.exec(block.slice(stop))?.[0].length ?? 0);
  }
  if (from < block.length) found.push({ start: start + from, end });
  return found;
}

function isAbbreviated(before: string): boolean {
  const word = /(\S+)$/.exec(before)?.[1]?.toLowerCase() ?? "";
  return abbreviations.has(word.replace(/^[("']+/, "")) || /^[a-z]$/.test(word);
}

function isShortAnswer(rest: string): boolean {
  const answer = rest.trim();
  return answer !== "" && !/[.!?]\s/.test(answer) && answer.split(/\s+/).length <= shortAnswerWords;
}

/** The next question, or the next label of a form, is no answer. */
function answers(sentence: string): boolean {
  return !sentence.endsWith("?") && !/^(?!(?:a|answer|response):)[^.:!?]{1,60}:(?:\s|$)/iu.test(sentence);
}

/** A sentence that asks, together with the one behind it. */
function withAnswers(text: string, sentences: readonly Sentence[]): readonly Sentence[] {
  const joined: Sentence[] = [];
  for (let at = 0; at < sentences.length; at += 1) {
    const sentence = sentences[at];
    const next = sentences[at + 1];
    if (sentence === undefined) continue;
    const asks = text.slice(sentence.start, sentence.end).endsWith("?");
    if (asks && next !== undefined && answers(text.slice(next.start, next.end))) {
      joined.push({ start: sentence.start, end: next.end });
      at += 1;
    } else joined.push(sentence);
  }
  return joined;
}

/** What a form leaves to be filled in: blanks, rules, dots, boxes without a tick and the words beside them. */
const unfilled = String.raw`(?:[\s_|.\u2026\u2013\u2014-]|\[[\s_]*\]|\([\s_]*\)|[\u2610\u25a1\u25a2])*`;
const emptyLabels = new RegExp(
  String.raw`^(?:\d{1,3}[.)])?${unfilled}(?:\p{L}(?:[^:\d]|(?:19|20)\d\d){0,100}:${unfilled})+$`,
  "u",
);
const openQuestion = new RegExp(String.raw`\?${unfilled}(?:(?:yes|no)\b${unfilled}(?:yes|no)\b${unfilled})?$`, "iu");

/** Whether a sentence is a label or a question that stands without its value (ANSWER-28). */
export function statesNothing(sentence: string): boolean {
  return emptyLabels.test(sentence) || openQuestion.test(sentence);
}
