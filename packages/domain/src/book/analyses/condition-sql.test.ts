import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { checkCondition, comparableText, compileCondition, EvaluationBudget, ruleLimits } from "@service/conditions";
import { dayNumber, type Json, type JsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import type { Caller } from "../../identity/access/index.ts";
import { createOrganization, setOrganization } from "../../identity/organizations/index.ts";
import { createTestBook, openTestDeps, type TestDeps, testView } from "../../testing/index.ts";
import { seededRandom } from "../records/testing/seeded-random.ts";
import { analysisSql } from "./analysis-sql.ts";
import { askAnalysis } from "./ask-analysis.ts";

let deps: TestDeps;
let caller: Caller;
let connectionId: string;
let rows: readonly JsonObject[];
let turn = 0;
const random = seededRandom(20261128);

/** Strings that differ by white space and case alone, in several scripts, and some whose order is not that of UTF-16. */
const texts = [
  "active",
  " Active\u00a0",
  "\u2003ACTIVE\ufeff",
  "\tactive\v",
  "straße",
  "STRASSE",
  "ΟΔΟΣ",
  "οδος",
  "İstanbul",
  "i\u0307stanbul",
  "ÅRHUS\u3000",
  "århus",
  "\uffee",
  "\u{1f600}",
  "2018-03-15",
  "2018-03-15T23:30:00-05:00",
  "",
] as const;
const tags = [...texts, "OH", "TX"];

beforeAll(async () => {
  deps = await openTestDeps();
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Conditions" });
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
  rows = Array.from({ length: 400 }, () => ({
    name: random.pick(texts) || "none",
    ...(random.chance(0.8) ? { segment: random.pick(texts) } : {}),
    ...(random.chance(0.8) ? { status: random.pick(texts) } : {}),
    ...(random.chance(0.8) ? { tags: some(tags, 4) } : {}),
    ...(random.chance(0.8) ? { states: some(["OH", "TX", "WA"], 3) } : {}),
    ...(random.chance(0.7) ? { total_premium: random.whole(8) / 2 } : {}),
    ...(random.chance(0.7) ? { policy_count: random.whole(4) } : {}),
    ...(random.chance(0.7) ? { since: `201${random.whole(10)}-03-1${random.whole(10)}` } : {}),
    ...(random.chance(0.5) ? { next_expiration: `2018-03-1${random.whole(10)}` } : {}),
    ...(random.chance(0.8) ? { mailing_address: { state: random.pick(["OH", "TX"]) } } : {}),
  }));
  const book = await createTestBook(deps.db, { organizationId });
  connectionId = book.connectionId;
  await book.write({
    puts: rows.map((fields, index) => ({ family: "accounts" as const, sourceId: String(index), fields })),
  });
  await book.serve();
});
afterAll(() => deps.close());

function some<T>(values: readonly T[], max: number): T[] {
  return Array.from({ length: random.whole(max + 1) }, () => random.pick(values));
}

async function countedBySql(where: Json): Promise<Json> {
  turn += 1;
  const { rows: answer } = await askAnalysis(deps, {
    caller,
    viewer: { ...testView(caller.organizationId), actor: `viewer ${turn}` },
    connectionId: undefined,
    query: {
      family: "accounts",
      where,
      groupBy: [],
      measures: [{ key: "n", op: "count" }],
      order: [],
      limit: 1,
    },
    signal: new AbortController().signal,
  });
  return answer[0]?.["n"] ?? null;
}

function countedByTheLanguage(where: Json): number {
  const compiled = compileCondition(where);
  const asOf = deps.clock.now().toISOString().slice(0, 10);
  return rows.filter((root) => compiled.evaluate({ root, asOf, budget: new EvaluationBudget(10_000_000) }) === "true")
    .length;
}

/** Rows that are true, false and unknown must each be as many: `not` tells the two latter apart. */
async function expectOneTruth(where: JsonObject): Promise<void> {
  expect(checkCondition(where, "", ["*"])).toEqual([]);
  for (const condition of [where, { not: where }])
    expect([condition, await countedBySql(condition)]).toEqual([condition, countedByTheLanguage(condition)]);
}

describe("SQL and the condition language decide alike (ANA-3, COND-1 to COND-20)", () => {
  test.each<[string, JsonObject]>([
    [
      "a field beside the element",
      { each: "tags[]", quantifier: "any", where: { fact: "status", op: "eq", value: "active" } },
    ],
    ["a field missing", { each: "tags[]", quantifier: "all", where: { fact: "status", op: "missing" } }],
    [
      "an element and a field",
      { each: "tags[]", quantifier: "any", where: { fact: "@", op: "eq", value_fact: "status" } },
    ],
    [
      "a field and an element",
      { each: "tags[]", quantifier: "none", where: { fact: "status", op: "eq", value_fact: "@" } },
    ],
    ["as_of alone", { each: "tags[]", quantifier: "all", where: { fact: "as_of", op: "after", value: "2020-01-01" } }],
    ["nothing", { each: "tags[]", quantifier: "count", op: "eq", value: 2, where: { all: [] } }],
    ["never", { each: "tags[]", quantifier: "all", where: { any: [] } }],
    [
      "another list",
      {
        each: "tags[]",
        quantifier: "any",
        where: { each: "states[]", quantifier: "all", where: { fact: "@", op: "eq", value: "oh" } },
      },
    ],
    [
      "the same list again",
      {
        each: "tags",
        quantifier: "count",
        op: "between",
        value: [1, 2],
        where: { each: "tags", quantifier: "count", op: "gte", value: 2, where: { fact: "@", op: "ne", value: "x" } },
      },
    ],
    [
      "an unknown part",
      {
        each: "tags[]",
        quantifier: "count",
        op: "eq",
        value: 1,
        where: {
          any: [
            { fact: "@", op: "eq", value: "oh" },
            { fact: "segment", op: "eq", value: "active" },
          ],
        },
      },
    ],
    [
      "a count that is not",
      {
        each: "tags[]",
        quantifier: "count",
        op: "ne",
        value: 1,
        where: {
          any: [
            { fact: "@", op: "eq", value: "oh" },
            { fact: "segment", op: "eq", value: "active" },
          ],
        },
      },
    ],
    [
      "an empty range",
      {
        each: "tags[]",
        quantifier: "count",
        op: "between",
        value: [3, 1],
        where: { fact: "segment", op: "eq", value: "active" },
      },
    ],
    ["exists false", { fact: "status", op: "exists", value: false }],
    ["missing false", { fact: "tags", op: "missing", value: false }],
    ["a list that holds a fact", { fact: "tags", op: "contains", value_fact: "status" }],
    ["a list that holds a number", { fact: "tags", op: "contains", value: 1 }],
    ["in a list of the row", { fact: "status", op: "in", value_fact: "tags" }],
    ["a number in a list of the row", { fact: "policy_count", op: "not_in", value_fact: "tags" }],
    ["between two elements", { fact: "status", op: "between", value_fact: "tags" }],
    ["one of the row's prefixes", { fact: "status", op: "starts_with", value_fact: "tags" }],
    ["no prefix", { fact: "status", op: "starts_with", value: [] }],
    ["days from a fact", { fact: "since", op: "older_than_days", value_fact: "policy_count" }],
    ["days of a string", { fact: "status", op: "before", value: "2018-03-16" }],
    ["a string and a day", { fact: "since", op: "ne", value_fact: "status" }],
  ])("%s", async (_title, where) => {
    await expectOneTruth(where);
  });

  const fact = (): string =>
    random.pick([
      "status",
      "segment",
      "name",
      "total_premium",
      "policy_count",
      "since",
      "next_expiration",
      "mailing_address.state",
      "as_of",
    ]);
  const value = (): Json =>
    random.pick<Json>([random.pick(texts), random.pick(texts), random.whole(4), "2018-03-15", true]);
  const valueFor = (op: string): JsonObject => {
    switch (op) {
      case "exists":
      case "missing":
        return random.pick([{}, { value: true }, { value: false }]);
      case "between":
        return {
          value: random.chance(0.5)
            ? [random.whole(3), random.whole(4)]
            : some(texts, 0).concat(random.pick(texts), random.pick(texts)),
        };
      case "in":
      case "not_in":
        return { value: some([...texts, 1, 2, true], 4) };
      case "starts_with":
        return { value: random.chance(0.5) ? random.pick(texts).slice(0, 3) : some(texts, 3) };
      case "within_days":
      case "older_than_days":
        return { value: random.whole(6_000) / 2 };
      case "before":
      case "after":
        return { value: random.pick(["2018-03-15", "2018-03-15T23:30:00-05:00", "2014-03-11T00:00:00Z"]) };
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        return { value: random.chance(0.5) ? random.whole(4) : random.pick(texts) };
      case "contains":
        return { value: random.pick<Json>([random.pick(texts), "a", "", 1, false]) };
      default:
        return { value: random.pick<Json>([value(), value(), ["x"]]) };
    }
  };
  const operators = [
    "eq",
    "ne",
    "gt",
    "gte",
    "lt",
    "lte",
    "between",
    "in",
    "not_in",
    "contains",
    "starts_with",
    "exists",
    "missing",
    "within_days",
    "older_than_days",
    "before",
    "after",
  ] as const;
  const leaf = (inEach: boolean): JsonObject => {
    const named = (): string => (inEach && random.chance(0.6) ? "@" : fact());
    const op = random.pick(operators);
    if (random.chance(0.1)) return { fact: random.pick(["tags", "states"]), op: "contains", value: value() };
    const isOfFact = op !== "exists" && op !== "missing" && random.chance(0.25);
    return { fact: named(), op, ...(isOfFact ? { value_fact: random.chance(0.2) ? "tags" : named() } : valueFor(op)) };
  };
  const condition = (depth: number, inEach: boolean): JsonObject => {
    if (depth === 0 || random.chance(0.2)) return leaf(inEach);
    const parts = (): JsonObject[] => Array.from({ length: random.whole(4) }, () => condition(depth - 1, inEach));
    const each = random.pick(["tags[]", "states[]", "tags"]);
    const where = (): JsonObject => condition(depth - 1, true);
    return random.pick<() => JsonObject>([
      () => ({ all: parts() }),
      () => ({ any: parts() }),
      () => ({ none: parts() }),
      () => ({ not: condition(depth - 1, inEach) }),
      () => ({ each, quantifier: random.pick(["any", "all", "none"]), where: where() }),
      () => ({
        each,
        quantifier: "count",
        op: random.pick(["eq", "ne", "gt", "gte", "lt", "lte"]),
        value: random.whole(4),
        where: where(),
      }),
      () => ({ each, quantifier: "count", op: "between", value: [random.whole(3), random.whole(4)], where: where() }),
    ])();
  };

  test("any condition of any row", async () => {
    for (let round = 0; round < 400; round += 1) await expectOneTruth(condition(1 + random.whole(4), false));
  }, 120_000);
});

test("strings are compared trimmed and without case by one meaning, for every character (COND-5)", async () => {
  // A letter that PostgreSQL's version of Unicode does not have yet has no case there.
  const { rows: found } = await deps.db.pool.query<{ code: number; alone: string; within: string }>(
    `select code, condition_text(chr(code)) as alone, condition_text(chr(code) || 'Ab' || chr(code)) as within
     from generate_series(1, 1114111) code where not code between 55296 and 57343 and unicode_assigned(chr(code))`,
  );
  const differing = found.filter(({ code, alone, within }) => {
    const char = String.fromCodePoint(code);
    return alone !== comparableText(char) || within !== comparableText(`${char}Ab${char}`);
  });
  expect(differing).toEqual([]);
  expect(found.length).toBeGreaterThan(150_000);
}, 60_000);

test.each([
  "2018-03-15",
  "2018-02-30",
  "2020-02-29",
  "0000-01-01",
  "9999-12-31",
  "2018-03-15T00:00:00Z",
  "2018-03-15T23:30:00-05:00",
  "2018-03-15T00:30:00+05:45",
  "2018-03-15T23:59:59.999999999Z",
  "2018-03-15T24:00:00Z",
  "2018-03-15T23:59:60Z",
  "2018-02-30T00:00:00Z",
  "2018-03-15T10:00:00+16:00",
  "2018-03-15 10:00:00Z",
  "2018-03-15t10:00:00z",
  " 2018-03-15",
  "today",
  "infinity",
  "",
])("the day of %j is that of the engines (COND-11)", async (given) => {
  const { rows: found } = await deps.db.pool.query<{ day: number | null }>(
    `select condition_day($1) - '1970-01-01'::date as day`,
    [given],
  );
  expect(found[0]?.day ?? undefined).toBe(dayNumber(given));
});

describe("the statement of the largest conditions (ANA-3, COND-24)", () => {
  const sizeOf = (where: Json): { readonly chars: number; readonly values: number } => {
    const { text, values } = analysisSql(
      { family: "accounts", where, groupBy: [], measures: [{ key: "n", op: "count" }], order: [], limit: 1 },
      { connectionId: caller.id, seq: 1, grants: null, today: "2026-11-28", isSuppressed: false },
    );
    return { chars: text.length, values: values.values.length };
  };
  const nested = (depth: number): JsonObject =>
    depth === 1
      ? { fact: "@", op: "between", value: ["a", "x"] }
      : { each: "tags[]", quantifier: "count", op: "between", value: [depth, 40 + depth], where: nested(depth - 1) };

  test("grows by the same for every level of each", () => {
    const sizes = Array.from({ length: ruleLimits.depth - 1 }, (_, depth) => sizeOf(nested(depth + 2)).chars);
    const steps = sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0));
    for (const step of steps) expect(step).toBeLessThan(900);
    expect(sizes.at(-1)).toBeLessThan(12_000);
  });

  const wide = (part: (index: number) => JsonObject): JsonObject => ({
    all: Array.from({ length: ruleLimits.nodes - 1 }, (_, index) => part(index)),
  });
  const list = (index: number): string[] =>
    Array.from({ length: ruleLimits.listItems }, (_, item) => `${index} ${item}`);
  test.each<[string, JsonObject]>([
    ["of the deepest", nested(ruleLimits.depth)],
    ["of lists", wide((index) => ({ fact: "status", op: "in", value: list(index) }))],
    ["of prefixes", wide((index) => ({ fact: "status", op: "starts_with", value: list(index) }))],
    [
      "of ranges",
      wide((index) => ({ fact: "next_expiration", op: "between", value: [`2018-${index}`, `2019-${index}`] })),
    ],
    ["of lists in rows", wide(() => ({ fact: "status", op: "in", value_fact: "tags" }))],
    [
      "of the most quantified",
      {
        all: Array.from({ length: 99 }, () => ({
          each: "tags[]",
          quantifier: "count",
          op: "gte",
          value: 1,
          where: { fact: "@", op: "ne", value: "q" },
        })),
      },
    ],
  ])("%s is bounded and is answered", async (_title, where) => {
    expect(checkCondition(where, "", ["*"])).toEqual([]);
    const { chars, values } = sizeOf(where);
    expect(chars).toBeLessThan(ruleLimits.nodes * 900);
    expect(values).toBeLessThan(ruleLimits.nodes * 3 + 10);
    expect(await countedBySql(where)).toEqual(expect.any(Number));
  });
});

