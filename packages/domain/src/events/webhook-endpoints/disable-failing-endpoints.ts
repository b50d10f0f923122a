import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

const noSuccessDays = 5;
const deadLettersMin = 10;
const deadLetterSpanHours = 24;

const deadLetter = `from webhook_deliveries d
  where d.endpoint_id = e.id and d.state = 'dead_letter' and d.created_at > e.first_failure_at - interval '4 days'`;

/**
 * Endpoints without a success for five days, with at least ten dead letters that span at least a day
 * (HOOK-91). Decided in Postgres, so it survives restarts; the sweep then holds their deliveries. The ten
 * oldest dead letters and the newest are read: an endpoint may have hundreds of thousands within an hour.
 */
const disableFailing = statement(
  "webhook_endpoints_disable_failing",
  `
  update webhook_endpoints e set status = 'disabled', disabled_reason = 'failing', disabled_at = now()
   where e.status = 'enabled' and e.deleted_at is null and e.failures_in_a_row >= ${deadLettersMin}
     and e.first_failure_at < now() - interval '${noSuccessDays} days'
     and (e.last_success_at is null or e.last_success_at < now() - interval '${noSuccessDays} days')
     and (select count(*) from (select ${deadLetter} order by d.created_at limit ${deadLettersMin}) counted) >= ${deadLettersMin}
     and (select max(d.created_at) ${deadLetter}) - (select min(d.created_at) ${deadLetter})
           >= interval '${deadLetterSpanHours} hours'
  returning e.id`,
);

/** Disables them and returns their ids. Enabling an endpoint restarts its five days. */
export async function disableFailingEndpoints(deps: Pick<Deps, "db">): Promise<string[]> {
  const { rows } = await deps.db.pool.query(disableFailing([]));
  return rows.map(({ id }) => id);
}
