import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { openRaw } from "./testing/raw-connection.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const limitBytes = 1024;
const gone = Promise.withResolvers<unknown>();

let app: TestApp;
beforeAll(async () => {
  const things = testRoute({
    method: "POST",
    path: "/things",
    summary: "Measures its body",
    access: "callers",
    body: { schema: z.strictObject({ text: z.string() }), limitBytes, tooLarge: "body_too_large" },
    responses: { 200: z.object({ chars: z.number() }) },
    errors: [],
    handle: ({ body, reply }) => reply(200, { chars: body.text.length }),
  });
  const waits = testRoute({
    method: "GET",
    path: "/waits",
    summary: "Waits until its caller is gone",
    endsWithCaller: true,
    responses: { 200: z.object({}) },
    errors: [],
    handle: ({ time, reply }) =>
      new Promise((resolve) =>
        time.signal.addEventListener("abort", () => {
          gone.resolve(time.signal.reason);
          resolve(reply(200, {}));
        }),
      ),
  });
  app = await startTestApp([things, waits], {
    admit: async ({ access, headers }) => {
      if (access === "callers" && headers["x-caller"] === undefined) throw fail("unauthorized");
      return { caller: headers["x-caller"] };
    },
  });
});
afterAll(() => app.stop());

const body = JSON.stringify({ text: "x".repeat(100) });
function head(...lines: readonly string[]): string {
  return `${[...lines, "Host: a"].join("\r\n")}\r\n\r\n`;
}

describe("a caller that waits for 100 Continue", () => {
  const post = ["POST /things HTTP/1.1", "X-Caller: a", "Expect: 100-continue"];

  test.each([
    ["a bad key", ["POST /things HTTP/1.1", "Expect: 100-continue", "Content-Length: 100"], 401],
    ["a path of no route", ["POST /nowhere HTTP/1.1", "Expect: 100-continue", "Content-Length: 100"], 404],
    ["another method", ["PUT /things HTTP/1.1", "Expect: 100-continue", "Content-Length: 100"], 405],
    ["a compressed body", [...post, "Content-Encoding: gzip", "Content-Length: 100"], 400],
    ["another charset", [...post, "Content-Type: application/json; charset=latin1", "Content-Length: 100"], 400],
    ["a declared length over the bound", [...post, `Content-Length: ${limitBytes + 1}`], 413],
    [
      "a chunked body with a bad key",
      ["POST /things HTTP/1.1", "Expect: 100-continue", "Transfer-Encoding: chunked"],
      401,
    ],
  ])("is refused without it: %s (PLAT-97)", async (_what, lines, status) => {
    const { ended, socket } = await openRaw(app.url, head(...lines));
    const answer = await ended;
    socket.end();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test("gets 100 Continue for a body that is wanted, and keeps its connection (PLAT-97)", async () => {
    const connection = await openRaw(app.url, head(...post, `Content-Length: ${body.length}`));
    await connection.until((text) => text === "HTTP/1.1 100 Continue\r\n\r\n");
    connection.socket.write(body);
    await connection.until((text) => text.endsWith('{"chars":100}'));
    connection.socket.write(head("POST /things HTTP/1.1", "X-Caller: a", `Content-Length: ${body.length}`) + body);
    const all = await connection.until((text) => text.split('{"chars":100}').length === 3);
    connection.socket.destroy();
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  test("may send its body without waiting and reads the refusal (PLAT-18, PLAT-97)", async () => {
    const { ended, socket } = await openRaw(app.url, head(...post, "Content-Length: 4000000") + "x".repeat(4_000_000));
    expect(await ended).toMatch(/^HTTP\/1\.1 413 /);
    socket.end();
  });
});

test("a declared length over the bound is refused before the body is sent, and the connection closes (PLAT-45)", async () => {
  const { ended, socket } = await openRaw(
    app.url,
    head("POST /things HTTP/1.1", "X-Caller: a", "Content-Length: 900000000"),
  );
  const answer = await ended;
  socket.end();
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
  expect(answer).toContain('"code":"body_too_large"');
});

describe("a client that is still sending reads the refusal (PLAT-18)", () => {
  const large = Buffer.alloc(24 * 1024 * 1024, "x");
  const headers = { "x-caller": "a" };

  test("fetch", async () => {
    for (let call = 0; call < 5; call += 1) {
      const answer = await fetch(`${app.url}/things`, { method: "POST", body: large, headers });
      expect([answer.status, await answer.json()]).toMatchObject([413, { code: "body_too_large" }]);
    }
  });

  test("node:http, with its body in one piece and without its length", async () => {
    for (const more of [{ "content-length": large.length }, { "transfer-encoding": "chunked" }]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const call = send(`${app.url}/things`, { method: "POST", headers: { ...headers, ...more } });
        call.on("response", (response) => resolve(text(response)));
        // The connection closes while the rest of the body is sent, after the answer.
        call.on("error", reject);
        call.end(large);
      });
      expect(answer).toContain('"code":"body_too_large"');
    }
  });
});

test("a chunked body is refused as soon as it is over the bound, without waiting for its end (PLAT-45)", async () => {
  const { ended, socket } = await openRaw(
    app.url,
    `${head("POST /things HTTP/1.1", "X-Caller: a", "Transfer-Encoding: chunked")}1000\r\n${"x".repeat(0x1000)}\r\n`,
  );
  const answer = await ended;
  socket.end();
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
});

test("exactly the bound is read (PLAT-45)", async () => {
  const exact = JSON.stringify({ text: "x".repeat(limitBytes - '{"text":""}'.length) });
  const answer = await fetch(`${app.url}/things`, { method: "POST", body: exact, headers: { "x-caller": "a" } });
  expect([exact.length, answer.status]).toEqual([limitBytes, 200]);
});

test("a caller that closes its half of the connection gets no answer, and its wait ends (PLAT-96)", async () => {
  const { socket, ended } = await openRaw(app.url, head("GET /waits HTTP/1.1"));
  socket.end();
  expect(await ended).toBe("");
  expect(await gone.promise).toMatchObject({ message: "the caller disconnected" });
});
