import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { listChanges } from "@service/domain/audit";
import { insertTestTurn, passTestGate } from "@service/domain/testing";
import { noEvidence } from "@service/domain/grounding";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;
const desk = "/conversation-instances/desk/conversations";

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  await key.post("/conversation-instances", { slug: "desk", label: "Desk" });
  await passTestGate(api.deps.db, { organizationId: org.organizationId, slug: "desk" });
  await key.post("/conversation-instances/desk/versions");
});
afterAll(() => api.stop());

const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
const as = (principal: string) => ({ headers: { "x-service-acting-principal": principal } });
const matching = (revision: number) => ({ headers: { "if-match": `"${revision}"` } });
/** A conversation. @returns its id and the path of its annotations. */
async function aConversation(options = {}): Promise<{ readonly id: string; readonly path: string }> {
  const id = String((await key.post(desk, {}, options)).body["conversation_id"]);
  return { id, path: `${desk}/${id}/annotations` };
}
const onTurn = (turnId: string) => ({ type: "turn", turn_id: turnId });
const whole = { type: "conversation" };

describe("annotating", () => {
  test("a turn that has ended, or the conversation, each kind with its member (CONV-70)", async () => {
    const { id, path } = await aConversation();
    const turnId = await insertTestTurn(api.deps.db, id);
    const made = await key.post(
      path,
      { target: onTurn(turnId), kind: "correction", corrected_output: "On 2027-04-01.", labels: ["date"] },
      as("pat"),
    );
    // The conversation has no owner, so a named person does not see it.
    expect(codesOf(made)).toEqual([404, "conversation_not_found"]);
    const correction = await key.post(path, {
      target: onTurn(turnId),
      kind: "correction",
      corrected_output: "On 2027-04-01.",
      labels: ["date"],
    });
    expect(correction.status).toBe(201);
    expect(correction.headers["etag"]).toBe('"1"');
    expect(correction.body).toMatchObject({
      target: onTurn(turnId),
      kind: "correction",
      rating: null,
      labels: ["date"],
      corrected_output: "On 2027-04-01.",
      comment: null,
      withheld: false,
      author_principal: null,
      revision: 1,
      promoted_scenario_key: null,
    });
    const annotationId = String(correction.body["annotation_id"]);
    expect((await key.get(`${path}/${annotationId}`)).body).toEqual(correction.body);
    for (const body of [
      { target: whole, kind: "rating", rating: "up" },
      { target: whole, kind: "label", labels: ["good"] },
      { target: onTurn(turnId), kind: "comment", comment: "Well." },
    ])
      expect((await key.post(path, body)).status).toBe(201);
    const { changes } = await listChanges(api.deps, { organizationId: org.organizationId, limit: 1 });
    expect(changes[0]).toMatchObject({
      action: "conversations.annotations.create",
      resourceId: id,
      after: { kind: "comment" },
    });
    expect(JSON.stringify(changes)).not.toContain("Well.");
    const mine = await aConversation(as("pat"));
    const rated = await key.post(mine.path, { target: whole, kind: "rating", rating: "down" }, as("pat"));
    expect(rated.body["author_principal"]).toBe("pat");
  });

  test.each([
    [{ kind: "rating" }, "rating"],
    [{ kind: "label", labels: [] }, "labels"],
    [{ kind: "comment", comment: "x".repeat(4_001) }, "comment"],
    [{ kind: "correction", corrected_output: "x" }, "corrected_output"],
    [{ kind: "praise", comment: "x" }, "kind"],
    [{ kind: "rating", rating: "sideways" }, "rating"],
    [{ kind: "rating", rating: "up", target: { type: "turn", turn_id: "x" } }, "target.turn_id"],
    [{ kind: "rating", rating: "up", surprise: 1 }, "surprise"],
  ])("%j is an invalid request at %s", async (body, field) => {
    const { path } = await aConversation();
    const answer = await key.post(path, { target: whole, ...body });
    expect(codesOf(answer)).toEqual([400, "invalid_request"]);
    expect(answer.body["details"]?.map((issue) => String(issue["field"]))).toContain(field);
  });

  test("a turn of another conversation is not found, and one under way cannot be judged (CONV-70)", async () => {
    const { id, path } = await aConversation();
    const other = await aConversation();
    const theirs = await insertTestTurn(api.deps.db, other.id);
    const active = await insertTestTurn(api.deps.db, id, { status: "running" });
    const rate = (turnId: string) => key.post(path, { target: onTurn(turnId), kind: "rating", rating: "up" });
    expect(codesOf(await rate(theirs))).toEqual([404, "turn_not_found"]);
    expect(codesOf(await rate(randomUUID()))).toEqual([404, "turn_not_found"]);
    const refused = await rate(active);
    expect(codesOf(refused)).toEqual([409, "turn_in_progress"]);
    expect(refused.body["details"]).toEqual({ turn_id: active });
  });

  test("a conversation has at most 1,000 annotations (CONV-70)", async () => {
    const { id, path } = await aConversation();
    await api.deps.db.pool.query({
      text: `insert into conversation_annotations (id, organization_id, environment_id, conversation_id, kind, key_id)
        select gen_random_uuid(), organization_id, environment_id, id, 'label', 'key' from conversations, generate_series(1, $2)
        where id = $1`,
      values: [id, limits.annotationsPerConversation],
    });
    const answer = await key.post(path, { target: whole, kind: "rating", rating: "up" });
    expect(codesOf(answer)).toEqual([409, "annotation_limit_reached"]);
  });
});

