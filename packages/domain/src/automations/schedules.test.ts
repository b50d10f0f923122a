import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";

import { openTestDeps, type TestDeps } from "../testing/open-test-deps.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { showAutomation } from "./list-automations.ts";
import { switchAutomation } from "./switch-automation.ts";
import { answering, createScene, eventsOf, type Scene, workOff } from "./test-kit.ts";

let deps: TestDeps;
let scene: Scene;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  scene = await createScene(deps);
});

const minuteMs = 60_000;
/** Ticks once a year, so that none comes while a test runs; which day does not matter to it. */
const yearly = (): string => {
  const inHalfAYear = new Date(Date.now() + 180 * 1_440 * minuteMs);
  return `0 0 1 ${inHalfAYear.getUTCMonth() + 1} *`;
};

function scheduled(schedule: string, changes: { readonly [name: string]: unknown } = {}) {
  return answering({
    automation_key: "nightly",
    trigger: { schedule, timezone: "UTC" },
    effect: { kind: "emit_event", type: "custom.night", data: { at: "{{event.data.scheduled_at}}" } },
    ...changes,
  });
}

/** As if the service had been down since the tick that was due then. */
async function lastLookedAt(at: Date): Promise<void> {
  await deps.db.pool.query("update automations set next_tick_at = $2 where organization_id = $1", [
    scene.organizationId,
    at,
  ]);
}

const nextTick = async () => (await showAutomation(deps, scene.organizationId, "nightly")).nextTickAt;

test("after downtime the latest missed tick fires, once with twenty processes at once, and no earlier one", async () => {
  const schedule = yearly();
  await scene.automation(scheduled(schedule));
  const next = await nextTick();
  if (!next) throw new Error("no next tick");
  const lastYear = new Date(next);
  lastYear.setUTCFullYear(next.getUTCFullYear() - 1);
  const longAgo = new Date(next);
  longAgo.setUTCFullYear(next.getUTCFullYear() - 5);
  await lastLookedAt(longAgo);
  const fired = await Promise.all(Array.from({ length: 20 }, () => fireSchedules(deps)));
  expect(fired.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(1);
  await workOff(deps);
  const ticks = await eventsOf(deps, scene.organizationId, "schedule.fired");
  expect(ticks.map(({ data }) => data)).toEqual([
    {
      automation_key: "nightly",
      schedule,
      timezone: "UTC",
      scheduled_at: lastYear.toISOString(),
      missed_since: longAgo.toISOString(),
    },
  ]);
  expect(await eventsOf(deps, scene.organizationId, "custom.night")).toEqual([
    expect.objectContaining({ depth: 1, causationId: ticks[0]?.id, data: { at: lastYear.toISOString() } }),
  ]);
  expect(await nextTick()).toEqual(next);
  expect(await fireSchedules(deps)).toEqual({ ticks: 0, isFull: false });
});

test("a tick that was written once is not written again, also when the schedule is set back to it", async () => {
  await scene.automation(scheduled(yearly()));
  const next = await nextTick();
  const lastYear = new Date(next ?? 0);
  lastYear.setUTCFullYear(lastYear.getUTCFullYear() - 1);
  await lastLookedAt(lastYear);
  await fireSchedules(deps);
  await lastLookedAt(lastYear);
  await fireSchedules(deps);
  await workOff(deps);
  expect(await scene.log()).toHaveLength(1);
  const [tick] = await eventsOf(deps, scene.organizationId, "schedule.fired");
  expect(tick?.data).not.toHaveProperty("missed_since");
});

test("another automation may react to the tick, and one that listens to another key does not", async () => {
  await scene.automation(scheduled(yearly()));
  const listening = (key: string) => ({
    trigger: { event_type: "schedule.fired", filter: { fact: "event.data.automation_key", op: "eq", value: key } },
  });
  await scene.automation(answering({ automation_key: "after", ...listening("nightly") }));
  await scene.automation(answering({ automation_key: "other", ...listening("weekly") }));
  await lastLookedAt(new Date(Date.now() - minuteMs));
  await fireSchedules(deps);
  await workOff(deps);
  expect((await scene.log("after")).map(({ status }) => status)).toEqual(["succeeded"]);
  expect(await scene.log("other")).toEqual([]);
});

test("a disabled schedule does not tick, and goes on with its next tick when it is enabled", async () => {
  await scene.automation(scheduled(yearly()));
  const next = await nextTick();
  const { organizationId } = scene;
  await switchAutomation(deps, { organizationId, automationKey: "nightly", enabled: false });
  expect(await nextTick()).toBeNull();
  expect(await fireSchedules(deps)).toEqual({ ticks: 0, isFull: false });
  await switchAutomation(deps, { organizationId, automationKey: "nightly", enabled: true });
  expect(await nextTick()).toEqual(next);
  await workOff(deps);
  expect(await scene.log()).toEqual([]);
});

test("one that was made disabled has no tick until it is enabled", async () => {
  await scene.automation(scheduled("* * * * *", { enabled: false }));
  expect(await nextTick()).toBeNull();
  await switchAutomation(deps, { organizationId: scene.organizationId, automationKey: "nightly", enabled: true });
  expect((await nextTick())?.getTime()).toBeGreaterThan(Date.now() - minuteMs);
});

test("a schedule that cannot be read any more stops, and does not hold up the others", async () => {
  await scene.automation(scheduled(yearly()));
  await scene.automation(scheduled(yearly(), { automation_key: "broken" }));
  await deps.db.pool.query(
    "update automations set timezone = 'Mars/Olympus' where automation_key = 'broken' and organization_id = $1",
    [scene.organizationId],
  );
  await lastLookedAt(new Date(Date.now() - minuteMs));
  expect(await fireSchedules(deps)).toEqual({ ticks: 1, isFull: false });
  expect(await fireSchedules(deps)).toEqual({ ticks: 0, isFull: false });
});
