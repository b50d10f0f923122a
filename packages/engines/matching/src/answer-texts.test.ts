import { describe, expect, test } from "@jest/globals";
import { coverageCodes, lineCodes } from "@service/engine-kit";
import { type JsonObject, objects } from "@service/json";
import {
  bound,
  building,
  engine,
  market,
  named,
  problemsOf,
  rule,
  run,
  text,
  textAt,
  textsOf,
  wanting,
} from "./testing/read-texts.ts";
import { answer, at, input, need, offering, solved } from "./cases/sample-inputs.ts";
import { matching } from "./index.ts";

const message = "Diligent search and tax filing";
const longMessage =
  "Operations above three stories, work on torch-applied roofs and any job in a wildfire area need a letter of the owner, a site plan and a signed safety program.";

describe("referrals (WORD-7, MATCH-57)", () => {
  test.each<[string, JsonObject, JsonObject, string, string]>([
    [
      "the preset's rule",
      { market: "surplus" },
      input(),
      "The program asks for a referral: surplus lines need a diligent search and a tax filing",
      "Acme Casualty Artisan asks for a referral: surplus lines need a diligent search and a tax filing.",
    ],
    [
      "a short message",
      rule("refer", message),
      input(),
      "The program asks for a referral: diligent search and tax filing",
      "Acme Casualty Artisan asks for a referral: diligent search and tax filing.",
    ],
    [
      "a long message",
      rule("refer", longMessage),
      input(),
      `The program asks for a referral. ${longMessage.slice(0, -1)}`,
      `Acme Casualty Artisan asks for a referral. ${longMessage}`,
    ],
    [
      "a bound",
      bound("loss.count_3y", "refer", { max: 0 }),
      input({
        loss_history: {
          years: 3,
          claims: [{ line: "cyber", occurred_on: "2025-06-01", status: "open", paid: 1, reserved: 1 }],
        },
      }),
      "The client's 1 loss in three years is above the program's maximum of 0",
      "The client's 1 loss in three years is above Acme Casualty Artisan's maximum of 0.",
    ],
    [
      "another state",
      { states: { include: ["TX"] } },
      input({}, { states: ["TX", "OK"] }),
      "The program does not write business in Oklahoma",
      "Acme Casualty Artisan does not write business in Oklahoma.",
    ],
    [
      "a decline",
      {},
      input({ declined_by: [{ carrier_key: "c-a", line: "general_liability", on: "2026-02-01" }] }),
      "Acme Casualty declined general liability on February 1, 2026",
      "Acme Casualty declined general liability on February 1, 2026.",
    ],
    [
      "a decline with its reason",
      {},
      input({
        declined_by: [{ carrier_key: "c-a", line: "general_liability", on: "2026-02-01", reason: "Roof work" }],
      }),
      "Acme Casualty declined general liability on February 1, 2026: roof work",
      "Acme Casualty declined general liability on February 1, 2026: roof work.",
    ],
  ])("%s", (_title, extra, given, reason, detail) => {
    const result = run(extra, given);
    expect(solved(result, "/0/reasons_against/0")).toBe(reason);
    expect(at(result.output, "/findings/referral:gl:a/detail")).toBe(detail);
    expect(problemsOf(result)).toEqual([]);
  });

  test("with the policy refer the missing facts are named", () => {
    const result = run(bound("risk.payroll", "knockout", { max: 1 }), input(), { unknown_policy: "refer" });
    expect(at(result.output, "/findings/referral:gl:a/detail")).toBe(
      "Acme Casualty Artisan asks for a referral, because the client's payroll is not on file.",
    );
    expect(problemsOf(result)).toEqual([]);
  });
});

describe("unknown values are stated as unknown (WORD-5)", () => {
  test("facts of the client and of the program", () => {
    const result = run(
      {
        ...bound("risk.employees", "knockout", { max: 9 }),
        states: { include: ["TX"] },
        ...building({ max_limit: 1 }),
      },
      input({
        risk: { naics: "238160" },
        preferences: { min_rating: "A" },
        needs: [need({ coverages: [{ coverage: "building", must_have: true }] })],
      }),
    );
    expect(solved(result, "/0/reasons_against/0")).toBe(
      "The client's states of operation and number of employees are not on file. The program does not state its rating",
    );
    expect(at(result.output, "/needs/0/gap_reason")).toBe(
      "1 offering for general liability stays open, because a program does not state its rating.",
    );
    expect(at(result.output, "/findings/fact_missing:risk.employees/title")).toBe(
      "Northgate Roofing's number of employees is not on file",
    );
    expect(at(result.output, "/findings/fact_missing:offering.rating/title")).toBe(
      "1 offering for Northgate Roofing does not state its rating",
    );
    expect(problemsOf(result)).toEqual([]);
  });

  test("many facts of the client and of the program stay one sentence each", () => {
    const facts = ["subcontract_cost", "alcohol_receipts_share", "years_in_business", "square_feet", "payroll"];
    const names = coverageCodes.slice(0, 6);
    const result = run(
      {
        bounds: facts.map((fact) => ({ fact: `risk.${fact}`, max: 1, effect: "knockout" })),
        coverages: names.map((coverage) => ({ coverage, included: true })),
      },
      input({
        needs: [
          need({
            coverages: names.map((coverage) => ({ coverage, min_limit: 1, max_deductible: 1, must_have: true })),
          }),
        ],
      }),
    );
    expect(problemsOf(result)).toEqual([]);
  });

  test("limits and deductibles of the program", () => {
    const open = { coverages: [{ coverage: "building", included: true }] };
    const result = run(open, wanting({ min_limit: 5, max_deductible: 5 }));
    expect(solved(result, "/0/breakdown/coverage_fit/because")).toBe(
      "The program does not state its greatest limit for building and smallest deductible for building",
    );
    expect(problemsOf(result)).toEqual([]);
  });
});

