import { statement } from "@service/db";
import { type FamilyName, ownerColumnTypes, rowTableOf } from "@service/record-families";
import type { Deps } from "../../deps.ts";
import type { BookDeps } from "./book-reads.ts";
import type { BookRead, PageRow } from "./read-page.ts";
import { decidingColumns, filterConditions, type FilterValues } from "./row-filters.ts";
import { type SearchWords, seenByWords, wordsMatch } from "./search-words.ts";
import { cheapFirst, inSnapshot, SqlText } from "./sql-text.ts";
import { isVisible } from "./visibility.ts";

/** A row that a snapshot removed. */
export interface RemovedRow {
  readonly key: string;
  readonly changeSeq: number;
  readonly isRemoved: true;
  /** False under shadow where posture lit would withhold that the row is gone. */
  readonly isSeen: boolean;
}

/** Where a list of changes ends. */
export interface ChangePlace {
  readonly seq: number;
  readonly key: string;
}

/** What a list of changes shows. */
export interface ChangesQuery {
  readonly family: FamilyName;
  readonly filters: FilterValues;
  readonly today: string;
  readonly words: SearchWords | undefined;
  readonly client: string | undefined;
  readonly policyKey: string | undefined;
  /** Changes of later snapshots. */
  readonly after: number;
  /** Also the rows that are gone: a caller who keeps a copy removes them. */
  readonly hasRemoved: boolean;
}

interface ChangesPage {
  readonly rows: readonly (PageRow | RemovedRow)[];
  readonly next: ChangePlace | undefined;
}

/**
 * What changed after a snapshot, oldest change first, up to the snapshot that is read (REC-34). A row that changed twice
 * comes once, as it is now; one that is gone comes as removed, to readers who could see its last version.
 */
export async function readChanges(
  deps: BookDeps,
  read: BookRead,
  query: ChangesQuery,
  { limit, from }: { readonly limit: number; readonly from: ChangePlace | undefined },
): Promise<ChangesPage> {
  const { entriesMax } = deps.book.limits;
  const streams = await Promise.all(
    (query.hasRemoved ? (["changed", "removed"] as const) : (["changed"] as const)).map(async (kind) => {
      const scan = { limit, from, entriesMax };
      const found = await deps.book.query<ChangeEntry>(statementOf(read, query, kind, scan), read.signal);
      const last = found.at(-1);
      // Beyond the last entry that was looked at, this stream is not known.
      return { found: found.filter(({ isHit }) => isHit), readTo: last?.at === entriesMax ? last : undefined };
    }),
  );
  const merged = streams.flatMap(({ found }) => found).sort(byChange);
  const readTo = streams.flatMap((stream) => stream.readTo ?? []).sort(byChange)[0];
  const complete = readTo === undefined ? merged : merged.filter((entry) => byChange(entry, readTo) <= 0);
  const page = complete.slice(0, limit);
  const last = complete.length > limit ? page.at(-1) : readTo;
  return { rows: page.map(rowOf), next: last && { seq: last.changeSeq, key: last.key } };
}

const changedAfterTime = statement(
  "records_snapshot_before",
  `
  select coalesce(max(i.seq), 0)::int as seq from record_imports i
  where i.connection_id = $1 and i.state = 'served' and i.finished_at <= $2`,
);

/** The snapshot that served at a time: what changed since then came with later ones. */
export async function snapshotAt(deps: Pick<Deps, "db">, connectionId: string, time: Date): Promise<number> {
  const { rows } = await deps.db.pool.query(changedAfterTime([connectionId, time]));
  return rows[0]?.seq ?? 0;
}

interface ChangeEntry extends PageRow {
  readonly at: number;
  readonly isHit: boolean;
  readonly isRemoved: boolean;
}

function rowOf({ at: _at, isHit: _isHit, isRemoved, ...row }: ChangeEntry): PageRow | RemovedRow {
  const { key, changeSeq, isSeen } = row;
  return isRemoved ? { key, changeSeq, isSeen, isRemoved } : row;
}

