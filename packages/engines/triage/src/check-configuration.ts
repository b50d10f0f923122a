import { checkConfiguration, lossFactsSchema, readPoints, shapeAt } from "@service/engine-kit";
import { checkCondition, checkPath, type AllowedPaths } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonObject,
  number,
  objects,
  part,
  text,
} from "@service/json";
import { dimensions, utilityNames } from "./codes.ts";
import { effectiveTriage, triageConfiguration } from "./configuration.ts";
import { submissionSchema } from "./input.ts";
import { isFallbackRoute } from "./settings.ts";

/** Submission fields at top level, and what is derived from the loss history (COND-28). */
const submissionShape = submissionSchema({});
const factShapes: JsonSchema = {
  ...submissionShape,
  properties: { ...part(submissionShape, "properties"), loss: lossFactsSchema() },
};
const facts: AllowedPaths = { namespaces: ["*"], mayExist: (path) => shapeAt(factShapes, path) !== undefined };

/** Problems of a configuration as it would be saved, at most 50, with JSON Pointers. */
export function checkTriageConfiguration(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, triageConfiguration, {
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

/** Conditions, and unique keys over all rule arrays, because outcomes are listed by key (TRI-20). */
function checkRules(config: JsonObject, issues: ConfigIssue[]): void {
  const owners = new Map<string, string>();
  for (const field of ["routes", "appetite_rules", "strategic_rules"]) {
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
  const items = objects(config, "required_items");
  for (const index of repeats(items, ["line", "kind"])) {
    issues.push({ path: `/required_items/${index}`, message: "an earlier element is for the same line and kind" });
  }
  for (const [index, item] of items.entries()) {
    const at = `/required_items/${index}`;
    for (const position of repeats(objects(item, "documents"), ["kind"])) {
      issues.push({ path: `${at}/documents/${position}/kind`, message: "is required by an earlier element" });
    }
    const stated = objects(item, "facts");
    for (const [position, fact] of stated.entries()) {
      if (fact.path === undefined) continue;
      issues.push(...checkPath(fact.path, `${at}/facts/${position}/path`, facts));
    }
    for (const position of repeats(stated, ["path"])) {
      issues.push({ path: `${at}/facts/${position}/path`, message: "is required by an earlier element" });
    }
  }
}

/** Indexes of the elements that have the same text in these members as an earlier one (TRI-20). */
function repeats(elements: readonly JsonObject[], names: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  return [...elements.entries()].flatMap(([index, element]) => {
    const key = JSON.stringify(names.map((name) => text(element, name) ?? null));
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

function checkNumbers(config: JsonObject, issues: ConfigIssue[]): void {
  const { weights, bands, clearance } = effectiveTriage(config);
  if (dimensions.every((name) => weights.priority[name] === 0)) {
    issues.push({ path: "/weights/priority", message: "at least one weight must be above 0" });
  }
  if (bands.low >= bands.high) issues.push({ path: "/bands/low", message: "must be below high" });
  if (clearance.possible >= clearance.duplicate) {
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
