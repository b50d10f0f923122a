import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type TcpProxy, type TestDatabase, tcpProxy, testDatabase, waitFor } from "@service/testing";
import pg from "pg";
import { isUnavailable } from "./database-errors.ts";
import { type Database, openDatabase } from "./open.ts";
import { answers } from "./probe.ts";
import { openSession } from "./session.ts";

// An error event that nobody listens to fails the test under way: it would have ended the process.

const connectTimeoutMs = 2_000;
let cloned: TestDatabase;
let observer: pg.Client;
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  cloned = await testDatabase();
  observer = new pg.Client({ connectionString: cloned.url });
  await observer.connect();
});
beforeEach(async () => {
  proxy = await tcpProxy({ port: Number(new URL(cloned.url).port) });
  database = openDatabase({
    url: proxy.through(cloned.url),
    applicationName: "lost",
    poolMax: 1,
    hotPoolMax: 1,
    readPoolMax: 1,
    connectTimeoutMs,
  });
});
afterEach(async () => {
  proxy.swallow(false);
  await database.close();
  await proxy.close();
});
afterAll(async () => {
  await observer.end();
  await cloned.drop();
});

/** Ends the sessions of the database under test, as an administrator does, and waits until they are gone. */
async function terminate(): Promise<void> {
  await observer.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'");
  await waitFor(() => proxy.connections === 0, { what: "the connections to be closed" });
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each(["pool", "hot", "reads"] as const)(
  "a connection of `%s` that ends while it is checked out and asks nothing is dropped (OPS-9)",
  async (name) => {
    const client = await database[name].connect();
    await terminate();
    expect(isUnavailable(await failureOf(client.query("select 1")))).toBe(true);
    client.release();
    expect((await database[name].query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  },
);

test.each(["pool", "hot", "reads"] as const)(
  "a connection of `%s` that ends in a statement, idle or reset is replaced (OPS-9)",
  async (name) => {
    for (const end of [terminate, async () => proxy.cut()]) {
      const cut = failureOf(database[name].query(`select pg_sleep(10), '${name}'`));
      await waitFor(async () => {
        const { rowCount } = await observer.query(
          "select from pg_stat_activity where query = $1 and state = 'active'",
          [`select pg_sleep(10), '${name}'`],
        );
        return rowCount === 1;
      });
      await end();
      expect(isUnavailable(await cut)).toBe(true);
      await waitFor(async () => (await database[name].query("select 1")).rows.length === 1);
      await end();
      await waitFor(async () => (await database[name].query("select 1")).rows.length === 1);
    }
  },
);

test("a caller that gave up while its connection was prepared leaves the connection to the next (OPS-9)", async () => {
  const first = await database.reads.connect();
  const preparing = proxy.hold((bytes) => bytes.includes("repeat("));
  const tooLate = failureOf(database.reads.connect());
  // Its place is free for the caller that waits, for whom a connection is made.
  first.release(true);
  await preparing.held;
  expect(isUnavailable(await tooLate)).toBe(true);
  preparing.letGo();
  await waitFor(() => database.reads.idleCount === database.reads.totalCount, { what: "no connection in use" });
  await terminate();
  await waitFor(async () => (await database.reads.query("select 1")).rows.length === 1);
});

test("a connection that is cut or given up while it is made or prepared fails its caller alone (OPS-9)", async () => {
  for (const stage of ["application_name", "repeat("]) {
    const opening = proxy.hold((bytes) => bytes.includes(stage));
    const failure = failureOf(database.reads.query("select 1"));
    await opening.held;
    proxy.cut();
    expect(isUnavailable(await failure)).toBe(true);
    // Its bytes come when nobody waits for the answer any more.
    const held = proxy.hold((bytes) => bytes.includes(stage));
    const late = failureOf(database.reads.query("select 1"));
    await held.held;
    expect(isUnavailable(await late)).toBe(true);
    held.letGo();
    await waitFor(async () => (await database.reads.query("select 1")).rows.length === 1);
    await terminate();
  }
});

test("a session and a probe outlive the loss of their connection at every stage (OPS-9)", async () => {
  const url = proxy.through(cloned.url);
  const base = { connectionString: url, application_name: "lost", connectionTimeoutMillis: connectTimeoutMs };
  const opening = proxy.hold((bytes) => bytes.includes("application_name"));
  const session = failureOf(openSession(base, { statementTimeoutMs: 60_000 }));
  await opening.held;
  proxy.cut();
  expect(isUnavailable(await session)).toBe(true);
  const opened = await openSession(base, { statementTimeoutMs: 60_000 });
  await terminate();
  expect(isUnavailable(await failureOf(opened.query({ text: "select 1", values: [] })))).toBe(true);
  await opened.close();
  const asking = proxy.hold((bytes) => bytes.includes("select 1"));
  const probed = answers(url, connectTimeoutMs);
  await asking.held;
  proxy.cut();
  expect(await probed).toBe(false);
});
