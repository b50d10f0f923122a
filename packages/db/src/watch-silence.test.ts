import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type PrivatePostgres, privatePostgres, tcpProxy, waitFor } from "@service/testing";

import { isUnavailable } from "./database-errors.ts";
import { type Database, openDatabase } from "./open.ts";

let postgres: PrivatePostgres;
let database: Database;

beforeAll(async () => {
  postgres = await privatePostgres();
  database = openDatabase({ url: postgres.url, applicationName: "test", silenceMs: 500, poolMax: 2 });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

test("what waits for a server that answers nothing is given up, whatever it does (PLAT-53)", async () => {
  await database.pool.query("select 1");
  await database.hot.query("select 1");
  await postgres.freeze();
  const startedAtMs = performance.now();
  const ends = await Promise.all(
    [
      database.pool.query("select 1"),
      database.hot.query("select 1"),
      database.inTransaction((tx) => tx.query("select 1")),
      database.prisma.$queryRaw`select 1`,
    ].map((work) =>
      work.then(
        () => "answered",
        (error: unknown) => isUnavailable(error),
      ),
    ),
  );
  const tookMs = performance.now() - startedAtMs;
  await postgres.thaw();
  expect(ends).toEqual([true, true, true, true]);
  expect(tookMs).toBeLessThan(8_000);
  await waitFor(async () => (await database.pool.query("select 1")).rows.length === 1);
});

test("a slow statement goes on while the server answers (PLAT-53)", async () => {
  const { rows } = await database.pool.query("select 'done' as state from pg_sleep(2)");
  expect(rows).toEqual([{ state: "done" }]);
});

test("the loss of many connections is reported once, and so is their return (OPS-48)", async () => {
  const proxy = await tcpProxy({ port: Number(new URL(postgres.url).port) });
  const reports: string[] = [];
  const through = openDatabase({
    url: proxy.through(postgres.url),
    applicationName: "test",
    onLost: () => reports.push("lost"),
    onBack: () => reports.push("back"),
  });
  const use = () => Promise.all(Array.from({ length: 4 }, () => through.pool.query("select pg_sleep(0.1)")));
  await use();
  proxy.refuse(true);
  proxy.cut();
  await waitFor(() => reports.length > 0);
  expect(
    await use().then(
      () => "answered",
      () => "refused",
    ),
  ).toBe("refused");
  expect(reports).toEqual(["lost"]);
  proxy.refuse(false);
  await use();
  expect(reports).toEqual(["lost", "back"]);
  await through.close();
  await proxy.close();
});
