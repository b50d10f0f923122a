import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { revokeScopedKey } from "@service/domain/keys";
import { type Logger, silentLogger } from "@service/runtime";
import { testOperator, waitFor } from "@service/testing";
import type { JsonObject } from "@service/json";
import { request as sendRequest } from "node:http";
import { addModel, type ModelledWorld } from "../../testing/turn-model.ts";
import { openReader, type TurnReader } from "../../testing/turn-reader.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "../../testing/test-api.ts";
import { isText, joined, startTurnWorld, turnIdOf, type SentFrame, type TurnWorld } from "../../testing/turn-world.ts";

// What becomes of connections, and of the turns that they read, with the times of streams made short.

// Long enough for a reader to come in time on a busy machine.
const leaveMs = 2_000;
const times = { leaveMs, tellReadersMs: 100, rightsMs: 100, waitingMs: 100 };

/** What the log says of failures: a frame of an unexpected one does not. */
const failures: unknown[] = [];
const log: Logger = { ...silentLogger, error: (fields) => failures.push(fields), child: () => log };

let world: TurnWorld;
let models: ModelledWorld;
/** Other processes of the same installation; the connections of `aging` are soon too old. */
let elsewhere: TestApi;
let aging: TestApi;
let same: TestApiOptions;
beforeAll(async () => {
  world = await startTurnWorld({ turnTimes: times, log });
  models = await addModel(world, {}, 5_000);
  same = { databaseUrl: world.api.databaseUrl, hasGates: false, hasFiles: false, turnTimes: times };
  elsewhere = await startTestApi(same);
  aging = await startTestApi({ ...same, settings: { streamTimes: { longestMs: 300 } } });
});
afterAll(async () => {
  await Promise.all([elsewhere.stop(), aging.stop()]);
  await models.vendor.stop();
  await world.stop();
});

const question = { text: "Anything at all?", version: "draft" };
const hasText = (frames: readonly SentFrame[]): boolean => frames.some(isText);
const lastOf = ({ frames }: TurnReader): unknown => frames.at(-1)?.data;

/** Asks the model a question whose answer the test writes. */
async function askModel(body: JsonObject = {}, api: TestApi = world.api) {
  const at = await world.conversation({ slug: "modelled" });
  const { reader, answer } = await models.beginAnswer(keyAt(api), at, {
    body: { ...question, ...body },
    says: "Half of",
  });
  const path = `${at.path}/${turnIdOf(reader.frames)}`;
  return { at, reader, answer, path };
}

const keyAt = ({ url }: TestApi) => ({ url, apiKey: world.sandbox.apiKey });

const statusOf = async (path: string): Promise<string> => String((await world.sandbox.get(path)).body["status"]);
const ended = (path: string, status: string) =>
  waitFor(async () => (await statusOf(path)) === status, { what: `the turn to be ${status}` });

test("TURN-37: a turn whose readers have all left is cancelled, and the connection to its model is closed", async () => {
  const { reader, answer, path } = await askModel({ on_disconnect: "cancel" });
  reader.cut();
  await answer.closed;
  await ended(path, "cancelled");
  const { body } = await world.sandbox.get(path);
  expect(body["output"]).toMatchObject({ text: joined(reader.frames).text });
});

test("TURN-37: a reader who stays, comes back in time or reads elsewhere keeps the turn", async () => {
  const { reader, answer, path } = await askModel({ on_disconnect: "cancel" });
  const second = await openReader(keyAt(world.api), `${path}/stream`);
  reader.cut();
  await new Promise((resolve) => setTimeout(resolve, 2 * leaveMs));
  expect(await statusOf(path)).toBe("running");
  second.cut();
  // Not even announced to have left before this one comes, in another process.
  const third = await openReader(keyAt(elsewhere), `${path}/stream`);
  const fourth = await openReader(keyAt(elsewhere), `${path}/stream`);
  await new Promise((resolve) => setTimeout(resolve, 2 * leaveMs));
  expect(await statusOf(path)).toBe("running");
  answer.say(" it.");
  answer.finish();
  const whole = await openReader(keyAt(world.api), `${path}/stream`);
  await Promise.all([whole.ended, third.ended, fourth.ended]);
  expect(lastOf(whole)).toMatchObject({ type: "done", status: "completed", turn: { output: { text: "Half of it." } } });
});