test.each(lineCodes)("every line reads in every branch: %s (WORD-3)", (line) => {
  const given = (extra: JsonObject = {}): JsonObject => input({ needs: [need({ line })], ...extra });
  const documents = Array.from({ length: 9 }, (_, index) => (index === 0 ? "loss_runs" : `Supplement ${index}`));
  expect(problemsOf(run({ lines: [line], required_documents: documents }, given()))).toEqual([]);
  expect(problemsOf(run({ lines: [line], status: "paused" }, given()))).toEqual([]);
  expect(problemsOf(run({ lines: [line === "cyber" ? "crime" : "cyber"] }, given()))).toEqual([]);
  const open = bound("risk.employees", "knockout", { max: 1 });
  expect(problemsOf(run({ lines: [line], ...open }, given()))).toEqual([]);
});

test.each(coverageCodes)("every coverage reads in every branch: %s (WORD-3)", (coverage) => {
  const given = input({
    needs: [need({ coverages: [{ coverage, min_limit: 5000, max_deductible: 1000, must_have: true }] })],
  });
  const offers = (extra: JsonObject): JsonObject => ({ coverages: [{ coverage, included: true, ...extra }] });
  for (const extra of [offers({}), offers({ max_limit: 1 }), offers({ max_limit: 9000, min_deductible: 0 }), {}]) {
    expect(problemsOf(run(extra, given))).toEqual([]);
  }
});

describe("whole answers", () => {
  const carriers = ["Acme", "Beacon", "Cobalt", "Delta", "Ember"];
  test.each(matching.builtInCases().map((each) => [each.case_key, each] as const))("%s", (_key, each) => {
    const result = answer(engine, each.input, each.offerings);
    expect(
      problemsOf(result, [text(result.output, "headline"), textAt(result.output, "/subject/label"), ...carriers]),
    ).toEqual([]);
  });

  test("headlines say who leads, or why nobody does", () => {
    const headline = (extra: JsonObject, given = input()): string => text(run(extra, given).output, "headline");
    expect(headline({})).toMatch(
      /^1 of 1 offering fits Northgate Roofing; Acme Casualty Artisan leads with [\d.]+ of 100 points$/,
    );
    expect(headline({ market: "surplus" })).toContain("1 of 1 offering can be referred for Northgate Roofing;");
    expect(headline({ states: { include: ["CA"] } })).toBe(
      "No market matches Northgate Roofing's needs among 1 offering: Acme Casualty Artisan does not write general liability in Texas",
    );
    expect(headline(bound("risk.payroll", "knockout", { max: 1 }))).toContain(
      "No market is confirmed yet for Northgate Roofing: the client's payroll is not on file; Acme Casualty Artisan leads",
    );
    const needs = [need(), need({ need_key: "cy", line: "cyber" })];
    expect(headline({}, input({ needs }))).toMatch(/ leads for general liability with .+; no market yet for cyber$/);
  });

  test("headline, narrative, finding and summary name one figure, by which the order goes (MATCH-58)", () => {
    const result = run({ rating: "A" });
    const rankScore = solved(result, "/0/rank_score");
    expect(rankScore).not.toBe(solved(result, "/0/score"));
    const points = `${JSON.stringify(rankScore)} of 100 points`;
    expect(text(result.output, "headline")).toContain(points);
    expect(textAt(result.output, "/findings/recommended_market:gl/detail")).toContain(points);
    expect(textAt(result.output, "/narrative/text").match(/[\d.]+ of 100 points/g)).toEqual([points, points]);
    expect(at(result.output, "/top/0/rank_score")).toBe(rankScore);
  });

  test("a need without coverages is no merit of a program (MATCH-59)", () => {
    const result = run({ rating: "A" }, input({ needs: [need({ coverages: [] })] }));
    expect(solved(result, "/0/reasons_for")).not.toContain("No particular coverage is asked for");
    expect(solved(result, "/0/breakdown/coverage_fit/because")).toBe("No particular coverage is asked for");
  });

  test("a bundle gives reasons of every need in turn, so that none is cut off (MATCH-59)", () => {
    const lines = ["general_liability", "cyber", "crime"];
    const result = answer(
      engine,
      input({ needs: lines.map((line, index) => need({ need_key: `n${index}`, line })) }),
      lines.map((line, index) =>
        market({
          offering_key: `o${index}`,
          carrier_key: "c-a",
          lines: [line],
          rating: "A",
          turnaround_days: 1,
          appointed: true,
          history: { submitted: 40, quoted: 30, bound: 20 },
        }),
      ),
    );
    const reasons = solved(result, "/program:c-a/reasons_for");
    for (const name of ["general liability", "cyber", "crime"])
      expect(JSON.stringify(reasons).split(`For ${name},`).length - 1).toBeGreaterThanOrEqual(3);
    expect(problemsOf(result)).toEqual([]);
  });

  test("a bundle names the line of each reason", () => {
    const needs = [need(), need({ need_key: "cy", line: "cyber" })];
    const result = answer(engine, input({ needs }), [
      market({ rating: "A" }),
      offering("b", { ...named, product: "Cyber", carrier_key: "c-a", lines: ["cyber"] }),
    ]);
    const reasons = solved(result, "/program:c-a/reasons_for");
    expect(reasons).toContain("One carrier takes several of the needs");
    expect(reasons).toContain("For general liability, the carrier is rated A");
    expect(solved(result, "/program:c-a/breakdown/strength/because")).toBe(
      "For cyber, the carrier's rating is not on file. For general liability, the carrier is rated A",
    );
    expect(problemsOf(result)).toEqual([]);
  });

  test("texts stay within their bounds and are cut between words", () => {
    const long = "Consolidated Northern Roofing and Exterior Building Services of the Greater Metropolitan Area "
      .repeat(2)
      .trim();
    const extra = {
      carrier_name: `Acme Casualty ${"Mutual ".repeat(15)}`.trim(),
      product: "Contractors and Trades ".repeat(5).trim(),
    };
    const result = run({ ...extra, market: "surplus" }, input({ client: { key: "n", label: long } }));
    const headline = text(result.output, "headline");
    expect(headline.length).toBeLessThanOrEqual(200);
    expect(headline).toMatch(/[a-z]…?/);
    for (const [, written] of textsOf(result)) expect(written).not.toMatch(/(?:Contracto|Trad|Mutua|Servic|Roof)…/);
  });
});

