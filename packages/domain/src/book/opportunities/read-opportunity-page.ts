import { type BookRead, cheapFirst, countGrantedClients, grantedClients, SqlText } from "../records/index.ts";
import { behind, type OpportunityOrder, type OpportunityPlace, orderOf } from "./opportunity-order.ts";
import { beginsWith, hasWords, rarestWord, wordsOf } from "./opportunity-words.ts";
import { type OpportunityDeps, opportunityColumns, type OpportunityRow } from "./opportunity.ts";
import type { OpportunityFilters, OpportunityScope } from "./opportunity-filters.ts";
import { filterConditions, isShown, placeConditions } from "./select-opportunities.ts";

/** What a page shows. */
export interface OpportunityPageQuery {
  readonly scope: OpportunityScope;
  readonly filters: OpportunityFilters;
  readonly sort: OpportunityOrder;
  readonly limit: number;
}

export interface OpportunityPage {
  readonly rows: readonly OpportunityRow[];
  /** Undefined at the end of the list. A page may be short although there is more (OPPS-8). */
  readonly next: OpportunityPlace | undefined;
}

/** How the entries of a list are found. */
type Way =
  /** The index of the sort, as the planner chooses: every entry that the filters select is shown. */
  | { readonly kind: "plain" }
  /** Along the index of the sort; `isShort`: as far as one short statement goes, and then from the clients. */
  | { readonly kind: "index"; readonly isShort: boolean }
  /** All those of the clients that the viewer's grants name, sorted. */
  | { readonly kind: "clients" }
  /** All those that a rare word finds, sorted. */
  | { readonly kind: "word"; readonly word: string };

/**
 * One page, found in indexes. What a seat sees, and where words are found, cannot stand in the index of a sort: a seat with
 * few clients is read from its clients, a rare word from the terms; all others along the index, at most 10,000 entries a
 * statement, and a page that is not full after 250 ms is short.
 *
 * Measured on two cores that others used as well (load 5 to 8), medians of pages of 50. Among 40,000 opportunities: words of
 * one client 10 ms (215 before, by a full-text search without its index), a seat with one client in fifty 15 ms (30 before). Among
 * 200,000: words of one client 5 ms, such a seat 16 ms, an office with one client in five 11 ms; what next to nothing has, 130 ms
 * (an office, by a filter) and 350 ms (all, by two frequent words that no row has together): pages that end after 250 ms.
 */
export async function readOpportunityPage(
  deps: OpportunityDeps,
  read: BookRead,
  query: OpportunityPageQuery,
  after: OpportunityPlace | undefined,
): Promise<OpportunityPage> {
  const { limit } = query;
  const { entriesMax, firstEntries, pageMs } = deps.book.limits;
  const startedAtMs = performance.now();
  const way = await wayOf(deps, read, query);
  const isShort = way.kind === "index" && way.isShort;
  const most = isShort ? firstEntries : entriesMax;
  const rows: Entry[] = [];
  let from = after;
  let next = way;
  for (;;) {
    const wanted = limit + 1 - rows.length;
    const found = await deps.book.query<Entry>(
      statementFor(next, read, query, { after: from, wanted, most }),
      read.signal,
    );
    rows.push(...found.filter(({ isHit }) => isHit));
    const last = found.at(-1);
    if (rows.length > limit) {
      rows.length = limit;
      const end = rows.at(-1);
      return { rows, next: end && placeOf(end) };
    }
    if (next.kind !== "index" || last?.at !== most) return { rows, next: undefined };
    from = placeOf(last);
    if (isShort) next = { kind: "clients" };
    else if (performance.now() - startedAtMs > pageMs) return { rows, next: from };
  }
}

