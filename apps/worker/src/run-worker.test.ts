import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { engineTypeNames } from "@service/contract";
import type { Database } from "@service/db";
import type { Caller } from "@service/domain/access";
import { setOrganization } from "@service/domain/organizations";
import { cancelRun, reconcileRuns, submitRun, waitForRun } from "@service/domain/runs";
import { newCaller, openTestDeps, publishEngine, submissionOf, type TestDeps } from "@service/domain/testing";
import { findEngineType } from "@service/engine-types";
import type { Queue } from "@service/queue";
import { silentLogger, startTracing, type Tracing } from "@service/runtime";
import { createSignal, openTestDatabase, waitFor, testOperator } from "@service/testing";
import { openComputePool, type ComputePool } from "./compute/compute-pool.ts";
import { openConfigurations } from "./configurations.ts";
import { openDatasets } from "./datasets.ts";
import type { ExecutionOutcome } from "./execute-run.ts";
import { RunWorker } from "./run-worker.ts";
import { noWorkerMetrics } from "./worker-metrics.ts";

let db: Database;
let queue: Queue;
let deps: TestDeps;
let tracing: Tracing;
let pool: ComputePool;
const workers: RunWorker[] = [];

beforeAll(async () => {
  deps = await openTestDeps();
  ({ db, queue } = deps);
  tracing = await startTracing({ endpoint: undefined, process: "test", log: silentLogger });
  pool = openComputePool({ threads: 2, log: silentLogger });
  await waitFor(() => queue.ready());
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
});
afterAll(async () => {
  await pool.close();
  await deps.close();
});

function startRunWorker(
  options: { on?: Database; slots?: number; compute?: ComputePool["compute"]; silenceSeconds?: number } = {},
): {
  worker: RunWorker;
  ended: ReturnType<typeof createSignal<{ runId: string; outcome: ExecutionOutcome }>>;
} {
  const ended = createSignal<{ runId: string; outcome: ExecutionOutcome }>("end of a run");
  const worker = new RunWorker({
    db: options.on ?? db,
    queue,
    log: silentLogger,
    tracing,
    metrics: noWorkerMetrics,
    tools: {
      configurations: openConfigurations(db),
      datasets: openDatasets(deps),
      pool: options.compute ? { ...pool, compute: options.compute } : pool,
      models: undefined,
    },
    owner: `test:${randomUUID()}`,
    engineTypes: engineTypeNames,
    slots: options.slots ?? 16,
    silenceSeconds: options.silenceSeconds ?? 180,
    firstSilenceSeconds: 900,
    cancelPollSeconds: 0.05,
    onEnd: (runId, outcome) => ended.send({ runId, outcome }),
  });
  worker.start();
  workers.push(worker);
  return { worker, ended };
}

/** A computation that ends when the test finishes it, or when it is abandoned. */
function heldComputation(): {
  compute: ComputePool["compute"];
  started: ReturnType<typeof createSignal<string>>;
  finish: () => void;
} {
  const started = createSignal<string>("start of a computation");
  const gate = Promise.withResolvers<void>();
  return {
    started,
    finish: () => gate.resolve(),
    compute(job) {
      started.send(job.runId);
      const { promise, resolve } = Promise.withResolvers<{ kind: "abandoned" }>();
      const result = gate.promise.then(() => ({
        kind: "result" as const,
        status: "completed" as const,
        outputPhase: "final" as const,
        output: '{"held":true}',
        solutions: null,
        warnings: "[]",
        workItems: "[]",
        trace: null,
        stageTimes: [],
        enrichment: null,
      }));
      return { outcome: Promise.race([result, promise]), abandon: () => resolve({ kind: "abandoned" }) };
    },
  };
}

type Bench = { caller: Caller; submit: () => Promise<string> };

async function bench(): Promise<Bench> {
  const caller = await newCaller(deps);
  const engine = await publishEngine(deps, caller, { slug: "quotes" });
  const input = findEngineType("comparison")?.builtInCases()[0]?.input;
  return {
    caller,
    async submit() {
      const { runId } = await submitRun(deps, submissionOf(caller, engine, input));
      return runId;
    },
  };
}

type Row = {
  status: string;
  attempt: number;
  phase: string;
  interruptions: number;
  details: string | null;
  output: string | null;
  events: string[];
};

