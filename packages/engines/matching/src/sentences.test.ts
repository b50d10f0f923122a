import { describe, expect, test } from "@jest/globals";
import { coverageCodes, lineCodes } from "@service/engine-kit";
import { sentenceProblems, type SentenceRules } from "@service/engine-kit/testing";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { type Answer, answer, at, input, need, offering, presetEngine, solved } from "./cases/sample-inputs.ts";
import { matching } from "./index.ts";

const engine = presetEngine();
const insured = "Northgate Roofing";
const named = { carrier_name: "Acme Casualty", product: "Artisan" };
const market = (extra: JsonObject = {}): JsonObject => offering("a", { ...named, ...extra });
const message = "Diligent search and tax filing";
const longMessage =
  "Operations above three stories, work on torch-applied roofs and any job in a wildfire area need a letter of the owner, a site plan and a signed safety program.";

/** Every text of an answer that a client reads, with where it stands. */
function textsOf({ output, solutions = [], workItems, warnings }: Answer): readonly (readonly [string, string])[] {
  const texts: [string, string][] = [
    ["headline", text(output, "headline")],
    ...warnings.map(({ code, message: told }): [string, string] => [`warning ${code}`, told]),
  ];
  const take = (where: string, from: JsonObject, ...names: readonly string[]): void => {
    for (const name of names) {
      const value = from[name];
      for (const one of isJsonArray(value) ? value : [value])
        if (typeof one === "string") texts.push([`${where} ${name}`, one]);
    }
  };
  for (const finding of [...objects(output["findings"]), ...workItems]) {
    take(text(finding, "finding_key"), finding, "title", "detail", "recommendation");
  }
  for (const rejected of objects(output["rejected"])) take("rejected", rejected, "reasons");
  for (const missed of objects(output["near_misses"])) take("near miss", missed, "reason", "change");
  for (const one of objects(output["needs"])) take("need", one, "gap_reason");
  for (const solution of solutions) {
    take("solution", solution, "reasons_for", "reasons_against");
    for (const row of objects(solution["breakdown"])) take(text(row, "dimension"), row, "because");
    const indication = solution["indicative_premium"];
    if (isJsonObject(indication)) take("premium", indication, "basis");
  }
  const narrative = at(output, "/narrative/text");
  if (typeof narrative === "string") texts.push(["narrative", narrative.replaceAll(/ \[e[\d, e]+\]/g, "")]);
  return texts;
}

/** What is wrong with the texts of an answer: `[]` when all of them read as sentences. */
function problemsOf(result: Answer, names = [insured, "Acme Casualty"]): readonly string[] {
  const check = (where: string, told: string, rules?: SentenceRules): readonly string[] =>
    sentenceProblems(told, rules).map((problem) => `${where}: ${problem}: ${told}`);
  const subjects = [...objects(result.output["findings"]), ...result.workItems].flatMap((each) => [
    ...check("title", text(each, "title"), { names }),
    ...check("detail", text(each, "detail"), { endsWithStop: true }),
    ...check("first sentence", text(each, "detail").split(/(?<=\.) /)[0] ?? "", { names }),
  ]);
  const gaps = objects(result.output["needs"]).flatMap((each) =>
    each["gap_reason"] === undefined ? [] : check("gap", text(each, "gap_reason"), { endsWithStop: true }),
  );
  return [...textsOf(result).flatMap(([where, told]) => check(where, told)), ...subjects, ...gaps];
}

function run(extra: JsonObject = {}, given: JsonObject = input(), changes: JsonObject = {}): Answer {
  return answer(Object.keys(changes).length === 0 ? engine : presetEngine(changes), given, [market(extra)]);
}

const bound = (fact: string, effect: string, limits: JsonObject): JsonObject => ({
  bounds: [{ fact, effect, ...limits }],
});
const wanting = (extra: JsonObject): JsonObject =>
  input({ needs: [need({ coverages: [{ coverage: "building", must_have: true, ...extra }] })] });
const building = (extra: JsonObject = {}): JsonObject => ({
  coverages: [{ coverage: "building", included: true, max_limit: 250_000, min_deductible: 5000, ...extra }],
});
const always = { all: [] };
const rule = (effect: string, told: string, points = 5): JsonObject => ({
  rules: [{ key: "r", effect, points, when: always, message: told }],
});
const preferring = (preferences: JsonObject): JsonObject => input({ preferences });