async function wayOf(deps: OpportunityDeps, read: BookRead, { scope, filters }: OpportunityPageQuery): Promise<Way> {
  const { viewer } = read;
  // Those of one client are few.
  if (filters.clientKey !== undefined) return { kind: "plain" };
  const words = wordsOf(filters, viewer);
  if (words.length > 0 && scope.engineIds !== null) {
    const word = await rarestWord(deps, read, scope, words);
    if (word !== undefined) return { kind: "word", word };
  }
  const { grants, enforced } = viewer;
  if (!enforced || grants === null) return words.length > 0 ? { kind: "index", isShort: false } : { kind: "plain" };
  const { smallSeatClients, mediumSeatClients } = deps.book.limits;
  const clients = await countGrantedClients(deps, read, grants);
  if (clients <= smallSeatClients) return { kind: "clients" };
  return { kind: "index", isShort: clients <= mediumSeatClients };
}

/** An opportunity on the page, or the last one that a statement looked at (then all else of it is null). */
interface Entry extends OpportunityRow {
  /** Of the entries of the statement, from 1; 0 where it looked at all. */
  readonly at: number;
  readonly isHit: boolean;
  readonly sortValue: string;
  readonly entryId: string;
}

function placeOf({ sortValue, entryId }: Entry): OpportunityPlace {
  return { sort: sortValue, id: entryId };
}

interface Scan {
  readonly after: OpportunityPlace | undefined;
  readonly wanted: number;
  /** Entries that a statement along the index looks at. */
  readonly most: number;
}

function statementFor(way: Way, read: BookRead, query: OpportunityPageQuery, scan: Scan) {
  switch (way.kind) {
    case "plain":
      return plainPage(read, query, scan);
    case "index":
      return pageAlongIndex(read, query, scan);
    case "clients":
    case "word":
      return pageOfSource(way, read, query, scan);
  }
}

/** What every statement selects of a row `o` on the page. */
function shownColumns(sql: SqlText, read: BookRead): string {
  return `${opportunityColumns}, ${read.viewer.enforced ? "true" : isShown(sql, read)} as "isSeen"`;
}

function plainPage(read: BookRead, { scope, filters, sort }: OpportunityPageQuery, { after, wanted }: Scan) {
  const values = new SqlText();
  const { column, order } = orderOf(sort);
  const conditions = [
    ...placeConditions(values, read, scope),
    ...filterConditions(values, filters),
    ...hasWords(values, wordsOf(filters, read.viewer)),
    ...(read.viewer.enforced ? [isShown(values, read)] : []),
    ...behind(values, sort, after),
  ];
  const text = `
    select ${shownColumns(values, read)}, 0 as at, true as "isHit", (${column})::text as "sortValue", o.opportunity_id as "entryId"
    from opportunities o where ${conditions.join(" and ")} order by ${order} limit ${wanted}`;
  return { text, values };
}

/** Entries in the order of the list's index: those on the page, and the last one if the statement looked at `most`. */
function pageAlongIndex(read: BookRead, { scope, filters, sort }: OpportunityPageQuery, { after, wanted, most }: Scan) {
  const values = new SqlText();
  const { column, order } = orderOf(sort);
  const hit = cheapFirst(
    ["true", ...filterConditions(values, filters)],
    [...hasWords(values, wordsOf(filters, read.viewer)), ...(read.viewer.enforced ? [isShown(values, read)] : [])],
  );
  const bounds = [...placeConditions(values, read, scope), ...behind(values, sort, after)];
  const text = `
    select h.at::int as at, h.hit as "isHit", h.sort::text as "sortValue", h.opportunity_id as "entryId", r.* from (
      select o.at, coalesce(c.hit, false) as hit, o.sort, o.engine_id, o.opportunity_id from (
        select ${columnsOf("o")}, ${column} as sort, row_number() over (order by ${order}) as at
        from opportunities o where ${bounds.join(" and ")} order by ${order} limit ${most}
      ) o cross join lateral (select (${hit}) as hit) c
      where c.hit or o.at = ${most} limit ${wanted}
    ) h left join lateral (${rowOf(values, read, scope)}) r on h.hit
    order by h.at`;
  return { text, values };
}

