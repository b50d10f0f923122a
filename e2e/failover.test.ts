import { Health } from "@service/contract";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { privatePostgres, tcpProxy, waitFor, type PrivatePostgres, type TcpProxy } from "@service/testing";

import { memberNames, startFleet, type Fleet } from "./faults/fleet.ts";
import { detailsOf, expectInvariants } from "./faults/invariants.ts";
import { startModelGate, type ModelGate } from "./faults/model-gate.ts";
import { query, startSynchronousStandby } from "./faults/physical-copy.ts";
import { createScene, type Scene } from "./faults/scene.ts";
import { seeded } from "./faults/seeded.ts";
import { startStream } from "./faults/submission-stream.ts";
import { startWebhookRecorder, type WebhookRecorder } from "./faults/webhook-recorder.ts";

// The primary database is lost for good while the service works, and its synchronous standby takes its place behind the
// same address ("A standby takes over" in docs/operating.md).
// FAULTS_VERBOSE=1 shows the logs of the processes.

const testTimeoutMs = 300_000;

let primary: PrivatePostgres;
let standby: PrivatePostgres;
/** What the service connects to: the virtual address, or the load balancer, before the two servers. */
let address: TcpProxy;
/** Between the primary and its standby. */
let link: TcpProxy;
let model: ModelGate;
let recorder: WebhookRecorder;
let fleet: Fleet;
let scene: Scene;

beforeAll(async () => {
  primary = await privatePostgres();
  await applyMigrations(primary.url);
  const port = Number(new URL(primary.url).port);
  address = await tcpProxy({ port });
  link = await tcpProxy({ port });
  standby = await startSynchronousStandby(primary, link.through(primary.url));
  model = await startModelGate();
  recorder = await startWebhookRecorder(seeded(97));
  const databaseUrl = address.through(primary.url);
  fleet = await startFleet({ databaseUrl, queueUrl: undefined, modelUrl: model.url });
  scene = await createScene({ fleet, databaseUrl, recorder, seed: 107 });
}, testTimeoutMs);
afterAll(async () => {
  await scene?.close();
  await fleet?.close();
  await recorder?.close();
  await model?.close();
  await address?.close();
  await link?.close();
  await standby?.close();
  await primary?.close();
}, testTimeoutMs);

async function untilHealthSays(status: "ok" | "degraded"): Promise<void> {
  for (const url of fleet.apiUrls) {
    await waitFor(async () => Health.parse(await (await fetch(`${url}/health`)).json()).status === status, {
      everyMs: 50,
      what: `${url} that says ${status}`,
    });
  }
}

async function untilAccepted(count: number): Promise<void> {
  await waitFor(() => scene.customer.acceptedCount >= count, { what: `${count} accepted runs` });
}

/** Sessions of the primary that wait for the standby to confirm their commit. */
async function commitsUnconfirmed(): Promise<number> {
  return (await query(primary.url, "select from pg_stat_activity where wait_event = 'SyncRep'")).length;
}

test(
  "a standby takes over in the middle of a stream: every answered run ends once, and no process is restarted (OPS-65, RUN-13)",
  async () => {
    const { customer, random } = scene;
    const pids = memberNames.map((name) => fleet.pid(name));
    const stream = startStream({ scene, customer, random, least: 120 });
    await untilAccepted(30);
    model.hold();
    await waitFor(() => model.waiting > 0, { what: "a run that waits for its model" });

    // The standby loses touch first: what the primary commits now is unknown to it, and must be answered to nobody.
    link.swallow(true);
    await waitFor(async () => (await commitsUnconfirmed()) >= 2, { what: "commits that the standby never receives" });
    await primary.kill();
    address.refuse(true);
    link.refuse(true);
    await untilHealthSays("degraded");
    const acceptedBefore = customer.acceptedCount;

    await query(standby.url, "select pg_promote()");
    address.pointTo(Number(new URL(standby.url).port));
    address.refuse(false);
    await untilHealthSays("ok");
    model.release();
    await untilAccepted(acceptedBefore + 30);
    await stream.end();
    const runs = await expectInvariants(scene);
    expect(runs.length).toBeGreaterThanOrEqual(120);
    // The queue is in the same database: a run that was answered 503 because of it is stored as failed.
    for (const run of runs.filter(({ status }) => status === "failed")) {
      expect(detailsOf(run)).toMatchObject({ code: "queue_unreachable" });
    }
    expect(memberNames.map((name) => fleet.pid(name))).toEqual(pids);
  },
  testTimeoutMs,
);
