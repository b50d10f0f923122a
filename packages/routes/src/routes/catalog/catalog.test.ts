import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { importDataset } from "@service/domain/datasets";
import { testOperator } from "@service/testing";
import type { Body } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let tenant: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  tenant = await api.organization();
  other = await api.organization();
});
afterAll(() => api.stop());

async function load(datasetKey: string, rows: readonly object[], organizationId = tenant.organizationId) {
  return importDataset(api.deps, testOperator, {
    organizationId,
    datasetKey,
    format: "ndjson",
    source: (async function* () {
      yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    })(),
  });
}

/** One member of each element, as text. */
function listed(list: Body | undefined, member: string): string[] {
  return (list ?? []).map((each) => String(each[member]));
}

const carriers = Array.from({ length: 25 }, (_, index) => ({
  key: `carrier-${String(index).padStart(2, "0")}`,
  name: index === 7 ? "Blue Harbor Mutual" : `Carrier ${index} Insurance`,
  state: index % 2 === 0 ? "OH" : "NY",
  rank: index % 5,
  admitted: index % 3 === 0,
  nested: { state: "OH" },
}));

test("lists what the service ships and what was imported, without client rows and labelled sets (CAT-1, CAT-2, CAT-5)", async () => {
  await load("carriers", carriers);
  await load("labelled:names", [{ case_key: "a", input: {}, labels: { hits: [] } }]);
  const { body } = await tenant.organization.get("/api/v1/catalog");
  const keys = listed(body.datasets, "dataset_key");
  expect(keys).toEqual([
    "carriers",
    "coverage_terms",
    "document_kinds",
    "egress_manifests",
    "lines",
    "naics",
    "requirement_templates",
    "rule_packs",
    "states",
  ]);
  const { body: elsewhere } = await other.organization.get("/api/v1/catalog");
  expect(listed(elsewhere.datasets, "dataset_key")).not.toContain("carriers");
});

test("describes a dataset with version, hash, schema, key field and freshness (CAT-3, CAT-4)", async () => {
  const { body } = await tenant.organization.get("/api/v1/catalog/datasets/carriers");
  expect(body).toMatchObject({
    dataset_key: "carriers",
    kind: "served",
    version: 1,
    rows: 25,
    key_field: "key",
    freshness: "fresh",
    schema: { type: "object", properties: { rank: { type: "number" }, nested: { type: "object" } } },
  });
  expect(body.sha256).toMatch(/^[0-9a-f]{64}$/);
  const { body: manifests } = await tenant.organization.get("/api/v1/catalog/datasets/egress_manifests/rows");
  for (const row of manifests.data ?? [])
    expect(Object.keys(row).toSorted()).toEqual(["key", "name", "row_key", "sha256"]);
});

test("pages through one version in key order, and filters by equality (CAT-10, CAT-12)", async () => {
  const path = "/api/v1/catalog/datasets/carriers/rows";
  const first = await tenant.organization.get(`${path}?limit=10`);
  expect(first.body.data).toHaveLength(10);
  expect(first.body.serving).toMatchObject({ name: "carriers", snapshot_seq: 1, source_kind: "dataset" });
  const keys = listed(first.body.data, "key");
  let cursor = String(first.body.next_cursor);
  while (cursor !== "null") {
    const next = await tenant.organization.get(`${path}?limit=10&cursor=${encodeURIComponent(cursor)}`);
    keys.push(...listed(next.body.data, "key"));
    cursor = String(next.body.next_cursor);
  }
  expect(keys).toEqual(carriers.map(({ key }) => key));

  const filtered = await tenant.organization.get(`${path}?filter.state=OH&filter.rank=2&filter.admitted=true`);
  expect(listed(filtered.body.data, "key")).toEqual(["carrier-12"]);
  const inNewYork = await tenant.organization.get(`${path}?filter.state=NY`);
  expect(inNewYork.body.data).toHaveLength(12);
  const found = await tenant.organization.get(`${path}?q=blue%20harb&fields=name`);
  expect(found.body.data).toEqual([{ key: "carrier-07", row_key: "carrier-07", name: "Blue Harbor Mutual" }]);
});

