import { randomUUID } from "node:crypto";
import { testOperator } from "@service/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { appendPlatformEvents, readPlatformEvent } from "../../events/events/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { claimExecution, renewLeases } from "./claim-execution.ts";
import { createAutomation } from "./create-automation.ts";
import type { ClaimedExecution } from "./execution.ts";
import { listAutomations, showAutomation } from "./list-automations.ts";
import { matchEvents } from "./match-events.ts";
import { performExecution } from "./perform-execution.ts";
import { removeOldExecutions } from "./remove-old-executions.ts";
import { removeAutomation, switchAutomation } from "./switch-automation.ts";
import { answering, createScene, eventsOf, makeDue, newEvent, type Scene, workOff } from "./test-kit.ts";

let deps: TestDeps;
let scene: Scene;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  scene = await createScene(deps);
});

async function claimed(): Promise<ClaimedExecution> {
  const claim = await claimExecution(deps, { leaseSeconds: 60 });
  if (claim.kind !== "claimed") throw new Error(`nothing to claim: ${claim.kind}`);
  return claim.execution;
}

describe("firing", () => {
  test("an event fires once with twenty consumers at once (AUTO-10)", async () => {
    await scene.automation(answering());
    await scene.automation(answering({ automation_key: "also" }));
    const eventIds = await Promise.all([scene.event(), scene.event(), scene.event()]);
    await Promise.all(Array.from({ length: 20 }, () => workOff(deps)));
    const log = await scene.log();
    expect(log).toHaveLength(6);
    expect(log.map(({ status, attempts }) => [status, attempts])).toEqual(log.map(() => ["succeeded", 1]));
    const answers = await eventsOf(deps, scene.organizationId, "custom.answer");
    for (const eventId of eventIds) {
      expect(answers.filter(({ causationId }) => causationId === eventId)).toHaveLength(2);
    }
    expect(answers).toHaveLength(6);
    expect(answers.map(({ depth }) => depth)).toEqual(answers.map(() => 1));
    expect(await workOff(deps)).toEqual([]);
    expect(await scene.log()).toHaveLength(6);
  });

  test("an event that commits after later ones were handled fires too (AUTO-11)", async () => {
    await scene.automation(answering());
    const late = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const lateEvent = deps.db.inTransaction(async (tx) => {
      const appended = await appendPlatformEvents(tx, [newEvent(scene.organizationId)]);
      written.resolve();
      await late.promise;
      return appended;
    });
    await written.promise;
    const early = await scene.event();
    await workOff(deps);
    expect((await scene.log()).map(({ eventId }) => eventId)).toEqual([early]);
    late.resolve();
    const [appended] = await lateEvent;
    await workOff(deps);
    expect((await scene.log()).map(({ eventId }) => eventId)).toEqual([early, appended?.id]);
  });

  test("an event whose transaction is rolled back fires nothing (AUTO-11)", async () => {
    await scene.automation(answering());
    await deps.db
      .inTransaction(async (tx) => {
        await appendPlatformEvents(tx, [newEvent(scene.organizationId)]);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await workOff(deps);
    expect(await scene.log()).toEqual([]);
  });

  test("only events of its type and organization, recorded since it exists, while it is enabled (AUTO-11)", async () => {
    await scene.event();
    await deps.db.pool.query("select pg_sleep(0.01)");
    await scene.automation(answering());
    const other = await createScene(deps);
    await other.event();
    await scene.event({ type: "custom.other" });
    await switchAutomation(deps, testOperator, {
      organizationId: scene.organizationId,
      automationKey: "answer",
      enabled: false,
    });
    await scene.event();
    await workOff(deps);
    expect(await scene.log()).toEqual([]);
    await switchAutomation(deps, testOperator, {
      organizationId: scene.organizationId,
      automationKey: "answer",
      enabled: true,
    });
    await workOff(deps);
    expect(await scene.log()).toEqual([]);
    const eventId = await scene.event();
    await workOff(deps);
    expect((await scene.log()).map((execution) => execution.eventId)).toEqual([eventId]);
  });

  test("an event recorded while it was disabled never fires, also when it is enabled before the event is handled", async () => {
    const { organizationId } = scene;
    await scene.automation(answering({ enabled: false }));
    await scene.event();
    await switchAutomation(deps, testOperator, { organizationId, automationKey: "answer", enabled: true });
    await workOff(deps);
    expect(await scene.log()).toEqual([]);
  });

  test("an event recorded while it was enabled logs why it did not fire, when it was disabled before the event is handled", async () => {
    const { organizationId } = scene;
    await scene.automation(answering());
    await scene.automation(answering({ automation_key: "removed" }));
    const filter = { fact: "event.subject.kind", op: "eq", value: "none" };
    await scene.automation(answering({ automation_key: "filtered", trigger: { event_type: "custom.ask", filter } }));
    await scene.event();
    await switchAutomation(deps, testOperator, { organizationId, automationKey: "answer", enabled: false });
    await switchAutomation(deps, testOperator, { organizationId, automationKey: "filtered", enabled: false });
    await removeAutomation(deps, testOperator, organizationId, "removed");
    await workOff(deps);
    expect(await scene.log("answer")).toMatchObject([{ status: "skipped", code: "automation_disabled" }]);
    expect(await scene.log("removed")).toMatchObject([{ status: "skipped", code: "automation_removed" }]);
    expect(await scene.log("filtered")).toEqual([]);
  });

  test("an automation disabled or removed between the event and its turn does not fire (AUTO-12)", async () => {
    await scene.automation(answering());
    await scene.automation(answering({ automation_key: "removed" }));
    await scene.event();
    await matchEvents(deps);
    expect((await scene.log()).map(({ status }) => status)).toEqual(["pending", "pending"]);
    await switchAutomation(deps, testOperator, {
      organizationId: scene.organizationId,
      automationKey: "answer",
      enabled: false,
    });
    await removeAutomation(deps, testOperator, scene.organizationId, "removed");
    expect(await workOff(deps)).toEqual([]);
    expect((await scene.log("answer"))[0]).toMatchObject({ status: "skipped", code: "automation_disabled" });
    expect((await scene.log("removed"))[0]).toMatchObject({ status: "skipped", code: "automation_removed" });
    expect(await eventsOf(deps, scene.organizationId, "custom.answer")).toEqual([]);
  });

  test("more events than a batch holds are all handled; those without an automation leave no log", async () => {
    await scene.automation(answering({ max_per_hour: 3_600 }));
    await deps.db.inTransaction((tx) =>
      appendPlatformEvents(
        tx,
        Array.from({ length: 60 }, (_, index) =>
          newEvent(scene.organizationId, index % 2 === 0 ? {} : { type: "custom.unheard" }),
        ),
      ),
    );
    await workOff(deps);
    expect(await scene.log()).toHaveLength(30);
    const { rows } = await deps.db.pool.query("select 1 from event_marks where organization_id = $1", [
      scene.organizationId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("filters", () => {
  const filter = {
    all: [
      { fact: "event.data.dataset_key", op: "starts_with", value: "offerings" },
      { fact: "event.data.rows", op: "gte", value: 10 },
      { fact: "event.subject.kind", op: "eq", value: "test" },
    ],
  };

  test("true fires, false leaves no trace, unknown does not fire and names the missing fact (AUTO-13)", async () => {
    await scene.automation(answering({ trigger: { event_type: "custom.ask", filter } }));
    const fits = await scene.event({ data: { dataset_key: "offerings:main", rows: 10 } });
    await scene.event({ data: { dataset_key: "offerings", rows: 9 } });
    const lacking = await scene.event({ data: { dataset_key: "offerings" } });
    const mistyped = await scene.event({ data: { dataset_key: "offerings", rows: "ten" } });
    // False and unknown is false: no value of the missing fact could make it fire.
    await scene.event({ data: { dataset_key: "watchlist" } });
    await workOff(deps);
    const log = await scene.log();
    const of = (eventId: string) => log.filter((execution) => execution.eventId === eventId);
    const unknown = {
      status: "skipped",
      code: "filter_unknown",
      firedAt: null,
      message: "The filter could not be decided: unknown event.data.rows.",
    };
    expect(log).toHaveLength(3);
    expect(of(fits)).toMatchObject([{ status: "succeeded" }]);
    expect(of(lacking)).toMatchObject([unknown]);
    expect(of(mistyped)).toMatchObject([unknown]);
  });
});

describe("loops", () => {
  test("A answers B and B answers A until the chain is four effects long (AUTO-14)", async () => {
    await scene.automation(answering({ automation_key: "a" }));
    await scene.automation({
      automation_key: "b",
      trigger: { event_type: "custom.answer" },
      effect: { kind: "emit_event", type: "custom.ask", data: {} },
    });
    await scene.event();
    await workOff(deps);
    const asks = await eventsOf(deps, scene.organizationId, "custom.ask");
    const answers = await eventsOf(deps, scene.organizationId, "custom.answer");
    expect(asks.map(({ depth }) => depth)).toEqual([0, 2, 4]);
    expect(answers.map(({ depth }) => depth)).toEqual([1, 3]);
    expect(answers.map(({ causationId }) => causationId)).toEqual([asks[0]?.id, asks[1]?.id]);
    expect((await scene.log("a")).map(({ status, code }) => code ?? status)).toEqual([
      "succeeded",
      "succeeded",
      "depth_exceeded",
    ]);
    expect((await scene.log("b")).map(({ status, code }) => code ?? status)).toEqual(["succeeded", "succeeded"]);
  });

  test("at the end of a chain, an effect that emits nothing still happens (AUTO-14)", async () => {
    await scene.automation(answering({ automation_key: "a" }));
    await scene.automation({
      automation_key: "b",
      trigger: { event_type: "custom.answer" },
      effect: { kind: "emit_event", type: "custom.ask", data: {} },
    });
    const last = { event_type: "custom.ask", filter: { fact: "event.depth", op: "eq", value: 4 } };
    const nobody = { kind: "deliver_webhook", endpoint_id: randomUUID() };
    await scene.automation({ automation_key: "tell", trigger: last, effect: nobody });
    const evaluation = { kind: "start_evaluation", engine_slug: "nobody" };
    await scene.automation({ automation_key: "evaluate", trigger: last, effect: evaluation });
    await scene.event();
    await workOff(deps);
    expect((await scene.log("tell")).map(({ code }) => code)).toEqual(["webhook_endpoint_not_found"]);
    expect((await scene.log("evaluate")).map(({ code }) => code)).toEqual(["depth_exceeded"]);
  });

  test("an automation does not react to its own emission, and another one does (AUTO-14)", async () => {
    await scene.automation({
      automation_key: "echo",
      trigger: { event_type: "custom.ask" },
      effect: { kind: "emit_event", type: "custom.ask", data: {} },
    });
    await scene.automation(answering());
    await scene.event();
    await workOff(deps);
    expect((await eventsOf(deps, scene.organizationId, "custom.ask")).map(({ depth }) => depth)).toEqual([0, 1]);
    expect((await scene.log("echo")).map(({ status, code }) => code ?? status)).toEqual(["succeeded", "own_emission"]);
    expect((await scene.log("answer")).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  });
});

describe("bounds", () => {
  const outcomes = async (): Promise<string[]> => (await scene.log()).map(({ status, code }) => code ?? status).sort();

  async function firedAgo(seconds: number): Promise<void> {
    await deps.db.pool.query(
      "update automation_executions set fired_at = fired_at - make_interval(secs => $2) where organization_id = $1",
      [scene.organizationId, seconds],
    );
  }

  test("within its cooldown an automation does not fire again (AUTO-15)", async () => {
    await scene.automation(answering({ cooldown_s: 7_200 }));
    await scene.event();
    await workOff(deps);
    await scene.event();
    await firedAgo(7_000);
    await workOff(deps);
    expect(await outcomes()).toEqual(["cooldown", "succeeded"]);
    await firedAgo(300);
    await scene.event();
    await workOff(deps);
    expect(await outcomes()).toEqual(["cooldown", "succeeded", "succeeded"]);
  });

  test("the hourly cap is exact with many consumers at once, and frees up an hour later (AUTO-15)", async () => {
    await scene.automation(answering({ max_per_hour: 3 }));
    await deps.db.inTransaction((tx) =>
      appendPlatformEvents(
        tx,
        Array.from({ length: 10 }, () => newEvent(scene.organizationId)),
      ),
    );
    await matchEvents(deps);
    await Promise.all(Array.from({ length: 10 }, () => workOff(deps)));
    expect(await outcomes()).toEqual([
      ...Array.from({ length: 7 }, () => "hourly_cap"),
      ..."123".split("").map(() => "succeeded"),
    ]);
    expect(await eventsOf(deps, scene.organizationId, "custom.answer")).toHaveLength(3);
    await firedAgo(3_601);
    await scene.event();
    await workOff(deps);
    expect((await outcomes()).filter((outcome) => outcome === "succeeded")).toHaveLength(4);
  });

  test("all executions over a full cap are skipped in one step; other automations are not affected (AUTO-15)", async () => {
    await scene.automation(answering({ max_per_hour: 1 }));
    await scene.automation(answering({ automation_key: "other" }));
    await scene.event();
    await scene.event();
    await scene.event();
    await matchEvents(deps);
    await matchEvents(deps);
    const codes: string[] = [];
    for (;;) {
      const claim = await claimExecution(deps, { leaseSeconds: 60 });
      if (claim.kind === "none") break;
      codes.push(claim.kind === "skipped" ? claim.code : claim.execution.automation.automationKey);
    }
    expect(codes.filter((code) => code === "hourly_cap")).toHaveLength(1);
    expect(codes.filter((code) => code === "other")).toHaveLength(3);
    expect((await scene.log("answer")).filter(({ status }) => status === "skipped")).toHaveLength(2);
  });
});

test("an execution of another organization is begun beside the many of one (AUTO-49)", async () => {
  await scene.automation(answering());
  for (let at = 0; at < 20; at += 1) await scene.event();
  await matchEvents(deps);
  const first = await claimed();
  const other = await createScene(deps);
  await other.automation(answering());
  await other.event();
  await matchEvents(deps);
  const next = await claimed();
  const third = await claimed();
  expect([first, next, third].map(({ event }) => event.organizationId)).toEqual([
    scene.organizationId,
    other.organizationId,
    scene.organizationId,
  ]);
  for (const begun of [first, next, third]) await performExecution(deps, begun);
  await workOff(deps);
});

describe("leases", () => {
  test("a process that dies between claim and effect is followed by another, and the effect happens once (AUTO-34)", async () => {
    await scene.automation(answering());
    await scene.event();
    await matchEvents(deps);
    const dead = await claimed();
    expect(await claimExecution(deps, { leaseSeconds: 60 })).toEqual({ kind: "none" });
    await makeDue(deps, dead.id);
    await workOff(deps);
    expect((await scene.log())[0]).toMatchObject({ status: "succeeded", attempts: 2 });
    // The first process was only slow: what it does now is not written.
    expect(await performExecution(deps, dead)).toEqual({ kind: "lost" });
    expect((await renewLeases(deps, [dead], 60)).has(dead.id)).toBe(false);
    expect(await eventsOf(deps, scene.organizationId, "custom.answer")).toHaveLength(1);
  });

  test("a lease that is renewed stays (AUTO-45)", async () => {
    await scene.automation(answering());
    await scene.event();
    await matchEvents(deps);
    const held = await claimed();
    await makeDue(deps, held.id);
    expect((await renewLeases(deps, [held], 60)).has(held.id)).toBe(true);
    expect(await claimExecution(deps, { leaseSeconds: 60 })).toEqual({ kind: "none" });
    expect(await performExecution(deps, held)).toMatchObject({ kind: "settled", status: "succeeded" });
  });

  test("after the fifth process that dies the execution fails (AUTO-45)", async () => {
    await scene.automation(answering({ cooldown_s: 3_600, max_per_hour: 1 }));
    await scene.event();
    await matchEvents(deps);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const dead = await claimed();
      expect(dead.attempt).toBe(attempt);
      await makeDue(deps, dead.id);
    }
    expect(await workOff(deps)).toEqual([]);
    expect((await scene.log())[0]).toMatchObject({ status: "failed", code: "attempts_exhausted", attempts: 5 });
  });
});

describe("the log", () => {
  test("is kept ninety days, and a removed automation as long as its log (AUTO-47)", async () => {
    await scene.automation(answering());
    await scene.event();
    await scene.event();
    await workOff(deps);
    const [old, young] = await scene.log();
    await removeAutomation(deps, testOperator, scene.organizationId, "answer");
    await deps.db.pool.query(
      "update automations set removed_at = now() - interval '91 days' where organization_id = $1",
      [scene.organizationId],
    );
    const age = (id: string | undefined, days: number) =>
      deps.db.pool.query(
        "update automation_executions set finished_at = now() - make_interval(days => $2) where id = $1",
        [id, days],
      );
    await age(old?.id, 91);
    await age(young?.id, 89);
    expect(await removeOldExecutions(deps.db, { executionsMax: 10 })).toBe(1);
    expect((await scene.log()).map(({ id }) => id)).toEqual([young?.id]);
    await age(young?.id, 91);
    expect(await removeOldExecutions(deps.db, { executionsMax: 10 })).toBe(1);
    const { rows } = await deps.db.pool.query("select 1 from automations where organization_id = $1", [
      scene.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  test("an event that retention removed fails its execution", async () => {
    await scene.automation(answering());
    const eventId = await scene.event();
    await matchEvents(deps);
    expect(await readPlatformEvent(deps.db.pool, scene.organizationId, eventId)).toMatchObject({ id: eventId });
    await deps.db.pool.query("delete from platform_events where id = $1", [eventId]);
    expect(await workOff(deps)).toEqual([]);
    expect((await scene.log())[0]).toMatchObject({ status: "failed", code: "event_gone" });
  });
});

describe("setting up", () => {
  test("a key is taken until its automation is removed (AUTO-3)", async () => {
    await scene.automation(answering());
    await expect(scene.automation(answering())).rejects.toMatchObject({ code: "invalid_request" });
    await (await createScene(deps)).automation(answering());
    await removeAutomation(deps, testOperator, scene.organizationId, "answer");
    await scene.automation(answering());
    expect((await listAutomations(deps, scene.organizationId)).map(({ automationKey }) => automationKey)).toEqual([
      "answer",
    ]);
  });

  test("reports what its effect needs and does not exist yet (AUTO-4)", async () => {
    const missing = async (effect: { readonly [name: string]: unknown }) =>
      (
        await createAutomation(deps, testOperator, {
          organizationId: scene.organizationId,
          text: JSON.stringify(answering({ automation_key: randomUUID(), effect })),
        })
      ).missing;
    expect(await missing({ kind: "start_evaluation", engine_slug: "quotes" })).toContain('"quotes"');
    expect(await missing({ kind: "deliver_webhook", endpoint_id: randomUUID() })).toContain("no webhook endpoint");
    await scene.engine("quotes");
    expect(await missing({ kind: "run_engine", engine_slug: "quotes", input_template: {} })).toBeNull();
  });

  test("an organization has at most a hundred automations (AUTO-3)", async () => {
    await deps.db.pool.query(
      `insert into automations (id, organization_id, automation_key, event_type, effect, max_per_hour, cooldown_seconds)
       select gen_random_uuid(), $1, 'k' || n, 'custom.x', '{}', 1, 0 from generate_series(1, 99) n`,
      [scene.organizationId],
    );
    const both = await Promise.allSettled([
      scene.automation(answering()),
      scene.automation(answering({ automation_key: "b" })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("unknown organizations and keys are not found", async () => {
    const { organizationId } = scene;
    for (const refused of [
      () => createAutomation(deps, testOperator, { organizationId: randomUUID(), text: "{}" }),
      () => createAutomation(deps, testOperator, { organizationId: "none", text: "{}" }),
      () => listAutomations(deps, randomUUID()),
      () => showAutomation(deps, organizationId, "none"),
      () => switchAutomation(deps, testOperator, { organizationId, automationKey: "none", enabled: true }),
      () => removeAutomation(deps, testOperator, organizationId, "none"),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("a row that cannot be read is logged and does not block others (AUTO-16)", async () => {
    await scene.automation(answering({ automation_key: "broken" }));
    await scene.automation(answering());
    await scene.event();
    await matchEvents(deps);
    await scene.event();
    await deps.db.pool.query(
      "update automations set effect = '{}' where automation_key = 'broken' and organization_id = $1",
      [scene.organizationId],
    );
    await workOff(deps);
    expect((await scene.log("broken")).map(({ status, code }) => [status, code])).toEqual([
      ["failed", "internal_error"],
      ["skipped", "internal_error"],
    ]);
    expect((await scene.log("answer")).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  });
});
