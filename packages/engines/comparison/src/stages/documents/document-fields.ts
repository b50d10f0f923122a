import { fromCents, plainCarrierName } from "@service/engine-kit";
import {
  coveragesOf,
  type DocumentReading,
  excerptOf,
  type Place,
  type PlacedDocument,
  sourceOf,
  type Stated,
} from "@service/engine-policy-documents";
import type { WrittenItem } from "../../input.ts";
import { folded } from "./folded.ts";
import type { FieldConflict, ItemDocument, ItemDocuments, PlacedValue, StatedOtherwise } from "./item-documents.ts";
import type { Read } from "./read-texts.ts";

/** Fields of an item that a document states once. */
const fields = [
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
export type Field = (typeof fields)[number];

function statedIn(
  reading: DocumentReading,
  field: Field,
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
    case "minimum_earned":
      return premium("minimumEarned");
  }
}

function inMoney(stated: Stated<number> | undefined): Stated<number> | undefined {
  return stated === undefined ? undefined : { ...stated, value: fromCents(stated.value) };
}

export function placed(document: PlacedDocument, value: string | number, at: Place): PlacedValue {
  return { value, source: sourceOf(document, at), excerpt: excerptOf(document, at) };
}

function valuesIn(read: readonly Read[], field: Field, option: string | undefined): readonly PlacedValue[] {
  return read.flatMap(({ document, reading }) => {
    const stated = statedIn(reading, field, option);
    return stated === undefined ? [] : [placed(document, stated.value, stated.at)];
  });
}

/** What a document states, for the output. */
export function describe(read: Read, option: string | undefined): ItemDocument {
  const { document, reading, isCut } = read;
  return {
    documentKey: document.documentKey,
    sourceBlobRef: document.sourceBlobRef,
    kind: reading.kind,
    pageCount: document.pages.length,
    isCut,
    values: fields.flatMap((field) => valuesIn([read], field, option).map((value) => ({ field, ...value }))),
    coverageCount: coveragesOf(reading, document, option).coverages.length,
    unread: reading.unread.map(({ field, reason, at }) => {
      const { source, excerpt } = placed(document, "", at);
      return { field, reason, source, excerpt };
    }),
    conflicts: reading.conflicts.map(({ field, values }) => ({
      field,
      // Money is in cents, a ratio from 0 to 1.
      values: values.map(({ value, at }) =>
        placed(document, typeof value === "number" && value > 1 ? fromCents(value) : value, at),
      ),
    })),
  };
}

/** What the caller and the documents state of the fields of an item. */
export function mergeFields(item: WrittenItem, read: readonly Read[], option: string | undefined): Merged {
  const found = new Map(fields.map((field) => [field, valuesIn(read, field, option)]));
  return mergeValues(found, valuesOfCaller(item));
}

/** What the caller states of the item, as far as a document may state it too. */
function valuesOfCaller(item: WrittenItem): ReadonlyMap<Field, string | number> {
  const { carrier, premium } = item;
  const stated: readonly (readonly [Field, string | number | undefined])[] = [
    ["carrier", carrier?.name],
    ["effective_on", item.effective_on],
    ["expires_on", item.expires_on],
    ["quote_valid_until", item.quote_valid_until],
    ["premium.base", premium?.base],
    ["premium.taxes", premium?.taxes],
    ["premium.fees", premium?.fees],
    ["premium.total", premium?.total],
    ["minimum_earned", item.minimum_earned],
  ];
  return new Map(stated.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])));
}

type Merged = {
  readonly values: ReadonlyMap<Field, string | number>;
  readonly sources: ItemDocuments["sources"];
  readonly conflicts: readonly FieldConflict[];
  readonly differences: readonly StatedOtherwise[];
};

/** One value for each field: the caller's, else the one on which the documents agree (CMP-112). */
function mergeValues(
  found: ReadonlyMap<Field, readonly PlacedValue[]>,
  stated: ReadonlyMap<Field, string | number>,
): Merged {
  const values = new Map<Field, string | number>(stated);
  const sources = new Map<string, PlacedValue>();
  const conflicts: FieldConflict[] = [];
  const differences: StatedOtherwise[] = [];
  for (const [field, places] of found) {
    const [first, ...others] = places;
    if (first === undefined) continue;
    const own = stated.get(field);
    if (others.some((other) => !isSame(field, other.value, first.value))) conflicts.push({ field, values: places });
    else if (own === undefined) {
      values.set(field, first.value);
      sources.set(field, first);
    } else if (!isSame(field, own, first.value)) differences.push({ field, stated: own, found: first });
    else sources.set(field, first);
  }
  const [effective, expires] = [sources.get("effective_on"), sources.get("expires_on")];
  // A term that ends before it begins states neither day.
  if (effective !== undefined && expires !== undefined && expires.value <= effective.value) {
    for (const field of ["effective_on", "expires_on"] as const) if (!stated.has(field)) values.delete(field);
    conflicts.push({ field: "policy term", values: [effective, expires] });
  }
  return { values, sources, conflicts, differences };
}

function isSame(field: Field, left: string | number, right: string | number): boolean {
  if (typeof left === "number" || typeof right === "number") return left === right;
  if (field === "carrier") return plainCarrierName(left) === plainCarrierName(right);
  return folded(left) === folded(right);
}
