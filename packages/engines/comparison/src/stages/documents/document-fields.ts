import { plainCarrierName } from "@service/engine-kit";
import {
  type DocumentField,
  documentFields,
  type FieldConflict,
  type PlacedValue,
  type ReadDocument,
  reportOf,
  statedField,
} from "@service/engine-policy-documents";
import type { WrittenItem } from "../../input.ts";
import { folded } from "./folded.ts";
import type { ItemDocuments, StatedOtherwise } from "./item-documents.ts";

/** What the caller and the documents state of the fields of an item. */
export function mergeFields(item: WrittenItem, read: readonly ReadDocument[], option: string | undefined): Merged {
  const found = new Map(
    documentFields.map((field) => [field, read.flatMap((each) => statedField(each, field, option) ?? [])]),
  );
  const stated = valuesOfCaller(item);
  const merged = mergeValues(found, stated);
  // What one document states twice is unknown, whatever another states (CMP-112).
  const isOpen = (field: DocumentField) =>
    read.some(
      (each) =>
        statedField(each, field, option) === undefined &&
        reportOf(each, option).conflicts.some((conflict) => conflict.field === field),
    );
  return { ...merged, values: new Map([...merged.values].filter(([field]) => stated.has(field) || !isOpen(field))) };
}

/** What the caller states of the item, as far as a document may state it too. */
function valuesOfCaller(item: WrittenItem): ReadonlyMap<DocumentField, string | number> {
  const { carrier, premium } = item;
  const stated: readonly (readonly [DocumentField, string | number | undefined])[] = [
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
  readonly values: ReadonlyMap<DocumentField, string | number>;
  readonly sources: ItemDocuments["sources"];
  readonly conflicts: readonly FieldConflict[];
  readonly differences: readonly StatedOtherwise[];
};

/** One value for each field: the caller's, else the one on which the documents agree (CMP-112). */
function mergeValues(
  found: ReadonlyMap<DocumentField, readonly PlacedValue[]>,
  stated: ReadonlyMap<DocumentField, string | number>,
): Merged {
  const values = new Map<DocumentField, string | number>(stated);
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

function isSame(field: DocumentField, left: string | number, right: string | number): boolean {
  if (typeof left === "number" || typeof right === "number") return left === right;
  if (field === "carrier") return plainCarrierName(left) === plainCarrierName(right);
  return folded(left) === folded(right);
}
