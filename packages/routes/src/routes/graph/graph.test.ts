import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { isJsonObject, type Json, type JsonObject } from "@service/json";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import { graphRoutes } from "./index.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;

/** Values of rows of the book; none of them may stand in any answer of the graph. */
const planted = ["Planted Bakery", "98-7654321", "planted@example.com", "planted note", "PLANTED-7"];

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  key = await org.scoped(["graph:read"]);
  await org.organization.post("/engines", {
    slug: "markets",
    label: "Markets",
    description: "",
    engine_type: "matching",
  });
  const published = await org.organization.post("/engines/markets/versions", {});
  if (published.status !== 200) throw new Error(published.text);
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  const client_key = book.keyOf("accounts", "PLANTED-7");
  await book.write({
    puts: [
      {
        family: "accounts",
        sourceId: "PLANTED-7",
        fields: { name: "Planted Bakery", fein: "98-7654321", email: "planted@example.com" },
      },
      {
        family: "activities",
        sourceId: "1",
        fields: { client_key, body: "planted note", occurred_at: "2026-01-01T00:00:00Z" },
      },
      { family: "documents", sourceId: "1", fields: { client_key, title: "planted note" } },
    ],
  });
  await book.serve();
  const { pool } = api.deps.db;
  const imported = await pool.query<{ id: string }>(
    "update record_imports set files = $2, counts = $3 where connection_id = $1 and state = 'served' returning id",
    [
      book.connectionId,
      JSON.stringify([{ name: "book/accounts.ndjson", bytes: 10, sha256: "ab", rows: 1 }]),
      JSON.stringify({ accounts: { read: 1, quarantined: 0 } }),
    ],
  );
  await pool.query("update record_connections set last_import_id = $2 where id = $1", [
    book.connectionId,
    imported.rows[0]?.id,
  ]);
  await pool.query(
    `insert into dataset_versions (id, organization_id, dataset_key, version, state, sha256, rows, as_of, completed_at)
     values (gen_random_uuid(), $1, 'offerings', 1, 'complete', 'cd', 3, now(), now())`,
    [org.organizationId],
  );
});
afterAll(() => api.stop());

const outcome = ({ status, body }: Answer) => [status, body["code"]];
const get = (path: string, by: Actor = key): Promise<Answer> => by.get(`/graph${path}`);
function listIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
const dataOf = ({ body }: Answer): JsonObject => (isJsonObject(body["data"]) ? body["data"] : {});
const nodesOf = (answer: Answer): readonly JsonObject[] => listIn(answer.body["data"]);
const at = (id: string): string => `/nodes/${encodeURIComponent(id)}`;
const idsOf = (list: readonly JsonObject[]): string[] =>
  list.map(({ node_id: id }) => (typeof id === "string" ? id : ""));

test("fourteen kinds are shown of sixteen that are registered (GRAPH-2)", async () => {
  for (const path of ["", "/kinds"]) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ duration_ms: expect.any(Number), computed_at: expect.any(String) });
    const { kinds, registered } = dataOf(answer);
    expect([listIn(kinds).length, registered]).toEqual([14, 16]);
    expect(listIn(kinds)).toContainEqual({
      kind: "plane",
      label: expect.any(String),
      count: 6,
      edge_kinds: ["feeds", "contains"],
    });
  }
});

test("kinds about secrets and persons are found nowhere, kinds that do not exist are refused (GRAPH-3)", async () => {
  for (const kind of ["credential", "identity_map"]) {
    expect(outcome(await get(`/nodes?kind=${kind}`))).toEqual([404, "not_found"]);
    for (const rest of ["", "/edges", "/lineage"])
      expect(outcome(await get(`${at(`${kind}:1`)}${rest}`))).toEqual([404, "not_found"]);
  }
  expect(outcome(await get("/nodes?kind=client"))).toEqual([400, "invalid_request"]);
  for (const rest of ["", "/edges", "/lineage"]) {
    expect(outcome(await get(`${at("client:1")}${rest}`))).toEqual([400, "invalid_request"]);
    expect(outcome(await get(`${at("engine:none")}${rest}`))).toEqual([404, "not_found"]);
  }
  const everything = await Promise.all([
    get("/nodes?limit=200"),
    get("/edges?limit=200"),
    get(`${at("plane:book")}/lineage`),
  ]);
  for (const { text } of everything) expect(text).not.toMatch(/credential|identity_map/);
});

