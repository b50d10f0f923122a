/**
 * Which words name which coverage on which line (CMP-84). A label is read by them when no code and no alias fits: its
 * words must hold all of one of a coverage's sets and no word that names another coverage of the line.
 */
export type CoverageSigns = {
  readonly coverage: string;
  /** Each set names the coverage on its own. */
  readonly sets: readonly (readonly string[])[];
  /** Words of other coverages that may stand beside. */
  readonly beside: readonly string[];
};

type Signs = readonly (readonly [coverage: string, sets: string, beside?: string])[];

const additional: Signs = [
  ["additional_insured", "additional"],
  ["waiver_of_subrogation", "waiver, subrogation, transfer right, recover right"],
  ["primary_noncontributory", "noncontributory, primary"],
];

const hiredAndNonOwned: Signs = [
  ["hired_auto", "hired"],
  ["non_owned_auto", "nonowned"],
];

const liability: Signs = [
  ["each_occurrence", "occurrence"],
  ["general_aggregate", "general"],
  ["products_aggregate", "product, completed", "operation"],
  ["personal_advertising_injury", "personal injury, advertising", "occurrence"],
  ["rented_premises", "rented, fire legal, fire damage, damage premise", "occurrence"],
  ["medical_expense", "medical", "person"],
  ["liquor_each_cause", "liquor, dram", "cause occurrence"],
  ...additional,
  ...hiredAndNonOwned,
];

const property: Signs = [
  ["building", "building, structure"],
  ["business_personal_property", "personal property, content, bpp", "business"],
  ["business_income", "income, interruption, earning"],
  ["extra_expense", "extra"],
  ["equipment_breakdown", "breakdown, boiler, machinery"],
  ["ordinance_law", "ordinance, law, demolition", "building"],
  ["sewer_backup", "sewer, drain, backup"],
  ["spoilage", "spoilage, perishable"],
  ["wind_hail_deductible", "wind, hail, windstorm, hurricane, storm", "building"],
];

const auto: Signs = [
  ["combined_single_limit", "combined, single", "bodily injury property damage accident"],
  ["bi_per_person", "bodily injury person"],
  ["bi_per_accident", "bodily injury accident, bodily injury occurrence"],
  ["property_damage", "property damage", "accident occurrence"],
  ["uninsured_motorist", "uninsured, underinsured, motorist", "bodily injury combined single accident person"],
  ["comprehensive", "comprehensive, other than collision"],
  ["collision", "collision"],
  ["medical_expense", "medical", "person"],
  ...hiredAndNonOwned,
  ...additional,
];

const home: Signs = [
  ["dwelling", "dwelling"],
  ["other_structures", "structure"],
  ["personal_property", "personal property, content"],
  ["loss_of_use", "loss use, living expense, rental value"],
  ["personal_liability", "personal liability", "occurrence"],
  ["medical_expense", "medical", "person"],
  ["ordinance_law", "ordinance, law"],
  ["sewer_backup", "sewer, drain, backup, sump"],
  ["wind_hail_deductible", "wind, hail, windstorm, hurricane, storm"],
  ["equipment_breakdown", "breakdown"],
];

const umbrella: Signs = [
  ["umbrella_occurrence", "occurrence"],
  ["umbrella_aggregate", "aggregate"],
  ["self_insured_retention", "retention, retained"],
];

