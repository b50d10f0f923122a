import { builtStatement, type Database, type Querying, statement } from "@service/db";
import { versionedTables } from "./undo-import.ts";

/** Days after which quarantined rows are removed, and staged rows of imports that nobody took to their end (IMP-76). */
const quarantineDays = 90;
const stagedDays = 7;

export interface SnapshotRetention {
  /** Hours for which a snapshot can still be read after the next one was served. */
  readonly snapshotHours: number;
  /** Snapshots of a connection that stay in any case, the served one among them. */
  readonly snapshotsKept: number;
}

const removeSnapshots = statement(
  "record_snapshots_remove_old",
  `delete from record_snapshots s using (
     select connection_id, seq, row_number() over newest as place, lag(served_at) over newest as replaced_at
     from record_snapshots window newest as (partition by connection_id order by seq desc)
   ) o
   where s.connection_id = o.connection_id and s.seq = o.seq and o.place > $2
     and o.replaced_at < now() - make_interval(hours => $1)`,
);

const oldestKept = statement(
  "record_snapshots_read_oldest",
  `select connection_id as "connectionId", min(seq) as seq from record_snapshots group by connection_id
   having min(seq) > 1 order by connection_id`,
).narrowed<{ readonly seq: number }>();

/**
 * Removes snapshots that are no longer kept, and then at most `rowsMax` versions that no kept snapshot has. Safe in several
 * processes at once, and beside imports.
 * @returns how many versions were removed; a full batch means that there may be more.
 */
export async function removeOldVersions(
  db: Database,
  { snapshotHours, snapshotsKept, rowsMax }: SnapshotRetention & { readonly rowsMax: number },
): Promise<number> {
  await db.pool.query(removeSnapshots([snapshotHours, snapshotsKept]));
  const { rows: connections } = await db.pool.query(oldestKept([]));
  let removed = 0;
  for (const { connectionId, seq } of connections) {
    for (const table of versionedTables) {
      if (removed >= rowsMax) return removed;
      removed += await removeEnded(db.pool, table, { connectionId, seq, rowsMax: rowsMax - removed });
    }
  }
  return removed;
}

/** A version that ended with the oldest kept snapshot, or before, is in none of them. */
async function removeEnded(
  db: Querying,
  table: string,
  { connectionId, seq, rowsMax }: { readonly connectionId: string; readonly seq: number; readonly rowsMax: number },
): Promise<number> {
  const remove = builtStatement<readonly [string, number, number], never>(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where connection_id = $1 and to_seq <= $2 limit $3 for update skip locked))`,
  );
  return (await db.query(remove([connectionId, seq, rowsMax]))).rowCount ?? 0;
}

/** Ids rise with time, so the oldest rows are the first: a batch never looks at more of them than it may remove. */
const removeQuarantined = statement(
  "record_quarantine_remove_old",
  `delete from record_quarantine where id in (
     select o.id from (select id, recorded_at from record_quarantine order by id limit $2) o
     where o.recorded_at < now() - make_interval(days => $1))`,
);

/** Removes one batch of rows that were quarantined too long ago. @returns how many were removed. */
export async function removeOldQuarantine(db: Database, { rowsMax }: { readonly rowsMax: number }): Promise<number> {
  return (await db.pool.query(removeQuarantined([quarantineDays, rowsMax]))).rowCount ?? 0;
}

const leftStaged = statement(
  "record_imports_read_left_staged",
  `select t.tablename as "table" from pg_tables t
     left join record_imports i on t.tablename = 'staged_' || replace(i.id::text, '-', '')
   where t.schemaname = 'book' and t.tablename ~ '^staged_[0-9a-f]{32}$'
     and (i.id is null or i.finished_at is not null or i.started_at < now() - make_interval(days => $1))`,
).narrowed<{ readonly table: string }>();

/** Drops the staged rows of imports that have ended, or that nobody took to their end. @returns how many tables. */
export async function dropLeftStaged(db: Database): Promise<number> {
  const { rows } = await db.pool.query(leftStaged([stagedDays]));
  for (const { table } of rows) {
    await db.pool.query(builtStatement<readonly [], never>(`drop table if exists book.${table}`)([]));
  }
  return rows.length;
}
