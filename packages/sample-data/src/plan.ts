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
  /** The planted truth (SAMPLE-5): what measurements are taken against. */
  readonly gaps: number;
  readonly duplicates: number;
  readonly listed: number;
  readonly nearMisses: number;
  readonly quoteSets: number;
  readonly labelledSubmissions: number;
};

export const sizes = ["tiny", "demo", "load"] as const;
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
  gaps: 240,
  duplicates: 60,
  listed: 25,
  nearMisses: 60,
  quoteSets: 40,
  labelledSubmissions: 250,
};

export const plans: Readonly<Record<Size, Plan>> = {
  tiny: {
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
};

/** The day of the sample: everything is dated relative to it, so that the data does not age. */
export const today = "2026-11-20";
export const asOf = `${today}T12:00:00Z`;
export const connectionId = "demo_book";
export const defaultSeed = 20_261_120;
export const footer = "Synthetic sample. Every name, number and address in it is invented.";
