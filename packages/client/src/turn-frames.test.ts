import { randomInt } from "node:crypto";
import { createServer, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTurnWorld, type TurnWorld } from "@service/routes/testing/turn-world";
import { applyFrame, Client, isRefusal, type TurnFrame } from "./index.ts";

// Streams of the real API, cut by a proxy.

// Characters of one to four bytes, and a line separator, which are cut in the middle as well.
const words = "Zwölf Büros öffnen um 8\u2028Uhr – 😀 and close at 18. ".repeat(6).trim();
const cuts = 1_000;
const atOnce = 20;
const slug = "cut";

let world: TurnWorld;
beforeAll(async () => {
  world = await startTurnWorld();
  await world.instance(slug, { rules: [{ key: "long", when: { any: ["everything"] }, reply: words }] });
});
afterAll(() => world.stop());

/** A proxy that cuts every first stream of a connection after so many bytes of its body. */
async function cuttingProxy(target: string) {
  /** Bytes after which the next streams of a conversation are cut. */
  const after = new Map<string, number[]>();
  const held = { made: 0 };
  const server = createServer((incoming, outgoing) => {
    const toApi = request(`${target}${incoming.url ?? ""}`, { method: incoming.method, headers: incoming.headers });
    toApi.once("error", () => outgoing.destroy());
    outgoing.once("close", () => toApi.destroy());
    toApi.once("response", (answer) => {
      let left =
        answer.headers["content-type"]?.startsWith("text/event-stream") === true
          ? (after.get(incoming.url?.split("/")[6] ?? "")?.shift() ?? Infinity)
          : Infinity;
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      answer.on("data", (bytes: Buffer) => {
        if (left <= 0) return;
        const kept = bytes.subarray(0, Math.min(left, bytes.length));
        left -= bytes.length;
        if (left > 0) outgoing.write(kept);
        else {
          held.made += 1;
          outgoing.write(kept, () => void outgoing.socket?.destroy());
        }
      });
      answer.once("end", () => outgoing.end());
      answer.once("error", () => outgoing.destroy());
    });
    incoming.pipe(toApi);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a proxy listens on a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    after,
    held,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function heard(frames: AsyncIterable<TurnFrame>) {
  let answer: ReturnType<typeof applyFrame> = { text: "", citations: [] };
  const types: string[] = [];
  let stored: string | null | undefined;
  for await (const frame of frames) {
    answer = applyFrame(answer, frame);
    types.push(frame.type);
    if (frame.type === "done") stored = frame.turn.output.text;
  }
  return { text: answer.text, stored, types };
}

const clientAt = (baseUrl: string): Client =>
  new Client({ baseUrl, apiKey: world.sandbox.apiKey ?? "", firstWaitMs: 2 });
const question = { text: "Tell me everything", version: "draft" } as const;

test("CLIENT-20: streams that are cut at 1,000 random byte positions give the exact text, every frame once", async () => {
  const proxy = await cuttingProxy(world.api.url);
  const client = clientAt(proxy.url);
  try {
    const { id } = await world.conversation({ slug });
    const direct = await heard(clientAt(world.api.url).turns.submit({ slug, conversation_id: id, body: question }));
    expect([direct.text, direct.stored]).toEqual([words, words]);
    const wholeBytes = Buffer.byteLength((await world.ask(await world.conversation({ slug }), question)).text);
    const ask = async (): Promise<void> => {
      while (proxy.held.made < cuts) {
        const { id: conversation_id } = await world.conversation({ slug });
        proxy.after.set(conversation_id, [randomInt(1, wholeBytes), randomInt(1, wholeBytes)]);
        const { text, stored, types } = await heard(client.turns.submit({ slug, conversation_id, body: question }));
        if (text !== words || stored !== words || types.filter((type) => type === "done").length !== 1)
          throw new Error(`not the stored text: ${text}`);
        if (types.filter((type) => type === "turn.started").length !== 1) throw new Error(types.join());
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    expect(proxy.held.made).toBeGreaterThanOrEqual(cuts);
    const { rows } = await world.api.deps.db.pool.query<{ most: number }>(
      "select max(count) as most from (select count(*)::int as count from turns group by conversation_id) as counted",
    );
    expect(rows).toEqual([{ most: 1 }]);
  } finally {
    await proxy.close();
  }
});

test("CLIENT-21: a reader that was restarted continues after its last frame, and reads nothing after the end", async () => {
  const client = clientAt(world.api.url);
  const { id: conversation_id } = await world.conversation({ slug });
  let text = "";
  let place: { turn_id: string; "last-event-id": string } | undefined;
  for await (const frame of client.turns.submit({ slug, conversation_id, body: question })) {
    if (frame.type === "turn.started") place = { turn_id: frame.turn_id, "last-event-id": frame.id ?? "" };
    if (frame.type !== "text.delta" || place === undefined) continue;
    text += frame.text;
    place = { ...place, "last-event-id": frame.id ?? "" };
    break;
  }
  if (place === undefined) throw new Error("no frame");
  let lastId: string | undefined;
  for await (const frame of client.turns.stream({ slug, conversation_id, ...place })) {
    if (frame.type === "text.delta") text += frame.text;
    lastId = frame.id;
  }
  expect(text).toBe(words);
  const rest = client.turns.stream({ slug, conversation_id, turn_id: place.turn_id, "last-event-id": lastId ?? "" });
  expect((await heard(rest)).types).toEqual([]);
});

test("CLIENT-22: an interrupted turn is resumed, a refusal is one, and a turn is answered whole", async () => {
  const client = clientAt(world.api.url);
  const { id: conversation_id } = await world.conversation({ slug });
  const body = { ...question, test_scenario: "interrupted", after_chars: 20 };
  const turn = await client.turns.submitAndWait({ slug, conversation_id, body });
  expect([turn.status, turn.resumable]).toEqual(["interrupted", true]);
  const resumed = await heard(client.turns.resume({ slug, conversation_id, turn_id: turn.turn_id }));
  expect([resumed.types[0], resumed.types.at(-1)]).toEqual(["attempt.started", "done"]);
  const refused: unknown = await heard(client.turns.submit({ slug, conversation_id: "nothing", body: question })).catch(
    (error: unknown) => error,
  );
  expect([isRefusal(refused, "turns.submit"), refused]).toMatchObject([true, { code: "conversation_not_found" }]);
});