describe("rejections name the program and say why (MATCH-56, WORD-4, WORD-7)", () => {
  const prohibited = { appetite: [{ prefix: "2381", level: "prohibited" }] };
  test.each<[string, JsonObject, JsonObject, string]>([
    ["line", { lines: ["cyber"] }, input(), "Acme Casualty Artisan does not write general liability"],
    ["status", { status: "paused" }, input(), "Acme Casualty Artisan is paused"],
    [
      "opening",
      { effective_from: "2026-05-01" },
      input(),
      "Acme Casualty Artisan opens on May 1, 2026; coverage is wanted from April 1, 2026",
    ],
    [
      "end",
      { effective_to: "2026-03-31" },
      input(),
      "Acme Casualty Artisan closed on March 31, 2026; coverage is wanted from April 1, 2026",
    ],
    [
      "state",
      { states: { include: ["CA"] } },
      input(),
      "Acme Casualty Artisan does not write general liability in Texas",
    ],
    [
      "states",
      { states: { include: ["CA"] } },
      input({}, { states: ["TX", "OK", "NM"] }),
      "Acme Casualty Artisan does not write general liability in New Mexico, Oklahoma and Texas",
    ],
    [
      "excluded carrier",
      {},
      preferring({ carriers_excluded: ["c-a"] }),
      "Acme Casualty is excluded by the client's preferences",
    ],
    [
      "surplus market",
      { market: "surplus" },
      preferring({ admitted_only: true }),
      "Acme Casualty Artisan is a surplus lines market; only admitted markets are wanted",
    ],
    [
      "program market",
      { market: "program" },
      preferring({ admitted_only: true }),
      "Acme Casualty Artisan is a program market; only admitted markets are wanted",
    ],
    ["rating", { rating: "B" }, preferring({ min_rating: "A-" }), "Acme Casualty is rated B; A- or better is wanted"],
    [
      "no rating",
      { rating: "NR" },
      preferring({ min_rating: "A-" }),
      "Acme Casualty is not rated; A- or better is wanted",
    ],
    ["class", prohibited, input(), "Acme Casualty Artisan does not write this class of business"],
    [
      "class by default",
      { ...prohibited, default_appetite: "prohibited" },
      input({}, { naics: "722511" }),
      "Acme Casualty Artisan does not write this class of business",
    ],
    ["coverage", {}, wanting({}), "Acme Casualty Artisan does not include building"],
    [
      "limit",
      building(),
      wanting({ min_limit: 300_000 }),
      "Acme Casualty Artisan offers up to $250,000 for building; $300,000 is wanted",
    ],
    [
      "deductible",
      building(),
      wanting({ max_deductible: 1000 }),
      "Acme Casualty Artisan's deductible for building is at least $5,000; at most $1,000 is wanted",
    ],
    [
      "limit and deductible",
      building(),
      wanting({ min_limit: 300_000, max_deductible: 1000 }),
      "Acme Casualty Artisan offers up to $250,000 for building; $300,000 is wanted. Its deductible for building is at least $5,000; at most $1,000 is wanted",
    ],
    [
      "maximum",
      bound("risk.revenue", "knockout", { max: 1_000_000 }),
      input(),
      "The client's revenue of $1,200,000 is above Acme Casualty Artisan's maximum of $1,000,000",
    ],
    [
      "minimum",
      bound("risk.years_in_business", "knockout", { min: 3 }),
      input({}, { years_in_business: 1 }),
      "The client's 1 year in business is below Acme Casualty Artisan's minimum of 3",
    ],
    [
      "rule",
      rule("knockout", "Small offices only."),
      input(),
      "Acme Casualty Artisan does not take this client: small offices only",
    ],
    [
      "rule with a name",
      rule("knockout", "Texas roofers need a bond"),
      input(),
      "Acme Casualty Artisan does not take this client: Texas roofers need a bond",
    ],
  ])("%s", (_title, extra, given, reason) => {
    const result = run(extra, given);
    expect(at(result.output, "/rejected/a/reasons")).toEqual([reason]);
    expect(problemsOf(result)).toEqual([]);
  });

  test("the change that would admit a near miss is a sentence too", () => {
    const change = (extra: JsonObject, given = input()): Json | undefined =>
      at(run(extra, given).output, "/near_misses/0/change");
    expect(change(bound("risk.revenue", "knockout", { max: 10 }))).toBe("Revenue of at most $10 would be accepted");
    expect(change({ rating: "NR" }, preferring({ min_rating: "A" }))).toBe("Agree to a carrier that is not rated");
    expect(change(building(), wanting({ min_limit: 300_000 }))).toBe("Agree to a limit of $250,000 for building");
    expect(change(rule("knockout", message))).toBe("Ask the carrier which cases it would take");
    const when = { fact: "risk.revenue", op: "gt", value: 1 };
    expect(change({ rules: [{ key: "r", effect: "knockout", when, message }] })).toBe(
      "Check the revenue: other facts may be accepted",
    );
  });
});

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

