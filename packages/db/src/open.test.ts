import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  type PrivatePostgres,
  type TestDatabase,
  privatePostgres,
  tcpProxy,
  testDatabase,
  waitFor,
} from "@service/testing";

import { isDatabaseAway, isRowError, isStatementTimeout, isUnavailable, isUniqueViolation } from "./database-errors.ts";
import { type Database, openDatabase } from "./open.ts";
import { hotStatement } from "./statement.ts";

declare module "./statement.ts" {
  interface StatementTypes {
    readonly "test-plus": { readonly values: readonly [number]; readonly row: { readonly result: number } };
  }
}

/** For a machine that is busy with other things: how fast a connection is made is not for these tests to judge. */
const connectTimeoutMs = 60_000;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("an open database", () => {
  let cloned: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    cloned = await testDatabase();
    database = openDatabase({ url: cloned.url, applicationName: "test", connectTimeoutMs });
    await database.pool.query("create table thing (id int primary key)");
  });
  beforeEach(async () => {
    await database.pool.query("truncate thing");
  });
  afterAll(async () => {
    await database.close();
    await cloned.drop();
  });

  test("serves Prisma and pg", async () => {
    expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
    const { rows } = await database.pool.query("select current_setting('application_name') as name");
    expect(rows).toEqual([{ name: "test" }]);
  });

  test("reads timestamps as dates, 64-bit integers as numbers and decimals as strings", async () => {
    const { rows } = await database.pool.query(
      "select 9007199254740991::int8 as amount, 0.10::numeric as price, '2026-01-02T03:04:05.678Z'::timestamptz as at",
    );
    expect(rows).toEqual([{ amount: 9007199254740991, price: "0.10", at: new Date("2026-01-02T03:04:05.678Z") }]);
    await expect(database.pool.query("select 9007199254740993::int8")).rejects.toThrow(RangeError);
  });

  test("commits what a transaction returns and rolls back what it throws", async () => {
    await database.inTransaction((tx) => tx.query("insert into thing (id) values (1)"));
    await expect(
      database.inTransaction(async (tx) => {
        await tx.query("insert into thing (id) values (2)");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    const { rows } = await database.pool.query("select id from thing order by id");
    expect(rows).toEqual([{ id: 1 }]);
  });

  test("prepares a hot statement once per connection", async () => {
    const statement = hotStatement("test-plus", "select $1::int + 1 as result");
    for (const value of [1, 2, 3]) {
      const { rows } = await database.hot.query(statement([value]));
      expect(rows).toEqual([{ result: value + 1 }]);
    }
    expect(() => hotStatement("test-plus", "select 2")).toThrow("two statements are named test-plus");
  });

  test("distinguishes a wrong statement from an unreachable database", async () => {
    const wrong = await failureOf(database.pool.query("select nothing"));
    expect(isUnavailable(wrong)).toBe(false);
    await database.pool.query("insert into thing (id) values (1)");
    const twice = await failureOf(database.pool.query("insert into thing (id) values (1)"));
    expect(isUniqueViolation(twice)).toBe(true);
    expect(isUniqueViolation(twice, "thing_pkey")).toBe(true);
    expect(isUniqueViolation(twice, "another")).toBe(false);
    expect(isUnavailable(twice)).toBe(false);
  });

  test("distinguishes bad values of a row from every other cause of a failed statement", async () => {
    const ofRows = ["select 1 / 0", "select '{'::json", "insert into thing (id) values (null)", "select 'x'::uuid"];
    for (const statement of ofRows) expect(isRowError(await failureOf(database.pool.query(statement)))).toBe(true);
    expect(isRowError(await failureOf(database.pool.query("select $1::text", ["\u0000"])))).toBe(true);
    for (const statement of [
      "select nothing",
      "select set_config('statement_timeout', '50', true); select pg_sleep(3600)",
      "select pg_terminate_backend(pg_backend_pid())",
    ]) {
      expect(isRowError(await failureOf(database.pool.query(statement)))).toBe(false);
    }
  });

  test("ends a statement at its timeout, as unavailable", async () => {
    const hasty = openDatabase({ url: cloned.url, applicationName: "test", connectTimeoutMs, statementTimeoutMs: 500 });
    const late = await failureOf(hasty.pool.query("select pg_sleep(3600)"));
    const lateInPrisma = await failureOf(hasty.prisma.$queryRaw`select 1 from pg_sleep(3600)`);
    await hasty.close();
    expect(isUnavailable(late)).toBe(true);
    expect(isUnavailable(lateInPrisma)).toBe(true);
    for (const error of [late, lateInPrisma]) {
      expect(isStatementTimeout(error)).toBe(true);
      // It may take as long every time: repeat it only a bounded number of times.
      expect(isDatabaseAway(error)).toBe(false);
    }
  });

  test("who is the victim of a deadlock may try again", async () => {
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locked = (own: string, mine: PromiseWithResolvers<void>, its: PromiseWithResolvers<void>, wanted: string) =>
      database.inTransaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(${own})`);
        mine.resolve();
        await its.promise;
        await tx.query(`select pg_advisory_xact_lock(${wanted})`);
      });
    const ended = await Promise.allSettled([locked("1", one, other, "2"), locked("2", other, one, "1")]);
    const failed = ended.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
    expect(failed.map((error) => [isUnavailable(error), isDatabaseAway(error), isRowError(error)])).toEqual([
      [true, false, false],
    ]);
  });

  test("a wait for a lock that ends is a time-out, and leaves the connection of its transaction usable", async () => {
    let pid: unknown;
    const locked = await failureOf(
      database.inTransaction(async (tx) => {
        const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
        pid = rows[0]?.pid;
        await tx.query("set local lock_timeout = 50");
        await database.inTransaction(async (other) => {
          await other.query("lock table thing");
          await tx.query("select from thing");
        });
      }),
    );
    expect(isStatementTimeout(locked)).toBe(true);
    expect(isDatabaseAway(locked)).toBe(false);
    const { rows } = await database.pool.query("select state from pg_stat_activity where pid = $1", [pid]);
    expect(rows).toEqual([{ state: expect.stringMatching(/idle|active/) }]);
  });

  test("loses no connection to failing transactions", async () => {
    for (let time = 0; time < 30; time += 1) {
      await failureOf(database.inTransaction((tx) => tx.query("select nothing")));
      await failureOf(database.inTransaction((tx) => tx.query("select pg_terminate_backend(pg_backend_pid())")));
    }
    expect(await database.ready(connectTimeoutMs)).toBe(true);
  });
});

describe("a database whose Postgres fails", () => {
  let postgres: PrivatePostgres;

  beforeAll(async () => {
    postgres = await privatePostgres();
  });
  // Whatever a test that failed has left: a server that is stopped or frozen.
  beforeEach(async () => {
    await postgres.thaw();
    await postgres.start();
  });
  afterAll(async () => {
    await postgres.close();
  });

  test("is opened while Postgres is absent, answers unavailable, and works when it comes (OPS-1)", async () => {
    await postgres.stop();
    const database = openDatabase({ url: postgres.url, applicationName: "test", connectTimeoutMs });
    expect(await database.ready()).toBe(false);
    for (const failure of [
      await failureOf(database.pool.query("select 1")),
      await failureOf(database.hot.query("select 1")),
      await failureOf(database.inTransaction((tx) => tx.query("select 1"))),
      await failureOf(database.prisma.$queryRaw`select 1`),
    ]) {
      expect(isUnavailable(failure)).toBe(true);
    }
    await postgres.start();
    await waitFor(() => database.ready());
    expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
    await database.close();
  });

  test("survives a kill and a shutdown in the middle of transactions", async () => {
    const database = openDatabase({ url: postgres.url, applicationName: "test", connectTimeoutMs });
    for (const end of [postgres.kill, postgres.stop]) {
      const cut = failureOf(
        database.inTransaction(async (tx) => {
          await tx.query("select 1");
          await end();
          await tx.query("select 1");
        }),
      );
      expect(isUnavailable(await cut)).toBe(true);
      await postgres.start();
      await waitFor(() => database.ready());
    }
    await database.close();
  });

  test("readiness is answered in time while Postgres is frozen", async () => {
    const database = openDatabase({ url: postgres.url, applicationName: "test", statementTimeoutMs: 200 });
    await waitFor(() => database.ready(connectTimeoutMs));
    await postgres.freeze();
    const begin = performance.now();
    expect(await database.ready(300)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(60_000);
    expect(isUnavailable(await failureOf(database.pool.query("select 1")))).toBe(true);
    await postgres.thaw();
    await waitFor(() => database.ready());
    await database.close();
  });

  test("connections that are reset are replaced (OPS-9)", async () => {
    const proxy = await tcpProxy({ port: Number(new URL(postgres.url).port) });
    const database = openDatabase({ url: proxy.through(postgres.url), applicationName: "test", connectTimeoutMs });
    expect(await database.ready(connectTimeoutMs)).toBe(true);
    proxy.refuse(true);
    expect(isUnavailable(await failureOf(database.pool.query("select 1")))).toBe(true);
    proxy.refuse(false);
    await waitFor(() => database.ready());
    await database.close();
    await proxy.close();
  });

  test("a connection that is reset while it is being prepared fails what waits for it, and nothing else (OPS-9)", async () => {
    const proxy = await tcpProxy({ port: Number(new URL(postgres.url).port) });
    const database = openDatabase({ url: proxy.through(postgres.url), applicationName: "test", connectTimeoutMs });
    const preparing = proxy.hold((bytes) => bytes.includes("repeat("));
    const failure = failureOf(database.hot.query("select 1"));
    await preparing.held;
    proxy.cut();
    expect(isUnavailable(await failure)).toBe(true);
    await waitFor(async () => (await database.hot.query("select 1")).rows.length === 1);
    await database.close();
    await proxy.close();
  });
});
