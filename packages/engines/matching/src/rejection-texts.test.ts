import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { bound, building, preferring, problemsOf, rule, run, wanting } from "./testing/read-texts.ts";
import { at, input } from "./cases/sample-inputs.ts";

const message = "Diligent search and tax filing";

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
