import { randomUUID } from "node:crypto";
import type { Transaction } from "@service/db";

import type { Deps } from "../deps.ts";
import {
  markEventsHandled,
  platformEventBounds,
  type PlatformEvent,
  takeUnhandledEvents,
} from "../platform-events/index.ts";
import { type Automation, automationColumns, automationOf, type AutomationRow } from "./automation.ts";
import type { Effect } from "./automation-file.ts";
import { judgeByFilter } from "./filter.ts";

/** Their data is read, up to a mebibyte each. */
const eventsPerBatchMax = 25;
const unheardPerBatchMax = 2_000;

/** Automations an event is for: of its organization and type, enabled now, there when it was recorded. */
const hears = `a.organization_id = e.organization_id and a.event_type = e.type and a.enabled and a.removed_at is null
  and a.created_at <= e.recorded_at`;

/** Marks events that no automation is for, without reading what they carry: most events of most organizations. */
const markUnheard = `
  with unheard as (
    select e.id from platform_events e
     where e.handled_at is null and not exists (select from automations a where ${hears})
     order by e.seq limit ${unheardPerBatchMax} for no key update of e skip locked
  ), marked as (
    update platform_events e set handled_at = now() from unheard where e.id = unheard.id returning 1
  )
  select (select count(*) from marked) as marked,
    exists (select from platform_events e
             where e.handled_at is null and exists (select from automations a where ${hears})) as "hasHeard"`;

const insertExecutions = `
  insert into automation_executions (id, automation_id, organization_id, event_id, event_type, status, due_at, code,
    message, finished_at)
  select t.id, t.automation_id, e.organization_id, e.id, e.type, t.status::automation_execution_status,
    case when t.status = 'pending' then now() end, t.code, t.message, case when t.status <> 'pending' then now() end
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      as t(id, automation_id, event_id, status, code, message)
    join platform_events e on e.id = t.event_id
  on conflict (automation_id, event_id) do nothing`;

export interface Matching {
  readonly events: number;
  /** Executions that wait to be performed now. */
  readonly pending: number;
  /** There may be more. */
  readonly isFull: boolean;
}

/** What an automation makes of an event; a false filter makes nothing of it. */
type Reaction =
  | { readonly kind: "fire" }
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly code: string; readonly message: string };

interface PlannedExecution {
  readonly automationId: string;
  readonly eventId: string;
  readonly reaction: Exclude<Reaction, { kind: "pass" }>;
}

/**
 * Turns events nobody has looked at into executions, a batch at a time. Events are taken by a mark on each row, so one
 * that commits late is found like any other; executions and mark commit together, so an event concerns an automation
 * once however many processes look.
 */
export async function matchEvents(deps: Deps): Promise<Matching> {
  const { rows } = await deps.db.pool.query<{ marked: number; hasHeard: boolean }>(markUnheard);
  const { marked = 0, hasHeard = false } = rows[0] ?? {};
  if (!hasHeard) return { events: marked, pending: 0, isFull: marked === unheardPerBatchMax };
  return deps.db.inTransaction(async (tx) => {
    const events = await takeUnhandledEvents(tx, { eventsMax: eventsPerBatchMax });
    const planned = await plan(deps, tx, events);
    await insert(tx, planned);
    await markEventsHandled(
      tx,
      events.map(({ id }) => id),
    );
    return {
      events: marked + events.length,
      pending: planned.filter(({ reaction }) => reaction.kind === "fire").length,
      isFull: marked === unheardPerBatchMax || events.length === eventsPerBatchMax,
    };
  });
}

async function plan(deps: Deps, tx: Transaction, events: readonly PlatformEvent[]): Promise<PlannedExecution[]> {
  const { rows } = await tx.query<AutomationRow & { heardId: string; isOwnEmission: boolean }>(
    `select ${automationColumns}, e.id as "heardId",
       exists (select from automation_executions x
                where x.emitted_event_id = e.id and x.automation_id = a.id) as "isOwnEmission"
     from platform_events e join automations a on ${hears}
     where e.id = any($1::uuid[])`,
    [events.map(({ id }) => id)],
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const planned: PlannedExecution[] = [];
  for (const { heardId, isOwnEmission, ...row } of rows) {
    const event = byId.get(heardId);
    if (!event) continue;
    const reaction = reactionTo(deps, row, event, isOwnEmission);
    if (reaction.kind !== "pass") planned.push({ automationId: row.id, eventId: event.id, reaction });
  }
  return planned;
}

/** An automation whose row or filter breaks is one entry in its log, and does not hold up the events of others. */
function reactionTo(deps: Deps, row: AutomationRow, event: PlatformEvent, isOwnEmission: boolean): Reaction {
  try {
    return react(automationOf(row), event, isOwnEmission);
  } catch (error) {
    deps.log.error({ err: error, automationId: row.id, eventId: event.id }, "an automation could not judge an event");
    return { kind: "skip", code: "internal_error", message: "The service failed unexpectedly." };
  }
}

function react({ trigger, effect }: Automation, event: PlatformEvent, isOwnEmission: boolean): Reaction {
  if (isOwnEmission) {
    return {
      kind: "skip",
      code: "own_emission",
      message: "An automation does not react to an event it emitted itself.",
    };
  }
  if ("filter" in trigger && trigger.filter !== undefined) {
    const judged = judgeByFilter(trigger.filter, event);
    if (judged.truth === "false") return { kind: "pass" };
    if (judged.truth === "unknown") return { kind: "skip", code: "filter_unknown", message: judged.message };
  }
  if (emits(effect) && event.depth >= platformEventBounds.depthMax) {
    return {
      kind: "skip",
      code: "depth_exceeded",
      message: `The event stands at the end of a chain of ${platformEventBounds.depthMax} effects; another one would be a loop.`,
    };
  }
  return { kind: "fire" };
}

/** Whether the effect writes a further event into the log. */
function emits({ kind }: Effect): boolean {
  return kind === "emit_event" || kind === "start_evaluation";
}

async function insert(tx: Transaction, planned: readonly PlannedExecution[]): Promise<void> {
  if (planned.length === 0) return;
  const skips = planned.map(({ reaction }) => (reaction.kind === "skip" ? reaction : undefined));
  await tx.query(insertExecutions, [
    planned.map(() => randomUUID()),
    planned.map(({ automationId }) => automationId),
    planned.map(({ eventId }) => eventId),
    planned.map(({ reaction }) => (reaction.kind === "fire" ? "pending" : "skipped")),
    skips.map((skip) => skip?.code ?? null),
    skips.map((skip) => skip?.message ?? null),
  ]);
}
