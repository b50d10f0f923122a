import { inSnapshot, type SqlText } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";

/** Whose rights decide, and at which snapshot of which book. */
export interface LedgerView {
  readonly viewer: Pick<BookView, "grants" | "principal" | "seatKey">;
  readonly connectionId: string;
  readonly seq: number;
}

/**
 * The condition that a viewer may see row `t` of the ledger (LEDGER-41): with its client, and what is about one policy
 * with that policy; without a client when it is open to all or the viewer made it; a task also by its assignee.
 * @param by the column with who made it; `assignee` the column with who is to do it.
 */
export function isSeenInLedger(
  sql: SqlText,
  { viewer, connectionId, seq }: LedgerView,
  { by, assignee }: { readonly by: string; readonly assignee?: string | undefined },
): string {
  const { grants, principal, seatKey } = viewer;
  if (grants === null) return "true";
  const granted = `exists (select from book.grants g
      where g.connection_id = ${sql.value(connectionId, "uuid")} and g.client_key = t.client_key
        and (g.policy_key = '' or t.policy_key is null or g.policy_key = t.policy_key)
        and g.grant_key = any(${sql.value(grants, "text[]")}) and ${inSnapshot("g", sql.value(seq, "int"))})`;
  const isMine = assignee === undefined || seatKey === null ? "" : ` or t.${assignee} = ${sql.value(seatKey, "text")}`;
  const byMe = principal === null ? "" : ` or t.${by} = ${sql.value(principal, "text")}`;
  return `coalesce(case when t.client_key is null then t.is_open${byMe} else ${granted} end${isMine}, false)`;
}

/**
 * The condition that a note of somebody else is not private to its author (LEDGER-42). Through a lens no private note is
 * shown, the author's own neither.
 */
export function isNotPrivate(sql: SqlText, { principal, lens }: Pick<BookView, "principal" | "lens">): string {
  if (lens !== null || principal === null) return "t.visibility <> 'private'";
  return `(t.visibility <> 'private' or t.author = ${sql.value(principal, "text")})`;
}
