import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";

/** An event that a consumer gave up after the last attempt. */
export interface GivenUpEvent {
  readonly eventId: string;
  readonly consumer: string;
  readonly type: string | null;
  /** For a run's event. */
  readonly runId: string | null;
  readonly attempts: number;
  /** Error of the last attempt. */
  readonly error: string;
  readonly failedAt: Date;
}

const listMarks = statement(
  "event_marks_list_given_up",
  `select m.event_id as "eventId", m.consumer, coalesce(v.type::text, e.type) as type, v.run_id as "runId", m.attempts,
     m.last_error as error, m.failed_at as "failedAt"
   from event_marks m left join webhook_events v on v.id = m.event_id left join platform_events e on e.id = m.event_id
   where m.organization_id = $1 and m.failed_at is not null
   order by m.failed_at desc, m.event_id limit $2`,
  // A mark is given up with the error of its last attempt.
).narrowed<Pick<GivenUpEvent, "error">>();

/**
 * Given-up events of an organization, newest first.
 * @throws `not_found` for an organization that does not exist.
 */
export async function listGivenUpEvents(
  deps: Pick<Deps, "db">,
  options: { readonly organizationId: string; readonly limit: number },
): Promise<GivenUpEvent[]> {
  const { id } = await showOrganization(deps, options.organizationId);
  const { rows } = await deps.db.pool.query(listMarks([id, options.limit]));
  return rows;
}
