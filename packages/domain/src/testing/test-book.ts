import type { Database } from "@service/db";
import { isJsonArray, type Json, type JsonObject } from "@service/json";
import {
  columnsOf,
  familyOf,
  type FamilyName,
  foldText,
  lastSortValues,
  ownerColumnsOf,
  recordKey,
  rowTableOf,
  searchTerms,
  textsIn,
} from "@service/record-families";
import { createHash, randomUUID } from "node:crypto";

import { officeGrant, seatGrant } from "../book/seats/index.ts";

/** A row as a test writes it. References in `fields` are keys, as an import stores them. */
export interface TestRow {
  readonly family: FamilyName;
  readonly sourceId: string;
  readonly fields: JsonObject;
}

/** What one import changes. */
export interface TestChanges {
  readonly puts?: readonly TestRow[];
  readonly removes?: readonly Pick<TestRow, "family" | "sourceId">[];
}

/** One version of a row, as it is in the tables. */
export interface TestVersion extends TestRow {
  readonly key: string;
  readonly from: number;
  to: number | null;
}

/** One entry of `book.grants`; `policy` is empty for the whole client. */
interface TestGrant {
  readonly grant: string;
  readonly client: string;
  readonly policy: string;
  readonly from: number;
  to: number | null;
}

/** A connection with rows, written as an import writes them. */
export interface TestBook {
  readonly connectionId: string;
  readonly importId: string;
  /** The versions that were written, for tests that compare with them. */
  readonly versions: readonly TestVersion[];
  readonly grants: readonly TestGrant[];
  keyOf(family: FamilyName, sourceId: string): string;
  /** The snapshot that serves; 0 = none yet. */
  servedSeq(): number;
  /** Writes versions of the next snapshot, which nobody sees yet. */
  write(changes: TestChanges): Promise<void>;
  /** Makes the next snapshot the one that serves. */
  serve(at?: Date): Promise<number>;
  /** Forgets a snapshot, as retention does. */
  forget(seq: number): Promise<void>;
}

const chunkRows = 2_000;

