import { statement, type Transaction } from "@service/db";
import { canonicalJson } from "@service/json";
import type { DerivedRow } from "./declaration.ts";

/** One output: of a derivation, for a connection, in the version that is written. */
export interface Writing {
  readonly connectionId: string;
  readonly key: string;
  /** Readers see it once the output is switched to it. */
  readonly version: number;
}

const openOutput = statement(
  "derived_outputs_open",
  `insert into book.derived_outputs as o (connection_id, derivation_key) values ($1, $2)
   on conflict (connection_id, derivation_key) do update set version = o.version
   returning o.version, o.seq, o.computed_at as "computedAt"`,
);
const dropUnserved = statement(
  "derived_rows_drop_unserved",
  "delete from book.derived_rows where connection_id = $1 and derivation_key = $2 and from_version > $3",
);
const reopenEnded = statement(
  "derived_rows_reopen_ended",
  "update book.derived_rows set to_version = null where connection_id = $1 and derivation_key = $2 and to_version > $3",
);
const dropOld = statement(
  "derived_rows_drop_old",
  "delete from book.derived_rows where connection_id = $1 and derivation_key = $2 and to_version <= $3",
);

/** Versions behind the one that serves whose rows are kept. */
const versionsKept = 2;

/** Takes back what an execution that died has written, and removes what no viewer sees any more. */
export async function openWriting(
  tx: Transaction,
  { connectionId, key }: Pick<Writing, "connectionId" | "key">,
): Promise<Writing & { readonly seq: number; readonly isFirst: boolean }> {
  const { rows } = await tx.query(openOutput([connectionId, key]));
  const [output] = rows;
  if (output === undefined) throw new Error("an output that was inserted is not there");
  const { version, seq, computedAt } = output;
  await tx.query(dropUnserved([connectionId, key, version]));
  await tx.query(reopenEnded([connectionId, key, version]));
  await tx.query(dropOld([connectionId, key, version - versionsKept]));
  return { connectionId, key, version: version + 1, seq, isFirst: computedAt === null };
}

const currentOfClients = statement(
  "derived_rows_current_of_clients",
  `select r.row_key as "rowKey", r.client_key as "clientKey", r.body from book.derived_rows r
   where r.connection_id = $1 and r.client_key = any ($2::text[]) and r.derivation_key = $3 and r.to_version is null`,
);
const endRows = statement(
  "derived_rows_end",
  `update book.derived_rows set to_version = $4
   where connection_id = $1 and derivation_key = $2 and row_key = any ($3::text[]) and to_version is null
     and from_version < $4`,
);
const insertRows = statement(
  "derived_rows_insert",
  `insert into book.derived_rows (connection_id, derivation_key, row_key, from_version, client_key, body)
   select $1, $2, t.row_key, $3, t.client_key, t.body
   from json_to_recordset($4::json) as t(row_key text, client_key text, body text)
   on conflict (connection_id, derivation_key, row_key, from_version)
   do update set client_key = excluded.client_key, body = excluded.body, to_version = null`,
);

/** Brings the rows of some clients to what was computed; rows that stay as they are write nothing. @returns the changes. */
export async function replaceRows(
  tx: Transaction,
  { connectionId, key, version }: Writing,
  { clients, rows }: { readonly clients: readonly string[]; readonly rows: readonly DerivedRow[] },
): Promise<number> {
  const { rows: current } = await tx.query(currentOfClients([connectionId, clients, key]));
  const before = new Map(current.map((row) => [row.rowKey, row]));
  const after = new Map(rows.map((row) => [row.key, { ...row, text: canonicalJson(row.body) }]));
  const changed = [...after.values()].filter((row) => {
    const existing = before.get(row.key);
    return existing === undefined || existing.body !== row.text || existing.clientKey !== row.clientKey;
  });
  const ended = [...[...before.keys()].filter((rowKey) => !after.has(rowKey)), ...changed.map((row) => row.key)];
  if (ended.length > 0) await tx.query(endRows([connectionId, key, ended, version]));
  if (changed.length > 0) {
    const written = changed.map((row) => ({ row_key: row.key, client_key: row.clientKey, body: row.text }));
    await tx.query(insertRows([connectionId, key, version, JSON.stringify(written)]));
  }
  return new Set(ended).size;
}

const switchOutput = statement(
  "derived_outputs_switch",
  `update book.derived_outputs o set version = $3, seq = $4, computed_at = now(), rows = (
     select count(*) from book.derived_rows r where r.connection_id = $1 and r.derivation_key = $2 and r.to_version is null)
   where o.connection_id = $1 and o.derivation_key = $2 and o.version = $3 - 1
   returning o.rows`,
);

/** The switch: readers see the version that was written from this commit on. @returns how many rows it has. */
export async function switchTo(tx: Transaction, { connectionId, key, version }: Writing, seq: number): Promise<number> {
  const { rows } = await tx.query(switchOutput([connectionId, key, version, seq]));
  const [output] = rows;
  if (output === undefined) throw new Error("another process has switched the output");
  return output.rows;
}
