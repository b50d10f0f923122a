import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { once } from "node:events";
import { connect } from "node:net";
import * as z from "zod";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const bodyBytes = 16 * 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  const route = testRoute({
    method: "POST",
    path: "/things",
    summary: "Refuses before it reads the body",
    access: "callers",
    body: { schema: z.strictObject({}), limitBytes: 64 },
    responses: { 200: z.object({}) },
    errors: [],
    handle: ({ reply }) => reply(200, {}),
  });
  app = await startTestApp([route], {
    admit: async () => {
      throw fail("unauthorized");
    },
  });
});
afterAll(() => app.stop());

/** Sends the whole request before it reads anything, as a client does that cannot do both at once. */
async function sendThenRead(requestLine: string, headers: readonly string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1" });
  const head = [requestLine, "Host: a", `Content-Length: ${bodyBytes}`, ...headers];
  socket.pause();
  await once(socket, "connect");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const piece = Buffer.alloc(64 * 1024, 32);
  for (let sent = 0; sent < bodyBytes; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, "drain");
  }
  const chunks: Buffer[] = [];
  for await (const chunk of socket) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

test.each([
  ["a refusal", "POST /things HTTP/1.1", 401],
  ["a path of no route", "POST /nowhere HTTP/1.1", 404],
  ["a method that the path has not", "PUT /things HTTP/1.1", 405],
])(
  "%s before the body was read reaches a caller that is still sending and closes after the answer (PLAT-18)",
  async (_what, requestLine, status) => {
    const text = await sendThenRead(requestLine, ["Connection: close"]);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  },
);
