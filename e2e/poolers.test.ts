import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openDatabase } from "@service/db";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";
import {
  describeWithPgbouncer,
  type Pgbouncer,
  privatePostgres,
  type PrivatePostgres,
  startPgbouncer,
  testOperator,
  waitFor,
} from "@service/testing";
import { type Fleet, startFleet } from "./faults/fleet.ts";
import { expectInvariants } from "./faults/invariants.ts";
import { type ModelGate, startModelGate } from "./faults/model-gate.ts";
import { createScene } from "./faults/scene.ts";
import { seeded } from "./faults/seeded.ts";
import { startStream } from "./faults/submission-stream.ts";
import {
  answerOf,
  call,
  newConversation,
  readStream,
  slowQuestion,
  startTurnStack,
  textOf,
} from "./faults/turn-stack.ts";
import { startWebhookRecorder, type WebhookRecorder } from "./faults/webhook-recorder.ts";

// The whole service behind a pooler in transaction mode (OPS-67). Statements one by one: packages/db/src/transaction-pooler.test.ts.

const testTimeoutMs = 300_000;
/** Sessions of the server that five processes share, which open up to 24 connections each. */
const poolSize = 6;
const secretsKey = Buffer.alloc(32, 7);
const program = join(import.meta.dirname, "../scripts/svc.ts");

describeWithPgbouncer()("the service behind a pooler in transaction mode", () => {
  let postgres: PrivatePostgres;
  let pooler: Pgbouncer;
  let model: ModelGate;
  let recorder: WebhookRecorder;
  let dataDir: string;

  beforeAll(async () => {
    postgres = await privatePostgres();
    pooler = await startPgbouncer({ databaseUrl: postgres.url, poolSize });
    model = await startModelGate();
    recorder = await startWebhookRecorder(seeded(97));
    dataDir = await mkdtemp(join(tmpdir(), "service-poolers-"));
    await svc("database", "migrate");
  }, testTimeoutMs);
  afterAll(async () => {
    await recorder.close();
    await model.close();
    await pooler.close();
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  }, testTimeoutMs);

  async function svc(...words: string[]): Promise<unknown> {
    const env = {
      PATH: process.env["PATH"],
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: postgres.url,
      DATA_DIR: dataDir,
      SECRETS_KEY: secretsKey.toString("base64"),
    };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, "--json"], { env });
    return JSON.parse(stdout);
  }

  const openFleet = (): Promise<Fleet> =>
    startFleet({
      databaseUrl: pooler.url,
      databaseDirectUrl: postgres.url,
      queueUrl: undefined,
      modelUrl: model.url,
    });

  /** Made through the pooler. */
  async function keyOfSandbox(): Promise<string> {
    const db = openDatabase({ url: pooler.url, directUrl: postgres.url, applicationName: "poolers" });
    const queue = await openQueue({ url: postgres.url, clock: systemClock, log: silentLogger });
    try {
      const deps = { db, queue, log: silentLogger, clock: systemClock, secrets: createSecretBox(secretsKey) };
      const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (turns)" });
      await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
      return (await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" })).apiKey;
    } finally {
      await queue.close();
      await db.close();
    }
  }

  test(
    "the operator's command migrates past the pooler, reads the status, and works through it (OPS-67)",
    async () => {
      expect(await svc("database", "status")).toMatchObject({ pending: [], failed: [], unknown: [] });
      expect(await svc("database", "migrate")).toEqual({ applied: [] });
      expect(await svc("organization", "create", "--name", "Pooled")).toMatchObject({ name: "Pooled" });
      expect(await svc("organization", "list")).toMatchObject({ organizations: [{ name: "Pooled" }] });
    },
    testTimeoutMs,
  );

  test(
    "every run of a stream ends once and its webhooks arrive, in few sessions of the server, also when processes die (OPS-67, RUN-57)",
    async () => {
      const fleet = await openFleet();
      const scene = await createScene({ fleet, databaseUrl: postgres.url, recorder, seed: 101 });
      const queue = await openQueue({ url: postgres.url, clock: systemClock, log: silentLogger });
      try {
        let wakeUps = 0;
        const listener = queue.listen("runs-comparison", async () => {
          wakeUps += 1;
        });
        const { customer, random } = scene;
        const stream = startStream({ scene, customer, random, least: 120 });
        for (const victim of ["api-1", "worker-2", "webhooks"] as const) {
          const before = { accepted: customer.acceptedCount, wakeUps };
          await waitFor(() => customer.acceptedCount >= before.accepted + 15, { what: "accepted runs" });
          // LISTEN has a session of its own, whoever sent the NOTIFY.
          await waitFor(() => wakeUps > before.wakeUps, { what: "a wake-up" });
          await fleet.kill(victim);
          await fleet.start(victim);
        }
        const [sessions] = await scene.rows<{ pooled: number; listening: number }>(
          `select count(*) filter (where application_name not in ('service-wake-ups', 'service-budgets', 'faults'))::int as pooled,
             count(*) filter (where application_name = 'service-wake-ups')::int as listening
           from pg_stat_activity where datname = current_database()`,
        );
        expect(sessions?.pooled).toBeLessThanOrEqual(poolSize);
        expect(sessions?.listening).toBeGreaterThanOrEqual(5);
        await stream.end();
        const runs = await expectInvariants(scene);
        expect(runs.length).toBeGreaterThanOrEqual(120);
        await listener.close();
      } finally {
        await scene.close();
        await queue.close();
        await fleet.close();
      }
    },
    testTimeoutMs,
  );

  test(
    "an answer of a conversation streams word by word, and its frames are those that are stored (OPS-67, TURN-31)",
    async () => {
      const direct = { DATABASE_DIRECT_URL: postgres.url };
      const place = {
        databaseUrl: pooler.url,
        secretsKey: secretsKey.toString("base64"),
        apiKey: await keyOfSandbox(),
      };
      const stack = await startTurnStack(place, { api: direct, worker: direct });
      try {
        stack.startWorker();
        const path = await newConversation(stack, 4);
        const { frames, ended } = readStream(await call(stack, path, slowQuestion));
        await ended;
        expect(frames.filter(({ data }) => data.type === "text.delta").length).toBeGreaterThan(1);
        const done = frames.at(-1)?.data;
        expect(done).toMatchObject({ type: "done", status: "completed" });
        expect(textOf(frames)).toBe(answerOf(done));
      } finally {
        await stack.stop();
      }
    },
    testTimeoutMs,
  );
});
