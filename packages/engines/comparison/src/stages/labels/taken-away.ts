import { labelWords, withoutFillers } from "./label-words.ts";

/** A part that a label, a note or an exclusion takes out of a cover: "Building w/o Wind & Hail" (CMP-107). */
export type TakenPart = {
  /** As it is written, in lower case: "wind", "residential work". */
  readonly text: string;
  /** The words that carry meaning, so that "Windstorm" and "wind losses" are one part. */
  readonly key: string;
  /** The coverage that it is called elsewhere. */
  readonly code?: string | undefined;
};

type Taken = {
  /** The label without what it takes away. */
  readonly name: string;
  readonly parts: readonly TakenPart[];
};

const charsMax = 1_000;
const partCharsMax = 80;
const partsMax = 10;

/** What "no …" takes away in a note, which may as well describe the risk: "no basement". */
const takenByNotes =
  "wind|hail|storm|theft|burglar|flood|surface water|water damage|earth|quake|ransom|extortion|product|complet|vandal|mold|fung|sewer|backup|freez|collapse|assault|battery|abuse|molest|liquor|pollution|asbestos|silica|cyber|terror|residential|roofing|subcontract|habitational|punitive|fire damage|lightning|explosion|tropical|hurricane|breakdown|business income|ordinance|professional|cosmetic";

/** Words before what is taken away. */
const openings = [
  "without(?: (?:any )?(?:coverage|cover) for)?",
  "excluding",
  "excludes?",
  "excl",
  "exc",
  "except(?:ing)?(?: for)?",
  "with the exception of",
  "exclusive of",
  "exclusion (?:of|for)",
  "but not(?: for)?",
  "not (?:including|incl|covering|insuring)",
  "(?:does|do|will) not (?:cover|include|insure|apply to|extend to)",
  "no (?:coverage|cover) for",
  "other than(?! (?:collision|product))",
];
const openingsOfNotes = [...openings, `no(?= (?:\\S+ ){0,3}(?:coverage|cover)\\b| (?:\\S+ ){0,2}(?:${takenByNotes}))`];
const openingsOfLabels = [...openings, "ex", "less", "minus", "sans", "no"];
const opens = (words: readonly string[]): RegExp =>
  new RegExp(
    `^(|.*?[\\s,:/–—-])(?:(?:but|and|with|that|which|policy|coverage|cover|it) )*\\b(${words.join("|")})(?:\\s*[:–—]\\s*|[\\s-]+)(?!than\\b)(.+)$`,
  );

/** Words after what is taken away. */
const closings = [
  "(?:specifically |expressly |fully |totally |entirely )?(?:excluded|excl|exc)",
  "not (?:covered|included|incl|insured|provided|purchased|selected|taken|applicable)",
  "(?:does|do) not apply",
  "no (?:coverage|cover)",
  "(?:carved|taken|left) out",
  "carve[- ]?out",
  "exclusions?(?: appl(?:y|ies)| endorsement)?",
  "(?:sub-?limit(?:ed)?|limit(?:ed)?|reduced)(?: (?:is|of|to|at|:))*[: ]+(?:nil|none|zero|0|\\$0)",
  "(?:removed|deleted|rejected|declined|waived)",
  "nil|\\$0",
];
const closes = (words: readonly string[]): RegExp =>
  new RegExp(
    `^(.*?[^\\s:,–—-])([\\s:,–—-]+)(?:is |are |was |were |has been |have been |has |with )?(?:${words.join("|")})(?: (?:per|by|under|via|see|in|as|from|throughout|on)\\b.*)?$`,
  );

type Reading = { readonly opening: RegExp; readonly closing: RegExp };
const ofNotes: Reading = { opening: opens(openingsOfNotes), closing: closes(closings) };
/** A label is short, and about its coverage: fewer words are enough. */
const ofLabels: Reading = { opening: opens(openingsOfLabels), closing: closes([...closings, "none"]) };
const beginsOpening = new RegExp(`^(?:${openingsOfLabels.join("|")})\\s+`);

