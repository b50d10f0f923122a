import { expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { boundOutput } from "./output-bounds.ts";

const envelope = (parts: JsonObject): JsonObject => ({
  headline: "x",
  findings: [],
  evidence: [],
  provenance: { heads: null, truncated: false },
  ...parts,
});

test("leaves an output within its caps as it is", () => {
  const output = envelope({ findings: [{ finding_key: "a" }] });
  expect(boundOutput(output, [{ rank: 1 }])).toEqual({ output, solutions: [{ rank: 1 }], truncated: false });
  expect(boundOutput(output, undefined)).toEqual({ output, truncated: false });
});

test("caps findings, evidence and solutions and marks the output (TYPE-46, TYPE-48)", () => {
  const many = (length: number): JsonObject[] => Array.from({ length }, (_, index) => ({ n: index }));
  const bounded = boundOutput(envelope({ findings: many(1001), evidence: many(2001) }), many(101));
  expect(bounded.truncated).toBe(true);
  expect(bounded.output.findings).toHaveLength(1000);
  expect(bounded.output.evidence).toHaveLength(2000);
  expect(bounded.solutions).toHaveLength(100);
  expect(bounded.output.provenance).toEqual({ heads: null, truncated: true });
});

test("cuts the largest list from its tail until the bytes fit, wherever it lies (TYPE-47)", () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({ n: index, text: "é".repeat(100) }));
  const output = envelope({ matrix: { rows }, findings: [{ finding_key: "keep" }] });
  const bounded = boundOutput(output, undefined, 50_000);
  expect(bounded.truncated).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(bounded.output))).toBeLessThanOrEqual(50_000);
  expect(Buffer.byteLength(JSON.stringify(bounded.output))).toBeGreaterThan(48_000);
  expect(JSON.stringify(bounded.output.matrix)).toContain('"n":0');
  expect(bounded.output.findings).toEqual([{ finding_key: "keep" }]);
  expect(boundOutput(output, undefined, 50_000)).toEqual(bounded);
});

test("brings ten megabytes within eight in well under a second", () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ n: index, text: "x".repeat(500) }));
  const startedAt = performance.now();
  const bounded = boundOutput(envelope({ matrix: { rows } }), undefined);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(Buffer.byteLength(JSON.stringify({ output: bounded.output }))).toBeLessThanOrEqual(8 * 1024 * 1024 + 20);
});
