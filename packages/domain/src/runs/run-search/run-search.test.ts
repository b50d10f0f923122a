import { everyRun } from "../../book/run-records/index.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fakeClock } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { countRuns, neighboursOfRun, openRunOverviews, type RunFilters, searchRuns } from "./index.ts";

let deps: TestDeps;
const scope = { organizationId: randomUUID(), environmentId: randomUUID() };
const engineId = randomUUID();
/** Ids by their number: 0 is the newest. */
const ids: string[] = [];
const noon = new Date("2026-11-20T12:00:00.000Z");

/** 40 runs, two at each moment; every fifth failed, number 33 is the only one about `client:9`. */
beforeAll(async () => {
  deps = await openTestDeps();
  for (let number = 0; number < 40; number += 1) ids.push(await insertRun(number));
  await deps.db.pool.query(
    `insert into run_annotations (organization_id, event_id, environment_id, run_id, label, request_hash, key_id)
     values ($1, $2, $3, $4, 'wrong', '', 'key-a')`,
    [scope.organizationId, randomUUID(), scope.environmentId, ids[7]],
  );
  await deps.db.pool.query(
    "insert into run_corrections (id, run_id, seq, output, created_by) values ($1, $2, 1, '{}', 'test')",
    [randomUUID(), ids[8]],
  );
});
afterAll(() => deps.close());

async function insertRun(number: number, of = scope): Promise<string> {
  // Two runs of one moment are ordered by their ids.
  const id = `00000000-0000-7000-8000-${String(1_000 - number).padStart(12, "0")}`;
  const isFailed = number % 5 === 0;
  await deps.db.pool.query(
    `insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
       submitter, acting_principal, key_id, request_hash, status, fair_rank, engine_version, error, error_details, stage,
       subject_key, created_at, started_at, completed_at)
     values ($1, $2, $3, 'live', $4, 'quotes', 'comparison', 'key-a', $5, 'key-a', '', $6, 0, '2.4', $7, $8, $9, $10,
       $11::timestamptz, $11::timestamptz + interval '1 second', $11::timestamptz + make_interval(secs => 1 + $12))`,
    [
      of === scope ? id : randomUUID(),
      of.organizationId,
      of.environmentId,
      engineId,
      number % 2 === 0 ? "dana@harborline.example" : null,
      isFailed ? "failed" : "completed",
      isFailed ? "It failed." : null,
      isFailed ? '{"type":"pipeline_error","code":"rule_budget_exceeded","stage":"score"}' : null,
      isFailed ? "score" : null,
      number === 33 ? "client:9" : "client:1",
      new Date(noon.getTime() - Math.floor(number / 2) * 60_000),
      number,
    ],
  );
  return id;
}

const numbersOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => ids.indexOf(id));
const search = async (filters: RunFilters, limit = 50) => {
  const { rows } = await searchRuns(deps, scope, { filters, limit });
  return numbersOf(rows);
};
const every = (step: number) => ids.flatMap((_, number) => (number % step === 0 ? [number] : []));