test("what is counted for one row is not kept while the others are counted (ANA-3)", async () => {
  const each = { each: "tags[]", quantifier: "any", where: { fact: "@", op: "ne", value: "q" } };
  const { text, values } = analysisSql(
    { family: "accounts", where: each, groupBy: [], measures: [{ key: "n", op: "count" }], order: [], limit: 1 },
    { connectionId, seq: 1, grants: null, today: "2026-11-28", isSuppressed: false },
  );
  // So many rows that the planner hopes to meet the same list again.
  await deps.db.pool.query("vacuum analyze book.accounts");
  const { rows: plan } = await deps.db.reads.query(`explain ${text}`, values.values);
  expect(JSON.stringify(plan)).toContain("jsonb_array_elements");
  expect(JSON.stringify(plan)).not.toContain("Memoize");
});

test.each<[string, Json]>([
  ["U+0000", "a\u0000"],
  ["half a character", "a\ud83d"],
  ["U+0000 in a list", ["x", "\u0000"]],
])("a constant with %s is refused, which no row can hold (ANA-3)", async (_title, value) => {
  const where = { fact: "status", op: Array.isArray(value) ? "in" : "eq", value };
  await expect(countedBySql(where)).rejects.toMatchObject({ code: "invalid_request" });
});

test("a question that fails by the service's fault does not count; any other does (ANA-14)", async () => {
  const viewer = { ...testView(caller.organizationId), actor: "unlucky" };
  const ask = (timeoutMs = 10_000) =>
    askAnalysis(deps, {
      caller,
      viewer,
      connectionId: undefined,
      query: { family: "accounts", groupBy: [], measures: [{ key: "n", op: "count" }], order: [], limit: 1 },
      signal: new AbortController().signal,
      timeoutMs,
    });
  const counted = async (): Promise<number> => {
    const { rowCount } = await deps.db.pool.query("select from analyses where owner = 'seat:unlucky'");
    return rowCount ?? 0;
  };
  await deps.db.pool.query("alter table book.accounts rename column fields to mislaid");
  try {
    await expect(ask()).rejects.toThrow("fields");
  } finally {
    await deps.db.pool.query("alter table book.accounts rename column mislaid to fields");
  }
  expect(await counted()).toBe(0);
  const blocker = await deps.db.pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("lock table book.accounts in access exclusive mode");
    await expect(ask(50)).rejects.toMatchObject({ code: "request_timeout" });
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  expect(await counted()).toBe(1);
  expect((await ask()).rows).toEqual([{ n: rows.length }]);
  expect(await counted()).toBe(2);
});
