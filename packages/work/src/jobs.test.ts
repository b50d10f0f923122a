import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { OverloadedError, silentLogger } from "@service/runtime";
import { createSignal, openTestDatabase, testDatabase, type TestDatabase, waitFor } from "@service/testing";
import * as z from "zod";
import { jobHandler, type JobKind } from "./job-kind.ts";
import {
  cancelJob,
  claimJobs,
  extendJobs,
  insertJob,
  recoverJobs,
  releaseJobs,
  removeOldJobs,
  settleJob,
} from "./job-statements.ts";
import type { LeasedWork } from "./leased-work.ts";
import { type FinishedJobLoader, JobFailedError, openFinishedJobLoader, performJob } from "./perform-job.ts";
import { startJobs } from "./start-jobs.ts";

let database: TestDatabase;
let db: Database;
let finishedJobs: FinishedJobLoader;
let kind: JobKind<{ text: string }, { length: number }>;
const loops = new Set<LeasedWork>();

beforeAll(async () => {
  database = await testDatabase();
  db = openTestDatabase(database.url);
  finishedJobs = openFinishedJobLoader(db.pool);
});
afterEach(async () => {
  await Promise.all([...loops].map((loop) => loop.stop(0)));
  loops.clear();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
// A new kind for each test, so that leftover jobs of one do not reach another.
beforeEach(() => {
  kind = {
    name: randomUUID(),
    payload: z.object({ text: z.string() }),
    result: z.object({ length: z.number() }),
    attemptsMax: 2,
    waitingMax: 1_000,
  };
});

const insert = (
  organizationId: string,
  changes: Partial<Parameters<typeof insertJob>[1]> = {},
  sql: Parameters<typeof insertJob>[0] = db.pool,
) =>
  insertJob(sql, {
    id: randomUUID(),
    kind: kind.name,
    organizationId,
    payload: "{}",
    attemptsMax: kind.attemptsMax,
    waitingMax: kind.waitingMax,
    ...changes,
  });
const claim = (
  jobsMax: number,
  excludedOrganizationIds: readonly string[] = [],
  sql: Parameters<typeof claimJobs>[0] = db.pool,
) => claimJobs(sql, { kinds: [kind.name], jobsMax, leaseSeconds: 60, excludedOrganizationIds });
const rowOf = async (id: string | null) =>
  (
    await db.pool.query<{ status: string; attempt: number; error: string | null; result: unknown }>(
      "select status, attempt, error, result from jobs where id = $1",
      [id],
    )
  ).rows[0];
async function claimOne() {
  const [job] = await claim(1);
  if (!job) throw new Error("nothing was due");
  return job;
}
const expire = (id: string) =>
  db.pool.query("update jobs set lease_until = now() - interval '1 second' where id = $1", [id]);

function start(perform: Parameters<typeof jobHandler<{ text: string }, { length: number }>>[1]["perform"], slots = 2) {
  const loop = startJobs({
    sql: db.pool,
    log: silentLogger,
    slots,
    pollMs: { least: 5, most: 10 },
    leaseSeconds: 1,
    handlers: [jobHandler(kind, { perform, mayRetry: (error) => error instanceof RangeError })],
  });
  loops.add(loop);
  return loop;
}
const ask = (text: string, signal: AbortSignal = new AbortController().signal, organizationId = randomUUID()) =>
  performJob({ sql: db.pool, log: silentLogger, finishedJobs, wake: () => undefined }, kind, {
    organizationId,
    payload: { text },
    signal,
  });

describe("claiming", () => {
  test("a hundred waiting jobs of one organization do not delay the first of another", async () => {
    const [busy, other] = [randomUUID(), randomUUID()];
    for (let count = 0; count < 100; count += 1) await insert(busy);
    expect((await claim(1)).map(({ organizationId }) => organizationId)).toEqual([busy]);
    const first = await insert(other);
    expect((await claim(1)).map(({ id }) => id)).toEqual([first]);
    expect((await claim(1)).map(({ organizationId }) => organizationId)).toEqual([busy]);
  });

  test("a claim takes one job per organization, oldest first", async () => {
    const organizationId = randomUUID();
    const first = await insert(organizationId);
    await db.pool.query("update jobs set run_after = run_after - interval '1 minute' where id = $1", [first]);
    const second = await insert(organizationId);
    expect((await claim(5)).map(({ id }) => id)).toEqual([first]);
    expect(await claim(5, [organizationId])).toEqual([]);
    expect((await claim(5)).map(({ id }) => id)).toEqual([second]);
  });

  test("a job without a delay is due at the instant of its insert", async () => {
    // All statements of a transaction see one now(), so a claim in it is as early as a claim can be.
    const connection = await db.pool.connect();
    try {
      for (let count = 0; count < 20; count += 1) {
        await connection.query("begin");
        const id = await insert(randomUUID(), {}, connection);
        const claimed = await claim(1, [], connection);
        await connection.query("rollback");
        expect(claimed.map((job) => job.id)).toEqual([id]);
      }
    } finally {
      connection.release();
    }
  });

  test("a delayed job is not claimed before it is due, and concurrent claims never take the same job", async () => {
    const organizations = Array.from({ length: 20 }, () => randomUUID());
    await insert(randomUUID(), { delaySeconds: 60 });
    for (const organizationId of organizations) await insert(organizationId);
    const taken: string[] = [];
    while (taken.length < organizations.length) {
      const claims = await Promise.all([claim(4), claim(4), claim(4)]);
      taken.push(...claims.flat().map(({ organizationId }) => organizationId));
    }
    expect(new Set(taken)).toEqual(new Set(organizations));
    expect(taken).toHaveLength(20);
  });

  test("one organization gets at most half of a process's slots", async () => {
    const [busy, other] = [randomUUID(), randomUUID()];
    const began = createSignal<string>("began");
    const end = Promise.withResolvers<{ length: number }>();
    for (let count = 0; count < 3; count += 1) await insert(busy, { payload: '{"text":"busy"}' });
    start(async ({ text }) => {
      began.send(text);
      return end.promise;
    });
    expect(await began.next()).toBe("busy");
    await insert(other, { payload: '{"text":"other"}' });
    expect(await began.next()).toBe("other");
    expect(began.count).toBe(2);
    end.resolve({ length: 0 });
  });
});

describe("one unfinished job per key", () => {
  test("a second insert returns the first job until that finishes; another organization's is separate", async () => {
    const organizationId = randomUUID();
    const first = await insert(organizationId, { dedupeKey: "nightly" });
    expect(await insert(organizationId, { dedupeKey: "nightly" })).toBe(first);
    const job = await claimOne();
    expect(await insert(organizationId, { dedupeKey: "nightly" })).toBe(first);
    expect(await insert(randomUUID(), { dedupeKey: "nightly" })).not.toBe(first);
    await settleJob(db.pool, job, { status: "completed", result: "1" });
    expect(await insert(organizationId, { dedupeKey: "nightly" })).not.toBe(first);
  });

  test("a job beyond the limit of waiting jobs is refused", async () => {
    const organizationId = randomUUID();
    expect(await insert(organizationId, { waitingMax: 1 })).not.toBeNull();
    expect(await insert(organizationId, { waitingMax: 1 })).toBeNull();
    kind = { ...kind, waitingMax: 1 };
    await expect(ask("more", undefined, organizationId)).rejects.toThrow(OverloadedError);
  });
});

describe("leases", () => {
  test("a process that lost a lease can neither extend, settle nor release it", async () => {
    const id = await insert(randomUUID());
    const lost = await claimOne();
    await expire(lost.id);
    expect(await recoverJobs(db.pool)).toBe(1);
    const now = await claimOne();
    expect(await extendJobs(db.pool, [lost], 60)).toEqual([]);
    expect(await settleJob(db.pool, lost, { status: "completed", result: "1" })).toBe(false);
    expect(await releaseJobs(db.pool, [lost])).toBe(0);
    expect(await extendJobs(db.pool, [now], 60)).toEqual([{ id, isCancelRequested: false }]);
    expect(await rowOf(id)).toMatchObject({ status: "running", attempt: 2 });
  });

  test("a job that loses its worker twice fails; a released attempt does not count", async () => {
    const id = await insert(randomUUID());
    await releaseJobs(db.pool, [await claimOne()]);
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempt: 0 });
    for (const after of ["waiting", "failed"]) {
      await expire((await claimOne()).id);
      await recoverJobs(db.pool);
      expect(await rowOf(id)).toMatchObject({ status: after });
    }
    expect(await rowOf(id)).toMatchObject({ error: "lease_lost", attempt: 2 });
  });
});

