import { checkRuleCondition, priorities } from "@service/engine-offerings";
import { checkConfiguration } from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import { asWritten, type ConfigIssue, issuesMax, type Json, type JsonObject, type Written } from "@service/json";
import { checkKeys, dimensions } from "./codes.ts";
import { effectiveMatching, matchingConfiguration } from "./configuration.ts";
import { readSettings, weightsFor } from "./settings.ts";

type SavedMatching = Written<typeof matchingConfiguration>;

/** Problems of a configuration as it would be saved, at most 50. */
export function checkMatchingConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, matchingConfiguration, {
    engineType: "matching",
    freeMaps: ["risk.attributes"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  // What follows reads members by their types, which only a valid configuration has.
  if (issues.length > 0) return;
  const saved = asWritten(matchingConfiguration, config);
  checkRules(saved, issues);
  checkUtilities(saved, issues);
  // Weights come from the effective configuration, which only a valid one has.
  if (issues.length === 0) checkWeights(config, issues);
}

function checkRules({ knockout_rules: rules = [] }: SavedMatching, issues: ConfigIssue[]): void {
  const checkedPaths = new Map<string, boolean>();
  for (const [index, { key, effect, points, when }] of rules.entries()) {
    const at = `/knockout_rules/${index}`;
    if (checkKeys.some((check) => check === key)) {
      issues.push({ path: `${at}/key`, message: "is the name of a built-in check" });
    }
    if (effect === "adjust" && points === undefined) {
      issues.push({ path: `${at}/points`, message: "is required for the effect adjust" });
    }
    issues.push(...checkRuleCondition(when, `${at}/when`, checkedPaths));
    if (issues.length >= issuesMax) return;
  }
}

function checkUtilities({ utilities }: SavedMatching, issues: ConfigIssue[]): void {
  for (const name of ["price", "service_days", "commission_rate"] as const) {
    let last = Number.NEGATIVE_INFINITY;
    for (const [index, [x, y]] of (utilities?.[name] ?? []).entries()) {
      const at = `/utilities/${name}/${index}`;
      if (x <= last) issues.push({ path: `${at}/0`, message: "must be greater than the value before it" });
      if (y > 1) issues.push({ path: `${at}/1`, message: "a utility is at most 1" });
      last = x;
    }
  }
}

/** A priority without any weight would divide by zero. */
function checkWeights(config: JsonObject, issues: ConfigIssue[]): void {
  const settings = readSettings(effectiveMatching(config));
  for (const priority of priorities) {
    const weights = weightsFor(settings, priority);
    if (dimensions.some((name) => weights[name] > 0)) continue;
    const isProfile = settings.profiles[priority] !== undefined;
    issues.push({
      path: isProfile ? `/priority_profiles/${priority}` : "/weights",
      message: "at least one weight must be above 0",
    });
    if (!isProfile) return;
  }
}