test("answers shipped rows by page, filter and words like imported ones (CAT-5, CAT-12)", async () => {
  const lines = await tenant.organization.get("/api/v1/catalog/datasets/lines/rows?limit=5");
  expect(lines.body.data).toHaveLength(5);
  const next = await tenant.organization.get(
    `/api/v1/catalog/datasets/lines/rows?limit=5&cursor=${encodeURIComponent(String(lines.body.next_cursor))}`,
  );
  const last = listed(lines.body.data, "key").at(-1) ?? "";
  expect((listed(next.body.data, "key")[0] ?? "") > last).toBe(true);
  const ohio = await tenant.organization.get("/api/v1/catalog/datasets/states/rows?filter.name=Ohio");
  expect(ohio.body.data).toEqual([{ key: "OH", row_key: "OH", name: "Ohio" }]);
  const words = await tenant.organization.get("/api/v1/catalog/datasets/naics/rows?q=food%20drink");
  expect(listed(words.body.data, "key")).toEqual(["722"]);
});

test("refuses filters, fields and parameters that the dataset does not have (CAT-12)", async () => {
  const path = "/api/v1/catalog/datasets/carriers/rows";
  for (const query of [
    "filter.color=red",
    "filter.nested=x",
    "fields=color",
    "colour=red",
    "__proto__=1",
    "constructor=1",
    "filter.=x",
    "filter.state=OH&filter.state=NY",
    "filter.a=1&filter.b=1&filter.c=1&filter.d=1&filter.e=1&filter.f=1",
    "limit=501",
    "version=x",
    "q=%20",
  ]) {
    const { status, body } = await tenant.organization.get(`${path}?${query}`);
    expect([query, status, body.code]).toEqual([query, 400, "invalid_request"]);
  }
});

test("reads one row, and says which of dataset, version and row is missing (CAT-11, CAT-13)", async () => {
  const { body } = await tenant.organization.get("/api/v1/catalog/datasets/carriers/rows/carrier-07");
  expect(body.data).toMatchObject({ key: "carrier-07", name: "Blue Harbor Mutual", nested: { state: "OH" } });
  const shipped = await tenant.organization.get("/api/v1/catalog/datasets/lines/rows/cyber");
  expect(shipped.body.data).toMatchObject({ key: "cyber", label: "cyber" });
  for (const [path, code] of [
    ["/api/v1/catalog/datasets/carriers/rows/none", "row_not_found"],
    ["/api/v1/catalog/datasets/lines/rows/none", "row_not_found"],
    ["/api/v1/catalog/datasets/none/rows/none", "dataset_not_found"],
    ["/api/v1/catalog/datasets/none", "dataset_not_found"],
    ["/api/v1/catalog/datasets/none/versions", "dataset_not_found"],
    ["/api/v1/catalog/datasets/none/rows", "dataset_not_found"],
    ["/api/v1/catalog/datasets/labelled:names/rows", "dataset_not_found"],
    ["/api/v1/catalog/datasets/derived:account_summary", "dataset_not_found"],
    ["/api/v1/catalog/datasets/carriers/rows?version=9", "not_found"],
    ["/api/v1/catalog/datasets/carriers/rows/carrier-07?version=9", "not_found"],
    ["/api/v1/catalog/search?q=blue&dataset=none", "dataset_not_found"],
  ] as const) {
    const { status, body: refusal } = await tenant.organization.get(path);
    expect([path, status, refusal.code]).toEqual([path, 404, code]);
  }
  const elsewhere = await other.organization.get("/api/v1/catalog/datasets/carriers/rows");
  expect(elsewhere.status).toBe(404);
});

