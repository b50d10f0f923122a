import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { testOperator } from "@service/testing";
import { createConnection, readConnection, setConnection } from "../connections/index.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { claimSync, type ClaimedSync, releaseSyncs, renewSyncs, reportStaleConnections, settleSync } from "./index.ts";
import { importRows } from "./test-kit.ts";
import { account } from "./testing/delivered-rows.ts";

let deps: TestDeps;
let organizationId: string;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await deps.db.pool.query("update record_connections set schedule = null, next_sync_at = null");
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});

const folder = JSON.stringify({ folder: "/nowhere" });

async function connect(schedule?: string, timezone?: string): Promise<string> {
  const { id } = await createConnection(deps, testOperator, {
    organizationId,
    name: randomUUID(),
    kind: "file_drop",
    config: folder,
    schedule,
    timezone,
  });
  return id;
}

/** As when the service was away since then. */
async function dueSince(id: string, interval: string): Promise<void> {
  await deps.db.pool.query("update record_connections set next_sync_at = now() - $2::text::interval where id = $1", [
    id,
    interval,
  ]);
}

async function claimed(): Promise<ClaimedSync> {
  const sync = await claimSync(deps, { leaseSeconds: 60 });
  if (sync === undefined) throw new Error("nothing is due");
  return sync;
}

async function eventsOf(id: string, type: string): Promise<{ reason?: string }[]> {
  const { rows } = await deps.db.pool.query<{ data: string }>(
    "select data::text as data from platform_events where subject_key = $1 and type = $2 order by recorded_at",
    [id, type],
  );
  return rows.map(({ data }) => {
    const parsed: { reason?: string } = JSON.parse(data);
    return parsed;
  });
}

const nextOf = async (id: string): Promise<Date | null> => (await readConnection(deps.db.pool, "every", id)).nextSyncAt;
const endLease = (id: string) =>
  deps.db.pool.query("update record_connections set sync_lease_ends_at = now() - interval '1 s' where id = $1", [id]);

describe("a schedule (IMP-264)", () => {
  test("ticks in its time zone, changes with it, and ends with none", async () => {
    const id = await connect("30 6 * * *", "America/New_York");
    const next = await nextOf(id);
    expect(next?.toLocaleString("en-US", { timeZone: "America/New_York", timeStyle: "short" })).toBe("6:30 AM");
    await setConnection(deps, testOperator, "every", id, { freshHours: 20 });
    expect(await nextOf(id)).toEqual(next);
    await setConnection(deps, testOperator, "every", id, { timezone: "Europe/Berlin" });
    expect(await nextOf(id)).not.toEqual(next);
    await setConnection(deps, testOperator, "every", id, { schedule: null });
    expect(await nextOf(id)).toBeNull();
    expect(await claimSync(deps, { leaseSeconds: 60 })).toBeUndefined();
  });

  test.each([
    ["every day", undefined, "five fields"],
    ["0 0 30 2 *", undefined, "The schedule is not a cron expression"],
    ["0 6 * * *", "Mars/Olympus", "Mars/Olympus is not a time zone"],
  ])("%s %s is refused with a sentence", async (schedule, timezone, message) => {
    await expect(connect(schedule, timezone)).rejects.toThrow(message);
  });

  test("is refused for a connection that fetches nothing", async () => {
    const request = { organizationId, name: "files", kind: "import", schedule: "0 6 * * *" } as const;
    await expect(createConnection(deps, testOperator, request)).rejects.toThrow("fetches nothing by itself");
  });
});

