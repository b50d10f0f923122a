import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { emptyEgressManifestSha256, limits } from "@service/contract";
import { builtInManifests } from "@service/models";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
});
afterAll(() => api.stop());

const at = "/conversation-instances";
let made = 0;
/** A new instance. @returns its path. */
async function anInstance(config?: object, by: Actor = key): Promise<string> {
  const slug = `desk-${(made += 1)}`;
  const answer = await by.post(at, { slug, label: "Desk", ...(config && { config }) });
  if (answer.status !== 201) throw new Error(answer.text);
  return `${at}/${slug}`;
}
const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
const matching = (revision: number | string) => ({ headers: { "if-match": `"${revision}"` } });
const save = (path: string, config: unknown, revision: number | string = 1) =>
  key.put(`${path}/draft`, { config }, matching(revision));

describe("creating", () => {
  test("an instance begins with the preset as its draft, no release and the default gate (CONV-1, CONV-3)", async () => {
    const answer = await key.post(at, { slug: "first-desk", label: "First desk" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      slug: "first-desk",
      label: "First desk",
      description: "",
      status: "active",
      latest_version: null,
      revision: 1,
      retention_days: null,
      eval_gate: {
        min_scenarios: 1,
        min_pass_rate: 1,
        max_regressions: 0,
        required_tags: [],
        max_age_hours: 168,
        trials: 1,
        trial_rule: "all",
      },
    });
    const draft = await key.get(`${at}/first-desk/draft`);
    expect(draft.body["config"]).toEqual(draft.body["preset"]);
    expect(draft.body["config_hash"]).toBe(answer.body["draft_config_hash"]);
    expect(draft.headers["etag"]).toBe('"1"');
    expect(draft.body).toMatchObject({
      revision: 1,
      models: [{ alias: "embedded", provider: "embedded" }],
      gate: { state: "not_met", eval_run_id: null },
    });
  });

  test("the default egress manifest is the empty one (CONV-16)", () => {
    expect(emptyEgressManifestSha256).toBe(builtInManifests.empty.sha256);
  });

  test.each([
    [{ slug: "ab" }, 400, "invalid_request"],
    [{ slug: "Upper" }, 400, "invalid_request"],
    [{ label: "  " }, 400, "invalid_request"],
    [{ label: undefined }, 400, "invalid_request"],
    [{ surprise: 1 }, 400, "invalid_request"],
    [{ config: [] }, 400, "invalid_request"],
    [{ config: { surprise: 1 } }, 422, "invalid_instance_config"],
    [{ config: { model: { alias: "gpt" } } }, 501, "provider_not_configured"],
    [{ slug: "taken-desk" }, 409, "conversation_instance_slug_conflict"],
    // The state comes before the deployment.
    [{ slug: "taken-desk", config: { model: { alias: "gpt" } } }, 409, "conversation_instance_slug_conflict"],
  ])("%j is refused with %i %s (CONV-2)", async (changes, status, code) => {
    await key.post(at, { slug: "taken-desk", label: "Taken" });
    expect(codesOf(await key.post(at, { slug: "new-desk", label: "New", ...changes }))).toEqual([status, code]);
  });

  test("a body over 256 KiB is a request that exceeds a bound (CONV-2)", async () => {
    const answer = await key.post(at, { slug: "large", label: "x".repeat(limits.jsonBodyBytes) });
    expect(codesOf(answer)).toEqual([413, "request_bound_exceeded"]);
  });

  test("one slug that is created many times at once exists once (CONV-4)", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => key.post(at, { slug: "contended", label: "Contended" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  test("an organization has at most 200 instances (CONV-4)", async () => {
    const other = await api.organization();
    await other.organization.post(at, { slug: "one", label: "One" });
    await api.deps.db.pool.query({
      text: `insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash,
          draft_updated_by, eval_gate)
        select gen_random_uuid(), organization_id, 'more-' || n, label, '', draft_config_hash, '', eval_gate
        from conversation_instances, generate_series(1, $2) n where organization_id = $1`,
      values: [other.organizationId, limits.instancesPerOrganization - 1],
    });
    const answer = await other.organization.post(at, { slug: "one-more", label: "One more" });
    expect(codesOf(answer)).toEqual([409, "conversation_instance_limit_reached"]);
  });
});

describe("who may read and change", () => {
  test("a scoped key reads with conversations:use and changes nothing (CONV-7, KEY-12)", async () => {
    const path = await anInstance();
    const reader = await org.scoped(["conversations:use"]);
    for (const read of [at, path, `${path}/draft`, `${path}/versions`])
      expect([read, (await reader.get(read)).status]).toEqual([read, 200]);
    for (const answer of [
      await reader.post(at, { slug: "mine", label: "Mine" }),
      await reader.patch(path, { label: "Mine" }),
      await reader.put(`${path}/draft`, { config: {} }, matching(1)),
      await reader.post(`${path}/versions`, {}),
    ])
      expect(codesOf(answer)).toEqual([403, "insufficient_capability"]);
    const without = await org.scoped(["runs:read"]);
    for (const read of [at, path, `${path}/draft`, `${path}/versions`, `${path}/versions/1`])
      expect(codesOf(await without.get(read))).toEqual([403, "insufficient_capability"]);
  });

  test("an instance of another organization is not there, and those of an organization are in all its environments (CONV-7)", async () => {
    const path = await anInstance();
    const other = (await api.organization()).organization;
    for (const answer of [
      await other.get(path),
      await other.patch(path, { label: "Mine" }),
      await other.get(`${path}/draft`),
      await other.put(`${path}/draft`, { config: {} }, matching(1)),
      await other.get(`${path}/versions`),
      await other.post(`${path}/versions`, {}),
      await other.get(`${path}/versions/1`),
      await key.get(`${at}/nothing-here`),
    ])
      expect(answer.text).toBe((await key.get(`${at}/nothing-here`)).text);
    expect((await other.get(at)).body["conversation_instances"]).toEqual([]);
    expect((await org.sandbox.get(path)).status).toBe(200);
  });
});

describe("listing", () => {
  test("pages follow each other, by status, and a cursor of another list or an edited one is refused (CONV-8)", async () => {
    const other = await api.organization();
    const by = other.organization;
    for (const slug of ["aaa", "bbb", "ccc"]) await by.post(at, { slug, label: slug });
    await by.patch(`${at}/bbb`, { status: "archived" });
    const first = await by.get(`${at}?limit=2`);
    expect(first.body["conversation_instances"]?.map((one) => one["slug"])).toEqual(["aaa", "bbb"]);
    const cursor = String(first.body["next_cursor"]);
    const second = await by.get(at, { query: { limit: "2", cursor } });
    expect(second.body["conversation_instances"]?.map((one) => one["slug"])).toEqual(["ccc"]);
    expect(second.body["next_cursor"]).toBeNull();
    expect((await by.get(`${at}?status=archived`)).body["conversation_instances"]).toHaveLength(1);
    for (const query of [{ cursor: `${cursor}x` }, { cursor, status: "active" }])
      expect(codesOf(await by.get(at, { query }))).toEqual([400, "invalid_cursor"]);
    expect(codesOf(await key.get(at, { query: { cursor } }))).toEqual([400, "invalid_cursor"]);
    for (const query of [{ limit: "0" }, { limit: "201" }, { status: "gone" }, { colour: "red" }])
      expect(codesOf(await by.get(at, { query }))).toEqual([400, "invalid_request"]);
  });
});

describe("changing", () => {
  test("the gate is replaced as a whole, and what is left out stays (CONV-5)", async () => {
    const path = await anInstance();
    const first = await key.patch(path, {
      eval_gate: { min_scenarios: 3, required_tags: ["claims"] },
      retention_days: 30,
    });
    expect(first.body).toMatchObject({ eval_gate: { min_scenarios: 3, max_age_hours: 168 }, retention_days: 30 });
    const second = await key.patch(path, { eval_gate: { min_pass_rate: 0.9 }, label: "Other" });
    expect(second.body).toMatchObject({
      label: "Other",
      retention_days: 30,
      eval_gate: { min_scenarios: 1, required_tags: [], min_pass_rate: 0.9 },
    });
    expect((await key.patch(path, { retention_days: null })).body["retention_days"]).toBeNull();
  });

  test.each([
    {},
    { slug: "other" },
    { status: "paused" },
    { retention_days: 0 },
    { retention_days: 3_651 },
    { eval_gate: { min_pass_rate: 1.1 } },
    { eval_gate: { surprise: 1 } },
    { label: " " },
  ])("%j is an invalid request", async (body) => {
    expect(codesOf(await key.patch(await anInstance(), body))).toEqual([400, "invalid_request"]);
  });

  test("an archived instance refuses saves and releases, can be read, and comes back (CONV-6)", async () => {
    const path = await anInstance();
    await key.patch(path, { status: "archived" });
    expect(codesOf(await save(path, {}))).toEqual([403, "conversation_instance_archived"]);
    expect(codesOf(await key.post(`${path}/versions`, {}))).toEqual([403, "conversation_instance_archived"]);
    expect((await key.get(`${path}/draft`)).status).toBe(200);
    expect((await key.patch(path, { status: "active" })).body["status"]).toBe("active");
    expect((await save(path, {})).status).toBe(200);
  });
});

describe("the draft", () => {
  test("is replaced as a whole with its defaults, and every save counts the revision up (CONV-17)", async () => {
    const path = await anInstance({ instructions: "Old.", knowledge: [{ key: "k", title: "T", text: "X" }] });
    const saved = await save(path, { instructions: "New." });
    expect(saved.status).toBe(200);
    expect(saved.headers["etag"]).toBe('"2"');
    expect(saved.body).toMatchObject({ revision: 2, config: { instructions: "New.", knowledge: [] } });
    expect((await key.get(`${path}/draft`)).body).toEqual(saved.body);
    expect((await key.get(path)).body["draft_config_hash"]).toBe(saved.body["config_hash"]);
  });

  test("equal configurations have one hash, whatever their order and their defaults (CONV-11)", async () => {
    const one = await anInstance({ instructions: "Same.", limits: { max_turn_seconds: 120 } });
    const other = await anInstance({ limits: {}, instructions: "Same." });
    const hashes = await Promise.all([one, other].map(async (path) => (await key.get(path)).body["draft_config_hash"]));
    expect(hashes[0]).toEqual(hashes[1]);
  });

  test("is saved only over the revision that If-Match names (CONV-17)", async () => {
    const path = await anInstance();
    expect(codesOf(await key.put(`${path}/draft`, { config: {} }))).toEqual([428, "precondition_required"]);
    for (const revision of [2, "x"]) {
      const refused = await save(path, {}, revision);
      expect(codesOf(refused)).toEqual([409, "revision_conflict"]);
      expect(refused.body["details"]).toEqual({ revision: 1 });
    }
    const answers = await Promise.all(["a", "b", "c"].map((instructions) => save(path, { instructions })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const { body, status } of answers) if (status === 409) expect(body["details"]).toEqual({ revision: 2 });
  });

  test.each([[{}], [{ config: null }], [{ config: "x" }], [{ config: {}, other: 1 }]])(
    "%j is an invalid request",
    async (body) => {
      const path = await anInstance();
      expect(codesOf(await key.put(`${path}/draft`, body, matching(1)))).toEqual([400, "invalid_request"]);
    },
  );

  /** Each definition names the next one twice: 4,096 with every one written out. */
  const doubling = {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length: 13 }, (_, n) => {
        const next = { $ref: `#/$defs/d${n + 1}` };
        return [`d${n}`, n === 12 ? true : { allOf: [next, next] }];
      }),
    ),
  };
  const passages = Array.from({ length: 201 }, (_, n) => ({ key: `k${n}`, title: "T", text: "X" }));
  test.each([
    [{ schema_version: 2 }, "/schema_version"],
    [{ surprise: 1 }, "/surprise"],
    [{ instructions: "é".repeat(16_385) }, "/instructions"],
    [{ instructions: "For {{variables.office}}" }, "/instructions"],
    [{ model: { alias: "Embedded" } }, "/model/alias"],
    [{ model: { temperature: 3 } }, "/model/temperature"],
    [{ model: { fallback_aliases: ["embedded"] } }, "/model/fallback_aliases/0"],
    [{ egress_manifest_version: "0".repeat(64) }, "/egress_manifest_version"],
    [{ egress_manifest_version: "nonsense" }, "/egress_manifest_version"],
    [{ variables: [{ key: "Office", type: "string" }] }, "/variables/0/key"],
    [{ variables: [1, 2].map(() => ({ key: "office", type: "string" })) }, "/variables/1/key"],
    [{ variables: Array.from({ length: 21 }, (_, n) => ({ key: `v${n}`, type: "date" })) }, "/variables"],
    [{ grounding: { sources: [{ kind: "internet" }] } }, "/grounding/sources/0/kind"],
    [{ grounding: { sources: [{ kind: "knowledge", top_k: 41 }] } }, "/grounding/sources/0/top_k"],
    [
      { grounding: { sources: [{ kind: "records", selector: { families: ["planets"] } }] } },
      "/grounding/sources/0/selector/families/0",
    ],
    [
      { grounding: { sources: [{ kind: "knowledge", selector: { keys: ["{{variables.x}}"] } }] } },
      "/grounding/sources/0/selector/keys/0",
    ],
    [{ grounding: { decline_text: "x".repeat(501) } }, "/grounding/decline_text"],
    [{ knowledge: passages }, "/knowledge"],
    [{ knowledge: [{ key: "k", title: "T", text: "é".repeat(4_097) }] }, "/knowledge/0/text"],
    [{ rules: [{ key: "r", when: {}, reply: "Hello" }] }, "/rules/0/when"],
    [{ rules: [{ key: "r", when: { any: ["hi"] }, reply: "x".repeat(4_001) }] }, "/rules/0/reply"],
    [{ rules: [{ key: "r", when: { any: ["hi"] }, reply: "Hello", cite: "gone" }] }, "/rules/0/cite"],
    [{ rules: [{ key: "r", when: { pattern: "(a)\\1" }, reply: "Hello" }] }, "/rules/0/when/pattern"],
    [{ guardrails: { refuse_patterns: ["("] } }, "/guardrails/refuse_patterns/0"],
    [{ tools: { enabled: ["delete_everything"] } }, "/tools/enabled/0"],
    [{ tools: { max_steps: 9 } }, "/tools/max_steps"],
    [{ limits: { max_turn_seconds: 301 } }, "/limits/max_turn_seconds"],
    [{ attachments: { media_types: ["application/zip"] } }, "/attachments/media_types/0"],
    [{ response_format: { type: "json_schema" } }, "/response_format/schema"],
    [{ response_format: { type: "json_schema", schema: { type: 7 } } }, "/response_format/schema/type"],
    [
      { response_format: { type: "json_schema", schema: { $ref: "https://example.com/x" } } },
      "/response_format/schema/$ref",
    ],
    [
      {
        response_format: {
          type: "json_schema",
          schema: { properties: { properties: { $ref: "#/nowhere" } } },
        },
      },
      "/response_format/schema/properties/properties/$ref",
    ],
    [
      { response_format: { type: "json_schema", schema: { properties: { a: { pattern: "(?=x)" } } } } },
      "/response_format/schema/properties/a/pattern",
    ],
    [
      { response_format: { type: "json_schema", schema: { properties: { a: { pattern: "(a{1,30}){1,300}" } } } } },
      "/response_format/schema/properties/a/pattern",
    ],
    [
      { response_format: { type: "json_schema", schema: { items: { $ref: "#" } } } },
      "/response_format/schema/items/$ref",
    ],
    [{ response_format: { type: "json_schema", schema: doubling } }, "/response_format/schema"],
    [{ response_format: { type: "json_schema", schema: { const: "x".repeat(32 * 1024) } } }, "/response_format/schema"],
    [{ guardrails: { refuse_patterns: ["(a{1,30}){1,300}"] } }, "/guardrails/refuse_patterns/0"],
    [{ rules: [{ key: "a", priority: 1, when: { pattern: "(.{1,99}){99}" }, reply: "x" }] }, "/rules/0/when/pattern"],
  ])("%j is refused at %s (CONV-10, CONV-13, CONV-14, CONV-15, CONV-16)", async (config, path) => {
    const answer = await save(await anInstance(), config);
    expect(codesOf(answer)).toEqual([422, "invalid_instance_config"]);
    expect(answer.body["details"]?.map((issue) => String(issue["path"]))).toContain(path);
  });

  test("a configuration with everything in it is accepted as it was sent (CONV-10)", async () => {
    const config = {
      instructions: "Answer for {{variables.office}}.",
      variables: [{ key: "office", type: "string", required: true, max_length: 40 }],
      knowledge: [{ key: "hours", title: "Opening hours", text: "From 8 to 5." }],
      rules: [{ key: "hello", priority: 1, when: { any: ["hello"], pattern: "^h" }, reply: "Hello.", cite: "hours" }],
      grounding: {
        sources: [
          { kind: "knowledge", selector: { keys: ["hours"] }, top_k: 3 },
          { kind: "records", selector: { families: ["policies"], client_key: "{{variables.office}}" }, required: true },
          { kind: "run_outputs" },
        ],
        subject: "required",
        on_no_evidence: "answer",
      },
      response_format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { premium: { $ref: "#/$defs/money" }, pattern: { type: "string" } },
          $defs: { money: { type: "number" } },
        },
      },
      guardrails: { links: "none", redact: ["email"], refuse_patterns: ["password"] },
    };
    const saved = await save(await anInstance(), config);
    expect(saved.status).toBe(200);
    expect(saved.body["config"]).toMatchObject(config);
  });
});
