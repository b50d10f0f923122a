import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { releaseRuns } from "./release-runs.ts";
import { createSettler } from "./settle-runs.ts";
import { showRun } from "./show-run.ts";
import { createWorld, hold, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
});
afterAll(() => deps.close());

test("a run shows every attempt, and a lease owner only while a worker holds it (OPS-47)", async () => {
  const { runId } = await world.submit();
  const attempts = async () => {
    const shown = await showRun(deps, "every", runId);
    return {
      lease: [shown.leaseOwner, shown.leaseExpiresAt !== null],
      attempts: shown.attempts.map(({ attempt, outcome, owner, endedAt }) => [
        attempt,
        outcome,
        owner,
        endedAt !== null,
      ]),
    };
  };
  expect(await attempts()).toEqual({ lease: [null, false], attempts: [] });
  const first = await hold(world, runId, "worker-a");
  expect(await attempts()).toEqual({
    lease: ["worker-a", true],
    attempts: [[1, "running", "worker-a", false]],
  });
  await releaseRuns(deps.db, [first], 900);
  expect(await attempts()).toEqual({
    lease: [null, false],
    attempts: [[1, "interrupted", "worker-a", true]],
  });
  const { id, attempt, token } = await hold(world, runId, "worker-b");
  await createSettler(deps.db, { heldMax: 1 })({
    id,
    attempt,
    token,
    settlement: {
      status: "completed",
      outputPhase: "final",
      output: "{}",
      solutions: null,
      warnings: "[]",
      workItems: "[]",
    },
  });
  expect(await attempts()).toEqual({
    lease: [null, false],
    attempts: [
      [1, "interrupted", "worker-a", true],
      [2, "completed", "worker-b", true],
    ],
  });
});
