import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let lit: Actor;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: { policy_key: "narrow", denied: ["internal"], masks: {} },
  });
  const seat = (name: string, more: object) => ({
    seat_key: name,
    emails: [`${name}@example.com`],
    principal_ids: [name],
    ...more,
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      seat("all", { scope: "All" }),
      seat("ana", { scope: "Own" }),
      seat("bo", { scope: "Own" }),
      seat("pol", { scope: "Own" }),
      seat("nar", { scope: "All", field_policy_key: "narrow" }),
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  const client_key = book.keyOf("accounts", "1");
  const term = { client_key, effective_on: "2026-01-01" };
  await book.write({
    puts: [
      { family: "accounts", sourceId: "1", fields: { name: "Ana's", producer_seat: "ana" } },
      { family: "accounts", sourceId: "2", fields: { name: "Bo's", producer_seat: "bo" } },
      { family: "policies", sourceId: "1", fields: { ...term, policy_number: "1", producer_seat: "pol" } },
      { family: "policies", sourceId: "2", fields: { ...term, policy_number: "2" } },
    ],
  });
  await book.serve();
  lit = await under("lit");
  const add = (key: string, visibility: string, kind = "account", entity = book.keyOf("accounts", key)) =>
    command("add_note", { kind, key: entity }, { body: `planted ${kind} ${key} ${visibility}`, visibility });
  await as(lit, "ana", [
    command("create_task", account("1"), { title: "Of Ana", body: "planted task", assignee_seat: "bo" }),
    command("log_activity", account("1"), {
      channel: "call",
      direction: "in",
      summary: "planted call",
      occurred_at: "2026-01-01T00:00:00Z",
    }),
    add("1", "team"),
    add("1", "private"),
    add("1", "team", "policy", book.keyOf("policies", "1")),
    add("2", "team", "policy", book.keyOf("policies", "2")),
  ]);
  await as(lit, "bo", [command("create_task", account("2"), { title: "Of Bo" })]);
});
afterAll(async () => {
  await api.stop();
});

/** Another posture, and a new key: a process reads a known key and its organization from a cache. */
async function under(recordsPosture: "off" | "shadow" | "lit"): Promise<Actor> {
  await setOrganization(api.deps, testOperator, org.organizationId, { recordsPosture });
  return org.keyFor("live");
}
const account = (name: string) => ({ kind: "account", key: book.keyOf("accounts", name) });
const command = (type: string, entity: object, payload: object) => ({
  idempotency_key: randomUUID(),
  type,
  entity,
  payload,
});
const as = (
  actor: Actor,
  person: string,
  commands: readonly object[],
  headers: Record<string, string> = {},
): Promise<Answer> =>
  actor.post("/records/actions", { actor_principal: person, actor_type: "producer", commands }, { headers });
const read = (
  actor: Actor,
  person: string,
  list: string,
  query: Record<string, string> = {},
  more: Record<string, string> = {},
) => actor.get(`/records/${list}`, { query, headers: { "x-service-acting-principal": person, ...more } });
const bodies = ({ body }: Answer): readonly unknown[] =>
  (body["data"] ?? []).map((one: { [name: string]: unknown }) => one["body"] ?? one["title"]);
const titles = ({ body }: Answer): readonly unknown[] =>
  (body["data"] ?? []).map((one: { [name: string]: unknown }) => one["title"]);

test("rows are seen with their client, with their policy, and by their assignee (LEDGER-41)", async () => {
  expect(titles(await read(lit, "all", "tasks"))).toEqual(["Of Bo", "Of Ana"]);
  expect(titles(await read(lit, "ana", "tasks"))).toEqual(["Of Ana"]);
  expect(titles(await read(lit, "bo", "tasks"))).toEqual(["Of Bo", "Of Ana"]);
  expect(bodies(await read(lit, "pol", "notes"))).toEqual(["planted policy 1 team", "planted account 1 team"]);
  expect(bodies(await read(lit, "bo", "notes"))).toEqual([]);
  const hidden = await read(lit, "bo", "tasks", { client_key: book.keyOf("accounts", "1") });
  expect([hidden.status, hidden.body["code"]]).toEqual([404, "not_found"]);
});

test("whoever maps to nobody reads and appends nothing (LEDGER-1, LEDGER-2)", async () => {
  for (const answer of [
    await read(lit, "nobody", "tasks"),
    await as(lit, "nobody", [command("create_task", account("1"), { title: "x" })]),
  ])
    expect([answer.status, answer.body["code"]]).toEqual([403, "identity_unmapped"]);
});

