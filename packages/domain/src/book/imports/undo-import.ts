import { builtStatement, type Session, statement } from "@service/db";
import { familyNames, rowTableOf } from "@service/record-families";
import { readConnection } from "../connections/index.ts";
import { stagingStatements } from "./staging-table.ts";

const rowsPerBatch = 10_000;

const removeOrphans = statement(
  "record_quarantine_remove_of_import",
  "delete from record_quarantine where connection_id = $1 and import_id = $2",
);

/**
 * Takes back what an import has written for a snapshot that was never served: the same rows as before it began. Repeat it
 * when it was interrupted; nothing of it is visible to readers at any time (IMP-72).
 */
export async function undoImport(
  session: Session,
  {
    importId,
    connectionId,
    seq,
  }: { readonly importId: string; readonly connectionId: string; readonly seq: number | null },
): Promise<void> {
  const { servedSeq } = await readConnection(session, "every", connectionId);
  if (seq !== null && seq > servedSeq) {
    for (const table of versionedTables) await undoTable(session, table, { connectionId, seq });
  }
  await session.query(removeOrphans([connectionId, importId]));
  await session.query(stagingStatements(importId).drop([]));
}

/** Tables whose rows have `from_seq` and `to_seq`. */
export const versionedTables: readonly string[] = [
  ...familyNames.map(rowTableOf),
  "book.grants",
  "book.terms",
  "book.heads",
];

/** What was begun goes before what was ended comes back: a row has one current version at most. */
async function undoTable(
  session: Session,
  table: string,
  { connectionId, seq }: { readonly connectionId: string; readonly seq: number },
): Promise<void> {
  const inBatch = `ctid = any(array(select ctid from ${table} where connection_id = $1 and`;
  for (const text of [
    `delete from ${table} where ${inBatch} from_seq = $2 limit ${rowsPerBatch}))`,
    `update ${table} set to_seq = null where ${inBatch} to_seq = $2 limit ${rowsPerBatch}))`,
  ]) {
    const batch = builtStatement<readonly [string, number], never>(text);
    for (;;) {
      const { rowCount } = await session.query(batch([connectionId, seq]));
      if ((rowCount ?? 0) < rowsPerBatch) break;
    }
  }
}
