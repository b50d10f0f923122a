import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { canonicalHash, canonicalJson, findEngineType, isJsonArray, type JsonObject } from "@service/engine-types";
import { computeAlone } from "./compute-alone.ts";
import { openComputePool, type ComputePool } from "./compute-pool.ts";
import { configurationText, type ComputeJob } from "./compute-run.ts";

let pool: ComputePool;
let configuration: SharedArrayBuffer;
let configHash: string;
let input: JsonObject;

beforeAll(() => {
  pool = openComputePool({ threads: 2 });
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
  ...changes,
});

/** Thousands of items: seconds of work for the comparison, if it takes them. */
function largeInput(): string {
  const items = isJsonArray(input["items"]) ? input["items"] : [];
  const item = items[0] ?? null;
  return JSON.stringify({ ...input, items: [...items, ...Array.from({ length: 3_000 }, () => item)] });
}

describe("computing in threads", () => {
  test("many runs at once are answered each with its own result", async () => {
    const jobs = Array.from({ length: 60 }, () => job());
    const outcomes = await Promise.all(jobs.map((one) => pool.compute(one, options()).outcome));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: "result", outputPhase: "final" });
  });

  test("a run whose input is no JSON fails by itself", async () => {
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
    expect(second).toEqual(first);
    expect(alone).toEqual(first);
  });

  test("a run over its wall budget ends alone; its neighbours are computed again", async () => {
    const small = openComputePool({ threads: 1 });
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
    // On a quick machine it may be done before the first look at the clock.
    expect(["timeout", "failure", "result"]).toContain(outcomes[1]?.kind);
  });

  test("an abandoned run is answered at once, and closing abandons what is under way", async () => {
    const own = openComputePool({ threads: 1 });
    const given = own.compute(job(), options());
    given.abandon();
    expect(await given.outcome).toEqual({ kind: "abandoned" });
    const left = own.compute(job(), options());
    await own.close();
    expect(await left.outcome).toEqual({ kind: "abandoned" });
    expect(await own.compute(job(), options()).outcome).toEqual({ kind: "abandoned" });
  });
});

describe("computing alone", () => {
  test("the child is ended at its budget", async () => {
    expect(await computeAlone(job(), options({ budgetMs: 1 })).outcome).toMatchObject({ kind: "timeout" });
  });

  test("an abandoned child is ended", async () => {
    const work = computeAlone(job(), options());
    work.abandon();
    expect(await work.outcome).toEqual({ kind: "abandoned" });
  });
});