const signsOfLines: { readonly [line: string]: Signs } = {
  general_liability: liability,
  commercial_property: property,
  business_owners: [
    ...liability,
    ...property,
    ["epli_aggregate", "employment practice", "general"],
    ["cyber_aggregate", "cyber, data breach, data compromise", "general"],
  ],
  commercial_auto: auto,
  personal_auto: auto,
  motorcycle: auto,
  garage: [...liability.filter(([coverage]) => coverage !== "medical_expense"), ...auto.slice(0, 8)],
  workers_compensation: [
    ["statutory_wc", "statutory"],
    ["el_each_accident", "accident", "employer"],
    ["el_disease_policy", "disease policy", "employer"],
    ["el_disease_employee", "disease employee", "employer"],
    ["waiver_of_subrogation", "waiver, subrogation"],
  ],
  umbrella,
  personal_umbrella: umbrella,
  cyber: [
    ["cyber_aggregate", "aggregate"],
    ["ransomware_sublimit", "ransomware, extortion", "aggregate"],
    ["social_engineering", "social engineering, transfer fraud, fraudulent instruction, impersonation", "aggregate"],
  ],
  crime: [["social_engineering", "social engineering, fraudulent instruction, impersonation"]],
  employment_practices: [["epli_aggregate", "aggregate, employment practice"]],
  professional_liability: [
    ["professional_each_claim", "claim"],
    ["professional_aggregate", "aggregate"],
  ],
  liquor_liability: [
    ["liquor_each_cause", "cause, occurrence"],
    ["general_aggregate", "aggregate"],
  ],
  pollution: [
    ["each_occurrence", "occurrence, condition, incident"],
    ["general_aggregate", "aggregate"],
  ],
  homeowners: home,
  dwelling_fire: home,
  renters: home,
  condo: home,
  earthquake: [...property, ["dwelling", "dwelling"]],
  flood: [
    ["building", "building, dwelling"],
    ["business_personal_property", "business content, business property"],
  ],
  builders_risk: property,
};

/** Phrases that hold words of a coverage without naming it: the line itself, what is insured, what is not. */
const setAside: { readonly [line: string]: readonly string[] } = {
  general_liability: [
    "commercial general liability",
    "general liability",
    "bodily injury",
    "property damage",
    "other than product completed operation",
    "excluding product completed operation",
    "other than product",
  ],
  business_owners: [
    "commercial general liability",
    "general liability",
    "bodily injury",
    "property damage",
    "other than product completed operation",
    "other than product",
    "business owner",
    "businessowner",
  ],
  garage: ["garage liability", "general liability"],
  umbrella: ["general liability", "excess"],
  workers_compensation: ["bodily injury", "worker compensation", "employer liability"],
  liquor_liability: ["general liability"],
};

/** Words that name something for which the line has no code: a label that holds one is left to similarity. */
const foreignWords: ReadonlySet<string> = new Set(
  `abuse molestation benefit stop gap terrorism breach privacy drone aircraft watercraft protective
  garagekeeper cargo glass towing reimbursement protection pip newly acquired dependent utility
  civil authority extended account receivable valuable paper fine art outdoor sign debris money security
  forgery theft dishonesty computer electronic media pci regulatory restoration recovery notification response
  hardware bricking transit premium coinsurance exclusion excluded tenant improvement betterment deposit
  fungus mold assault battery identity recall subpoena disciplinary license third crisis
  leased borrowed drive specified gross inland scheduled contractor installation tool designated excess
  physical bailee`.split(/\s+/),
);

/** Words that name another line of business, except on these lines: "cyber each occurrence" of general liability. */
const linesOfWord: ReadonlyMap<string, readonly string[]> = new Map([
  ["cyber", ["cyber", "business_owners"]],
  ["umbrella", ["umbrella", "personal_umbrella"]],
  ["crime", ["crime", "cyber"]],
  ["fiduciary", []],
  ["director", ["directors_officers"]],
  ["employment", ["employment_practices", "business_owners"]],
  ["employer", ["workers_compensation", "general_liability", "commercial_auto", "business_owners", "garage"]],
  ["professional", ["professional_liability"]],
  ["malpractice", ["professional_liability"]],
  ["pollution", ["pollution"]],
  ["pollutant", ["pollution"]],
  ["flood", ["flood"]],
  ["earthquake", ["earthquake"]],
  ["quake", ["earthquake"]],
  ["garage", ["garage"]],
  ["underlying", []],
]);

/** Whether a label speaks of another line, or of the policies below an umbrella (CMP-99). */
export function namesAnotherLine(words: readonly string[], line: string): boolean {
  return words.some((word) => linesOfWord.get(word)?.includes(line) === false);
}

const readers = new Map<string, readonly CoverageSigns[]>(
  Object.entries(signsOfLines).map(([line, signs]) => [line, signs.map(readSigns)]),
);

/** The coverages that the vocabulary of a line knows. */
export function signsOf(line: string): readonly CoverageSigns[] {
  return readers.get(line) ?? [];
}

/** Lines that have a vocabulary. */
export const linesWithSigns: readonly string[] = [...readers.keys()];

/** Whether a line's vocabulary has the code. */
export function isCoverageOf(line: string, coverage: string): boolean {
  const signs = readers.get(line);
  return signs === undefined || signs.some((sign) => sign.coverage === coverage);
}

