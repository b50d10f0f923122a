import { type Pool, type Transaction, statement } from "@service/db";
import { platformEventColumns, platformEventOf, type PlatformEvent, type PlatformEventRow } from "./platform-event.ts";

const readEvent = statement(
  "platform_events_read",
  `select ${platformEventColumns} from platform_events e where e.id = $1 and e.organization_id = $2`,
).narrowed<Pick<PlatformEventRow, "type">>();

/** One event of an organization; undefined when it does not exist or was removed. */
export async function readPlatformEvent(
  on: Transaction | Pool,
  organizationId: string,
  eventId: string,
): Promise<PlatformEvent | undefined> {
  const { rows } = await on.query(readEvent([eventId, organizationId]));
  const [row] = rows;
  return row && platformEventOf(row);
}
