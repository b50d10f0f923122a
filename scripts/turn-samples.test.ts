import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { EventSchemas } from "@ag-ui/core/schemas";
import { EventType, type Event as AgUiEvent } from "@ag-ui/core";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { registerTestManifest, registerTestModel } from "@service/domain/testing";
import { chunk, startModelVendor, testOperator, waitFor } from "@service/testing";
import {
  createUIMessageStream,
  createUIMessageStreamResponse,
  parseJsonEventStream,
  readUIMessageStream,
  safeValidateUIMessages,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from "ai";
import { readUIMessageStream as readWithVersion6, uiMessageChunkSchema as schemaOfVersion6 } from "ai-6";
import { framesOf, startTurnWorld, type TestConversation, type TurnWorld } from "@service/routes/testing/turn-world";
import { type Answer, applyFrame, Client, type Input, Refusal, type TurnFrame } from "@service/client";
import { agUiEvents } from "@service/client/ag-ui";
import { uiMessageChunks } from "@service/client/ai-sdk";

// The samples of the guide on streams as readers copy them: TURN-170 to TURN-174.

const root = join(import.meta.dirname, "..");
const samples = join(root, "docs/site/samples");
/** Not in the repository: made from the description. */
const clientTypes = join(root, "packages/client/src/generated/api.ts");
// Characters of one to four bytes, and a line separator, which are cut in the middle as well.
const words = "Zwölf Büros öffnen um 8\u2028Uhr – 😀 and close at 18. ".repeat(6).trim();
const config = {
  grounding: { sources: [{ kind: "knowledge" }], require_citations: true },
  knowledge: [
    { key: "hours", title: "Claims desk", text: "The claims desk is open from 8 to 18. It is closed on Sunday." },
  ],
  rules: [{ key: "long", when: { any: ["everything"] }, reply: words }],
};

let world: TurnWorld;
let runner: ReturnType<TurnWorld["startRunner"]>;
beforeAll(async () => {
  world = await startTurnWorld({ withoutRunner: true });
  runner = world.startRunner();
  await world.instance("sampled", config);
});
afterAll(() => world.stop());

const begin = (slug = "sampled"): Promise<TestConversation> => world.conversation({ slug });
const apiKey = (): string => world.sandbox.apiKey ?? "";
/** What the page uses of React, whose types are not installed. */
const declaredReact = `
  export function useState<Value>(first: Value): [Value, (next: Value) => void];
  export function jsx(...given: unknown[]): unknown;
  export function jsxs(...given: unknown[]): unknown;
  export const Fragment: unknown;
  interface Common { key?: string | number; children?: unknown }
  export namespace JSX {
    interface ElementChildrenAttribute { children: object }
    interface IntrinsicElements {
      main: Common; article: Common; h2: Common; q: Common; label: Common;
      p: Common & { role?: string };
      form: Common & { onSubmit?: (event: { preventDefault(): void }) => void };
      input: Common & { value?: string; onChange?: (event: { target: { value: string } }) => void };
      button: Common & { type?: "button" | "submit"; onClick?: () => void };
    }
  }`;
/** `useChat` shows what the chat of the package `ai` has. */
const declaredUseChat = `
  import type { AbstractChat, ChatInit, UIMessage } from "ai";
  type Shown = "messages" | "sendMessage" | "stop" | "status" | "error";
  export function useChat(given: Omit<ChatInit<UIMessage>, "messages">): Pick<AbstractChat<UIMessage>, Shown>;`;

type Frame = TurnFrame;

async function ask(at: TestConversation, body: Parameters<TurnWorld["ask"]>[1] = {}): Promise<Frame[]> {
  return framesOf((await world.ask(at, body)).text).map(({ data }) => frameOf(JSON.stringify(data)));
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const folded = (frames: readonly Frame[]): Answer => frames.reduce(applyFrame, { text: "", citations: [] });

function doneOf(frames: readonly Frame[]): Extract<Frame, { type: "done" }> {
  const done = frames.at(-1);
  if (done?.type !== "done") throw new Error("no done");
  return done;
}

/** Frames as they come when an attempt is given up, and when the log has lost some: with tools around. */
function* disturbed(frames: readonly Frame[]): Generator<readonly [string, Frame[]]> {
  const at = frames.findIndex(({ type }) => type === "text.delta");
  const before = frames.slice(0, at + 1);
  const call: Frame[] = [
    { type: "tool.started", call_id: "lost", name: "search_sources", input: { query: "x" } },
    { type: "tool.finished", call_id: "lost", status: "denied", duration_ms: 1, summary: "not allowed" },
  ];
  const [started, finished] = call;
  if (started === undefined || finished === undefined) throw new Error("a call has two frames");
  const again: Frame = { type: "attempt.started", attempt: 2, mode: "restart", discard: true, reason: "worker_lost" };
  yield ["attempt given up", [...before, ...call, again, ...frames.slice(at)]];
  yield ["attempt given up between two frames of a tool", [...before, started, again, finished, ...frames.slice(at)]];
  const { text, citations } = folded(frames);
  const snapshot: Frame = {
    type: "snapshot",
    text,
    citations: [...citations],
    attempt: 1,
    through: "1-9",
    reason: "log_expired",
  };
  yield ["snapshot", [...before, started, snapshot, finished, ...frames.slice(-1)]];
  yield ["snapshot at once", [snapshot, ...frames.slice(-1)]];
  const reconnect: Frame = { type: "reconnect", reason: "server_shutdown", retry_ms: 2_000 };
  yield ["reconnect", [...before, reconnect, ...frames.slice(at + 1)]];
  const passing: Frame = {
    type: "error",
    code: "internal_error",
    reason: null,
    message: "An internal error occurred.",
    retryable: true,
    partial: false,
  };
  yield ["an error of the connection alone", [...before, passing, ...frames.slice(at + 1)]];
  const next: Frame = { type: "attempt.started", attempt: 2, mode: "continue", discard: false, reason: "worker_lost" };
  yield ["attempt continued", [...before, ...call, next, ...frames.slice(at + 1)]];
}

/** Streams of a real API, one for each way in which a turn ends, and with what a model's tools say. */
async function streams(): Promise<(readonly [string, Frame[]])[]> {
  const made: (readonly [string, Frame[]])[] = [];
  const whole = await ask(await begin());
  expect(folded(whole).citations.length).toBeGreaterThan(0);
  made.push(["completed", whole], ...disturbed(whole));
  for (const scenario of ["incomplete", "interrupted", "provider_error:unavailable"])
    made.push([scenario, await ask(await begin(), { test_scenario: scenario, after_chars: 20 })]);
  made.push(["declined", await ask(await begin(), { text: "Who won the football match?" })]);
  made.push(["cancelled", await cancelled()]);
  made.push(["tools", await ask(await begin(await modelled()), { text: "When is the desk open?" })]);
  return made;
}

async function cancelled(): Promise<Frame[]> {
  const at = await begin();
  const stream = ask(at, { text: "Tell me everything", test_scenario: "slow" });
  const turnId = await turnOf(at);
  await waitFor(async () => (await newestFrame(turnId)) > 4, { what: "some text" });
  await world.sandbox.post(`${at.path}/${turnId}/cancel`, {});
  return stream;
}

async function turnOf(at: TestConversation): Promise<string> {
  return waitFor(
    async () => {
      const { rows } = await world.api.deps.db.pool.query<{ id: string }>(
        "select id from turns where conversation_id = $1",
        [at.id],
      );
      return rows[0]?.id;
    },
    { what: "the turn" },
  );
}

async function newestFrame(turnId: string): Promise<number> {
  const { rows } = await world.api.deps.db.pool.query<{ seq: number }>(
    "select seq from turn_frames where turn_id = $1 order by attempt desc, seq desc limit 1",
    [turnId],
  );
  return rows[0]?.seq ?? 0;
}

let vendor: Awaited<ReturnType<typeof startModelVendor>> | undefined;
afterAll(() => vendor?.stop());

/** An instance whose model looks something up first. */
async function modelled(): Promise<string> {
  vendor = await startModelVendor("openai_compatible");
  const { deps } = world.api;
  await registerTestModel(deps, {
    alias: "house",
    provider: "openai_compatible",
    baseUrl: vendor.baseUrl,
    more: { caps: { tools: true } },
  });
  await setOrganization(deps, testOperator, world.org.organizationId, { models: ["house"] });
  const manifest = await registerTestManifest(deps, {
    name: "desk",
    destinations: ["openai_compatible"],
    parts: ["instructions", "input", "knowledge", "tools"],
  });
  await world.instance("modelled", {
    ...config,
    egress_manifest_version: manifest,
    model: { alias: "house", max_output_tokens: 200 },
    tools: { enabled: ["search_sources"], max_steps: 2 },
  });
  const call = {
    index: 0,
    id: "c1",
    type: "function",
    function: { name: "search_sources", arguments: '{"query":"x"}' },
  };
  const delta = { content: "Let me look. ", tool_calls: [call] };
  const events = [
    chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }),
    "data: [DONE]\n\n",
  ];
  vendor.answer({ events, ending: "end" }, { texts: ["From 8 to 18 ", "[1]."] });
  return "modelled";
}

