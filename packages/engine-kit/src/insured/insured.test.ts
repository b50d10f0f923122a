import { describe, expect, test } from "@jest/globals";
import { autoLimitOf, combinedEquivalent, compareAutoLimits } from "./auto-limits.ts";
import { coversNeed, type InsuranceNeed, type InsuredRow } from "./covers-need.ts";
import { familiesOf, familyOf, linesCovering } from "./families.ts";
import { hasTower, meetsLimit, towerInWords, towerLimit, type UmbrellaPolicy } from "./tower.ts";

const split = (perPerson: number, perAccident: number, propertyDamage: number) => ({
  perPerson,
  perAccident,
  propertyDamage,
});

describe("families (COVER-1, COVER-2)", () => {
  test.each([
    ["general_liability", undefined, "gl"],
    ["general_liability", "each_occurrence", "gl"],
    ["business_owners", "each_occurrence", "gl"],
    ["garage", "general_aggregate", "gl"],
    ["business_owners", "building", "property"],
    ["commercial_property", "business_income", "property"],
    ["business_owners", undefined, "business_owners"],
    ["business_owners", "cyber_aggregate", "cyber"],
    ["general_liability", "epli_aggregate", "employment_practices"],
    ["crime", "social_engineering", "crime"],
    ["business_owners", "hired_auto", "auto"],
    ["general_liability", "non_owned_auto", "auto"],
    ["commercial_auto", "property_damage", "auto"],
    ["garage", "combined_single_limit", "auto"],
    ["workers_compensation", "el_each_accident", "wc"],
    ["umbrella", "each_occurrence", "umbrella"],
    ["umbrella", "umbrella_occurrence", "umbrella"],
    ["personal_auto", "bi_per_person", "personal_auto"],
    ["flood", "building", "flood"],
    ["homeowners", undefined, "homeowners"],
  ])("%s %p is %s", (line, coverage, family) => {
    expect(familyOf(line, coverage)).toBe(family);
  });

  test("a package holds both parts, and its policy answers for both lines", () => {
    expect(familiesOf("business_owners")).toEqual(["gl", "property"]);
    expect(linesCovering("general_liability")).toContain("business_owners");
    expect(linesCovering("commercial_property")).toContain("business_owners");
    expect(linesCovering("cyber")).toEqual(["cyber"]);
  });
});

describe("a limit of 0 (COVER-10)", () => {
  test("insures nothing, alone or among split limits", () => {
    const row = (coverage: string, limit: number): InsuredRow => ({ line: "commercial_auto", coverage, limit });
    const need = { line: "commercial_auto", coverage: "combined_single_limit" };
    expect(coversNeed(need, [row("combined_single_limit", 0)])).toEqual({ cover: "none" });
    expect(coversNeed({ line: "commercial_auto" }, [row("combined_single_limit", 0)])).toEqual({ cover: "none" });
    const split = [row("bi_per_person", 500_000), row("bi_per_accident", 1_000_000), row("property_damage", 0)];
    expect(coversNeed({ ...need, limit: 250_000 }, split)).toMatchObject({ cover: "unknown" });
    expect(coversNeed({ ...need, limit: 0 }, [row("combined_single_limit", 0)])).toEqual({ cover: "none" });
  });

  test("does not judge a coverage that has no limit of its own", () => {
    const waiver = { line: "general_liability", coverage: "waiver_of_subrogation", limit: 0 };
    expect(coversNeed({ line: "general_liability", coverage: "waiver_of_subrogation" }, [waiver]).cover).toBe("full");
  });
});

