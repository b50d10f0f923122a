import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { limits, webhookVersion } from "@service/contract";
import { getDelivery, listDeliveries, resendDelivery } from "@service/domain/deliveries";
import { rotateSecret, updateEndpoint } from "@service/domain/webhook-endpoints";
import { waitFor, type Receiver, startReceiver } from "@service/testing";
import { Webhook } from "standardwebhooks";

import type { RunningWebhooks } from "./start-webhooks.ts";
import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;
let running: RunningWebhooks;

beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
  running = await scene.webhooks({ WEBHOOK_RETRY_TIME_SCALE: "0.00002" });
});
afterAll(async () => {
  await scene.stop();
  await receiver.stop();
});

function to(path: string): string {
  return `http://127.0.0.1:${receiver.port}/${path}`;
}

function receivedAt(path: string) {
  return receiver.received.filter((one) => one.path === `/${path}`);
}

describe("one delivery", () => {
  test("the official verifier accepts the request, with one and with two live secrets (HOOK-30)", async () => {
    const { endpoint, secret } = await scene.endpoint({ url: to("signed") });
    const [first] = await scene.finishRuns(1);
    await waitFor(() => receivedAt("signed").length === 1);
    const one = receivedAt("signed")[0];
    expect(one?.headers["webhook-id"]).toBe(first?.eventId);
    expect(one?.headers["x-service-webhook-version"]).toBe(webhookVersion);
    expect(one?.headers["x-service-event-type"]).toBe("run.completed");
    expect(one?.headers["x-service-delivery-attempt"]).toBe("1");
    expect(one?.headers["content-type"]).toBe("application/json");
    expect(one?.headers["accept-encoding"]).toBe("identity");
    const verified = new Webhook(secret).verify(one?.body.toString("utf8") ?? "", one?.headers ?? {});
    expect(verified).toMatchObject({ type: "run.completed", data: { run: { run_id: first?.runId } } });

    const rotated = await rotateSecret(scene.deps, { owner: scene.owner, endpointId: endpoint.id });
    await scene.finishRuns(1);
    await waitFor(() => receivedAt("signed").length === 2);
    const two = receivedAt("signed")[1];
    expect(two?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const each of [secret, rotated.secret]) {
      new Webhook(each).verify(two?.body.toString("utf8") ?? "", two?.headers ?? {});
    }
    // Newest first.
    const [newest] = two?.headers["webhook-signature"]?.split(" ") ?? [];
    new Webhook(rotated.secret).verify(two?.body.toString("utf8") ?? "", {
      ...two?.headers,
      "webhook-signature": newest ?? "",
    });
  });

  test("a thin body has exactly the seven fields of the contract, a full one exactly the run (HOOK-21)", async () => {
    await scene.endpoint({ url: to("thin"), payloadMode: "thin" });
    await scene.endpoint({ url: to("full") });
    await scene.finishRuns(1, { type: "run.failed", error: "The deterministic stage failed." });
    await waitFor(() => receivedAt("thin").length === 1 && receivedAt("full").length === 1);
    const thin: { data: { run: object } } = JSON.parse(receivedAt("thin")[0]?.body.toString("utf8") ?? "");
    expect(Object.keys(thin.data.run).sort()).toEqual(
      ["attempt", "completed_at", "created_at", "environment", "error", "run_id", "status"].sort(),
    );
    const full: { data: { run: object } } = JSON.parse(receivedAt("full")[0]?.body.toString("utf8") ?? "");
    expect(Object.keys(full.data.run).sort()).toEqual(
      [...Object.keys(thin.data.run), "error_details", "engine_version", "engine_config_version_hash"].sort(),
    );
  });

  test("a full body above 1 MiB is sent thin and says so (HOOK-22)", async () => {
    await scene.endpoint({ url: to("large") });
    await scene.finishRuns(1, { output: { text: "é".repeat(limits.webhookBodyFullBytes / 2) } });
    await waitFor(() => receivedAt("large").length === 1);
    const large = receivedAt("large")[0];
    expect(large?.headers["x-service-payload-mode"]).toBe("thin-size");
    const body: { data: { run: object } } = JSON.parse(large?.body.toString("utf8") ?? "");
    expect(Object.keys(body.data.run)).not.toContain("output");
  });

  test("custom headers are sent, the endpoint's description is not (HOOK-2)", async () => {
    await scene.endpoint({ url: to("custom"), headers: { "X-Tenant": "blue-harbor" }, description: "secret plans" });
    await scene.finishRuns(1);
    await waitFor(() => receivedAt("custom").length === 1);
    expect(receivedAt("custom")[0]?.headers["x-tenant"]).toBe("blue-harbor");
  });

  test("a failing endpoint gets sixteen attempts, all logged, then the delivery is a dead letter (HOOK-53)", async () => {
    const { endpoint } = await scene.endpoint({ url: to("failing") });
    receiver.answer((request, response) => {
      response.writeHead(request.path === "/failing" ? 500 : 204).end("no");
    });
    await scene.finishRuns(1);
    const dead = await waitFor(async () => {
      const { deliveries } = await listDeliveries(scene.deps, {
        owner: scene.owner,
        endpointId: endpoint.id,
        filter: { state: "dead_letter" },
      });
      return deliveries[0];
    });
    expect(dead).toMatchObject({ reason: "retry_exhausted", tries: 16, cycle: 1 });
    const { attempts } = await getDelivery(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      deliveryId: dead.id,
    });
    expect(attempts).toHaveLength(16);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        outcome: "transient",
        errorCode: "http_status",
        status: 500,
        responseBody: "no",
      });
    }
    const bodies = new Set(receivedAt("failing").map(({ body }) => body.toString("hex")));
    expect(bodies.size).toBe(1);

    receiver.answer((_request, response) => {
      response.writeHead(204).end();
    });
    const again = await resendDelivery(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      deliveryId: dead.id,
      idempotencyKey: "click",
    });
    expect(again).toMatchObject({ id: dead.id, eventId: dead.eventId, state: "pending", cycle: 2 });
    await waitFor(() => receivedAt("failing").length === 17);
    expect(receivedAt("failing")[16]?.body.equals(receivedAt("failing")[0]?.body ?? Buffer.alloc(0))).toBe(true);
    const once = await resendDelivery(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      deliveryId: dead.id,
      idempotencyKey: "click",
    });
    expect(once.cycle).toBe(2);
  });

  test("a permanent answer is a dead letter at once; 410 also disables the endpoint as gone and holds later deliveries (HOOK-59)", async () => {
    const { endpoint } = await scene.endpoint({ url: to("gone") });
    receiver.answer((request, response) => {
      response.writeHead(request.path === "/gone" ? 410 : 204).end();
    });
    await scene.finishRuns(1);
    const dead = await waitFor(
      async () =>
        (
          await listDeliveries(scene.deps, {
            owner: scene.owner,
            endpointId: endpoint.id,
            filter: { state: "dead_letter" },
          })
        ).deliveries[0],
    );
    expect(dead).toMatchObject({ reason: "endpoint_gone", tries: 1 });
    await scene.finishRuns(1);
    const held = await waitFor(
      async () =>
        (await listDeliveries(scene.deps, { owner: scene.owner, endpointId: endpoint.id, filter: { state: "held" } }))
          .deliveries[0],
    );
    receiver.answer((_request, response) => {
      response.writeHead(204).end();
    });
    const enabled = await updateEndpoint(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      guard: scene.guard,
      patch: { status: "enabled" },
    });
    expect(enabled).toMatchObject({ status: "enabled", disabledReason: null });
    await waitFor(() => receivedAt("gone").some((one) => one.headers["x-service-delivery-id"] === held.id));
  });

  test("counts attempts by outcome and code, dead letters by reason, and the time to the first attempt (HOOK-95)", async () => {
    const text = await running.metrics.text();
    expect(text).toMatch(
      /service_webhook_attempts_total\{outcome="transient",code="http_status",process="webhooks"\} \d+/,
    );
    expect(text).toMatch(/service_webhook_attempts_total\{outcome="delivered",code="none",process="webhooks"\} \d+/);
    expect(text).toMatch(/service_webhook_dead_letters_total\{reason="retry_exhausted",process="webhooks"\} 1/);
    expect(text).toMatch(/service_webhook_dead_letters_total\{reason="endpoint_gone",process="webhooks"\} 1/);
    expect(text).toMatch(/service_webhook_first_attempt_seconds_count\{process="webhooks"\} \d+/);
    for (const lane of ["normal", "slow"])
      expect(text).toContain(`service_webhook_oldest_due_seconds{lane="${lane}",process="webhooks"}`);
    expect(text).toContain("service_webhook_leases_lost_total");
  });
});
