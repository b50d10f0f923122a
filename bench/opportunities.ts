/**
 * `node bench/opportunities.ts`: how long 2,000 rows of a run take to become opportunities (bar: one second), and how long
 * a page of 50 takes in a list of 200,000 (bar: 30 ms at the 99th percentile), on a PostgreSQL that flushes to disk.
 *
 * Settings: BENCH_ROWS (200,000 in the list), BENCH_PAGES (200, of each kind), BENCH_ROUNDS (5, of the projection).
 */
import { randomUUID } from "node:crypto";
import { applyMigrations } from "@service/db/migrate";
import { type Database, openDatabase } from "@service/db/open";
import { openConfigurationLoader, openEngineLoader } from "@service/domain/engines";
import {
  listOpportunities,
  type OpportunityDeps,
  type OpportunityListRequest,
  projectRuns,
} from "@service/domain/opportunities";
import { openBookReads } from "@service/domain/records";
import { createTestBook, type TestBook } from "@service/domain/testing";
import type { BookView } from "@service/domain/seats";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";
import { loadAverage, median, percentile, round, setting, tableOf } from "./harness/measure.ts";
import { withServers } from "./harness/with-servers.ts";

const rowsInList = setting("BENCH_ROWS", 200_000);
const pages = setting("BENCH_PAGES", 200);
const rounds = setting("BENCH_ROUNDS", 5);
const rowsOfRun = 2_000;
const clients = 20_000;
const bars = { projectionMs: 1_000, pageMs: 30 } as const;

const [organizationId, environmentId, engineId] = [randomUUID(), randomUUID(), randomUUID()];
const scope = { organizationId, environmentId, engineIds: [engineId] };
const everybody: BookView = {
  organizationId,
  posture: "off",
  enforced: false,
  seatKey: null,
  scope: "All",
  grants: null,
  policy: { policy_key: "full", denied: [], masks: {} },
  lens: null,
  isAsserted: false,
  actor: null,
  principal: null,
};
/** A producer with one client in fifty. */
const producer: BookView = { ...everybody, posture: "lit", enforced: true, scope: "Own", grants: ["seat:S-7"] };
/** An office with one client in five. */
const office: BookView = { ...producer, scope: "Office", grants: ["office:O-3"] };

/** A row as the engine type writes it, about three kilobytes, made in the database; `n` is its number. */
const rowAsJson = `json_build_object('opportunity_id', md5(n::text || 'o')::uuid,
  'kind', (array['renewal_prep','cross_sell','coverage_gap','renewal_risk'])[1 + n % 4], 'status', 'open',
  'client_key', 'c_' || n % ${clients}, 'account_name', 'Harbor ' || n % ${clients}, 'title', 'Line to offer ' || n,
  'because', json_build_array(repeat('Known of the account. ', 12), repeat('Similar firms hold it. ', 12)),
  'score', (n::bigint * 7919 % 1000)::float8 / 10, 'propensity', 0.4, 'urgency', 0.5, 'est_premium', 2600, 'est_revenue', 312,
  'expected_value', (n::bigint * 104729 % 100000)::float8 / 100, 'due_on', date '2027-01-01' + n % 300, 'next_expiration',
  date '2027-02-01' + n % 300, 'producer_seat', 'S-' || n % 50, 'office_key', 'O-' || n % 5, 'rule_key', 'cross_sell',
  'line', (array['cyber','umbrella','flood'])[1 + n % 3], 'talking_points', json_build_array(repeat('Say it. ', 60)),
  'evidence', json_build_array(json_build_object('evidence_id', 'e1', 'excerpt', repeat('x', 250))),
  'suggested_commands', json_build_array(json_build_object('type', 'create_task', 'payload', repeat('y', 250))),
  'first_seen_at', '2026-11-01T00:00:00Z', 'last_seen_at', '2026-11-01T00:00:00Z', 'change', 'new')`;

