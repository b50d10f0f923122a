import { expect, test } from "@jest/globals";
import type { EngineRequest } from "@service/engine-kit";
import { type JsonObject, part } from "@service/json";
import { at, cover, input, policy, presetEngine, quote, runInput } from "../cases/sample-inputs.ts";
import { comparison } from "../index.ts";

const engine = presetEngine();
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const building = cover("commercial_property", "building", { limit: 500_000 });

function datasets(rows: { readonly [family: string]: readonly JsonObject[] }): EngineRequest["datasets"] {
  return new Map(
    Object.entries(rows).map(([family, of]) => {
      const datasetKey = `records:${family}`;
      return [datasetKey, { datasetKey, version: "7", sha256: family, asOf: "2026-03-01T00:00:00Z", rows: of }];
    }),
  );
}

const onFile = {
  policy_key: "p_1",
  policy_number: "N1",
  carrier_key: "ca_1",
  line: "general_liability",
  effective_on: "2025-04-01",
  expires_on: "2026-04-01",
  premium: 9_000,
};
const loaded = {
  policies: [onFile],
  coverages: [
    { coverage_key: "cv_1", policy_key: "p_1", client_key: "c_1", coverage: "each_occurrence", limit: 1_000_000 },
    { coverage_key: "cv_2", policy_key: "p_1", ...building },
    { coverage_key: "cv_3", policy_key: "p_2", ...building, limit: 1 },
  ],
  carriers: [{ carrier_key: "ca_1", name: "Acme Casualty", rating: "A" }],
};
const items = (baseline: JsonObject) => input([baseline, quote("q", [gl, building])], { baseline_key: "exp" });
const reference = { key: "exp", records_ref: { policy_key: "p_1" } };

test("an item by records_ref is compared as an inline item that says the same (CMP-106)", () => {
  const written = policy("exp", [gl, building], {
    label: "Acme Casualty policy N1",
    carrier: { key: "ca_1", name: "Acme Casualty", rating: "A" },
    premium: { base: 9_000 },
  });
  const inline = runInput(engine, items(written));
  const fromRecords = runInput(engine, items(reference), datasets(loaded));
  if (inline.status === "failed" || fromRecords.status === "failed") throw new Error("a run failed");
  const { provenance, ...output } = fromRecords.output;
  expect(output).toEqual({ ...inline.output, provenance: undefined });
  expect(fromRecords.solutions).toEqual(inline.solutions);
  expect(fromRecords.status).toBe("completed");
  expect(at(provenance ?? null, "/datasets")).toEqual([
    { dataset_key: "records:carriers", version: "7", sha256: "carriers" },
    { dataset_key: "records:coverages", version: "7", sha256: "coverages" },
    { dataset_key: "records:policies", version: "7", sha256: "policies" },
  ]);
  expect(part(inline.output, "provenance")["datasets"]).toEqual([]);
});

test("a policy without an end of its term is left out, one without a premium has no price (CMP-17, CMP-102)", () => {
  const read = (policies: readonly JsonObject[]) =>
    runInput(engine, items(reference), datasets({ ...loaded, policies }));
  const { expires_on: _end, premium: _premium, ...open } = onFile;
  expect(read([open]).status).toBe("failed");
  const free = read([{ ...open, expires_on: "2026-04-01", premium: -5 }]);
  if (free.status === "failed") throw new Error(free.error);
  expect(at(free.output, "/items/exp/totals/premium")).toBeNull();
});

test("references ask for their policies, once each and of one connection (REC-70, CMP-5)", () => {
  const two = input([
    { key: "a", records_ref: { policy_key: "p_1" } },
    { key: "b", records_ref: { policy_key: "p_1", connection_id: "x" } },
  ]);
  expect(comparison.recordsWanted?.(two)).toMatchObject({ connectionId: "x", clientKeys: null, policyKeys: ["p_1"] });
  expect(comparison.recordsWanted?.(items(policy("exp", [gl])))).toBeUndefined();
  const mixed = input([
    { key: "a", records_ref: { policy_key: "p_1", connection_id: "y" } },
    { key: "b", records_ref: { policy_key: "p_1", connection_id: "x" } },
  ]);
  expect(engine.validateInput(mixed)).toEqual([
    { field: "items", message: "all records_ref must name one connection" },
  ]);
});