/** What limits the insurer rather than the cover, or no cover at all: "no coinsurance", "no known losses". */
const harmless =
  /\b(?:coinsurance|co-insurance|deductibles?|retentions?|retained|waiting|retro(?:active)?|sub-?limits?|limits?|limitations?|exclusions?|caps?|maximum|penalt(?:y|ies)|minimum|audits?|depreciation|surcharges?|charges?|premiums?|tax(?:es)?|fees?|changes?|known|reported|loss (?:history|runs?)|(?:prior|open|paid) (?:loss(?:es)?|claims?|acts? date|carriers?)|subjectivit\w*|restrictions?|defen[cs]e|(?:claims?|adjustment) expenses?|later|longer|more|fewer|annual|hammer|warrant(?:y|ies)|not applicable|payrolls?|inspections?)\b|^(?:as|where|when|if|unless|per|to|by|that|which|than|this|shown|stated|noted|otherwise|not)\b|\bnot$|^(?:loss(?:es)?|claims?|cover|coverage|it|they|fault|aggregate|scheduled?|conditions?|separate|costs?|expenses?)$/;

/** Words around the name of a part. */
const around =
  /^(?:the |all |any |loss(?:es)? |damage |claims? |arising |caused |out |coverage |cover |peril |perils |from |due |for |of |to |by |and |or )+|(?: (?:coverage|cover|perils?|loss(?:es)?|damage|claims?|exposures?|only|liability))+$/g;

/** What a line calls its coverages: `isName` for a name as it stands, `isCoverage` for one that can be read. */
type Names = { readonly isCoverage: (name: string) => boolean; readonly isName: (name: string) => boolean };

/** What a label takes away from the coverage that it names; `undefined` where it takes nothing, or names no coverage. */
export function takenAway(label: string, { isCoverage, isName }: Names): Taken | undefined {
  const text = plain(label);
  const remarks = [...text.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]/g)].map(([, round, square]) => round ?? square ?? "");
  const outside = text
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s:;,–—/-]+$/, "");
  const bracketed = remarks.flatMap((remark) => partsIn(remark, ofLabels));
  const { name, taken } = besideName(outside, { isCoverage, isName });
  const parts = distinct([...bracketed, ...partsOf(taken)]);
  return (parts.length === 0 && taken === "") || !isCoverage(name) ? undefined : { name, parts };
}

/** What a note or an exclusion takes away, whatever it names. */
export function partsTakenBy(text: string): readonly TakenPart[] {
  return partsIn(text, ofNotes);
}

/** What a label takes away beside a code, of which it need not say the name. */
export function partsTakenByLabel(label: string): readonly TakenPart[] {
  return partsIn(label, ofLabels);
}

function partsIn(text: string, reading: Reading): readonly TakenPart[] {
  const sentences = plain(text)
    .split(/[;|()[\]\n]|\.(?:\s|$)/)
    .map((each) => each.trim());
  return distinct(sentences.flatMap((sentence) => partsOfSentence(sentence, reading)));
}

/** What a wording of exclusion is about, with or without words of denial: "Windstorm or hail". */
export function partsOfExclusion(text: string): readonly TakenPart[] {
  const parts = partsTakenBy(text);
  return parts.length > 0 ? parts : partsOf(plain(text));
}

function partsOfSentence(sentence: string, { opening, closing }: Reading): readonly TakenPart[] {
  const after = opening.exec(sentence)?.[3];
  if (after !== undefined) return partsOf(after);
  const before = closing.exec(sentence)?.[1];
  if (before === undefined) return [];
  // "Building: wind excluded" is about what stands last.
  return partsOf(before.split(/:\s|\s[–—-]+\s/).at(-1) ?? before);
}

