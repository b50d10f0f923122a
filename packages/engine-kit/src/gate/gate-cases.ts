import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { assertionOps } from "../codes.ts";
import type { CaseAssertion, EngineType, EvaluationCase, LoadedDataset } from "../engine-type.ts";
import { fitCaseInput } from "./fit-case-input.ts";

/** The cases a publish must pass: those of the configuration, or the type's built-in ones (GATE-4). */
export function gateCases(type: EngineType, effective: JsonObject): readonly EvaluationCase[] {
  const evaluation = effective.evaluation;
  if (!isJsonObject(evaluation) || !isJsonArray(evaluation.cases)) {
    return type
      .builtInCases()
      .map((builtIn) => ({ ...builtIn, input: fitCaseInput(builtIn.input, effective, type.contractRoot) }));
  }
  return evaluation.cases.filter(isJsonObject).map(caseFrom);
}

/** The labelled sets that a gate measures, as the configuration or the operator names them. */
export function labelledSetsOf(effective: JsonObject): readonly string[] {
  const { evaluation } = effective;
  if (!isJsonObject(evaluation) || !isJsonArray(evaluation.labelled_sets)) return [];
  return evaluation.labelled_sets.filter((key) => typeof key === "string");
}

/**
 * Keys of the datasets that a gate reads: its labelled sets, and those that its cases would read as runs. Cases with
 * their own offerings read none; built-in cases read only what the configuration requires.
 */
export function gateDatasetKeys(type: EngineType, effective: JsonObject): readonly string[] {
  const sets = labelledSetsOf(effective);
  const read = hasOwnCases(effective)
    ? gateCases(type, effective).flatMap(({ input, offerings }) =>
        offerings === undefined ? (type.datasetKeys?.(effective, input) ?? []) : [],
      )
    : (type.requiredDatasetKeys?.(effective) ?? []);
  // Rows are not loaded yet: take the keys that any row could lead to.
  const readByRows = sets.length === 0 ? [] : (type.datasetKeys?.(effective, undefined) ?? []);
  return [...new Set([...sets, ...read, ...readByRows])].sort();
}

function hasOwnCases({ evaluation }: JsonObject): boolean {
  return isJsonObject(evaluation) && isJsonArray(evaluation.cases);
}

/** What decides the datasets of a case: the type, its configuration, and what the organization has loaded. */
type ReadByCases = {
  readonly type: EngineType;
  readonly effective: JsonObject;
  readonly datasets?: ReadonlyMap<string, LoadedDataset>;
};

/** Datasets that a run with this input would read (GATE-8, MATCH-6: offerings of the request replace the dataset). */
export function datasetsOfCase(
  { type, effective, datasets }: ReadByCases,
  { offerings }: Pick<EvaluationCase, "offerings">,
  isRow = false,
): ReadonlyMap<string, LoadedDataset> {
  if (datasets === undefined || offerings !== undefined) return new Map();
  if (isRow || hasOwnCases(effective)) return datasets;
  const required = type.requiredDatasetKeys?.(effective) ?? [];
  return new Map([...datasets].filter(([key]) => required.includes(key)));
}

export function missingDatasets({ type, effective, datasets }: ReadByCases): string[] {
  return (type.requiredDatasetKeys?.(effective) ?? []).filter((key) => datasets?.has(key) !== true);
}

/** A case as saved in a configuration, or as a row of a labelled set. */
export function caseFrom(saved: JsonObject): EvaluationCase {
  return {
    case_key: textOf(saved.case_key),
    label: textOf(saved.label),
    input: isJsonObject(saved.input) ? saved.input : {},
    ...(isJsonArray(saved.offerings) ? { offerings: saved.offerings.filter(isJsonObject) } : {}),
    expect: isJsonArray(saved.expect) ? saved.expect.filter(isJsonObject).flatMap(assertionFrom) : [],
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function assertionFrom(saved: JsonObject): CaseAssertion[] {
  const op = assertionOps.find((each) => each === saved.op);
  if (op === undefined || typeof saved.path !== "string") return [];
  return [{ path: saved.path, op, ...(saved.value === undefined ? {} : { value: saved.value }) }];
}
