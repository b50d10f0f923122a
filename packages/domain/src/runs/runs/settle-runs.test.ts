import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { createSettler } from "./settle-runs.ts";
import { createWorld, hold, insertQueuedRun, stateOf, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
});
afterAll(() => deps.close());

test("one statement carries at most 4 MiB of results", async () => {
  const settle = createSettler(deps.db, { heldMax: 10 });
  const held = [];
  for (let run = 0; run < 3; run += 1) held.push(await hold(world, await insertQueuedRun(deps, world)));
  const output = JSON.stringify({ notes: "x".repeat(2.5 * 1024 * 1024) });
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  deps.db.hot.on("acquire", count);
  const outcomes = await Promise.all(
    held.map(({ id, attempt, token }) =>
      settle({
        id,
        attempt,
        token,
        settlement: {
          status: "completed",
          outputPhase: "final",
          output,
          solutions: null,
          warnings: "[]",
          workItems: "[]",
        },
      }),
    ),
  );
  deps.db.hot.off("acquire", count);
  expect(outcomes).toEqual(["completed", "completed", "completed"]);
  expect(statements).toBe(3);
  for (const { id } of held) expect((await stateOf(deps, id)).output).toBe(output);
});