/** A finished run with rows `first` … `last`, as a worker leaves it. */
async function finishedRun(db: Database, book: TestBook, first: number, last: number): Promise<void> {
  await db.pool.query(
    `with run as (
       insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
         submitter, key_id, request_hash, status, fair_rank, started_at, completed_at)
       values ($1, $2, $3, 'live', $4, 'none', 'opportunity', 'bench', 'bench', '', 'completed', 0, now(), now())
       returning id
     ), payload as (
       insert into run_payloads (run_id, input, output)
       select id, '{}', json_build_object('opportunities', (select json_agg(${rowAsJson})
         from generate_series($6::int, $7::int) n))::text from run
     )
     insert into opportunity_projections (run_id, organization_id, environment_id, engine_id, connection_id, scope,
       is_whole, is_asked, submitted_at)
     values ($1, $2, $3, $4, $5,
       '{"client_keys":[],"filter":{},"kinds":null,"part":[0,1],"seat_key":null}', false, false, now())`,
    [randomUUID(), organizationId, environmentId, engineId, book.connectionId, first, last],
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Every client with its grants, for the producer. */
async function writeGrants(db: Database, { connectionId }: TestBook): Promise<void> {
  await db.pool.query(
    `insert into book.grants (connection_id, grant_key, client_key, policy_key, from_seq)
     select $1, g, 'c_' || n, '', 1 from generate_series(0, ${clients - 1}) n,
       unnest(array['seat:S-' || n % 50, 'office:O-' || n % 5]) g`,
    [connectionId],
  );
}

const byScore = { by: "score", isDescending: true } as const;
const lists: readonly (readonly [string, BookView, Partial<OpportunityListRequest>])[] = [
  ["all, by score", everybody, {}],
  ["all, by due_on", everybody, { sort: { by: "due_on", isDescending: false } }],
  ["open of one kind", everybody, { filters: { statuses: ["open"], kinds: ["cross_sell"] } }],
  ["of one producer_seat", everybody, { filters: { producerSeat: "S-7" } }],
  ["of one client", everybody, { filters: { clientKey: "c_77" } }],
  ["words of one client", everybody, { filters: { q: "harbor 4711" } }],
  ["a frequent word", everybody, { filters: { q: "harb" } }],
  ["a beginning of many", everybody, { filters: { q: "harbor 12" } }],
  ["frequent words of no row", everybody, { filters: { q: "11 22" } }],
  ["of a seat, by score", producer, {}],
  ["of a seat, open", producer, { filters: { statuses: ["open"] } }],
  ["of a seat, won (none)", producer, { filters: { statuses: ["won"] } }],
  ["of a seat, a frequent word", producer, { filters: { q: "harb" } }],
  ["of an office, by score", office, {}],
  ["of an office, by due_on", office, { sort: { by: "due_on", isDescending: false } }],
  ["of an office, won (none)", office, { filters: { statuses: ["won"] } }],
];

async function measurePages(deps: OpportunityDeps): Promise<string[][]> {
  const { signal } = new AbortController();
  const rows: string[][] = [];
  for (const [title, viewer, more] of lists) {
    const times: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pages + 20; page += 1) {
      const request: OpportunityListRequest = {
        route: title,
        scope,
        connectionId: undefined,
        filters: {},
        sort: byScore,
        limit: 50,
        ...more,
        cursor,
      };
      const took = await timeOf(async () => {
        const { nextCursor } = await listOpportunities(deps, { viewer, signal }, request);
        cursor = nextCursor ?? undefined;
      });
      // The first pages warm the caches.
      if (page >= 20) times.push(took);
    }
    rows.push([
      title,
      round(median(times), 1),
      round(
        percentile(
          times.toSorted((a, b) => a - b),
          0.99,
        ),
        1,
      ),
      String(bars.pageMs),
    ]);
  }
  return rows;
}

await withServers(async ({ databaseUrl }, signal) => {
  await applyMigrations(databaseUrl);
  const db = openDatabase({ url: databaseUrl, applicationName: "bench" });
  try {
    console.log(`load average before: ${round(loadAverage(), 2)}`);
    await db.pool.query("insert into organizations (id, name) values ($1, 'Bench')", [organizationId]);
    const book = await createTestBook(db, { organizationId });
    await writeGrants(db, book);
    await book.serve();
    for (let first = 1; first <= rowsInList; first += 4_000) {
      signal.throwIfAborted();
      await finishedRun(db, book, first, Math.min(rowsInList, first + 3_999));
      await projectRuns({ db, log: silentLogger });
    }
    await db.pool.query("vacuum analyze opportunities, opportunity_terms, book.grants");
    const times: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      await finishedRun(db, book, 1, rowsOfRun);
      times.push(await timeOf(() => projectRuns({ db, log: silentLogger })));
    }
    const projected = ["2,000 rows projected, ms", round(median(times), 0), round(Math.max(...times), 0), "1000"];
    console.log(tableOf(["", "median", "most", "bar"], [projected]));
    const deps: OpportunityDeps = {
      db,
      clock: systemClock,
      secrets: createSecretBox(Buffer.alloc(32, 7)),
      book: openBookReads(db),
      engines: openEngineLoader(db),
      configurations: openConfigurationLoader(db),
    };
    console.log(`pages of 50 among ${rowsInList} opportunities, ms`);
    console.log(tableOf(["", "p50", "p99", "bar"], await measurePages(deps)));
  } finally {
    await db.close();
  }
});
