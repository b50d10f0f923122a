import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { sendRequest } from "@service/testing/send-request";
import { framesOf, startTurnWorld, type TurnWorld } from "../../testing/turn-world.ts";

// How long, how large and how well-formed a question may be.

let world: TurnWorld;
beforeAll(async () => {
  world = await startTurnWorld();
});
afterAll(() => world.stop());

const version = "draft";
const emoji = "\u{1F6A2}";

test("TURN-143: a question has so many characters, whatever bytes and units they take, and comes back as it was", async () => {
  const text = emoji.repeat(32_000);
  const at = await world.conversation();
  const frames = framesOf((await world.ask(at, { text })).text);
  const done = frames.at(-1)?.data;
  expect(done).toMatchObject({ type: "done", status: "completed" });
  expect(done?.type === "done" && done.turn.input.text === text).toBe(true);
  for (const tooLong of [emoji.repeat(32_001), "a".repeat(32_001)]) {
    const refused = await world.ask(at, { text: tooLong });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: "invalid_request", details: [{ field: "text" }] },
    ]);
  }
  expect((await world.ask(at, { text: "" })).status).toBe(400);
});

/** A body as bytes: what a serializer would not write. */
async function post(path: string, body: string) {
  return sendRequest(world.api.url, {
    method: "POST",
    path: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${world.sandbox.apiKey ?? ""}`,
      accept: "application/json",
      "content-type": "application/json",
    },
    body,
  });
}

test("TURN-143: half a character, a NUL and an unknown field are refused, and no model is called", async () => {
  const at = await world.conversation();
  for (const body of [
    String.raw`{"text":"half \ud83d of it","version":"draft"}`,
    String.raw`{"text":"\udea2\ud83d","version":"draft"}`,
    String.raw`{"text":"nothing \u0000 here","version":"draft"}`,
    String.raw`{"text":"Hello","version":"draft","metadata":{"a":"\ud83d"}}`,
    String.raw`{"text":"Hello","version":"draft","stream":true}`,
    String.raw`{"text":"Hello","version":"draft","__proto__":{}}`,
    String.raw`{"text":"Hello","version":"draft","on_conflict":"replace"}`,
  ]) {
    const refused = await post(at.path, body);
    expect([body, refused.status, refused.body]).toMatchObject([body, 400, { code: "invalid_request" }]);
  }
  const { body } = await world.sandbox.get(at.path, { query: { path: "all" } });
  expect(body["turns"]).toEqual([]);
});

test("TURN-143: a body has its limit in bytes, to the byte", async () => {
  const at = await world.conversation();
  const body = JSON.stringify({ text: "Hello", version });
  const exactly = body + " ".repeat(limits.jsonBodyBytes - body.length);
  expect((await post(at.path, exactly)).status).toBe(200);
  const turn = `${at.path}/5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11`;
  for (const path of [at.path, `${turn}/cancel`, `${turn}/resume`]) {
    const refused = await post(path, `${exactly} `);
    expect([path, refused.status, refused.body]).toMatchObject([path, 413, { code: "request_bound_exceeded" }]);
  }
});
