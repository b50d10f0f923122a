import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { parseJsonObject } from "@service/json";
import {
  type ModelCapabilities,
  type ModelEvent,
  type ModelRequest,
  ProviderFailure,
  providerMessage,
  type ProviderReason,
  providerReasons,
} from "@service/models";
import {
  chunk,
  fakeClock,
  freePort,
  type ModelVendor,
  named,
  startModelVendor,
  textEvent,
  type VendorAnswer,
  wholeAnswer,
  type WireFormat,
} from "@service/testing";
import { createBreakers, openModelProvider, type ProviderOptions } from "./index.ts";

const caps: ModelCapabilities = {
  continuation: true,
  tools: true,
  json: true,
  judge: false,
  embeddings: false,
  vision: false,
};
const hello: ModelRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello?" },
  ],
  maxOutputTokens: 50,
};
/** Stands in what the vendor writes; must stand nowhere else. */
const canary = "sk-canary-9f27";
const key = "sk-own-key-51";

let vendor: ModelVendor;
afterEach(() => vendor.stop());

describe.each<WireFormat>(["openai_compatible", "anthropic"])("%s", (format) => {
  beforeEach(async () => {
    vendor = await startModelVendor(format);
  });

  const provider = (options: ProviderOptions = {}, baseUrl = vendor.baseUrl) =>
    openModelProvider({ provider: format, baseUrl, model: "m-1", apiKey: key, caps }, { pausesMs: [1, 1], ...options });
  const ask = (request: ModelRequest = hello, options: ProviderOptions = {}, signal = new AbortController().signal) =>
    collect(provider(options).stream(request, { signal, idempotencyKey: "turn-1-1" }));
  const body = (at = 0) => parseJsonObject(vendor.received[at]?.body.toString("utf8") ?? "{}");

  test("streams text, tells usage and why it ended (MODEL-50)", async () => {
    vendor.answer({ texts: ["Good ", "morning ✓\u2028"], usage: { in: 7, out: 4 } });
    const { events, failure } = await ask();
    expect(failure).toBeUndefined();
    expect(textOf(events)).toBe("Good morning ✓\u2028");
    expect(usageOf(events)).toEqual({ in: 7, out: 4 });
    expect(events.at(-1)).toEqual({ t: "finish", reason: "stop" });
    expect(events.filter(({ t }) => t === "finish")).toHaveLength(1);
  });

  test("a character split over packets arrives whole", async () => {
    const bytes = Buffer.from(wholeAnswer(format, { texts: ["naïve – 東京 🙂"] }).join(""));
    vendor.answer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = (at: number): void => {
        if (at >= bytes.length) return void response.end();
        response.write(bytes.subarray(at, at + 7), () => setImmediate(write, at + 7));
      };
      write(0);
    });
    expect(textOf((await ask()).events)).toBe("naïve – 東京 🙂");
  });

  test("the bound of the answer is always sent, with the model and the key (MODEL-55)", async () => {
    await ask();
    expect(body()).toMatchObject({ model: "m-1", max_tokens: 50, stream: true });
    const sent =
      format === "anthropic" ? vendor.received[0]?.headers["x-api-key"] : vendor.received[0]?.headers["authorization"];
    expect(sent).toBe(format === "anthropic" ? key : `Bearer ${key}`);
    expect(vendor.received[0]?.headers["idempotency-key"]).toBe("turn-1-1");
  });

  test.each([
    ["length", format === "anthropic" ? "max_tokens" : "length"],
    ["filtered", format === "anthropic" ? "refusal" : "content_filter"],
  ])("an answer that ends as %s", async (reason, finish) => {
    vendor.answer({ texts: ["Half"], finish });
    expect((await ask()).events.at(-1)).toEqual({ t: "finish", reason });
  });

  /** What the vendor does, and the reason it has; both before and after the first character where it can come there. */
  const refusals: readonly (readonly [ProviderReason, VendorAnswer, { tries: number }])[] = [
    ["authentication", refusal(401, "authentication_error", canary), { tries: 1 }],
    ["permission", refusal(403, "permission_error", canary), { tries: 1 }],
    ["quota_exhausted", refusal(402, "billing", canary), { tries: 1 }],
    ["quota_exhausted", refusal(429, "insufficient_quota", canary), { tries: 1 }],
    ["rate_limited", refusal(429, "rate_limit_error", canary, { "retry-after": "60" }), { tries: 1 }],
    ["overloaded", refusal(529, "overloaded_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["overloaded", refusal(503, "overloaded_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["unavailable", refusal(500, "strange", canary, { "retry-after": "0" }), { tries: 3 }],
    ["unavailable", refusal(503, "none", canary, { "retry-after": "0" }), { tries: 3 }],
    ["timeout", refusal(408, "none", canary, { "retry-after": "0" }), { tries: 3 }],
    ["timeout", refusal(504, "none", canary, { "retry-after": "0" }), { tries: 3 }],
    ["context_length_exceeded", refusal(400, "context_length_exceeded", canary), { tries: 1 }],
    ["context_length_exceeded", refusal(400, "invalid_request_error", "prompt is too long: 9 > 8"), { tries: 1 }],
    ["context_length_exceeded", refusal(413, "request_too_large", canary), { tries: 1 }],
    ["content_filtered", refusal(400, "content_filter", canary), { tries: 1 }],
    ["model_not_found", refusal(404, "not_found_error", canary), { tries: 1 }],
    ["model_not_found", refusal(400, "invalid_request_error", "The model `m-1` does not exist"), { tries: 1 }],
    ["invalid_request", refusal(400, "invalid_request_error", canary), { tries: 1 }],
    ["invalid_request", refusal(422, "none", canary), { tries: 1 }],
    // A gateway's generic type says less than the status.
    ["timeout", refusal(504, "api_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["timeout", refusal(408, "server_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["invalid_request", refusal(422, "server_error", canary), { tries: 1 }],
    ["invalid_request", refusal(418, "api_error", canary), { tries: 1 }],
    ["rate_limited", refusal(429, "api_error", canary, { "retry-after": "60" }), { tries: 1 }],
    ["authentication", refusal(401, "internal_server_error", canary), { tries: 1 }],
    ["overloaded", refusal(529, "api_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["unavailable", refusal(500, "api_error", canary, { "retry-after": "0" }), { tries: 3 }],
    ["unavailable", refusal(200, "server_error", canary), { tries: 3 }],
    ["invalid_response", { status: 200, body: `{"text":"${canary}"}` }, { tries: 2 }],
    ["invalid_response", { events: [`data: {"broken ${canary}\n\n`], ending: "end" }, { tries: 2 }],
    ["invalid_response", { texts: [] }, { tries: 2 }],
    ["stream_interrupted", { events: [], ending: "end" }, { tries: 3 }],
    ["stream_interrupted", { events: [": hb\n\n"], ending: "cut" }, { tries: 3 }],
    ["stream_interrupted", (_request, response) => void response.destroy(), { tries: 3 }],
    ["unavailable", { status: 307, headers: { location: "/elsewhere" } }, { tries: 1 }],
    ["overloaded", inStream(format, "overloaded_error"), { tries: 3 }],
    ["rate_limited", inStream(format, "rate_limit_error"), { tries: 3 }],
    ["unavailable", inStream(format, format === "anthropic" ? "api_error" : "server_error"), { tries: 3 }],
    ["unknown", inStream(format, "never_heard_of"), { tries: 1 }],
  ];

  test.each(refusals)(
    "%s, before the first character: %j (MODEL-50, MODEL-51, MODEL-57)",
    async (reason, answer, { tries }) => {
      vendor.answer(answer);
      const { events, failure } = await ask();
      expect(failure).toMatchObject({ reason, message: providerMessage(reason) });
      expect(events).toEqual([]);
      expect(vendor.received).toHaveLength(tries);
      expect(inspectAll(failure)).not.toContain(canary);
      expect(inspectAll(failure)).not.toContain(key);
    },
    10_000,
  );

  const broken: readonly (readonly [ProviderReason, readonly string[], "end" | "cut"])[] = [
    ["stream_interrupted", [], "cut"],
    ["stream_interrupted", [], "end"],
    ["invalid_response", [`data: {"oops ${canary}\n\n`], "end"],
    ["invalid_response", ["data: \u0000[1,2\n\n"], "end"],
    ["overloaded", errorEvents(format, "overloaded_error"), "end"],
    ["timeout", errorEvents(format, "timeout_error"), "end"],
    ["authentication", errorEvents(format, "authentication_error"), "end"],
    ["permission", errorEvents(format, "permission_error"), "end"],
    ["rate_limited", errorEvents(format, "rate_limit_error"), "end"],
    ["quota_exhausted", errorEvents(format, "insufficient_quota"), "end"],
    ["unavailable", errorEvents(format, "api_error"), "end"],
    ["context_length_exceeded", errorEvents(format, "context_length_exceeded"), "end"],
    ["content_filtered", errorEvents(format, "content_filter"), "end"],
    ["model_not_found", errorEvents(format, "not_found_error"), "end"],
    ["invalid_request", errorEvents(format, "invalid_request_error"), "end"],
    ["unknown", errorEvents(format, "never_heard_of"), "end"],
  ];

  test("every reason is provoked before the first character and after it (MODEL-50)", () => {
    // What is not configured is never called.
    const all = providerReasons.filter((reason) => reason !== "not_configured").toSorted();
    for (const table of [refusals, broken])
      expect([...new Set(table.map(([reason]) => reason))].toSorted()).toEqual(all);
  });

  test.each(broken)(
    "%s after the first character is not tried again: %j, %s (MODEL-57)",
    async (reason, after, ending) => {
      vendor.answer({ events: [textEvent(format, "Half of "), ...after], ending });
      const { events, failure } = await ask();
      expect(textOf(events)).toBe("Half of ");
      expect(failure).toMatchObject({ reason, message: providerMessage(reason) });
      expect(vendor.received).toHaveLength(1);
      expect(inspectAll(failure)).not.toContain(canary);
    },
  );

  test("bytes that are no text are an invalid response", async () => {
    vendor.answer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(textEvent(format, "x"));
      response.end(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x0a, 0x0a]));
    });
    expect((await ask()).failure).toMatchObject({ reason: "invalid_response" });
  });

  test("silence before the first content ends all tries together (MODEL-56)", async () => {
    vendor.answer(refusal(503, "none", canary, { "retry-after": "0" }), { events: [": hb\n\n"], ending: "silence" });
    const { failure } = await ask(hello, { silence: { firstContentMs: 150, gapMs: 60_000 } });
    expect(failure).toMatchObject({ reason: "timeout", retryable: true });
    expect(vendor.received).toHaveLength(2);
  });

  test("silence after the first content (MODEL-56)", async () => {
    vendor.answer({ events: [textEvent(format, "One")], ending: "silence" });
    const { events, failure } = await ask(hello, { silence: { firstContentMs: 60_000, gapMs: 100 } });
    expect(textOf(events)).toBe("One");
    expect(failure).toMatchObject({ reason: "timeout" });
  });

  test("a reader that is slow is no silence of the model (MODEL-56)", async () => {
    vendor.answer({ texts: ["a", "b"] });
    const stream = provider({ silence: { firstContentMs: 5_000, gapMs: 100 } }).stream(hello, {
      signal: new AbortController().signal,
      idempotencyKey: "k",
    });
    let text = "";
    for await (const event of stream) {
      if (event.t !== "text") continue;
      text += event.text;
      // Longer than the gap allows.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(text).toBe("ab");
  });

  test("a failure before the first character is tried again, and usage of lost tries is not reported (MODEL-57)", async () => {
    vendor.answer(
      { events: wholeAnswer(format, { texts: [], usage: { in: 99, out: 9 } }).slice(0, 1), ending: "cut" },
      { texts: ["Now."] },
    );
    const { events, failure } = await ask();
    expect(failure).toBeUndefined();
    expect(textOf(events)).toBe("Now.");
    expect(usageOf(events)).toEqual({ in: 12, out: 3 });
  });

  test("a Retry-After of more than five seconds is not waited for, and is passed on where it helps (MODEL-57, MODEL-192)", async () => {
    vendor.answer(refusal(429, "rate_limit_error", canary, { "retry-after": "6" }));
    expect((await ask()).failure).toMatchObject({ reason: "rate_limited", retryable: true, retryAfterSeconds: 6 });
    expect(vendor.received).toHaveLength(1);
    vendor.answer(refusal(429, "rate_limit_error", canary, { "retry-after": "9".repeat(400) }));
    expect((await ask()).failure).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 86_400 });
    vendor.answer(refusal(401, "authentication_error", canary, { "retry-after": "6" }));
    expect((await ask()).failure).toMatchObject({ reason: "authentication", retryAfterSeconds: undefined });
  });

  test("a redirect is not followed, so the key reaches no other host (MODEL-54)", async () => {
    const other = await startModelVendor(format);
    try {
      for (const status of [301, 302, 303, 307, 308])
        for (const location of [`${other.baseUrl}/messages`, `${vendor.baseUrl}/other`]) {
          vendor.answer({ status, headers: { location } });
          expect((await ask()).failure).toMatchObject({ reason: "unavailable" });
        }
      expect(other.received).toHaveLength(0);
      expect(vendor.received).toHaveLength(10);
    } finally {
      await other.stop();
    }
  });

  test("a host that refuses, does not exist or speaks no HTTP is unavailable or unreadable", async () => {
    const refused = provider({}, `http://127.0.0.1:${await freePort()}/v1`);
    expect((await collect(refused.stream(hello, context()))).failure).toMatchObject({ reason: "unavailable" });
    const unknown = provider({}, "http://no-such-host.invalid/v1");
    expect((await collect(unknown.stream(hello, context()))).failure).toMatchObject({ reason: "unavailable" });
    const plain = provider({}, vendor.baseUrl.replace("http:", "https:"));
    expect((await collect(plain.stream(hello, context()))).failure).toMatchObject({ reason: "unavailable" });
  }, 20_000);

  test("an abort throws its reason and frees the vendor's connection", async () => {
    const closed = Promise.withResolvers<void>();
    vendor.answer((_request, response) => {
      response.once("close", () => closed.resolve());
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(textEvent(format, "One"));
    });
    const stop = new AbortController();
    const reason = new Error("cancelled by the caller");
    const events: ModelEvent[] = [];
    const failed = await (async () => {
      for await (const event of provider().stream(hello, { signal: stop.signal, idempotencyKey: "k" })) {
        events.push(event);
        stop.abort(reason);
      }
    })().catch((error: unknown) => error);
    expect(failed).toBe(reason);
    await closed.promise;
  });

  test("a reader that stops frees the vendor's connection", async () => {
    const closed = Promise.withResolvers<void>();
    vendor.answer((_request, response) => {
      response.once("close", () => closed.resolve());
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(textEvent(format, "One"));
    });
    for await (const event of provider().stream(hello, context())) if (event.t === "text") break;
    await closed.promise;
  });

  test("five failures in thirty seconds open the circuit of the alias for fifteen (MODEL-58)", async () => {
    const clock = fakeClock();
    const breakers = createBreakers(clock);
    const options = { breaker: breakers("a") };
    vendor.answer({ status: 307 });
    for (let n = 0; n < 5; n += 1) await ask(hello, options);
    expect(vendor.received).toHaveLength(5);
    expect((await ask(hello, options)).failure).toMatchObject({ reason: "unavailable", retryAfterSeconds: 15 });
    expect(vendor.received).toHaveLength(5);
    vendor.answer({ texts: ["Back."] });
    expect((await ask(hello, { breaker: breakers("b") })).failure).toBeUndefined();
    clock.advance(15_000);
    expect(textOf((await ask(hello, options)).events)).toBe("Back.");
  });

  test("refusals open no circuit, and old failures do not count (MODEL-58)", async () => {
    const clock = fakeClock();
    const options = { breaker: createBreakers(clock)("a") };
    vendor.answer(refusal(401, "authentication_error", canary));
    for (let n = 0; n < 6; n += 1)
      expect((await ask(hello, options)).failure).toMatchObject({ reason: "authentication" });
    vendor.answer({ status: 307 });
    for (let n = 0; n < 8; n += 1) {
      await ask(hello, options);
      clock.advance(8_000);
    }
    expect(vendor.received).toHaveLength(14);
  });

  test("tools are declared, calls collected and checked, results sent back (MODEL-59)", async () => {
    const tools = [
      {
        name: "search_sources",
        description: "Searches.",
        parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
      },
    ];
    vendor.answer({ events: toolEvents(format, "search_sources", ['{"que', 'ry":"flood"}']), ending: "end" });
    const { events, failure } = await ask({ ...hello, tools });
    expect(failure).toBeUndefined();
    expect(events.filter(({ t }) => t !== "usage")).toEqual([
      { t: "tool", call: { id: "call_1", name: "search_sources", input: { query: "flood" } } },
      { t: "finish", reason: "tool_steps" },
    ]);
    expect(JSON.stringify(body())).toContain("search_sources");
    vendor.answer({ texts: ["Found."] });
    const call = { id: "call_1", name: "search_sources", input: { query: "flood" } };
    await ask({
      ...hello,
      tools,
      messages: [
        ...hello.messages,
        { role: "assistant", content: "", toolCalls: [call] },
        { role: "user", content: "", toolResults: [{ id: "call_1", content: "nothing" }] },
      ],
    });
    expect(body(1)["messages"]).toEqual(
      format === "anthropic"
        ? [
            { role: "user", content: "Hello?" },
            { role: "assistant", content: [{ type: "tool_use", ...call }] },
            { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "nothing" }] },
          ]
        : [
            ...hello.messages,
            {
              role: "assistant",
              content: "",
              tool_calls: [
                {
                  id: "call_1",
                  type: "function",
                  function: { name: "search_sources", arguments: '{"query":"flood"}' },
                },
              ],
            },
            { role: "tool", tool_call_id: "call_1", content: "nothing" },
          ],
    );
    for (const pieces of [['{"query":7}'], ['{"query":"x"']]) {
      vendor.answer({ events: toolEvents(format, "search_sources", pieces), ending: "end" });
      expect((await ask({ ...hello, tools })).failure).toMatchObject({ reason: "invalid_response" });
    }
    vendor.answer({ events: toolEvents(format, "delete_all", ["{}"]), ending: "end" });
    expect((await ask({ ...hello, tools })).failure).toMatchObject({ reason: "invalid_response" });
  });

  test("an answer by a schema comes as text (MODEL-59)", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "number" } },
      required: ["a"],
      additionalProperties: false,
    };
    if (format === "anthropic") vendor.answer({ events: toolEvents(format, "answer", ['{"a"', ":1}"]), ending: "end" });
    else vendor.answer({ texts: ['{"a"', ":1}"] });
    const { events } = await ask({ ...hello, responseFormat: { type: "json_schema", schema } });
    expect(textOf(events)).toBe('{"a":1}');
    expect(events.at(-1)).toEqual({ t: "finish", reason: "stop" });
    expect(JSON.stringify(body())).toContain(JSON.stringify(schema));
  });

  test("an answer that was cut is continued, without a space twice (MODEL-59)", async () => {
    vendor.answer({ texts: format === "anthropic" ? [" ", " and on"] : ["and on"] });
    const { events } = await ask({ ...hello, continueFrom: "So far " });
    const sent = body()["messages"];
    expect(Array.isArray(sent) ? sent.at(-1) : undefined).toEqual({
      role: "assistant",
      content: format === "anthropic" ? "So far" : "So far ",
    });
    expect(textOf(events)).toBe(format === "anthropic" ? " and on" : "and on");
  });
});

