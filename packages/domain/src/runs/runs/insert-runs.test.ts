import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isUnavailable, type Database } from "@service/db";
import { openTestDatabase, waitFor, testOperator } from "@service/testing";
import { setOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { createRunInserter, type NewRun } from "./insert-runs.ts";
import { newRunId } from "./run-id.ts";
import { createWorld, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;
/** The same database with a short statement timeout. */
let impatient: Database;
let insertImpatiently: ReturnType<typeof createRunInserter>;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
  impatient = openTestDatabase(deps.databaseUrl, { statementTimeoutMs: 500 });
  insertImpatiently = createRunInserter(impatient);
});
afterAll(async () => {
  await impatient.close();
  await deps.close();
});

async function newRunOf({ organizationId, live, engine }: World): Promise<NewRun> {
  const { id: engineId, slug, engineType, revision } = await engine();
  return {
    id: newRunId(deps.clock.nowMs()),
    organizationId,
    environmentId: live.environmentId,
    environmentSlug: live.environmentSlug,
    isLive: true,
    engineId,
    engineSlug: slug,
    engineType,
    engineRevision: revision,
    submitter: "test",
    actingPrincipal: null,
    keyId: live.id,
    idemHash: null,
    requestHash: Buffer.alloc(0),
    requestedPin: null,
    engineVersion: "1.0",
    configHash: "0".repeat(64),
    testScenario: null,
    traceId: null,
    traceParent: null,
    subjectKey: null,
    input: "{}",
    offerings: null,
  };
}

/** Runs the work while a transaction of another process holds a lock that an insert for this world needs. */
async function whileLocked<T>({ organizationId }: World, work: () => Promise<T>): Promise<T> {
  return deps.db.inTransaction(async (tx) => {
    await tx.query(
      `insert into organization_fairness (organization_id, engine_type, last_rank) values ($1, 'comparison', 0)
       on conflict (organization_id, engine_type) do update set last_rank = organization_fairness.last_rank`,
      [organizationId],
    );
    return work();
  });
}

/** Number of statements sent to the database while `work` runs. */
async function statementsOf(db: Database, work: () => Promise<void>): Promise<number> {
  const { hot } = db;
  let sent = 0;
  const count = (): void => {
    sent += 1;
  };
  hot.on("acquire", count);
  await work().finally(() => hot.off("acquire", count));
  return sent;
}

describe("submissions of one batch", () => {
  test("all fail with their statement's timeout together, without waiting for each other's retries", async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => newRunOf(world)));
    const sent = await statementsOf(impatient, () =>
      whileLocked(world, async () => {
        const results = await Promise.allSettled(runs.map((run) => insertImpatiently(run)));
        for (const result of results) {
          expect(result.status).toBe("rejected");
          expect(result.status === "rejected" && isUnavailable(result.reason)).toBe(true);
        }
      }),
    );
    expect(sent).toBe(1);
    expect(await Promise.all(runs.map((run) => insertImpatiently(run)))).toEqual(runs.map(() => "inserted"));
  });
});

describe("an organization with a monthly cap whose counter is locked", () => {
  test("delays neither uncapped nor other capped organizations, and its callers get a request to retry", async () => {
    const [locked, capped] = [await createWorld(deps), await createWorld(deps)];
    for (const { organizationId } of [locked, capped])
      await setOrganization(deps, testOperator, organizationId, { monthlyRunCap: 100 });
    const [ofLocked, ofCapped, ofOther] = [await newRunOf(locked), await newRunOf(capped), await newRunOf(world)];
    const ended: string[] = [];
    const insert = (name: string, run: NewRun) => deps.runs.insert(run).finally(() => ended.push(name));
    await deps.db.inTransaction(async (tx) => {
      await tx.query("select from run_usage where organization_id = $1 for update", [locked.organizationId]);
      const refused = insert("locked", ofLocked).then(() => false, isUnavailable);
      await waitFor(async () => {
        const { rows } = await deps.db.pool.query("select from pg_locks where not granted");
        return rows.length > 0;
      });
      expect(await insert("capped", ofCapped)).toBe("inserted");
      expect(await insert("other", ofOther)).toBe("visible");
      expect(await refused).toBe(true);
    });
    expect(ended).toEqual(["capped", "other", "locked"]);
    expect(await insert("locked", ofLocked)).toBe("inserted");
  });
});
