import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";
import type { Database } from "./open.ts";
import type { Session } from "./session.ts";
import { builtStatement } from "./statement.ts";

let cloned: TestDatabase;
let db: Database;
let session: Session;
const counted = builtStatement<readonly [], { readonly rows: number }>("select count(*) as rows from thing");

beforeAll(async () => {
  cloned = await testDatabase();
  db = openTestDatabase(cloned.url);
  session = await db.openSession({ statementTimeoutMs: 60_000, settings: { work_mem: "32MB" } });
  await db.pool.query("create table thing (id int primary key, word text)");
});
afterAll(async () => {
  await session.close();
  await db.close();
  await cloned.drop();
});

async function rows(): Promise<number | undefined> {
  return (await db.pool.query(counted([]))).rows[0]?.rows;
}

async function* lines(count: number, first = 1): AsyncGenerator<string> {
  for (let id = first; id < first + count; id += 1) yield `${id}\tword ${id}\n`;
}

test("rows are copied in as they are made, in the transaction around them", async () => {
  await session.inTransaction((tx) => tx.copyIn("copy thing (id, word) from stdin", lines(1_000)));
  expect(await rows()).toBe(1_000);
  await expect(
    session.inTransaction(async (tx) => {
      await tx.copyIn("copy thing (id, word) from stdin", lines(10, 5_000));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await rows()).toBe(1_000);
});

test("a source that fails, and a row that is refused, leave nothing and a session that works", async () => {
  async function* broken(): AsyncGenerator<string> {
    yield "9001\tword\n";
    throw new Error("the file is cut");
  }
  await expect(session.inTransaction((tx) => tx.copyIn("copy thing (id, word) from stdin", broken()))).rejects.toThrow(
    "the file is cut",
  );
  await expect(session.inTransaction((tx) => tx.copyIn("copy thing (id, word) from stdin", lines(1)))).rejects.toThrow(
    "duplicate key",
  );
  expect(await rows()).toBe(1_000);
  expect((await session.query(counted([]))).rows).toEqual([{ rows: 1_000 }]);
});

test("a session has its own settings, and its locks end with it", async () => {
  const shown = builtStatement<readonly [], { readonly memory: string }>(
    "select current_setting('work_mem') as memory",
  );
  expect((await session.query(shown([]))).rows).toEqual([{ memory: "32MB" }]);
  const lock = builtStatement<readonly [], { readonly isTaken: boolean }>(
    `select pg_try_advisory_lock(17) as "isTaken"`,
  );
  const other = await db.openSession({ statementTimeoutMs: 60_000 });
  expect((await other.query(lock([]))).rows).toEqual([{ isTaken: true }]);
  expect((await session.query(lock([]))).rows).toEqual([{ isTaken: false }]);
  await other.close();
  expect((await session.query(lock([]))).rows).toEqual([{ isTaken: true }]);
});
