import { type Database, statement } from "@service/db";

/** Waiting and given-up marks of one kind of consumer. */
export interface ConsumerBacklog {
  /** `webhooks` or `automation`. */
  readonly consumer: string;
  /** At most `marksCountedMax`. */
  readonly waiting: number;
  /** How long the oldest mark has been due, in seconds; 0 when none is. */
  readonly oldestDueSeconds: number;
  /** At most `marksCountedMax`. */
  readonly failed: number;
}

/** Every webhooks process counts every few seconds: a larger backlog is reported as this many. */
export const marksCountedMax = 10_000;

const kindOf = "split_part(consumer, ':', 1)";

/** The kinds that have marks, by one probe of each index per kind: their rows are not read. */
const firstKindAfter = (after: string): string => `least(
  (select min(${kindOf}) from event_marks where failed_at is null and ${kindOf} > ${after}),
  (select min(${kindOf}) from event_marks where failed_at is not null and ${kindOf} > ${after}))`;

const measure = statement(
  "event_marks_measure",
  `
  with recursive kinds (kind) as (
    select ${firstKindAfter("''")}
    union all
    select ${firstKindAfter("kinds.kind")} from kinds where kind is not null
  )
  select kind as consumer,
    (select count(*) from (
      select from event_marks where ${kindOf} = kind and failed_at is null limit ${marksCountedMax}) counted) as waiting,
    greatest(0, coalesce(extract(epoch from now() - (
      select min(next_attempt_at) from event_marks where ${kindOf} = kind and failed_at is null)), 0))::float8
      as "oldestDueSeconds",
    (select count(*) from (
      select from event_marks where ${kindOf} = kind and failed_at is not null limit ${marksCountedMax}) counted) as failed
    from kinds where kind is not null order by kind`,
);

/** Kinds of consumers without a mark are left out. */
export async function measureEventMarks(db: Pick<Database, "pool">): Promise<ConsumerBacklog[]> {
  const { rows } = await db.pool.query(measure([]));
  return rows;
}
