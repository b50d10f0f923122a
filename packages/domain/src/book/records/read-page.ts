import { type FamilyName, ownerColumnTypes, rowTableOf } from "@service/record-families";
import type { BookView } from "../seats/index.ts";
import type { AttributeClasses } from "./attribute-classes.ts";
import type { BookDeps } from "./book-reads.ts";
import {
  alongIndex,
  behind,
  behindInMemory,
  inMemory,
  type ListOrder,
  type Position,
  sortColumnOf,
} from "./page-order.ts";
import type { StoredRow } from "./present-row.ts";
import { decidingColumns, filterConditions, type FilterValues } from "./row-filters.ts";
import { type SearchWords, seenByWords, wordsMatch } from "./search-words.ts";
import { cheapFirst, inSnapshot, SqlText } from "./sql-text.ts";
import { grantedClients, isGranted, isShownBy, isVisible, type ReadAt } from "./visibility.ts";

/** Counts go no further (REC-37). */
const countMax = 10_000;

/** What a page shows, besides its place in the list. */
export interface PageQuery {
  readonly family: FamilyName;
  readonly order: ListOrder;
  readonly filters: FilterValues;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Rows of these clients only. */
  readonly clients?: readonly string[] | undefined;
  /** Rows of this policy only; for rows of several policies, of one client as well. */
  readonly policyKey?: string | undefined;
  readonly words?: SearchWords | undefined;
  /** Versions that a later snapshot brought. */
  readonly changedAfter?: number | undefined;
  /** Folded: accounts whose name begins with it. */
  readonly nameBegins?: string | undefined;
}

export interface PageRow extends StoredRow {
  /** False under shadow for a row that posture lit would withhold. */
  readonly isSeen: boolean;
}

export interface Page {
  readonly rows: readonly PageRow[];
  /** Undefined at the end of the list. A page may be short although there is more. */
  readonly next: Position | undefined;
}

/** A read of the book for one viewer. */
export interface BookRead extends ReadAt {
  readonly attributeClasses: AttributeClasses;
  readonly viewer: BookView;
  readonly signal: AbortSignal;
}

/**
 * One page of a family's rows, found in indexes; only the rows that are shown are read from the table (REC-32).
 *
 * Measured on two cores that others used as well, 50,000 accounts and 200,000 policies, pages of 50 at any place, medians:
 * scope All 1 to 1.5 ms, Office of 12,500 accounts 2 to 6 ms, Team of 1,500 accounts, from its grants, 7 to 11 ms, Own
 * of 200 accounts 2 to 3 ms; a filter without any match over all 200,000 policies 100 ms; one row 0.4 ms; `q` 2 to 35 ms.
 */
export async function readPage(
  deps: BookDeps,
  read: BookRead,
  query: PageQuery,
  { limit, after }: { readonly limit: number; readonly after: Position | undefined },
): Promise<Page> {
  const { entries, next } = await readEntries(deps, read, query, { limit, after, hasRows: true });
  return { rows: entries.map(rowOf), next };
}

/** How many rows a list has, exact up to 10,000. */
export async function countRows(
  deps: BookDeps,
  read: BookRead,
  query: PageQuery,
): Promise<{ readonly value: number; readonly isExact: boolean }> {
  const { entries, next } = await readEntries(deps, read, query, { limit: countMax, after: undefined, hasRows: false });
  return { value: entries.length, isExact: next === undefined };
}

/** What is asked of the entries of a list. */
interface Scan {
  readonly limit: number;
  readonly after: Position | undefined;
  /** Read the rows of the entries that are shown. */
  readonly hasRows: boolean;
}

