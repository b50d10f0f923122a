import {
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  mergeRules,
  severities,
} from "@service/engine-kit";
import { checkCondition } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  compileConfigurationSchema,
  issuesMax,
  booleanSchema,
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  numberSchema,
  ratioSchema,
  textSchema,
  number,
  objectsIn,
  oneOf,
  part,
  text,
  textsIn,
} from "@service/json";
import { filledInChecks, paramsSchemas } from "./stages/check-params.ts";
import { diligencePreset } from "./preset.ts";
import { askable } from "./stages/rule-facts.ts";
import { type CheckKind, checkKinds, customListKey, listSeverities, readTrigger } from "./settings.ts";

/** Built once: the compiled form is cached per schema object. */
const schema = configurationSchema();

/** The closed schema of a diligence configuration as saved (TYPE-84, DIL-10). */
function configurationSchema(): JsonSchema {
  return baseConfigurationSchema({
    properties: {
      lists: listOf(
        closed(
          {
            list_key: keySchema(),
            dataset_key: keySchema(),
            label: textSchema(160, 1),
            severity: enumSchema(listSeverities),
            required: booleanSchema(),
            max_age_days: integerSchema(0, 36_500),
          },
          ["list_key", "dataset_key", "label", "severity", "required", "max_age_days"],
        ),
        20,
      ),
      matching: closed({
        review: numberSchema(0.3, 1),
        strong: numberSchema(0.3, 1),
        weak_alias_cap: ratioSchema(),
        max_hits_per_list: integerSchema(1, 200),
        qualifiers: closed({
          birth_year: numberSchema(-1, 0),
          birth_date: numberSchema(-1, 0),
          country: numberSchema(-1, 0),
          gender: numberSchema(-1, 0),
          place: numberSchema(0, 0.2),
        }),
      }),
      checks: listOf(
        closed(
          {
            key: keySchema(),
            label: textSchema(160, 1),
            kind: enumSchema(checkKinds),
            enabled: booleanSchema(),
            severity: enumSchema(severities),
            required: booleanSchema(),
            weight: numberSchema(0, 100),
            // Which members it may have depends on `kind`: checked below.
            params: { type: "object" },
          },
          ["key", "kind", "severity", "required", "weight"],
        ),
        500,
      ),
      decision: closed({ escalate_on: listOf(textSchema(200, 1), 50), review_on: listOf(textSchema(200, 1), 50) }),
    },
    required: [],
  });
}

/** Problems of a configuration as it would be saved, at most 50. */
export function checkDiligenceConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, schema, {
    engineType: "diligence",
    freeMaps: ["declarations"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  if (issues.length > 0) return;
  checkLists(config, issues);
  checkThresholds(config, issues);
  checkChecks(config, issues);
  checkTriggers(config, issues);
}

/** Saved configuration over preset, member by member in `matching` and `decision`; lists and checks are taken whole. */
export function effectiveDiligence(config: JsonObject): JsonObject {
  const preset = diligencePreset();
  const base = effectiveBase(config, preset);
  const usual = part(preset, "matching");
  const matching = part(config, "matching");
  return {
    ...base,
    matching: {
      ...usual,
      ...matching,
      qualifiers: { ...part(usual, "qualifiers"), ...part(matching, "qualifiers") },
    },
    // Packs carry no diligence checks: an engine's checks are its own list, `enabled: false` removes one.
    checks: filledInChecks(mergeRules([], objectsIn(base["checks"]))),
    decision: effectiveDecision(config, preset, objectsIn(base["checks"])),
  };
}

/** A preset trigger on a check that this configuration does not have is dropped. */
function effectiveDecision(config: JsonObject, preset: JsonObject, checks: readonly JsonObject[]): JsonObject {
  const saved = part(config, "decision");
  const keys = new Set(checks.filter((check) => check["enabled"] !== false).map((check) => text(check, "key")));
  const usual = Object.fromEntries(
    Object.entries(part(preset, "decision")).map(([name, tokens]) => [
      name,
      textsIn(tokens).filter((token) => {
        const trigger = readTrigger(token);
        return trigger?.on !== "check" || keys.has(trigger.key);
      }),
    ]),
  );
  return { ...usual, ...saved };
}

function checkLists(config: JsonObject, issues: ConfigIssue[]): void {
  const seen = new Set<string>();
  for (const [index, list] of objectsIn(config["lists"]).entries()) {
    const key = text(list, "list_key") ?? "";
    const path = `/lists/${index}/list_key`;
    if (key === customListKey) issues.push({ path, message: "is the key of the entries an input brings" });
    else if (seen.has(key)) issues.push({ path, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

function checkThresholds(config: JsonObject, issues: ConfigIssue[]): void {
  const matching = part(effectiveDiligence(config), "matching");
  if ((number(matching, "review") ?? 0) > (number(matching, "strong") ?? 1)) {
    issues.push({ path: "/matching/review", message: "must not be above strong" });
  }
}

const checkParams: ReadonlyMap<CheckKind, (value: Json) => ConfigIssue[]> = new Map(
  checkKinds.map((kind) => [kind, once(() => compileConfigurationSchema(paramsSchemas[kind]))] as const),
);

function checkChecks(config: JsonObject, issues: ConfigIssue[]): void {
  const listKeys = new Set([
    customListKey,
    ...objectsIn(effectiveDiligence(config)["lists"]).map((l) => text(l, "list_key")),
  ]);
  for (const [index, check] of objectsIn(config["checks"]).entries()) {
    const kind = oneOf(checkKinds, check["kind"]);
    if (kind === undefined || issues.length >= issuesMax) continue;
    const params = part(check, "params");
    const path = `/checks/${index}/params`;
    const own = checkParams.get(kind)?.(params) ?? [];
    issues.push(...own.map((issue) => ({ ...issue, path: `${path}${issue.path}` })));
    if (own.length > 0) continue;
    for (const [at, key] of textsIn(params["lists"]).entries()) {
      if (!listKeys.has(key)) issues.push({ path: `${path}/lists/${at}`, message: "no configured list has this key" });
    }
    if (kind !== "rule") continue;
    for (const name of ["assert", "when"] as const) {
      const condition = params[name];
      if (condition !== undefined) issues.push(...checkCondition(condition, `${path}/${name}`, askable));
    }
  }
}

function checkTriggers(config: JsonObject, issues: ConfigIssue[]): void {
  const checks = objectsIn(effectiveDiligence(config)["checks"]);
  const keys = new Set(checks.map((check) => text(check, "key")));
  for (const name of ["escalate_on", "review_on"] as const) {
    for (const [index, token] of textsIn(part(config, "decision")[name]).entries()) {
      const path = `/decision/${name}/${index}`;
      const trigger = readTrigger(token);
      if (trigger === undefined) {
        issues.push({
          path,
          message:
            "must be strong_hit, possible_hit, check_fail or check_review with an optional severity, or check:<key>",
        });
      } else if (trigger.on === "check" && !keys.has(trigger.key)) {
        // A switched-off check keeps its triggers.
        const isOff = objectsIn(config["checks"]).some((check) => text(check, "key") === trigger.key);
        if (!isOff) issues.push({ path, message: `no check has the key "${trigger.key}"` });
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
