import type { EngineTypeName } from "@service/contract";
import { hotStatement, isUnavailable, type Database, type Transaction } from "@service/db";
import { coalesce, type Coalesced } from "@service/runtime";
import { claimable } from "./run.ts";

/** A checked submission on its way to the table. JSON texts must be compact (as `JSON.stringify` writes them). */
export type NewRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly isLive: boolean;
  readonly engineId: string;
  readonly engineSlug: string;
  readonly engineType: EngineTypeName;
  /** Of the engine that the submission was judged by; null for the built-in engine. */
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
 * `known`: a run with this Idempotency-Key exists (or this very run, when a lost answer made us try again).
 * `cap_reached`: nothing was created. `stale`: nothing was created either, because the engine is not what it was when
 * the submission was judged; judge it again by the engine as it is now.
 */
export type InsertOutcome = "inserted" | "known" | "cap_reached" | "stale";

/** U+001E occurs in no JSON text unescaped, so texts joined by it need no quoting: an array literal would quote every quote. */
const separator = "\u001e";

/**
 * Row 1 of runs.md 5.2 for a whole batch: runs, payloads and fairness ranks in one statement.
 *
 * Fairness (5.3) is stride scheduling per organization and engine type. The line's head is the virtual time: an
 * organization that has nothing waiting joins at the head, one that has continues behind its own last run, so a burst
 * of 100,000 delays another organization's first run by one round. "Has something waiting" looks at the 100 ranks
 * below its last one, so that cancelling the last run does not move the next to the front.
 *
 * Lock order is fixed (fairness rows by organization and type, then idempotency hashes ascending), so two batches
 * cannot deadlock. Safe to repeat: ids are chosen before, and a row that exists is left alone.
 *
 * A row whose engine has changed since it was judged is not inserted but named.
 *
 * `skipCapped`: live runs of organizations with a monthly cap are not inserted but named, for the counted path. The
 * cap is read here and not from the key's cached settings, so that a new cap counts from its first second.
 */
function insertText(skipCapped: boolean): string {
  return `with item as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::uuid[], $7::text[],
      $8::engine_type_name[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[], $14::text[],
      $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
      string_to_array($21, E'\\x1e'), string_to_array($22, E'\\x1e'), $23::int[])
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
             where q.engine_type = l.engine_type and q.priority = 0 and ${claimable("q")}
               and q.fair_rank between f.last_rank - 100 and f.last_rank
             order by q.fair_rank desc limit 200) q
           where q.organization_id = l.organization_id)
         from organization_fairness f
         where f.organization_id = l.organization_id and f.engine_type = l.engine_type), false) as is_waiting
    from (select organization_id, engine_type, count(*) as runs from fresh group by 1, 2) l
  ), placed as (
    insert into organization_fairness as f (organization_id, engine_type, last_rank)
    select organization_id, engine_type, head + runs - 1 from lane order by organization_id, engine_type
    on conflict (organization_id, engine_type) do update set last_rank = (
      select case when l.is_waiting then greatest(l.head, f.last_rank + 1) else l.head end + l.runs - 1
      from lane l where l.organization_id = excluded.organization_id and l.engine_type = excluded.engine_type)
    returning f.organization_id, f.engine_type, f.last_rank
  ), ranked as (
    select place, placed.last_rank - lane.runs
      + row_number() over (partition by fresh.organization_id, fresh.engine_type order by fresh.place) as fair_rank
    from fresh join lane using (organization_id, engine_type) join placed using (organization_id, engine_type)
  ), inserted as (
    insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
      submitter, acting_principal, key_id, idem_hash, request_hash, requested_pin, status, engine_version, config_hash,
      test_scenario, trace_id, trace_parent, subject_key, fair_rank)
    select id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
      submitter, acting_principal, key_id, idem_hash, request_hash, requested_pin, 'queued', engine_version, config_hash,
      test_scenario, trace_id, trace_parent, subject_key, fair_rank
    from item join ranked using (place) order by idem_hash, id
    on conflict do nothing
    returning id
  ), payload as (
    insert into run_payloads (run_id, input, offerings)
    select inserted.id, item.input, nullif(item.offerings, '') from inserted join item on item.id = inserted.id
  )
  select id, 'inserted' as outcome from inserted
  union all
  select id, 'stale' from stale
  union all
  select item.id, 'capped' from item where is_live and organization_id in (select organization_id from capped)
    and id not in (select id from stale)`;
}

