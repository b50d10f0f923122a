import { fail } from "@service/contract";
import { hotStatement, statement } from "@service/db";
import type { OrganizationScope } from "../access/index.ts";
import type { Deps } from "../deps.ts";
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

const activeConnections = hotStatement(
  "records_active_connections",
  `
  select c.id as "connectionId", c.name, c.kind, c.served_seq as "seq", c.as_of as "asOf", c.fetched_at as "fetchedAt",
    c.fresh_hours as "freshHours", c.aging_hours as "agingHours", i.id as "importId", i.mapping_hash as "mappingHash"
  from record_connections c
    left join record_snapshots s on s.connection_id = c.id and s.seq = c.served_seq
    left join record_imports i on i.id = s.import_id
  where c.organization_id = $1 and c.state = 'active' and ($2::uuid is null or c.id = $2)
  order by c.name limit 2`,
);

/**
 * The connection that a read is about: the one that it names, else the organization's only active one. One that is
 * disabled, or another organization's, is not there (REC-41).
 * @throws `not_found`, `book_connection_ambiguous`.
 */
export async function resolveConnection(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  connectionId: string | undefined,
): Promise<ServedBook> {
  const { rows } = await deps.db.hot.query(activeConnections([organizationId, connectionId ?? null]));
  const [only, another] = rows;
  if (only === undefined) throw fail("not_found");
  if (another !== undefined) throw fail("book_connection_ambiguous");
  const { importId, mappingHash, ...connection } = only;
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
