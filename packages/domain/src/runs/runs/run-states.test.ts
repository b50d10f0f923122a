import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { openTestDatabase, waitFor } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { cancelRun, type CancelOutcome } from "./cancel-run.ts";
import { claimRuns, type Hold } from "./claim-runs.ts";
import { heartbeatRuns } from "./heartbeat-runs.ts";
import { readRun } from "./read-run.ts";
import { reconcileRuns } from "./reconcile-runs.ts";
import { releaseRuns } from "./release-runs.ts";
import { runTransitions, type RunAction, type RunState } from "./run-states.ts";
import { createSettler, storeDeterministicPart, type Settlement, type Settler } from "./settle-runs.ts";
import { createWorld, expireLease, hold, insertQueuedRun, stateOf, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;
let settle: Settler;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
  settle = createSettler(deps.db, { heldMax: 100 });
});
afterAll(() => deps.close());

const completed = {
  status: "completed",
  outputPhase: "final",
  output: '{"headline":"done"}',
  solutions: null,
  warnings: "[]",
  workItems: "[]",
} as const satisfies Settlement;
const failed: Settlement = {
  status: "failed",
  error: "no",
  details: { type: "pipeline_error", code: "x" },
  warnings: null,
};

/** A run in this state, and the current or former hold of a worker; every guard must refuse a former one. */
async function runIn(state: RunState): Promise<{ id: string; hold: Hold }> {
  const id = await insertQueuedRun(deps, world);
  const nobody: Hold = { id, attempt: 1, token: randomUUID() };
  if (state === "queued") return { id, hold: nobody };
  const held = await hold(world, id);
  const formerly = { id, hold: { id, attempt: held.attempt, token: held.token } };
  switch (state) {
    case "held":
      break;
    case "unheld":
      await releaseRuns(deps.db, [held], 900);
      // Reset: the tests set the interruptions they need.
      await deps.db.pool.query("update runs set interruptions = 0 where id = $1", [id]);
      break;
    case "completed":
      await settle({ ...formerly.hold, settlement: completed });
      break;
    case "degraded":
      await settle({ ...formerly.hold, settlement: { ...completed, status: "degraded" } });
      break;
    case "failed":
      await settle({ ...formerly.hold, settlement: failed });
      break;
    case "cancelled":
      await settle({ ...formerly.hold, settlement: { status: "cancelled" } });
      break;
  }
  return formerly;
}

async function stateNow(id: string): Promise<RunState> {
  const { status, isHeld } = await stateOf(deps, id);
  return status === "processing" ? (isHeld ? "held" : "unheld") : status;
}

function cancel(runId: string, reason?: string, caller = world.live): Promise<CancelOutcome> {
  const { organizationId, environmentId } = caller;
  return cancelRun(deps, { organizationId, environmentId }, { runId, reason, cancelledBy: "test" });
}

const isUnfinished = (state: RunState): boolean => state === "queued" || state === "unheld" || state === "held";
const set = (id: string, changes: string) => deps.db.pool.query(`update runs set ${changes} where id = $1`, [id]);
const lapse = async (id: string, state: RunState): Promise<void> => {
  if (state === "held" || state === "unheld") await expireLease(deps, id);
};

/** Everything that can happen to a run, and the transitions it may cause. */
const happenings: {
  name: string;
  arrows: RunAction[];
  happen: (run: { id: string; hold: Hold }, state: RunState) => Promise<unknown>;
}[] = [
  { name: "the wake-up fails", arrows: ["refuseQueue"], happen: ({ id }) => deps.runs.refuseUnqueued(id) },
  {
    name: "a worker claims",
    arrows: ["claim"],
    happen: () =>
      claimRuns(deps.db, { owner: "w", engineTypes: ["comparison"], runsMax: 100, firstSilenceSeconds: 900 }),
  },
  {
    name: "its worker beats",
    arrows: ["heartbeat"],
    happen: ({ hold }) => heartbeatRuns(deps.db, [{ ...hold, stage: "score" }], 180),
  },
  {
    name: "a caller cancels",
    arrows: ["cancelWaiting", "requestCancel"],
    happen: ({ id }) => cancel(id, "r"),
  },
  {
    name: "its worker accepts a cancel",
    arrows: ["acceptCancel"],
    happen: ({ hold }) => settle({ ...hold, settlement: { status: "cancelled" } }),
  },
  {
    name: "its worker completes it",
    arrows: ["complete"],
    happen: ({ hold }) => settle({ ...hold, settlement: completed }),
  },
  {
    name: "its worker completes it degraded",
    arrows: ["degrade"],
    happen: ({ hold }) => settle({ ...hold, settlement: { ...completed, status: "degraded" } }),
  },
  { name: "its worker fails it", arrows: ["fail"], happen: ({ hold }) => settle({ ...hold, settlement: failed }) },
  { name: "its worker stops", arrows: ["interrupt"], happen: ({ hold }) => releaseRuns(deps.db, [hold], 900) },
  {
    name: "its worker stops a second time",
    arrows: ["giveUpInterrupted"],
    async happen({ id, hold }) {
      await set(id, "interruptions = 1");
      return releaseRuns(deps.db, [hold], 900);
    },
  },
  {
    name: "its lease lapses",
    arrows: ["reclaim", "giveUpUnheld"],
    async happen({ id }, state) {
      await lapse(id, state);
      return reconcileRuns(deps.db, { restartSeconds: 900 });
    },
  },
  {
    name: "its lease lapses a second time",
    arrows: ["giveUpSilent", "giveUpUnheld"],
    async happen({ id }, state) {
      await set(id, "reclaims = 1");
      await lapse(id, state);
      return reconcileRuns(deps.db, { restartSeconds: 900 });
    },
  },
  {
    name: "its lease lapses with a cancel pending",
    arrows: ["settleCancel"],
    async happen({ id }, state) {
      if (isUnfinished(state)) await set(id, "cancel_requested_at = now()");
      await lapse(id, state);
      return reconcileRuns(deps.db, { restartSeconds: 900 });
    },
  },
];

