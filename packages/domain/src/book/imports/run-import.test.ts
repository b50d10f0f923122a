import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { recordKey } from "@service/record-families";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { listPlatformEvents } from "../../events/events/index.ts";
import { importRows, newConnection, servedRows, tablesOf } from "./test-kit.ts";
import { account, coverage, deliveryOf, gone, policy, row } from "./testing/delivered-rows.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const smallBook = [
  row("carriers", "CA1", { name: "Harbor Mutual" }),
  row("staff", "ana", { name: "Ana", email: " Ana@Example.com ", team_keys: ["t1"], office_key: "north" }),
  account("A1", { producer_seat: "ana", office_key: "north", phone: "555 010 0199" }),
  account("A2", { producer_seat: "ben", servicer_seats: ["ana"] }),
  policy("P1", "A1", { carrier_key: "CA1", expires_on: "2027-01-01", premium: 100 }),
  policy("P2", "A2", { producer_seat: "cho" }),
  coverage("C1", "P1"),
  coverage("C2", "P2"),
];
const none = { removed: 0, quarantined: 0, suppressed: 0 };

describe("a first import", () => {
  let connectionId: string;
  let organizationId: string;
  beforeAll(async () => {
    ({ connectionId, organizationId } = await newConnection(deps));
  });

  test("serves every row under its key, with references as keys and what it is found by (IMP-60, REC-12)", async () => {
    const outcome = await importRows(deps, connectionId, smallBook);
    expect(outcome).toMatchObject({ state: "served", snapshotSeq: 1 });
    expect(outcome.counts.policies).toEqual({ ...none, read: 2, new: 2, changed: 0, unchanged: 0 });
    const policies = await servedRows(deps, connectionId, "policies");
    expect(policies["P1"]).toEqual({
      client_key: recordKey(connectionId, "accounts", "A1"),
      policy_number: "P-P1",
      carrier_key: recordKey(connectionId, "carriers", "CA1"),
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
      premium: 100,
    });
    const { "book.policies": rows, "book.accounts": accounts } = await tablesOf(deps, connectionId);
    expect(rows).toContainEqual(
      expect.objectContaining({ source_id: "P1", expires_on: "2027-01-01", premium: 100, to_seq: null, from_seq: 1 }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ source_id: "P2", expires_on: "infinity", premium: "Infinity" }),
    );
    expect(accounts).toContainEqual(expect.objectContaining({ source_id: "A1", name: "client a1", source_line: 3 }));
  });

  test("a row that names only its policy belongs to the policy's client, and says so (IMP-63)", async () => {
    const coverages = await servedRows(deps, connectionId, "coverages");
    expect(coverages["C1"]).toMatchObject({
      client_key: recordKey(connectionId, "accounts", "A1"),
      policy_key: recordKey(connectionId, "policies", "P1"),
    });
  });

  test("clients and policies are shown to who works on them, and clients to their office (SEAT-11)", async () => {
    const { rows } = await deps.db.pool.query(
      `select grant_key || ' ' || client_key || ' ' || policy_key as grant from book.grants where connection_id = $1 order by 1`,
      [connectionId],
    );
    const [a1, a2] = ["A1", "A2"].map((id) => recordKey(connectionId, "accounts", id));
    const p2 = recordKey(connectionId, "policies", "P2");
    expect(rows.map((each: { grant: string }) => each.grant)).toEqual(
      [
        `office:north ${a1} `,
        `seat:ana ${a1} `,
        `seat:ana ${a2} `,
        `seat:ben ${a2} `,
        `seat:cho ${a2} ${p2}`,
      ].toSorted(),
    );
  });

  test("the people of the agency become seats, with their addresses in lower case (SEAT-1)", async () => {
    const { rows } = await deps.db.pool.query(
      `select seat_key, origin, emails, scope, office_key, team_keys, active from seats where organization_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([
      {
        seat_key: "ana",
        origin: "staff",
        emails: ["ana@example.com"],
        scope: "Own",
        office_key: "north",
        team_keys: ["t1"],
        active: true,
      },
    ]);
  });

  test("says that it has finished, in the commit that serves it (IMP-67)", async () => {
    const [event] = await listPlatformEvents(deps, { organizationId, type: "sync.finished" });
    expect(event).toMatchObject({
      subject: { kind: "connection", key: connectionId },
      data: { snapshot_seq: 1, counts: { accounts: { new: 2 } } },
    });
  });
});

test("an older delivery makes the book no older: its date stays (IMP-67)", async () => {
  const { connectionId } = await newConnection(deps);
  const [newest, older] = [new Date("2026-03-02T00:00:00Z"), new Date("2026-03-01T00:00:00Z")];
  await importRows(deps, connectionId, smallBook, { asOf: newest });
  const delta = await importRows(deps, connectionId, [account("A9")], { mode: "delta", asOf: older });
  expect(delta).toMatchObject({ state: "served", snapshotSeq: 2 });
  const { rows } = await deps.db.pool.query<{ as_of: Date; snapshot: Date }>(
    `select c.as_of, s.as_of as snapshot from record_connections c
     join record_snapshots s on s.connection_id = c.id and s.seq = c.served_seq where c.id = $1`,
    [connectionId],
  );
  expect(rows).toEqual([{ as_of: newest, snapshot: newest }]);
});

describe("what comes again (IMP-64, IMP-68)", () => {
  test("equal files are unchanged without being read", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, smallBook);
    const before = await tablesOf(deps, connectionId);
    const delivery = deliveryOf(smallBook, {
      rows: () => {
        throw new Error("was read");
      },
    });
    const again = await importRows(deps, connectionId, smallBook, { delivery });
    expect(again).toMatchObject({ state: "unchanged", snapshotSeq: 1 });
    expect(again.counts.accounts).toEqual({ ...none, read: 2, new: 0, changed: 0, unchanged: 2 });
    expect(await tablesOf(deps, connectionId)).toEqual(before);
  });

  test("equal rows in other files write nothing", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, smallBook);
    const before = await tablesOf(deps, connectionId);
    const again = await importRows(deps, connectionId, smallBook.toReversed());
    expect(again).toMatchObject({ state: "unchanged", snapshotSeq: 1 });
    expect(again.counts.coverages).toEqual({ ...none, read: 2, new: 0, changed: 0, unchanged: 2 });
    expect(await tablesOf(deps, connectionId)).toEqual(before);
  });

  test("a changed row gets a version, and nothing else does", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, smallBook);
    const before = await tablesOf(deps, connectionId);
    const changed = smallBook.map((each) =>
      each.sourceId === "A1"
        ? account("A1", { producer_seat: "dee", office_key: "north", phone: "555 010 0199" })
        : each,
    );
    const again = await importRows(deps, connectionId, changed);
    expect(again).toMatchObject({ state: "served", snapshotSeq: 2 });
    expect(again.counts.accounts).toEqual({ ...none, read: 2, new: 0, changed: 1, unchanged: 1 });
    const after = await tablesOf(deps, connectionId);
    expect(after["book.accounts"]).toHaveLength(3);
    expect(after["book.policies"]).toEqual(before["book.policies"]);
    // Found by the same words: no term has a version.
    expect(after["book.terms"]).toEqual(before["book.terms"]);
    const grants = after["book.grants"]?.filter((grant) => JSON.stringify(grant).includes("seat:"));
    expect(grants).toContainEqual(expect.objectContaining({ grant_key: "seat:dee", from_seq: 2, to_seq: null }));
    expect(grants).toContainEqual(expect.objectContaining({ grant_key: "seat:ana", from_seq: 1, to_seq: 2 }));
    expect(after["book.heads"]).toContainEqual(
      expect.objectContaining({ client_key: recordKey(connectionId, "accounts", "A1"), from_seq: 2, to_seq: null }),
    );
  });
});

describe("rows that go (IMP-63)", () => {
  test("a full delivery removes what is not in it, and what belonged to that", async () => {
    const { connectionId } = await newConnection(deps);
    const many = [...smallBook, account("A3"), account("A4"), account("A5"), policy("P5", "A5"), policy("P6", "A4")];
    await importRows(deps, connectionId, many);
    const left = many.filter(({ sourceId }) => sourceId !== "A2");
    const outcome = await importRows(deps, connectionId, left, { accept: ["coverages", "policies"] });
    expect(outcome.state).toBe("served");
    expect(outcome.counts.accounts).toMatchObject({ removed: 1, unchanged: 4 });
    // The policy came again, for a client that is not there.
    expect(outcome.counts.policies).toEqual({
      read: 4,
      new: 0,
      changed: 0,
      unchanged: 3,
      removed: 1,
      quarantined: 1,
      suppressed: 0,
    });
    expect(outcome.counts.coverages).toMatchObject({ read: 2, unchanged: 1, removed: 1, quarantined: 1 });
    expect(Object.keys(await servedRows(deps, connectionId, "coverages"))).toEqual(["C1"]);
  });

  test("a delta removes what it names, with what belonged to it, and leaves the rest", async () => {
    const { connectionId } = await newConnection(deps);
    const many = [...smallBook, account("A3"), account("A4"), policy("P3", "A3"), policy("P4", "A4")];
    await importRows(deps, connectionId, many);
    const outcome = await importRows(deps, connectionId, [gone("accounts", "A2"), account("A3", { dba: "Three" })], {
      mode: "delta",
    });
    expect(outcome).toMatchObject({ state: "served", snapshotSeq: 2 });
    expect(outcome.counts.accounts).toEqual({
      read: 1,
      new: 0,
      changed: 1,
      unchanged: 0,
      removed: 1,
      quarantined: 0,
      suppressed: 0,
    });
    expect(outcome.counts.policies?.removed).toBe(1);
    expect(outcome.counts.coverages?.removed).toBe(1);
    expect(Object.keys(await servedRows(deps, connectionId, "policies"))).toEqual(["P1", "P3", "P4"]);
  });

  test("what belongs to a policy goes with it to another client, also when it is not delivered again", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, smallBook);
    const outcome = await importRows(deps, connectionId, [policy("P1", "A2")], { mode: "delta" });
    expect(outcome.counts).toEqual({ policies: { ...none, read: 1, new: 0, changed: 1, unchanged: 0 } });
    const [a1, a2] = ["A1", "A2"].map((id) => recordKey(connectionId, "accounts", id));
    expect((await servedRows(deps, connectionId, "coverages"))["C1"]).toMatchObject({ client_key: a2 });
    const { "book.coverages": rows } = await tablesOf(deps, connectionId);
    expect(rows).toContainEqual(expect.objectContaining({ source_id: "C1", client_key: a1, from_seq: 1, to_seq: 2 }));
    expect(rows).toContainEqual(
      expect.objectContaining({ source_id: "C1", client_key: a2, from_seq: 2, to_seq: null }),
    );
    // The whole book says the same: nothing is left to change.
    const whole = smallBook.map((each) => (each.sourceId === "P1" ? policy("P1", "A2") : each));
    expect(await importRows(deps, connectionId, whole)).toMatchObject({ state: "unchanged", snapshotSeq: 2 });
  });

  test("a value that equals the key of the former client stays as it came when the row moves", async () => {
    const { connectionId } = await newConnection(deps);
    const [a1 = "", a2 = ""] = ["A1", "A2"].map((id) => recordKey(connectionId, "accounts", id));
    await importRows(deps, connectionId, [
      ...smallBook,
      row("coverages", "C9", { line: "general_liability", label: a1 }, { policy: "P1" }),
      row("vehicles", "V9", { make: a1, policy_keys: ["P1"] }, { client: "A1" }),
    ]);
    await importRows(deps, connectionId, [policy("P1", "A2")], { mode: "delta" });
    expect((await servedRows(deps, connectionId, "coverages"))["C9"]).toMatchObject({ client_key: a2, label: a1 });
    expect((await servedRows(deps, connectionId, "vehicles"))["V9"]).toMatchObject({ client_key: a2, make: a1 });
  });

  test("locations, vehicles and drivers go with the last of their policies", async () => {
    const { connectionId } = await newConnection(deps);
    const of = { client: "A1" };
    const keys = ["P1", "P3"];
    await importRows(deps, connectionId, [
      ...smallBook,
      policy("P3", "A1"),
      row("locations", "L1", { occupancy: "office", policy_keys: keys }, of),
      row("vehicles", "V1", { make: "Ford", policy_keys: ["P1"] }, of),
      row("drivers", "D1", { name: "Dee" }, { policy: "P1" }),
      row("drivers", "D2", { name: "Own" }, of),
    ]);
    const clientsOf = async (): Promise<unknown[]> => {
      const found = await Promise.all(
        (["locations", "vehicles", "drivers"] as const).map((family) => servedRows(deps, connectionId, family)),
      );
      const [a1, a2] = ["A1", "A2"].map((id) => recordKey(connectionId, "accounts", id));
      return found.flatMap((rows) =>
        Object.entries(rows).map(([id, { client_key: key }]) => [id, key === a1 ? "A1" : key === a2 ? "A2" : key]),
      );
    };
    await importRows(deps, connectionId, [policy("P1", "A2")], { mode: "delta" });
    expect(await clientsOf()).toEqual([
      ["L1", "A1"],
      ["V1", "A2"],
      ["D1", "A2"],
      ["D2", "A1"],
    ]);
    await importRows(deps, connectionId, [policy("P3", "A2")], { mode: "delta" });
    expect(await clientsOf()).toEqual([
      ["L1", "A2"],
      ["V1", "A2"],
      ["D1", "A2"],
      ["D2", "A1"],
    ]);
  });

  test("a row that came and cannot be kept stays as it was", async () => {
    const { connectionId } = await newConnection(deps);
    const many = Array.from({ length: 10 }, (_, index) => account(`A${index}`));
    await importRows(deps, connectionId, many);
    const outcome = await importRows(deps, connectionId, [
      ...many.slice(1),
      { kind: "quarantined", family: "accounts", sourceId: "A0", reasons: [{ field: "name", message: "is missing" }] },
    ]);
    expect(outcome).toMatchObject({ state: "unchanged" });
    expect(outcome.counts.accounts).toMatchObject({ read: 10, unchanged: 9, quarantined: 1, removed: 0 });
  });
});

describe("orphans (IMP-63)", () => {
  test("a row whose client is not there is tried again by every later import", async () => {
    const { connectionId } = await newConnection(deps);
    const clients = Array.from({ length: 10 }, (_, index) => account(`A${index}`));
    const policies = clients.map(({ sourceId }) => policy(`P${sourceId}`, sourceId));
    const first = await importRows(
      deps,
      connectionId,
      [...clients, ...policies, policy("PX", "later"), coverage("CX", "PX")],
      {
        accept: ["coverages"],
      },
    );
    expect(first.counts.policies).toEqual({
      read: 11,
      new: 10,
      changed: 0,
      unchanged: 0,
      removed: 0,
      quarantined: 1,
      suppressed: 0,
    });
    expect(first.counts.coverages).toMatchObject({ read: 1, quarantined: 1, new: 0 });
    const still = await importRows(deps, connectionId, [account("A0", { dba: "Zero" })], {
      mode: "delta",
      accept: ["policies", "coverages"],
    });
    expect(still.counts.policies).toMatchObject({ read: 1, quarantined: 1, new: 0 });
    const found = await importRows(deps, connectionId, [account("later")], { mode: "delta" });
    expect(found.counts.policies).toMatchObject({ read: 1, quarantined: 0, new: 1 });
    expect(found.counts.coverages).toMatchObject({ read: 1, quarantined: 0, new: 1 });
    const later = recordKey(connectionId, "accounts", "later");
    expect((await servedRows(deps, connectionId, "coverages"))["CX"]).toMatchObject({ client_key: later });
    const { rows } = await deps.db.pool.query("select from record_quarantine where connection_id = $1 and is_orphan", [
      connectionId,
    ]);
    expect(rows).toHaveLength(0);
  });
});

describe("one id twice in a delivery (IMP-64)", () => {
  test("equal rows count once; of different ones the newest stays, else the first", async () => {
    const { connectionId } = await newConnection(deps);
    const outcome = await importRows(deps, connectionId, [
      account("A1"),
      account("A1"),
      row("accounts", "A2", { name: "Older" }, { updatedAt: "2026-01-01T00:00:00Z" }),
      row("accounts", "A2", { name: "Newer" }, { updatedAt: "2026-02-01T00:00:00Z" }),
      account("A3", { dba: "First" }),
      account("A3", { dba: "Second" }),
    ]);
    expect(outcome.counts.accounts).toEqual({ ...none, read: 3, new: 3, changed: 0, unchanged: 0 });
    const accounts = await servedRows(deps, connectionId, "accounts");
    expect(accounts["A2"]?.["name"]).toBe("Newer");
    expect(accounts["A3"]?.["dba"]).toBe("First");
  });
});

describe("guards (IMP-66)", () => {
  test("a full delivery with half of the policies is refused, and let through by name", async () => {
    const { connectionId, organizationId } = await newConnection(deps);
    const clients = Array.from({ length: 10 }, (_, index) => account(`A${index}`));
    const policies = clients.map(({ sourceId }) => policy(`P${sourceId}`, sourceId));
    await importRows(deps, connectionId, [...clients, ...policies]);
    const half = [...clients, ...policies.slice(0, 5)];
    const refused = await importRows(deps, connectionId, half);
    expect(refused).toMatchObject({
      state: "refused",
      snapshotSeq: 1,
      reason: "5 of 10 policies (50.0 %) would be removed.",
    });
    expect(Object.keys(await servedRows(deps, connectionId, "policies"))).toHaveLength(10);
    expect(await listPlatformEvents(deps, { organizationId, type: "sync.failed" })).toHaveLength(1);
    expect(await listPlatformEvents(deps, { organizationId, type: "check.failed" })).toMatchObject([
      { data: { check: "policies:gone" } },
    ]);
    const accepted = await importRows(deps, connectionId, half, { accept: ["policies"] });
    expect(accepted).toMatchObject({ state: "served", snapshotSeq: 2 });
    expect(Object.keys(await servedRows(deps, connectionId, "policies"))).toHaveLength(5);
    const { rows } = await deps.db.pool.query(
      "select from pg_tables where schemaname = 'book' and tablename like 'staged%'",
    );
    expect(rows).toHaveLength(0);
  });

  test("a delivery of which more than a fifth cannot be kept is refused", async () => {
    const { connectionId } = await newConnection(deps);
    const bad = { kind: "quarantined", family: "accounts", reasons: [{ message: "is broken" }] } as const;
    const refused = await importRows(deps, connectionId, [account("1"), account("2"), account("3"), bad]);
    expect(refused).toMatchObject({ state: "refused", reason: "1 of 4 accounts (25.0 %) cannot be kept." });
  });

  test("rows that wait for their client do not count as broken", async () => {
    const { connectionId } = await newConnection(deps);
    const served = await importRows(deps, connectionId, [account("1"), policy("P1", "other")]);
    expect(served).toMatchObject({ state: "served", counts: { policies: { read: 1, quarantined: 1 } } });
  });

  test("a file that could be read in part only removes nothing", async () => {
    const { connectionId } = await newConnection(deps);
    const delivery = deliveryOf([], {
      async *rows() {
        yield [{ file: 0, line: 7, mapped: [account("1")], source: "", endsFile: "the archive is cut" }];
      },
    });
    const refused = await importRows(deps, connectionId, [], { delivery });
    expect(refused).toMatchObject({
      state: "refused",
      reason: "book.ndjson could not be read behind line 7: the archive is cut.",
    });
  });

  test("files that do not agree with their manifest are refused, whatever is accepted", async () => {
    const { connectionId } = await newConnection(deps);
    const delivery = deliveryOf([account("1")], { problems: () => ["policies.csv is missing."] });
    const refused = await importRows(deps, connectionId, [], { delivery, accept: ["accounts"] });
    expect(refused).toMatchObject({ state: "refused", reason: "policies.csv is missing." });
  });
});
