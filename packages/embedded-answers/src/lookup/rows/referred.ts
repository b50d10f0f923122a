import type { Json } from "@service/json";
import type { BookRow, BookSource } from "../../book-source.ts";
import { nameOf } from "../ask.ts";
import { valueInWords } from "../values.ts";

/** A value in words; of a reference the name of what it refers to. */
export async function referredTo(book: BookSource, field: string, raw: Json | undefined): Promise<string | undefined> {
  if (raw === undefined || raw === null) return undefined;
  const family = (
    {
      carrier_key: "carriers",
      client_key: "accounts",
      office_key: "offices",
      policy_key: "policies",
      team_keys: "teams",
    } as const
  )[field];
  const target = family ?? (/_seats?$|^seat_key$/.test(field) ? "staff" : undefined);
  if (target === undefined || !book.isReadable(target)) return valueInWords(field, raw);
  const keys = Array.isArray(raw)
    ? raw.filter((each) => typeof each === "string")
    : typeof raw === "string"
      ? [raw]
      : [];
  const names: string[] = [];
  for (const key of keys.slice(0, 5)) {
    const row = book.hidden(target).has(target === "policies" ? "policy_number" : "name")
      ? undefined
      : await book.row(target, key);
    names.push(
      row === undefined
        ? key
        : (valueInWords("name", row.fields[target === "policies" ? "policy_number" : "name"]) ?? key),
    );
  }
  return names.length === 0 ? undefined : names.join(", ");
}

export function clientOf({ fields }: BookRow): string | undefined {
  const key = fields["client_key"];
  return typeof key === "string" ? key : undefined;
}

export async function nameOfClient(book: BookSource, key: string | undefined): Promise<string | undefined> {
  const row = key === undefined ? undefined : await book.row("accounts", key);
  return row === undefined || book.hidden("accounts").has("name") ? undefined : nameOf({ client: row });
}
