import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { providerErrorReasons, type Turn } from "@service/contract";
import { noEvidence } from "@service/domain/grounding";
import { describeWithRedis, testRedis, waitFor } from "@service/testing";
import type * as z from "zod";
import type { Actor } from "../../testing/checked-client.ts";
import { addModel } from "../../testing/turn-model.ts";
import { openReader } from "../../testing/turn-reader.ts";
import {
  framesOf,
  joined,
  startTurnWorld,
  turnIdOf,
  type SentFrame,
  type TurnWorld,
} from "../../testing/turn-world.ts";

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The turns of a list. */
async function listed(reader: Actor, path: string): Promise<z.infer<typeof Turn>[]> {
  const { turns }: { turns: z.infer<typeof Turn>[] } = JSON.parse((await reader.get(path)).text);
  return turns;
}

function bytesOf(piece: unknown): Uint8Array {
  if (!(piece instanceof Uint8Array)) throw new Error("a body is bytes");
  return piece;
}

/** What is true of the frames of every stream that a submission begins (TURN-30). */
function expectWhole(frames: readonly SentFrame[]): void {
  const types = frames.map(({ data }) => data.type);
  expect(types[0]).toBe("turn.started");
  expect(types.filter((type) => type === "turn.started")).toHaveLength(1);
  expect(types.filter((type) => type === "done")).toHaveLength(1);
  expect(types.at(-1)).toBe("done");
  if (types.includes("error")) expect(types.indexOf("error")).toBe(types.length - 2);
  const ids = frames.map(({ id }) => id ?? "");
  expect(new Set(ids).size).toBe(ids.length);
  const { text, hasGap } = joined(frames);
  expect(hasGap).toBe(false);
  const done = frames.at(-1)?.data;
  if (done?.type !== "done") throw new Error("no done");
  expect(done.status).toBe(done.turn.status);
  expect(done.turn.output.text ?? "").toBe(text);
  expect(done.turn.last_event_id).toBe(frames.at(-1)?.id);
}