describe("cancelling", () => {
  test("a waiting job never starts; a running one is cancelled when it is released or loses its worker", async () => {
    const organizationId = randomUUID();
    const [waiting, released, lost] = [
      await insert(organizationId),
      await insert(randomUUID()),
      await insert(randomUUID()),
    ];
    await cancelJob(db.pool, randomUUID(), waiting ?? "");
    expect(await rowOf(waiting)).toMatchObject({ status: "waiting" });
    await cancelJob(db.pool, organizationId, waiting ?? "");
    expect(await rowOf(waiting)).toMatchObject({ status: "cancelled" });
    const jobs = await claim(5);
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set([released, lost]));
    for (const job of jobs) await cancelJob(db.pool, job.organizationId, job.id);
    await releaseJobs(
      db.pool,
      jobs.filter(({ id }) => id === released),
    );
    await expire(lost ?? "");
    await recoverJobs(db.pool);
    for (const id of [released, lost]) expect(await rowOf(id)).toMatchObject({ status: "cancelled" });
  });
});

describe("performing a job", () => {
  test("returns the worker's result", async () => {
    start(async ({ text }) => ({ length: text.length }));
    expect(await ask("four")).toEqual({ length: 4 });
  });

  test("ends when the caller's signal aborts: the worker's signal aborts and the job is cancelled", async () => {
    const began = createSignal("began");
    const ended = createSignal<unknown>("ended");
    start(async (_payload, { signal }) => {
      began.send();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended.send(signal.reason);
      throw new Error("aborted");
    });
    const time = new AbortController();
    const answer = ask("never", time.signal).catch((error: unknown) => error);
    await began.next();
    const over = new Error("over");
    time.abort(over);
    expect(await answer).toBe(over);
    expect(await ended.next()).toBe("cancelled");
    await waitFor(async () => {
      const { rows } = await db.pool.query<{ status: string }>("select status from jobs where kind = $1", [kind.name]);
      return rows.every(({ status }) => status === "cancelled");
    });
  });

  test("fails when the worker fails, without the worker's reason; a temporary failure is retried", async () => {
    let attempts = 0;
    start(async ({ text }) => {
      attempts += 1;
      if (text === "defect") throw new Error("a secret of the engine");
      if (attempts < 3) throw new RangeError("for a moment");
      return { length: attempts };
    });
    const failed = await ask("defect").catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(JobFailedError);
    expect(String(failed)).not.toContain("secret");
    expect(await ask("again")).toEqual({ length: 3 });
  });

  test("is taken over by another worker when its own stops sending heartbeats", async () => {
    const answer = ask("four");
    const [job] = await waitFor(async () => {
      const jobs = await claim(1);
      return jobs.length > 0 && jobs;
    });
    await expire(job?.id ?? "");
    start(async ({ text }) => ({ length: text.length }));
    expect(await answer).toEqual({ length: 4 });
  });
});

