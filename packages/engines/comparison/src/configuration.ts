import { findPack } from "@service/packs";
import {
  baseConfigurationSchema,
  checkConfiguration,
  coverageSchema,
  effectiveBase,
  filledIn,
  lineSchema,
  mergeRules,
  normalizeName,
  ratings,
  severities,
} from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
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
  objects,
  oneOf,
  part,
  text,
} from "@service/json";
import { cellOfValue, rowKey } from "./stages/align-rows.ts";
import { scenarioSchema } from "./input.ts";
import { attributes } from "./stages/item.ts";
import { comparisonPreset, lineItemDefaults } from "./preset.ts";
import { checkKeys, dimensions, directions } from "./settings.ts";

/** Built once: the compiled form is cached per schema object. */
const schema = configurationSchema();

/** The closed schema of a comparison configuration as saved (TYPE-84, CMP-6). */
function configurationSchema(): JsonSchema {
  const ratio = ratioSchema();
  const point: JsonSchema = { type: "array", items: numberSchema(0, 1000), minItems: 2, maxItems: 2 };
  return baseConfigurationSchema({
    properties: {
      aliases: listOf(
        closed({ alias: textSchema(160, 1), line: lineSchema(), coverage: coverageSchema() }, [
          "alias",
          "line",
          "coverage",
        ]),
        2000,
      ),
      line_items: listOf(lineItemSchema(), 500),
      checks: closed(Object.fromEntries(checkKeys.map((key) => [key, enumSchema(severities)]))),
      check_parameters: closed({
        umbrella_schedule: listOf(
          closed({ line: lineSchema(), coverage: coverageSchema(), limit: numberSchema(0, 1e12) }, [
            "line",
            "coverage",
            "limit",
          ]),
          50,
        ),
        rating_floor: enumSchema(ratings.filter((rating) => rating !== "NR")),
        minimum_earned_max: ratio,
        quote_expiry_days: integerSchema(0, 365),
        basis_tolerance: ratio,
      }),
      ranking: closed({
        enabled: booleanSchema(),
        weights: closed(Object.fromEntries(dimensions.map((name) => [name, numberSchema(0, 100)]))),
        utilities: closed({
          price: listOf(point, 20, 2),
          rating: closed(Object.fromEntries(ratings.map((rating) => [rating, ratio]))),
        }),
      }),
      scenarios: listOf(scenarioSchema(), 20),
      max_rows: integerSchema(1, 5000),
    },
    required: [],
  });
}

/** Problems of a configuration as it would be saved, at most 50. */
export function checkComparisonConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, schema, { engineType: "comparison", freeMaps: ["profile"], manifests, checkOwn });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  if (issues.length > 0) return;
  checkLineItems(config, issues);
  checkAliases(config, issues);
  checkRanking(config, issues);
}

/** Saved configuration, preset defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveComparison(config: JsonObject): JsonObject {
  const preset = comparisonPreset();
  const pack = packRules(config);
  const usual = part(preset, "ranking");
  const ranking = part(config, "ranking");
  return {
    ...effectiveBase(config, preset),
    line_items: filledIn(mergeRules(objects(pack, "line_items"), objects(config, "line_items")), lineItemDefaults),
    aliases: mergeAliases(objects(pack, "aliases"), objects(config, "aliases")),
    check_parameters: { ...part(preset, "check_parameters"), ...part(config, "check_parameters") },
    ranking: {
      ...usual,
      ...ranking,
      weights: { ...part(usual, "weights"), ...part(ranking, "weights") },
      utilities: { ...part(usual, "utilities"), ...part(ranking, "utilities") },
    },
  };
}

function packRules(config: JsonObject): JsonObject {
  const pack = findPack(text(config, "pack_key") ?? "", number(config, "pack_version") ?? 0);
  return { ...pack?.rules.comparison };
}

/** An alias of the configuration precedes the pack's same alias of the same line. */
function mergeAliases(packAliases: readonly JsonObject[], own: readonly JsonObject[]): readonly JsonObject[] {
  const overridden = new Set(own.map(aliasKey));
  return [...own, ...packAliases.filter((alias) => !overridden.has(aliasKey(alias)))];
}