function suite(given: () => Parameters<typeof startTurnWorld>[0]): void {
  let world: TurnWorld;
  beforeAll(async () => {
    world = await startTurnWorld(given());
  });
  afterAll(() => world.stop());

  test("TURN-30: whatever ends a turn, its frames are in order and done is the last one", async () => {
    const random = seeded(7);
    const endings = [
      "completed",
      "incomplete",
      "interrupted",
      ...providerErrorReasons.map((each) => `provider_error:${each}`),
    ];
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const place = await world.conversation();
        const name = endings[at % endings.length] ?? "completed";
        const scenario = name === "completed" && at % 2 === 0 ? {} : { test_scenario: name, after_chars: random(60) };
        const frames = framesOf((await world.ask(place, scenario)).text);
        expectWhole(frames);
        expect(frames.at(-1)?.data).toMatchObject({ status: name.startsWith("provider_error") ? "failed" : name });
      }),
    );
  });

  test("TURN-31: readers that are cut at any frame, again and again, have the stored text in the end", async () => {
    const at = await world.conversation();
    const pending = world.ask(at, { test_scenario: "slow" });
    const turnId = await waitFor(
      async () => {
        const { rows } = await world.api.deps.db.pool.query<{ id: string }>(
          "select id from turns where conversation_id = $1",
          [at.id],
        );
        return rows[0]?.id;
      },
      { what: "the turn" },
    );
    const read = async (): Promise<SentFrame[]> => {
      const all: SentFrame[] = [];
      let cursor: string | undefined;
      for (;;) {
        const frames = await readSome(`${at.path}/${turnId}/stream`, cursor, 3);
        all.push(...frames);
        cursor = frames.at(-1)?.id ?? cursor;
        if (frames.at(-1)?.data.type === "done") return all;
      }
    };
    const [whole, first, second] = await Promise.all([pending.then(({ text }) => framesOf(text)), read(), read()]);
    expectWhole(whole);
    expect(first).toEqual(whole);
    expect(second).toEqual(whole);
  });

  test("TURN-31: a connection that is cut after every frame, or within it, is continued without a gap on every road", async () => {
    const model = await addModel(world);
    try {
      const at = await world.conversation({ slug: "modelled" });
      const answers = model.holdAnswers();
      const key = { url: world.api.url, apiKey: world.sandbox.apiKey };
      const request = { body: { text: "Anything?", version: "draft" }, headers: { "idempotency-key": "once" } };
      const whole = await openReader(key, at.path, request);
      const answer = await answers.next();
      // The model may be asked before the first frame has arrived here.
      await whole.until((frames) => frames.length > 0);
      const path = `${at.path}/${turnIdOf(whole.frames)}/stream`;
      const all: SentFrame[] = [];
      for (let round = 0; all.at(-1)?.data.type !== "done"; round += 1) {
        if (round < 12) answer.say(`Grüße ${round} an 🚢\u2028${"👩‍👧".repeat(round)} alle. `);
        if (round === 12) answer.finish();
        const cursor = all.at(-1)?.id;
        const headers = cursor === undefined ? undefined : { "last-event-id": cursor };
        const road = round % 3;
        const reader =
          cursor === undefined || headers === undefined || road === 0
            ? await openReader(key, cursor === undefined ? path : `${path}?after=${cursor}`)
            : road === 1
              ? await openReader(key, path, { headers })
              : await openReader(key, at.path, { ...request, headers: { ...request.headers, ...headers } });
        expect(reader.status).toBe(200);
        // At first the answer is held back until it is more than a word.
        await reader.until((frames) => frames.length > 0);
        reader.cut();
        // Of every other connection the last frame did not arrive whole.
        const arrived = reader.frames.slice(0, round % 2 === 0 || reader.frames.length === 1 ? undefined : -1);
        all.push(...arrived);
      }
      await whole.ended;
      expect(all.map(unreplayed)).toEqual(whole.frames.map(unreplayed));
      expectWhole(whole.frames);
      expect(all.filter(({ data }) => data.type === "text.delta").length).toBeGreaterThan(3);
      const last = { "last-event-id": all.at(-1)?.id ?? "" };
      expect((await world.sandbox.get(path, { headers: last })).status).toBe(204);
      expect((await openReader(key, at.path, { ...request, headers: { ...request.headers, ...last } })).status).toBe(
        204,
      );
      const ahead = { "last-event-id": "1-99999" };
      expect((await openReader(key, at.path, { ...request, headers: { ...request.headers, ...ahead } })).status).toBe(
        400,
      );
    } finally {
      await model.vendor.stop();
    }
  });

  /** Reads so many frames and cuts the connection. */
  async function readSome(path: string, cursor: string | undefined, count: number): Promise<SentFrame[]> {
    const cut = new AbortController();
    const response = await fetch(`${world.api.url}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${world.sandbox.apiKey ?? ""}`,
        ...(cursor !== undefined && { "last-event-id": cursor }),
      },
      signal: cut.signal,
    });
    expect(response.status).toBe(200);
    let text = "";
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? []) {
        text += decoder.decode(bytesOf(piece), { stream: true });
        if (framesOf(text).length >= count) cut.abort();
      }
    } catch (error) {
      if (!cut.signal.aborted) throw error;
    }
    // What was cut in the middle of a frame is read again.
    return framesOf(text.slice(0, text.lastIndexOf("\n\n") + 2));
  }
}

/** Apart from what says that a stream is shown again. */
function unreplayed({ id, data }: SentFrame): unknown {
  return { id, data: { ...data, idempotent_replay: false } };
}

describe("announcements by the database", () => {
  suite(() => ({}));
});

// As behind a pooler that forbids LISTEN: TURN-34.
describe("no announcements at all", () => {
  suite(() => ({ hasAnnouncements: false }));
});

describeWithRedis("announcements by Redis", () => {
  suite(() => {
    const { url, prefix } = testRedis();
    return { queueUrl: url, queuePrefix: prefix };
  });
});