const countedFacts = ["employees", "years_in_business", "locations", "vehicles", "drivers", "square_feet"];
const otherFacts = [
  "revenue",
  "payroll",
  "subcontract_cost",
  "tiv",
  "year_built",
  "alcohol_receipts_share",
  "attributes.roof_age",
];
const lossFacts = [
  "count_3y",
  "count_5y",
  "incurred_3y",
  "incurred_5y",
  "ratio_3y",
  "largest",
  "open_count",
  "open_reserves",
  "valued_age_days",
  "years",
];

describe("bounds of every fact, with one and with many, known and not (WORD-2, WORD-5, WORD-7)", () => {
  const riskPaths = [...countedFacts, ...otherFacts].map((name) => `risk.${name}`);
  const ofValue = (path: string, value: number): JsonObject => {
    const name = path.replace("risk.", "");
    return name.startsWith("attributes.")
      ? input({}, { attributes: { roof_age: value } })
      : input({}, { [name]: name === "alcohol_receipts_share" ? value / 2000 : name === "year_built" ? 1978 : value });
  };
  test.each(riskPaths)("%s", (path) => {
    for (const effect of ["knockout", "refer"]) {
      for (const value of [1, 1234]) {
        const far = bound(path, effect, { min: 5000 });
        expect(problemsOf(run(far, ofValue(path, value)))).toEqual([]);
      }
      expect(problemsOf(run(bound(path, effect, { max: 0 }), ofValue(path, 7)))).toEqual([]);
      const without = input({ risk: { states: ["TX"], naics: "238160" } });
      expect(problemsOf(run(bound(path, effect, { max: 0 }), without))).toEqual([]);
    }
  });
  test.each(lossFacts.map((name) => `loss.${name}`))("%s", (path) => {
    const claim = { line: "cyber", occurred_on: "2025-06-01", status: "open", paid: 100, reserved: 20 };
    const history = { years: 3, valued_on: "2026-02-01", earned_premium: 10_000, claims: [claim] };
    expect(problemsOf(run(bound(path, "knockout", { min: 100_000 }), input({ loss_history: history })))).toEqual([]);
    expect(problemsOf(run(bound(path, "refer", { max: 0 }), input({ loss_history: history })))).toEqual([]);
    expect(problemsOf(run(bound(path, "knockout", { min: 1 })))).toEqual([]);
  });

  test("values that are written alike still differ", () => {
    const given = input({}, { alcohol_receipts_share: 0.30001 });
    expect(
      at(run(bound("risk.alcohol_receipts_share", "knockout", { max: 0.3 }), given).output, "/rejected/a/reasons/0"),
    ).toBe(
      "The client's share of alcohol in its receipts of 30 % is just above Acme Casualty Artisan's maximum of 30 %",
    );
  });
});

describe("what is not known is said (WORD-5)", () => {
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
      "The client's states of operation and number of employees are not on file; the program does not state its rating",
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

  test("limits and deductibles of the program", () => {
    const open = { coverages: [{ coverage: "building", included: true }] };
    const result = run(open, wanting({ min_limit: 5, max_deductible: 5 }));
    expect(solved(result, "/0/breakdown/coverage_fit/because")).toBe(
      "The program does not state its greatest limit for building and smallest deductible for building",
    );
    expect(problemsOf(result)).toEqual([]);
  });
});

