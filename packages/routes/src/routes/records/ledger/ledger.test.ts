import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { actionsOfRun } from "@service/domain/ledger";
import { createTestBook, type TestBook, type TestRow } from "@service/domain/testing";
import { canonicalJson, parseJson } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;

const client = (name: string): string => book.keyOf("accounts", name);
const policy = (id: string): string => book.keyOf("policies", id);
const row = (family: FamilyName, sourceId: string, fields: TestRow["fields"]): TestRow => ({
  family,
  sourceId,
  fields,
});
const asPat = { "x-service-acting-principal": "pat" };
const zero = "0001-01-01T00:00:00Z";

beforeAll(async () => {
  api = await startTestApi({ hasGates: false, settings: { buildCommit: "abc123" } });
  org = await api.organization();
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  const harbor = { client_key: client("A1"), policy_key: policy("P1") };
  await book.write({
    puts: [
      row("accounts", "A1", { name: "Blue Harbor Cafe" }),
      row("accounts", "A2", { name: "Zeta" }),
      row("policies", "P1", {
        client_key: client("A1"),
        policy_number: "1",
        effective_on: "2026-01-01",
        expires_on: "2099-01-01",
      }),
      row("claims", "L1", { ...harbor, claim_number: "CL 1", occurred_on: "2026-03-01" }),
    ],
  });
  await book.serve();
});
afterAll(async () => {
  await api.stop();
});

type Json = { readonly [name: string]: unknown };
const command = (type: string, entity: Json, payload: Json, more: Json = {}) => ({
  idempotency_key: randomUUID(),
  type,
  entity,
  payload,
  ...more,
});
const account = (name = "A1"): Json => ({ kind: "account", key: client(name) });
const task = (title = "Call", more: Json = {}) => command("create_task", account(), { title, ...more });
const append = (actor: Actor, commands: readonly unknown[], more: Json = {}): Promise<Answer> =>
  actor.post("/records/actions", { actor_principal: "pat", actor_type: "producer", commands, ...more });
const list = (
  actor: Actor,
  name: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = asPat,
) => actor.get(`/records/${name}`, { query, headers });
const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body["code"]];
const createdKey = async (commands: readonly unknown[]): Promise<string> =>
  String((await append(org.organization, commands)).body["results"]?.[0]?.["created"]?.["key"]);

