import { fromCents, hasTower, meetsLimit, ratings, type Tower } from "@service/engine-kit";
import { isJsonArray, type Json, type JsonObject } from "@service/json";
import { compileCondition, type EvaluationBudget, type Truth } from "@service/conditions";
import { type CellValue, readCell } from "./cells.ts";
import { towerOf } from "./towers.ts";
import type { NormalizedItem } from "./normalize.ts";
import type { Requirement } from "../input.ts";

/** What an item states; `null` for nothing. */
type Value = CellValue["value"];

export type RequirementResult = {
  readonly requirement: Requirement;
  readonly truth: Truth;
  readonly actual: Value;
  /** 1 met, 0 not met, between for a limit or deductible that comes part of the way; `undefined` when unknown. */
  readonly utility: number | undefined;
  /** The umbrellas counted towards a limit, where they decide the answer (CMP-87). */
  readonly tower?: Tower;
  /** The coverage is endorsed to another line's policy and states no limit (COVER-3). */
  readonly isPartial?: true;
};

/** A requirement missed by a hair must be worth less than one that is met. */
const partialUtilityMax = 0.9;
const orderingOps: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte", "between"]);

export type RequirementCheck = (item: NormalizedItem) => RequirementResult;

/**
 * CMP-40: one requirement, ready to be evaluated for every item. It compares as the condition language does (COND-4,
 * COND-5): `eq` ignores case and a type mismatch is unknown; `onMismatch` gets the requirement's key.
 */
export function compileRequirement(
  requirement: Requirement,
  asOf: string,
  budget: EvaluationBudget,
  onMismatch: (requirementKey: string) => void,
): RequirementCheck {
  const isOrdered = requirement.field === "rating" && orderingOps.has(requirement.op);
  const value = isOrdered ? rankedValue(requirement.value) : requirement.value;
  const condition = compileCondition({ fact: "item.value", op: requirement.op, value });
  const ask = (root: JsonObject): Truth =>
    condition.evaluate({ root, asOf, budget, onMismatch: () => onMismatch(requirement.key) });
  return (item) => {
    const stated = statedValue(item, requirement);
    if (stated.kind === "uncovered") {
      // No coverage is a definite answer, unlike a missing fact (CMP-40).
      const truth = requirement.op === "missing" ? "true" : "false";
      return { requirement, truth, actual: null, utility: truth === "true" ? 1 : 0 };
    }
    if (stated.kind === "unlimited") {
      const truth =
        requirement.op === "gte" || requirement.op === "gt" || requirement.op === "exists" ? "true" : "unknown";
      return { requirement, truth, actual: "statutory", utility: truth === "true" ? 1 : undefined };
    }
    if (stated.kind === "partial")
      return { requirement, truth: "unknown", actual: true, utility: undefined, isPartial: true };
    const tower = towerResult(requirement, item, stated.value);
    if (tower !== undefined) return tower;
    const actual = stated.value;
    const compared = isOrdered ? rankedValue(actual) : actual;
    // An undetermined coverage is not definitely absent, so `missing` must not be evaluated for it.
    const judge = (value: Json): Truth => ask(value === null ? { item: {} } : { item: { value } });
    const truth = stated.kind === "uncertain" ? "unknown" : judge(compared);
    // What the total of a schedule meets and its lowest location does not is for a person to decide (CMP-97).
    if (stated.kind === "value" && stated.least !== undefined && judge(stated.least) !== truth)
      return { requirement, truth: "unknown", actual, utility: undefined };
    return { requirement, truth, actual, utility: utilityOf(requirement, truth, actual) };
  };
}

type Stated =
  | { readonly kind: "value"; readonly value: Value; readonly least?: number }
  | { readonly kind: "uncovered" }
  | { readonly kind: "unlimited" }
  | { readonly kind: "partial" }
  | { readonly kind: "uncertain"; readonly value: null };

