import { createHash, randomUUID } from "node:crypto";

import { type EndpointStatus, limits, type PayloadMode, type WebhookEventType } from "@service/contract";
import { type Transaction, statement } from "@service/db";

import { loadCorrections, type CorrectedResult } from "../../runs/corrections/index.ts";
import type { Deps } from "../../deps.ts";
import {
  type EventConsumer,
  type EventMark,
  type FailedEvent,
  handleEvents,
  markColumns,
} from "../../events/events/index.ts";
import { loadRunsForEvents, type RunStatusRow } from "../../runs/runs/index.ts";
import { renderRunEvent, type RunEvent } from "./webhook-event.ts";

/** Events one transaction expands. */
const eventsPerBatchMax = 200;
/** Most stored output rendered at once: bounds the memory of a batch. */
const outputBytesAtOnceMax = 8 * 1024 * 1024;
/** At most 20 endpoints in an environment; the bound keeps one broken row from growing the batch. */
const endpointsPerEventMax = 2 * limits.webhookEndpointsPerEnvironment;

/**
 * An event with the endpoints it is for: of its environment, listing its type, existing when it was created (5.4). Takes
 * the lock that the foreign keys of bodies and deliveries would take, but before anything is written: processes of the
 * previous release lock events too, and a later lock could deadlock with them.
 */
const eventRows = `
  select ${markColumns}, v.id, v.type, v.run_id as "runId", v.correction_id as "correctionId", v.created_at as "createdAt",
    v.type = 'run.superseded' and v.setup = 'per_correction' as "carriesCorrection",
    coalesce(octet_length(r.output), 0) + coalesce(octet_length(r.solutions), 0)
      + coalesce(octet_length(c.output), 0) + coalesce(octet_length(c.solutions), 0) as "outputBytes",
    (select json_agg(json_build_object('id', p.id, 'mode', p.payload_mode, 'status', p.status) order by p.created_at)
       from (select * from webhook_endpoints p
              where p.organization_id = v.organization_id and p.environment_id = v.environment_id
                and p.deleted_at is null and v.type::text = any(p.events) and p.created_at <= v.created_at
              limit ${endpointsPerEventMax}) p) as endpoints
    from taken t join webhook_events v on v.id = t.event_id left join run_payloads r on r.run_id = v.run_id
      left join run_corrections c on c.id = v.correction_id
     for key share of v`;

/**
 * Bodies and deliveries in one statement. Unique on event and endpoint: expanding twice adds nothing, and a body that
 * exists keeps its bytes.
 */
const insertExpanded = statement(
  "webhook_deliveries_insert_expanded",
  `
  with bodies as (
    insert into webhook_bodies (event_id, mode, body, byte_count, sha256)
    select * from unnest(@body_event_ids::uuid[], @body_modes::payload_mode[], @bodies::text[], @byte_counts::int[],
      @hashes::bytea[])
    on conflict (event_id, mode) do nothing
  ), deliveries as (
    insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, run_id, mode, thin_for_size,
      state, next_attempt_at, cycle_deadline)
    select t.id, t.event_id, t.endpoint_id, v.organization_id, v.type, v.run_id, t.mode, t.thin_for_size,
      case when t.is_held then 'held' else 'pending' end::delivery_state,
      case when not t.is_held then now() end, now() + @cycle_seconds::float8 * interval '1 second'
      from unnest(@delivery_ids::uuid[], @event_ids::uuid[], @endpoint_ids::uuid[], @modes::payload_mode[],
        @are_thin_for_size::boolean[], @are_held::boolean[])
        as t(id, event_id, endpoint_id, mode, thin_for_size, is_held)
      join webhook_events v on v.id = t.event_id
    on conflict (endpoint_id, event_id) do nothing
    returning 1
  )
  select count(*) as deliveries from deliveries`,
);

interface AwaitedEvent extends RunEvent, EventMark {
  readonly type: WebhookEventType;
  readonly runId: string | null;
  /** The per-correction setup: this event carries the corrected result to the caller (HOOK-24). */
  readonly carriesCorrection: boolean | null;
  readonly outputBytes: number;
  /** Null when the endpoints that listed the type are gone meanwhile. */
  readonly endpoints: readonly { id: string; mode: PayloadMode; status: EndpointStatus }[] | null;
}

export interface Expansion {
  /** Events handled. */
  readonly events: number;
  readonly deliveries: number;
  /** Events that could not be rendered: retried later, and given up after the tenth attempt. */
  readonly failed: readonly string[];
  /** A batch was full: there may be more. */
  readonly isFull: boolean;
}

/**
 * Turns events of runs into bodies and deliveries, a batch at a time (HOOK-17). Any number of processes may do
 * it at once; an event is expanded once.
 *
 * @param options.cycleSeconds from a delivery's creation to its deadline, already scaled.
 */
