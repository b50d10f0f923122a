import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { canonicalHash, canonicalJson, isJsonArray, type JsonObject } from "@service/json";
import { findEngineType } from "@service/engine-types";
import type { Logger, LogFields } from "@service/runtime";
import { silentLogger } from "@service/runtime";
import { createSignal } from "@service/testing";
import { childrenMax, computeAlone } from "./compute-alone.ts";
import { openComputePool, type ComputePool } from "./compute-pool.ts";
import { configurationText, type ComputeJob } from "./compute-run.ts";

let pool: ComputePool;
let configuration: SharedArrayBuffer;
let configHash: string;
let input: JsonObject;

beforeAll(() => {
  pool = openComputePool({ threads: 2, log: silentLogger });
  const type = findEngineType("comparison");
  if (!type) throw new Error("no comparison");
  const effective = type.effectiveConfig(type.preset());
  configHash = canonicalHash(effective);
  configuration = shared(configurationText(canonicalJson(effective), null));
  input = type.builtInCases()[0]?.input ?? {};
});
afterAll(() => pool.close());

function shared(text: string): SharedArrayBuffer {
  const bytes = Buffer.from(text, "utf8");
  const memory = new SharedArrayBuffer(bytes.length);
  bytes.copy(Buffer.from(memory));
  return memory;
}

let runs = 0;
const job = (changes: Partial<ComputeJob> = {}): ComputeJob => {
  runs += 1;
  return {
    runId: `00000000-0000-4000-8000-${String(runs).padStart(12, "0")}`,
    engineId: "00000000-0000-4000-8000-00000000e000",
    createdAt: "2026-11-21T09:00:00.000Z",
    engineType: "comparison",
    configHash,
    input: JSON.stringify(input),
    offerings: null,
    providerKey: null,
    accepted: null,
    ...changes,
  };
};
const options = (changes: { budgetMs?: number } = {}) => ({
  configuration,
  budgetMs: 60_000,
  onStage: () => undefined,
  log: silentLogger,
  ...changes,
});

/** Thousands of items: seconds of work for the comparison, if it takes them. */
function largeInput(): string {
  const items = isJsonArray(input["items"]) ? input["items"] : [];
  const item = items[0] ?? null;
  return JSON.stringify({ ...input, items: [...items, ...Array.from({ length: 3_000 }, () => item)] });
}

const threadOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

function recordingLogger() {
  const lines = createSignal<{ level: string; fields: LogFields; message: string }>("a line of the log");
  const write = (level: string) => (fields: LogFields, message: string) => lines.send({ level, fields, message });
  const log: Logger = { ...silentLogger, warn: write("warn"), error: write("error"), child: () => log };
  return { log, lines };
}

describe("computing in threads", () => {
  test("each of many concurrent runs gets its own result (OPS-8)", async () => {
    const jobs = Array.from({ length: 60 }, () => job());
    const outcomes = await Promise.all(jobs.map((one) => pool.compute(one, options()).outcome));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: "result", outputPhase: "final" });
  });

  test("a run with an input other than JSON fails alone", async () => {
    const [bad, good] = [pool.compute(job({ input: "{" }), options()), pool.compute(job(), options())];
    expect(await bad.outcome).toMatchObject({ kind: "failure", code: "engine_defect" });
    expect(await good.outcome).toMatchObject({ kind: "result" });
  });

  test("equal inputs give equal bytes, in a thread and in a process", async () => {
    const same = job();
    const [first, second, alone] = await Promise.all([
      pool.compute(same, options()).outcome,
      pool.compute(same, options()).outcome,
      computeAlone(same, options()).outcome,
    ]);
    // Times of stages differ, and belong to no answer (CON-57).
    const timed = { ...first, stageTimes: expect.any(Array) };
    expect(second).toEqual(timed);
    expect(alone).toEqual(timed);
  });

  test("a run over its wall budget ends alone; its neighbours are computed again (OPS-8, TYPE-61)", async () => {
    const small = openComputePool({ threads: 1, log: silentLogger });
    await small.compute(job(), options()).outcome;
    const works = [
      small.compute(job(), options()),
      small.compute(job({ input: largeInput() }), options({ budgetMs: 1 })),
      small.compute(job(), options()),
    ];
    const outcomes = await Promise.all(works.map((work) => work.outcome));
    await small.close();
    expect(outcomes[0]).toMatchObject({ kind: "result" });
    expect(outcomes[2]).toMatchObject({ kind: "result" });
    // On a quick machine it may finish before the first check of the clock.
    expect(["timeout", "failure", "result"]).toContain(outcomes[1]?.kind);
  });

  test("code of an engine sees no environment variable of the process (TYPE-62)", async () => {
    const { log, lines } = recordingLogger();
    const exit = "process.exit(Object.keys(process.env).length === 0 ? 7 : 8)";
    const own = openComputePool({
      threads: 1,
      log,
      threadFile: threadOf(`export function answerRequest() { ${exit}; }`),
    });
    expect(Object.keys(process.env).length).toBeGreaterThan(0);
    await own.compute(job(), options()).outcome;
    let line = await lines.next();
    while (line.message !== "a compute thread died") line = await lines.next();
    expect(line.fields).toMatchObject({ err: { message: expect.stringContaining("7") } });
    await own.close();
  });

  test("abandoning a run settles it at once, and closing abandons runs under way", async () => {
    const own = openComputePool({ threads: 1, log: silentLogger });
    const given = own.compute(job(), options());
    given.abandon();
    expect(await given.outcome).toEqual({ kind: "abandoned" });
    const left = own.compute(job(), options());
    await own.close();
    expect(await left.outcome).toEqual({ kind: "abandoned" });
    expect(await own.compute(job(), options()).outcome).toEqual({ kind: "abandoned" });
  });
});