async function rowOf(runId: string): Promise<Row> {
  const { rows } = await db.pool.query<Row>(
    `select r.status, r.attempt, r.output_phase as phase, r.interruptions, r.error_details as details, p.output,
       array(select type::text from webhook_events where run_id = r.id) as events
     from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
    [runId],
  );
  const [row] = rows;
  if (!row) throw new Error("no run");
  return row;
}

const final = (runId: string): Promise<string | undefined> =>
  waitForRun(deps, runId, { waitMs: 120_000, signal: new AbortController().signal });

describe("execution", () => {
  test("real runs are computed in threads and completed with exactly one event (RUN-57)", async () => {
    const { submit } = await bench();
    const ids = await Promise.all(Array.from({ length: 40 }, submit));
    startRunWorker();
    for (const id of ids) expect(await final(id)).toMatch(/completed|degraded/);
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({ attempt: 1, phase: "final", events: ["run.completed"] });
    const outputs = await Promise.all(ids.map(async (id) => (await rowOf(id)).output));
    expect(JSON.parse(outputs[0] ?? "")).toMatchObject({ schema_version: 1, engine_type: "comparison" });
    expect(new Set(outputs).size).toBe(1);
  });

  test("a run of a configuration that is not stored fails with that reason (TYPE-91)", async () => {
    const { submit } = await bench();
    const id = await submit();
    await db.pool.query("update runs set config_hash = $2 where id = $1", [id, "0".repeat(64)]);
    startRunWorker();
    expect(await final(id)).toBe("failed");
    expect(JSON.parse((await rowOf(id)).details ?? "")).toEqual({
      type: "pipeline_error",
      code: "engine_config_missing",
    });
  });

  test("an attempt after a reclaim is computed in a child process (RUN-72, TYPE-61)", async () => {
    const { submit } = await bench();
    const id = await submit();
    await db.pool.query("update runs set reclaims = 1 where id = $1", [id]);
    startRunWorker({
      compute() {
        throw new Error("the pool was used");
      },
    });
    expect(await final(id)).toMatch(/completed|degraded/);
  });

  test("works on no more runs than slots (RUN-64)", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const { worker } = startRunWorker({ slots: 3, compute: held.compute });
    const ids = await Promise.all(Array.from({ length: 7 }, submit));
    for (let run = 0; run < 3; run += 1) await held.started.next();
    const { rows } = await db.pool.query("select count(*) from runs where id = any($1) and status = 'processing'", [
      ids,
    ]);
    expect(rows[0]).toEqual({ count: 3 });
    expect(worker.heldCount).toBe(3);
    held.finish();
    for (const id of ids) expect(await final(id)).toBe("completed");
  });

  test("while results wait to be stored the next runs are worked on, no more than slots (RUN-64)", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const { worker } = startRunWorker({ slots: 3, compute: held.compute });
    const ids = await Promise.all(Array.from({ length: 9 }, submit));
    const first = [await held.started.next(), await held.started.next(), await held.started.next()];
    const lock = await db.pool.connect();
    try {
      await lock.query("begin");
      await lock.query("select from runs where id = any($1) for update", [first]);
      held.finish();
      await waitFor(() => worker.heldCount === 6 && worker.slotsTaken === 0);
      // Longer than a poll, which would claim more if allowed.
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect(worker.heldCount).toBe(6);
      const { rows } = await lock.query("select count(*) from runs where id = any($1) and status = 'queued'", [ids]);
      expect(rows[0]).toEqual({ count: 3 });
    } finally {
      await lock.query("rollback");
      lock.release();
    }
    for (const id of ids) expect(await final(id)).toBe("completed");
  });
});

describe("results that the database does not store in time", () => {
  let impatient: Database;

  beforeAll(() => {
    impatient = openTestDatabase(deps.databaseUrl, { statementTimeoutMs: 500 });
  });
  afterAll(() => impatient.close());

  test("delay no other result, and a run whose every statement times out is left to its lease", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const ids = await Promise.all(Array.from({ length: 6 }, submit));
    const { worker, ended } = startRunWorker({ on: impatient, compute: held.compute });
    for (const _ of ids) await held.started.next();
    const [locked = "", ...others] = ids;
    await db.inTransaction(async (tx) => {
      await tx.query("select from runs where id = $1 for update", [locked]);
      held.finish();
      for (const id of others) expect(await final(id)).toBe("completed");
      const ends = new Map<string, ExecutionOutcome>();
      while (!ends.has(locked)) {
        const { runId, outcome } = await ended.next();
        ends.set(runId, outcome);
      }
      expect(ends.get(locked)).toBe("lost");
      expect(worker.heldCount).toBe(0);
    });
    expect(await rowOf(locked)).toMatchObject({ status: "processing", events: [] });
    await db.pool.query("update runs set lease_expires_at = now() - interval '1 second' where id = $1", [locked]);
    await reconcileRuns(db, { restartSeconds: 60 });
    expect(await final(locked)).toMatch(/completed|degraded/);
  });

  test("fail their run after a few attempts, with a specific code", async () => {
    const { submit } = await bench();
    await db.pool.query(`create function be_slow() returns trigger language plpgsql
      as $$ begin perform pg_sleep(5); return new; end $$`);
    await db.pool.query("create trigger be_slow before update on run_payloads for each row execute function be_slow()");
    try {
      const held = heldComputation();
      const id = await submit();
      startRunWorker({ on: impatient, compute: held.compute });
      held.finish();
      expect(await final(id)).toBe("failed");
      const row = await rowOf(id);
      expect(row).toMatchObject({ output: null, events: ["run.failed"] });
      expect(JSON.parse(row.details ?? "")).toEqual({
        type: "pipeline_error",
        code: "result_not_stored_in_time",
        stage: "persist",
      });
    } finally {
      await db.pool.query("drop function be_slow() cascade");
    }
  });
});

describe("cancel", () => {
  test("a held run is cancelled by its worker, keeps the first reason and announces it once (RUN-98)", async () => {
    const { caller, submit } = await bench();
    const held = heldComputation();
    startRunWorker({ compute: held.compute });
    const id = await submit();
    await held.started.next();
    expect(await cancelRun(deps, caller, { runId: id, reason: "first", cancelledBy: "test" })).toMatchObject({
      kind: "recorded",
      run: { status: "processing" },
    });
    await cancelRun(deps, caller, { runId: id, reason: "second", cancelledBy: "another" });
    expect(await final(id)).toBe("cancelled");
    expect(await rowOf(id)).toMatchObject({ output: null, events: ["run.cancelled"] });
    const { rows } = await db.pool.query("select cancel_reason, cancelled_by from runs where id = $1", [id]);
    expect(rows[0]).toEqual({ cancel_reason: "first", cancelled_by: "test" });
  });
});

describe("lost leases", () => {
  test("the former attempt at a reclaimed run stops and writes nothing (RUN-71)", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const { ended } = startRunWorker({ compute: held.compute, silenceSeconds: 1_000 });
    const id = await submit();
    await held.started.next();
    await db.pool.query("update runs set lease_expires_at = now() - interval '1 second' where id = $1", [id]);
    await reconcileRuns(db, { restartSeconds: 60 });
    expect(await ended.next()).toEqual({ runId: id, outcome: "lost" });
    // The second attempt is really computed, in a child process; the first one's result never counts.
    held.finish();
    expect(await final(id)).toMatch(/completed|degraded/);
    const row = await rowOf(id);
    expect(row).toMatchObject({ attempt: 2, events: ["run.completed"] });
    expect(row.output).not.toContain("held");
  });
});

describe("stopping", () => {
  test("a run not finished in the grace period is released once, then failed with the advice to submit again (RUN-73)", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const first = startRunWorker({ compute: held.compute });
    const id = await submit();
    await held.started.next();
    await first.worker.stop(0);
    expect(await rowOf(id)).toMatchObject({ status: "processing", attempt: 1, interruptions: 1, events: [] });
    expect(JSON.parse((await rowOf(id)).details ?? "")).toEqual({
      type: "worker_interrupted",
      code: "worker_shutdown",
      restarting: true,
    });

    const second = startRunWorker({ compute: held.compute });
    await held.started.next();
    expect(await rowOf(id)).toMatchObject({ attempt: 2, details: null });
    await second.worker.stop(0);
    expect(await rowOf(id)).toMatchObject({ status: "failed", attempt: 2, events: ["run.failed"] });
    expect(JSON.parse((await rowOf(id)).details ?? "")).toMatchObject({ code: "worker_shutdown", restarting: false });
  });

  test("a run that finishes within the grace period is completed (OPS-5, RUN-73)", async () => {
    const { submit } = await bench();
    const held = heldComputation();
    const { worker } = startRunWorker({ compute: held.compute });
    const id = await submit();
    await held.started.next();
    const stopping = worker.stop(10_000);
    held.finish();
    await stopping;
    expect(await rowOf(id)).toMatchObject({ status: "completed", interruptions: 0, events: ["run.completed"] });
  });
});

describe("in-flight cap", () => {
  test("holds exactly over several worker processes, and delays no other organization (RUN-63)", async () => {
    const [capped, free] = [await bench(), await bench()];
    await setOrganization(deps, testOperator, capped.caller.organizationId, { maxRunning: 2 });
    const held = heldComputation();
    const ids = await Promise.all(Array.from({ length: 12 }, capped.submit));
    for (let worker = 0; worker < 3; worker += 1) startRunWorker({ slots: 8, compute: held.compute });
    const others = await Promise.all(Array.from({ length: 4 }, free.submit));
    for (let run = 0; run < 6; run += 1) await held.started.next();
    const count = async (wanted: readonly string[]): Promise<unknown> => {
      const { rows } = await db.pool.query(
        "select count(*)::int as n from runs where id = any($1) and status = 'processing'",
        [wanted],
      );
      return rows[0];
    };
    expect(await count(ids)).toEqual({ n: 2 });
    expect(await count(others)).toEqual({ n: 4 });
    held.finish();
    for (const id of ids) expect(await final(id)).toBe("completed");
  });
});
