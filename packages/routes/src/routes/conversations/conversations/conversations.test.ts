import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listChanges } from "@service/domain/audit";
import { createTestBook, insertRun, insertTestTurn, passTestGate, type TestBook } from "@service/domain/testing";
import { noEvidence } from "@service/domain/grounding";
import { setOrganization } from "@service/domain/organizations";
import { importSeats } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;
let book: TestBook;

const instances = "/conversation-instances";
/** An instance that is released: what most tests converse with. */
const desk = `${instances}/desk/conversations`;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  await anInstance("desk", {
    variables: [
      { key: "office", type: "string", max_length: 10 },
      { key: "on", type: "date" },
      { key: "count", type: "number" },
      { key: "open", type: "boolean" },
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  await book.write({ puts: ["A1", "A2"].flatMap(clientRows) });
  await book.serve();
  await importSeats(api.deps, testOperator, {
    organizationId: org.organizationId,
    file: [
      { seat_key: "S-A1", principal_ids: ["ana"] },
      { seat_key: "S-ALL", principal_ids: ["all"], scope: "All" },
    ],
  });
});
afterAll(() => api.stop());

function clientRows(id: string) {
  return [
    {
      family: "accounts" as const,
      sourceId: id,
      fields: { name: `Harbor ${id}`, segment: "commercial", producer_seat: `S-${id}` },
    },
    {
      family: "policies" as const,
      sourceId: `GL ${id}`,
      fields: {
        client_key: book.keyOf("accounts", id),
        policy_number: `N1 ${id}`,
        line: "general_liability",
        status: "active",
        effective_on: "2026-01-01",
        expires_on: "2027-01-01",
      },
    },
  ];
}
const client = (id: string): string => book.keyOf("accounts", id);
const policy = (id: string): string => book.keyOf("policies", `GL ${id}`);

async function anInstance(slug: string, config: object = {}, of = org): Promise<string> {
  const { organization: by, organizationId } = of;
  await by.post(instances, { slug, label: slug, config });
  await passTestGate(api.deps.db, { organizationId, slug });
  const released = await by.post(`${instances}/${slug}/versions`);
  if (released.status !== 201) throw new Error(released.text);
  return `${instances}/${slug}/conversations`;
}
const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
const as = (principal: string) => ({ headers: { "x-service-acting-principal": principal } });
async function begun(body: object = {}, by: Actor = key, path = desk, options = {}): Promise<string> {
  const answer = await by.post(path, body, options);
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body["conversation_id"]);
}
const idsOf = (answer: Answer) => answer.body["conversations"]?.map((one) => String(one["conversation_id"]));

