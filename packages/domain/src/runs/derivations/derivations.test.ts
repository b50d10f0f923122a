import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { recordKey } from "@service/record-families";
import { parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { importDataset } from "../../engines/datasets/index.ts";
import { listPlatformEvents } from "../../events/events/index.ts";
import { importRows, newConnection } from "../../book/imports/test-kit.ts";
import { account, gone, policy, row } from "../../book/imports/testing/delivered-rows.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { claimDerivation, settleDerivation } from "./claim-derivation.ts";
import {
  listDerivations,
  performDueDerivation,
  readDerivation,
  registerDerivations,
  removeOldDerivationExecutions,
  runDerivation,
} from "./index.ts";

let deps: TestDeps;
let connectionId: string;
let organizationId: string;
const never = new AbortController().signal;
const clientOf = (id: string): string => recordKey(connectionId, "accounts", id);
const policyOf = (id: string): string => recordKey(connectionId, "policies", id);

beforeAll(async () => {
  deps = await openTestDeps();
  ({ connectionId, organizationId } = await newConnection(deps));
});
afterAll(() => deps.close());

async function performAll(): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const performed = await performDueDerivation(deps, never);
    if (performed.kind === "nothing") return done;
    done.push(`${performed.key} ${performed.kind}`);
  }
}

async function rowsOf(key: string): Promise<Record<string, unknown>> {
  const { rows } = await deps.db.pool.query<{ key: string; body: string }>(
    `select r.row_key as key, r.body from book.derived_rows r join book.derived_outputs o
       on o.connection_id = r.connection_id and o.derivation_key = r.derivation_key
     where r.connection_id = $1 and r.derivation_key = $2 and r.from_version <= o.version
       and (r.to_version is null or r.to_version > o.version)`,
    [connectionId, key],
  );
  return Object.fromEntries(rows.map((one) => [one.key, parseJsonObject(one.body)]));
}

const book = [
  account("A1", { segment: "commercial", employees: 9 }),
  account("A2"),
  policy("P1", "A1", {
    policy_number: "N1",
    line: "general_liability",
    status: "expired",
    effective_on: "2024-01-01",
    expires_on: "2025-01-01",
    premium: 100,
    carrier_key: "K1",
  }),
  policy("P2", "A1", {
    policy_number: "N1",
    line: "general_liability",
    status: "active",
    effective_on: "2025-01-01",
    expires_on: "2099-01-01",
    premium: 120,
    writing_company: "Harbor Mutual Insurance Company",
  }),
  row("carriers", "K1", { name: "Harbor Mutual" }),
  row("claims", "L1", {
    client_key: "A1",
    policy_key: "P2",
    line: "general_liability",
    occurred_on: "2025-03-01",
    status: "open",
    paid: 10.1,
    incurred: 20.2,
  }),
];
const afterSync = ["account_summary", "coverage_record", "exposure_rollup", "loss_summary", "policy_term_chain"];

