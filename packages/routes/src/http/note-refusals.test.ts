import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { listRefusals, usesOfKeys } from "@service/domain/key-uses";
import { listScopedKeys, revokeScopedKey } from "@service/domain/keys";
import { testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  await org.organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
});
afterAll(() => api.stop());

async function refusalsOf(environment: string) {
  await api.deps.keyUses.flush();
  const { rows } = await api.deps.db.pool.query<{ id: string }>(
    "select id from environments where organization_id = $1 and slug = $2",
    [org.organizationId, environment],
  );
  const scope = { organizationId: org.organizationId, environmentId: rows[0]?.id ?? "" };
  const { rows: refusals } = await listRefusals(api.deps, scope, { filters: {}, limit: 100 });
  return refusals.map(({ method, path, status, code, field }) => [method, path, status, code, field]);
}

test("refused calls stand with key, route, code, field and request id, and nothing of their body (CON-70)", async () => {
  const vendor = await org.scoped(["runs:write"], ["quotes"]);
  const runs = "/api/v1/engines/{engine_slug}/runs";
  const { input } = findEngineType("comparison").builtInCases()[0] ?? {};
  await org.organization.post("/engines/quotes/versions", {});
  await vendor.post("/engines/quotes/runs", { input }, { headers: { "x-request-id": "good" } });
  await vendor.post(
    "/engines/quotes/runs",
    { input: { secret: "4111" } },
    { headers: { "x-request-id": "bad-input" } },
  );
  await vendor.post("/engines/quotes/runs", { input, unheard_of: 1 });
  await vendor.post("/engines/nobody/runs", { input });
  await vendor.get("/engines");
  const [{ keyId } = { keyId: "" }] = await listScopedKeys(api.deps, org.organizationId);
  await revokeScopedKey(api.deps, testOperator, "every", keyId);
  await vendor.get("/engines");
  expect(await refusalsOf("live")).toEqual([
    ["GET", "/api/v1/engines", 401, "unauthorized", null],
    ["GET", "/api/v1/engines", 403, "insufficient_capability", null],
    ["POST", runs, 404, "engine_not_found", null],
    ["POST", runs, 400, "invalid_request", "unheard_of"],
    ["POST", runs, 400, "invalid_input", expect.any(String)],
  ]);
  const uses = await usesOfKeys(api.deps, org);
  expect(uses.find((use) => use.keyId === keyId)).toMatchObject({ calls: 6, refusals: 5 });
  const { rows } = await api.deps.db.pool.query("select * from refused_calls");
  expect(JSON.stringify(rows)).toContain("bad-input");
  expect(JSON.stringify(rows)).not.toContain("4111");
});

test("a conflict, and a budget that is spent, are refusals too; what has no key is nobody's (CON-70)", async () => {
  const poor = await api.organization({ requestsPerMinute: 1 });
  const sandbox = { slug: "quotes", label: "Q", description: "", engine_type: "comparison" };
  await org.sandbox.post("/engines", sandbox);
  await api.anonymous.get("/engines");
  expect(await refusalsOf("sandbox")).toEqual([["POST", "/api/v1/engines", 409, "engine_slug_conflict", null]]);
  org = poor;
  while ((await org.organization.get("/engines")).status !== 429);
  expect(await refusalsOf("live")).toEqual([["GET", "/api/v1/engines", 429, expect.any(String), null]]);
});
