import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { isDatabaseAway } from "./database-errors.ts";
import type { Querying } from "./statement.ts";
import { valueTypes } from "./value-types.ts";

/** What long work needs of its one connection: it fails as a whole when the connection is lost. */
export interface Session extends Querying {
  /** One transaction (read committed): committed when `work` returns, rolled back when it throws. */
  inTransaction<T>(work: (tx: SessionTransaction) => Promise<T>): Promise<T>;
  /** Ends the connection, and with it the locks of the session. */
  close(): Promise<void>;
}

export type SessionTransaction = Querying & Pick<pg.PoolClient, "query"> & CopyIn;

interface CopyIn {
  /**
   * Sends rows in the text form of COPY, as they are made: one chunk is held at a time.
   * @param statement `copy … from stdin`
   */
  copyIn(statement: string, chunks: AsyncIterable<string>): Promise<void>;
}

export interface SessionOptions {
  /** Longest time of one statement, kept by the server. */
  readonly statementTimeoutMs: number;
  /** Settings of the session, such as `{ work_mem: "64MB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Opens a connection of its own for work that takes minutes and must not outlive its advisory lock. */
export async function openSession(
  base: pg.ClientConfig,
  { statementTimeoutMs, settings = {} }: SessionOptions,
): Promise<Session> {
  const client = new pg.Client({
    ...base,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    types: valueTypes,
  });
  // Without a listener the loss of the connection would end the process; the statement under way reports it.
  client.on("error", () => undefined);
  await client.connect();
  // The server then notices a process that died also while it works on its statement, or waits for a lock, and frees what
  // the session holds. A server on Windows cannot.
  await client.query("set client_connection_check_interval = '500ms'").catch(() => undefined);
  const tx: SessionTransaction = Object.assign(client, {
    async copyIn(statement: string, chunks: AsyncIterable<string>): Promise<void> {
      await pipeline(Readable.from(chunks, { objectMode: true }), client.query(copyStreams.from(statement)));
    },
  });
  return {
    query: (call) => tx.query(call),
    async inTransaction(work) {
      await client.query("begin");
      try {
        const result = await work(tx);
        await client.query("commit");
        return result;
      } catch (error) {
        if (!isDatabaseAway(error)) await client.query("rollback").catch(() => undefined);
        throw error;
      }
    },
    close: () => client.end(),
  };
}
