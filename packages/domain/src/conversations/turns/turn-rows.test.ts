import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import type { AnswerOutcome } from "./answer-outcome.ts";
import { appendFrames } from "./append-frames.ts";
import { claimTurns } from "./claim-turns.ts";
import { cancelTurnRow } from "./cancel-turn.ts";
import { heartbeatTurns, readHeldTurns } from "./heartbeat-turns.ts";
import { embeddedModel } from "./present-turn.ts";
import { reconcileTurns } from "./reconcile-turns.ts";
import { refuseUnqueuedTurn } from "./refuse-unqueued-turn.ts";
import { releaseTurns } from "./release-turns.ts";
import { resumeTurn } from "./resume-turn.ts";
import { createTurnSettler, type TurnSettler } from "./settle-turn.ts";
import { createTurnRows, type TurnRows } from "./test-kit.ts";
import type { TurnHold } from "./turn.ts";
import { type TurnAction, type TurnState, turnTransitions } from "./turn-states.ts";

let deps: TestDeps;
let rows: TurnRows;
let settler: TurnSettler;
beforeAll(async () => {
  deps = await openTestDeps();
  rows = await createTurnRows(deps);
  settler = createTurnSettler(deps.db);
  await deps.db.pool.query("update organizations set max_active_turns = 10000");
  // The guard of outages looks at the time between two passes.
  await reconcileTurns(deps.db);
});
afterAll(() => deps.close());

const model = { ...embeddedModel, fallbackUsed: false };
const outcomeOf = (status: AnswerOutcome["status"]): AnswerOutcome => ({
  status,
  incompleteReason: status === "incomplete" ? "max_output_tokens" : null,
  error:
    status === "failed" || status === "interrupted" ? { code: "turn_timeout", reason: null, retryable: true } : null,
  method: null,
  json: null,
  egress: null,
  model,
});

const settle = (hold: TurnHold, status: AnswerOutcome["status"], text = "", bodies: readonly string[] = []) =>
  settler({
    hold,
    outcome: outcomeOf(status),
    text,
    citations: "[]",
    usage: null,
    sources: null,
    bodies,
    firstSeq: 2,
  });

const delta = (text: string, offset: number): string => JSON.stringify({ type: "text.delta", text, offset });

const organizationOf = ({ viewer }: TurnRows): string => viewer.organizationId;

async function newTurn(): Promise<{ readonly id: string; readonly conversationId: string }> {
  const conversationId = await rows.conversation();
  const { turnId: id } = await rows.submit(conversationId);
  return { id, conversationId };
}

test("TURN-13: a worker that lost its lease writes neither row nor frame", async () => {
  const { id } = await newTurn();
  const lost = await rows.claim(id);
  await rows.expire(id);
  await reconcileTurns(deps.db);
  expect(await rows.row(id)).toMatchObject({ status: "queued", attempt: 1, isHeld: false });
  const held = await rows.claim(id);
  expect(held.attempt).toBe(2);
  const frames = {
    bodies: [delta("stale", 0)],
    firstSeq: 2,
    checkpoint: { text: "stale", citations: "[]" },
    sources: null,
  };
  expect(await appendFrames(deps.db, [{ hold: lost, ...frames }])).toEqual(new Set());
  expect(await heartbeatTurns(deps.db, [lost], 30)).toEqual([]);
  expect(await readHeldTurns(deps.db, [lost])).toEqual([]);
  expect(await settle(lost, "completed", "stale")).toBeUndefined();
  expect(await releaseTurns(deps.db, [lost])).toEqual([]);
  const { rows: logged } = await deps.db.pool.query("select from turn_frames where turn_id = $1", [id]);
  expect(logged).toHaveLength(0);
  expect(await settle(held, "completed", "fresh")).toBe("completed");
  expect(await rows.row(id)).toMatchObject({ status: "completed", outputText: "fresh" });
});

test("TURN-191: one organization takes at most its share of the slots, and another's turn behind it is claimed", async () => {
  const other = await createTurnRows(deps);
  await deps.db.pool.query("update organizations set max_active_turns = 10000");
  for (let count = 0; count < 6; count += 1) await newTurn();
  const { turnId } = await other.submit(await other.conversation());
  // Behind all others.
  await deps.db.pool.query("update turns set fair_rank = (select max(fair_rank) + 1 from turns) where id = $1", [
    turnId,
  ]);
  const request = { owner: "test", turnsMax: 6, leaseSeconds: 30, perOrganization: 3 };
  const first = await claimTurns(deps.db, { ...request, held: [] });
  expect(first).toMatchObject({ hidesOthers: true, isMore: true });
  expect(new Set(first.turns.map(({ organizationId }) => organizationId))).toEqual(new Set([organizationOf(rows)]));
  expect(first.turns).toHaveLength(3);
  const second = await claimTurns(deps.db, { ...request, turnsMax: 3, held: first.turns });
  expect(second).toMatchObject({ turns: [{ id: turnId }], hidesOthers: false, isMore: true });
  const third = await claimTurns(deps.db, { ...request, held: first.turns.slice(1) });
  expect(third.turns).toHaveLength(1);
  for (const hold of [...first.turns, ...second.turns, ...third.turns]) await settle(hold, "completed");
});

