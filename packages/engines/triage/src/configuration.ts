import { findPack } from "@service/packs";
import {
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  filledIn,
  lineCodes,
  lossFactsSchema,
  mergeRules,
  readPoints,
  shapeAt,
} from "@service/engine-kit";
import { checkCondition, checkPath, type AllowedPaths } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonObject,
  booleanSchema,
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  nullable,
  numberSchema,
  textSchema,
  number,
  objects,
  part,
  text,
} from "@service/json";
import { submissionSchema } from "./input.ts";
import { triagePreset } from "./preset.ts";
import {
  actions,
  dimensions,
  documentKinds,
  isFallbackRoute,
  ruleEffects,
  submissionKinds,
  utilityNames,
} from "./settings.ts";

/** Submission fields at top level, and what is derived from the loss history (COND-28). */
const submissionShape = submissionSchema({});
const factShapes: JsonSchema = {
  ...submissionShape,
  properties: { ...part(submissionShape, "properties"), loss: lossFactsSchema() },
};
const facts: AllowedPaths = { namespaces: ["*"], isKnown: (path) => shapeAt(factShapes, path) !== undefined };

const ruleArrays = ["appetite_rules", "strategic_rules"] as const;
/** Defaults of a rule. */
const ruleDefaults = { appetite_rules: { enabled: true, points: 0 }, strategic_rules: { enabled: true } } as const;
const mergedObjects = ["utilities", "clearance", "bands"] as const;

/** Built once: the compiled form is cached per schema object. */
const schema = configurationSchema();

/** The closed schema of a triage configuration as saved (TYPE-84, TRI-7). */
function configurationSchema(): JsonSchema {
  const weight = numberSchema(0, 100);
  const point: JsonSchema = { type: "array", items: numberSchema(0, 1e12), minItems: 2, maxItems: 2 };
  return baseConfigurationSchema({
    properties: {
      required_items: listOf(
        closed(
          {
            line: enumSchema(["*", ...lineCodes]),
            kind: enumSchema(["*", ...submissionKinds]),
            documents: listOf(
              closed({ kind: enumSchema(documentKinds), weight, max_age_days: integerSchema(1, 3650) }, [
                "kind",
                "weight",
              ]),
              20,
            ),
            facts: listOf(closed({ path: textSchema(200, 1), weight }, ["path", "weight"]), 50),
          },
          ["line", "kind"],
        ),
        500,
      ),
      weights: closed({ priority: closed(Object.fromEntries(dimensions.map((name) => [name, weight]))) }),
      utilities: closed(Object.fromEntries(utilityNames.map((name) => [name, listOf(point, 20, 2)]))),
      appetite_rules: listOf(
        ruleSchema({ effect: enumSchema(ruleEffects), points: integerSchema(-30, 30) }, ["effect"]),
        500,
      ),
      strategic_rules: listOf(ruleSchema({ points: integerSchema(-50, 50) }, ["points"]), 500),
      offering_source: nullable(
        closed({ dataset_key: keySchema(), required: booleanSchema(), max_age_days: integerSchema(1, 3650) }, [
          "dataset_key",
        ]),
      ),
      clearance: closed({
        window_days: integerSchema(0, 365),
        duplicate: numberSchema(1, 24),
        possible: numberSchema(1, 24),
      }),
      bands: closed({ high: numberSchema(0, 100), low: numberSchema(0, 100) }),
      routes: listOf(
        closed(
          {
            key: keySchema(),
            label: textSchema(120, 1),
            precedence: integerSchema(0, 1_000_000),
            when: { type: "object" },
            to: {
              ...closed({ team: textSchema(128, 1), seat: keySchema(), tag: textSchema(64, 1) }),
              minProperties: 1,
            },
            action: enumSchema(actions),
            sla_hours: integerSchema(1, 8760),
          },
          ["key", "label", "precedence", "when", "to", "action", "sla_hours"],
        ),
        500,
        1,
      ),
    },
    required: [],
  });
}

