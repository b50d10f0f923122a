import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { createSignal, waitFor } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { getEventListeners, once } from "node:events";
import type { Socket } from "node:net";
import * as z from "zod";
import { lastEventId } from "./last-event-id.ts";
import { empty, stream, streamOrJson, type StreamFrame } from "./response-forms.ts";
import { chunksOf, openRaw } from "./testing/raw-connection.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const Frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("count"), n: z.number(), text: z.string().optional() }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
  z.object({ type: z.literal("reconnect"), reason: z.string() }),
]);
type Frame = z.infer<typeof Frame>;

const resume = lastEventId("invalid_cursor");
/** What happened on the server: a route sends its own name. */
const released = createSignal<string>("released");
const cut = createSignal<string>("cut");
/** Frames that each kind of reader made the service produce. */
const pulled = { endless: 0 };
/** More than the kernel takes for a connection that nobody reads. */
const framesInAll = 2_000;
const kilobytes16 = "x".repeat(16 * 1024);

/** Yields what it is given, then waits for its signal. */
async function* waiting(name: string, signal: AbortSignal): AsyncGenerator<StreamFrame<Frame>> {
  try {
    yield { id: "1-1", data: { type: "count", n: 1 } };
    if (!signal.aborted) await once(signal, "abort");
    signal.throwIfAborted();
  } finally {
    released.send(name);
    if (signal.aborted) cut.send(name);
  }
}

async function* endless(until = Infinity): AsyncGenerator<StreamFrame<Frame>> {
  try {
    for (pulled.endless = 0; pulled.endless < until;)
      yield { data: { type: "count", n: (pulled.endless += 1), text: kilobytes16 } };
  } finally {
    released.send("endless");
  }
}

async function* failing(error: Error): AsyncGenerator<StreamFrame<Frame>> {
  yield { data: { type: "count", n: 1 } };
  throw error;
}

const silentUntil = createSignal("end of the silence");
const describedEnds = {
  ended: (reason: string) => ({ data: { type: "reconnect" as const, reason }, retryMs: 100 }),
  failed: ({ code, message }: { code: string; message: string }) => ({
    data: { type: "error" as const, code, message },
  }),
};