test("finished jobs are removed after a day, others stay", async () => {
  const [old, recent, waiting] = [await insert(randomUUID()), await insert(randomUUID()), await insert(randomUUID())];
  for (const job of await claim(2)) await settleJob(db.pool, job, { status: "completed", result: "null" });
  const done = await db.pool.query<{ id: string }>("select id from jobs where id = any($1) and status = 'completed'", [
    [old, recent, waiting],
  ]);
  const [first] = done.rows;
  await db.pool.query("update jobs set finished_at = now() - interval '25 hours' where id = $1", [first?.id]);
  expect(await removeOldJobs(db.pool, { jobsMax: 100 })).toBe(1);
  expect(await rowOf(first?.id ?? "")).toBeUndefined();
  const { rows } = await db.pool.query("select from jobs where id = any($1)", [[old, recent, waiting]]);
  expect(rows).toHaveLength(2);
});

describe("the log of waits", () => {
  /** Lines that a wait leaves. */
  async function linesOf(given: { text: string; signal?: AbortSignal }): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = [];
    const line = (fields: object, message: string): void => void lines.push({ ...fields, message });
    const log = { ...silentLogger, info: line, warn: line };
    await performJob({ sql: db.pool, log, finishedJobs, wake: () => undefined }, kind, {
      organizationId: randomUUID(),
      payload: { text: given.text },
      signal: given.signal ?? new AbortController().signal,
      about: { engine: "quotes", version: "1.0" },
    }).catch(() => undefined);
    return lines.filter(({ message }) => message === "a request waited for a job of the workers");
  }

  test("has one line for a wait of more than a second, with engine, version, job and outcome, and none for a short one (OPS-44)", async () => {
    start(async ({ text }) => {
      if (text === "long") await new Promise((resolve) => setTimeout(resolve, 1_100));
      if (text === "broken") throw new Error("no result");
      return { length: text.length };
    });
    expect(await linesOf({ text: "short" })).toEqual([]);
    const [long, ...more] = await linesOf({ text: "long" });
    expect(more).toEqual([]);
    expect(long).toMatchObject({ engine: "quotes", version: "1.0", outcome: "completed", kind: kind.name });
    expect(long?.["job_id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(long?.["waited_seconds"]).toBeGreaterThanOrEqual(1.1);
    expect(await linesOf({ text: "broken" })).toMatchObject([{ outcome: "failed" }]);
  });

  test("has one line for a wait that its request ends, however short (OPS-44)", async () => {
    const timedOut = Object.assign(new Error("over"), { code: "request_timeout" });
    for (const [reason, outcome] of [
      [timedOut, "request_timeout"],
      [new Error("the caller disconnected"), "caller_left"],
    ] as const) {
      const request = new AbortController();
      setTimeout(() => request.abort(reason), 50);
      expect(await linesOf({ text: "nobody", signal: request.signal })).toMatchObject([{ outcome }]);
    }
  });
});
