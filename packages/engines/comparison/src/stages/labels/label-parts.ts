/** What a label says of the coverage that it names: that it is left out, or that its amount is no limit (CMP-98, CMP-99). */
export type LabelParts = {
  /** The label without the words that deny it; the whole label where none does. */
  readonly name: string;
  readonly isAbsent: boolean;
  /** Denied as a form title does ("Exclusion - …"), which may mean a part of the coverage. */
  readonly isExclusionTitle: boolean;
};

const charsMax = 300;

/** Ends of a label that deny what stands before: "Products - Excluded". */
const denials = [
  "excluded",
  "excl",
  "not covered",
  "not included",
  "not insured",
  "not provided",
  "not purchased",
  "not selected",
  "not taken",
  "not applicable",
  "does not apply",
  "do not apply",
  "no cover",
  "no coverage",
  "none",
  "nil",
  "rejected",
  "declined",
  "deleted",
  "removed",
].join("|");
const denied = new RegExp(`^(?:is|are|was)?\\s*(?:${denials})$`);
const endsDenied = new RegExp(`^(.+?)[\\s:;,–—-]+(?:is |are |was )?(?:${denials})$`);
const beginsDenied = /^(?:no(?! ?(?:fault|\d))|without|excluding|excludes|excluded|excl)\s*[:–—-]?\s+(.+)$/;
const exclusionTitle = /^exclusion(?: of| for)?\s*[:–—-]?\s+(.+)$|^(.+?)[\s:,–—-]+exclusion$/;

/** Reads the words of denial of a label; only its first 300 characters count. */
export function labelParts(label: string): LabelParts {
  const whole = { name: label, isAbsent: false, isExclusionTitle: false };
  const text = plainText(label);
  const bracket = /\(([^()]*)\)|\[([^[\]]*)\]/.exec(text);
  const remark = (bracket?.[1] ?? bracket?.[2] ?? "").trim();
  const outside = (bracket === null ? text : text.replace(bracket[0], " ")).replace(/\s+/g, " ").trim();
  if (denied.test(remark)) return { ...whole, name: outside, isAbsent: true };
  // "no." before a figure is a number, "(none)" alone is no name.
  const name = endsDenied.exec(outside)?.[1] ?? beginsDenied.exec(outside)?.[1];
  if (name !== undefined) return { ...whole, name, isAbsent: true };
  const title = exclusionTitle.exec(outside);
  const excluded = title?.[1] ?? title?.[2];
  if (excluded !== undefined) return { ...whole, name: excluded, isAbsent: true, isExclusionTitle: true };
  return whole;
}

/** Lower case, abbreviations with marks spelled out, no mark at the end. */
function plainText(label: string): string {
  return label
    .slice(0, charsMax)
    .toLowerCase()
    .replace(/\bw\/o\b|\bw\\o\b/g, "without")
    .replace(/\bn\s?\/\s?a\b/g, "not applicable")
    .replace(/\bexcl\./g, "excl")
    .replace(/\bno\.\s?(?=\d)/g, "number ")
    .replace(/\s+/g, " ")
    .replace(/[\s.:;,–—-]+$/, "")
    .trim();
}

/** Words that may follow "deductible" without naming what has the limit. */
const basisWords: ReadonlySet<string> = new Set(
  "per each any one claim occurrence accident loss person incident wrongful act amount limit of the applicable policy".split(
    " ",
  ),
);

/**
 * Whether the amount of a label is borne by the insured: "Deductible - per occurrence", "E&O retention". `undefined` for
 * a limit; a label that states the amount itself ("Building, $1,000 deductible") is about the limit.
 */
export function burdenOf(words: readonly string[]): "flat" | "sir" | undefined {
  const at = words.findIndex((word) => burdens.has(word));
  const found = burdens.get(words[at] ?? "");
  if (found === undefined || words.some((word) => /^\d{2,}$/.test(word))) return undefined;
  const isFirst = words.slice(0, at).every((word) => word === "self" || word === "insured");
  const isLast = words.slice(at + 1).every((word) => basisWords.has(word) || burdens.has(word));
  return isFirst || isLast ? found : undefined;
}

const burdens: ReadonlyMap<string, "flat" | "sir"> = new Map([
  ["deductible", "flat"],
  ["retention", "sir"],
  ["retained", "sir"],
]);