test("TURN-120: what was read is stored in the commit of the first frames after it, and stays", async () => {
  const { id } = await newTurn();
  const hold = await rows.claim(id);
  const stored = async (): Promise<readonly object[]> => {
    const { rows: found } = await deps.db.pool.query<{
      passages: string | null;
      evidence: string | null;
      last_seq: number;
    }>("select passages, evidence, last_seq from turns where id = $1", [id]);
    return found;
  };
  const sources = { passages: "[1]", evidence: '{"of":"the first"}' };
  const lost = { ...hold, token: randomUUID() };
  const frames = { bodies: [delta("It ", 0)], firstSeq: 2, checkpoint: null };
  await appendFrames(deps.db, [{ hold: lost, ...frames, sources }]);
  expect(await stored()).toEqual([{ passages: null, evidence: null, last_seq: 1 }]);
  await appendFrames(deps.db, [{ hold, ...frames, sources }]);
  expect(await stored()).toEqual([{ ...sources, last_seq: 1 }]);
  expect(await settle(hold, "completed", "It is.")).toBe("completed");
  expect(await stored()).toEqual([{ ...sources, last_seq: 2 }]);
});

test("TURN-121: turns that end together are settled in one statement, each by its own lease", async () => {
  const first = await newTurn();
  const lost = await rows.claim(first.id);
  await rows.expire(first.id);
  await reconcileTurns(deps.db);
  const holds = [await rows.claim(first.id)];
  while (holds.length < 3) holds.push(await rows.claim((await newTurn()).id));
  const ends = await Promise.all([
    settle(lost, "completed", "stale"),
    ...holds.map((hold, at) =>
      settle(hold, at === 1 ? "failed" : "completed", `answer ${at}`, [delta(`answer ${at}`, 0)]),
    ),
  ]);
  expect(ends).toEqual([undefined, "completed", "failed", "completed"]);
  const { rows: logged } = await deps.db.pool.query(
    "select turn_id, body from turn_frames where turn_id = any($1::uuid[]) order by body",
    [holds.map(({ id }) => id)],
  );
  expect(logged).toEqual(holds.map(({ id }, at) => ({ turn_id: id, body: delta(`answer ${at}`, 0) })));
  expect((await rows.row(first.id)).outputText).toBe("answer 0");
});

test("TURN-17: the second lost worker interrupts a turn, with the text that readers have seen", async () => {
  const { id } = await newTurn();
  await rows.claim(id);
  await rows.expire(id);
  await reconcileTurns(deps.db);
  const held = await rows.claim(id);
  const append = (bodies: readonly string[], firstSeq: number, text: string | null) =>
    appendFrames(deps.db, [
      { hold: held, bodies, firstSeq, checkpoint: text === null ? null : { text, citations: "[]" }, sources: null },
    ]);
  await append([delta("Grüße ", 0)], 1, "Grüße ");
  await append([delta("an 🚢", 6), delta(" alle", 10)], 2, null);
  await rows.expire(id);
  await reconcileTurns(deps.db);
  const row = await rows.row(id);
  expect(row).toMatchObject({ status: "interrupted", outputText: "Grüße an 🚢 alle", lastSeq: 5, isHeld: false });
  expect(JSON.parse(row.error ?? "")).toMatchObject({ code: "turn_interrupted", reason: "worker_lost" });
});

test("TURN-17: after an outage leases are extended before turns are given to others", async () => {
  const { id } = await newTurn();
  await rows.claim(id);
  const { pool } = deps.db;
  await pool.query(
    "update maintenance_ticks set ticked_at = now() - interval '10 minutes' where name = 'turn_reconciler'",
  );
  await pool.query(
    `update turns set heartbeat_at = now() - interval '9 minutes 45 seconds',
       lease_expires_at = now() - interval '9 minutes 15 seconds' where id = $1`,
    [id],
  );
  await reconcileTurns(deps.db);
  expect(await rows.row(id)).toMatchObject({ status: "running", isHeld: true });
});

test("TURN-16: a worker that stops gives a turn back once; the second time it is interrupted and resumes", async () => {
  const { id, conversationId } = await newTurn();
  const first = await rows.claim(id);
  expect(await releaseTurns(deps.db, [first])).toEqual([{ id, status: "queued" }]);
  const second = await rows.claim(id);
  expect(await releaseTurns(deps.db, [second])).toEqual([{ id, status: "interrupted" }]);
  const { after } = await resumeTurn(deps, rows.viewer, {
    slug: "desk",
    conversationId,
    turnId: id,
    mode: "restart",
  });
  expect(after).toMatchObject({ attempt: 2 });
  const third = await rows.claim(id);
  expect(third.attempt).toBe(3);
  expect(await settle(third, "completed")).toBe("completed");
});