describe("what a market is submitted on (MATCH-47)", () => {
  const findingOf = (result: ReturnType<typeof answer>, key: string): JsonObject | undefined =>
    objects(result.output, "findings").find(({ finding_key }) => finding_key === key);

  test("a carrier that is not appointed needs an appointment first", () => {
    const [appointed, other] = [true, false].map((isAppointed) =>
      findingOf(answer(engine, input(), [offering("a", { appointed: isAppointed })]), "recommended_market:gl"),
    );
    expect(appointed?.detail).not.toContain("appointment");
    expect(other?.detail).toContain("Its carrier is not appointed, so an appointment is needed first.");
  });

  test("a start date that has passed is to be agreed anew", () => {
    const late = input({ needs: [need({ effective_on: "2020-01-01" })] });
    expect(findingOf(answer(engine, late, [offering("a")]), "start_passed:gl")).toMatchObject({ severity: "medium" });
    expect(findingOf(answer(engine, input(), [offering("a")]), "start_passed:gl")).toBeUndefined();
  });

  test("a need without a market is sent to what the answer holds", () => {
    const advice = (one: JsonObject): unknown =>
      findingOf(answer(engine, input(), [offering("a", one)]), "need_unplaced:gl")?.recommendation;
    expect(advice({ status: "paused" })).toBe("Ask further markets.");
    expect(advice({ default_appetite: "prohibited" })).toBe("Check the near misses, or ask further markets.");
    expect(advice({ bounds: [{ fact: "risk.payroll", max: 5, effect: "knockout" }] })).toBe(
      "Complete the missing facts, or ask further markets.",
    );
  });

  test("a rate on nothing indicates no premium (MATCH-36)", () => {
    const result = answer(engine, input({ risk: { states: ["TX"], revenue: 0 } }), [
      offering("a", { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } }),
    ]);
    expect(solved(result, "/0/indicative_premium")).toBeUndefined();
  });

  test("where the leading program places a need elsewhere, its own market says so (MATCH-59)", () => {
    const needs = [need(), need({ need_key: "cy", line: "cyber" })];
    const ofZed = { carrier_key: "z", carrier_name: "Zed Mutual" };
    const offerings = [
      offering("a", { ...ofZed, product: "One", turnaround_days: 5 }),
      offering("b", { ...ofZed, product: "Two", turnaround_days: 5, lines: ["cyber"] }),
      offering("c", { carrier_name: "Pier Casualty", product: "GL", turnaround_days: 4 }),
    ];
    const result = answer(engine, input({ needs }), offerings);
    expect(at(result.output, "/headline")).toContain("Zed Mutual's program for 2 needs leads");
    expect(findingOf(result, "recommended_market:gl")?.detail).toContain(
      "Zed Mutual's program for 2 needs ranks first in all and places general liability with Zed Mutual One.",
    );
  });
});
