import { describe, expect, test } from "@jest/globals";
import { type JsonObject, objectsIn, text } from "@service/json";
import { entityAnalysis } from "./index.ts";

/** The detail of the finding of one rule on records that are sent inline. */
function detailOf(rule: string, records: JsonObject, more: JsonObject = {}): string | undefined {
  const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "acct", kind: "account", label: "Blue Harbor Cafe" },
      records,
      ...more,
    },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-15T00:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  return text(objectsIn(result.output.findings).find(({ rule_key }) => rule_key === rule) ?? {}, "detail");
}

const policy = (key: string, more: JsonObject = {}): JsonObject => ({
  policy_key: key,
  line: "crime",
  policy_number: `CR${key}`,
  status: "active",
  expires_on: "2026-10-01",
  premium: 900,
  ...more,
});
const coverage = (more: JsonObject): JsonObject => ({
  policy_key: "g",
  line: "general_liability",
  coverage: "each_occurrence",
  ...more,
});
const liability = policy("g", { line: "general_liability" });

describe("a finding names the rows that it is about (ENT-86)", () => {
  test.each<readonly [string, JsonObject, string]>([
    [
      "no_lapsed_policy",
      { policies: [policy("1", { expires_on: "2025-11-01" }), policy("2")] },
      "the crime policy CR1 (expires on November 1, 2025)",
    ],
    [
      "no_lapsed_policy",
      { policies: ["1", "2", "3", "4"].map((key) => policy(key, { expires_on: "2025-11-01" })) },
      "the crime policy CR1 (expires on November 1, 2025), the crime policy CR2 (expires on November 1, 2025) and 2 more",
    ],
    [
      "gl_occurrence_one_million",
      { policies: [liability], coverages: [coverage({ limit: 500_000 })] },
      "each occurrence under general liability (limit $500,000)",
    ],
    [
      "coinsurance_at_most_90",
      { policies: [liability], coverages: [coverage({ limit: 1_000_000, coinsurance: 0.95 })] },
      "each occurrence under general liability (coinsurance 95 %)",
    ],
    [
      "locations_described",
      { policies: [liability], locations: [{ location_key: "l1", name: "Pier kitchen", year_built: 1958 }] },
      "the location Pier kitchen (construction not on file, year built 1958)",
    ],
  ])("%s", (rule, records, rows) => {
    expect(detailOf(rule, records)).toBe(`The file of Blue Harbor Cafe shows ${rows}.`);
  });

  test("losses stand with their figures behind what is to be explained (ENT-83)", () => {
    const claims = [
      { claim_key: "c1", line: "crime", occurred_on: "2025-03-01", status: "open", paid: 60_000, reserved: 75_000 },
    ];
    expect(detailOf("points_losses", {}, { loss_history: { years: 3, claims, earned_premium: 90_000 } })).toBe(
      "Blue Harbor Cafe has a three-year loss ratio above 60 %: a three-year loss ratio of 150 % and losses of $135,000 in three years. " +
        "It has a single loss above $100,000: a largest loss of $135,000. It has open reserves above $50,000: open reserves of $75,000.",
    );
  });
});
