import {
  cut,
  pointerName,
  type InputIssue,
  uncarriable,
  type Json,
  asWritten,
  isJsonArray,
  isJsonObject,
  compileSchema,
  issuesMax,
} from "@service/json";
import { codeOf } from "./coverages.ts";
import { checkRuleCondition, isNumericFact, remembered } from "./fact-paths.ts";
import { patternSize } from "@service/conditions";
import { offeringSchema, offeringsMax, type WrittenOffering } from "./offering-schema.ts";

/**
 * More values than an offering within its bounds can have. Checked before the schema, which would report every problem.
 */
const valuesMax = 40_000;

/** A caller may send 8 MiB of rules; patterns are the one part that costs more to compile than to read (MATCH-9). */
const patternsSizeMax = 30_000;

const shape = offeringSchema();

// Compiled on first use: processes without offerings do not pay for it.
let shapeCheck: ReturnType<typeof compileSchema> | undefined;

/** State of checking one offering after the other: paths and patterns seen, keys used. */
export class OfferingCheck {
  readonly #checkShape = (shapeCheck ??= compileSchema(shape));
  readonly #facts = new Map<string, boolean>();
  readonly #patterns = new Set<string>();
  #patternsSize = 0;
  readonly #keys = new Set<string>();
  /** Offerings of one carrier repeat the same few conditions. */
  readonly #soundConditions = new Set<string>();

  /** Problems of the next offering, fields relative to it. */
  issuesOf(offering: Json): InputIssue[] {
    if (!isJsonObject(offering)) return [{ field: "", message: "must be object" }];
    if (countValues(offering, valuesMax) > valuesMax)
      return [{ field: "", message: "has more members than its bounds allow" }];
    const issues = this.#checkShape(offering);
    if (issues.length > 0) return issues;
    uncarriable(offering, "", issues);
    const written = asWritten(shape, offering);
    this.#checkKey(written, issues);
    checkWindow(written, issues);
    checkAppetite(written, issues);
    checkCoverages(written, issues);
    checkHistory(written, issues);
    this.#checkBounds(written, issues);
    this.#checkRules(written, issues);
    this.#checkPricing(written, issues);
    return issues;
  }

  #checkKey({ offering_key: key }: WrittenOffering, issues: InputIssue[]): void {
    if (this.#keys.has(key)) issues.push({ field: "offering_key", message: `duplicate key "${key}"` });
    this.#keys.add(key);
  }