test("MODEL-193: cumulative counts of the Messages API are reported as they stand, with what its cache held", async () => {
  vendor = await startModelVendor("anthropic");
  vendor.answer({
    events: [
      named("message_start", {
        message: { usage: { input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 1 } },
      }),
      textEvent("anthropic", "Hello"),
      named("message_delta", { delta: {}, usage: { input_tokens: 12, output_tokens: 3 } }),
      named("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } }),
      named("message_stop", {}),
    ],
    ending: "end",
  });
  const provider = openModelProvider({
    provider: "anthropic",
    baseUrl: vendor.baseUrl,
    model: "m-1",
    apiKey: key,
    caps,
  });
  const signal = new AbortController().signal;
  const { events } = await collect(provider.stream(hello, { signal, idempotencyKey: "turn-1-1" }));
  expect(events.filter(({ t }) => t === "usage").at(-1)).toEqual({ t: "usage", in: 42, out: 5 });
});

describe.each<WireFormat>(["openai_compatible", "anthropic"])("MODEL-194: a model of %s that floods", (format) => {
  const flood = (text: string, events: number): VendorAnswer => ({
    events: Array.from({ length: events }, () => textEvent(format, text)),
    ending: "end",
  });
  const read = async (maxOutputTokens: number) => {
    const provider = openModelProvider({ provider: format, baseUrl: vendor.baseUrl, model: "m-1", apiKey: key, caps });
    const signal = new AbortController().signal;
    return collect(provider.stream({ ...hello, maxOutputTokens }, { signal, idempotencyKey: "turn-1-1" }));
  };
  beforeEach(async () => {
    vendor = await startModelVendor(format);
  });

  test("is read as far as the bound in tokens goes", async () => {
    vendor.answer(flood("a".repeat(1_000), 3_000));
    const { events, failure } = await read(50);
    expect(failure).toMatchObject({ reason: "invalid_response" });
    expect(textOf(events).length).toBeLessThanOrEqual(50 * 2_048 + 1_048_576);
    expect(vendor.received).toHaveLength(1);
  });

  test("lets other work go on between slices", async () => {
    vendor.answer(flood("a", 20_000));
    let turns = 0;
    let isReading = true;
    const count = (): void => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await read(100_000);
    isReading = false;
    expect(turns).toBeGreaterThan(20_000 / 64);
  });
});

test("every reason has its own sentence (MODEL-51)", () => {
  expect(providerReasons).toHaveLength(15);
  expect(new Set(providerReasons.map(providerMessage)).size).toBe(15);
  for (const reason of providerReasons) expect(new ProviderFailure(reason).message).toBe(providerMessage(reason));
  vendor = { baseUrl: "", received: [], answer: () => undefined, stop: async () => undefined };
});

function context() {
  return { signal: new AbortController().signal, idempotencyKey: "k" };
}

async function collect(stream: AsyncIterable<ModelEvent>): Promise<{ events: ModelEvent[]; failure: unknown }> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of stream) events.push(event);
  } catch (failure) {
    return { events, failure };
  }
  return { events, failure: undefined };
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.t === "text" ? event.text : "")).join("");
}