const insertUncapped = hotStatement("runs_insert", insertText(true));
const insertAdmitted = hotStatement("runs_insert_admitted", insertText(false));

/** Rows that are not named were there already. */
type InsertedRow = { readonly id: string; readonly outcome: "inserted" | "stale" | "capped" };

function valuesOf(runs: readonly NewRun[]): unknown[] {
  return [
    plainArray(runs, (run) => run.id),
    plainArray(runs, (run) => run.organizationId),
    plainArray(runs, (run) => run.environmentId),
    runs.map((run) => run.environmentSlug),
    runs.map((run) => run.isLive),
    plainArray(runs, (run) => run.engineId),
    runs.map((run) => run.engineSlug),
    plainArray(runs, (run) => run.engineType),
    runs.map((run) => run.submitter),
    runs.map((run) => run.actingPrincipal),
    runs.map((run) => run.keyId),
    hashArray(runs, (run) => run.idemHash),
    hashArray(runs, (run) => run.requestHash),
    runs.map((run) => run.requestedPin),
    runs.map((run) => run.engineVersion),
    plainArray(runs, (run) => run.configHash),
    runs.map((run) => run.testScenario),
    plainArray(runs, (run) => run.traceId),
    runs.map((run) => run.traceParent),
    runs.map((run) => run.subjectKey),
    runs.map((run) => run.input).join(separator),
    runs.map((run) => run.offerings ?? "").join(separator),
    runs.map((run) => run.engineRevision),
  ];
}

/** An array literal of texts that this service made (ids, hashes in hex, enum words): nothing in them needs a quote. */
function plainArray(runs: readonly NewRun[], textOf: (run: NewRun) => string | null): string {
  return `{${runs
    .map((run) => textOf(run) ?? "NULL")
    .map((text) => text || '""')
    .join(",")}}`;
}

function hashArray(runs: readonly NewRun[], hashOf: (run: NewRun) => Buffer | null): string {
  return `{${runs.map((run) => hexOf(hashOf(run))).join(",")}}`;
}

function hexOf(hash: Buffer | null): string {
  return hash === null ? "NULL" : `"\\\\x${hash.toString("hex")}"`;
}

/** Texts of one batch together, at most: a statement's parameters are held in memory on both sides. */
const batchTextMax = 4 * 1024 * 1024;

async function insertBatch(db: Database, batch: readonly NewRun[]): Promise<InsertOutcome[]> {
  const outcomes = new Map<string, InsertOutcome>();
  const capped: NewRun[] = [];
  for (const runs of cutByText(batch)) {
    const { rows } = await db.hot.query<InsertedRow>(insertUncapped(valuesOf(runs)));
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const run of runs) {
      const outcome = byId.get(run.id)?.outcome ?? "known";
      if (outcome === "capped") capped.push(run);
      else outcomes.set(run.id, outcome);
    }
  }
  if (capped.length > 0) {
    for (const [id, outcome] of await insertCounted(db, capped)) outcomes.set(id, outcome);
  }
  return batch.map((run) => outcomes.get(run.id) ?? "known");
}

function cutByText(batch: readonly NewRun[]): NewRun[][] {
  const cuts: NewRun[][] = [];
  let text = Infinity;
  for (const run of batch) {
    const length = run.input.length + (run.offerings?.length ?? 0);
    if (text + length > batchTextMax) {
      cuts.push([]);
      text = 0;
    }
    cuts.at(-1)?.push(run);
    text += length;
  }
  return cuts;
}

/**
 * The counted path: live runs of organizations with a monthly cap (section 4.3 rule 6). The usage row is locked first,
 * so the count is exact under concurrency; it is born from a count of this month's live runs, so a cap that is set in
 * the middle of a month counts what came before. A run that exists already is never counted again.
 */
