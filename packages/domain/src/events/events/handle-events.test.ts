import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Transaction } from "@service/db";

import { waitFor, testOperator } from "@service/testing";

import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  announceRunEvents,
  appendPlatformEvents,
  appendPlatformRows,
  type EventConsumer,
  type EventMark,
  type FailedEvent,
  handleEvents,
  listGivenUpEvents,
  listPlatformEvents,
  markBounds,
  markColumns,
  measureEventMarks,
  type NewPlatformEvent,
  retryGivenUpEvents,
} from "./index.ts";

let deps: TestDeps;
let organizationId: string;
let environmentId: string;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await rows("delete from event_marks");
  await rows("update automations set enabled = false");
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  const [live] = await rows<{ id: string }>("select id from environments where organization_id = $1", [organizationId]);
  environmentId = live?.id ?? "";
});

async function rows<T extends object>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
  return (await deps.db.pool.query<T>(statement, [...values])).rows;
}

/** Makes an automation on `custom.fact`; returns its id. */
async function interested(): Promise<string> {
  const id = randomUUID();
  await rows(
    `insert into automations (id, organization_id, automation_key, event_type, effect, max_per_hour, cooldown_seconds)
     values ($1, $2, gen_random_uuid(), 'custom.fact', '{}', 60, 0)`,
    [id, organizationId],
  );
  return id;
}

function fact(changes: Partial<NewPlatformEvent> = {}): NewPlatformEvent {
  return {
    organizationId,
    type: "custom.fact",
    dedupeKey: randomUUID(),
    subject: { kind: "thing", key: "a" },
    data: {},
    ...changes,
  };
}

const append = (...events: readonly NewPlatformEvent[]) =>
  deps.db.inTransaction((tx) => appendPlatformEvents(tx, events));

interface Row extends EventMark {
  readonly key: string;
}

/** A consumer of the marks of automations that runs the given function. */
function consumer(
  handle: (keys: string[], tx: Transaction, marks: readonly Row[]) => Promise<readonly FailedEvent<Row>[] | void>,
  eventsPerBatchMax = 1_000,
): EventConsumer<Row, string[]> {
  return {
    name: "automation",
    eventsPerBatchMax,
    rows: `select ${markColumns}, e.dedupe_key as key from taken t join platform_events e on e.id = t.event_id`,
    describe: ({ key }) => ({ subject: { kind: "thing", key }, cause: { depth: 0 } }),
    async handle(tx, marks) {
      const keys = marks.map(({ key }) => key).toSorted();
      const failed = (await handle(keys, tx, marks)) ?? [];
      return { made: keys, failed };
    },
  };
}

/** Handles everything due; returns the keys handled. */
async function handleAll(): Promise<string[]> {
  const seen: string[] = [];
  await handleEvents(
    deps,
    consumer(async (keys) => void seen.push(...keys)),
  );
  return seen;
}

const marks = () =>
  rows<{ event_id: string; consumer: string; attempts: number; failed_at: Date | null }>(
    "select event_id, consumer, attempts, failed_at from event_marks order by consumer",
  );
const makeDue = () => rows("update event_marks set next_attempt_at = now() - interval '1 second'");