const routes = [
  testRoute({
    method: "GET",
    path: "/numbers",
    summary: "Three numbers, or those after the last one read",
    access: "callers",
    headers: z.object(resume.headers),
    query: z.strictObject(resume.query),
    responses: { 200: stream(Frame, { retryMs: 2_000 }), 204: empty },
    errors: ["invalid_cursor", "run_not_found"],
    handle: (call) => {
      const after = Number(resume.of(call) ?? 0);
      if (after === 3) return call.reply(204);
      if (after > 3) throw fail("run_not_found");
      return call.reply(
        200,
        (async function* () {
          for (let n = after + 1; n <= 3; n += 1)
            yield { id: String(n), data: { type: "count" as const, n, text: "é\u2028\r\n" } };
        })(),
        { "content-location": "/numbers/all" },
      );
    },
  }),
  testRoute({
    method: "GET",
    path: "/either",
    summary: "A stream or one JSON answer",
    query: z.strictObject({ as: z.enum(["stream", "json"]) }),
    responses: { 200: streamOrJson(Frame, z.object({ n: z.number() })) },
    errors: [],
    handle: ({ query, reply }) =>
      query.as === "json"
        ? reply(200, { n: 7 })
        : reply(
            200,
            (async function* () {
              yield { data: { type: "count" as const, n: 7 } };
            })(),
          ),
  }),
  testRoute({
    method: "GET",
    path: "/together",
    summary: "Frames that are sent together, and those after them",
    responses: { 200: stream(Frame) },
    errors: [],
    handle: ({ reply }) =>
      reply(
        200,
        (async function* () {
          const many = Array.from({ length: 100 }, (_, at) => at + 1);
          // More than one write.
          const json = (n: number): string => JSON.stringify({ type: "count", n, text: "x".repeat(1_000) });
          yield many.map((n) => ({ id: String(n), type: "count" as const, json: json(n) }));
          yield [{ id: "101", data: { type: "count" as const, n: 101 } }];
        })(),
      ),
  }),
  testRoute({
    method: "GET",
    path: "/waiting/{name}",
    summary: "One frame, then silence",
    params: z.object({ name: z.string() }),
    responses: { 200: stream(Frame, describedEnds) },
    errors: [],
    handle: ({ params, time, reply }) => reply(200, waiting(params.name, time.signal)),
  }),
  testRoute({
    method: "GET",
    path: "/silent",
    summary: "Heartbeats until the test says so",
    timeBudgetMs: 30,
    responses: { 200: stream(Frame, { heartbeatMs: 20 }) },
    errors: [],
    handle: ({ reply }) =>
      reply(
        200,
        (async function* () {
          await silentUntil.next();
          yield { data: { type: "count" as const, n: 1 } };
        })(),
      ),
  }),
  testRoute({
    method: "GET",
    path: "/old",
    summary: "Ends when it is too old",
    responses: { 200: stream(Frame, { longestMs: 30, ...describedEnds }) },
    errors: [],
    handle: ({ time, reply }) => reply(200, waiting("old", time.signal)),
  }),
  testRoute({
    method: "GET",
    path: "/slow-to-start",
    summary: "Is over before its first byte",
    timeBudgetMs: 30,
    responses: { 200: stream(Frame) },
    errors: [],
    handle: async ({ time, reply }) => {
      await new Promise((resolve) => time.signal.addEventListener("abort", resolve));
      return reply(200, waiting("slow-to-start", time.signal));
    },
  }),
  testRoute({
    method: "GET",
    path: "/endless",
    summary: "As fast as its reader",
    responses: { 200: stream(Frame, { stalledMs: 60_000, longestMs: 3_600_000 }) },
    errors: [],
    handle: ({ reply }) => reply(200, endless(framesInAll)),
  }),
  testRoute({
    method: "GET",
    path: "/large",
    summary: "One frame that no queue holds",
    responses: { 200: stream(Frame, { heartbeatMs: 1, stalledMs: 60_000 }) },
    errors: [],
    handle: ({ reply }) =>
      reply(
        200,
        (async function* () {
          yield { id: "1", data: { type: "count" as const, n: 1, text: "é🚢".repeat(2 ** 21) } };
        })(),
      ),
  }),
  testRoute({
    method: "GET",
    path: "/impatient",
    summary: "Disconnects a reader that takes nothing",
    responses: { 200: stream(Frame, { stalledMs: 50 }) },
    errors: [],
    handle: ({ reply }) => reply(200, endless()),
  }),
  testRoute({
    method: "GET",
    path: "/refused-late",
    summary: "A refusal after the first frame",
    responses: { 200: stream(Frame, describedEnds) },
    errors: ["run_not_found"],
    handle: ({ reply }) => reply(200, failing(fail("run_not_found"))),
  }),
  testRoute({
    method: "GET",
    path: "/broken-late",
    summary: "A failure after the first frame",
    responses: { 200: stream(Frame, describedEnds) },
    errors: [],
    handle: ({ reply }) => reply(200, failing(new Error("secret cause"))),
  }),
  testRoute({
    method: "GET",
    path: "/broken-silently",
    summary: "A failure without a frame for it",
    responses: { 200: stream(Frame) },
    errors: [],
    handle: ({ reply }) => reply(200, failing(new Error("secret cause"))),
  }),
  testRoute({
    method: "GET",
    path: "/two-lines",
    summary: "An id that would start another field",
    responses: { 200: stream(Frame) },
    errors: [],
    handle: ({ reply }) =>
      reply(
        200,
        (async function* () {
          yield { id: "1\nevent: forged", data: { type: "count" as const, n: 1 } };
        })(),
      ),
  }),
];

let app: TestApp;
let stopping: AbortController;
/** The server's side of the connections, in the order of their requests. */
const sockets: Socket[] = [];

