import { createHash, randomUUID } from "node:crypto";

import { type EndpointStatus, limits, type PayloadMode, type WebhookEventType } from "@service/contract";
import { hotStatement, type Transaction } from "@service/db";

import { loadCorrections, type CorrectedResult } from "../corrections/index.ts";
import type { Deps } from "../deps.ts";
import { loadRunsForEvents, type RunStatusRow } from "../runs/index.ts";
import { renderRunEvent, type RunEvent } from "./webhook-event.ts";

/** Events one transaction expands. */
const eventsPerBatchMax = 200;
/** Events of environments that listen to nothing, marked by one statement. */
const unheardPerBatchMax = 2_000;
/** Stored output that is rendered at once: bounds the memory of a batch. */
const outputBytesAtOnceMax = 8 * 1024 * 1024;
/** At most 20 endpoints in an environment; the bound keeps one broken row from growing the batch. */
const endpointsPerEventMax = 2 * limits.webhookEndpointsPerEnvironment;

/** Endpoints an event is for: of its environment, listing its type, existing when it was created (webhooks.md 5.4). */
const hears = `
  p.organization_id = v.organization_id and p.environment_id = v.environment_id and p.deleted_at is null
  and v.type::text = any(p.events) and p.created_at <= v.created_at`;

/**
 * Marks the events nobody listens to: most runs of most environments, so it costs one statement for thousands.
 * Answers how many it marked, and whether events with listeners wait. A hot statement, as it walks the index itself: a
 * bitmap would read, every time, all events of the last minutes, and never clear the index of those that are done.
 */
const markUnheard = hotStatement(
  "webhooks_mark_unheard",
  `with unheard as (
    select v.id from webhook_events v
     where v.expanded_at is null and not exists (select 1 from webhook_endpoints p where ${hears})
     order by v.created_at limit ${unheardPerBatchMax} for update of v skip locked
  ), marked as (
    update webhook_events v set expanded_at = now() from unheard where v.id = unheard.id returning 1
  )
  select (select count(*) from marked) as marked,
    exists (
      select 1 from webhook_events v
       where v.expanded_at is null and v.id <> all($1::uuid[])
         and exists (select 1 from webhook_endpoints p where ${hears})) as "hasHeard"`,
);

const claimHeard = `
  with claimed as materialized (
    select v.* from webhook_events v
     where v.expanded_at is null and v.id <> all($1::uuid[])
       and exists (select 1 from webhook_endpoints p where ${hears})
     order by v.created_at limit ${eventsPerBatchMax} for update of v skip locked
  )
  select v.id, v.type, v.organization_id as "organizationId", v.run_id as "runId",
    v.correction_id as "correctionId", v.created_at as "createdAt",
    v.type = 'run.superseded' and v.setup = 'per_correction' as "carriesCorrection",
    coalesce(octet_length(r.output), 0) + coalesce(octet_length(r.solutions), 0)
      + coalesce(octet_length(c.output), 0) + coalesce(octet_length(c.solutions), 0) as "outputBytes",
    (select json_agg(json_build_object('id', p.id, 'mode', p.payload_mode, 'status', p.status) order by p.created_at)
       from (select * from webhook_endpoints p where ${hears} limit ${endpointsPerEventMax}) p) as endpoints
    from claimed v left join run_payloads r on r.run_id = v.run_id
      left join run_corrections c on c.id = v.correction_id`;

/**
 * Bodies, deliveries and the mark in one statement. Unique on event and endpoint: expanding twice adds nothing, and
 * a body that exists keeps its bytes for ever.
 */
const insertExpanded = `
  with bodies as (
    insert into webhook_bodies (event_id, mode, body, byte_count, sha256)
    select * from unnest($1::uuid[], $2::payload_mode[], $3::text[], $4::int[], $5::bytea[])
    on conflict (event_id, mode) do nothing
  ), deliveries as (
    insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, run_id, mode, thin_for_size,
      state, next_attempt_at, cycle_deadline)
    select t.id, t.event_id, t.endpoint_id, v.organization_id, v.type, v.run_id, t.mode, t.thin_for_size,
      case when t.is_held then 'held' else 'pending' end::delivery_state,
      case when not t.is_held then now() end, now() + $12::float8 * interval '1 second'
      from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::payload_mode[], $10::boolean[], $11::boolean[])
        as t(id, event_id, endpoint_id, mode, thin_for_size, is_held)
      join webhook_events v on v.id = t.event_id
    on conflict (endpoint_id, event_id) do nothing
    returning 1
  ), marked as (
    update webhook_events set expanded_at = now() where id = any($13::uuid[])
  )
  select count(*) as deliveries from deliveries`;

interface HeardEvent extends RunEvent {
  readonly type: WebhookEventType;
  readonly organizationId: string;
  readonly runId: string | null;
  /** The per-correction setup: this event is how the corrected result reaches the caller (section 6.1 rule 7). */
  readonly carriesCorrection: boolean | null;
  readonly outputBytes: number;
  readonly endpoints: readonly { id: string; mode: PayloadMode; status: EndpointStatus }[] | null;
}

export interface Expansion {
  /** Events that are done now, heard or not. */
  readonly events: number;
  readonly deliveries: number;
  /** Events that could not be rendered: leave them out for a while, or they stand before all others. */
  readonly failed: readonly string[];
  /** A batch was full: there may be more. */
  readonly isFull: boolean;
}