describe("after the first import", () => {
  test("organizations with a book have every derivation, and nothing is due before a snapshot serves (DERIV-1)", async () => {
    await registerDerivations(deps, { now: deps.clock.now() });
    await registerDerivations(deps, { now: deps.clock.now() });
    const all = await listDerivations(deps, { organizationId });
    expect(all.map(({ key }) => key)).toEqual([
      "account_grants",
      "account_summary",
      "contact_duplicates",
      "coverage_record",
      "document_text_index",
      "exposure_rollup",
      "loss_summary",
      "opportunity_refresh",
      "peer_stats",
      "policy_term_chain",
      "renewal_queue",
      "watchlist_index",
    ]);
    expect(await performAll()).toEqual([]);
  });

  test("each is computed for the whole book, with its event and its execution (DERIV-2, DERIV-5)", async () => {
    await importRows(deps, connectionId, book);
    const done = await performAll();
    expect(done.toSorted()).toEqual(
      [...afterSync, "contact_duplicates", "peer_stats", "renewal_queue", "watchlist_index"]
        .map((key) => `${key} succeeded`)
        .toSorted(),
    );
    expect(await performAll()).toEqual([]);
    const { derivation, executions } = await readDerivation(deps, { organizationId }, "account_summary");
    expect(derivation).toMatchObject({ state: "ok", lastRun: { status: "succeeded", rows: 2, clients: 2 } });
    expect(executions).toMatchObject([{ changeSeqFrom: 0, changeSeqTo: 1, code: null }]);
    const events = await listPlatformEvents(deps, { organizationId, type: "derivation.finished", limit: 50 });
    expect(events.filter(({ subject }) => subject.key === "account_summary")).toMatchObject([
      { data: { connection_id: connectionId, rows: 2, change_seq_to: 1 } },
    ]);
  });

  test("a chain of terms counts carriers by name, whichever field gives it (REC-139)", async () => {
    expect(await rowsOf("policy_term_chain")).toMatchObject({
      [policyOf("P1")]: {
        terms: [{ carrier_name: "Harbor Mutual" }, { carrier_name: "Harbor Mutual Insurance Company" }],
        carrier_changes: 0,
      },
    });
  });

  test("what they put out is what the book says", async () => {
    expect(await rowsOf("account_summary")).toMatchObject({
      [clientOf("A1")]: { linesHeld: ["general_liability"], premiumByLine: { general_liability: 120 } },
      [clientOf("A2")]: { linesHeld: [] },
    });
    expect(await rowsOf("policy_term_chain")).toMatchObject({
      [policyOf("P1")]: {
        terms: [{ policy_key: policyOf("P1") }, { policy_key: policyOf("P2") }],
        premium_change: 0.2,
      },
    });
    expect(await rowsOf("loss_summary")).toMatchObject({
      [clientOf("A1")]: { claims: 1, open_claims: 1, paid: 10.1, by_year: { "2025": { incurred: 20.2 } } },
    });
    expect(await rowsOf("exposure_rollup")).toMatchObject({ [clientOf("A1")]: { employees: 9, vehicles: 0 } });
    expect(Object.keys(await rowsOf("coverage_record")).toSorted()).toEqual(
      [policyOf("P1"), policyOf("P2")].toSorted(),
    );
    // Eight clients are the least that statistics are about.
    expect(await rowsOf("peer_stats")).toEqual({});
  });
});

describe("after a change", () => {
  test("only clients that changed are taken, and rows that stay write nothing (DERIV-3, DERIV-4)", async () => {
    const renamed = [...book.slice(0, 1), account("A2", { employees: 4 }), ...book.slice(2)];
    await importRows(deps, connectionId, renamed);
    expect((await performAll()).toSorted()).toEqual(afterSync.map((key) => `${key} succeeded`));
    const executions = await Promise.all(
      ["exposure_rollup", "loss_summary"].map(
        async (key) => (await readDerivation(deps, { organizationId }, key)).executions[0],
      ),
    );
    expect(executions).toMatchObject([
      { changeSeqFrom: 1, changeSeqTo: 2, clients: 1, rows: 1 },
      { changeSeqFrom: 1, changeSeqTo: 2, clients: 1, rows: 0 },
    ]);
    expect(await rowsOf("exposure_rollup")).toMatchObject({ [clientOf("A2")]: { employees: 4 } });
  });

  test("a client that is gone leaves nothing behind", async () => {
    await importRows(deps, connectionId, [gone("accounts", "A2")], { mode: "delta", accept: ["accounts"] });
    await performAll();
    expect(Object.keys(await rowsOf("exposure_rollup"))).toEqual([clientOf("A1")]);
    expect(Object.keys(await rowsOf("account_summary"))).toEqual([clientOf("A1")]);
  });
});

