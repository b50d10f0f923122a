import { checkConfiguration, lossFactsSchema, readPoints, shapeAt } from "@service/engine-kit";
import { checkCondition, checkExpression, type AllowedPaths } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  booleanSchema,
  closed,
  countSchema,
  isJsonArray,
  isJsonObject,
  listOf,
  numberSchema,
  part,
  pointerToken,
  textSchema,
} from "@service/json";
import { accountSchema } from "./input.ts";
import { opportunityConfiguration, type ruleArrays } from "./configuration.ts";

// Facts that the stage `extract` derives (`account-facts.ts`) and those that only a renewal knows
// (`detectors/detect-renewals.ts`), besides the rows.
const accountProperties = part(accountSchema({}), "properties");
const coverages = withMembers("coverages", { in_force: booleanSchema() });
const policies = withMembers("policies", { in_force: booleanSchema() });
const account: JsonSchema = closed({
  ...schemasIn(accountProperties),
  coverages,
  policies,
  coverages_held: listOf(textSchema(128), 1),
  loss: lossFactsSchema(),
  lines_held: listOf(textSchema(128), 1),
  is_monoline: booleanSchema(),
  premium_in_force: numberSchema(),
  tenure_years: numberSchema(),
  days_to_expiration: countSchema(),
  activity_count: countSchema(),
  days_since_touch: countSchema(),
  late_payments_12m: countSchema(),
  overdue_balance: numberSchema(),
  naics2: textSchema(2),
  size_band: textSchema(10),
});
const policy: JsonSchema = closed({
  ...schemasIn(part(part(policies, "items"), "properties")),
  days_to_expiration: countSchema(),
  non_renewal_notice: booleanSchema(),
  premium_change: numberSchema(),
  is_first_renewal: booleanSchema(),
});

/** What rules about accounts may name (COND-28). */
const accountFacts = factsOf({ account });
/** What points of a renewal may name besides. */
const policyFacts = factsOf({ account, policy });

/** TYPE-84: problems of schema, keys and references, then of conditions, expressions and bounds; 50 at most. */
export function checkOpportunityConfiguration(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, opportunityConfiguration, {
    engineType: "opportunity",
    freeMaps: ["accounts.attributes"],
    manifests,
    checkOwn: (whole, issues) => {
      issues.push(...checkRules(whole), ...checkBounds(whole));
    },
  });
}

function checkRules(config: JsonObject): ConfigIssue[] {
  return [
    ...each(config, "gap_rules", (rule, at) => [
      ...["exposure_when", "covered_when", "partial_when", "suppress_when"].flatMap((name) =>
        checked(rule, name, at, accountFacts),
      ),
      ...expression(rule, "exposure_amount", at),
    ]),
    ...each(config, "limit_rules", (rule, at) => [
      ...checked(rule, "when", at, accountFacts),
      ...expression(rule, "minimum_expr", at),
      ...((rule.minimum === undefined) === (rule.minimum_expr === undefined)
        ? [{ path: at, message: "must have exactly one of minimum and minimum_expr" }]
        : []),
    ]),
    ...each(config, "renewal_risk_points", (rule, at) => checked(rule, "when", at, policyFacts)),
  ];
}

function checkBounds(config: JsonObject): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const { lift_cap: liftCap } = part(config, "cross_sell");
  const [low, high] = isJsonArray(liftCap) ? liftCap : [];
  if (typeof low === "number" && typeof high === "number" && low > high)
    issues.push({ path: "/cross_sell/lift_cap", message: "the lower bound comes first" });
  const { windows } = config;
  for (const [index, window] of (isJsonArray(windows) ? windows : []).entries())
    if (isJsonArray(windows) && windows.indexOf(window) < index)
      issues.push({ path: `/windows/${index}`, message: "is a window already" });
  issues.push(...checkAddedPremium(part(part(config, "value"), "added_premium")));
  const weights = part(config, "weights");
  if (["value", "propensity", "urgency"].every((name) => weights[name] === 0))
    issues.push({ path: "/weights", message: "at least one weight must be above 0" });
  return issues;
}

function checkAddedPremium({ amount_by_coverage: amounts, limit_factors: factors }: JsonObject): ConfigIssue[] {
  const at = "/value/added_premium";
  const issues: ConfigIssue[] = [];
  for (const [coverage, range] of Object.entries(isJsonObject(amounts) ? amounts : {})) {
    const [from, to] = isJsonArray(range) ? range : [];
    if (typeof from === "number" && typeof to === "number" && from > to)
      issues.push({
        path: `${at}/amount_by_coverage/${pointerToken(coverage)}`,
        message: "the lower amount comes first",
      });
  }
  const points = readPoints(factors);
  if (points.some(([limit, factor], index) => factor <= 0 || limit <= (points[index - 1]?.[0] ?? -1)))
    issues.push({ path: `${at}/limit_factors`, message: "limits must ascend and factors must be above 0" });
  return issues;
}

function each(
  config: JsonObject,
  field: (typeof ruleArrays)[number],
  check: (rule: JsonObject, at: string) => ConfigIssue[],
): ConfigIssue[] {
  const rules = config[field];
  if (!isJsonArray(rules)) return [];
  return rules.flatMap((rule, index) => (isJsonObject(rule) ? check(rule, `/${field}/${index}`) : []));
}

function checked(rule: JsonObject, name: string, at: string, facts: AllowedPaths): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkCondition(value, `${at}/${name}`, facts);
}

function expression(rule: JsonObject, name: string, at: string): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkExpression(value, `${at}/${name}`, accountFacts);
}

function factsOf(namespaces: { readonly [name: string]: JsonSchema }): AllowedPaths {
  const shapes = closed(namespaces);
  return { namespaces: Object.keys(namespaces), mayExist: (path) => shapeAt(shapes, path) !== undefined };
}

function withMembers(family: string, members: { readonly [name: string]: JsonSchema }): JsonSchema {
  const rows = part(accountProperties, family);
  const row = part(rows, "items");
  return { ...rows, items: { ...row, properties: { ...part(row, "properties"), ...members } } };
}

function schemasIn(properties: JsonObject): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, part(properties, name)]));
}