test("TURN-140: a caller who leaves before the stream begins has left it", async () => {
  const at = await world.conversation({ slug: "modelled" });
  const answers = models.holdAnswers();
  const { turnStreams } = world.api.deps;
  const allGone = () => waitFor(() => turnStreams.attachedCount === 0, { what: "every reader to be gone" });
  await allGone();
  // The row is inserted once this lock is gone; until then the caller waits for headers.
  const lock = await world.api.deps.db.pool.connect();
  await lock.query("begin");
  await lock.query("select from conversations where id = $1 for update", [at.id]);
  const request = sendRequest(`${world.api.url}/api/v1${at.path}`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${world.sandbox.apiKey ?? ""}`, "content-type": "application/json" },
  });
  request.on("error", () => undefined);
  request.end(JSON.stringify({ ...question, on_disconnect: "cancel" }));
  await waitFor(
    async () => {
      const { rowCount } = await lock.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    },
    { what: "the insert to wait" },
  );
  request.destroy();
  await waitFor(() => request.closed);
  await lock.query("commit");
  lock.release();
  const answer = await answers.next();
  await answer.closed;
  await waitFor(async () => (await world.sandbox.get(at.path)).text.includes('"status":"cancelled"'), {
    what: "the turn to be cancelled",
  });
  await allGone();
});

test("TURN-140: a request for headers alone takes no place among the streams of a process", async () => {
  const turn = await world.turn(await world.conversation());
  await waitFor(() => world.api.deps.turnStreams.attachedCount === 0, { what: "every reader to be gone" });
  const at = `${world.api.url}/api/v1/conversation-instances/desk/conversations/${turn.conversation_id}/turns`;
  const head = await fetch(`${at}/${turn.turn_id}/stream`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${world.sandbox.apiKey ?? ""}` },
  });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(world.api.deps.turnStreams.attachedCount).toBe(0);
});

test("TURN-38: a connection that is too old ends with reconnect, and its reader goes on with the next one", async () => {
  const { reader, answer, path } = await askModel({}, aging);
  await reader.ended;
  const last = reader.frames.at(-1);
  expect(last).toEqual({ id: undefined, data: { type: "reconnect", reason: "max_stream_age", retry_ms: 2_000 } });
  expect(reader.frames.filter(({ data }) => data.type === "done" || data.type === "error")).toEqual([]);
  const cursor = reader.frames.findLast(({ id }) => id !== undefined)?.id ?? "";
  const rest = await openReader(keyAt(world.api), `${path}/stream`, { headers: { "last-event-id": cursor } });
  answer.say(" it.");
  answer.finish();
  await rest.ended;
  expect(joined([...reader.frames.slice(0, -1), ...rest.frames])).toEqual({ text: "Half of it.", hasGap: false });
});

test("TURN-36: a key that is revoked ends its own streams with unauthorized; the turn and other readers go on", async () => {
  const { reader, answer, path } = await askModel();
  const scoped = await world.org.scoped(["conversations:use"], [], "sandbox");
  const { url } = world.api;
  const revoked = await openReader({ url, apiKey: scoped.apiKey }, `${path}/stream`);
  await revoked.until(hasText);
  const { rows } = await world.api.deps.db.pool.query<{ id: string }>(
    "select id from scoped_keys order by created_at desc limit 1",
  );
  await revokeScopedKey(world.api.deps, testOperator, "every", rows[0]?.id ?? "");
  await revoked.ended;
  const last = revoked.frames.at(-1);
  expect(last).toMatchObject({ id: undefined, data: { type: "error", code: "unauthorized", partial: true } });
  answer.say(" it.");
  answer.finish();
  await reader.ended;
  expect(lastOf(reader)).toMatchObject({ type: "done", status: "completed" });
  expect(joined(revoked.frames).text).toBe("Half ");
});

