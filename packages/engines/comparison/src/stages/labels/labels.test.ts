import { coverageCodes } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { comparison } from "../../index.ts";
import { readSettings } from "../../settings.ts";
import { buildLabelIndex } from "../label-index.ts";
import { labelWords } from "./label-words.ts";

const settings = readSettings(comparison.effectiveConfig(comparison.preset()));
const labels = buildLabelIndex(settings.lineItems, settings.aliases);
const coveragesOf = (line: string, label: string): readonly string[] =>
  labels.resolve(line, label, undefined).coverages;

describe("the wordings of the pack (CMP-82)", () => {
  const meant = new Map<string, Set<string>>();
  for (const { line, alias, coverage } of settings.aliases) {
    const key = `${line}|${alias}`;
    meant.set(key, (meant.get(key) ?? new Set()).add(coverage));
  }

  test("there are at least 400, every coverage of the code list has some, and none is written twice", () => {
    expect(meant.size).toBeGreaterThanOrEqual(400);
    const covered = new Set(settings.aliases.map(({ coverage }) => coverage));
    expect(coverageCodes.filter((code) => !covered.has(code))).toEqual([]);
    const written = settings.aliases.map(({ line, alias, coverage }) => [line, alias, coverage].join("|"));
    expect(written.filter((one, index) => written.indexOf(one) !== index)).toEqual([]);
  });

  test.each([...meant])("%s", (key, coverages) => {
    const [line = "", alias = ""] = key.split("|");
    for (const spelling of [alias, alias.toUpperCase(), `${alias} limit`]) {
      expect([spelling, [...coveragesOf(line, spelling)].sort()]).toEqual([spelling, [...coverages].sort()]);
    }
    expect([...labels.resolve(line, "row 12", alias).coverages].sort()).toEqual([...coverages].sort());
  });
});

