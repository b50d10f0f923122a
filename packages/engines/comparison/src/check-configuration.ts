import { checkConfiguration } from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import { asWritten, type ConfigIssue, type Json, type JsonObject } from "@service/json";
import { type Attribute, checkKeys, dimensions } from "./codes.ts";
import {
  aliasKey,
  comparisonConfiguration,
  effectiveComparison,
  packRules,
  type SavedComparison,
} from "./configuration.ts";
import { rowKey } from "./stages/align-rows.ts";
import { cellOfValue } from "./stages/cells.ts";

/** Problems of a configuration as it would be saved, at most 50. */
export function checkComparisonConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, comparisonConfiguration, {
    engineType: "comparison",
    freeMaps: ["profile"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  // What follows reads members by their types, which only a valid configuration has.
  if (issues.length > 0) return;
  const saved = asWritten(comparisonConfiguration, config);
  checkLineItems(saved, issues);
  checkAliases(saved, issues);
  checkRanking(config, saved, issues);
}

/** Two rules for one row would leave its weight undefined. */
function checkLineItems(saved: SavedComparison, issues: ConfigIssue[]): void {
  const given = saved.line_items ?? [];
  const replaced = new Set(given.map(({ key }) => key));
  const owners = new Map<string, string>();
  for (const item of packRules(saved).line_items) {
    if (!replaced.has(item.key)) owners.set(rowOf(item), item.key);
  }
  for (const [index, item] of given.entries()) {
    const path = `/line_items/${index}`;
    const { key, reference, attribute } = item;
    if (isBuiltIn(key)) {
      issues.push({ path: `${path}/key`, message: "is the name of a built-in rule" });
    }
    if (reference !== undefined && cellOfValue(reference, attribute) === undefined) {
      issues.push({ path: `${path}/reference`, message: `is not a value of ${attribute}` });
    }
    if (item.enabled === false) continue;
    const owner = owners.get(rowOf(item));
    if (owner !== undefined) issues.push({ path, message: `the row already belongs to the rule "${owner}"` });
    else owners.set(rowOf(item), key);
  }
}

/** Rules that no configuration names; their findings must stay apart from those of a line item. */
const unnamedRules: readonly string[] = [
  "row_difference",
  "lost_line",
  "lost_location",
  "unread_line",
  "premium_unknown",
  "new_deductible",
  "document_conflict",
  "document_difference",
  "document_unread",
  "document_instruction",
];

function isBuiltIn(key: string): boolean {
  return checkKeys.some((check) => check === key) || unnamedRules.includes(key) || key.startsWith("requirement:");
}

function checkAliases({ aliases = [] }: SavedComparison, issues: ConfigIssue[]): void {
  const seen = new Set<string>();
  for (const [index, alias] of aliases.entries()) {
    const key = aliasKey(alias);
    const meaning = `${key}|${alias.coverage}`;
    if (key.endsWith("|")) issues.push({ path: `/aliases/${index}/alias`, message: "has no letter or digit" });
    // The same wording with another coverage stands for both.
    else if (seen.has(meaning))
      issues.push({ path: `/aliases/${index}/alias`, message: "duplicate wording of this coverage" });
    seen.add(meaning);
  }
}

function checkRanking(config: JsonObject, saved: SavedComparison, issues: ConfigIssue[]): void {
  const { weights } = effectiveComparison(config).ranking;
  if (dimensions.every((name) => weights[name] === 0)) {
    issues.push({ path: "/ranking/weights", message: "at least one weight must be above 0" });
  }
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, [x, y]] of (saved.ranking?.utilities?.price ?? []).entries()) {
    const at = `/ranking/utilities/price/${index}`;
    if (x <= last) issues.push({ path: `${at}/0`, message: "must be greater than the ratio before it" });
    if (y > 1) issues.push({ path: `${at}/1`, message: "a utility is at most 1" });
    last = x;
  }
}

function rowOf(item: { readonly line: string; readonly coverage: string; readonly attribute: Attribute }): string {
  return rowKey(item.line, item.coverage, item.attribute);
}
