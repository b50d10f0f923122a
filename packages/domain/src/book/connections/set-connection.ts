import { fail } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { checkedName } from "./checked-settings.ts";
import { readConnectionMapping } from "./connection-mapping.ts";
import { storedConfig } from "./connector-settings.ts";
import { connectionColumns, readConnection, type RecordConnection } from "./connection.ts";
import { checkedSchedule, nextSync } from "./sync-schedule.ts";

const update = statement(
  "record_connections_update",
  `update record_connections c set name = @name, mapping = @mapping, config = @config,
     watermark = case when config = @config and mapping = @mapping then watermark end, fresh_hours = @fresh_hours,
       aging_hours = @aging_hours,
     state = @state::text::connection_state, schedule = @schedule, timezone = @timezone,
     next_sync_at = case when c.schedule is not distinct from @schedule
       and c.timezone = @timezone then c.next_sync_at else @next_sync_at end
   where id = @id returning ${connectionColumns("c")}`,
);

const lock = statement("record_connections_lock", "select from record_connections where id = $1 for no key update");

/** Settings of a connection; those that are left out stay. */
export interface ConnectionChanges {
  readonly name?: string | undefined;
  readonly mapping?: string | undefined;
  readonly config?: string | undefined;
  readonly freshHours?: number | undefined;
  readonly agingHours?: number | undefined;
  /** A cron expression; null: on demand from now on. */
  readonly schedule?: string | null | undefined;
  readonly timezone?: string | undefined;
  readonly state?: RecordConnection["state"] | undefined;
}

/**
 * Changes the settings that are given. A disabled connection takes no imports, and its rows are not read any more; enabling
 * it again brings them back.
 * @throws `not_found`, `invalid_request`.
 */
export async function setConnection(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  actor: Actor,
  scope: ScopeOrEvery,
  connectionId: string,
  changes: ConnectionChanges,
): Promise<RecordConnection> {
  const name = changes.name === undefined ? undefined : checkedName(changes.name);
  if (changes.mapping !== undefined) readConnectionMapping(changes.mapping);
  try {
    return await deps.db.inTransaction(async (tx) => {
      const { id } = await readConnection(tx, scope, connectionId);
      await tx.query(lock([id]));
      const before = await readConnection(tx, scope, id);
      const config =
        changes.config === undefined
          ? before.config
          : storedConfig(deps.secrets, { id, kind: before.kind, config: changes.config });
      const freshHours = changes.freshHours ?? before.freshHours;
      const agingHours = changes.agingHours ?? before.agingHours;
      if (agingHours < freshHours) {
        throw fail("invalid_request", { message: "Rows age after they were fresh: aging hours must not be fewer." });
      }
      const sync = checkedSchedule(before.kind, {
        schedule: changes.schedule === undefined ? before.schedule : changes.schedule,
        timezone: changes.timezone ?? before.timezone,
      });
      const { rows } = await tx.query(
        update({
          id,
          name: name ?? before.name,
          mapping: changes.mapping ?? before.mapping,
          config,
          freshHours,
          agingHours,
          state: changes.state ?? before.state,
          schedule: sync.schedule,
          timezone: sync.timezone,
          nextSyncAt: nextSync(sync, deps.clock.now()),
        }),
      );
      const [after] = rows;
      if (after === undefined) throw new Error("the row is locked");
      await recordChange(tx, actor, {
        action: "connections.set",
        kind: "record_connection",
        id,
        organizationId: before.organizationId,
        before: audited(before),
        after: audited(after),
      });
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw fail("invalid_request", { message: "The name is taken.", cause: error });
    throw error;
  }
}

/** The config may hold secrets, and a mapping is long. */
function audited({ name, state, freshHours, agingHours, schedule, timezone }: RecordConnection): object {
  return { name, state, fresh_hours: freshHours, aging_hours: agingHours, schedule, timezone };
}
