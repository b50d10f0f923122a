import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileCondition, EvaluationBudget, checkCondition } from "@service/conditions";
import { isJsonObject, type Json, type JsonObject } from "@service/json";
import { fieldPolicyPresets } from "@service/privacy";
import { createOrganization, setOrganization } from "../../identity/organizations/index.ts";
import {
  createTestBook,
  openTestDeps,
  type TestBook,
  type TestDeps,
  type TestRow,
  testView,
} from "../../testing/index.ts";
import { seededRandom } from "../records/testing/seeded-random.ts";
import type { BookView } from "../seats/index.ts";
import { testOperator } from "@service/testing";
import type { Caller } from "../../identity/access/index.ts";
import type { AnalysisQuery } from "./analysis.ts";
import { askAnalysis } from "./ask-analysis.ts";

let deps: TestDeps;
let caller: Caller;
let book: TestBook;
let rows: readonly (TestRow & { readonly owner: string })[];
let turn = 0;
const random = seededRandom(7);
const words = ["active", "Expired ", "cancelled"] as const;

beforeAll(async () => {
  deps = await openTestDeps();
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Analyses" });
  await setOrganization(deps, testOperator, organizationId, { analysesEnabled: true });
  caller = {
    kind: "organization_key",
    id: "k",
    organizationId,
    environmentId: organizationId,
    environmentSlug: "live",
    isLive: true,
    organization: {
      requestsPerMinute: 1,
      monthlyRunCap: null,
      recordsPosture: "lit",
      analysesEnabled: true,
      defaultFieldPolicy: "full",
      assertionSecret: null,
    },
  };
  book = await createTestBook(deps.db, { organizationId });
  const owners = ["ana", "bo", "cy"];
  rows = Array.from({ length: 160 }, (_, index) => {
    const owner = random.pick(owners);
    return {
      family: "accounts" as const,
      sourceId: String(index),
      owner,
      fields: {
        name: `Client ${index}`,
        producer_seat: owner,
        ...(random.chance(0.9) ? { segment: random.pick(["commercial", "personal", "benefits"]) } : {}),
        ...(random.chance(0.8) ? { status: random.pick(words) } : {}),
        ...(random.chance(0.8) ? { states: random.pick([["OH"], ["OH", "TX"], ["TX", "WA", "OR"], []]) } : {}),
        ...(random.chance(0.7) ? { total_premium: random.whole(100_000) / 100 } : {}),
        ...(random.chance(0.7) ? { policy_count: random.whole(6) } : {}),
        ...(random.chance(0.7) ? { since: `20${10 + random.whole(16)}-0${1 + random.whole(9)}-15` } : {}),
        ...(random.chance(0.5) ? { next_expiration: `2026-1${random.whole(3)}-0${1 + random.whole(9)}` } : {}),
        ...(random.chance(0.8) ? { mailing_address: { state: random.pick(["OH", "TX"]) } } : {}),
      },
    };
  });
  await book.write({ puts: rows });
  await book.serve();
});
afterAll(() => deps.close());

/** Each question is asked by another person, so that none runs out of questions. */
function newViewer(given: Parameters<typeof testView>[1] = {}): BookView {
  turn += 1;
  return { ...testView(caller.organizationId, given), actor: `viewer ${turn}` };
}
const own = (seat: string): BookView => newViewer({ posture: "lit", grants: [`seat:${seat}`] });

function ask(viewer: BookView, query: Partial<AnalysisQuery>, more: { timeoutMs?: number } = {}) {
  return askAnalysis(deps, {
    caller,
    viewer,
    connectionId: undefined,
    query: {
      family: "accounts",
      groupBy: [],
      measures: [{ key: "n", op: "count" }],
      order: [],
      limit: 1_000,
      ...query,
    },
    signal: new AbortController().signal,
    ...more,
  });
}

