import type { CompiledEngine, DeterministicResult, LoadedDataset } from "@service/engine-kit";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { matching } from "../index.ts";

/** Inputs and readers for the tests of this folder. */
export const asOf = "2026-03-01T12:00:00Z";
const runId = "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d";

export function presetEngine(changes: JsonObject = {}): CompiledEngine {
  return matching.compile(matching.effectiveConfig({ ...matching.preset(), ...changes }));
}

export function runInput(
  engine: CompiledEngine,
  input: JsonObject,
  offerings: readonly JsonObject[] | undefined,
  datasets: readonly LoadedDataset[] = [],
): DeterministicResult {
  return engine.run({
    input,
    offerings,
    runId,
    createdAt: asOf,
    datasets: new Map(datasets.map((dataset) => [dataset.datasetKey, dataset])),
    onStage: () => undefined,
  });
}

export type Answer = Extract<DeterministicResult, { output: JsonObject }>;

/** The result of a run; throws when the run failed. */
export function answer(
  engine: CompiledEngine,
  input: JsonObject,
  offerings: readonly JsonObject[] | undefined,
  datasets: readonly LoadedDataset[] = [],
): Answer {
  const result = runInput(engine, input, offerings, datasets);
  if (result.status === "failed") throw new Error(`${result.code}: ${result.error}`);
  return result;
}

const names = ["key", "solution_key", "offering_key", "need_key", "finding_key", "dimension", "fact"] as const;

/** The value at `/a/0/b` of a document; list elements may be named by their key. */
export function at(document: Json, path: string): Json | undefined {
  let here: Json | undefined = document;
  for (const step of path.split("/").slice(1)) {
    if (isJsonArray(here)) {
      const list: readonly Json[] = here;
      here = /^\d+$/.test(step)
        ? list[Number(step)]
        : list.find((element) => isJsonObject(element) && names.some((name) => element[name] === step));
    } else here = isJsonObject(here) ? here[step] : undefined;
  }
  return here;
}

/** A value of the solutions of an answer. */
export function solved(result: Answer, path: string): Json | undefined {
  return at(result.solutions ?? [], path);
}

/** The eligibility of the one offering of a run. */
export function eligibilityOf(input: JsonObject, one: JsonObject, changes: JsonObject = {}): Json | undefined {
  return solved(answer(presetEngine(changes), input, [one]), "/0/eligibility") ?? "rejected";
}

export function need(extra: JsonObject = {}): JsonObject {
  return { need_key: "gl", line: "general_liability", effective_on: "2026-04-01", coverages: [], ...extra };
}

export function input(extra: JsonObject = {}, risk: JsonObject = {}): JsonObject {
  return {
    as_of: asOf,
    client: { key: "northgate", label: "Northgate Roofing" },
    needs: [need()],
    risk: { naics: "238160", states: ["TX"], primary_state: "TX", revenue: 1_200_000, ...risk },
    ...extra,
  };
}

/** An open offering of general liability; `extra` replaces any of it. */
export function offering(key: string, extra: JsonObject = {}): JsonObject {
  return {
    offering_key: key,
    carrier_key: `c-${key}`,
    carrier_name: `Carrier ${key}`,
    product: `Product ${key}`,
    lines: ["general_liability"],
    status: "active",
    market: "admitted",
    appointed: true,
    states: { include: ["*"] },
    appetite: [],
    default_appetite: "standard",
    coverages: [],
    ...extra,
  };
}

/** Small seeded generator (mulberry32): property tests repeat exactly. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
