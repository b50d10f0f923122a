import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PlatformEvent as PlatformEventSchema, ServiceError } from "@service/contract";
import { createOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../testing/open-test-deps.ts";
import {
  appendPlatformEvents,
  emitPlatformEvent,
  listPlatformEvents,
  markEventsHandled,
  platformEventId,
  presentPlatformEvent,
  removeOldPlatformEvents,
  takeUnhandledEvents,
  type NewPlatformEvent,
} from "./index.ts";

let deps: TestDeps;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, { name: "Harborline" })).id;
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

test("a fact is recorded once, with what was said first, and under an id that depends on nothing else", async () => {
  const first = fact({ data: { said: "first" } });
  const again = { ...first, data: { said: "again" } };
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
  expect(stored?.data).toEqual({ said: "first" });
  expect(await append()).toEqual([]);
});

test("what is stored is what was told, and the wire shape is the contract's", async () => {
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

test("an event commits with the change it announces or not at all", async () => {
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

test("transactions that tell the same facts in opposite orders both finish, and each fact is recorded once", async () => {
  const facts = Array.from({ length: 40 }, () => fact({ type: "custom.race" }));
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => append(...(turn % 2 === 0 ? facts : facts.toReversed()))),
  );
  expect(results.flat().filter(({ isNew }) => isNew)).toHaveLength(facts.length);
  expect(await list("custom.race")).toHaveLength(facts.length);
});

test("content cannot be changed, only the mark that it was handled", async () => {
  await append(fact({ type: "custom.fixed" }));
  await expect(
    deps.db.pool.query("update platform_events set data = '{}' where type = 'custom.fixed'"),
  ).rejects.toThrow("append-only");
  await expect(
    deps.db.pool.query("update platform_events set handled_at = now() where type = 'custom.fixed'"),
  ).resolves.toMatchObject({ rowCount: 1 });
});

test("effects of effects end at a depth of four", async () => {
  const [root] = await append(fact());
  const eventId = root?.id ?? "";
  await expect(append(fact({ cause: { eventId, depth: 3 } }))).resolves.toMatchObject([{ isNew: true }]);
  await expect(append(fact({ cause: { eventId, depth: 4 } }))).rejects.toThrow(RangeError);
});

test("whoever handles events sees one that was committed late, after younger ones were handled", async () => {
  const seen: string[] = [];
  const handleAll = () =>
    deps.db.inTransaction(async (tx) => {
      const events = await takeUnhandledEvents(tx, { eventsMax: 1_000 });
      seen.push(...events.map(({ dedupeKey }) => dedupeKey));
      await markEventsHandled(
        tx,
        events.map(({ id }) => id),
      );
    });
  await handleAll();
  seen.length = 0;
  const late = fact();
  const younger = fact();
  await deps.db.inTransaction(async (tx) => {
    await appendPlatformEvents(tx, [late]);
    // Its number is taken, its commit is to come.
    await append(younger);
    await handleAll();
    expect(seen).toEqual([younger.dedupeKey]);
  });
  await handleAll();
  await handleAll();
  expect(seen).toEqual([younger.dedupeKey, late.dedupeKey]);
});

test("two consumers never hold the same event, and what the one gives up the other takes", async () => {
  const facts = Array.from({ length: 6 }, () => fact());
  await append(...facts);
  const keys = facts.map(({ dedupeKey }) => dedupeKey).toSorted();
  await expect(
    deps.db.inTransaction(async (tx) => {
      const first = await takeUnhandledEvents(tx, { eventsMax: 4 });
      expect(first).toHaveLength(4);
      await deps.db.inTransaction(async (other) => {
        const second = await takeUnhandledEvents(other, { eventsMax: 1_000 });
        expect([...first, ...second].map(({ dedupeKey }) => dedupeKey).toSorted()).toEqual(keys);
      });
      await markEventsHandled(
        tx,
        first.map(({ id }) => id),
      );
      throw new Error("the consumer failed");
    }),
  ).rejects.toThrow("the consumer failed");
  const left = await deps.db.inTransaction((tx) => takeUnhandledEvents(tx, { eventsMax: 1_000 }));
  expect(left.map(({ dedupeKey }) => dedupeKey).toSorted()).toEqual(keys);
});

test("the list shows the newest of one organization, of one type where asked", async () => {
  const { id: stranger } = await createOrganization(deps, { name: "Other" });
  await append(fact({ organizationId: stranger }));
  for (let number = 0; number < 3; number += 1) await append(fact({ type: "custom.listed", data: { number } }));
  expect((await list("custom.listed", 2)).map(({ data }) => data)).toEqual([{ number: 2 }, { number: 1 }]);
  expect(await listPlatformEvents(deps, { organizationId: stranger })).toHaveLength(1);
  expect(await codeOf(listPlatformEvents(deps, { organizationId: randomUUID() }))).toBe("not_found");
  expect(await codeOf(listPlatformEvents(deps, { organizationId: "no-uuid" }))).toBe("not_found");
});

test("a list that is too large to be shown says so", async () => {
  const { id } = await createOrganization(deps, { name: "Large" });
  const data = { text: "x".repeat(16 * 1024 * 1024) };
  for (let number = 0; number < 4; number += 1) await append(fact({ organizationId: id, data }));
  expect(await codeOf(listPlatformEvents(deps, { organizationId: id }))).toBe("invalid_request");
  expect(await listPlatformEvents(deps, { organizationId: id, limit: 1 })).toHaveLength(1);
});

test("an operator states facts of known types, the same one once under a key", async () => {
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

test("events are removed 400 days after they were recorded, in batches", async () => {
  const { id } = await createOrganization(deps, { name: "Old" });
  const keys = Array.from({ length: 5 }, () => randomUUID());
  await append(...keys.map((dedupeKey) => fact({ organizationId: id, dedupeKey })));
  await deps.db.inTransaction(async (tx) => {
    // Nothing may make an event look older but this test.
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
