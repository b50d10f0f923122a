import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger } from "@service/runtime";
import { testOperator } from "@service/testing";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { importSeats, listFieldPolicies, listSeats, setFieldPolicies, setSeat, shadowReport } from "./index.ts";
import { openSeatLoader } from "./read-seats.ts";
import { openShadowCounter } from "./shadow-counts.ts";

let deps: TestDeps;
let organizationId: string;
beforeAll(async () => {
  deps = await openTestDeps();
});
beforeEach(async () => {
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(() => deps.close());

const load = (file: unknown) => importSeats(deps, testOperator, { organizationId, file });
const set = (seatKey: string, changes: Parameters<typeof setSeat>[2]["changes"]) =>
  setSeat(deps, testOperator, { organizationId, seatKey, changes });
const audited = async (): Promise<readonly string[]> => {
  const { rows } = await deps.db.pool.query<{ is: string }>(
    "select action || ' ' || resource_id as is from audit_log where organization_id = $1 order by id",
    [organizationId],
  );
  return rows.map((row) => row.is);
};

describe("a file of seats (SEAT-2)", () => {
  test("adds seats, replaces those of the same key and leaves the others; each change is audited once", async () => {
    const ana = { seat_key: "ana", emails: [" ANA@Example.com"], scope: "All" };
    expect(await load([ana, { seat_key: "bo" }])).toMatchObject({ created: 2, changed: 0, unchanged: 0 });
    expect(await load([ana, { seat_key: "cy" }])).toMatchObject({ created: 1, changed: 0, unchanged: 1 });
    expect(await load([{ ...ana, scope: "Own" }])).toMatchObject({ created: 0, changed: 1, unchanged: 0 });
    const seats = await listSeats(deps, organizationId);
    expect(seats.map(({ seatKey, emails, scope, origin }) => [seatKey, emails, scope, origin])).toEqual([
      ["ana", ["ana@example.com"], "Own", "file"],
      ["bo", [], "Own", "file"],
      ["cy", [], "Own", "file"],
    ]);
    expect((await audited()).slice(1)).toEqual([
      "seats.import ana",
      "seats.import bo",
      "seats.import cy",
      "seats.import ana",
    ]);
  });

  test("wins over a seat that came from the system of record", async () => {
    await deps.db.pool.query(
      "insert into seats (organization_id, seat_key, origin, emails) values ($1, 'ana', 'staff', '{ana@example.com}')",
      [organizationId],
    );
    await load([{ seat_key: "ana", emails: ["ana@example.com"] }]);
    expect(await listSeats(deps, organizationId)).toMatchObject([{ seatKey: "ana", origin: "file" }]);
  });

  test.each([
    ["an unknown member", [{ seat_key: "a", mail: "x" }], "/0/mail"],
    ["an unknown scope", [{ seat_key: "a" }, { seat_key: "b", scope: "Everything" }], "/1/scope"],
    ["a key that stands twice", [{ seat_key: "a" }, { seat_key: "a" }], "/1/seat_key"],
    ["no list", { seat_key: "a" }, "the document"],
  ])("with %s is refused whole, with the place", async (_what, file, field) => {
    await expect(load(file)).rejects.toMatchObject({ code: "invalid_request", details: [{ field }] });
    expect(await listSeats(deps, organizationId)).toEqual([]);
  });

  test("with a policy that does not exist is refused whole", async () => {
    await expect(load([{ seat_key: "a", field_policy_key: "desk" }])).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await listSeats(deps, organizationId)).toEqual([]);
  });

  test("tells the addresses and ids that two active seats share (SEAT-22)", async () => {
    const shared = { emails: ["front@example.com"] };
    expect(
      await load([
        { seat_key: "a", ...shared },
        { seat_key: "b", ...shared },
      ]),
    ).toMatchObject({
      ambiguous: ["front@example.com"],
    });
  });
});

test("a seat is changed one setting at a time, and switched off for every reader within two seconds (SEAT-2, SEAT-4)", async () => {
  await load([{ seat_key: "ana", emails: ["ana@example.com"], scope: "Team" }]);
  expect(await set("ana", { fieldPolicyKey: "producer" })).toMatchObject({ scope: "Team", fieldPolicyKey: "producer" });
  expect(await set("ana", { fieldPolicyKey: null, scope: "Office" })).toMatchObject({ fieldPolicyKey: null });
  const loader = openSeatLoader(deps.db);
  const person = { email: "ana@example.com", principal: undefined };
  expect((await loader.directoryOf(organizationId)).seatOf(person)?.seatKey).toBe("ana");
  const startedAtMs = performance.now();
  await set("ana", { active: false });
  while ((await loader.directoryOf(organizationId)).seatOf(person) !== undefined) {
    expect(performance.now() - startedAtMs).toBeLessThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect(set("nobody", { active: false })).rejects.toMatchObject({ code: "not_found" });
});

test("field policies of an organization stand beside those of everybody, whose names they cannot take (SEAT-42)", async () => {
  const file = [{ policy_key: "desk", denied: ["commission"], masks: { fein: "last4" } }];
  await setFieldPolicies(deps, testOperator, { organizationId, file });
  const keys = (await listFieldPolicies(deps, organizationId)).map(({ policy_key: key }) => key);
  expect(keys).toEqual(["full", "producer", "service", "external_agent", "desk"]);
  for (const [wrong, field, message] of [
    [{ policy_key: "full", denied: [] }, "/policy_key", "is the name of a policy that every organization has"],
    [{ policy_key: "x", denied: ["secrets"] }, "/denied/0", expect.stringContaining("pii_contact")],
    [{ policy_key: "x", masks: { no_such_field: "year" } }, "/masks/no_such_field", "is not a field of any family"],
    [{ policy_key: "x", masks: { fein: "half" } }, "/masks/fein", expect.stringContaining("last4")],
    [[{ policy_key: "x" }, { policy_key: "y", mask: {} }], "/1/mask", "is not a setting"],
  ] as const)
    await expect(setFieldPolicies(deps, testOperator, { organizationId, file: wrong })).rejects.toMatchObject({
      code: "invalid_request",
      details: [{ field, message }],
    });
  expect((await audited()).slice(1)).toEqual(["fieldPolicies.set desk"]);
});

test("what posture lit would have done is added up by day, route, seat and family (SEAT-5)", async () => {
  const counter = openShadowCounter(deps.db, silentLogger);
  const ana = { organizationId, seatKey: "ana" };
  const route = "records.accounts.list";
  counter.count({ viewer: ana, route, hidden: new Map([["accounts", 3]]) });
  counter.count({ viewer: ana, route, hidden: new Map([["accounts", 2]]) });
  counter.count({ viewer: { organizationId, seatKey: null }, route, hidden: new Map([["accounts", 0]]) });
  await counter.flush();
  counter.count({ viewer: ana, route, hidden: new Map([["accounts", 1]]) });
  await counter.flush();
  expect(await shadowReport(deps, organizationId, 30)).toMatchObject([
    { route, seatKey: "ana", family: "accounts", requests: 3, wouldHide: 6 },
    { route, seatKey: null, family: "accounts", requests: 1, wouldHide: 0 },
  ]);
});
