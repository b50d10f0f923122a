import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";
import { readSchedule } from "./towers.ts";

const engine = presetEngine();
const compared = (before: readonly JsonObject[], now: readonly JsonObject[], extra: JsonObject = {}) =>
  answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp", ...extra }));
const cellOf = (output: JsonObject, row: string): Json | undefined =>
  at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q");
const rowsOf = (output: JsonObject): unknown[] => list(output, "/matrix/rows").map(({ row_key }) => row_key);
const keysOf = (output: JsonObject): unknown[] => list(output, "/findings").map(({ finding_key }) => finding_key);

const gl = (limit: number): JsonObject => cover("general_liability", "each_occurrence", { limit });
const bop = (limit: number): JsonObject => cover("business_owners", "each_occurrence", { limit });
const building = (line: string): JsonObject => cover(line, "building", { limit: 500_000 });
const csl = (limit: number): JsonObject => cover("commercial_auto", "combined_single_limit", { limit });
const split = (person: number, accident: number, property: number): JsonObject[] => [
  cover("commercial_auto", "bi_per_person", { limit: person }),
  cover("commercial_auto", "bi_per_accident", { limit: accident }),
  cover("commercial_auto", "property_damage", { limit: property }),
];

describe("packages and policies of a line share rows (CMP-85, CMP-94)", () => {
  test("a business owners policy answers for general liability and property, and the cell says so", () => {
    const { output } = compared(
      [gl(1_000_000), building("commercial_property")],
      [bop(1_000_000), building("business_owners")],
    );
    expect(cellOf(output, "general_liability/each_occurrence/limit")).toMatchObject({
      value: 1_000_000,
      status: "same",
      via: "business_owners",
    });
    expect(rowsOf(output).filter((key) => String(key).startsWith("business_owners"))).toEqual([]);
    expect(list(output, "/findings")).toEqual([]);
    expect(at(output, "/headline")).toBe(
      "Carrier q costs the same, with no material difference: stay with Carrier exp",
    );
  });

  test("and the other way round, in the line of the baseline", () => {
    const { output } = compared([bop(1_000_000), building("business_owners")], [gl(500_000)]);
    expect(cellOf(output, "business_owners/each_occurrence/limit")).toMatchObject({
      status: "worse",
      via: "general_liability",
    });
    expect(cellOf(output, "business_owners/building/included")).toMatchObject({ status: "missing" });
  });

  test("an item that states both lines keeps a row for each", () => {
    const { output } = compared([gl(1_000_000), bop(2_000_000)], [gl(1_000_000), bop(2_000_000)]);
    expect(rowsOf(output)).toEqual(
      expect.arrayContaining(["general_liability/each_occurrence/limit", "business_owners/each_occurrence/limit"]),
    );
    expect(cellOf(output, "business_owners/each_occurrence/limit")).toMatchObject({ value: 2_000_000, status: "same" });
  });

  test("a sublimit endorsed to a package is compared by its limit; without one it is less than a policy", () => {
    const employment = cover("employment_practices", "epli_aggregate", { limit: 1_000_000 });
    const endorsed = (terms: JsonObject): JsonObject => cover("business_owners", "epli_aggregate", terms);
    const row = "employment_practices/epli_aggregate";
    const lower = compared([bop(1_000_000), employment], [bop(1_000_000), endorsed({ limit: 25_000 })]).output;
    expect(cellOf(lower, `${row}/limit`)).toMatchObject({ status: "worse", via: "business_owners" });
    expect(cellOf(lower, `${row}/included`)).toMatchObject({ status: "same" });
    const open = compared([bop(1_000_000), employment], [bop(1_000_000), endorsed({})]).output;
    expect(cellOf(open, `${row}/included`)).toMatchObject({ status: "worse", material: true });
    const equal = compared([bop(1_000_000), employment], [bop(1_000_000), endorsed({ limit: 1_000_000 })]).output;
    expect(list(equal, "/findings")).toEqual([]);
  });

  test("hired auto may stand on general liability", () => {
    const { output } = compared(
      [gl(1_000_000), csl(1_000_000), cover("commercial_auto", "hired_auto", { limit: 1_000_000 })],
      [gl(1_000_000), csl(1_000_000), cover("general_liability", "hired_auto", { limit: 1_000_000 })],
    );
    expect(cellOf(output, "commercial_auto/hired_auto/included")).toMatchObject({
      status: "same",
      via: "general_liability",
    });
  });

  test("without a baseline the first line of the code list names the row, whatever the order of the items", () => {
    for (const items of [
      [quote("a", [bop(1_000_000)]), quote("b", [gl(1_000_000)])],
      [quote("b", [gl(1_000_000)]), quote("a", [bop(1_000_000)])],
    ]) {
      expect(rowsOf(answer(engine, input(items)).output)).toEqual([
        "general_liability/each_occurrence/included",
        "general_liability/each_occurrence/limit",
      ]);
    }
  });

  test("a requirement on general liability is met by a business owners policy", () => {
    const { output } = compared([gl(1_000_000)], [bop(1_000_000)], { requirements: [requirementOf(1_000_000)] });
    expect(at(output, "/items/q/requirement_results/lease/result")).toBe("pass");
  });

  test("a label of the package that nobody understood hides what it may mean on the other line", () => {
    const open = { ...cover("business_owners", "row 1", { limit: 1 }), label: "General Aggregate Product Claims" };
    const aggregate = cover("general_liability", "general_aggregate", { limit: 2_000_000 });
    const { output } = compared([gl(1_000_000), aggregate], [bop(1_000_000), open]);
    expect(cellOf(output, "general_liability/general_aggregate/limit")).toMatchObject({ status: "unknown" });
  });
});

