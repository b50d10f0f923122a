import { randomUUID } from "node:crypto";

import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents, type NewPlatformEvent } from "../../events/events/index.ts";
import { compileCron } from "../../events/schedules/index.ts";

const schedulesPerBatchMax = 50;

interface DueRow {
  readonly id: string;
  readonly organizationId: string;
  readonly automationKey: string;
  readonly schedule: string;
  readonly timezone: string;
  readonly nextTickAt: Date;
  readonly now: Date;
}

/** Uses the database's clock, so that processes agree on what is due. */
const lockDue = statement(
  "automations_lock_due",
  `
  select a.id, a.organization_id as "organizationId", a.automation_key as "automationKey", a.schedule, a.timezone,
    a.next_tick_at as "nextTickAt", now() as now
    from automations a
   where a.enabled and a.removed_at is null and a.next_tick_at <= now()
   order by a.next_tick_at limit ${schedulesPerBatchMax} for no key update skip locked`,
  // Only what has a schedule has a next tick, and every schedule has a time zone (CHECK).
).narrowed<{ readonly schedule: string; readonly timezone: string }>();

const insertExecutions = statement(
  "automation_executions_insert_fired",
  `
  insert into automation_executions (id, automation_id, organization_id, event_id, event_type, status, due_at,
    scheduled_at)
  select t.id, t.automation_id, e.organization_id, e.id, e.type, 'pending', now(), e.occurred_at
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t(id, automation_id, event_id)
    join platform_events e on e.id = t.event_id
  on conflict (automation_id, event_id) do nothing`,
);

const setNextTicks = statement(
  "automations_set_next_ticks",
  `update automations a set next_tick_at = t.next
   from unnest($1::uuid[], $2::timestamptz[]) as t(id, next) where a.id = t.id`,
);

/**
 * Records the ticks that are due as `schedule.fired` events, with the execution of their automation and the time of the
 * next tick in the same commit. After downtime the latest missed tick fires, and no earlier one.
 *
 * @returns how many schedules ticked; a full batch means that there may be more.
 */
export async function fireSchedules(
  deps: Pick<Deps, "db" | "log">,
): Promise<{ readonly ticks: number; readonly isFull: boolean }> {
  return deps.db.inTransaction(async (tx) => {
    const { rows: due } = await tx.query(lockDue([]));
    if (due.length === 0) return { ticks: 0, isFull: false };
    const ticks = due.flatMap((row) => tickOf(deps, row) ?? []);
    const appended = await appendPlatformEvents(
      tx,
      ticks.map(({ event }) => event),
    );
    await tx.query(
      insertExecutions([ticks.map(() => randomUUID()), ticks.map(({ id }) => id), appended.map(({ id }) => id)]),
    );
    await tx.query(
      setNextTicks([due.map(({ id }) => id), due.map(({ id }) => ticks.find((tick) => tick.id === id)?.next ?? null)]),
    );
    return { ticks: ticks.length, isFull: due.length === schedulesPerBatchMax };
  });
}

/** Undefined for a schedule that cannot be read any more: it stops, so that it does not block the others. */
function tickOf(
  deps: Pick<Deps, "log">,
  row: DueRow,
): { id: string; event: NewPlatformEvent; next: Date | null } | undefined {
  try {
    const cron = compileCron(row.schedule, row.timezone);
    const tick = cron.latest(row.now, row.nextTickAt) ?? row.nextTickAt;
    return { id: row.id, event: scheduleFired(row, tick), next: cron.next(row.now) ?? null };
  } catch (error) {
    deps.log.error({ err: error, automationId: row.id }, "a schedule cannot be read; it stops");
    return undefined;
  }
}

function scheduleFired(row: DueRow, tick: Date): NewPlatformEvent {
  const { id, organizationId, automationKey, schedule, timezone, nextTickAt } = row;
  const isLate = nextTickAt.getTime() < tick.getTime();
  return {
    organizationId,
    type: "schedule.fired",
    dedupeKey: `automation:${id}:${tick.toISOString()}`,
    subject: { kind: "automation", key: automationKey },
    data: {
      automation_key: automationKey,
      schedule,
      timezone,
      scheduled_at: tick.toISOString(),
      ...(isLate ? { missed_since: nextTickAt.toISOString() } : {}),
    },
    occurredAt: tick,
  };
}
