import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createScenario, judgeByModels } from "@service/domain/evals";
import { listModelUsage, openModelDesk } from "@service/domain/models";
import { setOrganization } from "@service/domain/organizations";
import { holderOf, registerTestManifest, registerTestModel } from "@service/domain/testing";
import { EvalScenarioContent } from "@service/contract";
import { type ModelVendor, startModelVendor, startProgram, testOperator, waitFor } from "@service/testing";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import { anInstance, ended, evaluated, knowledge, codesOf, startTestEvals } from "../../testing/evaluations.ts";

/** Started by its file: an app imports no other app. */
const workerFile = fileURLToPath(new URL("../../../../../apps/worker/src/main.ts", import.meta.url));
const canary = "sk-canary-of-the-judge";
const formats = ["openai_compatible", "anthropic"] as const;
let api: TestApi;
let org: TestOrganization;
let key: Actor;
let work: ReturnType<typeof startTestEvals>;
let vendors: Readonly<Record<(typeof formats)[number], ModelVendor>>;
let path: string;
let silent: string;
let made = 0;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false, hasFiles: false });
  org = await api.organization();
  key = org.organization;
  vendors = {
    openai_compatible: await startModelVendor("openai_compatible"),
    anthropic: await startModelVendor("anthropic"),
  };
  const model = (alias: string, provider: (typeof formats)[number], more: object = {}) =>
    registerTestModel(api.deps, {
      alias,
      provider,
      baseUrl: vendors[provider].baseUrl,
      more: {
        api_key: canary,
        context_tokens: 8_000,
        caps: { judge: true, embeddings: true },
        surfaces: ["judge"],
        ...more,
      },
    });
  for (const format of formats) await model(format, format);
  await model("talker", "openai_compatible", { surfaces: ["conversation", "converse"] });
  await model("mute", "openai_compatible", { caps: {} });
  await model("closed", "openai_compatible");
  const { organizationId } = org;
  await setOrganization(api.deps, testOperator, organizationId, { models: [...formats, "talker", "mute", "default"] });
  const manifestOf = (name: string, parts: readonly string[]) =>
    registerTestManifest(api.deps, { name, destinations: formats, parts });
  const whole = await manifestOf("judged", ["instructions", "input", "knowledge"]);
  const narrow = await manifestOf("unjudged", ["instructions", "input"]);
  path = await anInstance(key, { ...knowledge, egress_manifest_version: whole });
  silent = await anInstance(key, { ...knowledge, egress_manifest_version: narrow });
  work = startTestEvals(api, { modelsOf: (trial) => judgeByModels(api.deps, trial) });
});
afterAll(async () => {
  await work.stop(2_000);
  for (const format of formats) await vendors[format].stop();
  await api.stop();
});

const verdict = (score: number) => ({ texts: ['{"score":', `${score},`, '"reason":"Names the hours."}'] });
const judging = (model: string, more: object = {}) => ({
  type: "model_judge",
  rubric: "Names the hours.",
  model,
  threshold: 0.6,
  ...more,
});
const save = (assertion: object, at = path): Promise<Answer> =>
  key.post(`${at}/eval-scenarios`, {
    key: `judged-${(made += 1)}`,
    title: "Judged",
    turns: [{ user: "When is the claims\u200b desk open?", assertions: [assertion] }],
  });
/** The one result of a run of one scenario. */
async function judged(assertion: object, at = path) {
  const scenario = await save(assertion, at);
  if (scenario.status !== 201) throw new Error(scenario.text);
  const run = await evaluated(key, at, { keys: [String(scenario.body["key"])] });
  const results = await key.get(`${at}/eval-runs/${String(run.body["eval_run_id"])}/results`);
  return { run, text: results.text, result: results.body["results"]?.[0] };
}

