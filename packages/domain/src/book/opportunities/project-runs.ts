import { limits } from "@service/contract";
import { hotStatement, statement, type Transaction } from "@service/db";
import { rowTableOf } from "@service/record-families";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { inSnapshot, isInPart } from "../records/index.ts";
import { applies, opensAnew, opportunityTransitions, statusWhenFound } from "./opportunity-states.ts";

/** An engine in an environment: its opportunities are written by one projector at a time. */
export interface OpportunityGroup {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly engineId: string;
}

const isFinished = "r.status in ('completed', 'degraded', 'failed', 'cancelled')";

const dueGroups = hotStatement(
  "opportunities_due_groups",
  `select distinct p.organization_id as "organizationId", p.environment_id as "environmentId", p.engine_id as "engineId"
   from opportunity_projections p join runs r on r.id = p.run_id
   where p.outcome is null and ${isFinished} limit 100`,
);

/**
 * Brings the opportunities up to date with every finished run that feeds them (OPPS-10): in order of completion under a
 * lock per engine and environment, one transaction for each run, each run once. Any number of processes may do it at
 * once; one that is killed leaves nothing half written.
 * @returns how many runs were handled.
 * @throws the driver's errors; the next call continues.
 */
export async function projectRuns(deps: Pick<Deps, "db" | "log">, signal?: AbortSignal): Promise<number> {
  const { rows } = await deps.db.hot.query(dueGroups([]));
  let handled = 0;
  const failures: unknown[] = [];
  for (const group of rows) {
    if (signal?.aborted === true) break;
    try {
      handled += await projectGroup(deps, group, { isPatient: false, signal });
    } catch (error) {
      // One engine's failure must not delay the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "runs could not be brought into the opportunities");
  return handled;
}

/**
 * The finished runs of one engine in one environment.
 * @param options.isPatient waits for another projector's lock instead of leaving the work to it.
 */
export async function projectGroup(
  { db, log }: Pick<Deps, "db" | "log">,
  group: OpportunityGroup,
  { isPatient, signal }: { readonly isPatient: boolean; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  for (let handled = 0; ; handled += 1) {
    if (signal?.aborted === true) return handled;
    const projected = await db.inTransaction((tx) => projectNext(tx, group, isPatient));
    if (projected === undefined) return handled;
    log.info({ run_id: projected.runId, ...projected.counts, outcome: projected.outcome }, "opportunities projected");
  }
}

const openHead = statement(
  "opportunity_heads_open",
  `insert into opportunity_heads (organization_id, environment_id, engine_id)
   values (@organization_id, @environment_id, @engine_id) on conflict do nothing`,
);
const lockHead = statement(
  "opportunity_heads_lock",
  `select seq from opportunity_heads where organization_id = @organization_id and environment_id = @environment_id
    and engine_id = @engine_id
   for update`,
);
const tryHead = statement(
  "opportunity_heads_try",
  `select seq from opportunity_heads where organization_id = @organization_id and environment_id = @environment_id
    and engine_id = @engine_id
   for update skip locked`,
);

/**
 * The next finished run. Older than a projected run that covers all that it covers: its answer is no longer true
 * (`isOlder`).
 */
const nextRun = statement(
  "opportunities_next_run",
  `select p.run_id as "runId", r.status, r.completed_at as "completedAt", exists (
       select from opportunity_projections n
       where n.engine_id = p.engine_id and n.environment_id = p.environment_id and n.connection_id = p.connection_id
         and n.outcome = 'projected' and n.submitted_at > p.submitted_at and (n.is_whole or n.scope = p.scope)
     ) as "isOlder"
   from opportunity_projections p join runs r on r.id = p.run_id
   where p.organization_id = @organization_id and p.environment_id = @environment_id and p.engine_id = @engine_id
     and p.outcome is null and ${isFinished}
   order by r.completed_at, r.id limit 1`,
);

const mark = statement(
  "opportunity_projections_mark",
  `update opportunity_projections set outcome = $2, is_unfinished = false, projected_at = now()
   where run_id = $1 and outcome is null`,
);

const advanceHead = statement(
  "opportunity_heads_advance",
  `update opportunity_heads set seq = seq + 1, run_id = @run_id, completed_at = @completed_at
   where organization_id = @organization_id and environment_id = @environment_id and engine_id = @engine_id`,
);

interface Projected {
  readonly runId: string;
  readonly outcome: "projected" | "skipped_older" | "no_result";
  readonly counts: Counts | undefined;
}

/** @returns undefined when nothing is due, or another process is at it. */
async function projectNext(
  tx: Transaction,
  group: OpportunityGroup,
  isPatient: boolean,
): Promise<Projected | undefined> {
  await tx.query(openHead(group));
  const locked = await tx.query(isPatient ? lockHead(group) : tryHead(group));
  if (locked.rowCount === 0) return undefined;
  const { rows } = await tx.query(nextRun(group));
  const [next] = rows;
  if (next === undefined) return undefined;
  const { runId, status, completedAt, isOlder } = next;
  const hasResult = status === "completed" || status === "degraded";
  const outcome = !hasResult ? "no_result" : isOlder ? "skipped_older" : "projected";
  let counts: Counts | undefined;
  if (outcome === "projected") {
    counts = await writeFound(tx, group, runId);
    await tx.query(advanceHead({ ...group, runId, completedAt }));
    await announce(tx, group, runId, counts);
  }
  await tx.query(mark([runId, outcome]));
  return { runId, outcome, counts };
}

interface Counts {
  readonly new: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly resolved: number;
}

/** Folded for `q` as the words of the book are: lower case, without marks and apostrophes. */
const words = `regexp_replace(normalize(lower(concat_ws(' ', f.account_name, f.title)), NFD), '[\\u0300-\\u036f''’]', '', 'g')`;

/**
 * The stored row of a found one. Only its id is to be looked up in an index: while a table is small or has just grown, the
 * planner takes an index of the engine instead and reads all its rows once for each found one.
 */
function isSameRow(stored: string): string {
  return `${stored}.opportunity_id = f.opportunity_id and ${stored}.engine_id is not distinct from run.engine_id
       and ${stored}.environment_id is not distinct from run.environment_id
       and ${stored}.organization_id is not distinct from run.organization_id`;
}

/**
 * A run's rows into the resource (OPPS-20): what it found is inserted or updated, what it reports as gone is resolved. Both
 * leave rows alone that a newer run has seen. The output is taken apart in the database: it may have megabytes.
 */
const writeRows = statement(
  "opportunities_write_rows",
  `with run as materialized (
     select r.id, r.organization_id, r.environment_id, r.engine_id, r.config_hash, r.created_at, r.started_at,
       r.completed_at, p.connection_id, q.output
     from runs r join opportunity_projections p on p.run_id = r.id join run_payloads q on q.run_id = r.id where r.id = $1
   ), found as materialized (
     select distinct on (x.opportunity_id) x.*, e.value::text as body
     from run, json_array_elements(run.output::json -> 'opportunities') e, json_to_record(e.value) as x(
       opportunity_id uuid, kind text, client_key text, policy_key text, line text, account_name text, title text,
       producer_seat text, office_key text, score float8, expected_value float8, due_on date, next_expiration date,
       first_seen_at timestamptz, last_seen_at timestamptz, change text)
     order by x.opportunity_id
   ), placed as materialized (
     select f.*, k.opportunity_id is null as is_fresh,
       row_number() over (partition by k.opportunity_id is null order by f.score desc, f.opportunity_id) as place
     from found f cross join run left join opportunities k on ${isSameRow("k")}
     where f.change <> 'resolved'
   ), room as materialized (
     select $2 - count(*) as free from run join opportunities o on o.organization_id = run.organization_id
       and o.environment_id = run.environment_id and o.engine_id = run.engine_id
   ), written as (
     insert into opportunities as o (organization_id, environment_id, engine_id, opportunity_id, connection_id,
       client_key, policy_key, kind, status, change, line, producer_seat, office_key, score, expected_value, due_on,
       next_expiration, words, body, config_hash, run_id, first_run_id, seen_run_at, first_seen_at, last_seen_at)
     select run.organization_id, run.environment_id, run.engine_id, f.opportunity_id, run.connection_id, f.client_key,
       f.policy_key, f.kind, 'open', case when f.is_fresh then 'new' else f.change end, f.line, f.producer_seat, f.office_key, f.score, f.expected_value, f.due_on,
       f.next_expiration, ${words}, f.body, run.config_hash, run.id, run.id, run.created_at, f.first_seen_at,
       f.last_seen_at
     from placed f cross join run cross join room
     where not f.is_fresh or f.place <= room.free
     order by f.opportunity_id
     on conflict (organization_id, environment_id, engine_id, opportunity_id) do update set
       status = ${statusWhenFound},
       change = case when ${opensAnew} then 'new' when excluded.change = 'unchanged' then 'unchanged' else 'updated' end,
       closed_at = case when ${opensAnew} then null else o.closed_at end,
       won_term_ends_on = case when ${opensAnew} then null else o.won_term_ends_on end,
       connection_id = excluded.connection_id, client_key = excluded.client_key, policy_key = excluded.policy_key,
       kind = excluded.kind, line = excluded.line, producer_seat = excluded.producer_seat,
       office_key = excluded.office_key, score = excluded.score, expected_value = excluded.expected_value,
       due_on = excluded.due_on, next_expiration = excluded.next_expiration, words = excluded.words,
       body = excluded.body, config_hash = excluded.config_hash, run_id = excluded.run_id,
       seen_run_at = excluded.seen_run_at,
       first_seen_at = least(o.first_seen_at, excluded.first_seen_at), last_seen_at = excluded.last_seen_at,
       revision = o.revision + 1
     where o.seen_run_at <= excluded.seen_run_at
     returning o.change
   ), resolved as (
     update opportunities o set status = '${opportunityTransitions.resolve.to}', change = 'resolved',
       closed_at = run.completed_at, run_id = run.id, seen_run_at = run.created_at, revision = o.revision + 1
     from run, found f
     where f.change = 'resolved' and ${isSameRow("o")} and ${applies("resolve")} and o.seen_run_at <= run.created_at
     returning o.opportunity_id
   )
   select (select count(*) from written where change = 'new') as "new",
     (select count(*) from written where change = 'updated') as "updated",
     (select count(*) from written where change = 'unchanged') as "unchanged",
     (select count(*) from resolved) as "resolved"`,
);

/**
 * Rows of clients that the book no longer has: a run cannot scan them, so it does not report them as gone. Only within
 * what the run covers; a filter cannot be applied to a client that is gone.
 */
const resolveGone = statement(
  "opportunities_resolve_gone",
  `with run as materialized (
     select r.id, r.created_at, r.completed_at, p.connection_id, p.part_index, p.part_of, c.served_seq,
       p.scope::jsonb as scope
     from runs r join opportunity_projections p on p.run_id = r.id
       join run_records b on b.run_id = r.id and b.snapshot_seq is not null
       join record_connections c on c.id = p.connection_id
     where r.id = $4 and p.scope::jsonb -> 'filter' = '{}'::jsonb
   )
   update opportunities o set status = '${opportunityTransitions.resolve.to}', change = 'resolved',
     closed_at = run.completed_at, run_id = run.id, seen_run_at = run.created_at, revision = o.revision + 1
   from run
   where o.organization_id = $1 and o.environment_id = $2 and o.engine_id = $3
     and o.connection_id = run.connection_id and ${applies("resolve")} and o.seen_run_at <= run.created_at
     and o.run_id is distinct from run.id
     and (jsonb_typeof(run.scope -> 'client_keys') = 'null' or run.scope -> 'client_keys' ? o.client_key)
     and (jsonb_typeof(run.scope -> 'kinds') = 'null' or run.scope -> 'kinds' ? o.kind)
     and (run.part_of = 1 or ${isInPart("o.client_key", "run.part_index", "run.part_of")})
     and not exists (select from ${rowTableOf("accounts")} a
       where a.connection_id = run.connection_id and a.row_key = o.client_key and ${inSnapshot("a", "run.served_seq")})`,
);

async function writeFound(tx: Transaction, group: OpportunityGroup, runId: string): Promise<Counts> {
  const { rows } = await tx.query(writeRows([runId, limits.opportunitiesPerEngine]));
  const [found] = rows;
  const { organizationId, environmentId, engineId } = group;
  const gone = await tx.query(resolveGone([organizationId, environmentId, engineId, runId]));
  return {
    new: found?.new ?? 0,
    updated: found?.updated ?? 0,
    unchanged: found?.unchanged ?? 0,
    resolved: (found?.resolved ?? 0) + (gone.rowCount ?? 0),
  };
}

async function announce(tx: Transaction, group: OpportunityGroup, runId: string, counts: Counts): Promise<void> {
  const { organizationId, environmentId, engineId } = group;
  await appendPlatformEvents(tx, [
    {
      organizationId,
      type: "opportunities.refreshed",
      dedupeKey: `opportunities:${runId}`,
      subject: { kind: "engine", key: engineId },
      data: { engine_id: engineId, environment_id: environmentId, run_id: runId, ...counts },
    },
  ]);
}
