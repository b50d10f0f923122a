import { hotStatement, isDatabaseAway, type Transaction, statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "./append-events.ts";
import {
  type EventConsumer,
  type EventMark,
  type FailedEvent,
  type Handling,
  markBounds,
  waitAfterFailure,
} from "./event-mark.ts";
import { type NewPlatformEvent, platformEventBounds } from "./platform-event.ts";

/** Marks of a kind of consumer that may be handled now. */
const due = "split_part(m.consumer, ':', 1) = $1 and m.failed_at is null and m.next_attempt_at <= now()";

/** Checks without a lock, so that idle processes cost one statement and no transaction. */
const hasDue = hotStatement("events_has_due", `select exists (select from event_marks m where ${due}) as "isDue"`);

/**
 * Takes marks by deleting them: a rollback restores them. Two processes never take the same one. Materialized, or the
 * plan may search for due marks again for each one it deletes.
 */
function take(marks: string, rows: string): string {
  return `
    with due as materialized (${marks} for update skip locked), taken as (
      delete from event_marks m using due where m.event_id = due.event_id and m.consumer = due.consumer
      returning m.event_id, m.consumer, m.organization_id, m.attempts
    ) ${rows}`;
}

const dueMarks = `select m.event_id, m.consumer from event_marks m where ${due} order by m.next_attempt_at limit $2`;
const oneMark = `select m.event_id, m.consumer from event_marks m
  where m.event_id = $1 and m.consumer = $2 and m.failed_at is null`;

const postpone = statement(
  "event_marks_postpone",
  `
  insert into event_marks (event_id, consumer, organization_id, attempts, next_attempt_at, last_error, failed_at)
  select t.event_id, t.consumer, t.organization_id, t.attempts, now() + make_interval(secs => coalesce(t.wait, 0)), t.error,
    case when t.wait is null then now() end
    from unnest(@event_ids::uuid[], @consumers::text[], @organization_ids::uuid[], @attempts::smallint[],
      @waits::float8[], @errors::text[])
      as t(event_id, consumer, organization_id, attempts, wait, error)`,
);

export interface HandledEvents<Made> {
  /** Marks handled. */
  readonly handled: number;
  /** Results of `handle`, one for each call. */
  readonly made: readonly Made[];
  /** Ids of events that failed in this batch. */
  readonly failed: readonly string[];
  /** A batch was full: there may be more. */
  readonly isFull: boolean;
}

/**
 * Handles a batch of the events that a consumer is marked for, oldest first. Any number of processes may do it at once;
 * the transaction that writes what follows from an event also removes its mark, so each event is handled once, in
 * whatever order events commit. A failed event is retried after a minute, two, four and so on; after the tenth attempt
 * it is given up: logged, kept as a failed mark, and recorded as a platform event `check.failed`.
 *
 * @throws the driver's error while the database is unavailable; that does not count as an attempt.
 */
export async function handleEvents<Row extends EventMark, Made>(
  deps: Pick<Deps, "db" | "log" | "clock">,
  consumer: EventConsumer<Row, Made>,
): Promise<HandledEvents<Made>> {
  const { rows: looks } = await deps.db.hot.query(hasDue([consumer.name]));
  if (looks[0]?.isDue !== true) return { handled: 0, made: [], failed: [], isFull: false };
  const { name, eventsPerBatchMax } = consumer;
  let taken: readonly Row[] = [];
  try {
    return await deps.db.inTransaction(async (tx) => {
      taken = (await tx.query<Row>(take(dueMarks, consumer.rows), [name, eventsPerBatchMax])).rows;
      const handling = await consumer.handle(tx, taken);
      return { ...(await finish(deps, tx, consumer, taken, handling)), isFull: taken.length === eventsPerBatchMax };
    });
  } catch (error) {
    if (isDatabaseAway(error) || taken.length === 0) throw error;
    deps.log.warn({ err: error, consumer: name, events: taken.length }, "events of a batch are handled one by one");
    return handleEach(deps, consumer, taken);
  }
}

async function handleEach<Row extends EventMark, Made>(
  deps: Pick<Deps, "db" | "log" | "clock">,
  consumer: EventConsumer<Row, Made>,
  marks: readonly Row[],
): Promise<HandledEvents<Made>> {
  const alone: HandledEvents<Made>[] = [];
  for (const mark of marks) alone.push(await handleAlone(deps, consumer, mark));
  return {
    handled: alone.reduce((sum, { handled }) => sum + handled, 0),
    made: alone.flatMap(({ made }) => made),
    failed: alone.flatMap(({ failed }) => failed),
    isFull: marks.length === consumer.eventsPerBatchMax,
  };
}

function handleAlone<Row extends EventMark, Made>(
  deps: Pick<Deps, "db" | "log" | "clock">,
  consumer: EventConsumer<Row, Made>,
  { eventId, consumer: name }: Row,
): Promise<HandledEvents<Made>> {
  return deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query<Row>(take(oneMark, consumer.rows), [eventId, name]);
    if (rows.length === 0) return { handled: 0, made: [], failed: [], isFull: false };
    await tx.query("savepoint handling");
    try {
      return await finish(deps, tx, consumer, rows, await consumer.handle(tx, rows));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await tx.query("rollback to savepoint handling");
      const failed = await postponeAll(
        deps,
        tx,
        consumer,
        rows.map((mark) => ({ mark, error })),
      );
      return { handled: 0, made: [], failed, isFull: false };
    }
  });
}