/** Creates an active connection of an organization, without rows. */
export async function createTestBook(
  db: Pick<Database, "pool">,
  { organizationId, name = "Sample system" }: { readonly organizationId: string; readonly name?: string },
): Promise<TestBook> {
  const connectionId = randomUUID();
  const importId = randomUUID();
  await db.pool.query(
    `insert into record_connections (id, organization_id, name, kind, mapping) values ($1, $2, $3, 'import', 'native')`,
    [connectionId, organizationId, name],
  );
  await db.pool.query(
    `insert into record_imports (id, connection_id, state, mode, mapping, mapping_hash, as_of, finished_at)
     values ($1, $2, 'staged', 'full', 'native', 'h', now(), null)`,
    [importId, connectionId],
  );
  const versions: TestVersion[] = [];
  const current = new Map<string, TestVersion>();
  const grants: TestGrant[] = [];
  const currentGrants = new Map<string, TestGrant>();
  /** The snapshot with which each client changed last. */
  const heads = new Map<string, number>();
  let served = 0;

  const keyOf = (family: FamilyName, sourceId: string): string => recordKey(connectionId, family, sourceId);
  const idOf = (family: FamilyName, key: string): string => `${family} ${key}`;

  async function insert(table: string, rows: readonly JsonObject[]): Promise<void> {
    for (let start = 0; start < rows.length; start += chunkRows)
      await db.pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
        JSON.stringify(rows.slice(start, start + chunkRows)),
      ]);
  }

  /** Ends the version of a row that is current; one that the same snapshot began is taken back. */
  async function end(family: FamilyName, key: string, seq: number): Promise<void> {
    const previous = current.get(idOf(family, key));
    if (previous === undefined) return;
    if (previous.from === seq) throw new Error("a test writes a row once per snapshot");
    previous.to = seq;
    current.delete(idOf(family, key));
    await db.pool.query(
      `update ${rowTableOf(family)} set to_seq = $3 where connection_id = $1 and row_key = $2 and to_seq is null`,
      [connectionId, key, seq],
    );
    await db.pool.query(
      `update book.terms set to_seq = $4 where connection_id = $1 and row_key = $2 and family = $3 and to_seq is null`,
      [connectionId, key, family, seq],
    );
  }

  /** Brings the grants to what the current versions say. */
  async function renewGrants(seq: number): Promise<void> {
    const wanted = new Map<string, Omit<TestGrant, "from" | "to">>();
    for (const version of current.values())
      for (const { grant, policy, client } of grantsOf(version))
        wanted.set(`${grant} ${client} ${policy}`, { grant, client, policy });
    for (const [id, grant] of currentGrants) {
      if (wanted.has(id)) continue;
      grant.to = seq;
      currentGrants.delete(id);
      await db.pool.query(
        `update book.grants set to_seq = $5 where connection_id = $1 and grant_key = $2 and client_key = $3
         and policy_key = $4 and to_seq is null`,
        [connectionId, grant.grant, grant.client, grant.policy, seq],
      );
    }
    const added = [...wanted].filter(([id]) => !currentGrants.has(id));
    for (const [id, grant] of added) {
      const made = { ...grant, from: seq, to: null };
      currentGrants.set(id, made);
      grants.push(made);
    }
    await insert(
      "book.grants",
      added.map(([, { grant, client, policy }]) => ({
        connection_id: connectionId,
        grant_key: grant,
        client_key: client,
        policy_key: policy,
        from_seq: seq,
        to_seq: null,
      })),
    );
  }

  /** Clients of which something is written or ended have changed with this snapshot. */
  async function renewHeads(clients: ReadonlySet<string>, seq: number): Promise<void> {
    const touched = [...clients].filter((client) => heads.get(client) !== seq);
    if (touched.length === 0) return;
    for (const client of touched) heads.set(client, seq);
    await db.pool.query(
      `update book.heads set to_seq = $3 where connection_id = $1 and client_key = any($2) and to_seq is null`,
      [connectionId, touched, seq],
    );
    await insert(
      "book.heads",
      touched.map((client) => ({ connection_id: connectionId, client_key: client, from_seq: seq, to_seq: null })),
    );
  }

  return {
    connectionId,
    importId,
    versions,
    grants,
    keyOf,
    servedSeq: () => served,
    async write({ puts = [], removes = [] }) {
      const seq = served + 1;
      const touched = new Set<string>();
      const touch = (version: TestVersion | undefined): void => {
        const client = version && clientOf(version);
        if (client !== undefined) touched.add(client);
      };
      for (const { family, sourceId } of removes) {
        touch(current.get(idOf(family, keyOf(family, sourceId))));
        await end(family, keyOf(family, sourceId), seq);
      }
      const byFamily = new Map<FamilyName, JsonObject[]>();
      const terms: JsonObject[] = [];
      for (const { family, sourceId, fields } of puts) {
        const key = keyOf(family, sourceId);
        touch(current.get(idOf(family, key)));
        await end(family, key, seq);
        const version: TestVersion = { family, sourceId, fields, key, from: seq, to: null };
        versions.push(version);
        touch(version);
        current.set(idOf(family, key), version);
        const rows = byFamily.get(family) ?? [];
        rows.push(tableRow(version, { connectionId, importId }));
        byFamily.set(family, rows);
        for (const { term, field, sensitivity } of searchTerms(family, fields))
          terms.push({
            connection_id: connectionId,
            term,
            class: sensitivity ?? null,
            family,
            field,
            row_key: key,
            client_key: clientOf(version) ?? "",
            policy_key: policyOf(version) ?? "",
            from_seq: seq,
            to_seq: null,
          });
      }
      for (const [family, rows] of byFamily) await insert(rowTableOf(family), rows);
      await insert("book.terms", terms);
      await renewGrants(seq);
      await renewHeads(touched, seq);
    },
    async serve(at = new Date()) {
      served += 1;
      await db.pool.query(
        `insert into record_snapshots (connection_id, seq, import_id, as_of, served_at) values ($1, $2, $3, $4, $4)`,
        [connectionId, served, importId, at],
      );
      await db.pool.query(
        `insert into record_imports (id, connection_id, state, mode, seq, mapping, mapping_hash, as_of, started_at, finished_at)
         values ($1, $2, 'served', 'full', $3, 'native', 'h', $4, $4, $4)`,
        [randomUUID(), connectionId, served, at],
      );
      await db.pool.query(`update record_connections set served_seq = $2, as_of = $3, fetched_at = $3 where id = $1`, [
        connectionId,
        served,
        at,
      ]);
      return served;
    },
    async forget(seq) {
      await db.pool.query(`delete from record_snapshots where connection_id = $1 and seq = $2`, [connectionId, seq]);
    },
  };
}

