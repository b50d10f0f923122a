import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { createAutomation, type Execution, listExecutions } from "@service/domain/automations";
import { createOrganization } from "@service/domain/organizations";
import { openBatchers } from "@service/domain/open-deps";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { emitPlatformEvent } from "@service/domain/events";
import { createMetrics, silentLogger } from "@service/runtime";
import { openTestDatabase, tcpProxy, testOperator, waitFor } from "@service/testing";
import type { LeasedWork } from "@service/work";

import { type AutomationMetrics, createAutomationMetrics } from "./automation-metrics.ts";
import { startAutomations } from "./start-automations.ts";

let db: Database;
let deps: TestDeps;
let organizationId: string;
const graceMs = 4_000;
const loops = new Set<LeasedWork>();

beforeAll(async () => {
  deps = await openTestDeps();
  ({ db } = deps);
});
afterAll(async () => {
  await deps.close();
});
beforeEach(async () => {
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterEach(async () => {
  await Promise.all([...loops].map((loop) => loop.stop(graceMs)));
  loops.clear();
});

function start(metrics?: AutomationMetrics): LeasedWork {
  const loop = startAutomations(deps, metrics);
  loops.add(loop);
  return loop;
}

async function automation(automationKey: string, eventType: string, effect: object): Promise<void> {
  const file = { automation_key: automationKey, trigger: { event_type: eventType }, effect };
  await createAutomation(deps, testOperator, { organizationId, text: JSON.stringify(file) });
}

const emitting = (type: string) => ({ kind: "emit_event", type, data: {} });
const emit = (type: string) => emitPlatformEvent(deps, { organizationId, type, data: "{}" });

/** Waits until `count` executions are finished. @returns all executions, oldest first. */
async function finished(count: number): Promise<Execution[]> {
  return waitFor(
    async () => {
      const log = (await listExecutions(deps, { organizationId, limit: 200 })).toReversed();
      return log.filter(({ finishedAt }) => finishedAt !== null).length >= count && log;
    },
    { what: `${count} finished executions` },
  );
}

describe("the loop", () => {
  test("performs effects of events, and effects that follow from them, once with several loops", async () => {
    await automation("first", "custom.one", emitting("custom.two"));
    await automation("second", "custom.two", emitting("custom.three"));
    await automation("third", "custom.three", emitting("custom.four"));
    for (let loop = 0; loop < 3; loop += 1) start();
    await Promise.all(Array.from({ length: 5 }, () => emit("custom.one")));
    const log = await finished(15);
    expect(log).toHaveLength(15);
    expect(log.every(({ status, attempts }) => status === "succeeded" && attempts === 1)).toBe(true);
    expect(new Set(log.map(({ automationKey, eventId }) => `${automationKey} ${eventId}`)).size).toBe(15);
  });

  test("counts performed and skipped executions", async () => {
    await automation("echo", "custom.one", emitting("custom.two"));
    await db.pool.query("update automations set max_per_hour = 1 where organization_id = $1", [organizationId]);
    const metrics = createMetrics({ process: "test", runtimeMetrics: false });
    start(createAutomationMetrics(metrics));
    await emit("custom.one");
    await finished(1);
    await emit("custom.one");
    await finished(2);
    // An execution is finished before it is counted.
    const text = await waitFor(async () => {
      const numbers = await metrics.text();
      return /skipped_total\{code="hourly_cap"/.test(numbers) && numbers;
    });
    expect(text).toMatch(/attempts_total\{effect="emit_event",outcome="succeeded"[^}]*\} 1/);
  });

  test("a slow effect delays no other; when the process stops, another process claims it at once (AUTO-46)", async () => {
    await automation("lasting", "custom.one", { kind: "start_evaluation", engine_slug: "nobody" });
    await automation("quick", "custom.one", emitting("custom.two"));
    const blocked = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const blocking = db.inTransaction(async (tx) => {
      await tx.query("lock table engines in access exclusive mode");
      isLocked.resolve();
      await blocked.promise;
    });
    await isLocked.promise;
    const first = start();
    await emit("custom.one");
    const log = await finished(1);
    expect(log.find(({ finishedAt }) => finishedAt !== null)).toMatchObject({ automationKey: "quick" });
    await waitFor(async () => {
      const [lasting] = await listExecutions(deps, { organizationId, automationKey: "lasting" });
      return lasting?.status === "running";
    });
    await first.stop(0);
    expect(await listExecutions(deps, { organizationId, automationKey: "lasting" })).toMatchObject([
      { status: "pending", attempts: 1 },
    ]);
    blocked.resolve();
    await blocking;
    start();
    await finished(2);
    expect(await listExecutions(deps, { organizationId, automationKey: "lasting" })).toMatchObject([
      { status: "failed", code: "engine_not_found", attempts: 2 },
    ]);
  });

  test("claims nothing once the process begins to stop (AUTO-46)", async () => {
    await automation("echo", "custom.one", emitting("custom.two"));
    const loop = start();
    await emit("custom.one");
    await finished(1);
    loop.stopClaiming();
    await loop.stop(graceMs);
    await emit("custom.one");
    expect(await listExecutions(deps, { organizationId })).toHaveLength(1);
    start();
    await finished(2);
  });

  test("starts with the database away, and handles the events of the outage when it is back (AUTO-48)", async () => {
    await automation("echo", "custom.one", emitting("custom.two"));
    const proxy = await tcpProxy({ port: Number(new URL(deps.databaseUrl).port) });
    proxy.refuse(true);
    const far = openTestDatabase(proxy.through(deps.databaseUrl));
    const failures: string[] = [];
    const recoveries: string[] = [];
    const log = {
      ...silentLogger,
      warn: (_fields: object, message?: string) => void failures.push(message ?? ""),
      info: (_fields: object, message?: string) => void recoveries.push(message ?? ""),
    };
    const loop = startAutomations({ ...deps, ...openBatchers({ ...deps, db: far, log }), db: far, log });
    await emit("custom.one");
    await waitFor(() => failures.length > 0);
    proxy.refuse(false);
    await finished(1);
    await loop.stop(graceMs);
    expect(failures).toEqual(["the loop failed; it will be retried"]);
    expect(recoveries).toEqual(["the loop works again"]);
    await far.close();
    await proxy.close();
  });
});
