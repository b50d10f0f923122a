import { checkConfiguration } from "@service/engine-kit";
import { checkCondition } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  asWritten,
  compileConfigurationSchema,
  type ConfigIssue,
  issuesMax,
  type Json,
  type JsonObject,
  textsIn,
  type Written,
} from "@service/json";
import { type CheckKind, checkKinds, customListKey } from "./codes.ts";
import {
  checkParams,
  type DiligenceConfiguration,
  diligenceConfiguration,
  effectiveDiligence,
} from "./configuration.ts";
import { askable } from "./stages/rule-facts.ts";
import { readTrigger } from "./stages/triggers.ts";

type WrittenConfiguration = Written<typeof diligenceConfiguration>;

/** Problems of a configuration as it would be saved, at most 50. */
export function checkDiligenceConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, diligenceConfiguration, {
    engineType: "diligence",
    freeMaps: ["declarations"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  // Relations between members are checked once each of them is valid.
  if (issues.length > 0) return;
  const written = asWritten(diligenceConfiguration, config);
  const effective = effectiveDiligence(config);
  checkLists(written, issues);
  if (effective.matching.review > effective.matching.strong) {
    issues.push({ path: "/matching/review", message: "must not be above strong" });
  }
  checkChecks(written, effective, issues);
  checkTriggers(written, effective, issues);
}

function checkLists({ lists = [] }: WrittenConfiguration, issues: ConfigIssue[]): void {
  const seen = new Set<string>();
  for (const [index, { list_key: key }] of lists.entries()) {
    const path = `/lists/${index}/list_key`;
    if (key === customListKey) issues.push({ path, message: "is the key of the entries an input brings" });
    else if (seen.has(key)) issues.push({ path, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

const checksOfParams: ReadonlyMap<CheckKind, (value: Json) => ConfigIssue[]> = new Map(
  checkKinds.map((kind) => [kind, once(() => compileConfigurationSchema(checkParams[kind]))] as const),
);

function checkChecks(
  { checks = [] }: WrittenConfiguration,
  effective: DiligenceConfiguration,
  issues: ConfigIssue[],
): void {
  const listKeys = new Set([customListKey, ...effective.lists.map(({ list_key }) => list_key)]);
  for (const [index, { kind, params = {} }] of checks.entries()) {
    if (issues.length >= issuesMax) return;
    const path = `/checks/${index}/params`;
    const own = checksOfParams.get(kind)?.(params) ?? [];
    issues.push(...own.map((issue) => ({ ...issue, path: `${path}${issue.path}` })));
    if (own.length > 0) continue;
    for (const [at, key] of textsIn(params.lists).entries()) {
      if (!listKeys.has(key)) issues.push({ path: `${path}/lists/${at}`, message: "no configured list has this key" });
    }
    if (kind !== "rule") continue;
    for (const name of ["assert", "when"] as const) {
      const condition = params[name];
      if (condition !== undefined) issues.push(...checkCondition(condition, `${path}/${name}`, askable));
    }
  }
}

function checkTriggers(
  { decision = {}, checks = [] }: WrittenConfiguration,
  effective: DiligenceConfiguration,
  issues: ConfigIssue[],
): void {
  // A check that is switched off keeps its triggers.
  const keys = new Set([...effective.checks, ...checks].map(({ key }) => key));
  for (const name of ["escalate_on", "review_on"] as const) {
    for (const [index, token] of (decision[name] ?? []).entries()) {
      const path = `/decision/${name}/${index}`;
      const trigger = readTrigger(token);
      if (trigger === undefined) {
        issues.push({
          path,
          message:
            "must be strong_hit, possible_hit, check_fail or check_review with an optional severity, or check:<key>",
        });
      } else if (trigger.on === "check" && !keys.has(trigger.key)) {
        issues.push({ path, message: `no check has the key "${trigger.key}"` });
      }
    }
  }
}

/** Cached: compiling takes milliseconds, and most configurations use few kinds. */
function once(build: () => (value: Json) => ConfigIssue[]): (value: Json) => ConfigIssue[] {
  let built: ((value: Json) => ConfigIssue[]) | undefined;
  return (value) => {
    built ??= build();
    return built(value);
  };
}