test("keeps three versions: a chain goes on in its version until it is gone (CAT-10, CAT-11)", async () => {
  const path = "/api/v1/catalog/datasets/tiers/rows";
  const tier = (version: number) => Array.from({ length: 3 }, (_, index) => ({ key: `t${index}`, version }));
  await load("tiers", tier(1));
  const first = await tenant.organization.get(`${path}?limit=1`);
  const cursor = encodeURIComponent(String(first.body.next_cursor));
  await load("tiers", tier(2));
  const second = await tenant.organization.get(`${path}?limit=1&cursor=${cursor}`);
  expect(second.body.data).toEqual([{ key: "t1", row_key: "t1", version: 1 }]);
  expect((await tenant.organization.get(`${path}?version=1`)).body.data).toHaveLength(3);
  await load("tiers", tier(3));
  await load("tiers", tier(4));
  const { body } = await tenant.organization.get("/api/v1/catalog/datasets/tiers/versions");
  expect(listed(body.versions, "version")).toEqual(["4", "3", "2"]);
  const expired = await tenant.organization.get(`${path}?limit=1&cursor=${cursor}`);
  expect(expired.status).toBe(400);
  expect(expired.body).toMatchObject({ code: "invalid_cursor", details: { reason: "expired" } });
  expect((await tenant.organization.get(`${path}?version=1`)).body.code).toBe("not_found");
  for (const query of [`cursor=${cursor}&q=t`, `cursor=x`, `cursor=${cursor}&version=4`])
    expect((await tenant.organization.get(`${path}?${query}`)).body.code).toBe("invalid_cursor");
  expect((await other.organization.get(`/api/v1/catalog/datasets/lines/rows?cursor=${cursor}`)).body.code).toBe(
    "invalid_cursor",
  );
});

test("finds rows by the words of their titles, best first, also in versions imported before words were kept (CAT-20)", async () => {
  const { body } = await tenant.organization.get("/api/v1/catalog/search?q=blue%20harbor");
  expect(body.data?.[0]).toMatchObject({ dataset_key: "carriers", key: "carrier-07", title: "Blue Harbor Mutual" });
  const line = await tenant.organization.get("/api/v1/catalog/search?q=workers%20comp&dataset=lines");
  expect(line.body.data?.[0]).toMatchObject({ key: "workers_compensation", row: { label: "workers compensation" } });
  await api.deps.db.pool.query("delete from dataset_terms");
  await api.deps.db.pool.query("update dataset_versions set has_terms = false");
  const again = await tenant.organization.get("/api/v1/catalog/search?q=blue%20harbor&limit=1");
  expect(again.body.data).toEqual(body.data?.slice(0, 1));
  expect((await other.organization.get("/api/v1/catalog/search?q=blue%20harbor")).body.data).toEqual([]);
});

test("an import of a shipped key replaces it for the organization (CAT-5)", async () => {
  await load("coverage_terms", [{ key: "drone_hull", label: "Drone hull" }], other.organizationId);
  const mine = await other.organization.get("/api/v1/catalog/datasets/coverage_terms/rows");
  expect(mine.body.data).toEqual([{ key: "drone_hull", row_key: "drone_hull", label: "Drone hull" }]);
  const theirs = await tenant.organization.get("/api/v1/catalog/datasets/coverage_terms/rows?limit=500");
  expect(theirs.body.data?.length).toBeGreaterThan(40);
});

test("needs catalog:read, in any environment; the capability of documents does not open it (CAT-6)", async () => {
  expect((await tenant.sandbox.get("/api/v1/catalog")).status).toBe(200);
  const reader = await tenant.scoped(["catalog:read"]);
  expect((await reader.get("/api/v1/catalog/datasets/lines/rows")).status).toBe(200);
  const documents = await tenant.scoped(["catalog:documents:read"]);
  expect((await documents.get("/api/v1/catalog")).body.code).toBe("insufficient_capability");
});
