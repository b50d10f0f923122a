import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createSignal } from "@service/testing";
import { anthropic } from "./anthropic.ts";
import { openModelDesk, providerOf } from "./model-desk.ts";
import type { ModelAnswer, ModelProvider, ModelQuestion } from "./model-provider.ts";
import { openAiCompatible } from "./openai-compatible.ts";

type Answerer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

let server: Server;
let baseUrl: string;
let answerer: Answerer;
const received: { headers: object; body: string; path: string | undefined } = { headers: {}, body: "", path: "" };

beforeEach(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      Object.assign(received, { headers: request.headers, body, path: request.url });
      answerer(response, request, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const schema = {
  type: "object",
  properties: { sentences: { type: "array", items: { type: "string" } } },
  required: ["sentences"],
  additionalProperties: false,
} as const;

const question = (changes: Partial<ModelQuestion> = {}): ModelQuestion => ({
  task: "narrate",
  schema,
  context: { instructions: "Rewrite.", data: { headline: "h" }, untrusted: ["data"] },
  timeoutMs: 120_000,
  signal: new AbortController().signal,
  ...changes,
});

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

type Kind = { name: ModelProvider["key"]; open: () => ModelProvider; says: (text: unknown) => unknown };
const kinds: Kind[] = [
  {
    name: "openai_compatible",
    open: () => openAiCompatible({ baseUrl: `${baseUrl}/v1`, apiKey: "secret-key", model: "m" }),
    says: (content) => ({ choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }] }),
  },
  {
    name: "anthropic",
    open: () => anthropic({ baseUrl, apiKey: "secret-key", model: "m" }),
    says: (text) => ({ content: [{ type: "text", text }], stop_reason: "end_turn" }),
  },
];
const noAnswer = (failure: string): unknown => ({ kind: "no_answer", failure });

describe.each(kinds)("$name", ({ open, says, name }) => {
  const answerWith = (text: unknown): Promise<ModelAnswer> => {
    answerer = (response) => json(response, says(text));
    return open().complete(question());
  };

  test("returns JSON that matches the schema, even between code fences (MODEL-14)", async () => {
    expect(await answerWith('{"sentences":["a"]}')).toEqual({ kind: "answer", json: { sentences: ["a"] } });
    expect(await answerWith('```json\n{"sentences":[]}\n```')).toEqual({ kind: "answer", json: { sentences: [] } });
  });

  test("sends the key, the model and the untrusted data apart from the instructions (MODEL-11)", async () => {
    await answerWith("{}");
    expect(received.path).toBe(name === "anthropic" ? "/v1/messages" : "/v1/chat/completions");
    expect(JSON.stringify(received.headers)).toContain("secret-key");
    const body: unknown = JSON.parse(received.body);
    expect(body).toMatchObject({ model: "m", temperature: 0 });
    expect(received.body).toContain("untrusted");
    expect(received.body).not.toContain("tools");
  });

  test.each([
    ["prose", "Sure! Here it is."],
    ["JSON with a tail", '{"sentences":[]} and more'],
    ["another shape", '{"lines":[]}'],
    ["a wrong member", '{"sentences":[1]}'],
    ["nothing", ""],
    ["no text at all", undefined],
  ])("%s is malformed", async (_, text) => {
    expect(await answerWith(text)).toEqual(noAnswer("malformed"));
  });

  test.each([
    [400, "refused"],
    [401, "refused"],
    [302, "refused"],
    [429, "limited"],
    [500, "provider_error"],
    [529, "provider_error"],
  ])("status %i is %s and is not repeated", async (status, failure) => {
    let calls = 0;
    answerer = (response) => {
      calls += 1;
      response.writeHead(status, { location: `${baseUrl}/elsewhere`, "retry-after": "0" }).end("{}");
    };
    expect(await open().complete(question())).toEqual(noAnswer(failure));
    expect(calls).toBe(1);
  });

  test("a body other than JSON is malformed; one that is too large is not read to its end", async () => {
    answerer = (response) => response.end("<html>");
    expect(await open().complete(question())).toEqual(noAnswer("malformed"));
    answerer = (response) => {
      response.writeHead(200);
      response.write("x".repeat(2 * 1024 * 1024));
    };
    expect(await open().complete(question())).toEqual(noAnswer("too_large"));
  });

  test("a provider that never answers, or drips, is a timeout (MODEL-22)", async () => {
    answerer = () => undefined;
    expect(await open().complete(question({ timeoutMs: 80 }))).toEqual(noAnswer("timeout"));
    answerer = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    };
    expect(await open().complete(question({ timeoutMs: 120 }))).toEqual(noAnswer("timeout"));
  });

  test("a connection that is cut or refused is unreachable, with the cause for the log", async () => {
    answerer = (response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{");
      setImmediate(() => response.destroy());
    };
    expect(await open().complete(question())).toEqual({
      kind: "no_answer",
      failure: "unreachable",
      cause: expect.anything(),
    });
    answerer = (_, request) => request.socket.destroy();
    expect(await open().complete(question())).toEqual({
      kind: "no_answer",
      failure: "unreachable",
      cause: expect.anything(),
    });
  });

  test("an abort ends the call at once", async () => {
    const arrived = createSignal("request");
    const abort = new AbortController();
    answerer = () => arrived.send();
    const answer = open().complete(question({ signal: abort.signal, timeoutMs: 60_000 }));
    await arrived.next();
    abort.abort();
    expect(await answer).toEqual(noAnswer("aborted"));
    expect(await open().complete(question({ signal: abort.signal }))).toEqual(noAnswer("aborted"));
  });
});

