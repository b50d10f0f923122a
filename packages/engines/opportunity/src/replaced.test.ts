import { describe, expect, test } from "@jest/globals";
import { type JsonObject, objectsIn, text } from "@service/json";
import { opportunity } from "./index.ts";
import { outputOf, sampleAccount, samplePolicy, sampleRequest } from "./testing/sample-book.ts";

const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
const rowsOf = (account: JsonObject, kinds?: readonly string[]): readonly JsonObject[] =>
  objectsIn(
    outputOf(engine.run(sampleRequest([account], kinds === undefined ? {} : { kinds: [...kinds] }))).opportunities,
  );
const old = (more: JsonObject = {}): JsonObject =>
  samplePolicy("old", "general_liability", { status: "non_renewed", ...more });
const next = (more: JsonObject = {}): JsonObject =>
  samplePolicy("new", "general_liability", {
    status: "future",
    effective_on: "2026-03-30",
    expires_on: "2027-03-30",
    premium: 3900,
    ...more,
  });
const kinds = ["renewal_risk", "renewal_prep", "remarket"];

describe("a policy that is replaced is not renewed, remarketed or at risk (OPP-96)", () => {
  const variants: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ["by the same line from the same day", old(), next()],
    ["by a policy that names it", old(), next({ prior_policy_key: "old" })],
    ["by another carrier", old({ carrier_key: "a" }), next({ carrier_key: "b" })],
    ["by the same carrier", old({ carrier_key: "a" }), next({ carrier_key: "a" })],
    ["some days earlier", old(), next({ effective_on: "2026-03-20" })],
    ["some days later", old(), next({ effective_on: "2026-04-10" })],
    [
      "by one already active",
      old({ expires_on: "2026-01-20" }),
      next({ status: "active", effective_on: "2026-01-10" }),
    ],
    ["by a package", old(), next({ line: "business_owners", lines: ["business_owners"] })],
    ["by one of several lines", old(), next({ lines: ["general_liability", "commercial_property"] })],
    ["by a later term of its number", old({ policy_number: "G 1" }), next({ policy_number: "G-1" })],
    ["by one that names it from another day", old(), next({ prior_policy_key: "old", effective_on: "2026-06-01" })],
    ["at a lower premium", old(), next({ premium: 1000 })],
  ];
  test.each(variants)("%s", (_, before, after) => {
    const found = rowsOf(sampleAccount("x", [before, after]), kinds).filter((row) => row.policy_key === "old");
    expect(found).toEqual([]);
  });

  test.each([
    ["a quote", next({ status: "quoted" })],
    ["another line", next({ line: "cyber" })],
    ["a term long after", next({ effective_on: "2026-08-01" })],
  ])("%s replaces nothing", (_, after) => {
    const found = rowsOf(sampleAccount("x", [old(), after]), ["remarket"]);
    expect(found.map((row) => row.policy_key)).toContain("old");
  });
});

describe("what stands in place of a name is to be corrected (OPP-40, NAME-56)", () => {
  const says = (name: string): boolean =>
    rowsOf(sampleAccount("x", [samplePolicy("p", "cyber")], { name, naics: "541611" }), ["data_quality"]).some((row) =>
      `${text(row, "title") ?? ""} ${JSON.stringify(row.because)}`.includes("has no name on file"),
    );
  test.each([
    "TBD",
    "tbd.",
    "To be determined",
    "Unknown",
    "N/A",
    "n.a.",
    "-",
    "???",
    "None",
    "Pending",
    "See attached",
    "Same",
  ])("%s", (name) => {
    expect(says(name)).toBe(true);
  });
  test.each(["Unknown Worlds Brewing", "TBD Robotics", "Pending Harvest Farms", "Kestrel Maritime"])(
    "%s is a name",
    (name) => {
      expect(says(name)).toBe(false);
    },
  );
});

describe("Texas leaves workers compensation to the employer: a question, never silence (OPP-97)", () => {
  const cancelled = samplePolicy("w", "workers_compensation", { status: "cancelled", cancelled_on: "2025-12-01" });
  const ruleKeysOf = (account: JsonObject, policies: readonly JsonObject[] = [cancelled]): readonly string[] =>
    rowsOf(sampleAccount("x", [samplePolicy("p", "general_liability"), ...policies], account), ["coverage_gap"])
      .filter((row) => row.line === "workers_compensation")
      .map((row) => text(row, "rule_key") ?? "");
  const question = ["ask_texas_workers_compensation"];
  const gap = ["gap_workers_compensation"];
  const texas = ["gap_texas_workers_compensation"];
  test.each([
    [{ states: ["TX"], payroll: 600_000 }, question],
    [{ states: ["TX"], employees: 1 }, question],
    [{ states: ["TX"], employees: 12, payroll: 400_000 }, question],
    [{ states: ["TX"], payroll: 600_000, naics: "236118" }, question],
    [{ states: ["FL"], payroll: 600_000 }, gap],
    [{ states: ["GA"], employees: 9 }, gap],
    [{ states: ["TX"], payroll: 600_000, attributes: { texas_nonsubscriber: false } }, texas],
    [{ states: ["TX"], payroll: 600_000, attributes: { texas_nonsubscriber: true } }, []],
    [{ states: ["TX"] }, []],
    [{ states: ["TX"], payroll: 0, employees: 0 }, []],
  ])("%j", (account, rules) => {
    expect(ruleKeysOf(account)).toEqual(rules);
  });

  test("a policy in force answers it", () => {
    expect(ruleKeysOf({ states: ["TX"], payroll: 600_000 }, [samplePolicy("w", "workers_compensation")])).toEqual([]);
  });
});
