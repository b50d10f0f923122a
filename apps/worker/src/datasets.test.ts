import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { engineTypeNames, type EngineTypeName } from "@service/contract";
import type { Database } from "@service/db";
import { importDataset, type ImportedDataset } from "@service/domain/datasets";
import { submitRun, waitForRun } from "@service/domain/runs";
import { newCaller, openTestDeps, publishEngine, submissionOf, type TestDeps } from "@service/domain/testing";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import type { Queue } from "@service/queue";
import { silentLogger, startTracing, type Tracing } from "@service/runtime";
import { waitFor, testOperator } from "@service/testing";
import { openComputePool, type ComputePool } from "./compute/compute-pool.ts";
import { openConfigurations } from "./configurations.ts";
import { openDatasets } from "./datasets.ts";
import { RunWorker } from "./run-worker.ts";
import { noWorkerMetrics } from "./worker-metrics.ts";

let db: Database;
let queue: Queue;
let deps: TestDeps;
let tracing: Tracing;
let pool: ComputePool;
let worker: RunWorker | undefined;

beforeAll(async () => {
  deps = await openTestDeps();
  ({ db, queue } = deps);
  tracing = await startTracing({ endpoint: undefined, process: "test", log: silentLogger });
  pool = openComputePool({ threads: 2, log: silentLogger });
  await waitFor(() => queue.ready());
});
afterEach(async () => {
  await worker?.stop(0);
  worker = undefined;
});
afterAll(async () => {
  await pool.close();
  await deps.close();
});

function startRunWorker(): void {
  worker = new RunWorker({
    db,
    queue,
    log: silentLogger,
    tracing,
    metrics: noWorkerMetrics,
    tools: { configurations: openConfigurations(db), datasets: openDatasets(deps), pool, models: undefined },
    owner: `test:${randomUUID()}`,
    engineTypes: engineTypeNames,
    slots: 16,
    silenceSeconds: 180,
    firstSilenceSeconds: 900,
    cancelPollSeconds: 1,
  });
  worker.start();
}

type Bench = {
  importRows(datasetKey: string, rows: readonly JsonObject[]): Promise<ImportedDataset>;
  submit(input: JsonObject, offerings?: readonly JsonObject[]): Promise<string>;
  /** The finished run. */
  run(input: JsonObject, offerings?: readonly JsonObject[]): Promise<Finished>;
};
type Finished = {
  readonly status: string;
  readonly details: Json;
  readonly output: JsonObject;
  readonly solutions: Json;
};

async function bench(engineType: EngineTypeName): Promise<Bench> {
  const caller = await newCaller(deps);
  const { organizationId } = caller;
  const engine = await publishEngine(deps, caller, { slug: "engine", engineType });
  async function submit(input: JsonObject, offerings?: readonly JsonObject[]): Promise<string> {
    const { runId } = await submitRun(deps, submissionOf(caller, engine, input, { offerings, principal: "p1" }));
    return runId;
  }
  return {
    submit,
    async importRows(datasetKey, rows) {
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text, "utf8");
      }
      return importDataset(deps, testOperator, { organizationId, datasetKey, format: "ndjson", source: source() });
    },
    run: async (input, offerings) => finished(await submit(input, offerings)),
  };
}