/** The name of the coverage, and what stands beside it between words of denial. */
function besideName(outside: string, { isCoverage, isName }: Names): { readonly name: string; readonly taken: string } {
  const [, before = "", , after = ""] = ofLabels.opening.exec(outside) ?? [];
  const name = before.replace(/[\s:;,/–—-]+(?:(?:but|and|with)\s*)?$/, "").trim();
  if (name !== "" && after !== "" && isCoverage(name)) return { name, taken: after.replace(/\s+excluded$/, "") };
  const [, denied, gap = " "] = ofLabels.closing.exec(outside) ?? [];
  if (denied === undefined) return { name: outside, taken: "" };
  for (const cut of cutsOf(denied)) {
    // "Products, completed operations - excluded" denies the coverage; "Building - wind excluded" a part of it.
    const isWhole = !cut.isMarked && (gap.trim() !== "" || isName(denied));
    if (!isWhole && isCoverage(cut.name) && !isCoverage(cut.rest) && /\p{L}{3}/u.test(bare(cut.rest))) {
      return { name: cut.name, taken: cut.rest };
    }
  }
  return { name: outside, taken: "" };
}

/** The places at which a name may end: first those with a mark, then between words. */
function cutsOf(text: string): readonly { readonly name: string; readonly rest: string; readonly isMarked: boolean }[] {
  const marked = [...text.matchAll(/\s*[:;,–—/]\s*|\s+-+\s*|-+\s+|\s+/g)].map(({ 0: mark, index }) => ({
    name: text.slice(0, index).trim(),
    rest: text.slice(index + mark.length).trim(),
    isMarked: mark.trim() !== "",
  }));
  const usable = marked.filter(
    ({ name, rest }) => name !== "" && rest !== "" && !/^(?:and|or|&|\/|to|of|for)\b/.test(rest),
  );
  return [...usable.filter(({ isMarked }) => isMarked), ...usable.filter(({ isMarked }) => !isMarked).toReversed()];
}

function partsOf(taken: string): readonly TakenPart[] {
  const text = taken.replace(beginsOpening, "");
  const named = text.split(/\s*(?:,|;|\/|&|\+|\band\/or\b|\band\b|\bor\b|\bnor\b|\s[–—-]+\s)\s*/).map((each) =>
    each
      .replace(beginsOpening, "")
      .trim()
      .replace(around, "")
      .replace(/^[\s:.–—-]+|[\s:.–—-]+$/g, "")
      .slice(0, partCharsMax),
  );
  return named.flatMap((each) => {
    if (harmless.test(each) || /\d{3}/.test(each)) return [];
    const key = keyOf(each);
    return key === "" ? [] : [{ text: each, key }];
  });
}

/** Spellings of one peril. */
const perils: ReadonlyMap<string, string> = new Map([
  ["windstorm", "wind"],
  ["hailstorm", "hail"],
  ["quake", "earthquake"],
  ["earthmovement", "earthquake"],
  ["burglary", "theft"],
  ["terror", "terrorism"],
]);

/** Words that tell nothing of what is taken away. */
const unsaid: ReadonlySet<string> = new Set(
  "loss damage peril claim exclusion excluded endorsement form coverage cover arising from cause caused out only".split(
    " ",
  ),
);

function keyOf(text: string): string {
  const words = withoutFillers(labelWords(text, "")).filter((word) => !unsaid.has(word) && /\p{L}/u.test(word));
  return [...new Set(words.map((word) => perils.get(word) ?? word))].sort().join(" ");
}

function bare(text: string): string {
  return withoutFillers(labelWords(text, "")).join(" ");
}

function distinct(parts: readonly TakenPart[]): readonly TakenPart[] {
  return [...new Map(parts.map((part) => [part.key, part])).values()].slice(0, partsMax);
}

/** Lower case, one blank, abbreviations of denial spelled out. */
function plain(text: string): string {
  return text
    .slice(0, charsMax)
    .toLowerCase()
    .replace(/\bw\s?[/\\]\s?o\b/g, "without")
    .replace(/\b(excl|exc|ex|incl)\./g, "$1")
    .replace(/\bcomp(?:l|leted)?\.? ops?\b/g, "completed operations")
    .replace(/\bno\.\s?(?=\d)/g, "number ")
    .replace(/[^\S\n]+/g, " ")
    .trim()
    .replace(/[\s.:;,–—-]+$/, "");
}