beforeAll(async () => {
  stopping = new AbortController();
  app = await startTestApp(routes, {
    stopping: stopping.signal,
    admit: async ({ access, request }) => {
      sockets.push(request.socket);
      const caller = request.headers["x-caller"];
      if (access === "callers" && typeof caller !== "string") throw fail("unauthorized");
      return { caller: undefined };
    },
  });
});
afterAll(() => app.stop());

/** Reads a stream to its end and checks every frame against its schema. */
async function readStream(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, { headers: { "x-caller": "ann", ...headers } });
  const reader = eventReader();
  reader.push(await response.text());
  for (const { event, data } of reader.events) expect(Frame.parse(data).type).toBe(event);
  return { response, ...reader };
}

const requestFor = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const isCount = (text: string): boolean => text.includes("event: count");

describe("a stream", () => {
  test("sends frames with id, event, one line of data, and the headers that keep proxies from holding them back (PLAT-80)", async () => {
    const { response, events, retriesMs } = await readStream("/numbers", { "x-request-id": "mine" });
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
        "x-request-id": "mine",
        "content-location": "/numbers/all",
      },
    ]);
    for (const name of ["content-encoding", "connection", "keep-alive"])
      expect([name, response.headers.has(name)]).toEqual([name, false]);
    expect(retriesMs).toEqual([2_000]);
    expect(events).toEqual(
      [1, 2, 3].map((n) => ({ id: String(n), event: "count", data: { type: "count", n, text: "é\u2028\r\n" } })),
    );
  });

  test("sends frames that are yielded together each with its id, and JSON as it is (PLAT-80)", async () => {
    const { events } = await readStream("/together");
    expect(events.map(({ id, data }) => [id, Frame.parse(data)])).toEqual(
      Array.from({ length: 101 }, (_, at) => [
        String(at + 1),
        { type: "count", n: at + 1, ...(at < 100 && { text: "x".repeat(1_000) }) },
      ]),
    );
  });

  test("may be one JSON answer instead, as its caller asks (ASK-3)", async () => {
    const json = await fetch(`${app.url}/either?as=json`);
    expect([json.status, json.headers.get("content-type"), await json.json()]).toEqual([
      200,
      "application/json; charset=utf-8",
      { n: 7 },
    ]);
    const { events } = await readStream("/either?as=stream");
    expect(events.map(({ data }) => data)).toEqual([{ type: "count", n: 7 }]);
  });

  test("continues after the last frame that the header or the query names, the header first (PLAT-81)", async () => {
    const ids = async (path: string, headers = {}) => (await readStream(path, headers)).events.map(({ id }) => id);
    expect(await ids("/numbers", { "last-event-id": "2" })).toEqual(["3"]);
    expect(await ids("/numbers?after=1")).toEqual(["2", "3"]);
    expect(await ids("/numbers?after=1", { "last-event-id": "2" })).toEqual(["3"]);
  });

  test("is refused like any other route before its first byte, and may have nothing more to send (PLAT-82)", async () => {
    const answer = async (path: string, headers: Record<string, string> = { "x-caller": "ann" }) => {
      const response = await fetch(`${app.url}${path}`, { headers });
      const text = await response.text();
      return [response.status, text === "" ? "" : z.object({ code: z.string() }).parse(JSON.parse(text)).code];
    };
    expect(await answer("/numbers", {})).toEqual([401, "unauthorized"]);
    expect(await answer("/numbers?after=4")).toEqual([404, "run_not_found"]);
    expect(await answer(`/numbers?after=${"9".repeat(129)}`)).toEqual([400, "invalid_cursor"]);
    expect(await answer("/numbers?before=1")).toEqual([400, "invalid_request"]);
    expect(await answer("/numbers?after=3")).toEqual([204, ""]);
    expect(await answer("/slow-to-start")).toEqual([504, "request_timeout"]);
  });

  test("answers HEAD with the headers alone", async () => {
    const response = await fetch(`${app.url}/endless`, { method: "HEAD" });
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      "",
    ]);
  });

  test("says an error after the first byte in the frame declared for it, without its cause (PLAT-82)", async () => {
    const last = async (path: string) => (await readStream(path)).events.at(-1)?.data;
    expect(await last("/refused-late")).toMatchObject({ type: "error", code: "run_not_found" });
    expect(await last("/broken-late")).toEqual({
      type: "error",
      code: "internal_error",
      message: "The service failed unexpectedly.",
    });
    expect(await last("/broken-silently")).toEqual({ type: "count", n: 1 });
    expect((await readStream("/two-lines")).events).toEqual([]);
  });

  test("sends heartbeats in silence, and outlives the time that its first byte had (PLAT-83)", async () => {
    const connection = await openRaw(app.url, requestFor("/silent"));
    await connection.until((text) => text.split(": hb").length > 4);
    silentUntil.send();
    await connection.until(isCount);
    await connection.until((text) => text.endsWith("0\r\n\r\n"));
    connection.socket.destroy();
  });

  test("ends with the frame declared for it when it is too old (PLAT-83)", async () => {
    const { events, retriesMs } = await readStream("/old");
    expect(events.at(-1)?.data).toEqual({ type: "reconnect", reason: "max_stream_age" });
    expect(retriesMs).toEqual([100]);
    expect([await released.next(), await cut.next()]).toEqual(["old", "old"]);
  });
});