describe("changing and removing", () => {
  test("over the revision of If-Match, the member of the kind stays (CONV-71)", async () => {
    const { path } = await aConversation();
    const made = await key.post(path, { target: whole, kind: "rating", rating: "up", comment: "Fine." });
    const at = `${path}/${String(made.body["annotation_id"])}`;
    const changed = await key.patch(at, { rating: "down", comment: null, labels: ["a"] }, matching(1));
    expect(changed.body).toMatchObject({ rating: "down", comment: null, labels: ["a"], revision: 2 });
    expect(changed.headers["etag"]).toBe('"2"');
    expect(codesOf(await key.patch(at, { rating: "up" }))).toEqual([428, "precondition_required"]);
    const late = await key.patch(at, { rating: "up" }, matching(1));
    expect(codesOf(late)).toEqual([409, "revision_conflict"]);
    expect(late.body["details"]).toEqual({ revision: 2 });
    for (const body of [{}, { rating: null }, { corrected_output: "x" }, { kind: "label" }])
      expect(codesOf(await key.patch(at, body, matching(2)))).toEqual([400, "invalid_request"]);
    const answers = await Promise.all(["a", "b", "c"].map((comment) => key.patch(at, { comment }, matching(2))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await key.delete(at)).status).toBe(204);
    for (const answer of [
      await key.get(at),
      await key.delete(at),
      await key.patch(at, { rating: "up" }, matching(3)),
      await key.get(`${path}/x`),
    ])
      expect(codesOf(answer)).toEqual([404, "annotation_not_found"]);
  });
});

describe("reading", () => {
  test("oldest first, in pages, by turn, kind and rating (CONV-73)", async () => {
    const { id, path } = await aConversation();
    const turnId = await insertTestTurn(api.deps.db, id);
    await key.post(path, { target: onTurn(turnId), kind: "rating", rating: "up" });
    await key.post(path, { target: whole, kind: "rating", rating: "down" });
    await key.post(path, { target: whole, kind: "comment", comment: "x" });
    const listed = async (query: Record<string, string>) => (await key.get(path, { query })).body["annotations"];
    expect(await listed({ turn_id: turnId })).toHaveLength(1);
    expect(await listed({ turn_id: "not-an-id" })).toEqual([]);
    expect(await listed({ kind: "rating" })).toHaveLength(2);
    expect(await listed({ rating: "down" })).toHaveLength(1);
    const first = await key.get(path, { query: { limit: "2" } });
    const cursor = String(first.body["next_cursor"]);
    expect(await listed({ cursor })).toHaveLength(1);
    expect(codesOf(await key.get(path, { query: { cursor, kind: "rating" } }))).toEqual([400, "invalid_cursor"]);
    expect(codesOf(await key.get(path, { query: { kind: "praise" } }))).toEqual([400, "invalid_request"]);
  });

  test("words about an answer that is withheld are withheld with it (CONV-72)", async () => {
    const { id, path } = await aConversation();
    const evidence = JSON.stringify({
      ...noEvidence(org.organizationId),
      capabilities: ["records:read"],
      isLiveOnly: true,
    });
    const turnId = await insertTestTurn(api.deps.db, id, { output: "The secret premium.", evidence });
    const open = await insertTestTurn(api.deps.db, id);
    await key.post(path, { target: onTurn(turnId), kind: "correction", corrected_output: "The secret is 9." });
    await key.post(path, { target: whole, kind: "comment", comment: "The secret is out." });
    await key.post(path, { target: onTurn(open), kind: "comment", comment: "Fine." });
    const bare = await org.scoped(["conversations:use"]);
    const shown = await bare.get(path);
    expect(shown.text).not.toContain("secret");
    expect(shown.body["annotations"]?.map((one) => one["withheld"])).toEqual([true, true, false]);
    const reading = await org.scoped(["conversations:use", "records:read"]);
    expect((await reading.get(path)).text.match(/secret/g)).toHaveLength(2);
  });

  test("of another person's, environment's or organization's conversation there are none (CONV-20)", async () => {
    const { path } = await aConversation(as("pat"));
    const made = await key.post(path, { target: whole, kind: "rating", rating: "up" });
    const at = `${path}/${String(made.body["annotation_id"])}`;
    for (const answer of [
      await key.get(path, as("sam")),
      await key.get(at, as("sam")),
      await org.sandbox.get(at),
      await org.sandbox.delete(at),
      await org.sandbox.post(path, { target: whole, kind: "rating", rating: "up" }),
      await org.sandbox.patch(at, { rating: "down" }, matching(1)),
    ])
      expect(codesOf(answer)).toEqual([404, "conversation_not_found"]);
    const without = await org.scoped(["conversations:export"]);
    for (const answer of [await without.get(path), await without.get(at), await without.delete(at)])
      expect(codesOf(answer)).toEqual([403, "insufficient_capability"]);
  });
});
