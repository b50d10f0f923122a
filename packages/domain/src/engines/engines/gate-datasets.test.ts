import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type JsonObject, parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { importDataset } from "../datasets/index.ts";
import type { Principal } from "../../identity/access/index.ts";
import { newCaller, openTestDeps, type TestDeps } from "../../testing/index.ts";
import {
  createEngine,
  findEngine,
  presentRelease,
  presentValidation,
  publish,
  readConfig,
  readRelease,
  saveConfig,
  setEngineSettings,
  startGates,
  validateConfig,
} from "./index.ts";

let deps: TestDeps;
let gates: ReturnType<typeof startGates>;
let caller: Principal<"organization_key">;
const slug = "screening";

beforeAll(async () => {
  deps = await openTestDeps();
  gates = startGates(deps, { slots: 4 });
});
afterAll(async () => {
  await gates.stop(0);
  await deps.close();
});

beforeEach(async () => {
  caller = await newCaller(deps);
  await createEngine(deps, caller, { slug, label: "Screening", description: "", engineType: "diligence" });
});

async function importRows(of: Principal<"organization_key">, datasetKey: string, rows: readonly JsonObject[]) {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), "utf8");
  }
  return importDataset(deps, testOperator, {
    organizationId: of.organizationId,
    datasetKey,
    format: "ndjson",
    source: source(),
  });
}

const change = async (changes: JsonObject) =>
  saveConfig(deps, caller, slug, { ...parseJsonObject((await readConfig(deps, caller, slug)).draft), ...changes });
const publishOne = async (request: Parameters<typeof publish>[3] = {}) => publish(deps, caller, slug, request);
const validate = async () => presentValidation(await validateConfig(deps, caller, slug, undefined));
async function gateOf(version: string): Promise<JsonObject> {
  const engine = await findEngine(deps, caller, slug);
  if (!engine) throw new Error("the engine exists");
  return parseJsonObject(JSON.stringify(presentRelease(await readRelease(deps, engine, version)).gate));
}

const setKey = "labelled:known-names";
const entry = (entryId: string, name: string): JsonObject => ({
  entry_id: entryId,
  kind: "organization",
  names: [{ name, strength: "strong" }],
  version: "1",
});
const screened = (caseKey: string, name: string, hits: readonly JsonObject[]): JsonObject => ({
  case_key: caseKey,
  input: { subject: { subject_key: caseKey, kind: "organization", name } },
  labels: { hits: [...hits] },
});
const bluefin = { list_key: "agency", entry_id: "A-1" };
const rows = [
  screened("listed", "Bluefin Dining Group LLC", [bluefin]),
  screened("spelled", "Bluefin Dinning Group", [bluefin]),
  screened("stranger", "Quarry Cleaning Services", []),
];
const list = {
  list_key: "agency",
  dataset_key: "watchlist:agency",
  label: "Agency list",
  severity: "block",
  required: true,
  max_age_days: 30,
};