describe("leases (DERIV-2)", () => {
  const makeDue = (key: string) => runDerivation(deps, testOperator, { organizationId, key });

  test("one process computes a derivation; another takes it once the lease has ended, and what was written is taken back", async () => {
    await makeDue("loss_summary");
    const claimed = await claimDerivation(deps);
    expect(claimed?.declared.key).toBe("loss_summary");
    expect(await performAll()).toEqual([]);
    // As an execution that died in the middle leaves it.
    await deps.db.pool.query(
      `with ended as (update book.derived_rows set to_version = o.version + 1 from book.derived_outputs o
         where o.connection_id = $1 and o.derivation_key = 'loss_summary' and derived_rows.connection_id = $1
           and derived_rows.derivation_key = 'loss_summary' returning o.version)
       insert into book.derived_rows (connection_id, derivation_key, row_key, from_version, client_key, body)
       select $1, 'loss_summary', 'half', version + 1, 'c', '{}' from ended`,
      [connectionId],
    );
    const before = await rowsOf("loss_summary");
    expect(before).toHaveProperty(clientOf("A1"));
    await deps.db.pool.query(
      "update derivations set lease_until = now() - interval '1 second' where key = 'loss_summary'",
    );
    expect(await performAll()).toEqual(["loss_summary succeeded"]);
    expect(await rowsOf("loss_summary")).toEqual(before);
    // The first process can write nothing any more.
    if (claimed !== undefined) await settleDerivation(deps, claimed, { kind: "failed" });
    expect(await listDerivations(deps, { organizationId }, "loss_summary")).toMatchObject([{ state: "ok" }]);
  });

  test("a stopping worker gives it back; another begins again", async () => {
    await makeDue("renewal_queue");
    const stopped = new AbortController();
    stopped.abort();
    expect(await performDueDerivation(deps, stopped.signal)).toMatchObject({ kind: "released" });
    expect(await performAll()).toEqual(["renewal_queue succeeded"]);
  });

  test("a failure shows no value of the book, is announced, and is tried again later (DERIV-6)", async () => {
    await makeDue("exposure_rollup");
    await deps.db.pool.query("alter table book.vehicles rename to vehicles_away");
    expect(await performAll()).toEqual(["exposure_rollup failed"]);
    await deps.db.pool.query("alter table book.vehicles_away rename to vehicles");
    const { derivation } = await readDerivation(deps, { organizationId }, "exposure_rollup");
    expect(derivation).toMatchObject({ state: "failed", lastRun: { status: "failed", code: "derivation_failed" } });
    const events = await listPlatformEvents(deps, { organizationId, type: "derivation.failed", limit: 50 });
    expect(events).toMatchObject([{ subject: { kind: "derivation", key: "exposure_rollup" } }]);
    // What was put out before still serves.
    expect(Object.keys(await rowsOf("exposure_rollup"))).toEqual([clientOf("A1")]);
    expect(await performAll()).toEqual([]);
    await makeDue("exposure_rollup");
    expect(await performAll()).toEqual(["exposure_rollup succeeded"]);
  });
});

test("a missed schedule runs once, and then waits for its next time (DERIV-3)", async () => {
  await deps.db.pool.query("update derivations set due_at = now() - interval '3 days' where key = 'renewal_queue'");
  expect(await performAll()).toEqual(["renewal_queue succeeded"]);
  const [queue] = await listDerivations(deps, { organizationId }, "renewal_queue");
  expect(queue?.dueAt?.getTime()).toBeGreaterThan(deps.clock.nowMs());
});

test("an index of each watch list is described again when the list is refreshed (DERIV-13)", async () => {
  const refresh = (rows: readonly object[]) =>
    importDataset(deps, testOperator, {
      organizationId,
      datasetKey: "watchlist:demo",
      format: "ndjson",
      source: Readable.from([Buffer.from(rows.map((one) => `${JSON.stringify(one)}\n`).join(""))]),
    });
  const entry = (id: string, name: string) => ({
    entry_id: id,
    kind: "person",
    names: [{ name, strength: "strong" }],
    version: "1",
  });
  expect(await performAll()).toEqual([]);
  await refresh([entry("1", "Aleksandr Zakharov"), entry("2", "-")]);
  expect(await performAll()).toEqual(["watchlist_index succeeded"]);
  expect(await rowsOf("watchlist_index")).toMatchObject({
    "watchlist:demo": { version: 1, state: "indexed", entries: 2, names: 2, names_not_found: 1, entries_not_found: 1 },
  });
  expect(await performAll()).toEqual([]);
  await refresh([entry("1", "Aleksandr Zakharov")]);
  expect(await performAll()).toEqual(["watchlist_index succeeded"]);
  expect(await rowsOf("watchlist_index")).toMatchObject({ "watchlist:demo": { version: 2, names_not_found: 0 } });
  const { derivation, executions } = await readDerivation(deps, { organizationId }, "watchlist_index");
  expect(derivation).toMatchObject({ state: "ok", performedBy: null, output: "derived:watchlist_index" });
  expect(executions.map(({ rows }) => rows)).toEqual([1, 1, 0]);
});

test("what is performed elsewhere cannot be run by itself, what is not there is not found (DERIV-8)", async () => {
  const run = (key: string) => runDerivation(deps, testOperator, { organizationId, key });
  await expect(run("account_grants")).rejects.toMatchObject({ code: "invalid_request" });
  await expect(run("none")).rejects.toMatchObject({ code: "not_found" });
});

test("executions are kept for 90 days (DERIV-7)", async () => {
  await deps.db.pool.query(
    "update derivation_executions set started_at = now() - interval '91 days' where key = 'peer_stats'",
  );
  expect(await removeOldDerivationExecutions(deps.db, { rowsMax: 100 })).toBe(1);
  expect((await readDerivation(deps, { organizationId }, "peer_stats")).executions).toEqual([]);
});
