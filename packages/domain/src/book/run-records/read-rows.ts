import { canonicalJson, type Json, type JsonObject, parseJsonObject } from "@service/json";
import { familyOf, type FamilyName, ownerColumnsOf, rowTableOf } from "@service/record-families";
import { type RecordsWanted, withCarrierName } from "@service/engine-kit";
import {
  type BookDeps,
  carrierFields,
  carrierNameIn,
  inSnapshot,
  isInPart,
  isVisible,
  isWhole,
  type ReadAt,
  SqlText,
} from "../records/index.ts";

/** One snapshot, as one seat sees it; `grants` null: every row. */
export type RowsRead = ReadAt & { readonly grants: readonly string[] | null; readonly signal: AbortSignal };

/** A row as an engine type takes it: one line of a dataset. */
export interface RecordRow {
  readonly key: string;
  /** Null for rows of the agency. */
  readonly clientKey: string | null;
  /** Of a policy. */
  readonly carrierKey: string | null;
  /** RFC 8785 form of the row. */
  readonly line: string;
}

/** Which clients are chosen among those that the viewer sees. */
type ChosenClients = Pick<RecordsWanted, "filter" | "partition">;

/** Rows of one statement. */
const pageRows = 2_000;
/** Owners whose rows are read together: a book has some ten rows of a family for each client. */
const ownersOfPage = 200;

interface StoredRow {
  readonly key: string;
  readonly clientKey: string | null;
  readonly fields: string;
  /** Of a policy: the fields of the carrier behind its key. */
  readonly carrierFields?: string | null;
}

/** The rows of clients, policies, or of a family by their own keys. */
export async function* rowsOfOwners(
  deps: BookDeps,
  read: RowsRead,
  family: FamilyName,
  owners: { readonly column: "row_key" | "client_key" | "policy_key"; readonly keys: readonly string[] },
  chosen: ChosenClients = { filter: {} },
): AsyncGenerator<readonly RecordRow[]> {
  const keys = owners.keys.toSorted();
  for (let start = 0; start < keys.length; start += ownersOfPage) {
    const chunk = keys.slice(start, start + ownersOfPage);
    yield* pages(deps, read, family, (sql, after) => {
      const conditions = [...conditionsOn(sql, read, family, chosen), `r.${owners.column} = s.owner`, ...after];
      // `offset 0`: else PostgreSQL may read the primary key of a whole book for the rows of some clients.
      return `select t.* from unnest(${sql.value(chunk, "text[]")}) s(owner) cross join lateral (
        select ${columnsOf(family, sql.value(read.seq, "int"))} from ${rowTableOf(family)} r where ${conditions.join(" and ")} offset 0) t
        order by t.key limit ${pageRows}`;
    });
  }
}

/**
 * The clients of the whole book that pass the filter, in the order of their keys; only those that the viewer sees whole:
 * of others it would seem that they have nothing but what is seen (REC-79).
 */
export async function* allClients(
  deps: BookDeps,
  read: RowsRead,
  chosen: ChosenClients,
): AsyncGenerator<readonly RecordRow[]> {
  yield* pages(deps, read, "accounts", (sql, after) => {
    const whole = read.grants === null ? [] : [isWhole(sql, read, "r.row_key")];
    const conditions = [...conditionsOn(sql, read, "accounts", chosen), ...whole, ...after];
    return `select ${columnsOf("accounts", sql.value(read.seq, "int"))} from ${rowTableOf("accounts")} r where ${conditions.join(" and ")}
      order by r.row_key limit ${pageRows}`;
  });
}

/** Whether the snapshot has any row of the family: whether the connection delivers it. */
export async function isDelivered(deps: BookDeps, read: RowsRead, family: FamilyName): Promise<boolean> {
  const sql = new SqlText();
  const text = `select 1 as one from ${rowTableOf(family)} r
    where r.connection_id = ${sql.value(read.connectionId, "uuid")}
      and ${inSnapshot("r", sql.value(read.seq, "int"))} limit 1`;
  return (await deps.book.query({ text, values: sql }, read.signal)).length > 0;
}

async function* pages(
  deps: BookDeps,
  { signal }: RowsRead,
  family: FamilyName,
  textOf: (sql: SqlText, after: readonly string[]) => string,
): AsyncGenerator<readonly RecordRow[]> {
  for (let last: string | undefined; ;) {
    const values = new SqlText();
    const after = last === undefined ? [] : [`r.row_key > ${values.value(last, "text")}`];
    const text = textOf(values, after);
    const rows: readonly StoredRow[] = await deps.book.query<StoredRow>({ text, values }, signal);
    if (rows.length > 0) yield rows.map((row) => recordRow(family, row));
    last = rows.at(-1)?.key;
    if (rows.length < pageRows) return;
  }
}

function columnsOf(family: FamilyName, seq: string): string {
  const client = family === "accounts" ? "r.row_key" : ownerColumnsOf(family).client ? "r.client_key" : "null::text";
  const carrier = family === "policies" ? `, ${carrierFields("r", seq)} as "carrierFields"` : "";
  return `r.row_key as key, ${client} as "clientKey", r.fields${carrier}`;
}

function conditionsOn(
  sql: SqlText,
  read: RowsRead,
  family: FamilyName,
  { filter, partition }: ChosenClients,
): readonly string[] {
  const { segment, office_key, producer_seat, lines = [] } = filter;
  const equal = Object.entries({ segment, office_key, producer_seat }).flatMap(([column, value]) =>
    value === undefined ? [] : [`r.${column} = ${sql.value(value, "text")}`],
  );
  const seq = sql.value(read.seq, "int");
  const ofLines =
    lines.length === 0
      ? []
      : [
          `exists (select from ${rowTableOf("policies")} p where p.connection_id = r.connection_id
             and p.client_key = r.row_key and p.any_line && ${sql.value(lines, "text[]")}
             and ${inSnapshot("p", seq)} and ${isVisible(sql, "policies", "p", { ...read, isBulk: true })})`,
        ];
  return [
    `r.connection_id = ${sql.value(read.connectionId, "uuid")}`,
    inSnapshot("r", seq),
    ...equal,
    ...ofLines,
    ...(partition === undefined
      ? []
      : [isInPart("r.row_key", sql.value(partition.index, "int"), sql.value(partition.of, "int"))]),
    isVisible(sql, family, "r", { ...read, isBulk: true }),
  ];
}

/** A member without a value is unknown, as one that a caller leaves out (TYPE-29); a policy has its carrier's name (REC-139). */
function recordRow(family: FamilyName, { key, clientKey, fields, carrierFields: ofCarrier }: StoredRow): RecordRow {
  const stated: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(parseJsonObject(fields))) if (value !== null) stated[name] = value;
  const row: JsonObject = { ...stated, [familyOf(family).keyName]: key };
  if (family !== "policies") return { key, clientKey, carrierKey: null, line: canonicalJson(row) };
  const carrierKey = typeof row["carrier_key"] === "string" ? row["carrier_key"] : null;
  return { key, clientKey, carrierKey, line: canonicalJson(withCarrierName(row, () => carrierNameIn(ofCarrier))) };
}
