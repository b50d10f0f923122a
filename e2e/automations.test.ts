import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "@service/client";
import { webhookVersion } from "@service/contract";
import type { Database } from "@service/db";
import {
  openTestDatabase,
  type Receiver,
  startReceiver,
  testDatabase,
  type TestDatabase,
  waitFor,
} from "@service/testing";
import { Webhook } from "standardwebhooks";
import { type Stack, startStack } from "../scripts/stack.ts";

// The guide on automations as it stands, against the processes as they are started: api, worker and webhooks.
const guide = join(import.meta.dirname, "../docs/site/guides/automations.md");

let database: TestDatabase;
let db: Database;
let folder: string;
let stack: Stack;
let receiver: Receiver;

beforeAll(async () => {
  database = await testDatabase();
  db = openTestDatabase(database.url);
  folder = await mkdtemp(join(tmpdir(), "automations-"));
  receiver = await startReceiver();
  stack = await startStack({
    dataDir: folder,
    persistent: false,
    databaseUrl: database.url,
    environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8", LOG_LEVEL: "error" },
  });
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the operator's command with the given standard input; its JSON answer. */
async function svc(words: readonly string[], input = ""): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [join(import.meta.dirname, "../apps/operator/src/main.ts"), ...words, "--json"],
    { env: { PATH: process.env["PATH"], DATABASE_URL: database.url, DATA_DIR: folder } },
    (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)),
  );
  child.stdin?.end(input);
  const answer: Record<string, unknown> = JSON.parse(await promise);
  return answer;
}

/** The automations of the guide, by the names of their files. */
async function filesOfGuide(): Promise<Map<string, string>> {
  const text = await readFile(guide, "utf8");
  const blocks = text.matchAll(/`(?<name>[a-z-]+)\.json`[^`]*```json\n(?<json>[^`]+)```/g);
  return new Map([...blocks].map(({ groups }) => [groups?.["name"] ?? "", groups?.["json"] ?? ""]));
}

test("the example of the guide works as it is shown, with every kind of effect (HOOK-25)", async () => {
  const organizationId = String((await svc(["organization", "create", "--name", "My agency"]))["organization_id"]);
  const own = ["--organization", organizationId];
  const key = String((await svc(["key", "create", ...own, "--environment", "live"]))["api_key"]);
  const client = new Client({ baseUrl: stack.apiUrl, apiKey: key });
  async function execution(automationKey: string): Promise<Record<string, unknown>> {
    return waitFor(
      async () => {
        const { rows } = await db.pool.query<Record<string, unknown>>(
          `select x.status, x.code, x.message, x.run_id, x.emitted_event_id, x.delivery_id, x.event_id
           from automation_executions x join automations a on a.id = x.automation_id
           where a.automation_key = $1 and x.finished_at is not null order by x.created_at desc limit 1`,
          [automationKey],
        );
        return rows[0];
      },
      { what: `an execution of ${automationKey}` },
    );
  }

  const screening = { slug: "screening", label: "Screening", description: "", engine_type: "diligence" } as const;
  await client.engines.create({ body: screening });
  await client.engines.versions.publish({ engine_slug: "screening", body: {} });
  const endpoint = await client.webhooks.create({ body: { url: receiver.url, events: ["run.completed"] } });

  const files = await filesOfGuide();
  expect([...files.keys()]).toEqual(["screen-clients", "evaluate-screening", "tell-evaluations", "morning"]);
  for (const text of files.values()) {
    await svc(["automation", "create", ...own, "--file", "-"], text.replace("ENDPOINT", endpoint.id));
  }

  // run_engine: a worker submits the run, and one computes it.
  const added = /`client.json` is `(?<json>\{[^`]+\})`/.exec(await readFile(guide, "utf8"))?.groups?.["json"] ?? "";
  const stated = await svc(["event", "emit", ...own, "--type", "custom.client.added", "--data", "-"], added);
  const screened = await execution("screen-clients");
  expect(screened).toMatchObject({ status: "succeeded", event_id: stated["event_id"] });
  const run = await client.runs.wait(String(screened["run_id"]));
  expect(run.input).toEqual({
    subject: { subject_key: "c-1001", kind: "organization", name: "Bluefin Dining Group LLC" },
  });
  expect(["completed", "degraded"]).toContain(run.status);

  // start_evaluation by the import of a list, and deliver_webhook by the event it ends with.
  const list = join(folder, "list.ndjson");
  const entry = {
    entry_id: "W-1",
    kind: "organization",
    names: [{ name: "Quiet Meadow", strength: "strong" }],
    version: "1",
  };
  await writeFile(list, `${JSON.stringify(entry)}\n`);
  await svc(["dataset", "import", "watchlist:demo", list, ...own]);
  const evaluated = await execution("evaluate-screening");
  expect(evaluated).toMatchObject({ status: "succeeded", emitted_event_id: expect.any(String) });
  const delivery = await waitFor(
    () => receiver.received.find(({ headers }) => headers["webhook-id"] === evaluated["emitted_event_id"]),
    { what: "the delivery of the evaluation" },
  );
  const webhook = new Webhook(endpoint.secret);
  const payload: unknown = webhook.verify(delivery.body, { ...delivery.headers });
  expect(payload).toMatchObject({
    event_id: evaluated["emitted_event_id"],
    type: "evaluation.finished",
    causation_id: evaluated["event_id"],
    depth: 1,
    subject: { kind: "engine", key: "screening" },
    data: { engine_slug: "screening", gate: "passed", automation_key: "evaluate-screening" },
  });
  // Only the header carries the version (HOOK-25).
  expect(payload).not.toHaveProperty("webhook_version");
  expect(delivery.headers).toMatchObject({
    "x-service-webhook-version": webhookVersion,
    "x-service-event-type": "evaluation.finished",
    "content-type": "application/json",
  });
  const listed = await client.webhooks.listDeliveries({ endpoint_id: endpoint.id, event_type: "evaluation.finished" });
  expect(listed.deliveries).toContainEqual(
    expect.objectContaining({
      event_id: evaluated["emitted_event_id"],
      event_type: "evaluation.finished",
      run_id: null,
    }),
  );

  const misspelt = client.webhooks.listDeliveries({ endpoint_id: endpoint.id, event_type: "nonsense" });
  await expect(misspelt).rejects.toMatchObject({ code: "invalid_request" });

  // A schedule, and emit_event by its tick.
  await db.pool.query(
    "update automations set next_tick_at = now() - interval '8 days' where automation_key = 'morning'",
  );
  const morning = await execution("morning");
  expect(morning).toMatchObject({ status: "succeeded" });
  const events = await svc(["event", "list", ...own, "--type", "custom.morning"]);
  expect(events["events"]).toEqual([
    expect.objectContaining({
      event_id: morning["emitted_event_id"],
      causation_id: morning["event_id"],
      data: { of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T1[01]:00:00\.000Z$/) },
    }),
  ]);
  const log = await svc(["automation", "executions", "morning", ...own]);
  expect(log["executions"]).toMatchObject([{ status: "succeeded", event_type: "schedule.fired" }]);
});
