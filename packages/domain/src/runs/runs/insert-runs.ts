import type { EngineTypeName } from "@service/contract";
import {
  type ArrayText,
  hotStatement,
  isRowError,
  type Database,
  type Transaction,
  type ValuesOf,
  statement,
} from "@service/db";
import { createBatcher, createBatcherByKey, type Batcher } from "@service/runtime";
import { createFlushChoice } from "./flush-choice.ts";
import { cappedPriority, claimable } from "./run.ts";

/** A checked submission, ready to insert. JSON strings must be compact (as `JSON.stringify` writes them). */
export type NewRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly isLive: boolean;
  readonly engineId: string;
  readonly engineSlug: string;
  readonly engineType: EngineTypeName;
  /** Of the engine that the submission was checked against; null for the built-in engine. */
  readonly engineRevision: number | null;
  readonly submitter: string;
  readonly actingPrincipal: string | null;
  readonly keyId: string;
  readonly idemHash: Buffer | null;
  readonly requestHash: Buffer;
  readonly requestedPin: string | null;
  readonly engineVersion: string;
  readonly configHash: string;
  readonly testScenario: string | null;
  readonly traceId: string | null;
  readonly traceParent: string | null;
  readonly subjectKey: string | null;
  readonly input: string;
  readonly offerings: string | null;
};

/**
 * `visible`: inserted, but not on disk yet: answer nobody before `untilDurable`. `known`: a run with this
 * Idempotency-Key exists (or this very run, when we repeated the insert after losing its answer). `cap_reached`: nothing was created. `stale`: nothing was created because the engine changed after the
 * submission was checked; check it again against the current engine.
 */
export type InsertOutcome = "inserted" | "visible" | "known" | "cap_reached" | "stale";

/**
 * Never occurs unescaped in JSON, so strings joined by it need no quoting; an array literal would escape every quote.
 */
const separator = "\u001e";

/**
 * RUN-41 for a whole batch: runs, payloads and fairness ranks in one statement.
 *
 * Without its last parameter it commits asynchronously: workers start and the next batch is sent while the disk writes,
 * and the fairness row's lock is short. Then answer no caller before `untilDurable` (RUN-13).
 *
 * Fairness (RUN-62) is stride scheduling per organization and engine type. The line's head is the virtual time: an
 * organization with nothing waiting joins at the head, any other continues behind its own last run, so a burst of
 * 100,000 delays another organization's first run by one round. "Has something waiting" checks the 100 ranks below its
 * last one, so that cancelling the last run does not move the next to the front.
 *
 * Lock order is fixed (fairness rows by organization and type, then idempotency hashes ascending), so two batches
 * cannot deadlock. Safe to repeat: ids are chosen before, and existing rows stay unchanged.
 *
 * A row whose engine changed since the check is not inserted but returned as `stale`.
 *
 * `skipCapped`: live runs of organizations with a monthly cap are not inserted but returned as `capped`, for the
 * counted path. The cap is read here rather than from the key's cached settings, so that a new cap applies immediately.
 */
