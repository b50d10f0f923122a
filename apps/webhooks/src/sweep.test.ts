import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { deleteEndpoint, updateEndpoint } from "@service/domain/webhook-endpoints";
import { silentLogger } from "@service/runtime";
import { type Receiver, startReceiver, waitFor } from "@service/testing";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
});
afterAll(async () => {
  await scene.stop();
  await receiver.stop();
});

test("deliveries that follow their endpoint leave a line that names endpoint, new state, number and reason (HOOK-98)", async () => {
  const lines: Record<string, unknown>[] = [];
  const info = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const line = (message: string) => lines.find((one) => one["message"] === message);
  receiver.answer((_request, response) => void response.writeHead(503).end());
  await scene.webhooks({}, { log: { ...silentLogger, info } });
  const { endpoint } = await scene.endpoint({ url: receiver.url });
  await scene.finishRuns(3);
  await waitFor(
    async () => (await scene.rows("select 1 from webhook_deliveries where state = 'retry_scheduled'")).length === 3,
  );
  const patched = (status: "enabled" | "disabled") =>
    updateEndpoint(scene.deps, { owner: scene.owner, endpointId: endpoint.id, guard: scene.guard, patch: { status } });
  await patched("disabled");
  const held = await waitFor(() => line("deliveries are held: their endpoint was disabled"));
  expect(held).toMatchObject({ endpoint_id: endpoint.id, to: "held", reason: "manual", deliveries: 3 });
  await patched("enabled");
  const due = await waitFor(() => line("held deliveries are due again: their endpoint was enabled"));
  expect(due).toMatchObject({ endpoint_id: endpoint.id, to: "retry_scheduled", reason: null, deliveries: 3 });
  await deleteEndpoint(scene.deps, scene.owner, endpoint.id);
  const gone = await waitFor(() => line("deliveries are cancelled: their endpoint was deleted"));
  expect(gone).toMatchObject({ endpoint_id: endpoint.id, to: "cancelled" });
});
