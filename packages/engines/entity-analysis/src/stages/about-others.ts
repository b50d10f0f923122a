/** Whom a question on an application is about: the applicant, or somebody around it (ENT-85). */

const others =
  /\b(?:sub-?contractors?|subs|(?:independent )?contractors?|tenants?|lessees?|renters?|occupants?|landlords?|lessors?|vendors?|suppliers?|concession(?:aire|naire|er)s?|caterers?|exhibitors?|promoters?|customers?|clients?|patrons?|guests?|visitors?|members?|franchisees?|franchisors?|licensees?|distributors?|dealers?|neighbou?rs?|competitors?|volunteers?|owner-?operators?|employees?|drivers?|workers?|staff|building owners?|property (?:owners?|managers?)|(?:previous|prior|former) owners?|third[ -]part(?:y|ies)|other (?:businesses|companies|parties|firms|entities|operators)|anyone else|others|parent company|affiliates?)\b/;

const applicant = "(?:you|we|(?:the |your )?(?:applicant|insured|named insured|business|company|firm|restaurant))";
/** "Do you or your subcontractors": the answer is the applicant's too. */
const together = new RegExp(
  `\\b${applicant}\\s*(?:,|/|&|\\bor\\b|\\band\\b|\\bnor\\b)|\\b(?:or|and|nor)\\s+${applicant}\\b`,
);

const beforeChars = 300;

/** Whether what stands before the words of a question asks about another party: "Do subcontractors" (serve alcohol?). */
export function isAboutOthers(folded: string, start: number): boolean {
  const before = folded.slice(Math.max(0, start - beforeChars), start);
  const line = /[^\n.?!;|\t]*$/.exec(before)?.[0] ?? "";
  const heading = /([^\n]*):\s*\n[^\S\n]*$/.exec(before.slice(0, before.length - line.length))?.[1] ?? "";
  return [line, heading].some((text) => others.test(text) && !together.test(text));
}
