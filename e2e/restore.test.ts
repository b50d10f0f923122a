import { Client } from "@service/client";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { privatePostgres, tcpProxy, waitFor, type PrivatePostgres, type TcpProxy } from "@service/testing";
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";

import { memberNames, secretsKey, slotsPerWorker, startFleet, type Fleet } from "./faults/fleet.ts";
import { startModelGate, type ModelGate } from "./faults/model-gate.ts";
import { archiveAll, archiveLog, baseBackup, query, restoreTo } from "./faults/physical-copy.ts";
import { createScene, type Scene } from "./faults/scene.ts";
import { seeded } from "./faults/seeded.ts";
import { startWebhookRecorder, type Recorded, type WebhookRecorder } from "./faults/webhook-recorder.ts";

// "Backup and restore" of docs/operating.md, step by step: base backup and archived log, the files, the key.
// FAULTS_VERBOSE=1 shows the logs of the processes.

const root = resolve(import.meta.dirname, "..");
const testTimeoutMs = 300_000;
const otherKey = Buffer.alloc(32, 8).toString("base64");

let original: PrivatePostgres;
let restored: PrivatePostgres | undefined;
let archive: string;
let backup: string | undefined;
let filesBackup: string;
let address: TcpProxy;
let databaseUrl: string;
let model: ModelGate;
let recorder: WebhookRecorder;
let fleet: Fleet;
let scene: Scene;

beforeAll(async () => {
  original = await privatePostgres();
  await applyMigrations(original.url);
  archive = await archiveLog(original);
  filesBackup = await mkdtemp(join(tmpdir(), "service-files-backup-"));
  address = await tcpProxy({ port: Number(new URL(original.url).port) });
  databaseUrl = address.through(original.url);
  model = await startModelGate();
  recorder = await startWebhookRecorder(seeded(97));
  fleet = await startFleet({ databaseUrl, queueUrl: undefined, modelUrl: model.url, firstSilenceSeconds: 120 });
  scene = await createScene({ fleet, databaseUrl, recorder, seed: 113 });
}, testTimeoutMs);
afterAll(async () => {
  await scene?.close();
  await fleet?.close();
  await recorder?.close();
  await model?.close();
  await address?.close();
  await restored?.close();
  await original?.close();
  for (const folder of [archive, filesBackup, backup ?? archive]) await rm(folder, { recursive: true, force: true });
}, testTimeoutMs);

/** In a sandbox, a conversation needs no release of its instance. */
async function sandboxClient(client: Client): Promise<Client> {
  await client.environments.create({ body: { slug: "sandbox", name: "Sandbox" } });
  const words = ["key", "create", "--organization", scene.organizationId, "--environment", "sandbox", "--json"];
  const { output } = await command("apps/operator/src/main.ts", words);
  const { api_key: apiKey } = z.object({ api_key: z.string() }).parse(JSON.parse(output));
  return new Client({ baseUrl: fleet.apiUrls[0], apiKey });
}

/** Submits so many runs at once. @returns their ids. */
function submit(engineSlug: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const { runId } = await scene.customer.submit({ engineSlug, input: scene.input(`account-${place}`, 5_000) });
      return runId;
    }),
  );
}

async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await scene.rows<{ status: string }>("select status from runs where id = any($1) order by status", [
    ids,
  ]);
  return rows.map(({ status }) => status);
}

async function untilStatuses(ids: readonly string[], expected: readonly string[]): Promise<void> {
  await waitFor(async () => String(await statusesOf(ids)) === String(expected), { what: String(expected) });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

async function untilDelivered(): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await scene.rows<{ open: number }>(
        `select count(*)::int as open from webhook_events e left join webhook_deliveries d on d.event_id = e.id
         where d.state is distinct from 'delivered'`,
      );
      return row?.open === 0;
    },
    { what: "every event delivered" },
  );
}

async function eventsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await scene.rows<{ id: string }>("select id::text from webhook_events where run_id = any($1)", [ids]);
  return rows.map(({ id }) => id).toSorted();
}

const eventsIn = (recorded: readonly Recorded[]): string[] =>
  [...new Set(recorded.map(({ eventId }) => eventId))].toSorted();

/** A command of the operator's guide with the environment of the processes, until its end. */
async function command(
  file: string,
  words: readonly string[],
  changes: Readonly<Record<string, string>> = {},
): Promise<{ status: number; output: string }> {
  const ended = Promise.withResolvers<{ status: number; output: string }>();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: fleet.dataDir, SECRETS_KEY: secretsKey, ...changes };
  execFile(process.execPath, [join(root, file), ...words], { env }, (error, output) =>
    ended.resolve({ status: error === null ? 0 : Number(error.code), output }),
  );
  return ended.promise;
}

