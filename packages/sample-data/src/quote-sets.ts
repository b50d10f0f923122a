import { addDays, type JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import { cents, type Facts } from "./facts.ts";
import { asOf, today } from "./plan.ts";
import { flat, yearsEarlier, type Coverage, type Program } from "./program.ts";
import { Random } from "./random.ts";

/**
 * Expiring programs with the quotes that came in for them. Each quote is the expiring program rewritten in its carrier's words, at
 * another price, with two to six differences that matter (the planted truth) and some that do not.
 */
export type QuoteSet = {
  readonly set_key: string;
  readonly input: JsonObject;
  readonly differences: readonly DifferenceTruth[];
};
export type DifferenceTruth = {
  readonly set_key: string;
  readonly item_key: string;
  readonly what: string;
  /** A cell of the matrix: line/coverage/attribute. */
  readonly row_key?: string;
  /** Something beside the matrix: one of the structural checks of CMP-8. */
  readonly check?: string;
};

/** A client whose program can be quoted. */
export type Quotable = { readonly name: string; readonly facts: Facts; readonly program: Program };

const quotedLines = [
  "general_liability",
  "business_owners",
  "commercial_property",
  "commercial_auto",
  "workers_compensation",
  "umbrella",
  "cyber",
  "employment_practices",
  "professional_liability",
  "liquor_liability",
];
const linesOfSetMax = 4;

export function isQuotable({
  facts,
  program,
}: {
  readonly facts: Facts | undefined;
  readonly program: Program;
}): boolean {
  return facts?.sites.length === 1 && program.filter(({ line }) => quotedLines.includes(line)).length >= 2;
}

export function makeQuoteSet(
  seed: number,
  index: number,
  { name, program }: Quotable,
  carriers: readonly JsonObject[],
): QuoteSet {
  const random = new Random(seed, "quote set", index);
  const set_key = `set-${String(index + 1).padStart(3, "0")}`;
  const held = program.filter(({ line }) => quotedLines.includes(line)).slice(0, linesOfSetMax);
  const coverages = held.flatMap((each) => each.coverages).filter(({ included }) => included);
  const base = held.reduce((sum, { premium }) => sum + premium, 0);
  const expiresOn = addDays(today, random.int(30, 90)) ?? today;
  const effectiveOn = yearsEarlier(expiresOn, 1);
  const terms = { effective_on: expiresOn, expires_on: yearsEarlier(expiresOn, -1) };
  const [own, ...others] = random.sample(carriers, 4);
  const carrierOf = (carrier: JsonObject | undefined): JsonObject => ({
    key: textOf(carrier?.carrier_key),
    name: textOf(carrier?.name),
    rating: "A",
    admitted: true,
  });

  const differences: DifferenceTruth[] = [];
  const quotes = others.slice(0, random.int(2, 3)).map((carrier, at): JsonObject => {
    const item_key = `q${at + 1}`;
    const draft = new QuoteDraft(random, coverages);
    draft.plant(random.int(2, 6));
    for (const found of draft.found) differences.push({ set_key, item_key, ...found });
    const premium = cents(base * random.lognormal(0.98, 0.12));
    return {
      key: item_key,
      kind: "quote",
      label: `${textOf(carrier.name)} quote`,
      carrier: { ...carrierOf(carrier), ...(draft.rating === undefined ? {} : { rating: draft.rating }) },
      ...terms,
      ...(draft.startsLate ? { effective_on: addDays(expiresOn, 9) ?? expiresOn } : {}),
      quote_valid_until: addDays(today, draft.expiresSoon ? 6 : 45) ?? today,
      premium: { base: premium, taxes: cents(premium * 0.04), fees: 100 },
      ...(draft.minimumEarned === undefined ? {} : { minimum_earned: draft.minimumEarned }),
      coverages: draft.written(),
      ...(draft.exclusions.length === 0 ? {} : { exclusions: draft.exclusions.map((text) => ({ text })) }),
      ...(draft.subjectivities.length === 0
        ? {}
        : { subjectivities: draft.subjectivities.map((text) => ({ text, resolved: false })) }),
    };
  });
  return {
    set_key,
    differences,
    input: {
      as_of: asOf,
      subject: { key: set_key, label: name },
      baseline_key: "expiring",
      items: [
        {
          key: "expiring",
          kind: "policy",
          label: `Expiring, ${textOf(own?.name)}`,
          carrier: carrierOf(own),
          effective_on: effectiveOn,
          expires_on: expiresOn,
          premium: { base: cents(base), taxes: cents(base * 0.04), fees: 100 },
          coverages: coverages.map(plain),
        },
        ...quotes,
      ],
    },
  };
}

type Found = Omit<DifferenceTruth, "set_key" | "item_key">;

/** How a quote changes a term of a coverage: the truth's word for it, the attribute, where it applies, and the changed terms. */
type TermChange = readonly [
  what: string,
  attribute: keyof Coverage,
  applies: (row: Coverage) => boolean,
  patch: (row: Coverage) => Partial<Coverage>,
];
const amountChanges: readonly TermChange[] = [
  ["limit lowered", "limit", ({ limit = 0 }) => limit >= 10_000, ({ limit = 0 }) => ({ limit: limit / 2 })],
  ["limit raised", "limit", ({ limit = 0 }) => limit >= 10_000, ({ limit = 0 }) => ({ limit: limit * 2 })],
  [
    "limit lowered",
    "limit",
    ({ limit = 0, coverage }) => limit >= 500_000 && coverage !== "building",
    ({ limit = 0 }) => ({ limit: limit / 2 }),
  ],
  ["deductible raised", "deductible", (row) => flatOf(row) > 0, (row) => flat(flatOf(row) * 4)],
  ["deductible lowered", "deductible", (row) => flatOf(row) >= 5_000, () => flat(1_000)],
];
const termChanges: readonly TermChange[] = [
  [
    "actual cash value",
    "valuation",
    ({ valuation }) => valuation === "replacement_cost",
    () => ({ valuation: "actual_cash_value" }),
  ],
  ["coinsurance raised", "coinsurance", ({ coinsurance }) => coinsurance !== undefined, () => ({ coinsurance: 1 })],
  ["prior acts lost", "retro_date", ({ retro_date }) => retro_date !== undefined, () => ({ retro_date: today })],
  ["claims made", "trigger", ({ trigger }) => trigger === "occurrence", () => ({ trigger: "claims_made" })],
];
const additions: readonly Coverage[] = [
  { line: "commercial_property", coverage: "spoilage", included: true, limit: 25_000 },
  { line: "commercial_property", coverage: "sewer_backup", included: true, limit: 25_000 },
  { line: "business_owners", coverage: "spoilage", included: true, limit: 10_000 },
  { line: "cyber", coverage: "social_engineering", included: true, limit: 100_000 },
  { line: "commercial_auto", coverage: "hired_auto", included: true, limit: 1_000_000 },
];
const ownExclusions = [
  "Assault and battery is excluded",
  "Work above three stories is excluded",
  "Independent contractors without certificates are excluded",
  "Communicable disease is excluded",
];
const conditions = [
  "Signed application within ten days",
  "Loss runs valued within sixty days",
  "Satisfactory inspection",
];

class QuoteDraft {
  readonly #random: Random;
  /** Position among the expiring coverages to the coverage as quoted; absent = not quoted. */
  readonly #quoted: Map<number, Coverage>;
  readonly #touched = new Set<number>();
  readonly #added: Coverage[] = [];
  readonly found: Found[] = [];
  readonly exclusions: string[] = [];
  readonly subjectivities: string[] = [];
  rating: string | undefined;
  minimumEarned: number | undefined;
  expiresSoon = false;
  startsLate = false;

  constructor(random: Random, expiring: readonly Coverage[]) {
    this.#random = random;
    this.#quoted = new Map(expiring.entries());
  }

  /** `count` differences of different kinds, where the program has something for them to differ in. */
  plant(count: number): void {
    let left = count;
    for (const plant of this.#random.sample(this.#ways(), 100)) {
      if (left === 0) break;
      if (plant()) left -= 1;
    }
  }

  /** As the carrier's proposal words it: a third of the coverages by another name, and small changes that do not matter. */
  written(): JsonObject[] {
    const random = this.#random;
    return [
      ...[...this.#quoted].map(([at, row]) => (this.#touched.has(at) ? row : unimportant(random, row))),
      ...this.#added,
    ].map((row) => {
      const wording = wordings[row.coverage];
      const { coverage, ...rest } = plain(row);
      return wording !== undefined && random.chance(0.33)
        ? { ...rest, coverage: random.pick(wording) }
        : { ...rest, coverage: coverage ?? "" };
    });
  }

  /** In the order that the draws of a seed count on (SAMPLE-1). */
  #ways(): readonly (() => boolean)[] {
    return [
      ...amountChanges.map((change) => () => this.#change(change)),
      () => this.#drop("coverage left out", false),
      () => this.#drop("coverage said not to be included", true),
      () => this.#add(),
      ...termChanges.map((change) => () => this.#change(change)),
      () =>
        this.#say("exclusion of its own", "one_sided_exclusion", () =>
          this.exclusions.push(this.#random.pick(ownExclusions)),
        ),
      () =>
        this.#say("open subjectivity", "open_subjectivity", () =>
          this.subjectivities.push(this.#random.pick(conditions)),
        ),
      () => this.#say("minimum earned premium", "minimum_earned", () => void (this.minimumEarned = 0.4)),
      () => this.#say("rating below the floor", "rating_floor", () => void (this.rating = "B+")),
      () => this.#say("quote ends soon", "quote_expiry", () => void (this.expiresSoon = true)),
      () => this.#say("gap between the terms", "term_gap", () => void (this.startsLate = true)),
    ];
  }

  #change([what, attribute, applies, patch]: TermChange): boolean {
    const picked = this.#pick(applies);
    if (picked === undefined) return false;
    const [at, row] = picked;
    this.#touched.add(at);
    this.#quoted.set(at, { ...row, ...patch(row) });
    this.found.push({ what, row_key: `${row.line}/${row.coverage}/${attribute}` });
    return true;
  }

  #drop(what: string, isStated: boolean): boolean {
    const picked = this.#pick(() => true);
    if (picked === undefined) return false;
    const [at, row] = picked;
    this.#touched.add(at);
    if (isStated) this.#quoted.set(at, { line: row.line, coverage: row.coverage, included: false });
    else this.#quoted.delete(at);
    this.found.push({ what, row_key: `${row.line}/${row.coverage}/included` });
    return true;
  }

  #add(): boolean {
    const quoted = [...this.#quoted.values()];
    const possible = additions.filter(
      ({ line, coverage }) =>
        quoted.some((row) => row.line === line) &&
        !quoted.some((row) => row.line === line && row.coverage === coverage),
    );
    if (possible.length === 0 || this.#added.length > 0) return false;
    const row = this.#random.pick(possible);
    this.#added.push(row);
    this.found.push({ what: "coverage added", row_key: `${row.line}/${row.coverage}/included` });
    return true;
  }

  #say(what: string, check: string, plant: () => unknown): boolean {
    plant();
    this.found.push({ what, check });
    return true;
  }

  #pick(applies: (row: Coverage) => boolean): readonly [number, Coverage] | undefined {
    const possible = [...this.#quoted].filter(([at, row]) => !this.#touched.has(at) && applies(row));
    return possible.length === 0 ? undefined : this.#random.pick(possible);
  }
}

/** The flat deductible in dollars; 0 of another kind, or without one. */
function flatOf({ deductible }: Coverage): number {
  return deductible?.type === "flat" ? deductible.amount : 0;
}

/** What proposals call a coverage besides its code. */
const wordings: { readonly [coverage: string]: readonly string[] } = {
  each_occurrence: ["Each Occurrence Limit", "Occurrence limit", "Per Occ"],
  general_aggregate: ["General Aggregate Limit", "Aggregate limit", "Gen. Agg."],
  products_aggregate: ["Products - Completed Operations Aggregate", "Products/Completed Operations"],
  personal_advertising_injury: ["Personal & Advertising Injury", "Personal and Advertising Injury"],
  rented_premises: ["Damage to Rented Premises", "Fire Legal Liability"],
  medical_expense: ["Medical Payments", "Med Pay"],
  building: ["Building Coverage", "Buildings"],
  business_personal_property: ["Contents", "Business Personal Property"],
  business_income: ["Business Interruption", "Loss of Income", "BI/EE - Actual Loss Sustained"],
  extra_expense: ["Extra Expense"],
  equipment_breakdown: ["Equipment Breakdown", "Boiler & Machinery"],
  ordinance_law: ["Ordinance or Law"],
  sewer_backup: ["Water Backup", "Sewer & Drain Backup"],
  combined_single_limit: ["CSL", "Liability - Combined Single Limit"],
  uninsured_motorist: ["Uninsured Motorists", "UM/UIM"],
  comprehensive: ["Other Than Collision", "Comprehensive"],
  hired_auto: ["Hired Autos", "Hired Auto Liability"],
  non_owned_auto: ["Non-Owned Autos", "Employers Non-Ownership"],
  el_each_accident: ["Employers Liability - Each Accident"],
  el_disease_policy: ["Bodily Injury by Disease - Policy Limit"],
  el_disease_employee: ["Bodily Injury by Disease - Each Employee"],
  umbrella_occurrence: ["Each Occurrence"],
  umbrella_aggregate: ["Aggregate"],
  cyber_aggregate: ["Policy Aggregate"],
  ransomware_sublimit: ["Cyber Extortion"],
  social_engineering: ["Funds Transfer Fraud", "Social Engineering Fraud"],
  epli_aggregate: ["EPLI Limit"],
  professional_each_claim: ["Each Claim"],
  liquor_each_cause: ["Each Common Cause"],
};

/** A limit a little higher, now and then: too little to decide by. */
function unimportant(random: Random, row: Coverage): Coverage {
  const isLarge = (row.limit ?? 0) >= 50_000 && row.limit_basis === undefined;
  return isLarge && random.chance(0.1) ? { ...row, limit: Math.round((row.limit ?? 0) * 1.02) } : row;
}

function plain(row: Coverage): JsonObject {
  const { site: _site, ...fields } = row;
  return { ...fields };
}
