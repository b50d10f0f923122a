import { describe, expect, test } from "@jest/globals";
import { linesIncluding, unlistedFor } from "./unlisted.ts";

describe("policies without a list of coverages (COVER-11)", () => {
  const packagePolicy = { keys: ["p1"], lines: ["business_owners"] };
  const income = { line: "commercial_property", coverage: "business_income" };

  test("leave open what they could include", () => {
    expect(unlistedFor(income, [packagePolicy], [])).toEqual([packagePolicy]);
    expect(unlistedFor(income, [packagePolicy], [{ policyKey: "p2" }])).toEqual([packagePolicy]);
    expect(unlistedFor({ line: "commercial_auto", coverage: "hired_auto" }, [packagePolicy], [])).toHaveLength(1);
  });

  test("are known as soon as one coverage names them, or their line where rows name no policy", () => {
    expect(unlistedFor(income, [packagePolicy], [{ policyKey: "p1" }])).toEqual([]);
    expect(unlistedFor(income, [packagePolicy], [{ line: "business_owners" }])).toEqual([]);
    expect(unlistedFor(income, [packagePolicy], [{ policyKey: "p2", line: "business_owners" }])).toHaveLength(1);
  });

  test("leave lines that they cannot include closed, and what is below an umbrella", () => {
    expect(unlistedFor({ line: "cyber", coverage: "cyber_aggregate" }, [packagePolicy], [])).toEqual([]);
    const umbrella = { keys: ["u"], lines: ["umbrella"] };
    expect(unlistedFor({ line: "umbrella", coverage: "umbrella_occurrence" }, [umbrella], [])).toEqual([]);
  });
});

test("a coverage may stand on its line, on a package, or as an endorsement (COVER-3)", () => {
  expect(linesIncluding("commercial_property", "building")).toEqual(["commercial_property", "business_owners"]);
  expect(linesIncluding("commercial_auto", "hired_auto")).toEqual([
    "commercial_auto",
    "garage",
    "general_liability",
    "business_owners",
  ]);
});
