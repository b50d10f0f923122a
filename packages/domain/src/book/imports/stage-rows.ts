import { builtStatement, type Database, type Querying, type Session } from "@service/db";
import { fail } from "@service/contract";
import { type FamilyName, familyNames } from "@service/record-families";
import type { DeliveredRow, Delivery } from "./delivery.ts";
import { ImportCancelled } from "./import-cancelled.ts";
import { countsOf, type ImportCounts } from "./import-counts.ts";
import { isCancelRequested, moveImport } from "./import-states.ts";
import { createQualityCounter, type StagedQuality } from "./quality-findings.ts";
import { stagedReport } from "./quality-report.ts";
import { removeSuppressed } from "./remove-suppressed.ts";
import { createRowStager } from "./staged-row.ts";
import { copyLine, stagingStatements } from "./staging-table.ts";

/** Characters sent at one time. */
const chunkChars = 128 * 1024;
const cancelPollMs = 2_000;

export interface Staged {
  readonly counts: ImportCounts;
  readonly quality: StagedQuality;
}

/**
 * Reads a delivery into the import's own table, in one transaction: a process that dies leaves nothing of it (IMP-61).
 * Rows of one id become one, quarantined ones are recorded, and orphans of earlier imports join.
 */
export async function stageRows(
  session: Session,
  {
    db,
    importId,
    connectionId,
    mode,
    delivery,
    onRows,
  }: {
    readonly db: Database;
    readonly importId: string;
    readonly connectionId: string;
    readonly mode: "full" | "delta";
    readonly delivery: Delivery;
    readonly onRows: (rows: number) => void;
  },
): Promise<Staged> {
  const staging = stagingStatements(importId);
  const counter = createQualityCounter();
  const endedFiles: { file: number; line: number; message: string }[] = [];
  const unread = new UnreadRows(delivery);
  const asides = new Asides(delivery);

  async function* lines(): AsyncGenerator<string> {
    const stager = createRowStager(connectionId);
    let chunk = "";
    let ordinal = 0;
    let polledAtMs = performance.now();
    for await (const batch of delivery.rows()) {
      for (const delivered of batch) {
        const { file, line, endsFile } = delivered;
        unread.add(delivered);
        asides.add(delivered);
        if (endsFile !== undefined) endedFiles.push({ file, line, message: endsFile });
        for (const row of delivered.mapped) {
          counter.add(row, file, line);
          chunk += copyLine(stager.stage(row, delivered), (ordinal += 1));
        }
      }
      if (chunk.length >= chunkChars) {
        yield chunk;
        chunk = "";
        onRows(ordinal);
      }
      if (performance.now() - polledAtMs > cancelPollMs) {
        if (await isCancelRequested(db.pool, importId)) throw new ImportCancelled();
        polledAtMs = performance.now();
      }
    }
    if (chunk !== "") yield chunk;
    onRows(ordinal);
  }

  return session.inTransaction(async (tx) => {
    await tx.query(staging.create([]));
    await tx.copyIn(staging.copy, lines());
    await tx.query(staging.index([]));
    const hasRepeated = await refuseCollisions(tx, staging.table);
    const duplicates = hasRepeated ? await removeDuplicates(tx, staging.table) : {};
    const complete = unread.withoutTheirs(delivery.families);
    const retried = await addOrphans(tx, staging.table, {
      connectionId,
      families: mode === "full" ? familyNames.filter((name) => !complete.includes(name)) : familyNames,
    });
    await tx.query(staging.analyze([]));
    const suppressed = await removeSuppressed(tx, staging.table, connectionId);
    await recordQuarantined(tx, staging.table, { connectionId, importId });
    const counts = await countStaged(tx, staging.table);
    for (const { family, rows } of suppressed) {
      const counted = countsOf(counts, family);
      counted.read += rows;
      counted.suppressed += rows;
    }
    const quality = {
      families: counter.result(),
      duplicates,
      retried,
      endedFiles,
      notes: [...(mode === "full" ? unread.notes() : []), ...asides.notes(), ...delivery.hints()],
    };
    await moveImport(tx, importId, "stage", {
      counts: JSON.stringify(counts),
      report: stagedReport(quality),
      complete,
    });
    return { counts, quality };
  });
}

/**
 * Rows that could not be read. Each may be any row of its file, so that nothing of the file's families may count as gone
 * (IMP-63): what a full delivery lacks of them is perhaps among these rows.
 */
class UnreadRows {
  readonly #files: Delivery["files"];
  readonly #byFile = new Map<
    number,
    { rows: number; readonly line: number; readonly families: readonly FamilyName[] }
  >();

  constructor({ files }: Delivery) {
    this.#files = files;
  }

  add({ file, line, unreadOf: families }: DeliveredRow): void {
    if (families === undefined) return;
    const counted = this.#byFile.get(file);
    if (counted === undefined) this.#byFile.set(file, { rows: 1, line, families });
    else counted.rows += 1;
  }

  withoutTheirs(complete: readonly FamilyName[]): readonly FamilyName[] {
    const theirs = new Set([...this.#byFile.values()].flatMap(({ families }) => families));
    return complete.filter((family) => !theirs.has(family));
  }

  notes(): readonly string[] {
    return [...this.#byFile].map(([file, { rows, line, families }]) => {
      const name = this.#files[file]?.name ?? "a file";
      const which = rows === 1 ? `Line ${line} of ${name}` : `${rows} rows of ${name} (the first in line ${line})`;
      return `${which} could not be read, so nothing of ${families.join(", ")} was removed.`;
    });
  }
}

/** Lines that are no rows of the book, by file. */
class Asides {
  readonly #files: Delivery["files"];
  readonly #byFile = new Map<number, { lines: number; readonly first: number }>();

