/**
 * `npm run bench -- records`: a book of the sample data, imported by `svc records import` and read through one API process,
 * on a PostgreSQL of its own that flushes to disk. Printed: figure, measured, bar, load average of the minute.
 *
 * - import: the first import, beside `COPY` of the mapped rows into the same indexed tables; the same book again; the delivery
 *   of the day after; memory of the importing process.
 * - reads: lists at 100 requests a second, open loop, for seats of 200, 5,000, 60,000 and all accounts of the large book: every
 *   order, up to two filters, first page and page 100; filters without a match; single rows.
 * - q: searches at the same pace. saturation: 32 connections that never pause, beside a bare route (records/bare-route.ts).
 * - during: the same lists while a delivery is imported.
 *
 * Machines differ and neighbours disturb: ratios of two things measured side by side in one run count, absolute figures only
 * where the load average says that nobody else was working.
 *
 * Settings: BENCH_BOOK (folder that keeps book and database; else a temporary one), BENCH_SIZE (large; tiny, demo, load, or a
 * number of clients), BENCH_PARTS (import,reads,q,saturation,during), BENCH_SECONDS (15, per measurement). Without the part
 * import, the database that BENCH_BOOK keeps is read.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startEmbeddedPostgres } from "@service/embedded-postgres";

import { loadAverage, round, setting, tableOf } from "./harness/measure.ts";
import { measureDuring, measureReads, measureSaturation, measureSearches } from "./records/measure-reads.ts";
import { measureImports } from "./records/measure-imports.ts";
import { runImport } from "./records/run-import.ts";
import { openSampleBook } from "./records/sample-book.ts";
import { openWorld, startApi } from "./records/world.ts";

const allParts = ["import", "reads", "q", "saturation", "during"] as const;
const requestedParts = (process.env["BENCH_PARTS"] ?? allParts.join(",")).split(",");
const parts = new Set(allParts.filter((part) => requestedParts.includes(part)));
if (requestedParts.some((part) => !allParts.some((each) => each === part)))
  throw new Error(`BENCH_PARTS are of ${allParts.join(", ")}`);
const kept = process.env["BENCH_BOOK"];
const size = process.env["BENCH_SIZE"] ?? "large";
const seconds = setting("BENCH_SECONDS", 15);

const folder = kept ?? (await mkdtemp(join(tmpdir(), "bench-book-")));
const dataDir = join(folder, `database-${size}`);
const rows: string[][] = [];
/** Printed at once and again as a table: a long benchmark that is interrupted has shown something. */
const note = (figure: string, measured: string, bar = ""): void => {
  const row = [figure, measured, bar, round(loadAverage(), 1)];
  rows.push(row);
  console.log(row.join(" | "));
};
try {
  const book = await openSampleBook(folder, size);
  const isFresh = parts.has("import") || !existsSync(join(dataDir, "world.json"));
  if (isFresh) await rm(dataDir, { recursive: true, force: true });
  const database = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), persistent: true });
  try {
    const world = await openWorld({ url: database.url, dataDir }, book);
    if (parts.has("import")) await measureImports({ world, book, databasePid: database.pid, note });
    else if (isFresh) await runImport(world, book.first, database.pid);
    if (["reads", "q", "saturation", "during"].some((part) => requestedParts.includes(part))) {
      const api = await startApi(world);
      const given = { world, book, api: api.url, seconds, note };
      try {
        if (parts.has("reads")) await measureReads(given);
        if (parts.has("q")) await measureSearches(given);
        if (parts.has("saturation")) await measureSaturation(given);
        if (parts.has("during")) await measureDuring({ ...given, databasePid: database.pid });
      } finally {
        await api.stop();
      }
    }
  } finally {
    await database.stop();
  }
  console.log(tableOf(["Figure", "Measured", "Bar", "Load"], rows));
} finally {
  if (kept === undefined) await rm(folder, { recursive: true, force: true });
}
