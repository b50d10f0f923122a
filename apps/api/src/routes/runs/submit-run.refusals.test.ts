import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setEngineSettings } from "@service/domain/engines";
import { canonicalHash, findEngineType } from "@service/engine-types";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

// What operators set, as callers meet it (section 4.3 rules 1, 3 and 6; decisions 22).

const input = findEngineType("comparison").builtInCases()[0]?.input ?? {};
let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  await org.organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
  await org.organization.post("/engines/quotes/versions", {});
});
afterAll(() => api.stop());

const submit = async (body: object, slug = "quotes"): Promise<unknown> => {
  const answer = await org.organization.post(`/engines/${slug}/runs`, { input, ...body });
  return answer.status === 202 ? "accepted" : answer.body["code"];
};

test("an engine that takes exact pins only refuses none and a major one", async () => {
  await setEngineSettings(api.deps, org.organizationId, "quotes", { pinPolicy: "exact_required" });
  expect([await submit({}), await submit({ engine_version: "1.x" }), await submit({ engine_version: "1.0" })]).toEqual([
    "engine_version_required",
    "engine_version_exact_required",
    "accepted",
  ]);
});

test("a withdrawn release is refused", async () => {
  await setEngineSettings(api.deps, org.organizationId, "quotes", { pinPolicy: "latest_allowed", withdraw: "1.0" });
  expect(await submit({})).toBe("engine_release_unservable");
});

test("an engine type that acts for a person needs one", async () => {
  await org.organization.post("/engines", { slug: "book", label: "B", description: "", engine_type: "matching" });
  expect((await org.organization.post("/engines/book/versions", {})).status).toBe(200);
  const own = findEngineType("matching").builtInCases()[0]?.input ?? {};
  expect(await submit({ input: own }, "book")).toBe("run_requires_acting_principal");
});

test("a release that lists sources judges the stamp of an input (domain.md 0.10)", async () => {
  const { organization } = org;
  await organization.post("/engines", { slug: "stamped", label: "S", description: "", engine_type: "comparison" });
  const { config } = (await organization.get("/engines/stamped/config")).body;
  const source = { required: true, max_age_hours: 24 };
  const submission_sources = [
    { ...source, key: "crm", verify: "none" },
    { ...source, key: "ams", verify: "sha256" },
    { ...source, key: "portal", verify: "hmac" },
  ];
  await organization.put("/engines/stamped/config", { config: Object.assign({}, config, { submission_sources }) });
  expect((await organization.post("/engines/stamped/versions", {})).status).toBe(200);
  const issued_at = new Date().toISOString();
  const content_sha256 = canonicalHash(input);
  const stamped = (submission_stamp: object) => submit({ input: { ...input, submission_stamp } }, "stamped");
  expect(await submit({}, "stamped")).toBe("submission_stamp_missing");
  expect(await stamped({ source: "web", issued_at })).toBe("submission_stamp_unknown_source");
  expect(await stamped({ source: "crm", issued_at: "2026-01-01T00:00:00Z" })).toBe("submission_stamp_expired");
  expect(await stamped({ source: "ams", issued_at })).toBe("submission_stamp_content_mismatch");
  expect(await stamped({ source: "portal", issued_at, content_sha256 })).toBe("submission_stamp_signature_invalid");
  expect(await stamped({ source: "ams", issued_at, content_sha256 })).toBe("accepted");
});

test("beyond the monthly cap of live runs none is created", async () => {
  const { organization } = await api.organization({ monthlyRunCap: 1 });
  await organization.post("/engines", { slug: "capped", label: "C", description: "", engine_type: "comparison" });
  await organization.post("/engines/capped/versions", {});
  expect((await organization.post("/engines/capped/runs", { input })).status).toBe(202);
  const second = await organization.post("/engines/capped/runs", { input });
  expect([second.status, second.body["code"]]).toEqual([429, "run_cap_exceeded"]);
});
