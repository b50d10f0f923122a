/** What a mark stands for. */
const markKinds = ["NAME", "POLICY", "EMAIL", "TAX_ID", "PHONE", "NUMBER"] as const;
type MarkKind = (typeof markKinds)[number];

/** What a caller knows to be hidden, besides what can be recognized: the subject's client and policies. */
export interface HiddenIdentities {
  readonly names?: readonly string[];
  readonly policyNumbers?: readonly string[];
}

/** Values that were replaced by marks, and the way back. One for each attempt of a turn. */
export interface Marks {
  /** The text with marks such as `[EMAIL_1]`; equal values get equal marks in every text (MODEL-74). */
  mask(text: string): string;
  /** The value of a mark that was given out; undefined for any other. */
  valueOf(mark: string): string | undefined;
}

const identitiesMax = 200;
const marksMax = 5_000;
/** A mark as a model writes it; `\` before `[` and `_`, as some write Markdown, is passed over. */
export const markPattern = new RegExp(`\\\\?\\[(?:${markKinds.join("|")})(?:\\\\?_\\d{1,4})\\\\?\\]`, "gi");
export const markCharsMax = 20;

interface Detector {
  readonly kind: MarkKind;
  readonly pattern: RegExp;
  readonly isOne?: (text: string) => boolean;
}

/** In order of precedence where two begin at the same place. */
const recognized: readonly Detector[] = [
  { kind: "EMAIL", pattern: /[^\s@<>()[\]"',;:]{1,64}@[^\s@<>()[\]"',;:]{1,255}\.[A-Za-z]{2,24}/gu },
  // An employer's or a person's number of the United States, as it is written.
  { kind: "TAX_ID", pattern: /(?<![\w-])(?:\d{2}-\d{7}|\d{3}-\d{2}-\d{4})(?![\w-])/gu },
  // What stands behind the word policy and has a digit.
  {
    kind: "POLICY",
    pattern:
      /(?<=\bpol(?:icy|\.)?\s{0,3}(?:no\.?|nr\.?|number|num\.?|id)?\s{0,3}[:#]?\s{0,3})(?=[A-Z0-9-]{0,39}\d)[A-Z0-9][A-Z0-9-]{4,39}(?![\w-])/giu,
    isOne: (text) => !isDate(text),
  },
  // Seven digits or more with their separators; amounts use commas and are left as they are.
  {
    kind: "PHONE",
    pattern: /(?<![\w.,])\+?\(?\d(?:[ ().-]{0,2}\d){6,17}(?!\w|[.,]\d)/gu,
    isOne: (text) => isPhone(text),
  },
  { kind: "NUMBER", pattern: /(?<![\w.,])\d{7,30}(?!\w|[.,]\d)/gu },
];

/** @param identities hidden wherever they occur, in any case and spacing, as whole words; at most 200 of each are used. */
export function createMarks(identities: HiddenIdentities = {}): Marks {
  const detectors: readonly Detector[] = [
    ...detectorOf("NAME", identities.names),
    ...detectorOf("POLICY", identities.policyNumbers),
    ...recognized,
  ];
  const marks = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<MarkKind, number>();

  function markOf(kind: MarkKind, value: string): string {
    const key = `${kind} ${value.toLowerCase().replace(/\s+/g, " ")}`;
    const existing = marks.get(key);
    if (existing !== undefined) return existing;
    // A text of nothing but such values: what is beyond the bound is hidden for good.
    if (marks.size >= marksMax) return `[${kind}]`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const mark = `[${kind}_${count}]`;
    marks.set(key, mark);
    values.set(mark, value);
    return mark;
  }

  return {
    mask(text) {
      let masked = "";
      let from = 0;
      for (const { start, end, kind } of spansOf(detectors, text)) {
        masked += text.slice(from, start) + markOf(kind, text.slice(start, end));
        from = end;
      }
      return masked + text.slice(from);
    },
    valueOf: (mark) => values.get(mark.replaceAll("\\", "").toUpperCase()),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/** The places of all values, without overlaps: what a caller knows before what is recognized, then the earlier one. */
function spansOf(detectors: readonly Detector[], text: string): Span[] {
  const taken: Span[] = [];
  for (const { kind, pattern, isOne } of detectors) {
    const found: Span[] = [];
    let next = 0;
    for (const match of text.matchAll(pattern)) {
      const [value] = match;
      const span = { start: match.index, end: match.index + value.length, kind };
      if (isOne?.(value) === false) continue;
      while (next < taken.length && (taken[next]?.end ?? 0) <= span.start) next += 1;
      if ((taken[next]?.start ?? Infinity) >= span.end) found.push(span);
    }
    taken.push(...found);
    taken.sort((a, b) => a.start - b.start);
  }
  return taken;
}

function detectorOf(kind: MarkKind, identities: readonly string[] = []): Detector[] {
  const words = [...new Set(identities.map((identity) => identity.trim()))]
    // Shorter ones would stand inside ordinary sentences.
    .filter((identity) => [...identity].length >= 3)
    .slice(0, identitiesMax)
    // Longest first: a full name before a word that is part of it.
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((identity) => identity.split(/\s+/u).map(escaped).join("\\s+"));
  if (words.length === 0) return [];
  return [{ kind, pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{N}_])`, "giu") }];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Seven to fifteen digits that are no day, no span of days and no decimal. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return (
    digits >= 7 && digits <= 15 && /[ ().+-]/.test(text) && !/\d{4}-\d{2}-\d{2}/.test(text) && !/^\d+\.\d+$/.test(text)
  );
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}