function insertText(skipCapped: boolean): string {
  return `with item as materialized (
    select * from unnest(@ids::uuid[], @organization_ids::uuid[], @environment_ids::uuid[], @environment_slugs::text[],
      @are_live::boolean[], @engine_ids::uuid[], @engine_slugs::text[],
      @engine_types::engine_type_name[], @submitters::text[], @acting_principals::text[], @key_ids::text[],
        @idem_hashes::bytea[], @request_hashes::bytea[], @requested_pins::text[],
      @engine_versions::text[], @config_hashes::text[], @test_scenarios::text[], @trace_ids::text[],
        @trace_parents::text[], @subject_keys::text[],
      string_to_array(@inputs, E'\\x1e'), string_to_array(@offerings, E'\\x1e'), @engine_revisions::int[])
    with ordinality as t (id, organization_id, environment_id, environment_slug, is_live, engine_id, engine_slug,
      engine_type, submitter, acting_principal, key_id, idem_hash, request_hash, requested_pin,
      engine_version, config_hash, test_scenario, trace_id, trace_parent, subject_key, input, offerings, engine_revision, place)
  ), changed as materialized (
    select engine_id, engine_revision
    from (select distinct engine_id, engine_revision from item where engine_revision is not null) judged
    where engine_revision is distinct from (select e.revision from engines e where e.id = judged.engine_id)
  ), stale as materialized (
    select item.id from item join changed using (engine_id, engine_revision)
  ), capped as materialized (
    select o.organization_id from (select distinct organization_id from item where ${skipCapped ? "is_live" : "false"}) o
    where (select c.monthly_run_cap from organizations c where c.id = o.organization_id) is not null
  ), fresh as materialized (
    select place, organization_id, engine_type from item
    where (select r.id from runs r where r.idem_hash = item.idem_hash) is null
      and not (is_live and organization_id in (select organization_id from capped))
      and id not in (select id from stale)
  ), lane as materialized (
    select l.*,
      coalesce(
        (select q.fair_rank from runs q where q.engine_type = l.engine_type and ${claimable("q")}
         order by q.priority, q.fair_rank limit 1),
        extract(epoch from now()) * 1000) as head,
      coalesce(
        (select exists (
           select from (
             select q.organization_id from runs q
             where q.engine_type = l.engine_type and q.priority = l.priority and ${claimable("q")}
               and q.fair_rank between f.last_rank - 100 and f.last_rank
             order by q.fair_rank desc limit 200) q
           where q.organization_id = l.organization_id)
         from organization_fairness f
         where f.organization_id = l.organization_id and f.engine_type = l.engine_type), false) as is_waiting
    from (
      select f.*, case when (select o.max_running from organizations o where o.id = f.organization_id) is null then 0
        else ${cappedPriority} end as priority
      from (select organization_id, engine_type, count(*) as runs from fresh group by 1, 2) f) l
  ), placed as (
    insert into organization_fairness as f (organization_id, engine_type, last_rank)
    select organization_id, engine_type, head + runs - 1 from lane order by organization_id, engine_type
    on conflict (organization_id, engine_type) do update set last_rank = (
      select case when l.is_waiting then greatest(l.head, f.last_rank + 1) else l.head end + l.runs - 1
      from lane l where l.organization_id = excluded.organization_id and l.engine_type = excluded.engine_type)
    returning f.organization_id, f.engine_type, f.last_rank
  ), ranked as (
    select place, lane.priority, placed.last_rank - lane.runs
      + row_number() over (partition by fresh.organization_id, fresh.engine_type order by fresh.place) as fair_rank
    from fresh join lane using (organization_id, engine_type) join placed using (organization_id, engine_type)
  ), inserted as (
    insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
      submitter, acting_principal, key_id, idem_hash, request_hash, requested_pin, status, engine_version, config_hash,
      test_scenario, trace_id, trace_parent, subject_key, priority, fair_rank)
    select id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
      submitter, acting_principal, key_id, idem_hash, request_hash, requested_pin, 'queued', engine_version, config_hash,
      test_scenario, trace_id, trace_parent, subject_key, priority, fair_rank
    from item join ranked using (place) order by idem_hash, id
    on conflict do nothing
    returning id
  ), payload as (
    insert into run_payloads (run_id, input, offerings)
    select inserted.id, item.input, nullif(item.offerings, '') from inserted join item on item.id = inserted.id
  ), flush as materialized (
    select set_config('synchronous_commit',
      case when @is_flushed then current_setting('synchronous_commit') else 'off' end, true)
  )
  select id, case when @is_flushed then 'inserted' else 'visible' end as outcome from inserted cross join flush
  union all
  select id, 'stale' from stale
  union all
  select item.id, 'capped' from item where is_live and organization_id in (select organization_id from capped)
    and id not in (select id from stale)`;
}

const insertUncapped = hotStatement("runs_insert", insertText(true));
const insertAdmitted = hotStatement("runs_insert_admitted", insertText(false));

