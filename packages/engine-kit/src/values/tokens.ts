/** A piece of a line: `figure` holds a digit, `bracket` is a whole `( )` or `[ ]`, `mark` is punctuation alone. */
export type Token = {
  readonly kind: "figure" | "word" | "bracket" | "mark";
  /** Without the punctuation around it; words in lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Punctuation that followed it directly: `,` of `domestic,`. */
  readonly tail: string;
  /** Characters of blank before it; two or more, or a tab, part cells. */
  readonly gap: number;
};

const pieces = /\([^()\n]{0,100}\)|\[[^\][\n]{0,100}\]|[|;]|[^\s()[\]|;]+|\S/gy;

/** Tokens of `text` between two offsets, in order. Linear. */
export function tokensOf(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  let end = from;
  while (end < to) {
    const blanks = blanksAt(text, end, to);
    const start = end + blanks.length;
    if (start >= to) break;
    pieces.lastIndex = start;
    const piece = pieces.exec(text)?.[0];
    if (piece === undefined) break;
    end = start + piece.length;
    if (end > to) break;
    tokens.push(tokenOf(piece, start, blanks.includes("\t") ? Math.max(2, blanks.length) : blanks.length));
  }
  return tokens;
}

function blanksAt(text: string, from: number, to: number): string {
  let end = from;
  while (end < to && /\s/.test(text[end] ?? "")) end += 1;
  return text.slice(from, end);
}

function tokenOf(piece: string, start: number, gap: number): Token {
  const end = start + piece.length;
  if (/^[([][^]+[)\]]$/.test(piece)) {
    // `(1,200)` and `($1,200)` are negative amounts; `(2025)` is a year and `(1)` a footnote.
    const isAmount = /^\((?:\$[\d.,]+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{3}|\d{5,})[kKmM]?\)$/.test(piece);
    return {
      kind: isAmount ? "figure" : "bracket",
      text: isAmount ? piece : piece.slice(1, -1),
      start,
      end,
      tail: "",
      gap,
    };
  }
  const led = piece.replace(/^(?:[:_"'“‘…*•]|\.{2,})+/, "");
  const trimmed = led.replace(/[.,:;?!"'”’_…*]+$/, "");
  const tail = led.slice(trimmed.length);
  if (/\p{Nd}/u.test(trimmed)) return { kind: "figure", text: trimmed, start, end, tail, gap };
  if (/\p{L}/u.test(trimmed)) return { kind: "word", text: trimmed.toLowerCase(), start, end, tail, gap };
  return { kind: "mark", text: piece, start, end, tail: "", gap };
}