describe("nodes (GRAPH-5)", () => {
  test("have a collection of documents for files that came without a book", async () => {
    const other = await api.organization();
    const { connectionId } = await createTestBook(api.deps.db, { organizationId: other.organizationId });
    const sha256 = "ab".repeat(32);
    await api.deps.db.pool.query(
      `with blob as (insert into blobs (organization_id, sha256, bytes, media_type, file_name)
         values ($1, $3, 1, 'text/plain', 'a.txt'))
       insert into record_documents
         (id, organization_id, connection_id, sha256, source_blob_ref, source_id, title, kind, file_name)
       values (gen_random_uuid(), $1, $2, $3, 'sb_' || left($3, 32), 'a.txt', 'A', 'other', 'a.txt')`,
      [other.organizationId, connectionId, sha256],
    );
    const listed = await get("/nodes?kind=document_collection", await other.scoped(["graph:read"]));
    expect(idsOf(nodesOf(listed))).toEqual([`document_collection:${connectionId}`]);
  });

  test("have the datasets that are shipped, and what opportunity engines read of the book (GRAPH-2, GRAPH-10)", async () => {
    const other = await api.organization();
    const reader = await other.scoped(["graph:read"]);
    await other.organization.post("/engines", {
      slug: "opps",
      label: "O",
      description: "",
      engine_type: "opportunity",
    });
    await createTestBook(api.deps.db, { organizationId: other.organizationId });
    const listed = idsOf(nodesOf(await get("/nodes?kind=dataset", reader)));
    for (const key of [
      "lines",
      "coverage_terms",
      "states",
      "naics",
      "document_kinds",
      "requirement_templates",
      "rule_packs",
    ])
      expect(listed).toContain(`dataset:${key}`);
    expect(listed).toContain("dataset:egress_manifests");
    const shipped = dataOf(await get(at("dataset:states"), reader));
    expect(shipped).toMatchObject({ state: "ok", properties: { version: 1, shipped: true, rows: expect.any(Number) } });
    const read = await get(`${at("engine:opps")}/edges?direction=in`, reader);
    const families = ["accounts", "activities", "claims", "coverages", "invoices", "policies"];
    expect(nodesOf(read)).toHaveLength(families.length);
    for (const family of families)
      expect(nodesOf(read)).toContainEqual(expect.objectContaining({ kind: "reads", from: `family:${family}` }));
  });

  test("are listed by kind and key, page by page, each once", async () => {
    const all = idsOf(nodesOf(await get("/nodes?limit=200")));
    expect(all).toEqual(
      expect.arrayContaining([
        `connection:${book.connectionId}`,
        `source_object:${book.connectionId}/book/accounts.ndjson`,
        `snapshot:${book.connectionId}/1`,
        "plane:claims",
        "family:policies",
        "dataset:offerings",
        `document_collection:${book.connectionId}`,
        `check:${book.connectionId}/freshness`,
        "engine:markets",
        "engine_release:markets/1.0",
      ]),
    );
    const paged: string[] = [];
    let cursor: Json | undefined;
    do {
      const page = await get(`/nodes?limit=7${typeof cursor === "string" ? `&cursor=${cursor}` : ""}`);
      paged.push(...idsOf(nodesOf(page)));
      cursor = page.body["next_cursor"];
    } while (typeof cursor === "string");
    expect(paged).toEqual(all);
    const first = await get("/nodes?limit=1&kind=family");
    const foreign = String(first.body["next_cursor"]);
    for (const path of [`/nodes?cursor=${foreign}`, `/edges?cursor=${foreign}`, "/nodes?cursor=x"])
      expect(outcome(await get(path))).toEqual([400, "invalid_cursor"]);
  });

  test("are narrowed by kind, state and words", async () => {
    expect(idsOf(nodesOf(await get("/nodes?kind=engine&q=MARK")))).toEqual(["engine:markets"]);
    expect(nodesOf(await get("/nodes?kind=engine&state=failed"))).toEqual([]);
    expect(outcome(await get("/nodes?state=broken"))).toEqual([400, "invalid_request"]);
    expect(outcome(await get("/nodes?kin=engine"))).toEqual([400, "invalid_request"]);
  });

  test("have a state: a connection is ok after an import, then warning, failed, disabled (GRAPH-6)", async () => {
    const { pool } = api.deps.db;
    const stateOf = async (): Promise<Json | undefined> => {
      // A graph is shown for two seconds.
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      return dataOf(await get(at(`connection:${book.connectionId}`)))["state"];
    };
    const change = (sql: string) => pool.query(sql, [book.connectionId]);
    expect(await stateOf()).toBe("ok");
    await change("update record_connections set as_of = now() - interval '5 days' where id = $1");
    expect(await stateOf()).toBe("warning");
    await change("update record_connections set as_of = now() where id = $1");
    await change(
      `update record_imports set counts = '{"accounts": {"quarantined": 1}}' where connection_id = $1 and state = 'served'`,
    );
    expect(await stateOf()).toBe("warning");
    await change("update record_imports set state = 'refused' where connection_id = $1 and state = 'served'");
    expect(await stateOf()).toBe("failed");
    await change("update record_connections set state = 'disabled' where id = $1");
    expect(await stateOf()).toBe("disabled");
    await change(
      "update record_imports set state = 'served', counts = '{}' where connection_id = $1 and state = 'refused'",
    );
    await change("update record_connections set state = 'active' where id = $1");
    expect(await stateOf()).toBe("ok");
  });
});

