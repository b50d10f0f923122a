import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { listModelUsage, disableModel, registerModel } from "@service/domain/models";
import { setOrganization } from "@service/domain/organizations";
import { createLogger } from "@service/runtime";
import { type ModelVendor, startModelVendor, testOperator, textEvent, waitFor } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

const canary = "sk-canary-77-of-the-vendor";
const lines: string[] = [];
let api: TestApi;
let vendor: ModelVendor;
let tenant: TestOrganization;

beforeAll(async () => {
  api = await startTestApi({
    hasGates: false,
    hasFiles: false,
    log: createLogger({ process: "test", level: "debug", destination: { write: (line: string) => lines.push(line) } }),
    modelOptions: { silence: { firstContentMs: 20_000, gapMs: 300 } },
  });
  vendor = await startModelVendor("openai_compatible");
});
beforeEach(async () => {
  vendor.answer({ texts: ["Good ", "morning ✓"] });
  tenant = await api.organization();
  await registerModel(api.deps, testOperator, registration("house"));
  await setOrganization(api.deps, testOperator, tenant.organizationId, { models: ["house"] });
});
afterAll(async () => {
  await vendor.stop();
  await api.stop();
});

const registration = (alias: string, more: object = {}) =>
  JSON.stringify({
    alias,
    provider: "openai_compatible",
    base_url: vendor.baseUrl,
    model: "m-1",
    api_key: "sk-house",
    context_tokens: 8_000,
    max_output_tokens: 500,
    caps: { json: true },
    surfaces: ["converse"],
    ...more,
  });
const hello = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Hello?" },
];
const ask = (body: object, headers: Record<string, string> = {}) =>
  tenant.organization.post("/converse", { messages: hello, model: "house", ...body }, { headers });
const framesOf = (text: string) => {
  const reader = eventReader();
  reader.push(text);
  return reader.events;
};
const usage = () => listModelUsage(api.deps, tenant.organizationId);

describe("a model that is open to the organization", () => {
  test("gets the messages and nothing else, and its answer comes back (ASK-2)", async () => {
    const before = vendor.received.length;
    const answer = await ask({ max_output_tokens: 20, temperature: 0.5 });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        output: { text: "Good morning ✓", json: null },
        model: { alias: "house", provider: "openai_compatible", name: "m-1" },
        finish_reason: "stop",
        usage: { input_tokens: 12, output_tokens: 3, estimated: false },
      },
    ]);
    expect(JSON.parse(vendor.received[before]?.body.toString() ?? "")).toEqual({
      model: "m-1",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 20,
      temperature: 0.5,
      messages: hello,
    });
  });

  test.each([
    [{ stream: true }, {}],
    [{}, { accept: "text/event-stream" }],
  ])("streams frames in order, done last (ASK-3): %j %j", async (body, headers) => {
    const answer = await ask(body, headers);
    expect(answer.headers["content-type"]).toMatch(/^text\/event-stream/);
    const frames = framesOf(answer.text);
    expect(frames.map(({ id, event }) => `${String(id)} ${String(event)}`)).toEqual([
      "1-1 converse.started",
      "1-2 text.delta",
      "1-3 text.delta",
      "1-4 usage",
      "1-5 done",
    ]);
    expect(frames.map(({ data }) => data)).toMatchObject([
      { model: { alias: "house" } },
      { text: "Good ", offset: 0 },
      { text: "morning ✓", offset: 5 },
      { input_tokens: 12, output_tokens: 3, estimated: false },
      { status: "completed", answer: { output: { text: "Good morning ✓" } } },
    ]);
  });

  test("stream: false is one answer whatever Accept says (ASK-3)", async () => {
    const answer = await ask({ stream: false }, { accept: "text/event-stream" });
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  });

  test("that ends at its bound is incomplete (ASK-3)", async () => {
    vendor.answer({ texts: ["Half"], finish: "length" });
    expect((await ask({})).body).toMatchObject({ finish_reason: "length" });
    expect(framesOf((await ask({ stream: true })).text).at(-1)?.data).toMatchObject({ status: "incomplete" });
  });

  test("answers by a schema; what is no JSON or not as the schema wants it is an invalid response (ASK-6)", async () => {
    const schema = { type: "object", properties: { a: { type: "number" }, b: { pattern: "^(a+)+$" } } };
    const response_format = { type: "json_schema", schema };
    vendor.answer({ texts: ['{"a"', ": 1}"] });
    expect((await ask({ response_format })).body).toMatchObject({ output: { json: { a: 1 } } });
    // The pattern of the last one takes minutes where it backtracks.
    for (const text of ["a is 1", '{"a": "1"}', `{"b": "${"a".repeat(40)}!"}`]) {
      vendor.answer({ texts: [text] });
      const refused = await ask({ response_format });
      expect([refused.status, refused.body]).toMatchObject([502, { details: { reason: "invalid_response" } }]);
    }
    await registerModel(api.deps, testOperator, registration("house", { caps: {} }));
    expect((await ask({ response_format })).body).toMatchObject({ code: "invalid_request" });
  });

  test("gives no more than its bound, which is the default (ASK-6)", async () => {
    expect((await ask({ max_output_tokens: 501 })).body).toMatchObject({ code: "invalid_request" });
    const before = vendor.received.length;
    await ask({});
    expect(JSON.parse(vendor.received[before]?.body.toString() ?? "")).toMatchObject({ max_tokens: 500 });
  });
});