describe("readers", () => {
  let world: TurnWorld;
  beforeAll(async () => {
    world = await startTurnWorld({ streamsMax: 2 });
  });
  afterAll(() => world.stop());

  test("TURN-50: a reader without the rights that an answer was made with sees nothing of it, on every road", async () => {
    const at = await world.conversation();
    const turn = await world.turn(at);
    const evidence = { ...noEvidence(world.org.organizationId), capabilities: ["catalog:read"] };
    await world.api.deps.db.pool.query("update turns set evidence = $2 where id = $1", [
      turn.turn_id,
      JSON.stringify(evidence),
    ]);
    const reader = await world.org.scoped(["conversations:use"], [], "sandbox");
    const allowed = await world.org.scoped(["conversations:use", "catalog:read"], [], "sandbox");
    const path = `${at.path}/${turn.turn_id}`;
    const withheld = { text: null, json: null, citations: [], method: null, withheld: true };
    expect((await reader.get(path)).body).toMatchObject({ output: withheld });
    expect((await allowed.get(path)).body).toMatchObject({ output: { text: turn.output.text, withheld: false } });
    expect((await listed(reader, at.path))[0]?.output).toEqual(withheld);
    const frames = framesOf((await reader.get(`${path}/stream`)).text);
    expect(frames.map(({ data }) => data.type)).not.toContain("text.delta");
    expect(JSON.stringify(frames)).not.toContain("8 to 18");
    await world.api.deps.db.pool.query("delete from turn_frames where turn_id = $1", [turn.turn_id]);
    const snapshot = framesOf((await reader.get(`${path}/stream`)).text);
    expect(snapshot.find(({ data }) => data.type === "snapshot")?.data).toMatchObject({ text: "", citations: [] });
    // The next question of this reader goes without that turn.
    const next = await reader.post(at.path, { text: "And on holidays?", version: "draft" });
    expect(framesOf(next.text).map(({ data }) => (data.type === "notice" ? data.code : ""))).toContain(
      "history_truncated",
    );
  });

  test("TURN-33: a reader whose next frames are lost is sent a snapshot, although the row knows of none of them", async () => {
    const at = await world.conversation();
    const pending = world.ask(at, { test_scenario: "slow" });
    const { pool } = world.api.deps.db;
    const turnId = await waitFor(
      async () => {
        const { rows } = await pool.query<{ id: string }>(
          "select f.turn_id as id from turn_frames f join turns t on t.id = f.turn_id where t.conversation_id = $1 and f.seq = 6",
          [at.id],
        );
        return rows[0]?.id;
      },
      { what: "six frames" },
    );
    await pool.query("delete from turn_frames where turn_id = $1 and seq <= 5", [turnId]);
    await pool.query("update turns set last_seq = 1 where id = $1", [turnId]);
    const headers = { "last-event-id": "1-4" };
    const rest = framesOf((await world.sandbox.get(`${at.path}/${turnId}/stream`, { headers })).text);
    expect(rest[0]?.data.type).toBe("snapshot");
    expect(joined(rest)).toEqual({ text: joined(framesOf((await pending).text)).text, hasGap: false });
  });

  test("TURN-38: a process has so many readers and no more, and a turn so many attachments a minute", async () => {
    const at = await world.conversation();
    const slow = world.ask(at, { test_scenario: "slow" });
    const other = await world.conversation();
    const alsoSlow = world.ask(other, { test_scenario: "slow" });
    await waitFor(() => world.api.deps.turnStreams.attachedCount === 2, { what: "two readers" });
    const third = await world.conversation();
    const refused = await world.ask(third);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    // The turn goes on.
    const turns = await waitFor(
      async () => {
        const list = await listed(world.sandbox, third.path);
        return list[0]?.status === "completed" ? list : undefined;
      },
      { what: "the turn without a reader" },
    );
    await Promise.all([slow, alsoSlow]);
    // A full stream frees its place before the next one asks: those that find none still count.
    const path = `${third.path}/${turns[0]?.turn_id ?? ""}/stream`;
    const answers = await Promise.all(Array.from({ length: 60 }, () => world.sandbox.get(path)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.body).toMatchObject({ code: "rate_limited" });
    for (const { headers } of limited) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  test("TURN-6: a conversation of another person, environment and organization is not found", async () => {
    const owned = await world.conversation({ principal: "pat.moreno" });
    const headers = { "x-service-acting-principal": "lee.chan" };
    expect((await world.sandbox.get(owned.path, { headers })).body).toMatchObject({ code: "conversation_not_found" });
    expect((await world.org.organization.get(owned.path)).body).toMatchObject({ code: "conversation_not_found" });
    const stranger = await world.api.organization();
    expect((await stranger.sandbox.get(owned.path)).body).toMatchObject({ code: "conversation_instance_not_found" });
    for (const id of ["x", "00000000-0000-0000-0000-000000000000"])
      expect((await world.sandbox.get(`/conversation-instances/desk/conversations/${id}/turns`)).body).toMatchObject({
        code: "conversation_not_found",
      });
    const turn = await world.turn(owned);
    expect((await world.sandbox.get(`${owned.path}/nothing`)).body).toMatchObject({ code: "turn_not_found" });
    expect(turn.submitted_by).toBeNull();
    const live = await world.org.organization.post(owned.path, { text: "Hello", version: "draft" });
    expect(live.body).toMatchObject({ code: "instance_version_draft_requires_sandbox_key" });
    const unreleased = await world.sandbox.post(owned.path, { text: "Hello" });
    expect(unreleased.body).toMatchObject({ code: "conversation_instance_not_released" });
  });
});