describe("logs of a computation that breaks", () => {
  test("a thread that dies is logged with its runs and the cause", async () => {
    const { log, lines } = recordingLogger();
    const own = openComputePool({
      threads: 1,
      log,
      threadFile: threadOf(`export function answerRequest() { process.exit(7); }`),
    });
    const given = job();
    expect(await own.compute(given, options()).outcome).toMatchObject({ kind: "crashed" });
    let line = await lines.next();
    // The exit of the thread itself may be logged first.
    while (line.message !== "a compute thread died") line = await lines.next();
    expect(line).toMatchObject({
      level: "error",
      fields: { run_ids: [given.runId], blamed_run_id: given.runId, err: { message: expect.stringContaining("7") } },
    });
    await own.close();
  });

  test("a run whose thread cannot load the engines ends, and the log gives the reason", async () => {
    const { log, lines } = recordingLogger();
    const own = openComputePool({ threads: 1, log, threadFile: threadOf(`process.exit(7);`) });
    expect(await own.compute(job(), options()).outcome).toMatchObject({ kind: "crashed" });
    expect((await lines.next()).fields).toHaveProperty("err");
    await own.close();
  });

  test("a configuration that does not compile fails only its run, with the reason for the log, in a thread and in a process", async () => {
    const broken = { configuration: shared("{"), onStage: () => undefined, budgetMs: 60_000, log: silentLogger };
    const unusable = {
      kind: "failure",
      code: "engine_config_unusable",
      defect: expect.stringContaining("SyntaxError"),
    };
    expect(await pool.compute(job({ configHash: "broken" }), broken).outcome).toMatchObject(unusable);
    expect(await computeAlone(job({ configHash: "broken" }), broken).outcome).toMatchObject(unusable);
  });

  test("a child process that dies is logged with its run and its stderr", async () => {
    const { log, lines } = recordingLogger();
    const given = job();
    expect(await computeAlone(given, { ...options(), log, memoryMb: 8 }).outcome).toMatchObject({ kind: "crashed" });
    expect(await lines.next()).toMatchObject({
      level: "error",
      fields: { run_id: given.runId, signal: "SIGABRT", stderr: expect.stringContaining("heap") },
    });
  });
});

describe("computing alone", () => {
  test("the child is ended at its budget (TYPE-60)", async () => {
    expect(await computeAlone(job(), options({ budgetMs: 1 })).outcome).toMatchObject({ kind: "timeout" });
  });

  test("children beyond the bound wait for their turn, and one that is abandoned meanwhile never starts (RUN-72)", async () => {
    const stages: string[] = [];
    const begun = (name: string) => ({ ...options(), onStage: () => void stages.push(name) });
    const first = Array.from({ length: childrenMax }, (_, index) => computeAlone(job(), begun(`first ${index}`)));
    const dropped = computeAlone(job(), begun("dropped"));
    const last = computeAlone(job(), begun("last"));
    dropped.abandon();
    expect(await dropped.outcome).toEqual({ kind: "abandoned" });
    expect(stages).not.toContain("last");
    for (const { outcome } of [...first, last]) expect(await outcome).toMatchObject({ kind: "result" });
    expect(stages.filter((name) => name.startsWith("first"))).not.toEqual([]);
    expect(stages.indexOf("last")).toBeGreaterThan(stages.indexOf("first 0"));
    expect(stages).not.toContain("dropped");
  });

  test("an abandoned child is ended", async () => {
    const work = computeAlone(job(), options());
    work.abandon();
    expect(await work.outcome).toEqual({ kind: "abandoned" });
  });
});
