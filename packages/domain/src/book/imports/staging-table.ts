import { builtStatement, type Querying } from "@service/db";
import type { StagedRow } from "./staged-row.ts";

/**
 * The rows of one import between reading and applying, in an unlogged table of its own: a restart of the server empties
 * it, and the import then reads its files again.
 */
export function stagingTableOf(importId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(importId)) throw new TypeError("not an import's id");
  return `book.staged_${importId.replaceAll("-", "")}`;
}

const columns = [
  ["family", 'text collate "C" not null'],
  ["kind", "text not null"],
  ["row_key", 'text collate "C"'],
  ["client_key", 'text collate "C"'],
  ["policy_key", 'text collate "C"'],
  ["row_hash", "bytea"],
  ["source_id", "text"],
  ["updated_at", "timestamptz(3)"],
  ["source_file", "smallint not null"],
  ["source_line", "integer not null"],
  ["fields", "text not null"],
  ["computed", "text"],
  ["terms", "text"],
  ["grants", "text"],
  ["reasons", "text"],
  ["owner", "text"],
  // The order in which rows were read: of two rows with one id and no time, the first stays.
  ["ordinal", "integer not null"],
] as const;
/** Of orphans that are tried again: the import whose file and line a row names, and the row as it came. */
const originColumns = "import_id uuid, source text";

/** Its statements, built for the one name. */
export function stagingStatements(importId: string) {
  const table = stagingTableOf(importId);
  return {
    table,
    create: builtStatement<readonly [], never>(
      `create unlogged table ${table} (${columns.map(([name, type]) => `${name} ${type}`).join(", ")}, ${originColumns})`,
    ),
    /** Frozen, as the table is made in the same transaction: the index then answers without reading rows. */
    copy: `copy ${table} (${columns.map(([name]) => name).join(", ")}) from stdin with (freeze)`,
    index: builtStatement<readonly [], never>(
      `create index on ${table} (family, row_key) include (kind, row_hash, client_key, policy_key, source_id)`,
    ),
    analyze: builtStatement<readonly [], never>(`analyze ${table}`),
    drop: builtStatement<readonly [], never>(`drop table if exists ${table}`),
    hasRows: builtStatement<readonly [], { readonly one: number }>(`select 1 as one from ${table} limit 1`),
  };
}

/** Whether the table is there with its rows: a server that crashed has emptied it. */
export async function isStaged(db: Querying, importId: string): Promise<boolean> {
  const { rows } = await db.query(
    builtStatement<readonly [string], { readonly found: boolean }>(`select to_regclass($1) is not null as found`)([
      stagingTableOf(importId),
    ]),
  );
  if (rows[0]?.found !== true) return false;
  return (await db.query(stagingStatements(importId).hasRows([]))).rows.length > 0;
}

/** One line of COPY in text form. */
export function copyLine(row: StagedRow, ordinal: number): string {
  const { family, kind, rowKey, clientKey, policyKey, rowHash, sourceId, updatedAt, file, line } = row;
  const { fields, computed, terms, grants, reasons, owner } = row;
  return (
    `${family}\t${kind}\t${cell(rowKey)}\t${cell(clientKey)}\t${cell(policyKey)}\t` +
    `${rowHash === null ? "\\N" : `\\\\x${rowHash}`}\t${cell(sourceId)}\t${updatedAt ?? "\\N"}\t${file}\t${line}\t` +
    `${cell(fields)}\t${cell(computed)}\t${cell(terms)}\t${cell(grants)}\t${cell(reasons)}\t${cell(owner)}\t${ordinal}\n`
  );
}

const special = /[\\\t\n\r]/;

function cell(text: string | null): string {
  if (text === null) return "\\N";
  if (!special.test(text)) return text;
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}
