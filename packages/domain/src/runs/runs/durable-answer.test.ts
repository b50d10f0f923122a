import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";
import { openTestDatabase, privatePostgres, type PrivatePostgres, waitFor } from "@service/testing";
import { claimRuns } from "./claim-runs.ts";
import { openBatchers, type WholeDeps } from "../../open-deps.ts";
import { createSettler } from "./settle-runs.ts";
import { createWorld, type World } from "./test-kit.ts";

/**
 * A missing synchronous standby simulates a slow disk: callers that wait for a durable commit block until the setting
 * is reset; callers that do not wait continue.
 */
describe("a slow disk", () => {
  let postgres: PrivatePostgres;
  let deps: WholeDeps;
  let world: World;

  beforeAll(async () => {
    postgres = await privatePostgres();
    await applyMigrations(postgres.url);
    const db = openTestDatabase(postgres.url);
    deps = {
      db,
      queue: await openQueue({ url: postgres.url, clock: systemClock, log: silentLogger, patience: 100 }),
      clock: systemClock,
      log: silentLogger,
      secrets: createSecretBox(Buffer.alloc(32, 7)),
      ...openBatchers({ db, log: silentLogger, clock: systemClock }),
    };
    await waitFor(() => deps.queue.ready());
    world = await createWorld(deps);
    await world.submit();
  });
  afterAll(async () => {
    await deps.queue.close();
    await deps.db.close();
    await postgres.close();
  });

  async function whileDiskWaits(work: () => Promise<void>): Promise<void> {
    const set = async (standby: string): Promise<void> => {
      await deps.db.pool.query(`alter system set synchronous_standby_names = '${standby}'`);
      await deps.db.pool.query("select pg_reload_conf()");
    };
    await set("absent");
    // The server applies the setting a moment later: commit probes until one of them waits.
    const probes: Promise<unknown>[] = [];
    await waitFor(async () => {
      const { rows } = await deps.db.pool.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'");
      if (rows.length === 0) probes.push(deps.db.pool.query("select pg_logical_emit_message(true, 'probe', '')"));
      return rows.length > 0;
    });
    try {
      await work();
    } finally {
      await set("");
      await Promise.all(probes);
    }
  }

  test("a submission is answered once its run is durable; workers can claim it before that (RUN-13)", async () => {
    let isAnswered = false;
    let submitted: Promise<void> | undefined;
    await whileDiskWaits(async () => {
      submitted = world.submit().then(() => {
        isAnswered = true;
      });
      submitted.catch(() => undefined);
      const claimed = await waitFor(async () => {
        const runs = await claimRuns(deps.db, {
          owner: "test",
          engineTypes: ["comparison"],
          runsMax: 10,
          firstSilenceSeconds: 900,
        });
        return runs.length > 0 && runs;
      });
      expect(claimed.length).toBeGreaterThan(0);
      expect(isAnswered).toBe(false);
    });
    await submitted;
    expect(isAnswered).toBe(true);
  });

  test("submissions that arrive together wait in their statement and are answered once they are durable (RUN-13)", async () => {
    let answered = 0;
    let submitted: Promise<unknown> = Promise.resolve();
    await whileDiskWaits(async () => {
      const insert = (): Promise<void> =>
        world.submit().then(() => {
          answered += 1;
        });
      submitted = Promise.all([insert(), insert(), insert()]);
      submitted.catch(() => undefined);
      await waitFor(async () => {
        const { rows } = await deps.db.pool.query(
          "select from pg_stat_activity where wait_event = 'SyncRep' and query like 'with item as materialized%'",
        );
        return rows.length > 0;
      });
      expect(answered).toBe(0);
    });
    await submitted;
    expect(answered).toBe(3);
  });

  test("a settlement is kept by its worker until it is durable (RUN-13)", async () => {
    await world.submit();
    const [run] = await claimRuns(deps.db, {
      owner: "test",
      engineTypes: ["comparison"],
      runsMax: 1,
      firstSilenceSeconds: 900,
    });
    if (!run) throw new Error("nothing was claimed");
    const settle = createSettler(deps.db, { heldMax: 16 });
    let isKept = true;
    let settled: Promise<void> | undefined;
    await whileDiskWaits(async () => {
      settled = settle({ ...run, settlement: { status: "cancelled" } }).then(() => {
        isKept = false;
      });
      settled.catch(() => undefined);
      await waitFor(async () => {
        const { rows } = await deps.db.pool.query("select 1 from runs where id = $1 and status = 'cancelled'", [
          run.id,
        ]);
        return rows.length > 0;
      });
      expect(isKept).toBe(true);
    });
    await settled;
    expect(isKept).toBe(false);
  });
});
