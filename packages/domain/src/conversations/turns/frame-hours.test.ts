import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { waitFor } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { keepFrameHours } from "./frame-hours.ts";
import { noteWaiting } from "./note-waiting.ts";
import { createTurnRows } from "./test-kit.ts";

// Each test begins without an hour made.

let deps: TestDeps;
beforeEach(async () => {
  deps = await openTestDeps();
});
afterEach(() => deps.close());

/** Makes the partition of an hour that ended long ago. */
async function makeOldHour(): Promise<void> {
  await deps.db.pool.query(`do $$
    declare first timestamptz := date_trunc('hour', now() - interval '60 hours');
    begin
      execute format('create unlogged table %I partition of turn_frames for values from (%L) to (%L)',
        'turn_frames_' || to_char(first at time zone 'UTC', 'YYYYMMDD_HH24'), first, first + interval '1 hour');
    end $$`);
}

test("TURN-35: hours are made ahead, and dropped 48 hours after they ended", async () => {
  await makeOldHour();
  const made = await keepFrameHours(deps.db);
  expect(made.created).toBeGreaterThan(0);
  expect(made.dropped).toBe(1);
  expect(await keepFrameHours(deps.db)).toEqual({ created: 0, dropped: 0 });
});

test("TURN-35: who writes while hours are made is not refused", async () => {
  const rows = await createTurnRows(deps);
  const { turnId } = await rows.submit(await rows.conversation());
  const keeping = await deps.db.pool.connect();
  await keeping.query("begin");
  await keeping.query("select turn_frames_keep_hours(6, 48)");
  const noted = noteWaiting(deps.db, turnId);
  await aWait();
  await keeping.query("commit");
  keeping.release();
  expect(await noted).toBe(true);
  const { rows: frames } = await deps.db.pool.query("select seq from turn_frames where turn_id = $1", [turnId]);
  expect(frames).toEqual([{ seq: 2 }]);
});

test("TURN-35: who reads while hours are made and dropped is not the victim of a deadlock", async () => {
  await makeOldHour();
  const reader = await deps.db.pool.connect();
  await reader.query("begin");
  // Holds the table, and not yet the default partition.
  await reader.query("lock table only turn_frames in access share mode");
  const kept = keepFrameHours(deps.db);
  // It has made hours and waits for the table.
  await aWait();
  const { rows } = await reader.query("select count(*)::int as count from turn_frames");
  expect(rows).toEqual([{ count: 0 }]);
  await reader.query("commit");
  reader.release();
  expect(await kept).toMatchObject({ dropped: 1 });
});

/** Until a session waits for a lock. */
function aWait(): Promise<unknown> {
  const ofLocks = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return waitFor(async () => (await deps.db.pool.query(ofLocks)).rowCount === 1, { what: "a session to wait" });
}
