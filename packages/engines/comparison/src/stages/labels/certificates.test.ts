import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, at, cover, flat, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";
import { comparison } from "../../index.ts";
import { readSettings } from "../../settings.ts";
import { buildLabelIndex } from "../label-index.ts";

const settings = readSettings(comparison.effectiveConfig(comparison.preset()));
const labels = buildLabelIndex(settings.lineItems, settings.aliases);
const engine = presetEngine();

describe("what certificates, applications and titles of endorsements say (CMP-82, CMP-103)", () => {
  const printed: readonly (readonly [line: string, label: string, ...coverages: string[]])[] = [
    [
      "general_liability",
      "CG 24 04 Waiver of Transfer of Rights of Recovery Against Others to Us",
      "waiver_of_subrogation",
    ],
    [
      "general_liability",
      "Waiver of Transfer of Rights of Recovery Against Others to Us (CG 24 04 05 09)",
      "waiver_of_subrogation",
    ],
    ["general_liability", "CG 24 04", "waiver_of_subrogation"],
    ["general_liability", "Waiver of Subrogation - Where Required by Written Contract", "waiver_of_subrogation"],
    ["general_liability", "SUBR WVD", "waiver_of_subrogation"],
    ["general_liability", "ADDL INSR", "additional_insured"],
    [
      "general_liability",
      "CG 20 10 Additional Insured - Owners, Lessees or Contractors - Scheduled Person or Organization",
      "additional_insured",
    ],
    [
      "general_liability",
      "CG 20 37 Additional Insured - Owners, Lessees or Contractors - Completed Operations",
      "additional_insured",
    ],
    ["general_liability", "CG 20 10 04 13", "additional_insured"],
    ["general_liability", "CG 20 11 Additional Insured - Managers or Lessors of Premises", "additional_insured"],
    ["general_liability", "CG 20 15 Additional Insured - Vendors", "additional_insured"],
    ["general_liability", "CG 20 26 Additional Insured - Designated Person or Organization", "additional_insured"],
    ["general_liability", "CG 20 28 Additional Insured - Lessor of Leased Equipment", "additional_insured"],
    [
      "general_liability",
      "CG 20 33 Additional Insured - Owners, Lessees or Contractors - Automatic Status When Required in Construction Agreement With You",
      "additional_insured",
    ],
    [
      "general_liability",
      "CG 20 38 04 13 Additional Insured - Automatic Status for Other Parties When Required in Written Construction Agreement",
      "additional_insured",
    ],
    ["general_liability", "Additional Insured - Mortgagee, Assignee or Receiver", "additional_insured"],
    ["general_liability", "Additional Insured incl. Ongoing and Completed Operations", "additional_insured"],
    [
      "general_liability",
      "CG 20 01 Primary and Noncontributory - Other Insurance Condition",
      "primary_noncontributory",
    ],
    ["general_liability", "Primary/Non-Contributory (CG 20 01 04 13)", "primary_noncontributory"],
    ["general_liability", "Each Occurrence/General Aggregate", "each_occurrence", "general_aggregate"],
    [
      "general_liability",
      "Each Occurrence / General Aggregate $1,000,000 / $2,000,000",
      "each_occurrence",
      "general_aggregate",
    ],
    ["general_liability", "Per Occurrence/Aggregate", "each_occurrence", "general_aggregate"],
    ["general_liability", "Occurrence/Aggregate Limits", "each_occurrence", "general_aggregate"],
    ["general_liability", "GEN'L AGGREGATE LIMIT APPLIES PER: PROJECT", "general_aggregate"],
    ["general_liability", "General Aggregate - Per Project (CG 25 03)", "general_aggregate"],
    ["general_liability", "CG 25 04 Designated Location(s) General Aggregate Limit", "general_aggregate"],
    ["general_liability", "Policy General Aggregate", "general_aggregate"],
    ["general_liability", "Products & Completed Operations Aggregate", "products_aggregate"],
    ["general_liability", "Products/Completed Operations Hazard Aggregate", "products_aggregate"],
    ["general_liability", "PRODUCTS - COMP/OP AGG", "products_aggregate"],
    ["general_liability", "Medical Payments to Others", "medical_expense"],
    ["general_liability", "Medical Payments - Any One Person", "medical_expense"],
    ["general_liability", "Coverage C - Medical Payments (each person)", "medical_expense"],
    ["general_liability", "Med Pay/Person", "medical_expense"],
    ["general_liability", "Premises Medical", "medical_expense"],
    ["general_liability", "Damage to Premises You Rent", "rented_premises"],
    ["general_liability", "Damage To Rented Premises (Ea occurrence)", "rented_premises"],
    ["general_liability", "Fire Damage Legal (any one premises)", "rented_premises"],
    ["general_liability", "Tenant's Legal Liability", "rented_premises"],
    ["general_liability", "Personal Injury & Advertising Injury Liability", "personal_advertising_injury"],
    ["general_liability", "Each Event Limit", "each_occurrence"],
    ["general_liability", "GL Deductible", "each_occurrence"],
    ["commercial_property", "Bus Pers Prop", "business_personal_property"],
    ["commercial_property", "BLDG/BPP Blanket", "building", "business_personal_property"],
    ["commercial_property", "Business Income w/Extra Expense", "business_income", "extra_expense"],
    [
      "commercial_property",
      "CP 00 30 Business Income (and Extra Expense) Coverage Form",
      "business_income",
      "extra_expense",
    ],
    ["commercial_property", "Business Income/Extra Expense incl. Rental Value", "business_income", "extra_expense"],
    ["commercial_property", "Tenants Improvements & Betterments", "tenant_improvements"],
    ["commercial_property", "Improvements and Betterments", "tenant_improvements"],
    ["commercial_property", "AOP Deductible", "building", "business_personal_property"],
    ["commercial_property", "All Other Perils Deductible", "building", "business_personal_property"],
    ["commercial_property", "CP 04 05 Ordinance or Law Coverage", "ordinance_law"],
    ["commercial_property", "Named Storm Ded", "wind_hail_deductible"],
    ["commercial_property", "Wind/Hail % Deductible", "wind_hail_deductible"],
    ["commercial_property", "Equipment Breakdown Enhancement", "equipment_breakdown"],
    ["commercial_property", "Food Contamination & Spoilage", "spoilage"],
    ["commercial_property", "Water Back-Up and Sump Overflow", "sewer_backup"],
    ["business_owners", "Data Breach / Cyber", "cyber_aggregate"],
    ["business_owners", "Cyber / Data Breach", "cyber_aggregate"],
    ["business_owners", "Cyber Liability & Data Breach Response", "cyber_aggregate"],
    ["business_owners", "Employee Dishonesty", "employee_dishonesty"],
    ["business_owners", "Employee Dishonesty (each loss)", "employee_dishonesty"],
    ["business_owners", "Money & Securities", "money_securities"],
    ["business_owners", "Forgery & Alteration", "forgery_alteration"],
    ["business_owners", "Employment-Related Practices Liability (EPLI)", "epli_aggregate"],
    ["business_owners", "Liability and Medical Expenses / General Aggregate", "each_occurrence", "general_aggregate"],
    [
      "business_owners",
      "BP 04 97 Waiver of Transfer of Rights of Recovery Against Others to Us",
      "waiver_of_subrogation",
    ],
    ["business_owners", "Property Deductible", "building", "business_personal_property"],
    ["crime", "Employee Theft", "employee_dishonesty"],
    ["crime", "Employee Theft (per loss)", "employee_dishonesty"],
    ["crime", "Forgery or Alteration", "forgery_alteration"],
    ["crime", "Inside the Premises - Theft of Money and Securities", "money_securities"],
    ["crime", "Social Engineering Fraud", "social_engineering"],
    ["commercial_auto", "Liability CSL - Any Auto", "combined_single_limit"],
    ["commercial_auto", "Symbol 1 Liability", "combined_single_limit"],
    ["commercial_auto", "BI Ea Person / Ea Accident", "bi_per_person", "bi_per_accident"],
    ["commercial_auto", "Bodily Injury (Per person/Per accident)", "bi_per_person", "bi_per_accident"],
    ["commercial_auto", "PD Ea Acc", "property_damage"],
    ["commercial_auto", "UM CSL", "uninsured_motorist"],
    ["commercial_auto", "UIM - Each Accident", "uninsured_motorist"],
    ["commercial_auto", "Med Pay Ea Person", "medical_expense"],
    ["commercial_auto", "Auto Med Pay", "medical_expense"],
    [
      "commercial_auto",
      "CA 04 44 Waiver of Transfer of Rights of Recovery Against Others to Us",
      "waiver_of_subrogation",
    ],
    ["commercial_auto", "CA 20 48 Designated Insured for Covered Autos Liability Coverage", "additional_insured"],
    ["commercial_auto", "Comp Ded.", "comprehensive"],
    ["commercial_auto", "Non-Owned Only", "non_owned_auto"],
    ["commercial_auto", "Hired Autos Only", "hired_auto"],
    ["commercial_auto", "Collision Coverage - $1,000 Ded", "collision"],
    ["workers_compensation", "WC 00 03 13 Waiver of Our Right to Recover From Others", "waiver_of_subrogation"],
    ["workers_compensation", "WC STATU-TORY LIMITS", "statutory_wc"],
    ["workers_compensation", "Part Two - Bodily Injury by Accident", "el_each_accident"],
    ["workers_compensation", "Part Two - Bodily Injury by Disease (Policy Limit)", "el_disease_policy"],
    ["workers_compensation", "Part Two - Bodily Injury by Disease (Each Employee)", "el_disease_employee"],
    ["umbrella", "UMBRELLA LIAB - EACH OCCURRENCE", "umbrella_occurrence"],
    ["umbrella", "EXCESS LIAB AGGREGATE", "umbrella_aggregate"],
    ["umbrella", "Each Occurrence/Aggregate", "umbrella_occurrence", "umbrella_aggregate"],
    ["umbrella", "General Aggregate (where applicable)", "umbrella_aggregate"],
    ["umbrella", "Retained Limit", "self_insured_retention"],
    ["umbrella", "DED RETENTION $", "self_insured_retention"],
    ["cyber", "Retention Each Claim", "cyber_aggregate"],
    ["cyber", "Policy Retention", "cyber_aggregate"],
    ["cyber", "Each Claim Limit", "cyber_aggregate"],
    ["cyber", "Maximum Policy Aggregate Limit", "cyber_aggregate"],
    ["cyber", "Ransomware / Cyber Extortion Sublimit", "ransomware_sublimit"],
    ["cyber", "Funds Transfer Fraud (Social Engineering)", "social_engineering"],
    ["employment_practices", "EPL", "epli_aggregate"],
    ["employment_practices", "EPL Each Wrongful Act", "epli_aggregate"],
    ["employment_practices", "EPL Retention", "epli_aggregate"],
    ["employment_practices", "Maximum Aggregate Limit of Liability", "epli_aggregate"],
    ["professional_liability", "E&O Each Wrongful Act", "professional_each_claim"],
    ["professional_liability", "E&O Each Claim / Aggregate", "professional_each_claim", "professional_aggregate"],
    ["professional_liability", "Each Claim/Aggregate", "professional_each_claim", "professional_aggregate"],
    ["professional_liability", "Each Professional Claim", "professional_each_claim"],
    ["professional_liability", "Miscellaneous Professional Liability", "professional_each_claim"],
    ["professional_liability", "Technology E&O Each Claim", "professional_each_claim"],
    ["professional_liability", "Retention", "professional_each_claim"],
    ["professional_liability", "Deductible (each claim)", "professional_each_claim"],
    ["professional_liability", "Per Wrongful Act", "professional_each_claim"],
    ["liquor_liability", "Each Common Cause/Aggregate", "liquor_each_cause", "general_aggregate"],
    ["liquor_liability", "Liquor Liability Each Common Cause Limit", "liquor_each_cause"],
  ];
  test("there are at least 60", () => expect(printed.length).toBeGreaterThanOrEqual(60));

  test.each(printed)("%s: %s", (line, label, ...coverages) => {
    for (const spelling of [label, label.toUpperCase()]) {
      const found = labels.resolve(line, "row 1", spelling);
      expect([...found.coverages].sort()).toEqual([...coverages].sort());
      expect(found.isAbsent).toBe(false);
    }
  });
});

