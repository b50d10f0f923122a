import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { testOperator } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { claimExecution } from "./claim-execution.ts";
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
/** Ticks once a year, so that no tick comes while a test runs; the day does not matter. */
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

test("after downtime the latest missed tick fires, once with twenty processes at once, and no earlier one (AUTO-21)", async () => {
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

test("a recorded tick is not recorded again, also when the schedule is set back to it", async () => {
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

test("another automation may react to the tick, but not one that listens for another key", async () => {
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

test("a disabled schedule does not tick, and continues with its next tick when it is enabled (AUTO-22)", async () => {
  await scene.automation(scheduled(yearly()));
  const next = await nextTick();
  const { organizationId } = scene;
  await switchAutomation(deps, testOperator, { organizationId, automationKey: "nightly", enabled: false });
  expect(await nextTick()).toBeNull();
  expect(await fireSchedules(deps)).toEqual({ ticks: 0, isFull: false });
  await switchAutomation(deps, testOperator, { organizationId, automationKey: "nightly", enabled: true });
  expect(await nextTick()).toEqual(next);
  await workOff(deps);
  expect(await scene.log()).toEqual([]);
});

test("a schedule created disabled has no tick until it is enabled", async () => {
  await scene.automation(scheduled("* * * * *", { enabled: false }));
  expect(await nextTick()).toBeNull();
  await switchAutomation(deps, testOperator, {
    organizationId: scene.organizationId,
    automationKey: "nightly",
    enabled: true,
  });
  expect((await nextTick())?.getTime()).toBeGreaterThan(Date.now() - minuteMs);
});

test("a schedule that cannot be read any more stops, and does not block the others (AUTO-23)", async () => {
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

describe("cap and cooldown count scheduled times, however late a worker claims the ticks", () => {
  /** The last tick of a schedule of every minute. */
  const lastMinute = (): Date => new Date(Math.floor(Date.now() / minuteMs) * minuteMs);

  /** Executions of the ticks before `tick`, one a minute, each begun just before the next one was due. */
  async function tickedBefore(tick: Date, count: number): Promise<void> {
    await deps.db.pool.query(
      `insert into automation_executions (id, automation_id, organization_id, event_id, event_type, status, attempts,
         created_at, scheduled_at, fired_at, finished_at)
       select gen_random_uuid(), a.id, a.organization_id, gen_random_uuid(), 'schedule.fired', 'succeeded', 1,
         t.at, t.at, t.at + interval '59.9 seconds', t.at + interval '59.9 seconds'
         from automations a,
           (select $2::timestamptz - make_interval(mins => n) as at from generate_series(1, $3) n) t
        where a.organization_id = $1`,
      [scene.organizationId, tick, count],
    );
  }

  /** The status of the tick that is due now. */
  async function tickNow(): Promise<string | undefined> {
    await lastLookedAt(lastMinute());
    await fireSchedules(deps);
    while ((await claimExecution(deps, { leaseSeconds: 60 })).kind !== "none");
    const execution = (await scene.log()).at(-1);
    return execution?.code ?? execution?.status;
  }

  test("every minute under a cap of sixty never skips a tick", async () => {
    await scene.automation(scheduled("* * * * *", { max_per_hour: 60 }));
    await tickedBefore(lastMinute(), 90);
    expect(await tickNow()).toBe("running");
  });

  test("every minute under a cap of thirty skips", async () => {
    await scene.automation(scheduled("* * * * *", { max_per_hour: 30 }));
    await tickedBefore(lastMinute(), 40);
    expect(await tickNow()).toBe("hourly_cap");
  });

  test("every minute with a cooldown of a minute never skips, and with a longer one it does", async () => {
    await scene.automation(scheduled("* * * * *", { cooldown_s: 60 }));
    await tickedBefore(lastMinute(), 1);
    expect(await tickNow()).toBe("running");
    scene = await createScene(deps);
    await scene.automation(scheduled("* * * * *", { cooldown_s: 61 }));
    await tickedBefore(lastMinute(), 1);
    expect(await tickNow()).toBe("cooldown");
  });
});