describe("an append (LEDGER-1, LEDGER-11)", () => {
  test("records commands in order and answers with what became of each", async () => {
    const sent = [
      task("First"),
      command("log_activity", account(), {
        channel: "call",
        direction: "out",
        summary: "Said hello",
        occurred_at: "2026-11-01T10:00:00Z",
      }),
    ];
    const answer = await append(org.organization, sent);
    expect(answer.status).toBe(200);
    const seq = Number(answer.body["action_seq"]);
    expect(answer.body).toMatchObject({
      results: [
        {
          idempotency_key: sent[0]?.idempotency_key,
          seq: seq - 1,
          type: "create_task",
          entity: account(),
          status: "recorded",
          created: { kind: "task" },
        },
        { seq, type: "log_activity", status: "recorded" },
      ],
      serving: { binding_id: book.connectionId, as_of: zero, source: { fetched_at: zero } },
      scope: { posture: "off", scope: "All", enforced: false },
    });
    expect(answer.headers["x-service-engine-build"]).toBe("abc123");
    expect(answer.headers["server-timing"]).toBeUndefined();
    const tasks = await list(org.organization, "tasks", { client_key: client("A1") });
    expect(tasks.body["data"]?.[0]).toMatchObject({
      title: "First",
      status: "open",
      priority: "normal",
      client_key: client("A1"),
      created_by: "pat",
      last_seq: seq - 1,
    });
    expect(tasks.body["action_seq"]).toEqual(seq);
    expect(tasks.body["serving"]).toEqual({ binding_id: book.connectionId, as_of: zero, source: { fetched_at: zero } });
  });

  test("a repeat is answered with what was recorded, beside new commands (LEDGER-12)", async () => {
    const first = task("Again");
    const recorded = await append(org.organization, [first]);
    const mixed = await append(org.organization, [task("New"), first, { ...first }]);
    expect(mixed.body["results"]?.[1]).toEqual(
      Object.assign({}, recorded.body["results"]?.[0], { idempotent_replay: true }),
    );
    expect(mixed.body["results"]?.[2]).toEqual(mixed.body["results"]?.[1]);
    expect(mixed.body["action_seq"]).toEqual(Number(recorded.body["action_seq"]) + 1);
    const twice = task("Twice");
    const both = await append(org.organization, [twice, twice]);
    expect(both.body["results"]?.map(({ seq, idempotent_replay }: Json) => [seq, idempotent_replay])).toEqual([
      [Number(both.body["action_seq"]), undefined],
      [Number(both.body["action_seq"]), true],
    ]);
  });

  test("a key that was used with another command is refused (LEDGER-12)", async () => {
    const first = task("Once");
    await append(org.organization, [first]);
    const other = await append(org.organization, [{ ...first, payload: { title: "Other" } }]);
    expect(codeOf(other)).toEqual([400, "action_payload_invalid"]);
    expect(other.body["details"]).toMatchObject([{ index: 0, path: "/idempotency_key" }]);
  });

  test("fifty equal requests at once are one command (LEDGER-12)", async () => {
    const one = task("Parallel");
    const answers = await Promise.all(Array.from({ length: 50 }, () => append(org.organization, [one])));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ body }) => body["results"]?.[0]?.["idempotent_replay"] === undefined)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => String(body["results"]?.[0]?.["seq"]))).size).toBe(1);
  });

  test("one bad command of twenty writes nothing and takes no seq (LEDGER-12)", async () => {
    const before = await list(org.organization, "actions");
    const good = Array.from({ length: 19 }, () => task("Dropped"));
    for (const bad of [
      command("create_task", account("nobody"), { title: "x" }),
      command("complete_task", { kind: "task", key: "t_none" }, {}),
    ])
      expect(codeOf(await append(org.organization, [...good, bad]))).toEqual([404, "not_found"]);
    expect(codeOf(await append(org.organization, [...good, task("", {})]))).toEqual([400, "action_payload_invalid"]);
    const after = await list(org.organization, "actions");
    expect(after.body["action_seq"]).toEqual(before.body["action_seq"]);
  });

  test("commands about the Catalog alone have no serving and need no connection (LEDGER-22)", async () => {
    const other = await api.organization();
    const { organizationId } = other;
    const versionId = randomUUID();
    await api.deps.db.pool.query(
      `insert into dataset_versions (id, organization_id, dataset_key, version, state, as_of) values ($1, $2, 'carriers', 1, 'complete', now())`,
      [versionId, organizationId],
    );
    await api.deps.db.pool.query(`insert into dataset_rows (version_id, row_key, body) values ($1, 'k/1', '{}')`, [
      versionId,
    ]);
    const item = { kind: "catalog_item", key: "carriers/k/1" };
    const answer = await append(other.organization, [command("catalog.flag_item", item, { note: "old" })]);
    expect(answer.status).toBe(200);
    expect(answer.body["serving"]).toBeUndefined();
    expect(
      codeOf(await append(other.organization, [command("catalog.flag_item", { ...item, key: "carriers/none" }, {})])),
    ).toEqual([404, "not_found"]);
    expect(
      codeOf(
        await append(other.organization, [
          command(
            "catalog.acknowledge_document",
            { kind: "catalog_document", key: "b" },
            { read_at: "2026-01-01T00:00:00Z" },
          ),
        ]),
      ),
    ).toEqual([404, "not_found"]);
    expect(codeOf(await append(other.organization, [task()]))).toEqual([404, "not_found"]);
  });
});

