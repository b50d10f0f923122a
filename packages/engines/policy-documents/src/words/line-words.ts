/** Words of headings and labels that name a line of business, the more special before the general (READ-10). */
const lines: readonly (readonly [pattern: string, code: string])[] = [
  ["personal umbrella(?: liability)?|personal excess", "personal_umbrella"],
  [
    "personal auto(?:mobile)?s?|auto(?:mobile)?(?: insurance)?(?: policy)?(?: declarations)?(?: page)?[ -]+personal(?! injury)|private passenger auto(?:mobile)?|family auto(?:mobile)?",
    "personal_auto",
  ],
  ["home ?owners?'?|dwelling owners?", "homeowners"],
  ["dwelling fire|dwelling property|rental dwelling|dp-?[123]", "dwelling_fire"],
  ["renters?'?|tenants? policy", "renters"],
  ["condo(?:minium)? unit ?owners?|ho-?6", "condo"],
  ["motorcycle", "motorcycle"],
  ["watercraft|boat ?owners?|yacht", "watercraft"],
  ["business ?owners?'?(?: policy| package| coverage)?|bop", "business_owners"],
  [
    "umbrella(?:\\s?/\\s?excess)?(?: liability)?|excess(?: liability| casualty)|follow(?:ing)? form excess|commercial excess|excess\\s?/\\s?umbrella(?: liability)?|lead excess",
    "umbrella",
  ],
  ["employment(?:-| )(?:related )?practices?(?: liability)?|epli?|epl", "employment_practices"],
  ["directors?'?(?: and|,? &|/) ?officers?'?(?: liability)?|d\\s?&\\s?o(?: liability)?", "directors_officers"],
  [
    "cyber(?: liability| & technology| and technology| and privacy| risk| security)?|network security|data breach|cyber/privacy",
    "cyber",
  ],
  ["workers?'? ?comp(?:ensation)?(?: and employers?'? liability)?|wc|work comp", "workers_compensation"],
  ["liquor(?: legal)?(?: liability)?|dram shop", "liquor_liability"],
  ["(?:contractors? )?(?:pollution|environmental)(?: legal)?(?: liability)?|site pollution|cpl", "pollution"],
  ["garage(?: liability|keepers)?|auto dealers?|dealers open lot", "garage"],
  ["motor truck cargo|truckers? cargo|cargo legal(?: liability)?", "motor_truck_cargo"],
  ["product recall|product contamination", "product_recall"],
  ["builders?'? risk|course of construction|installation builders", "builders_risk"],
  ["inland marine|contractors?'? equipment|equipment floater|installation floater", "inland_marine"],
  ["(?:commercial )?crime(?: (?:and|&) fidelity)?|fidelity|employee dishonesty bond", "crime"],
  ["surety|contract bond", "surety"],
  [
    "(?:(?:(?!and\\b|general\\b)[a-z']{3,20} ){1,3}(?=professional liability)|miscellaneous |technology |tech |architects and engineers |architects & engineers |lawyers |accountants |medical )?professional(?: liability)?|educators?'? legal(?: liability)?|school board(?: legal)?(?: liability)?|errors (?:and|&) omissions|e\\s?&\\s?o|(?:medical )?malpractice|tech(?:nology)? e&o",
    "professional_liability",
  ],
  ["flood", "flood"],
  ["earthquake|earth movement|difference in conditions|dic", "earthquake"],
  [
    "(?:commercial |business )?auto(?:mobile)?s?(?: liability)?|vehicle liability|hired (?:and|&|/) ?non-? ?owned auto(?:mobile)?s?|truckers|motor carrier",
    "commercial_auto",
  ],
  [
    "(?:commercial |truckers )?general liability|cgl|gl|commercial gl|premises liability|special event(?: liability)?",
    "general_liability",
  ],
  ["(?:commercial )?property", "commercial_property"],
  ["terrorism|tria|tripra", "other"],
  ["equipment breakdown|boiler (?:and|&) machinery", "other"],
  ["fiduciary(?: liability)?|kidnap(?: and| &) ransom|stop gap", "other"],
  ["(?:commercial )?package|cpkg|cpp", "other"],
];
const patterns = lines.map(([pattern, code]) => ({
  anywhere: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "i"),
  code,
}));
const decoration =
  "(?:coverages?|cov|part|section|form|polic(?:y|ies)|insurance|limits?|liability|declarations?|quotation|quote|proposal|indication|binder|summary|schedule|total|annual|premium|the|of|firm|new|renewal|common|completed value|commercial|[a-z]|[ivx]{1,4}|\\d{1,2}|\\([^)]{0,40}\\))";