describe.each(formats)("a judge of the format %s", (format) => {
  test("gives its median; prompt, caller and temperature are on record (EVAL-21, EVAL-73)", async () => {
    const vendor = vendors[format];
    const before = vendor.received.length;
    vendor.answer(verdict(0.2), verdict(0.9), verdict(0.6));
    const { run, result } = await judged(judging(format, { repeats: 3 }));
    expect(run.body).toMatchObject({ outcome: "passed" });
    expect(result).toMatchObject({
      status: "passed",
      score: 1,
      assertions: [
        {
          type: "model_judge",
          passed: true,
          score: 0.6,
          detail: "Names the hours.",
          judge: {
            model: `${format}-1`,
            prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
            scores: [0.2, 0.9, 0.6],
          },
        },
      ],
    });
    const sent = vendor.received.slice(before).map(({ body }) => body.toString());
    expect(sent).toHaveLength(3);
    for (const body of sent) {
      expect(JSON.parse(body)).toMatchObject({ temperature: 0 });
      expect(body).toMatch(/BEGIN [0-9a-f]{16}\\n[^"]*8 to 18[^"]*\\nEND [0-9a-f]{16}/);
      expect(body).not.toContain("\u200b");
    }
    const used = await listModelUsage(api.deps, org.organizationId);
    expect(used.find(({ alias }) => alias === format)).toMatchObject({ requests: 3, failures: 0, inputTokens: 36 });
  });

  test("without a usable verdict makes the trial errored, and its words are nowhere (EVAL-22)", async () => {
    for (const answer of [{ texts: [`I would say ${canary}`] }, { status: 401, body: `bad key ${canary}` }]) {
      vendors[format].answer(answer);
      const { run, result, text } = await judged(judging(format));
      expect(run.body).toMatchObject({ outcome: "failed", totals: { errored: 1 } });
      expect(result).toMatchObject({ status: "errored", score: 0 });
      expect(text).not.toContain(canary);
    }
  });
});

test.each([
  ["was not opened for judging", judging("talker")],
  ["cannot judge", judging("mute")],
  ["is not open to the organization", judging("closed")],
  ["is not there", judging("nobody")],
  ["quotes", judging("embedded")],
  [
    "makes embeddings, which no provider does",
    { type: "similarity", metric: "embedding", reference: "x", threshold: 0.5, model: "anthropic" },
  ],
])("an alias that %s is refused when the scenario is saved (EVAL-5)", async (_what, assertion) => {
  expect(codesOf(await save(assertion))).toEqual([501, "provider_not_configured"]);
});

test("the model of the variables judges where it is open (EVAL-5)", async () => {
  const own = { provider: "anthropic", baseUrl: vendors.anthropic.baseUrl, model: "own", apiKey: null } as const;
  const { db, clock } = api.deps;
  const caller = await holderOf(api.deps, key.apiKey ?? "");
  const content = EvalScenarioContent.parse({ title: "Own", turns: [{ user: "?", assertions: [judging("default")] }] });
  const slug = path.split("/").at(-1) ?? "";
  const made = createScenario({ db, models: openModelDesk({ clock, own }) }, caller, slug, { key: "own", content });
  await expect(made).resolves.toMatchObject({ key: "own", revision: 1 });
});

test("nothing is sent to a judge that the manifest does not let read the answer: the trial is errored (EVAL-73)", async () => {
  const before = vendors.anthropic.received.length;
  const { result } = await judged(judging("anthropic"), silent);
  expect(result).toMatchObject({ status: "errored" });
  expect(vendors.anthropic.received).toHaveLength(before);
});

test("a worker is killed in the middle of the trials that it may hold, a quarter of its turns: another one answers them, and the run ends once (EVAL-63, EVAL-67)", async () => {
  const scenario = await save(judging("anthropic"));
  await work.stop(2_000);
  const worker = startProgram(workerFile, {
    env: {
      DATABASE_URL: api.databaseUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
      WORKER_THREADS: "1",
      TURN_CONCURRENCY: "8",
      TURN_LEASE_SECONDS: "5",
    },
  });
  let judgeCalls = 0;
  vendors.anthropic.answer(() => void (judgeCalls += 1));
  const started = await key.post(`${path}/eval-runs`, { keys: [String(scenario.body["key"])], trials: 3 });
  const id = String(started.body["eval_run_id"]);
  await waitFor(() => judgeCalls === 2, { what: "the judge of two trials" });
  const trials = async () => {
    const text = "select status::text as status, attempts from eval_results where eval_run_id = $1 order by trial";
    return (await api.deps.db.pool.query({ text, values: [id] })).rows;
  };
  const held = { status: "running", attempts: 1 };
  expect(await trials()).toEqual([held, held, { status: "queued", attempts: 0 }]);
  await worker.kill();
  vendors.anthropic.answer(verdict(1));
  work = startTestEvals(api, { modelsOf: (trial) => judgeByModels(api.deps, trial) });
  const run = await ended(key, path, id);
  expect(run.body).toMatchObject({ status: "completed", outcome: "passed", totals: { scenarios: 1, passed: 1 } });
  const again = { status: "passed", attempts: 2 };
  expect(await trials()).toEqual([again, again, { status: "passed", attempts: 1 }]);
  expect(await api.deps.db.prisma.platformEvent.count({ where: { dedupeKey: `eval-run:${id}` } })).toBe(1);
});