describe("beginning", () => {
  test("a conversation has what it was begun with (CONV-21)", async () => {
    const answer = await key.post(
      desk,
      {
        title: "Renewal",
        variables: { office: "Toledo", on: "2026-12-31", count: 3, open: true },
        metadata: { ticket: "T-1" },
        seed: [{ role: "user", text: "Hello" }],
      },
      as("pat"),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      instance_slug: "desk",
      environment: "live",
      title: "Renewal",
      status: "active",
      owner_principal: "pat",
      subject: null,
      variables: { office: "Toledo", on: "2026-12-31", count: 3, open: true },
      metadata: { ticket: "T-1" },
      turn_count: 0,
      head_turn_id: null,
      active_turn_id: null,
      last_turn_at: null,
    });
    const id = String(answer.body["conversation_id"]);
    expect((await key.get(`${desk}/${id}`)).body).toEqual(answer.body);
    expect((await key.post(desk)).status).toBe(201);
  });

  test.each([
    [{ title: " " }, "title"],
    [{ title: "x".repeat(201) }, "title"],
    [{ variables: { office: "x".repeat(11) } }, "variables.office"],
    [{ variables: { on: "2026-02-30" } }, "variables.on"],
    [{ variables: { count: "3" } }, "variables.count"],
    [{ variables: { open: "yes" } }, "variables.open"],
    [{ variables: { unknown: "x" } }, "variables.unknown"],
    [{ metadata: { ticket: 7 } }, "metadata.ticket"],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`m${n}`, ""])) }, "metadata"],
    [{ seed: Array.from({ length: 21 }, () => ({ role: "user", text: "x" })) }, "seed"],
    [{ seed: [{ role: "system", text: "x" }] }, "seed[0].role"],
    [{ subject: {} }, "subject"],
    [{ subject: { run_ids: ["x"] } }, "subject.run_ids[0]"],
    [{ subject: { run_ids: [randomUUID()], connection_id: randomUUID() } }, "subject.connection_id"],
    [{ surprise: 1 }, "surprise"],
  ])("%j is an invalid request at %s (CONV-22)", async (body, field) => {
    const answer = await key.post(desk, body);
    expect(codesOf(answer)).toEqual([400, "invalid_request"]);
    expect(answer.body["details"]?.map((issue) => String(issue["field"]))).toContain(field);
  });

  test("variables and a subject that the instance requires must be there, and one that it does not take must not (CONV-22)", async () => {
    const strict = await anInstance("strict", {
      variables: [{ key: "office", type: "string", required: true }],
      grounding: { subject: "required" },
    });
    const fieldsOf = (answer: Answer) => answer.body["details"]?.map((issue) => String(issue["field"]));
    expect(fieldsOf(await key.post(strict, {}))).toEqual(["variables.office"]);
    expect(fieldsOf(await key.post(strict, { variables: { office: "T" } }))).toEqual(["subject"]);
    const closed = await anInstance("closed", { grounding: { subject: "none" } });
    expect(fieldsOf(await key.post(closed, { subject: { client_key: client("A1") } }))).toEqual(["subject"]);
  });

  test("live needs a release, a sandbox converses with the draft, and an archived instance with nobody (CONV-26)", async () => {
    await key.post(instances, { slug: "unreleased", label: "Unreleased" });
    const path = `${instances}/unreleased/conversations`;
    expect(codesOf(await key.post(path, {}))).toEqual([409, "conversation_instance_not_released"]);
    expect((await org.sandbox.post(path, {})).body["environment"]).toBe("sandbox");
    await key.patch(`${instances}/unreleased`, { status: "archived" });
    expect(codesOf(await org.sandbox.post(path, {}))).toEqual([403, "conversation_instance_archived"]);
    expect(codesOf(await key.post(`${instances}/nothing/conversations`, {}))).toEqual([
      404,
      "conversation_instance_not_found",
    ]);
  });

  test("an equal Idempotency-Key answers the same conversation, once, and another body is refused (CONV-25)", async () => {
    const options = { headers: { "idempotency-key": randomUUID() } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => key.post(desk, { title: "Once" }, options)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(new Set(answers.map(({ body }) => String(body["conversation_id"]))).size).toBe(1);
    const other = await key.post(desk, { title: "Other" }, options);
    expect(codesOf(other)).toEqual([409, "idempotency_key_reused"]);
    expect(other.body["details"]).toEqual({ conversation_id: answers[0]?.body["conversation_id"] });
    // Another person, environment or key has keys of its own.
    expect(
      (await key.post(desk, { title: "Once" }, { headers: { ...options.headers, ...as("pat").headers } })).status,
    ).toBe(201);
    expect((await org.sandbox.post(desk, { title: "Once" }, options)).status).toBe(201);
    expect(codesOf(await key.post(desk, {}, { headers: { "idempotency-key": "" } }))).toEqual([
      400,
      "invalid_idempotency_key",
    ]);
    const first = String(answers[0]?.body["conversation_id"]);
    // What was begun is answered also when nothing can be begun any more.
    await key.patch(`${instances}/desk`, { status: "archived" });
    expect((await key.post(desk, { title: "Once" }, options)).status).toBe(200);
    await key.patch(`${instances}/desk`, { status: "active" });
    await key.delete(`${desk}/${first}`);
    expect((await key.post(desk, { title: "Once" }, options)).status).toBe(201);
  });

  test("a body over 256 KiB exceeds a bound", async () => {
    expect(codesOf(await key.post(desk, { title: "x".repeat(300_000) }))).toEqual([413, "request_bound_exceeded"]);
  });
});