describe("marks", () => {
  test("are made for the consumers interested when the event is recorded, and only for those", async () => {
    const [before] = await append(fact());
    const first = await interested();
    const second = await interested();
    const later = await interested();
    await rows("update automations set enabled = false where id = $1", [later]);
    const [event] = await append(fact(), fact({ type: "custom.other" }));
    await rows("update automations set enabled = true where id = $1", [later]);
    expect(before?.isNew).toBe(true);
    expect(await marks()).toEqual(
      [first, second].toSorted().map((id) => ({
        event_id: event?.id,
        consumer: `automation:${id}`,
        attempts: 0,
        failed_at: null,
      })),
    );
  });

  test("are made once: a fact already in the log makes none", async () => {
    await interested();
    const recognized = fact();
    await append(recognized);
    expect(await handleAll()).toEqual([recognized.dedupeKey]);
    await append(recognized);
    expect(await marks()).toEqual([]);
  });

  test("commit with the event, and are removed with it", async () => {
    await interested();
    await deps.db
      .inTransaction(async (tx) => {
        await appendPlatformEvents(tx, [fact()]);
        throw new Error("the change failed");
      })
      .catch(() => undefined);
    expect(await marks()).toEqual([]);
    const [event] = await append(fact());
    expect(await marks()).toHaveLength(1);
    await rows("delete from platform_events where id = $1", [event?.id]);
    expect(await marks()).toEqual([]);
  });

  test("of a run's event are made where an endpoint of the environment lists its type, enabled or not", async () => {
    const announce = async (type: string): Promise<string> => {
      const id = randomUUID();
      await rows(
        `with ${announceRunEvents("select $1::uuid, $2::webhook_event_type, $3::uuid, $4::uuid, null::uuid")} select`,
        [id, type, organizationId, environmentId],
      );
      return id;
    };
    await announce("run.completed");
    await rows(
      `insert into webhook_endpoints (id, organization_id, environment_id, url, events, status)
       values (gen_random_uuid(), $1, $2, 'https://hooks.example.com/', '{run.completed}', 'disabled')`,
      [organizationId, environmentId],
    );
    const completed = await announce("run.completed");
    await announce("run.failed");
    expect(await marks()).toMatchObject([{ event_id: completed, consumer: "webhooks" }]);
    await rows("delete from webhook_events where id = $1", [completed]);
    expect(await marks()).toEqual([]);
  });

  test("cost an index probe in the recording statement, without a function call", async () => {
    // Small tables are scanned whatever their indexes: make the planner take these for large.
    const planOf = (expressions: string): Promise<string> =>
      deps.db.inTransaction(async (tx) => {
        await tx.query("set local enable_seqscan = off");
        const { rows: lines } = await tx.query<{ "QUERY PLAN": string }>(`explain with ${expressions} select`);
        return lines.map((line) => line["QUERY PLAN"]).join("\n");
      });
    const run = await planOf(
      announceRunEvents(
        "select gen_random_uuid(), 'run.failed'::webhook_event_type, gen_random_uuid(), gen_random_uuid(), null::uuid",
      ),
    );
    expect(run).toMatch(/using webhook_endpoints_\w+ on .*\n *Index Cond: .*environment_id = /);
    const platform = await planOf(
      appendPlatformRows(
        "select gen_random_uuid(), gen_random_uuid(), 'custom.fact', 'k', 's', 's', '{}', now()",
        "id, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at",
      ),
    );
    expect(platform).toMatch(/using automations_by_event .*\n *Index Cond: .*organization_id = .*event_type = /);
    expect(run + platform).not.toContain("Function Scan");
  });

  test("are made for events written by processes of the previous release too", async () => {
    const id = await interested();
    await rows(
      `insert into webhook_endpoints (id, organization_id, environment_id, url, events)
       values (gen_random_uuid(), $1, $2, 'https://hooks.example.com/', '{run.completed}')`,
      [organizationId, environmentId],
    );
    await rows(
      `insert into webhook_events (id, type, organization_id, environment_id)
       values (gen_random_uuid(), 'run.completed', $1, $2)`,
      [organizationId, environmentId],
    );
    await rows(
      `insert into platform_events (id, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at)
       values (gen_random_uuid(), $1, 'custom.fact', 'x', 'x', 'x', '{}', now())`,
      [organizationId],
    );
    expect((await marks()).map((mark) => mark.consumer)).toEqual([`automation:${id}`, "webhooks"]);
  });
});

describe("handling", () => {
  test("reaches an event that was committed late, after younger ones were handled (EVT-5)", async () => {
    await interested();
    const late = fact();
    const younger = fact();
    await deps.db.inTransaction(async (tx) => {
      await appendPlatformEvents(tx, [late]);
      // Has its sequence number, but has not committed yet.
      await append(younger);
      expect(await handleAll()).toEqual([younger.dedupeKey]);
    });
    expect(await handleAll()).toEqual([late.dedupeKey]);
    expect(await handleAll()).toEqual([]);
  });

  test("never handles an event in two processes at once, and an event one process fails on is handled (EVT-5)", async () => {
    await interested();
    const facts = Array.from({ length: 6 }, () => fact());
    await append(...facts);
    const keys = facts.map(({ dedupeKey }) => dedupeKey).toSorted();
    let others: string[] = [];
    const batches: string[][] = [];
    const done = await handleEvents(
      deps,
      consumer(async (batch) => {
        batches.push(batch);
        if (batch.length > 1) {
          others = await handleAll();
          throw new Error("the consumer failed");
        }
      }, 4),
    );
    expect(batches.map(({ length }) => length)).toEqual([4, 1, 1, 1, 1]);
    expect(others).toHaveLength(2);
    expect([...others, ...done.made.flat()].toSorted()).toEqual(keys);
    expect(done).toMatchObject({ handled: 4, failed: [], isFull: true });
    expect(await marks()).toEqual([]);
  });

  test("writes what follows and removes the mark together", async () => {
    await interested();
    const cause = fact();
    await append(cause);
    const effect = fact({ type: "custom.effect" });
    const handled = await handleEvents(
      deps,
      consumer(async (_keys, tx) => {
        await appendPlatformEvents(tx, [effect]);
        throw new Error("after it was written");
      }),
    );
    expect(handled).toMatchObject({ handled: 0, made: [] });
    expect(await listPlatformEvents(deps, { organizationId, type: "custom.effect" })).toEqual([]);
    expect(await marks()).toMatchObject([{ attempts: 1 }]);
  });
});