const states: RunState[] = ["queued", "unheld", "held", "completed", "degraded", "failed", "cancelled"];

describe.each(states)("a run that is %s", (state) => {
  test.each(happenings)("when $name (RUN-40)", async ({ arrows, happen }) => {
    const run = await runIn(state);
    const before = await stateOf(deps, run.id);
    const arrow = arrows.map((name) => runTransitions[name]).find(({ from }) => from.some((one) => one === state));
    await happen(run, state);
    const after = await stateOf(deps, run.id);
    expect(await stateNow(run.id)).toBe(arrow?.to ?? state);
    // One event with the final state, none otherwise.
    const announced = arrow && "announces" in arrow ? [arrow.announces] : [];
    expect(after.events).toEqual([...before.events, ...announced]);
    expect(after.attempt).toBe(before.attempt + (arrow?.row === "RUN-43" ? 1 : 0));
    expect(after.output).toBe(arrow?.row === "RUN-49" ? completed.output : before.output);
  });
});

describe("the writes of a transition", () => {
  test("a claim grants the first lease, a heartbeat the usual one (RUN-70)", async () => {
    const { id, hold } = await runIn("held");
    expect((await stateOf(deps, id)).leaseSeconds).toBeCloseTo(900, -1);
    expect(await heartbeatRuns(deps.db, [{ ...hold, stage: "score" }], 180)).toEqual([
      { id, isCancelRequested: false },
    ]);
    expect((await stateOf(deps, id)).leaseSeconds).toBeCloseTo(180, -1);
  });

  test("a second expired lease is heartbeat_lost, a timeout for matching and an error for other types (RUN-58)", async () => {
    for (const [engineType, type] of [
      ["matching", "pipeline_timeout"],
      ["triage", "pipeline_error"],
    ] as const) {
      const id = await insertQueuedRun(deps, world, engineType);
      const held = await hold(world, id);
      await heartbeatRuns(deps.db, [{ ...held, stage: "score" }], 180);
      await set(id, "reclaims = 1");
      await expireLease(deps, id);
      await reconcileRuns(deps.db, { restartSeconds: 900 });
      const { errorDetails, attempts, error } = await stateOf(deps, id);
      expect(JSON.parse(errorDetails ?? "")).toEqual({ type, code: "heartbeat_lost", stage: "score" });
      expect(attempts).toEqual(["silent"]);
      expect(error).toMatch(/submit/i);
    }
  });

  test("a pending cancel wins over a failure and a restart, but not over a result (RUN-100)", async () => {
    const [failing, stopping, finishing] = [await runIn("held"), await runIn("held"), await runIn("held")];
    for (const { id } of [failing, stopping, finishing]) await cancel(id);
    expect(await settle({ ...failing.hold, settlement: failed })).toBe("cancelled");
    await releaseRuns(deps.db, [stopping.hold], 900);
    expect(await settle({ ...finishing.hold, settlement: completed })).toBe("completed");
    expect(await stateOf(deps, failing.id)).toMatchObject({
      status: "cancelled",
      error: null,
      events: ["run.cancelled"],
    });
    expect(await stateOf(deps, stopping.id)).toMatchObject({ status: "cancelled", events: ["run.cancelled"] });
    expect(await stateOf(deps, finishing.id)).toMatchObject({ status: "completed", events: ["run.completed"] });
  });

  test("a cancel of a finished run answers its stored output (RUN-99)", async () => {
    const { id } = await runIn("completed");
    const outcome = await cancel(id);
    expect(outcome).toMatchObject({ kind: "already_finished", run: { status: "completed", output: completed.output } });
  });

  test.each<{ first: string; from: RunState; act: (db: Database, hold: Hold) => Promise<unknown>; kind: string }>([
    {
      first: "a claim",
      from: "queued",
      act: (db) => claimRuns(db, { owner: "w", engineTypes: ["comparison"], runsMax: 100, firstSilenceSeconds: 900 }),
      kind: "recorded",
    },
    { first: "a release", from: "held", act: (db, hold) => releaseRuns(db, [hold], 900), kind: "cancelled" },
    {
      first: "a heartbeat",
      from: "held",
      act: (db, hold) => heartbeatRuns(db, [{ ...hold, stage: "score" }], 180),
      kind: "recorded",
    },
    {
      first: "a result",
      from: "held",
      act: (db, hold) => createSettler(db, { heldMax: 1 })({ ...hold, settlement: completed }),
      kind: "already_finished",
    },
  ])("a cancel that meets $first under way waits for it and answers $kind", async ({ from, act, kind }) => {
    const { id, hold } = await runIn(from);
    // A pool of one connection, so that all statements join one transaction.
    const other = openTestDatabase(deps.databaseUrl, { hotPoolMax: 1 });
    try {
      await other.hot.query("begin");
      await act(other, hold);
      const cancelled = cancel(id);
      await waitFor(async () => {
        const waiting = await deps.db.pool.query(
          "select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0",
        );
        return waiting.rowCount === 1;
      });
      await other.hot.query("commit");
      expect(await cancelled).toMatchObject({ kind });
    } finally {
      await other.close();
    }
  });

  test("a run of another environment is not found (RUN-84)", async () => {
    const { id } = await runIn("queued");
    await expect(cancel(id, undefined, world.sandbox)).rejects.toMatchObject({ code: "run_not_found" });
  });

  test("a deterministic part is stored only under the lease, and stays hidden while processing (RUN-81, TYPE-63, TYPE-64)", async () => {
    const { id, hold } = await runIn("held");
    const part = { output: '{"part":1}', solutions: null, warnings: "[]", workItems: "[]" };
    expect(await storeDeterministicPart(deps.db, { ...hold, token: randomUUID() }, part)).toBe(false);
    expect(await storeDeterministicPart(deps.db, hold, part)).toBe(true);
    const read = await readRun(deps, world.live, id);
    expect(read).toMatchObject({
      output: null,
      outputPhase: "deterministic",
      completedDeterministicAt: expect.any(Date),
    });
    await settle({ ...hold, settlement: failed });
    expect((await stateOf(deps, id)).status).toBe("failed");
  });

  test("a result of a batch that cannot be stored does not fail its neighbours (RUN-77)", async () => {
    const [good, bad] = [await runIn("held"), await runIn("held")];
    const outcomes = await Promise.allSettled([
      settle({ ...good.hold, settlement: completed }),
      settle({ ...bad.hold, settlement: { ...completed, output: '{"raw":"\u0000"}' } }),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected"]);
    expect((await stateOf(deps, good.id)).status).toBe("completed");
  });
});

describe("reconciling", () => {
  test("two reconcilers at once share the work and announce once (RUN-74)", async () => {
    const runs: { id: string }[] = [];
    for (let run = 0; run < 20; run += 1) runs.push(await runIn("held"));
    await deps.db.pool.query(
      "update runs set reclaims = 1, lease_expires_at = now() - interval '1 s' where id = any($1)",
      [runs.map((run) => run.id)],
    );
    const passes = await Promise.all(Array.from({ length: 4 }, () => reconcileRuns(deps.db, { restartSeconds: 900 })));
    const settled = passes.flat().filter((run) => runs.some((one) => one.id === run.id));
    expect(settled).toHaveLength(20);
    for (const { id } of runs)
      expect(await stateOf(deps, id)).toMatchObject({ status: "failed", events: ["run.failed"] });
  });

  test("an outage of all reconcilers extends the leases that were alive, so it fails no runs in masses (RUN-76)", async () => {
    const alive = await runIn("held");
    const dead = await runIn("held");
    const fresh = await runIn("held");
    const setLease = `update runs set started_at = now() - make_interval(secs => $2),
      lease_expires_at = now() + make_interval(secs => $3) where id = $1`;
    await deps.db.pool.query(setLease, [alive.id, 240, -60]);
    await deps.db.pool.query(setLease, [dead.id, 480, -300]);
    // Claimed by the first worker after the outage, before its first tick.
    await deps.db.pool.query(setLease, [fresh.id, 1, 8]);
    await deps.db.pool.query(
      "update maintenance_ticks set ticked_at = now() - interval '120 s' where name = 'reconciler'",
    );
    await reconcileRuns(deps.db, { restartSeconds: 900 });
    expect(await stateNow(alive.id)).toBe("held");
    expect((await stateOf(deps, alive.id)).leaseSeconds).toBeCloseTo(60, -1);
    expect(await stateNow(dead.id)).toBe("unheld");
    expect((await stateOf(deps, fresh.id)).leaseSeconds).toBeCloseTo(9, -1);
  });
});
