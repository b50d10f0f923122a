import { fromCents, type RuleOutcome, toCents } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { type Json, isJsonArray, roundHalfAwayFromZero, clipped } from "@service/json";
import type { WrittenCell, WrittenParts } from "../output.ts";
import type { CounterRule, SectionRule } from "./summary-rules.ts";
import { truthOf } from "./judged.ts";

const cellCharsMax = 1000;

/** `counters` of the output: null where the counted list is unknown. */
export function countElements(
  rules: readonly CounterRule[],
  facts: Facts,
  outcomes: RuleOutcome[],
): WrittenParts["counters"] {
  return Object.fromEntries(
    rules.map((rule) => {
      const value = measure(rule, facts) ?? null;
      outcomes.push({ ruleKey: rule.key, stage: "extract", result: value === null ? "unknown" : "true" });
      return [rule.key, { label: rule.label, value, unit: rule.unit }];
    }),
  );
}

function measure(rule: CounterRule, facts: Facts): number | undefined {
  const elements = rule.over.all(facts, undefined);
  if (elements === undefined) return undefined;
  const values: Json[] = [];
  let count = 0;
  for (const element of elements) {
    facts.budget.spend(1);
    if (element === undefined || element === null || !isChosen(rule, facts, element)) continue;
    count += 1;
    const value = rule.valuePath === undefined ? element : rule.valuePath.one(facts, element);
    if (value !== undefined) values.push(value);
  }
  if (rule.measure === "count") return rule.valuePath === undefined ? count : values.length;
  if (rule.measure === "distinct") return new Set(values.map((value) => JSON.stringify(value))).size;
  const numbers = values.filter((value) => typeof value === "number");
  // The sum of no rows is zero; the sum of rows without a value is unknown.
  if (numbers.length === 0) return rule.measure === "sum" && count === 0 ? 0 : undefined;
  const result = numbersOf(rule.measure, numbers);
  if (!Number.isFinite(result)) return undefined;
  if (rule.unit !== "money") return roundHalfAwayFromZero(result, 4);
  // Beyond integer cents an amount is not exact and is left out.
  const cents = toCents(result);
  return cents === undefined ? undefined : fromCents(cents);
}

function numbersOf(kind: "sum" | "min" | "max" | "avg", numbers: readonly number[]): number {
  let total = 0;
  let least = Infinity;
  let greatest = -Infinity;
  for (const value of numbers) {
    total += value;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  switch (kind) {
    case "sum":
      return total;
    case "avg":
      return total / numbers.length;
    case "min":
      return least;
    case "max":
      return greatest;
  }
}

/**
 * `sections` of the output: every configured section, with `shown: false` and no rows when its condition is not true.
 */
export function buildSections(
  rules: readonly SectionRule[],
  facts: Facts,
  outcomes: RuleOutcome[],
): WrittenParts["sections"] {
  return Object.fromEntries(
    rules.map((rule) => {
      const showing = truthOf(rule.showWhen, facts);
      outcomes.push({ ruleKey: rule.key, stage: "assemble", result: showing });
      const elements = showing === "true" ? elementsOf(rule, facts) : [];
      const sorted = rule.sort === undefined ? elements : sortedBy(rule.sort, elements, facts);
      const limit = rule.kind === "kv" ? 1 : rule.limit;
      return [
        rule.key,
        {
          title: rule.title,
          kind: rule.kind,
          shown: showing === "true",
          total: elements.length,
          columns: rule.columns.map(({ key, label, format }) => ({ key, label, format })),
          rows: sorted
            .slice(0, limit)
            .map((element) =>
              Object.fromEntries(
                rule.columns.map((column) => [column.key, cellOf(column.path.one(facts, element), column.format)]),
              ),
            ),
        },
      ];
    }),
  );
}

function elementsOf(rule: SectionRule, facts: Facts): Json[] {
  const many = rule.over.all(facts, undefined);
  const one = many === undefined && !rule.over.isMany ? rule.over.one(facts, undefined) : undefined;
  const elements = many ?? (one === undefined ? [] : [one]);
  const chosen: Json[] = [];
  for (const element of elements) {
    facts.budget.spend(1);
    if (element !== undefined && element !== null && isChosen(rule, facts, element)) chosen.push(element);
  }
  return chosen;
}

function isChosen(rule: CounterRule | SectionRule, facts: Facts, element: Json): boolean {
  return rule.where === undefined || rule.where.evaluate({ ...facts, element }) === "true";
}

/** Missing values come last in either direction; equal ones keep their place. */
function sortedBy(sort: NonNullable<SectionRule["sort"]>, elements: readonly Json[], facts: Facts): readonly Json[] {
  const sign = sort.isDescending ? -1 : 1;
  return elements
    .map((element) => ({ element, value: sort.path.one(facts, element) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return a.value === b.value ? 0 : a.value === undefined ? 1 : -1;
      if (typeof a.value === "number" && typeof b.value === "number") return sign * (a.value - b.value);
      const [left, right] = [sortText(a.value), sortText(b.value)];
      return left < right ? -sign : left > right ? sign : 0;
    })
    .map((entry) => entry.element);
}

function sortText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cellOf(value: Json | undefined, format: SectionRule["columns"][number]["format"]): WrittenCell {
  if (value === undefined || value === null) return null;
  switch (format) {
    case "money":
      return typeof value === "number" ? roundHalfAwayFromZero(value, 2) : null;
    case "percent":
    case "number":
      return typeof value === "number" ? value : null;
    case "text":
    case "date": {
      const text = isJsonArray(value)
        ? value.map(String).join(", ")
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value);
      return clipped(text.toWellFormed(), cellCharsMax);
    }
  }
}
