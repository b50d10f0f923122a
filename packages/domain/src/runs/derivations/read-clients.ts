import { builtStatement, type Database, statement } from "@service/db";
import { withCarrierName } from "@service/engine-kit";
import { type JsonObject, parseJsonObject } from "@service/json";
import { type FamilyName, rowTableOf } from "@service/record-families";
import { carrierFields, carrierNameIn, inSnapshot } from "../../book/records/index.ts";
import type { ClientRows } from "./declaration.ts";

/** Clients of one transaction (DERIV-4). */
const clientsPerChunk = 2_000;

/** Whose changes are taken: those of snapshots after `from`, up to and with `to`. */
export interface Changes {
  readonly connectionId: string;
  readonly from: number;
  readonly to: number;
}

const changedClients = statement(
  "book_heads_changed_clients",
  `select distinct h.client_key as "clientKey" from book.heads h
   where h.connection_id = $1 and h.client_key > $2
     and ((h.from_seq > $3 and h.from_seq <= $4) or (h.to_seq > $3 and h.to_seq <= $4))
   order by h.client_key limit ${clientsPerChunk}`,
);

/** The next clients that changed, in the order of their keys, behind `after`. */
export async function nextClients(
  { db }: { readonly db: Database },
  { connectionId, from, to }: Changes,
  after: string,
): Promise<readonly string[]> {
  const { rows } = await db.pool.query(changedClients([connectionId, after, from, to]));
  return rows.map(({ clientKey }) => clientKey);
}

interface Row {
  readonly key: string;
  readonly clientKey: string;
  readonly fields: string;
  readonly carrierFields: string | null;
}

const rowsOfFamily = new Map<FamilyName, ReturnType<typeof familyStatement>>();

function familyStatement(family: FamilyName) {
  const owner = family === "accounts" ? "r.row_key" : "r.client_key";
  const carrier = family === "policies" ? carrierFields("r", "$3::int") : "null::text";
  return builtStatement<[connectionId: string, clients: readonly string[], seq: number], Row>(
    `select r.row_key as key, ${owner} as "clientKey", r.fields, ${carrier} as "carrierFields" from ${rowTableOf(family)} r
     where r.connection_id = $1 and ${owner} = any ($2::text[]) and ${inSnapshot("r", "$3::int")} order by r.row_key`,
  );
}

/** The rows of some clients at one snapshot; a policy has its carrier's name (REC-139). */
export async function readClients(
  { db }: { readonly db: Database },
  { connectionId, to }: Changes,
  {
    clients,
    families,
    today,
  }: { readonly clients: readonly string[]; readonly families: readonly FamilyName[]; readonly today: string },
): Promise<readonly ClientRows[]> {
  const byFamily = new Map<FamilyName, Map<string, JsonObject[]>>();
  for (const family of families) {
    const read = rowsOfFamily.get(family) ?? familyStatement(family);
    rowsOfFamily.set(family, read);
    const { rows } = await db.pool.query(read([connectionId, clients, to]));
    const byClient = new Map<string, JsonObject[]>();
    for (const { key, clientKey, fields, carrierFields: carrier } of rows) {
      const rowsOfClient = byClient.get(clientKey) ?? [];
      rowsOfClient.push(withCarrierName({ ...parseJsonObject(fields), key }, () => carrierNameIn(carrier)));
      byClient.set(clientKey, rowsOfClient);
    }
    byFamily.set(family, byClient);
  }
  return clients.map((clientKey) => ({
    clientKey,
    today,
    rows: (family) => byFamily.get(family)?.get(clientKey) ?? [],
  }));
}
