import { hotStatement, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { LRUCache } from "lru-cache";
import type { EngineForCall, LatestRelease } from "./engine-for-call.ts";
import { fixtureEngineForCall, fixtureEngineId, fixtureEngineSlug, fixtureRelease } from "./fixture-engine.ts";

interface EngineRequest {
  readonly organizationId: string;
  readonly slug: string;
}

interface ReleaseRequest {
  readonly engineId: string;
  readonly major: number;
  readonly minor: number;
}

/**
 * Inputs: organizations and slugs, pairwise. One row for each pair that exists, with the newest release of each major.
 * The recursion is a skip scan: one index probe for each major, however many minors an engine has.
 */
const readEngines = hotStatement(
  "engines_read_for_calls",
  `select e.organization_id as "organizationId", e.id, e.revision, e.slug, e.engine_type as "engineType", e.status,
     e.pin_policy as "pinPolicy", e.draft_config_hash as "draftConfigHash", e.expose_warnings as "exposeWarnings",
     e.notify_on_supersede as "notifyOnSupersede", e.requests_per_minute as "requestsPerMinute",
     coalesce(newest.releases, '[]'::json) as latest
   from unnest($1::uuid[], $2::text[]) as asked(organization_id, slug)
   join engines e on e.organization_id = asked.organization_id and e.slug = asked.slug
   left join lateral (
     with recursive newest_of_major as (
       (select major, minor, config_hash, withdrawn_at from engine_releases
        where engine_id = e.id order by major desc, minor desc limit 1)
       union all
       select below.* from newest_of_major above, lateral (
         select major, minor, config_hash, withdrawn_at from engine_releases
         where engine_id = e.id and major < above.major order by major desc, minor desc limit 1) below
     )
     select json_agg(json_build_object('major', major, 'minor', minor, 'configHash', config_hash,
       'servable', withdrawn_at is null) order by major desc) as releases
     from newest_of_major
   ) newest on true`,
).narrowed<{ readonly latest: readonly LatestRelease[] }>();

/** Inputs: three parallel arrays of engine, major and minor. One row for each release that exists. */
const readReleases = hotStatement(
  "engines_read_releases",
  `select r.engine_id as "engineId", r.major, r.minor, r.config_hash as "configHash", r.withdrawn_at is null as servable
   from unnest($1::uuid[], $2::int[], $3::int[]) as asked(engine_id, major, minor)
   join engine_releases r on r.engine_id = asked.engine_id and r.major = asked.major and r.minor = asked.minor`,
);

/** The engines and releases that a process reads, and the engines it read lately. */
export interface EngineLoader {
  readonly engine: Batcher<EngineRequest, EngineForCall | null>;
  readonly release: Batcher<ReleaseRequest, LatestRelease | null>;
  /** By organization and slug. Misses are not cached, so a new engine works immediately. */
  readonly cached: LRUCache<string, { readonly engine: EngineForCall; readonly requestedAtMs: number }>;
}

/** Longest time for which this process uses an old budget after another process changed it. */
const cachedForMs = 2_000;
const cachedMax = 10_000;

const batches = { maxBatch: 256, maxInFlight: 1, maxWaiting: 10_000 } as const;

export interface EngineDeps {
  readonly engines: EngineLoader;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openEngineLoader(db: Database): EngineLoader {
  return {
    engine: createBatcher({ name: "engines", ...batches, run: (requests) => engines(db, requests) }),
    release: createBatcher({ name: "releases", ...batches, run: (requests) => releases(db, requests) }),
    cached: new LRUCache({ max: cachedMax }),
  };
}

/**
 * All that a request to an engine needs, read fresh by a statement batched over concurrent requests. Null when the
 * organization has no such engine. Check the principal's rights yourself.
 */
export async function findEngine(
  deps: Pick<Deps, "clock"> & EngineDeps,
  { organizationId }: OrganizationScope,
  slug: string,
): Promise<EngineForCall | null> {
  if (slug === fixtureEngineSlug) return fixtureEngineForCall();
  const { engine: read, cached } = deps.engines;
  const requestedAtMs = deps.clock.nowMs();
  const engine = await read({ organizationId, slug });
  const name = `${organizationId} ${slug}`;
  if (engine) cached.set(name, { engine, requestedAtMs });
  else cached.delete(name);
  return engine;
}

/**
 * The engine as this process read it in the last two seconds, else read fresh. Only for callers whose writing statement
 * checks its `revision`, and that start again when it has changed: a submission then costs no round trip for the lookup
 * and is still checked against the engine as it is at commit.
 */
export async function cachedEngine(
  deps: Pick<Deps, "clock"> & EngineDeps,
  scope: OrganizationScope,
  slug: string,
): Promise<EngineForCall | null> {
  const cached = deps.engines.cached.get(`${scope.organizationId} ${slug}`);
  const ageMs = cached ? deps.clock.nowMs() - cached.requestedAtMs : Number.POSITIVE_INFINITY;
  if (cached && ageMs >= 0 && ageMs < cachedForMs) return cached.engine;
  return findEngine(deps, scope, slug);
}

/** Drops the cached engine: the next `cachedEngine` of this process reads fresh. */
export function invalidateEngine(deps: EngineDeps, { organizationId }: OrganizationScope, slug: string): void {
  deps.engines.cached.delete(`${organizationId} ${slug}`);
}

/** One exact release, for pins that are not the newest of their major; null when there is none. */
export function findRelease(
  deps: EngineDeps,
  engineId: string,
  major: number,
  minor: number,
): Promise<LatestRelease | null> {
  if (engineId === fixtureEngineId) return Promise.resolve(fixtureRelease(major, minor));
  return deps.engines.release({ engineId, major, minor });
}

async function engines(db: Database, requests: readonly EngineRequest[]): Promise<(EngineForCall | null)[]> {
  const wanted = distinct(requests, ({ organizationId, slug }) => `${organizationId} ${slug}`);
  const { rows } = await db.hot.query(
    readEngines([wanted.map((ask) => ask.organizationId), wanted.map((ask) => ask.slug)]),
  );
  const found = new Map(rows.map(({ organizationId, ...engine }) => [`${organizationId} ${engine.slug}`, engine]));
  return requests.map(({ organizationId, slug }) => found.get(`${organizationId} ${slug}`) ?? null);
}

async function releases(db: Database, requests: readonly ReleaseRequest[]): Promise<(LatestRelease | null)[]> {
  const nameOf = ({ engineId, major, minor }: ReleaseRequest): string => `${engineId} ${major}.${minor}`;
  const wanted = distinct(requests, nameOf);
  const { rows } = await db.hot.query(
    readReleases([wanted.map((ask) => ask.engineId), wanted.map((ask) => ask.major), wanted.map((ask) => ask.minor)]),
  );
  const found = new Map(rows.map(({ engineId, ...release }) => [nameOf({ engineId, ...release }), release]));
  return requests.map((ask) => found.get(nameOf(ask)) ?? null);
}

function distinct<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
}