describe("what covers a need (COVER-2, COVER-3, COVER-4)", () => {
  const row = (line: string, coverage: string, limit?: number): InsuredRow => ({ line, coverage, limit });
  const answers: [string, InsuranceNeed, InsuredRow[], object][] = [
    [
      "1,000,000 each occurrence on a business owners policy meets 1,000,000 of general liability",
      { line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 },
      [row("business_owners", "each_occurrence", 1_000_000)],
      { cover: "full", via: "business_owners", limit: 1_000_000 },
    ],
    [
      "a lower limit is partial",
      { line: "general_liability", coverage: "each_occurrence", limit: 2_000_000 },
      [row("general_liability", "each_occurrence", 1_000_000)],
      { cover: "partial", limit: 1_000_000 },
    ],
    [
      "a limit that is not stated is unknown",
      { line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 },
      [row("general_liability", "each_occurrence")],
      { cover: "unknown" },
    ],
    [
      "a cyber endorsement of a package covers partially",
      { line: "cyber" },
      [row("business_owners", "cyber_aggregate", 50_000)],
      { cover: "partial", via: "business_owners" },
    ],
    [
      "and fully when its limit reaches what was asked",
      { line: "cyber", coverage: "cyber_aggregate", limit: 1_000_000 },
      [row("business_owners", "cyber_aggregate", 1_000_000)],
      { cover: "full", via: "business_owners" },
    ],
    [
      "an endorsement without a limit is partial",
      { line: "employment_practices", coverage: "epli_aggregate", limit: 500_000 },
      [row("business_owners", "epli_aggregate")],
      { cover: "partial" },
    ],
    [
      "a policy of the line goes before an endorsement",
      { line: "cyber" },
      [row("business_owners", "cyber_aggregate", 50_000), row("cyber", "cyber_aggregate", 50_000)],
      { cover: "full" },
    ],
    [
      "hired auto on general liability covers partially",
      { line: "commercial_auto", coverage: "hired_auto" },
      [row("general_liability", "hired_auto", 1_000_000)],
      { cover: "partial", via: "general_liability" },
    ],
    [
      "and fully at the limit asked for",
      { line: "commercial_auto", coverage: "hired_auto", limit: 1_000_000 },
      [row("general_liability", "hired_auto", 1_000_000)],
      { cover: "full", via: "general_liability" },
    ],
    [
      "split limits answer for a combined limit through their smaller part",
      { line: "commercial_auto", coverage: "combined_single_limit", limit: 1_000_000 },
      [
        row("commercial_auto", "bi_per_person", 500_000),
        row("commercial_auto", "bi_per_accident", 1_000_000),
        row("commercial_auto", "property_damage", 250_000),
      ],
      { cover: "partial", limit: 250_000 },
    ],
    [
      "an excluded row covers nothing",
      { line: "liquor_liability" },
      [{ line: "general_liability", coverage: "liquor_each_cause", included: false }],
      { cover: "none" },
    ],
    [
      "property does not answer for liability",
      { line: "general_liability" },
      [row("business_owners", "building", 900_000)],
      { cover: "none" },
    ],
    [
      "the limits of an umbrella are not primary limits",
      { line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 },
      [row("umbrella", "each_occurrence", 5_000_000)],
      { cover: "none" },
    ],
  ];
  test.each(answers)("%s", (_case, need, rows, answer) => {
    expect(coversNeed(need, rows)).toMatchObject(answer);
  });
});

describe("split and combined auto limits (COVER-5, COVER-6)", () => {
  test.each([
    [split(500_000, 1_000_000, 250_000), { combined: 1_000_000 }, "worse"],
    [{ combined: 1_000_000 }, split(250_000, 500_000, 250_000), "better"],
    [split(1_000_000, 1_000_000, 1_000_000), { combined: 1_000_000 }, "same"],
    [{ combined: 500_000 }, split(250_000, 500_000, 100_000), "same"],
    [{ combined: 300_000 }, split(250_000, 500_000, 100_000), "worse"],
    [{ combined: 750_000 }, split(250_000, 500_000, 250_000), "better"],
    [split(1_000_000, 1_000_000, 1_000_000), { combined: 300_000 }, "same"],
    [{ combined: 1_000_000 }, { combined: 500_000 }, "better"],
    [{ combined: 500_000 }, { combined: 500_000 }, "same"],
    [split(250_000, 500_000, 100_000), split(100_000, 300_000, 100_000), "better"],
    [split(250_000, 500_000, 50_000), split(100_000, 300_000, 100_000), "worse"],
    [split(100_000, 300_000, 50_000), split(100_000, 300_000, 50_000), "same"],
  ] as const)("%j against %j is %s", (offered, required, comparison) => {
    expect(compareAutoLimits(offered, required)).toBe(comparison);
  });

  test("rows state a combined limit, a split one, or not all of it", () => {
    const person = { coverage: "bi_per_person", limit: 100_000 };
    const accident = { coverage: "bi_per_accident", limit: 300_000 };
    const property = { coverage: "property_damage", limit: 50_000 };
    expect(autoLimitOf([person, accident, property])).toEqual(split(100_000, 300_000, 50_000));
    expect(autoLimitOf([person, accident])).toBeUndefined();
    expect(autoLimitOf([person, { coverage: "combined_single_limit", limit: 1_000_000 }])).toEqual({
      combined: 1_000_000,
    });
    expect(combinedEquivalent(split(100_000, 300_000, 50_000))).toBe(50_000);
  });
});

