import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-event-"));
  const created = await svc(["organization", "create", "--name", "Harborline", "--json"]);
  organizationId = String(field(created.stdout, "organization_id"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[], input = ""): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder }, input });
}

function field(json: string, name: string): unknown {
  const parsed: unknown = JSON.parse(json);
  return typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, name) : undefined;
}

test("emit records a fact, once per key, and list shows it", async () => {
  const path = join(folder, "deploy.json");
  await writeFile(path, '{"commit":"abc"}');
  const emit = [
    "event",
    "emit",
    "--organization",
    organizationId,
    "--type",
    "deploy.finished",
    "--key",
    "abc",
    "--json",
  ];
  const first = await svc([...emit, "--data", path]);
  expect([first.status, first.stderr]).toEqual([0, expect.not.stringContaining("nothing was recorded")]);
  const again = await svc([...emit, "--data", "-"], '{"commit":"other"}');
  expect([again.status, again.stderr]).toEqual([0, expect.stringContaining("nothing was recorded")]);
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(first.stdout));
  const listed = await svc(["event", "list", "--organization", organizationId, "--type", "deploy.finished", "--json"]);
  expect(field(listed.stdout, "events")).toEqual([
    expect.objectContaining({
      event_id: field(first.stdout, "event_id"),
      type: "deploy.finished",
      data: { commit: "abc" },
      subject: { kind: "organization", key: organizationId },
      depth: 0,
    }),
  ]);
});

test("an unknown type and data other than an object are refused; wrong usage ends with status 2 (OPS-25)", async () => {
  const emit = (type: string) => ["event", "emit", "--organization", organizationId, "--type", type, "--data", "-"];
  const unknown = await svc(emit("run.completed"), "{}");
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining("custom.")]);
  const list = await svc(emit("custom.a"), "[]");
  expect([list.status, list.stderr]).toEqual([1, expect.stringContaining("JSON object")]);
  expect((await svc(["event", "list"])).status).toBe(2);
  const help = await svc(["help", "event"]);
  expect([help.status, help.stderr]).toEqual([0, ""]);
  for (const words of ["emit", "list", "deploy.finished", "400 days"]) expect(help.stdout).toContain(words);
});

test("abandoned events are listed with their last error and can be made due again", async () => {
  const eventId = randomUUID();
  const db = openTestDatabase(database.url);
  await db.pool.query(
    `insert into event_marks (event_id, consumer, organization_id, attempts, last_error, failed_at)
     values ($1, 'webhooks', $2, 10, 'Error: no run', now())`,
    [eventId, organizationId],
  );
  const listed = await svc(["event", "failed", "--organization", organizationId, "--json"]);
  expect(field(listed.stdout, "events")).toMatchObject([
    { event_id: eventId, consumer: "webhooks", attempts: 10, error: "Error: no run" },
  ]);
  const retry = ["event", "retry", "--organization", organizationId, "--event", eventId, "--json"];
  expect(field((await svc(retry)).stdout, "due")).toBe(1);
  expect(field((await svc(retry)).stdout, "due")).toBe(0);
  const { rows } = await db.pool.query("select attempts, failed_at from event_marks where event_id = $1", [eventId]);
  expect(rows).toEqual([{ attempts: 0, failed_at: null }]);
  await db.close();
});
