import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { setOrganization } from "@service/domain/organizations";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import { recordsRoutes } from "./index.ts";
import { routes } from "../index.ts";
import type { Actor } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;

/** Values of each class that a family has; none of them may stand anywhere. */
const planted = {
  pii_identity: ["98-7654321", "VINPLANTED0000001", "1961-02-03", "WY"],
  pii_contact: ["planted@example.com", "614 555 0777"],
  financial: ["7654321", "8765432", "43217"],
  commission: ["0.1234", "4321.99", "5432.11"],
  internal: [
    "planted body",
    "planted attribute",
    "planted task",
    "planted note",
    "planted step",
    "planted outcome",
    "planted call",
    "planted annotation",
    "planted page",
  ],
};
/** Nothing of the client may stand in what a person sees who does not see the client. */
const ofClient = ["Shown", "planted", "4321.99"];
/** Nothing is there to be found. */
const unfound: ReadonlySet<string> = new Set(["records.editIntents.read", "records.analyses.read"]);
const asAna = { "x-service-acting-email": "ana@example.com" };
const opportunityId = "5a3c8d4e-1111-4222-8333-444455556666";
const blobRef = `sb_${"ab".repeat(16)}`;
let engineId: string;
const asBo = { "x-service-acting-email": "bo@example.com" };

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  const { organizationId } = org;
  const narrow = { policy_key: "narrow", denied: Object.keys(planted), masks: {} };
  await setFieldPolicies(api.deps, testOperator, { organizationId, file: narrow });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "ana", emails: ["ana@example.com"], scope: "All", field_policy_key: "narrow" },
      { seat_key: "bo", emails: ["bo@example.com"], scope: "Own" },
      { seat_key: "all", emails: ["all@example.com"], scope: "All" },
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  const client_key = book.keyOf("accounts", "1");
  const policy_key = book.keyOf("policies", "1");
  const born = "1961-02-03";
  const reached = { email: "planted@example.com", phone: "614 555 0777" };
  await book.write({
    puts: [
      {
        family: "accounts",
        sourceId: "1",
        fields: {
          name: "Shown",
          ...reached,
          fein: "98-7654321",
          revenue: 7_654_321,
          payroll: 8_765_432,
          employees: 43_217,
          attributes: { note: "planted attribute" },
        },
      },
      { family: "accounts", sourceId: "2", fields: { name: "Another", producer_seat: "bo" } },
      {
        family: "policies",
        sourceId: "1",
        fields: {
          client_key,
          policy_number: "1",
          effective_on: "2026-01-01",
          commission_rate: 0.1234,
          commission_amount: 4321.99,
        },
      },
      { family: "contacts", sourceId: "1", fields: { client_key, name: "Shown", birth_date: born, ...reached } },
      {
        family: "drivers",
        sourceId: "1",
        fields: { client_key, name: "Shown", birth_date: born, license_state: "WY" },
      },
      {
        family: "vehicles",
        sourceId: "1",
        fields: { client_key, policy_keys: [policy_key], vin: "VINPLANTED0000001" },
      },
      {
        family: "activities",
        sourceId: "1",
        fields: {
          client_key,
          policy_key,
          subject: "Shown",
          body: "planted body",
          occurred_at: "2026-05-05T05:05:05.000Z",
        },
      },
      { family: "claims", sourceId: "1", fields: { client_key, policy_key, claim_number: "1" } },
      { family: "documents", sourceId: "1", fields: { client_key, policy_key, title: "Shown" } },
      { family: "carriers", sourceId: "1", fields: { name: "Shown" } },
    ],
  });
  await book.serve();
  await plantOpportunity();
  await plantDocument();
  await plantWork();
});
afterAll(async () => {
  await api.stop();
});

/** An opportunity of the client as a run wrote it, by the schema of the engine's configuration, with an annotation. */
async function plantOpportunity(): Promise<void> {
  const made = await org.organization.post("/engines", {
    slug: "opps",
    label: "Opportunities",
    description: "",
    engine_type: "opportunity",
  });
  engineId = String(made.body["id"]);
  const client_key = book.keyOf("accounts", "1");
  const body = {
    opportunity_id: opportunityId,
    kind: "renewal_prep",
    client_key,
    account_name: "Shown",
    policy_key: book.keyOf("policies", "1"),
    title: "Shown: a renewal to prepare",
    because: ["It expires soon."],
    score: 50,
    propensity: 0.5,
    urgency: 0.5,
    est_premium: 36_000,
    est_revenue: 4321.99,
    expected_value: 5432.11,
    producer_seat: null,
    office_key: null,
    rule_key: "renewal_prep",
    talking_points: [],
    evidence: [],
    suggested_commands: [],
  };
  await api.deps.db.pool.query(
    `insert into opportunities (organization_id, environment_id, engine_id, opportunity_id, connection_id, client_key,
       policy_key, kind, status, change, score, expected_value, words, body, config_hash, first_run_id, seen_run_at,
       first_seen_at, last_seen_at)
     select $1, v.id, e.id, $3, $4, $5, $6, 'renewal_prep', 'open', 'new', 50, 5432.11, 'shown', $7, e.draft_config_hash,
       gen_random_uuid(), now(), now(), now()
     from engines e join environments v on v.organization_id = $1 and v.slug = 'live' where e.id = $2`,
    [
      org.organizationId,
      engineId,
      opportunityId,
      book.connectionId,
      client_key,
      book.keyOf("policies", "1"),
      JSON.stringify(body),
    ],
  );
  const annotation = { status: "in_progress", note: "planted annotation" };
  const path = `/engines/${engineId}/opportunities/${opportunityId}/annotation`;
  const annotated = await org.organization.put(path, annotation);
  if (annotated.status !== 201) throw new Error(annotated.text);
}

