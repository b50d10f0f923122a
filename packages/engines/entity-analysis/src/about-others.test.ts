import { describe, expect, test } from "@jest/globals";
import { isJsonObject, type Json } from "@service/json";
import { entityAnalysis } from "./index.ts";

const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));

/** What an application of one sentence says of a fact. */
function read(key: string, text: string): Json | undefined {
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "acct", kind: "account", label: "Larkspur Kitchen" },
      profile: { naics: "722511", states: ["CA"] },
      documents: [{ document_key: "a", kind: "application", dated_on: "2026-01-02", text }],
    },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-20T10:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const { profile } = result.output;
  const fact = isJsonObject(profile) ? profile[key] : undefined;
  return isJsonObject(fact) ? fact.value : undefined;
}

describe("a question about another party is no fact of the applicant (ENT-85)", () => {
  test.each([
    ["alcohol_receipts", "Do subcontractors serve alcohol? No"],
    ["alcohol_receipts", "Do your sub-contractors serve alcohol? No"],
    ["alcohol_receipts", "Do any tenants sell alcohol? No"],
    ["alcohol_receipts", "Does the landlord serve alcohol? No"],
    ["alcohol_receipts", "Do vendors sell liquor? N"],
    ["alcohol_receipts", "Do concessionaires serve or sell alcohol? [ ] Yes [x] No"],
    ["alcohol_receipts", "Does the applicant's landlord serve alcohol? No"],
    ["alcohol_receipts", "Do independent contractors serve alcohol: No"],
    ["alcohol_receipts", "| Do caterers serve alcohol? | No |"],
    ["alcohol_receipts", "Does any third party serve alcohol? No"],
    ["alcohol_receipts", "Do other businesses in the building sell alcohol? No"],
    ["alcohol_receipts", "Did the previous owner serve alcohol? No"],
    ["alcohol_receipts", "Tenants:\nServe alcohol? No"],
    ["alcohol_receipts", "Is alcohol served by tenants? No"],
    ["alcohol_receipts", "Do tenants serve alcohol? No\nDo you serve alcohol? Yes"],
    ["owned_vehicles", "Do employees own any vehicles? No"],
    ["owned_vehicles", "Do subcontractors own vehicles? No"],
    ["subcontract_cost", "Do your subcontractors use subcontractors? No"],
    ["professional_fees", "Do vendors provide professional services? No"],
  ])("%s: %j", (key, text) => {
    expect(read(key, text)).toBeNull();
  });

  test.each([
    ["alcohol_receipts", "Do you or your subcontractors serve alcohol? No"],
    ["alcohol_receipts", "Does the applicant, or any tenant, serve alcohol? No"],
    ["alcohol_receipts", "Do subcontractors or you serve alcohol? No"],
    ["alcohol_receipts", "Do tenants serve food? No. Do you serve alcohol? No"],
    ["alcohol_receipts", "Do you hire subcontractors? Yes\nDo you serve alcohol? No"],
    ["alcohol_receipts", "Do tenants serve alcohol? No\nDo you serve alcohol? No"],
    ["alcohol_receipts", "Do you serve alcohol? No\nDo tenants serve alcohol? Yes"],
    ["owned_vehicles", "Does the company own any vehicles? No"],
    ["subcontract_cost", "Do you use subcontractors? No"],
  ])("of the applicant too is: %s: %j", (key, text) => {
    expect(read(key, text)).toBe(0);
  });
});
