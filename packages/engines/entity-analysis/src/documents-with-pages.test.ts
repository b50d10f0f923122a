import { describe, expect, test } from "@jest/globals";
import { documentDatasetKey, documentLines, type EngineRequest, type StoredText } from "@service/engine-kit";
import { compileSchema, type JsonObject, parseJsonObject } from "@service/json";
import { entityAnalysis } from "./index.ts";

const effective = entityAnalysis.effectiveConfig(entityAnalysis.preset());
const engine = entityAnalysis.compile(effective);
const declarations = [
  "DECLARATIONS",
  "Carrier: Granite Mutual",
  "Named Insured: Blue Harbor LLC",
  "Policy number: GM100",
  "Effective date: 03/15/2026",
  "Expiration date: 03/15/2027",
  "Premium: $8,400",
  "General liability",
  "Each Occurrence: $1,000,000",
  "General Aggregate: $2,000,000",
].join("\n");

function inputOf(document: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    as_of: "2026-06-01T00:00:00Z",
    subject: { key: "s", kind: "account", label: "Blue Harbor" },
    profile: { employees: 12 },
    documents: [{ document_key: "dec", kind: "policy", ...document }],
    ...more,
  };
}

function run(input: JsonObject, datasets: EngineRequest["datasets"] = new Map()) {
  expect(engine.validateInput(input)).toEqual([]);
  const result = engine.run({
    input,
    offerings: undefined,
    runId: "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d",
    createdAt: "2026-06-01T00:00:00Z",
    datasets,
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const { output } = result;
  expect(compileSchema(entityAnalysis.responseSchema(effective))({ output })).toEqual([]);
  return { output, text: JSON.stringify(output), warnings: result.warnings.map(({ message }) => message) };
}

function stored(ref: string, text: StoredText): EngineRequest["datasets"] {
  const datasetKey = documentDatasetKey(ref);
  const rows = documentLines(text).map(parseJsonObject);
  return new Map([
    [datasetKey, { datasetKey, version: "1", sha256: "0".repeat(64), asOf: "2026-01-01T00:00:00Z", rows }],
  ]);
}

/** The same policy, sent as records. */
const records = {
  policies: [
    {
      policy_key: "document:dec",
      policy_number: "GM100",
      carrier_name: "Granite Mutual",
      lines: ["general_liability"],
      effective_on: "2026-03-15",
      expires_on: "2027-03-15",
      premium: 8400,
    },
  ],
  coverages: [
    { coverage_key: "document:dec:0", coverage: "each_occurrence", limit: 1_000_000 },
    { coverage_key: "document:dec:1", coverage: "general_aggregate", limit: 2_000_000 },
  ].map((coverage) => ({ ...coverage, policy_key: "document:dec", line: "general_liability", included: true })),
};

describe("documents with pages", () => {
  test("ENT-88: declarations stand for policies and coverages that the caller does not give", () => {
    const { output: read } = run(inputOf({ pages: [declarations, "A letter"] }));
    const { output: given } = run(inputOf({ pages: [declarations, "A letter"] }, { records }));
    for (const part of ["summary", "gaps", "requirements", "findings", "counters"])
      expect(read[part]).toEqual(given[part]);
    expect(read["documents"]).toMatchObject([
      { document_key: "dec", status: "read", kind: "declarations", page_count: 2 },
    ]);
    expect(JSON.stringify(read["documents"])).toContain('"field":"insured","value":"Blue Harbor LLC","page":1');
  });

  test("ENT-88: what the caller gives wins, and a text without pages stays a text", () => {
    const own = { policies: [{ policy_key: "p", line: "cyber", status: "active" }] };
    expect(run(inputOf({ pages: [declarations] }, { records: own })).text).not.toContain("document:dec");
    const { output } = run(inputOf({ text: declarations }));
    expect(output).not.toHaveProperty("documents");
    expect(JSON.stringify(output)).not.toContain("document:dec");
  });

  test("ENT-88: where the words do not say what a document is, the caller's kind does", () => {
    const unnamed = declarations.replace("DECLARATIONS\n", "");
    const countOf = (kind: string) => run(inputOf({ kind, pages: [unnamed] })).output["counters"];
    expect(countOf("policy")).toMatchObject({ active_policies: { value: 1 }, active_premium: { value: 8400 } });
    expect(countOf("contract")).toMatchObject({ active_policies: { value: null } });
  });

  test("ENT-88: a quote is not in force", () => {
    const { output, text } = run(inputOf({ pages: [declarations.replace("DECLARATIONS", "QUOTE")] }));
    expect(output["documents"]).toMatchObject([{ kind: "quote" }]);
    expect(text).not.toContain("document:dec");
  });

  test("ENT-88: a wording that is not known leaves the coverages of its line open", () => {
    const odd = `${declarations}\nZebra rider limit: $5,000`;
    const { output, warnings } = run(inputOf({ pages: [odd] }));
    expect(warnings).toContain(
      "Document dec states coverages of 1 line in words that are not known or leaves them open, so those of general liability are not listed.",
    );
    expect(JSON.stringify(output)).not.toContain("document:dec:0");
  });

  test("ENT-87: a value is cited on its page", () => {
    const application = { kind: "application", pages: ["A letter", "Number of employees: 14"] };
    const { output } = run(inputOf(application, { profile: { revenue: 1 } }));
    expect(output["profile"]).toMatchObject({ employees: { value: 14 } });
    expect(output["evidence"]).toContainEqual(
      expect.objectContaining({
        ref: { document_key: "dec", page: 2, start: 21, end: 23 },
        excerpt: "Number of employees: 14",
      }),
    );
  });

  test("ENT-87: a stored document is read from what was loaded of it", () => {
    const ref = `sb_${"0".repeat(32)}`;
    const { output } = run(
      inputOf({ source_blob_ref: ref }),
      stored(ref, { kind: "text", pages: [declarations], isCut: false }),
    );
    expect(output["documents"]).toMatchObject([{ document_key: "dec", source_blob_ref: ref, kind: "declarations" }]);
    expect(JSON.stringify(output["provenance"])).toContain(`documents:${ref}`);
    const unread = run(inputOf({ source_blob_ref: ref }), stored(ref, { kind: "unread", reason: "withheld" }));
    expect(unread.output["documents"]).toMatchObject([{ status: "unread", reason: "withheld" }]);
    expect(unread.warnings).toContain(
      "Document dec was not read: the field policy withholds its text from the person of the run.",
    );
  });

  test("ENT-87: wants the stored documents without text and fields, none of them required", () => {
    const documents = [
      { document_key: "a", kind: "policy", source_blob_ref: "sb_1" },
      { document_key: "b", kind: "policy", source_blob_ref: "sb_2", text: "x" },
      { document_key: "c", kind: "policy", source_blob_ref: "sb_3", fields: { a: 1 } },
    ];
    expect(entityAnalysis.documentsWanted?.(inputOf({ text: "x" }, { documents }))).toEqual([
      { ref: "sb_1", field: "documents[0].source_blob_ref", isRequired: false },
    ]);
  });

  test("TYPE-28: text and pages together are refused, and so are too many characters", () => {
    const issuesOf = (document: JsonObject) => engine.validateInput(inputOf(document)).map(({ field }) => field);
    expect(issuesOf({ text: "x", pages: ["x"] })).toEqual(["documents[0].pages"]);
    expect(issuesOf({ pages: Array.from({ length: 3 }, () => "a".repeat(150_000)) })).toEqual(["documents[0].pages"]);
  });
});
