import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import type { Actor } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import { anInstance, matching, codesOf, scenarioOf } from "../../testing/evaluations.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;
let path: string;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  path = await anInstance(key);
});
afterAll(() => api.stop());

const create = (body: object) => key.post(`${path}/eval-scenarios`, body);

describe("scenarios", () => {
  test("are as many as an instance may have (EVAL-50)", async () => {
    const full = await anInstance(key);
    const inserted = await api.deps.db.pool.query({
      text: `insert into eval_scenarios (id, organization_id, instance_id, key, tags)
        select gen_random_uuid(), i.organization_id, i.id, 'scenario-' || n, '{}'
        from conversation_instances i, generate_series(1, $3::int) n where i.organization_id = $1 and i.slug = $2`,
      values: [org.organizationId, full.slice(full.lastIndexOf("/") + 1), limits.evalScenariosPerInstance],
    });
    expect(inserted.rowCount).toBe(limits.evalScenariosPerInstance);
    const refused = await key.post(`${full}/eval-scenarios`, scenarioOf("one-more"));
    expect([refused.status, refused.body["code"]]).toEqual([409, "eval_scenario_limit_reached"]);
  });

  test("are created at revision 1 with every default (EVAL-50)", async () => {
    const answer = await create(scenarioOf("first"));
    expect(answer.status).toBe(201);
    expect(answer.headers["etag"]).toBe('"1"');
    expect(answer.body).toMatchObject({
      key: "first",
      revision: 1,
      status: "active",
      tags: [],
      required: true,
      history: [],
      fixtures: [],
      pass_threshold: 1,
      source: null,
      withheld: false,
      turns: [{ assertions: [{ type: "contains", weight: 1, required: true, negate: false, mode: "all" }] }],
    });
    expect(codesOf(await create(scenarioOf("first")))).toEqual([409, "eval_scenario_key_conflict"]);
    expect((await key.get(`${path}/eval-scenarios/first`)).body).toEqual(answer.body);
  });

  test.each<[string, object, number, string]>([
    ["a key in capitals", { key: "First" }, 400, "invalid_request"],
    ["no turns", { turns: [] }, 400, "invalid_request"],
    ["a member that is not known", { surprise: 1 }, 400, "invalid_request"],
    [
      "an assertion that is not known",
      { turns: [{ user: "?", assertions: [{ type: "sounds" }] }] },
      400,
      "invalid_request",
    ],
    ["no assertion at all", { turns: [{ user: "?" }] }, 422, "invalid_eval_scenario"],
    ["a threshold over 1", { pass_threshold: 1.5 }, 422, "invalid_eval_scenario"],
    [
      "a pattern that backtracks",
      { turns: [{ user: "?", assertions: [{ type: "regex", pattern: "(a+)+\\1" }] }] },
      422,
      "invalid_eval_scenario",
    ],
    [
      "a schema of another document",
      { turns: [{ user: "?", assertions: [{ type: "json_schema", schema: { $ref: "https://example.com/x" } }] }] },
      422,
      "invalid_eval_scenario",
    ],
    [
      "a judge that is not set up",
      { turns: [{ user: "?", assertions: [{ type: "model_judge", rubric: "?", model: "gpt", threshold: 1 }] }] },
      501,
      "provider_not_configured",
    ],
    [
      "embeddings of the model of the deployment, which makes none",
      {
        turns: [{ user: "?", assertions: [{ type: "similarity", metric: "embedding", reference: "?", threshold: 1 }] }],
      },
      501,
      "provider_not_configured",
    ],
    [
      "the embedded answerer as a judge",
      { turns: [{ user: "?", assertions: [{ type: "model_judge", rubric: "?", model: "embedded", threshold: 1 }] }] },
      501,
      "provider_not_configured",
    ],
    [
      "a value that no database holds",
      { turns: [{ user: "?", assertions: [{ type: "json_value", pointer: "", equals: "\u0000" }] }] },
      422,
      "invalid_eval_scenario",
    ],
  ])("%s is refused (EVAL-4, EVAL-5)", async (_name, more, status, code) => {
    const answer = await create({ ...scenarioOf("refused"), ...more });
    expect(codesOf(answer)).toEqual([status, code]);
    if (code === "invalid_eval_scenario") expect(answer.body["details"]).toMatchObject([{ path: expect.anything() }]);
  });

  test("change under If-Match; each change is a revision that stays readable (EVAL-51)", async () => {
    await create(scenarioOf("changing"));
    const one = `${path}/eval-scenarios/changing`;
    expect(codesOf(await key.patch(one, { required: false }))).toEqual([428, "precondition_required"]);
    const conflict = await key.patch(one, { required: false }, matching(7));
    expect(codesOf(conflict)).toEqual([409, "revision_conflict"]);
    expect(conflict.body["details"]).toEqual({ revision: 1 });
    const changed = await key.patch(one, { required: false, tags: ["claims"] }, matching(1));
    expect(changed.status).toBe(200);
    expect(changed.headers["etag"]).toBe('"2"');
    expect(changed.body).toMatchObject({ revision: 2, required: false, tags: ["claims"], title: "Scenario changing" });
    expect((await key.get(`${one}?revision=1`)).body).toMatchObject({ revision: 1, required: true, tags: [] });
    expect(codesOf(await key.get(`${one}?revision=3`))).toEqual([404, "eval_scenario_not_found"]);
    // Nothing changes: no revision, so no run becomes stale.
    expect((await key.patch(one, { required: false }, matching(2))).body["revision"]).toBe(2);
    expect(codesOf(await key.patch(one, { pass_threshold: 2 }, matching(2)))).toEqual([422, "invalid_eval_scenario"]);
    expect(codesOf(await key.patch(one, {}, matching(2)))).toEqual([400, "invalid_request"]);
  });

  test("of many changes at once to one revision one is written (EVAL-51)", async () => {
    await create(scenarioOf("raced"));
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => key.patch(`${path}/eval-scenarios/raced`, { title: `Title ${n}` }, matching(1))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await key.get(`${path}/eval-scenarios/raced`)).body["revision"]).toBe(2);
  });

  test("retire for good, and repeating it changes nothing (EVAL-52)", async () => {
    await create(scenarioOf("leaving"));
    const one = `${path}/eval-scenarios/leaving`;
    const retired = await key.post(`${one}/retire`, { reason: "Covered elsewhere" });
    expect(retired.status).toBe(200);
    expect(retired.body).toMatchObject({ status: "retired", retired_reason: "Covered elsewhere", revision: 1 });
    expect((await key.post(`${one}/retire`, { reason: "Another reason" })).body).toEqual(retired.body);
    expect(codesOf(await key.patch(one, { required: false }, matching(1)))).toEqual([409, "eval_scenario_retired"]);
    expect(codesOf(await create(scenarioOf("leaving")))).toEqual([409, "eval_scenario_key_conflict"]);
    expect(codesOf(await key.post(`${path}/eval-scenarios/nobody/retire`))).toEqual([404, "eval_scenario_not_found"]);
  });

  test("are listed by key, by status and by tag, in pages (EVAL-50)", async () => {
    const other = await anInstance(key);
    for (const name of ["c", "a", "b"])
      await key.post(`${other}/eval-scenarios`, scenarioOf(name, { tags: [name, "all"] }));
    await key.post(`${other}/eval-scenarios/b/retire`);
    const keysOf = async (query: string) => {
      const { body } = await key.get(`${other}/eval-scenarios${query}`);
      return { keys: body["eval_scenarios"], next: body["next_cursor"] };
    };
    const named = (...keys: string[]) => keys.map((each) => expect.objectContaining({ key: each }));
    expect((await keysOf("")).keys).toEqual(named("a", "b", "c"));
    expect((await keysOf("?status=active")).keys).toEqual(named("a", "c"));
    expect((await keysOf("?tag=c")).keys).toEqual(named("c"));
    const first = await keysOf("?limit=2&tag=all");
    expect(first.keys).toEqual(named("a", "b"));
    expect((await keysOf(`?limit=2&tag=all&cursor=${String(first.next)}`)).keys).toEqual(named("c"));
    expect(codesOf(await key.get(`${path}/eval-scenarios?cursor=${String(first.next)}`))).toEqual([
      400,
      "invalid_cursor",
    ]);
  });
});