/** A document of the client with a page that was read. */
async function plantDocument(): Promise<void> {
  await api.deps.db.pool.query(
    `with blob as (insert into blobs (organization_id, sha256, bytes, media_type, file_name, text_status, page_count, scan)
       values ($1, $3, 1, 'text/plain', 'a.txt', 'ready', 1, 'not_configured') returning organization_id, sha256
     ), page as (insert into document_pages (organization_id, sha256, page, text, words)
       select organization_id, sha256, 1, 'planted page', to_tsvector('english', 'planted page') from blob)
     insert into record_documents
       (id, organization_id, connection_id, sha256, source_blob_ref, source_id, title, kind, file_name, client_key)
     values (gen_random_uuid(), $1, $2, $3, $4, 'a.txt', 'Shown', 'application', 'a.txt', $5)`,
    [org.organizationId, book.connectionId, "ab".repeat(32), blobRef, book.keyOf("accounts", "1")],
  );
}

/** What people write in the ledger, one of each kind. */
async function plantWork(): Promise<void> {
  const account = { kind: "account", key: book.keyOf("accounts", "1") };
  const append = async (commands: readonly object[]): Promise<string> => {
    const answer = await org.organization.post("/records/actions", {
      actor_principal: "idp|all",
      actor_type: "producer",
      commands: commands.map((command) => ({ idempotency_key: randomUUID(), entity: account, ...command })),
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return String(answer.body["results"]?.[0]?.["created"]?.["key"]);
  };
  const task = { title: "Call", body: "planted task" };
  const key = await append([{ type: "create_task", payload: task }]);
  const call = { channel: "call", direction: "in", summary: "planted call", occurred_at: "2026-05-05T00:00:00Z" };
  await append([
    { type: "complete_task", entity: { kind: "task", key }, payload: { outcome: "done", note: "planted outcome" } },
    { type: "add_note", payload: { body: "planted note", visibility: "team" } },
    { type: "log_activity", payload: call },
  ]);
  const steps = [{ step_key: "a", title: "A" }];
  const payload = { workflow_type: "custom", title: "Walk", steps };
  const workflow = { kind: "workflow", key: await append([{ type: "start_workflow", payload }]) };
  const step = { step_key: "a", state: "done", note: "planted step" };
  await append([{ type: "advance_workflow", entity: workflow, payload: step }]);
}

/** Another posture, and a new key: a process reads a known key and its organization from a cache. */
async function under(recordsPosture: "off" | "shadow" | "lit"): Promise<Actor> {
  await setOrganization(api.deps, testOperator, org.organizationId, { recordsPosture, analysesEnabled: true });
  return org.keyFor("live");
}

function pathOf(path: string): string {
  const keys: { [name: string]: string } = {
    client_key: book.keyOf("accounts", "1"),
    policy_key: book.keyOf("policies", "1"),
    claim_key: book.keyOf("claims", "1"),
    document_key: book.keyOf("documents", "1"),
    carrier_key: book.keyOf("carriers", "1"),
    id: "none",
    engine_id: engineId,
    opportunity_id: opportunityId,
    source_blob_ref: blobRef,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => keys[name] ?? "");
}

test("a planted value of each denied class stands on no route that reads the book (REC-40)", async () => {
  const lit = await under("lit");
  const shown = new Set<string>();
  for (const route of recordsRoutes.filter(({ method }) => method === "GET")) {
    const isAccount = route.query !== undefined && "include" in route.query.shape;
    const query = {
      ...(isAccount ? { include: "contacts,policies,summary" } : {}),
      ...(route.id === "records.search" ? { q: "shown" } : {}),
    };
    const answer = await lit.get(pathOf(route.path), { query, headers: asAna });
    expect([route.id, answer.status]).toEqual([route.id, unfound.has(route.id) ? 404 : 200]);
    for (const value of Object.values(planted).flat()) expect(`${route.id}: ${answer.text}`).not.toContain(value);
    if (answer.text.includes("Shown")) shown.add(route.id);
  }
  expect(shown.size).toBeGreaterThan(10);
  const vehicles = await lit.get(pathOf("/records/accounts/{client_key}/vehicles"), { headers: asAna });
  expect(vehicles.body["scope"]).toMatchObject({
    posture: "lit",
    seat_key: "ana",
    scope: "All",
    enforced: true,
    field_policy: "narrow",
    masked_fields: ["vehicles.vin", "vehicles.attributes"],
  });
  expect((await lit.get("/records/search", { query: { q: "6145550777" }, headers: asAna })).body["data"]).toEqual([]);
});

/** Ledger, opportunities and documents, with what each is asked besides. */
const workRoutes = routes.filter(
  ({ id, method }) =>
    method === "GET" && /^(?:records\.(?:actions|notes|tasks|workflows)|opportunities|catalog\.documents)\./.test(id),
);
const queryOfRoute: { readonly [id: string]: { readonly [name: string]: string } } = {
  "catalog.documents.read": { include: "text" },
};

test("a planted value stands on no route of the ledger, of opportunities and of documents either (REC-40)", async () => {
  expect(workRoutes.map(({ id }) => id).toSorted()).toEqual([
    "catalog.documents.list",
    "catalog.documents.read",
    "opportunities.annotation.read",
    "opportunities.list",
    "opportunities.read",
    "opportunities.summary",
    "records.actions.list",
    "records.notes.list",
    "records.tasks.list",
    "records.workflows.list",
  ]);
  const lit = await under("lit");
  const seen = new Map<string, string>();
  for (const route of workRoutes) {
    const query = queryOfRoute[route.id] ?? {};
    for (const person of ["all", "ana", "bo"]) {
      const headers = {
        "x-service-acting-email": `${person}@example.com`,
        "x-service-acting-principal": `idp|${person}`,
      };
      const { status, text } = await lit.get(pathOf(route.path), { query, headers });
      expect([route.id, person, person === "bo" ? [200, 404].includes(status) : status]).toEqual([
        route.id,
        person,
        person === "bo" ? true : 200,
      ]);
      seen.set(`${route.id} ${person}`, text);
    }
  }
  for (const [where, text] of seen) {
    const withheld = where.endsWith("ana") ? Object.values(planted).flat() : where.endsWith("bo") ? ofClient : [];
    for (const value of withheld) expect(`${where}: ${text}`).not.toContain(value);
  }
  // What is withheld from them is there: for a reader without limits, and the rest of it for the narrow one.
  const everything = [...seen]
    .filter(([where]) => where.endsWith("all"))
    .map(([, text]) => text)
    .join("\n");
  for (const value of [...planted.internal.slice(2), "4321.99", "5432.11", "Shown"])
    expect(everything).toContain(value);
  expect(seen.get("opportunities.list ana")).toContain("Shown");
  expect(seen.get("catalog.documents.list ana")).toContain("Shown");
  const words = { "x-service-acting-email": "ana@example.com" };
  const found = await lit.get("/catalog/documents", { query: { q: "planted" }, headers: words });
  expect([found.status, found.body["documents"]]).toEqual([200, []]);
});

test("the status shows counts of rows and of imports to readers of the whole book alone (REC-44)", async () => {
  await api.deps.db.pool.query(
    `insert into record_imports (id, connection_id, state, mode, mapping, mapping_hash, as_of, counts)
     values (gen_random_uuid(), $1, 'served', 'full', 'native', '', now(), '{"accounts": {"read": 2}}')`,
    [book.connectionId],
  );
  const seen = async (key: Actor, headers: { readonly [name: string]: string }) => {
    const [one] = (await key.get("/records/status", { headers })).body["connections"] ?? [];
    return [one?.["families"] === null, one?.["last_sync"]?.["state"], one?.["last_sync"]?.["counts"]];
  };
  const counts = { accounts: { read: 2 } };
  expect(await seen(await under("shadow"), asBo)).toEqual([true, "served", {}]);
  const lit = await under("lit");
  expect(await seen(lit, asBo)).toEqual([true, "served", {}]);
  expect(await seen(lit, asAna)).toEqual([false, "served", counts]);
  expect(await seen(await under("off"), asBo)).toEqual([false, "served", counts]);
});

test("under shadow a list shows all and counts what lit withholds (REC-47)", async () => {
  const lists = ["accounts", "policies", "contacts", "claims", "activities", "documents", "carriers"];
  const rowsOf = async (actor: Actor, list: string) => {
    const { body } = await actor.get(`/records/${list}`, { headers: asBo });
    return { rows: body["data"]?.length ?? 0, hidden: Number(body["scope"]?.["would_hide"]) };
  };
  const seen = new Map<string, number>();
  const lit = await under("lit");
  for (const list of lists) seen.set(list, (await rowsOf(lit, list)).rows);
  const shadow = await under("shadow");
  for (const list of lists) {
    const { rows, hidden } = await rowsOf(shadow, list);
    expect([list, rows - hidden]).toEqual([list, seen.get(list)]);
  }
  expect([seen.get("accounts"), seen.get("policies"), seen.get("carriers")]).toEqual([1, 0, 1]);
});