describe("the subject", () => {
  test("a client or a policy that the creator reads; a policy brings its client (CONV-23)", async () => {
    const { connectionId } = book;
    const about = (subject: object) => key.post(desk, { subject });
    expect((await about({ client_key: client("A1") })).body["subject"]).toEqual({
      connection_id: connectionId,
      client_key: client("A1"),
    });
    const whole = { connection_id: connectionId, client_key: client("A1"), policy_key: policy("A1") };
    expect((await about({ policy_key: policy("A1") })).body["subject"]).toEqual(whole);
    expect((await about(whole)).body["subject"]).toEqual(whole);
    expect((await about({ connection_id: connectionId })).body["subject"]).toEqual({ connection_id: connectionId });
    for (const subject of [
      { client_key: "nobody" },
      { policy_key: "none" },
      { client_key: client("A2"), policy_key: policy("A1") },
      { client_key: client("A1"), connection_id: randomUUID() },
      { connection_id: randomUUID() },
    ])
      expect(codesOf(await about(subject))).toEqual([404, "not_found"]);
  });

  test("a key that may not read the book finds no client (CONV-23)", async () => {
    const subject = { client_key: client("A1") };
    const bare = await org.scoped(["conversations:use"]);
    expect(codesOf(await bare.post(desk, { subject }))).toEqual([404, "not_found"]);
    expect(codesOf(await org.sandbox.post(desk, { subject }))).toEqual([404, "not_found"]);
    const reading = await org.scoped(["conversations:use", "records:read"]);
    expect((await reading.post(desk, { subject })).status).toBe(201);
  });

  test("under lit the person decides, and without a person there is no conversation about a client (CONV-24)", async () => {
    await setOrganization(api.deps, testOperator, org.organizationId, { recordsPosture: "lit" });
    try {
      const reading = await org.scoped(["conversations:use", "records:read"]);
      const about = (id: string, options = {}) => reading.post(desk, { subject: { client_key: client(id) } }, options);
      expect((await about("A1", as("ana"))).status).toBe(201);
      expect(codesOf(await about("A2", as("ana")))).toEqual([404, "not_found"]);
      expect((await about("A2", as("all"))).status).toBe(201);
      expect(codesOf(await about("A1"))).toEqual([403, "identity_unmapped"]);
      expect(codesOf(await about("A1", as("stranger")))).toEqual([403, "identity_unmapped"]);
      expect((await reading.post(desk, {})).status).toBe(201);
    } finally {
      await setOrganization(api.deps, testOperator, org.organizationId, { recordsPosture: "off" });
    }
  });

  test("runs of this environment and of engines to which the key is bound (CONV-23)", async () => {
    for (const slug of ["quotes", "others"])
      await key.post("/engines", { slug, label: slug, description: "", engine_type: "comparison" });
    const engineId = String((await key.get("/engines/quotes")).body["id"]);
    const runId = await aRun(engineId);
    const about = (by: Actor, id = runId) => by.post(desk, { subject: { run_ids: [id] } });
    expect((await about(key)).body["subject"]).toEqual({ run_ids: [runId] });
    expect((await about(await org.scoped(["conversations:use", "runs:read"], ["quotes"]))).status).toBe(201);
    for (const by of [
      await org.scoped(["conversations:use", "runs:read"], ["others"]),
      await org.scoped(["conversations:use"], ["quotes"]),
      org.sandbox,
    ])
      expect(codesOf(await about(by))).toEqual([404, "not_found"]);
    expect(codesOf(await about(key, randomUUID()))).toEqual([404, "not_found"]);
  });
});

/** The row of a run. */
const aRun = (engineId: string): Promise<string> =>
  insertRun(api.deps.db, { organizationId: org.organizationId, engine: { id: engineId }, status: "queued" });

