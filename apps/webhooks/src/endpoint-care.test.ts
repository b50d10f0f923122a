import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { recoverDeadLetters, resendDelivery, slowLaneFailures } from "@service/domain/deliveries";
import { disableFailingEndpoints, updateEndpoint } from "@service/domain/webhook-endpoints";
import { waitFor } from "@service/testing";

import { type Receiver, startReceiver } from "./testing/receiver.ts";
import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
});
beforeEach(async () => {
  await scene.rows("delete from webhook_events");
  await scene.rows("update webhook_endpoints set deleted_at = now()");
});
afterAll(async () => {
  await scene.stop();
  await receiver.stop();
});

function settledAs(state: string) {
  return async () => {
    const rows = await scene.rows<{ state: string }>("select state from webhook_deliveries");
    return rows.length > 0 && rows.every((row) => row.state === state);
  };
}

describe("auto_recover", () => {
  test("sends what was refused again after the first success, once", async () => {
    const running = await scene.webhooks({ WEBHOOK_RETRY_TIME_SCALE: "0.001" });
    await scene.endpoint({ url: receiver.url, autoRecover: true });
    receiver.answer((_request, response) => response.writeHead(404).end());
    await scene.finishRuns(3);
    await waitFor(settledAs("dead_letter"));
    expect(await recoverDeadLetters(scene.deps)).toBe(0);
    receiver.answer((_request, response) => response.writeHead(204).end());
    await scene.finishRuns(1);
    await waitFor(settledAs("delivered"));
    const triggers = await scene.rows(
      "select trigger, count(*) as n from webhook_deliveries group by trigger order by trigger",
    );
    expect(triggers).toEqual([
      { trigger: "recover", n: 3 },
      { trigger: "scheduled", n: 1 },
    ]);
    await running.stop.stop("end of the test");
  });

  test("does not bring back for ever what the receiver will never take", async () => {
    await scene.endpoint({ url: receiver.url, autoRecover: true });
    const running = await scene.webhooks({ WEBHOOK_RETRY_TIME_SCALE: "0.001" });
    receiver.answer((request, response) => {
      response.writeHead(request.headers["x-service-event-type"] === "run.failed" ? 400 : 204).end();
    });
    const isBuriedIn = (cycle: number) => async () =>
      (
        await scene.rows(
          "select 1 from webhook_deliveries where event_type = 'run.failed' and state = 'dead_letter' and cycle = $1",
          [cycle],
        )
      ).length === 1;
    await scene.finishRuns(1, { type: "run.failed" });
    await waitFor(isBuriedIn(1));
    await scene.finishRuns(1);
    await waitFor(isBuriedIn(2));
    await scene.finishRuns(1);
    await waitFor(
      async () => (await scene.rows("select 1 from webhook_deliveries where state = 'delivered'")).length === 2,
    );
    expect(await recoverDeadLetters(scene.deps)).toBe(0);
    expect(await isBuriedIn(2)()).toBe(true);
    await running.stop.stop("end of the test");
  });
});

describe("an endpoint that fails", () => {
  test("for five days, with ten dead letters over a day, is disabled as failing; less is not enough", async () => {
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    await scene.finishRuns(10);
    await scene.rows(
      `insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, mode, state, reason, created_at)
       select gen_random_uuid(), v.id, $1, v.organization_id, v.type, 'full', 'dead_letter', 'retry_exhausted',
         now() - row_number() over () * interval '3 hours' from webhook_events v`,
      [endpoint.id],
    );
    const fail = (days: number, failures: number) =>
      scene.rows(
        "update webhook_endpoints set failures_in_a_row = $1, first_failure_at = now() - $2 * interval '1 day', last_success_at = null where id = $3",
        [failures, days, endpoint.id],
      );
    await fail(4, 100);
    expect(await disableFailingEndpoints(scene.deps)).toEqual([]);
    await fail(6, 5);
    expect(await disableFailingEndpoints(scene.deps)).toEqual([]);
    await fail(6, 100);
    expect(await disableFailingEndpoints(scene.deps)).toEqual([endpoint.id]);
  });

  test("twenty times in a row is tried one at a time, in slots of its own, and leaves with one success", async () => {
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    await scene.rows("update webhook_endpoints set failures_in_a_row = $1 where id = $2", [
      slowLaneFailures,
      endpoint.id,
    ]);
    const stuck = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    receiver.answer((_request, response) => {
      answers.push(() => response.writeHead(204).end());
      stuck.resolve();
    });
    const running = await scene.webhooks();
    await scene.finishRuns(5);
    await stuck.promise;
    const healthy = await startReceiver();
    await scene.endpoint({ url: healthy.url });
    await scene.finishRuns(3);
    await waitFor(() => healthy.received.length === 3);
    // The slow one still has the one it was given.
    expect(answers).toHaveLength(1);
    receiver.answer((_request, response) => response.writeHead(204).end());
    answers[0]?.();
    await waitFor(settledAs("delivered"));
    await running.stop.stop("end of the test");
    await healthy.stop();
  });
});

describe("a disabled endpoint", () => {
  test("takes a resend as one try: its failure holds the delivery and counts nowhere", async () => {
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    const running = await scene.webhooks({ WEBHOOK_RETRY_TIME_SCALE: "0.0001" });
    await updateEndpoint(scene.deps, {
      owner: scene.owner,
      endpointId: endpoint.id,
      guard: scene.guard,
      patch: { status: "disabled" },
    });
    receiver.answer((_request, response) => response.writeHead(503).end());
    await scene.finishRuns(1);
    await waitFor(settledAs("held"));
    const [delivery] = await scene.rows<{ id: string }>("select id from webhook_deliveries");
    const resend = () =>
      resendDelivery(scene.deps, {
        owner: scene.owner,
        endpointId: endpoint.id,
        deliveryId: delivery?.id ?? "",
      });
    const before = receiver.received.length;
    await resend();
    await waitFor(async () => receiver.received.length === before + 1 && (await settledAs("held")()));
    const [health] = await scene.rows(
      "select failures_in_a_row, first_failure_at from webhook_endpoints where id = $1",
      [endpoint.id],
    );
    expect(health).toEqual({ failures_in_a_row: 0, first_failure_at: null });
    receiver.answer((_request, response) => response.writeHead(204).end());
    await resend();
    await waitFor(settledAs("delivered"));
    expect(receiver.received).toHaveLength(before + 2);
    const [still] = await scene.rows("select status, last_success_at from webhook_endpoints where id = $1", [
      endpoint.id,
    ]);
    expect(still).toEqual({ status: "disabled", last_success_at: null });
    await running.stop.stop("end of the test");
  });
});
