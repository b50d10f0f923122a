import { statement } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { RunVisibility } from "../seats/index.ts";

/** As lists of the ledger show them to the same person (LEDGER-41), here with every private note left out. */
const readOfRun = statement(
  "ledger_read_of_run",
  `select c.seq, c.type from ledger_commands c
   where c.organization_id = @organization_id and c.run_id = @run_id and c.private_to is null
     and (@grants::text[] is null or c.actor_seat = @seat_key
       or case when c.client_key is null then c.is_open else exists (
       select from record_connections rc join book.grants g on g.connection_id = rc.id
       where rc.id = c.connection_id and g.client_key = c.client_key and g.grant_key = any(@grants)
         and (g.policy_key = '' or c.policy_key is null or g.policy_key = c.policy_key)
         and g.from_seq <= rc.served_seq and (g.to_seq is null or g.to_seq > rc.served_seq)) end)
   order by c.seq limit @limit`,
);

const actionsMax = 1_000;

/**
 * The first thousand commands whose entity or source is the run, oldest first, of those that the viewer of the run may
 * see (LEDGER-63).
 */
export async function actionsOfRun(
  { db }: Pick<Deps, "db">,
  { organizationId, id }: OrganizationScope & { readonly id: string },
  overBook: RunVisibility,
): Promise<readonly { readonly seq: number; readonly type: string }[]> {
  const { grants, seatKey } = overBook.kind === "all" ? { grants: null, seatKey: null } : overBook;
  const { rows } = await db.pool.query(readOfRun({ organizationId, runId: id, limit: actionsMax, grants, seatKey }));
  return rows;
}
