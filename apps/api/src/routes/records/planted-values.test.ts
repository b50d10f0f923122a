import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestBook, type TestBook } from "@service/domain/records/testing";
import { setOrganization } from "@service/domain/organizations";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import { recordsRoutes } from "./index.ts";
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
  commission: ["0.1234", "4321.99"],
  internal: ["planted body", "planted attribute"],
};
/** Nothing is there to be found. */
const unfound: ReadonlySet<string> = new Set(["records.editIntents.read", "records.analyses.read"]);
const asAna = { "x-service-acting-email": "ana@example.com" };
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
});
afterAll(async () => {
  await api.stop();
});

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