function valuesOf(runs: readonly NewRun[], isFlushed: boolean): ValuesOf<"runs_insert"> {
  return {
    ids: plainArray(runs, (run) => run.id),
    organizationIds: plainArray(runs, (run) => run.organizationId),
    environmentIds: plainArray(runs, (run) => run.environmentId),
    environmentSlugs: runs.map((run) => run.environmentSlug),
    areLive: runs.map((run) => run.isLive),
    engineIds: plainArray(runs, (run) => run.engineId),
    engineSlugs: runs.map((run) => run.engineSlug),
    engineTypes: plainArray(runs, (run) => run.engineType),
    submitters: runs.map((run) => run.submitter),
    actingPrincipals: runs.map((run) => run.actingPrincipal),
    keyIds: runs.map((run) => run.keyId),
    idemHashes: hashArray(runs, (run) => run.idemHash),
    requestHashes: hashArray(runs, (run) => run.requestHash),
    requestedPins: runs.map((run) => run.requestedPin),
    engineVersions: runs.map((run) => run.engineVersion),
    configHashes: plainArray(runs, (run) => run.configHash),
    testScenarios: runs.map((run) => run.testScenario),
    traceIds: plainArray(runs, (run) => run.traceId),
    traceParents: runs.map((run) => run.traceParent),
    subjectKeys: runs.map((run) => run.subjectKey),
    inputs: runs.map((run) => run.input).join(separator),
    offerings: runs.map((run) => run.offerings ?? "").join(separator),
    engineRevisions: runs.map((run) => run.engineRevision),
    isFlushed,
  };
}

/** An array literal without quoting: only for strings this service made (ids, hashes in hex, enum words). */
function plainArray(runs: readonly NewRun[], textOf: (run: NewRun) => string | null): ArrayText {
  return `{${runs
    .map((run) => textOf(run) ?? "NULL")
    .map((text) => text || '""')
    .join(",")}}`;
}

function hashArray(runs: readonly NewRun[], hashOf: (run: NewRun) => Buffer | null): ArrayText {
  return `{${runs.map((run) => hexOf(hashOf(run))).join(",")}}`;
}

function hexOf(hash: Buffer | null): string {
  return hash === null ? "NULL" : `"\\\\x${hash.toString("hex")}"`;
}

/** Organizations counted at the same time: each takes a connection of the general pool. */
const countedInFlightMax = 4;
/** How long a batch waits for its organization's counter; then its callers are asked to retry. */
const usageWaitMs = 2_000;

/** Most characters in one batch: a statement's parameters are held in memory on both sides. */
const batchTextMax = 4 * 1024 * 1024;

async function insertBatch(
  db: Database,
  batch: readonly NewRun[],
  isFlushed: boolean,
): Promise<(InsertOutcome | "capped")[]> {
  const { rows } = await db.hot.query(insertUncapped(valuesOf(batch, isFlushed)));
  const byId = new Map(rows.map((row) => [row.id, row.outcome]));
  // A run missing from the result already existed.
  return batch.map((run) => byId.get(run.id) ?? "known");
}

function textCharsOf({ input, offerings }: NewRun): number {
  return input.length + (offerings?.length ?? 0);
}

const findExisting = statement(
  "runs_find_known",
  `select t.id from unnest($1::uuid[], $2::bytea[]) as t (id, idem_hash)
   where exists (select from runs r where r.idem_hash = t.idem_hash or r.id = t.id)`,
);

const addUsage = statement(
  "run_usage_add",
  `update run_usage set used = used + $2
   where organization_id = $1 and month = date_trunc('month', now() at time zone 'utc')::date`,
);

/**
 * The counted path: live runs of organizations with a monthly cap (RUN-91, RUN-92). The usage row is locked first,
 * so the count is exact under concurrency; it starts from a count of this month's live runs, so a cap set in mid-month
 * includes earlier runs. A run that already exists is never counted again.
 */