test("a condition chooses the rows for which the condition language says true (ANA-3)", async () => {
  const leaf = (): JsonObject =>
    random.pick<JsonObject>([
      { fact: "segment", op: "eq", value: "Commercial" },
      { fact: "status", op: random.pick(["eq", "ne", "gt", "lte"]), value: "expired" },
      { fact: "status", op: random.pick(["in", "not_in"]), value: ["active", "none"] },
      { fact: "status", op: "in", value: [] },
      { fact: "status", op: "starts_with", value: ["act", "can"] },
      { fact: "name", op: "contains", value: "1" },
      { fact: "states", op: "contains", value: "oh" },
      { fact: "states", op: random.pick(["exists", "missing"]) },
      { fact: "total_premium", op: random.pick(["gt", "gte", "lt", "lte"]), value: random.whole(1_000) },
      { fact: "total_premium", op: "between", value: [100, 700] },
      { fact: "policy_count", op: "ne", value: "3" },
      { fact: "policy_count", op: "in", value: [1, 2, 3] },
      { fact: "total_premium", op: "gt", value_fact: "policy_count" },
      { fact: "since", op: random.pick(["before", "after"]), value: "2018-03-15" },
      { fact: "since", op: random.pick(["before", "after"]), value_fact: "next_expiration" },
      { fact: "next_expiration", op: "within_days", value: 30 },
      { fact: "since", op: "older_than_days", value: 3_000 },
      { fact: "mailing_address.state", op: "eq", value: "tx" },
      {
        each: "states[]",
        quantifier: random.pick(["any", "all", "none"]),
        where: { fact: "@", op: "eq", value: "TX" },
      },
      {
        each: "states[]",
        quantifier: "count",
        op: random.pick(["gte", "eq", "lt"]),
        value: 2,
        where: { fact: "@", op: "in", value: ["TX", "WA", "OR"] },
      },
    ]);
  const condition = (depth: number): JsonObject => {
    if (depth === 0 || random.chance(0.3)) return leaf();
    const parts = (): JsonObject[] => Array.from({ length: random.whole(4) }, () => condition(depth - 1));
    return random.pick<() => JsonObject>([
      () => ({ all: parts() }),
      () => ({ any: parts() }),
      () => ({ none: parts() }),
      () => ({ not: condition(depth - 1) }),
    ])();
  };
  const asOf = deps.clock.now().toISOString().slice(0, 10);
  for (let round = 0; round < 150; round += 1) {
    const where = condition(3);
    expect(checkCondition(where, "", ["*"])).toEqual([]);
    const compiled = compileCondition(where);
    const expected = rows.filter(({ fields }) => {
      const facts = { root: isJsonObject(fields) ? fields : {}, asOf, budget: new EvaluationBudget(1_000_000) };
      return compiled.evaluate(facts) === "true";
    }).length;
    const answer = await ask(newViewer(), { where });
    expect([where, answer.rows]).toEqual([where, [{ n: expected }]]);
  }
});

describe("what a reader of a narrow scope can find out (ANA-10, ANA-11)", () => {
  const groupings = [
    [],
    ["segment"],
    ["status"],
    ["segment", "status"],
    ["mailing_address.state", "segment", "policy_count"],
  ];

  test.each(groupings)("by %s %s %s", async (...groupBy: string[]) => {
    for (const seat of ["ana", "bo", "cy"]) {
      const answer = await ask(own(seat), { groupBy });
      const mine = rows.filter(({ owner }) => owner === seat);
      const key = (fields: Json): string =>
        JSON.stringify(
          groupBy.map((name) =>
            name.split(".").reduce<Json>((value, part) => (isJsonObject(value) ? (value[part] ?? null) : null), fields),
          ),
        );
      const counts = new Map<string, number>();
      for (const { fields } of mine) counts.set(key(fields), (counts.get(key(fields)) ?? 0) + 1);
      for (const row of answer.rows) {
        const values = JSON.stringify(groupBy.map((name) => row[name]));
        expect(row["n"]).toBe(counts.get(values));
        expect(row["n"]).toBeGreaterThanOrEqual(5);
      }
      const shown = answer.rows.reduce((sum, { n }) => sum + Number(n), 0);
      const rest = mine.length - shown;
      expect(rest === 0 || rest >= 5).toBe(true);
      expect(answer.suppressedGroups).toBe(counts.size - answer.rows.length);
    }
  });

  test("scope All is shown every group, and so is everybody under shadow and off", async () => {
    const all = rows.map(({ fields }) => JSON.stringify([fields["segment"] ?? null, fields["policy_count"] ?? null]));
    const count = new Set(all).size;
    for (const viewer of [
      newViewer({ posture: "lit" }),
      newViewer({ posture: "shadow", grants: ["seat:ana"] }),
      newViewer({ posture: "off" }),
    ]) {
      const answer = await ask(viewer, { groupBy: ["segment", "policy_count"] });
      expect([answer.rows.length, answer.suppressedGroups]).toEqual([count, 0]);
    }
  });

  test("a measure of fewer than five values is null (ANA-12)", async () => {
    const where = { fact: "total_premium", op: "missing" };
    const answer = await ask(own("ana"), { where, measures: [{ key: "most", op: "max", path: "total_premium" }] });
    expect(answer.rows).toEqual([{ most: null }]);
  });
});

