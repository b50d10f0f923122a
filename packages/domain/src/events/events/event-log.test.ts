import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PlatformEvent as PlatformEventSchema, ServiceError } from "@service/contract";
import { testOperator } from "@service/testing";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  appendPlatformEvents,
  emitPlatformEvent,
  listPlatformEvents,
  platformEventId,
  presentPlatformEvent,
  removeOldPlatformEvents,
  type NewPlatformEvent,
} from "./index.ts";

let deps: TestDeps;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(() => deps.close());

function fact(changes: Partial<NewPlatformEvent> = {}): NewPlatformEvent {
  return {
    organizationId,
    type: "custom.fact",
    dedupeKey: randomUUID(),
    subject: { kind: "thing", key: "a" },
    data: { text: 'quotes " and \\ and \u0000 and \u001e and \ud800', list: [1, null] },
    ...changes,
  };
}

const append = (...events: readonly NewPlatformEvent[]) =>
  deps.db.inTransaction((tx) => appendPlatformEvents(tx, events));
const list = (type?: string, limit?: number) => listPlatformEvents(deps, { organizationId, type, limit });

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return "none";
}

test("a fact is recorded once, with its first data, under an id derived from the fact alone (EVT-2)", async () => {
  const first = fact({ data: { payload: "first" } });
  const again = { ...first, data: { payload: "again" } };
  const other = fact();
  const results = await append(first, again, other);
  const id = platformEventId(organizationId, first.type, first.dedupeKey);
  expect(results).toEqual([
    { id, isNew: true },
    { id, isNew: false },
    { id: platformEventId(organizationId, other.type, other.dedupeKey), isNew: true },
  ]);
  expect(await append(again)).toEqual([{ id, isNew: false }]);
  const stored = (await list()).find((event) => event.id === id);
  expect(stored?.data).toEqual({ payload: "first" });
  expect(await append()).toEqual([]);
});

test("an event is stored as it was recorded, and its wire shape is the contract's (EVT-1)", async () => {
  const occurredAt = new Date("2026-11-21T09:00:00.123Z");
  const cause = fact({ type: "custom.cause" });
  const [caused] = await append(cause);
  const effect = fact({ type: "custom.effect", occurredAt, cause: { eventId: caused?.id ?? "", depth: 0 } });
  await append(effect);
  const [stored] = await list("custom.effect");
  if (!stored) throw new Error("the effect is stored");
  expect(stored).toMatchObject({
    data: effect.data,
    subject: effect.subject,
    occurredAt,
    causationId: caused?.id,
    depth: 1,
  });
  const shown = presentPlatformEvent(stored);
  expect(PlatformEventSchema.parse(JSON.parse(JSON.stringify(shown)))).toEqual(shown);
  const [first] = await list("custom.cause");
  expect(first && presentPlatformEvent(first)).not.toHaveProperty("causation_id");
});

test("an event commits with the change it announces or not at all (EVT-3)", async () => {
  const lost = fact({ type: "custom.lost" });
  await expect(
    deps.db.inTransaction(async (tx) => {
      await appendPlatformEvents(tx, [lost]);
      throw new Error("the change failed");
    }),
  ).rejects.toThrow("the change failed");
  expect(await list("custom.lost")).toEqual([]);
  expect(await append(lost)).toMatchObject([{ isNew: true }]);
});

test("transactions that record the same facts in opposite orders both finish, and each fact is recorded once (EVT-4)", async () => {
  const facts = Array.from({ length: 40 }, () => fact({ type: "custom.race" }));
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => append(...(turn % 2 === 0 ? facts : facts.toReversed()))),
  );
  expect(results.flat().filter(({ isNew }) => isNew)).toHaveLength(facts.length);
  expect(await list("custom.race")).toHaveLength(facts.length);
});

test("content cannot be changed, only the column that processes of the previous release read (EVT-1)", async () => {
  await append(fact({ type: "custom.fixed" }));
  await expect(
    deps.db.pool.query("update platform_events set data = '{}' where type = 'custom.fixed'"),
  ).rejects.toThrow("append-only");
  await expect(
    deps.db.pool.query("update platform_events set handled_at = now() where type = 'custom.fixed'"),
  ).resolves.toMatchObject({ rowCount: 1 });
});

