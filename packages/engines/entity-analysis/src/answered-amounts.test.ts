import { describe, expect, test } from "@jest/globals";
import { isJsonArray, isJsonObject, type Json } from "@service/json";
import { entityAnalysis } from "./index.ts";

const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));

function read(text: string) {
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "acct", kind: "account", label: "Larkspur Kitchen" },
      profile: { naics: "722511", states: ["CA"], revenue: 900_000 },
      records: {
        policies: [
          {
            policy_key: "gl",
            policy_number: "101",
            line: "general_liability",
            status: "active",
            expires_on: "2026-12-01",
          },
        ],
        coverages: [
          {
            coverage_key: "occ",
            policy_key: "gl",
            line: "general_liability",
            coverage: "each_occurrence",
            limit: 1_000_000,
          },
        ],
      },
      documents: [{ document_key: "a", kind: "application", dated_on: "2026-01-02", text }],
    },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-20T10:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const { profile, findings } = result.output;
  const valueOf = (key: string): Json | undefined => {
    const fact = isJsonObject(profile) ? profile[key] : undefined;
    return isJsonObject(fact) ? fact.value : undefined;
  };
  const questioned = (isJsonArray(findings) ? findings : []).flatMap((finding) =>
    isJsonObject(finding) && isJsonArray(finding.questions)
      ? finding.questions.flatMap((question) => (isJsonObject(question) ? [question.fact] : []))
      : [],
  );
  return { valueOf, questioned, warnings: result.warnings };
}

describe("no to the question whether there is any is an amount of 0 (ENT-84)", () => {
  test.each([
    ["alcohol_receipts", "Do you serve alcohol? No"],
    ["alcohol_receipts", "Do you sell alcohol? No"],
    ["alcohol_receipts", "Do you sell or serve alcohol? N"],
    ["alcohol_receipts", "Does the applicant serve alcohol: No"],
    ["alcohol_receipts", "Is alcohol served? [ ] Yes [x] No"],
    ["alcohol_receipts", "Serves alcohol\tNo"],
    ["alcohol_receipts", "| Serve alcohol? | No |"],
    ["alcohol_receipts", "Do you serve alcoholic beverages?\nNo"],
    ["alcohol_receipts", "Do you serve alcohol, beer or wine? No"],
    ["alcohol_receipts", "Any liquor sales? No"],
    ["owned_vehicles", "Does the business own any vehicles? No"],
    ["subcontract_cost", "Do you use subcontractors? No"],
    ["subcontract_cost", "Subcontractors used: No"],
    ["professional_fees", "Do you provide professional services? No"],
  ])("%s: %j", (key, text) => {
    const { valueOf, questioned } = read(text);
    expect(valueOf(key)).toBe(0);
    expect(questioned).not.toContain(`profile.${key}`);
  });

  test.each([
    "Do you serve alcohol? Yes",
    "Is alcohol served? [x] Yes [ ] No",
    "Do you serve alcohol? Yes No",
    "Do you serve alcohol to minors? No",
    "Do you serve alcohol after midnight? No",
    "Do staff who serve alcohol receive training? No",
  ])("yes, and no to something narrower, leave the amount open: %j", (text) => {
    const { valueOf, questioned } = read(text);
    expect(valueOf("alcohol_receipts")).toBeNull();
    expect(questioned).toContain("profile.alcohol_receipts");
  });

  test("a yes is kept as evidence of what is not known yet", () => {
    expect(read("Do you serve alcohol? Yes").warnings).toContainEqual(
      expect.objectContaining({ code: "fact_missing", path: "profile.alcohol_receipts" }),
    );
  });

  test("an amount stands beside its yes", () => {
    expect(read("Do you serve alcohol? Yes\nAlcohol receipts: $45,000").valueOf("alcohol_receipts")).toBe(45_000);
  });
});