async function readEntries(
  deps: BookDeps,
  read: BookRead,
  query: PageQuery,
  scan: Scan,
): Promise<{ readonly entries: Entry[]; readonly next: Position | undefined }> {
  const way = await wayOf(deps, read, query);
  let isBounded = way === "clients";
  const startedAtMs = performance.now();
  const { limit } = scan;
  const { entriesMax, firstEntries, pageMs } = deps.book.limits;
  const mostEntries = way === "index, then clients" ? firstEntries : entriesMax;
  const column = sortColumnOf(query.family, query.order);
  const hasParts = column !== undefined && query.order.direction === "desc";
  const entries: Entry[] = [];
  let after = scan.after;
  let isPastValues = after?.isPastValues ?? false;
  for (;;) {
    const wanted = limit + 1 - entries.length;
    const sql = isBounded
      ? entriesOfClients(read, query, { ...scan, limit: wanted, after })
      : entriesAlongIndex(read, query, { ...scan, limit: wanted, after, isPastValues, entriesMax: mostEntries });
    const found = await deps.book.query<Entry>(sql, read.signal);
    entries.push(...found.filter(({ isHit }) => isHit));
    const positionOf = (entry: Entry): Position => ({
      // The entry's own part: a page may end with the values although one of the rows without follows.
      isPastValues: hasParts && entry.isMissing,
      sort: entry.sort,
      key: entry.key,
      isIncluded: !entry.isHit,
    });
    if (entries.length > limit) {
      entries.length = limit;
      const last = entries.at(-1);
      return { entries, next: last && positionOf(last) };
    }
    const last = found.at(-1);
    if (isBounded) return { entries, next: undefined };
    if (last !== undefined && last.at === mostEntries) {
      after = positionOf(last);
      isBounded = way === "index, then clients";
    } else if (hasParts && !isPastValues) {
      isPastValues = true;
      after = undefined;
    } else return { entries, next: undefined };
    if (!isBounded && performance.now() - startedAtMs > pageMs)
      return { entries, next: after ?? { isPastValues: true, sort: null, key: maxKey, isIncluded: true } };
  }
}

/** Behind every key, for a page that ends between the two parts of a descending list. */
const maxKey = "\u{10FFFF}";

/**
 * How the entries of a list are found: all those of some clients, sorted; along the index of the sort; or along the index as
 * far as one short statement goes and then from the clients, for a seat that sees few of the entries that it would pass.
 */
async function wayOf(
  deps: BookDeps,
  read: BookRead,
  query: PageQuery,
): Promise<"clients" | "index" | "index, then clients"> {
  if (query.clients !== undefined || query.policyKey !== undefined) return "clients";
  const { grants, enforced } = read.viewer;
  if (!enforced || grants === null || isGranted(read.viewer, query.family)) return "index";
  const { smallSeatClients, mediumSeatClients } = deps.book.limits;
  const clients = await countGrantedClients(deps, read, grants);
  if (clients <= smallSeatClients) return "clients";
  return clients <= mediumSeatClients ? "index, then clients" : "index";
}

/** A client has a grant for each of its people: a seat that holds more of them by client than this counts as larger. */
const grantsByClient = 2;

/** Counts the clients of a seat, up to one more than a medium seat has; once per snapshot. */
export function countGrantedClients(deps: BookDeps, read: BookRead, grants: readonly string[]): Promise<number> {
  const key = JSON.stringify([read.connectionId, read.seq, grants.toSorted()]);
  const { mediumSeatClients } = deps.book.limits;
  const grantsMax = grantsByClient * mediumSeatClients + 1;
  return deps.book.count(key, async () => {
    const values = new SqlText();
    const text = `select count(*)::int as grants, count(distinct g.client_key)::int as clients from (
        select g.client_key from book.grants g
        where g.connection_id = ${values.value(read.connectionId, "uuid")} and g.grant_key = any(${values.value(grants, "text[]")})
          and ${inSnapshot("g", values.value(read.seq, "int"))}
        limit ${grantsMax}) g`;
    const [counted] = await deps.book.query<{ grants: number; clients: number }>({ text, values }, untilDone);
    if (counted === undefined) return 0;
    return counted.grants === grantsMax ? mediumSeatClients + 1 : counted.clients;
  });
}

/** Several callers wait for a count: it does not end with one of them. */
const untilDone = new AbortController().signal;

