import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEngine } from "@service/domain/engines";
import { newCaller, openTestDeps, type TestDeps } from "@service/domain/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let deps: TestDeps;
let folder: string;
let owner: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-engine-"));
  deps = await openTestDeps();
  const caller = await newCaller(deps);
  owner = ["--organization", caller.organizationId];
  await createEngine(deps, caller, { slug: "quotes", label: "Quotes", description: "", engineType: "comparison" });
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[], input = ""): Promise<Ended> {
  return run(["engine", "set-stamp-secret", ...words, ...owner], input);
}

function run(words: readonly string[], input = ""): Promise<Ended> {
  const environment = {
    DATABASE_URL: deps.databaseUrl,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  return runSvc(words, { environment, input });
}

test("a secret is read from standard input, sealed and never shown; the previous one stays valid for a day", async () => {
  const secret = "a secret of the portal, of 32 letters";
  const [another, third] = [`another ${secret}`, `third ${secret}`];
  const first = await svc(["quotes", "--source", "portal", "--json"], `${secret}\n`);
  expect([first.status, first.stderr]).toEqual([
    0,
    "svc: warning: the draft lists no submission source portal, and no other: the secret has no effect until it does\n",
  ]);
  expect(JSON.parse(first.stdout)).toEqual({
    slug: "quotes",
    source_key: "portal",
    set_at: expect.any(String),
    previous_accepted_until: null,
    warnings: [expect.stringContaining("portal")],
  });
  const second = await svc(["quotes", "--source", "portal", "--json"], another);
  const answer: unknown = JSON.parse(second.stdout);
  const { set_at: setAt, previous_accepted_until: until } = Object.assign(
    { set_at: "", previous_accepted_until: "" },
    answer,
  );
  expect(Math.abs(Date.parse(until) - Date.parse(setAt) - 86_400_000)).toBeLessThan(60_000);
  const people = await svc(["quotes", "--source", "portal"], third);
  const { rows } = await deps.db.pool.query<{ ciphertext: string }>("select ciphertext from engine_stamp_secrets");
  expect(rows).toHaveLength(3);
  for (const shown of [first.stdout, people.stdout, people.stderr, ...rows.map(({ ciphertext }) => ciphertext)])
    for (const value of [secret, another, third]) expect(shown).not.toContain(value);
  const fourth = await svc(["quotes", "--source", "portal"], `fourth ${secret}`);
  expect([fourth.status, fourth.stderr]).toEqual([1, expect.stringContaining("3 live secrets")]);
});

test("an unknown engine, an invalid source key and a secret that can be guessed are refused (KEY-43)", async () => {
  for (const [words, input, says] of [
    [["nobody", "--source", "portal"], "x".repeat(32), "svc engine list"],
    [["quotes", "--source", "no such key!"], "x".repeat(32), "key"],
    [["quotes", "--source", "crm"], "\n", "empty"],
    [["quotes", "--source", "crm"], `${"x".repeat(7)}\n`, "openssl rand -hex 32"],
    [["quotes", "--source", "crm"], "x".repeat(1_025), "at most 1024 bytes"],
  ] as const) {
    const ended = await svc(words, input);
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain(says);
  }
});

test("engines are listed with their type, newest release and pin policy (OPS-45)", async () => {
  const { stdout } = await run(["engine", "list", ...owner, "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    engines: [
      {
        slug: "quotes",
        label: "Quotes",
        engine_type: "comparison",
        status: "active",
        pin_policy: "latest_allowed",
        newest_release: null,
        draft_updated_at: expect.any(String),
      },
    ],
  });
});
