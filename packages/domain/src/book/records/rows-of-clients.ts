import { type FamilyName, rowTableOf } from "@service/record-families";
import type { BookDeps } from "./book-reads.ts";
import type { BookRead, PageRow } from "./read-page.ts";
import { inSnapshot, SqlText } from "./sql-text.ts";
import { isVisible } from "./visibility.ts";

/** A row with the client that it is shown with. */
export interface ClientRow extends PageRow {
  readonly clientKey: string;
}

/** The first rows of a family of each of some clients, by key: what an account is shown with. */
export async function rowsOfClients(
  deps: BookDeps,
  read: BookRead,
  family: FamilyName,
  { clients, perClient }: { readonly clients: readonly string[]; readonly perClient: number },
): Promise<readonly ClientRow[]> {
  if (clients.length === 0) return [];
  const values = new SqlText();
  const { viewer } = read;
  const visible = isVisible(values, family, "t", { ...read, grants: viewer.grants });
  const text = `
    select t.*, s.client_key as "clientKey" from unnest(${values.value(clients, "text[]")}) s(client_key) cross join lateral (
      select t.row_key as key, t.from_seq as "changeSeq", t.source_id as "sourceId",
        t.source_updated_at as "sourceUpdatedAt", t.fields, ${viewer.enforced ? "true" : visible} as "isSeen"
      from (select * from ${rowTableOf(family)} t where t.connection_id = ${values.value(read.connectionId, "uuid")}
        and t.client_key = s.client_key offset 0) t
      where ${inSnapshot("t", values.value(read.seq, "int"))} ${viewer.enforced ? `and ${visible}` : ""}
      order by t.row_key limit ${perClient}) t`;
  return deps.book.query<ClientRow>({ text, values }, read.signal);
}
