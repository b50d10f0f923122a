import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";

const engine = presetEngine();
const building = cover("commercial_property", "building", { limit: 750_000 });
const contents = cover("commercial_property", "business_personal_property", { limit: 200_000 });
const occurrence = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const cyber = cover("cyber", "cyber_aggregate", { limit: 1_000_000 });
const compare = (before: readonly JsonObject[], now: readonly JsonObject[], more: JsonObject = {}) =>
  answer(engine, input([policy("exp", before), { ...quote("q", now), ...more }], { baseline_key: "exp" })).output;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const cellOf = (output: Parameters<typeof list>[0], row: string): unknown =>
  at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q");
const labelled = (full: JsonObject, label: string): JsonObject => ({ ...full, coverage: "row 1", label });

describe("a part that is taken away is never equal (CMP-107)", () => {
  const variants: readonly (readonly [JsonObject, string, RegExp])[] = [
    [building, "Building w/o Wind & Hail", /wind and hail/],
    [building, "Building W/O WIND/HAIL", /wind and hail/],
    [building, "Building excluding Windstorm", /windstorm/],
    [building, "Building (No Wind)", /wind/],
    [building, "Building [no hail]", /hail/],
    [building, "Building ex-wind", /wind/],
    [building, "Building, ex. Named Storm", /named storm/],
    [building, "Building less flood", /flood/],
    [building, "Building except earthquake and flood", /earthquake and flood/],
    [building, "Building - Wind/Hail Excluded", /wind and hail/],
    [building, "Building: hail not covered", /hail/],
    [building, "Building / no vandalism", /vandalism/],
    [building, "Building (windstorm carved out)", /windstorm/],
    [building, "Building (Wind sublimited to nil)", /wind/],
    [building, "Building, roof surfacing not included", /roof surfacing/],
    [building, "Building Wind Excluded", /wind/],
    [contents, "Contents (Theft Excluded)", /theft/],
    [contents, "Business Personal Property without theft, vandalism", /theft and vandalism/],
    [occurrence, "Each Occurrence (excl. Products)", /products/],
    [occurrence, "Each Occurrence w/o Completed Ops", /completed operations/],
    [occurrence, "Each Occurrence - Residential Work Excluded", /residential work/],
    [occurrence, "Each Occurrence Limit - does not cover assault and battery", /assault and battery/],
    [occurrence, "Each Occurrence (with roofing exclusion)", /roofing/],
    [cyber, "Cyber Aggregate (no ransomware)", /ransomware/],
    [cyber, "Aggregate Limit, dependent business interruption excluded", /dependent business interruption/],
  ];
  test.each(variants)("%#: by the label %s", (full, label, parts) => {
    const output = compare([full], [labelled(full, label)]);
    const row = `${textOf(full.line)}/${textOf(full.coverage)}`;
    expect(cellOf(output, `${row}/included`)).toMatchObject({ value: true, status: "worse", material: true });
    expect(cellOf(output, `${row}/limit`)).toMatchObject({ value: full.limit, status: "same" });
    expect(at(output, "/headline")).toMatch(parts);
    expect(list(output, "/findings").map(({ title }) => title)).toContainEqual(expect.stringMatching(parts));
  });

  test.each([
    [building, "Windstorm or hail excluded", /windstorm and hail/],
    [building, "Excludes wind.", /wind/],
    [building, "RC valuation; flood not covered", /flood/],
    [building, "Special form. Wind is excluded per CP 10 54.", /wind/],
    [building, "No coverage for cosmetic hail", /cosmetic hail/],
    [building, "Theft exclusion applies", /theft/],
    [building, "Roof surfacing is carved out", /roof surfacing/],
    [contents, "Coverage does not apply to jewelry", /jewelry/],
    [occurrence, "Products and completed operations excluded", /products and completed operations/],
    [occurrence, "w/o residential construction", /residential construction/],
    [cyber, "Ransomware: sublimit nil", /ransomware/],
  ])("%#: by the note %s", (full, notes, parts) => {
    const output = compare([full], [{ ...full, notes }]);
    expect(at(output, "/headline")).toMatch(parts);
    expect(list(output, "/findings").map(({ title }) => title)).toContainEqual(expect.stringMatching(parts));
  });

  test("beside a code, the label is read as well", () => {
    const output = compare([building], [{ ...building, label: "Wind & Hail Excluded" }]);
    expect(list(output, "/findings")).toContainEqual(
      expect.objectContaining({
        severity: "high",
        status: "partial",
        title: "Offer q leaves wind and hail out of the building coverage under commercial property",
      }),
    );
  });

  test("what both sides take away, in whatever words and places, is no difference", () => {
    const reduced = labelled(building, "Building w/o Wind & Hail");
    for (const [before, now, more] of [
      [{ ...building, notes: "Windstorm or hail excluded" }, reduced, {}],
      [reduced, building, { exclusions: [{ text: "Windstorm or hail exclusion" }] }],
      [reduced, labelled(building, "Building (hail excluded; no windstorm)"), {}],
    ] as const) {
      const output = compare([before], [now], more);
      expect(list(output, "/findings").filter(({ dimension }) => dimension === "coverage")).toEqual([]);
      expect(at(output, "/headline")).toMatch(/no material difference/);
    }
    const more = compare([labelled(building, "Building w/o hail")], [reduced]);
    expect(at(more, "/headline")).toMatch(/leaves out wind: stay with Carrier exp$/);
    expect(cellOf(compare([reduced], [building]), "commercial_property/building/included")).toMatchObject({
      status: "better",
    });
  });

  test.each([
    "Building, no coinsurance",
    "Building (no deductible)",
    "Building (coinsurance waived)",
    "Building - no windstorm exclusion",
    "Building (theft exclusion removed)",
    "Building No. 2",
    "Building (wind not excluded)",
    "Building (any one location)",
    "Building - Replacement Cost",
    "Building (no sublimit for hail)",
    "Building, no known losses",
    "Building (special form; no known losses)",
  ])("%s takes nothing away", (label) => {
    const output = compare([building], [labelled(building, label)]);
    expect(cellOf(output, "commercial_property/building/included")).toMatchObject({ status: "same" });
  });

  test("a line of which a part is taken away can stand alone", () => {
    const output = compare([building], [labelled(building, "Building - Wind/Hail Excluded")]);
    expect(at(output, "/summary/item_count")).toBe(2);
  });
});
