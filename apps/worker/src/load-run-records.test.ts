import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Principal } from "@service/domain/access";
import {
  createTestBook,
  insertRun,
  newOrganization,
  openTestDeps,
  type TestBook,
  type TestDeps,
  type TestRow,
} from "@service/domain/testing";
import {
  loadRunRecords,
  removeOrphanedRecords,
  resolveRunRecords,
  type RunRecords,
  storeRunRecords,
} from "@service/domain/run-records";
import { claimRuns, type ClaimedRun } from "@service/domain/runs";
import { importSeats } from "@service/domain/seats";
import { readDatasetText, recordAccountsMax, type RecordsWanted, type SharedDataset } from "@service/engine-kit";
import { testOperator } from "@service/testing";

let deps: TestDeps;
let organizationId: string;
let book: TestBook;
const { signal } = new AbortController();
const everybody: RunRecords["viewer"] = { posture: "off", seatKey: null, scope: "All", lens: null };

beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = await newOrganization(deps);
  book = await createTestBook(deps.db, { organizationId });
  await importSeats(deps, testOperator, {
    organizationId,
    file: [{ seat_key: "S-1", principal_ids: ["one"] }],
  });
  await book.write({ puts: [account("A1", "S-1"), account("A2", "S-2"), ...claims("A1", 2_050), ...claims("A2", 1)] });
  await book.serve();
});
afterAll(() => deps.close());

function account(id: string, producer: string): TestRow {
  return { family: "accounts", sourceId: id, fields: { name: `Client ${id}`, producer_seat: producer, dba: null } };
}

function claims(id: string, count: number): TestRow[] {
  const fields = { client_key: book.keyOf("accounts", id), status: "open" };
  return Array.from({ length: count }, (_, index) => ({ family: "claims", sourceId: `${id} ${index}`, fields }));
}

function wantedOf(changes: Partial<RecordsWanted> = {}): RecordsWanted {
  return {
    connectionId: null,
    clientKeys: [book.keyOf("accounts", "A1")],
    policyKeys: null,
    filter: {},
    families: ["accounts", "claims", "contracts"],
    peers: [],
    ...changes,
  };
}

