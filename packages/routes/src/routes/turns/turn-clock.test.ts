import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { textEvent } from "@service/testing";
import { addModel, type ModelledWorld } from "../../testing/turn-model.ts";
import { openReader } from "../../testing/turn-reader.ts";
import { joined, framesOf, startTurnWorld, turnIdOf, type TurnWorld } from "../../testing/turn-world.ts";

// The times of a turn, and what ends it from outside: cancels in every state and in every race.

const silence = { firstContentMs: 400, gapMs: 400 };

let world: TurnWorld;
let models: ModelledWorld;
/** Without a worker. */
let idle: TurnWorld;
beforeAll(async () => {
  idle = await startTurnWorld({ withoutRunner: true });
  world = await startTurnWorld({ modelOptions: { silence } });
  models = await addModel(world, { max_turn_seconds: 5 });
});
afterAll(async () => {
  await models.vendor.stop();
  await idle.stop();
  await world.stop();
});

const question = { text: "Anything at all?", version: "draft" };
const keyOf = ({ api, sandbox }: TurnWorld) => ({ url: api.url, apiKey: sandbox.apiKey });
const key = () => keyOf(world);

test("TURN-142: a model that says nothing, or nothing more, fails its turn with timeout, and is let go", async () => {
  for (const partial of ["", "Half an answer, and then. "]) {
    const at = await world.conversation({ slug: "modelled" });
    const answers = models.holdAnswers();
    const reader = await openReader(key(), at.path, { body: question });
    const answer = await answers.next();
    if (partial !== "") answer.say(partial);
    await answer.closed;
    await reader.ended;
    const error = {
      type: "error",
      code: "provider_error",
      reason: "timeout",
      retryable: true,
      partial: partial !== "",
    };
    expect(reader.frames.at(-2)?.data).toMatchObject(error);
    expect(reader.frames.at(-1)?.data).toMatchObject({ type: "done", status: "failed", turn: { resumable: true } });
    expect(joined(reader.frames).text).toBe(partial);
  }
});

test("TURN-41: a turn that is over its time fails with turn_timeout and lets its model go, however much comes", async () => {
  models.vendor.answer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const talking = setInterval(() => response.write(textEvent("openai_compatible", "on and ")), 100);
    response.once("close", () => clearInterval(talking));
  });
  const at = await world.conversation({ slug: "modelled" });
  const frames = framesOf((await world.ask(at)).text);
  expect(frames.at(-2)?.data).toMatchObject({
    type: "error",
    code: "turn_timeout",
    reason: "total_budget",
    retryable: true,
    partial: true,
  });
  expect(frames.at(-1)?.data).toMatchObject({ type: "done", status: "failed", turn: { resumable: true } });
});

test("TURN-6: the turn that runs is cancelled, its model is let go, and the next one is answered", async () => {
  const at = await world.conversation({ slug: "modelled" });
  const { reader: first, answer } = await models.beginAnswer(key(), at, {
    body: question,
    says: "Half an answer, and then. ",
  });
  models.vendor.answer({ texts: ["The next answer."] });
  const second = await world.turn(at, { on_conflict: "interrupt" });
  await Promise.all([answer.closed, first.ended]);
  expect(first.frames.at(-1)?.data).toMatchObject({ type: "done", status: "cancelled" });
  expect(second).toMatchObject({ index: 2, status: "completed", output: { text: "The next answer." } });
});

test("TURN-6: a turn that does not end within 5 seconds keeps its place", async () => {
  const at = await idle.conversation();
  const held = await idle.ask(at, {}, { accept: "application/json", prefer: "respond-async" });
  // Its worker is frozen: it still has its lease and sees no cancel.
  await idle.api.deps.db.pool.query(
    `update turns set status = 'running', attempt = 1, started_at = now(), heartbeat_at = now(),
       lease_token = gen_random_uuid(), lease_expires_at = now() + interval '1 hour' where id = $1`,
    [held.body["turn_id"]],
  );
  const refused = await idle.ask(at, { on_conflict: "interrupt" });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: "turn_in_progress", details: { turn_id: held.body["turn_id"] } },
  ]);
  const { body } = await idle.sandbox.get(`${at.path}/${String(held.body["turn_id"])}`);
  expect(body).toMatchObject({ status: "running", cancel_requested_at: expect.any(String) });
});

test("TURN-14: a turn that waits is cancelled at once, and its reader sees the end without a worker", async () => {
  const at = await idle.conversation();
  const reader = await openReader(keyOf(idle), at.path, { body: { text: "Hello", version: "draft" } });
  await reader.until((frames) => frames.length > 0);
  const path = `${at.path}/${turnIdOf(reader.frames)}`;
  expect((await idle.sandbox.post(`${path}/cancel`, { reason: "first" })).status).toBe(202);
  await reader.ended;
  expect(reader.frames.map(({ data }) => (data.type === "notice" ? data.code : data.type))).toEqual([
    "turn.started",
    "cancel_requested",
    "done",
  ]);
  const again = await idle.sandbox.post(`${path}/cancel`, { reason: "second" });
  expect([again.status, again.body]).toMatchObject([200, { status: "cancelled", output: { text: null } }]);
  const next = await idle.ask(at, {}, { accept: "application/json", prefer: "respond-async" });
  expect([next.status, next.body]).toMatchObject([202, { index: 2, status: "queued" }]);
});

test("TURN-14: of a cancel and an answer at the same time one comes first, for the row and for every reader", async () => {
  // Said slowly it takes three seconds: a cancel on a busy machine still comes before its end.
  await world.instance("greeting", {
    rules: [{ key: "hello", when: { any: ["hello"] }, reply: "Hello there. ".repeat(30) }],
  });
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, async (_, count) => {
      const at = await world.conversation({ slug: "greeting" });
      const scenario = count % 2 === 0 ? {} : { test_scenario: "slow" };
      const reader = await openReader(key(), at.path, { body: { text: "Hello", version: "draft", ...scenario } });
      // Some cancels come before the claim, some while the answer is written, some after it.
      await reader.until((frames) => frames.length > count % 5);
      const path = `${at.path}/${turnIdOf(reader.frames)}`;
      const cancelled = await world.sandbox.post(`${path}/cancel`, {});
      await reader.ended;
      const { body } = await world.sandbox.get(path);
      const status = String(body["status"]);
      expect(reader.frames.at(-1)?.data).toMatchObject({ type: "done", status });
      expect(reader.frames.filter(({ data }) => data.type === "done")).toHaveLength(1);
      expect(joined(reader.frames)).toEqual({ text: String(body["output"]?.["text"] ?? ""), hasGap: false });
      // What was answered "ended" had ended with an answer; what was recorded may still have lost.
      if (cancelled.status === 200) expect(status).toBe("completed");
      return status;
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(["completed", "cancelled"]));
});
