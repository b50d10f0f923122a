import { hash } from "node:crypto";
import { ServiceError } from "@service/contract";
import { type Database, statement } from "@service/db";
import { recordAccountsMax, type RecordsWanted, type SharedDataset } from "@service/engine-kit";
import { byText } from "@service/json";
import type { FamilyName } from "@service/record-families";
import { datasetLimits } from "../../engines/datasets/index.ts";
import type { Deps } from "../../deps.ts";
import { type BookDeps, resolveConnection, seesWhole, type ServedBook } from "../records/index.ts";
import type { SeatDeps } from "../seats/index.ts";
import { allClients, isDelivered, type RecordRow, rowsOfOwners, type RowsRead } from "./read-rows.ts";
import { subjectSeqOf } from "./heads.ts";
import { type RecordsHead, readWanted } from "./run-records.ts";

/** An attempt at a run: every write is guarded by all three (RUN-71). */
interface Attempt {
  readonly id: string;
  readonly organizationId: string;
  readonly attempt: number;
  readonly token: string;
}

/** Whose clients a run has read, and for whom: the bounds of what else it may know of them. */
export interface RunReach {
  readonly connectionId: string;
  readonly seq: number;
  readonly clientKeys: readonly string[];
  /** The person's own seat counts besides `grants`; null: every row. */
  readonly viewer: {
    readonly grants: readonly string[] | null;
    readonly seatKey: string | null;
    readonly principal: null;
  };
}

/** What a run reads of the book, or why it cannot be computed. */
export type LoadedRecords =
  | {
      readonly kind: "loaded";
      readonly datasets: readonly SharedDataset[];
      /** Null when nothing was read. */
      readonly head: RecordsHead | null;
      readonly reach: RunReach | null;
    }
  /** The person's seat is switched off or gone. */
  | { readonly kind: "identity_unmapped" }
  /** More than fits in a thread. */
  | { readonly kind: "too_large" };

const findRecords = statement(
  "run_records_find",
  `select connection_id as "connectionId", posture, seat_key as "seatKey", wanted, client_key as "clientKey"
   from run_records where run_id = $1`,
);

/**
 * Reads what a run wants of the book, at one snapshot and as its person sees it now (REC-72, REC-73), and stores the
 * head. Nothing for a run that reads no book, a connection that is gone or was never served, and clients or policies
 * that the person does not see: the engine type's own status rule decides.
 *
 * @throws the signal's reason when it aborts; the driver's errors.
 */
export async function loadRunRecords(
  deps: Pick<Deps, "db"> & BookDeps & SeatDeps,
  run: Attempt,
  signal: AbortSignal,
): Promise<LoadedRecords> {
  const { rows } = await deps.db.pool.query(findRecords([run.id]));
  const [stored] = rows;
  if (stored === undefined) return nothing;
  const person = await personNow(deps, run.organizationId, stored);
  if (person === "nobody") return { kind: "identity_unmapped" };
  const book = await servedBook(deps, run, stored.connectionId);
  if (book === undefined || book.asOf === null || book.seq === 0) return nothing;
  const read: RowsRead = { connectionId: book.connectionId, seq: book.seq, grants: person.grants, signal };
  const wanted = readWanted(stored.wanted);
  const gathered = new Gathered();
  try {
    const clientKeys = await gatherWanted(deps, read, wanted, gathered);
    if (clientKeys.length === 0) return nothing;
    if (wanted.peers.length > 0 && !readsWholeBook(read, wanted)) await gatherPeers(deps, read, wanted, gathered);
    const [onlyClient, ...others] = clientKeys;
    const client = stored.clientKey ?? (wanted.policyKeys !== null && others.length === 0 ? onlyClient : undefined);
    const head = await storeHead(deps.db, run, book, client ?? null);
    const reach = {
      connectionId: read.connectionId,
      seq: read.seq,
      clientKeys,
      viewer: { ...person, principal: null },
    };
    return { kind: "loaded", datasets: gathered.datasets(book), head, reach };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: "too_large" };
    throw error;
  }
}

const nothing: LoadedRecords = { kind: "loaded", datasets: [], head: null, reach: null };