describe("an answer without content", () => {
  test("a refusal is declined and an answer at the length limit is cut short", async () => {
    answerer = (response) => json(response, { choices: [{ message: { refusal: "no" }, finish_reason: "stop" }] });
    expect(await kinds[0]?.open().complete(question())).toEqual(noAnswer("declined"));
    answerer = (response) => json(response, { content: [], stop_reason: "refusal" });
    expect(await kinds[1]?.open().complete(question())).toEqual(noAnswer("declined"));
    answerer = (response) =>
      json(response, { content: [{ type: "text", text: '{"sentences"' }], stop_reason: "max_tokens" });
    expect(await kinds[1]?.open().complete(question())).toEqual(noAnswer("cut_short"));
  });
});

describe("the desk", () => {
  test("makes at most four concurrent calls, and waiting counts against the time of a question (MODEL-22)", async () => {
    const arrived = createSignal("request");
    const open: ServerResponse[] = [];
    answerer = (response) => {
      open.push(response);
      arrived.send();
    };
    const desk = openModelDesk(openAiCompatible({ baseUrl, apiKey: "k", model: "m" }));
    const calls = Array.from({ length: 4 }, () => desk.ask(question({ timeoutMs: 120_000 })));
    for (let call = 0; call < 4; call += 1) await arrived.next();
    expect(await desk.ask(question({ timeoutMs: 60 }))).toEqual(noAnswer("timeout"));
    const fifth = desk.ask(question({ timeoutMs: 120_000 }));
    const [first] = open;
    if (first) json(first, kinds[0]?.says('{"sentences":[]}'));
    await arrived.next();
    for (const response of open.slice(1)) json(response, kinds[0]?.says('{"sentences":[]}'));
    expect((await Promise.all([...calls, fifth])).every((answer) => answer.kind === "answer")).toBe(true);
  });

  test("has no provider while MODEL_PROVIDER is unset; a missing variable is refused by name", () => {
    const unset = { modelProvider: undefined, modelBaseUrl: undefined, modelApiKey: undefined, modelName: undefined };
    expect(providerOf({ ...unset, modelBaseUrl: "http://x", modelName: "m" })).toBeUndefined();
    expect(() => providerOf({ ...unset, modelProvider: "anthropic" })).toThrow("MODEL_NAME");
    expect(() => providerOf({ ...unset, modelProvider: "openai_compatible", modelName: "m" })).toThrow(
      "MODEL_BASE_URL",
    );
    expect(() => providerOf({ ...unset, modelProvider: "anthropic", modelName: "m" })).toThrow("MODEL_API_KEY");
  });
});
