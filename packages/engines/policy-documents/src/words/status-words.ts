import type { CoverageStatus } from "../document-reading.ts";

const excluded =
  /^[-\s]*(?:(?:is|are)\s+)?(?:excluded\b|excl\b|not\s+(?:covered|cov\b|included|purchased|carried|provided|offered|quoted|selected|elected|taken|insured|written|available|requested|accepted|part of)\b|no\s+cover(?:age)?\b|declined?\b|rejected\b|waived\b|none\s+provided\b|not\s+in\s+force\b|optional,?\s*-?\s*not\s+included|does\s+not\s+apply\b)/i;
const open =
  /^[-\s]*(?:t\.?b\.?d\b|tba\b|to\s+be\s+(?:determined|advised|agreed|confirmed|calculated|announced)|if\s+any\b|if\s+required\b|not\s+scheduled\b|not\s+applicable\b|tbc\b|n\/?a\b|n\.a\.|refer\b|pending\b(?!\s+(?:date|or|and|&|litigation))|open\b|upon\s+request\b|available\s+(?:up)?on\s+request|\?+$|not\s+stated\b|to\s+follow\b|under\s+review\b|-{1,3}$|optional\b|let\s+me\s+know\b)/i;
const included = /^[-\s]*(?:is\s+|are\s+)?(?:incl\b\.?|included\b|yes$|provided$)/i;
const given = /^[-\s]*(?:covered|accepted|purchased|elected|selected)\b/i;

/** What words in the place of a limit say of the coverage; `undefined` for other words (READ-12). */
export function statusOf(words: string): CoverageStatus | undefined {
  if (excluded.test(words)) return "excluded";
  if (open.test(words)) return "not_stated";
  if (included.test(words)) return "included";
  return given.test(words) ? "covered" : undefined;
}

const limitWords =
  /^(?:statutory|a\.?l\.?s\.?\b|actual\s+loss(?:\s+sustained)?|see\s+(?:attached\s+)?(?:schedule|page|item|form|endorsement|section|below|sov|statement)|per\s+(?:schedule|statement|sov)|as\s+(?:per|scheduled)|acv,?\s+(?:less|or|cost)|actual\s+cash\s+value\s+(?:or|less)|unlimited|blanket|full\s+limits?|policy\s+limits?$|same\s+as|within\s+the|\d{1,2}\s+(?:consecutive\s+)?(?:months?|mos?\b\.?)|lesser\s+of|cost\s+of\s+repair)/i;

/** Words that stand for a limit: "Statutory", "See schedule", "12 months ALS". */
export function isLimitWords(words: string): boolean {
  return limitWords.test(words);
}

export function isElsewhere(words: string): boolean {
  return /\b(?:see|per|as\s+per)\s+(?:attached\s+)?(?:schedule|page|item|form|endorsement|section|sov|statement)|\bas\s+scheduled\b/i.test(
    words,
  );
}

const valuations: readonly (readonly [RegExp, string])[] = [
  [/\bagreed\s+(?:value|amount)\b|^agreed$|^AV$/i, "agreed"],
  [/\bfunctional\s+replacement\b/i, "functional replacement cost"],
  [/\breplacement(?:\s+(?:cost|value)|$)|\brepl\.?\s+(?:cost|value)\b|^R\.?C\.?V?\.?$|\bRCV?\b/i, "RC"],
  [/\bactual\s+cash\s+value\b|\bA\.?C\.?V\b\.?/i, "ACV"],
  [/\bstated\s+(?:amount|value)\b|^SA$/i, "stated amount"],
  [/\bmarket\s+value\b|^MV$/i, "market value"],
];

/** `RC`, `ACV`, `agreed` and the like; `undefined` for words that name no or several bases. */
export function valuationOf(words: string): string | undefined {
  const found = valuations.filter(([pattern]) => pattern.test(words)).map(([, name]) => name);
  const distinct = found.includes("functional replacement cost") ? found.filter((name) => name !== "RC") : found;
  return distinct.length === 1 ? distinct[0] : undefined;
}

export type Trigger = "occurrence" | "claims_made" | "claims_made_and_reported";

/** The trigger that words name; `undefined` for none and for several. */
export function triggerOf(words: string): Trigger | undefined {
  const isReported = /\bclaims?[\s-]+made\s*(?:and|&|\/)\s*reported\b/i.test(words);
  const isMade = isReported || /\bclaims?[\s-]+made\b/i.test(words);
  const isOccurrence =
    /\b(?:occurrence\s+(?:form|basis|trigger|policy|coverage)|on an occurrence)\b|\/\s?occurrence$|^\(?occur(?:rence)?\)?$/i.test(
      words,
    );
  if (isMade === isOccurrence || /\bdiscovery\b/i.test(words)) return undefined;
  return isReported ? "claims_made_and_reported" : isMade ? "claims_made" : "occurrence";
}
