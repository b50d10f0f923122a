import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** Sends exactly these bytes on a new connection and returns the answer. */
async function answerTo(bytes: string): Promise<{ status: number; id: string | undefined; text: string }> {
  const socket = connect({ port: Number(new URL(api.url).port), host: "127.0.0.1" });
  socket.write(bytes);
  const answer = await text(socket);
  const [head = "", ...body] = answer.split("\r\n\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    id: /^x-request-id: (.+)$/im.exec(head)?.[1],
    text: body.join("\r\n\r\n"),
  };
}

const made = /^[0-9a-f]{32}$/;

describe("every answer carries x-request-id, even when the request cannot be parsed (PLAT-20, PLAT-23)", () => {
  test.each([
    ["bytes that are not HTTP", "NOT HTTP\r\n\r\n", 400],
    ["a bad request line", "GET\r\n\r\n", 400],
    ["headers over the limit", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
    ["CONNECT, which would open a tunnel", "CONNECT x:80 HTTP/1.1\r\nhost: x\r\n\r\n", 405],
    ["an unknown expectation", "GET /health HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n", 417],
  ])("%s", async (_what, bytes, status) => {
    expect(await answerTo(bytes)).toMatchObject({ status, id: expect.stringMatching(made) });
  });

  test("the caller's id comes back when it could be read", async () => {
    const own = "x-request-id: own-1\r\nconnection: close\r\n\r\n";
    expect(await answerTo(`GET /health HTTP/1.1\r\nhost: x\r\nexpect: more\r\n${own}`)).toMatchObject({ id: "own-1" });
    expect(await answerTo(`GET /health HTTP/1.1\r\n${own}`)).toMatchObject({ id: "own-1" });
  });
});

test("an HTTP/1.1 request without Host is invalid_request; HTTP/1.0 may omit it", async () => {
  const refused = await answerTo("GET /health HTTP/1.1\r\nconnection: close\r\n\r\n");
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    400,
    { code: "invalid_request", message: "The Host header is required." },
  ]);
  expect((await answerTo("GET /health HTTP/1.0\r\n\r\n")).status).toBe(200);
});

test.each(["http://[::1/health", "http://", "//[::1/health", "*"])(
  "the target %s is a plain-text 404",
  async (target) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toEqual({ status: 404, id: expect.stringMatching(made), text: "404 page not found\n" });
  },
);

test("a target with scheme and host is served by its path", async () => {
  const answer = await answerTo(`GET http://example.com/health?a=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatchObject({ status: 200 });
});
