import type { Database } from "@service/db";

/** Waiting and given-up marks of one kind of consumer. */
export interface ConsumerBacklog {
  /** `webhooks` or `automation`. */
  readonly consumer: string;
  readonly waiting: number;
  /** How long the oldest mark has been due, in seconds; 0 when none is. */
  readonly oldestDueSeconds: number;
  readonly failed: number;
}

/** Kinds of consumers without a mark are left out. */
export async function measureEventMarks(db: Pick<Database, "pool">): Promise<ConsumerBacklog[]> {
  const { rows } = await db.pool.query<ConsumerBacklog>(
    `select split_part(consumer, ':', 1) as consumer,
       count(*) filter (where failed_at is null) as waiting,
       greatest(0, coalesce(
         extract(epoch from now() - min(next_attempt_at) filter (where failed_at is null)), 0))::float8 as "oldestDueSeconds",
       count(*) filter (where failed_at is not null) as failed
     from event_marks group by 1 order by 1`,
  );
  return rows;
}