describe("who may", () => {
  test("a scoped key reads scenarios and changes none; without the capability it sees nothing (EVAL-58)", async () => {
    await create(scenarioOf("guarded"));
    const scoped = await org.scoped(["conversations:use"]);
    const one = `${path}/eval-scenarios/guarded`;
    expect((await scoped.get(one)).status).toBe(200);
    expect((await scoped.get(`${path}/eval-scenarios`)).status).toBe(200);
    const refused = [403, "insufficient_capability"];
    expect(codesOf(await scoped.post(`${path}/eval-scenarios`, scenarioOf("theirs")))).toEqual(refused);
    expect(codesOf(await scoped.patch(one, { required: false }, matching(1)))).toEqual(refused);
    expect(codesOf(await scoped.post(`${one}/retire`))).toEqual(refused);
    expect(codesOf(await scoped.post(`${path}/eval-runs`, {}))).toEqual(refused);
    const promote = `${path}/conversations/5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11/annotations/5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11/promote`;
    expect(codesOf(await scoped.post(promote, { key: "x" }))).toEqual(refused);
    const without = await org.scoped(["runs:read"]);
    expect(codesOf(await without.get(one))).toEqual(refused);
  });

  test("another organization finds nothing (EVAL-58)", async () => {
    await create(scenarioOf("ours"));
    const { organization: other } = await api.organization();
    const absent = [404, "conversation_instance_not_found"];
    expect(codesOf(await other.get(`${path}/eval-scenarios/ours`))).toEqual(absent);
    expect(codesOf(await other.patch(`${path}/eval-scenarios/ours`, { required: false }, matching(1)))).toEqual(absent);
    expect(codesOf(await other.post(`${path}/eval-runs`, {}))).toEqual(absent);
  });

  test("scenarios belong to the organization: its sandbox reads the same ones (EVAL-58)", async () => {
    await create(scenarioOf("shared"));
    expect((await org.sandbox.get(`${path}/eval-scenarios/shared`)).status).toBe(200);
  });
});
