import { randomUUID } from "node:crypto";
import { testOperator } from "@service/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createOrganization } from "@service/domain/organizations";
import { createTestBook, openTestDeps, type TestBook, type TestDeps, testView } from "@service/domain/testing";
import { appendCommands, readCommands, rebuildLedger, verifyLedger } from "@service/domain/ledger";

let deps: TestDeps;
let organizationId: string;
let environmentId: string;
let book: TestBook;

beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  const { rows } = await deps.db.pool.query<{ id: string }>("select id from environments where organization_id = $1", [
    organizationId,
  ]);
  environmentId = rows[0]?.id ?? "";
  book = await createTestBook(deps.db, { organizationId });
  await book.write({ puts: [{ family: "accounts", sourceId: "1", fields: { name: "One" } }] });
  await book.serve();
});
afterAll(() => deps.close());

const append = (commands: readonly { type: string; entity: { kind: string; key: string }; payload: object }[]) =>
  appendCommands(deps, {
    organizationId,
    environmentId,
    keyId: "key",
    traceId: undefined,
    viewer: testView(organizationId),
    actor: { principal: "pat", type: "producer" },
    connectionId: book.connectionId,
    commands: readCommands(
      commands.map((command) => ({ ...command, payload: { ...command.payload }, idempotency_key: randomUUID() })),
    ),
  });
const account = () => ({ kind: "account", key: book.keyOf("accounts", "1") });

async function fill(): Promise<void> {
  const { results } = await append([
    {
      type: "create_task",
      entity: account(),
      payload: { title: "Call", due_on: "2027-01-01", source: { turn_id: "t" } },
    },
    { type: "add_note", entity: account(), payload: { body: "Note", visibility: "private" } },
    {
      type: "start_workflow",
      entity: account(),
      payload: { workflow_type: "custom", title: "W", steps: [{ step_key: "a", title: "A" }] },
    },
    { type: "flag_record", entity: account(), payload: { flag: "vip", note: "x" } },
  ]);
  const made = (at: number) => ({ kind: results[at]?.created?.kind ?? "", key: results[at]?.created?.key ?? "" });
  await append([
    { type: "complete_task", entity: made(0), payload: {} },
    { type: "amend_note", entity: made(1), payload: { body: "Second" } },
    { type: "advance_workflow", entity: made(2), payload: { step_key: "a", state: "done", note: "n" } },
    { type: "clear_flag", entity: account(), payload: { flag: "vip" } },
  ]);
}

/** As only the owner of the table can do it. */
async function tamper(sql: string, values: readonly unknown[]): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    await tx.query("alter table ledger_commands disable trigger user");
    await tx.query(sql, [...values]);
    await tx.query("alter table ledger_commands enable trigger user");
  });
}

test("the chain verifies, and what is made of it equals what a rebuild makes (LEDGER-50, LEDGER-51)", async () => {
  for (let round = 0; round < 3; round += 1) await fill();
  expect(await verifyLedger(deps, organizationId)).toMatchObject({
    verified: true,
    commands: 24,
    erased: 0,
    head: { seq: 24 },
    problems: [],
  });
  const same = { rows: 3, differing: 0 };
  expect(await rebuildLedger(deps, testOperator, organizationId)).toMatchObject({
    actionSeq: 24,
    commands: 24,
    skipped: 0,
    projections: { tasks: same, workflows: same, notes: same, flags: { rows: 1, differing: 0 } },
  });
});

test("a rebuild puts right what is missing, changed and too many (LEDGER-51)", async () => {
  const { pool } = deps.db;
  const rowsNow = async () =>
    (
      await pool.query<{ all: string }>(
        "select json_agg(to_jsonb(t) order by t.task_key)::text as all from ledger_tasks t where organization_id = $1",
        [organizationId],
      )
    ).rows;
  const before = await rowsNow();
  await pool.query(
    "update ledger_tasks set title = 'changed' where task_key = (select min(task_key) from ledger_tasks)",
  );
  await pool.query("delete from ledger_tasks where task_key = (select max(task_key) from ledger_tasks)");
  await pool.query(
    'insert into ledger_tasks select (t).* from (select jsonb_populate_record(x, \'{"task_key": "t_extra"}\') as t from ledger_tasks x limit 1) s',
  );
  expect((await rebuildLedger(deps, testOperator, organizationId)).projections.tasks).toEqual({
    rows: 3,
    differing: 3,
  });
  expect(await rowsNow()).toEqual(before);
});

test("nothing can be changed or removed, but for the payload of an erasure (LEDGER-52)", async () => {
  const { pool } = deps.db;
  for (const sql of [
    "update ledger_commands set payload = '{}' where seq = 1",
    "update ledger_commands set payload = '{\"erased\":true}', actor_principal = 'x' where seq = 1",
    "update ledger_commands set type = 'add_note' where seq = 1",
    "delete from ledger_commands where seq = 1",
    "truncate ledger_commands",
  ])
    await expect(pool.query(sql)).rejects.toThrow("the action ledger is append-only");
  await pool.query("update ledger_commands set payload = '{\"erased\":true}' where seq = 1");
  expect(await verifyLedger(deps, organizationId)).toMatchObject({ verified: true, erased: 1 });
  // The task is gone with its command, and so is what was done with it.
  expect(await rebuildLedger(deps, testOperator, organizationId)).toMatchObject({
    skipped: 2,
    projections: { tasks: { rows: 2 } },
  });
});

test.each([
  [
    "a payload that was changed",
    "update ledger_commands set payload = '{}' where seq = $1",
    6,
    "the payload does not have its hash",
  ],
  [
    "a command that was changed",
    "update ledger_commands set actor_principal = 'eve' where seq = $1",
    9,
    "the hash does not follow from the command before",
  ],
  ["a command that is gone", "delete from ledger_commands where seq = $1", 12, "missing up to 12"],
])("verify finds %s (LEDGER-50)", async (_, sql, seq, problem) => {
  await tamper(sql, [seq]);
  const { verified, problems } = await verifyLedger(deps, organizationId);
  expect(verified).toBe(false);
  expect(problems).toContainEqual({ seq, problem });
});
