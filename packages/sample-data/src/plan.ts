/** How much of everything a size holds. Counts of the book that follow from the accounts (policies, coverages) are not planned. */
export type Plan = {
  readonly accounts: number;
  readonly contacts: number;
  readonly claims: number;
  readonly activities: number;
  readonly documents: number;
  readonly submissions: number;
  readonly carriers: number;
  readonly offerings: number;
  readonly watchlist: number;
  /** Mean number of a policy's earlier terms on file. */
  readonly earlierTerms: number;
  /** Of the policies in force those whose coverages are on file, 0 to 1. */
  readonly detailedShare: number;
  /** Clients by the producer's seat; without, all producers have about as many. */
  readonly producerShares?: readonly (readonly [seatKey: string, share: number])[];
  /** Whether only the book is written: no datasets, no inputs and no truth of engines. */
  readonly isBookOnly: boolean;
  /** The planted truth (SAMPLE-5): what measurements are taken against. */
  readonly gaps: number;
  readonly duplicates: number;
  readonly listed: number;
  readonly nearMisses: number;
  readonly quoteSets: number;
  readonly labelledSubmissions: number;
};

export const sizes = ["tiny", "demo", "load", "large"] as const;
export type Size = (typeof sizes)[number];

const demo: Plan = {
  accounts: 1_200,
  contacts: 1_900,
  claims: 1_100,
  activities: 20_000,
  documents: 2_000,
  submissions: 400,
  carriers: 48,
  offerings: 2_400,
  watchlist: 8_000,
  earlierTerms: 2.2,
  detailedShare: 1,
  isBookOnly: false,
  gaps: 240,
  duplicates: 60,
  listed: 25,
  nearMisses: 60,
  quoteSets: 40,
  labelledSubmissions: 250,
};

export const plans: Readonly<Record<Size, Plan>> = {
  tiny: {
    ...demo,
    accounts: 20,
    contacts: 32,
    claims: 18,
    activities: 330,
    documents: 34,
    submissions: 30,
    carriers: 12,
    offerings: 360,
    watchlist: 200,
    gaps: 12,
    duplicates: 5,
    listed: 5,
    nearMisses: 10,
    quoteSets: 4,
    labelledSubmissions: 20,
  },
  demo,
  // The book grows; lists grow to the bounds that engines are measured at, and the truth stays what it is.
  load: {
    ...demo,
    accounts: 50_000,
    contacts: 79_000,
    claims: 46_000,
    activities: 830_000,
    documents: 20_000,
    offerings: 10_000,
    watchlist: 20_000,
  },
  // What reading and importing a book is measured with: a million policies, three million coverages, two million activities.
  large: {
    ...demo,
    accounts: 300_000,
    contacts: 474_000,
    claims: 276_000,
    activities: 2_000_000,
    documents: 120_000,
    earlierTerms: 0.31,
    detailedShare: 0.5,
    isBookOnly: true,
    gaps: 0,
    // The first seat has 200 clients, its team 5,000, its office 60,000; the other offices 100,000 and 140,000.
    producerShares: [
      ["seat-01", 200],
      ["seat-07", 4_800],
      ["seat-02", 15_000],
      ["seat-08", 40_000],
      ["seat-03", 50_000],
      ["seat-04", 20_000],
      ["seat-22", 30_000],
      ["seat-05", 40_000],
      ["seat-06", 40_000],
      ["seat-23", 35_000],
      ["seat-24", 25_000],
    ],
  },
};

/**
 * What a size holds; with `accounts`, a book of so many clients instead, with its contacts, claims, activities and documents in
 * proportion. Lists and planted truth stay those of the size.
 */
export function planOf(size: Size, accounts?: number): Plan {
  const plan = plans[size];
  if (accounts === undefined) return plan;
  const inProportion = (count: number): number => Math.round((count * accounts) / plan.accounts);
  return {
    ...plan,
    accounts,
    contacts: inProportion(plan.contacts),
    claims: inProportion(plan.claims),
    activities: inProportion(plan.activities),
    documents: inProportion(plan.documents),
  };
}

/** The day of the sample: everything is dated relative to it, so that the data does not age. */
export const today = "2026-11-20";
export const asOf = `${today}T12:00:00Z`;
/** The moment of the following delivery (SAMPLE-26). */
export const nextAsOf = "2026-11-21T12:00:00Z";
export const connectionId = "demo_book";
export const defaultSeed = 20_261_120;
export const footer = "Synthetic sample. Every name, number and address in it is invented.";