/** All entries of some clients, or of a word, sorted. */
function pageOfSource(
  way: Extract<Way, { readonly kind: "clients" | "word" }>,
  read: BookRead,
  { scope, filters, sort }: OpportunityPageQuery,
  { after, wanted }: Scan,
) {
  const values = new SqlText();
  const { column, order, direction } = orderOf(sort);
  const words = wordsOf(filters, read.viewer).filter((word) => way.kind !== "word" || word !== way.word);
  const isVisible =
    way.kind === "clients"
      ? ["('' = any(o.granted) or o.policy_key = any(o.granted))"]
      : read.viewer.enforced
        ? [isShown(values, read)]
        : [];
  const hit = cheapFirst(
    [...placeConditions(values, read, scope), ...filterConditions(values, filters), ...behind(values, sort, after)],
    [...hasWords(values, words), ...isVisible],
  );
  const text = `
    select 0 as at, true as "isHit", h.sort::text as "sortValue", h.opportunity_id as "entryId", r.* from (
      select o.engine_id, o.opportunity_id, ${column} as sort from (${sourceOf(way, values, read, scope)} offset 0) o
      where ${hit} order by ${order} limit ${wanted}
    ) h cross join lateral (${rowOf(values, read, scope)}) r
    order by h.sort ${direction}, h.opportunity_id ${direction}`;
  return { text, values };
}

/**
 * `offset 0`: only the client or the word leads to the rows, never the index of a sort or of an engine. Keys of the book have
 * the collation "C", those of opportunities the database's own: compared in the book's, no index would lead to them.
 */
function sourceOf(
  way: Extract<Way, { readonly kind: "clients" | "word" }>,
  sql: SqlText,
  read: BookRead,
  { organizationId, environmentId, engineIds }: OpportunityScope,
): string {
  const place = `t.organization_id = ${sql.value(organizationId, "uuid")} and t.environment_id = ${sql.value(environmentId, "uuid")}`;
  if (way.kind === "clients")
    return `select t.*, s.policies as granted
      from ${grantedClients(sql, { ...read, grants: read.viewer.grants ?? [] })} s cross join lateral (
        select ${columnsOf("t")} from opportunities t where ${place} and t.client_key = s.client_key collate "default" offset 0) t`;
  return `select t.* from (
      select distinct w.engine_id, w.opportunity_id from unnest(${sql.value(engineIds, "uuid[]")}) e(id)
      join opportunity_terms w on w.engine_id = e.id and w.environment_id = ${sql.value(environmentId, "uuid")}
        and ${beginsWith(sql, "w.term", way.word)} offset 0) w
    cross join lateral (
      select ${columnsOf("t")} from opportunities t
      where ${place} and t.engine_id = w.engine_id and t.opportunity_id = w.opportunity_id offset 0) t`;
}

/** What decides about an entry; `opportunities_of_client` holds all of it. */
function columnsOf(row: string): string {
  return [
    "organization_id",
    "environment_id",
    "engine_id",
    "opportunity_id",
    "connection_id",
    "client_key",
    "policy_key",
    "kind",
    "status",
    "change",
    "line",
    "producer_seat",
    "office_key",
    "score",
    "expected_value",
    "due_on",
    "first_seen_at",
    "is_annotated",
  ]
    .map((name) => `${row}.${name}`)
    .join(", ");
}

/** The row of an entry `h`. */
function rowOf(sql: SqlText, read: BookRead, { organizationId, environmentId }: OpportunityScope): string {
  return `select ${shownColumns(sql, read)} from opportunities o
      where o.organization_id = ${sql.value(organizationId, "uuid")}
        and o.environment_id = ${sql.value(environmentId, "uuid")}
        and o.engine_id = h.engine_id and o.opportunity_id = h.opportunity_id offset 0`;
}