describe("a failure of the model", () => {
  test("is 502 with its reason, and nothing of the vendor's words is anywhere (ASK-4, MODEL-51)", async () => {
    vendor.answer({ status: 401, body: JSON.stringify({ error: { message: `bad key ${canary}` } }) });
    const answer = await ask({});
    expect([answer.status, answer.body]).toMatchObject([
      502,
      { code: "provider_error", details: { reason: "authentication" } },
    ]);
    expect(answer.text).not.toContain(canary);
    expect(lines.join("")).not.toContain(canary);
    expect(lines.join("")).not.toContain("Hello?");
  });

  test("is an error frame before done in a stream, before and after the first character (ASK-4)", async () => {
    vendor.answer({ status: 429, headers: { "retry-after": "9" }, body: canary });
    const early = framesOf((await ask({ stream: true })).text);
    expect(early.map(({ event }) => event)).toEqual(["converse.started", "error", "done"]);
    expect(early[1]?.data).toMatchObject({
      code: "provider_error",
      reason: "rate_limited",
      retryable: true,
      retry_after_seconds: 9,
      partial: false,
    });
    vendor.answer({ events: [textEvent("openai_compatible", "Half")], ending: "cut" });
    const late = framesOf((await ask({ stream: true })).text);
    expect(late.map(({ event }) => event)).toEqual(["converse.started", "text.delta", "error", "done"]);
    expect(late[2]?.data).toMatchObject({ reason: "stream_interrupted", partial: true });
    expect(late[3]?.data).toEqual({ type: "done", status: "failed", answer: null });
  });

  test("is counted, as are the others (ASK-1)", async () => {
    await ask({});
    vendor.answer({ status: 500, headers: { "retry-after": "0" } });
    await ask({});
    expect(await usage()).toMatchObject([
      { alias: "house", environment: "live", requests: 2, failures: 1, inputTokens: expect.any(Number) },
    ]);
  });
});

test("without a stream the time of the request ends it with 504, and the call to the model (ASK-4)", async () => {
  const closed = Promise.withResolvers<void>();
  const hurried = await startTestApi({
    hasGates: false,
    hasFiles: false,
    databaseUrl: api.databaseUrl,
    settings: { requestBudgetMs: 700 },
  });
  try {
    vendor.answer((_request, response) => void response.once("close", () => closed.resolve()));
    const sent = await fetch(`${hurried.url}/api/v1/converse`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.organization.apiKey ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ messages: hello, model: "house" }),
    });
    expect([sent.status, await sent.json()]).toMatchObject([504, { code: "request_timeout" }]);
    await closed.promise;
  } finally {
    await hurried.stop();
  }
});

test("a caller that goes away ends the call to the model, and what came is counted (ASK-1)", async () => {
  const closed = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  vendor.answer((_request, response) => {
    response.once("close", () => closed.resolve());
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(textEvent("openai_compatible", "One"));
    opened.resolve();
  });
  const stop = new AbortController();
  const sent = fetch(`${api.url}/api/v1/converse`, {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.organization.apiKey ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ messages: hello, model: "house", stream: true }),
    signal: stop.signal,
  });
  await opened.promise;
  stop.abort();
  await sent.catch(() => undefined);
  await closed.promise;
  await waitFor(async () => (await usage()).length === 1, { what: "the line of usage" });
  expect(await usage()).toMatchObject([{ failures: 1 }]);
});

test("an alias that the organization does not get is 501, and the vendor and the log hear nothing (ASK-2, ASK-1)", async () => {
  const before = vendor.received.length;
  await registerModel(api.deps, testOperator, registration("judge", { surfaces: ["judge"] }));
  await registerModel(api.deps, testOperator, registration("closed"));
  await registerModel(api.deps, testOperator, registration("off"));
  await setOrganization(api.deps, testOperator, tenant.organizationId, { models: ["house", "judge", "off"] });
  await disableModel(api.deps, testOperator, "off");
  lines.length = 0;
  for (const model of ["nobody", "judge", "closed", "off", "default"])
    for (const stream of [true, false]) {
      const answer = await ask({ model, stream });
      expect([model, answer.status, answer.body["code"]]).toEqual([model, 501, "provider_not_configured"]);
    }
  expect(vendor.received).toHaveLength(before);
  expect(await usage()).toEqual([]);
  expect(lines.filter((line) => /"level":"(?:error|warn)"|nobody/.test(line))).toEqual([]);
});

