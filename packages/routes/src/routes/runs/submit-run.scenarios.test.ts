import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
});
afterAll(async () => {
  await api.stop();
});

const engine = "/engines/generic_fixture_engine";
const input = { subject: { key: "s", kind: "account", label: "S" }, profile: { revenue: 1 } };

describe("the fixture engine (REG-6)", () => {
  test("serves sandboxes only, is not listed and cannot be changed (REG-6)", async () => {
    expect((await org.organization.get(engine)).body["code"]).toEqual("engine_not_found");
    expect((await org.organization.post(`${engine}/runs`, { input })).body["code"]).toEqual("engine_not_found");
    expect((await org.sandbox.get(engine)).body["engine_type"]).toEqual("entity_analysis");
    expect((await org.sandbox.get("/engines")).body["engines"]).toEqual([]);
    expect((await org.sandbox.patch(engine, { label: "Mine" })).body["code"]).toEqual("engine_not_found");
    expect((await org.sandbox.post(`${engine}/versions`, {})).body["code"]).toEqual("engine_not_found");
  });

  test("lists its releases newest first; 1.2 was never listed (REG-6)", async () => {
    const listed = await org.sandbox.get(`${engine}/versions`);
    expect(listed.body["versions"]?.map((release) => release["version"])).toEqual(["2.0", "1.3", "1.1", "1.0"]);
    expect((await org.sandbox.get(`${engine}/versions/1.2`)).body["code"]).toEqual("engine_version_not_found");
    expect((await org.sandbox.get(`${engine}/versions/1.1`)).body["changelog"]).toEqual(
      expect.stringContaining("segment_code"),
    );
  });

  test("pins resolve as with any engine (REG-6)", async () => {
    const pinned = async (pin: string, more: object = {}) =>
      org.sandbox.post(`${engine}/runs`, { input: { ...input, ...more }, engine_version: pin });
    const floating = await pinned("1.x");
    expect([floating.status, floating.text]).toEqual([202, expect.anything()]);
    const run = await org.sandbox.get(`/runs/${String(floating.body["run_id"])}`);
    expect(run.body["engine_version"]).toEqual("1.3");
    expect((await pinned("1.2")).body["code"]).toEqual("engine_version_not_found");
    expect((await pinned("2.0")).body["code"]).toEqual("invalid_input");
    expect((await pinned("2.0", { profile: { revenue: 1, account_tier: "a" } })).status).toBe(202);
  });
});

describe("test_scenario (RUN-15, RUN-17)", () => {
  const submit = (body: object, actor = org.sandbox) => actor.post(`${engine}/runs`, { input, ...body });

  test("is refused in the order value, sandbox, capability, exact pin, registry (RUN-15)", async () => {
    await org.organization.post("/engines", { slug: "mine", label: "M", description: "", engine_type: "comparison" });
    await org.organization.post("/engines/mine/versions", {});
    const live = (body: object) => org.organization.post("/engines/mine/runs", { input: {}, ...body });
    expect((await live({ test_scenario: "exploded" })).body["code"]).toEqual("invalid_test_scenario");
    expect((await live({ test_scenario: 7 })).body["code"]).toEqual("invalid_test_scenario");
    expect((await live({ test_scenario: "failed" })).body["code"]).toEqual("test_scenario_sandbox_only");
    const scoped = await org.scoped(["runs:write"], ["mine"], "sandbox");
    const weak = await scoped.post("/engines/mine/runs", { input: {}, test_scenario: "failed" });
    expect([weak.status, weak.body["code"]]).toEqual([403, "test_scenario_forbidden"]);
    const inexact = await org.sandbox.post("/engines/mine/runs", {
      input: {},
      test_scenario: "failed",
      engine_version: "1.x",
    });
    expect(inexact.body["code"]).toEqual("test_scenario_exact_version_required");
    const foreign = await org.sandbox.post("/engines/mine/runs", {
      input: {},
      test_scenario: "failed",
      engine_version: "1.0",
    });
    expect(foreign.body["code"]).toEqual("test_scenario_version_not_supported");
  });

  test("is accepted with an exact pin of a registry release, and is compared by an Idempotency-Key (RUN-17)", async () => {
    const headers = { "idempotency-key": "scenario-1" };
    const first = await org.sandbox.post(
      `${engine}/runs`,
      { input, engine_version: "1.0", test_scenario: "degraded" },
      { headers },
    );
    expect([first.status, first.body["status"]]).toEqual([202, "queued"]);
    const other = await org.sandbox.post(
      `${engine}/runs`,
      { input, engine_version: "1.0", test_scenario: "failed" },
      { headers },
    );
    expect([other.status, other.body["code"]]).toEqual([409, "idempotency_key_reused"]);
    expect((await submit({ engine_version: "1.0", test_scenario: "completed" })).status).toBe(202);
  });
});
