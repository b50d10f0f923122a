import { expect, test } from "@jest/globals";
import { createServer } from "node:net";
import { Client, isRefusal, NoAnswer, Refusal, UnexpectedAnswer } from "./index.ts";

// What the client repeats, and how, against answers that a test lists.

interface Sent {
  readonly key: string | null;
  readonly body: string;
  readonly at: number;
}
type Given = Response | "lost" | "silent";

const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, message: "Refused." }, { status, headers });
const accepted = (): Response => Response.json({ run_id: "r", status: "queued" }, { status: 202 });

/** A client whose requests get these answers, one after the other. */
function against(given: readonly Given[], settings: { triesMax?: number; timeoutMs?: number } = {}) {
  const sent: Sent[] = [];
  const client = new Client({
    baseUrl: "https://api.example.com/api/v1/",
    apiKey: "svc_live_0",
    firstWaitMs: 2,
    ...settings,
    async fetch(request) {
      if (!(request instanceof Request)) throw new Error("a request is expected");
      sent.push({ key: request.headers.get("idempotency-key"), body: await request.text(), at: performance.now() });
      const answer = given[sent.length - 1];
      if (answer === undefined || answer === "lost") throw new TypeError("fetch failed");
      if (answer !== "silent") return answer;
      request.signal.throwIfAborted();
      return new Promise((_resolve, reject) => {
        request.signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    },
  });
  return { client, sent };
}

const submission = { engine_slug: "review", body: { input: { a: 1 } } };

test("CLIENT-10: 500, 502, 503, 504 and a lost answer are repeated with the same key and body", async () => {
  const { client, sent } = against([
    refused(500, "internal_error"),
    refused(503, "service_unavailable"),
    "lost",
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    accepted(),
  ]);
  await expect(client.runs.submit(submission)).resolves.toEqual({ run_id: "r", status: "queued" });
  expect(sent).toHaveLength(5);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['{"input":{"a":1}}']));
});

test("CLIENT-10: a body that changes while the client waits is not sent changed", async () => {
  const body = { input: { a: 1 } };
  const { client, sent } = against([refused(503, "service_unavailable"), accepted()]);
  const submitted = client.runs.submit({ engine_slug: "review", body });
  body.input.a = 2;
  await submitted;
  expect(sent.map(({ body }) => body)).toEqual(['{"input":{"a":1}}', '{"input":{"a":1}}']);
});