describe("edges and lineage (GRAPH-10, GRAPH-12)", () => {
  test("lineage follows the data down and up, breadth first, with the start", async () => {
    const down = await get(`${at(`connection:${book.connectionId}`)}/lineage?depth=6`);
    const { nodes, edges, truncated } = dataOf(down);
    const found = idsOf(listIn(nodes));
    expect(found[0]).toBe(`connection:${book.connectionId}`);
    expect(found).toEqual(expect.arrayContaining([`snapshot:${book.connectionId}/1`, "plane:book", "family:policies"]));
    expect(truncated).toBe(false);
    for (const { from, to } of listIn(edges)) expect(found).toEqual(expect.arrayContaining([from, to]));
    const up = dataOf(await get(`${at("engine_release:markets/1.0")}/lineage?direction=up&depth=2`));
    expect(idsOf(listIn(up["nodes"]))).toEqual(["engine_release:markets/1.0", "engine:markets", "dataset:offerings"]);
    expect(idsOf(listIn(dataOf(await get(`${at("plane:book")}/lineage?depth=1&direction=up`))["nodes"]))).toEqual([
      "plane:book",
      `snapshot:${book.connectionId}/1`,
    ]);
    for (const depth of ["0", "7", "x"])
      expect(outcome(await get(`${at("plane:book")}/lineage?depth=${depth}`))).toEqual([400, "invalid_request"]);
  });

  test("the edges of a node are those in, out or both", async () => {
    const count = async (direction: string): Promise<number> =>
      nodesOf(await get(`${at("plane:book")}/edges?limit=200&direction=${direction}`)).length;
    expect([await count("in"), await count("out"), await count("both")]).toEqual([1, 8, 9]);
    expect(nodesOf(await get(`${at("plane:book")}/edges`))).toHaveLength(9);
    const shown = dataOf(await get(at("plane:book")));
    expect(shown["counts"]).toEqual({ in: 1, out: 8 });
  });
});

test("connections are shown with their imports", async () => {
  const [connection] = nodesOf(await get("/connections"));
  expect(connection).toMatchObject({ connection_id: book.connectionId, node: { kind: "connection" } });
  expect(listIn(connection?.["last_syncs"]).length).toBeGreaterThan(0);
});

test("no answer holds a value of the book, and none of another organization (GRAPH-1)", async () => {
  const paths = ["", "/kinds", "/nodes?limit=200", "/edges?limit=200", "/connections", "/derivations"];
  const nodes = idsOf(nodesOf(await get("/nodes?limit=200")));
  for (const id of nodes) paths.push(at(id), `${at(id)}/edges?limit=200`);
  paths.push(`${at(`connection:${book.connectionId}`)}/lineage?depth=6`);
  const answers = await Promise.all(paths.map((path) => get(path)));
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    for (const value of planted) expect(text).not.toContain(value);
  }
  expect(graphRoutes).toHaveLength(10);
  const other = await api.organization();
  const shown = nodesOf(await get("/nodes", other.organization));
  // What the service ships is everybody's.
  expect(shown.filter(({ properties }) => !isJsonObject(properties) || properties["shipped"] !== true)).toEqual([]);
  const foreign = await get(at(`connection:${book.connectionId}`), other.organization);
  expect(outcome(foreign)).toEqual([404, "not_found"]);
});

test("needs graph:read and a key of live, and no person (GRAPH-7)", async () => {
  const reads = await org.scoped(["records:read", "catalog:read"]);
  for (const path of ["", "/nodes", "/derivations"]) {
    expect(outcome(await get(path, reads))).toEqual([403, "insufficient_capability"]);
    expect(outcome(await get(path, org.sandbox))).toEqual([403, "scoped_key_required"]);
  }
  expect(outcome(await get("/derivations/none"))).toEqual([404, "not_found"]);
});
