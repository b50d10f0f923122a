import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { runEventId, ThinRun, uuidV5, WebhookEvent } from "@service/contract";
import { expandEvents } from "@service/domain/events";
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
  return expandEvents(scene.deps, { skip: [], cycleSeconds: 302_400 });
}

function deliveries() {
  return scene.rows<{ endpoint_id: string; state: string; mode: string; event_type: string }>(
    "select endpoint_id, state, mode, event_type from webhook_deliveries",
  );
}

test("event ids are UUIDs of version 5, as in the sample of RFC 9562", () => {
  expect(uuidV5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
  const runId = randomUUID();
  expect(runEventId("run.completed", runId)).toBe(runEventId("run.completed", runId));
  expect(runEventId("run.failed", runId)).not.toBe(runEventId("run.completed", runId));
});

describe("expanding an event", () => {
  test("reaches the endpoints of its environment that list its type and existed when it was created", async () => {
    const completed = await scene.endpoint({ url, events: ["run.completed"] });
    await scene.endpoint({ url, events: ["run.failed"] });
    const elsewhere = { ...scene.owner, environmentId: await scene.environment("sandbox") };
    await scene.rows(
      `insert into webhook_endpoints (id, organization_id, environment_id, url, events)
       values (gen_random_uuid(), $1, $2, $3, '{run.completed}')`,
      [elsewhere.organizationId, elsewhere.environmentId, url],
    );
    await scene.finishRuns(1);
    // Born later than the event: it must not hear of it.
    const late = await scene.endpoint({ url, events: ["run.completed"] });
    await scene.rows("update webhook_endpoints set created_at = now() + interval '1 minute' where id = $1", [
      late.endpoint.id,
    ]);
    expect(await expand()).toMatchObject({ events: 1, deliveries: 1 });
    expect(await deliveries()).toEqual([
      { endpoint_id: completed.endpoint.id, state: "pending", mode: "full", event_type: "run.completed" },
    ]);
  });

  test("nobody listens to is only marked, thousands at once", async () => {
    await scene.finishRuns(1_500);
    expect(await expand()).toEqual({ events: 1_500, deliveries: 0, failed: [], isFull: false });
    expect(await deliveries()).toEqual([]);
    expect(await expand()).toMatchObject({ events: 0 });
  });

  test("renders each mode once, and each body is a webhook event of the contract", async () => {
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
      // Seven fields, always: null where the run has none.
      else expect(ThinRun.strict().parse(event.data.run)).toEqual(event.data.run);
      if (mode === "thin") expect(Object.keys(event.data.run)).toHaveLength(7);
      expect(event).toMatchObject({ id: run?.eventId, type: "run.completed", data: { run: { run_id: run?.runId } } });
      // Key order is that of the contract, and the text is well-formed.
      const keys: object = JSON.parse(body);
      expect(Object.keys(keys)).toEqual(["id", "type", "webhook_version", "created_at", "data"]);
      expect(Buffer.from(body, "utf8").toString("utf8")).toBe(body);
    }
  });

  test("at a disabled endpoint is held, not lost", async () => {
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
    expect((await deliveries()).map(({ state }) => state)).toEqual(["retry_scheduled", "retry_scheduled"]);
  });

  test("by five processes at once makes each delivery once", async () => {
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

  test("that cannot be rendered stands in nobody's way", async () => {
    await scene.endpoint({ url });
    const [broken] = await scene.finishRuns(1);
    await scene.rows("update run_payloads set output = '{broken' where run_id = $1", [broken?.runId]);
    await scene.finishRuns(3);
    const first = await expand();
    expect(first).toMatchObject({ events: 3, deliveries: 3, failed: [broken?.eventId] });
    expect(await expandEvents(scene.deps, { skip: first.failed, cycleSeconds: 1 })).toMatchObject({
      events: 0,
      failed: [],
    });
    await scene.rows("update run_payloads set output = '{}' where run_id = $1", [broken?.runId]);
    expect(await expand()).toMatchObject({ events: 1, deliveries: 1, failed: [] });
  });

  test("of a correction carries no output in the per-run setup, in both modes", async () => {
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
