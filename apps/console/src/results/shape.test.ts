import { expect, test } from "@jest/globals";
import { isOutputOf, unknownMembers, withoutHoles, withoutWithheld } from "./shape.ts";

const triage = {
  schema_version: 1,
  engine_type: "triage",
  as_of: "2026-11-20T12:00:00Z",
  subject: { kind: "queue", key: null, label: "Intake" },
  headline: "The queue is empty",
  summary: { received: 0 },
  queue: [],
  findings: [],
  evidence: [],
  quality: { missing: [] },
  narrative: { text: "" },
  provenance: {},
};

test("an output is of its own engine type only, and only with its members in their kinds (CON-91)", () => {
  expect(isOutputOf("triage", triage)).toBe(true);
  expect(isOutputOf("diligence", triage)).toBe(false);
  expect(isOutputOf("triage", { ...triage, schema_version: 2 })).toBe(false);
  expect(isOutputOf("triage", { ...triage, queue: {} })).toBe(false);
  expect(isOutputOf("triage", { ...triage, queue: ["sub-1"] })).toBe(false);
  expect(isOutputOf("triage", { ...triage, summary: undefined })).toBe(false);
  expect(isOutputOf("triage", { ...triage, summary: undefined, trimmed: true })).toBe(false);
  expect(isOutputOf("triage", null)).toBe(false);
});

test("matching may be the operator summary", () => {
  const { queue: _queue, findings: _findings, evidence: _evidence, ...kept } = triage;
  const summary = { ...kept, engine_type: "matching", needs: [], top: [], missing_facts: [] };
  expect(isOutputOf("matching", summary)).toBe(false);
  expect(isOutputOf("matching", { ...summary, trimmed: true })).toBe(true);
});

test("members that the view does not know are found", () => {
  expect(unknownMembers("triage", { ...triage, carbon: 3 })).toEqual({ carbon: 3 });
});

test("what a field policy withholds is absent, and what nobody has stays null (CON-92)", () => {
  const output = { ...triage, subject: { key: null, label: null }, queue: [{ "a/b~": null }], summary: null };
  const pointers = new Set(["/output/subject/label", "/output/queue/0/a~1b~0", "/output/summary"]);
  const seen = withoutWithheld(output, "/output", pointers);
  expect(seen).toMatchObject({ subject: { key: null, label: undefined }, queue: [{ "a/b~": undefined }] });
  const { output: whole, names } = withoutHoles(seen, pointers);
  expect(names).toEqual(["summary"]);
  expect(isOutputOf("triage", whole)).toBe(true);
});
