import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let owner: readonly string[];

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-source-"));
  const created = await svc(["organization", "create", "--name", "Harborline", "--json"]);
  owner = ["--organization", String(answerOf(created)["organization_id"])];
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[]): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder } });
}

function answerOf({ stdout }: Ended): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(stdout);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

test("create shows key and secret once, rotate a new secret, list all but secrets, disable ends it (OPS-29)", async () => {
  const map = join(folder, "map.json");
  await writeFile(map, '{"accept":["push"]}');
  const words = [
    ...owner,
    "--environment",
    "live",
    "--kind",
    "repo_host",
    "--map",
    map,
    "--key",
    "main-repo",
    "--json",
  ];
  const created = await svc(["source", "create", ...words]);
  expect(created.status).toBe(0);
  expect(answerOf(created)).toEqual({ source_key: "main-repo", secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(created.stderr).toContain("this once");
  const rotated = await svc(["source", "rotate", "main-repo", ...owner, "--json"]);
  expect(answerOf(rotated)).toEqual({ source_key: "main-repo", secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(answerOf(rotated)["secret"]).not.toBe(answerOf(created)["secret"]);
  const listed = await svc(["source", "list", ...owner, "--json"]);
  expect(answerOf(listed)["sources"]).toEqual([
    expect.objectContaining({
      source_key: "main-repo",
      kind: "repo_host",
      environment: "live",
      mapping: { accept: ["push"] },
      status: "enabled",
      live_secrets: 2,
    }),
  ]);
  expect(listed.stdout).not.toContain(String(answerOf(rotated)["secret"]));
  const disabled = await svc(["source", "disable", "main-repo", ...owner, "--json"]);
  expect(answerOf(disabled)).toEqual({ source_key: "main-repo", disabled_at: expect.any(String) });
  const late = await svc(["source", "rotate", "main-repo", ...owner]);
  expect([late.status, late.stderr]).toEqual([1, expect.stringContaining("The source is disabled")]);
  const typo = await svc(["source", "rotate", "main-rep", ...owner]);
  expect([typo.status, typo.stderr]).toEqual([1, expect.stringContaining("svc source list")]);
});

test("an invalid mapping, an unknown kind and a missing organization are refused, and nothing is created", async () => {
  const map = join(folder, "wrong.json");
  await writeFile(map, '{"type":"/a"}');
  const wrong = await svc(["source", "create", ...owner, "--environment", "live", "--kind", "native", "--map", map]);
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('takes only "accept"')]);
  const kind = await svc(["source", "create", ...owner, "--environment", "live", "--kind", "other"]);
  expect([kind.status, kind.stderr]).toEqual([2, expect.stringContaining("native, repo_host, ams_ons")]);
  expect((await svc(["source", "list"])).status).toBe(2);
  const listed = await svc(["source", "list", ...owner, "--json"]);
  expect(listed.stdout).not.toContain('"native"');
  const help = await svc(["help", "source"]);
  expect([help.status, help.stderr]).toEqual([0, ""]);
  for (const words of ["X-Service-Source-Code", "X-Hub-Signature-256", "webhook-signature", "rotate"])
    expect(help.stdout).toContain(words);
});
