import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { environmentModelOf } from "@service/model-providers";
import type { ModelEvent } from "@service/models";
import { fakeClock, type ModelVendor, startModelVendor, testOperator } from "@service/testing";
import { createOrganization, setOrganization, showOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  disableModel,
  listModels,
  listModelUsage,
  listOpenModels,
  openModelDesk,
  recordModelUsage,
  registerModel,
  removeOldModelUsage,
  resolveModel,
  shownModel,
  testModel,
} from "./index.ts";

const clock = fakeClock();
let deps: TestDeps & { readonly models: ReturnType<typeof openModelDesk> };
let vendor: ModelVendor;
let organizationId: string;

beforeAll(async () => {
  const opened = await openTestDeps({ clock });
  deps = { ...opened, models: openModelDesk({ clock }) };
  vendor = await startModelVendor("openai_compatible");
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(async () => {
  await vendor.stop();
  await deps.close();
});

const registration = (more: object = {}) =>
  JSON.stringify({
    alias: "house",
    provider: "openai_compatible",
    base_url: vendor.baseUrl,
    model: "m-1",
    api_key: "sk-house-1",
    context_tokens: 8_000,
    max_output_tokens: 1_000,
    caps: { json: true },
    surfaces: ["conversation", "converse"],
    ...more,
  });
const resolve = (alias: string, surface: "converse" | "judge" = "converse") =>
  resolveModel(deps, { organizationId, alias, surface });
const ask = async (alias: string): Promise<string> => {
  const resolved = await resolve(alias);
  if (resolved.kind !== "model") throw new Error(JSON.stringify(resolved));
  const events: ModelEvent[] = [];
  const context = { signal: new AbortController().signal, idempotencyKey: randomUUID() };
  for await (const event of resolved.provider.stream(
    { messages: [{ role: "user", content: "Hello" }], maxOutputTokens: 10 },
    context,
  ))
    events.push(event);
  return events.map((event) => (event.t === "text" ? event.text : "")).join("");
};

test("a model is open to nobody before the operator opens it, and only for its surfaces (MODEL-60, MODEL-61)", async () => {
  expect(await resolve("embedded")).toEqual({ kind: "embedded" });
  expect(await resolve("house")).toEqual({ kind: "refused", reason: "not_found" });
  await registerModel(deps, testOperator, registration());
  expect(await resolve("house")).toEqual({ kind: "refused", reason: "not_open" });
  await setOrganization(deps, testOperator, organizationId, { models: ["house"] });
  expect(await resolve("house", "judge")).toEqual({ kind: "refused", reason: "lacks_surface" });
  expect(await ask("house")).toBe("Hello.");
  expect((await listOpenModels(deps, organizationId)).map(({ alias, provider }) => [alias, provider])).toEqual([
    ["embedded", "embedded"],
    ["house", "openai_compatible"],
  ]);
  const other = (await createOrganization(deps, testOperator, { name: "Other" })).id;
  expect(await resolveModel(deps, { organizationId: other, alias: "house", surface: "converse" })).toEqual({
    kind: "refused",
    reason: "not_open",
  });
  expect((await listOpenModels(deps, other)).map(({ alias }) => alias)).toEqual(["embedded"]);
});

test("an alias that nobody registered is not opened (MODEL-61)", async () => {
  await expect(setOrganization(deps, testOperator, organizationId, { models: ["nobody"] })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("nobody"),
  });
  expect((await showOrganization(deps, organizationId)).models).toEqual(["house"]);
});

test("a disabled alias answers nobody until it is registered again, and a change counts at once (MODEL-53, MODEL-62)", async () => {
  await disableModel(deps, testOperator, "house");
  await disableModel(deps, testOperator, "house");
  expect(await resolve("house")).toEqual({ kind: "refused", reason: "disabled" });
  expect((await listOpenModels(deps, organizationId)).map(({ alias }) => alias)).toEqual(["embedded"]);
  await registerModel(deps, testOperator, registration({ model: "m-2", api_key: undefined }));
  const before = vendor.received.length;
  await ask("house");
  const sent = vendor.received[before];
  expect(JSON.parse(sent?.body.toString() ?? "")).toMatchObject({ model: "m-2" });
  expect(sent?.headers["authorization"]).toBe("Bearer sk-house-1");
  await expect(disableModel(deps, testOperator, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("the key is sealed, shown nowhere, and goes to no other host (MODEL-54)", async () => {
  const { rows } = await deps.db.pool.query<{ all: string }>(
    "select string_agg(m::text, '') || (select string_agg(a::text, '') from audit_log a) as all from model_aliases m",
  );
  expect(rows[0]?.all).not.toContain("sk-house-1");
  expect(JSON.stringify((await listModels(deps)).map(shownModel))).not.toContain("sk-house-1");
  await registerModel(deps, testOperator, registration({ alias: "moved" }));
  const moved = registration({ alias: "moved", base_url: "https://other.example.com/v1/", api_key: undefined });
  expect(shownModel(await registerModel(deps, testOperator, moved))).toMatchObject({
    api_key: "none",
    base_url: "https://other.example.com/v1",
  });
});

test.each([
  ["no JSON", "{"],
  ["reserved", { alias: "embedded" }],
  ["default is no registration", { alias: "default" }],
  ["another provider", { provider: "other" }],
  ["no /v1", { base_url: "https://models.example.com" }],
  ["a login in the address", { base_url: "https://u:p@models.example.com/v1" }],
  ["another scheme", { base_url: "file:///v1" }],
  ["more output than context", { max_output_tokens: 9_000 }],
  ["an unknown capability", { caps: { fly: true } }],
  ["no surface", { surfaces: [] }],
  ["an unknown field", { extra: 1 }],
])("a registration with %s is refused, and the key is not repeated (MODEL-53)", async (_case, change) => {
  const text = typeof change === "string" ? change : registration(change);
  const refused = await registerModel(deps, testOperator, text).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "invalid_request" });
  expect(JSON.stringify(refused)).not.toContain("sk-house-1");
});

test("the model of the variables is the alias default, which has to be opened too (MODEL-63)", async () => {
  const own = environmentModelOf({
    modelProvider: "openai_compatible",
    modelBaseUrl: `${vendor.baseUrl}/`,
    modelApiKey: undefined,
    modelName: "own",
  });
  const withOwn = { ...deps, models: openModelDesk({ clock, own }) };
  const wanted = { organizationId, alias: "default", surface: "converse" } as const;
  expect(await resolveModel(withOwn, wanted)).toEqual({ kind: "refused", reason: "not_open" });
  await setOrganization(deps, testOperator, organizationId, { models: ["default", "house"] });
  expect(await resolveModel(withOwn, wanted)).toMatchObject({ kind: "model", line: { model: "own" } });
  expect(await resolveModel(deps, wanted)).toEqual({ kind: "refused", reason: "not_found" });
  expect((await listOpenModels(withOwn, organizationId)).map(({ alias }) => alias)).toEqual([
    "embedded",
    "default",
    "house",
  ]);
  expect((await listModels(withOwn)).map(({ alias }) => alias)).toContain("default");
  expect(
    environmentModelOf({ modelProvider: "anthropic", modelBaseUrl: undefined, modelApiKey: "k", modelName: "m" }),
  ).toMatchObject({ baseUrl: "https://api.anthropic.com/v1" });
});

test("a limit of requests a minute holds over all processes (MODEL-64)", async () => {
  await registerModel(deps, testOperator, registration({ alias: "paced", per_minute: 2 }));
  await setOrganization(deps, testOperator, organizationId, { models: ["paced", "house"] });
  clock.set(new Date("2026-11-23T10:00:20Z"));
  const answers = await Promise.allSettled([ask("paced"), ask("paced"), ask("paced")]);
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { reason: "rate_limited", retryAfterSeconds: 40 } }]);
  clock.advance(40_000);
  expect(await ask("paced")).toBe("Hello.");
});

