import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Transaction, statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import {
  type EventConsumer,
  type EventMark,
  handleEvents,
  markColumns,
  platformEventBounds,
  type PlatformEvent,
  platformEventColumns,
  platformEventOf,
  type PlatformEventRow,
} from "../../events/events/index.ts";
import { type Automation, automationColumns, automationOf, type AutomationRow } from "./automation.ts";
import type { Effect } from "./automation-file.ts";
import { judgeByFilter } from "./filter.ts";

/** Small, because the events' data is read, up to a mebibyte each. */
const eventsPerBatchMax = 25;

/**
 * The automations of marks, enabled or not: the time of recording decided. One that was disabled or removed since still
 * gets an execution, which is skipped with that reason when it is claimed.
 */
const markedAutomations = statement(
  "automations_read_marked",
  `
  select ${automationColumns}, t.event_id as "markedFor",
    exists (select from automation_executions x
             where x.emitted_event_id = t.event_id and x.automation_id = a.id) as "isOwnEmission"
    from unnest($1::uuid[], $2::text[]) as t(event_id, consumer)
    join automations a on a.id = split_part(t.consumer, ':', 2)::uuid`,
  // One of the ids given.
).narrowed<{ readonly markedFor: string }>();

const insertExecutions = statement(
  "automation_executions_insert_matched",
  `
  insert into automation_executions (id, automation_id, organization_id, event_id, event_type, status, due_at, code,
    message, finished_at)
  select t.id, t.automation_id, e.organization_id, e.id, e.type, t.status::automation_execution_status,
    case when t.status = 'pending' then now() end, t.code, t.message, case when t.status <> 'pending' then now() end
    from unnest(@ids::uuid[], @automation_ids::uuid[], @event_ids::uuid[], @statuses::text[], @codes::text[],
      @messages::text[])
      as t(id, automation_id, event_id, status, code, message)
    join platform_events e on e.id = t.event_id
  on conflict (automation_id, event_id) do nothing`,
);

export interface Matching {
  readonly events: number;
  /** New executions waiting to be performed. */
  readonly pending: number;
  /** There may be more. */
  readonly isFull: boolean;
}

/** An automation's decision on an event; a false filter drops it without a trace. */
type Reaction =
  | { readonly kind: "fire" }
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly code: string; readonly message: string };

interface PlannedExecution {
  readonly automationId: string;
  readonly eventId: string;
  readonly reaction: Exclude<Reaction, { kind: "pass" }>;
}

/** An automation's mark with its event. */
interface MarkedEvent extends EventMark, PlatformEventRow {
  /** Null once the automation's row is gone. */
  readonly automationKey: string | null;
}

const markedEvents = `
  select ${markColumns}, ${platformEventColumns}, a.automation_key as "automationKey"
    from taken t join platform_events e on e.id = t.event_id
      left join automations a on a.id = split_part(t.consumer, ':', 2)::uuid`;

/**
 * Turns events that automations are marked for into executions, a batch at a time. Executions and the removal of the
 * marks commit together, so an event makes at most one execution of an automation in any number of processes.
 */
export async function matchEvents(deps: Pick<Deps, "db" | "log" | "clock">): Promise<Matching> {
  const { handled, made, isFull } = await handleEvents(deps, eventMatching(deps));
  return { events: handled, pending: made.reduce((sum, pending) => sum + pending, 0), isFull };
}

/** Makes executions of marks. @returns how many of them wait to be performed. */
function eventMatching(deps: Pick<Deps, "log">): EventConsumer<MarkedEvent, number> {
  return {
    name: "automation",
    eventsPerBatchMax,
    rows: markedEvents,
    describe: ({ consumer, automationKey, depth }) => ({
      subject: { kind: "automation", key: automationKey ?? consumer },
      cause: { depth },
    }),
    async handle(tx, marks) {
      const planned = await plan(deps, tx, marks);
      await insert(tx, planned);
      return { made: planned.filter(({ reaction }) => reaction.kind === "fire").length, failed: [] };
    },
  };
}

async function plan(
  deps: Pick<Deps, "log">,
  tx: Transaction,
  marks: readonly MarkedEvent[],
): Promise<PlannedExecution[]> {
  const { rows } = await tx.query(
    markedAutomations([marks.map(({ eventId }) => eventId), marks.map(({ consumer }) => consumer)]),
  );
  const byId = new Map(marks.map((mark) => [mark.eventId, platformEventOf(mark)]));
  const planned: PlannedExecution[] = [];
  for (const { markedFor, isOwnEmission, ...row } of rows) {
    const event = byId.get(markedFor);
    if (!event) continue;
    // A filter may take long on a large event: leases are extended between two of them.
    await nextTurn();
    const reaction = reactionTo(deps, row, event, isOwnEmission);
    if (reaction.kind !== "pass") planned.push({ automationId: row.id, eventId: event.id, reaction });
  }
  return planned;
}

/** An automation whose row or filter breaks gets one entry in its log, and does not block the events of others. */
function reactionTo(
  deps: Pick<Deps, "log">,
  row: AutomationRow,
  event: PlatformEvent,
  isOwnEmission: boolean,
): Reaction {
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

/** Whether the effect records a further event. */
function emits({ kind }: Effect): boolean {
  return kind === "emit_event" || kind === "start_evaluation";
}

async function insert(tx: Transaction, planned: readonly PlannedExecution[]): Promise<void> {
  if (planned.length === 0) return;
  const skips = planned.map(({ reaction }) => (reaction.kind === "skip" ? reaction : undefined));
  await tx.query(
    insertExecutions({
      ids: planned.map(() => randomUUID()),
      automationIds: planned.map(({ automationId }) => automationId),
      eventIds: planned.map(({ eventId }) => eventId),
      statuses: planned.map(({ reaction }) => (reaction.kind === "fire" ? "pending" : "skipped")),
      codes: skips.map((skip) => skip?.code ?? null),
      messages: skips.map((skip) => skip?.message ?? null),
    }),
  );
}
