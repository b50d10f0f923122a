import type { Database } from "@service/db";
import { changedElements, changedMembers, isJsonArray, isJsonObject, type Json, parseJson } from "@service/json";
import type { FieldPolicy, RecordCopies } from "@service/privacy";
import { copiesInTexts } from "../records/index.ts";

/** Of a title, which is never null. */
const withheldTitle = "Withheld by the field policy.";

/** Columns of the lists that hold what people wrote; those of JSON are texts of whole values. */
interface Texts {
  readonly client_key: string | null;
  readonly title?: string;
  readonly body?: string | null;
  readonly outcome?: string | null;
  readonly reason?: string | null;
  readonly steps?: string;
  readonly payload?: string;
}

/** Rows of the ledger whose texts repeat no value of their client that the viewer does not see in the book (LEDGER-40). */
export async function withoutHiddenCopies<Row extends Texts>(
  deps: { readonly db: Pick<Database, "pool"> },
  { policy, connectionId }: { readonly policy: FieldPolicy; readonly connectionId: string },
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const copies = await copiesInTexts(
    deps,
    policy,
    rows.map(({ client_key }) => ({ connectionId, clientKey: client_key })),
  );
  return rows.map((row, index) => {
    const records = copies[index];
    return records === undefined || row.client_key === null ? row : shownRow(row, records);
  });
}

function shownRow<Row extends Texts>(row: Row, records: RecordCopies): Row {
  const text = (value: string | null | undefined): string | null =>
    value ? records.shownText(value) : (value ?? null);
  const json = (value: string): string => JSON.stringify(shownTexts(parseJson(value), records));
  return {
    ...row,
    ...(row.title === undefined ? {} : { title: text(row.title) ?? withheldTitle }),
    ...(row.body === undefined ? {} : { body: text(row.body) }),
    // Of a task it is a word of the ledger.
    ...(row.outcome === undefined ? {} : { outcome: text(row.outcome) }),
    ...(row.reason === undefined ? {} : { reason: text(row.reason) }),
    ...(row.steps === undefined ? {} : { steps: json(row.steps) }),
    ...(row.payload === undefined ? {} : { payload: json(row.payload) }),
  };
}

function shownTexts(value: Json, records: RecordCopies): Json {
  if (isJsonArray(value)) return changedElements(value, (element) => shownTexts(element, records));
  if (isJsonObject(value))
    return changedMembers(value, (name, member) =>
      typeof member === "string" && name === "title"
        ? (records.shownText(member) ?? withheldTitle)
        : shownTexts(member, records),
    );
  return typeof value === "string" ? records.shownText(value) : value;
}