test(
  "a restore to a moment brings back runs, files and secrets of that moment, and nothing later (OPS-66)",
  async () => {
    const client = new Client({ baseUrl: fleet.apiUrls[0], apiKey: scene.apiKey });
    const desk = await sandboxClient(client);
    const beforeBackup = await submit(scene.fastEngine, 5);
    await untilStatuses(beforeBackup, times(5, "completed"));
    backup = await baseBackup(original);

    // Only the archived log has what follows.
    const slug = "desk";
    const config = { grounding: { sources: [{ kind: "knowledge" as const }] }, attachments: { enabled: true } };
    await desk.conversationInstances.create({ body: { slug, label: "Desk", config } });
    const { conversation_id } = await desk.conversations.create({ slug, body: {} });
    const bytes = "Deductible 1,000\n".repeat(1_000);
    const file = new File([bytes], "policy.txt", { type: "text/plain" });
    const { attachment_id } = await desk.attachments.upload({ slug, conversation_id, body: { file } });
    const attachment = { slug, conversation_id, attachment_id };
    const finished = [...beforeBackup, ...(await submit(scene.fastEngine, 5))];
    await untilStatuses(finished, times(10, "completed"));
    await untilDelivered();
    model.hold();
    const slots = 2 * slotsPerWorker;
    const unfinished = await submit(scene.heldEngine, slots + 5);
    await untilStatuses(unfinished, [...times(5, "queued"), ...times(slots, "processing")]);
    await waitFor(
      async () =>
        (await scene.rows("select from runs where status = 'processing' and heartbeat_at is null")).length === 0,
      { what: "a sign of life from each run that is held, after which its lease is short" },
    );
    const [now] = await query<{ moment: string }>(original.url, "select clock_timestamp()::text as moment");
    await cp(join(fleet.dataDir, "files"), filesBackup, { recursive: true });

    // Later: work goes on, and somebody deletes what is still needed.
    model.release();
    await untilStatuses(unfinished, times(slots + 5, "degraded"));
    const later = await submit(scene.fastEngine, 3);
    await untilStatuses(later, times(3, "completed"));
    await untilDelivered();
    const eventsOfUnfinished = await eventsOf(unfinished);
    const { endpoints } = await client.webhooks.list();
    for (const { id } of endpoints) await client.webhooks.delete({ endpoint_id: id });
    await desk.conversations.delete({ slug, conversation_id });
    await scene.rows("delete from runs where id = any($1)", [finished]);
    expect(await statusesOf(finished)).toEqual([]);

    for (const name of memberNames) await fleet.terminate(name);
    await archiveAll(original.url);
    await original.stop();
    await rm(join(fleet.dataDir, "files"), { recursive: true });

    restored = await restoreTo(now?.moment ?? "", backup, archive);
    address.pointTo(Number(new URL(restored.url).port));
    await cp(filesBackup, join(fleet.dataDir, "files"), { recursive: true });
    expect(await command("packages/db/src/migrate-cli.ts", ["apply"])).toEqual({
      status: 0,
      output: "nothing to apply\n",
    });

    // A wrong key is named by the doctor; a process that starts with it sends nothing and says so.
    expect((await command("apps/operator/src/main.ts", ["doctor"])).status).toBe(0);
    const { status, output } = await command("apps/operator/src/main.ts", ["doctor"], { SECRETS_KEY: otherKey });
    expect(status).toBe(1);
    expect(output).toMatch(/stored secrets are sealed with key \w+, and this one is \w+/);
    const sentBefore = scene.recorded.length;
    await fleet.start("webhooks", { SECRETS_KEY: otherKey });
    await fleet.start("worker-1");
    await fleet.says("webhooks", "secrets of an endpoint cannot be opened");
    expect(scene.recorded.length).toBe(sentBefore);
    await fleet.terminate("webhooks");

    await fleet.restore();
    await untilStatuses(unfinished, times(slots + 5, "degraded"));
    await untilDelivered();
    expect(await statusesOf(finished)).toEqual(times(10, "completed"));
    expect(await statusesOf(later)).toEqual([]);
    const sent = scene.recorded.slice(sentBefore);
    // Runs that had ended after the moment end again, under the event ids that the receiver knows.
    expect(eventsIn(sent)).toEqual(eventsOfUnfinished);
    expect(sent.filter(({ isVerified }) => !isVerified)).toEqual([]);
    const { location } = await desk.attachments.content(attachment);
    expect(await (await fetch(location)).text()).toBe(bytes);
    for (const runId of [...finished, ...unfinished]) {
      const answer = await scene.customer.call(0, "GET", `/api/v1/runs/${runId}`);
      expect(answer).toMatchObject({ status: 200, body: { output: expect.anything() } });
    }
    for (const runId of later) {
      expect(await scene.customer.call(1, "GET", `/api/v1/runs/${runId}`)).toMatchObject({ status: 404 });
    }
  },
  testTimeoutMs,
);