describe("whose conversation it is", () => {
  test("a named person sees that person's, nobody named the environment's, another environment or organization none (CONV-20)", async () => {
    const id = await begun({ title: "Mine" }, key, desk, as("pat"));
    const path = `${desk}/${id}`;
    expect((await key.get(path, as("pat"))).status).toBe(200);
    expect((await key.get(path)).status).toBe(200);
    const others = await api.organization();
    const other = others.organization;
    await anInstance("desk", {}, others);
    const absent = await key.get(`${desk}/${randomUUID()}`);
    expect(codesOf(absent)).toEqual([404, "conversation_not_found"]);
    for (const answer of [
      await key.get(path, as("sam")),
      await org.sandbox.get(path),
      await other.get(path),
      await key.get(`${instances}/strict/conversations/${id}`),
      await key.get(`${desk}/not-an-id`),
      await key.patch(path, { title: "x" }, as("sam")),
      await key.delete(path, as("sam")),
      await org.sandbox.delete(path),
    ])
      expect(answer.text).toBe(absent.text);
    expect(idsOf(await key.get(desk, as("sam")))).toEqual([]);
    expect(idsOf(await key.get(desk, as("pat")))).toContain(id);
    expect(idsOf(await key.get(desk, { ...as("sam"), query: { owner_principal: "pat" } }))).toEqual([]);
    // An address alone names a person as well.
    const byAddress = { headers: { "x-service-acting-email": "Kim@Example.com" } };
    expect(idsOf(await key.get(desk, byAddress))).toEqual([]);
    const made = await key.post(desk, {}, byAddress);
    expect(made.body["owner_principal"]).toBe("kim@example.com");
    expect(idsOf(await key.get(desk, byAddress))).toEqual([made.body["conversation_id"]]);
  });

  test("a key needs conversations:use (KEY-11)", async () => {
    const without = await org.scoped(["conversations:export", "records:read"]);
    const id = await begun();
    for (const answer of [
      await without.get(desk),
      await without.post(desk, {}),
      await without.get(`${desk}/${id}`),
      await without.patch(`${desk}/${id}`, { title: "x" }),
      await without.delete(`${desk}/${id}`),
    ])
      expect(codesOf(answer)).toEqual([403, "insufficient_capability"]);
  });

  test("where the organization verifies assertions, a person that is named needs one (CONV-20)", async () => {
    const verified = await api.organization();
    const path = await anInstance("desk", {}, verified);
    await setOrganization(api.deps, testOperator, verified.organizationId, { assertionSecret: "s".repeat(32) });
    const by = await verified.scoped(["conversations:use"]);
    expect(codesOf(await by.get(path, as("pat")))).toEqual([403, "assertion_invalid"]);
    expect((await by.get(path)).status).toBe(200);
  });
});

describe("listing", () => {
  test("newest first, in pages that neither repeat nor miss one (CONV-40)", async () => {
    const path = await anInstance("pages");
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift(await begun({}, key, path));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await key.get(path, { query: { limit: "2", ...(cursor !== undefined && { cursor }) } });
      seen.push(...(idsOf(answer) ?? []));
      const next = answer.body["next_cursor"];
      cursor = next === null || next === undefined ? undefined : String(next);
    } while (cursor !== undefined);
    expect(seen).toEqual(made);
    const first = String((await key.get(path, { query: { limit: "2" } })).body["next_cursor"]);
    for (const query of [{ cursor: `${first}A` }, { cursor: first, status: "active" }])
      expect(codesOf(await key.get(path, { query }))).toEqual([400, "invalid_cursor"]);
    expect(codesOf(await key.get(path, { ...as("pat"), query: { cursor: first } }))).toEqual([400, "invalid_cursor"]);
    expect(codesOf(await org.sandbox.get(path, { query: { cursor: first } }))).toEqual([400, "invalid_cursor"]);
  });

  test("filters by status, change, person, client and metadata (CONV-41)", async () => {
    const path = await anInstance("filters");
    const plain = await begun({ metadata: { ticket: "T-1", queue: "a" } }, key, path, as("pat"));
    const about = await begun(
      { subject: { client_key: client("A1") }, metadata: { ticket: "T-2", queue: "a" } },
      key,
      path,
    );
    await key.patch(`${path}/${plain}`, { status: "archived" });
    const listed = async (query: Record<string, string>) => idsOf(await key.get(path, { query }));
    expect(await listed({ status: "archived" })).toEqual([plain]);
    expect(await listed({ status: "active" })).toEqual([about]);
    expect(await listed({ owner_principal: "pat" })).toEqual([plain]);
    expect(await listed({ client_key: client("A1") })).toEqual([about]);
    expect(await listed({ "metadata.ticket": "T-2" })).toEqual([about]);
    expect(await listed({ "metadata.queue": "a", "metadata.ticket": "T-1" })).toEqual([plain]);
    expect(await listed({ "metadata.queue": "b" })).toEqual([]);
    for (const name of ["__proto__", "constructor", "toString"])
      expect([name, await listed({ [`metadata.${name}`]: "x" })]).toEqual([name, []]);
    const { updated_at: changedAt } = (await key.get(`${path}/${about}`)).body;
    expect(await listed({ updated_after: "2020-01-01T00:00:00Z" })).toEqual([about, plain]);
    expect(await listed({ updated_after: String(changedAt) })).toEqual([plain]);
    for (const query of [
      { status: "gone" },
      { updated_after: "yesterday" },
      { colour: "red" },
      { "metadata.": "x" },
      { limit: "201" },
    ])
      expect(codesOf(await key.get(path, { query }))).toEqual([400, "invalid_request"]);
  });

  test("q finds words of titles, questions and answers, however they are written (CONV-42)", async () => {
    const path = await anInstance("search");
    const titled = await begun({ title: "Renewal of Blue Harbor (T-1042)" }, key, path);
    const other = await begun({ title: "Other" }, key, path);
    await insertTestTurn(api.deps.db, other, { input: "What is the umbrella limit?", output: "It is five million." });
    const listed = async (q: string) => idsOf(await key.get(path, { query: { q } }));
    expect(await listed("harb RENEWAL")).toEqual([titled]);
    expect(await listed("1042")).toEqual([titled]);
    expect(await listed("umbrel")).toEqual([other]);
    expect(await listed("million")).toEqual([other]);
    expect(await listed("umbrella million")).toEqual([]);
    expect(await listed("'); drop table")).toEqual([]);
    for (const q of ["--", "a b c d e f g h i j k"])
      expect(codesOf(await key.get(path, { query: { q } }))).toEqual([400, "invalid_request"]);
  });

  test("q finds nothing by an answer that is withheld from the reader, on no page (CONV-43)", async () => {
    const path = await anInstance("withheld");
    const evidence = JSON.stringify({
      ...noEvidence(org.organizationId),
      capabilities: ["records:read"],
      isLiveOnly: true,
    });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await begun({}, key, path);
      await insertTestTurn(api.deps.db, id, { input: "What of it?", output: "The secret premium.", evidence });
      ids.unshift(id);
    }
    const open = await begun({}, key, path);
    await insertTestTurn(api.deps.db, open, { input: "And this?", output: "No secret here." });
    const reading = await org.scoped(["conversations:use", "records:read"]);
    const bare = await org.scoped(["conversations:use"]);
    expect(idsOf(await reading.get(path, { query: { q: "secret" } }))).toEqual([open, ...ids]);
    const first = await bare.get(path, { query: { q: "secret", limit: "1" } });
    expect(idsOf(first)).toEqual([open]);
    expect(idsOf(await bare.get(path, { query: { q: "secret" } }))).toEqual([open]);
    expect(idsOf(await bare.get(path, { query: { q: "what" } }))).toEqual(ids);
  });
});