/** Lines whose wordings apply too: a package is labelled like its parts. */
export function relatedLines(line: string): readonly string[] {
  return related[line] ?? [];
}

const related: { readonly [line: string]: readonly string[] } = {
  business_owners: ["general_liability", "commercial_property"],
  garage: ["commercial_auto", "general_liability"],
  personal_auto: ["commercial_auto"],
  motorcycle: ["personal_auto"],
  dwelling_fire: ["homeowners"],
  renters: ["homeowners"],
  condo: ["homeowners"],
  builders_risk: ["commercial_property"],
};

/** Labels that name several coverages at once, each by its own signs. */
const together: readonly ReadonlySet<string>[] = [
  new Set(["hired_auto", "non_owned_auto"]),
  new Set(["business_income", "extra_expense"]),
  new Set(["building", "business_personal_property"]),
  new Set(["comprehensive", "collision"]),
  new Set(["additional_insured", "waiver_of_subrogation", "primary_noncontributory"]),
];

/**
 * The coverages that a label's words name (CMP-84): one, several that are usually written together, or none when they
 * name nothing or contradict each other.
 */
export function readCoverages(words: readonly string[], line: string): readonly string[] {
  const kept = withoutPhrases(words, setAside[line] ?? []);
  if (kept.some((word) => foreignWords.has(word)) || namesAnotherLine(kept, line)) return [];
  const present = new Set(kept);
  const signs = signsOf(line);
  const named = signs.filter(({ sets }) => sets.some((set) => set.every((word) => present.has(word))));
  const [only] = named;
  if (only === undefined) return [];
  const chosen = named.length === 1 ? named : (narrowest(named, present) ?? namedTogether(named));
  const allowed = new Set(chosen.flatMap(({ sets, beside }) => [...sets.flat(), ...beside]));
  const isContradicted = signs.some(
    (other) => !chosen.includes(other) && other.sets.flat().some((word) => present.has(word) && !allowed.has(word)),
  );
  return isContradicted ? [] : chosen.map(({ coverage }) => coverage);
}

/** Titles of endorsements, which go on with whom they are for: "Additional insured - vendors" (CMP-103). */
const titles: readonly (readonly [opening: string, coverage: string])[] = [
  ["additional insured ", "additional_insured"],
  ["blanket additional insured ", "additional_insured"],
  ["waiver of subrogation ", "waiver_of_subrogation"],
  ["waiver of transfer of right ", "waiver_of_subrogation"],
  ["waiver of our right to recover ", "waiver_of_subrogation"],
];

/** The coverage of a label that begins as the title of an endorsement, on a line that has it. */
export function readTitle(words: readonly string[], line: string): readonly string[] {
  const text = `${words.join(" ")} `;
  const found = titles.find(([opening]) => text.startsWith(opening))?.[1];
  return found !== undefined && signsOf(line).some(({ coverage }) => coverage === found) ? [found] : [];
}

/** The one whose words include those of all others, where there is one: "products aggregate, each occurrence". */
function narrowest(
  named: readonly CoverageSigns[],
  present: ReadonlySet<string>,
): readonly CoverageSigns[] | undefined {
  const found = named.filter((one) => {
    const own = new Set([...one.sets.flat(), ...one.beside]);
    return named.every(
      (other) => other === one || other.sets.flat().every((word) => !present.has(word) || own.has(word)),
    );
  });
  return found.length === 1 ? found : undefined;
}

function namedTogether(named: readonly CoverageSigns[]): readonly CoverageSigns[] {
  return together.some((group) => named.every(({ coverage }) => group.has(coverage))) ? named : [];
}

function withoutPhrases(words: readonly string[], phrases: readonly string[]): readonly string[] {
  let text = ` ${words.join(" ")} `;
  // Twice in a row they share a blank, which one pass takes.
  for (const phrase of phrases) while (text.includes(` ${phrase} `)) text = text.replaceAll(` ${phrase} `, " ");
  return text.trim().split(" ");
}

function readSigns([coverage, sets, beside = ""]: Signs[number]): CoverageSigns {
  return {
    coverage,
    sets: sets.split(",").map((set) => set.trim().split(" ")),
    beside: beside === "" ? [] : beside.split(" "),
  };
}
