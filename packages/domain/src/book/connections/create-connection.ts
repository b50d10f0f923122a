import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { checkedName } from "./checked-settings.ts";
import { readConnectionMapping } from "./connection-mapping.ts";
import { storedConfig } from "./connector-settings.ts";
import { connectionColumns, type ConnectionKind, type RecordConnection } from "./connection.ts";
import { checkedSchedule, nextSync } from "./sync-schedule.ts";

const insertConnection = statement(
  "record_connections_insert",
  `insert into record_connections as c (id, organization_id, name, kind, config, mapping, schedule, timezone,
     next_sync_at)
   values (@id, @organization_id, @name, @kind::text::connection_kind, @config, @mapping, @schedule, @timezone,
     @next_sync_at) returning ${connectionColumns("c")}`,
);

const defaultTimezone = "UTC";

/** The mapping of a connection that names none: files with our own field names. */
const defaultMapping = "native";

/**
 * Registers a system of record of an organization (IMP-60).
 * @param request.schedule a cron expression of five fields, in `timezone` (UTC); a connection without one is fetched on demand.
 * @param request.mapping JSON text, or the name of a shipped mapping.
 * @throws `not_found` for the organization, `invalid_request` for a name that is taken or malformed, a config or a
 *   schedule that is not one of its kind, or a mapping with problems.
 */
export async function createConnection(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  actor: Actor,
  request: {
    readonly organizationId: string;
    readonly name: string;
    readonly kind: ConnectionKind;
    readonly mapping?: string | undefined;
    readonly config?: string | undefined;
    readonly schedule?: string | undefined;
    readonly timezone?: string | undefined;
  },
): Promise<RecordConnection> {
  const { kind, mapping = defaultMapping } = request;
  readConnectionMapping(mapping);
  const name = checkedName(request.name);
  const { schedule = null, timezone = defaultTimezone } = request;
  const sync = checkedSchedule(kind, { schedule, timezone });
  const nextSyncAt = nextSync(sync, deps.clock.now());
  const id = randomUUID();
  const config = storedConfig(deps.secrets, { id, kind, config: request.config });
  const { id: organizationId } = await showOrganization(deps, request.organizationId);
  try {
    return await deps.db.inTransaction(async (tx) => {
      const { rows } = await tx.query(
        insertConnection({ id, organizationId, name, kind, config, mapping, schedule, timezone, nextSyncAt }),
      );
      const [connection] = rows;
      if (connection === undefined) throw new Error("an insert returns its row");
      await recordChange(tx, actor, {
        action: "connections.create",
        kind: "record_connection",
        id: connection.id,
        organizationId,
        before: null,
        after: { name, kind, schedule, timezone },
      });
      return connection;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw fail("invalid_request", { message: `The name ${name} is taken.`, cause: error });
    throw error;
  }
}
