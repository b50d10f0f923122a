import { checkConfiguration, type ReadKind, readKinds } from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import { checkCondition, checkExpression, checkPath, checkPattern, type AllowedPaths } from "@service/conditions";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  objectsIn,
  text,
} from "@service/json";
import { entityAnalysisConfiguration } from "./configuration.ts";
import { usualDimensions } from "./preset.ts";
import { factsIn } from "./stages/fact-paths.ts";
import { elementPath, inputPath } from "./stages/rule-paths.ts";

/** What rules may name (COND-28); overlays also see the finding, sources of the profile do not see the profile yet. */
const namespaces = ["input", "loss", "profile", "records"] as const;
const ruleFacts = factsIn(namespaces);
const overlayFacts = factsIn([...namespaces, "finding"]);
const sourceFacts = factsIn(["@", "input", "loss", "records"]);
const elementFacts = factsIn(["@", ...namespaces]);
const inputFacts = factsIn(["input"]);

/** TYPE-84: problems of schema, keys and references, then of conditions and expressions; 50 at most. */
export function checkEntityAnalysisConfiguration(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, entityAnalysisConfiguration, {
    engineType: "entity_analysis",
    freeMaps: ["profile"],
    manifests,
    checkOwn: (whole, issues) => void issues.push(...checkRules(whole)),
  });
}

/** Problems inside the rules: conditions, expressions, paths, patterns, members that depend on each other. */
function checkRules(config: JsonObject): ConfigIssue[] {
  const dimensions = new Set([
    ...usualDimensions.map(({ key }) => key),
    ...objectsIn(config.analysis_dimensions).map((entry) => text(entry, "key")),
  ]);
  const checkDimension = (rule: JsonObject, at: string): ConfigIssue[] => {
    const name = text(rule, "dimension");
    return name === undefined || dimensions.has(name)
      ? []
      : [{ path: `${at}/dimension`, message: `no dimension has the key "${name}"` }];
  };
  return [
    ...each(config, "profile_extraction_rules", checkExtraction),
    ...each(config, "summary_counter_rules", (rule, at) => [
      ...path(rule, "over", at, ruleFacts),
      ...condition(rule, "where", at, elementFacts),
      ...pathOfElement(rule, "value_path", at),
      ...(rule.measure !== "count" && rule.value_path === undefined
        ? [{ path: `${at}/value_path`, message: "is required" }]
        : []),
    ]),
    ...each(config, "extra_result_sections", (rule, at) => [
      ...path(rule, "over", at, ruleFacts),
      ...condition(rule, "where", at, elementFacts),
      ...condition(rule, "show_when", at, ruleFacts),
      ...listed(rule.columns, `${at}/columns`, (column, place) => pathOfElement(column, "path", place)),
      ...(isJsonObject(rule.sort) ? pathOfElement(rule.sort, "path", `${at}/sort`) : []),
    ]),
    ...each(config, "deterministic_checks", (rule, at) => [
      ...checkDimension(rule, at),
      ...condition(rule, "when", at, ruleFacts),
      ...condition(rule, "assert", at, ruleFacts),
      ...(isJsonArray(rule.evidence_paths)
        ? rule.evidence_paths.flatMap((item, index) => checkPath(item, `${at}/evidence_paths/${index}`, ruleFacts))
        : []),
    ]),
    ...each(config, "overlay_categories", (rule, at) => condition(rule, "assign_when", at, overlayFacts)),
    ...each(config, "requirement_rules", (rule, at) => [
      ...checkDimension(rule, at),
      ...condition(rule, "applies_when", at, ruleFacts),
      ...listed(rule.requires, `${at}/requires`, checkRequired),
    ]),
    ...each(config, "deterministic_gap_rules", (rule, at) => [...checkDimension(rule, at), ...checkGap(rule, at)]),
    ...each(config, "knowledge_overlay", (rule, at) => [
      ...condition(rule, "applies_when", at, ruleFacts),
      ...(isJsonObject(rule.attach_to) ? checkDimension(rule.attach_to, `${at}/attach_to`) : []),
      ...(isJsonObject(rule.attach_to) && Object.keys(rule.attach_to).length === 0
        ? [{ path: `${at}/attach_to`, message: "must name a dimension or a finding prefix" }]
        : []),
    ]),
  ];
}

function checkGap(rule: JsonObject, at: string): ConfigIssue[] {
  const { exposure_amount: amount } = rule;
  return [
    ...condition(rule, "exposure_when", at, ruleFacts),
    ...condition(rule, "covered_when", at, ruleFacts),
    ...condition(rule, "partial_when", at, ruleFacts),
    ...condition(rule, "suppress_when", at, ruleFacts),
    ...(amount === undefined ? [] : checkExpression(amount, `${at}/exposure_amount`, ruleFacts)),
    ...listed(rule.variants, `${at}/variants`, (variant, place) => condition(variant, "when", place, ruleFacts)),
  ];
}