  #checkBounds({ bounds = [] }: WrittenOffering, issues: InputIssue[]): void {
    for (const [index, { fact, min, max }] of bounds.entries()) {
      this.#checkFact(fact, `bounds[${index}].fact`, issues);
      if (min === undefined && max === undefined) {
        issues.push({ field: `bounds[${index}]`, message: "must have min or max" });
      } else if (min !== undefined && max !== undefined && min > max) {
        issues.push({ field: `bounds[${index}].max`, message: "must not be below min" });
      }
    }
  }

  #checkRules({ rules = [] }: WrittenOffering, issues: InputIssue[]): void {
    const keys = new Set<string>();
    for (const [index, { key, effect, points, when }] of rules.entries()) {
      if (keys.has(key)) issues.push({ field: `rules[${index}].key`, message: `duplicate key "${key}"` });
      keys.add(key);
      if (effect === "adjust" && points === undefined) {
        issues.push({ field: `rules[${index}].points`, message: "is required for the effect adjust" });
      }
      const written = JSON.stringify(when);
      if (this.#soundConditions.has(written)) continue;
      for (const pattern of patternsIn(when)) {
        if (this.#patterns.has(pattern)) continue;
        this.#patterns.add(pattern);
        this.#patternsSize += patternSize(pattern);
      }
      if (this.#patternsSize > patternsSizeMax) {
        issues.push({ field: `rules[${index}].when`, message: "the patterns of all offerings together are too large" });
        return;
      }
      const problems = checkRuleCondition(when, "", this.#facts);
      for (const { path, message } of problems) issues.push({ field: `rules[${index}].when${dotted(path)}`, message });
      if (problems.length === 0) this.#soundConditions.add(written);
    }
  }

  #checkPricing({ pricing }: WrittenOffering, issues: InputIssue[]): void {
    if (pricing === undefined) return;
    this.#checkFact(pricing.basis_fact, "pricing.basis_fact", issues);
    for (const state of Object.keys(pricing.state_factors ?? {})) {
      if (!/^[A-Z]{2}$/.test(state)) {
        issues.push({ field: `pricing.state_factors.${cut(state, 20)}`, message: "is not a state of two letters" });
      }
    }
  }

  #checkFact(path: string, field: string, issues: InputIssue[]): void {
    if (!remembered(this.#facts, path)) issues.push({ field, message: `unknown fact path "${path}"` });
    else if (!isNumericFact(path) && !path.startsWith("risk.attributes.")) {
      issues.push({ field, message: `"${path}" is not a number` });
    }
  }
}

/** Problems of `offerings` as a run carries them, at most 50, fields as `offerings[12].states` (MATCH-7). */
export function checkOfferings(offerings: Json): InputIssue[] {
  const steps = offeringSteps(offerings);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `checkOfferings` step by step: yields to the caller after each offering. */
export function* offeringSteps(offerings: Json): Generator<void, InputIssue[]> {
  if (!isJsonArray(offerings)) return [{ field: "offerings", message: "must be array" }];
  if (offerings.length === 0) return [{ field: "offerings", message: "must have at least 1 offering" }];
  if (offerings.length > offeringsMax) {
    return [{ field: "offerings", message: `must have at most ${offeringsMax} offerings` }];
  }
  const check = new OfferingCheck();
  const issues: InputIssue[] = [];
  for (const [index, offering] of offerings.entries()) {
    for (const { field, message } of check.issuesOf(offering)) {
      issues.push({ field: field === "" ? `offerings[${index}]` : `offerings[${index}].${field}`, message });
    }
    if (issues.length >= issuesMax) break;
    yield;
  }
  return issues.slice(0, issuesMax);
}

function checkWindow({ effective_from: from, effective_to: to }: WrittenOffering, issues: InputIssue[]): void {
  if (from !== undefined && to !== undefined && to < from) {
    issues.push({ field: "effective_to", message: "must not be before effective_from" });
  }
}

/** Two levels of one prefix would be ambiguous. */
function checkAppetite({ appetite }: WrittenOffering, issues: InputIssue[]): void {
  const prefixes = new Set<string>();
  for (const [index, { prefix }] of appetite.entries()) {
    if (prefixes.has(prefix))
      issues.push({ field: `appetite[${index}].prefix`, message: `duplicate prefix "${prefix}"` });
    prefixes.add(prefix);
  }
}

function checkCoverages({ coverages }: WrittenOffering, issues: InputIssue[]): void {
  const codes = new Set<string>();
  for (const [index, { coverage }] of coverages.entries()) {
    const code = codeOf(coverage);
    if (codes.has(code)) issues.push({ field: `coverages[${index}].coverage`, message: "is listed twice" });
    codes.add(code);
  }
}

function checkHistory({ history }: WrittenOffering, issues: InputIssue[]): void {
  if (history === undefined) return;
  for (const name of ["quoted", "bound"] as const) {
    if (history[name] > history.submitted) {
      issues.push({ field: `history.${name}`, message: "must not exceed submitted" });
    }
  }
}

/** Counts members and elements, no further than `limit` + 1. */
function countValues(value: Json, limit: number): number {
  let count = 1;
  if (isJsonArray(value)) {
    for (const element of value) {
      if (count > limit) return count;
      count += countValues(element, limit - count);
    }
  } else if (isJsonObject(value)) {
    for (const name in value) {
      if (count > limit) return count;
      count += countValues(value[name] ?? null, limit - count);
    }
  }
  return count;
}

function patternsIn(value: Json): string[] {
  if (isJsonArray(value)) return value.flatMap(patternsIn);
  if (!isJsonObject(value)) return [];
  const own = value["op"] === "matches" && typeof value["value"] === "string" ? [value["value"]] : [];
  return [...own, ...Object.values(value).flatMap((member) => (typeof member === "object" ? patternsIn(member) : []))];
}

/** `/all/0/fact` becomes `.all[0].fact`. */
function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${pointerName(token)}`))
    .join("");
}