describe("a reader", () => {
  test("that disconnects ends the handler's signal and releases its iterable (PLAT-84)", async () => {
    const connection = await openRaw(app.url, requestFor("/waiting/gone"));
    await connection.until(isCount);
    connection.socket.destroy();
    expect([await released.next(), await cut.next()]).toEqual(["gone", "gone"]);
  });

  test("that has closed its own side still gets every frame", async () => {
    const connection = await openRaw(app.url, `GET /numbers HTTP/1.1\r\nhost: x\r\nx-caller: ann\r\n\r\n`);
    connection.socket.end();
    const reader = eventReader();
    reader.push(chunksOf(await connection.ended));
    expect(reader.events.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    connection.socket.destroy();
  });

  test("that pauses makes the iterable wait with a bounded queue, and then gets every frame once (PLAT-85)", async () => {
    const before = sockets.length;
    const request = "GET /endless HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    const connection = await openRaw(app.url, request, { isPaused: true });
    await waitFor(() => sockets.length > before && sockets.at(-1)?.writableNeedDrain === true);
    const server = sockets.at(-1);
    // The queue never holds more than what Node calls full and one frame more.
    expect(server?.writableLength).toBeLessThan((server?.writableHighWaterMark ?? 0) + 2 * kilobytes16.length);
    const whilePaused = pulled.endless;
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulled.endless).toBeLessThan(framesInAll);
    expect(pulled.endless).toBe(whilePaused);
    connection.socket.resume();
    const reader = eventReader();
    reader.push(chunksOf(await connection.ended));
    expect(reader.events.map(({ data }) => z.object({ n: z.number() }).parse(data).n)).toEqual(
      Array.from({ length: framesInAll }, (_value, index) => index + 1),
    );
    expect(await released.next()).toBe("endless");
    connection.socket.destroy();
  });

  test("takes a large frame piece by piece, with nothing between the pieces (PLAT-85)", async () => {
    const before = sockets.length;
    const request = "GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    const connection = await openRaw(app.url, request, { isPaused: true });
    await waitFor(() => sockets.length > before && sockets.at(-1)?.writableNeedDrain === true);
    const server = sockets.at(-1);
    expect(server?.writableLength).toBeLessThan((server?.writableHighWaterMark ?? 0) + 2 * kilobytes16.length);
    const bytes: Buffer[] = [];
    connection.socket.on("data", (piece: Buffer) => bytes.push(piece));
    connection.socket.resume();
    await connection.ended;
    const reader = eventReader();
    reader.push(chunksOf(Buffer.concat(bytes)));
    expect(reader.events).toEqual([
      { id: "1", event: "count", data: { type: "count", n: 1, text: "é🚢".repeat(2 ** 21) } },
    ]);
    connection.socket.destroy();
  });

  test("that takes nothing is disconnected, and its iterable released (PLAT-85)", async () => {
    const connection = await openRaw(app.url, requestFor("/impatient"), { isPaused: true });
    expect(await released.next()).toBe("endless");
    expect(sockets.at(-1)?.destroyed).toBe(true);
    // What the kernel took for a reader that never read; an unbounded queue would still grow.
    expect(pulled.endless * kilobytes16.length).toBeLessThan(64 * 1024 * 1024);
    connection.socket.destroy();
  });
});

