import { builtStatement, type Session, statement } from "@service/db";
import { rowTableOf } from "@service/record-families";
import { blankJson } from "./blank-json.ts";
import { clientColumnOf, clientFamilies } from "./client-traces.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";

const rowsPerPage = 500;

const readQuarantine = statement(
  "erasure_read_quarantine",
  `select id, source_id as "sourceId", body, reasons, staged from record_quarantine
   where connection_id = $1 and id > $2 order by id limit $3`,
);
const removeQuarantine = statement(
  "erasure_remove_quarantine",
  "delete from record_quarantine where id = any($1::bigint[])",
);

const readDerived = statement(
  "erasure_read_derived",
  `select derivation_key as "derivationKey", row_key as "rowKey", from_version as "fromVersion", body from book.derived_rows
   where connection_id = $1 and client_key = '' and (derivation_key, row_key, from_version) > ($2, $3, $4)
   order by derivation_key, row_key, from_version limit $5`,
);
const removeDerived = statement(
  "erasure_remove_derived",
  `delete from book.derived_rows
   where connection_id = $1 and client_key = '' and derivation_key = $2 and row_key = $3 and from_version = $4`,
);

/** What was computed over several clients and names this one; the derivation makes it anew. */
export async function removeDerivedRows(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { connectionId, traces, isDryRun } = client;
  let removed = 0;
  for (let after = { derivationKey: "", rowKey: "", fromVersion: 0 }; ;) {
    const { derivationKey, rowKey, fromVersion } = after;
    const { rows } = await session.query(readDerived([connectionId, derivationKey, rowKey, fromVersion, rowsPerPage]));
    for (const row of rows) {
      if (!traces.keys.has(row.rowKey) && blankJson(row.body, traces) === undefined && !traces.isNamedIn(row.body))
        continue;
      removed += 1;
      if (!isDryRun) await session.query(removeDerived([connectionId, row.derivationKey, row.rowKey, row.fromVersion]));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return { derived_rows_over_clients_removed: removed };
    after = last;
  }
}

const readReports = statement(
  "erasure_read_reports",
  `select id, report, reason from record_imports
   where connection_id = $1 and (report is not null or reason is not null)`,
);
const writeReport = statement(
  "erasure_write_report",
  "update record_imports set report = $2, reason = $3 where id = $1",
);

/** Removes what could not be kept of the client, and its values from the reports of imports. */
export async function eraseFromImports(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { connectionId, traces, isDryRun } = client;
  let quarantined = 0;
  for (let after = 0; ;) {
    const { rows } = await session.query(readQuarantine([connectionId, after, rowsPerPage]));
    const ids = rows
      .filter(({ sourceId, body, reasons, staged }) =>
        [sourceId ?? "", body, reasons, staged ?? ""].some((each) => traces.isNamedIn(each)),
      )
      .map(({ id }) => id);
    quarantined += ids.length;
    if (ids.length > 0 && !isDryRun) await session.query(removeQuarantine([ids]));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) break;
    after = last.id;
  }
  let reports = 0;
  for (const { id, report, reason } of (await session.query(readReports([connectionId]))).rows) {
    const without = report === null ? undefined : blankJson(report, traces);
    const isNamed = reason !== null && traces.isNamedIn(reason);
    if (without === undefined && !isNamed) continue;
    reports += 1;
    if (!isDryRun) await session.query(writeReport([id, without ?? report, isNamed ? null : reason]));
  }
  return { quarantined_removed: quarantined, import_reports_blanked: reports };
}

/** Removes every version of every row of the client, what it is found by, and who may see it. Last: the rows are the traces. */
export async function removeRows(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { connectionId, clientKey, isDryRun } = client;
  const counts: Record<string, number> = {};
  const tables = [
    ...clientFamilies.map((family) => ({ name: family, table: rowTableOf(family), column: clientColumnOf(family) })),
    ...["terms", "grants", "heads", "derived_rows"].map((name) => ({
      name,
      table: `book.${name}`,
      column: "client_key",
    })),
  ];
  await session.inTransaction(async (tx) => {
    for (const { name, table, column } of tables) {
      const found = `from ${table} where connection_id = $1 and ${column} = $2`;
      if (isDryRun) {
        const count = builtStatement<readonly [string, string], { readonly rows: number }>(
          `select count(*) as rows ${found}`,
        );
        counts[`${name}_removed`] = (await tx.query(count([connectionId, clientKey]))).rows[0]?.rows ?? 0;
      } else {
        const remove = builtStatement<readonly [string, string], never>(`delete ${found}`);
        counts[`${name}_removed`] = (await tx.query(remove([connectionId, clientKey]))).rowCount ?? 0;
      }
    }
  });
  return counts;
}
