import { inboundReasons, type InboundOutcome, type InboundReason, type IngestResult } from "@service/contract";
import { hotStatement, isRowError, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";
import { appendPlatformRows, platformEventId } from "../events/index.ts";
import type { ReadDelivery } from "./read-delivery.ts";
import type { SourceForDelivery } from "./source.ts";

/** A delivery to be recorded. */
interface NewDelivery {
  readonly sourceId: string;
  readonly deliveryId: string;
  readonly bodyHash: Buffer;
  readonly outcome: InboundOutcome;
  readonly reason: InboundReason | null;
  /** The event, for `appended` only. `data` is JSON text. */
  readonly event: {
    readonly id: string;
    readonly organizationId: string;
    readonly dedupeKey: string;
    readonly sourceKey: string;
    readonly data: string;
    readonly occurredAt: Date | undefined;
  } | null;
}

interface StoredDelivery {
  readonly sourceId: string;
  readonly deliveryId: string;
  readonly bodyHash: Buffer;
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
  readonly eventId: string | null;
}

/**
 * Inputs: columns of deliveries and of their events, row by row, no delivery twice; `data` as JSON strings joined by
 * U+001E, which JSON always escapes. Rows: the newly recorded deliveries.
 *
 * One statement for ids and events: a newly recorded id always has its event, and a known id never gets a second one.
 * Two statements with the same delivery wait on the id's index; ids ascend, so they cannot deadlock. Safe to repeat.
 */
const insertDeliveries = hotStatement(
  "inbound_deliveries_insert",
  `with item as materialized (
    select * from unnest(@source_ids::uuid[], @delivery_ids::text[], @body_hashes::bytea[],
      @outcomes::inbound_outcome[], @reasons::text[], @event_ids::uuid[], @organization_ids::uuid[],
      @dedupe_keys::text[], @source_keys::text[], string_to_array(@data, E'\\x1e'), @times::timestamptz[])
      as t (source_id, delivery_id, body_hash, outcome, reason, event_id, organization_id, dedupe_key, source_key, data,
        occurred_at)
  ), recorded as (
    insert into inbound_deliveries (source_id, delivery_id, body_hash, outcome, reason, event_id)
    select source_id, delivery_id, body_hash, outcome, reason, event_id from item order by source_id, delivery_id
    on conflict do nothing
    returning source_id, delivery_id
  ), ${appendPlatformRows(
    `select item.event_id, item.organization_id, 'inbound.appended', item.dedupe_key, 'inbound_source', item.source_key,
       item.data, coalesce(item.occurred_at, now())
     from recorded join item using (source_id, delivery_id) where item.event_id is not null
     order by item.event_id`,
    "id, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at",
  )}
  select source_id as "sourceId", delivery_id as "deliveryId" from recorded`,
);

/** Inputs: sources and delivery ids, pairwise. One row for each that is recorded. */
const readDeliveries = hotStatement(
  "inbound_deliveries_read",
  `select d.source_id as "sourceId", d.delivery_id as "deliveryId", d.body_hash as "bodyHash", d.outcome, d.reason,
     d.event_id as "eventId"
   from unnest($1::uuid[], $2::text[]) as asked(source_id, delivery_id)
   join inbound_deliveries d on d.source_id = asked.source_id and d.delivery_id = asked.delivery_id`,
);

/** Larger deliveries are batched apart: a batch of small ones must not grow to a hundred megabytes. */
const smallBytesMax = 16 * 1024;

/** Records deliveries, batched over concurrent ones. */
export interface DeliveryRecorder {
  readonly small: Batcher<NewDelivery, IngestResult>;
  readonly large: Batcher<NewDelivery, IngestResult>;
}

export interface RecorderDeps {
  readonly recorder: DeliveryRecorder;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openDeliveryRecorder(db: Database): DeliveryRecorder {
  const shared = {
    run: (deliveries: readonly NewDelivery[]) => record(db, deliveries),
    // Ids and bodies are the sender's: one that cannot be stored must not fail the batch.
    repeatsOneByOne: isRowError,
  };
  return {
    small: createBatcher({ name: "inbound deliveries", maxBatch: 128, maxInFlight: 2, maxWaiting: 5_000, ...shared }),
    large: createBatcher({ name: "large inbound deliveries", maxBatch: 4, maxInFlight: 1, maxWaiting: 100, ...shared }),
  };
}

/**
 * Records a delivery, and its event if it has one, in one commit shared with other waiting deliveries; returns the
 * record stored under its id. The same id with the same body is a repeat and gets the stored outcome (IN-23); with
 * another body it is `delivery_id_reused`, and the first record stays.
 * @throws OverloadedError when too many wait.
 */
export function recordDelivery(
  { recorder: { small, large } }: RecorderDeps,
  source: SourceForDelivery,
  bodyHash: Buffer,
  { deliveryId, verdict }: ReadDelivery,
): Promise<IngestResult> {
  const identity = { sourceId: source.id, deliveryId, bodyHash };
  if (verdict.outcome !== "appended") return small({ ...identity, ...verdict, event: null });
  const { type, payload, occurredAt } = verdict.event;
  // The key includes the body's hash: after retention the same id may come with another body. Eight bytes of it
  // distinguish two bodies of one id and keep the indexed key short.
  const dedupeKey = `${source.id}:${deliveryId}:${bodyHash.toString("hex", 0, 8)}`;
  const data = JSON.stringify({
    source_key: source.sourceKey,
    kind: source.kind,
    environment: source.environment,
    delivery_id: deliveryId,
    event_type: type,
    ...(occurredAt === undefined ? {} : { occurred_at: occurredAt.toISOString() }),
    payload,
  });
  return (data.length > smallBytesMax ? large : small)({
    ...identity,
    outcome: "appended",
    reason: null,
    event: {
      id: platformEventId(source.organizationId, "inbound.appended", dedupeKey),
      organizationId: source.organizationId,
      dedupeKey,
      sourceKey: source.sourceKey,
      data,
      occurredAt,
    },
  });
}

async function record(db: Database, deliveries: readonly NewDelivery[]): Promise<IngestResult[]> {
  // Of equal ids in one batch the first to arrive is recorded.
  const first = new Map<string, NewDelivery>();
  for (const delivery of deliveries) if (!first.has(nameOf(delivery))) first.set(nameOf(delivery), delivery);
  const stored = new Map<string, StoredDelivery>();
  let open = [...first.values()];
  // Repeats only when retention removed a record between the two statements.
  for (let turn = 0; open.length > 0; turn += 1) {
    if (turn === 3) throw new Error("a delivery is neither new nor recorded");
    const fresh = await insert(db, open);
    for (const delivery of open) if (fresh.has(nameOf(delivery))) stored.set(nameOf(delivery), storedAs(delivery));
    open = open.filter((delivery) => !stored.has(nameOf(delivery)));
    if (open.length > 0) for (const row of await read(db, open)) stored.set(nameOf(row), row);
    open = open.filter((delivery) => !stored.has(nameOf(delivery)));
  }
  return deliveries.map((delivery) => {
    const existing = stored.get(nameOf(delivery));
    if (!existing) throw new Error("a recorded delivery is missing");
    return existing.bodyHash.equals(delivery.bodyHash)
      ? resultOf(existing)
      : { outcome: "rejected", reason: "delivery_id_reused" };
  });
}

function nameOf({ sourceId, deliveryId }: { readonly sourceId: string; readonly deliveryId: string }): string {
  return `${sourceId} ${deliveryId}`;
}

async function insert(db: Database, deliveries: readonly NewDelivery[]): Promise<Set<string>> {
  const { rows } = await db.hot.query(
    insertDeliveries({
      sourceIds: deliveries.map(({ sourceId }) => sourceId),
      deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
      bodyHashes: deliveries.map(({ bodyHash }) => bodyHash),
      outcomes: deliveries.map(({ outcome }) => outcome),
      reasons: deliveries.map(({ reason }) => reason),
      eventIds: deliveries.map(({ event }) => event?.id ?? null),
      organizationIds: deliveries.map(({ event }) => event?.organizationId ?? null),
      dedupeKeys: deliveries.map(({ event }) => event?.dedupeKey ?? null),
      sourceKeys: deliveries.map(({ event }) => event?.sourceKey ?? null),
      data: deliveries.map(({ event }) => event?.data ?? "").join("\u001e"),
      times: deliveries.map(({ event }) => event?.occurredAt ?? null),
    }),
  );
  return new Set(rows.map(nameOf));
}

async function read(db: Database, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const { rows } = await db.hot.query(
    readDeliveries([deliveries.map(({ sourceId }) => sourceId), deliveries.map(({ deliveryId }) => deliveryId)]),
  );
  return rows;
}

function storedAs({ event, ...delivery }: NewDelivery): StoredDelivery {
  return { ...delivery, eventId: event?.id ?? null };
}

function resultOf({ outcome, reason, eventId }: StoredDelivery): IngestResult {
  const recognized = inboundReasons.find((word) => word === reason);
  return {
    outcome,
    ...(recognized === undefined ? {} : { reason: recognized }),
    ...(eventId === null ? {} : { event_id: eventId }),
  };
}