test("TURN-14: whoever reads a turn whose conversation is deleted learns of it, and how the turn ended", async () => {
  const { at, reader, path } = await askModel();
  const deleted = await world.sandbox.delete(path.slice(0, path.indexOf("/turns/")));
  expect(deleted.status).toBe(204);
  await reader.ended;
  const [before, error, done] = reader.frames.slice(-3);
  expect(before?.data).toMatchObject({ type: "notice", code: "cancel_requested" });
  expect(error?.data).toMatchObject({ type: "error", code: "conversation_deleted", partial: true });
  expect(done?.data).toMatchObject({ type: "done", status: "cancelled", turn: { status: "cancelled" } });
  const seqs = [before, error, done].map((frame) => Number(/^1-(\d+)$/.exec(frame?.id ?? "")?.[1]));
  expect(seqs).toEqual(seqs.toSorted((left, right) => left - right));
  expect(new Set(seqs).size).toBe(3);
  const output = done?.data.type === "done" ? done.data.turn.output.text : undefined;
  expect(joined(reader.frames)).toEqual({ text: output, hasGap: false });
  expect((await world.sandbox.get(at.path)).status).toBe(404);
});

test("TURN-33: a turn that no worker takes says so to everyone who reads it, once", async () => {
  const idle = await startTurnWorld({ withoutRunner: true, turnTimes: times });
  try {
    const at = await idle.conversation();
    const at0 = { url: idle.api.url, apiKey: idle.sandbox.apiKey };
    const isWaiting = ({ data }: SentFrame): boolean => data.type === "notice" && data.code === "waiting";
    const reader = await openReader(at0, at.path, {
      body: { text: "When is the claims desk open?", version: "draft" },
    });
    await reader.until((frames) => frames.some(isWaiting));
    const second = await openReader(at0, `${at.path}/${turnIdOf(reader.frames)}/stream`);
    await second.until((frames) => frames.some(isWaiting));
    idle.startRunner();
    await Promise.all([reader.ended, second.ended]);
    expect(reader.frames.filter(isWaiting)).toHaveLength(1);
    expect(second.frames).toEqual(reader.frames);
    expect(lastOf(reader)).toMatchObject({ type: "done", status: "completed" });
  } finally {
    await idle.stop();
  }
});

test("TURN-38: readers that take nothing are cut; the turn and its other readers go on, and they read all of it later", async () => {
  const impatient = await startTestApi({ ...same, settings: { streamTimes: { stalledMs: 500 } } });
  try {
    // More than the kernel takes for a connection that nobody reads.
    const piece = "All work and no play makes a dull answer. ".repeat(12);
    models.vendor.answer({ texts: Array.from({ length: 10_000 }, (_, at) => `${at} ${piece}`) });
    const at = await world.conversation({ slug: "modelled" });
    const whole = await openReader(keyAt(world.api), at.path, { body: question });
    await whole.until((frames) => frames.length > 0);
    const path = `${at.path}/${turnIdOf(whole.frames)}/stream`;
    const { turnStreams } = impatient.deps;
    const paused = await openReader(keyAt(impatient), path, { isPaused: true });
    const dying = await openReader(keyAt(impatient), path, { isPaused: true });
    // On a busy machine the first one may have been cut by now.
    expect([paused.status, dying.status]).toEqual([200, 200]);
    await whole.ended;
    expect([failures, whole.frames.filter(({ data }) => data.type === "error")]).toEqual([[], []]);
    expect(lastOf(whole)).toMatchObject({ type: "done", status: "completed" });
    dying.cut();
    await waitFor(() => turnStreams.attachedCount === 0);
    // What the kernel had taken is still there: then the connection is at its end.
    paused.resume();
    await paused.ended;
    expect(paused.frames.length).toBeLessThan(whole.frames.length);
    const cursor = paused.frames.at(-1)?.id ?? "";
    const rest = await openReader(keyAt(world.api), path, { headers: { "last-event-id": cursor } });
    await rest.ended;
    expect([...paused.frames, ...rest.frames].length).toBe(whole.frames.length);
    expect(joined([...paused.frames, ...rest.frames])).toEqual(joined(whole.frames));
  } finally {
    await impatient.stop();
  }
}, 120_000);