describe("labels as declarations print them (CMP-83, CMP-84)", () => {
  const printed: readonly (readonly [line: string, label: string, ...coverages: string[]])[] = [
    ["general_liability", "EACH OCCURRENCE LIMIT OF INSURANCE", "each_occurrence"],
    ["general_liability", "Each Occ.", "each_occurrence"],
    ["general_liability", "Ea. Occ. Limit (BI & PD)", "each_occurrence"],
    ["general_liability", "Limit (each occurrence)", "each_occurrence"],
    ["general_liability", "Commercial General Liability - Each Occurrence", "each_occurrence"],
    ["general_liability", "Bodily Injury & Property Damage - Each Occurrence Limit", "each_occurrence"],
    ["general_liability", "Gen. Agg.", "general_aggregate"],
    ["general_liability", "Gen'l Aggregate", "general_aggregate"],
    ["general_liability", "General Aggregate (Other than Prod/Comp Ops)", "general_aggregate"],
    ["general_liability", "General Aggregate Limit Other Than Products - Completed Operations", "general_aggregate"],
    ["general_liability", "Prod/CO Agg", "products_aggregate"],
    ["general_liability", "Products - Comp/Op Aggregate", "products_aggregate"],
    ["general_liability", "Products-Completed Ops Agg.", "products_aggregate"],
    ["general_liability", "Pers. & Adv. Inj.", "personal_advertising_injury"],
    [
      "general_liability",
      "Personal & Advertising Injury (any one person or organization)",
      "personal_advertising_injury",
    ],
    ["general_liability", "P&AI", "personal_advertising_injury"],
    ["general_liability", "PI/AI Limit", "personal_advertising_injury"],
    ["general_liability", "AI", "additional_insured"],
    ["general_liability", "DPR", "rented_premises"],
    ["general_liability", "Damage to Premises Rented to You (any one premises)", "rented_premises"],
    ["umbrella", "Excess $5M xs $5M - Each Occurrence", "umbrella_occurrence"],
    ["umbrella", "Excess Liability - Policy Aggregate", "umbrella_aggregate"],
    ["commercial_property", "Personal Property of Insured", "business_personal_property"],
    ["general_liability", "Dmg to Rented Prem (Ea Occ)", "rented_premises"],
    ["general_liability", "Fire Damage Limit (any one fire)", "rented_premises"],
    ["general_liability", "Med Exp (Any one person)", "medical_expense"],
    ["general_liability", "Med. Pay", "medical_expense"],
    ["general_liability", "Hired & Non-Owned Auto Liability", "hired_auto", "non_owned_auto"],
    ["general_liability", "HNOA", "hired_auto", "non_owned_auto"],
    ["general_liability", "Addl Insured - Blanket", "additional_insured"],
    ["general_liability", "Waiver of Subrogation (Blanket)", "waiver_of_subrogation"],
    ["general_liability", "Primary & Non-Contributory", "primary_noncontributory"],
    ["commercial_property", "Bldg", "building"],
    ["commercial_property", "Building #1 Limit", "building"],
    ["commercial_property", "BPP", "business_personal_property"],
    ["commercial_property", "Your Business Personal Property", "business_personal_property"],
    ["commercial_property", "BI/EE", "business_income", "extra_expense"],
    ["commercial_property", "BI & EE - Actual Loss Sustained", "business_income", "extra_expense"],
    ["commercial_property", "Business Income (with Extra Expense)", "business_income", "extra_expense"],
    ["commercial_property", "Bus. Inc. incl. Rental Value", "business_income"],
    ["commercial_property", "Boiler & Machinery / Equipment Breakdown", "equipment_breakdown"],
    ["commercial_property", "Equip. Brkdwn", "equipment_breakdown"],
    ["commercial_property", "Ordinance or Law - Coverages B & C", "ordinance_law"],
    ["commercial_property", "Water Back-Up of Sewers & Drains", "sewer_backup"],
    ["commercial_property", "Wind/Hail Ded.", "wind_hail_deductible"],
    ["commercial_property", "Named Storm Percentage Deductible", "wind_hail_deductible"],
    ["business_owners", "Liability & Medical Expenses - Each Occurrence", "each_occurrence"],
    ["business_owners", "Businessowners Liability Each Occurrence", "each_occurrence"],
    ["business_owners", "Business Income & Extra Expense", "business_income", "extra_expense"],
    ["business_owners", "Medical Expenses (per person)", "medical_expense"],
    ["business_owners", "EPLI", "epli_aggregate"],
    ["business_owners", "Personal & Adv Injury", "personal_advertising_injury"],
    ["business_owners", "Business Personal Property", "business_personal_property"],
    ["commercial_auto", "Liability - CSL", "combined_single_limit"],
    ["commercial_auto", "Covered Autos Liability (any one accident)", "combined_single_limit"],
    ["commercial_auto", "Combined Single Limit BI/PD Each Accident", "combined_single_limit"],
    ["commercial_auto", "BI Per Person", "bi_per_person"],
    ["commercial_auto", "Bodily Injury (each accident)", "bi_per_accident"],
    ["commercial_auto", "PD Ea Accident", "property_damage"],
    ["commercial_auto", "UM/UIM", "uninsured_motorist"],
    ["commercial_auto", "Uninsured Motorists - Bodily Injury Each Accident", "uninsured_motorist"],
    ["commercial_auto", "Comp Ded", "comprehensive"],
    ["commercial_auto", "Other Than Collision Deductible", "comprehensive"],
    ["commercial_auto", "Comp/Coll", "comprehensive", "collision"],
    ["commercial_auto", "Physical Damage", "comprehensive", "collision"],
    ["commercial_auto", "Coll. Ded.", "collision"],
    ["commercial_auto", "Hired/Non-Owned", "hired_auto", "non_owned_auto"],
    ["commercial_auto", "Medical Payments (each person)", "medical_expense"],
    ["workers_compensation", "W.C. Statutory Limits", "statutory_wc"],
    ["workers_compensation", "E.L. Each Accident", "el_each_accident"],
    ["workers_compensation", "E.L. Disease - Ea Employee", "el_disease_employee"],
    ["workers_compensation", "E.L. Disease - Policy Limit", "el_disease_policy"],
    ["workers_compensation", "Bodily Injury by Accident - $ Each Accident", "el_each_accident"],
    ["workers_compensation", "Bodily Injury by Disease (policy limit)", "el_disease_policy"],
    ["umbrella", "Each Occurrence", "umbrella_occurrence"],
    ["umbrella", "Umbrella Liability Each Occurrence Limit", "umbrella_occurrence"],
    ["umbrella", "General Aggregate", "umbrella_aggregate"],
    ["umbrella", "Self-Insured Retention (SIR)", "self_insured_retention"],
    ["umbrella", "each_occurrence", "umbrella_occurrence"],
    ["cyber", "Cyber Liability - Policy Aggregate Limit of Liability", "cyber_aggregate"],
    ["cyber", "Extortion / Ransomware", "ransomware_sublimit"],
    ["cyber", "Cyber Extortion Aggregate", "ransomware_sublimit"],
    ["cyber", "Social Engineering Fraud Sublimit", "social_engineering"],
    ["employment_practices", "EPLI - Aggregate", "epli_aggregate"],
    ["professional_liability", "E&O Each Claim", "professional_each_claim"],
    ["professional_liability", "Limit of Liability: Each Claim", "professional_each_claim"],
    ["professional_liability", "Policy Period Aggregate", "professional_aggregate"],
    ["liquor_liability", "Liquor Liability - Liquor Liability Each Common Cause Limit", "liquor_each_cause"],
    ["liquor_liability", "Aggregate Limit", "general_aggregate"],
    ["homeowners", "Coverage A - Dwelling", "dwelling"],
    ["homeowners", "Cov. B Other Structures", "other_structures"],
    ["homeowners", "Coverage C: Personal Property", "personal_property"],
    ["homeowners", "Additional Living Expense (ALE)", "loss_of_use"],
    ["homeowners", "Coverage E - Personal Liability (each occurrence)", "personal_liability"],
    ["condo", "Coverage C - Personal Property", "personal_property"],
    ["renters", "Loss of Use", "loss_of_use"],
    ["personal_auto", "BI Each Person", "bi_per_person"],
    ["personal_auto", "Property Damage (each accident)", "property_damage"],
    ["personal_umbrella", "Personal Umbrella Liability", "umbrella_occurrence"],
    ["flood", "Contents Coverage", "business_personal_property"],
  ];
  test.each(printed)("%s: %s", (line, label, ...coverages) => {
    expect([...coveragesOf(line, label)].sort()).toEqual([...coverages].sort());
    // The meaning of a printed label survives capitals and a serial code beside it.
    expect([...labels.resolve(line, "cov-17", label.toUpperCase()).coverages].sort()).toEqual([...coverages].sort());
  });

  test.each([
    ["general_liability", "Employee Benefits Liability Each Occurrence"],
    ["general_liability", "Abuse and Molestation Each Occurrence"],
    ["general_liability", "Stop Gap Employers Liability Each Occurrence"],
    ["general_liability", "General Aggregate Product Claims"],
    ["general_liability", "Zephyr Extension Option"],
    ["general_liability", "Limit"],
    ["commercial_property", "Business Income from Dependent Properties"],
    ["commercial_property", "Newly Acquired Building"],
    ["commercial_property", "Personal Property of Others"],
    ["business_owners", "Business Personal Property of Others"],
    ["commercial_auto", "Personal Injury Protection"],
    ["commercial_auto", "Hired Auto Physical Damage"],
    ["cyber", "Media Liability Aggregate"],
    ["workers_compensation", "---"],
  ])("%s: %s is left open rather than guessed", (line, label) => {
    expect(coveragesOf(line, label)).toEqual([]);
  });

  test("one wording under two coverages stands for both; a configuration's own meaning replaces the pack's", () => {
    const own = buildLabelIndex(
      [],
      [
        { alias: "Goods package", line: "commercial_property", coverage: "spoilage" },
        { alias: "Goods package", line: "commercial_property", coverage: "equipment_breakdown" },
      ],
    );
    expect(own.resolve("commercial_property", "GOODS PACKAGE", undefined).coverages).toEqual([
      "spoilage",
      "equipment_breakdown",
    ]);
  });

  test("only the first 300 characters of a label are read", () => {
    expect(labelWords("x ".repeat(200_000), "general_liability").length).toBeLessThanOrEqual(150);
    expect(coveragesOf("general_liability", "y".repeat(200_000))).toEqual([]);
  });
});