async function insertCounted(db: Database, ofOne: readonly NewRun[]): Promise<InsertOutcome[]> {
  const [first] = ofOne;
  if (!first) return [];
  return db.inTransaction(async (tx) => {
    await tx.query(`set local lock_timeout = ${usageWaitMs}`);
    const room = await lockUsage(tx, first.organizationId, first.environmentId);
    const existing = await tx.query(findExisting([ofOne.map((run) => run.id), ofOne.map((run) => run.idemHash)]));
    const existingIds = new Set(existing.rows.map((row) => row.id));
    const fresh = ofOne.filter((run) => !existingIds.has(run.id));
    // Two runs of one batch may share a key: only the first of them can be new.
    const admitted = uniqueByKey(fresh).slice(0, room);
    const { rows } = await tx.query(insertAdmitted(valuesOf(admitted, true)));
    const byId = new Map(rows.map((row) => [row.id, row.outcome]));
    await tx.query(addUsage([first.organizationId, rows.filter((row) => row.outcome === "inserted").length]));
    const admittedKeys = new Set(admitted.map(keyOf));
    return ofOne.map((run) => {
      const key = keyOf(run);
      const outcome = byId.get(run.id);
      if (outcome === "inserted" || outcome === "stale") return outcome;
      return existingIds.has(run.id) || (key !== undefined && admittedKeys.has(key)) ? "known" : "cap_reached";
    });
  });
}

function keyOf(run: NewRun): string | undefined {
  return run.idemHash?.toString("base64");
}

function uniqueByKey(runs: readonly NewRun[]): NewRun[] {
  const keys = new Set<string>();
  return runs.filter((run) => {
    const key = keyOf(run);
    if (key === undefined) return true;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

const openUsage = statement(
  "run_usage_open",
  `insert into run_usage (organization_id, month, used)
   select $1, m.first::date, (
     select count(*) from runs r
     where r.environment_id = $2 and r.created_at >= (m.first at time zone 'utc'))
   from (select date_trunc('month', now() at time zone 'utc') as first) m
   where not exists (select from run_usage u where u.organization_id = $1 and u.month = m.first::date)
   on conflict do nothing`,
);

const lockRoom = statement(
  "run_usage_lock",
  `select (select o.monthly_run_cap from organizations o where o.id = $1) - u.used as room
   from run_usage u
   where u.organization_id = $1 and u.month = date_trunc('month', now() at time zone 'utc')::date
   for update of u`,
);

/** How many more runs this month's cap admits; Infinity when the cap is gone. Holds the usage row until commit. */
async function lockUsage(tx: Transaction, organizationId: string, liveEnvironmentId: string): Promise<number> {
  await tx.query(openUsage([organizationId, liveEnvironmentId]));
  const { rows } = await tx.query(lockRoom([organizationId]));
  const room = rows[0]?.room;
  return room === null || room === undefined ? Number.POSITIVE_INFINITY : Math.max(0, room);
}

/**
 * Stores one run, batched with all that wait. A batch with a row that cannot be stored is repeated row by row, so that
 * it does not fail its neighbours; any other failure fails the whole batch immediately. Live runs of an organization
 * with a monthly cap wait for that organization's counter and delay no other organization.
 *
 * The inserter throws OverloadedError when 2,000 submissions wait already.
 */
export function createRunInserter(db: Database): (run: NewRun) => Promise<InsertOutcome> {
  const isFlushed = createFlushChoice();
  const shared = {
    maxBatch: 128,
    maxSize: { of: textCharsOf, sum: batchTextMax },
    maxWaiting: 2_000,
    repeatsOneByOne: isRowError,
  };
  const ordinary: Batcher<NewRun, InsertOutcome | "capped"> = createBatcher({
    ...shared,
    name: "submissions",
    maxInFlight: 1,
    // Answers of one batch are written while the database stores the next.
    overlaps: true,
    run: (batch) => insertBatch(db, batch, isFlushed(batch)),
  });
  const counted: Batcher<NewRun, InsertOutcome> = createBatcherByKey({
    ...shared,
    name: "counted submissions",
    keyOf: (run) => run.organizationId,
    maxKeysInFlight: countedInFlightMax,
    run: (batch) => insertCounted(db, batch),
  });
  return async (run) => {
    const outcome = await ordinary(run);
    return outcome === "capped" ? counted(run) : outcome;
  };
}