describe("svc model test", () => {
  test("sends one harmless request and tells what came (MODEL-66)", async () => {
    const tested = await testModel(deps, "house", new AbortController().signal);
    expect(tested).toMatchObject({ failure: null, inputTokens: 12, outputTokens: 3 });
    expect(tested.firstContentMs).toBeLessThanOrEqual(tested.totalMs);
  });
  test("tells the reason of a failure (MODEL-66)", async () => {
    vendor.answer({ status: 401, body: '{"error":{"message":"bad key sk-house-1"}}' });
    const tested = await testModel(deps, "house", new AbortController().signal);
    expect(tested.failure).toMatchObject({ reason: "authentication" });
    expect(JSON.stringify(tested)).not.toContain("sk-house-1");
    vendor.answer({ texts: ["Hello."] });
    await expect(testModel(deps, "nobody", new AbortController().signal)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("usage adds up by day, alias, environment and instance, and is kept 400 days (MODEL-65)", async () => {
  const [environmentId, instanceId] = [randomUUID(), randomUUID()];
  const use = {
    organizationId,
    environmentId,
    environment: "live",
    alias: "house",
    instanceId: null,
    failed: false,
    inputTokens: 10,
    outputTokens: 2,
  };
  await Promise.all([
    recordModelUsage(deps, use),
    recordModelUsage(deps, { ...use, failed: true, outputTokens: Number.NaN }),
    recordModelUsage(deps, { ...use, instanceId }),
  ]);
  const lines = await listModelUsage(deps, organizationId);
  expect(lines).toHaveLength(2);
  expect(lines.find((line) => line.instanceId === null)).toMatchObject({
    alias: "house",
    environment: "live",
    requests: 2,
    failures: 1,
    inputTokens: 20,
    outputTokens: 2,
  });
  expect(await listModelUsage(deps, organizationId, { to: "2020-01-01" })).toEqual([]);
  await expect(listModelUsage(deps, organizationId, { from: "soon" })).rejects.toMatchObject({
    code: "invalid_request",
  });
  await deps.db.pool.query("update model_usage set day = day - 401 where instance_id = $1", [instanceId]);
  expect(await removeOldModelUsage(deps.db, { rowsMax: 10 })).toBe(1);
  expect(await listModelUsage(deps, organizationId)).toHaveLength(1);
});
