/** What one passage holds at most, in UTF-16 units: 40 of them stay within 64 KiB. */
export const passageCharsMax = 1_500;

/**
 * A page in parts of at most `passageCharsMax`, each whole paragraphs where they fit, else whole lines or sentences, else
 * cut between words. A heading stays with what it stands above. Nothing is left out but blanks at the ends.
 */
export function dividePage(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= passageCharsMax ? text.length : endOfPart(text, start);
    const part = text.slice(start, end).trim();
    if (part !== "") parts.push(part);
    start = end;
  }
  return parts;
}

function endOfPart(text: string, start: number): number {
  const window = text.slice(start, start + passageCharsMax);
  // A part that is much shorter than it may be divides what belongs together.
  const least = passageCharsMax / 3;
  for (const end of [/\n\s*\n/g, /\n/g, /[.!?;]\s/g, /\s/g]) {
    const last = lastEnd(window, end);
    if (last > least) return start + beforeHeading(window.slice(0, last), least);
  }
  const unit = window.charCodeAt(window.length - 1);
  return start + window.length - (unit >= 0xd800 && unit <= 0xdbff ? 1 : 0);
}

/** A line by itself that is no sentence, or a question. */
const heading = /\n[ \t]*\r?\n[ \t]*(?=[^\n]{1,100}$)[^\n]*[^\s.!:;,]\s*$/u;

/** Where a part ends whose last line is a heading: before it, unless little were left. */
function beforeHeading(part: string, least: number): number {
  const at = heading.exec(part.trimEnd())?.index ?? 0;
  return at > least ? at : part.length;
}

function lastEnd(text: string, pattern: RegExp): number {
  let last = 0;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}