export async function expandEvents(
  deps: Pick<Deps, "db" | "log" | "clock">,
  options: { readonly cycleSeconds: number },
): Promise<Expansion> {
  const { handled, made, failed, isFull } = await handleEvents(deps, webhookExpansion(options.cycleSeconds));
  return { events: handled, deliveries: made.reduce((sum, deliveries) => sum + deliveries, 0), failed, isFull };
}

function webhookExpansion(cycleSeconds: number): EventConsumer<AwaitedEvent, number> {
  return {
    name: "webhooks",
    eventsPerBatchMax,
    rows: eventRows,
    describe: ({ runId, eventId }) => ({
      subject: runId === null ? { kind: "event", key: eventId } : { kind: "run", key: runId },
    }),
    async handle(tx, events) {
      const failed: FailedEvent<AwaitedEvent>[] = [];
      let made = 0;
      for (const portion of portions(events)) {
        const { expanded, unrendered } = await renderAll(tx, portion);
        failed.push(...unrendered);
        made += await insert(tx, expanded, cycleSeconds);
      }
      return { made, failed };
    },
  };
}

async function renderAll(
  tx: Transaction,
  events: readonly AwaitedEvent[],
): Promise<{ expanded: ExpandedEvent[]; unrendered: FailedEvent<AwaitedEvent>[] }> {
  const runs = await loadRunsForEvents(
    tx,
    events.flatMap(({ runId }) => runId ?? []),
  );
  const corrections = await loadCorrections(
    tx,
    events.flatMap(({ carriesCorrection, correctionId }) => (carriesCorrection ? (correctionId ?? []) : [])),
  );
  const expanded: ExpandedEvent[] = [];
  const unrendered: FailedEvent<AwaitedEvent>[] = [];
  for (const event of events) {
    try {
      const run = event.runId === null ? undefined : runs.get(event.runId);
      const { correctionId } = event;
      expanded.push(expandEvent(event, run, correctionId === null ? undefined : corrections.get(correctionId)));
    } catch (error) {
      unrendered.push({ mark: event, error });
    }
  }
  return { expanded, unrendered };
}

/** Slices of the batch whose stored outputs fit the memory bound together; each has at least one event. */
function* portions(events: readonly AwaitedEvent[]): Generator<readonly AwaitedEvent[]> {
  let portion: AwaitedEvent[] = [];
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
  readonly event: AwaitedEvent;
  readonly bodies: ReadonlyMap<PayloadMode, string>;
  readonly isThinForSize: boolean;
}

/**
 * Renders each requested payload mode once; full falls back to thin above 1 MiB, except where it is the only carrier of
 * a corrected result (HOOK-22, HOOK-24).
 */
function expandEvent(
  event: AwaitedEvent,
  run: RunStatusRow | undefined,
  corrected: CorrectedResult | undefined,
): ExpandedEvent {
  if (!run) throw new Error("the run of an event is missing");
  if (event.carriesCorrection && !corrected) throw new Error("the correction of an event is missing");
  const modes = new Set((event.endpoints ?? []).map(({ mode }) => mode));
  const bodies = new Map<PayloadMode, string>();
  let isThinForSize = false;
  if (modes.has("full")) {
    // Do not serialize a stored output beyond the bound; `run.superseded` never carries the stored one.
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
    [...rendered].map(([mode, body]) => ({ eventId: event.eventId, mode, body, bytes: Buffer.from(body, "utf8") })),
  );
  const deliveries = expanded.flatMap(({ event, isThinForSize }) =>
    (event.endpoints ?? []).map(({ id, mode, status }) => ({
      eventId: event.eventId,
      endpointId: id,
      mode: mode === "full" && isThinForSize ? ("thin" as const) : mode,
      isThinForSize: mode === "full" && isThinForSize,
      isHeld: status === "disabled",
    })),
  );
  const { rows } = await tx.query(
    insertExpanded({
      bodyEventIds: bodies.map((row) => row.eventId),
      bodyModes: bodies.map((row) => row.mode),
      bodies: bodies.map((row) => row.body),
      byteCounts: bodies.map((row) => row.bytes.length),
      hashes: bodies.map((row) => createHash("sha256").update(row.bytes).digest()),
      deliveryIds: deliveries.map(() => randomUUID()),
      eventIds: deliveries.map((row) => row.eventId),
      endpointIds: deliveries.map((row) => row.endpointId),
      modes: deliveries.map((row) => row.mode),
      areThinForSize: deliveries.map((row) => row.isThinForSize),
      areHeld: deliveries.map((row) => row.isHeld),
      cycleSeconds,
    }),
  );
  return rows[0]?.deliveries ?? 0;
}
