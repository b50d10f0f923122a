import { setImmediate } from "node:timers/promises";
import type { BookInsured, DuplicateSearch } from "@service/engine-triage";
import { type Querying, statement } from "@service/db";
import { isJsonObject, type JsonObject, parseJsonObject, text } from "@service/json";

/** Clients compared at most, and how long: a report must not hold up an import (IMP-292). */
const clientsComparedMax = 10_000;
const searchMsMax = 5_000;
/** Of that time for reading names; the rest compares them. */
const readingShare = 0.6;
/** Clients of a small book are compared whatever it takes, above all loading the tables of names. */
const clientsAlways = 200;
const pairsListedMax = 100;
/** Work between two pauses, in which the process does what waits. */
const stretchMs = 20;

const readBegun = statement(
  "book_accounts_read_begun",
  `select a.row_key as "key", a.source_id as "sourceId", a.fields from book.accounts a
   where a.connection_id = $1 and a.from_seq = $2 and a.to_seq is null order by a.row_key limit $3`,
);
const readBefore = statement(
  "book_accounts_read_before",
  `select a.row_key as "key", a.source_id as "sourceId", a.fields from book.accounts a
   where a.connection_id = $1 and a.from_seq < $2 and a.to_seq is null order by a.row_key limit $3`,
);
const countAccounts = statement(
  "book_accounts_count_current",
  `select count(*) as rows from book.accounts a where a.connection_id = $1 and a.to_seq is null`,
);

interface Client {
  readonly key: string;
  readonly sourceId: string;
  readonly fields: JsonObject;
}

/**
 * Clients that are likely one, by the weights of clearance (TRI-82): those that this import has written, compared with each
 * other and with the rest of the book.
 * @returns as the report shows it: pairs, heaviest first, and how many clients were compared of how many.
 */
export async function likelyDuplicates(
  db: Querying,
  {
    connectionId,
    seq,
    searchMs = searchMsMax,
  }: { readonly connectionId: string; readonly seq: number; readonly searchMs?: number },
): Promise<JsonObject> {
  const begun = (await db.query(readBegun([connectionId, seq, clientsComparedMax]))).rows;
  const before = (await db.query(readBefore([connectionId, seq, clientsComparedMax - begun.length]))).rows;
  const of = (await db.query(countAccounts([connectionId]))).rows[0]?.rows ?? 0;
  const clients = [...begun, ...before].map(({ fields, ...client }): Client => ({
    ...client,
    fields: parseJsonObject(fields),
  }));
  const nothing = { pairs: [], found: 0, compared: 0, of, is_complete: true };
  if (begun.length === 0 || clients.length < 2) return nothing;
  // Reading names needs tables of some megabytes: only for who asks.
  const { DuplicateSearch: Search } = await import("@service/engine-triage");
  const search = new Search();
  const { pairs, compared } = await searched(search, { clients, begun: begun.length, searchMs });
  const shown = pairs.toSorted((a, b) => b.weight - a.weight).slice(0, pairsListedMax);
  return {
    pairs: shown.map(({ first, second, weight, band, because }) => {
      const [one, other] = [clients[first], clients[second]];
      // The one that was there before leads, else the order of ids.
      const isSwapped = second >= begun.length || (other?.sourceId ?? "") < (one?.sourceId ?? "");
      const pair = isSwapped ? [other, one] : [one, other];
      return { first: naming(pair[0]), second: naming(pair[1]), weight, band, because };
    }),
    found: pairs.length,
    compared,
    of,
    is_complete: compared === of && !search.isCut,
  };
}

type Pairs = ReturnType<DuplicateSearch["pairsOf"]>;

/** What is new comes first: all others are compared with it. */
async function searched(
  search: DuplicateSearch,
  {
    clients,
    begun,
    searchMs,
  }: { readonly clients: readonly Client[]; readonly begun: number; readonly searchMs: number },
): Promise<{ readonly pairs: Pairs; readonly compared: number }> {
  const beganAt = performance.now();
  let pauseAt = beganAt + stretchMs;
  const hasTime = async (share: number): Promise<boolean> => {
    if (performance.now() >= pauseAt) {
      await setImmediate();
      pauseAt = performance.now() + stretchMs;
    }
    return performance.now() < beganAt + share * searchMs;
  };
  let read = 0;
  for (const { fields } of clients) {
    if (!(await hasTime(readingShare)) && read >= clientsAlways) break;
    search.add(insuredOf(fields));
    read += 1;
  }
  const pairs: Pairs[number][] = [];
  for (let position = 1; position < read; position += 1) {
    if (!(await hasTime(1)) && position >= clientsAlways) return { pairs, compared: position };
    pairs.push(...search.pairsOf(position, Math.min(position, begun)));
  }
  return { pairs, compared: read };
}

function insuredOf(fields: JsonObject): BookInsured {
  const { mailing_address: given } = fields;
  const address = given !== undefined && isJsonObject(given) ? given : {};
  const [name, dba] = [text(fields, "name") ?? "", text(fields, "dba")];
  return {
    name: dba === undefined ? name : `${name} dba ${dba}`,
    fein: text(fields, "fein"),
    line1: [text(address, "line1"), text(address, "line2")].filter((line) => line !== undefined).join(", "),
    city: text(address, "city"),
    state: text(address, "state"),
    zip: text(address, "zip"),
    phone: text(fields, "phone"),
    domain: text(fields, "website") ?? text(fields, "email"),
  };
}

function naming(client: Client | undefined): JsonObject {
  return { key: client?.key ?? "", source_id: client?.sourceId ?? "", name: text(client?.fields ?? {}, "name") ?? "" };
}