describe("towers (COVER-7, COVER-8, COVER-9)", () => {
  const tower = (primary: number | undefined, ...umbrellas: UmbrellaPolicy[]) =>
    towerLimit({ line: "general_liability", coverage: "each_occurrence", primary, umbrellas });
  const umbrella = { occurrence: 4_000_000, schedule: ["general_liability", "commercial_auto"] };

  test("3,000,000 is met by 1,000,000 and an umbrella of 4,000,000", () => {
    const both = tower(1_000_000, umbrella);
    expect(meetsLimit(both, 3_000_000)).toBe("met");
    expect(towerInWords(both)).toBe("$1,000,000 primary and $4,000,000 umbrella");
    expect(both.schedule).toBe("known");
  });

  test("a line that the schedule leaves out does not count", () => {
    const alone = tower(1_000_000, { ...umbrella, schedule: ["commercial_auto"] });
    expect(meetsLimit(alone, 3_000_000)).toBe("failed");
    expect(alone).toMatchObject({ excess: 0, schedule: "left_out" });
    expect(towerInWords(alone)).toBe("$1,000,000");
  });

  test("an unknown schedule counts and is to be confirmed", () => {
    const unread = tower(1_000_000, { occurrence: 4_000_000 });
    expect(meetsLimit(unread, 3_000_000)).toBe("met");
    expect(unread.schedule).toBe("unknown");
  });

  test("a schedule that names the package or the line of the family counts", () => {
    const overPackage = towerLimit({
      line: "business_owners",
      coverage: "each_occurrence",
      primary: 1_000_000,
      umbrellas: [umbrella],
    });
    expect(overPackage.limit).toBe(5_000_000);
    expect(tower(1_000_000, { occurrence: 1_000_000, schedule: ["business_owners"] }).limit).toBe(2_000_000);
  });

  test("limits that are not stated leave it open", () => {
    expect(meetsLimit(tower(undefined, umbrella), 5_000_000)).toBe("unknown");
    expect(meetsLimit(tower(undefined, umbrella), 4_000_000)).toBe("met");
    expect(meetsLimit(tower(1_000_000, { schedule: ["general_liability"] }), 2_000_000)).toBe("unknown");
    expect(meetsLimit(tower(1_000_000), 2_000_000)).toBe("failed");
    expect(tower(1_000_000).schedule).toBe("no_umbrella");
  });

  test("an aggregate is met by the umbrella's aggregate, umbrella and excess add up", () => {
    const over = (umbrellas: UmbrellaPolicy[]) =>
      towerLimit({ line: "general_liability", coverage: "general_aggregate", primary: 2_000_000, umbrellas });
    expect(over([{ occurrence: 1_000_000, aggregate: 3_000_000 }]).limit).toBe(5_000_000);
    expect(over([{ occurrence: 1_000_000 }, { occurrence: 4_000_000 }]).limit).toBe(7_000_000);
  });

  test.each([
    ["general_liability", "each_occurrence", true],
    ["business_owners", "general_aggregate", true],
    ["commercial_auto", "combined_single_limit", true],
    ["workers_compensation", "el_each_accident", true],
    ["workers_compensation", "statutory_wc", false],
    ["commercial_property", "building", false],
    ["professional_liability", "professional_each_claim", false],
    ["general_liability", "medical_expense", false],
  ])("an umbrella stands over %s %s: %p", (line, coverage, isUnder) => {
    expect(hasTower(line, coverage)).toBe(isUnder);
    const { limit } = towerLimit({ line, coverage, primary: 1, umbrellas: [{ occurrence: 10 }] });
    expect(limit).toBe(isUnder ? 11 : 1);
  });
});
