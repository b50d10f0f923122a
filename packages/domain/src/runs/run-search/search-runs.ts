import { type EngineTypeName, type RunStatus, uuidPattern } from "@service/contract";
import { isStatementTimeout, statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { openPlace, sealPlace, TimedPlace } from "../../paging.ts";
import { failureCode, filterValues, passesFilters, type RunFilters } from "./run-filters.ts";

/** A run as a row of a list. */
export interface ListedRun {
  readonly id: string;
  readonly engineId: string;
  readonly engineSlug: string;
  /** Null for an engine without a row: the built-in one. */
  readonly engineName: string | null;
  readonly engineType: EngineTypeName;
  /** `major.minor`, `draft`, or null. */
  readonly version: string | null;
  readonly status: RunStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Of the last attempt; null before its end, and for a run that never started. */
  readonly durationMs: number | null;
  readonly subjectKey: string | null;
  readonly actingPrincipal: string | null;
  readonly keyId: string;
  /** Of a failed run. */
  readonly code: string | null;
  /** Where it failed, or where it is. */
  readonly stage: string | null;
  readonly isCorrected: boolean;
  /** Number of labels. */
  readonly labels: number;
}

export interface RunSearch {
  readonly filters: RunFilters;
  readonly limit: number;
  /** Of the page before, or of a row (`cursorOfRun`). */
  readonly cursor?: string | undefined;
  /** From the cursor on; older by default. Rows are always newest first. */
  readonly direction?: "older" | "newer" | undefined;
}

export interface FoundRuns {
  readonly rows: readonly ListedRun[];
  /** Continues in the same direction; null: there are no more. */
  readonly next: string | null;
  /** Set when the time was over before the page was full: everything from the cursor to this moment was searched. */
  readonly searchedBackTo: Date | null;
}

/** How long and how far a search goes before it answers with what it has (CON-51). */
export interface SearchBounds {
  /** Time of the first, unbounded try; 0: there is none. */
  readonly firstTryMs: number;
  readonly windowRows: number;
  readonly longestMs: number;
}
const defaultBounds: SearchBounds = { firstTryMs: 150, windowRows: 20_000, longestMs: 1_200 };

type Place = readonly [createdAt: Date, id: string];
type Direction = "older" | "newer";

const isAfter = (comparison: "<" | ">"): string =>
  `(@after_created_at::timestamptz is null or (r.created_at, r.id) ${comparison} (@after_created_at, @after_id::uuid))`;
const orderOf = (order: "asc" | "desc"): string => `order by r.created_at ${order}, r.id ${order}`;

/** One direction of the list; `until` is the last row of a window. */
function search(comparison: "<" | ">", order: "asc" | "desc"): string {
  return `select r.id, r.engine_id as "engineId", r.engine_slug as "engineSlug",
     (select e.label from engines e where e.id = r.engine_id) as "engineName", r.engine_type as "engineType",
     r.engine_version as version, r.status, r.created_at as "createdAt", r.started_at as "startedAt",
     r.completed_at as "completedAt",
     (extract(epoch from r.completed_at - r.started_at) * 1000)::float8 as "durationMs", r.subject_key as "subjectKey",
     r.acting_principal as "actingPrincipal", r.key_id as "keyId", ${failureCode} as code, r.stage,
     exists (select from run_corrections c where c.run_id = r.id) as "isCorrected",
     (select count(*) from run_annotations a where a.run_id = r.id)::int as labels
   from (
     select * from runs r where ${passesFilters} and ${isAfter(comparison)}
       and (@until_created_at::timestamptz is null
         or (r.created_at, r.id) ${comparison === "<" ? ">=" : "<="} (@until_created_at, @until_id::uuid))
     ${orderOf(order)} limit @limit) r
   ${orderOf(order)}`;
}

/** The last row of the next window: of all runs of the environment, whatever the filters. */
function windowEnd(comparison: "<" | ">", order: "asc" | "desc"): string {
  return `select r.created_at as "createdAt", r.id from runs r
   where r.organization_id = @organization_id and r.environment_id = @environment_id and ${isAfter(comparison)}
     and (@created_from::timestamptz is null or r.created_at >= @created_from)
     and (@created_before::timestamptz is null or r.created_at < @created_before)
   ${orderOf(order)} offset @window_rows::int - 1 limit 1`;
}

const searches = {
  older: statement("runs_search_older", search("<", "desc")),
  newer: statement("runs_search_newer", search(">", "asc")),
} as const;
const windowEnds = {
  older: statement("runs_search_window_older", windowEnd("<", "desc")),
  newer: statement("runs_search_window_newer", windowEnd(">", "asc")),
} as const;

const boundTime = statement("runs_bound_search", "select set_config('statement_timeout', $1, true)");

/**
 * Runs of an environment that pass the filters, newest first, a page at a time (CON-50). A filter that hardly any run passes is
 * searched in windows, for 1.2 s at most (CON-51).
 * @throws `invalid_cursor`.
 */
export async function searchRuns(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  scope: EnvironmentScope,
  { filters, limit, cursor, direction = "older" }: RunSearch,
  bounds: SearchBounds = defaultBounds,
): Promise<FoundRuns> {
  if (matchesNothing(filters)) return { rows: [], next: null, searchedBackTo: null };
  const after = cursor === undefined ? null : openPlace(deps.secrets, listOf(scope), cursor, TimedPlace);
  const query = { scope, filters, limit, direction, startedAtMs: deps.clock.nowMs() };
  const found = (await searchWhole(deps, query, after, bounds)) ?? (await searchWindows(deps, query, after, bounds));
  const ordered = direction === "older" ? found.rows : found.rows.toReversed();
  return {
    rows: ordered,
    next: found.end === null ? null : sealPlace(deps.secrets, listOf(scope), found.end),
    searchedBackTo: found.searchedBackTo,
  };
}

/** The cursor of a run's place in the lists of its environment. */
export function cursorOfRun(
  deps: Pick<Deps, "secrets">,
  scope: EnvironmentScope,
  run: Pick<ListedRun, "createdAt" | "id">,
): string {
  return sealPlace(deps.secrets, listOf(scope), [run.createdAt, run.id]);
}

/** A place is a run's and so the same in every list of the environment, whatever its filters. */
function listOf({ organizationId, environmentId }: EnvironmentScope) {
  return { list: "runs", organizationId, environmentId };
}

interface Query {
  readonly scope: EnvironmentScope;
  readonly filters: RunFilters;
  readonly limit: number;
  readonly direction: Direction;
  readonly startedAtMs: number;
}

interface Found {
  /** In the direction of the search. */
  readonly rows: readonly ListedRun[];
  readonly end: Place | null;
  readonly searchedBackTo: Date | null;
}

/** One statement over everything; null when it would take too long. */
async function searchWhole(
  deps: Pick<Deps, "db">,
  query: Query,
  after: Place | null,
  { firstTryMs }: SearchBounds,
): Promise<Found | null> {
  if (firstTryMs === 0) return null;
  try {
    const { rows } = await deps.db.inTransaction(async (tx) => {
      await tx.query(boundTime([String(firstTryMs)]));
      return tx.query(searches[query.direction](valuesOf(query, after, null, query.limit + 1)));
    });
    return pageOf(rows, query.limit);
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

async function searchWindows(
  deps: Pick<Deps, "db" | "clock">,
  query: Query,
  from: Place | null,
  { windowRows, longestMs }: SearchBounds,
): Promise<Found> {
  const { direction, scope, filters, limit, startedAtMs } = query;
  const rows: ListedRun[] = [];
  for (let after = from; ;) {
    const ends = await deps.db.pool.query(
      windowEnds[direction]({
        organizationId: scope.organizationId,
        environmentId: scope.environmentId,
        createdFrom: filters.createdFrom ?? null,
        createdBefore: filters.createdBefore ?? null,
        windowRows,
        ...placeValues(after),
      }),
    );
    const last = ends.rows[0];
    const until: Place | null = last === undefined ? null : [last.createdAt, last.id];
    const found = await deps.db.pool.query(searches[direction](valuesOf(query, after, until, limit + 1 - rows.length)));
    rows.push(...found.rows);
    if (until === null || rows.length > limit) return pageOf(rows, limit);
    after = until;
    const isOver = deps.clock.nowMs() - startedAtMs >= longestMs;
    // A full page needs no proof that more follows: its end is a place to continue.
    if (rows.length === limit || isOver)
      return { rows, end: until, searchedBackTo: rows.length < limit ? until[0] : null };
  }
}

function pageOf(found: readonly ListedRun[], limit: number): Found {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, end: found.length > limit && last ? [last.createdAt, last.id] : null, searchedBackTo: null };
}

function valuesOf({ scope, filters }: Query, after: Place | null, until: Place | null, limit: number) {
  return {
    ...filterValues(scope, filters),
    ...placeValues(after),
    untilCreatedAt: until?.[0] ?? null,
    untilId: until?.[1] ?? null,
    limit,
  };
}

function placeValues(after: Place | null) {
  return { afterCreatedAt: after?.[0] ?? null, afterId: after?.[1] ?? null };
}

/** What PostgreSQL would refuse is nothing that a run has. */
function matchesNothing({ engineId, version, subjectKey, submittedBy, code, stage }: RunFilters): boolean {
  const texts = [version, subjectKey, submittedBy, code, stage];
  return (engineId !== undefined && !uuidPattern.test(engineId)) || texts.some((text) => text?.includes("\0"));
}

const countFound = statement(
  "runs_search_count",
  `select count(*)::int as runs from (select from runs r where ${passesFilters} limit @limit) found`,
);

/** Most runs that are counted: a list shows "1,000+" for more. */
const countedMax = 1_001;
/** A count that takes longer is not worth waiting for. */
const countMs = 500;

/** How many runs pass the filters: 1,001 means more than 1,000; null where counting would take too long (CON-52). */
export async function countRuns(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  filters: RunFilters,
): Promise<number | null> {
  if (matchesNothing(filters)) return 0;
  try {
    const { rows } = await deps.db.inTransaction(async (tx) => {
      await tx.query(boundTime([String(countMs)]));
      return tx.query(countFound({ ...filterValues(scope, filters), limit: countedMax }));
    });
    return rows[0]?.runs ?? 0;
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}
