import { PrismaPg } from "@prisma/adapter-pg";
import { answersWithin } from "@service/runtime";
import pg from "pg";

import { PrismaClient } from "./generated/client.ts";
import { isDatabaseAway } from "./database-errors.ts";
import { createOutage, type OutageReports } from "./outage.ts";
import { answers } from "./probe.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import type { Querying } from "./statement.ts";
import { beginWith, inTransactions, PoolerClient, type Settings } from "./transaction-pooler.ts";
import { createDurableWait } from "./until-durable.ts";
import { valueTypes } from "./value-types.ts";
import { watchSilence } from "./watch-silence.ts";

export { type DatabaseClock, followDatabaseClock } from "./database-clock.ts";
export { outageLog } from "./outage.ts";
export { isDatabaseAway, isRowError, isStatementTimeout, isUnavailable, isUniqueViolation } from "./database-errors.ts";

export type DatabaseOptions = OutageReports & {
  /** `postgres://…` (`DATABASE_URL`). */
  url: string;
  /**
   * The database past the pooler (`DATABASE_DIRECT_URL`): given, `url` leads to a pooler in transaction mode, and what
   * needs a session of its own uses this (OPS-67).
   */
  directUrl?: string | undefined;
  /** Connections of the general pool (transactions, Prisma, ordinary statements). */
  poolMax?: number;
  /** Connections of the hot pool. */
  hotPoolMax?: number;
  /** Connections of the pool that reads the book. */
  readPoolMax?: number;
  /** Longest time of one statement, kept by the server. */
  statementTimeoutMs?: number;
  /** Time to get a connection; short by default, so that a request learns of an outage well before its budget ends. */
  connectTimeoutMs?: number;
  /** Seen in `pg_stat_activity`. */
  applicationName: string;
  /**
   * A connection in use for longer makes the process ask the server on a new one, and give up what waits when that is
   * not answered within `silenceProbeMs` (`watch-silence.ts`). Left out: statements wait for their own time-out.
   */
  silenceMs?: number;
};

/** Where the database is. */
export type DatabaseAddress = Readonly<Pick<DatabaseOptions, "url" | "directUrl">>;

/** What statements run on inside a transaction. */
export type Transaction = Querying & Pick<pg.PoolClient, "query">;
export type Pool = Querying & pg.Pool;

export type Database = {
  prisma: PrismaClient;
  /** General pool. */
  pool: Pool;
  /** Small pool of the statements that every run passes through; see `hotStatement`. */
  hot: Pool;
  /**
   * Pool of the reads of the book: its sessions plan as those of the hot pool, and a read that is slow or abandoned
   * holds up no statement of a run.
   */
  reads: Pool;
  /**
   * Before a statement on a connection of `reads` that may have to be cancelled: the server's process that will run it.
   * `endRead` comes before the connection goes back, and after the cancellation.
   */
  beginRead(client: pg.PoolClient): Promise<number>;
  /** Ends what `beginRead` began. Rejects when the connection is lost. */
  endRead(client: pg.PoolClient): Promise<void>;
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, rolled back when it throws. Calls to
   * other systems belong before or after, never inside.
   */
  inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Opens a connection of its own, outside the pools: for work of minutes that holds an advisory lock.
   * @throws when the server cannot be reached.
   */
  openSession(options: SessionOptions): Promise<Session>;
  /**
   * Resolves when everything that this process has seen committed is on disk; concurrent callers share one wait
   * (`until-durable.ts`). Rejects when the server was lost first.
   */
  untilDurable(): Promise<void>;
  /** Whether the database answers within `timeoutMs` (default 1,000). Never throws. */
  ready(timeoutMs?: number): Promise<boolean>;
  /** Ends all connections; statements under way finish first. */
  close(): Promise<void>;
};

/** How long the server may take to answer a new connection before it counts as silent. */
const silenceProbeMs = 3_000;

/** A process that stands still within a transaction does not hold its locks for longer. */
const idleTransactionMsMax = 60_000;

/** Beyond the server's own statement timeout, for a server that no longer answers at all. */
const silenceMarginMs = 2_000;

/**
 * Hot statements are prepared once per connection, often while their tables are small; a plan with a sequential scan or
 * a sort of the whole backlog would then stay for minutes while the tables grow. Each has an index made for it, and is
 * planned once: planning one of them anew took as long as executing it (measured).
 */
const hotSettings: Settings = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  plan_cache_mode: "force_generic_plan",
  jit: "off",
};

/**
 * Reads of the book compute some things row by row. Kept under the whole row, which does not come again, each would take
 * its share of `work_mem`: a question with 99 quantified conditions took 1.2 GB, and four times as long (measured).
 */
const readSettings: Settings = { ...hotSettings, enable_memoize: "off" };

