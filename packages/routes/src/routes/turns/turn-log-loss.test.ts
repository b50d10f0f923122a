import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FramesFound, FramesWanted } from "@service/domain/turns";
import { textEvent, waitFor } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { setImmediate } from "node:timers/promises";
import { addModel, type ModelledWorld } from "../../testing/turn-model.ts";
import { openReader } from "../../testing/turn-reader.ts";
import { isText, joined, startTurnWorld, turnIdOf, type SentFrame, type TurnWorld } from "../../testing/turn-world.ts";
import { startAfter } from "../../turns/start-of-stream.ts";

// Text on its way from the model through the log to readers, and a log that a crash of the database has emptied.

let world: TurnWorld;
let models: ModelledWorld;
beforeAll(async () => {
  world = await startTurnWorld();
  models = await addModel(world);
});
afterAll(async () => {
  await models.vendor.stop();
  await world.stop();
});

const question = { text: "Anything at all?", version: "draft" };
const key = () => ({ url: world.api.url, apiKey: world.sandbox.apiKey });

function textOf(frames: readonly SentFrame[]): string | null {
  const done = frames.at(-1)?.data;
  return done?.type === "done" ? done.turn.output.text : null;
}

test("TURN-141: characters arrive whole, whatever the pieces in which the model and the network bring them", async () => {
  const answerText = "Grüße an 🚢🚢, 👩‍👩‍👧 und\u2028alle\u2029anderen: \u{1F1E9}\u{1F1EA}. Ende.";
  // Each unit of UTF-16 in an event of its own: half a character is `"\ud83d"` in JSON.
  const events = answerText.split("").map((unit) => textEvent("openai_compatible", unit));
  const bytes = Buffer.from(`${events.join("")}data: [DONE]\n\n`);
  models.vendor.answer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    void (async () => {
      for (let at = 0; at < bytes.length; at += 61) {
        response.write(bytes.subarray(at, at + 61));
        await setImmediate();
      }
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`);
      response.end("data: [DONE]\n\n");
    })();
  });
  const at = await world.conversation({ slug: "modelled" });
  const reader = await openReader(key(), at.path, { body: question });
  await reader.ended;
  expect(joined(reader.frames)).toEqual({ text: answerText, hasGap: false });
  expect(textOf(reader.frames)).toBe(answerText);
  // A parser of another's making, which gets the bytes one by one.
  const other = eventReader();
  const decoder = new TextDecoder();
  for (const byte of Buffer.from(reader.text)) other.push(decoder.decode(Uint8Array.of(byte), { stream: true }));
  expect(other.events.map(({ id, data }) => ({ id, data }))).toEqual(JSON.parse(JSON.stringify(reader.frames)));
});

test("TURN-33: a reader whose frames a crash has taken from the log gets a snapshot, or goes on where it was", async () => {
  const at = await world.conversation({ slug: "modelled" });
  const { reader: first, answer } = await models.beginAnswer(key(), at, {
    body: question,
    says: "The first part of it. ",
  });
  first.cut();
  const path = `${at.path}/${turnIdOf(first.frames)}/stream`;
  const headers = { "last-event-id": first.frames.at(-1)?.id ?? "" };
  const lose = () =>
    world.api.deps.db.pool.query("delete from turn_frames where turn_id = $1", [turnIdOf(first.frames)]);
  await lose();
  // The log is empty and the row knows of no frame yet: this reader is not ahead of the turn.
  const second = await openReader(key(), path, { headers });
  expect(second.status).toBe(200);
  answer.say("The second part of it. ");
  await second.until((frames) => frames.some(({ data }) => isText({ id: "", data }) || data.type === "snapshot"));
  second.cut();
  await lose();
  answer.say("The third part of it. ");
  await waitFor(
    async () => {
      const { rowCount } = await world.api.deps.db.pool.query("select from turn_frames where turn_id = $1", [
        turnIdOf(first.frames),
      ]);
      return rowCount !== 0;
    },
    { what: "the log to go on" },
  );
  // The log begins behind the cursor.
  const third = await openReader(key(), path, { headers });
  expect(third.status).toBe(200);
  answer.finish();
  await third.ended;
  const answerText = "The first part of it. The second part of it. The third part of it. ";
  expect(textOf(third.frames)).toBe(answerText);
  expect(joined([...first.frames, ...third.frames])).toEqual({ text: answerText, hasGap: false });
  expect(third.frames.map(({ data }) => data.type)).toContain("snapshot");
});

test("TURN-33: a frame that comes while the emptied log is read makes nobody's cursor one ahead of it", async () => {
  const at = await world.conversation({ slug: "modelled" });
  const { reader, answer } = await models.beginAnswer(key(), at, { body: question, says: "The first part of it. " });
  const turnId = turnIdOf(reader.frames);
  const { db, turnStreams } = world.api.deps;
  const row = await turnStreams.readTurn({ turnId, conversationId: at.id });
  if (row === undefined) throw new Error("no turn");
  await db.pool.query("delete from turn_frames where turn_id = $1", [turnId]);
  let reads = 0;
  const read = async (wanted: FramesWanted): Promise<FramesFound | undefined> => {
    const found = await turnStreams.read(wanted);
    reads += 1;
    if (reads === 1) {
      answer.say("The second part of it. ");
      await waitFor(
        async () => (await db.pool.query("select from turn_frames where turn_id = $1", [turnId])).rowCount !== 0,
        { what: "the log to go on" },
      );
    }
    return found;
  };
  expect(await startAfter({ read }, row, reader.frames.at(-1)?.id ?? "")).toMatchObject({ kind: "after" });
  expect(reads).toBe(2);
  answer.finish();
  await reader.ended;
});
