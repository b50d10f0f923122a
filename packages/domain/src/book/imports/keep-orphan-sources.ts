import { type Session, statement } from "@service/db";
import { SourceFileError } from "@service/source-files";
import type { Delivery } from "./delivery.ts";
import { cutSource } from "./staged-row.ts";

const readPlaces = statement(
  "record_quarantine_read_places",
  `select distinct source_file as file, source_line as line from record_quarantine
   where connection_id = $1 and import_id = $2 and is_orphan and origin_import_id is null
   order by source_file, source_line`,
);
const storeSources = statement(
  "record_quarantine_store_sources",
  `update record_quarantine q set body = s.source
   from unnest(@files::int[], @lines::int[], @sources::text[]) s (file, line, source)
   where q.connection_id = @connection_id and q.import_id = @import_id and q.is_orphan and q.origin_import_id is null
     and q.source_file = s.file and q.source_line = s.line`,
);

const rowsPerStatement = 500;

/**
 * Keeps orphans as they came, for who has to look for their clients (IMP-74). Which rows are orphans is known only once
 * everything was applied, so their places are read again; a file that is gone by then leaves them as they were mapped.
 */
export async function keepOrphanSources(
  session: Session,
  {
    importId,
    connectionId,
    delivery,
  }: { readonly importId: string; readonly connectionId: string; readonly delivery: Delivery },
): Promise<void> {
  const { rows } = await session.query(readPlaces([connectionId, importId]));
  if (rows.length === 0) return;
  const places = new Map<number, Set<number>>();
  for (const { file, line } of rows) {
    const lines = places.get(file) ?? new Set<number>();
    places.set(file, lines.add(line));
  }
  let found: { file: number; line: number; source: string }[] = [];
  const store = async (): Promise<void> => {
    const column = <Name extends "file" | "line" | "source">(name: Name) => found.map((each) => each[name]);
    const rowsOfFiles = { files: column("file"), lines: column("line"), sources: column("source") };
    if (found.length > 0) await session.query(storeSources({ connectionId, importId, ...rowsOfFiles }));
    found = [];
  };
  try {
    for await (const { file, line, source } of delivery.sources(places)) {
      found.push({ file, line, source: cutSource(source) });
      if (found.length >= rowsPerStatement) await store();
    }
  } catch (error) {
    if (!(Error.isError(error) && error instanceof SourceFileError)) throw error;
  }
  await store();
}