async function finish<Row extends EventMark, Made>(
  deps: Pick<Deps, "log" | "clock">,
  tx: Transaction,
  consumer: EventConsumer<Row, Made>,
  taken: readonly Row[],
  { made, failed }: Handling<Row, Made>,
): Promise<HandledEvents<Made>> {
  const ids = await postponeAll(deps, tx, consumer, failed);
  return { handled: taken.length - ids.length, made: [made], failed: ids, isFull: false };
}

/** Puts marks back, for a later attempt or as failed, in the transaction that took them. @returns their events' ids. */
async function postponeAll<Row extends EventMark, Made>(
  deps: Pick<Deps, "log" | "clock">,
  tx: Transaction,
  consumer: EventConsumer<Row, Made>,
  failed: readonly FailedEvent<Row>[],
): Promise<string[]> {
  if (failed.length === 0) return [];
  const waits = failed.map(({ mark }) => waitAfterFailure(mark.attempts + 1));
  await tx.query(
    postpone({
      eventIds: failed.map(({ mark }) => mark.eventId),
      consumers: failed.map(({ mark }) => mark.consumer),
      organizationIds: failed.map(({ mark }) => mark.organizationId),
      attempts: failed.map(({ mark }) => mark.attempts + 1),
      waits,
      errors: failed.map(({ error }) => messageOf(error)),
    }),
  );
  for (const [index, { mark, error }] of failed.entries()) {
    const isLast = waits[index] === null;
    const fields = { err: error, eventId: mark.eventId, consumer: mark.consumer, attempt: mark.attempts + 1 };
    deps.log.error(fields, isLast ? "an event was given up" : "an event could not be handled");
  }
  const notices = failed.flatMap(({ mark }, index) => (waits[index] === null ? noticeOf(deps, consumer, mark) : []));
  await appendPlatformEvents(tx, notices);
  return failed.map(({ mark }) => mark.eventId);
}

/** None for an event at the end of a chain of effects: a consumer that fails on notices would get new ones for ever. */
function noticeOf<Row extends EventMark, Made>(
  { clock }: Pick<Deps, "clock">,
  consumer: EventConsumer<Row, Made>,
  mark: Row,
): NewPlatformEvent[] {
  const { subject, cause } = consumer.describe(mark);
  if (cause !== undefined && cause.depth >= platformEventBounds.depthMax) return [];
  return [
    {
      organizationId: mark.organizationId,
      type: "check.failed",
      // Unique per time: an event that an operator retried may be given up again.
      dedupeKey: `event_mark:${mark.eventId}:${mark.consumer}:${clock.now().toISOString()}`,
      subject,
      data: {
        check: "event_consumer",
        consumer: mark.consumer,
        event_id: mark.eventId,
        attempts: mark.attempts + 1,
      },
      ...(cause && { cause: { eventId: mark.eventId, depth: cause.depth } }),
    },
  ];
}

function messageOf(error: unknown): string {
  const text = Error.isError(error) ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, markBounds.errorCharsMax).toWellFormed().replaceAll("\u0000", "\uFFFD");
}