describe("a list of runs (CON-50)", () => {
  test("is newest first, in pages without repeats or gaps, and goes back the same way", async () => {
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await searchRuns(deps, scope, { filters: {}, limit: 15, cursor });
      pages.push(numbersOf(page.rows));
      cursor = page.next ?? undefined;
      if (pages.length === 2) {
        const back = await searchRuns(deps, scope, { filters: {}, limit: 50, cursor, direction: "newer" });
        expect(numbersOf(back.rows)).toEqual(every(1).slice(0, 29));
      }
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([15, 15, 10]);
    expect(pages.flat()).toEqual([...ids.keys()]);
  });

  const filtered: readonly (readonly [string, RunFilters, () => number[]])[] = [
    ["status", { statuses: ["failed", "cancelled"] }, () => every(5)],
    ["engine", { engineId }, () => every(1)],
    ["another engine", { engineId: randomUUID() }, () => []],
    ["major version", { version: "2" }, () => every(1)],
    ["exact version", { version: "2.40" }, () => []],
    ["subject", { subjectKey: "client:9" }, () => [33]],
    ["person", { submittedBy: "dana@harborline.example" }, () => every(2)],
    ["key", { submittedBy: "key-a" }, () => every(1)],
    ["code", { code: "rule_budget_exceeded" }, () => every(5)],
    ["stage", { stage: "score" }, () => every(5)],
    ["label", { label: "wrong" }, () => [7]],
    ["duration", { durationMinMs: 38_000 }, () => [38, 39]],
    ["window", { createdFrom: new Date(noon.getTime() - 60_000), createdBefore: noon }, () => [2, 3]],
    ["two together", { code: "rule_budget_exceeded", submittedBy: "dana@harborline.example" }, () => every(10)],
    ["what no run has", { subjectKey: "a\0b" }, () => []],
    ["no id", { engineId: "quotes" }, () => []],
    [
      "a seat that sees all that read no book",
      { view: { ...everyRun, overBook: { kind: "seat", seatKey: null, grants: [] } } },
      () => every(1),
    ],
  ];
  test.each(filtered)("is filtered by %s", async (_, filters, expected) => {
    expect(await search(filters)).toEqual(expected());
    expect(await countRuns(deps, scope, filters)).toBe(expected().length);
  });

  test("shows code, stage, duration, labels and corrections of a run", async () => {
    const { rows } = await searchRuns(deps, scope, { filters: {}, limit: 9 });
    expect(rows[5]).toMatchObject({ code: "rule_budget_exceeded", stage: "score", durationMs: 5_000, labels: 0 });
    expect(rows[7]).toMatchObject({ code: null, labels: 1, isCorrected: false, engineName: null });
    expect(rows[8]).toMatchObject({ isCorrected: true, actingPrincipal: "dana@harborline.example", keyId: "key-a" });
  });

  test("holds nothing of another environment or organization, and refuses their cursors", async () => {
    const other = { organizationId: scope.organizationId, environmentId: randomUUID() };
    await insertRun(1, other);
    expect(await search({})).toHaveLength(40);
    expect(await countRuns(deps, { ...scope, organizationId: randomUUID() }, {})).toBe(0);
    const { next } = await searchRuns(deps, scope, { filters: {}, limit: 1 });
    await expect(searchRuns(deps, other, { filters: {}, limit: 1, cursor: next ?? "" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });
});

describe("a search for what hardly any run has (CON-51)", () => {
  const inWindows = { firstTryMs: 0, windowRows: 10, longestMs: 1_200 };

  test("finds the same in windows as in one statement, in both directions", async () => {
    for (const filters of [{}, { statuses: ["failed"] }, { subjectKey: "client:9" }] satisfies RunFilters[]) {
      const { rows, next, searchedBackTo } = await searchRuns(deps, scope, { filters, limit: 50 }, inWindows);
      expect(numbersOf(rows)).toEqual(await search(filters));
      expect({ next, searchedBackTo }).toEqual({ next: null, searchedBackTo: null });
      const newer = await searchRuns(deps, scope, { filters, limit: 50, direction: "newer" }, inWindows);
      expect(newer.rows).toEqual(rows);
    }
  });

  test("ends when its time is over, says how far it came, and continues from there", async () => {
    // The statements below take no time that this clock knows of: the second window is the last.
    const clock = fakeClock();
    const slow = { ...deps, clock: { ...clock, nowMs: () => (clock.advance(700), clock.nowMs()) } };
    const request = { filters: { subjectKey: "client:9" }, limit: 5 };
    const first = await searchRuns(slow, scope, request, inWindows);
    expect(first.rows).toEqual([]);
    expect(first.searchedBackTo).toEqual(new Date(noon.getTime() - 9 * 60_000));
    const second = await searchRuns(slow, scope, { ...request, cursor: first.next ?? "" }, inWindows);
    expect(numbersOf(second.rows)).toEqual([33]);
  });
});

test("a run has the neighbours of the filtered list that it was opened from (CON-53)", async () => {
  const filters = { statuses: ["failed"] } satisfies RunFilters;
  expect(await neighboursOfRun(deps, scope, { runId: ids[10] ?? "", filters })).toEqual({
    newer: ids[5],
    older: ids[15],
  });
  expect(await neighboursOfRun(deps, scope, { runId: ids[0] ?? "", filters })).toEqual({ newer: null, older: ids[5] });
  await expect(neighboursOfRun(deps, scope, { runId: randomUUID(), filters })).rejects.toMatchObject({
    code: "run_not_found",
  });
});

test("an overview counts runs by hour, measures them, and is kept for 60 s (CON-54)", async () => {
  const clock = fakeClock(new Date(noon.getTime() + 1));
  const read = openRunOverviews({ db: deps.db, clock });
  const overview = await read(scope, "24h");
  expect(overview.hours).toEqual([
    { hour: new Date("2026-11-20T11:00:00.000Z"), status: "completed", runs: 31 },
    { hour: new Date("2026-11-20T11:00:00.000Z"), status: "failed", runs: 7 },
    { hour: noon, status: "completed", runs: 1 },
    { hour: noon, status: "failed", runs: 1 },
  ]);
  expect(overview).toMatchObject({ durationP50Ms: 19_500, waitP50Ms: 1_000, waitP95Ms: 1_000 });
  expect(overview.failures).toEqual([{ code: "rule_budget_exceeded", stage: "score", runs: 8 }]);
  const seat = { ...everyRun, overBook: { kind: "seat", seatKey: null, grants: [] } } as const;
  await deps.db.pool.query(
    `insert into run_records (run_id, organization_id, connection_id, posture, seat_key, scope, wanted)
     values ($1, $2, gen_random_uuid(), 'lit', 'somebody', 'Own', '{}')`,
    [ids[0], scope.organizationId],
  );
  const seen = await read(scope, "24h", seat);
  expect(seen.hours.reduce((sum, { runs }) => sum + runs, 0)).toBe((await search({ view: seat })).length);
  await deps.db.pool.query("delete from run_records where run_id = $1", [ids[0]]);
  clock.advance(59_000);
  expect(await read(scope, "24h")).toBe(overview);
  clock.advance(2_000);
  expect(await read(scope, "24h")).not.toBe(overview);
  expect((await read({ ...scope, environmentId: randomUUID() }, "7d")).durationP50Ms).toBeNull();
});