/** An entry of an index that is on the page, or the last one that a statement looked at. */
interface Entry {
  /** Of the entries of the statement, from 1; 0 where it looked at all. */
  readonly at: number;
  readonly isHit: boolean;
  readonly isSeen: boolean;
  /** Without the value by which the list is sorted. */
  readonly isMissing: boolean;
  readonly key: string;
  readonly sort: string | null;
  readonly changeSeq: number;
  readonly sourceId: string;
  readonly sourceUpdatedAt: Date | null;
  readonly fields: string;
}

function rowOf({ key, changeSeq, sourceId, sourceUpdatedAt, fields, isSeen }: Entry): PageRow {
  return { key, changeSeq, sourceId, sourceUpdatedAt, fields, isSeen };
}

interface Conditions {
  readonly bounds: readonly string[];
  /** What decides whether an entry is on the page. */
  readonly hit: string;
  /** Whether the viewer's grants show it, where that withholds nothing (shadow). */
  readonly seen: string;
}

function conditionsOn(
  sql: SqlText,
  read: BookRead,
  query: PageQuery,
  {
    row,
    bounded = row,
    granted,
    isBulk,
  }: { readonly row: string; readonly bounded?: string; readonly granted?: string; readonly isBulk: boolean },
): Conditions {
  const { family, order, filters, today, words, changedAfter, nameBegins } = query;
  const { viewer } = read;
  const { bounds, others } = filterConditions(sql, { family, filters, today, sorted: order.field, row, bounded });
  const visible =
    granted === undefined
      ? isVisible(sql, family, row, { ...read, grants: viewer.grants, isBulk })
      : isShownBy(family, row, granted);
  const changed = changedAfter === undefined ? [] : [`${row}.from_seq > ${sql.value(changedAfter, "int")}`];
  const matched = words === undefined ? [] : [wordsMatch(sql, read, { family, words, row })];
  const kept = [inSnapshot(row, sql.value(read.seq, "int")), ...changed, ...others];
  const hit = cheapFirst(kept, [...matched, ...(viewer.enforced ? [visible] : [])]);
  const named =
    nameBegins === undefined
      ? []
      : [
          `${bounded}.name >= ${sql.value(nameBegins, "text")}`,
          `${bounded}.name < ${sql.value(`${nameBegins}\u{10FFFF}`, "text")}`,
        ];
  const seen = words === undefined ? visible : seenByWords(sql, read, visible, { family, words, row });
  return { bounds: [...bounds, ...named], hit, seen: viewer.enforced ? "true" : seen };
}

function columnsFor(family: FamilyName, row: string): string {
  const owners = ownerColumnTypes(family).map(([name]) => name);
  const all = new Set(["row_key", "from_seq", "to_seq", ...owners, ...decidingColumns(family)]);
  return [...all].map((name) => `${row}.${name}`).join(", ");
}

/** Entries in the order of the list's index, from where the page before ended. */
function entriesAlongIndex(
  read: BookRead,
  query: PageQuery,
  {
    limit,
    after,
    isPastValues,
    hasRows,
    entriesMax,
  }: Scan & { readonly isPastValues: boolean; readonly entriesMax: number },
): { readonly text: string; readonly values: SqlText } {
  const { family, order } = query;
  const values = new SqlText();
  const column = sortColumnOf(family, order);
  const inner = behind(values, { row: "t", order, column, after, isPastValues });
  const { bounds, hit, seen } = conditionsOn(values, read, query, { row: "e", bounded: "t", isBulk: !hasRows });
  const text = `
    select h.*${hasRows ? rowColumns : ""} from (
      select e.at::int as at, coalesce(c.hit, false) as "isHit", ${seen} as "isSeen", ${isMissing("e", column)} as "isMissing", e.row_key as key, e.from_seq as "changeSeq",
        ${column ? `e.${column.name}::text` : "null::text"} as sort
      from (
        select ${columnsFor(family, "t")}, row_number() over (order by ${alongIndex("t", order, column)}) as at
        from ${rowTableOf(family)} t
        where ${[`t.connection_id = ${values.value(read.connectionId, "uuid")}`, ...inner, ...bounds].join(" and ")}
        order by ${alongIndex("t", order, column)} limit ${entriesMax}
      ) e cross join lateral (select (${hit}) as hit offset 0) c
      where c.hit or e.at = ${entriesMax}
      limit ${limit}
    ) h ${hasRows ? rowsOf(values, read, family) : ""}`;
  return { text, values };
}