test("entities out of scope do not exist for an append (LEDGER-3)", async () => {
  const refused = await as(lit, "bo", [command("create_task", account("1"), { title: "x" })]);
  expect([refused.status, refused.body["code"]]).toEqual([404, "not_found"]);
  const [task] = (await read(lit, "bo", "tasks", { assignee_seat: "bo" })).body["data"] ?? [];
  const done = await as(lit, "bo", [command("complete_task", { kind: "task", key: String(task?.["task_key"]) }, {})]);
  expect(done.status).toBe(200);
  expect(
    (await as(lit, "ana", [command("reopen_task", { kind: "task", key: String(task?.["task_key"]) }, { reason: "x" })]))
      .status,
  ).toBe(200);
  const [note] = (await read(lit, "ana", "notes")).body["data"] ?? [];
  const foreign = await as(lit, "bo", [
    command("amend_note", { kind: "note", key: String(note?.["note_key"]) }, { body: "x" }),
  ]);
  expect(foreign.body["code"]).toEqual("not_found");
});

test("a private note is its author's alone, and nobody's through a lens (LEDGER-42)", async () => {
  const own = await read(lit, "ana", "notes");
  expect(own.text).toContain("planted account 1 private");
  const through = await read(lit, "all", "notes", {}, { "x-service-records-lens": "principal:ana" });
  expect(through.body["scope"]).toMatchObject({ lens: "principal:ana", seat_key: "ana" });
  for (const answer of [through, await read(lit, "all", "notes")]) expect(answer.text).not.toContain("private");
  const actions = await read(lit, "all", "actions");
  const withheld = (actions.body["data"] ?? []).filter((one) => String(one["withheld"]) === "true");
  expect(withheld).toHaveLength(1);
  expect(withheld[0]).toMatchObject({ type: "add_note", payload: null });
  expect(actions.text).not.toContain("1 private");
  const lens = await read(lit, "all", "actions", {}, { "x-service-records-lens": "principal:ana" });
  expect(lens.text).not.toContain("1 private");
  const mine = (own.body["data"] ?? []).find((one) => String(one["visibility"]) === "private");
  const entity = { kind: "note", key: String(mine?.["note_key"]) };
  expect((await as(lit, "all", [command("retract_note", entity, { reason: "x" })])).body["code"]).toEqual("not_found");
  expect((await as(lit, "ana", [command("amend_note", entity, { body: "planted second private" })])).status).toBe(200);
  expect((await read(lit, "all", "actions", { after_seq: "7" })).text).not.toContain("second private");
});

test("a policy that denies internal sees no text of the ledger (LEDGER-40)", async () => {
  for (const list of ["tasks", "notes", "workflows", "actions"]) {
    const answer = await read(lit, "nar", list);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("planted");
  }
  expect((await read(lit, "nar", "notes")).body["scope"]).toMatchObject({
    masked_fields: ["notes.body"],
    field_policy: "narrow",
  });
});

test("under shadow everything is shown, and what lit hides is counted (LEDGER-43)", async () => {
  const shadow = await under("shadow");
  const answer = await read(shadow, "bo", "tasks");
  expect(answer.body["scope"]).toMatchObject({ posture: "shadow", enforced: false, would_hide: 0 });
  expect((await read(shadow, "bo", "notes")).body["scope"]).toMatchObject({ would_hide: 3 });
  const out = await as(shadow, "bo", [command("create_task", account("1"), { title: "Counted" })]);
  expect(out.body["scope"]).toMatchObject({ would_hide: 1 });
});

test("with assertions on, the person of an append stands in the headers (LEDGER-1)", async () => {
  const secret = "a secret of theirs, of 32 letters and more";
  await setOrganization(api.deps, testOperator, org.organizationId, { recordsPosture: "lit", assertionSecret: secret });
  const verified = await org.keyFor("live");
  const post = (headers: Record<string, string>) =>
    as(verified, "ana", [command("create_task", account("1"), { title: "x" })], headers);
  const signed = (seconds: number) =>
    `v1.${seconds}.${createHmac("sha256", secret).update(`ana|||${seconds}`).digest("hex")}`;
  const now = Math.floor(Date.now() / 1000);
  expect((await post({})).body["code"]).toEqual("assertion_invalid");
  expect((await post({ "x-service-acting-principal": "ana" })).body["code"]).toEqual("assertion_invalid");
  const headers = { "x-service-acting-principal": "ana", "x-service-records-assertion": signed(now) };
  expect((await post(headers)).status).toBe(200);
  expect((await post({ ...headers, "x-service-records-assertion": signed(now - 400) })).body["code"]).toEqual(
    "assertion_stale",
  );
});