function statedValue(item: NormalizedItem, { field, line, coverage }: Requirement): Stated {
  switch (field) {
    case "rating":
      return { kind: "value", value: item.item.rating ?? null };
    case "form": {
      const presence = readCell(item, line, coverage, "included");
      const { fact } = item.find(line, coverage);
      return presence.state === "stated" ? { kind: "value", value: fact?.form ?? null } : ofCell(presence);
    }
    case "included": {
      const cell = readCell(item, line, coverage, field);
      if (cell.state === "stated" && cell.isPartial === true && !endorsedAnywhere.has(coverage))
        return { kind: "partial" };
      return cell.state === "absent" ? { kind: "value", value: false } : ofCell(cell);
    }
    case "limit":
    case "deductible":
    case "valuation":
    case "trigger":
      return ofCell(readCell(item, line, coverage, field));
  }
}

function ofCell(cell: CellValue): Stated {
  switch (cell.state) {
    case "absent":
      return { kind: "uncovered" };
    case "uncertain":
      return { kind: "uncertain", value: null };
    case "unstated":
      return { kind: "value", value: null };
    case "stated":
      if (cell.measure === Number.POSITIVE_INFINITY) return { kind: "unlimited" };
      return {
        kind: "value",
        value: cell.value,
        ...(cell.least === undefined ? {} : { least: fromCents(cell.least) }),
      };
  }
}

/** Hired and non-owned auto may stand on an auto, a general liability or a package policy (COVER-3). */
const endorsedAnywhere: ReadonlySet<string> = new Set(["hired_auto", "non_owned_auto"]);

/**
 * A limit that the primary policy alone does not reach, with the umbrellas over it (CMP-87). `undefined` where they
 * change nothing: the primary limit is enough, no umbrella stands over the line, or the requirement excludes them.
 */
function towerResult(requirement: Requirement, item: NormalizedItem, actual: Value): RequirementResult | undefined {
  const { field, op, value, line, coverage, umbrella_counts: counts = true } = requirement;
  if (!counts || field !== "limit" || (op !== "gte" && op !== "gt") || typeof value !== "number") return undefined;
  if (!hasTower(line, coverage) || readCell(item, line, coverage, "included").state !== "stated") return undefined;
  const primary = typeof actual === "number" ? actual : undefined;
  const isEnough = primary !== undefined && (op === "gt" ? primary > value : primary >= value);
  if (isEnough || value <= 0) return undefined;
  const tower = towerOf(item, line, coverage, primary);
  if (tower.schedule === "no_umbrella") return undefined;
  // One cent more than asked for is the least that is greater.
  const answer = meetsLimit(tower, op === "gt" ? value + 0.01 : value);
  const truth = answer === "met" ? "true" : answer === "failed" ? "false" : "unknown";
  const reached = (primary ?? 0) + tower.excess;
  const utility = truth === "true" ? 1 : truth === "unknown" ? undefined : Math.min(partialUtilityMax, reached / value);
  return { requirement, truth, actual, utility, tower };
}

/** A rating as a number that grows with strength; NR and unknown words have none. */
function rankedValue(value: Json): Json {
  if (isJsonArray(value)) return value.map(rankedValue);
  const index = ratings.findIndex((rating) => rating !== "NR" && rating === value);
  // NR is a definite answer and below every rating.
  if (value === "NR") return 0;
  return index < 0 ? null : ratings.length - index;
}

function utilityOf(requirement: Requirement, truth: Truth, actual: Value): number | undefined {
  if (truth === "unknown") return undefined;
  if (truth === "true") return 1;
  const { field, op, value } = requirement;
  if (typeof actual !== "number" || typeof value !== "number") return 0;
  if (field === "limit" && (op === "gte" || op === "gt") && value > 0)
    return Math.min(partialUtilityMax, actual / value);
  if (field === "deductible" && (op === "lte" || op === "lt") && actual > 0)
    return Math.min(partialUtilityMax, value / actual);
  return 0;
}