/** The id of a run that was submitted so many hours ago. */
function runIdOfAge(hours: number): string {
  const hex = (Date.now() - hours * 3_600_000).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A run that a worker holds. */
async function held(wanted: RecordsWanted, viewer = everybody, of = book): Promise<ClaimedRun> {
  const runId = randomUUID();
  await storeRunRecords(deps.db, runId, { organizationId, connectionId: of.connectionId, viewer, wanted });
  await insertRun(deps.db, { id: runId, organizationId, status: "queued" });
  const [claimed] = await claimRuns(deps.db, {
    owner: "test",
    engineTypes: ["comparison"],
    runsMax: 1,
    firstSilenceSeconds: 900,
  });
  if (claimed?.id !== runId) throw new Error("the run could not be claimed");
  return claimed;
}

async function load(run: ClaimedRun) {
  const loaded = await loadRunRecords(deps, run, signal);
  if (loaded.kind !== "loaded") throw new Error(loaded.kind);
  return loaded;
}

function keysOf(datasets: readonly SharedDataset[], datasetKey: string): unknown[] {
  const text = datasets.find((one) => one.datasetKey === datasetKey)?.text;
  return text === undefined ? ["absent"] : readDatasetText(text).map((row) => row["client_key"]);
}

async function storedHead(run: ClaimedRun): Promise<unknown> {
  const { rows } = await deps.db.pool.query<{ attempt: number | null }>(
    `select attempt, snapshot_seq, subject_seq from run_records where run_id = $1`,
    [run.id],
  );
  return rows[0];
}

const seatOf = async (posture: "shadow" | "lit"): Promise<RunRecords["viewer"]> => {
  const seat = (await deps.seats.directoryOf(organizationId)).activeSeat("S-1");
  return { posture, seatKey: seat?.seatKey ?? null, scope: "Own", lens: null };
};

describe("what is read (REC-73)", () => {
  test("all pages of a family, in the order of keys, and equal rows have equal hashes", async () => {
    const { datasets } = await load(await held(wantedOf()));
    const keys = readDatasetText(
      datasets.find(({ datasetKey }) => datasetKey === "records:claims")?.text ?? Buffer.of(),
    ).map((row) => (typeof row["claim_key"] === "string" ? row["claim_key"] : ""));
    expect(keys).toHaveLength(2_050);
    expect(keys).toEqual(keys.toSorted());
    const { datasets: again } = await load(await held(wantedOf()));
    expect(again.map(({ sha256 }) => sha256)).toEqual(datasets.map(({ sha256 }) => sha256));
    expect(datasets.map(({ version }) => version)).toEqual(["1", "1"]);
  });

  test("without fields that have no value, and without families that nobody delivers (REC-79)", async () => {
    const { datasets } = await load(await held(wantedOf()));
    expect(datasets.map(({ datasetKey }) => datasetKey)).toEqual(["records:accounts", "records:claims"]);
    expect(readDatasetText(datasets[0]?.text ?? Buffer.of())).toEqual([
      { client_key: book.keyOf("accounts", "A1"), name: "Client A1", producer_seat: "S-1" },
    ]);
  });

  test("under lit the clients of the seat, under shadow all of them", async () => {
    const all = wantedOf({ clientKeys: null, families: ["accounts"], peers: ["accounts"] });
    const [one, two] = [book.keyOf("accounts", "A1"), book.keyOf("accounts", "A2")].toSorted();
    const lit = await load(await held(all, await seatOf("lit")));
    expect(keysOf(lit.datasets, "records:accounts")).toEqual([book.keyOf("accounts", "A1")]);
    expect(keysOf(lit.datasets, "peers:accounts")).toEqual([one, two]);
    const shadow = await load(await held(all, await seatOf("shadow")));
    expect(keysOf(shadow.datasets, "records:accounts")).toEqual([one, two]);
    expect(keysOf(shadow.datasets, "peers:accounts")).toEqual(["absent"]);
  });

  test("a part of the book, with the peers of the whole book (REC-75)", async () => {
    const all = [book.keyOf("accounts", "A1"), book.keyOf("accounts", "A2")].toSorted();
    const parts: Awaited<ReturnType<typeof load>>[] = [];
    // One after the other: a run is claimed as the next one of all.
    for (const index of [0, 1, 2]) {
      const partition = { index, of: 3 };
      const wanted = wantedOf({ clientKeys: null, partition, families: ["accounts"], peers: ["accounts"] });
      parts.push(await load(await held(wanted)));
    }
    const scanned = parts
      .map(({ datasets }) => keysOf(datasets, "records:accounts"))
      .filter(([key]) => key !== "absent");
    expect(new Set(scanned.flat())).toEqual(new Set(all));
    for (const { datasets } of parts.filter((part) => keysOf(part.datasets, "records:accounts")[0] !== "absent"))
      expect(keysOf(datasets, "peers:accounts")).toEqual(all);
  });

  test("the clients that pass the filter, by their own fields and by the lines of their policies", async () => {
    const filtered = async (filter: RecordsWanted["filter"]) =>
      keysOf((await load(await held(wantedOf({ clientKeys: null, filter })))).datasets, "records:accounts");
    expect(await filtered({ producer_seat: "S-2" })).toEqual([book.keyOf("accounts", "A2")]);
    expect(await filtered({ lines: ["cyber"] })).toEqual(["absent"]);
  });

  test("nothing of a client that the seat does not see", async () => {
    const foreign = wantedOf({ clientKeys: [book.keyOf("accounts", "A2")] });
    expect(await load(await held(foreign, await seatOf("lit")))).toEqual({
      kind: "loaded",
      datasets: [],
      head: null,
      reach: null,
    });
  });

  test("a seat that is gone reads nothing (REC-72)", async () => {
    const { seatKey } = await seatOf("lit");
    if (seatKey === null) throw new Error("no seat");
    const gone: RunRecords["viewer"] = {
      posture: "lit",
      seatKey: "S-9",
      scope: "Own",
      lens: null,
    };
    expect(await loadRunRecords(deps, await held(wantedOf(), gone), signal)).toEqual({ kind: "identity_unmapped" });
  });
});

describe("heads (REC-76)", () => {
  test("an attempt stores its own under its lease, and one that lost it stores none", async () => {
    const run = await held(wantedOf());
    const head = { connectionId: book.connectionId, snapshotSeq: 1, subjectSeq: 1 };
    const lost = await load({ ...run, token: run.id });
    expect([lost.head, await storedHead(run)]).toEqual([
      null,
      { attempt: null, snapshot_seq: null, subject_seq: null },
    ]);
    expect((await load(run)).head).toEqual(head);
    expect((await load({ ...run, attempt: 2 })).head).toBeNull();
    expect(await storedHead(run)).toEqual({ attempt: 1, snapshot_seq: 1, subject_seq: 1 });
  });

  test("of a run over several clients the snapshot itself", async () => {
    const { head } = await load(await held(wantedOf({ clientKeys: null })));
    expect(head).toMatchObject({ snapshotSeq: 1, subjectSeq: 1 });
  });
});

test("an automation reads the book under posture off alone (REC-71)", async () => {
  const automation = (recordsPosture: "off" | "shadow" | "lit"): Principal<"automation"> => ({
    kind: "automation",
    id: "automation:nightly",
    organizationId,
    environmentId: randomUUID(),
    environmentSlug: "live",
    isLive: true,
    organization: {
      requestsPerMinute: 1,
      monthlyRunCap: null,
      recordsPosture,
      analysesEnabled: false,
      defaultFieldPolicy: "full",
      assertionSecret: "sealed",
    },
  });
  const resolved = await resolveRunRecords(deps, { caller: automation("off") }, wantedOf());
  expect(resolved).toMatchObject({ connectionId: book.connectionId, viewer: { posture: "off" } });
  for (const posture of ["shadow", "lit"] as const)
    await expect(resolveRunRecords(deps, { caller: automation(posture) }, wantedOf())).rejects.toMatchObject({
      code: "identity_unmapped",
    });
});

test("what a submission without a run left is removed a day later, with runs that are gone (REC-71, RUN-90)", async () => {
  const run = await held(wantedOf());
  const [old, young] = [runIdOfAge(25), runIdOfAge(1)];
  for (const runId of [old, young])
    await storeRunRecords(deps.db, runId, {
      organizationId,
      connectionId: book.connectionId,
      viewer: everybody,
      wanted: wantedOf(),
    });
  expect(await removeOrphanedRecords(deps.db, { rowsMax: 10 })).toBe(1);
  const { rows } = await deps.db.pool.query<{ id: string }>(
    "select run_id as id from run_records where run_id = any($1) order by 1",
    [[old, young, run.id]],
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([young, run.id]));
});

test("a book of more clients than one run reads is cut, with one more by which the engine knows (REC-74)", async () => {
  const many = await createTestBook(deps.db, { organizationId, name: "Large" });
  const puts = Array.from({ length: recordAccountsMax + 2 }, (_, index) => account(`B${index}`, "S-1"));
  await many.write({ puts });
  await many.serve();
  const wanted = wantedOf({ clientKeys: null, families: ["accounts"], peers: ["accounts"] });
  const { datasets } = await load(await held(wanted, everybody, many));
  expect(keysOf(datasets, "records:accounts")).toHaveLength(recordAccountsMax + 1);
});

test("a policy comes with its carrier's name, whichever field gives it (REC-139)", async () => {
  const of = await createTestBook(deps.db, { organizationId, name: "Carriers" });
  const client_key = of.keyOf("accounts", "B1");
  const of1 = { client_key, effective_on: "2026-01-01" };
  await of.write({
    puts: [
      { family: "accounts", sourceId: "B1", fields: { name: "Client B1" } },
      { family: "carriers", sourceId: "K1", fields: { name: "Harbor Mutual" } },
      { family: "policies", sourceId: "P1", fields: { ...of1, carrier_key: of.keyOf("carriers", "K1") } },
      { family: "policies", sourceId: "P2", fields: { ...of1, writing_company: "Larkfield Casualty" } },
      { family: "policies", sourceId: "P3", fields: { ...of1, carrier_key: of.keyOf("carriers", "gone") } },
    ],
  });
  await of.serve();
  const wanted = wantedOf({ clientKeys: [client_key], families: ["accounts", "policies"] });
  const { datasets } = await load(await held(wanted, everybody, of));
  const rows = datasets.find(({ datasetKey }) => datasetKey === "records:policies")?.text ?? Buffer.of();
  expect(new Map(readDatasetText(rows).map((row) => [row["policy_key"], row["carrier_name"]]))).toEqual(
    new Map([
      [of.keyOf("policies", "P1"), "Harbor Mutual"],
      [of.keyOf("policies", "P2"), "Larkfield Casualty"],
      [of.keyOf("policies", "P3"), undefined],
    ]),
  );
});