describe("combined and split auto limits (CMP-86, CMP-94)", () => {
  test.each([
    [[csl(1_000_000)], split(500_000, 1_000_000, 250_000), "combined_single_limit", "worse"],
    [[csl(1_000_000)], split(1_000_000, 1_000_000, 1_000_000), "combined_single_limit", "same"],
    [split(250_000, 500_000, 250_000), [csl(1_000_000)], "bi_per_accident", "better"],
    [split(250_000, 500_000, 100_000), [csl(500_000)], "bi_per_accident", "same"],
    [split(250_000, 500_000, 100_000), [csl(300_000)], "bi_per_accident", "worse"],
  ])("%#: compared as a whole", (before, now, coverage, status) => {
    const { output } = compared(before, now);
    expect(cellOf(output, `commercial_auto/${coverage}/limit`)).toMatchObject({ status });
    const statuses = list(output, "/matrix/rows").map((row) => at(row, "/cells/q/status"));
    expect(statuses.filter((one) => one === "missing" || one === "added")).toEqual([]);
    const material = list(output, "/matrix/rows").filter((row) => at(row, "/cells/q/material") === true);
    expect(material).toHaveLength(status === "same" ? 0 : 1);
  });

  test("the cell shows the other form in words", () => {
    const { output } = compared([csl(1_000_000)], split(500_000, 1_000_000, 250_000));
    expect(cellOf(output, "commercial_auto/combined_single_limit/limit")).toMatchObject({
      value: 250_000,
      display: "$500,000/$1,000,000/$250,000 split",
    });
    expect(list(output, "/findings").map(({ detail }) => detail)).toEqual([
      "The combined single limit under commercial auto is $500,000/$1,000,000/$250,000 split in Offer q and $1,000,000 in Offer exp, 75 % less.",
    ]);
  });

  test("a split limit of which a part is not stated is unknown", () => {
    const { output } = compared([csl(1_000_000)], split(500_000, 1_000_000, 250_000).slice(0, 2));
    expect(cellOf(output, "commercial_auto/combined_single_limit/limit")).toMatchObject({ status: "unknown" });
    expect(at(output, "/headline")).toBe(
      "Carrier q costs the same, with no material difference in what could be read; 1 value could not be compared: stay with Carrier exp",
    );
  });
});

const umbrella = (limit: number, notes?: string): JsonObject =>
  cover("umbrella", "umbrella_occurrence", { limit, ...(notes === undefined ? {} : { notes }) });

function requirementOf(limit: number, extra: JsonObject = {}): JsonObject {
  return {
    key: "lease",
    line: "general_liability",
    coverage: "each_occurrence",
    field: "limit",
    op: "gte",
    value: limit,
    mandatory: true,
    weight: 10,
    source: "the lease",
    ...extra,
  };
}