test("CLIENT-11: rate_limited is repeated after Retry-After; run_cap_exceeded and other refusals are not repeated", async () => {
  const limited = against([refused(429, "rate_limited", { "retry-after": "1" }), accepted()]);
  await limited.client.runs.submit(submission);
  expect((limited.sent[1]?.at ?? 0) - (limited.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  for (const [status, code] of [
    [429, "run_cap_exceeded"],
    [400, "invalid_input"],
    [401, "unauthorized"],
    [409, "idempotency_key_reused"],
    [501, "files_not_configured"],
  ] as const) {
    const { client, sent } = against([refused(status, code), accepted()]);
    const error: unknown = await client.runs.submit(submission).catch((error: unknown) => error);
    expect(error).toMatchObject({ status, code, operation: "runs.submit" });
    expect([isRefusal(error, "runs.submit"), isRefusal(error, "runs.read"), sent.length]).toEqual([true, false, 1]);
  }
});

test("CLIENT-12: after queue_unreachable the submission is sent with a new key, which follows from the caller's", async () => {
  const gone = refused(503, "queue_unreachable");
  const { client, sent } = against([gone.clone(), refused(500, "internal_error"), gone.clone(), accepted()]);
  await client.runs.submit({ ...submission, "idempotency-key": "order-7" });
  expect(sent.map(({ key }) => key)).toEqual(["order-7", "order-7-2", "order-7-2", "order-7-4"]);
  const long = against([gone.clone(), accepted()]);
  await long.client.runs.submit({ ...submission, "idempotency-key": "k".repeat(255) });
  expect(long.sent[1]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test("CLIENT-13: a write without a key is not repeated when its answer is lost, but after 503", async () => {
  const engine = { body: { slug: "a-b", label: "A", description: "", engine_type: "comparison" } } as const;
  const lost = against(["lost", accepted()]);
  await expect(lost.client.engines.create(engine)).rejects.toBeInstanceOf(NoAnswer);
  expect(lost.sent).toHaveLength(1);
  const busy = against([refused(503, "service_unavailable"), accepted()]);
  await busy.client.engines.create(engine);
  expect(busy.sent).toHaveLength(2);
});

test("CLIENT-13: a call without an answer says what stood in its way", async () => {
  const errorAt = async (baseUrl: string): Promise<unknown> =>
    new Client({ baseUrl, apiKey: "svc_live_0", triesMax: 1 }).engines.list().catch((error: unknown) => error);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const address = closed.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  await new Promise((resolve) => closed.close(resolve));
  const origin = `http://127.0.0.1:${port}`;
  expect(await errorAt(`${origin}/below/api/v1`)).toMatchObject({
    message: `engines.list: no answer from ${origin} (ECONNREFUSED)`,
    reason: "ECONNREFUSED",
  });
  // Browsers and Node refuse some ports before they connect.
  expect(await errorAt("http://127.0.0.1:1")).toHaveProperty(
    "message",
    "engines.list: no answer from http://127.0.0.1:1 (bad port)",
  );
});

test("CLIENT-13: of several addresses that were tried, the reason of the first is named", async () => {
  const refusedBy = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const client = new Client({
    baseUrl: "https://api.example.com",
    apiKey: "svc_live_0",
    triesMax: 1,
    fetch: () => Promise.reject(new TypeError("fetch failed", { cause: new AggregateError([refusedBy]) })),
  });
  await expect(client.engines.list()).rejects.toHaveProperty(
    "message",
    "engines.list: no answer from https://api.example.com (ECONNREFUSED)",
  );
});

test("CLIENT-14: tries end with the last refusal, time-outs are no answer, and a signal ends a call at once", async () => {
  const busy = against(
    [1, 2, 3, 4].map(() => refused(503, "service_unavailable")),
    { triesMax: 3 },
  );
  await expect(busy.client.engines.list()).rejects.toBeInstanceOf(Refusal);
  expect(busy.sent).toHaveLength(3);
  const page = against([new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } })]);
  await expect(page.client.engines.list()).rejects.toBeInstanceOf(UnexpectedAnswer);
  const silent = against(["silent", "silent"], { triesMax: 2, timeoutMs: 20 });
  const error: unknown = await silent.client.engines.list().catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "NoAnswer", cause: { name: "TimeoutError" } });
  expect(error).toHaveProperty("message", "engines.list: no answer from https://api.example.com (TimeoutError)");
  const stopping = new AbortController();
  const stopped = against(["silent"]);
  const call = stopped.client.engines.list({}, { signal: stopping.signal });
  stopping.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  const between = against([refused(429, "rate_limited", { "retry-after": "60" })]);
  const ending = new AbortController();
  const waiting = between.client.engines.list({}, { signal: ending.signal });
  setTimeout(() => ending.abort(new Error("later")), 20);
  await expect(waiting).rejects.toThrow("later");
});

test("CLIENT-15: who acts is named for the operations that read it, for a call or by a client for a person", async () => {
  const heads: (string | null)[][] = [];
  const client = new Client({
    baseUrl: "https://api.example.com",
    apiKey: "k",
    actingPrincipal: "ana",
    async fetch(request) {
      if (!(request instanceof Request)) throw new Error("a request is expected");
      heads.push(["x-service-acting-principal", "x-service-acting-email"].map((name) => request.headers.get(name)));
      return Response.json({ data: [], engines: [] });
    },
  });
  await client.records.policies.list();
  await client.records.policies.list({}, { actingPrincipal: "bo" });
  await client.for({ actingEmail: "bo@example.com" }).records.policies.list();
  await client.engines.list();
  expect(heads).toEqual([
    ["ana", null],
    ["bo", null],
    [null, "bo@example.com"],
    [null, null],
  ]);
});

test("CLIENT-1: parameters stand where the operation has them, free filters by their own names", async () => {
  const urls: string[] = [];
  const client = new Client({
    baseUrl: "https://api.example.com/",
    apiKey: "k",
    async fetch(request) {
      if (!(request instanceof Request)) throw new Error("a request is expected");
      urls.push(`${request.method} ${request.url} ${request.headers.get("if-match") ?? ""}`);
      return Response.json({ data: [] });
    },
  });
  await client.catalog.rows({ dataset_key: "a/b", limit: 2, filters: { "filter.state": "TX & OK" } });
  await client.engines.config.save({ engine_slug: "e", body: { config: {} }, "if-match": '"3"' });
  expect(urls).toEqual([
    "GET https://api.example.com/api/v1/catalog/datasets/a%2Fb/rows?limit=2&filter.state=TX%20%26%20OK ",
    'PUT https://api.example.com/api/v1/engines/e/config "3"',
  ]);
});

test.each(["", "127.0.0.1:8080", "api.example.com", "ftp://api.example.com", "https://"])(
  "CLIENT-14: a base address that no request could reach is refused by the constructor: %p",
  (baseUrl) => {
    expect(() => new Client({ baseUrl, apiKey: "svc_live_0" })).toThrow("baseUrl must be an http or https address");
  },
);
