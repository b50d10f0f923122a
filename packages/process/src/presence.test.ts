import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDatabase, testDatabase, type TestDatabase, waitFor } from "@service/testing";
import { processId, startPresence } from "./presence.ts";

let cloned: TestDatabase;
let db: ReturnType<typeof openTestDatabase>;

beforeAll(async () => {
  cloned = await testDatabase();
  db = openTestDatabase(cloned.url);
});
afterAll(async () => {
  await db.close();
  await cloned.drop();
});

const rowOf = async (id: string): Promise<unknown> => {
  const { rows } = await db.pool.query<{ readonly id: string }>("select * from processes where id = $1", [id]);
  return rows[0];
};

test("a process shows itself from its start to its end, with build and slots (CON-60)", async () => {
  const id = processId();
  const takes = { engineTypes: ["triage", "matching"], slots: 16 };
  const end = startPresence(db, id, { name: "worker", version: "1.2.3", commit: "0123abc", takes });
  const row = await waitFor(() => rowOf(id));
  expect(row).toMatchObject({ name: "worker", version: "1.2.3", commit: "0123abc", slots: 16, stopped_at: null });
  await end();
  expect(await rowOf(id)).toMatchObject({ stopped_at: expect.any(Date) });
});
