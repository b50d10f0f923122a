import { fail } from "@service/contract";
import { type Database, hotStatement, type RowOf, statement } from "@service/db";
import { type Batcher, createBatcher } from "@service/runtime";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type AttributeClasses, attributeClassesOf } from "./attribute-classes.ts";

/** How old the served rows are: by the hours since they were true (REC-42). */
export type Freshness = "fresh" | "aging" | "stale" | "unknown";

/** A snapshot of a connection that a read is answered from. */
export interface ServedBook {
  readonly connectionId: string;
  readonly name: string;
  readonly kind: "import" | "file_drop" | "http_json" | "sql";
  /** 0: nothing was imported yet. */
  readonly seq: number;
  readonly asOf: Date | null;
  readonly fetchedAt: Date | null;
  readonly freshHours: number;
  readonly agingHours: number;
  readonly attributeClasses: AttributeClasses;
  /** The snapshot is the one that new readers see; an older one may be removed while it is read. */
  readonly isCurrent: boolean;
}

/**
 * Inputs, one element for each question: its place, an organization, a connection or null. Rows: the first active
 * connections of each, those that serve a snapshot first, then by name.
 */
const activeConnections = hotStatement(
  "records_active_connections",
  `
  select asked.at, c.*
  from unnest($1::int[], $2::uuid[], $3::uuid[]) as asked(at, organization_id, connection_id) cross join lateral (
    select c.id as "connectionId", c.name, c.kind, c.served_seq as "seq", c.as_of as "asOf", c.fetched_at as "fetchedAt",
      c.fresh_hours as "freshHours", c.aging_hours as "agingHours", i.id as "importId", i.mapping_hash as "mappingHash"
    from record_connections c
      left join record_snapshots s on s.connection_id = c.id and s.seq = c.served_seq
      left join record_imports i on i.id = s.import_id
    where c.organization_id = asked.organization_id and c.state = 'active'
      and (asked.connection_id is null or c.id = asked.connection_id)
    order by c.served_seq = 0, c.name limit 20) c
  order by asked.at, c.seq = 0, c.name`,
  // A place of the array that is given.
).narrowed<{ readonly at: number }>();

type ActiveConnection = RowOf<"records_active_connections"> & { readonly at: number };

/** Which active connection an organization's read is about. */
interface ConnectionRequest {
  readonly organizationId: string;
  readonly connectionId: string | undefined;
}

/** Looks connections up, for all callers that wait at once in one statement. */
export type ConnectionLoader = Batcher<ConnectionRequest, readonly ActiveConnection[]>;

export interface ConnectionDeps {
  readonly book: { readonly activeConnections: ConnectionLoader };
}

const batchMax = 256;
const inFlightMax = 2;
const waitingMax = 10_000;

/**
 * Opens the lookup of connections that concurrent callers share. Every request about the book asks, mostly for the same
 * connection; of a ledger append, which shares its transaction with others, it was the one statement of its own. Measured
 * with 64 callers of one organization on two cores that others used as well: the CPU of an append went from 0.35 to 0.26 ms
 * in the api process and from 0.23 to 0.16 in PostgreSQL, and appends from 1,250 to 1,740 a second.
 */
export function openConnectionLoader(db: Pick<Database, "hot">): ConnectionLoader {
  return createBatcher({
    name: "record connections",
    maxBatch: batchMax,
    maxInFlight: inFlightMax,
    maxWaiting: waitingMax,
    run: async (requests) => {
      const places = new Map<string, number>();
      const different: ConnectionRequest[] = [];
      const placeOf = requests.map((one) => {
        const name = `${one.organizationId} ${one.connectionId ?? ""}`;
        const place = places.get(name) ?? different.push(one) - 1;
        places.set(name, place);
        return place;
      });
      const { rows } = await db.hot.query(
        activeConnections([
          different.map((_, at) => at),
          different.map(({ organizationId }) => organizationId),
          different.map(({ connectionId }) => connectionId ?? null),
        ]),
      );
      const found = Map.groupBy(rows, ({ at }) => at);
      return placeOf.map((place) => found.get(place) ?? []);
    },
  });
}

/**
 * The connection that a read is about: the one that it names, else the organization's only active one, else its only active
 * one that serves a snapshot. One that is disabled, or another organization's, is not there (REC-41).
 * @throws `not_found`, `book_connection_ambiguous`.
 */
export async function resolveConnection(
  deps: Pick<Deps, "db"> & ConnectionDeps,
  { organizationId }: OrganizationScope,
  connectionId: string | undefined,
): Promise<ServedBook> {
  const qualifying = await deps.book.activeConnections({ organizationId, connectionId });
  const [only, another] = qualifying;
  if (only === undefined) throw fail("not_found");
  if (another !== undefined && (only.seq === 0 || another.seq > 0))
    throw fail("book_connection_ambiguous", {
      details: { connections: qualifying.map(({ connectionId: connection_id, name }) => ({ connection_id, name })) },
    });
  const { at: _at, importId, mappingHash, ...connection } = only;
  const attributeClasses = await classesOf(deps, connection.connectionId, { importId, mappingHash });
  return { ...connection, attributeClasses, isCurrent: true };
}

const mappingOfImport = statement(
  "records_mapping_of_import",
  `select i.mapping from record_imports i where i.id = $1`,
);

/** Read once for each mapping of a connection: its text is long. */
async function classesOf(
  deps: Pick<Deps, "db">,
  connectionId: string,
  { importId, mappingHash }: { readonly importId: string | null; readonly mappingHash: string | null },
): Promise<AttributeClasses> {
  if (importId === null || mappingHash === null) return new Map();
  return attributeClassesOf(`${connectionId} ${mappingHash}`, async () => {
    const { rows } = await deps.db.pool.query(mappingOfImport([importId]));
    return rows[0]?.mapping ?? "";
  });
}

const keptSnapshot = hotStatement(
  "records_kept_snapshot",
  `select s.seq, s.as_of as "asOf" from record_snapshots s where s.connection_id = $1 and s.seq = $2`,
);

/**
 * The connection as of a snapshot that a chain of pages is pinned to.
 * @throws `invalid_cursor` with the reason `expired` when it is no longer kept.
 */
export async function pinSnapshot(deps: Pick<Deps, "db">, book: ServedBook, seq: number): Promise<ServedBook> {
  if (book.seq === seq) return book;
  const { rows } = await deps.db.hot.query(keptSnapshot([book.connectionId, seq]));
  const [kept] = rows;
  if (kept === undefined) throw fail("invalid_cursor", { details: { reason: "expired" } });
  return { ...book, seq, asOf: kept.asOf, isCurrent: false };
}

/** How fresh a book is at `now` (REC-42). */
export function freshnessOf(
  { asOf, freshHours, agingHours }: Pick<ServedBook, "asOf" | "freshHours" | "agingHours">,
  now: Date,
): Freshness {
  if (asOf === null) return "unknown";
  const hours = (now.getTime() - asOf.getTime()) / 3_600_000;
  if (hours <= freshHours) return "fresh";
  return hours <= agingHours ? "aging" : "stale";
}