/** All entries of some clients, or of one policy, sorted. */
function entriesOfClients(
  read: BookRead,
  query: PageQuery,
  { limit, after, hasRows }: Scan,
): { readonly text: string; readonly values: SqlText } {
  const { family, order } = query;
  const values = new SqlText();
  const column = sortColumnOf(family, order);
  const isFromGrants = query.clients === undefined && query.policyKey === undefined;
  const { bounds, hit, seen } = conditionsOn(values, read, query, {
    row: "e",
    isBulk: !hasRows,
    // The grants that lead to a client say what they show of it: no need to look for them again.
    ...(isFromGrants ? { granted: "e.granted" } : {}),
  });
  const conditions = [hit, ...bounds, behindInMemory(values, { row: "e", order, column, after })];
  const text = `
    select h.*${hasRows ? rowColumns : ""} from (
      select 0 as at, true as "isHit", ${seen} as "isSeen", e.row_key as key, e.from_seq as "changeSeq",
        ${isMissing("e", column)} as "isMissing",
        ${column ? `e.${column.name}::text` : "null::text"} as sort
      from (${sourceOf(values, read, query)} offset 0) e
      where ${conditions.filter((one) => one !== "true").join(" and ")}
      order by ${inMemory("e", order, column)} limit ${limit}
    ) h ${hasRows ? rowsOf(values, read, family) : ""}`;
  return { text, values };
}

/** `offset 0` keeps PostgreSQL from reading the sort index of a whole book for the rows of one client. */
function sourceOf(values: SqlText, read: BookRead, { family, clients, policyKey }: PageQuery): string {
  const columns = columnsFor(family, "t");
  const rows = `from ${rowTableOf(family)} t where t.connection_id = ${values.value(read.connectionId, "uuid")}`;
  const client = family === "accounts" ? "row_key" : "client_key";
  const isOneOfSeveral = ownerColumnTypes(family).some(([name]) => name === "policy_keys");
  if (policyKey !== undefined && !isOneOfSeveral)
    return `select ${columns} ${rows} and t.policy_key = ${values.value(policyKey, "text")}`;
  const ofPolicy = policyKey === undefined ? "" : ` and ${values.value(policyKey, "text")} = any(t.policy_keys)`;
  const isFromGrants = clients === undefined;
  const source = isFromGrants
    ? `${grantedClients(values, { ...read, grants: read.viewer.grants ?? [] })} s`
    : `unnest(${values.value(clients, "text[]")}) s(client_key)`;
  return `select t.*${isFromGrants ? ", s.policies as granted" : ""} from ${source} cross join lateral (
    select ${columns} ${rows} and t.${client} = s.client_key${ofPolicy} offset 0) t`;
}

/** Whether an entry has no value by which the list is sorted. */
function isMissing(row: string, column: ReturnType<typeof sortColumnOf>): string {
  return column ? `${row}.${column.name} = ${column.last}` : "false";
}

const rowColumns = `, r.source_id as "sourceId", r.source_updated_at as "sourceUpdatedAt", r.fields`;

function rowsOf(values: SqlText, read: BookRead, family: FamilyName): string {
  return `left join lateral (
      select r.source_id, r.source_updated_at, r.fields from ${rowTableOf(family)} r
      where h."isHit" and r.connection_id = ${values.value(read.connectionId, "uuid")} and r.row_key = h.key
        and r.from_seq = h."changeSeq" offset 0) r on true`;
}