describe("refusals of an append", () => {
  test.each([
    ["no command", { commands: [] }],
    ["too many", { commands: Array.from({ length: 21 }, () => ({})) }],
    ["an unknown actor type", { actor_type: "robot" }],
    ["a blank actor", { actor_principal: "  " }],
    ["no actor", { actor_principal: undefined }],
    ["an unknown member", { dry_run: true }],
  ])("%s is invalid_request (LEDGER-10)", async (_, more) => {
    const body = { actor_principal: "pat", actor_type: "producer", commands: [task()], ...more };
    expect(codeOf(await org.organization.post("/records/actions", body))).toEqual([400, "invalid_request"]);
  });

  test.each([
    ["a key that is no UUID", { idempotency_key: "1" }],
    ["no key", { idempotency_key: undefined }],
    ["no entity", { entity: undefined }],
    ["no payload", { payload: undefined }],
    ["a payload that is no object", { payload: "x" }],
    ["an unknown member", { note: "x" }],
    ["a malformed time", { occurred_at: "yesterday" }],
    ["a negative seq", { expected_last_seq: -1 }],
  ])("a command with %s is invalid_request (LEDGER-10)", async (_, more) => {
    expect(codeOf(await append(org.organization, [{ ...task(), ...more }]))).toEqual([400, "invalid_request"]);
  });

  test.each<[string, () => unknown]>([
    ["a day in the year 0", () => command("create_task", account(), { title: "x", due_on: "0000-01-01" })],
    ["an unknown type", () => command("delete_task", account(), {})],
    ["a type of the service", () => command("record_erased", account(), {})],
    ["an unknown kind", () => command("create_task", { kind: "person", key: "x" }, { title: "x" })],
    ["a kind of other types", () => command("complete_task", account(), {})],
    ["an unknown member of the payload", () => task("x", { color: "red" })],
    ["no title", () => command("create_task", account(), {})],
    ["a long title", () => task("x".repeat(201))],
    ["a title with U+0000", () => task("a\u0000b")],
    ["a day that does not exist", () => task("x", { due_on: "2026-02-30" })],
    ["an empty update", () => command("update_task", { kind: "task", key: "t" }, {})],
    [
      "a step twice",
      () =>
        command("start_workflow", account(), {
          workflow_type: "custom",
          title: "x",
          steps: [
            { step_key: "a", title: "a" },
            { step_key: "a", title: "b" },
          ],
        }),
    ],
    ["a policy on an account", () => command("create_task", { ...account(), policy_key: "p" }, { title: "x" })],
    ["a flag that is not set", () => command("clear_flag", account("A2"), { flag: "vip" })],
  ])("%s is action_payload_invalid (LEDGER-10)", async (_, bad) => {
    const refused = await append(org.organization, [task(), bad()]);
    expect([...codeOf(refused), refused.body["details"]?.[0]?.["index"]]).toEqual([400, "action_payload_invalid", 1]);
  });

  test("a body over one MiB is request_bound_exceeded", async () => {
    const refused = await append(org.organization, [task("x".repeat(1_100_000))]);
    expect(codeOf(refused)).toEqual([413, "request_bound_exceeded"]);
  });

  test("a principal of the header that differs, and a lens, are refused (LEDGER-1)", async () => {
    const post = (headers: Record<string, string>) =>
      org.organization.post(
        "/records/actions",
        { actor_principal: "pat", actor_type: "producer", commands: [task()] },
        { headers },
      );
    expect(codeOf(await post({ "x-service-acting-principal": "ana" }))).toEqual([400, "invalid_request"]);
    expect((await post({ "x-service-acting-principal": " pat " })).status).toBe(200);
    expect(codeOf(await post({ "x-service-records-lens": "principal:ana" }))).toEqual([403, "book_lens_read_only"]);
    expect(codeOf(await org.sandbox.post("/records/actions", {}))).toEqual([403, "scoped_key_required"]);
    const reading = await org.scoped(["actions:read"]);
    expect(codeOf(await append(reading, [task()]))).toEqual([403, "insufficient_capability"]);
  });

  test("the client that a command names must be that of its entity (LEDGER-3)", async () => {
    const named = (client_key: string) =>
      command("create_task", { kind: "policy", key: policy("P1"), client_key }, { title: "x" });
    expect((await append(org.organization, [named(client("A1"))])).status).toBe(200);
    expect(codeOf(await append(org.organization, [named(client("A2"))]))).toEqual([404, "not_found"]);
  });

  test("agents may not cancel or retract, unless the organization lists it (LEDGER-14)", async () => {
    const key = await createdKey([task("For agents")]);
    const refused = await append(org.organization, [command("cancel_task", { kind: "task", key }, { reason: "x" })], {
      actor_type: "agent",
    });
    expect(codeOf(refused)).toEqual([400, "action_payload_invalid"]);
    await api.deps.db.pool.query("update organizations set agent_commands = 'cancel_task' where id = $1", [
      org.organizationId,
    ]);
    expect(codeOf(await append(org.organization, [task()], { actor_type: "agent" }))).toEqual([
      400,
      "action_payload_invalid",
    ]);
    const cancelled = await append(org.organization, [command("cancel_task", { kind: "task", key }, { reason: "x" })], {
      actor_type: "agent",
    });
    expect(cancelled.status).toBe(200);
    await api.deps.db.pool.query("update organizations set agent_commands = null where id = $1", [org.organizationId]);
  });

  test("expected_last_seq is that of the row, or of the last command about a record (LEDGER-13)", async () => {
    const created = await append(org.organization, [
      command("add_note", account("A2"), { body: "x" }, { expected_last_seq: 0 }),
    ]);
    expect(created.status).toBe(200);
    const stale = await append(org.organization, [
      command("add_note", account("A2"), { body: "y" }, { expected_last_seq: 0 }),
    ]);
    expect(codeOf(stale)).toEqual([400, "action_payload_invalid"]);
    const key = String(created.body["results"]?.[0]?.["created"]?.["key"]);
    const amended = await append(org.organization, [
      command(
        "amend_note",
        { kind: "note", key },
        { body: "z" },
        { expected_last_seq: Number(created.body["action_seq"]) },
      ),
    ]);
    expect(amended.status).toBe(200);
  });
});

