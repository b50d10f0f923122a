import { Health } from "@service/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import {
  describeWithRedis,
  privatePostgres,
  privateRedis,
  waitFor,
  type PrivatePostgres,
  type PrivateRedis,
} from "@service/testing";

import { isQueueUnreachable, type Answer, type Work } from "./faults/customer.ts";
import { memberNames, slotsPerWorker, startFleet, type Fleet, type MemberName } from "./faults/fleet.ts";
import { detailsOf, expectInvariants } from "./faults/invariants.ts";
import { startModelGate, type ModelGate } from "./faults/model-gate.ts";
import { flushRedis, isRedisUp } from "./faults/redis-commands.ts";
import { createScene, type Scene } from "./faults/scene.ts";
import { seeded } from "./faults/seeded.ts";
import { startStream } from "./faults/submission-stream.ts";
import { startWebhookRecorder, type WebhookRecorder } from "./faults/webhook-recorder.ts";

// The whole service over HTTP, with its real processes, while parts of it die. Each module is tested beside its code;
// these tests show that together they keep the promises of RUN-78, HOOK-46, RUN-24.
// FAULTS_VERBOSE=1 shows the logs of the processes.

/**
 * The API waits at most a second for its queue (RUN-67, OPS-7), and notices at once a database that refuses connections
 * and in two seconds one that is silent. What hangs here hangs for good; the rest is what a busy machine may add.
 */
const queueAnswerMsMax = 1_000 + 20_000;
const databaseAnswerMsMax = 2_000 + 20_000;
const recoveryMsMax = 60_000;
const testTimeoutMs = 300_000;

let postgres: PrivatePostgres;
let model: ModelGate;
let recorder: WebhookRecorder;
let fleet: Fleet;
let redis: PrivateRedis | undefined;
let scene: Scene | undefined;

beforeAll(async () => {
  postgres = await privatePostgres();
  await applyMigrations(postgres.url);
  model = await startModelGate();
  recorder = await startWebhookRecorder(seeded(97));
}, testTimeoutMs);
// Whatever a test has broken works again for the next one, also when it failed half-way.
afterEach(async () => {
  model.release();
  recorder.release();
  await scene?.close();
  scene = undefined;
  redis?.thaw();
  if (redis && !(await isRedisUp(redis.port))) await redis.start();
  await postgres.thaw();
  await postgres.start();
  await fleet.restore();
}, testTimeoutMs);
afterAll(async () => {
  await recorder.close();
  await model.close();
  await postgres.close();
}, testTimeoutMs);

async function newScene(seed: number): Promise<Scene> {
  scene = await createScene({ fleet, databaseUrl: postgres.url, recorder, seed });
  return scene;
}

const apis = [0, 1] as const;