describe("dimensions, smallest and fullest (WORD-7)", () => {
  const because = (dimension: string, extra: JsonObject, given = input()): Json | undefined => {
    const result = run(extra, given);
    expect(problemsOf(result)).toEqual([]);
    return solved(result, `/0/breakdown/${dimension}/because`);
  };
  const classes = { appetite: [{ prefix: "2381", level: "limited" }] };
  test.each<[string, JsonObject, JsonObject, string]>([
    ["appetite", {}, input(), "This class of business is standard for the program"],
    ["appetite", classes, input(), "This class of business is written on a limited basis"],
    ["appetite", {}, input({ risk: { states: ["TX"] } }), "Every class of business is standard for the program"],
    ["appetite", classes, input({ risk: { states: ["TX"] } }), "The client's class of business is not on file"],
    ["coverage_fit", {}, input(), "No particular coverage is asked for"],
    [
      "coverage_fit",
      building(),
      wanting({ min_limit: 200_000 }),
      "The program offers up to $250,000 for building; $200,000 is wanted",
    ],
    ["coverage_fit", building(), wanting({}), "The program includes building"],
    ["price", {}, input(), "The program's prices are not on file"],
    ["likelihood", {}, input(), "No history of submissions to the program is on file"],
    [
      "likelihood",
      { history: { submitted: 0, quoted: 0, bound: 0 } },
      input(),
      "No submission has been made to the program yet",
    ],
    [
      "likelihood",
      { history: { submitted: 1, quoted: 1, bound: 1 } },
      input(),
      "1 of 1 submission to the program was bound",
    ],
    [
      "likelihood",
      { history: { submitted: 1800, quoted: 0, bound: 0 } },
      input(),
      "None of 1,800 submissions to the program was bound",
    ],
    ["strength", {}, input(), "The carrier's rating is not on file"],
    ["strength", { rating: "NR" }, input(), "The carrier is not rated"],
    ["strength", { rating: "A++" }, input(), "The carrier is rated A++"],
    ["service", {}, input(), "The program's turnaround is not on file"],
    ["service", { turnaround_days: 0 }, input(), "The program answers on the same day"],
    ["service", { turnaround_days: 0.5 }, input(), "The program answers within 1 day"],
    ["service", { turnaround_days: 30 }, input(), "The program answers within 30 days"],
    ["relationship", { appointed: false }, input(), "The carrier is not appointed"],
    [
      "relationship",
      { appointed: false },
      preferring({ carriers_preferred: ["c-a"] }),
      "The carrier is preferred but not appointed",
    ],
    ["relationship", {}, preferring({ carriers_preferred: ["c-a"] }), "The carrier is appointed and preferred"],
    ["commission", { commission_rate: 0.2 }, input(), "This has no weight in the ranking"],
  ])("%s %j", (dimension, extra, given, told) => expect(because(dimension, extra, given)).toBe(told));

  test.each([
    [1, "The program meets 1 of the 3 coverage requirements"],
    [3, "The program meets all 3 coverage requirements"],
    [0, "The program meets none of the 3 coverage requirements"],
  ])("%d of three coverages", (met, told) => {
    const names = ["spoilage", "sewer_backup", "Contractor's tools"];
    const coverages = names.map((coverage, index) => ({ coverage, included: index < met }));
    const needs = [need({ coverages: names.map((coverage) => ({ coverage, must_have: false })) })];
    expect(because("coverage_fit", { coverages }, input({ needs }))).toBe(told);
  });

  test("the price, with target, incumbent and neither, in dollars and euros", () => {
    const pricing = { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } };
    const priced = (extra: JsonObject): JsonObject => input({ needs: [need(extra)] });
    const incumbents = [{ line: "general_liability", carrier_key: "x", premium: 5000, expires_on: "2026-04-01" }];
    expect(because("price", pricing)).toBe("The indicated premium is $6,000; no target to compare it with is on file");
    expect(because("price", pricing, priced({ target_premium: 6000 }))).toBe(
      "The indicated premium of $6,000 is equal to the target of $6,000",
    );
    expect(because("price", pricing, priced({ target_premium: 6000.01 }))).toBe(
      "The indicated premium of $6,000 is just below the target of $6,000.01",
    );
    expect(because("price", pricing, input({ incumbents, currency: "EUR" }))).toBe(
      "The indicated premium of EUR 6,000 is 20 % above the incumbent's premium of EUR 5,000",
    );
    expect(because("price", { pricing: { ...pricing.pricing, basis_fact: "risk.payroll" } })).toBe(
      "No premium can be indicated from what is on file",
    );
    const least = { pricing: { ...pricing.pricing, rate: 0.0062, minimum_premium: 2500 } };
    const result = run(least, priced({ target_premium: 2200 }));
    expect(solved(result, "/0/reasons_against")).toContain(
      "Its minimum premium of $2,500 is above the target of $2,200",
    );
    expect(solved(result, "/0/indicative_premium/basis")).toBe(
      "Indication, not a quote: the minimum premium of $2,500 applies; the rate is 0.0062 per $1,000 of revenue, state factor 1, loss factor 1, as no loss ratio is on file",
    );
    expect(at(result.output, "/findings/price_above_target:gl/detail")).toBe(
      "Acme Casualty Artisan's indicated premium of $2,500 is 13.6 % above the target of $2,200. An indication is not a quote.",
    );
    expect(problemsOf(result)).toEqual([]);
  });

  test("what adjusts the points counts for or against the program", () => {
    expect(solved(run(rule("adjust", "Fewer than five years", -5)), "/0/reasons_against")).toContain(
      "This is a point against the program: fewer than five years",
    );
    expect(solved(run(rule("adjust", "OSHA program in place", 5)), "/0/reasons_for")).toContain(
      "This is a point in favor of the program: OSHA program in place",
    );
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
    expect(headline({}, input({ needs }))).toMatch(/; no market yet for cyber$/);
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
    for (const [, told] of textsOf(result)) expect(told).not.toMatch(/(?:Contracto|Trad|Mutua|Servic|Roof)…/);
  });
});

function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function text(from: JsonObject, name: string): string {
  const value = from[name];
  return typeof value === "string" ? value : "";
}

function textAt(from: JsonObject, path: string): string {
  const value = at(from, path);
  return typeof value === "string" ? value : "";
}
