import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readConfig, silentLogger } from "@service/runtime";
import { type TcpProxy, tcpProxy, waitFor, type Receiver, startReceiver } from "@service/testing";

import { webhooksConfig } from "./config.ts";
import { startWebhooks } from "./start-webhooks.ts";
import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;
let proxy: TcpProxy;
beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
  const { hostname, port } = new URL(scene.databaseUrl);
  proxy = await tcpProxy({ host: hostname, port: Number(port) });
});
afterAll(async () => {
  await scene.stop();
  await proxy.close();
  await receiver.stop();
});

test("starts with Postgres absent, delivers once it is up, and survives its loss under load (OPS-1, HOOK-47)", async () => {
  proxy.refuse(true);
  const through = proxy.through(scene.databaseUrl);
  const running = await startWebhooks(
    readConfig(
      webhooksConfig,
      scene.variables({ DATABASE_URL: through, QUEUE_URL: through, WEBHOOK_DELIVERY_LEASE_SECONDS: "2" }),
    ),
    { log: silentLogger },
  );
  await scene.endpoint({ url: receiver.url, maxPerSecond: 1_000, maxInFlight: 50 });
  const events = (await scene.finishRuns(20)).map(({ eventId }) => eventId);
  proxy.refuse(false);
  await waitFor(() => receiver.received.length >= 20);
  events.push(...(await scene.finishRuns(100)).map(({ eventId }) => eventId));
  await waitFor(() => receiver.received.length > 30, { everyMs: 1 });
  proxy.cut();
  proxy.refuse(true);
  events.push(...(await scene.finishRuns(20)).map(({ eventId }) => eventId));
  proxy.refuse(false);
  await waitFor(
    async () =>
      (await scene.rows("select 1 from webhook_deliveries where state = 'delivered'")).length === events.length,
  );
  const received = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(events.filter((id) => !received.has(id))).toEqual([]);
  expect(await running.stop.stop("end of the test")).toEqual([]);
});
