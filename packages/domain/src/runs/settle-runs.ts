import { runEventId, type OutputPhase } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { coalesce, type Coalesced } from "@service/runtime";
import type { Hold } from "./claim-runs.ts";
import { storableText, type RunErrorDetail } from "./run.ts";
import { announcementOf } from "./run-states.ts";

/** How an attempt ended. Payload parts are JSON texts as `JSON.stringify` writes them. */
export type Settlement =
  | {
      readonly status: "completed" | "degraded";
      readonly outputPhase: OutputPhase;
      readonly output: string;
      readonly solutions: string | null;
      readonly warnings: string;
      readonly workItems: string;
      /** What the defensibility packet shows beyond the output; left out where there is nothing more to show. */
      readonly trace?: string | null;
    }
  | {
      readonly status: "failed";
      readonly error: string;
      readonly details: RunErrorDetail;
      readonly warnings: string | null;
    }
  | { readonly status: "cancelled" };

/**
 * `lost`: the run was not this worker's any more and nothing was written. `cancelled` may also answer a failure: a
 * pending cancel beats it (row 14).
 */
export type SettleOutcome = "completed" | "degraded" | "failed" | "cancelled" | "lost";

const separator = "\u001e";

/**
 * Rows 6, 7, 8 and 14 of runs.md 5.2: status, result and event of a whole batch in one statement, each guarded by id,
 * attempt and token. What lost its lease matches nothing. Repeating it is safe for the same reason; the event's key is
 * the second barrier. Items are given in the order of their ids and rows are probed in that order, so that two batches
 * (of which one holds runs that it has lost to the other) do not wait for each other in a circle.
 */
const settle = hotStatement(
  "runs_settle",
  `with given as materialized ( -- else each row of the join would read sixteen arrays again
     select *, status in ('completed', 'degraded') as is_done
     from unnest($1::uuid[], $2::smallint[], $3::uuid[], $4::run_status[], $5::output_phase[],
       $6::text[], $7::text[], $8::text[], $9::uuid[], $10::webhook_event_type[], $11::uuid[],
       string_to_array($12, E'\\x1e'), string_to_array($13, E'\\x1e'), string_to_array($14, E'\\x1e'),
       string_to_array($15, E'\\x1e'), string_to_array($16, E'\\x1e'))
     as t (id, attempt, token, status, output_phase, error, error_details, stage, event_id, event_type,
       cancel_event_id, output, solutions, warnings, work_items, trace)
   ), settled as (
     update runs r set
       status = case when t.status = 'failed' and r.cancel_requested_at is not null then 'cancelled'::run_status
         else t.status end,
       output_phase = case when t.is_done then t.output_phase else r.output_phase end,
       completed_deterministic_at = case when t.is_done then coalesce(r.completed_deterministic_at, now())
         else r.completed_deterministic_at end,
       error = case when t.status = 'failed' and r.cancel_requested_at is not null then null else t.error end,
       error_details = case when t.status = 'failed' and r.cancel_requested_at is not null then null
         else t.error_details end,
       stage = coalesce(t.stage, r.stage), lease_token = null, lease_expires_at = null, completed_at = now()
     from given t
     where r.id = any($1::uuid[]) -- said twice, so that the plan is an index probe for each and never a scan of the index
       and r.id = t.id and r.status = 'processing' and r.attempt = t.attempt and r.lease_token = t.token
     returning r.id, t.token, r.status, r.attempt, r.stage, r.error_details, r.lease_owner, r.started_at,
       r.organization_id, r.environment_id, t.output, t.solutions, t.warnings, t.work_items, t.trace,
       case when r.status = 'cancelled' and t.status = 'failed' then t.cancel_event_id else t.event_id end as event_id,
       case when r.status = 'cancelled' and t.status = 'failed' then 'run.cancelled' else t.event_type end as event_type
   ), payload as (
     update run_payloads p set output = nullif(s.output, ''), solutions = nullif(s.solutions, ''),
       warnings = nullif(s.warnings, ''), work_items = nullif(s.work_items, ''), trace = nullif(s.trace, '')
     from settled s
     where p.run_id = s.id and (s.output <> '' or s.warnings <> '')
   ), announced as (
     -- Where nobody listens nothing will ever be expanded: endpoints get only what happened after they were made.
     insert into webhook_events (id, type, organization_id, environment_id, run_id, expanded_at)
     select event_id, event_type, organization_id, environment_id, id,
       case when not exists (select from webhook_endpoints w where w.organization_id = settled.organization_id
         and w.environment_id = settled.environment_id and w.deleted_at is null) then now() end
     from settled on conflict do nothing
     returning id, expanded_at is null as is_awaited
   ), logged as (
     insert into run_attempts (run_id, attempt, outcome, owner, stage, detail, started_at)
     select id, attempt, 'failed', lease_owner, stage, error_details, started_at from settled where status = 'failed'
     on conflict do nothing
   )
   select s.token, s.status, coalesce(a.is_awaited, false) as "isAwaited"
   from settled s left join announced a on a.id = s.event_id`,
);

