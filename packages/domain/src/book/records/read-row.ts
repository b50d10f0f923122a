import { fail } from "@service/contract";
import { type FamilyName, ownerColumnsOf, rowTableOf } from "@service/record-families";
import type { BookDeps } from "./book-reads.ts";
import type { BookRead, PageRow } from "./read-page.ts";
import { inSnapshot, SqlText } from "./sql-text.ts";
import { isVisible } from "./visibility.ts";

/** A row with the client that it belongs to. */
export interface OwnedRow extends PageRow {
  /** Null for rows of the agency. */
  readonly clientKey: string | null;
}

/**
 * One row by its key.
 * @throws `not_found`, also for a row that the viewer may not see: both take the same statement (REC-43).
 */
export async function readRow(deps: BookDeps, read: BookRead, family: FamilyName, key: string): Promise<OwnedRow> {
  const row = await findRow(deps, read, family, key);
  if (row === undefined) throw fail("not_found");
  return row;
}

/** One row by its key; undefined also for a row that the viewer may not see: both take the same statement (REC-43). */
export async function findRow(
  deps: BookDeps,
  read: BookRead,
  family: FamilyName,
  key: string,
): Promise<OwnedRow | undefined> {
  const values = new SqlText();
  const { viewer } = read;
  const visible = isVisible(values, family, "r", { ...read, grants: viewer.grants });
  const text = `
    select r.row_key as key, r.from_seq as "changeSeq", r.source_id as "sourceId", r.source_updated_at as "sourceUpdatedAt",
      r.fields, ${ownerColumnsOf(family).client ? "r.client_key" : "null::text"} as "clientKey", ${visible} as "isSeen"
    from ${rowTableOf(family)} r
    where r.connection_id = ${values.value(read.connectionId, "uuid")} and r.row_key = ${values.value(key, "text")}
      and ${inSnapshot("r", values.value(read.seq, "int"))}
    limit 1`;
  const [row] = await deps.book.query<OwnedRow>({ text, values }, read.signal);
  return row === undefined || (viewer.enforced && !row.isSeen) ? undefined : row;
}