const finishReasons: Readonly<Record<string, string>> = {
  completed: "stop",
  incomplete: "length",
  failed: "error",
  interrupted: "interrupted",
};

/** What a reader of AG-UI events has after them. Refuses events that are out of order. */
function readAgUi(events: readonly AgUiEvent[]) {
  const history = { id: "q", role: "user" as const, content: "?" };
  let messages: { id: string; role: string; content?: unknown; calls?: string[] }[] = [history];
  let citations: unknown[] = [];
  let openId: string | undefined;
  for (const [at, event] of events.entries()) {
    EventSchemas.parse(event);
    if ((event.type === EventType.RUN_STARTED) !== (at === 0)) throw new Error("a run begins once, first");
    switch (event.type) {
      case EventType.TEXT_MESSAGE_START:
        expect(openId).toBeUndefined();
        expect(messages.map(({ id }) => id)).not.toContain(event.messageId);
        openId = event.messageId;
        messages.push({ id: openId, role: "assistant", content: "" });
        break;
      case EventType.TEXT_MESSAGE_CONTENT: {
        expect(event.messageId).toBe(openId);
        const last = messages.at(-1);
        if (last !== undefined) last.content = `${String(last.content)}${event.delta}`;
        break;
      }
      case EventType.TEXT_MESSAGE_END:
        expect(event.messageId).toBe(openId);
        openId = undefined;
        break;
      case EventType.TOOL_CALL_START:
        expect(openId).toBeUndefined();
        messages.push({ id: event.toolCallId, role: "assistant", calls: [event.toolCallId] });
        break;
      case EventType.TOOL_CALL_RESULT:
        expect(messages.flatMap(({ calls = [] }) => calls)).toContain(event.toolCallId);
        messages.push({ id: event.messageId, role: "tool", content: event.content });
        break;
      case EventType.MESSAGES_SNAPSHOT:
        expect(openId).toBeUndefined();
        messages = event.messages.map(({ id, role }) => ({ id, role }));
        break;
      case EventType.STATE_SNAPSHOT: {
        const { citations: shown, kept }: { citations: unknown[]; kept: number } = event.snapshot;
        expect(kept).toBe(1);
        citations = [...shown];
        break;
      }
      case EventType.STATE_DELTA:
        for (const operation of event.delta) if (operation.op === "add") citations.push(operation.value);
        break;
      default:
        break;
    }
  }
  expect(openId).toBeUndefined();
  const ends = events.filter(({ type }) => type === EventType.RUN_FINISHED || type === EventType.RUN_ERROR);
  expect(ends).toEqual([events.at(-1)]);
  const answers = messages.filter(({ role, calls }) => role === "assistant" && calls === undefined);
  return { text: answers.map(({ content }) => String(content)).join(""), messages, citations, end: events.at(-1) };
}

