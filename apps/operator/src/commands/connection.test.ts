import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-connection-"));
  organizationId = String((await answerOf("organization", "create", "--name", "Harborline"))["organization_id"]);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(...words: readonly string[]): Promise<Ended> {
  return runSvc(words, {
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
  });
}

async function answerOf(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await svc(...words, "--json");
  if (status !== 0) throw new Error(stderr);
  const parsed: Record<string, unknown> = JSON.parse(stdout);
  return parsed;
}

async function create(name: string, kind: string, config: object, ...more: readonly string[]) {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(config));
  const of = ["--organization", organizationId, "--name", name, "--kind", kind, "--config", file];
  return { file, made: await answerOf("connection", "create", ...of, ...more) };
}

test("a schedule is set, shown and taken away, and a wrong one is refused with a sentence (IMP-264)", async () => {
  const { made } = await create("exports", "file_drop", { folder }, "--schedule", "15 6 * * 1-5");
  expect(made).toMatchObject({ schedule: "15 6 * * 1-5", timezone: "UTC", next_sync_at: expect.any(String) });
  const id = String(made["connection_id"]);
  const zone = ["--timezone", "America/New_York"];
  expect(await answerOf("connection", "set", id, ...zone)).toMatchObject({ timezone: "America/New_York" });
  expect(await answerOf("connection", "set", id, "--schedule", "none")).toMatchObject({ next_sync_at: null });
  expect(await svc("connection", "set", id, "--schedule", "at six")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("The schedule must have five fields: minute hour day-of-month month day-of-week."),
  });
  expect(await answerOf("connection", "sync", id)).toEqual({
    state: "nothing",
    reason: "There is no manifest.json in the folder.",
  });
});

test("secrets of a config are sealed, and in no answer, message or table (IMP-201)", async () => {
  const dsn = "postgres://reader:hidden-password@127.0.0.1:9/ams";
  const config = { dsn, sources: [{ name: "clients", query: "select 1" }] };
  const { made, file } = await create("ams", "sql", config);
  const id = String(made["connection_id"]);
  const outputs = [
    JSON.stringify(made),
    JSON.stringify(await answerOf("connection", "show", id)),
    JSON.stringify(await answerOf("connection", "list", "--organization", organizationId)),
    JSON.stringify(await svc("connection", "sync", id)),
    JSON.stringify(await svc("connection", "set", id, "--config", file)),
    JSON.stringify(await svc("event", "list", "--organization", organizationId, "--json")),
    JSON.stringify(await svc("audit", "list", "--organization", organizationId, "--json")),
  ];
  expect(outputs.join("\n")).toContain("cannot be reached");
  expect(outputs.join("\n")).not.toContain("hidden-password");
});