describe("towers (CMP-87, CMP-94)", () => {
  const resultOf = (now: readonly JsonObject[], requirement: JsonObject) => {
    const { output } = compared([gl(1_000_000)], now, { requirements: [requirement] });
    const findings = list(output, "/findings").filter(({ rule_key }) => rule_key === "requirement:lease");
    return {
      result: at(output, "/items/q/requirement_results/lease/result"),
      findings: findings.filter(({ item_key }) => item_key === "q"),
    };
  };

  test("primary and umbrella together meet a limit, and the finding names the parts", () => {
    const { result, findings } = resultOf([gl(1_000_000), umbrella(4_000_000)], requirementOf(3_000_000));
    expect(result).toBe("pass");
    expect(findings).toMatchObject([
      {
        severity: "low",
        status: "review",
        detail:
          "Offer q gives $1,000,000 primary and $4,000,000 umbrella. The requirement (the lease) asks for an each occurrence limit under general liability of at least $3,000,000.",
      },
    ]);
  });

  test("lines that notes name as scheduled count, and lines they leave out do not; both say what they rest on", () => {
    const named = resultOf(
      [gl(1_000_000), umbrella(4_000_000, "Scheduled underlying: general liability and auto.")],
      requirementOf(3_000_000),
    );
    expect(named.result).toBe("pass");
    expect(named.findings).toMatchObject([
      {
        severity: "low",
        confidence: 0.7,
        title: "Offer q meets the requirement (the lease) with its umbrella, going by notes",
      },
    ]);
    const leftOut = resultOf(
      [gl(1_000_000), umbrella(4_000_000, "Scheduled underlying: auto and employers liability.")],
      requirementOf(3_000_000),
    );
    expect(leftOut.result).toBe("fail");
    expect(leftOut.findings).toMatchObject([{ severity: "critical", status: "fail", confidence: 0.7 }]);
    for (const { detail } of [...named.findings, ...leftOut.findings]) {
      expect(detail).toContain("Going by the notes and wordings of the umbrella, not by its schedule, ");
    }
  });

  test("a requirement may exclude umbrellas, and a tower that is too low fails", () => {
    expect(
      resultOf([gl(1_000_000), umbrella(4_000_000)], requirementOf(3_000_000, { umbrella_counts: false })).result,
    ).toBe("fail");
    expect(resultOf([gl(1_000_000), umbrella(1_000_000)], requirementOf(3_000_000)).result).toBe("fail");
    expect(resultOf([gl(1_000_000), umbrella(2_000_000)], requirementOf(3_000_000, { op: "gt" })).result).toBe("fail");
  });

  test("an umbrella without primary meets nothing", () => {
    expect(resultOf([umbrella(4_000_000)], requirementOf(3_000_000)).result).toBe("fail");
  });

  test.each([
    [["Scheduled underlying: general liability"], ["general_liability"]],
    [["Schedule: GL, auto, employers liability except auto"], ["general_liability", "workers_compensation"]],
    [
      ["Auto is not scheduled."],
      [
        "general_liability",
        "workers_compensation",
        "business_owners",
        "garage",
        "liquor_liability",
        "professional_liability",
      ],
    ],
    [["Follows form over general liability"], undefined],
    [[], undefined],
  ])("%j schedules %j", (texts, lines) => {
    expect(readSchedule(texts)).toEqual(lines);
  });

  test("a split auto limit below an umbrella is judged by what it surely answers", () => {
    const { output } = compared([csl(1_000_000)], [...split(500_000, 1_000_000, 250_000), umbrella(1_000_000)]);
    expect(keysOf(output)).toContain("umbrella_schedule:q:commercial_auto/combined_single_limit");
  });
});

describe("the layers of a tower (CMP-104)", () => {
  const layer = (label: string, limit: number, terms: JsonObject = {}): JsonObject =>
    cover("umbrella", "row", { label, limit, ...terms });
  const limitOf = (now: readonly JsonObject[]): Json | undefined =>
    at(
      cellOf(compared([layer("Each Occurrence", 10_000_000)], now).output, "umbrella/umbrella_occurrence/limit") ??
        null,
      "/value",
    );

  test.each([
    ["Lead Umbrella $5M - Each Occurrence", "Excess $5M xs $5M - Each Occurrence"],
    ["Umbrella Each Occurrence", "Excess of lead umbrella - Each Occurrence"],
    ["First Layer - Each Occurrence", "Second Layer - Each Occurrence"],
    ["Umbrella Each Occurrence", "Excess Liability Each Occurrence"],
  ])("%s and %s add up", (lead, excess) => {
    expect(limitOf([layer(lead, 5_000_000), layer(excess, 5_000_000)])).toBe(10_000_000);
  });

  test("two limits that nothing stacks stay one, the lower", () => {
    expect(limitOf([layer("Each Occurrence", 5_000_000), layer("Each Occurrence Limit", 4_000_000)])).toBe(4_000_000);
    const titles = [layer("Excess Liability - Each Occurrence", 5_000_000), layer("Excess Each Occurrence", 4_000_000)];
    expect(limitOf(titles)).toBe(4_000_000);
    const twice = layer("Second Layer - Each Occurrence", 5_000_000);
    expect(limitOf([twice, twice])).toBe(5_000_000);
  });
});