/**
 * Turns events into bodies and deliveries, a batch at a time (webhooks.md 5.4). Any number of processes may do it at
 * once; an event is expanded once.
 *
 * @param options.skip events to leave out this time.
 * @param options.cycleSeconds from a delivery's creation to its deadline, already scaled.
 */
export async function expandEvents(
  deps: Deps,
  options: { skip: readonly string[]; cycleSeconds: number },
): Promise<Expansion> {
  const { skip, cycleSeconds } = options;
  const { rows } = await deps.db.hot.query<{ marked: number; hasHeard: boolean }>(markUnheard([skip]));
  const { marked = 0, hasHeard = false } = rows[0] ?? {};
  if (!hasHeard) return { events: marked, deliveries: 0, failed: [], isFull: marked === unheardPerBatchMax };
  return deps.db.inTransaction(async (tx) => {
    const { rows: events } = await tx.query<HeardEvent>(claimHeard, [skip]);
    const failed: string[] = [];
    let deliveries = 0;
    for (const portion of portions(events)) {
      const runs = await loadRunsForEvents(
        deps,
        portion.flatMap(({ runId }) => runId ?? []),
      );
      const corrections = await loadCorrections(
        deps,
        portion.flatMap(({ carriesCorrection, correctionId }) => (carriesCorrection ? (correctionId ?? []) : [])),
      );
      const expanded: ExpandedEvent[] = [];
      for (const event of portion) {
        try {
          const run = event.runId === null ? undefined : runs.get(event.runId);
          const { correctionId } = event;
          expanded.push(expandEvent(event, run, correctionId === null ? undefined : corrections.get(correctionId)));
        } catch (error) {
          deps.log.error({ err: error, eventId: event.id, runId: event.runId }, "event could not be rendered");
          failed.push(event.id);
        }
      }
      deliveries += await insert(tx, expanded, cycleSeconds);
    }
    return {
      events: marked + events.length - failed.length,
      deliveries,
      failed,
      isFull: marked === unheardPerBatchMax || events.length === eventsPerBatchMax,
    };
  });
}

/** Slices of the batch whose stored outputs fit the memory bound together; each has at least one event. */
function* portions(events: readonly HeardEvent[]): Generator<readonly HeardEvent[]> {
  let portion: HeardEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    if (portion.length > 0 && bytes + event.outputBytes > outputBytesAtOnceMax) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(event);
    bytes += event.outputBytes;
  }
  if (portion.length > 0) yield portion;
}

interface ExpandedEvent {
  readonly event: HeardEvent;
  readonly bodies: ReadonlyMap<PayloadMode, string>;
  readonly isThinForSize: boolean;
}

/**
 * Renders each mode that some endpoint asks for, once; full falls back to thin above 1 MiB, except where it is the only
 * carrier of a corrected result (webhooks.md 5.4).
 */
function expandEvent(
  event: HeardEvent,
  run: RunStatusRow | undefined,
  corrected: CorrectedResult | undefined,
): ExpandedEvent {
  if (!run) throw new Error("the run of an event is missing");
  if (event.carriesCorrection && !corrected) throw new Error("the correction of an event is missing");
  const modes = new Set((event.endpoints ?? []).map(({ mode }) => mode));
  const bodies = new Map<PayloadMode, string>();
  let isThinForSize = false;
  if (modes.has("full")) {
    // A stored output beyond the bound is not even serialized; `run.superseded` never carries the stored one.
    const isHopeless = event.type !== "run.superseded" && event.outputBytes > 2 * limits.webhookBodyFullBytes;
    const full = isHopeless ? undefined : renderRunEvent(event, run, "full", corrected);
    isThinForSize = full === undefined || (!corrected && Buffer.byteLength(full, "utf8") > limits.webhookBodyFullBytes);
    if (full !== undefined && !isThinForSize) bodies.set("full", full);
  }
  if (modes.has("thin") || isThinForSize) bodies.set("thin", renderRunEvent(event, run, "thin"));
  return { event, bodies, isThinForSize };
}

async function insert(tx: Transaction, expanded: readonly ExpandedEvent[], cycleSeconds: number): Promise<number> {
  if (expanded.length === 0) return 0;
  const bodies = expanded.flatMap(({ event, bodies: rendered }) =>
    [...rendered].map(([mode, body]) => ({ eventId: event.id, mode, body, bytes: Buffer.from(body, "utf8") })),
  );
  const deliveries = expanded.flatMap(({ event, isThinForSize }) =>
    (event.endpoints ?? []).map(({ id, mode, status }) => ({
      eventId: event.id,
      endpointId: id,
      mode: mode === "full" && isThinForSize ? ("thin" as const) : mode,
      isThinForSize: mode === "full" && isThinForSize,
      isHeld: status === "disabled",
    })),
  );
  const { rows } = await tx.query<{ deliveries: number }>(insertExpanded, [
    bodies.map((row) => row.eventId),
    bodies.map((row) => row.mode),
    bodies.map((row) => row.body),
    bodies.map((row) => row.bytes.length),
    bodies.map((row) => createHash("sha256").update(row.bytes).digest()),
    deliveries.map(() => randomUUID()),
    deliveries.map((row) => row.eventId),
    deliveries.map((row) => row.endpointId),
    deliveries.map((row) => row.mode),
    deliveries.map((row) => row.isThinForSize),
    deliveries.map((row) => row.isHeld),
    cycleSeconds,
    expanded.map(({ event }) => event.id),
  ]);
  return rows[0]?.deliveries ?? 0;
}
