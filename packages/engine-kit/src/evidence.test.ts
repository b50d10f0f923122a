import { expect, test } from "@jest/globals";
import { EvidenceCollector, evidenceMax, excerptOf } from "./evidence.ts";

test("numbers evidence in the order of first mention and lists a source once (TYPE-43)", () => {
  const evidence = new EvidenceCollector();
  expect(evidence.add({ kind: "fact", ref: { fact: "profile.employees" }, value: 37 })).toBe("e1");
  expect(evidence.add({ kind: "rule", ref: { rule_key: "gap_cyber" } })).toBe("e2");
  expect(evidence.add({ kind: "fact", ref: { fact: "profile.employees" }, value: 37 })).toBe("e1");
  expect(evidence.add({ kind: "fact", ref: { fact: "profile.employees" }, value: 38 })).toBe("e3");
  expect(
    evidence.addAll([
      { kind: "rule", ref: { rule_key: "gap_cyber" } },
      { kind: "rule", ref: { rule_key: "gap_cyber" } },
    ]),
  ).toEqual(["e2"]);
  expect(evidence.list()[0]).toEqual({
    evidence_id: "e1",
    kind: "fact",
    ref: { fact: "profile.employees" },
    value: 37,
  });
});

test("stops at 2,000 and reports it", () => {
  const evidence = new EvidenceCollector();
  for (let index = 0; index < evidenceMax; index += 1)
    evidence.add({ kind: "record", ref: { record_key: String(index) } });
  expect(evidence.isTruncated).toBe(false);
  expect(evidence.add({ kind: "record", ref: { record_key: "one more" } })).toBeUndefined();
  expect(evidence.add({ kind: "record", ref: { record_key: "7" } })).toBe("e8");
  expect(evidence.isTruncated).toBe(true);
  expect(evidence.list()).toHaveLength(evidenceMax);
});

test("cuts excerpts at 300 code points and repairs broken text (TYPE-44)", () => {
  expect([...excerptOf("😀".repeat(400))]).toHaveLength(300);
  expect(excerptOf("😀".repeat(300))).toBe("😀".repeat(300));
  expect(excerptOf("a\ud800b")).toBe("a\ufffdb");
  expect(excerptOf("short")).toBe("short");
});
