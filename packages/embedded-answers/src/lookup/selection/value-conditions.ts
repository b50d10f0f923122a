import { labelOf } from "@service/engine-kit";
import type { Json, JsonObject } from "@service/json";
import { stem } from "../../text/stem.ts";
import { wordsOf } from "../../text/tokens.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import { isHidden, memberAt } from "../looked-up.ts";
import type { ReadWord } from "../read-word.ts";
import type { Condition } from "./condition.ts";

/** Text fields of which a value may stand in a question, by family. */
const namedValues: { readonly [Name in BookFamily]?: readonly string[] } = {
  claims: ["cause", "adjuster", "description"],
  contacts: ["role", "name"],
  vehicles: ["make", "model", "use", "year"],
  drivers: ["name"],
  activities: ["code", "subject", "channel"],
  documents: ["kind", "title"],
  locations: ["name", "address.city", "occupancy", "construction"],
  invoices: ["status"],
  payments: ["method", "status"],
  contracts: ["party", "kind"],
  quotes: ["stage", "decline_reason"],
  submissions: ["stage"],
  renewals: ["stage"],
  accounts: ["description", "mailing_address.city", "entity_type"],
  policies: ["carrier_name", "market", "kind"],
  tasks: ["title", "category", "status"],
  opportunities: ["kind", "title", "status"],
};

/** Fields with a short list of values: one that stands in the question narrows, whatever else its word may mean. */
const listedValues: { readonly [Name in BookFamily]?: readonly string[] } = {
  activities: ["code", "channel"],
  documents: ["kind"],
  opportunities: ["kind"],
  payments: ["method"],
  quotes: ["decline_reason"],
  renewals: ["lost_reason"],
  submissions: ["lost_reason"],
  tasks: ["priority"],
  vehicles: ["use", "model", "make"],
};

/** The values of short lists that the words of a question are. */
export function listedConditions(
  family: BookFamily,
  rows: readonly BookRow[],
  words: readonly ReadWord[],
  hidden: ReadonlyMap<string, unknown>,
): readonly Condition[] {
  return (listedValues[family] ?? [])
    .filter((field) => !hidden.has(field))
    .flatMap((field): Condition[] => {
      const values = new Set(rows.flatMap(({ fields }) => (typeof fields[field] === "string" ? fields[field] : [])));
      const requested = [...values].filter((value) => {
        const all = wordsOf(value.replaceAll("_", " "));
        // A box truck is a Box 16.
        const letters = all.filter((word) => !/^\d+$/.test(word));
        const stems = (field === "model" && letters.length > 0 ? letters : all).map(stem);
        return stems.every((each) => words.some((word) => word.stem === each));
      });
      const [value] = requested;
      if (value === undefined || requested.length > 1) return [];
      return [{ where: { [field]: value }, field, test: (held) => held[field] === value, before: labelOf(value) }];
    });
}

/**
 * Fields whose values hold the words that are left: all of them in one field, else each in one of them; undefined: there are
 * none.
 */
export function valueConditions(
  family: BookFamily,
  rows: readonly BookRow[],
  left: readonly ReadWord[],
  hidden: ReadonlyMap<string, unknown>,
): readonly Condition[] | undefined {
  const fields = (namedValues[family] ?? []).filter((field) => !isHidden(hidden, field));
  const words = left.map(({ word }) => word).join(" ");
  const stems = left.map(({ stem: each }) => each);
  for (const field of fields) {
    const test = (held: JsonObject): boolean => holdsStems(memberAt(held, field), stems);
    if (rows.some((row) => test(row.fields))) return [{ where: { [field]: words }, field, test, before: words }];
  }
  if (stems.length < 2) return undefined;
  const test = (held: JsonObject): boolean =>
    stems.every((each) => fields.some((field) => holdsStems(memberAt(held, field), [each])));
  if (!rows.some((row) => test(row.fields))) return undefined;
  return [{ where: { words }, field: fields[0] ?? "", test, before: words }];
}

export function holdsStems(value: Json | undefined, stems: readonly string[]): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const held = new Set(wordsOf(String(value).replaceAll("_", " ")).map(stem));
  return stems.every((each) => held.has(each));
}
