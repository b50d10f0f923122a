import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { openQueue } from "@service/queue";
import { silentLogger, systemClock } from "@service/runtime";
import {
  describeWithRedis,
  privatePostgres,
  type PrivatePostgres,
  redisSentinels,
  type RedisSentinels,
  waitFor,
} from "@service/testing";
import { type Fleet, startFleet } from "./faults/fleet.ts";
import { expectInvariants } from "./faults/invariants.ts";
import { type ModelGate, startModelGate } from "./faults/model-gate.ts";
import { ask } from "./faults/redis-commands.ts";
import { createScene, type Scene } from "./faults/scene.ts";
import { seeded } from "./faults/seeded.ts";
import { startStream } from "./faults/submission-stream.ts";
import { startWebhookRecorder, type WebhookRecorder } from "./faults/webhook-recorder.ts";

// The whole service with its queue in a Redis behind Sentinel, whose master dies (OPS-68).

const testTimeoutMs = 300_000;
const failoverMsMax = 120_000;

describeWithRedis("the service with its queue behind Sentinel", () => {
  let postgres: PrivatePostgres;
  let redis: RedisSentinels;
  let model: ModelGate;
  let recorder: WebhookRecorder;
  let fleet: Fleet;
  let scene: Scene;

  beforeAll(async () => {
    postgres = await privatePostgres();
    await applyMigrations(postgres.url);
    redis = await redisSentinels();
    await waitFor(async () => (await ofSentinels("CKQUORUM")).every((reply) => reply.startsWith("+OK 3")), {
      deadlineMs: failoverMsMax,
      what: "sentinels that know each other",
    });
    await waitFor(async () => (await ofSentinels("REPLICAS")).every((reply) => reply.startsWith("*1")), {
      deadlineMs: failoverMsMax,
      what: "sentinels that know the replica",
    });
    model = await startModelGate();
    recorder = await startWebhookRecorder(seeded(97));
    fleet = await startFleet({ databaseUrl: postgres.url, queueUrl: redis.url, modelUrl: model.url });
    scene = await createScene({ fleet, databaseUrl: postgres.url, recorder, seed: 107 });
  }, testTimeoutMs);
  afterAll(async () => {
    await scene.close();
    await fleet.close();
    await recorder.close();
    await model.close();
    await redis.close();
    await postgres.close();
  }, testTimeoutMs);

  const ofSentinels = (command: string): Promise<string[]> =>
    Promise.all(redis.ports.map((port) => ask(port, `SENTINEL ${command} ${redis.masterName}`)));

  /** The newest wake-ups of runs that Redis knows to be taken, each with its moment. */
  async function wakeUpsTaken(port: number): Promise<string[]> {
    const reply = await ask(port, "XREVRANGE {service}:runs-comparison:events + - COUNT 10");
    return reply.split("*2\r\n").filter((entry) => entry.includes("completed"));
  }

  test(
    "the master is killed under load: the replica takes over, wake-ups are sent and taken again, no run is lost or done twice (OPS-68, RUN-57, RUN-78)",
    async () => {
      const { customer, random } = scene;
      const listening = await openQueue({ url: redis.url, clock: systemClock, log: silentLogger, prefix: "test" });
      const waking = await openQueue({ url: redis.url, clock: systemClock, log: silentLogger, prefix: "test" });
      let wakeUps = 0;
      const heard = new Set<string>();
      listening.listen("jobs", async () => {
        wakeUps += 1;
      });
      listening.subscribe("turn-frames", (ids) => ids.forEach((id) => heard.add(id)));
      await waitFor(() => listening.ready() && waking.ready(), { what: "the queue" });
      try {
        const stream = startStream({ scene, customer, random, least: 120 });
        await waitFor(() => customer.acceptedCount >= 30, { what: "accepted runs" });
        await waitFor(async () => (await wakeUpsTaken(redis.master.port)).length > 0, { what: "a wake-up" });
        await redis.master.kill();
        const replica = String(redis.replica.port);
        await waitFor(
          async () => (await ofSentinels("GET-MASTER-ADDR-BY-NAME")).every((reply) => reply.includes(replica)),
          { deadlineMs: failoverMsMax, what: "a new master" },
        );
        const before = await wakeUpsTaken(redis.replica.port);
        await waitFor(async () => (await wakeUpsTaken(redis.replica.port)).some((entry) => !before.includes(entry)), {
          deadlineMs: failoverMsMax,
          what: "a wake-up that a worker took from the new master",
        });
        await stream.end();
        const runs = await expectInvariants(scene);
        for (const { errorDetails } of runs.filter((run) => run.status === "failed")) {
          expect(JSON.parse(errorDetails ?? "{}")).toMatchObject({ code: "queue_unreachable" });
        }
        expect(runs.filter(({ reclaims }) => reclaims > 0)).toEqual([]);
        expect(runs.filter(({ status }) => status === "failed").length).toBe(customer.refusedCount);

        // The same within one process: a listener that waited on the old master, and a subscription.
        await waitFor(() => listening.ready() && waking.ready(), { what: "the queue" });
        const wakeUpsBefore = wakeUps;
        await waitFor(() => waking.wake("jobs"), { what: "a wake-up that was sent" });
        await waitFor(() => wakeUps > wakeUpsBefore, { what: "a wake-up that was heard" });
        await waitFor(
          () => {
            waking.announce("turn-frames", ["news"]);
            return heard.has("news");
          },
          { what: "an announcement" },
        );
      } finally {
        await waking.close();
        await listening.close();
      }
    },
    testTimeoutMs,
  );

  test(
    "the master that was killed comes back as a replica, and a process that starts now finds the new one (OPS-68)",
    async () => {
      await redis.master.start();
      await waitFor(async () => (await ask(redis.master.port, "ROLE")).includes("slave"), {
        deadlineMs: failoverMsMax,
        what: "the old master as a replica",
      });
      await fleet.terminate("worker-1");
      await fleet.terminate("api-1");
      await fleet.start("api-1");
      await fleet.start("worker-1");
      const stream = startStream({ scene, customer: scene.customer, random: scene.random, least: 20 });
      await stream.end();
      await expectInvariants(scene);
    },
    testTimeoutMs,
  );
});