describe("labelled sets", () => {
  test("a set that is not imported is reported at its path, by validating and by publishing", async () => {
    await change({ evaluation: { labelled_sets: [setKey, "labelled:more"] } });
    // A set of another organization does not count.
    await importRows(await newCaller(deps), setKey, rows);
    await importRows(caller, "labelled:more", rows);
    const issues = [
      {
        path: "/evaluation/labelled_sets/0",
        message: `the dataset "${setKey}" is not imported in this organization`,
      },
    ];
    expect(await validate()).toEqual({
      valid: false,
      issues,
      computed_version: null,
      schema_changes: [],
      gate: null,
    });
    await expect(publishOne()).rejects.toMatchObject({ code: "invalid_engine_config", status: 422, details: issues });
  });

  test("a row without a label or an assertion, or with an unknown label, is refused at import (DATA-20)", async () => {
    const { labels: _labels, ...bare } = screened("bare", "Quarry Cleaning Services", []);
    await expect(importRows(caller, setKey, [bare])).rejects.toMatchObject({
      code: "invalid_request",
      details: [{ field: "line 1, labels" }],
    });
    await expect(importRows(caller, setKey, [{ ...bare, labels: { guess: true } }])).rejects.toMatchObject({
      code: "invalid_request",
      details: [{ field: expect.stringContaining("labels") }],
    });
  });

  test("the issue of a missing set says when the operator's gate names it", async () => {
    const gate = JSON.stringify({ labelled_sets: [setKey] });
    await setEngineSettings(deps, testOperator, caller.organizationId, slug, { gate });
    await expect(publishOne()).rejects.toMatchObject({
      code: "invalid_engine_config",
      details: [{ path: "/evaluation/labelled_sets/0", message: expect.stringContaining("the operator's gate") }],
    });
  });

  test("their metrics are stored in the release with the version and hash of the data", async () => {
    const watchlist = await importRows(caller, "watchlist:agency", [entry("A-1", "Bluefin Dining Group LLC")]);
    const set = await importRows(caller, setKey, rows);
    await change({
      lists: [list],
      evaluation: { labelled_sets: [setKey], metric_thresholds: { recall: 1, false_hit_rate: 0 } },
    });
    expect(await validate()).toMatchObject({
      valid: true,
      gate: { gate: "passed", metrics: { [`${setKey}.recall`]: 1 } },
    });
    await publishOne();
    expect(await gateOf("1.0")).toMatchObject({
      gate: "passed",
      metrics: { [`${setKey}.recall`]: 1, [`${setKey}.false_hit_rate`]: 0 },
      labelled_sets: [{ dataset_key: setKey, version: "1", sha256: set.sha256, rows: 3, measured: 3, refused: 0 }],
      datasets: [
        { dataset_key: setKey, version: "1", sha256: set.sha256 },
        { dataset_key: "watchlist:agency", version: "1", sha256: watchlist.sha256 },
      ],
    });
  });

  test("a metric that drops below the latest release's is refused, unless accepted by name, which is recorded", async () => {
    await importRows(caller, "watchlist:agency", [entry("A-1", "Bluefin Dining Group LLC")]);
    await importRows(caller, setKey, rows);
    await change({ lists: [list], evaluation: { labelled_sets: [setKey] } });
    await publishOne();
    // The active list now lacks the entry; the new label changes the configuration's hash.
    await importRows(caller, "watchlist:agency", [entry("A-2", "Somebody Else Inc.")]);
    await change({ lists: [{ ...list, label: "The agency's list" }] });
    const metric = `${setKey}.recall`;
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_regressed",
      details: { failing: [{ case_key: metric, actual: 0 }] },
    });
    await publishOne({ acceptRegressions: [{ caseKey: metric, reason: "The list was split." }] });
    expect(await gateOf("1.1")).toMatchObject({
      metrics: { [metric]: 0 },
      accepted_regressions: [{ case_key: metric, reason: "The list was split." }],
    });
  });

  test("a missed threshold refuses the release and reports the measured value", async () => {
    await importRows(caller, "watchlist:agency", [entry("A-2", "Somebody Else Inc.")]);
    await importRows(caller, setKey, rows);
    await change({
      lists: [list],
      evaluation: { labelled_sets: [setKey], metric_thresholds: { recall: 0.9 } },
    });
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_failed",
      details: {
        required: { metric_thresholds: { recall: 0.9 } },
        failing: [{ case_key: `${setKey}.recall`, assertion: "metric at least 0.9", actual: 0 }],
      },
    });
  });
});

describe("cases of a configuration with a required list", () => {
  const ownCase = (caseKey: string, name: string, band: string | null): JsonObject => ({
    case_key: caseKey,
    label: "Against the agency's list",
    input: { subject: { subject_key: caseKey, kind: "organization", name } },
    expect: [
      band === null
        ? { path: "/output/summary/strong", op: "eq", value: 0 }
        : { path: `/output/hits/subject:agency:A-1/band`, op: "eq", value: band },
    ],
  });
  const cases = [
    ownCase("listed", "Bluefin Dining Group LLC", "strong"),
    ownCase("again", "Bluefin Dining Group", "strong"),
    ownCase("stranger", "Quarry Cleaning Services", null),
  ];

  test("read the version that is active at publish time, as a run does", async () => {
    // Six of the preset's checks need documents, which these cases lack.
    const checks = [
      { key: "names", kind: "name_screen", severity: "critical", required: true, weight: 40, params: {} },
    ];
    await importRows(caller, "watchlist:agency", [entry("A-1", "Somebody Else Inc.")]);
    await change({ lists: [list], checks, decision: { escalate_on: [], review_on: [] }, evaluation: { cases } });
    await expect(publishOne()).rejects.toMatchObject({ code: "cold_start_gate_failed" });
    const second = await importRows(caller, "watchlist:agency", [entry("A-1", "Bluefin Dining Group LLC")]);
    await publishOne();
    expect(await gateOf("1.0")).toMatchObject({
      gate: "passed",
      datasets: [{ dataset_key: "watchlist:agency", version: "2", sha256: second.sha256 }],
    });
  });

  test("a missing required list is named by the gate", async () => {
    await change({ lists: [list], evaluation: { cases } });
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_not_met",
      details: { actual: { datasets_missing: ["watchlist:agency"] } },
    });
  });

  test("stored rows that do not match their hash are not used", async () => {
    await importRows(caller, "watchlist:agency", [entry("A-1", "Bluefin Dining Group LLC")]);
    await deps.db.pool.query("update dataset_rows set body = replace(body, 'Bluefin', 'Tampered')");
    await change({ lists: [list], evaluation: { cases } });
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_not_met",
      details: { actual: { reason: "dataset_inconsistent" } },
    });
  });
});
