import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { runEventId, ThinRun, uuidV5, WebhookEvent } from "@service/contract";
import { openDatabase } from "@service/db/open";
import { expandEvents, sweepDeliveries } from "@service/domain/deliveries";
import { updateEndpoint } from "@service/domain/webhook-endpoints";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
beforeEach(async () => {
  await scene.rows("delete from webhook_events");
  await scene.rows("update webhook_endpoints set deleted_at = now()");
});
afterAll(() => scene.stop());

const url = "http://127.0.0.1:9/";

function expand() {
  return expandEvents(scene.deps, { cycleSeconds: 302_400 });
}

function deliveries() {
  return scene.rows<{ endpoint_id: string; state: string; mode: string; event_type: string }>(
    "select endpoint_id, state, mode, event_type from webhook_deliveries",
  );
}

test("event ids are UUIDs of version 5, as in the sample of RFC 9562 (HOOK-16)", () => {
  expect(uuidV5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
  const runId = randomUUID();
  expect(runEventId("run.completed", runId)).toBe(runEventId("run.completed", runId));
  expect(runEventId("run.failed", runId)).not.toBe(runEventId("run.completed", runId));
});

describe("expanding an event", () => {
  test("makes deliveries for the endpoints of its environment that list its type and existed when it was created (HOOK-17)", async () => {
    const completed = await scene.endpoint({ url, events: ["run.completed"] });
    await scene.endpoint({ url, events: ["run.failed"] });
    const elsewhere = { ...scene.owner, environmentId: await scene.environment("sandbox") };
    await scene.rows(
      `insert into webhook_endpoints (id, organization_id, environment_id, url, events)
       values (gen_random_uuid(), $1, $2, $3, '{run.completed}')`,
      [elsewhere.organizationId, elsewhere.environmentId, url],
    );
    await scene.finishRuns(1);
    // Created after the event: must not receive it.
    const late = await scene.endpoint({ url, events: ["run.completed"] });
    await scene.rows("update webhook_endpoints set created_at = now() + interval '1 minute' where id = $1", [
      late.endpoint.id,
    ]);
    expect(await expand()).toMatchObject({ events: 1, deliveries: 1 });
    expect(await deliveries()).toEqual([
      { endpoint_id: completed.endpoint.id, state: "pending", mode: "full", event_type: "run.completed" },
    ]);
  });

  test("that no endpoint lists makes no mark", async () => {
    await scene.endpoint({ url, events: ["run.failed"] });
    await scene.finishRuns(1_500);
    expect(await scene.rows("select from event_marks")).toEqual([]);
    expect(await expand()).toEqual({ events: 0, deliveries: 0, failed: [], isFull: false });
    expect(await deliveries()).toEqual([]);
  });

  test("renders each mode once, and each body is a webhook event of the contract (HOOK-20)", async () => {
    await scene.endpoint({ url, payloadMode: "thin" });
    await scene.endpoint({ url, payloadMode: "thin" });
    await scene.endpoint({ url });
    const [run] = await scene.finishRuns(1, { output: { text: "naïve \ud83d\ude00 and a lone \ud800" } });
    await expand();
    const bodies = await scene.rows<{ mode: string; body: string }>(
      "select mode, body from webhook_bodies order by mode",
    );
    expect(bodies.map(({ mode }) => mode)).toEqual(["thin", "full"]);
    for (const { mode, body } of bodies) {
      const event: { data: { run: object } } = JSON.parse(body);
      if (mode === "full") WebhookEvent.parse(event);
      // Always seven fields: null where the run has no value.
      else expect(ThinRun.strict().parse(event.data.run)).toEqual(event.data.run);
      if (mode === "thin") expect(Object.keys(event.data.run)).toHaveLength(7);
      expect(event).toMatchObject({ id: run?.eventId, type: "run.completed", data: { run: { run_id: run?.runId } } });
      // Keys are in the contract's order, and the JSON is well-formed.
      const keys: object = JSON.parse(body);
      expect(Object.keys(keys)).toEqual(["id", "type", "webhook_version", "created_at", "data"]);
      expect(Buffer.from(body, "utf8").toString("utf8")).toBe(body);
    }
  });

  test("for a disabled endpoint is held, not lost (HOOK-18)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    await updateEndpoint(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      guard: scene.guard,
      patch: { status: "disabled" },
    });
    await scene.finishRuns(2);
    await expand();
    expect((await deliveries()).map(({ state }) => state)).toEqual(["held", "held"]);
    await updateEndpoint(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      guard: scene.guard,
      patch: { status: "enabled" },
    });
    await sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 });
    expect((await deliveries()).map(({ state }) => state)).toEqual(["retry_scheduled", "retry_scheduled"]);
  });

  test("by five processes at once makes each delivery once (HOOK-17)", async () => {
    await scene.endpoint({ url });
    await scene.finishRuns(500);
    const done = await Promise.all(
      Array.from({ length: 5 }, async () => {
        let made = 0;
        for (let turn = 0; turn < 5; turn += 1) made += (await expand()).deliveries;
        return made;
      }),
    );
    expect(done.reduce((sum, made) => sum + made, 0)).toBe(500);
    const [count] = await scene.rows<{ count: number }>("select count(*) from webhook_deliveries");
    expect(count?.count).toBe(500);
  });

  test("that cannot be rendered does not block others (HOOK-19)", async () => {
    await scene.endpoint({ url });
    const [broken] = await scene.finishRuns(1);
    await scene.rows("update run_payloads set output = '{broken' where run_id = $1", [broken?.runId]);
    await scene.finishRuns(3);
    expect(await expand()).toMatchObject({ events: 3, deliveries: 3, failed: [broken?.eventId] });
    expect(await expand()).toMatchObject({ events: 0, failed: [] });
    await scene.rows("update run_payloads set output = '{}' where run_id = $1", [broken?.runId]);
    await scene.rows("update event_marks set next_attempt_at = now()");
    expect(await expand()).toMatchObject({ events: 1, deliveries: 1, failed: [] });
  });

  test("that can never be rendered is abandoned with a notice that names its run", async () => {
    await scene.endpoint({ url });
    const [broken] = await scene.finishRuns(1);
    await scene.rows("update run_payloads set output = '{broken' where run_id = $1", [broken?.runId]);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await scene.rows("update event_marks set next_attempt_at = now()");
      expect(await expand()).toMatchObject({ events: 0, failed: [broken?.eventId] });
    }
    await scene.rows("update event_marks set next_attempt_at = now()");
    expect(await expand()).toEqual({ events: 0, deliveries: 0, failed: [], isFull: false });
    const notices = await scene.rows<{ subject_kind: string; subject_key: string; data: string }>(
      "select subject_kind, subject_key, data from platform_events where type = 'check.failed'",
    );
    expect(notices).toMatchObject([{ subject_kind: "run", subject_key: broken?.runId }]);
    expect(JSON.parse(notices[0]?.data ?? "")).toEqual({
      check: "event_consumer",
      consumer: "webhooks",
      event_id: broken?.eventId,
      attempts: 10,
    });
  });

  test("needs no connection beside that of its transaction", async () => {
    await scene.endpoint({ url, events: ["run.completed", "run.superseded"] });
    await scene.finishRuns(1);
    const correctionId = randomUUID();
    const [run] = await scene.finishRuns(1, { type: "run.superseded", correctionId });
    await scene.rows(
      `with marked as (update webhook_events set setup = 'per_correction' where correction_id = $1)
       insert into run_corrections (id, run_id, seq, output, reason, created_by) values ($1, $2, 1, '{}', 'Test', 'test')`,
      [correctionId, run?.runId],
    );
    const db = openDatabase({
      url: scene.databaseUrl,
      applicationName: "test",
      poolMax: 1,
      hotPoolMax: 1,
      connectTimeoutMs: 500,
    });
    // One connection in each pool: none is free while a transaction is open.
    const busy: typeof db = {
      ...db,
      inTransaction: (work) =>
        db.inTransaction(async (tx) => {
          const hot = await db.hot.connect();
          return work(tx).finally(() => hot.release());
        }),
    };
    const expanded = await expandEvents({ ...scene.deps, db: busy }, { cycleSeconds: 302_400 });
    await db.close();
    expect(expanded).toMatchObject({ events: 2, deliveries: 2, failed: [] });
  });

  test("of a correction carries no output in the per-run setup, in both modes (HOOK-24)", async () => {
    await scene.endpoint({ url, events: ["run.superseded"] });
    const correctionId = randomUUID();
    await scene.finishRuns(1, { type: "run.superseded", correctionId });
    await expand();
    const [body] = await scene.rows<{ body: string }>("select body from webhook_bodies");
    const event = WebhookEvent.parse(JSON.parse(body?.body ?? ""));
    expect(event.data.correction).toMatchObject({ correction_id: correctionId, carries_output: false });
    expect(event.data.run).not.toHaveProperty("output");
  });
});
