import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { recoverDeadLetters, resendDelivery, slowLaneFailures } from "@service/domain/deliveries";
import { disableFailingEndpoints, listNotices, raiseNotices, updateEndpoint } from "@service/domain/webhook-endpoints";
import { waitFor, type Receiver, startReceiver } from "@service/testing";

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
  test("resends refused deliveries after the first success, once (HOOK-90)", async () => {
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

  test("stops resending what the receiver always refuses (HOOK-90)", async () => {
    await scene.endpoint({ url: receiver.url, autoRecover: true });
    const running = await scene.webhooks({ WEBHOOK_RETRY_TIME_SCALE: "0.001" });
    receiver.answer((request, response) => {
      response.writeHead(request.headers["x-service-event-type"] === "run.failed" ? 400 : 204).end();
    });
    const isDeadLetterIn = (cycle: number) => async () =>
      (
        await scene.rows(
          "select 1 from webhook_deliveries where event_type = 'run.failed' and state = 'dead_letter' and cycle = $1",
          [cycle],
        )
      ).length === 1;
    await scene.finishRuns(1, { type: "run.failed" });
    await waitFor(isDeadLetterIn(1));
    await scene.finishRuns(1);
    await waitFor(isDeadLetterIn(2));
    await scene.finishRuns(1);
    await waitFor(
      async () => (await scene.rows("select 1 from webhook_deliveries where state = 'delivered'")).length === 2,
    );
    expect(await recoverDeadLetters(scene.deps)).toBe(0);
    expect(await isDeadLetterIn(2)()).toBe(true);
    await running.stop.stop("end of the test");
  });
});

