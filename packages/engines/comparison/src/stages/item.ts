import type { Rating } from "@service/engine-kit";
import type { ExposureBasis } from "../codes.ts";
import type { ReadableItem, WrittenCoverage } from "../input.ts";
import type { ItemDocuments } from "./documents/item-documents.ts";
import type { TakenPart } from "./labels/taken-away.ts";

/**
 * The input of a comparison after reading: the shapes of every stage. Money is integer cents, dates stay `YYYY-MM-DD`.
 * A value that an item does not state is `undefined`, never a default (TYPE-4).
 */
export type Deductible = {
  readonly type: NonNullable<WrittenCoverage["deductible"]>["type"];
  /** As given: money, a ratio (or percentage points from 1 upwards), or hours. */
  readonly amount: number;
  /** The deductible in money, once a percentage is applied to its limit. */
  readonly cents: number | undefined;
};

/** One coverage line as the caller wrote it. */
export type StatedCoverage = {
  readonly line: string;
  readonly coverage: string;
  readonly label: string | undefined;
  readonly included: boolean;
  readonly limitCents: number | undefined;
  readonly limitBasis: string | undefined;
  readonly deductible: Deductible | undefined;
  readonly valuation: string | undefined;
  readonly coinsurance: number | undefined;
  readonly retroDate: string | undefined;
  readonly trigger: string | undefined;
  readonly premiumCents: number | undefined;
  readonly form: string | undefined;
  readonly notes: string | undefined;
  readonly source: WrittenCoverage["source"];
  /** The words of a document that state it. */
  readonly excerpt?: string;
  /** Of a coverage that is stated location by location: `limitCents` is their sum (CMP-97). */
  readonly schedule?: { readonly count: number; readonly leastCents: number };
  /** Parts that label or notes take away from it (CMP-107). */
  readonly taken?: readonly TakenPart[];
};

/** What one item says about one coverage, after joining its lines. */
export type CoverageFacts = StatedCoverage & { readonly pair: string };

export type Wording = { readonly code: string | undefined; readonly text: string; readonly resolved: boolean };

export type WordingKind = "endorsements" | "exclusions" | "conditions";

export type Item = {
  readonly key: string;
  readonly kind: ReadableItem["kind"];
  readonly label: string;
  readonly carrierName: string;
  /** The one currency of the input. */
  readonly currency: string;
  readonly rating: Rating | undefined;
  readonly admitted: boolean | undefined;
  /** The term is open where no document states it. */
  readonly effectiveOn: string | undefined;
  readonly expiresOn: string | undefined;
  readonly termDays: number | undefined;
  readonly quoteValidUntil: string | undefined;
  readonly premium: {
    readonly baseCents: number;
    readonly taxesCents: number | undefined;
    readonly feesCents: number | undefined;
    readonly totalCents: number | undefined;
  };
  readonly minimumEarned: number | undefined;
  readonly coverages: readonly StatedCoverage[];
  readonly wordings: Readonly<Record<WordingKind, readonly Wording[]>>;
  readonly subjectivities: readonly Wording[];
  readonly ratingBasis: Readonly<Partial<Record<ExposureBasis, number>>>;
  readonly documentText: string | undefined;
  /** Of an item that was read from documents. */
  readonly documents?: ItemDocuments;
};

export type ItemReference = { readonly key: string; readonly policyKey: string };

export type Scenario = {
  readonly key: string;
  readonly label: string;
  readonly line: string;
  readonly coverage: string;
  readonly lossCents: number;
  readonly annualProbability: number;
};

/** Coverages that are a deductible: their amount is borne by the insured, and having none is better (CMP-101). */
export function isBurden(coverage: string): boolean {
  return coverage === "self_insured_retention" || coverage === "wind_hail_deductible";
}

/** Coverage pairs are keyed like rows without their attribute. */
export function pairKey(line: string, coverage: string): string {
  return `${line}/${coverage}`;
}

/** A code as words: `each_occurrence` becomes `each occurrence`. */
export function words(code: string): string {
  return code.replaceAll("_", " ");
}
