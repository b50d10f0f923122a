import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  describeWithPgbouncer,
  type Pgbouncer,
  startPgbouncer,
  type TestDatabase,
  testDatabase,
  waitFor,
} from "@service/testing";

import { isDatabaseAway, isStatementTimeout, isUniqueViolation } from "./database-errors.ts";
import { type Database, openDatabase } from "./open.ts";
import { hotStatement } from "./statement.ts";

declare module "./statement.ts" {
  interface StatementTypes {
    readonly "test-double": { readonly values: readonly [number]; readonly row: { readonly result: number } };
  }
}

/** Fewer sessions of the server than connections of the client, so that each meets what others have left. */
const poolSize = 3;
const connectTimeoutMs = 60_000;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describeWithPgbouncer()("a database behind a pooler in transaction mode", () => {
  let cloned: TestDatabase;
  let pooler: Pgbouncer;
  let database: Database;

  beforeAll(async () => {
    cloned = await testDatabase();
    pooler = await startPgbouncer({ databaseUrl: cloned.url, poolSize });
    database = open(15_000);
    await database.pool.query("create table thing (id int primary key)");
  });
  afterAll(async () => {
    await database.close();
    await pooler.close();
    await cloned.drop();
  });

  function open(statementTimeoutMs: number): Database {
    const address = { url: pooler.url, directUrl: cloned.url };
    return openDatabase({ ...address, applicationName: "test", connectTimeoutMs, statementTimeoutMs });
  }

  test("a hot statement is answered by any session, whichever has seen it (OPS-67)", async () => {
    const double = hotStatement("test-double", "select $1::int * 2 as result");
    const values = Array.from({ length: 200 }, (_, place) => place);
    const answers = await Promise.all(values.map((value) => database.hot.query(double([value]))));
    expect(answers.map(({ rows }) => rows[0]?.result)).toEqual(values.map((value) => value * 2));
    const within = await database.inTransaction((tx) => tx.query(double([21])));
    expect(within.rows).toEqual([{ result: 42 }]);
  });

  test("each pool has its settings within its transactions and leaves none behind (OPS-67)", async () => {
    const question = `select current_setting('statement_timeout') as timeout, current_setting('enable_seqscan') as seqscan,
      current_setting('enable_memoize') as memoize, current_setting('idle_in_transaction_session_timeout') as idle`;
    const limits = { timeout: "15s", idle: "1min" };
    const settings = { pool: ["on", "on"], hot: ["off", "on"], reads: ["off", "off"] } as const;
    for (const name of ["hot", "pool", "reads", "pool"] as const) {
      const [seqscan, memoize] = settings[name];
      const { rows } = await database[name].query(question);
      expect(rows).toEqual([{ ...limits, seqscan, memoize }]);
    }
    expect((await database.inTransaction((tx) => tx.query(question))).rows).toEqual([
      { ...limits, seqscan: "on", memoize: "on" },
    ]);
    expect(await database.prisma.$queryRaw`select current_setting('statement_timeout') as timeout`).toEqual([
      { timeout: "15s" },
    ]);
  });

  test("what fails is reported as without a pooler, changes nothing and costs no connection (OPS-67)", async () => {
    await database.pool.query("insert into thing (id) values (1)");
    const twice = await failureOf(database.pool.query("insert into thing (id) values ($1), ($2)", [2, 1]));
    expect(isUniqueViolation(twice, "thing_pkey")).toBe(true);
    for (let time = 0; time < 20; time += 1) {
      await failureOf(database.pool.query("select nothing"));
      await failureOf(database.inTransaction((tx) => tx.query("select nothing")));
      const lost = await failureOf(database.hot.query("select pg_terminate_backend(pg_backend_pid())"));
      expect(isDatabaseAway(lost)).toBe(true);
    }
    expect((await database.pool.query("select id from thing")).rows).toEqual([{ id: 1 }]);
    expect(database.hot.totalCount).toBeLessThanOrEqual(1);
  });

  test("the server ends a statement at its time-out (OPS-67)", async () => {
    const hasty = open(500);
    const late = await failureOf(hasty.pool.query("select pg_sleep(3600)"));
    const lateInTransaction = await failureOf(hasty.inTransaction((tx) => tx.query("select pg_sleep(3600)")));
    await hasty.close();
    expect([late, lateInTransaction].map(isStatementTimeout)).toEqual([true, true]);
  });

  test("a read is cancelled by the process of the server that runs it, not by that of the pooler (OPS-67, REC-51)", async () => {
    const client = await database.reads.connect();
    const processId = await database.beginRead(client);
    const read = failureOf(client.query("select pg_sleep(3600), 'to be cancelled'"));
    await waitFor(async () => {
      const { rows } = await database.pool.query(
        "select from pg_stat_activity where pid = $1 and state = 'active' and query like '%to be cancelled%'",
        [processId],
      );
      return rows.length === 1;
    });
    await database.pool.query("select pg_cancel_backend($1)", [processId]);
    expect(isStatementTimeout(await read)).toBe(true);
    await database.endRead(client);
    client.release();
    expect((await database.reads.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("a session of its own goes past the pooler and keeps its lock between transactions (OPS-67)", async () => {
    const session = await database.openSession({ statementTimeoutMs: 15_000, settings: { work_mem: "9MB" } });
    await session.inTransaction((tx) => tx.query("select pg_advisory_lock(42)"));
    const { rows } = await session.inTransaction((tx) =>
      tx.query<{ memory: string }>("select current_setting('work_mem') as memory"),
    );
    expect(rows).toEqual([{ memory: "9MB" }]);
    const taken = await database.pool.query("select pg_try_advisory_xact_lock(42) as taken");
    expect(taken.rows).toEqual([{ taken: false }]);
    await session.close();
  });

  test("a pooler that was not announced refuses the startup parameters, and counts as a database that is away (OPS-67)", async () => {
    const mistaken = openDatabase({ url: pooler.url, applicationName: "test", connectTimeoutMs });
    const refused = await failureOf(mistaken.pool.query("select 1"));
    await mistaken.close();
    expect(refused).toMatchObject({ message: expect.stringContaining("unsupported startup parameter") });
    expect(isDatabaseAway(refused)).toBe(true);
  });
});