  constructor({ files }: Delivery) {
    this.#files = files;
  }

  add({ file, line, isAside }: DeliveredRow): void {
    if (isAside !== true) return;
    const counted = this.#byFile.get(file);
    if (counted === undefined) this.#byFile.set(file, { lines: 1, first: line });
    else counted.lines += 1;
  }

  notes(): readonly string[] {
    return [...this.#byFile].map(([file, { lines, first }]) => {
      const name = this.#files[file]?.name ?? "a file";
      return lines === 1
        ? `Line ${first} of ${name} was left out: it is totals, a title or the header again.`
        : `${lines} lines of ${name} (the first is ${first}) were left out: they are totals, titles or the header again.`;
    });
  }
}

/**
 * Two ids with one key: 100 bits make it practically impossible, and mixing two clients must be impossible.
 * @returns whether any row came twice.
 */
async function refuseCollisions(tx: Querying, table: string): Promise<boolean> {
  const { rows } = await tx.query(
    builtStatement<readonly [], { readonly repeated: number; readonly family: string | null }>(
      `select count(*) as repeated, min(r.family) filter (where r.collides) as family from (
         select family, min(source_id) <> max(source_id) as collides from ${table} where row_key is not null
         group by family, row_key having count(*) > 1) r`,
    )([]),
  );
  const [found] = rows;
  if (typeof found?.family === "string")
    throw fail("invalid_request", { message: `Two ids of ${found.family} have the same key.` });
  return (found?.repeated ?? 0) > 0;
}

const idsListedMax = 20;

/** A deletion wins over a row; else the newest by its time, else the first. */
async function removeDuplicates(tx: Querying, table: string): Promise<StagedQuality["duplicates"]> {
  const { rows } = await tx.query(
    builtStatement<
      readonly [],
      { readonly family: FamilyName; readonly equal: number; readonly conflicting: number; readonly ids: string[] }
    >(`
      with repeated as (
        select family, row_key from ${table} where kind <> 'quarantined'
        group by family, row_key having count(*) > 1
      ), ranked as (
        select s.ctid as place, s.family, s.source_id, s.row_hash, s.kind, row_number() over chosen as position,
          first_value(s.row_hash) over chosen as kept
        from repeated r join ${table} s on s.family = r.family and s.row_key = r.row_key and s.kind <> 'quarantined'
        window chosen as (partition by s.family, s.row_key
          order by s.kind = 'delete' desc, s.updated_at desc nulls last, s.ordinal
          rows between unbounded preceding and unbounded following)
      ), removed as (
        delete from ${table} t using ranked where t.ctid = ranked.place and ranked.position > 1
        returning ranked.family, ranked.source_id, ranked.row_hash is not distinct from ranked.kept as is_equal
      )
      select family, count(*) filter (where is_equal) as equal, count(*) filter (where not is_equal) as conflicting,
        coalesce((array_agg(distinct source_id) filter (where not is_equal))[1:${idsListedMax}], '{}') as ids
      from removed group by family`)([]),
  );
  return Object.fromEntries(rows.map(({ family, ...found }) => [family, found]));
}

/**
 * Rows of earlier deliveries whose client was not there come again, unless this delivery has the row or is complete in
 * its family.
 */
async function addOrphans(
  tx: Querying,
  table: string,
  { connectionId, families }: { readonly connectionId: string; readonly families: readonly FamilyName[] },
): Promise<StagedQuality["retried"]> {
  const { rows } = await tx.query(
    builtStatement<readonly [string, readonly string[]], { readonly family: FamilyName; readonly retried: number }>(`
      with waiting as (
        select distinct on (o.family, o.row_key) o.*
        from record_quarantine q cross join lateral jsonb_populate_record(null::${table},
          q.staged::jsonb || jsonb_build_object('import_id', coalesce(q.origin_import_id, q.import_id), 'source', q.body)) o
        where q.connection_id = $1 and q.is_orphan and q.family = any($2)
        order by o.family, o.row_key, q.id desc
      ), added as (
        insert into ${table}
        select w.* from waiting w
        where not exists (select from ${table} s where s.family = w.family and s.row_key = w.row_key)
        returning family
      )
      select family, count(*) as retried from added group by family`)([connectionId, [...families]]),
  );
  return Object.fromEntries(rows.map(({ family, retried }) => [family, retried]));
}

async function recordQuarantined(
  tx: Querying,
  table: string,
  { connectionId, importId }: { readonly connectionId: string; readonly importId: string },
): Promise<void> {
  await tx.query(
    builtStatement<readonly [string, string], never>(`
      insert into record_quarantine (connection_id, import_id, family, source_id, source_file, source_line, reasons, body)
      select $1, $2, family, source_id, source_file, source_line, reasons, fields from ${table}
      where kind = 'quarantined' order by ordinal`)([connectionId, importId]),
  );
}

async function countStaged(tx: Querying, table: string): Promise<ImportCounts> {
  const { rows } = await tx.query(
    builtStatement<readonly [], { readonly family: FamilyName; readonly read: number; readonly quarantined: number }>(`
      select family, count(*) as read, count(*) filter (where kind = 'quarantined') as quarantined
      from ${table} where kind <> 'delete' group by family`)([]),
  );
  const counts: ImportCounts = {};
  for (const { family, read, quarantined } of rows) Object.assign(countsOf(counts, family), { read, quarantined });
  return counts;
}