describe("changing and deleting", () => {
  test("title, metadata as a whole, and status (CONV-27)", async () => {
    const id = await begun({ metadata: { a: "1" } });
    const changed = await key.patch(`${desk}/${id}`, { title: "New", metadata: { b: "2" } });
    expect(changed.body).toMatchObject({ title: "New", metadata: { b: "2" }, status: "active" });
    for (const body of [{}, { title: "" }, { status: "gone" }, { variables: {} }, { subject: null }])
      expect(codesOf(await key.patch(`${desk}/${id}`, body))).toEqual([400, "invalid_request"]);
  });

  test("a conversation with a turn under way is not archived (CONV-27)", async () => {
    const id = await begun();
    const turnId = await insertTestTurn(api.deps.db, id, { status: "queued" });
    const refused = await key.patch(`${desk}/${id}`, { status: "archived" });
    expect(codesOf(refused)).toEqual([409, "turn_in_progress"]);
    expect(refused.body["details"]).toEqual({ turn_id: turnId });
    expect((await key.patch(`${desk}/${id}`, { title: "Allowed" })).body["active_turn_id"]).toBe(turnId);
  });

  test("a deleted conversation is gone at once, its turn gets a request to stop, and the log has it (CONV-28)", async () => {
    const id = await begun();
    const turnId = await insertTestTurn(api.deps.db, id, { status: "running" });
    expect((await key.delete(`${desk}/${id}`)).status).toBe(204);
    expect(codesOf(await key.get(`${desk}/${id}`))).toEqual([404, "conversation_not_found"]);
    expect(codesOf(await key.delete(`${desk}/${id}`))).toEqual([404, "conversation_not_found"]);
    expect(idsOf(await key.get(desk))).not.toContain(id);
    const { rows } = await api.deps.db.pool.query({
      text: "select cancel_requested_at is not null as requested from turns where id = $1",
      values: [turnId],
    });
    expect(rows).toEqual([{ requested: true }]);
    const { changes } = await listChanges(api.deps, { organizationId: org.organizationId, limit: 1 });
    expect(changes[0]).toMatchObject({ action: "conversations.delete", resourceId: id, environment: "live" });
    expect(codesOf(await key.delete(`${desk}/${await begun()}`, { query: { erase_derived: "yes" } }))).toEqual([
      400,
      "invalid_request",
    ]);
  });
});