describe("the embedded model", () => {
  const messages = [
    { role: "user", content: "Harbor Cafe has general liability with Coastal. The deductible is 2,500 dollars." },
    { role: "assistant", content: "Noted. The renewal date is in March." },
    { role: "user", content: "What is the deductible of Harbor Cafe?" },
  ];

  test("quotes the messages before the question and calls nobody (ASK-5)", async () => {
    const before = vendor.received.length;
    const answer = await tenant.organization.post("/converse", { messages });
    expect(answer.body).toMatchObject({
      output: { text: expect.stringContaining("The deductible is 2,500 dollars."), json: null },
      model: { alias: "embedded", provider: "embedded", name: "embedded/extractive-1" },
      finish_reason: "stop",
      usage: { estimated: true },
    });
    const frames = framesOf((await tenant.organization.post("/converse", { messages, stream: true })).text);
    const text = frames.map(({ data }) => (isText(data) ? data.text : "")).join("");
    expect(text).toBe(String(answer.body["output"]?.["text"]));
    expect(vendor.received).toHaveLength(before);
    expect(await usage()).toMatchObject([{ alias: "embedded", requests: 2, failures: 0 }]);
  });

  test("reads the newest 65,536 characters before the question (ASK-5)", async () => {
    const far = { role: "user", content: "The carrier of the fleet is Coastal Mutual." };
    const filler = { role: "assistant", content: "word ".repeat(13_200) };
    const question = { role: "user", content: "Who is the carrier of the fleet?" };
    const near = await tenant.organization.post("/converse", { messages: [filler, far, question] });
    expect(near.body).toMatchObject({ output: { text: expect.stringContaining("Coastal Mutual") } });
    const beyond = await tenant.organization.post("/converse", { messages: [far, filler, question] });
    expect(beyond.body).toMatchObject({ output: { text: expect.stringContaining("do not answer this") } });
  });

  test("stops after as many words as it may have tokens (ASK-6)", async () => {
    const answer = await tenant.organization.post("/converse", { messages, max_output_tokens: 3 });
    expect(answer.body).toMatchObject({ finish_reason: "length", usage: { output_tokens: 3 } });
    expect(String(answer.body["output"]?.["text"]).trim().split(/\s+/)).toHaveLength(3);
  });

  test("declines what the messages do not answer (ASK-5)", async () => {
    const answer = await tenant.organization.post("/converse", { messages: [{ role: "user", content: "Who won?" }] });
    expect(answer.body).toMatchObject({ output: { text: "The messages before do not answer this." } });
  });

  test("is there for keys with conversations:use, in sandboxes too", async () => {
    const may = await tenant.scoped(["conversations:use"]);
    const mayNot = await tenant.scoped(["conversations:export"]);
    expect((await may.post("/converse", { messages })).status).toBe(200);
    expect((await tenant.sandbox.post("/converse", { messages })).status).toBe(200);
    expect((await mayNot.post("/converse", { messages })).body).toMatchObject({ code: "insufficient_capability" });
  });
});

test.each([
  ["no messages", { messages: [] }],
  ["no message of the user", { messages: [{ role: "system", content: "x" }] }],
  ["an unknown role", { messages: [{ role: "tool", content: "x" }] }],
  ["an empty message", { messages: [{ role: "user", content: "" }] }],
  ["an unknown field", { messages: hello, tools: [] }],
  ["too many messages", { messages: Array.from({ length: 201 }, () => hello[1]) }],
  ["a schema that is too deep", { messages: hello, response_format: { type: "json_schema", schema: nested(13) } }],
  ["a schema that is itself", { messages: hello, response_format: { type: "json_schema", schema: { $ref: "#" } } }],
  [
    "a schema elsewhere",
    { messages: hello, response_format: { type: "json_schema", schema: { $ref: "https://x.y/z" } } },
  ],
  ["an alias with U+0000", { messages: hello, model: "a\u0000b" }],
  ["a message with U+0000", { messages: [{ role: "user", content: "a\u0000b" }] }],
  ["a temperature out of range", { messages: hello, temperature: 3 }],
])("refuses %s (ASK-7)", async (_case, body) => {
  const answer = await tenant.organization.post("/converse", body);
  expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
});

test("refuses a body over one MiB (ASK-7)", async () => {
  const content = "x".repeat(999_000);
  const fits = { messages: [{ role: "user", content }] };
  expect((await tenant.organization.post("/converse", fits)).status).toBe(200);
  const over = {
    messages: [
      { role: "user", content },
      { role: "user", content },
    ],
  };
  const answer = await tenant.organization.post("/converse", over);
  expect([answer.status, answer.body["code"]]).toEqual([413, "request_bound_exceeded"]);
});

function nested(levels: number): object {
  return levels === 0 ? {} : { properties: nested(levels - 1) };
}

function isText(data: unknown): data is { readonly text: string } {
  return typeof data === "object" && data !== null && "type" in data && data.type === "text.delta";
}