describe("an event that cannot be handled", () => {
  /** Fails on one key: by returning it as failed, or for the whole batch by throwing or by a statement timeout. */
  const failing = (bad: string, how: "reports" | "throws" | "times out") =>
    consumer(async (keys, tx, batch) => {
      if (how === "times out" && keys.includes(bad)) {
        await tx.query("set local statement_timeout = 50");
        await tx.query("select pg_sleep(60)");
      }
      if (how === "throws" && keys.includes(bad)) throw new Error("cannot \u0000 be handled");
      return batch.filter(({ key }) => key === bad).map((mark) => ({ mark, error: new Error("cannot be handled") }));
    });

  test.each(["reports", "throws", "times out"] as const)("blocks no others, whether its consumer %s", async (how) => {
    await interested();
    const bad = fact();
    await append(fact(), bad, fact());
    const first = await handleEvents(deps, failing(bad.dedupeKey, how));
    expect(first).toMatchObject({ handled: 2, failed: [expect.any(String)] });
    // It waits before the next attempt.
    expect(await handleEvents(deps, failing(bad.dedupeKey, how))).toMatchObject({ handled: 0, failed: [] });
    expect(await marks()).toMatchObject([{ attempts: 1, failed_at: null }]);
    await makeDue();
    expect(await handleAll()).toEqual([bad.dedupeKey]);
    expect(await marks()).toEqual([]);
  });

  test("is given up after the last attempt, with a notice, and stays until it is made due again", async () => {
    const id = await interested();
    const bad = fact();
    const [event] = await append(bad);
    for (let attempt = 1; attempt <= markBounds.attemptsMax; attempt += 1) {
      await makeDue();
      expect(await handleEvents(deps, failing(bad.dedupeKey, "reports"))).toMatchObject({ failed: [event?.id] });
    }
    await makeDue();
    expect(await handleAll()).toEqual([]);
    const [mark] = await rows<{ attempts: number; last_error: string; failed_at: Date | null }>(
      "select attempts, last_error, failed_at from event_marks",
    );
    expect(mark).toMatchObject({ attempts: markBounds.attemptsMax, last_error: "Error: cannot be handled" });
    expect(mark?.failed_at).toBeInstanceOf(Date);
    expect(await measureEventMarks(deps.db)).toMatchObject([{ consumer: "automation", waiting: 0, failed: 1 }]);
    expect(await listGivenUpEvents(deps, { organizationId, limit: 10 })).toMatchObject([
      { eventId: event?.id, consumer: `automation:${id}`, type: "custom.fact", error: "Error: cannot be handled" },
    ]);
    const notices = await listPlatformEvents(deps, { organizationId, type: "check.failed" });
    expect(notices).toMatchObject([
      {
        subject: { kind: "thing", key: bad.dedupeKey },
        data: { check: "event_consumer", consumer: `automation:${id}`, event_id: event?.id, attempts: 10 },
        causationId: event?.id,
        depth: 1,
      },
    ]);
    const { id: stranger } = await createOrganization(deps, testOperator, { name: "Other" });
    expect(await retryGivenUpEvents(deps, { organizationId: stranger })).toBe(0);
    expect(await retryGivenUpEvents(deps, { organizationId, eventId: randomUUID() })).toBe(0);
    expect(await retryGivenUpEvents(deps, { organizationId, eventId: event?.id })).toBe(1);
    expect(await handleAll()).toEqual([bad.dedupeKey]);
    expect(await marks()).toEqual([]);
  });

  test("is not counted as an attempt while the database is away", async () => {
    await interested();
    const late = fact();
    await append(late);
    const away = Object.assign(new Error("terminating connection"), { code: "57P01" });
    await expect(
      handleEvents(
        deps,
        consumer(() => Promise.reject(away)),
      ),
    ).rejects.toBe(away);
    expect(await marks()).toMatchObject([{ attempts: 0 }]);
    // The connection was dropped; the server rolls its transaction back when it notices.
    const seen = await waitFor(async () => {
      const handled = await handleAll();
      return handled.length > 0 && handled;
    });
    expect(seen).toEqual([late.dedupeKey]);
  });
});