describe("an endpoint that fails", () => {
  test("for five days, with ten dead letters over a day, is disabled as failing; less is not enough (HOOK-91)", async () => {
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

  test("twenty times in a row gets one attempt at a time, in the slow lane, until one success (HOOK-92)", async () => {
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
    // The slow one still has its one request.
    expect(answers).toHaveLength(1);
    receiver.answer((_request, response) => response.writeHead(204).end());
    answers[0]?.();
    await waitFor(settledAs("delivered"));
    await running.stop.stop("end of the test");
    await healthy.stop();
  });
});

describe("notices", () => {
  const health = (
    endpointId: string,
    given: { days: number | null; refusedHours?: number; lastSuccessDays?: number },
  ) =>
    scene.rows(
      `update webhook_endpoints set
         failures_in_a_row = case when $2::float8 is null then 0 else 30 end,
         first_failure_at = now() - $2::float8 * interval '1 day',
         first_refusal_at = now() - $3::float8 * interval '1 hour',
         last_success_at = now() - $4::float8 * interval '1 day' where id = $1`,
      [endpointId, given.days, given.refusedHours ?? null, given.lastSuccessDays ?? null],
    );
  const events = (endpointId: string) =>
    scene.rows<{ type: string; notice: string }>(
      `select type, data::json->>'notice' as notice from platform_events
        where subject_kind = 'webhook_endpoint' and subject_key = $1 order by seq`,
      [endpointId],
    );

  test("are raised once at one, three and five days without a success and end with one; each is a platform event (HOOK-93)", async () => {
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    await health(endpoint.id, { days: 0.9 });
    expect(await raiseNotices(scene.deps)).toEqual({ raised: [], ended: 0 });
    const raised: string[] = [];
    // The clock cannot be set, so the test keeps the episode's beginning and changes its age.
    for (const [days, kind] of [
      [1.1, "failing_1_day"],
      [3.1, "failing_3_days"],
      [5.1, "failing_5_days"],
    ] as const) {
      await health(endpoint.id, { days });
      await scene.rows(
        `update webhook_notices set episode_at = (select first_failure_at from webhook_endpoints where id = $1)
          where endpoint_id = $1`,
        [endpoint.id],
      );
      // Concurrent and repeated calls raise it once.
      const looks = await Promise.all([1, 2, 3].map(() => raiseNotices(scene.deps)));
      looks.push(await raiseNotices(scene.deps));
      expect(looks.flatMap((look) => look.raised)).toEqual([{ endpointId: endpoint.id, kind }]);
      expect(looks.map(({ ended }) => ended)).toEqual([0, 0, 0, 0]);
      raised.push(kind);
    }
    const open = await listNotices(scene.deps, scene.owner, { isOpen: true });
    expect(open.map(({ kind }) => kind).toSorted()).toEqual(raised.toSorted());
    expect(open[0]).toMatchObject({ endpointId: endpoint.id, url: receiver.url, environment: "live", endedAt: null });

    await health(endpoint.id, { days: null });
    expect(await raiseNotices(scene.deps)).toEqual({ raised: [], ended: 3 });
    expect(await raiseNotices(scene.deps)).toEqual({ raised: [], ended: 0 });
    expect(await listNotices(scene.deps, "every", { isOpen: true })).toEqual([]);
    expect(await listNotices(scene.deps, "every", {})).toHaveLength(3);
    expect((await events(endpoint.id)).map(({ type, notice }) => `${type} ${notice}`).toSorted()).toEqual(
      [...raised.map((kind) => `check.failed ${kind}`), ...raised.map((kind) => `check.recovered ${kind}`)].toSorted(),
    );

    // A new episode raises a new notice.
    await health(endpoint.id, { days: 1.5 });
    expect((await raiseNotices(scene.deps)).raised).toEqual([{ endpointId: endpoint.id, kind: "failing_1_day" }]);
  });

  test("report the first permanent answer after a success, once per episode (HOOK-93)", async () => {
    await scene.rows("delete from webhook_notices");
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    const running = await scene.webhooks();
    let status = 404;
    receiver.answer((_request, response) => response.writeHead(status).end());
    const kinds = async () => (await listNotices(scene.deps, "every", {})).map(({ kind }) => kind);
    const settled = (state: string, count: number) => async () =>
      (await scene.rows("select 1 from webhook_deliveries where state = $1::delivery_state", [state])).length === count;
    // No success yet: a new endpoint that refuses is still being set up, so no notice.
    await scene.finishRuns(1);
    await waitFor(settled("dead_letter", 1));
    await raiseNotices(scene.deps);
    expect(await kinds()).toEqual([]);
    status = 204;
    await scene.finishRuns(1);
    await waitFor(settled("delivered", 1));
    for (const [refused, notices] of [
      [2, 1],
      [3, 1],
    ] as const) {
      status = 404;
      await scene.finishRuns(1);
      await waitFor(settled("dead_letter", refused));
      await raiseNotices(scene.deps);
      expect(await kinds()).toHaveLength(notices);
    }
    expect(await kinds()).toEqual(["refused"]);
    status = 204;
    await scene.finishRuns(1);
    await waitFor(settled("delivered", 2));
    await raiseNotices(scene.deps);
    expect(await listNotices(scene.deps, "every", { isOpen: true })).toEqual([]);
    status = 410;
    await scene.finishRuns(1);
    await waitFor(settled("dead_letter", 4));
    // 410 Gone is reported too, although it disables the endpoint.
    await raiseNotices(scene.deps);
    expect(await kinds()).toEqual(["refused", "refused"]);
    expect((await events(endpoint.id)).map(({ type }) => type)).toEqual([
      "check.failed",
      "check.recovered",
      "check.failed",
    ]);
    await running.stop.stop("end of the test");
  });

  test("ignore an endpoint that a person disabled, and end when one is deleted (HOOK-94)", async () => {
    await scene.rows("delete from webhook_notices");
    const { endpoint } = await scene.endpoint({ url: receiver.url });
    await health(endpoint.id, { days: 2 });
    await scene.rows(
      "update webhook_endpoints set status = 'disabled', disabled_reason = 'manual', disabled_at = now() where id = $1",
      [endpoint.id],
    );
    expect(await raiseNotices(scene.deps)).toEqual({ raised: [], ended: 0 });
    await scene.rows("update webhook_endpoints set disabled_reason = 'failing' where id = $1", [endpoint.id]);
    expect((await raiseNotices(scene.deps)).raised).toHaveLength(1);
    await scene.rows("update webhook_endpoints set deleted_at = now() where id = $1", [endpoint.id]);
    await raiseNotices(scene.deps);
    expect(await listNotices(scene.deps, "every", { isOpen: true })).toEqual([]);
    expect((await events(endpoint.id)).map(({ type }) => type)).toEqual(["check.failed"]);
  });
});

describe("a disabled endpoint", () => {
  test("gets one attempt for a resend: a failure holds the delivery and counts nowhere (HOOK-83)", async () => {
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
