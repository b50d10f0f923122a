import type { EngineTypeName } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { measureEventMarks } from "../../events/events/index.ts";

export type QueueStatus = {
  readonly queueReachable: boolean;
  readonly types: readonly {
    readonly engineType: EngineTypeName;
    readonly queued: number;
    /** Waiting to be started again. */
    readonly unheld: number;
    readonly held: number;
    readonly cancelPending: number;
    /** Age of the oldest waiting run, seconds; null when none waits. */
    readonly oldestWaitSeconds: number | null;
  }[];
  /** Seconds since the last pass of any reconciler; null before the first. */
  readonly reconciledSecondsAgo: number | null;
  readonly unexpandedEvents: number;
  /** Unfinished jobs of the workers by kind: an evaluation gate is one, for which a publish waits. */
  readonly jobs: readonly {
    readonly kind: string;
    readonly waiting: number;
    readonly running: number;
    /** Those of both whose caller left. */
    readonly cancelPending: number;
    /** Age of the oldest waiting job, seconds; null when none waits. */
    readonly oldestWaitSeconds: number | null;
  }[];
};

const countUnfinished = statement(
  "runs_count_unfinished",
  `select engine_type as "engineType",
     count(*) filter (where status = 'queued')::int as queued,
     count(*) filter (where status = 'processing' and lease_token is null)::int as unheld,
     count(*) filter (where status = 'processing' and lease_token is not null)::int as held,
     count(*) filter (where cancel_requested_at is not null)::int as "cancelPending",
     extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as "oldestWaitSeconds"
   from (
     -- Two selects, because each status has its own small index.
     select * from runs where status = 'queued' union all select * from runs where status = 'processing') unfinished
   group by engine_type order by engine_type`,
);

const readTick = statement(
  "reconciler_read_tick",
  `select extract(epoch from now() - ticked_at)::float8 as "secondsAgo" from maintenance_ticks where name = 'reconciler'`,
);

const countJobs = statement(
  "jobs_count_unfinished",
  `select kind, count(*) filter (where status = 'waiting')::int as waiting,
     count(*) filter (where status = 'running')::int as running,
     count(*) filter (where cancel_requested_at is not null)::int as "cancelPending",
     extract(epoch from now() - min(created_at) filter (where status = 'waiting'))::float8 as "oldestWaitSeconds"
   from jobs where status in ('waiting', 'running') group by kind order by kind`,
);

/** What a worker shows of the queue in its metrics. Reads every unfinished run: ask rarely. */
export async function measureRuns(
  deps: Pick<Deps, "db">,
): Promise<Pick<QueueStatus, "types" | "reconciledSecondsAgo">> {
  const [types, ticks] = await Promise.all([deps.db.pool.query(countUnfinished([])), deps.db.pool.query(readTick([]))]);
  return { types: types.rows, reconciledSecondsAgo: ticks.rows[0]?.secondsAgo ?? null };
}

/** Counts for `svc queue status`, taken from the rows, which are the queue. */
export async function queueStatus(deps: Pick<Deps, "db" | "queue">): Promise<QueueStatus> {
  const [runs, events, jobs] = await Promise.all([
    measureRuns(deps),
    measureEventMarks(deps.db),
    deps.db.pool.query(countJobs([])),
  ]);
  return {
    ...runs,
    jobs: jobs.rows,
    queueReachable: deps.queue.ready(),
    unexpandedEvents: events.find(({ consumer }) => consumer === "webhooks")?.waiting ?? 0,
  };
}