describe("a sync that is due (IMP-264)", () => {
  test("is claimed by one of several workers, and missed ticks are one", async () => {
    const id = await connect("*/5 * * * *");
    await dueSince(id, "3 days");
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimSync(deps, { leaseSeconds: 60 })));
    const [only, ...others] = claims.filter((claim) => claim !== undefined);
    expect(others).toEqual([]);
    if (only === undefined) throw new Error("nothing was claimed");
    expect(await renewSyncs(deps, [only], 60)).toEqual(new Set([id]));
    expect(await settleSync(deps, only, { kind: "ended" })).toBe(true);
    expect((await nextOf(id))?.getTime()).toBeGreaterThan(Date.now());
    expect(await claimSync(deps, { leaseSeconds: 60 })).toBeUndefined();
  });

  test("of a worker that died is taken by another, which alone may end it", async () => {
    const id = await connect("*/5 * * * *");
    await dueSince(id, "1 minute");
    const first = await claimed();
    await endLease(id);
    const second = await claimed();
    expect(second).toMatchObject({ connectionId: id, attempt: 2 });
    expect(await renewSyncs(deps, [first], 60)).toEqual(new Set());
    expect(await settleSync(deps, first, { kind: "ended" })).toBe(false);
    expect(await settleSync(deps, second, { kind: "ended" })).toBe(true);
  });

  test("is begun three times at most when its process dies, and then reported", async () => {
    const id = await connect("0 0 1 1 *");
    await dueSince(id, "1 minute");
    for (const attempt of [1, 2, 3]) {
      const sync = await claimed();
      expect(sync.attempt).toBe(attempt);
      expect(await eventsOf(id, "sync.failed")).toEqual([]);
      await settleSync(deps, sync, { kind: "interrupted" });
    }
    expect(await eventsOf(id, "sync.failed")).toMatchObject([
      { reason: "It was begun 3 times, and its process died each time." },
    ]);
    expect((await nextOf(id))?.getTime()).toBeGreaterThan(Date.now());
  });

  test("is given back by a worker that stops, and waits a minute for another process that works on it", async () => {
    const id = await connect("0 0 1 1 *");
    await dueSince(id, "1 minute");
    await releaseSyncs(deps, [await claimed()]);
    const again = await claimed();
    expect(again.attempt).toBe(1);
    await settleSync(deps, again, { kind: "busy" });
    const inMs = ((await nextOf(id))?.getTime() ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(30_000);
    expect(inMs).toBeLessThanOrEqual(60_000);
  });

  test("of another organization stands before the rest of one that has many (IMP-293)", async () => {
    for (let at = 0; at < 20; at += 1) await dueSince(await connect("0 0 1 1 *"), "1 day");
    const first = await claimed();
    const flooding = organizationId;
    organizationId = (await createOrganization(deps, testOperator, { name: "Other" })).id;
    const id = await connect("0 0 1 1 *");
    await dueSince(id, "1 second");
    expect((await claimed()).connectionId).toBe(id);
    const rest = { leaseSeconds: 60, excludedOrganizationIds: [flooding] };
    expect(await claimSync(deps, rest)).toBeUndefined();
    expect((await claimed()).organizationId).toBe(first.organizationId);
  });

  test("of a disabled connection waits until it is enabled", async () => {
    const id = await connect("*/5 * * * *");
    await setConnection(deps, testOperator, "every", id, { state: "disabled" });
    await dueSince(id, "1 day");
    expect(await claimSync(deps, { leaseSeconds: 60 })).toBeUndefined();
    await setConnection(deps, testOperator, "every", id, { state: "active" });
    expect(await claimed()).toMatchObject({ connectionId: id });
  });
});

test("a connection is reported as stale once, and again only after newer rows are stale (IMP-265)", async () => {
  const id = await connect();
  const aging = async (hours: number): Promise<unknown[]> => {
    await deps.db.pool.query(
      "update record_connections set as_of = date_trunc('second', now()) - make_interval(hours => $2) where id = $1",
      [id, hours],
    );
    await Promise.all([reportStaleConnections(deps), reportStaleConnections(deps)]);
    return eventsOf(id, "connection.stale");
  };
  await importRows(deps, id, [account("1")]);
  expect(await aging(71)).toEqual([]);
  expect(await aging(73)).toMatchObject([{ connection_id: id, aging_hours: 72 }]);
  await Promise.all([reportStaleConnections(deps), reportStaleConnections(deps)]);
  expect(await eventsOf(id, "connection.stale")).toHaveLength(1);
  await setConnection(deps, testOperator, "every", id, { agingHours: 48 });
  await reportStaleConnections(deps);
  expect(await eventsOf(id, "connection.stale")).toHaveLength(1);
  expect(await aging(47)).toHaveLength(1);
  expect(await aging(50)).toHaveLength(2);
});
