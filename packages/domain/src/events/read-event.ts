import type { Pool, Transaction } from "@service/db";
import { platformEventColumns, platformEventOf, type PlatformEvent, type PlatformEventRow } from "./platform-event.ts";

/** One event of an organization; undefined when it does not exist or was removed. */
export async function readPlatformEvent(
  on: Transaction | Pool,
  organizationId: string,
  eventId: string,
): Promise<PlatformEvent | undefined> {
  const { rows } = await on.query<PlatformEventRow>(
    `select ${platformEventColumns} from platform_events e where e.id = $1 and e.organization_id = $2`,
    [eventId, organizationId],
  );
  const [row] = rows;
  return row && platformEventOf(row);
}
