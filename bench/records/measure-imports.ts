import { round } from "../harness/measure.ts";
import { copyRows } from "./copy-rows.ts";
import { type MeasuredImport, runImport } from "./run-import.ts";
import type { SampleBook } from "./sample-book.ts";
import type { World } from "./world.ts";

/** Receives a figure: what, how much, what it should be. */
export type Note = (figure: string, measured: string, bar?: string) => void;

/** The import part: three deliveries into an empty connection, and `COPY` of what the first one wrote. */
export async function measureImports({
  world,
  book,
  databasePid,
  note,
}: {
  readonly world: World;
  readonly book: SampleBook;
  readonly databasePid: number;
  readonly note: Note;
}): Promise<void> {
  const { first, next, changes } = book;
  const imported = await runImport(world, first, databasePid);
  note(`first import of ${count(first.rows)} rows`, pace(imported, first.rows), ">= 8,000 rows/s");
  const { families, besides } = await copyRows(world.databaseUrl, world.dataDir);
  const copied = families.rows / families.seconds;
  note("COPY of the mapped rows into the same tables", `${count(copied)} rows/s`);
  note("first import / COPY", round(imported.rowsPerSecond / copied, 3), ">= 0.25");
  const whole = first.rows / (families.seconds + besides.seconds);
  note("first import / COPY of rows, grants, terms and heads", round(imported.rowsPerSecond / whole, 3));
  const again = await runImport(world, first, databasePid);
  note(
    "the same book again",
    `${count(again.rowsPerSecond)} rows/s, ${again.state}`,
    ">= 20,000 rows/s, no new snapshot",
  );
  const changed = await runImport(world, next, databasePid);
  note("the next delivery, whole", pace(changed, next.rows));
  note(
    `versions written; ${count(changes)} of ${count(next.rows)} rows differ or cannot be kept`,
    count(changed.versions),
  );
  note(
    "peak memory of the importing process",
    `${round(Math.max(imported.peakMiB, again.peakMiB, changed.peakMiB), 0)} MiB`,
    "<= 512 MiB",
  );
}

function pace({ rowsPerSecond, cpuSeconds: { node, postgres } }: MeasuredImport, rows: number): string {
  const perRow = (seconds: number): string => round((seconds / rows) * 1e6, 1);
  return `${count(rowsPerSecond)} rows/s; CPU µs a row: node ${perRow(node)}, postgres ${perRow(postgres)}`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
