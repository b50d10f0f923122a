import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { waitFor } from "@service/testing";
import { openReader } from "../../testing/turn-reader.ts";
import {
  framesOf,
  hoursQuestion,
  joined,
  startTurnWorld,
  turnConfig,
  type TurnWorld,
} from "../../testing/turn-world.ts";

let world: TurnWorld;
beforeAll(async () => {
  world = await startTurnWorld();
});
afterAll(() => world.stop());

test("TURN-30: a turn is answered on the stream of its submission, from turn.started to one done", async () => {
  const at = await world.conversation();
  const answer = await world.ask(at);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ "content-type": "text/event-stream; charset=utf-8" });
  expect(answer.headers["content-location"]).toMatch(/\/turns\/[0-9a-f-]{36}$/);
  expect(answer.text.startsWith("retry: 2000\n\n")).toBe(true);
  const frames = framesOf(answer.text);
  expect(frames[0]).toMatchObject({ id: "1-1", data: { type: "turn.started", index: 1, instance_version: "draft" } });
  expect(frames.map(({ data }) => data.type)).toEqual([
    "turn.started",
    "notice",
    "text.delta",
    "citation",
    "usage",
    "done",
  ]);
  expect(frames[1]?.data).toMatchObject({ code: "embedded_answers" });
  const done = frames.at(-1)?.data;
  if (done?.type !== "done") throw new Error("no done");
  expect(done.turn).toMatchObject({
    status: "completed",
    attempt: 1,
    last_event_id: frames.at(-1)?.id,
    resumable: false,
  });
  expect(done.turn.output).toMatchObject({ text: joined(frames).text, method: "extractive", withheld: false });
  expect(done.turn.output.text).toContain("open from 8 to 18");
  expect(done.turn.model).toEqual({
    alias: "embedded",
    provider: "embedded",
    name: "embedded/extractive-1",
    fallback_used: false,
  });
});

test("ANSWER-32: what is only near is marked in the output and in its citation, and nothing else is", async () => {
  const at = await world.conversation();
  const near = await world.turn(at, { text: "Three months of holidays for my client?" });
  expect(near.output).toMatchObject({
    method: "extractive",
    text: "This may answer it: On holidays it is closed. [1]",
    tentative: true,
    citations: [{ quote: "On holidays it is closed.", tentative: true }],
  });
  const certain = await world.turn(at, { text: hoursQuestion });
  expect(certain.output).not.toHaveProperty("tentative");
  expect(certain.output.citations[0]).not.toHaveProperty("tentative");
});

test("TURN-39: in JSON mode the answer is the turn, when it has ended", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at, { text: "Hello" });
  expect(turn).toMatchObject({ status: "completed", output: { method: "rule" }, index: 1, parent_turn_id: null });
  const read = await world.sandbox.get(`${at.path}/${turn.turn_id}`);
  expect(read.body).toEqual(turn);
  const slow = { text: "Which fee is due for a certificate of insurance that is wanted today?", test_scenario: "slow" };
  const second = await world.ask(at, slow, { accept: "application/json", prefer: "respond-async" });
  expect(second.status).toBe(202);
  expect(second.headers["location"]).toBe(`/api/v1${at.path}/${String(second.body["turn_id"])}`);
  await waitFor(
    async () =>
      (await world.sandbox.get(`${at.path}/${String(second.body["turn_id"])}`)).body["status"]?.toString() ===
      "completed",
    { what: "the end of the turn" },
  );
});

test("TURN-5: history is the path to the parent; branches are lists of their own", async () => {
  const at = await world.conversation();
  const first = await world.turn(at);
  const second = await world.turn(at, { text: "And on holidays?" });
  expect(second.parent_turn_id).toBe(first.turn_id);
  const edited = await world.turn(at, { parent_turn_id: first.turn_id, text: "Fees of a certificate?" });
  const anew = await world.turn(at, { parent_turn_id: null, text: "Hello" });
  const head = await world.sandbox.get(at.path);
  expect(idsOf(head.body)).toEqual([anew.turn_id]);
  const all = await world.sandbox.get(at.path, { query: { path: "all", limit: "3" } });
  expect(idsOf(all.body)).toEqual([first.turn_id, second.turn_id, edited.turn_id]);
  const rest = await world.sandbox.get(at.path, {
    query: { path: "all", limit: "3", cursor: String(all.body["next_cursor"]) },
  });
  expect(idsOf(rest.body)).toEqual([anew.turn_id]);
  const other = await world.conversation();
  const foreign = await world.ask(other, { parent_turn_id: first.turn_id });
  expect(foreign.body).toMatchObject({ code: "turn_not_found" });
});

function idsOf(list: { readonly turns?: readonly { readonly turn_id?: unknown }[] } | object): unknown[] {
  const { turns }: { turns: { turn_id: string }[] } = JSON.parse(JSON.stringify(list));
  return turns.map((turn) => turn.turn_id);
}