const gap = "[\\s:,./&-]+";
const wholes = lines.map(([pattern, code]) => ({
  whole: new RegExp(`^(?:${decoration}${gap})*(?:${pattern})(?:${gap}${decoration})*[\\s:,.-]*$`, "i"),
  code,
}));

/** Lines that words name, in the order of the words; overlapping names count once, for the longer. */
export function linesNamedIn(given: string): readonly string[] {
  const words = given.replace(
    /\bgeneral (and|&) professional liability\b/i,
    "general liability $1 professional liability",
  );
  const found = patterns
    .flatMap(({ anywhere, code }, rank) => {
      const match = anywhere.exec(words);
      return match === null ? [] : [{ code, start: match.index, end: match.index + match[0].length, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  const kept: typeof found = [];
  for (const each of found) {
    if (kept.every((other) => each.end <= other.start || each.start >= other.end)) kept.push(each);
  }
  return [...new Set(kept.sort((a, b) => a.start - b.start).map(({ code }) => code))];
}

/** The line that words name and nothing else: "General Liability", "CYBER LIABILITY COVERAGE PART". */
export function lineOf(words: string): string | undefined {
  const plain = words.trim();
  return plain.length > 90 ? undefined : wholes.find(({ whole }) => whole.test(plain))?.code;
}

const starts = lines.map(([pattern, code]) => ({
  start: new RegExp(
    `^(?:${pattern})[\\s:,-]+(?=(?:each|general|aggregate|agg|limit|per|occurrence|combined|medical|products|damage|personal &|common|policy|deductible|retention)\\b)`,
    "i",
  ),
  code,
}));

/** A label that begins with the name of a line: "Liquor Liability Each Common Cause". */
export function lineBefore(label: string): { readonly code: string; readonly rest: string } | undefined {
  for (const { start, code } of starts) {
    const match = start.exec(label);
    if (match !== null && code !== "other") return { code, rest: label.slice(match[0].length) };
  }
  return undefined;
}

/** Lines under whose heading a coverage of another name stays: a package of the household or the small business. */
const embracing = new Set([
  "business_owners",
  "homeowners",
  "renters",
  "condo",
  "umbrella",
  "personal_umbrella",
  "commercial_property",
  "builders_risk",
  "dwelling_fire",
  "personal_auto",
  "garage",
  "inland_marine",
  "cyber",
]);

export function embracesOthers(line: string): boolean {
  return embracing.has(line);
}

/** Coverages that general liability has and no other liability. */
export const ofGeneralLiability =
  /^(?:employee benefits?\b|medical (?:payments?|expenses?)\b|products\b|personal (?:and|&) adv|damage to (?:rented|premises)|fire (?:legal|damage)\b|general aggregate)/i;

/** Coverages that only autos have. */
export const ofAuto =
  /^(?:un(?:der)?insured\b|trailer interchange|personal injury protection|pip\b|comprehensive\b|collision\b|(?:auto )?physical damage|hired\b|non-?owned auto|towing|rental reimbursement|medical payments?$|roadside|non-?trucking)/i;

const ofProperty = new Set([
  "commercial_property",
  "homeowners",
  "business_owners",
  "inland_marine",
  "builders_risk",
  "dwelling_fire",
  "condo",
  "renters",
  "flood",
  "earthquake",
]);

export function isPropertyLine(line: string | undefined): boolean {
  return line !== undefined && ofProperty.has(line);
}
