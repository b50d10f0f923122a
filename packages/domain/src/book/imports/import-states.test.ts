import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { askToCancel, importStates, importTransitions, isFinished, moveImport } from "./import-states.ts";
import { newConnection } from "./test-kit.ts";

let deps: TestDeps;
let connectionId: string;
beforeAll(async () => {
  deps = await openTestDeps();
  ({ connectionId } = await newConnection(deps));
});
afterAll(() => deps.close());

async function importIn(state: string): Promise<string> {
  const id = randomUUID();
  await deps.db.pool.query(
    `insert into record_imports (id, connection_id, state, mode, mapping, mapping_hash, as_of)
     values ($1, $2, $3::record_import_state, 'full', '{}', '', now())`,
    [id, connectionId, state],
  );
  return id;
}

async function stateOf(id: string): Promise<unknown> {
  const { rows } = await deps.db.pool.query<{ state: string; isOver: boolean }>(
    `select state, finished_at is not null as "isOver" from record_imports where id = $1`,
    [id],
  );
  return rows[0];
}

type Action = keyof typeof importTransitions;

describe.each(importStates)("an import that is %s (IMP-61)", (state) => {
  test.each(Object.keys(importTransitions).filter((name): name is Action => Object.hasOwn(importTransitions, name)))(
    "can %s only where the table says so",
    async (action) => {
      const id = await importIn(state);
      const { from, to } = importTransitions[action];
      const isAllowed = from.some((one) => one === state);
      const moved = moveImport(deps.db.pool, id, action);
      if (isAllowed) await moved;
      else await expect(moved).rejects.toThrow(`cannot ${action}`);
      const now = isAllowed ? to : state;
      expect(await stateOf(id)).toMatchObject({ state: now, ...(isAllowed ? { isOver: isFinished(to) } : {}) });
    },
  );

  test("can be cancelled until it has finished", async () => {
    expect(await askToCancel(deps.db.pool, await importIn(state))).toBe(!isFinished(state));
  });
});