function checkExtraction(rule: JsonObject, at: string): ConfigIssue[] {
  const issues = listed(rule.sources, `${at}/sources`, (source, place) => {
    switch (source.kind) {
      case "input":
        return needs(source, ["path"], place, () =>
          checkPath(inputPath(text(source, "path") ?? ""), `${place}/path`, inputFacts),
        );
      case "record":
        return needs(source, ["family", "path", "pick"], place, () => [
          ...pathOfElement(source, "path", place),
          ...condition(source, "where", place, sourceFacts),
        ]);
      case "document_field":
        return needs(source, ["document_kind", "field"], place, () => []);
      case "document_pattern":
        return needs(source, ["pattern", "group"], place, () =>
          checkPattern(source.pattern ?? null, `${place}/pattern`),
        );
      case "document_value":
        return needs(source, ["labels", "read"], place, () => checkValueSource(rule, source, place));
      default:
        return [];
    }
  });
  return rule.type === "enum" && rule.enum === undefined
    ? [...issues, { path: `${at}/enum`, message: "is required" }]
    : issues;
}

/** What each way of reading gives. */
const readTypes: { readonly [Kind in ReadKind]: readonly string[] } = {
  money: ["money"],
  count: ["number"],
  percent: ["number"],
  date: ["date"],
  yes_no: ["boolean", "money", "number"],
  text: ["string", "enum", "list"],
};

/** A value must be read as its rule's type, and a plausible range goes up. */
function checkValueSource(rule: JsonObject, source: JsonObject, at: string): ConfigIssue[] {
  const kind = readKinds.find((each) => each === source.read);
  const types = kind === undefined ? [] : readTypes[kind];
  const [low, high] = isJsonArray(source.plausible) ? source.plausible : [];
  return [
    ...(kind !== undefined && !types.includes(text(rule, "type") ?? "")
      ? [{ path: `${at}/read`, message: `gives a value of type ${types.join(" or ")}` }]
      : []),
    ...(typeof low === "number" && typeof high === "number" && low > high
      ? [{ path: `${at}/plausible`, message: "must be [lowest, highest]" }]
      : []),
  ];
}

/** `op` against `value` is checked, and later evaluated, as one leaf of a condition. */
function checkRequired(required: JsonObject, at: string): ConfigIssue[] {
  if (required.value_expr !== undefined) {
    if (required.value !== undefined) return [{ path: at, message: "must have exactly one of value and value_expr" }];
    const leaf = checkCondition({ fact: "@.found", op: required.op ?? null, value_fact: "@.wanted" }, at, ["@"]);
    return [...renamed(leaf, at), ...checkExpression(required.value_expr, `${at}/value_expr`, ruleFacts)];
  }
  const leaf: JsonObject = {
    fact: "@.found",
    op: required.op ?? null,
    ...(required.value === undefined ? {} : { value: required.value }),
  };
  return renamed(checkCondition(leaf, at, ["@"]), at);
}

function renamed(issues: readonly ConfigIssue[], at: string): ConfigIssue[] {
  return issues.map((issue) => (issue.path === `${at}/value_fact` ? { ...issue, path: `${at}/op` } : issue));
}

function needs(source: JsonObject, names: readonly string[], at: string, then: () => ConfigIssue[]): ConfigIssue[] {
  const absent = names.filter((name) => source[name] === undefined);
  return absent.length > 0 ? absent.map((name) => ({ path: `${at}/${name}`, message: "is required" })) : then();
}

function each(
  config: JsonObject,
  field: string,
  check: (rule: JsonObject, at: string) => ConfigIssue[],
): ConfigIssue[] {
  return listed(config[field], `/${field}`, check);
}

function listed(
  list: Json | undefined,
  at: string,
  check: (element: JsonObject, at: string) => ConfigIssue[],
): ConfigIssue[] {
  if (!isJsonArray(list)) return [];
  return list.flatMap((element, index) => (isJsonObject(element) ? check(element, `${at}/${index}`) : []));
}

function condition(rule: JsonObject, name: string, at: string, facts: AllowedPaths): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkCondition(value, `${at}/${name}`, facts);
}

function path(rule: JsonObject, name: string, at: string, facts: AllowedPaths): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkPath(value, `${at}/${name}`, facts);
}

function pathOfElement(rule: JsonObject, name: string, at: string): ConfigIssue[] {
  const value = rule[name];
  return typeof value === "string" ? checkPath(elementPath(value), `${at}/${name}`, ["@"]) : [];
}
