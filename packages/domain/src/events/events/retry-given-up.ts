import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";

const retryMarks = statement(
  "event_marks_retry",
  `update event_marks set failed_at = null, attempts = 0, next_attempt_at = now()
   where organization_id = $1 and failed_at is not null and ($2::uuid is null or event_id = $2)`,
);

/**
 * Makes given-up events due again, with all their attempts. Call it when the cause of their failure is repaired.
 *
 * @param request.eventId one event only.
 * @returns how many marks are due again.
 * @throws `not_found` for an organization that does not exist.
 */
export async function retryGivenUpEvents(
  deps: Pick<Deps, "db">,
  request: { readonly organizationId: string; readonly eventId?: string | undefined },
): Promise<number> {
  const { id } = await showOrganization(deps, request.organizationId);
  const { rowCount } = await deps.db.pool.query(retryMarks([id, request.eventId ?? null]));
  return rowCount ?? 0;
}
