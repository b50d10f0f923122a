import type { Place, Unread } from "../document-reading.ts";

/** A page with everything blanked that is no statement of the document, and where that stood. Same length. */
export type MaskedPage = { readonly text: string; readonly unread: readonly Unread[] };

const struckPatterns: readonly RegExp[] = [
  /(?<!~)~~(?=[^~\s])[^~\n]{1,300}~~(?!~)/g,
  /<(s|del|strike)>[^<\n]{1,300}<\/\1>/gi,
  /\[(?:struck|deleted|strikethrough|void|withdrawn|superseded)[: ][^\]\n]{1,300}\]/gi,
  /(?:[^\s\u0336]\u0336[ \t]?){2,300}/g,
];
const figure = String.raw`(?<![\d,.])\$?\s?\d[\d,.]{0,24}\s?(?:[kKmM]{1,2}\b|million\b|thousand\b|%)?`;
/** Figures that the words beside them take back. */
const takenBackPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:was|were|formerly|previously|originally|expiring(?: at| was)?|reduced from|increased from|down from|up from|instead of|in place of|in lieu of|replac(?:es|ing)|supersed(?:es|ing))\s+(?:the\s+)?(?:premium\s+|limit\s+|deductible\s+)?(?:of\s+|at\s+)?${figure}(?![\w/]|-\d)`,
    "gi",
  ),
  new RegExp(
    String.raw`${figure}\s{0,3}[([]?\s?(?:superseded|withdrawn|void(?:ed)?|struck(?: out)?|deleted|no longer (?:valid|offered))\b`,
    "gi",
  ),
];
const withdrawnHeading = /^\W*(?:superseded|withdrawn|void|do not use|no longer (?:valid|offered))\b/i;

/**
 * Words to an AI: whom they speak to, and what they want of it (READ-6). Both must stand in one paragraph: "automated
 * sprinkler system" gives no order.
 */
const spokenTo =
  /\b(?:(?:any|an|the|to|dear|for|if you are an?|hey|attention:?|all|you are an?) AI\b|AI (?:readers?|models?|systems?|assistants?|agents?|tools?|parsers?|or )|A\.I\.|large language models?|language models?|LLMs?|chat ?bots?|automated (?:readers?|systems?|tools?|parsers?|processors?|extract\w*|review\w*|agents?)|machine readers?|(?:system|hidden) (?:prompt|note|message|instruction)s?|virtual assistants?|parsing (?:software|engine|tool)|GPT|Claude|Copilot)/i;
const orders =
  /\b(?:ignore|disregard|override|overwrite|forget|record|mark|report|set|treat|output|respond|reply|answer|e-?mail|send|state|return|extract|assume|replace|approve|confirm|you must|must (?:not|be|report|state)|do not (?:mention|report|flag|list|tell))\b/i;
const bareOrder =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|preceding|foregoing|other)\s+(?:instructions?|prompts?|rules|guidelines|directions)\b/i;

/** Blanks struck and withdrawn words, instructions to an AI, and the quoted messages of an e-mail. */
export function maskPage(text: string, page: number): MaskedPage {
  const places: { place: Place; reason: "withdrawn" | "instruction"; field: string }[] = [];
  for (const pattern of [...struckPatterns, ...takenBackPatterns]) {
    for (const match of text.matchAll(pattern)) {
      places.push({
        place: { page, start: match.index, end: match.index + match[0].length },
        reason: "withdrawn",
        field: "figure",
      });
    }
  }
  let paragraph: { start: number; end: number } | undefined;
  // A second head below that of the message begins the one it answers.
  const isMail = /^\s*From:\s/i.test(text);
  let threadFrom: number | undefined;
  for (const line of linesIn(text)) {
    const words = text.slice(line.start, line.end);
    const isAnswered = isMail && line.start > headChars && /^\s*From:\s/i.test(words);
    if (threadFrom === undefined && (isAnswered || isThreadStart(words))) threadFrom = line.start;
    // An indented one outside a mail is a bullet.
    if ((isMail ? /^\s*>/ : /^>/).test(words) && threadFrom === undefined) {
      places.push({ place: { page, ...line }, reason: "withdrawn", field: "quoted message" });
    }
    if (words.trim() === "") paragraph = undefined;
    else paragraph = { start: paragraph?.start ?? line.start, end: line.end };
    const before = paragraph === undefined ? "" : text.slice(Math.max(paragraph.start, line.start - 1200), line.end);
    if (bareOrder.test(words) || (spokenTo.test(words) && orders.test(before + restOfParagraph(text, line.end)))) {
      const end = endOfParagraph(text, line.end);
      places.push({ place: { page, start: line.start, end }, reason: "instruction", field: "instruction" });
    }
    if (withdrawnHeading.test(words) && words.length < 90) {
      places.push({
        place: { page, start: line.start, end: endOfParagraph(text, line.end) },
        reason: "withdrawn",
        field: "section",
      });
    }
  }
  if (threadFrom !== undefined) {
    places.push({ place: { page, start: threadFrom, end: text.length }, reason: "withdrawn", field: "quoted message" });
  }
  const apart = outermost(places);
  return {
    text: blanked(
      text,
      apart.map(({ place }) => place),
    ),
    unread: apart.map(({ place, reason, field }) => ({ field, reason, at: place })),
  };
}

function isThreadStart(words: string): boolean {
  return (
    /^-{2,}\s*(?:original|forwarded) message\s*-{2,}/i.test(words.trim()) ||
    (words.length < 160 && /^>?\s*On .{6,120}(?:wrote|writes):\s*$/.test(words.trim()))
  );
}

function* linesIn(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    // A line that is far too long for a row is judged in pieces.
    for (let from = start; from < Math.max(end, start + 1); from += 2000)
      yield { start: from, end: Math.min(end, from + 2000) };
    start = end + 1;
  }
}

const headChars = 200;
const paragraphCharsMax = 1500;

function restOfParagraph(text: string, from: number): string {
  return text.slice(from, endOfParagraph(text, from));
}

function endOfParagraph(text: string, from: number): number {
  const rest = text.slice(from, from + paragraphCharsMax);
  const blank = /\n[ \t]*\n|\n[ \t]*$/.exec(rest);
  return blank === null ? Math.min(text.length, from + paragraphCharsMax) : from + blank.index;
}

function outermost<Masked extends { readonly place: Place }>(masked: readonly Masked[]): readonly Masked[] {
  const kept: Masked[] = [];
  for (const each of [...masked].sort((a, b) => a.place.start - b.place.start || b.place.end - a.place.end)) {
    const last = kept.at(-1);
    if (last === undefined || each.place.start >= last.place.end) kept.push(each);
    else if (each.place.end > last.place.end) kept.push({ ...each, place: { ...each.place, start: last.place.end } });
  }
  return kept;
}

function blanked(text: string, places: readonly Place[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of places) {
    pieces.push(text.slice(from, start), text.slice(start, end).replaceAll(/[^\n]/g, " "));
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}
