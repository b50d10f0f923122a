import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setEngineSettings, setStampSecret } from "@service/domain/engines";
import { canonicalHash } from "@service/json";
import { findEngineType } from "@service/engine-types";
import { testOperator } from "@service/testing";
import { z } from "zod";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

// Operator settings as callers experience them (ENG-49, ENG-50, RUN-91).

/** The guide's sample code for stamping an input. */
const sample = pathToFileURL(join(import.meta.dirname, "../../../../../docs/site/samples/stamp-input.mjs")).href;
const Sample = z.object({
  stampInput: z.custom<(input: object, given: object) => object>((value) => typeof value === "function"),
});
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

test("an engine that requires exact pins refuses a missing pin and a major pin (ENG-49)", async () => {
  await setEngineSettings(api.deps, testOperator, org.organizationId, "quotes", { pinPolicy: "exact_required" });
  expect([await submit({}), await submit({ engine_version: "1.x" }), await submit({ engine_version: "1.0" })]).toEqual([
    "engine_version_required",
    "engine_version_exact_required",
    "accepted",
  ]);
});

test("a withdrawn release is refused (ENG-50)", async () => {
  await setEngineSettings(api.deps, testOperator, org.organizationId, "quotes", {
    pinPolicy: "latest_allowed",
    withdraw: "1.0",
  });
  expect(await submit({})).toBe("engine_release_unservable");
});

test("an engine type that acts for a person requires an acting principal (RUN-8, MATCH-1)", async () => {
  await org.organization.post("/engines", { slug: "book", label: "B", description: "", engine_type: "matching" });
  expect((await org.organization.post("/engines/book/versions", {})).status).toBe(200);
  const own = findEngineType("matching").builtInCases()[0]?.input ?? {};
  expect(await submit({ input: own }, "book")).toBe("run_requires_acting_principal");
});

test("a release that lists sources checks the stamp of an input (TYPE-97, TYPE-98, TYPE-99, TYPE-100, TYPE-130, TYPE-132)", async () => {
  const { organization } = org;
  await organization.post("/engines", { slug: "stamped", label: "S", description: "", engine_type: "comparison" });
  const { config } = (await organization.get("/engines/stamped/config")).body;
  const source = { required: true, max_age_hours: 24 };
  const submission_sources = [
    { ...source, key: "crm", verify: "none" },
    { ...source, key: "ams", verify: "sha256" },
    { ...source, key: "portal", verify: "hmac" },
  ];
  const stampedConfig = { config: Object.assign({}, config, { submission_sources }) };
  const refused = await organization.put("/engines/stamped/config", stampedConfig);
  const issue = { path: "/submission_sources/2", message: expect.stringContaining("no secret") };
  expect([refused.status, refused.body["code"], refused.body["details"]]).toEqual([400, "validation_error", [issue]]);
  const checked = await organization.post("/engines/stamped/config/validate", stampedConfig);
  expect(checked.body).toMatchObject({ valid: false, issues: [issue] });
  const set = (secret: string) =>
    setStampSecret(api.deps, testOperator, {
      organizationId: org.organizationId,
      slug: "stamped",
      sourceKey: "portal",
      secret,
    });
  const firstSecret = "first secret ".repeat(4);
  const secondSecret = "second secret ".repeat(4);
  await set(firstSecret);
  expect((await organization.put("/engines/stamped/config", stampedConfig)).status).toBe(200);
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
  const signedBy = (secret: string) => {
    const signature = createHmac("sha256", secret).update(`portal|${issued_at}|${content_sha256}`).digest("hex");
    return stamped({ source: "portal", issued_at, content_sha256, signature });
  };
  expect([await signedBy(firstSecret), await signedBy(secondSecret)]).toEqual([
    "accepted",
    "submission_stamp_signature_invalid",
  ]);
  const { stampInput } = Sample.parse(await import(sample));
  const stampedBySample = stampInput(input, { source: "portal", secret: firstSecret });
  expect(await submit({ input: stampedBySample }, "stamped")).toBe("accepted");
  await set(secondSecret);
  // Both secrets are valid for a day, while the source changes over.
  expect([await signedBy(firstSecret), await signedBy(secondSecret)]).toEqual(["accepted", "accepted"]);
  await api.deps.db.pool.query("update engine_stamp_secrets set expires_at = now() where expires_at is not null");
  expect([await signedBy(firstSecret), await signedBy(secondSecret)]).toEqual([
    "submission_stamp_signature_invalid",
    "accepted",
  ]);
});

test("no run is created beyond the monthly cap of live runs (RUN-91)", async () => {
  const { organization } = await api.organization({ monthlyRunCap: 1 });
  await organization.post("/engines", { slug: "capped", label: "C", description: "", engine_type: "comparison" });
  await organization.post("/engines/capped/versions", {});
  expect((await organization.post("/engines/capped/runs", { input })).status).toBe(202);
  const second = await organization.post("/engines/capped/runs", { input });
  expect([second.status, second.body["code"]]).toEqual([429, "run_cap_exceeded"]);
});

test("a body whose parsing would block the API is refused by its bytes and never parsed", async () => {
  const names = (count: number, from = 0) =>
    `{${Array.from({ length: count }, (_, index) => `"k${from + index}":1`).join(",")}}`;
  const spread = Array.from({ length: 60 }, (_, index) => names(1_000, index * 1_000)).join(",");
  const parse = jest.spyOn(JSON, "parse");
  const answers = [];
  for (const value of [names(60_000), `[${spread}]`]) {
    const body = Buffer.from(`{"input":{"rows":${value}}}`);
    answers.push((await org.organization.post("/engines/quotes/runs", body)).body);
  }
  const parsed = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  expect(answers).toMatchObject([
    {
      code: "request_bound_exceeded",
      details: { bound: "object_fields", path: "$.input.rows", limit: 1_000, measured: 60_000 },
    },
    { code: "request_bound_exceeded", details: { bound: "distinct_strings", path: "$", limit: 50_000 } },
  ]);
  expect(Math.max(...parsed)).toBeLessThan(10_000);
});