function aliasKey(alias: JsonObject): string {
  return `${text(alias, "line") ?? ""}|${normalizeName(text(alias, "alias") ?? "")}`;
}

/** Two rules for one row would leave its weight undefined. */
function checkLineItems(config: JsonObject, issues: ConfigIssue[]): void {
  const given = objects(config, "line_items");
  const replaced = new Set(given.map((item) => text(item, "key")));
  const owners = new Map<string, string>();
  for (const item of objects(packRules(config), "line_items")) {
    const key = text(item, "key");
    if (key !== undefined && !replaced.has(key)) owners.set(rowOf(item), key);
  }
  for (const [index, item] of given.entries()) {
    const path = `/line_items/${index}`;
    const key = text(item, "key") ?? "";
    if (checkKeys.some((check) => check === key) || key === "row_difference" || key.startsWith("requirement:")) {
      issues.push({ path: `${path}/key`, message: "is the name of a built-in rule" });
    }
    const { reference } = item;
    const attribute = oneOf(attributes, item["attribute"]);
    if (reference !== undefined && attribute !== undefined && cellOfValue(reference, attribute) === undefined) {
      issues.push({ path: `${path}/reference`, message: `is not a value of ${attribute}` });
    }
    if (item["enabled"] === false) continue;
    const owner = owners.get(rowOf(item));
    if (owner !== undefined) issues.push({ path, message: `the row already belongs to the rule "${owner}"` });
    else owners.set(rowOf(item), key);
  }
}

function checkAliases(config: JsonObject, issues: ConfigIssue[]): void {
  const seen = new Set<string>();
  for (const [index, alias] of objects(config, "aliases").entries()) {
    const key = aliasKey(alias);
    if (key.endsWith("|")) issues.push({ path: `/aliases/${index}/alias`, message: "has no letter or digit" });
    else if (seen.has(key)) issues.push({ path: `/aliases/${index}/alias`, message: "duplicate wording of this line" });
    seen.add(key);
  }
}

function checkRanking(config: JsonObject, issues: ConfigIssue[]): void {
  const ranking = part(part(effectiveComparison(config), "ranking"), "weights");
  if (dimensions.every((name) => (number(ranking, name) ?? 0) === 0)) {
    issues.push({ path: "/ranking/weights", message: "at least one weight must be above 0" });
  }
  const points = part(part(config, "ranking"), "utilities")["price"];
  if (!isJsonArray(points)) return;
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const [x, y] = isJsonArray(point) ? point : [];
    if (typeof x !== "number" || typeof y !== "number") continue;
    if (x <= last)
      issues.push({ path: `/ranking/utilities/price/${index}/0`, message: "must be greater than the ratio before it" });
    if (y > 1) issues.push({ path: `/ranking/utilities/price/${index}/1`, message: "a utility is at most 1" });
    last = x;
  }
}

function rowOf(item: JsonObject): string {
  return rowKey(
    text(item, "line") ?? "",
    text(item, "coverage") ?? "",
    oneOf(attributes, item["attribute"]) ?? "included",
  );
}

function lineItemSchema(): JsonSchema {
  return closed(
    {
      key: keySchema(),
      enabled: booleanSchema(),
      line: lineSchema(),
      coverage: keySchema(),
      attribute: enumSchema(attributes),
      direction: enumSchema(directions),
      weight: numberSchema(0, 100),
      materiality: closed({ abs: numberSchema(0, 1e12), rel: numberSchema(0, 1000) }),
      critical: booleanSchema(),
      reference: { type: ["string", "number", "boolean"], maxLength: 60 },
    },
    ["key", "line", "coverage", "attribute", "direction", "weight", "materiality", "critical"],
  );
}