function byChange(left: ChangeEntry, right: ChangeEntry): number {
  if (left.changeSeq !== right.changeSeq) return left.changeSeq - right.changeSeq;
  return left.key === right.key ? 0 : Buffer.compare(Buffer.from(left.key), Buffer.from(right.key));
}

function statementOf(
  read: BookRead,
  query: ChangesQuery,
  kind: "changed" | "removed",
  {
    limit,
    from,
    entriesMax,
  }: { readonly limit: number; readonly from: ChangePlace | undefined; readonly entriesMax: number },
): { readonly text: string; readonly values: SqlText } {
  const { family, filters, today, words, client, policyKey } = query;
  const { viewer } = read;
  const values = new SqlText();
  const table = rowTableOf(family);
  const isRemoved = kind === "removed";
  const column = isRemoved ? "to_seq" : "from_seq";
  const seq = values.value(read.seq, "int");
  const owners = ownerColumnTypes(family).map(([name]) => name);
  const columns = [...new Set(["row_key", "from_seq", "to_seq", ...owners, ...decidingColumns(family)])];
  // A removed row was visible to those who could see its last version.
  const visible = isVisible(
    values,
    family,
    "e",
    { ...read, grants: viewer.grants },
    isRemoved ? "(e.to_seq - 1)" : seq,
  );
  const { others } = filterConditions(values, { family, filters, today, sorted: undefined, row: "e", bounded: "e" });
  const hit = [
    isRemoved
      ? `not exists (select from ${table} n where n.connection_id = ${values.value(read.connectionId, "uuid")}
          and n.row_key = e.row_key and n.from_seq >= e.to_seq and n.from_seq <= ${seq})`
      : inSnapshot("e", seq),
    ...others,
    ...(client === undefined ? [] : [`e.client_key = ${values.value(client, "text")}`]),
    ...(policyKey === undefined
      ? []
      : [
          owners.includes("policy_keys")
            ? `${values.value(policyKey, "text")} = any(e.policy_keys)`
            : `e.policy_key = ${values.value(policyKey, "text")}`,
        ]),
  ];
  const found = words === undefined || isRemoved ? undefined : { family, words, row: "e" };
  const costly = [
    ...(found === undefined ? [] : [wordsMatch(values, read, found)]),
    ...(viewer.enforced ? [visible] : []),
  ];
  const seen = found === undefined ? visible : seenByWords(values, read, visible, found);
  const place =
    from === undefined
      ? `t.${column} > ${values.value(query.after, "int")}`
      : `(t.${column}, t.row_key) > (${values.value(from.seq, "int")}, ${values.value(from.key, "text")})`;
  const text = `
    select h.*, r.source_id as "sourceId", r.source_updated_at as "sourceUpdatedAt", r.fields from (
      select e.at::int as at, coalesce(c.hit, false) as "isHit", ${isRemoved} as "isRemoved", e.row_key as key,
        e.${column} as "changeSeq", e.from_seq as "fromSeq", ${viewer.enforced ? "true" : seen} as "isSeen"
      from (
        select ${columns.map((name) => `t.${name}`).join(", ")}, row_number() over (order by t.${column}, t.row_key) as at
        from ${table} t
        where t.connection_id = ${values.value(read.connectionId, "uuid")} and ${place} and t.${column} <= ${seq}
        order by t.${column}, t.row_key limit ${entriesMax}
      ) e cross join lateral (select (${cheapFirst(hit, costly)}) as hit) c
      where c.hit or e.at = ${entriesMax}
      limit ${limit + 1}
    ) h left join lateral (
      select r.source_id, r.source_updated_at, r.fields from ${table} r
      where h."isHit" and not h."isRemoved" and r.connection_id = ${values.value(read.connectionId, "uuid")}
        and r.row_key = h.key and r.from_seq = h."fromSeq" offset 0) r on true`;
  return { text, values };
}