async function insertCounted(db: Database, runs: readonly NewRun[]): Promise<Map<string, InsertOutcome>> {
  const outcomes = new Map<string, InsertOutcome>();
  const byOrganization = Map.groupBy(runs, (run) => run.organizationId);
  // One organization a transaction: a lock is held for its own runs only.
  for (const [organizationId, ofOne] of byOrganization) {
    await db.inTransaction(async (tx) => {
      const room = await lockUsage(tx, organizationId, ofOne[0]?.environmentId ?? organizationId);
      const known = await tx.query<{ id: string }>(
        `select t.id from unnest($1::uuid[], $2::bytea[]) as t (id, idem_hash)
         where exists (select from runs r where r.idem_hash = t.idem_hash or r.id = t.id)`,
        [ofOne.map((run) => run.id), ofOne.map((run) => run.idemHash)],
      );
      const knownIds = new Set(known.rows.map((row) => row.id));
      const fresh = ofOne.filter((run) => !knownIds.has(run.id));
      // Two runs of one batch may share a key: only the first of them can be new.
      const admitted = uniqueByKey(fresh).slice(0, room);
      const { rows } = await tx.query<InsertedRow>(insertAdmitted(valuesOf(admitted)));
      const insertedIds = new Set(rows.filter((row) => row.outcome === "inserted").map((row) => row.id));
      const staleIds = new Set(rows.filter((row) => row.outcome === "stale").map((row) => row.id));
      await tx.query(
        `update run_usage set used = used + $2
         where organization_id = $1 and month = date_trunc('month', now() at time zone 'utc')::date`,
        [organizationId, insertedIds.size],
      );
      const admittedKeys = new Set(admitted.map((run) => run.idemHash?.toString("base64")));
      for (const run of ofOne) {
        const key = run.idemHash?.toString("base64");
        if (insertedIds.has(run.id)) outcomes.set(run.id, "inserted");
        else if (staleIds.has(run.id)) outcomes.set(run.id, "stale");
        else if (knownIds.has(run.id) || (key !== undefined && admittedKeys.has(key))) outcomes.set(run.id, "known");
        else outcomes.set(run.id, "cap_reached");
      }
    });
  }
  return outcomes;
}

function uniqueByKey(runs: readonly NewRun[]): NewRun[] {
  const keys = new Set<string>();
  return runs.filter((run) => {
    if (run.idemHash === null) return true;
    const key = run.idemHash.toString("base64");
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

/** How many more runs this month's cap admits; Infinity when the cap is gone. Holds the usage row until commit. */
async function lockUsage(tx: Transaction, organizationId: string, liveEnvironmentId: string): Promise<number> {
  await tx.query(
    `insert into run_usage (organization_id, month, used)
     select $1, m.first::date, (
       select count(*) from runs r
       where r.environment_id = $2 and r.created_at >= (m.first at time zone 'utc'))
     from (select date_trunc('month', now() at time zone 'utc') as first) m
     where not exists (select from run_usage u where u.organization_id = $1 and u.month = m.first::date)
     on conflict do nothing`,
    [organizationId, liveEnvironmentId],
  );
  const { rows } = await tx.query<{ room: number | null }>(
    `select (select o.monthly_run_cap from organizations o where o.id = $1) - u.used as room
     from run_usage u
     where u.organization_id = $1 and u.month = date_trunc('month', now() at time zone 'utc')::date
     for update of u`,
    [organizationId],
  );
  const room = rows[0]?.room;
  return room === null || room === undefined ? Number.POSITIVE_INFINITY : Math.max(0, room);
}

const inserters = new WeakMap<Database, Coalesced<NewRun, InsertOutcome>>();

/**
 * Stores one run, in one statement with all that wait. A batch that fails is repeated row by row, so that a row that
 * cannot be stored does not fail its neighbours; not when the database is away, where every repeat would only wait.
 *
 * @throws OverloadedError when 2,000 submissions wait already.
 */
export function insertRun(db: Database, run: NewRun): Promise<InsertOutcome> {
  let insert = inserters.get(db);
  if (!insert) {
    insert = coalesce({
      name: "submissions",
      maxBatch: 128,
      maxInFlight: 1,
      // A submission's answer is written while the database stores the next ones.
      overlaps: true,
      maxWaiting: 2_000,
      retryItemByItem: (error) => !isUnavailable(error),
      run: (batch) => insertBatch(db, batch),
    });
    inserters.set(db, insert);
  }
  return insert(run);
}
