import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { applyMigrations } from "@service/db";
import { openDatabase } from "@service/db/open";
import { familyNames, rowTableOf } from "@service/record-families";
import pg from "pg";

export interface CopiedTables {
  readonly rows: number;
  readonly seconds: number;
}

/** What an import writes besides the rows. */
const besides = ["book.grants", "book.terms", "book.heads"];
const fileName = "bench-rows.copy";

/**
 * `COPY` of the served rows into empty tables of the same definition, one table after the other, each one transaction: what
 * the database alone needs. Rows come in the order in which the import wrote them.
 *
 * @param dataDir of the database's server, which writes the rows there first.
 */
export async function copyRows(
  databaseUrl: string,
  dataDir: string,
): Promise<{ readonly families: CopiedTables; readonly besides: CopiedTables }> {
  const file = join(dataDir, "postgres/cluster", fileName);
  const scratch = new URL(databaseUrl);
  scratch.pathname = "/copied";
  const source = new pg.Client({ connectionString: databaseUrl });
  await source.connect();
  try {
    await source.query("drop database if exists copied");
    await source.query("create database copied");
    await applyMigrations(scratch.href);
    const db = openDatabase({ url: scratch.href, applicationName: "bench" });
    const session = await db.openSession({ statementTimeoutMs: 3_600_000 });
    const copied = async (tables: readonly string[]): Promise<CopiedTables> => {
      let rows = 0;
      let seconds = 0;
      for (const table of tables) {
        await source.query(`do $$ begin
          execute format('copy ${table} to %L', current_setting('data_directory') || '/${fileName}'); end $$`);
        const startedAtMs = performance.now();
        await session.inTransaction((tx) =>
          tx.copyIn(`copy ${table} from stdin`, createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 17 })),
        );
        seconds += (performance.now() - startedAtMs) / 1_000;
        const { rows: counted } = await source.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
        rows += counted[0]?.rows ?? 0;
      }
      return { rows, seconds };
    };
    try {
      return { families: await copied(familyNames.map(rowTableOf)), besides: await copied(besides) };
    } finally {
      await session.close();
      await db.close();
    }
  } finally {
    await source.query("drop database if exists copied with (force)");
    await source.end();
    await rm(file, { force: true });
  }
}
