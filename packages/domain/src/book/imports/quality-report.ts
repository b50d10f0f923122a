import { type Querying, statement } from "@service/db";
import { type JsonObject, number, objects, parseJsonObject, text, texts } from "@service/json";
import { likelyDuplicates } from "./likely-duplicates.ts";
import type { RecordImport } from "./record-import.ts";
import type { StagedQuality } from "./quality-findings.ts";

/** People listed who work on clients and have no seat. */
const peopleListedMax = 200;

/**
 * Seats that entries of `book.grants` name: from one to the next through the index, so that their number counts and not
 * that of the clients.
 */
const readPeople = statement(
  "book_grants_read_people_without_seat",
  `with recursive named (grant_key) as (
     (select g.grant_key from book.grants g
       where g.connection_id = $1 and g.grant_key >= 'seat:' and g.grant_key < 'seat;' order by g.grant_key limit 1)
     union all
     select (select g.grant_key from book.grants g
       where g.connection_id = $1 and g.grant_key > named.grant_key and g.grant_key < 'seat;' order by g.grant_key limit 1)
     from named where named.grant_key is not null
   )
   select substr(grant_key, 6) as "seatKey" from named
   where grant_key is not null
     and exists (select from book.grants g
       where g.connection_id = $1 and g.grant_key = named.grant_key and g.to_seq is null)
     and not exists (select from book.staff s
       where s.connection_id = $1 and s.row_key = substr(named.grant_key, 6) and s.to_seq is null)
     and not exists (select from seats s
       where s.organization_id = $2 and s.seat_key = substr(named.grant_key, 6) and s.active)
   limit $3`,
);

/** What reading has found, as it is kept (IMP-74): JSON text with names in snake_case. */
export function stagedReport({ families, duplicates, retried, endedFiles, notes }: StagedQuality): string {
  const counted = (kind: "equal" | "conflicting"): JsonObject =>
    Object.fromEntries(
      Object.entries(duplicates).flatMap(([family, of]) => (of[kind] === 0 ? [] : [[family, of[kind]] as const])),
    );
  return JSON.stringify({
    families: Object.fromEntries(
      Object.entries(families).map(([family, { findingsNotListed, ...of }]) => [
        family,
        { ...of, findings_not_listed: findingsNotListed },
      ]),
    ),
    equal_duplicates: counted("equal"),
    conflicting_duplicates: counted("conflicting"),
    conflicting_ids: Object.fromEntries(
      Object.entries(duplicates).flatMap(([family, { ids }]) => (ids.length === 0 ? [] : [[family, ids] as const])),
    ),
    retried_orphans: retried,
    unread: endedFiles,
    notes,
  });
}

/** What whoever sent the delivery should see at once, a sentence each. */
export function readNotes(report: string | null): readonly string[] {
  return report === null ? [] : texts(parseJsonObject(report), "notes");
}

/** What the guards look at of a staged import. */
export function readEndedFiles(report: string | null): StagedQuality["endedFiles"] {
  if (report === null) return [];
  return objects(parseJsonObject(report), "unread").map((ended) => ({
    file: number(ended, "file") ?? 0,
    line: number(ended, "line") ?? 0,
    message: text(ended, "message") ?? "",
  }));
}

const countOrphans = statement(
  "record_quarantine_count_orphans",
  `select family, count(*) as rows from record_quarantine
   where connection_id = $1 and import_id = $2 and is_orphan group by family order by family`,
);

/** What is known once everything is applied is added to what was found while reading. JSON text. */
export async function finishedReport(
  db: Querying,
  { id, connectionId, organizationId, seq, report }: RecordImport,
): Promise<string> {
  const { rows: people } = await db.query(readPeople([connectionId, organizationId, peopleListedMax]));
  const { rows: orphans } = await db.query(countOrphans([connectionId, id]));
  const found: JsonObject = report === null ? {} : parseJsonObject(report);
  return JSON.stringify({
    ...found,
    orphans: Object.fromEntries(orphans.map(({ family, rows }) => [family, rows])),
    likely_duplicates: seq === null ? null : await likelyDuplicates(db, { connectionId, seq }),
    people_without_seat: people.map(({ seatKey }) => seatKey),
  });
}
