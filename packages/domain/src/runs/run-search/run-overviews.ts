import type { RunStatus } from "@service/contract";
import { type Database, statement } from "@service/db";
import type { Clock } from "@service/runtime";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { keepAnswers } from "../../kept-answers.ts";
import { everyRun, runViewValues, seesRun } from "../../book/run-records/index.ts";
import type { RunView } from "../../book/seats/index.ts";
import { failureCode } from "./run-filters.ts";

export type OverviewWindow = "24h" | "7d";

/** What happened to the runs of an environment within a window (CON-54). */
export interface RunOverview {
  readonly from: Date;
  readonly until: Date;
  /** Hours with runs, oldest first, by the status that those runs have now. */
  readonly hours: readonly { readonly hour: Date; readonly status: RunStatus; readonly runs: number }[];
  /** Of finished runs, milliseconds; null without one. */
  readonly durationP50Ms: number | null;
  readonly durationP95Ms: number | null;
  /** From the submission to the last start, milliseconds; null without a started run. */
  readonly waitP50Ms: number | null;
  readonly waitP95Ms: number | null;
  /** Most frequent first; at most 50. */
  readonly failures: readonly { readonly code: string | null; readonly stage: string | null; readonly runs: number }[];
}

const inWindow = `r.organization_id = @organization_id and r.environment_id = @environment_id
     and r.created_at >= @from and r.created_at < @until and ${seesRun("r.id")}`;

const countHours = statement(
  "runs_count_hours",
  `select date_trunc('hour', r.created_at, 'UTC') as hour, r.status, count(*)::int as runs from runs r where ${inWindow}
   group by 1, 2 order by 1, 2`,
).narrowed<{ readonly hour: Date }>();

const milliseconds = (share: string, time: string): string =>
  `(percentile_cont(${share}) within group (order by extract(epoch from ${time})) * 1000)::float8`;
const duration = "r.completed_at - r.started_at";
const wait = "r.started_at - r.created_at";
const measureTimes = statement(
  "runs_measure_times",
  `select ${milliseconds("0.5", duration)} as "durationP50Ms", ${milliseconds("0.95", duration)} as "durationP95Ms",
     ${milliseconds("0.5", wait)} as "waitP50Ms", ${milliseconds("0.95", wait)} as "waitP95Ms"
   from runs r where ${inWindow}`,
);

const countFailures = statement(
  "runs_count_failures",
  `select ${failureCode} as code, r.stage, count(*)::int as runs from runs r
   where ${inWindow} and r.status = 'failed' group by 1, 2 order by runs desc, code, stage limit 50`,
);

const hourMs = 3_600_000;
const windows: Readonly<Record<OverviewWindow, number>> = { "24h": 24 * hourMs, "7d": 7 * 24 * hourMs };
const keptMs = 60_000;
const keptMax = 1_000;

export type RunOverviews = (scope: EnvironmentScope, window: OverviewWindow, view?: RunView) => Promise<RunOverview>;

/** Opened once per process: an answer is kept for 60 s per environment and window, for all who see the same (CON-54). */
export function openRunOverviews({ db, clock }: { readonly db: Database; readonly clock: Clock }): RunOverviews {
  const read = keepAnswers(
    { clock, keptMs, max: keptMax },
    ({ scope: { organizationId, environmentId }, window, view }: Wanted) =>
      JSON.stringify([organizationId, environmentId, window, runViewValues(view)]),
    (wanted: Wanted) => readOverview({ db, clock }, wanted),
  );
  return (scope, window, view = everyRun) => read({ scope, window, view });
}

type Wanted = {
  readonly scope: EnvironmentScope;
  readonly window: OverviewWindow;
  readonly view: RunView;
};

async function readOverview(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { scope: { organizationId, environmentId }, window, view }: Wanted,
): Promise<RunOverview> {
  const until = clock.now();
  const from = new Date(until.getTime() - windows[window]);
  const values = { organizationId, environmentId, from, until, ...runViewValues(view) };
  const [hours, times, failures] = await Promise.all([
    db.pool.query(countHours(values)),
    db.pool.query(measureTimes(values)),
    db.pool.query(countFailures(values)),
  ]);
  const none = { durationP50Ms: null, durationP95Ms: null, waitP50Ms: null, waitP95Ms: null };
  return { from, until, hours: hours.rows, ...(times.rows[0] ?? none), failures: failures.rows };
}