async function healthOf(api: 0 | 1): Promise<{ status: number; says: { status: string }; tookMs: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${fleet.apiUrls[api]}/health`);
  const body = Health.parse(await response.json());
  return { status: response.status, says: body, tookMs: performance.now() - startedAt };
}

async function untilHealthy(): Promise<void> {
  for (const api of apis) {
    await waitFor(async () => (await healthOf(api)).says.status === "ok", {
      deadlineMs: recoveryMsMax,
      everyMs: 50,
      what: `health of API ${api + 1}`,
    });
  }
}

/** Runs of this scene that a worker holds now. */
async function heldBy(one: Scene, worker: MemberName): Promise<number> {
  const [row] = await one.rows<{ held: number }>(
    `select count(*)::int as held from runs
     where organization_id = $1 and status = 'processing' and lease_token is not null and split_part(lease_owner, ':', 2) = $2`,
    [one.organizationId, String(fleet.pid(worker))],
  );
  return row?.held ?? 0;
}

async function untilProcessing(one: Scene, count: number): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await one.rows<{ beaten: number }>(
        `select count(*)::int as beaten from runs
         where organization_id = $1 and status = 'processing' and output_phase = 'deterministic'`,
        [one.organizationId],
      );
      return row?.beaten === count;
    },
    { what: `${count} runs that wait for the model` },
  );
}

function work(one: Scene, engineSlug: string, place: number): Work {
  return { engineSlug, input: one.input(`single-${place}`, 5_000 + place) };
}

async function untilAccepted(one: Scene, count: number): Promise<void> {
  await waitFor(() => one.customer.acceptedCount >= count, { what: `${count} accepted runs` });
}

/** Each kind of process is killed while it provably has something in its hands. */
async function killBusy(one: Scene, victim: MemberName): Promise<void> {
  switch (victim) {
    case "api-1":
    case "api-2": {
      const api = victim === "api-1" ? 0 : 1;
      model.hold();
      await waitFor(() => one.customer.inFlight(api) > 0, { what: `a request at ${victim}` });
      break;
    }
    case "worker-1":
    case "worker-2":
      model.hold();
      await waitFor(async () => (await heldBy(one, victim)) > 0, {
        what: `a run held by ${victim}`,
      });
      break;
    case "webhooks":
      recorder.hold();
      await waitFor(() => recorder.waiting > 0, { what: "a delivery in flight" });
      break;
  }
  await fleet.kill(victim);
  model.release();
  recorder.release();
}

async function survivesKilledProcesses(
  seed: number,
  submissions: number,
  members: readonly MemberName[],
): Promise<void> {
  const one = await newScene(seed);
  const { customer, random } = one;
  const stream = startStream({ scene: one, customer, random, least: submissions });
  for (const victim of random.shuffled(members)) {
    await untilAccepted(one, customer.acceptedCount + 10);
    await killBusy(one, victim);
    await fleet.start(victim);
  }
  await stream.end();
  const runs = await expectInvariants(one);
  expect(customer.acceptedCount).toBeGreaterThanOrEqual(submissions);
  // The kills hit what they were meant to hit.
  expect(customer.brokenCount).toBeGreaterThan(0);
  expect(runs.some((run) => run.reclaims > 0 && run.attempt > 1)).toBe(true);
  expect(one.recorded.length).toBeGreaterThan(runs.length);
  // A run may fail only because it was held by both workers when they were killed, or was answered 503.
  for (const run of runs.filter(({ status }) => status === "failed")) {
    expect(detailsOf(run)).toMatchObject({ code: expect.stringMatching(/^(heartbeat_lost|queue_unreachable)$/) });
  }
}

/** Away for ten minutes by the database's own clock: everything it remembers is made that much older. */
async function ageByTenMinutes(one: Scene): Promise<void> {
  await one.rows(`update maintenance_ticks set ticked_at = ticked_at - interval '10 minutes'`);
  await one.rows(
    `update runs set lease_expires_at = lease_expires_at - interval '10 minutes',
       heartbeat_at = heartbeat_at - interval '10 minutes', started_at = started_at - interval '10 minutes'
     where status = 'processing'`,
  );
}

async function survivesStoppedDatabase(seed: number): Promise<void> {
  const one = await newScene(seed);
  const { customer, random } = one;
  for (const api of apis) expect((await customer.call(api, "GET", "/api/v1/engines"))?.status).toBe(200);
  model.hold();
  const heldCount = slotsPerWorker + 2;
  for (let place = 0; place < heldCount; place += 1) await customer.submit(work(one, one.heldEngine, place));
  await untilProcessing(one, heldCount);

  await postgres.stop();
  for (const api of apis) {
    const submission = { engineSlug: one.fastEngine, input: one.input("refused", 1_000) };
    const path = `/api/v1/engines/${submission.engineSlug}/runs`;
    const stored = await customer.call(api, "POST", path, { body: { input: submission.input } });
    expect(stored).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
    expect(stored?.tookMs).toBeLessThan(databaseAnswerMsMax);
    const unseen = await customer.call(api, "POST", path, {
      body: { input: submission.input },
      apiKey: one.unseenKey,
    });
    expect(unseen).toMatchObject({ status: 503, body: { code: "auth_unavailable" } });
    expect(unseen?.tookMs).toBeLessThan(databaseAnswerMsMax);
    expect(await healthOf(api)).toMatchObject({ status: 200, says: { status: "degraded" } });
  }
  const stream = startStream({ scene: one, customer, random, least: 20 });

  // The outage is seen as long by workers that come back after it.
  for (const worker of ["worker-1", "worker-2"] as const) fleet.freeze(worker);
  await postgres.start();
  await ageByTenMinutes(one);
  for (const worker of ["worker-1", "worker-2"] as const) fleet.thaw(worker);
  await untilHealthy();
  model.release();
  await stream.end();
  const runs = await expectInvariants(one);
  expect(runs.length).toBeGreaterThanOrEqual(heldCount + 20);
  // The outage guard: no run was taken away, and none failed.
  expect(runs.filter((run) => run.reclaims > 0)).toEqual([]);
  for (const run of runs.filter(({ status }) => status === "failed")) {
    expect(detailsOf(run)).toMatchObject({ code: "queue_unreachable" });
  }
  expect(runs.filter(({ status }) => status === "degraded").length).toBeGreaterThanOrEqual(heldCount);
}

function expectAnswered(answer: Answer | undefined): void {
  expect(answer === undefined ? "no answer" : answer.status === 202 || isQueueUnreachable(answer)).toBe(true);
  expect(answer?.tookMs).toBeLessThan(queueAnswerMsMax);
}

describeWithRedis("the service with its queue in Redis", () => {
  beforeAll(async () => {
    redis = await privateRedis();
    fleet = await startFleet({ databaseUrl: postgres.url, queueUrl: redis.url, modelUrl: model.url });
  }, testTimeoutMs);
  afterAll(async () => {
    await fleet.close();
    await redis?.close();
    redis = undefined;
  }, testTimeoutMs);

  function ourRedis(): PrivateRedis {
    if (!redis) throw new Error("Redis was not started");
    return redis;
  }

  test(
    "every process killed in the middle of a stream: each key has one finished run, announced by one event (RUN-57, RUN-78)",
    () => survivesKilledProcesses(11, 200, memberNames),
    testTimeoutMs,
  );

  test(
    "Redis flushed, killed and restarted in a stream: each submission is answered within a second, and nothing is lost (RUN-78)",
    async () => {
      const one = await newScene(23);
      const { customer, random } = one;
      const stream = startStream({ scene: one, customer, random, least: 120 });
      await untilAccepted(one, 20);
      await flushRedis(ourRedis().port);
      await untilAccepted(one, 45);
      await ourRedis().kill();
      await waitFor(() => customer.refusedCount >= 10, { what: "refusals without Redis" });
      await ourRedis().start();
      await untilHealthy();
      await stream.end();
      const runs = await expectInvariants(one);
      for (const { tookMs } of customer.keys.values()) {
        expect(Math.max(0, ...tookMs)).toBeLessThan(queueAnswerMsMax);
      }
      for (const run of runs.filter(({ status }) => status === "failed")) {
        expect(detailsOf(run)).toMatchObject({ code: "queue_unreachable" });
      }
      expect(runs.filter(({ status }) => status === "failed").length).toBe(customer.refusedCount);
    },
    testTimeoutMs,
  );

  test(
    "an API that starts without Redis says degraded, refuses what it cannot queue, and recovers by itself (OPS-1)",
    async () => {
      const one = await newScene(31);
      await ourRedis().kill();
      await fleet.kill("api-2");
      await fleet.start("api-2");
      expect(await healthOf(1)).toMatchObject({ status: 200, says: { status: "degraded" } });
      for (let place = 0; place < 5; place += 1) {
        expectAnswered(await one.customer.submitOnce(1, `absent-${place}`, work(one, one.fastEngine, place)));
      }
      expect(one.customer.refusedCount).toBeGreaterThan(0);
      await ourRedis().start();
      await untilHealthy();
      for (const api of apis) {
        const answer = await one.customer.submitOnce(api, `back-${api}`, work(one, one.fastEngine, 10 + api));
        expect(answer?.status).toBe(202);
      }
      await expectInvariants(one);
    },
    testTimeoutMs,
  );

  test(
    "Redis frozen: submissions are answered within a second",
    async () => {
      const one = await newScene(41);
      ourRedis().freeze();
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, place) =>
            one.customer.submitOnce(
              place % 2 === 0 ? 0 : 1,
              `frozen-${round}-${place}`,
              work(one, one.fastEngine, place),
            ),
          ),
        );
        answers.forEach(expectAnswered);
      }
      expect(one.customer.refusedCount).toBeGreaterThan(0);
      expect(await healthOf(0)).toMatchObject({ status: 200, says: { status: "degraded" } });
      ourRedis().thaw();
      await untilHealthy();
      expect((await one.customer.submitOnce(0, "thawed", work(one, one.fastEngine, 99)))?.status).toBe(202);
      await expectInvariants(one);
    },
    testTimeoutMs,
  );

  test(
    "PostgreSQL stopped: refused with 503, recovered within seconds, and no run is taken from its worker (RUN-78)",
    () => survivesStoppedDatabase(53),
    testTimeoutMs,
  );

  test(
    "a worker stopped in a deploy hands its run to the other worker, and the caller sees it restarting",
    async () => {
      const one = await newScene(61);
      model.hold();
      const { runId } = await one.customer.submit(work(one, one.heldEngine, 1));
      await untilProcessing(one, 1);
      const holder = (await heldBy(one, "worker-1")) === 1 ? "worker-1" : "worker-2";
      const other = holder === "worker-1" ? "worker-2" : "worker-1";
      // Frozen, so that the moment between two workers lasts until it has been looked at.
      fleet.freeze(other);
      expect(await fleet.terminate(holder)).toBe(0);
      const between = await one.customer.call(0, "GET", `/api/v1/runs/${runId}`);
      expect(between?.body).toMatchObject({
        status: "processing",
        attempt: 1,
        error_details: { type: "worker_interrupted", code: "worker_shutdown", restarting: true },
      });
      fleet.thaw(other);
      await waitFor(async () => (await heldBy(one, other)) === 1, { what: "the run in the other worker's hands" });
      model.release();
      const [run] = await expectInvariants(one);
      expect(run).toMatchObject({ status: "degraded", attempt: 2, interruptions: 1, reclaims: 0 });
      const after = await one.customer.call(1, "GET", `/api/v1/runs/${runId}`);
      expect(after?.body).toMatchObject({ status: "degraded", attempt: 2 });
      expect(after?.body).not.toHaveProperty("error_details");
    },
    testTimeoutMs,
  );

  test(
    "an API stopped in a deploy takes no new connection and finishes the requests it has (OPS-5)",
    async () => {
      const one = await newScene(71);
      model.hold();
      const waiting = Array.from({ length: 4 }, (_, place) =>
        one.customer.submitOnce(0, `waiting-${place}`, { ...work(one, one.heldEngine, place), waitSeconds: 20 }),
      );
      const half = await Promise.all(
        Array.from({ length: 4 }, (_, place) =>
          one.customer.submitHalf(0, `half-${place}`, work(one, one.fastEngine, 10 + place)),
        ),
      );
      await untilProcessing(one, 4);

      const stopped = fleet.terminate("api-1");
      await waitFor(async () => (await one.customer.call(0, "GET", "/health")) === undefined, {
        what: "a refused connection",
      });
      const elsewhere = await one.customer.submitOnce(1, "elsewhere", work(one, one.fastEngine, 20));
      expect(elsewhere?.status).toBe(202);
      for (const submission of half) expect(await submission.finish()).toBe(202);
      model.release();
      for (const answer of await Promise.all(waiting)) {
        expect(answer).toMatchObject({ status: 202, body: { status: "degraded" } });
      }
      expect(await stopped).toBe(0);
      await fleet.start("api-1");
      await expectInvariants(one);
    },
    testTimeoutMs,
  );
});

describe("the service with its queue in PostgreSQL", () => {
  beforeAll(async () => {
    fleet = await startFleet({ databaseUrl: postgres.url, queueUrl: undefined, modelUrl: model.url });
  }, testTimeoutMs);
  afterAll(() => fleet.close(), testTimeoutMs);

  test(
    "one process of each kind killed in the middle of a stream: each key has one finished run, announced by one event",
    () => survivesKilledProcesses(83, 80, ["api-1", "worker-2", "webhooks"]),
    testTimeoutMs,
  );

  test(
    "PostgreSQL stopped, queue and all: refused with 503, recovered within seconds, and no run is taken from its worker",
    () => survivesStoppedDatabase(89),
    testTimeoutMs,
  );
});
