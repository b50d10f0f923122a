import { fail } from "@service/contract";
import { type Database, isDatabaseAway, statement } from "@service/db";
import { LRUCache } from "lru-cache";
import { type ConnectionLoader, openConnectionLoader } from "./connection.ts";
import type { CountShadow } from "./shadow.ts";
import type { SqlText } from "./sql-text.ts";

/** Reads of one organization that a process performs at once; others wait (REC-50). */
const concurrentMax = 32;
const waitMs = 2_000;

/** Counts that are the same for everybody who asks about one snapshot. */
const countsMax = 10_000;

/** How much a read does at once (REC-32). */
export interface ReadLimits {
  /** Entries of an index that one statement looks at. */
  readonly entriesMax: number;
  /** A page that is not full by then is short, with a cursor. */
  readonly pageMs: number;
  /** Clients up to which a seat is read from its grants; a larger one along the sort index. */
  readonly smallSeatClients: number;
  /** Up to so many clients, the index is read no further than `firstEntries`, and the rest from the grants. */
  readonly mediumSeatClients: number;
  readonly firstEntries: number;
}

const readLimits: ReadLimits = {
  entriesMax: 10_000,
  pageMs: 250,
  smallSeatClients: 2_000,
  mediumSeatClients: 8_000,
  firstEntries: 3_000,
};

/** What the reads of the book share in a process. */
export interface BookReads {
  readonly limits: ReadLimits;
  /**
   * Takes a place among the reads of an organization, or waits for one.
   * @returns gives the place back.
   * @throws `book_unavailable` after two seconds; the signal's reason when the caller goes away while it waits.
   */
  enter(organizationId: string, signal: AbortSignal): Promise<() => void>;
  /** Runs a read; when the signal aborts, the statement is cancelled and the signal's reason thrown (REC-51). */
  query<Row extends object>(
    sql: { readonly text: string; readonly values: SqlText },
    signal: AbortSignal,
  ): Promise<Row[]>;
  /** The connections that reads are about; `resolveConnection` asks it. */
  readonly activeConnections: ConnectionLoader;
  /** Receives what lit would have withheld from a read under shadow. */
  readonly countShadow: CountShadow;
  /** A count that holds for a snapshot, made once. */
  count(key: string, make: () => Promise<number>): Promise<number>;
}

export interface BookDeps {
  readonly book: BookReads;
}

/** Opens the reads of the book, once per process. */
export function openBookReads(
  db: Pick<Database, "reads" | "beginRead" | "endRead" | "pool" | "hot">,
  {
    limits = readLimits,
    countShadow = () => undefined,
  }: { readonly limits?: ReadLimits; readonly countShadow?: CountShadow } = {},
): BookReads {
  const turns = new Map<string, Turns>();
  const counts = new LRUCache<string, Promise<number>>({ max: countsMax });
  return {
    limits,
    countShadow,
    activeConnections: openConnectionLoader(db),
    async enter(organizationId, signal) {
      const waiting = turns.get(organizationId) ?? new Turns();
      turns.set(organizationId, waiting);
      await waiting.take(signal);
      return () => {
        waiting.giveBack();
        if (waiting.isIdle) turns.delete(organizationId);
      };
    },
    query: (sql, signal) => queryUntil(db, sql, signal),
    async count(key, make) {
      const counting = counts.get(key);
      if (counting !== undefined) return counting;
      const made = make();
      counts.set(key, made);
      made.catch(() => counts.delete(key));
      return made;
    },
  };
}

/** Places of one organization, given in the order in which they were asked for. */
class Turns {
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  get isIdle(): boolean {
    return this.#taken === 0 && this.#waiting.size === 0;
  }

  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < concurrentMax) {
      this.#taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Whoever gives up leaves the queue at once, so that no place is handed to nobody.
    const giveUp = (error: Error): void => {
      this.#waiting.delete(resolve);
      reject(error);
    };
    const leave = (): void => giveUp(abortedBy(signal));
    const timer = setTimeout(() => giveUp(fail("book_unavailable", { retryAfterSeconds: 2 })), waitMs);
    signal.addEventListener("abort", leave);
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  /** A place that somebody waits for is handed over, so `#taken` stays. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

async function queryUntil<Row extends object>(
  db: Pick<Database, "reads" | "beginRead" | "endRead" | "pool">,
  { text, values }: { readonly text: string; readonly values: SqlText },
  signal: AbortSignal,
): Promise<Row[]> {
  const client = await connectUntil(db.reads, signal);
  let broken: Error | undefined;
  let cancelling: Promise<unknown> | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  let processId = 0;
  const cancel = (): void => {
    // On another connection: this one is busy. When that fails, the statement ends by its own time-out.
    cancelling = db.pool.query(cancelStatement([processId])).catch(() => undefined);
  };
  client.on("error", onError);
  try {
    processId = await db.beginRead(client);
    signal.throwIfAborted();
    signal.addEventListener("abort", cancel, { once: true });
    const { rows } = await client.query<Row>({ text, values: values.values });
    return rows;
  } catch (error) {
    if (signal.aborted) throw abortedBy(signal);
    if (isDatabaseAway(error) && Error.isError(error)) broken ??= error;
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelling;
    await db.endRead(client).catch((error: unknown) => {
      broken ??= Error.isError(error) ? error : new Error("the read was not ended");
    });
    client.off("error", onError);
    // A cancellation may arrive after the statement has ended: it must not meet the next one of this connection.
    client.release(broken ?? cancelling !== undefined);
  }
}

/** A connection of the pool; a caller that goes away while it waits for one waits no longer (REC-51). */
async function connectUntil(reads: Database["reads"], signal: AbortSignal) {
  signal.throwIfAborted();
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(abortedBy(signal));
  signal.addEventListener("abort", leave, { once: true });
  const connecting = reads.connect();
  try {
    return await Promise.race([connecting, gone]);
  } catch (error) {
    // The connection that comes too late goes back to the pool.
    void connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

const cancelStatement = statement("records_cancel_statement", "select pg_cancel_backend($1) as cancelled");

function abortedBy(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return Error.isError(reason) ? reason : new Error("the read was abandoned");
}