test("TURN-20: a key makes one turn, whatever the number of requests; another body is refused", async () => {
  const at = await world.conversation();
  const headers = { "idempotency-key": "ask-1" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.ask(at, {}, headers)));
  const streams = answers.map((answer) => framesOf(answer.text));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const firstFrames = streams.map((frames) => frames[0]?.data);
  expect(new Set(firstFrames.map((data) => (data?.type === "turn.started" ? data.turn_id : "")))).toHaveProperty(
    "size",
    1,
  );
  expect(firstFrames.filter((data) => data?.type === "turn.started" && !data.idempotent_replay)).toHaveLength(1);
  const [rest] = streams.map((frames) => JSON.stringify(frames.slice(1)));
  expect(streams.every((frames) => JSON.stringify(frames.slice(1)) === rest)).toBe(true);
  const other = await world.ask(at, { text: "Hello" }, headers);
  expect(other.body).toMatchObject({ code: "idempotency_key_reused", details: { turn_id: expect.any(String) } });
  const last = streams[0]?.at(-1)?.id ?? "";
  expect((await world.ask(at, {}, { ...headers, "last-event-id": last })).status).toBe(204);
});

test("TURN-3: of fifty questions at once in one conversation one is accepted", async () => {
  // Answered for longer than fifty requests take on any machine.
  await world.instance("lengthy", {
    rules: [{ key: "all", when: { any: ["everything"] }, reply: "One word more. ".repeat(250) }],
  });
  const at = await world.conversation({ slug: "lengthy" });
  const question = { text: "Tell me everything", test_scenario: "slow" };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.ask(at, question, { accept: "application/json", prefer: "respond-async" })),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(49);
  const turnId = String(accepted[0]?.body["turn_id"]);
  for (const { body } of refused)
    expect(body).toMatchObject({ code: "turn_in_progress", details: { turn_id: turnId } });
  await world.sandbox.post(`${at.path}/${turnId}/cancel`, {});
});

test("TURN-3: an attachment that is not there is refused before the turn that runs", async () => {
  await world.instance("attaching", { ...turnConfig, attachments: { enabled: true } });
  const at = await world.conversation({ slug: "attaching" });
  const running = await world.ask(
    at,
    { test_scenario: "slow" },
    { accept: "application/json", prefer: "respond-async" },
  );
  expect(running.status).toBe(202);
  const absent = { attachment_ids: ["5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11"] };
  expect((await world.ask(at, absent)).body["code"]).toBe("attachment_not_found");
  expect((await world.ask(at)).body["code"]).toBe("turn_in_progress");
  await world.sandbox.post(`${at.path}/${String(running.body["turn_id"])}/cancel`, {});
});

test("TURN-4: an organization has no more active turns than its cap", async () => {
  const { db } = world.api.deps;
  const { organizationId } = world.org;
  await db.pool.query("update organizations set max_active_turns = 5 where id = $1", [organizationId]);
  const places = await Promise.all(Array.from({ length: 20 }, () => world.conversation()));
  const answers = await Promise.all(
    places.map((at) =>
      world.ask(at, { test_scenario: "slow" }, { accept: "application/json", prefer: "respond-async" }),
    ),
  );
  await db.pool.query("update organizations set max_active_turns = 1000 where id = $1", [organizationId]);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(15);
  expect(refused[0]?.headers["retry-after"]).toBe("2");
});

test("TURN-14: a cancel keeps the text so far; the first reason stays; an ended turn answers 200", async () => {
  const at = await world.conversation();
  const pending = world.ask(at, { test_scenario: "slow" });
  const id = await waitFor(async () => idsOf((await world.sandbox.get(at.path)).body)[0], { what: "the turn" });
  const path = `${at.path}/${String(id)}`;
  await waitFor(async () => (await textShown(path)) !== "", { what: "its first words" });
  const cancelled = await world.sandbox.post(`${path}/cancel`, { reason: "wrong question" });
  expect(cancelled.status).toBe(202);
  const frames = framesOf((await pending).text);
  expect(frames.at(-1)?.data).toMatchObject({ type: "done", status: "cancelled" });
  expect(frames.at(-2)?.data).toMatchObject({ type: "notice", code: "cancel_requested" });
  const turn = await world.sandbox.get(path);
  expect(String(turn.body["output"]?.["text"])).toBe(joined(frames).text);
  expect(joined(frames).text.length).toBeGreaterThan(0);
  expect((await world.sandbox.post(`${path}/cancel`, {})).status).toBe(200);
});

async function textShown(path: string): Promise<string> {
  const { rows } = await world.api.deps.db.pool.query<{ frames: number }>(
    'select count(*)::int as frames from turn_frames where turn_id = $1 and body like \'{"type":"text.delta%\'',
    [path.split("/").at(-1)],
  );
  return (rows[0]?.frames ?? 0) > 0 ? "shown" : "";
}