test("effects of effects end at a depth of four (EVT-8)", async () => {
  const [root] = await append(fact());
  const eventId = root?.id ?? "";
  await expect(append(fact({ cause: { eventId, depth: 3 } }))).resolves.toMatchObject([{ isNew: true }]);
  await expect(append(fact({ cause: { eventId, depth: 4 } }))).rejects.toThrow(RangeError);
});

test("the list shows the newest of one organization, on request of one type (EVT-7)", async () => {
  const { id: stranger } = await createOrganization(deps, testOperator, { name: "Other" });
  await append(fact({ organizationId: stranger }));
  for (let number = 0; number < 3; number += 1) await append(fact({ type: "custom.listed", data: { number } }));
  expect((await list("custom.listed", 2)).map(({ data }) => data)).toEqual([{ number: 2 }, { number: 1 }]);
  expect(await listPlatformEvents(deps, { organizationId: stranger })).toHaveLength(1);
  expect(await codeOf(listPlatformEvents(deps, { organizationId: randomUUID() }))).toBe("not_found");
  expect(await codeOf(listPlatformEvents(deps, { organizationId: "no-uuid" }))).toBe("not_found");
});

test("a list that is too large to be shown is refused with that reason", async () => {
  const { id } = await createOrganization(deps, testOperator, { name: "Large" });
  const data = { text: "x".repeat(16 * 1024 * 1024) };
  for (let number = 0; number < 4; number += 1) await append(fact({ organizationId: id, data }));
  expect(await codeOf(listPlatformEvents(deps, { organizationId: id }))).toBe("invalid_request");
  expect(await listPlatformEvents(deps, { organizationId: id, limit: 1 })).toHaveLength(1);
});

test("an operator records facts of known types, once under each key (EVT-6)", async () => {
  const emit = (changes: { type?: string; data?: string; dedupeKey?: string; organizationId?: string }) =>
    emitPlatformEvent(deps, { organizationId, type: "deploy.finished", data: '{"commit":"abc"}', ...changes });
  expect(await emit({})).toMatchObject({ isNew: true });
  expect(await emit({})).toMatchObject({ isNew: true });
  const keyed = await emit({ dedupeKey: "abc" });
  expect(await emit({ dedupeKey: "abc", data: "{}" })).toEqual({ ...keyed, isNew: false });
  expect((await list("deploy.finished")).map(({ data }) => data)).toEqual([
    { commit: "abc" },
    { commit: "abc" },
    { commit: "abc" },
  ]);
  for (const refused of [
    { type: "run.completed" },
    { type: "custom." },
    { type: "custom.Big" },
    { data: "[]" },
    { data: "{" },
    { data: JSON.stringify({ text: "x".repeat(256 * 1024) }) },
    { dedupeKey: "two words" },
  ])
    expect(await codeOf(emit(refused))).toBe("invalid_request");
  expect(await codeOf(emit({ organizationId: randomUUID() }))).toBe("not_found");
});

test("events are removed 400 days after they were recorded, in batches (EVT-9)", async () => {
  const { id } = await createOrganization(deps, testOperator, { name: "Old" });
  const keys = Array.from({ length: 5 }, () => randomUUID());
  await append(...keys.map((dedupeKey) => fact({ organizationId: id, dedupeKey })));
  await deps.db.inTransaction(async (tx) => {
    // Lets this test alone backdate events.
    await tx.query("set local session_replication_role = replica");
    await tx.query(
      `update platform_events set recorded_at = now() - case when dedupe_key = $2 then interval '399 days 23 hours'
         else interval '400 days 1 minute' end where organization_id = $1`,
      [id, keys[0]],
    );
  });
  const removed = [];
  for (let turn = 0; turn < 3; turn += 1) removed.push(await removeOldPlatformEvents(deps.db, { eventsMax: 3 }));
  expect(removed).toEqual([3, 1, 0]);
  expect((await listPlatformEvents(deps, { organizationId: id })).map(({ dedupeKey }) => dedupeKey)).toEqual([keys[0]]);
});
