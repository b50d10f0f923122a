import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  claimDeliveries,
  expandEvents,
  extendDeliveries,
  firstCursor,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { type Receiver, startReceiver, tcpProxy, waitFor } from "@service/testing";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

const cycleSeconds = 3_600;

let scene: WebhookScene;
let receiver: Receiver;
beforeEach(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
});
afterEach(async () => {
  await scene.stop();
  await receiver.stop();
});

async function delivered(): Promise<number> {
  return (await scene.rows("select 1 from webhook_deliveries where state = 'delivered'")).length;
}

async function claimOne(leaseSeconds: number) {
  await scene.endpoint({ url: receiver.url });
  await scene.finishRuns(1);
  await expandEvents(scene.deps, { cycleSeconds });
  const claim = await claimDeliveries(scene.deps, {
    slots: 1,
    cursor: firstCursor,
    leaseSeconds,
    isSlowLane: false,
    perEndpoint: 1,
    excludedEndpointIds: [],
    cycleSeconds,
  });
  const [claimed] = claim.deliveries;
  if (!claimed) throw new Error("nothing was claimed");
  return claimed;
}

test("a process killed by SIGKILL stops a busy endpoint for ten seconds at most (HOOK-96)", async () => {
  await scene.endpoint({ url: receiver.url, maxInFlight: 3 });
  receiver.answer(() => undefined);
  const killed = scene.startProcess();
  const events = (await scene.finishRuns(6)).map(({ eventId }) => eventId);
  await waitFor(() => receiver.received.length === 3);
  await scene.webhooks();
  receiver.answer((_request, response) => void response.writeHead(204).end());
  await killed.kill();
  const killedAtMs = performance.now();
  await waitFor(async () => (await delivered()) === events.length, { what: "all deliveries" });
  // The lease, the sweep that follows it, and the look of a busy machine.
  expect(performance.now() - killedAtMs).toBeLessThan(10_000 + 5_000);
  // Those in flight at the kill were sent again, the others once.
  expect(receiver.received).toHaveLength(9);
});

test("an attempt that takes longer than its lease keeps it, and is made once (HOOK-96)", async () => {
  await scene.endpoint({ url: receiver.url });
  receiver.answer((_request, response) => void setTimeout(() => response.writeHead(204).end(), 3_000));
  await scene.webhooks({ WEBHOOK_DELIVERY_LEASE_SECONDS: "1" });
  await scene.finishRuns(1);
  await waitFor(async () => (await delivered()) === 1);
  expect(receiver.received).toHaveLength(1);
  expect(await scene.rows("select outcome from webhook_attempts")).toEqual([{ outcome: "delivered" }]);
});

test("only the holder of a lease can extend it (HOOK-48, HOOK-96)", async () => {
  const { id, leaseToken } = await claimOne(10);
  const leaseEnd = async () =>
    (
      await scene.rows<{ seconds: number }>(
        "select extract(epoch from lease_until - now())::float8 as seconds from webhook_deliveries where state = 'delivering'",
      )
    )[0]?.seconds;
  const other = { id, leaseToken: "00000000-0000-4000-8000-000000000000" };
  expect([...(await extendDeliveries(scene.deps, [other], 600))]).toEqual([]);
  expect(await leaseEnd()).toBeLessThanOrEqual(10);
  expect([...(await extendDeliveries(scene.deps, [{ id, leaseToken }], 600))]).toEqual([id]);
  expect(await leaseEnd()).toBeGreaterThan(500);
  await scene.rows("update webhook_deliveries set lease_until = now() - interval '1 second'");
  expect(await sweepDeliveries(scene.deps, { cycleSeconds, leaseSeconds: 10 })).toMatchObject({ lost: 1 });
  expect([...(await extendDeliveries(scene.deps, [{ id, leaseToken }], 600))]).toEqual([]);
  expect(await leaseEnd()).toBeUndefined();
});

test("after an outage leases that were alive are extended before any is taken away, up to one granted now (HOOK-97)", async () => {
  await claimOne(10);
  const sweep = () => sweepDeliveries(scene.deps, { cycleSeconds, leaseSeconds: 10 });
  await sweep();
  /** As if so many seconds had passed. */
  const pass = async (seconds: number): Promise<void> => {
    await scene.rows("update webhook_deliveries set lease_until = lease_until - make_interval(secs => $1)", [seconds]);
    await scene.rows("update maintenance_ticks set ticked_at = ticked_at - make_interval(secs => $1)", [seconds]);
  };
  await pass(3_600);
  expect(await sweep()).toMatchObject({ lost: 0 });
  const [lease] = await scene.rows<{ seconds: number }>(
    "select extract(epoch from lease_until - now())::float8 as seconds from webhook_deliveries",
  );
  expect(lease?.seconds).toBeGreaterThan(5);
  expect(lease?.seconds).toBeLessThanOrEqual(10);
  // Nobody extends it now, and sweeps are not far apart: its process is dead.
  await scene.rows("update webhook_deliveries set lease_until = lease_until - interval '11 seconds'");
  expect(await sweep()).toMatchObject({ lost: 1 });
});

test("an answer received while the database is away is settled when it is back, although its lease is over (HOOK-97)", async () => {
  const { hostname, port } = new URL(scene.databaseUrl);
  const proxy = await tcpProxy({ host: hostname, port: Number(port) });
  const through = proxy.through(scene.databaseUrl);
  await scene.endpoint({ url: receiver.url });
  const answers: (() => void)[] = [];
  receiver.answer((_request, response) => void answers.push(() => response.writeHead(204).end()));
  await scene.webhooks({ DATABASE_URL: through, QUEUE_URL: through, WEBHOOK_DELIVERY_LEASE_SECONDS: "1" });
  await scene.finishRuns(1);
  await waitFor(() => answers.length === 1);
  proxy.refuse(true);
  proxy.cut();
  answers[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  proxy.refuse(false);
  await waitFor(async () => (await delivered()) === 1);
  expect(receiver.received).toHaveLength(1);
  await proxy.close();
});
