import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { configHash } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { z } from "zod";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

// The rules of publishing are tested in packages/domain/src/engines/engines/publish.test.ts. Here the checked client verifies that
// every answer and every code reaches the caller in its declared form.

let api: TestApi;
let ours: TestOrganization;
const jsonObject = z.record(z.string(), z.json());
const path = "/engines/account-review";

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.organization();
  const created = await ours.organization.post("/engines", {
    slug: "account-review",
    label: "Account review",
    description: "",
    engine_type: "entity_analysis",
  });
  expect(created.status).toBe(201);
});
afterAll(() => api.stop());

const save = async (changes: object) => {
  const { config } = (await ours.organization.get(`${path}/config`)).body;
  const answer = await ours.organization.put(`${path}/config`, { config: Object.assign({}, config, changes) });
  expect([answer.status, answer.body["code"]]).toEqual([200, undefined]);
};
const publish = (body?: unknown) => ours.organization.post(`${path}/versions`, body);
const sql = (statement: string, values: unknown[] = []) => api.deps.db.pool.query(statement, values);
const evaluation = (count: number, expected: string) => ({
  evaluation: {
    cases: Array.from({ length: count }, (_, index) => ({
      case_key: `case_${index}`,
      label: "An account",
      input: { subject: { kind: "account", key: "a1", label: "Harborline Bakery" } },
      expect: [{ path: "/status", op: "eq", value: expected }],
    })),
  },
});

test("a release is published once, listed, and read with configuration, schemas and gate (ENG-34)", async () => {
  const first = await publish();
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ version: "1.0", created: true, changelog: "" });
  expect((await publish({ changelog: "ignored" })).body).toMatchObject({
    version: "1.0",
    created: false,
    changelog: "",
  });

  const scoped = await ours.scoped(["engines:read"], ["account-review"]);
  const listed = await scoped.get(`${path}/versions`);
  expect(listed.body["versions"]).toMatchObject([
    {
      version: "1.0",
      servable: true,
      engine_config_version_hash: first.body["engine_config_version_hash"],
    },
  ]);
  const read = await scoped.get(`${path}/versions/1.0`);
  expect(read.body).toMatchObject({ version: "1.0", gate: { gate: "passed" }, request_schema: { type: "object" } });
  expect(read.body["config"]).toEqual((await ours.organization.get(`${path}/config`)).body["config"]);
});

test("the configuration of a release is the effective one, over which its hash is computed (TYPE-89)", async () => {
  await ours.organization.post("/engines", { slug: "brief", label: "B", description: "", engine_type: "comparison" });
  const { preset } = (await ours.organization.get("/engines/brief/config")).body;
  const required = ["schema_version", "domain_key", "response_type", "pack_key", "pack_version", "privacy_policy"];
  const config = Object.fromEntries([...required, "egress_manifest_version"].map((key) => [key, preset?.[key]]));
  expect((await ours.organization.put("/engines/brief/config", { config })).status).toBe(200);
  const { body } = await ours.organization.post("/engines/brief/versions", {});
  const released = (await ours.organization.get("/engines/brief/versions/1.0")).body["config"];
  expect(Object.keys(released ?? {})).toEqual(expect.arrayContaining(["line_items", "quotas", "ranking"]));
  expect(configHash(jsonObject.parse(released))).toBe(body["engine_config_version_hash"]);
  expect((await ours.organization.get("/engines/brief/config")).body["config"]).toEqual(config);
});

test.each(["1.7", "2.0", "01.0", "1", "draft", "1.x", "999999.999999"])(
  "%s is not a release: 404 (ENG-34)",
  async (version) => {
    const answer = await ours.organization.get(`${path}/versions/${version}`);
    expect([answer.status, answer.body["code"]]).toEqual([404, "engine_version_not_found"]);
  },
);

test.each([
  { version: "1" },
  { version: "1.x" },
  { version: "v1.0" },
  { changelog: "x".repeat(4_001) },
  { accept_regressions: [{ case_key: "a" }] },
  { surprise: true },
])("publishing with %j is an invalid request", async (body) => {
  const answer = await publish(body);
  expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
});

test("validation returns the computed version, the schema changes and the gate, with or without a body", async () => {
  const saved = await ours.organization.post(`${path}/config/validate`);
  expect(saved.body).toMatchObject({ valid: true, issues: [], computed_version: "1.0", gate: { gate: "passed" } });
  const wrong = await ours.organization.post(`${path}/config/validate`, { config: { schema_version: 2 } });
  expect(wrong.status).toBe(200);
  expect(wrong.body).toMatchObject({ valid: false, computed_version: null, gate: null });
  expect((await ours.organization.post(`${path}/config/validate`, { confg: {} })).body["code"]).toBe("invalid_request");
});

