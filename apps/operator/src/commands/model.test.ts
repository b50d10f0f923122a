import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ModelVendor, startModelVendor, testDatabase, type TestDatabase } from "@service/testing";
import { runSvc } from "../testing/run-svc.ts";

const key = "sk-of-the-house-42";
let database: TestDatabase;
let vendor: ModelVendor;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  vendor = await startModelVendor("anthropic");
  folder = await mkdtemp(join(tmpdir(), "svc-model-"));
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    MODEL_PROVIDER: "anthropic",
    MODEL_BASE_URL: vendor.baseUrl.replace("/v1", ""),
    MODEL_API_KEY: "sk-of-the-variables",
    MODEL_NAME: "own-model",
  };
});
afterAll(async () => {
  await vendor.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const svc = async (...words: string[]) => {
  const ran = await runSvc([...words, "--json"], { environment });
  const answer: Record<string, unknown> = ran.stdout === "" ? {} : JSON.parse(ran.stdout);
  return { ...ran, answer };
};

test("a model is registered, opened, tested and disabled, and no command shows its key (MODEL-53, MODEL-63, MODEL-66, MODEL-191)", async () => {
  const file = join(folder, "house.json");
  await writeFile(
    file,
    JSON.stringify({
      alias: "house",
      provider: "anthropic",
      base_url: vendor.baseUrl,
      model: "m-large",
      api_key: key,
      context_tokens: 100_000,
      max_output_tokens: 4_096,
      caps: { json: true, tools: true },
      surfaces: ["conversation", "converse"],
      price: { currency: "USD", input_per_million: 3, output_per_million: 15 },
    }),
  );
  const ran = [await svc("model", "register", file), await svc("model", "list")];
  expect(ran[0]?.answer).toMatchObject({
    alias: "house",
    api_key: "set",
    caps: { tools: true, json: true, judge: false },
    status: "active",
  });
  expect(ran[1]?.answer).toMatchObject({
    models: [
      { alias: "embedded", provider: "embedded", surfaces: ["conversation", "converse"], status: "active" },
      { alias: "default", model: "own-model", api_key: "set" },
      { alias: "house", price: "3/15 USD" },
    ],
  });

  const embedded = await svc("model", "test", "embedded");
  expect([embedded.status, embedded.answer]).toMatchObject([0, { ok: true, total_ms: 0, caps: { json: true } }]);
  expect(embedded.stderr).toContain("nothing was sent");
  await writeFile(join(folder, "empty.json"), JSON.stringify({ alias: "none", provider: "anthropic" }));
  const unfinished = await svc("model", "register", join(folder, "empty.json"));
  expect([unfinished.status, unfinished.stderr]).toEqual([1, expect.stringMatching(/model.*is required/s)]);

  const created = await svc("organization", "create", "--name", "Harborline");
  const id = String(created.answer["organization_id"]);
  const opened = await svc("organization", "set", id, "--models", "house,default", "--max-active-turns", "7");
  expect(opened.answer).toMatchObject({ models: "house,default", max_active_turns: 7 });
  const unknown = await svc("organization", "set", id, "--models", "house,nobody");
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("nobody")]);
  const closed = await svc("organization", "set", id, "--models", "none", "--conversation-retention-days", "30");
  expect(closed.answer).toMatchObject({ models: "none", max_active_turns: 7, conversation_retention_days: 30 });

  for (const alias of ["house", "default"]) {
    const tested = await svc("model", "test", alias);
    ran.push(tested);
    expect([tested.status, tested.answer]).toMatchObject([0, { alias, ok: true, reason: null, output_tokens: 3 }]);
  }
  vendor.answer({ status: 401, body: JSON.stringify({ error: { type: "authentication_error", message: key } }) });
  const refused = await svc("model", "test", "house");
  ran.push(refused);
  expect([refused.status, refused.answer]).toMatchObject([1, { ok: false, reason: "authentication" }]);

  ran.push(await svc("model", "disable", "house"), await svc("model", "list"));
  expect(ran.at(-1)?.answer).toMatchObject({ models: [{}, {}, { alias: "house", status: "disabled" }] });
  expect((await svc("model", "usage", "--organization", id)).answer).toEqual({ usage: [] });
  for (const { stdout, stderr } of ran) {
    expect(stdout + stderr).not.toContain(key);
    expect(stdout + stderr).not.toContain("sk-of-the-variables");
  }
});