/**
 * The seat, and the entries that it holds now (REC-72), null for every row; what counts is the posture under which the run
 * was submitted.
 */
async function personNow(
  { seats }: SeatDeps,
  organizationId: string,
  { posture, seatKey }: { readonly posture: "off" | "shadow" | "lit"; readonly seatKey: string | null },
): Promise<Pick<RunReach["viewer"], "grants" | "seatKey"> | "nobody"> {
  if (posture === "off") return { grants: null, seatKey: null };
  const directory = await seats.directoryOf(organizationId);
  const seat = seatKey === null ? undefined : directory.activeSeat(seatKey);
  if (seat === undefined) return "nobody";
  return { grants: posture === "lit" ? directory.grantsOf(seat) : null, seatKey: seat.seatKey };
}

/** Undefined for a connection that was disabled meanwhile. */
async function servedBook(
  deps: Pick<Deps, "db"> & BookDeps,
  run: Attempt,
  connectionId: string,
): Promise<ServedBook | undefined> {
  try {
    return await resolveConnection(deps, run, connectionId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  }
}

function readsWholeBook({ grants }: RowsRead, { clientKeys, filter, partition }: RecordsWanted): boolean {
  return grants === null && clientKeys === null && partition === undefined && Object.keys(filter).length === 0;
}

/** @returns the clients whose rows were read; none when the person sees nothing of what is wanted. */
async function gatherWanted(
  deps: BookDeps,
  read: RowsRead,
  wanted: RecordsWanted,
  gathered: Gathered,
): Promise<readonly string[]> {
  if (wanted.policyKeys !== null) return gatherPolicies(deps, read, wanted.policyKeys, wanted.families, gathered);
  const accounts = new Rows();
  const pages =
    wanted.clientKeys === null
      ? allClients(deps, read, wanted)
      : rowsOfOwners(deps, read, "accounts", ofOwners("row_key", wanted.clientKeys), wanted);
  for await (const page of pages) {
    accounts.add(page);
    gathered.check(accounts.bytes);
    // One more than counts, by which the engine type knows that there are more (REC-74).
    if (accounts.count > recordAccountsMax) break;
  }
  accounts.cutTo(recordAccountsMax + 1);
  const clientKeys = accounts.keys().slice(0, recordAccountsMax);
  if (clientKeys.length === 0) return [];
  const isWhole = await seesWhole(deps, read, clientKeys);
  for (const family of wanted.families) {
    const rows = family === "accounts" ? accounts : new Rows();
    if (family !== "accounts")
      for await (const page of rowsOfOwners(deps, read, family, ofOwners("client_key", clientKeys))) {
        rows.add(page);
        gathered.check(rows.bytes);
      }
    // Without a row it is known that there are none only of a family that is delivered, to one who sees all (REC-79).
    if (rows.count > 0 || (isWhole && (await isDelivered(deps, read, family)))) gathered.add(`records:${family}`, rows);
  }
  return clientKeys;
}

async function gatherPolicies(
  deps: BookDeps,
  read: RowsRead,
  policyKeys: readonly string[],
  families: readonly FamilyName[],
  gathered: Gathered,
): Promise<readonly string[]> {
  const policies = await all(rowsOfOwners(deps, read, "policies", ofOwners("row_key", policyKeys)));
  for (const family of families) {
    const rows =
      family === "policies"
        ? policies
        : family === "carriers"
          ? await all(rowsOfOwners(deps, read, family, ofOwners("row_key", policies.carrierKeys())))
          : await all(rowsOfOwners(deps, read, family, ofOwners("policy_key", policies.keys())));
    if (rows.count > 0) gathered.add(`records:${family}`, rows);
  }
  return policies.clientKeys();
}

/** Of the whole connection, whoever asks: aggregates name nobody (REC-75). */
async function gatherPeers(
  deps: BookDeps,
  read: RowsRead,
  { peers }: RecordsWanted,
  gathered: Gathered,
): Promise<void> {
  const everything = { clientKeys: null, policyKeys: null, filter: {}, families: peers, peers: [], connectionId: null };
  const others = new Gathered(gathered.bytes);
  await gatherWanted(deps, { ...read, grants: null }, everything, others);
  for (const [key, rows] of others.rows) gathered.add(key.replace("records:", "peers:"), rows);
}

function ofOwners<Column extends string>(column: Column, keys: readonly string[]) {
  return { column, keys: [...new Set(keys)] };
}

async function all(pages: AsyncGenerator<readonly RecordRow[]>): Promise<Rows> {
  const rows = new Rows();
  for await (const page of pages) rows.add(page);
  return rows;
}

class TooLarge extends Error {}

/** Rows of one family. */
class Rows {
  #rows: RecordRow[] = [];
  bytes = 0;

  get count(): number {
    return this.#rows.length;
  }

  add(page: readonly RecordRow[]): void {
    for (const row of page) {
      this.#rows.push(row);
      this.bytes += Buffer.byteLength(row.line) + 1;
    }
  }

  /** Keeps the first rows. */
  cutTo(count: number): void {
    for (const { line } of this.#rows.splice(count)) this.bytes -= Buffer.byteLength(line) + 1;
  }

  keys(): readonly string[] {
    return this.#rows.map(({ key }) => key);
  }

  clientKeys(): readonly string[] {
    return [...new Set(this.#rows.flatMap(({ clientKey }) => clientKey ?? []))];
  }

  carrierKeys(): readonly string[] {
    return this.#rows.flatMap(({ carrierKey }) => carrierKey ?? []);
  }

  /** The lines of a dataset, in the order of their keys, in memory that threads share. */
  text(): Uint8Array {
    const text = Buffer.from(new SharedArrayBuffer(this.bytes));
    let at = 0;
    for (const { line } of this.#rows.toSorted((a, b) => byText(a.key, b.key))) at += text.write(`${line}\n`, at);
    return text;
  }
}

/** The datasets of a run, within what a thread holds. */
class Gathered {
  readonly rows = new Map<string, Rows>();
  bytes: number;

  constructor(bytes = 0) {
    this.bytes = bytes;
  }

  /** @throws TooLarge when so many bytes more are more than fits. */
  check(bytes: number): void {
    if (this.bytes + bytes > datasetLimits.bytes) throw new TooLarge("the records of a run are too large");
  }

  add(key: string, rows: Rows): void {
    this.check(rows.bytes);
    this.bytes += rows.bytes;
    this.rows.set(key, rows);
  }

  datasets({ seq, asOf }: ServedBook): readonly SharedDataset[] {
    return [...this.rows].map(([datasetKey, rows]) => {
      const text = rows.text();
      const sha256 = hash("sha256", text, "hex");
      return {
        // Equal rows are parsed once in a thread.
        versionId: `${datasetKey} ${sha256}`,
        datasetKey,
        version: String(seq),
        sha256,
        asOf: (asOf ?? new Date(0)).toISOString(),
        text,
      };
    });
  }
}

/** The head of a book up to a snapshot, of one client or, without one, of the whole book: every snapshot changes it. */
const storeHeadOf = statement(
  "run_records_store_head",
  `update run_records rr set attempt = @attempt, snapshot_seq = @seq, client_key = @client_key, subject_seq = case
       when @client_key::text is null then @seq
       else ${subjectSeqOf({ connection: "rr.connection_id", client: "@client_key", seq: "@seq" })}
     end
   where rr.run_id = @run_id and exists (
     select from runs r where r.id = @run_id and r.attempt = @attempt and r.lease_token = @token
       and r.status = 'processing')
   returning rr.subject_seq as "subjectSeq"`,
);

/** Writes nothing for a run that the worker no longer holds; its result is refused likewise. */
async function storeHead(
  db: Database,
  { id, attempt, token }: Attempt,
  { connectionId, seq }: ServedBook,
  clientKey: string | null,
): Promise<RecordsHead | null> {
  const { rows } = await db.pool.query(storeHeadOf({ runId: id, attempt, token, seq, clientKey }));
  const subjectSeq = rows[0]?.subjectSeq ?? undefined;
  return subjectSeq === undefined ? null : { connectionId, snapshotSeq: seq, subjectSeq };
}
