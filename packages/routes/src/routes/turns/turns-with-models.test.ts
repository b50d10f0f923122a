import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { registerTestManifest, registerTestModel } from "@service/domain/testing";
import { chunk, type ModelVendor, startModelVendor, testOperator, wholeAnswer } from "@service/testing";
import { framesOf, joined, startTurnWorld, turnConfig, type TurnWorld } from "../../testing/turn-world.ts";

let world: TurnWorld;
let vendor: ModelVendor;
let other: ModelVendor;
beforeAll(async () => {
  world = await startTurnWorld();
  vendor = await startModelVendor("openai_compatible");
  other = await startModelVendor("anthropic");
  const { deps } = world.api;
  for (const [alias, provider, { baseUrl }] of [
    ["house", "openai_compatible", vendor],
    ["spare", "anthropic", other],
  ] as const)
    await registerTestModel(deps, { alias, provider, baseUrl, more: { caps: { tools: true, json: true } } });
  await setOrganization(deps, testOperator, world.org.organizationId, { models: ["house", "spare"] });
  const manifest = await registerTestManifest(deps, {
    name: "desk",
    destinations: ["openai_compatible", "anthropic"],
    parts: ["instructions", "input", "knowledge", "tools"],
    rules: { input: { transform: "mask" } },
  });
  const config = { ...turnConfig, egress_manifest_version: manifest, instructions: "Answer briefly." };
  const model = { alias: "house", max_output_tokens: 200 };
  await world.instance("modelled", { ...config, model });
  await world.instance("backed", { ...config, model: { ...model, fallback_aliases: ["spare"] } });
  const schema = { properties: { hours: { type: "string", pattern: "^(\\d+)+$" } }, required: ["hours"] };
  await world.instance("formed", { ...config, model, response_format: { type: "json_schema", schema } });
  await world.instance("tooled", { ...config, model, tools: { enabled: ["search_sources"], max_steps: 2 } });
});
afterAll(async () => {
  await vendor.stop();
  await other.stop();
  await world.stop();
});

const sentTo = (received: ModelVendor): string => received.received.at(-1)?.body.toString() ?? "";

test("TURN-46, GROUND-65: only what the manifest lets leave arrives; masked values are put back; a citation quotes what supports its sentence", async () => {
  vendor.answer({ texts: ["Write to [EMA", "IL_1]: open from 8 to 18 [1]. ", "See [more](https://evil.example/x)."] });
  const at = await world.conversation({ slug: "modelled" });
  const first = await world.turn(at, { text: "When is the claims desk open? I am pat@harbor.example." });
  expect(first.output.text).toBe("Write to pat@harbor.example: open from 8 to 18 [1]. See more.");
  expect(first).toMatchObject({
    status: "completed",
    output: {
      method: "generated",
      citations: [
        {
          n: 1,
          source: { kind: "knowledge", ref: { key: "hours" } },
          quote: "The claims desk is open from 8 to 18.",
          // "Write to pat@harbor.example: open from 8 to 18"
          span: { start: 0, end: 46 },
        },
      ],
    },
    model: { alias: "house", provider: "openai_compatible", name: "house-1", fallback_used: false },
    usage: { input_tokens: 12, output_tokens: 3, estimated: false },
  });
  expect(sentTo(vendor)).not.toContain("pat@harbor.example");
  expect(sentTo(vendor)).toContain("The claims desk is open");
  const { rows } = await world.api.deps.db.pool.query<{ egress: string }>(
    "select egress from turn_attempts where turn_id = $1",
    [first.turn_id],
  );
  const egress: { destination: string; parts: { part: string }[] } = JSON.parse(rows[0]?.egress ?? "");
  expect(egress.destination).toBe("openai_compatible");
  expect(egress.parts.map(({ part }) => part)).toEqual(["instructions", "knowledge", "input"]);
  // History is no part of the manifest: the second question goes without the first.
  vendor.answer({ texts: ["Yes."] });
  await world.turn(at, { text: "Really?" });
  expect(sentTo(vendor)).not.toContain("evil.example");
});

test("TURN-48: another model answers before the first word; after it the failure is the outcome", async () => {
  vendor.answer({ status: 401 });
  other.answer({ texts: ["From the spare one."] });
  const at = await world.conversation({ slug: "backed" });
  const frames = framesOf((await world.ask(at)).text);
  expect(frames.map(({ data }) => (data.type === "notice" ? data.code : data.type))).toContain("fallback_model_used");
  const done = frames.at(-1)?.data;
  expect(done).toMatchObject({ type: "done", turn: { model: { alias: "spare", fallback_used: true } } });
  expect(joined(frames).text).toBe("From the spare one.");
  vendor.answer({ events: wholeAnswer("openai_compatible", { texts: ["Half an"] }).slice(0, 1), ending: "cut" });
  const cut = framesOf((await world.ask(at)).text);
  expect(cut.at(-2)?.data).toMatchObject({
    type: "error",
    code: "provider_error",
    reason: "stream_interrupted",
    retryable: true,
    partial: true,
  });
  expect(cut.at(-1)?.data).toMatchObject({ type: "done", status: "failed", turn: { resumable: true } });
});

test("TURN-47: a model searches the sources as the asker; its steps have a bound", async () => {
  const call = [
    chunk({
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {
                index: 0,
                id: "c1",
                type: "function",
                function: { name: "search_sources", arguments: '{"query":"fees of a certificate"}' },
              },
            ],
          },
          finish_reason: null,
        },
      ],
    }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }),
    "data: [DONE]\n\n",
  ];
  vendor.answer({ events: call, ending: "end" }, { texts: ["It costs nothing."] });
  const at = await world.conversation({ slug: "tooled" });
  const frames = framesOf((await world.ask(at, { text: "Fees?" })).text);
  const types = frames.map(({ data }) => data.type);
  expect(types.indexOf("tool.started")).toBeLessThan(types.indexOf("tool.finished"));
  expect(frames.find(({ data }) => data.type === "tool.finished")?.data).toMatchObject({ status: "ok" });
  expect(sentTo(vendor)).toContain("costs nothing for clients");
  vendor.answer({ events: call, ending: "end" });
  const endless = await world.turn(at, { text: "Fees?" });
  expect(endless).toMatchObject({ status: "incomplete", incomplete_reason: "tool_steps" });
});

test("TURN-7: a model that was disabled since answers 501 at submission", async () => {
  const { deps } = world.api;
  await setOrganization(deps, testOperator, world.org.organizationId, { models: ["spare"] });
  const at = await world.conversation({ slug: "modelled" });
  expect((await world.ask(at)).body).toMatchObject({ code: "provider_not_configured" });
  await setOrganization(deps, testOperator, world.org.organizationId, { models: ["house", "spare"] });
});

test("CONV-15: an answer that is not as the schema wants it is no answer, and no pattern of a schema takes long", async () => {
  const at = await world.conversation({ slug: "formed" });
  vendor.answer({ texts: ['{"hours": ', '"818"}'] });
  expect(await world.turn(at)).toMatchObject({ status: "completed", output: { json: { hours: "818" } } });
  // The last one takes minutes where the pattern backtracks.
  for (const text of ["From 8 to 18.", '{"hour": "8"}', JSON.stringify({ hours: `${"8".repeat(40)}!` })]) {
    vendor.answer({ texts: [text] });
    const error = { code: "output_rejected", reason: "schema_mismatch" };
    expect(await world.turn(at)).toMatchObject({ status: "failed", output: { json: null }, error });
  }
});
