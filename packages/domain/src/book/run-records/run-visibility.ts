import { fail } from "@service/contract";
import { type Database, statement } from "@service/db";
import type { RunVisibility } from "../seats/index.ts";

/**
 * The condition that a person sees what the run `rr` (of `run_records`) read (REC-78): the client whole, or in part what
 * the person's own run read; of several clients the person's own run. `grants` and `seat` are placeholders. True or false,
 * also where the run or the viewer has no seat: unknown would pass a `not`.
 */
export function sawRecords({ grants, seat }: { readonly grants: string; readonly seat: string }): string {
  return `((rr.client_key is null and rr.seat_key = ${seat}) is true or exists (
      select from record_connections c
      join book.grants g on g.connection_id = c.id and g.client_key = rr.client_key and g.grant_key = any(${grants})
        and (g.policy_key = '' or rr.seat_key = ${seat})
        and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq)
      where c.id = rr.connection_id))`;
}

const hiddenRun = statement(
  "run_records_find_hidden",
  `select rr.run_id as "runId" from run_records rr
   where rr.run_id = $1 and not ${sawRecords({ grants: "$2::text[]", seat: "$3" })}`,
);

/**
 * A run that read no book is seen by everybody whom its key lets.
 * @throws `run_not_found` for a run that the viewer may not see (REC-78).
 */
export async function assertRunVisible(
  { db }: { readonly db: Pick<Database, "pool"> },
  runId: string,
  overBook: RunVisibility,
): Promise<void> {
  if (overBook.kind === "all") return;
  const { rows } = await db.pool.query(hiddenRun([runId, overBook.grants, overBook.seatKey]));
  if (rows.length > 0) throw fail("run_not_found");
}