describe("states (LEDGER-30, LEDGER-31, LEDGER-32)", () => {
  const onTask = {
    update_task: { title: "y" },
    assign_task: { assignee_seat: "s" },
    complete_task: { outcome: "no_answer" },
    cancel_task: { reason: "x" },
    reopen_task: { reason: "x" },
  } as const;
  const possible: Record<string, readonly string[]> = {
    open: ["update_task", "assign_task", "complete_task", "cancel_task"],
    done: ["reopen_task"],
    cancelled: ["reopen_task"],
  };
  test.each(Object.keys(possible).flatMap((status) => Object.keys(onTask).map((type) => [status, type] as const)))(
    "a task that is %s: %s (LEDGER-30)",
    async (status, type) => {
      const key = await createdKey([task("Walk")]);
      const entity = { kind: "task", key };
      if (status !== "open") {
        const end =
          status === "done" ? command("complete_task", entity, {}) : command("cancel_task", entity, { reason: "x" });
        await append(org.organization, [end]);
      }
      const payload = Object.entries(onTask).find(([name]) => name === type)?.[1] ?? {};
      const answer = await append(org.organization, [command(type, entity, payload)]);
      expect(answer.status).toBe(possible[status]?.includes(type) === true ? 200 : 400);
      if (answer.status === 400) expect(answer.body["code"]).toEqual("action_payload_invalid");
    },
  );

  test("an update changes what it names, and null clears (LEDGER-30)", async () => {
    const key = await createdKey([task("Old", { body: "b", due_on: "2020-01-01", category: "c" })]);
    const entity = { kind: "task", key };
    await append(org.organization, [
      command("update_task", entity, { title: "New", due_on: null }),
      command("assign_task", entity, { assignee_seat: "seat-x" }),
    ]);
    const found = await list(org.organization, "tasks", { assignee_seat: "seat-x" });
    expect(found.body["data"]).toMatchObject([
      { task_key: key, title: "New", body: "b", due_on: null, category: "c", overdue: false },
    ]);
  });

  test("a workflow goes step by step, and ends once (LEDGER-31)", async () => {
    const steps = [
      { step_key: "a", title: "A" },
      { step_key: "b", title: "B" },
    ];
    const key = await createdKey([
      command("start_workflow", account(), { workflow_type: "renewal", title: "W", steps }),
    ]);
    const entity = { kind: "workflow", key };
    const advance = (step_key: string, state: string) =>
      append(org.organization, [command("advance_workflow", entity, { step_key, state })]);
    expect((await advance("a", "in_progress")).status).toBe(200);
    expect((await advance("a", "done")).status).toBe(200);
    for (const [step, state] of [
      ["a", "in_progress"],
      ["a", "done"],
      ["c", "done"],
    ] as const)
      expect(codeOf(await advance(step, state))).toEqual([400, "action_payload_invalid"]);
    expect((await advance("b", "skipped")).status).toBe(200);
    const shown = await list(org.organization, "workflows", { client_key: client("A1"), status: "open" });
    expect(shown.body["data"]?.[0]).toMatchObject({
      workflow_key: key,
      progress: { done: 2, total: 2 },
      steps: [{ state: "done" }, { state: "skipped" }],
    });
    expect(
      (await append(org.organization, [command("complete_workflow", entity, { outcome: "renewed" })])).status,
    ).toBe(200);
    for (const again of [
      command("complete_workflow", entity, { outcome: "x" }),
      command("cancel_workflow", entity, { reason: "x" }),
      command("advance_workflow", entity, { step_key: "a", state: "done" }),
    ])
      expect(codeOf(await append(org.organization, [again]))).toEqual([400, "action_payload_invalid"]);
    const other = await createdKey([command("start_workflow", account(), { workflow_type: "custom", title: "W2" })]);
    expect(
      (await append(org.organization, [command("cancel_workflow", { kind: "workflow", key: other }, { reason: "x" })]))
        .status,
    ).toBe(200);
  });

  test("a note is amended and retracted; what it was stays in the ledger (LEDGER-32)", async () => {
    const key = await createdKey([
      command("add_note", { kind: "claim", key: book.keyOf("claims", "L1") }, { body: "First", pinned: true }),
    ]);
    const entity = { kind: "note", key };
    await org.organization.post("/records/actions", {
      actor_principal: "ana",
      actor_type: "producer",
      commands: [command("amend_note", entity, { body: "Second" })],
    });
    const shown = async () => (await list(org.organization, "notes", { policy_key: policy("P1") })).body["data"]?.[0];
    expect(await shown()).toMatchObject({
      note_key: key,
      body: "Second",
      author: "pat",
      edited: true,
      edited_by: "ana",
      pinned: true,
      client_key: client("A1"),
      policy_key: policy("P1"),
    });
    await append(org.organization, [command("retract_note", entity, { reason: "wrong client" })]);
    expect(await shown()).toMatchObject({ body: null, retracted: true });
    for (const type of ["amend_note", "retract_note"])
      expect(
        codeOf(
          await append(org.organization, [
            command(type, entity, type === "amend_note" ? { body: "x" } : { reason: "x" }),
          ]),
        ),
      ).toEqual([400, "action_payload_invalid"]);
    const actions = await list(org.organization, "actions", { policy_key: policy("P1") });
    expect(actions.text).toContain("First");
  });

  test("a flag is set, cleared once, and set again (LEDGER-33)", async () => {
    const flag = (type: string) => append(org.organization, [command(type, account("A2"), { flag: "needs_review" })]);
    expect((await flag("flag_record")).status).toBe(200);
    expect((await flag("flag_record")).status).toBe(200);
    expect((await flag("clear_flag")).status).toBe(200);
    expect(codeOf(await flag("clear_flag"))).toEqual([400, "action_payload_invalid"]);
  });
});