describe("one line with two limits (CMP-103)", () => {
  const both = (terms: JsonObject): JsonObject => cover("general_liability", "row", terms);
  const limitsOf = (line: JsonObject): unknown[] => {
    const held = ["each_occurrence", "general_aggregate"].map((code) =>
      cover("general_liability", code, { limit: 1_000_000 }),
    );
    const { output } = answer(engine, input([policy("exp", held), quote("q", [line])], { baseline_key: "exp" }));
    return ["each_occurrence", "general_aggregate"].map((code) =>
      at(
        list(output, "/matrix/rows").find(({ row_key }) => row_key === `general_liability/${code}/limit`) ?? null,
        "/cells/q/value",
      ),
    );
  };

  test.each([
    ["in the label", { label: "Each Occurrence/General Aggregate $1,000,000/$2,000,000" }, [1_000_000, 2_000_000]],
    ["in the notes", { label: "Each Occurrence/Aggregate", notes: "$1M / $2M" }, [1_000_000, 2_000_000]],
    ["beside one that is stated", { label: "Each Occurrence/Aggregate", limit: 1_000_000 }, [1_000_000, null]],
    ["without units, which may be thousands", { label: "Each Occurrence/Aggregate 1/2" }, [null, null]],
  ])("%s", (_, terms, limits) => {
    expect(limitsOf(both(terms))).toEqual(limits);
  });
});

describe("a deductible of several coverages (CMP-103)", () => {
  test("belongs to those that the item states, and adds none", () => {
    const contents = cover("commercial_property", "business_personal_property", { limit: 100_000 });
    const perils = cover("commercial_property", "row", { label: "AOP Deductible", limit: 2500 });
    const { output } = answer(
      engine,
      input([policy("exp", [{ ...contents, deductible: flat(1000) }]), quote("q", [contents, perils])], {
        baseline_key: "exp",
      }),
    );
    const rows = list(output, "/matrix/rows").map((row) => [row["row_key"], at(row, "/cells/q/value")]);
    expect(rows).toContainEqual(["commercial_property/business_personal_property/deductible", 2500]);
    expect(rows.filter(([key]) => typeof key === "string" && key.includes("/building/"))).toEqual([]);
  });
});
