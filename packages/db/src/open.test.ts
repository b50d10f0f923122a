import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  type PrivatePostgres,
  type TestDatabase,
  privatePostgres,
  tcpProxy,
  testDatabase,
  waitFor,
} from "@service/testing";

import { isUnavailable, isUniqueViolation } from "./database-errors.ts";
import { type Database, hotStatement, openDatabase } from "./open.ts";

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
    database = openDatabase({ url: cloned.url, applicationName: "test", statementTimeoutMs: 500 });
    await database.pool.query("create table thing (id int primary key, amount int8, price numeric, at timestamptz)");
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

  test("reads timestamps as dates, 64-bit integers as numbers and decimals as text", async () => {
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

  test("tells a wrong statement from an unreachable database", async () => {
    const wrong = await failureOf(database.pool.query("select nothing"));
    expect(isUnavailable(wrong)).toBe(false);
    const twice = await failureOf(database.pool.query("insert into thing (id) values (1)"));
    expect(isUniqueViolation(twice)).toBe(true);
    expect(isUniqueViolation(twice, "thing_pkey")).toBe(true);
    expect(isUniqueViolation(twice, "another")).toBe(false);
    expect(isUnavailable(twice)).toBe(false);
  });

  test("ends a statement at its timeout, as unavailable", async () => {
    const late = await failureOf(database.pool.query("select pg_sleep(10)"));
    expect(isUnavailable(late)).toBe(true);
    const lateInPrisma = await failureOf(database.prisma.$queryRaw`select 1 from pg_sleep(10)`);
    expect(isUnavailable(lateInPrisma)).toBe(true);
  });

  test("loses no connection to failing transactions", async () => {
    for (let time = 0; time < 30; time += 1) {
      await failureOf(database.inTransaction((tx) => tx.query("select nothing")));
      await failureOf(database.inTransaction((tx) => tx.query("select pg_terminate_backend(pg_backend_pid())")));
    }
    expect(await database.ready()).toBe(true);
  });
});

describe("a database whose Postgres fails", () => {
  let postgres: PrivatePostgres;

  beforeAll(async () => {
    postgres = await privatePostgres();
  });
  afterAll(async () => {
    await postgres.close();
  });

  test("is opened while Postgres is absent, answers unavailable, and works when it comes", async () => {
    await postgres.stop();
    const database = openDatabase({ url: postgres.url, applicationName: "test" });
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
    const database = openDatabase({ url: postgres.url, applicationName: "test" });
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
    expect(await database.ready()).toBe(true);
    await postgres.freeze();
    const begin = performance.now();
    expect(await database.ready(300)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(60_000);
    expect(isUnavailable(await failureOf(database.pool.query("select 1")))).toBe(true);
    await postgres.thaw();
    await waitFor(() => database.ready());
    await database.close();
  });

  test("connections that are reset are replaced", async () => {
    const proxy = await tcpProxy({ port: Number(new URL(postgres.url).port) });
    const database = openDatabase({ url: proxy.through(postgres.url), applicationName: "test" });
    expect(await database.ready()).toBe(true);
    proxy.refuse(true);
    expect(isUnavailable(await failureOf(database.pool.query("select 1")))).toBe(true);
    proxy.refuse(false);
    await waitFor(() => database.ready());
    await database.close();
    await proxy.close();
  });
});
