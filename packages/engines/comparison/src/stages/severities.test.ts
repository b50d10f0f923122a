import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, cover, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";
import { type Loss, severityOfLoss } from "./severities.ts";

const engine = presetEngine();
const findings = (before: readonly JsonObject[], now: readonly JsonObject[], extra: JsonObject = {}) =>
  list(
    answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp", ...extra })).output,
    "/findings",
  );
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });

describe("severity follows from what is lost (CMP-89)", () => {
  const rows: readonly (readonly [
    line: string,
    coverage: string,
    gone: string,
    line: string,
    deep: string,
    shallow: string,
  ])[] = [
    ["workers_compensation", "statutory_wc", "critical", "critical", "critical", "critical"],
    ["general_liability", "each_occurrence", "high", "high", "high", "medium"],
    ["general_liability", "general_aggregate", "high", "high", "high", "medium"],
    ["commercial_auto", "combined_single_limit", "high", "high", "high", "medium"],
    ["commercial_auto", "bi_per_accident", "high", "high", "high", "medium"],
    ["umbrella", "umbrella_occurrence", "high", "high", "high", "medium"],
    ["commercial_property", "building", "high", "high", "high", "medium"],
    ["professional_liability", "professional_each_claim", "high", "high", "high", "medium"],
    ["liquor_liability", "liquor_each_cause", "high", "high", "high", "medium"],
    ["pollution", "site_cleanup", "high", "high", "high", "medium"],
    ["commercial_property", "business_personal_property", "medium", "high", "medium", "medium"],
    ["commercial_property", "business_income", "medium", "high", "medium", "medium"],
    ["cyber", "ransomware_sublimit", "medium", "high", "medium", "medium"],
    ["business_owners", "cyber_aggregate", "medium", "high", "medium", "medium"],
    ["employment_practices", "epli_aggregate", "medium", "high", "medium", "medium"],
    ["directors_officers", "side_a", "medium", "high", "medium", "medium"],
    ["crime", "employee_theft", "medium", "high", "medium", "medium"],
    ["commercial_auto", "non_owned_auto", "medium", "high", "medium", "medium"],
    ["motor_truck_cargo", "cargo", "medium", "high", "medium", "medium"],
    ["general_liability", "additional_insured", "medium", "high", "medium", "medium"],
    ["general_liability", "medical_expense", "low", "low", "low", "low"],
    ["commercial_property", "spoilage", "low", "low", "low", "low"],
    ["flood", "building", "low", "low", "low", "low"],
  ];
  const loss = (line: string, coverage: string, extra: Partial<Loss>): string =>
    severityOfLoss({ line, coverage, share: 1, isLine: false, required: "no", isCritical: false, ...extra });

  test.each(rows)("%s %s", (line, coverage, gone, wholeLine, deep, shallow) => {
    const shares: Partial<Loss>[] = [{}, { isLine: true }, { share: 0.5 }, { share: 0.1 }];
    expect(shares.map((extra) => loss(line, coverage, extra))).toEqual([gone, wholeLine, deep, shallow]);
    expect(loss(line, coverage, { share: 0.09 })).toBe("low");
    expect(loss(line, coverage, { share: 0.2, required: "mandatory" })).toBe("critical");
  });

  test("flood counts where a requirement names it, other rows more where their line item is critical", () => {
    expect(loss("flood", "building", { required: "asked" })).toBe("high");
    expect(loss("general_liability", "medical_expense", { isCritical: true })).toBe("medium");
    expect(loss("general_liability", "medical_expense", { isCritical: true, share: 0.4 })).toBe("low");
    expect(loss("commercial_property", "building", { share: undefined, isCritical: true })).toBe("medium");
  });
});

describe("a lost line is one finding (CMP-90)", () => {
  const liability = [
    gl,
    cover("general_liability", "general_aggregate", { limit: 2_000_000 }),
    cover("general_liability", "additional_insured"),
  ];
  const auto = cover("commercial_auto", "combined_single_limit", { limit: 1_000_000 });

  test("and its title says whose line it is", () => {
    expect(findings([...liability, auto], [auto])).toMatchObject([
      {
        finding_key: "lost_line:q:general_liability",
        severity: "high",
        status: "gap",
        title: "Offer q has no general liability",
        detail: "Offer exp has general liability, which Offer q leaves out as a whole.",
        target: { line: "general_liability" },
      },
    ]);
  });

  test("an offer whose label only repeats its carrier is called by carrier and kind", () => {
    const items = [
      policy("exp", [...liability, auto]),
      quote("q", [auto], { label: "Carrier B", carrier: { name: "Carrier B" } }),
    ];
    const { output } = answer(engine, input(items, { baseline_key: "exp" }));
    expect(list(output, "/findings").map(({ title }) => title)).toEqual(["Carrier B's quote has no general liability"]);
  });

  test("so is a whole part of a package", () => {
    const property = ["building", "business_personal_property", "spoilage"].map((code) =>
      cover("business_owners", code, { limit: 1000 }),
    );
    const found = findings([cover("business_owners", "each_occurrence", { limit: 1_000_000 }), ...property], [gl]);
    expect(found.map(({ title, severity }) => [title, severity])).toEqual([
      ["Offer q has no commercial property coverage", "high"],
    ]);
  });

  test("a line that is kept in part is reported by its coverages", () => {
    const found = findings(liability, [gl]);
    expect(found.map(({ title }) => title)).toEqual([
      "Offer q has no general aggregate limit",
      "Offer q has no additional insured wording under general liability",
    ]);
  });

  test("a mandatory requirement that names the only coverage of the line says it alone", () => {
    const requirement = {
      key: "lease",
      line: "liquor_liability",
      coverage: "liquor_each_cause",
      field: "included",
      op: "eq",
      value: true,
      mandatory: true,
      weight: 10,
      source: "lease",
    };
    const liquor = cover("liquor_liability", "liquor_each_cause", { limit: 1_000_000 });
    expect(findings([gl, liquor], [gl], { requirements: [requirement] })).toMatchObject([
      {
        finding_key: "requirement:lease:q",
        severity: "critical",
        title: "Offer q has no liquor liability, which the requirement (lease) asks for",
      },
    ]);
  });

  test("a limit that is cut says by how much", () => {
    const half = cover("general_liability", "each_occurrence", { limit: 500_000 });
    expect(findings([gl], [half])).toMatchObject([
      {
        severity: "high",
        title: "Offer q has a lower each occurrence limit under general liability",
        detail:
          "The each occurrence limit under general liability is $500,000 in Offer q and $1,000,000 in Offer exp, 50 % less.",
      },
    ]);
  });
});