describe("many streams", () => {
  const count = 1_000;
  const open = async (name: string) => {
    const opened = [];
    for (let n = 0; n < count; n += 50)
      opened.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, async () => {
            const connection = await openRaw(app.url, requestFor(`/waiting/${name}`));
            await connection.until(isCount);
            return connection;
          }),
        )),
      );
    return opened;
  };
  const allReleased = async (name: string) => {
    for (let n = 0; n < count; n += 1) expect([await released.next(), await cut.next()]).toEqual([name, name]);
  };

  test("cut all at once by their readers leave nothing behind", async () => {
    const opened = await open("cut");
    expect(getEventListeners(stopping.signal, "abort")).toHaveLength(count);
    for (const { socket } of opened) socket.destroy();
    await allReleased("cut");
    await waitFor(() => getEventListeners(stopping.signal, "abort").length === 0);
    expect((await readStream("/numbers")).events).toHaveLength(3);
  });

  test("end with their declared frame when the server stops, a paused one too, and later ones at once (PLAT-86)", async () => {
    const opened = await open("stopped");
    const paused = await openRaw(app.url, requestFor("/impatient"), { isPaused: true });
    await waitFor(() => sockets.at(-1)?.writableNeedDrain === true);
    stopping.abort();
    for (const connection of opened) {
      const text = await connection.until((text) => text.endsWith("0\r\n\r\n"));
      const reader = eventReader();
      reader.push(chunksOf(text));
      expect(reader.events.at(-1)?.data).toEqual({ type: "reconnect", reason: "server_shutdown" });
      connection.socket.destroy();
    }
    const seen: string[] = [];
    for (let n = 0; n <= count; n += 1) seen.push(await released.next());
    expect(seen.filter((name) => name === "stopped")).toHaveLength(count);
    expect(seen).toContain("endless");
    await waitFor(() => sockets.every((socket) => socket.destroyed));
    paused.socket.destroy();
    expect((await readStream("/waiting/late")).events.map(({ event }) => event)).toEqual(["reconnect"]);
    expect(getEventListeners(stopping.signal, "abort")).toHaveLength(0);
  });
});

function notCalled(): never {
  throw new Error("only compiled");
}

test("a wrong declaration or reply does not compile", () => {
  // @ts-expect-error -- a frame has a type, which names its event
  stream(z.object({ n: z.number() }));
  // @ts-expect-error -- the frame at the end is one of the schema
  stream(Frame, { ended: (reason) => ({ data: { type: "bye", reason } }) });
  const route = { method: "GET", path: "/x", summary: "", errors: [] } as const;
  testRoute({
    ...route,
    // @ts-expect-error -- a stream is a 200
    responses: { 201: stream(Frame) },
    handle: notCalled,
  });
  testRoute({
    ...route,
    responses: { 200: stream(Frame) },
    // @ts-expect-error -- not an iterable of frames
    handle: ({ reply }) => reply(200, { type: "count", n: 1 }),
  });
  testRoute({
    ...route,
    responses: { 200: stream(Frame) },
    handle: ({ reply }) =>
      reply(
        200,
        // @ts-expect-error -- a frame outside the schema
        (async function* () {
          yield { data: { type: "count" as const, n: "one" } };
        })(),
      ),
  });
  expect(true).toBe(true);
});
