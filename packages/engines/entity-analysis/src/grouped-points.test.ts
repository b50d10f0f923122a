import { describe, expect, test } from "@jest/globals";
import { type JsonObject, objectsIn, text } from "@service/json";
import { entityAnalysis } from "./index.ts";

const insured = "Blue Harbor Cafe";

function run(input: JsonObject, change: JsonObject = {}) {
  const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig({ ...entityAnalysis.preset(), ...change }));
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "acct", client_key: "c_1", kind: "account", label: insured },
      ...input,
    },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-15T00:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const findings = objectsIn(result.output.findings);
  return {
    result,
    findings,
    requirements: objectsIn(result.output.requirements),
    workItems: result.workItems,
    of: (rule: string) => findings.find(({ rule_key }) => rule_key === rule),
  };
}

const profile: JsonObject = { naics: "722511", states: ["NY"], revenue: 400_000, employees: 3, owned_vehicles: 1 };
const photos = [{ document_key: "d", kind: "photos", fields: { count: 3 } }];
const liability = {
  policies: [{ policy_key: "g", line: "general_liability", status: "active", expires_on: "2026-12-01" }],
  coverages: [{ policy_key: "g", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }],
};

describe("points that one request settles (ENT-83)", () => {
  test("documents that the file lacks are one finding with one work item", () => {
    const { of, findings, workItems } = run({ profile, documents: photos, records: liability });
    expect(of("application_on_file")).toBeUndefined();
    expect(of("points_documents")).toMatchObject({
      finding_key: "points_documents",
      status: "fail",
      severity: "medium",
      title: "Blue Harbor Cafe lacks 3 current documents in its file",
      detail:
        "Blue Harbor Cafe has no application on file. It has neither a policy nor declarations on file. " +
        "It owns vehicles, and no driver list is on file.",
    });
    const requests = workItems.filter(({ kind }) => kind === "request_document");
    expect(requests.map(({ title, due_on }) => [title, due_on])).toEqual([
      ["Request the documents that the file of Blue Harbor Cafe lacks", "2026-01-29"],
    ]);
    expect(
      findings.filter(({ rule_key }) => (text({ rule_key: rule_key ?? null }, "rule_key") ?? "").endsWith("_on_file")),
    ).toEqual([]);
  });

  test("what contracts ask of one line is one finding, to which its requirements point", () => {
    const contracts = [{ contract_key: "k", party: "Owner", kind: "lease", waiver: true, primary_wording: true }];
    const { of, requirements } = run({ profile, documents: photos, records: { ...liability, contracts } });
    expect(of("points_contract")).toMatchObject({
      finding_key: "points_contract:general_liability",
      title: "Blue Harbor Cafe does not have 2 things that a contract asks for in general liability",
      target: { line: "general_liability" },
    });
    const failed = requirements.filter(
      ({ status, rule_key }) => status === "fail" && rule_key !== "req_statute_workers_compensation",
    );
    expect(failed.map(({ rule_key, finding_key }) => [rule_key, finding_key])).toEqual([
      ["req_contract_waiver", "points_contract:general_liability"],
      ["req_contract_primary", "points_contract:general_liability"],
    ]);
  });

  test("a point that stands alone keeps its own finding", () => {
    const application = { document_key: "a", kind: "application", dated_on: "2026-01-02", text: "Signed" };
    const policyCopy = { document_key: "p", kind: "policy", fields: { pages: 3 } };
    const { of } = run({ profile, documents: [application, policyCopy], records: liability });
    expect(of("points_documents")).toBeUndefined();
    expect(of("driver_list_on_file")).toMatchObject({ finding_key: "driver_list_on_file" });
  });

  test("a checklist shows every point by itself", () => {
    const { of } = run({ profile, documents: photos, records: liability }, { response_type: "checklist" });
    expect(of("points_documents")).toBeUndefined();
    expect(of("application_on_file")).toBeDefined();
    expect(of("driver_list_on_file")).toBeDefined();
  });

  test("the order of the input does not matter (TYPE-3)", () => {
    const documents = [...photos, { document_key: "e", kind: "email", text: "Hello" }];
    const forth = run({ profile, documents, records: liability });
    const back = run({ profile, documents: documents.toReversed(), records: liability });
    expect(JSON.stringify(back.result)).toBe(JSON.stringify(forth.result));
  });
});

test("sources that differ are listed with the place of each value (ENT-82)", () => {
  const documents = [{ document_key: "a", kind: "application", text: "Number of employees: 15" }];
  const { of } = run({ profile: { ...profile, employees: 12 }, documents });
  expect(of("employees")?.detail).toBe(
    "This review of Blue Harbor Cafe uses 12 as stated in what was sent with it. The file also has 15 as stated in the text of a document.",
  );
});
