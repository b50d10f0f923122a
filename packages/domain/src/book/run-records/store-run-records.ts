import { type Database, statement } from "@service/db";
import { lowestRunIdOfAge } from "./run-age.ts";
import type { RunRecords } from "./run-records.ts";

const insertRecords = statement(
  "run_records_insert",
  `insert into run_records (run_id, organization_id, connection_id, posture, seat_key, scope, lens, wanted, client_key)
   values (@run_id, @organization_id, @connection_id, @posture, @seat_key, @scope, @lens, @wanted, @client_key)`,
);

/**
 * Stores what a run reads, before the run itself, so that no worker finds the run without it (REC-71). A submission that
 * makes no run after all leaves the row to `removeOrphanedRecords`.
 */
export async function storeRunRecords(db: Database, runId: string, records: RunRecords): Promise<void> {
  const { organizationId, connectionId, viewer, wanted } = records;
  const [only, ...others] = wanted.clientKeys ?? [];
  await db.pool.query(
    insertRecords({
      runId,
      organizationId,
      connectionId,
      posture: viewer.posture,
      seatKey: viewer.seatKey,
      scope: viewer.scope,
      lens: viewer.lens,
      wanted: JSON.stringify(wanted),
      clientKey: others.length > 0 ? null : (only ?? null),
    }),
  );
}

/** A submission takes seconds, not a day. */
const removeOrphans = statement(
  "run_records_remove_orphans",
  `delete from run_records where run_id in (
     select rr.run_id from run_records rr
     where rr.run_id < ${lowestRunIdOfAge("interval '1 day'")}
       and not exists (select from runs r where r.id = rr.run_id)
     order by rr.run_id limit $1 for update skip locked)`,
);

/**
 * Removes what submissions without a run and removed runs (RUN-90) leave, a day later.
 * @returns how many were removed; a full batch means that there are more.
 */
export async function removeOrphanedRecords(db: Database, options: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeOrphans([options.rowsMax]));
  return rowCount ?? 0;
}
