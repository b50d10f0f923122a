/** A quote, proposal, binder, declarations page or schedule as text, page by page. */
export type PolicyDocument = {
  readonly documentKey: string;
  /** As the caller names it; the words of the document decide. */
  readonly kind?: string | undefined;
  /** ISO 4217; USD unless given. Amounts of another one are not read. */
  readonly currency?: string | undefined;
  readonly pages: readonly string[];
};

/** Where a value stands: `pages[page - 1].slice(start, end)` are the words that state it. */
export type Place = { readonly page: number; readonly start: number; readonly end: number };

/** A value with the words that state it. Money in integer cents, dates ISO, ratios from 0 to 1. */
export type Stated<Value> = { readonly value: Value; readonly at: Place };

export type DocumentKind = "quote" | "proposal" | "binder" | "declarations" | "schedule" | "endorsement" | "other";

/** Whether a coverage is given. `not_stated`: the document names it and leaves it open ("TBD", "If Any"). */
export type CoverageStatus = "covered" | "included" | "excluded" | "not_stated";

export type StatedDeductible = {
  /** `hours` is a waiting period; `ratio` is of the limit or the value. */
  readonly amount:
    | { readonly cents: number }
    | { readonly ratio: number; readonly minimumCents?: number }
    | { readonly hours: number };
  readonly kind: "deductible" | "retention" | "self_insured_retention";
};

/** One coverage of one line, at one location, under one option. */
export type ReadCoverage = {
  /** The document's own words, without leaders and amounts. */
  readonly label: string;
  readonly status: CoverageStatus;
  /** The row or sentence that states it. */
  readonly at: Place;
  /** Per occurrence, claim or item. */
  readonly limit?: Stated<number> | undefined;
  readonly aggregate?: Stated<number> | undefined;
  /** Split limits of auto and of personal lines: bodily injury a person, an accident, property damage. */
  readonly split?: Stated<readonly number[]> | undefined;
  /** "10 % of Dwelling". */
  readonly limitRatio?: Stated<number> | undefined;
  /** The words in the place of a limit, whether or not they are a figure ("Statutory", "ALS", "See schedule"). */
  readonly limitText?: Stated<string> | undefined;
  /** "per claim", "any one premises". */
  readonly limitBasis?: Stated<string> | undefined;
  readonly deductible?: Stated<StatedDeductible> | undefined;
  readonly valuation?: Stated<string> | undefined;
  readonly coinsurance?: Stated<number> | undefined;
  readonly trigger?: Stated<"occurrence" | "claims_made" | "claims_made_and_reported"> | undefined;
  /** A date, or the words in its place ("Full Prior Acts"). */
  readonly retroDate?: Stated<string> | undefined;
  readonly premium?: Stated<number> | undefined;
};

/** One line of business, at one location and under one option where the document has several. */
export type ReadLine = {
  /** A line code of the contract. */
  readonly line: string;
  readonly at: Place;
  readonly option?: string | undefined;
  readonly location?: string | undefined;
  readonly premium?: Stated<number> | undefined;
  /** Of a register, whose rows are policies of their own. */
  readonly policyNumber?: Stated<string> | undefined;
  readonly carrier?: Stated<string> | undefined;
  readonly insured?: Stated<string> | undefined;
  readonly effectiveOn?: Stated<string> | undefined;
  readonly expiresOn?: Stated<string> | undefined;
  readonly coverages: readonly ReadCoverage[];
};

/** A form, endorsement, exclusion, condition or subjectivity. */
export type ReadWording = {
  /** Number and edition of a form: "CG 00 01 04 13". */
  readonly number?: string | undefined;
  readonly text: string;
  readonly at: Place;
};

export type ReadPremium = {
  /** The policy premium, before taxes and fees. */
  readonly base?: Stated<number> | undefined;
  /** Taxes, surcharges, assessments, stamping. */
  readonly taxes?: Stated<number> | undefined;
  readonly fees?: Stated<number> | undefined;
  readonly total?: Stated<number> | undefined;
  readonly minimumEarned?: Stated<number> | undefined;
};

/** Why a place was not read as a value. */
export type UnreadReason =
  /** No single reading: "1.2.3", a lost digit. */
  | "ambiguous"
  /** A figure without a coverage, or a coverage without a figure that this reader understands. */
  | "not_understood"
  /** The document leaves it open: "TBD". */
  | "open"
  /** It stands somewhere else: "See schedule". */
  | "elsewhere"
  /** Struck out, withdrawn or superseded in the same document. */
  | "withdrawn"
  /** Text addressed to an AI; never followed. */
  | "instruction";

export type Unread = {
  /** What it would have been: "limit of Building", "premium". */
  readonly field: string;
  readonly reason: UnreadReason;
  readonly at: Place;
};

/** One field that the document states twice, differently. Its value is left out of the reading. */
export type Conflict = {
  readonly field: string;
  readonly values: readonly Stated<string | number>[];
};

/** What a document states. Whatever is absent is not stated, unread or in conflict; never a default. */
export type DocumentReading = {
  readonly documentKey: string;
  readonly kind: DocumentKind;
  readonly carrier?: Stated<string> | undefined;
  readonly insured?: Stated<string> | undefined;
  readonly policyNumber?: Stated<string> | undefined;
  readonly effectiveOn?: Stated<string> | undefined;
  readonly expiresOn?: Stated<string> | undefined;
  readonly quoteValidUntil?: Stated<string> | undefined;
  readonly premium: ReadPremium;
  /** Options that are offered side by side, each with its own premium; empty for one offer. */
  readonly options: readonly { readonly option: string; readonly premium: ReadPremium; readonly at: Place }[];
  readonly lines: readonly ReadLine[];
  readonly forms: readonly ReadWording[];
  readonly exclusions: readonly ReadWording[];
  readonly conditions: readonly ReadWording[];
  readonly subjectivities: readonly ReadWording[];
  readonly unread: readonly Unread[];
  readonly conflicts: readonly Conflict[];
};
