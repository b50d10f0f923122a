import type { Transaction } from "@service/db";

import type { EventSubject } from "./platform-event.ts";

/** An event and a consumer that has not handled it yet, as a row of `event_marks`. */
export interface EventMark {
  readonly eventId: string;
  /** `webhooks`, or `automation:<id>`. */
  readonly consumer: string;
  readonly organizationId: string;
  /** Failed attempts. */
  readonly attempts: number;
}

/** Columns of an `EventMark` in `EventConsumer.rows`. */
export const markColumns = `t.event_id as "eventId", t.consumer, t.organization_id as "organizationId", t.attempts`;

/**
 * Declaration of a consumer of events. The database's functions `run_event_consumers` and `platform_event_consumers`
 * decide which consumers get an event when it is recorded: to add a consumer, replace the function of its log in a
 * migration, declare this, and call `handleEvents` with it.
 */
export interface EventConsumer<Row extends EventMark, Made> {
  /** The value of `event_marks.consumer`, up to a colon. */
  readonly name: string;
  readonly eventsPerBatchMax: number;
  /**
   * The rows `handle` needs: a select from `taken t`, the marks of the batch, with `markColumns`. A removed event must
   * give no row.
   */
  readonly rows: string;
  /** The event's subject, for the notice that it could not be handled; `cause` when the event is itself in the log. */
  describe(row: Row): { readonly subject: EventSubject; readonly cause?: { readonly depth: number } };
  /**
   * Writes what follows from the events. The marks are deleted in the same transaction: use no other connection. Events
   * returned as failed are retried later, the others are done. When it throws, each event of the batch is handled
   * alone, so that one bad event does not block the others.
   */
  handle(tx: Transaction, rows: readonly Row[]): Promise<Handling<Row, Made>>;
}

export interface Handling<Row extends EventMark, Made> {
  readonly made: Made;
  readonly failed: readonly FailedEvent<Row>[];
}

export interface FailedEvent<Row extends EventMark> {
  readonly mark: Row;
  readonly error: unknown;
}

export const markBounds = {
  /** After the last one the mark stays, failed, until an operator makes it due again. */
  attemptsMax: 10,
  /** Doubled with every further attempt: ten attempts take eight and a half hours. */
  firstWaitSeconds: 60,
  errorCharsMax: 500,
} as const;

/** Seconds until the next attempt, or null when this was the last. @param attempts failed ones, this one included. */
export function waitAfterFailure(attempts: number): number | null {
  if (attempts >= markBounds.attemptsMax) return null;
  return markBounds.firstWaitSeconds * 2 ** (attempts - 1);
}
