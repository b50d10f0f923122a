import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { DeadLetterReason } from "@service/contract";
import {
  advanceRecoveries,
  cancelRecovery,
  getRecovery,
  startRecovery,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { deleteEndpoint, updateEndpoint } from "@service/domain/webhook-endpoints";
import { waitFor, type Receiver, startReceiver } from "@service/testing";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

const url = "http://127.0.0.1:9/";
const hourMs = 3_600_000;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
beforeEach(async () => {
  await scene.rows("delete from webhook_events");
  await scene.rows("update webhook_endpoints set deleted_at = now()");
  await scene.rows("delete from webhook_recoveries");
});
afterAll(() => scene.stop());

/** Dead letters of an endpoint, an hour old, one minute apart. */
async function deadLetters(endpointId: string, count: number, reason: DeadLetterReason = "permanent_response") {
  const runs = await scene.finishRuns(count);
  await scene.rows(
    `with bodies as (
       insert into webhook_bodies (event_id, mode, body, byte_count, sha256)
       select t.id, 'full', '{}', 2, sha256('{}') from unnest($2::uuid[]) as t(id)
     )
     insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, mode, state, reason, tries,
       created_at)
     select gen_random_uuid(), t.id, $1, $3, 'run.completed', 'full', 'dead_letter', $4, 1,
       now() - interval '1 hour' - t.place * interval '1 minute'
       from unnest($2::uuid[]) with ordinality as t(id, place)`,
    [endpointId, runs.map(({ eventId }) => eventId), scene.owner.organizationId, reason],
  );
  await scene.rows("delete from event_marks");
}

function start(endpointId: string, given: { hours?: number; reason?: DeadLetterReason; key?: string } = {}) {
  return startRecovery(scene.deps, {
    owner: scene.owner,
    endpointId,
    since: new Date(Date.now() - (given.hours ?? 24) * hourMs),
    reason: given.reason,
    idempotencyKey: given.key,
  });
}

const read = (endpointId: string, recoveryId: string) =>
  getRecovery(scene.deps, { owner: scene.owner, endpointId, recoveryId });

/** Makes the next page due, as waiting would. */
const passTime = () => scene.rows("update webhook_recoveries set next_page_at = now() - interval '1 second'");

function countOf(state: string): Promise<number> {
  return scene
    .rows<{ count: number }>("select count(*) from webhook_deliveries where state = $1::delivery_state", [state])
    .then(([row]) => row?.count ?? 0);
}

describe("a recovery", () => {
  test("walks the dead letters of its window page by page, in the order of their creation, spread at the rate (HOOK-85)", async () => {
    const { endpoint } = await scene.endpoint({ url, maxPerSecond: 2 });
    await deadLetters(endpoint.id, 25);
    const started = await start(endpoint.id);
    expect(started).toMatchObject({ state: "running", matched: 25, recovered: 0, skipped: 0, finishedAt: null });
    // A page is five seconds at the rate; the next one begins when it is sent.
    expect(await advanceRecoveries(scene.deps)).toBe(10);
    expect(await advanceRecoveries(scene.deps)).toBe(0);
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "running", recovered: 10 });
    const due = await scene.rows<{ seconds: number; oldest: boolean; cycle: number; trigger: string; tries: number }>(
      `select (extract(epoch from next_attempt_at - min(next_attempt_at) over ()))::float8 as seconds, cycle, trigger, tries,
         created_at < (select min(created_at) from webhook_deliveries where state = 'dead_letter') as oldest
         from webhook_deliveries where state = 'pending' order by created_at`,
    );
    expect(due.map(({ seconds }) => seconds)).toEqual(Array.from({ length: 10 }, (_, place) => place / 2));
    expect(new Set(due.map(({ oldest, cycle, trigger, tries }) => `${oldest} ${cycle} ${trigger} ${tries}`))).toEqual(
      new Set(["true 2 recover 0"]),
    );
    await passTime();
    expect(await advanceRecoveries(scene.deps)).toBe(10);
    await passTime();
    expect(await advanceRecoveries(scene.deps)).toBe(5);
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "completed", recovered: 25, skipped: 0 });
    expect((await read(endpoint.id, started.id)).finishedAt).not.toBeNull();
  });

  test("held deliveries of a recovery whose endpoint is disabled expire and are dead-lettered (HOOK-89)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    await deadLetters(endpoint.id, 2);
    await start(endpoint.id);
    await advanceRecoveries(scene.deps);
    const { owner, guard } = scene;
    const patch = { status: "disabled" } as const;
    await updateEndpoint(scene.deps, { owner, endpointId: endpoint.id, guard, patch });
    await sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 });
    expect(await countOf("held")).toBe(2);
    const [open] = await scene.rows<{ seconds: number }>(
      "select round(extract(epoch from min(cycle_deadline) - now()) / 100)::int * 100 as seconds from webhook_deliveries",
    );
    expect([open?.seconds, await countOf("held")]).toEqual([3_600, 2]);
    await scene.rows("update webhook_deliveries set cycle_deadline = now() - interval '1 second'");
    expect(await sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 })).toMatchObject({
      deadLettered: 2,
    });
  });

  test("takes dead letters of its reason, window and endpoint, and counts those resent meanwhile (HOOK-85)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    const other = await scene.endpoint({ url });
    await deadLetters(endpoint.id, 3);
    await deadLetters(endpoint.id, 4, "retry_exhausted");
    await deadLetters(other.endpoint.id, 5);
    expect(await start(endpoint.id, { hours: 1 })).toMatchObject({ matched: 0 });
    await passTime();
    await advanceRecoveries(scene.deps);
    const started = await start(endpoint.id, { reason: "permanent_response" });
    expect(started.matched).toBe(3);
    await scene.rows(
      `update webhook_deliveries set state = 'pending', reason = null, next_attempt_at = now()
        where id = (select id from webhook_deliveries where reason = 'permanent_response' and endpoint_id = $1 limit 1)`,
      [endpoint.id],
    );
    expect(await advanceRecoveries(scene.deps)).toBe(2);
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "completed", recovered: 2, skipped: 1 });
    expect(await countOf("dead_letter")).toBe(9);
  });

  test("is created once per Idempotency-Key, and one at a time per endpoint (HOOK-86)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    await deadLetters(endpoint.id, 1);
    const since = new Date(Date.now() - hourMs * 30);
    const ask = (given: { reason?: DeadLetterReason; key?: string } = {}) =>
      startRecovery(scene.deps, {
        owner: scene.owner,
        endpointId: endpoint.id,
        since,
        reason: given.reason,
        idempotencyKey: given.key,
      });
    const clicks = await Promise.all([1, 2, 3, 4].map(() => ask({ key: "click" })));
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(1);
    await expect(ask({ key: "click", reason: "window_elapsed" })).rejects.toMatchObject({
      code: "recovery_key_reused",
    });
    await expect(ask()).rejects.toMatchObject({
      code: "recovery_in_progress",
      details: { recovery_id: clicks[0]?.id },
    });
    await advanceRecoveries(scene.deps);
    expect((await ask({ key: "click" })).id).toBe(clicks[0]?.id);
    expect((await ask({ key: "another click" })).id).not.toBe(clicks[0]?.id);
  });

  test("reaches back at most fourteen days and refuses an empty window (HOOK-85)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    await expect(start(endpoint.id, { hours: 15 * 24 })).rejects.toMatchObject({ code: "invalid_recovery_window" });
    await expect(start(endpoint.id, { hours: -1 })).rejects.toMatchObject({ code: "invalid_recovery_window" });
    expect(await start(endpoint.id, { hours: 14 * 24 })).toMatchObject({ state: "running" });
  });

  test("waits while its endpoint is disabled, and ends with its endpoint (HOOK-88)", async () => {
    const { endpoint } = await scene.endpoint({ url });
    await deadLetters(endpoint.id, 2);
    const setStatus = (status: "enabled" | "disabled") =>
      updateEndpoint(scene.deps, {
        owner: scene.owner,
        endpointId: endpoint.id,
        guard: scene.guard,
        patch: { status },
      });
    await setStatus("disabled");
    const started = await start(endpoint.id);
    expect(await advanceRecoveries(scene.deps)).toBe(0);
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "running", recovered: 0 });
    await setStatus("enabled");
    await passTime();
    expect(await advanceRecoveries(scene.deps)).toBe(2);
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "completed" });

    await deadLetters(endpoint.id, 2);
    const last = await start(endpoint.id);
    await deleteEndpoint(scene.deps, scene.owner, endpoint.id);
    expect(await advanceRecoveries(scene.deps)).toBe(0);
    expect(await scene.rows("select state from webhook_recoveries where id = $1", [last.id])).toEqual([
      { state: "cancelled" },
    ]);
    expect(await countOf("dead_letter")).toBe(2);
  });

  test("keeps what it has resent when it is cancelled; the rest stays dead (HOOK-88)", async () => {
    const { endpoint } = await scene.endpoint({ url, maxPerSecond: 1 });
    await deadLetters(endpoint.id, 8);
    const started = await start(endpoint.id);
    await advanceRecoveries(scene.deps);
    const address = { owner: scene.owner, endpointId: endpoint.id, recoveryId: started.id };
    const cancelled = await cancelRecovery(scene.deps, address);
    expect(cancelled).toMatchObject({ state: "cancelled", recovered: 5 });
    await passTime();
    expect(await advanceRecoveries(scene.deps)).toBe(0);
    expect([await countOf("pending"), await countOf("dead_letter")]).toEqual([5, 3]);
    // Cancelling again, or cancelling a complete recovery, changes nothing.
    expect(await cancelRecovery(scene.deps, address)).toEqual(cancelled);
  });

  test("is advanced by several processes, several recoveries at a time, each page once (HOOK-87)", async () => {
    const endpoints = await Promise.all([1, 2, 3].map(() => scene.endpoint({ url })));
    for (const { endpoint } of endpoints) {
      await deadLetters(endpoint.id, 20);
      await start(endpoint.id);
    }
    const moved = await Promise.all([1, 2, 3, 4, 5, 6].map(() => advanceRecoveries(scene.deps)));
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(await scene.rows("select distinct cycle, state from webhook_deliveries")).toEqual([
      { cycle: 2, state: "pending" },
    ]);
  });

  test("survives kill -9 of the process that advances it: every dead letter is received, in one new cycle (HOOK-87)", async () => {
    const receiver: Receiver = await startReceiver();
    const { endpoint } = await scene.endpoint({ url: receiver.url, maxPerSecond: 8, maxInFlight: 100 });
    await deadLetters(endpoint.id, 60);
    const started = await start(endpoint.id);
    const first = scene.startProcess();
    await waitFor(() => receiver.received.length >= 10);
    await first.kill();
    // Expires the leases of the dead process, as waiting would.
    await scene.rows(
      "update webhook_deliveries set lease_until = now() - interval '1 second' where state = 'delivering'",
    );
    expect(await read(endpoint.id, started.id)).toMatchObject({ state: "running" });
    const second = scene.startProcess();
    await waitFor(async () => (await countOf("delivered")) === 60);
    expect(await read(endpoint.id, started.id)).toMatchObject({ matched: 60, recovered: 60, skipped: 0 });
    const log = await scene.rows<{ trigger: string; cycle: number }>(
      "select distinct trigger, cycle from webhook_attempts where endpoint_id = $1",
      [endpoint.id],
    );
    expect(log).toEqual([{ trigger: "recover", cycle: 2 }]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
    expect(await second.stop()).toBe(0);
    await receiver.stop();
  });
});
