import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type PrivatePostgres, privatePostgres } from "@service/testing";

import { type Database, openDatabase } from "./open.ts";

let postgres: PrivatePostgres;
let db: Database;

beforeAll(async () => {
  // The server of the other tests answers no commit from the disk.
  postgres = await privatePostgres();
  db = openDatabase({ url: postgres.url, applicationName: "test" });
});
afterAll(async () => {
  await db.close();
  await postgres.close();
});

test("what was committed without waiting for the disk is on it afterwards (RUN-13)", async () => {
  await db.hot.query("create table notes (text text)");
  for (let note = 0; note < 20; note += 1) {
    await db.hot.query(
      "with unwaited as materialized (select set_config('synchronous_commit', 'off', true)) insert into notes select 'x' from unwaited",
    );
    const { rows: committed } = await db.hot.query<{ at: string }>("select pg_current_wal_insert_lsn() as at");
    await db.untilDurable();
    const { rows } = await db.hot.query<{ isFlushed: boolean }>(
      `select pg_current_wal_flush_lsn() >= $1::pg_lsn as "isFlushed"`,
      [committed[0]?.at],
    );
    expect(rows).toEqual([{ isFlushed: true }]);
  }
});

test("fails when the server is lost before it answers, so that nothing is taken for durable", async () => {
  const absent = openDatabase({ url: "postgres://127.0.0.1:1/absent", applicationName: "test" });
  await expect(absent.untilDurable()).rejects.toThrow("ECONNREFUSED");
  await absent.close();
});