/** As the guide's route answers, and as a page reads it. */
async function overHttp(frames: readonly Frame[]) {
  const written = createUIMessageStream({
    execute: async ({ writer }) => {
      for await (const one of uiMessageChunks(each(frames))) writer.write(one);
    },
  });
  const { body } = createUIMessageStreamResponse({ stream: written });
  if (body === null) throw new Error("a stream has a body");
  return parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema });
}
/** As its own reader of event streams does. */
async function parseVersion6(chunks: readonly UIMessageChunk[]) {
  const { validate } = schemaOfVersion6();
  if (validate === undefined) throw new Error("version 6 validates chunks");
  return Promise.all(chunks.map(async (one) => validate(JSON.parse(JSON.stringify(one)))));
}
type Parsed = Awaited<ReturnType<typeof overHttp>> extends ReadableStream<infer R> ? R : never;

describe("frames for user interfaces", () => {
  let all: (readonly [string, Frame[]])[] = [];
  beforeAll(async () => {
    all = await streams();
  });

  test("TURN-170: a UI message stream has the text, the sources and the end of every turn, whatever happened on the way", async () => {
    for (const [name, frames] of all) {
      const chunks: UIMessageChunk[] = [];
      const errors: unknown[] = [];
      let message: UIMessage | undefined;
      const stream = (await overHttp(frames)).pipeThrough(
        new TransformStream<Parsed, UIMessageChunk>({
          transform(parsed, controller) {
            if (!parsed.success) throw new Error(`${name} has a chunk that is none`, { cause: parsed.error });
            chunks.push(parsed.value);
            controller.enqueue(parsed.value);
          },
        }),
      );
      for await (const shown of readUIMessageStream({ stream, onError: (error) => errors.push(error) }))
        message = shown;
      const { status, turn } = doneOf(frames);
      const validated = await safeValidateUIMessages({ messages: [message] });
      expect([name, validated]).toMatchObject([name, { success: true }]);
      const parts = message?.parts ?? [];
      const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      expect([name, text]).toEqual([name, turn.output.text ?? ""]);
      const sources = parts.flatMap((part) => (part.type === "source-document" ? [part.sourceId] : []));
      expect([name, sources]).toEqual([name, turn.output.citations.map(({ n }) => String(n))]);
      expect(message?.metadata).toMatchObject({ turn_id: turn.turn_id, status, resumable: turn.resumable });
      expect([name, errors.length]).toEqual([name, status === "failed" || status === "interrupted" ? 1 : 0]);
      const end = status === "cancelled" ? { type: "abort" } : { type: "finish", finishReason: finishReasons[status] };
      expect([name, chunks.at(-1)]).toMatchObject([name, end]);
      const hasCall = frames.at(-2)?.type === "usage" && name === "tools";
      expect(parts.some((part) => part.type === "dynamic-tool" && part.state === "output-available")).toBe(hasCall);
    }
  });

  test("TURN-170: version 6 of the AI SDK shows it after the last part that took something back", async () => {
    for (const [name, frames] of all) {
      const chunks = await collect(uiMessageChunks(each(frames), 6));
      const validated = await parseVersion6(chunks);
      expect([name, validated.filter(({ success }) => !success)]).toEqual([name, []]);
      const stream = new ReadableStream({
        start(controller) {
          for (const parsed of validated) if (parsed.success) controller.enqueue(parsed.value);
          controller.close();
        },
      });
      let parts: readonly UIMessage["parts"][number][] = [];
      for await (const shown of readWithVersion6({ stream, onError: () => undefined })) parts = shown.parts;
      const last = parts.findLastIndex(({ type }) => type === "data-taken-back");
      const text = parts.slice(last + 1).map((part) => (part.type === "text" ? part.text : ""));
      const { turn } = doneOf(frames);
      expect([name, text.join("")]).toEqual([name, turn.output.text ?? ""]);
    }
  });

  test.each(["ai", "ai-6"])("TURN-170: the sample, its route and its page compile with %s", async (installed) => {
    const folder = await mkdtemp(join(root, "node_modules/.samples-"));
    if (!existsSync(clientTypes))
      spawnSync(process.execPath, [join(root, "packages/testing/src/write-client-types.ts")]);
    try {
      const names = ["chat-route.ts", "chat-page.tsx"];
      for (const name of names) await copyFile(join(samples, name), join(folder, name));
      const declarations = { "react.d.ts": declaredReact, "use-chat.d.ts": declaredUseChat };
      for (const [name, text] of Object.entries(declarations)) await writeFile(join(folder, name), text);
      const options = {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        target: "es2024",
        module: "nodenext",
        lib: ["es2024", "dom", "dom.iterable", "esnext.collection"],
        types: ["node"],
        jsx: "react-jsx",
        paths: {
          ai: [`../${installed}`],
          "@service/client": ["../@service/client/src/index.ts"],
          "@service/client/ai-sdk": ["../@service/client/src/ai-sdk.ts"],
          "@ai-sdk/react": ["./use-chat.d.ts"],
          react: ["./react.d.ts"],
          "react/jsx-runtime": ["./react.d.ts"],
        },
      };
      await writeFile(join(folder, "package.json"), '{"type":"module"}');
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: names }));
      const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
      expect([stdout, status]).toEqual(["", 0]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("TURN-171: AG-UI events have the text, the sources and the end of every turn, whatever happened on the way", async () => {
    for (const [name, frames] of all) {
      const run = {
        threadId: "t",
        runId: "r",
        messages: [{ id: "q", role: "user" as const, content: "?" }],
        state: { kept: 1 },
      };
      const shown = readAgUi(await collect(agUiEvents(each(frames), run)));
      const { status, turn } = doneOf(frames);
      expect([name, shown.text]).toEqual([name, turn.output.text ?? ""]);
      expect([name, shown.citations]).toEqual([name, turn.output.citations]);
      const hasFailed = status === "failed" || status === "interrupted";
      const outcome = { type: status === "cancelled" ? "cancelled" : "success" };
      expect([name, shown.end]).toMatchObject([
        name,
        hasFailed
          ? { type: "RUN_ERROR", metadata: { turn_id: turn.turn_id, status } }
          : { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome, result: { status } },
      ]);
      expect(shown.messages.some(({ role }) => role === "tool")).toBe(name === "tools" || name === "attempt continued");
    }
  });

  test("TURN-172: a stream that ends without its last frame ends as an error for the interface too", async () => {
    const [, frames = []] = all[0] ?? [];
    const cut = frames.slice(0, -1);
    const chunks = await collect(uiMessageChunks(each(cut)));
    expect(chunks.at(-1)).toMatchObject({ type: "error" });
    const events = await collect(
      agUiEvents(each(cut), { threadId: "t", runId: "r", messages: [], state: { kept: 1 } }),
    );
    expect(readAgUi(events).end).toMatchObject({ type: "RUN_ERROR", code: "connection_lost" });
  });
});

/** How a connection ends: before the answer, after a frame, in the middle of one, or after a frame that asks for it. */
type Cut = "before" | "between" | "within" | "reconnect";

/** A proxy that cuts every stream after a few frames, and the last frame in its middle. */
async function cuttingProxy(target: string) {
  const cuts: Cut[] = ["before", "between", "within", "reconnect", "between", "within", "between", "within"];
  const passed: string[] = [];
  const held = { isRefusing: false, isDoneCut: false };
  const server = createServer((incoming, outgoing) => {
    if (held.isRefusing) {
      incoming.socket.destroy();
      return;
    }
    const cut = cuts.shift();
    const toApi = request(`${target}${incoming.url ?? ""}`, { method: incoming.method, headers: incoming.headers });
    toApi.once("error", () => outgoing.destroy());
    outgoing.once("close", () => toApi.destroy());
    toApi.once("response", (answer) => {
      if (cut === "before") {
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      let rest = Buffer.alloc(0);
      let frames = 0;
      let isCut = false;
      const cutAfter = (bytes: Uint8Array): void => {
        isCut = true;
        // The bytes leave before the socket breaks.
        outgoing.write(bytes, () => void outgoing.socket?.destroy());
      };
      answer.on("data", (bytes: Buffer) => {
        rest = Buffer.concat([rest, bytes]);
        for (let end = rest.indexOf("\n\n"); end >= 0 && !isCut; end = rest.indexOf("\n\n")) {
          const event = rest.subarray(0, end + 2);
          rest = rest.subarray(end + 2);
          frames += 1;
          const isDone = event.includes("event: done");
          if ((isDone && !held.isDoneCut) || (cut === "within" && frames > 3)) {
            held.isDoneCut ||= isDone;
            // Between the bytes of a character, where it has any of several.
            const middle = event.findIndex((byte) => byte >= 0x80) + 1 || Math.floor(event.length / 2);
            cutAfter(event.subarray(0, middle));
          } else if (frames > 3 && (cut === "between" || cut === "reconnect")) {
            const asks = 'event: reconnect\ndata: {"type":"reconnect","reason":"server_shutdown","retry_ms":5}\n\n';
            passed.push(event.toString());
            cutAfter(cut === "between" ? event : Buffer.concat([event, Buffer.from(asks)]));
          } else {
            passed.push(event.toString());
            outgoing.write(event);
          }
        }
      });
      answer.once("end", () => {
        if (!isCut) outgoing.end(rest);
      });
      answer.once("error", () => outgoing.destroy());
    });
    incoming.pipe(toApi);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a proxy listens on a port");
  return {
    api: `http://127.0.0.1:${address.port}/api/v1`,
    passed,
    held,
    hasPassed: (text: string, count = 1) => passed.filter((event) => event.includes(text)).length >= count,
    dropAll: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

interface Asking {
  readonly api: string;
  readonly conversation: string;
  readonly key: string;
  readonly idempotencyKey: string;
  readonly body: object;
  readonly lastId?: string;
}
interface Heard {
  readonly types: readonly string[];
  readonly text: string;
}

async function inTypeScript(asking: Asking): Promise<Heard> {
  const { api, conversation, key, idempotencyKey, body, lastId } = asking;
  const [, , slug = "", , conversation_id = ""] = conversation.split("/");
  const place = { slug, conversation_id, "idempotency-key": idempotencyKey };
  const client = new Client({ baseUrl: api, apiKey: key, firstWaitMs: 20, triesMax: 8 });
  const given = { ...place, body: questionOf(body), ...(lastId !== undefined && { "last-event-id": lastId }) };
  const frames = await collect(client.turns.submit(given));
  return { types: frames.map(({ type }) => type), text: folded(frames).text };
}

function questionOf(body: object): Input<"turns.submit">["body"] {
  const question: Input<"turns.submit">["body"] = JSON.parse(JSON.stringify(body));
  return question;
}

async function inPython({ api, conversation, key, idempotencyKey, body, lastId }: Asking): Promise<Heard> {
  const program = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ".")
from ask_turn import ask_turn, apply_frame
given = json.load(sys.stdin)
answer, types = {"text": "", "citations": []}, []
for frame in ask_turn(**given, first_wait_seconds=0.02):
    answer = apply_frame(answer, frame)
    types.append(frame["type"])
print(json.dumps({"types": types, "text": answer["text"]}))`;
  const given = { api, conversation, key, body, idempotency_key: idempotencyKey, last_id: lastId ?? null };
  const heard: Heard = JSON.parse(await output("python3", ["-c", program], JSON.stringify(given)));
  return heard;
}

async function inShell({ api, conversation, key, idempotencyKey, body, lastId }: Asking): Promise<Heard> {
  const variables = {
    API: api,
    KEY: key,
    FIRST_WAIT_SECONDS: "0.02",
    ...(lastId !== undefined && { LAST_ID: lastId }),
  };
  const args = [join(samples, "ask-turn.sh"), conversation, idempotencyKey, JSON.stringify(body)];
  const printed = await output("bash", args, "", variables);
  const frames = printed.split("\n").flatMap((line): Frame[] => (line === "" ? [] : [frameOf(line)]));
  return { types: frames.map(({ type }) => type), text: folded(frames).text };
}

function frameOf(json: string): Frame {
  const frame: Frame = JSON.parse(json);
  return frame;
}

/** @throws with what the program wrote to its standard error when it fails. */
function output(
  program: string,
  args: readonly string[],
  input: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, { cwd: samples, env: { ...process.env, ...variables } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const written = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written.error += text));
  child.once("error", reject);
  child.once("close", (code) => (code === 0 ? resolve(written.out) : reject(new Error(`${code}: ${written.error}`))));
  child.stdin.end(input);
  return promise;
}

const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;
const languages = [
  { name: "TypeScript", ask: inTypeScript, isThere: true },
  {
    name: "Python",
    ask: inPython,
    isThere: isThere("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"),
  },
  { name: "bash with curl", ask: inShell, isThere: isThere("bash", "-c", "curl --version") },
];
const present = languages.filter(({ name, isThere }) => {
  if (!isThere) process.stderr.write(`the sample in ${name} is not tested: this machine has no program for it\n`);
  return isThere;
});

describe("the samples that read a stream", () => {
  test("TURN-173: have the stored text when every connection is cut, the worker changes and the log loses frames", async () => {
    const readers = await Promise.all(
      present.map(async ({ name, ask }) => {
        const at = await begin();
        const proxy = await cuttingProxy(world.api.url);
        const asking = {
          api: proxy.api,
          conversation: at.path.replace(/\/turns$/, ""),
          key: apiKey(),
          idempotencyKey: "question-1",
          body: { text: "Tell me everything", version: "draft", test_scenario: "slow" },
        };
        return { name, ask, at, proxy, asking, heard: ask(asking) };
      }),
    );
    try {
      const all = (holds: (reader: (typeof readers)[number]) => boolean, what: string) =>
        waitFor(() => readers.every(holds), { what });
      await all(({ proxy }) => proxy.hasPassed("event: text.delta", 2), "text for every reader");
      await runner.stop(0);
      runner = world.startRunner();
      await all(({ proxy }) => proxy.hasPassed('"discard":true'), "another attempt for every reader");
      await all(({ proxy }) => proxy.hasPassed("id: 2-", 4), "its text");
      for (const { proxy } of readers) {
        proxy.held.isRefusing = true;
        proxy.dropAll();
      }
      await Promise.all(readers.map(({ at }) => loseFrames(at)));
      for (const { proxy } of readers) proxy.held.isRefusing = false;
      for (const { name, ask, at, proxy, asking, heard } of readers) {
        const { types, text } = await heard;
        const turn = await stored(at);
        expect([name, text]).toEqual([name, turn.output.text]);
        expect([name, text]).toEqual([name, words]);
        expect([name, types.filter((type) => type === "done")]).toEqual([name, ["done"]]);
        expect([
          name,
          types.includes("attempt.started"),
          types.includes("snapshot"),
          types.includes("reconnect"),
        ]).toEqual([name, true, true, false]);
        expect([name, proxy.held.isDoneCut]).toEqual([name, true]);
        // One question, whatever was repeated; and after its last frame there is nothing to read (204).
        expect((await ask({ ...asking, lastId: turn.last_event_id })).types).toEqual([]);
      }
    } finally {
      for (const { proxy } of readers) await proxy.close();
    }
  });

  test("TURN-174: end with the code of a refusal, and ask no second time", async () => {
    for (const { ask } of present) {
      const asking = {
        api: `${world.api.url}/api/v1`,
        conversation: "/conversation-instances/sampled/conversations/nothing",
        key: apiKey(),
        idempotencyKey: "question-1",
        body: { text: "Hello" },
      };
      await expect(ask(asking)).rejects.toThrow("conversation_not_found");
      if (ask === inTypeScript) await expect(ask(asking)).rejects.toBeInstanceOf(Refusal);
    }
  });
});

/** Waits for frames that nobody has read, and deletes what the log has. */
async function loseFrames(at: TestConversation): Promise<void> {
  const turnId = await turnOf(at);
  const seen = await newestFrame(turnId);
  await waitFor(async () => (await newestFrame(turnId)) > seen + 2, { what: "further frames" });
  await world.api.deps.db.pool.query("delete from turn_frames where turn_id = $1", [turnId]);
}

/** The turn as it is stored; the only one of its conversation. */
async function stored(at: TestConversation): Promise<Extract<Frame, { type: "done" }>["turn"]> {
  const { turns }: { turns: Extract<Frame, { type: "done" }>["turn"][] } = JSON.parse(
    (await world.sandbox.get(at.path)).text,
  );
  expect(turns).toHaveLength(1);
  const [turn] = turns;
  if (turn === undefined) throw new Error("no turn");
  return turn;
}
