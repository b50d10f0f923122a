import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createLogger } from "@service/runtime";
import { fakeClock, type TcpProxy, type TestDatabase, tcpProxy, testDatabase, waitFor } from "@service/testing";
import * as z from "zod";
import { type DatabaseClock, followDatabaseClock } from "./database-clock.ts";
import { type Database, openDatabase } from "./open.ts";

const Line = z.record(z.string(), z.unknown());
const hourMs = 3_600_000;
/** PostgreSQL and this test run on one machine; a busy one may wait for a second. */
const nearMs = 2_000;

let cloned: TestDatabase;
let proxy: TcpProxy;
let db: Database;
let followed: DatabaseClock | undefined;

beforeAll(async () => {
  cloned = await testDatabase();
  proxy = await tcpProxy({ port: Number(new URL(cloned.url).port) });
  db = openDatabase({ url: proxy.through(cloned.url), applicationName: "test", connectTimeoutMs: 60_000 });
});
afterEach(() => followed?.close());
afterAll(async () => {
  await db.close();
  await proxy.close();
  await cloned.drop();
});

function collectingLogger() {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const write = (line: string): void => void lines.push(Line.parse(JSON.parse(line)));
  return { lines, log: createLogger({ process: "test", level: "info", destination: { write } }) };
}

test("PLAT-42: a process whose clock is wrong or jumps follows PostgreSQL's and warns once", async () => {
  const wall = fakeClock(new Date(Date.now() + 2 * hourMs));
  const { lines, log } = collectingLogger();
  followed = await followDatabaseClock(db, { log, wall, everyMs: 20, firstWaitMs: 60_000 });
  expect(Math.abs(followed.nowMs() - Date.now())).toBeLessThan(nearMs);
  expect(followed.now().getTime() - Date.now()).toBeLessThan(nearMs);
  expect(Math.abs(followed.aheadMs() - 2 * hourMs)).toBeLessThan(nearMs);

  wall.advance(-24 * hourMs);
  expect(Math.abs(followed.nowMs() - Date.now())).toBeLessThan(nearMs);
  wall.set(new Date(followed.nowMs()));
  await waitFor(() => lines.length === 2);
  expect(lines).toMatchObject([
    { msg: "this machine's clock differs from PostgreSQL's, which counts", ahead_seconds: expect.any(Number) },
    { msg: "this machine's clock agrees with PostgreSQL's again" },
  ]);
});

test("PLAT-42: the last reading is carried on while PostgreSQL is away", async () => {
  const wall = fakeClock(new Date(Date.now() - hourMs));
  const { log } = collectingLogger();
  followed = await followDatabaseClock(db, { log, wall, everyMs: 20, firstWaitMs: 60_000 });
  proxy.refuse(true);
  wall.advance(-hourMs);
  expect(Math.abs(followed.nowMs() - Date.now())).toBeLessThan(nearMs);
  proxy.refuse(false);
});

test("PLAT-42: without PostgreSQL at the start the machine's clock counts until the first reading", async () => {
  const wall = fakeClock(new Date(Date.now() - hourMs));
  const { log } = collectingLogger();
  proxy.refuse(true);
  followed = await followDatabaseClock(db, { log, wall, everyMs: 20, firstWaitMs: 50 });
  expect(followed.nowMs()).toBe(wall.nowMs());
  proxy.refuse(false);
  await waitFor(() => Math.abs((followed?.nowMs() ?? 0) - Date.now()) < nearMs);
});
