import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEngine } from "@service/domain/engines";
import { authenticate, createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { testOperator } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

// Every command runs in a separate process.
let deps: TestDeps;
let folder: string;
let owner: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-engine-"));
  deps = await openTestDeps();
  const { id } = await createOrganization(deps, testOperator, { name: "Harborline" });
  owner = ["--organization", id];
  const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId: id, environmentSlug: "live" });
  const caller = await authenticate(deps, apiKey);
  if (caller.kind !== "organization_key") throw new Error("not an organization key");
  await createEngine(deps, caller, { slug: "quotes", label: "Quotes", description: "", engineType: "comparison" });
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[], input = ""): Promise<Ended> {
  const environment = {
    DATABASE_URL: deps.databaseUrl,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  return runSvc(["engine", "set-stamp-secret", ...words, ...owner], { environment, input });
}

test("a secret is read from standard input, sealed and never shown; the previous one stays valid for a day", async () => {
  const secret = "a secret of the portal";
  const first = await svc(["quotes", "--source", "portal", "--json"], `${secret}\n`);
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(JSON.parse(first.stdout)).toEqual({
    slug: "quotes",
    source_key: "portal",
    set_at: expect.any(String),
    previous_accepted_until: null,
  });
  const second = await svc(["quotes", "--source", "portal", "--json"], "another");
  const answer: unknown = JSON.parse(second.stdout);
  const { set_at: setAt, previous_accepted_until: until } = Object.assign(
    { set_at: "", previous_accepted_until: "" },
    answer,
  );
  expect(Math.abs(Date.parse(until) - Date.parse(setAt) - 86_400_000)).toBeLessThan(60_000);
  const people = await svc(["quotes", "--source", "portal"], "a third one");
  const { rows } = await deps.db.pool.query<{ ciphertext: string }>("select ciphertext from engine_stamp_secrets");
  expect(rows).toHaveLength(3);
  for (const shown of [first.stdout, people.stdout, people.stderr, ...rows.map(({ ciphertext }) => ciphertext)])
    for (const value of [secret, "another", "a third one"]) expect(shown).not.toContain(value);
  const fourth = await svc(["quotes", "--source", "portal"], "one too many");
  expect([fourth.status, fourth.stderr]).toEqual([1, expect.stringContaining("3 live secrets")]);
});

test("an unknown engine, an invalid source key and an empty secret are refused", async () => {
  for (const [words, input, says] of [
    [["nobody", "--source", "portal"], "secret", "engine"],
    [["quotes", "--source", "no such key!"], "secret", "key"],
    [["quotes", "--source", "crm"], "\n", "empty"],
  ] as const) {
    const ended = await svc(words, input);
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain(says);
  }
});