function usageOf(events: readonly ModelEvent[]) {
  const usage: { in?: number; out?: number } = {};
  for (const event of events) {
    if (event.t !== "usage") continue;
    if (event.in !== undefined) usage.in = event.in;
    if (event.out !== undefined) usage.out = event.out;
  }
  return usage;
}

/** Everything that a log line could show of an error. */
function inspectAll(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return [error.message, error.stack, inspectAll(error.cause ?? null), JSON.stringify(Object.entries(error))].join(
    "\n",
  );
}

function refusal(status: number, type: string, message: string, headers: Record<string, string> = {}): VendorAnswer {
  return { status, headers, body: JSON.stringify({ type: "error", error: { type, message: `${message} ${canary}` } }) };
}

function errorEvents(format: WireFormat, type: string): string[] {
  const error = { type, message: `bad ${canary}` };
  return [format === "anthropic" ? named("error", { error }) : chunk({ error: { ...error, code: null } })];
}

function inStream(format: WireFormat, type: string): VendorAnswer {
  return { events: errorEvents(format, type), ending: "end" };
}

function toolEvents(format: WireFormat, name: string, pieces: readonly string[]): string[] {
  if (format === "openai_compatible")
    return [
      chunk({
        choices: [
          { delta: { tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name, arguments: "" } }] } },
        ],
      }),
      ...pieces.map((piece) =>
        chunk({ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }] }),
      ),
      chunk({ choices: [{ delta: {}, finish_reason: "tool_calls" }] }),
      "data: [DONE]\n\n",
    ];
  return [
    named("message_start", { message: { usage: { input_tokens: 5, output_tokens: 1 } } }),
    named("content_block_start", { index: 0, content_block: { type: "tool_use", id: "call_1", name, input: {} } }),
    ...pieces.map((piece) =>
      named("content_block_delta", { index: 0, delta: { type: "input_json_delta", partial_json: piece } }),
    ),
    named("content_block_stop", { index: 0 }),
    named("message_delta", { delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } }),
    named("message_stop", {}),
  ];
}
