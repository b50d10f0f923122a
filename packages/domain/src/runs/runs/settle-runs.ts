import { runEventId, type OutputPhase } from "@service/contract";
import { hotStatement, isRowError, type Database, type ValuesOf } from "@service/db";
import { createBatcher } from "@service/runtime";
import { announceRunEvents } from "../../events/events/index.ts";
import type { Hold } from "./claim-runs.ts";
import { createFlushChoice } from "./flush-choice.ts";
import { storableText, type RunErrorDetail } from "./run.ts";
import { announcementOf } from "./run-states.ts";

/** How an attempt ended. Payload parts are JSON strings as `JSON.stringify` writes them. */
export type Settlement =
  | {
      readonly status: "completed" | "degraded";
      readonly outputPhase: OutputPhase;
      readonly output: string;
      readonly solutions: string | null;
      readonly warnings: string;
      readonly workItems: string;
      /** What the defensibility packet shows beyond the output, if anything. */
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
 * `lost`: the worker no longer held the run and nothing was written. A failure may end as `cancelled`: a pending cancel
 * wins over it (RUN-100).
 */
export type SettleOutcome = "completed" | "degraded" | "failed" | "cancelled" | "lost";

const separator = "\u001e";

/**
 * RUN-48, RUN-49, RUN-50, RUN-100: status, result and event of a whole batch in one statement, each guarded by id,
 * attempt and token, so an item whose lease was lost matches no row and repeating is safe; the event's key is a second
 * guard. Pass items ordered by id: rows are locked in that order, else two batches deadlock when one holds runs that it
 * lost to the other.
 *
 * Without its last parameter it commits asynchronously, so that the next batch is sent while the disk writes; the caller
 * keeps the result until `untilDurable`, and settles again if a server crash lost the commit.
 */
const settle = hotStatement(
  "runs_settle",
  `with given as materialized ( -- else each row of the join reads sixteen arrays again
     select *, status in ('completed', 'degraded') as is_done
     from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[], @statuses::run_status[],
       @output_phases::output_phase[],
       @errors::text[], @error_details::text[], @stages::text[], @event_ids::uuid[],
         @event_types::webhook_event_type[], @cancel_event_ids::uuid[],
       string_to_array(@outputs, E'\\x1e'), string_to_array(@solutions, E'\\x1e'), string_to_array(@warnings, E'\\x1e'),
       string_to_array(@work_items, E'\\x1e'), string_to_array(@traces, E'\\x1e'))
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
     where r.id = any(@ids::uuid[]) -- redundant with the join on purpose: the generic plan then probes the index once per id
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
   ), ${announceRunEvents("select event_id, event_type, organization_id, environment_id, id from settled")}, logged as (
     insert into run_attempts (run_id, attempt, outcome, owner, stage, detail, started_at)
     select id, attempt, 'failed', lease_owner, stage, error_details, started_at from settled where status = 'failed'
     on conflict do nothing
   ), flush as materialized (
     select set_config('synchronous_commit',
       case when @is_flushed then current_setting('synchronous_commit') else 'off' end, true)
   )
   select token, status, exists (select from marked) as "isAwaited" from settled cross join flush`,
).narrowed<{ readonly status: Exclude<SettleOutcome, "lost"> }>();

type Item = Hold & { readonly settlement: Settlement };

function valuesOf(items: readonly Item[], isFlushed: boolean): ValuesOf<"runs_settle"> {
  const finished = items.map(({ settlement }) =>
    settlement.status === "completed" || settlement.status === "degraded" ? settlement : undefined,
  );
  const failed = items.map(({ settlement }) => (settlement.status === "failed" ? settlement : undefined));
  return {
    ids: items.map((item) => item.id),
    attempts: items.map((item) => item.attempt),
    tokens: items.map((item) => item.token),
    statuses: items.map((item) => item.settlement.status),
    outputPhases: finished.map((result) => result?.outputPhase ?? "pending"),
    errors: failed.map((failure) => (failure ? storableText(failure.error) : null)),
    errorDetails: failed.map((failure) => (failure ? JSON.stringify(failure.details) : null)),
    stages: failed.map((failure) => failure?.details.stage ?? null),
    eventIds: items.map((item) => runEventId(announcementOf(item.settlement.status), item.id)),
    eventTypes: items.map((item) => announcementOf(item.settlement.status)),
    cancelEventIds: items.map((item) =>
      item.settlement.status === "failed" ? runEventId("run.cancelled", item.id) : null,
    ),
    outputs: finished.map((result) => result?.output ?? "").join(separator),
    solutions: finished.map((result) => result?.solutions ?? "").join(separator),
    warnings: items.map((_, index) => finished[index]?.warnings ?? failed[index]?.warnings ?? "").join(separator),
    workItems: finished.map((result) => result?.workItems ?? "").join(separator),
    traces: finished.map((result) => result?.trace ?? "").join(separator),
    isFlushed,
  };
}

/**
 * Ends an attempt. `isAlone`: in a separate statement, for a run whose batch failed; it then neither waits for the
 * others nor delays them.
 */
export type Settler = (item: Item, how?: { readonly isAlone: boolean }) => Promise<SettleOutcome>;

/** Most bytes of results in one statement: both sides hold its parameters in memory, and it must end in time. */
const batchBytesMax = 4 * 1024 * 1024;

/**
 * One settler for each worker process: attempts that end together share a statement of at most 4 MiB of results. A
 * batch with a result that cannot be stored is repeated run by run; any other failure rejects all callers, who keep
 * their holds and retry with `isAlone`, so that a locked or slow row delays no other run.
 */
export function createSettler(
  db: Database,
  options: {
    readonly heldMax: number;
    /** Called when a batch wrote events with pending consumers. */
    readonly onAnnounced?: () => void;
  },
): Settler {
  type Settled = { readonly outcome: SettleOutcome; readonly isFlushed: boolean };
  const choose = createFlushChoice();

  async function run(items: Item[]): Promise<Settled[]> {
    // Keep only the first settlement of a hold: two in one statement would write parts of both.
    const first = new Map<string, Item>();
    for (const item of items) if (!first.has(item.token)) first.set(item.token, item);
    const ordered = [...first.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
    const isFlushed = choose(items);
    const { rows } = await db.hot.query(settle(valuesOf(ordered, isFlushed)));
    // The batch wrote an event with a pending consumer: wake it.
    if (rows.some((row) => row.isAwaited)) options.onAnnounced?.();
    const byToken = new Map(rows.map((row) => [row.token, row.status]));
    return items.map((item) => {
      const outcome = first.get(item.token) === item ? byToken.get(item.token) : undefined;
      return outcome === undefined ? { outcome: "lost", isFlushed: true } : { outcome, isFlushed };
    });
  }

  const maxWaiting = Math.max(1_000, options.heldMax * 2);
  const together = createBatcher({
    name: "settlements",
    maxBatch: 128,
    maxSize: { of: bytesOf, sum: batchBytesMax },
    maxInFlight: 1,
    maxWaiting,
    repeatsOneByOne: isRowError,
    run,
  });
  const alone = createBatcher({ name: "settlements alone", maxBatch: 1, maxInFlight: 2, maxWaiting, run });
  return async (item, { isAlone } = { isAlone: false }) => {
    const { outcome, isFlushed } = await (isAlone ? alone(item) : together(item));
    if (!isFlushed) await db.untilDurable();
    return outcome;
  };
}

function bytesOf({ settlement }: Item): number {
  switch (settlement.status) {
    case "completed":
    case "degraded": {
      const { output, solutions, warnings, workItems, trace } = settlement;
      return [output, solutions ?? "", warnings, workItems, trace ?? ""].reduce(
        (sum, text) => sum + Buffer.byteLength(text),
        0,
      );
    }
    case "failed":
      return Buffer.byteLength(settlement.warnings ?? "");
    case "cancelled":
      return 0;
  }
}

/** Stores the deterministic part of a run before its enrichment; hidden until the run is finished (RUN-81). */
const storePart = hotStatement(
  "runs_store_deterministic",
  `with mine as (
     update runs r set output_phase = 'deterministic', completed_deterministic_at = now(), stage = 'enrich'
     where r.id = @id and r.attempt = @attempt and r.lease_token = @token and r.status = 'processing'
     returning r.id
   )
   update run_payloads p set output = @output, solutions = @solutions, warnings = @warnings, work_items = @work_items
   from mine where p.run_id = mine.id
   returning p.run_id`,
);

/** @returns false when the worker no longer holds the run; it must stop. */
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
    storePart({
      id: hold.id,
      attempt: hold.attempt,
      token: hold.token,
      output: part.output,
      solutions: part.solutions,
      warnings: part.warnings,
      workItems: part.workItems,
    }),
  );
  return rowCount === 1;
}