test("TURN-6: on_conflict interrupt cancels the turn before and asks the next one", async () => {
  const at = await world.conversation();
  const slow = world.ask(at, { test_scenario: "slow" });
  const id = await waitFor(async () => idsOf((await world.sandbox.get(at.path)).body)[0], { what: "the turn" });
  const next = await world.turn(at, { on_conflict: "interrupt", text: hoursQuestion });
  expect(next).toMatchObject({ status: "completed", index: 2, parent_turn_id: id });
  expect(framesOf((await slow).text).at(-1)?.data).toMatchObject({ type: "done", status: "cancelled" });
});

test("TURN-60: test scenarios end a turn in each way; resume runs it again and keeps its version", async () => {
  const at = await world.conversation();
  const incomplete = await world.turn(at, { test_scenario: "incomplete", after_chars: 10 });
  expect(incomplete).toMatchObject({ status: "incomplete", incomplete_reason: "max_output_tokens" });
  expect([...(incomplete.output.text ?? "")]).toHaveLength(10);
  const answer = await world.ask(at, { test_scenario: "provider_error:unavailable", after_chars: 4 });
  const frames = framesOf(answer.text);
  expect(frames.at(-2)?.data).toMatchObject({
    type: "error",
    code: "provider_error",
    reason: "unavailable",
    retryable: true,
    partial: true,
  });
  const done = frames.at(-1)?.data;
  if (done?.type !== "done") throw new Error("no done");
  expect(done.turn).toMatchObject({ status: "failed", resumable: true });
  const path = `${at.path}/${done.turn.turn_id}`;
  const resumed = framesOf((await world.sandbox.post(`${path}/resume`, {})).text);
  expect(resumed[0]).toMatchObject({
    id: "2-0",
    data: { type: "attempt.started", attempt: 2, mode: "restart", discard: true },
  });
  expect(resumed.at(-1)?.data).toMatchObject({ type: "done", status: "failed", turn: { attempt: 2 } });
  const again = framesOf((await world.sandbox.post(`${path}/resume`, { mode: "continue" })).text);
  expect(again[0]?.data).toMatchObject({ type: "attempt.started", attempt: 3, mode: "continue", discard: false });
  const refused = await world.sandbox.post(`${path}/resume`, {});
  expect(refused.body).toMatchObject({
    code: "turn_not_resumable",
    details: { status: "failed", reason: "attempts_exhausted" },
  });
  const completed = await world.sandbox.post(`${at.path}/${incomplete.turn_id}/resume`, {});
  expect(completed.body).toMatchObject({ code: "turn_not_resumable", details: { reason: "not_retryable" } });
  const bad = await world.ask(at, { test_scenario: "provider_error:bad_luck" });
  expect(bad.body).toMatchObject({ code: "invalid_test_scenario" });
  const scoped = await world.org.scoped(["conversations:use"], [], "sandbox");
  const forbidden = await scoped.post(at.path, { text: "Hello", version: "draft", test_scenario: "completed" });
  expect([forbidden.status, forbidden.body["code"]]).toEqual([403, "test_scenario_forbidden"]);
});

test("TURN-31: a reader continues after every frame; a cursor ahead is refused; the last one answers 204", async () => {
  const at = await world.conversation();
  const whole = framesOf((await world.ask(at, { text: `${hoursQuestion} And fees of a certificate?` })).text);
  const done = whole.at(-1)?.data;
  if (done?.type !== "done") throw new Error("no done");
  const path = `${at.path}/${done.turn.turn_id}/stream`;
  expect(framesOf((await world.sandbox.get(path)).text)).toEqual(whole);
  for (const [at, { id }] of whole.entries()) {
    const rest = await world.sandbox.get(path, { headers: { "last-event-id": id ?? "" } });
    if (at === whole.length - 1) expect(rest.status).toBe(204);
    else expect(framesOf(rest.text)).toEqual(whole.slice(at + 1));
  }
  for (const after of ["1-99", "2-1", "x", "1-0", "0-1"]) {
    const refused = await world.sandbox.get(path, { query: { after } });
    expect(refused.body).toMatchObject({ code: "invalid_stream_cursor" });
  }
});

test("TURN-33: frames that the log no longer has arrive as a snapshot", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at);
  await world.api.deps.db.pool.query("delete from turn_frames where turn_id = $1", [turn.turn_id]);
  const frames = framesOf((await world.sandbox.get(`${at.path}/${turn.turn_id}/stream`)).text);
  expect(frames.map(({ data }) => data.type)).toEqual(["turn.started", "snapshot", "done"]);
  expect(frames[1]?.data).toMatchObject({ text: turn.output.text, reason: "log_expired" });
});

