import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { performDueDerivation, registerDerivations } from "@service/domain/derivations";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { isJsonObject, type Json, type JsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import type { Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: { policy_key: "no-numbers", denied: [], masks: { policy_number: "last4" } },
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "all", emails: ["all@example.com"], scope: "All" },
      { seat_key: "masked", emails: ["masked@example.com"], scope: "All", field_policy_key: "no-numbers" },
      { seat_key: "part", emails: ["part@example.com"] },
    ],
  });
  await setOrganization(api.deps, testOperator, organizationId, { recordsPosture: "lit" });
  book = await createTestBook(api.deps.db, { organizationId });
  await write(["GL", "AU"], 100);
});
afterAll(() => api.stop());

/** Policies of one client, the first of which is that of the seat `part`. */
async function write(ids: readonly string[], premium: number): Promise<void> {
  const client_key = book.keyOf("accounts", "A1");
  await book.write({
    puts: [
      { family: "accounts", sourceId: "A1", fields: { name: "Harbor" } },
      ...ids.map((id) => ({
        family: "policies" as const,
        sourceId: id,
        fields: {
          client_key,
          policy_number: `POLICY-${id}`,
          line: id === "GL" ? "general_liability" : "commercial_auto",
          status: "active",
          effective_on: "2026-01-01",
          expires_on: "2099-01-01",
          premium,
          ...(id === "GL" && { producer_seat: "part" }),
        },
      })),
    ],
  });
  await book.serve();
}

async function derive(): Promise<void> {
  await registerDerivations(api.deps, { now: api.deps.clock.now() });
  while ((await performDueDerivation(api.deps, new AbortController().signal)).kind !== "nothing");
}

async function read(who: string): Promise<Answer> {
  const path = `/records/accounts/${book.keyOf("accounts", "A1")}/summary`;
  return org.organization.get(path, { headers: { "x-service-acting-email": `${who}@example.com` } });
}
const dataOf = (data: Json | undefined): JsonObject => (isJsonObject(data) ? data : {});
const premiums = ({ body }: Answer): unknown => dataOf(body["data"])["premium_by_line"];
const both = (premium: number) => ({ commercial_auto: premium, general_liability: premium });

test("a summary is the one that was derived last, with its time; before the first it is computed for the request (DERIV-10)", async () => {
  const direct = await read("all");
  expect(premiums(direct)).toEqual(both(100));
  await derive();
  const derived = await read("all");
  expect(derived.body["data"]).toEqual(direct.body["data"]);
  const { rows } = await api.deps.db.pool.query<{ at: Date }>(
    "select computed_at as at from book.derived_outputs where derivation_key = 'account_summary'",
  );
  expect(derived.body["computed_at"]).toBe(rows[0]?.at.toISOString());
  // A derivation never delays the switch: until it has run, its time tells its age.
  await write(["GL", "AU"], 250);
  const behind = await read("all");
  expect([premiums(behind), behind.body["computed_at"]]).toEqual([both(100), rows[0]?.at.toISOString()]);
  await derive();
  expect(premiums(await read("all"))).toEqual(both(250));
});

test("tasks, opportunities and the last touch of a derived summary are those of now (DERIV-10, OPPS-60)", async () => {
  const client = book.keyOf("accounts", "A1");
  const before = await read("all");
  expect(before.body["data"]).toMatchObject({ open_tasks: 0, open_opportunities: 0, last_touch: null });
  const entity = { kind: "account", key: client };
  const touched = { channel: "call", direction: "out", summary: "Called", occurred_at: "2026-11-20T08:00:00Z" };
  const made = await org.organization.post(
    "/records/actions",
    {
      actor_principal: "all@example.com",
      actor_type: "producer",
      commands: [
        { idempotency_key: randomUUID(), type: "create_task", entity, payload: { title: "Call back" } },
        { idempotency_key: randomUUID(), type: "log_activity", entity, payload: touched },
      ],
    },
    { headers: { "x-service-acting-email": "all@example.com" } },
  );
  expect(made.status).toBe(200);
  await api.deps.db.pool.query(
    `insert into opportunities (organization_id, environment_id, engine_id, opportunity_id, connection_id, client_key, kind,
       status, change, score, words, body, first_run_id, seen_run_at, first_seen_at, last_seen_at)
     select e.organization_id, e.id, $4, $5, $2, $3, 'renewal_prep', 'open', 'new', 50, '', '{}', $4, now(), now(), now()
     from environments e where e.organization_id = $1 and e.slug = 'live'`,
    [org.organizationId, book.connectionId, client, randomUUID(), randomUUID()],
  );
  const after = await read("all");
  expect(after.body["computed_at"]).toBe(before.body["computed_at"]);
  expect(after.body["data"]).toMatchObject({
    open_tasks: 1,
    open_opportunities: 1,
    last_touch: { subject: "Called", activity_key: null },
  });
  // It belongs to no policy of that seat.
  expect((await read("part")).body["data"]).toMatchObject({ open_tasks: 1, open_opportunities: 0 });
});

test("a reader of a part of the client, or of masked fields, gets a summary of what that reader sees (DERIV-10)", async () => {
  expect(premiums(await read("part"))).toEqual({ general_liability: 250 });
  const masked = await read("masked");
  expect(masked.text).not.toContain("POLICY-GL");
  expect(premiums(masked)).toEqual(both(250));
});

test("the graph shows the derivations with their executions (GRAPH-13)", async () => {
  await org.organization.get("/graph/nodes");
  const list = await org.organization.get("/graph/derivations");
  expect(list.body["data"]).toContainEqual(
    expect.objectContaining({
      key: "account_summary",
      state: "ok",
      mode: "incremental",
      output: "derived:account_summary",
      last_run: expect.objectContaining({ status: "succeeded", rows: 1, change_seq_from: 1, change_seq_to: 2 }),
    }),
  );
  const one = await org.organization.get("/graph/derivations/account_summary");
  expect(dataOf(one.body["data"])["executions"]).toHaveLength(2);
  for (const text of [list.text, one.text]) expect(text).not.toMatch(/Harbor|POLICY/);
});