test("measures are those of the rows, in the requested order (ANA-2)", async () => {
  const answer = await ask(newViewer(), {
    groupBy: ["segment"],
    measures: [
      { key: "n", op: "count" },
      { key: "counted", op: "count", path: "total_premium" },
      { key: "owners", op: "count_distinct", path: "producer_seat" },
      { key: "sum", op: "sum", path: "total_premium" },
      { key: "avg", op: "avg", path: "total_premium" },
      { key: "min", op: "min", path: "since" },
      { key: "max", op: "max", path: "total_premium" },
    ],
    order: [{ key: "sum", direction: "desc" }],
    limit: 2,
  });
  const expected = [null, "benefits", "commercial", "personal"].map((segment) => {
    const mine = rows.map(({ fields }) => fields).filter((one) => (one["segment"] ?? null) === segment);
    const premiums = mine.flatMap(({ total_premium: premium }) => (typeof premium === "number" ? [premium] : []));
    const sum = premiums.reduce((total, premium) => total + Math.round(premium * 100), 0) / 100;
    return {
      segment,
      n: mine.length,
      counted: premiums.length,
      owners: new Set(mine.map((one) => one["producer_seat"])).size,
      sum,
      avg: Math.round((sum * 100) / premiums.length) / 100,
      min: mine.flatMap(({ since }) => (typeof since === "string" ? [since] : [])).sort()[0],
      max: Math.max(...premiums),
    };
  });
  expect(answer.rows).toEqual(expected.toSorted((left, right) => right.sum - left.sum).slice(0, 2));
  expect(answer.isTruncated).toBe(true);
});

test("a question must not use a field that the policy hides, in any place (ANA-13)", async () => {
  const viewer = {
    ...newViewer(),
    policy: { ...fieldPolicyPresets.full, denied: ["financial" as const], masks: { fein: "last4" as const } },
  };
  const queries: Partial<AnalysisQuery>[] = [
    { groupBy: ["revenue"] },
    { measures: [{ key: "sum", op: "sum", path: "payroll" }] },
    { where: { not: { fact: "employees", op: "exists" } } },
    { groupBy: ["fein"] },
  ];
  for (const query of queries) await expect(ask(viewer, query)).rejects.toMatchObject({ code: "invalid_request" });
});

test("an invalid question names its place (ANA-3)", async () => {
  const refusals: [Partial<AnalysisQuery>, string][] = [
    [{ groupBy: ["nothing"] }, "group_by[0]"],
    [{ groupBy: ["states"] }, "group_by[0]"],
    [{ groupBy: ["attributes"] }, "group_by[0]"],
    [{ measures: [{ key: "n", op: "sum" }] }, "measures[0].path"],
    [{ measures: [{ key: "n", op: "sum", path: "name" }] }, "measures[0].path"],
    [{ where: { all: [{ fact: "name", op: "matches", value: "a+" }] } }, "where.all[0].op"],
    [{ where: { fact: "states", op: "eq", value: "OH" } }, "where.op"],
    [{ where: { each: "name", quantifier: "any", where: { fact: "@", op: "eq", value: "x" } } }, "where.each"],
  ];
  for (const [query, field] of refusals)
    await expect(ask(newViewer(), query)).rejects.toMatchObject({
      code: "invalid_request",
      details: [expect.objectContaining({ field })],
    });
});

test("a statement that takes too long is request_timeout (ANA-4)", async () => {
  const blocker = await deps.db.pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("lock table book.accounts in access exclusive mode");
    await expect(ask(newViewer(), {}, { timeoutMs: 50 })).rejects.toMatchObject({ code: "request_timeout" });
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
});
