import { byText, type JsonObject } from "@service/json";
import { foldText, searchWords } from "@service/record-families";
import { memberText } from "../lookup/values.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";

/** A book of given rows, for tests of what is asked of one. References in the rows are keys. */
export function bookOfRows(
  rows: { readonly [Name in BookFamily]?: readonly BookRow[] },
  {
    asOf = "2026-11-20",
    hidden = {},
  }: { readonly asOf?: string; readonly hidden?: { readonly [Name in BookFamily]?: readonly string[] } } = {},
): BookSource {
  const of = (family: BookFamily): readonly BookRow[] =>
    (rows[family] ?? []).toSorted((left, right) => byText(left.key, right.key));
  const policies = Map.groupBy(of("policies"), ({ fields }) => memberText(fields, "client_key"));
  const contacts = Map.groupBy(of("contacts"), ({ fields }) => memberText(fields, "client_key"));
  const found = (
    family: BookFamily,
    { clientKey, policyKey }: { clientKey?: string | undefined; policyKey?: string | undefined },
  ) =>
    of(family).filter(
      ({ key, fields }) =>
        (clientKey === undefined || (family === "accounts" ? key : fields["client_key"]) === clientKey) &&
        (policyKey === undefined ||
          fields["policy_key"] === policyKey ||
          listOf(fields["policy_keys"]).includes(policyKey)),
    );
  return {
    connectionId: "0b8e6c52-5a3e-4b8e-8f0e-1f6d0c6b7a11",
    asOf,
    hidden: (family) => new Map((hidden[family] ?? []).map((field) => [field, "denied" as const])),
    isReadable: () => true,
    async accountsNamed(starts, limit) {
      const wanted = starts.flatMap((start) => searchWords(start));
      return of("accounts")
        .filter(({ key, fields }) => {
          const numbers = (policies.get(key) ?? []).flatMap((row) => {
            const parts = searchWords(memberText(row.fields, "policy_number"));
            return [parts.join(""), ...parts];
          });
          const words = [
            ...searchWords(memberText(fields, "name")),
            ...searchWords(memberText(fields, "dba")),
            ...numbers,
            ...(contacts.get(key) ?? []).flatMap(({ fields: contact }) => searchWords(memberText(contact, "name"))),
          ];
          return wanted.every((start) => words.some((word) => word.startsWith(foldText(start))));
        })
        .slice(0, limit);
    },
    row: async (family, key) => of(family).find((row) => row.key === key),
    rows: async (family, wanted) => ({ rows: found(family, wanted), isComplete: true }),
    countAll: async (family) => of(family).length,
  };
}

function listOf(value: JsonObject[string] | undefined): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
