import { fromCents } from "@service/engine-kit";
import type { DocumentReading, Place, Stated } from "./document-reading.ts";
import { type DocumentSource, excerptOf, type PlacedDocument, sourceOf } from "./places.ts";

/** A value with the place of a document that states it. */
export type PlacedValue = {
  readonly value: string | number;
  readonly source: DocumentSource;
  readonly excerpt: string;
};

/** What a document states once, under the names that items and reports have for it. */
export const documentFields = [
  "carrier",
  "insured",
  "policy_number",
  "effective_on",
  "expires_on",
  "quote_valid_until",
  "premium.base",
  "premium.taxes",
  "premium.fees",
  "premium.total",
  "minimum_earned",
] as const;
export type DocumentField = (typeof documentFields)[number];

const fieldsOfConflicts: ReadonlyMap<string, DocumentField> = new Map([
  ["policyNumber", "policy_number"],
  ["effectiveOn", "effective_on"],
  ["expiresOn", "expires_on"],
  ["quoteValidUntil", "quote_valid_until"],
  ["premium", "premium.base"],
  ["total premium", "premium.total"],
  ["minimum earned premium", "minimum_earned"],
]);

/** What a conflict of a reading is about: a field of the document or of the chosen option, else its own words. */
export function fieldOfConflict(field: string, option: string | undefined): string {
  const own = option === undefined ? field : field.replace(` of option ${option}`, "");
  return fieldsOfConflicts.get(own) ?? own;
}

function statedIn(
  reading: DocumentReading,
  field: DocumentField,
  option: string | undefined,
): Stated<string | number> | undefined {
  const own = reading.options.find((each) => each.option === option)?.premium;
  const premium = (name: keyof DocumentReading["premium"]): Stated<number> | undefined =>
    own?.[name] ?? reading.premium[name];
  switch (field) {
    case "carrier":
      return reading.carrier;
    case "insured":
      return reading.insured;
    case "policy_number":
      return reading.policyNumber;
    case "effective_on":
      return reading.effectiveOn;
    case "expires_on":
      return reading.expiresOn;
    case "quote_valid_until":
      return reading.quoteValidUntil;
    case "premium.base":
      return inMoney(premium("base"));
    case "premium.taxes":
      return inMoney(premium("taxes"));
    case "premium.fees":
      return inMoney(premium("fees"));
    case "premium.total":
      return inMoney(premium("total"));
    case "minimum_earned": {
      const earned = premium("minimumEarned");
      // Only a share of the premium has a member; an amount has not.
      return earned !== undefined && earned.value <= 1 ? earned : undefined;
    }
  }
}

function inMoney(stated: Stated<number> | undefined): Stated<number> | undefined {
  return stated === undefined ? undefined : { ...stated, value: fromCents(stated.value) };
}

/** A value with its place. */
export function placed(document: PlacedDocument, value: string | number, at: Place): PlacedValue {
  return { value, source: sourceOf(document, at), excerpt: excerptOf(document, at) };
}

/** A document that was read. */
export type ReadDocument = {
  readonly document: PlacedDocument;
  readonly reading: DocumentReading;
  /** It has more text than was read. */
  readonly isCut: boolean;
};

/** The value of a field, under one option where the document offers several. */
export function statedField(
  { document, reading }: Pick<ReadDocument, "document" | "reading">,
  field: DocumentField,
  option: string | undefined,
): PlacedValue | undefined {
  const stated = statedIn(reading, field, option);
  return stated === undefined ? undefined : placed(document, stated.value, stated.at);
}