/** Problems of a configuration as it would be saved, at most 50, with JSON Pointers. */
export function checkTriageConfiguration(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, schema, {
    engineType: "triage",
    freeMaps: ["risk.attributes"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  checkRules(config, issues);
  checkRoutes(config, issues);
  checkRequiredItems(config, issues);
  // Relations between numbers are checked once their types are valid.
  if (issues.length === 0) checkNumbers(config, issues);
}

/** Saved configuration, preset defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveTriage(config: JsonObject): JsonObject {
  const preset = triagePreset();
  const effective = effectiveBase(config, preset);
  const merged: { [name: string]: Json } = {
    ...effective,
    weights: {
      priority: { ...part(part(preset, "weights"), "priority"), ...part(part(effective, "weights"), "priority") },
    },
  };
  for (const name of mergedObjects) merged[name] = { ...part(preset, name), ...part(effective, name) };
  if (isJsonObject(effective.offering_source)) {
    merged.offering_source = { ...part(preset, "offering_source"), ...effective.offering_source };
  }
  const pack = findPack(text(config, "pack_key") ?? "", number(config, "pack_version") ?? 0);
  for (const field of ruleArrays) {
    merged[field] = filledIn(
      mergeRules(pack?.rules.triage?.[field] ?? [], objects(effective, field)),
      ruleDefaults[field],
    );
  }
  merged.required_items = filledIn(objects(effective, "required_items"), { documents: [], facts: [] });
  return merged;
}

function ruleSchema(extra: { readonly [name: string]: JsonSchema }, required: readonly string[]): JsonSchema {
  return closed(
    {
      key: keySchema(),
      enabled: booleanSchema(),
      // The condition language has its own check (COND-27).
      when: { type: "object" },
      message: textSchema(200, 1),
      ...extra,
    },
    ["key", "when", "message", ...required],
  );
}

/** Conditions, and unique keys over all rule arrays, because outcomes are listed by key (TRI-20). */
function checkRules(config: JsonObject, issues: ConfigIssue[]): void {
  const owners = new Map<string, string>();
  for (const field of ["routes", ...ruleArrays]) {
    for (const [index, rule] of objects(config, field).entries()) {
      const at = `/${field}/${index}`;
      if (isJsonObject(rule.when)) issues.push(...checkCondition(rule.when, `${at}/when`, facts));
      const key = text(rule, "key");
      if (key === undefined) continue;
      const owner = owners.get(key);
      if (owner !== undefined && owner !== field) {
        issues.push({ path: `${at}/key`, message: `the key is already used in ${owner}` });
      }
      owners.set(key, field);
    }
  }
}

/** Exactly one fallback, evaluated last: a route after it could never be reached (TRI-19). */
function checkRoutes(config: JsonObject, issues: ConfigIssue[]): void {
  if (config.routes === undefined) return;
  const routes = objects(config, "routes");
  const fallbacks = routes.filter(isFallbackRoute);
  if (fallbacks.length !== 1) {
    issues.push({
      path: "/routes",
      message: `exactly one route must be the fallback ({"when": {"all": []}}), found ${fallbacks.length}`,
    });
    return;
  }
  const last = fallbacks[0] === undefined ? undefined : number(fallbacks[0], "precedence");
  for (const [index, route] of routes.entries()) {
    const precedence = number(route, "precedence");
    if (isFallbackRoute(route) || precedence === undefined || last === undefined || precedence < last) continue;
    issues.push({ path: `/routes/${index}/precedence`, message: "must be lower than that of the fallback route" });
  }
}

function checkRequiredItems(config: JsonObject, issues: ConfigIssue[]): void {
  for (const [index, item] of objects(config, "required_items").entries()) {
    for (const [position, fact] of objects(item, "facts").entries()) {
      if (fact.path === undefined) continue;
      issues.push(...checkPath(fact.path, `/required_items/${index}/facts/${position}/path`, facts));
    }
  }
}

function checkNumbers(config: JsonObject, issues: ConfigIssue[]): void {
  const effective = effectiveTriage(config);
  const weights = part(part(effective, "weights"), "priority");
  if (dimensions.every((name) => (number(weights, name) ?? 0) === 0)) {
    issues.push({ path: "/weights/priority", message: "at least one weight must be above 0" });
  }
  const bands = part(effective, "bands");
  if ((number(bands, "low") ?? 0) >= (number(bands, "high") ?? 0)) {
    issues.push({ path: "/bands/low", message: "must be below high" });
  }
  const clearance = part(effective, "clearance");
  if ((number(clearance, "possible") ?? 0) >= (number(clearance, "duplicate") ?? 0)) {
    issues.push({ path: "/clearance/possible", message: "must be below duplicate" });
  }
  const utilities = part(config, "utilities");
  for (const name of utilityNames) checkPoints(utilities[name], name, issues);
}

/** Urgency must not fall as time passes: the next change of band is found by bisection (TRI-20, TRI-46). */
function checkPoints(value: Json | undefined, name: (typeof utilityNames)[number], issues: ConfigIssue[]): void {
  const points = readPoints(value);
  for (const [index, [x, y]] of points.entries()) {
    const at = `/utilities/${name}/${index}`;
    if (y > 100) issues.push({ path: `${at}/1`, message: "a utility is at most 100" });
    const before = points[index - 1];
    if (before === undefined) continue;
    if (x <= before[0]) issues.push({ path: `${at}/0`, message: "must be greater than the value before it" });
    if (name === "urgency_days" && y > before[1]) {
      issues.push({ path: `${at}/1`, message: "urgency must not grow with the days that are left" });
    }
    if (name === "response_age" && y < before[1]) {
      issues.push({ path: `${at}/1`, message: "urgency must not fall with age" });
    }
  }
}