async function finished(runId: string): Promise<Finished> {
  await waitForRun(deps, runId, { waitMs: 120_000, signal: new AbortController().signal });
  const { rows } = await db.pool.query<{
    status: string;
    details: string | null;
    output: string | null;
    solutions: string | null;
  }>(
    `select r.status, r.error_details as details, p.output, p.solutions
     from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
    [runId],
  );
  const [row] = rows;
  if (!row) throw new Error("no run");
  const output = parseJson(row.output ?? "{}");
  return {
    status: row.status,
    details: parseJson(row.details ?? "null"),
    output: isJsonObject(output) ? output : {},
    solutions: parseJson(row.solutions ?? "null"),
  };
}

const datasetsOf = ({ output }: Finished): Json =>
  isJsonObject(output["provenance"]) ? (output["provenance"]["datasets"] ?? null) : null;

const artisan = findEngineType("matching")
  ?.builtInCases()
  .find(({ case_key }) => case_key === "artisan_contractor");
const need = artisan?.input ?? {};
const markets = artisan?.offerings ?? [];

describe("matching", () => {
  test("reads its configured dataset, and recommends the same as from offerings in the request", async () => {
    const { importRows, run } = await bench("matching");
    const imported = await importRows("offerings", markets);
    startRunWorker();
    const fromDataset = await run(need);
    expect(datasetsOf(fromDataset)).toEqual([{ dataset_key: "offerings", version: "1", sha256: imported.sha256 }]);
    const fromRequest = await run(need, markets);
    expect(datasetsOf(fromRequest)).toEqual([]);
    expect([fromDataset.status, fromRequest.status]).toEqual(["completed", "completed"]);
    expect(solutionKeys(fromDataset)).toEqual(solutionKeys(fromRequest));
    expect(solutionKeys(fromDataset).length).toBeGreaterThan(0);
  });

  test("a run submitted after an import sees the new version, even when the old one is cached (DATA-9)", async () => {
    const { importRows, run } = await bench("matching");
    await importRows("offerings", markets.slice(0, 1));
    startRunWorker();
    expect((await run(need)).output).toMatchObject({ summary: { offerings_considered: 1 } });
    const second = await importRows("offerings", markets);
    const after = await run(need);
    expect(after.output).toMatchObject({ summary: { offerings_considered: markets.length } });
    expect(datasetsOf(after)).toMatchObject([{ version: "2", sha256: second.sha256 }]);
  });

  test("the dataset of another organization is invisible", async () => {
    await (await bench("matching")).importRows("offerings", markets);
    const { run } = await bench("matching");
    startRunWorker();
    expect(await run(need)).toMatchObject({ status: "failed", details: { code: "no_offerings" } });
  });

  test("an attempt after a reclaim reads it in its child process", async () => {
    const { importRows, submit } = await bench("matching");
    await importRows("offerings", markets);
    const runId = await submit(need);
    await db.pool.query("update runs set reclaims = 1 where id = $1", [runId]);
    startRunWorker();
    expect(datasetsOf(await finished(runId))).toMatchObject([{ dataset_key: "offerings", version: "1" }]);
  });

  test("rows that do not match their hash fail the run (DATA-3)", async () => {
    const { importRows, run } = await bench("matching");
    const { sha256 } = await importRows("offerings", markets);
    await db.pool.query(
      `update dataset_rows set body = replace(body, 'Acme Mutual', 'Acme Mutant')
       where version_id = (select id from dataset_versions where sha256 = $1 order by created_at desc limit 1)`,
      [sha256],
    );
    startRunWorker();
    expect(await run(need)).toMatchObject({
      status: "failed",
      details: { code: "dataset_inconsistent", stage: "load" },
    });
  });
});

test("opportunity reports changes since the previous run of its subject (DATA-32, OPP-63)", async () => {
  const input = findEngineType("opportunity").builtInCases()[0]?.input ?? {};
  const rowsOf = ({ output }: Finished): JsonObject[] => {
    const rows = output["opportunities"];
    return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
  };
  const changesOf = (of: Finished): Json[] => [...new Set(rowsOf(of).map((row) => row["change"] ?? null))];
  const { run, submit } = await bench("opportunity");
  startRunWorker();
  const firstId = await submit(input);
  const first = await finished(firstId);
  expect([first.status, changesOf(first)]).toEqual(["completed", ["new"]]);
  expect(first.output).toMatchObject({ provenance: { heads: null } });
  const second = await run({ ...input, as_of: "2026-01-16T00:00:00Z" });
  expect(changesOf(second)).toEqual(["unchanged"]);
  expect(second.output).toMatchObject({ provenance: { heads: { previous_run: { version: firstId } } } });
  expect(rowsOf(second)[0]).toMatchObject({ first_seen_at: input["as_of"], last_seen_at: "2026-01-16T00:00:00Z" });
  // Remove all exposures that led to the gaps.
  const changed = JSON.stringify(input).replaceAll(/"attributes":\{[^}]*\}/g, (attributes) =>
    attributes.replaceAll("true", "false").replaceAll(/:\d+/g, ":0"),
  );
  const less = parseJson(changed);
  if (!isJsonObject(less)) throw new Error("not an input");
  expect(changesOf(await run(less))).toContain("resolved");
});

test("the main thread never parses the previous run's result, not even for a run computed alone", async () => {
  const input = findEngineType("opportunity").builtInCases()[0]?.input ?? {};
  const { submit } = await bench("opportunity");
  startRunWorker();
  const firstId = await submit(input);
  await finished(firstId);
  await worker?.stop(0);
  // Parsing it fails: a thread reports a defect of this run, the main thread would report "internal".
  await db.pool.query("update run_payloads set output = '{' where run_id = $1", [firstId]);
  const inThread = await submit({ ...input, as_of: "2026-01-16T00:00:00Z" });
  const alone = await submit({ ...input, as_of: "2026-01-17T00:00:00Z" });
  await db.pool.query("update runs set reclaims = 1 where id = $1", [alone]);
  startRunWorker();
  for (const runId of [inThread, alone])
    expect(await finished(runId)).toMatchObject({ status: "failed", details: { code: "engine_defect" } });
});

test("diligence screens against the imported list", async () => {
  const { importRows, run } = await bench("diligence");
  const { sha256 } = await importRows("watchlist:demo", [
    { entry_id: "W-1", kind: "person", names: [{ name: "Aleksandr Zakharov", strength: "strong" }], version: "3" },
  ]);
  startRunWorker();
  const screened = await run({ subject: { subject_key: "s1", kind: "person", name: "Alexander Zacharov" } });
  expect(screened.output).toMatchObject({ hits: [{ list_key: "watch_demo", entry_id: "W-1" }] });
  expect(datasetsOf(screened)).toEqual([{ dataset_key: "watchlist:demo", version: "1", sha256 }]);
});

function solutionKeys({ solutions }: Finished): readonly Json[] {
  return Array.isArray(solutions)
    ? solutions.filter(isJsonObject).map((solution) => solution["solution_key"] ?? null)
    : [];
}
