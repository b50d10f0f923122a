import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { platformEventColumns, platformEventOf, type PlatformEvent, type PlatformEventRow } from "./platform-event.ts";

export const eventsListed = { default: 50, max: 1_000 } as const;
/** Most bytes of events read into memory for one list: a single event may have a mebibyte. */
const bytesMax = 64 * 1024 * 1024;

const newest = `platform_events e where e.organization_id = $1 and ($2::text is null or e.type = $2)
  order by e.seq desc limit $3`;

const readSize = statement(
  "platform_events_read_size",
  `select coalesce(sum(bytes), 0)::bigint as bytes from (select octet_length(e.data) as bytes from ${newest}) sizes`,
);

const readNewest = statement("platform_events_read_newest", `select ${platformEventColumns} from ${newest}`).narrowed<
  Pick<PlatformEventRow, "type">
>();

/**
 * The newest events of an organization, newest first.
 * @param options.limit at most 1,000; 50 when left out.
 * @throws `not_found` for an organization that does not exist; `invalid_request` when they are too large to be shown.
 */
export async function listPlatformEvents(
  deps: Pick<Deps, "db">,
  options: { readonly organizationId: string; readonly type?: string | undefined; readonly limit?: number | undefined },
): Promise<PlatformEvent[]> {
  const { id } = await showOrganization(deps, options.organizationId);
  const query = [id, options.type ?? null, Math.min(options.limit ?? eventsListed.default, eventsListed.max)] as const;
  const { rows: sizes } = await deps.db.pool.query(readSize(query));
  if ((sizes[0]?.bytes ?? 0) > bytesMax) {
    throw fail("invalid_request", {
      message: "These events are larger than 64 MiB together: ask for fewer, or for one type.",
    });
  }
  const { rows } = await deps.db.pool.query(readNewest(query));
  return rows.map(platformEventOf);
}
