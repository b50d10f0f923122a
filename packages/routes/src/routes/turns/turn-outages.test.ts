import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import type { TurnObserver } from "@service/domain/turns";
import { createSignal, openTestDatabase } from "@service/testing";
import { type Logger, silentLogger } from "@service/runtime";
import type { PoolClient } from "pg";
import { startTurnWorld, type TurnWorld } from "../../testing/turn-world.ts";

// A worker whose connections to the database are all taken, while the API has its own.

let world: TurnWorld;
let crowded: Database;
let taken: Promise<PoolClient>[];
const waiting = createSignal("a turn waits for the database");
const log: Logger = {
  ...silentLogger,
  warn: (_fields, message) => {
    if (message === "a turn waits for the database") waiting.send();
  },
};
/** Takes the connections of the pool once a turn is claimed, before it is answered. */
const metrics: TurnObserver = {
  claimed: () => void taken.push(...[crowded.pool, crowded.hot, crowded.reads].map((pool) => pool.connect())),
  ended: () => undefined,
  reconciled: () => undefined,
};
async function free(): Promise<void> {
  for (const client of await Promise.all(taken.splice(0))) client.release();
}

beforeAll(async () => {
  world = await startTurnWorld({ withoutRunner: true });
});
beforeEach(() => {
  crowded = openTestDatabase(world.api.databaseUrl, {
    poolMax: 1,
    hotPoolMax: 1,
    readPoolMax: 1,
    connectTimeoutMs: 2_000,
  });
  taken = [];
});
afterEach(async () => {
  await free();
  await crowded.close();
});
afterAll(() => world.stop());

test("TURN-122: a turn that finds no connection before its first word waits for one", async () => {
  const runner = world.startRunner({ owner: "crowded", metrics }, { db: crowded, log });
  const answered = world.turn(await world.conversation());
  await waiting.next();
  await free();
  expect(await answered).toMatchObject({ status: "completed", attempt: 1, error: null });
  await runner.stop(0);
});

test("TURN-122: a turn whose worker has no connection for the length of a lease goes to another worker", async () => {
  const ends: string[] = [];
  const runner = world.startRunner(
    { owner: "crowded", leaseSeconds: 1, metrics, onEnd: (_id, end) => ends.push(end) },
    { db: crowded, log },
  );
  const answered = world.turn(await world.conversation());
  await waiting.next();
  runner.stopClaiming();
  const other = world.startRunner({ owner: "other", leaseSeconds: 1 });
  expect(await answered).toMatchObject({ status: "completed", attempt: 2, error: null });
  expect(ends).toEqual([]);
  await free();
  await Promise.all([runner.stop(0), other.stop(0)]);
});
