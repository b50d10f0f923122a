import type { CompiledEngine, DeterministicResult, LoadedDataset } from "@service/engine-kit";
import { canonicalHash, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { diligence } from "../index.ts";

/** An engine on the preset with `changes` to its configuration. */
export function engineWith(changes: JsonObject = {}): CompiledEngine {
  return diligence.compile(diligence.effectiveConfig({ ...diligence.preset(), ...changes }));
}

export const usual = engineWith();
/** Without any configured list, so that the entries of the request are all there is to search. */
export const inline = engineWith({ lists: [] });

export type Completed = Extract<DeterministicResult, { status: "completed" | "degraded" }>;

export function run(
  engine: CompiledEngine,
  input: JsonObject,
  datasets: readonly LoadedDataset[] = [],
): DeterministicResult {
  return engine.run({
    input: { as_of: "2026-01-15T00:00:00Z", ...input },
    offerings: undefined,
    runId: "0b7d1f0e-62a4-4b5e-9d0c-5c2f7f6a1e11",
    createdAt: "2026-01-01T00:00:00Z",
    datasets: new Map(datasets.map((dataset) => [dataset.datasetKey, dataset])),
    onStage: () => undefined,
  });
}

/** The run's answer; a failed run is a failed test. */
export function answerOf(
  engine: CompiledEngine,
  input: JsonObject,
  datasets: readonly LoadedDataset[] = [],
): Completed {
  const result = run(engine, input, datasets);
  if (result.status === "failed") throw new Error(`${result.stage}: ${result.code} ${result.error}`);
  return result;
}

export function organization(name: string, more: JsonObject = {}): JsonObject {
  return { subject: { subject_key: "s1", kind: "organization", name, ...more } };
}

export function person(name: string, more: JsonObject = {}): JsonObject {
  return { subject: { subject_key: "s1", kind: "person", name, ...more } };
}

/** List entries of one strong name each, by id, of a kind that subjects of every kind meet. */
export function entries(names: { readonly [id: string]: string }, more: JsonObject = {}): JsonObject[] {
  return Object.entries(names).map(([id, name]) => ({
    entry_id: id,
    kind: "unknown",
    names: [{ name, strength: "strong" }],
    version: "1",
    ...more,
  }));
}

export function watchlist(rows: readonly JsonObject[], more: Partial<LoadedDataset> = {}): LoadedDataset {
  return { datasetKey: "watchlist:demo", version: "7", sha256: canonicalHash(rows), asOf: "2026-01-14", rows, ...more };
}

/** A string, or a number written as a string. */
export function scalarText(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The value at a JSON Pointer without escapes, `undefined` where the path ends. */
export function at(document: Json | undefined, pointer: string): Json | undefined {
  let value = document;
  for (const token of pointer.split("/").slice(1)) {
    if (isJsonArray(value)) value = value[Number(token)];
    else value = isJsonObject(value) ? value[token] : undefined;
  }
  return value;
}

export function listAt(document: Json | undefined, pointer: string): readonly JsonObject[] {
  const value = at(document, pointer);
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

/** `hit_key`, score and band of every hit, in the order of the output. */
export function hitsOf({ output }: Completed): readonly string[] {
  return listAt(output, "/hits").map((hit) =>
    ["hit_key", "score", "band"].map((name) => scalarText(hit[name])).join(" "),
  );
}

export function warningCodes({ warnings }: DeterministicResult): readonly string[] {
  return warnings.map(({ code }) => code);
}