test("TURN-11: a turn without a wake-up fails, unless a worker has it", async () => {
  const { id } = await newTurn();
  expect(await refuseUnqueuedTurn(deps.db, id)).toBe(true);
  expect(await rows.row(id)).toMatchObject({ status: "failed", lastSeq: 3 });
  const other = await newTurn();
  await rows.claim(other.id);
  expect(await refuseUnqueuedTurn(deps.db, other.id)).toBe(false);
});

test("TURN-15: a cancel that came before a failure wins; one that came before an answer does not", async () => {
  for (const [status, written] of [
    ["failed", "cancelled"],
    ["completed", "completed"],
  ] as const) {
    const { id, conversationId } = await newTurn();
    const held = await rows.claim(id);
    expect(await cancelTurnRow(deps, { turnId: id, conversationId, reason: "first" })).toBe("recorded");
    expect(await cancelTurnRow(deps, { turnId: id, conversationId, reason: "second" })).toBe("recorded");
    expect(await settle(held, status)).toBe(written);
    expect(await cancelTurnRow(deps, { turnId: id, conversationId, reason: "third" })).toBe("ended");
    const { rows: found } = await deps.db.pool.query("select cancel_reason from turns where id = $1", [id]);
    expect(found).toEqual([{ cancel_reason: "first" }]);
  }
});

test("TURN-2: fifty conversations and branches count their turns without a gap", async () => {
  const conversationId = await rows.conversation();
  for (let index = 1; index <= 5; index += 1) {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => rows.submit(conversationId)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { rows: found } = await deps.db.pool.query<{ id: string; index: number; turn_count: number }>(
      `select t.id, t.index, c.turn_count from turns t join conversations c on c.id = t.conversation_id
       where c.id = $1 order by t.index desc limit 1`,
      [conversationId],
    );
    expect(found).toMatchObject([{ index, turn_count: index }]);
    expect(await settle(await rows.claim(found[0]?.id ?? ""), "completed")).toBe("completed");
  }
});

/** Brings a new turn into a state. */
async function turnIn(
  state: TurnState,
): Promise<{ readonly id: string; readonly conversationId: string; readonly hold: TurnHold }> {
  const turn = await newTurn();
  const nothing = { id: turn.id, attempt: 1, token: "00000000-0000-0000-0000-000000000000" };
  if (state === "queued") return { ...turn, hold: nothing };
  const hold = await rows.claim(turn.id);
  if (state === "unheld") await releaseTurns(deps.db, [hold]);
  else if (state !== "running") await settle(hold, state);
  return { ...turn, hold };
}

const actions: Readonly<Partial<Record<TurnAction, (turn: Awaited<ReturnType<typeof turnIn>>) => Promise<unknown>>>> = {
  refuseQueue: ({ id }) => refuseUnqueuedTurn(deps.db, id),
  claim: ({ id }) => rows.claim(id).catch(() => undefined),
  complete: ({ hold }) => settle(hold, "completed"),
  endIncomplete: ({ hold }) => settle(hold, "incomplete"),
  fail: ({ hold }) => settle(hold, "failed"),
  interrupt: ({ hold }) => settle(hold, "interrupted"),
  acceptCancel: ({ hold }) => settle(hold, "cancelled"),
  cancelWaiting: ({ id, conversationId }) => cancelTurnRow(deps, { turnId: id, conversationId, reason: undefined }),
  release: ({ hold }) => releaseTurns(deps.db, [hold]),
  reclaim: async ({ id }) => {
    await rows.expire(id);
    await reconcileTurns(deps.db);
  },
  resume: ({ id, conversationId }) =>
    resumeTurn(deps, rows.viewer, { slug: "desk", conversationId, turnId: id, mode: "restart" }).catch(() => undefined),
};

const states = [
  "queued",
  "unheld",
  "running",
  "completed",
  "incomplete",
  "failed",
  "cancelled",
  "interrupted",
] as const satisfies readonly TurnState[];

test("TURN-10: in every state every action does what the table says, and nothing else", async () => {
  for (const state of states)
    for (const [name, act] of Object.entries(actions)) {
      const turn = await turnIn(state);
      const before = await rows.row(turn.id);
      await act(turn);
      const after = await rows.row(turn.id);
      const row = Object.entries(turnTransitions).find(([action]) => action === name)?.[1];
      const from: readonly TurnState[] = row?.from ?? [];
      const shown = after.status === "queued" && after.attempt > 0 ? "unheld" : after.status;
      const expected = from.includes(state)
        ? row?.to
        : before.status === "queued" && before.attempt > 0
          ? "unheld"
          : before.status;
      expect([state, name, shown]).toEqual([state, name, expected]);
    }
});
