import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, at, cover, flat, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";
import { comparison } from "../../index.ts";
import { readSettings } from "../../settings.ts";
import { buildLabelIndex } from "../label-index.ts";

const settings = readSettings(comparison.effectiveConfig(comparison.preset()));
const labels = buildLabelIndex(settings.lineItems, settings.aliases);
const engine = presetEngine();
const labelled = (line: string, label: string, terms: JsonObject = {}): JsonObject =>
  cover(line, "row", { label, ...terms });
const rowsOf = (before: readonly JsonObject[], now: readonly JsonObject[]) => {
  const { output } = answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp" }));
  return (row: string): unknown =>
    at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q");
};

describe("labels that say a coverage is left out (CMP-98)", () => {
  test.each([
    ["general_liability", "Products/Completed Ops - Excluded", "products_aggregate"],
    ["general_liability", "Products-Completed Operations Aggregate (excluded)", "products_aggregate"],
    ["general_liability", "Personal & Advertising Injury: Not Covered", "personal_advertising_injury"],
    ["general_liability", "Medical Payments N/A", "medical_expense"],
    ["general_liability", "Med Exp - none", "medical_expense"],
    ["general_liability", "Damage to Premises Rented to You is excluded", "rented_premises"],
    ["general_liability", "Waiver of Subrogation does not apply", "waiver_of_subrogation"],
    ["general_liability", "No Additional Insured", "additional_insured"],
    ["general_liability", "Excluding Medical Payments", "medical_expense"],
    ["general_liability", "Exclusion - Personal and Advertising Injury", "personal_advertising_injury"],
    ["general_liability", "Liquor Liability Exclusion", "liquor_each_cause"],
    ["general_liability", "w/o Hired Auto", "hired_auto"],
    ["commercial_auto", "UM/UIM Rejected", "uninsured_motorist"],
    ["commercial_auto", "Collision - Declined", "collision"],
    ["commercial_property", "Equipment Breakdown - not included", "equipment_breakdown"],
    ["commercial_property", "Spoilage (not covered)", "spoilage"],
  ])("%s: %s is %s, absent", (line, label, coverage) => {
    for (const spelling of [label, label.toUpperCase(), `${label}.`]) {
      expect(labels.resolve(line, "row 1", spelling)).toMatchObject({ coverages: [coverage], isAbsent: true });
    }
  });

  test.each([
    ["commercial_property", "Business Income w/o Extra Expense (72 hours)", ["business_income"], ["extra_expense"]],
    ["commercial_property", "Building (excluding Sewer Backup)", ["building"], ["sewer_backup"]],
    ["commercial_auto", "Comprehensive without Collision", ["comprehensive"], ["collision"]],
    ["general_liability", "General Aggregate excluding Products/Completed Operations", ["general_aggregate"], []],
    ["general_liability", "General Aggregate (excl. Prod/Comp Ops)", ["general_aggregate"], []],
  ])("%s: %s names what is left out", (line, label, coverages, without) => {
    expect(labels.resolve(line, "row 1", label)).toMatchObject({ coverages, without, isAbsent: false });
  });

  test.each([
    ["commercial_property", "Wind/Hail Excluded"],
    ["general_liability", "Zephyr Extension - Excluded"],
    ["general_liability", "Exclusion - Products of a Specified Kind"],
  ])("%s: %s, which denies something without a code, is left open", (line, label) => {
    expect(labels.resolve(line, "row 1", label)).toMatchObject({ coverages: [], hidesNothing: true });
  });

  test("a number is no denial", () => {
    expect(labels.resolve("commercial_property", "row 1", "Building No. 2")).toMatchObject({
      coverages: ["building"],
      isAbsent: false,
    });
  });

  test("what a label leaves out is missing, whatever else the line says", () => {
    const products = cover("general_liability", "products_aggregate", { limit: 2_000_000 });
    const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
    const row = "general_liability/products_aggregate/included";
    const denied = labelled("general_liability", "Products/Completed Ops - Excluded", { limit: 2_000_000 });
    expect(rowsOf([gl, products], [gl, denied])(row)).toMatchObject({ status: "missing", material: true });
    const coded = { ...products, label: "Products Aggregate - Excluded" };
    expect(rowsOf([gl, products], [gl, coded])(row)).toMatchObject({ status: "missing" });
  });
});

describe("amounts that are no limit of their line (CMP-99)", () => {
  test.each([
    ["general_liability", "Cyber Each Occurrence"],
    ["general_liability", "Umbrella Each Occurrence"],
    ["general_liability", "Garage Operations Each Occurrence"],
    ["umbrella", "Underlying Each Occurrence"],
    ["umbrella", "Underlying General Liability - Each Occurrence Limit of Liability"],
    ["commercial_property", "Flood - Building"],
    ["commercial_property", "Earthquake Building Limit"],
  ])("%s: %s is left open and hides nothing of the line", (line, label) => {
    expect(labels.resolve(line, "row 1", label)).toMatchObject({ coverages: [], candidates: [], hidesNothing: true });
  });

  test.each([
    ["general_liability", "Deductible - Per Occurrence", "each_occurrence", "flat"],
    ["general_liability", "Property Damage Deductible Per Occurrence", "each_occurrence", "flat"],
    ["professional_liability", "Retention Each Claim", "professional_each_claim", "sir"],
    ["professional_liability", "E&O Deductible (each claim)", "professional_each_claim", "flat"],
    ["commercial_auto", "Collision Deductible", "collision", "flat"],
    ["umbrella", "Retained Limit", "self_insured_retention", "sir"],
    ["commercial_property", "Wind/Hail Deductible", "wind_hail_deductible", "sir"],
  ])("%s: the amount of %s is a deductible", (line, label, coverage, burden) => {
    expect(labels.resolve(line, "row 1", label)).toMatchObject({ coverages: [coverage], burden });
  });

  test("a label that states a deductible beside the limit is about the limit", () => {
    expect(labels.resolve("commercial_property", "row 1", "Building, $1,000 deductible")).toMatchObject({
      coverages: ["building"],
      burden: undefined,
    });
  });

  test("a deductible on a line of its own joins its coverage, and never its limit", () => {
    const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
    const own = labelled("general_liability", "Deductible - Per Occurrence", { limit: 5000 });
    const cell = rowsOf([{ ...gl, deductible: flat(1000) }], [gl, own]);
    expect(cell("general_liability/each_occurrence/limit")).toMatchObject({ value: 1_000_000, status: "same" });
    expect(cell("general_liability/each_occurrence/deductible")).toMatchObject({ value: 5000, status: "worse" });
  });

  test("no deductible is one of nothing", () => {
    const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
    const none = labelled("general_liability", "Deductible Per Occurrence: None");
    const cell = rowsOf([{ ...gl, deductible: flat(1000) }], [gl, none]);
    expect(cell("general_liability/each_occurrence/deductible")).toMatchObject({ value: 0, status: "better" });
  });
});