test("each refusal of publishing has its own code and details", async () => {
  const codeOf = async (body?: unknown) => {
    const answer = await publish(body);
    return [answer.status, answer.body["code"]];
  };

  await save({ analysis_instructions: "Look twice." });
  expect(await codeOf({ version: "4.2" })).toEqual([409, "engine_version_publish_mismatch"]);

  await save(evaluation(2, "completed"));
  expect(await codeOf()).toEqual([422, "cold_start_gate_not_met"]);

  await save({ input_contract: { fields: [{ path: "profile.segment", type: "string", required: true }] } });
  expect(await codeOf()).toEqual([409, "engine_version_schema_change_requires_major"]);
  await save({ input_contract: { fields: [] } });

  await sql("update engines set draft = replace(draft, '\"schema_version\":1', '\"schema_version\":9')");
  expect(await codeOf()).toEqual([422, "invalid_engine_config"]);
  await sql("update engines set draft = replace(draft, '\"schema_version\":9', '\"schema_version\":1')");

  const { draftConfigHash: hash } = await api.deps.db.prisma.engine.findFirstOrThrow({
    where: { slug: "account-review" },
  });
  await sql("update engine_configurations set effective = effective || ' ' where hash = $1", [hash]);
  expect(await codeOf()).toEqual([500, "engine_config_hash_inconsistent"]);
  const validated = await ours.organization.post(`${path}/config/validate`);
  expect([validated.status, validated.body["code"]]).toEqual([500, "engine_config_hash_inconsistent"]);
  await sql("delete from engine_configurations where hash = $1", [hash]);
  expect(await codeOf()).toEqual([503, "engine_config_hash_unavailable"]);
});

test("a refusing gate and a draft changed meanwhile have their own codes, and nothing is released", async () => {
  const gated = await api.organization();
  const at = "/engines/gated";
  const { organization } = gated;
  await organization.post("/engines", { slug: "gated", label: "G", description: "", engine_type: "entity_analysis" });
  const shape = z.looseObject({ analysis_dimensions: z.array(z.looseObject({ key: z.string() })) });
  const draft = async () => shape.parse((await organization.get(`${at}/config`)).body["config"]);
  const change = async (changes: object) =>
    organization.put(`${at}/config`, { config: { ...(await draft()), ...changes } });
  const release = async (body?: object) => {
    const answer = await organization.post(`${at}/versions`, body);
    return [answer.status, answer.body["code"]];
  };
  const cases = (first: string) => ({
    evaluation: {
      cases: findEngineType("entity_analysis")
        .builtInCases()
        .map((one, index) => ({ ...one, expect: [{ path: index === 0 ? first : "/output/summary", op: "exists" }] })),
    },
  });

  await change(cases("/output/no_such_member"));
  expect(await release()).toEqual([422, "cold_start_gate_failed"]);

  await change(cases("/output/dimensions/documentation"));
  const publishing = release();
  let answered: unknown;
  void publishing.then((answer) => (answered = answer));
  // Keep saving until the publish has answered, so that one save falls between its read and its write.
  for (let saves = 0; answered === undefined; saves += 1) {
    await change({ analysis_instructions: `Look again ${saves}.` });
  }
  expect(await publishing).toEqual([409, "engine_config_changed"]);
  expect((await organization.get(`${at}/versions`)).body).toMatchObject({ versions: [] });

  expect(await release()).toEqual([200, undefined]);
  const { analysis_dimensions: dimensions } = await draft();
  await change({
    analysis_dimensions: dimensions.map((one) => (one.key === "documentation" ? { ...one, enabled: false } : one)),
  });
  expect(await release({ version: "2.0" })).toEqual([422, "cold_start_gate_regressed"]);
});

test("an engine has at most a thousand releases (ENG-33)", async () => {
  const { config } = (await ours.organization.get(`${path}/config`)).body;
  const rest = Object.assign({}, config, { analysis_instructions: "One more." });
  Reflect.deleteProperty(rest, "evaluation");
  expect((await ours.organization.put(`${path}/config`, { config: rest })).status).toBe(200);
  await sql(
    `insert into engine_releases select gen_random_uuid(), engine_id, organization_id, 1, n, config_hash, config,
       request_schema, response_schema, request_schema_sha256, response_schema_sha256, '', gate, now(), released_by, null
     from engine_releases, generate_series(1, 999) n`,
  );
  const answer = await publish();
  expect([answer.status, answer.body["code"]]).toEqual([409, "engine_limit_reached"]);
});
