import { carrierOfPolicy } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { BookRow, BookSource } from "../book-source.ts";
import { memberText } from "./values.ts";

/** The book with the carrier of each policy in `carrier_name`, whichever of its fields gives it (ANSWER-95). */
export function withCarriers(book: BookSource): BookSource {
  const hidden = book.hidden("policies");
  // Who may not see the carrier's name is not told it in another way.
  if (hidden.has("carrier_name")) return book;
  const areNamed = book.isReadable("carriers") && !book.hidden("carriers").has("name");
  let names: Promise<ReadonlyMap<string, string>> | undefined;
  const namesByKey = (): Promise<ReadonlyMap<string, string>> =>
    (names ??= book
      .rows("carriers", {})
      .then(({ rows }) => new Map(rows.map(({ key, fields }) => [key, memberText(fields, "name")]))));
  const filled = async (rows: readonly BookRow[]): Promise<readonly BookRow[]> => {
    const shown = rows.map((row): JsonObject =>
      Object.fromEntries(Object.entries(row.fields).filter(([field]) => !hidden.has(field))),
    );
    const areKeys = areNamed && shown.some((fields) => !fields["carrier_name"] && memberText(fields, "carrier_key"));
    const named = areKeys ? await namesByKey() : new Map<string, string>();
    return rows.map((row, at) => {
      const carrier = carrierOfPolicy(shown[at] ?? {}, (key) => named.get(key));
      if (carrier === undefined || carrier.field === "carrier_name") return row;
      return { ...row, fields: { ...row.fields, carrier_name: carrier.name }, carrierFrom: carrier.field };
    });
  };
  return {
    connectionId: book.connectionId,
    asOf: book.asOf,
    hidden: (family) => book.hidden(family),
    isReadable: (family) => book.isReadable(family),
    accountsNamed: (wordStarts, limit) => book.accountsNamed(wordStarts, limit),
    countAll: (family) => book.countAll(family),
    async row(family, key) {
      const row = await book.row(family, key);
      return family === "policies" && row !== undefined ? (await filled([row]))[0] : row;
    },
    async rows(family, wanted) {
      const found = await book.rows(family, wanted);
      return family === "policies" ? { ...found, rows: await filled(found.rows) } : found;
    },
  };
}
