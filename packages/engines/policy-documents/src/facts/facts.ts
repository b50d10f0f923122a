import type {
  Conflict,
  Place,
  ReadCoverage,
  ReadLine,
  ReadWording,
  Stated,
  StatedDeductible,
  Unread,
} from "../document-reading.ts";
import type { LabelKind } from "../words/label-kinds.ts";
import type { Trigger } from "../words/status-words.ts";

export type Draft<Type> = { -readonly [Member in keyof Type]: Type[Member] };

/** Where in the document's order of things a fact stands. */
export type Standing = {
  readonly line: string | undefined;
  readonly lineAt: Place;
  readonly location: string | undefined;
  readonly option: string | undefined;
};
export type CoverageFact = Standing & {
  readonly coverage: Draft<ReadCoverage>;
  readonly indent: number;
  readonly isOffer: boolean;
  readonly isPerPerson?: boolean;
  readonly labelStart?: number;
};

/** A term that a line states for all its coverages: a deductible, a retroactive date, a basis. */
export type GeneralTerm = Standing & { readonly label: string } & (
    | { readonly kind: "deductible"; readonly value: Stated<StatedDeductible> }
    | { readonly kind: "valuation"; readonly value: Stated<string> }
    | { readonly kind: "retro_date"; readonly value: Stated<string> }
    | { readonly kind: "coinsurance"; readonly value: Stated<number> }
    | { readonly kind: "trigger"; readonly value: Stated<Trigger> }
  );

export type PremiumKind = Extract<LabelKind, "base" | "tax" | "fee" | "total" | "total_premium">;
export type PremiumFact = Stated<number> & {
  readonly kind: PremiumKind;
  readonly label: string;
  /** The line of business under whose heading it stands. */
  readonly under?: { readonly line: string; readonly at: Place } | undefined;
  readonly option: string | undefined;
};
type LinePremium = Standing & Stated<number>;

export type NameField = "insured" | "carrier" | "policyNumber" | "effectiveOn" | "expiresOn" | "quoteValidUntil";
/** `rank`: of two that differ, the higher stands. */
export type NameFact = Stated<string> & { readonly field: NameField; readonly rank: number };

/** All that was found, before it is compared with itself. */
export type Facts = {
  readonly coverages: CoverageFact[];
  readonly general: GeneralTerm[];
  readonly premiums: PremiumFact[];
  readonly minimumEarned: (Stated<number> & { readonly option: string | undefined })[];
  /** Where the document says that taxes or fees come on top. */
  readonly openTaxes: Place[];
  /** Amounts of the list of premiums since the last total, with their kinds. */
  ledger: { readonly kind: "base" | "part" | "extra"; readonly cents: number; readonly option: string | undefined }[];
  readonly linePremiums: LinePremium[];
  readonly names: NameFact[];
  /** The day of the quote, and how many days it is good for. */
  readonly quotedOn: Stated<string>[];
  readonly validDays: Stated<number>[];
  readonly forms: ReadWording[];
  readonly exclusions: ReadWording[];
  readonly conditions: ReadWording[];
  readonly subjectivities: ReadWording[];
  readonly unread: Unread[];
  readonly conflicts: Conflict[];
  /** Rows of a register, a policy each. */
  readonly policies: ReadLine[];
  /** Options in the order of their columns. */
  readonly options: Map<string, Place>;
};

export function noFacts(): Facts {
  return {
    coverages: [],
    general: [],
    premiums: [],
    minimumEarned: [],
    openTaxes: [],
    ledger: [],
    linePremiums: [],
    names: [],
    quotedOn: [],
    validDays: [],
    forms: [],
    exclusions: [],
    conditions: [],
    subjectivities: [],
    unread: [],
    conflicts: [],
    policies: [],
    options: new Map(),
  };
}

/** Facts that a row is compared with: the nearest ones, so that every row costs the same. */
const nearMax = 200;

export function nearCoverages(facts: Facts): readonly CoverageFact[] {
  return facts.coverages.slice(-nearMax);
}

export function firstNames(facts: Facts): readonly NameFact[] {
  return facts.names.slice(0, nearMax);
}
