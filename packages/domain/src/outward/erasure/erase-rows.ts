import { builtStatement, type Session, statement } from "@service/db";
import { rowTableOf } from "@service/record-families";
import { blankJson } from "./blank-json.ts";
import { clientColumnOf, clientFamilies } from "./client-traces.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";

const readReports = statement(
  "erasure_read_reports",
  `select id, report, reason from record_imports
   where connection_id = $1 and (report is not null or reason is not null)`,
);
const writeReport = statement(
  "erasure_write_report",
  "update record_imports set report = $2, reason = $3 where id = $1",
);

/** Blanks the client in the reports of imports. */
export async function blankReports(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { connectionId, traces, isDryRun } = client;
  let reports = 0;
  for (const { id, report, reason } of (await session.query(readReports([connectionId]))).rows) {
    const without = report === null ? undefined : blankJson(report, traces);
    const isNamed = reason !== null && traces.isNamedIn(reason);
    if (without === undefined && !isNamed) continue;
    reports += 1;
    if (!isDryRun) await session.query(writeReport([id, without ?? report, isNamed ? null : reason]));
  }
  return { import_reports_blanked: reports };
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
