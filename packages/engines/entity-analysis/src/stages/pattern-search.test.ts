import { describe, expect, test } from "@jest/globals";
import { compilePattern } from "@service/conditions";
import { findAnywhere, findPlanned, planSearch, searchTextOf } from "./pattern-search.ts";

describe("planSearch", () => {
  test.each([
    ["(?i)Number of employees[^0-9]{0,20}([0-9]+)", ["number of employees"]],
    ["(?i)(?:named insured|applicant name):", ["named insured", "applicant name"]],
    ["Limit: ([0-9]+)", ["Limit: "]],
    ["colou?r ([a-z]+)", ["colo"]],
    ["(?i)\\bEmployees\\b", ["employees"]],
  ])("reads the first words off %s", (pattern, words) => {
    expect(planSearch(pattern)?.words).toEqual(words);
  });

  test.each([
    "a|number of employees",
    "[0-9]+ employees",
    "(?i)(?:ab|named insured)",
    "\\Qa|b\\E",
    ".*",
    "(?:named insured)?x",
    "(a+)+$",
  ])("has no plan for %s, which may begin elsewhere", (pattern) => {
    expect(planSearch(pattern)).toBeUndefined();
  });

  test("finds what a search of the whole text finds, at the same place", () => {
    const pattern = "(?i)(?:annual payroll|total payroll)[^0-9]{0,20}([0-9,]+)";
    const search = searchTextOf("Ğ İstanbul TOTAL PAYROLL unknown. Annual Payroll: 210,000");
    const plan = planSearch(pattern);
    if (plan === undefined) throw new Error("a plan was expected");
    const planned = findPlanned(search, compilePattern(`\\A(?:${pattern})`), plan, undefined);
    expect(planned).toEqual(findAnywhere(search, compilePattern(pattern), undefined));
    expect(planned?.groups[1]).toBe("210,000");
  });

  test("folds letters of other scripts as the pattern engine does, without moving offsets", () => {
    const search = searchTextOf("\u0130 Per\u017fonal Data yes");
    expect(search.folded).toHaveLength(search.text.length);
    const plan = planSearch("(?i)personal data");
    if (plan === undefined) throw new Error("a plan was expected");
    expect(findPlanned(search, compilePattern("\\A(?:(?i)personal data)"), plan, undefined)?.start).toBe(2);
  });

  test("begins no match inside a word where the pattern asks for a boundary", () => {
    const plan = planSearch("\\bcap ([0-9]+)");
    if (plan === undefined) throw new Error("a plan was expected");
    const search = searchTextOf("handicap 7, cap 9");
    expect(findPlanned(search, compilePattern("\\A(?:\\bcap ([0-9]+))"), plan, undefined)?.groups[1]).toBe("9");
  });

  test("takes a match only near the requested word", () => {
    const search = searchTextOf(`Limit: 100 ${"x".repeat(500)} umbrella Limit: 5000`);
    const plan = planSearch("Limit: ([0-9]+)");
    if (plan === undefined) throw new Error("a plan was expected");
    expect(findPlanned(search, compilePattern("\\A(?:Limit: ([0-9]+))"), plan, "umbrella")?.groups[1]).toBe("5000");
  });
});