describe("reads of the ledger (LEDGER-2, LEDGER-60)", () => {
  test("need a person under every posture, and take client or policy", async () => {
    expect(codeOf(await org.organization.get("/records/tasks"))).toEqual([403, "identity_unmapped"]);
    const both = await list(org.organization, "tasks", { client_key: client("A1"), policy_key: policy("P1") });
    expect(codeOf(both)).toEqual([400, "invalid_request"]);
    expect(codeOf(await list(org.organization, "notes", { client_key: "c_none" }))).toEqual([404, "not_found"]);
    expect(codeOf(await list(org.organization, "notes", { policy_key: "p_none" }))).toEqual([404, "not_found"]);
    expect(codeOf(await list(org.organization, "notes", { status: "open" }))).toEqual([400, "invalid_request"]);
    expect(codeOf(await list(await org.scoped(["records:read"]), "tasks"))).toEqual([403, "insufficient_capability"]);
    expect((await org.organization.get("/book/tasks", { headers: asPat })).status).toBe(200);
  });

  test("pages follow each other, and a cursor belongs to its list (LEDGER-60)", async () => {
    await append(
      org.organization,
      Array.from({ length: 5 }, (_, at) => task(`Page ${at}`)),
    );
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer = await list(org.organization, "tasks", {
        limit: "3",
        status: "open",
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...(page.body["data"] ?? []).map((one: Json) => one["task_key"]));
      cursor = page.body["next_cursor"] === null ? undefined : String(page.body["next_cursor"]);
      if (cursor !== undefined && seen.length === 3)
        expect(codeOf(await list(org.organization, "tasks", { cursor, status: "done" }))).toEqual([
          400,
          "invalid_cursor",
        ]);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    const all = await list(org.organization, "tasks", { limit: "200", status: "open" });
    expect(seen).toEqual(all.body["data"]?.map((one: Json) => one["task_key"]));
    const due = await list(org.organization, "tasks", { due_before: "2000-01-01" });
    expect(due.body["data"]).toEqual([]);
  });

  test("a sandbox key fills no live list, and seq is the organization's (LEDGER-5)", async () => {
    const trial = await org.scoped(["actions:write", "actions:read"], [], "sandbox");
    const made = await append(trial, [task("Sandbox only")]);
    expect(made.status).toBe(200);
    const key = String(made.body["results"]?.[0]?.["created"]?.["key"]);
    expect((await list(trial, "tasks")).body["data"]).toHaveLength(1);
    expect((await list(org.organization, "tasks", { limit: "200" })).text).not.toContain("Sandbox only");
    expect(codeOf(await append(org.organization, [command("complete_task", { kind: "task", key }, {})]))).toEqual([
      404,
      "not_found",
    ]);
    const head = await list(org.organization, "actions", { limit: "1" });
    expect(head.body["action_seq"]).toEqual(made.body["action_seq"]);
    expect((await list(trial, "actions")).body["scope"]).toMatchObject({
      environment: "sandbox",
      actor_principal: "pat",
      posture: "off",
    });
  });

  test("the chain can be verified from /actions alone (LEDGER-20)", async () => {
    const other = await api.organization();
    const theirs = await createTestBook(api.deps.db, { organizationId: other.organizationId });
    await theirs.write({ puts: [row("accounts", "A1", { name: "Theirs" })] });
    await theirs.serve();
    const entity = { kind: "account", key: theirs.keyOf("accounts", "A1") };
    for (let at = 0; at < 7; at += 1)
      await append(other.organization, [
        command("add_note", entity, { body: `Note ${at} "ü"`, pinned: true }),
        command("create_task", entity, { title: "T" }),
      ]);
    let previous = "0".repeat(64);
    let seq = 0;
    let after = "0";
    for (;;) {
      const page = await list(other.organization, "actions", { after_seq: after, limit: "4" });
      const rows: readonly Json[] = [...(page.body["data"] ?? [])];
      for (const one of rows) {
        seq += 1;
        const payloadSha256 = createHash("sha256")
          .update(canonicalJson(parseJson(JSON.stringify(one["payload"]))))
          .digest("hex");
        const text = [
          previous,
          seq,
          one["command_id"],
          one["type"],
          canonicalJson(parseJson(JSON.stringify(one["entity"]))),
          `${one["actor_type"]}:${one["actor_principal"]}`,
          one["recorded_at"],
          payloadSha256,
        ].join("|");
        expect(one).toMatchObject({ seq, payload_sha256: payloadSha256, previous_hash: previous });
        previous = createHash("sha256").update(text).digest("hex");
        expect(one["hash"]).toBe(previous);
      }
      if (rows.length === 0) {
        expect(page.body["scope"]).toEqual({
          posture: "off",
          actor_principal: "pat",
          environment: "live",
          head: { seq: 14, hash: previous },
        });
        break;
      }
      after = String(rows.at(-1)?.["seq"]);
    }
    expect(seq).toBe(14);
  });
});

describe("where else the ledger shows (LEDGER-62, LEDGER-63)", () => {
  test("status, summary and timeline tell what is in the ledger", async () => {
    const entity = account("A2");
    const before = await org.organization.get(`/records/accounts/${client("A2")}/summary`);
    const made = await append(org.organization, [
      command("create_task", entity, { title: "On the timeline" }),
      command("add_note", entity, { body: "Only mine", visibility: "private" }),
      command("log_activity", entity, {
        channel: "email",
        direction: "in",
        summary: "Asked",
        occurred_at: "2026-11-20T08:00:00Z",
      }),
    ]);
    const status = await org.organization.get("/records/status");
    expect(status.body["ledger"]).toEqual({ action_seq: made.body["action_seq"] });
    const summary = await org.organization.get(`/records/accounts/${client("A2")}/summary`);
    expect(Number(summary.body["data"]?.["open_tasks"])).toBe(Number(before.body["data"]?.["open_tasks"]) + 1);
    expect(summary.body["data"]?.["last_touch"]).toEqual({
      at: "2026-11-20T08:00:00.000Z",
      activity_key: null,
      command_id: made.body["results"]?.[2]?.["command_id"],
      subject: "Asked",
    });
    const listed = await org.organization.get(`/records/accounts/${client("A2")}`, { query: { include: "summary" } });
    expect(listed.body["data"]?.["summary"]).toEqual(summary.body["data"]);
    const timeline = (headers: Record<string, string>) =>
      org.organization.get(`/records/accounts/${client("A2")}/timeline`, { headers });
    const shown = (await timeline(asPat)).body["data"] ?? [];
    expect(shown.find((one) => String(one["title"]) === "On the timeline")).toMatchObject({
      kind: "task",
      ref: { family: "tasks", key: made.body["results"]?.[0]?.["created"]?.["key"] },
    });
    expect((await timeline(asPat)).text).toContain("Only mine");
    expect((await timeline({})).text).not.toContain("Only mine");
  });

  test("a run's packet lists the commands about it, and those that came from it (LEDGER-63)", async () => {
    const runId = randomUUID();
    const { rows } = await api.deps.db.pool.query<{ id: string }>(
      "select id from environments where organization_id = $1 and slug = 'live'",
      [org.organizationId],
    );
    await api.deps.db.prisma.run.create({
      data: {
        id: runId,
        organizationId: org.organizationId,
        environmentId: rows[0]?.id ?? "",
        environmentSlug: "live",
        engineId: randomUUID(),
        engineSlug: "any",
        engineType: "comparison",
        submitter: "key",
        keyId: "key",
        requestHash: new Uint8Array(32),
        status: "queued",
        fairRank: 0,
      },
    });
    const run = { kind: "run", key: runId };
    const made = await append(org.organization, [
      command("add_note", run, { body: "About the run" }),
      task("From the run", { source: { run_id: runId } }),
    ]);
    expect(made.status).toBe(200);
    const seq = Number(made.body["action_seq"]);
    expect(await actionsOfRun(api.deps, { organizationId: org.organizationId, id: runId }, { kind: "all" })).toEqual([
      { seq: seq - 1, type: "add_note" },
      { seq, type: "create_task" },
    ]);
    const named = await append(org.organization, [
      command("create_task", { ...run, client_key: client("A1") }, { title: "x" }),
    ]);
    expect(named.status).toBe(200);
    for (const wrong of [
      { kind: "run", key: randomUUID() },
      { kind: "run", key: "no-uuid" },
      { ...run, client_key: "c_none" },
    ])
      expect(codeOf(await append(org.organization, [command("create_task", wrong, { title: "x" })]))).toEqual([
        404,
        "not_found",
      ]);
    const trial = await org.scoped(["actions:write"], [], "sandbox");
    expect(codeOf(await append(trial, [command("add_note", run, { body: "x" })]))).toEqual([404, "not_found"]);
  });
});
