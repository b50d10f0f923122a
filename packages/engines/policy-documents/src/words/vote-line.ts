/** Coverages that tell their line of business where no title names it. */
const ofLine: readonly (readonly [line: string, labels: readonly RegExp[]])[] = [
  [
    "homeowners",
    [
      /\bdwelling\b/i,
      /^(?:[a-f]\W+)?(?:coverage [a-f]\W+)?other structures/i,
      /\b(?:additional living expense|loss of use)\b/i,
      /\bpersonal liability\b/i,
      /\bscheduled jewelry\b/i,
    ],
  ],
  [
    "commercial_auto",
    [
      /\bbodily injury\b(?!.*\bdisease)/i,
      /\bproperty damage liability\b/i,
      /\bun(?:der)?insured\b.*\bmotorist/i,
      /^comprehensive\b/i,
      /^collision\b/i,
      /\brental reimbursement\b|\btowing\b/i,
    ],
  ],
  [
    "crime",
    [
      /\bemployee (?:theft|dishonesty)\b/i,
      /\bforgery\b/i,
      /\bfunds transfer fraud\b/i,
      /\b(?:inside|outside) the premises\b/i,
      /\bin transit\b/i,
      /\bclient property\b/i,
    ],
  ],
  [
    "general_liability",
    [
      /\bgeneral aggregate\b/i,
      /\bproducts\b.*\b(?:comp\w*|op\w*)\b/i,
      /\bpersonal (?:and|&) adv\w*/i,
      /\bdamage to (?:rented )?premises\b|\bpremises rented\b/i,
    ],
  ],
  [
    "cyber",
    [
      /\b(?:breach|incident) response\b/i,
      /\b(?:ransom\w*|extortion)\b/i,
      /\bpci\b/i,
      /\b(?:privacy|network security)\b/i,
    ],
  ],
  [
    "builders_risk",
    [/\bexisting structure\b/i, /\bsoft costs\b/i, /\btemporary storage\b/i, /\b(?:renovations?|new construction)\b/i],
  ],
  ["commercial_property", [/^buildings?\b/i, /\bbusiness personal property\b|^contents\b/i, /\bbusiness income\b/i]],
];
const votesMin = 3;

/** The line of business that several labels speak for, and no other line half as many; `undefined` where there is none. */
export function votedLine(labels: readonly string[], isHousehold: boolean): string | undefined {
  const votes = ofLine
    .map(([line, patterns]) => ({
      line,
      count: patterns.filter((pattern) => labels.some((label) => pattern.test(label))).length,
    }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = votes;
  if (first === undefined || first.count < votesMin || (second?.count ?? 0) * 2 > first.count) return undefined;
  return first.line === "commercial_auto" && isHousehold ? "personal_auto" : first.line;
}
