import type { CompiledEngine, DeterministicResult, EngineRequest } from "@service/engine-kit";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { comparison } from "../index.ts";

/** Inputs and readers for the tests of this folder. */
export const asOf = "2026-03-01T12:00:00Z";
const runId = "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d";

export function presetEngine(changes: JsonObject = {}): CompiledEngine {
  return comparison.compile(comparison.effectiveConfig({ ...comparison.preset(), ...changes }));
}

export function runInput(
  engine: CompiledEngine,
  input: JsonObject,
  datasets: EngineRequest["datasets"] = new Map(),
): DeterministicResult {
  return engine.run({
    input,
    offerings: undefined,
    runId,
    createdAt: asOf,
    datasets,
    onStage: () => undefined,
  });
}

/** The result of a run; throws when the run failed. */
export function answer(
  engine: CompiledEngine,
  input: JsonObject,
): Extract<DeterministicResult, { output: JsonObject }> {
  const result = runInput(engine, input);
  if (result.status === "failed") throw new Error(`${result.code}: ${result.error}`);
  return result;
}

/** The value at `/a/0/b` of a document; list elements may be named by their `key`. */
export function at(document: Json, path: string): Json | undefined {
  let here: Json | undefined = document;
  for (const step of path.split("/").slice(1)) {
    if (isJsonArray(here)) {
      const list: readonly Json[] = here;
      here = /^\d+$/.test(step)
        ? list[Number(step)]
        : list.find((element) => isJsonObject(element) && keyOf(element) === step);
    } else here = isJsonObject(here) ? here[step] : undefined;
  }
  return here;
}

export function list(document: Json, path: string): readonly JsonObject[] {
  const value = at(document, path);
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function keyOf(element: JsonObject): Json | undefined {
  return element["key"] ?? element["solution_key"] ?? element["finding_key"];
}

export function cover(line: string, coverage: string, terms: JsonObject = {}): JsonObject {
  return { line, coverage, included: true, ...terms };
}

export function flat(amount: number): JsonObject {
  return { type: "flat", amount };
}

/** A quote over the year from 2026-04-01; `extra` replaces any of it. */
export function quote(key: string, coverages: readonly JsonObject[], extra: JsonObject = {}): JsonObject {
  return {
    key,
    kind: "quote",
    label: `Offer ${key}`,
    carrier: { name: `Carrier ${key}`, rating: "A", admitted: true },
    effective_on: "2026-04-01",
    expires_on: "2027-04-01",
    premium: { base: 10_000 },
    coverages,
    ...extra,
  };
}

/** The expiring policy: the year before the quotes. */
export function policy(key: string, coverages: readonly JsonObject[], extra: JsonObject = {}): JsonObject {
  return quote(key, coverages, { kind: "policy", effective_on: "2025-04-01", expires_on: "2026-04-01", ...extra });
}

export function input(items: readonly JsonObject[], extra: JsonObject = {}): JsonObject {
  return { as_of: asOf, subject: { key: "s1", label: "Blue Harbor Cafe" }, items, ...extra };
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