/**
 * Lets a session of the server keep the memory of its last statement for the next. The C library gives memory at the
 * end of the heap back to the system, and a hot statement of a few hundred kilobytes then meets a hundred page faults
 * every time (measured: two thirds more CPU for a small batch). Having freed a large block once, glibc gives back what
 * is beyond twice its size only; other libraries are left as they are.
 */
const keepMemory = "select length(repeat(' ', 4 * 1024 * 1024))";

/** Opens the database. Connects on first use, so a process starts and recovers with Postgres absent (OPS-1). */
export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    directUrl,
    poolMax = 10,
    hotPoolMax = 6,
    readPoolMax = 8,
    statementTimeoutMs = 15_000,
    connectTimeoutMs = 2_000,
  } = options;
  const { applicationName, silenceMs } = options;
  const outage = createOutage(options);

  const limits: Settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMsMax,
  };
  const begin = directUrl === undefined ? "begin" : beginWith(limits);

  const ofSession = (
    settings: Settings,
  ): pg.PoolConfig & { readonly onConnect: (client: pg.ClientBase) => unknown } => ({
    options: startupOptions(settings),
    // Not `verify`: a connection whose caller gave up during it would be handed to nobody, and stay checked out.
    // The pool waits for what it returns, which its types do not say.
    onConnect: (client: pg.ClientBase): unknown => prepare(client, keepMemory, connectTimeoutMs),
  });

  function openPool(max: number, settings?: Settings): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      ...(directUrl === undefined ? { ...limits, ...(settings && ofSession(settings)) } : { Client: PoolerClient }),
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      query_timeout: statementTimeoutMs + silenceMarginMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: valueTypes,
    });
    pool.on("error", outage.lost);
    pool.on("connect", (client) => {
      // For its whole life: the pool listens while it is idle, a caller only while it has a statement under way, and an
      // error that nobody listens to would end the process (OPS-9).
      client.on("error", ignore);
      outage.back();
    });
    return directUrl === undefined ? pool : inTransactions(pool, beginWith({ ...limits, ...settings }));
  }

  const pool = openPool(poolMax);
  const hot = openPool(hotPoolMax, hotSettings);
  const reads = openPool(readPoolMax, readSettings);
  const watch =
    silenceMs === undefined
      ? undefined
      : watchSilence([pool, hot, reads], { silenceMs, asks: () => answers(directUrl ?? url, silenceProbeMs) });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

  return {
    prisma,
    pool,
    hot,
    reads,
    openSession: (sessionOptions) =>
      openSession(
        {
          connectionString: directUrl ?? url,
          application_name: applicationName,
          connectionTimeoutMillis: connectTimeoutMs,
        },
        sessionOptions,
      ),
    async beginRead(client) {
      if (directUrl === undefined) return processIdOf(client);
      await client.query(beginWith({ ...limits, ...readSettings }));
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return rows[0]?.pid ?? 0;
    },
    async endRead(client) {
      if (directUrl !== undefined) await client.query("rollback");
    },
    untilDurable: createDurableWait(pool),
    async inTransaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const onError = (error: Error): void => {
        broken = error;
      };
      client.on("error", onError);
      try {
        await client.query(begin);
        const result = await work(client);
        await client.query("commit");
        return result;
      } catch (error) {
        if (isDatabaseAway(error)) broken ??= Error.isError(error) ? error : new Error("connection lost");
        else broken ??= await rollBack(client);
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    },
    ready: (timeoutMs = 1_000) => answersWithin(() => pool.query("select 1"), timeoutMs),
    async close() {
      watch?.stop();
      await prisma.$disconnect();
      await Promise.all([pool.end(), hot.end(), reads.end()]);
    },
  };
}

function startupOptions(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** The server's process behind a connection, which the types of `pg` do not show. */
function processIdOf(client: object): number {
  const pid: unknown = "processID" in client ? client.processID : undefined;
  return typeof pid === "number" ? pid : 0;
}

/** What an error of a connection says is also the answer of its statement, and the pool drops the connection. */
function ignore(): void {}

/** Sends the first statement of a new connection, which the pool gives to nobody before it is answered. */
async function prepare(client: pg.ClientBase, text: string, timeoutMs: number): Promise<void> {
  // The driver's own name, which its types do not have for a single statement.
  const call = { text, query_timeout: timeoutMs };
  try {
    await client.query(call);
  } catch (error) {
    // A server that answers nothing would not answer the goodbye either, which the pool waits for.
    if (client instanceof pg.Client) client.connection.stream.destroy();
    throw error;
  }
}

/** @returns why it failed: then the connection is of no more use. */
async function rollBack(client: Transaction): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return Error.isError(error) ? error : new Error("rollback failed");
  }
}
