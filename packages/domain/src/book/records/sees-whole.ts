import type { BookDeps } from "./book-reads.ts";
import { inSnapshot, SqlText } from "./sql-text.ts";
import type { ReadAt } from "./visibility.ts";

/** One snapshot, as one seat sees it; `grants` null: every row. */
type WholeRead = ReadAt & { readonly grants: readonly string[] | null; readonly signal: AbortSignal };

/** Whether the viewer sees every one of the clients whole, not only some of its policies (SEAT-12). */
export async function seesWhole(deps: BookDeps, read: WholeRead, clientKeys: readonly string[]): Promise<boolean> {
  if (read.grants === null) return true;
  const sql = new SqlText();
  const text = `select 1 as one from unnest(${sql.value(clientKeys, "text[]")}) k(client_key)
    where not ${isWhole(sql, read, "k.client_key")} limit 1`;
  return (await deps.book.query({ text, values: sql }, read.signal)).length === 0;
}

/** The condition that an entry of the viewer is for the whole client. */
export function isWhole(sql: SqlText, { connectionId, seq, grants }: WholeRead, client: string): string {
  return `exists (select from book.grants g
      where g.connection_id = ${sql.value(connectionId, "uuid")} and g.client_key = ${client}
        and g.policy_key = '' and g.grant_key = any(${sql.value(grants, "text[]")})
        and ${inSnapshot("g", sql.value(seq, "int"))})`;
}