type Item = Hold & { readonly settlement: Settlement };

function valuesOf(items: readonly Item[]): unknown[] {
  const finished = items.map(({ settlement }) =>
    settlement.status === "completed" || settlement.status === "degraded" ? settlement : undefined,
  );
  const failed = items.map(({ settlement }) => (settlement.status === "failed" ? settlement : undefined));
  return [
    items.map((item) => item.id),
    items.map((item) => item.attempt),
    items.map((item) => item.token),
    items.map((item) => item.settlement.status),
    finished.map((result) => result?.outputPhase ?? "pending"),
    failed.map((failure) => (failure ? storableText(failure.error) : null)),
    failed.map((failure) => (failure ? JSON.stringify(failure.details) : null)),
    failed.map((failure) => failure?.details.stage ?? null),
    items.map((item) => runEventId(announcementOf(item.settlement.status), item.id)),
    items.map((item) => announcementOf(item.settlement.status)),
    items.map((item) => (item.settlement.status === "failed" ? runEventId("run.cancelled", item.id) : null)),
    finished.map((result) => result?.output ?? "").join(separator),
    finished.map((result) => result?.solutions ?? "").join(separator),
    items.map((_, index) => finished[index]?.warnings ?? failed[index]?.warnings ?? "").join(separator),
    finished.map((result) => result?.workItems ?? "").join(separator),
    finished.map((result) => result?.trace ?? "").join(separator),
  ];
}

export type Settler = Coalesced<Item, SettleOutcome>;

type SettledRow = {
  readonly token: string;
  readonly status: Exclude<SettleOutcome, "lost">;
  /** An endpoint of the environment listens, so deliveries are to be made. */
  readonly isAwaited: boolean;
};

/**
 * One settler for each worker process: attempts that end together share a statement. A failed batch is repeated run by
 * run, unless the database is away; then the caller keeps its hold and tries again.
 */
export function createSettler(
  db: Database,
  options: {
    readonly heldMax: number;
    /** Told when a batch left events that somebody listens for. */
    readonly onAnnounced?: () => void;
  },
): Settler {
  return coalesce({
    name: "settlements",
    maxBatch: 128,
    maxInFlight: 1,
    maxWaiting: Math.max(1_000, options.heldMax * 2),
    retryItemByItem: (error) => !isUnavailable(error),
    async run(items) {
      // Of two settlements of one hold only the first counts; in one statement they would write parts of both.
      const first = new Map<string, Item>();
      for (const item of items) if (!first.has(item.token)) first.set(item.token, item);
      const ordered = [...first.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
      const { rows } = await db.hot.query<SettledRow>(settle(valuesOf(ordered)));
      if (rows.some((row) => row.isAwaited)) options.onAnnounced?.();
      const byToken = new Map(rows.map((row) => [row.token, row.status]));
      return items.map((item) => (first.get(item.token) === item ? (byToken.get(item.token) ?? "lost") : "lost"));
    },
  });
}

/** Stores the deterministic part of a run that goes on to enrichment; hidden until the run is finished (0.8.6). */
const storePart = hotStatement(
  "runs_store_deterministic",
  `with mine as (
     update runs r set output_phase = 'deterministic', completed_deterministic_at = now(), stage = 'enrich'
     where r.id = $1 and r.attempt = $2 and r.lease_token = $3 and r.status = 'processing'
     returning r.id
   )
   update run_payloads p set output = $4, solutions = $5, warnings = $6, work_items = $7
   from mine where p.run_id = mine.id
   returning p.run_id`,
);

/** @returns false when the run is not this worker's any more; it must stop. */
export async function storeDeterministicPart(
  db: Database,
  hold: Hold,
  part: {
    readonly output: string;
    readonly solutions: string | null;
    readonly warnings: string;
    readonly workItems: string;
  },
): Promise<boolean> {
  const { rowCount } = await db.hot.query(
    storePart([hold.id, hold.attempt, hold.token, part.output, part.solutions, part.warnings, part.workItems]),
  );
  return rowCount === 1;
}