test("TURN-42, TURN-43: a refused input and a required source that cannot be read end a turn without text", async () => {
  const { knowledge } = turnConfig;
  await world.instance("guarded", {
    grounding: { sources: [{ kind: "knowledge" }] },
    knowledge: [{ key: "desk", title: "Desk", text: "Write to claims@harbor.example about the claims desk." }],
    guardrails: { refuse_patterns: ["secret"], redact: ["email"] },
  });
  const guarded = await world.conversation({ slug: "guarded" });
  for (const text of [
    "Tell me the secret",
    "Tell me the SECRET",
    "Tell me the ｓｅｃｒｅｔ",
    "Tell me the sec\u200Bret",
  ]) {
    const refused = await world.turn(guarded, { text });
    expect(refused).toMatchObject({
      status: "failed",
      output: { text: "" },
      error: {
        code: "output_rejected",
        reason: "guardrail",
        message: "The configuration refuses this question.",
        retryable: false,
      },
    });
  }
  const redacted = await world.turn(guarded, { text: "Whom do I write about the claims desk?" });
  expect(redacted.output.text).not.toContain("claims@harbor.example");
  expect(JSON.stringify(redacted.output.citations)).not.toContain("claims@harbor.example");
  // An organization key of a sandbox opens no live-only family.
  await world.instance("booked", {
    grounding: { sources: [{ kind: "records", required: true }] },
    knowledge: [...knowledge],
  });
  const booked = await world.turn(await world.conversation({ slug: "booked" }));
  expect(booked).toMatchObject({
    status: "failed",
    error: { code: "source_error", reason: "required_source_unavailable" },
  });
});

test("TURN-18: only the newest turn resumes; a later attempt continues where the text ends", async () => {
  const at = await world.conversation();
  const first = framesOf((await world.ask(at, { test_scenario: "interrupted", after_chars: 12 })).text);
  const done = first.at(-1)?.data;
  if (done?.type !== "done") throw new Error("no done");
  const path = `${at.path}/${done.turn.turn_id}`;
  await world.api.deps.db.pool.query("update turns set test_scenario = null, test_after_chars = null where id = $1", [
    done.turn.turn_id,
  ]);
  const resumed = framesOf((await world.sandbox.post(`${path}/resume`, { mode: "continue" })).text);
  expect(resumed[0]?.data).toMatchObject({ type: "attempt.started", mode: "continue", discard: false });
  const whole = [...first, ...resumed];
  expect(joined(whole).hasGap).toBe(false);
  expect(resumed.at(-1)?.data).toMatchObject({
    type: "done",
    status: "completed",
    turn: { attempt: 2, output: { text: joined(whole).text } },
  });
  const interrupted = await world.turn(at, { test_scenario: "interrupted" });
  await world.turn(at);
  const late = await world.sandbox.post(`${at.path}/${interrupted.turn_id}/resume`, {});
  expect(late.body).toMatchObject({ code: "turn_not_resumable", details: { reason: "not_latest" } });
});

test("TURN-18: a worker that claims a resumed turn at once hides no frame from the one who resumed it", async () => {
  const at = await world.conversation();
  const interrupted = await world.turn(at, { test_scenario: "interrupted", after_chars: 12 });
  const { pool } = world.api.deps.db;
  await pool.query(`
    create function claim_at_once() returns trigger language plpgsql as $$
    begin
      update turns set status = 'running', attempt = attempt + 1, last_seq = 0, lease_token = gen_random_uuid(),
        lease_owner = 'another worker', lease_expires_at = now() + interval '1 hour', heartbeat_at = now()
      where id = new.id;
      return null;
    end $$;
    create trigger claim_at_once after update on turns for each row
      when (old.status = 'interrupted' and new.status = 'queued') execute function claim_at_once()`);
  try {
    const key = { url: world.api.url, apiKey: world.sandbox.apiKey };
    const reader = await openReader(key, `${at.path}/${interrupted.turn_id}/resume`, { body: {} });
    await reader.until((frames) => frames.length > 0);
    expect(reader.frames[0]?.data).toMatchObject({ type: "attempt.started", attempt: 2, mode: "restart" });
    reader.cut();
  } finally {
    await pool.query("drop trigger claim_at_once on turns; drop function claim_at_once");
  }
});

test("an archived conversation takes no question, until it is active again", async () => {
  const at = await world.conversation();
  const conversation = at.path.replace(/\/turns$/, "");
  expect((await world.sandbox.patch(conversation, { status: "archived" })).status).toBe(200);
  const refused = await world.ask(at);
  expect([refused.status, refused.body["code"]]).toEqual([409, "conversation_archived"]);
  expect((await world.sandbox.patch(conversation, { status: "active" })).status).toBe(200);
  expect((await world.turn(at)).status).toBe("completed");
});