/** The client that a version belongs to; undefined for the agency's own tables. */
export function clientOf({ family, key, fields }: Pick<TestVersion, "family" | "key" | "fields">): string | undefined {
  if (family === "accounts") return key;
  return ownerColumnsOf(family).client ? stringOf(fields["client_key"]) : undefined;
}

/** The one policy that a version belongs to. */
export function policyOf({ family, key, fields }: Pick<TestVersion, "family" | "key" | "fields">): string | undefined {
  if (family === "policies") return key;
  return ownerColumnsOf(family).policy === "one" ? stringOf(fields["policy_key"]) : undefined;
}

/** The entries that a version's owners have (SEAT-11). */
function grantsOf(version: TestVersion): readonly { grant: string; client: string; policy: string }[] {
  const { family, key, fields } = version;
  const client = clientOf(version);
  if (client === undefined) return [];
  const seats = [fields["producer_seat"], fields["servicer_seat"], ...listOf(fields["servicer_seats"])].flatMap(
    (seat) => stringOf(seat) ?? [],
  );
  if (family === "policies") return seats.map((seat) => ({ grant: seatGrant(seat), client, policy: key }));
  if (family !== "accounts") return [];
  const office = stringOf(fields["office_key"]);
  return [...seats.map(seatGrant), ...(office === undefined ? [] : [officeGrant(office)])].map((grant) => ({
    grant,
    client,
    policy: "",
  }));
}

/** A row of the family's table, as `json_populate_recordset` reads it. */
function tableRow(
  version: TestVersion,
  { connectionId, importId }: { readonly connectionId: string; readonly importId: string },
): JsonObject {
  const { family, key, sourceId, fields, from } = version;
  const { client, policy } = ownerColumnsOf(family);
  const row: { [name: string]: Json } = {
    connection_id: connectionId,
    row_key: key,
    from_seq: from,
    to_seq: null,
    ...(client ? { client_key: clientOf(version) ?? null } : {}),
    ...(policy === "one" && familyOf(family).keyName !== "policy_key" ? { policy_key: policyOf(version) ?? null } : {}),
    ...(policy === "several" ? { policy_keys: fields["policy_keys"] ?? null } : {}),
    fields: JSON.stringify(fields),
    row_hash: `\\x${createHash("sha256").update(JSON.stringify(fields)).digest("hex")}`,
    source_id: sourceId,
    source_updated_at: null,
    import_id: importId,
    source_file: 0,
    source_line: 1,
  };
  for (const column of columnsOf(family)) row[column.name] = columnValue(column, fields);
  return row;
}

function columnValue(
  { kind, fields: names, isSorted }: ReturnType<typeof columnsOf>[number],
  fields: JsonObject,
): Json {
  if (kind === "texts") return [...textsIn(fields, names)];
  const value = fields[names[0]] ?? null;
  if (value === null) return isSorted && kind !== "text" && kind !== "boolean" ? lastSortValues[kind] : null;
  return kind === "folded" && typeof value === "string" ? foldText(value) : value;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function stringOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
