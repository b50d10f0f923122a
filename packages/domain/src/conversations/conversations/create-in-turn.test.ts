import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { openTestDatabase, waitFor } from "@service/testing";
import { createInstance } from "./index.ts";
import { createEngine } from "../../engines/engines/index.ts";
import { newCaller, openTestDeps, type TestDeps } from "../../testing/index.ts";

let deps: TestDeps;
/** A pool that gives up soon, as a process does whose connections are all taken. */
let small: Database;

beforeAll(async () => {
  deps = await openTestDeps({});
  small = openTestDatabase(deps.databaseUrl, { poolMax: 2, connectTimeoutMs: 500 });
});
afterAll(async () => {
  await small.close();
  await deps.close();
});

test("creations that wait for their organization take no connection from others, and all succeed (PLAT-103)", async () => {
  const [caller, other] = [await newCaller(deps), await newCaller(deps)];
  const holder = await deps.db.pool.connect();
  await holder.query("begin");
  await holder.query("select from organizations where id = $1 for no key update", [caller.organizationId]);
  const creations = Array.from({ length: 20 }, (_, at) =>
    createInstance({ ...deps, db: small }, caller, {
      slug: `desk-${at}`,
      label: "Desk",
      description: "",
      config: undefined,
    }),
  );
  const all = Promise.allSettled(creations);
  await waitFor(async () => {
    const { rows } = await deps.db.pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  });
  // Longer than a request waits for a connection.
  await deps.db.pool.query("select pg_sleep(1.2)");
  const engine = { slug: "quotes", label: "Quotes", description: "", engineType: "comparison" } as const;
  expect(await createEngine({ ...deps, db: small }, other, engine)).toMatchObject({ slug: "quotes" });
  await holder.query("commit");
  holder.release();
  expect((await all).map(({ status }) => status)).toEqual(creations.map(() => "fulfilled"));
});
