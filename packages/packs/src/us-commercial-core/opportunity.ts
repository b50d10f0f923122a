import { canonicalJson, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { all, any, fact, holdsLine } from "./entity-analysis-conditions.ts";
import { gapRules } from "./entity-analysis-gaps.ts";
import { texasQuestion } from "./entity-analysis-workers-compensation.ts";

/** Members of the family `accounts`; every other fact of a profile is a free attribute of the account. */
const accountFields = ["entity_type", "naics", "states", "revenue", "payroll", "employees", "years_in_business"];
/** Computed by extraction rules, which this type does not run. */
const extractedOnly = ["building_limit"];

/**
 * Rules of `us_commercial_core` for the engine type opportunity (OPP-66). The gap rules are those of entity_analysis,
 * rewritten from `profile.*` and `records.*` to `account.*`: gaps are defined in one place. Rules that need families
 * which no account of a book has (locations, contracts) are left out. The stored pack holds the rewritten conditions
 * only.
 */
export const opportunityRules: Record<string, JsonObject[]> = {
  gap_rules: [...gapRules, texasQuestion].flatMap(forAccounts),
  limit_rules: limitRules(),
  renewal_risk_points: renewalRiskPoints(),
};

function forAccounts(rule: JsonObject): JsonObject[] {
  const { work_item: _workItem, variants: _variants, ...kept } = rule;
  const rewritten: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(kept)) {
    const isRule = name.endsWith("_when") || name === "exposure_amount";
    const mapped = isRule ? ofAccount(member) : member;
    if (mapped === undefined) return [];
    rewritten[name] = mapped;
  }
  return [rewritten];
}

/** The condition or expression over `account.*`; `undefined` when it needs something that an account does not have. */
function ofAccount(value: Json): Json | undefined {
  if (isJsonArray(value)) {
    const parts = value.map(ofAccount);
    const mapped = parts.filter((part) => part !== undefined);
    return mapped.length === parts.length ? mapped : undefined;
  }
  if (!isJsonObject(value)) return value;
  const held = heldForm(value);
  if (held !== undefined) return held;
  const mapped: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(value)) {
    const isPath = ["fact", "value_fact", "each", "path"].includes(name) && typeof member === "string";
    const rewritten = isPath ? accountPath(member) : ofAccount(member);
    if (rewritten === undefined) return undefined;
    mapped[name] = rewritten;
  }
  return mapped;
}

/**
 * Nearly every rule tests "holds one of these lines" or "holds one of these coverages" for every account. The engine
 * derives both lists once per account, so that a book of thousands of accounts stays within the evaluation budget
 * (COND-26).
 */
function heldForm(condition: JsonObject): JsonObject | undefined {
  const [first] = isJsonArray(condition.any) ? condition.any : [];
  const lines = isJsonObject(first) ? requiredList(first, "@.lines[]") : undefined;
  if (lines !== undefined && canonicalJson(holdsLine(...lines)) === canonicalJson(condition))
    return holdsOneOf("account.lines_held", lines);
  const coverages = condition.each === "records.coverages[]" ? requiredList(condition, "@.coverage") : undefined;
  if (coverages === undefined || condition.quantifier !== "any") return undefined;
  const plain = all(
    fact("@.in_force", "eq", true),
    fact("@.included", "eq", true),
    fact("@.coverage", "in", [...coverages]),
  );
  return canonicalJson(plain) === canonicalJson(condition.where ?? null)
    ? holdsOneOf("account.coverages_held", coverages)
    : undefined;
}

/** `contains` searches a list as one evaluation; a path through `[]` would spend one per element. */
function holdsOneOf(path: string, wanted: readonly string[]): JsonObject {
  const parts = wanted.map((word) => fact(path, "contains", word));
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : any(...parts);
}

function requiredList(condition: JsonObject, path: string): readonly string[] | undefined {
  const parts = isJsonObject(condition.where) && isJsonArray(condition.where.all) ? condition.where.all : [];
  const leaf = parts.filter(isJsonObject).find((part) => part.fact === path && part.op === "in");
  return isJsonArray(leaf?.value) ? leaf.value.filter((item) => typeof item === "string") : undefined;
}

function accountPath(path: string): string | undefined {
  if (path.startsWith("@") || path === "as_of") return path;
  const [namespace, name = "", ...rest] = path.split(".");
  const bare = name.replace("[]", "");
  if (namespace === "profile" && rest.length === 0 && !extractedOnly.includes(bare))
    return accountFields.includes(bare) ? `account.${name}` : `account.attributes.${name}`;
  if (namespace === "records" && ["policies", "coverages", "claims"].includes(bare))
    return ["account", name, ...rest].join(".");
  return undefined;
}

/** Limits below what agencies recommend. Agency guidance, not legal advice (PACK-6). */
function limitRules(): JsonObject[] {
  const rule = (
    key: string,
    label: string,
    line: string,
    coverage: string,
    minimum: number,
    severity: string,
    talkingPoint: string,
    when?: JsonObject,
  ): JsonObject => ({
    key,
    label,
    line,
    coverage,
    ...(when === undefined ? {} : { when }),
    minimum,
    severity,
    recommendation: `Quote a limit of at least $${minimum.toLocaleString("en-US")}`,
    talking_points: [talkingPoint],
  });
  return [
    rule(
      "limit_gl_occurrence",
      "General liability occurrence limit",
      "general_liability",
      "each_occurrence",
      1_000_000,
      "high",
      "Contracts and umbrella schedules ask for a million per occurrence",
    ),
    rule(
      "limit_gl_aggregate",
      "General liability aggregate limit",
      "general_liability",
      "general_aggregate",
      2_000_000,
      "medium",
      "One aggregate pays for every claim of the year",
    ),
    rule(
      "limit_auto_liability",
      "Commercial auto liability limit",
      "commercial_auto",
      "combined_single_limit",
      1_000_000,
      "high",
      "One serious accident exceeds a low limit",
    ),
    rule(
      "limit_employers_liability",
      "Employers liability limit",
      "workers_compensation",
      "el_each_accident",
      500_000,
      "medium",
      "Umbrella schedules ask for employers liability at this limit",
    ),
    rule(
      "limit_umbrella_large",
      "Umbrella limit of a large account",
      "umbrella",
      "umbrella_occurrence",
      5_000_000,
      "medium",
      "Verdicts follow the size of the business",
      fact("account.revenue", "gte", 10_000_000),
    ),
    rule(
      "limit_cyber",
      "Cyber limit",
      "cyber",
      "cyber_aggregate",
      1_000_000,
      "medium",
      "Notification, forensics and downtime add up within days",
      fact("account.revenue", "gte", 5_000_000),
    ),
    rule(
      "limit_employment_practices",
      "Employment practices limit",
      "employment_practices",
      "epli_aggregate",
      1_000_000,
      "medium",
      "Defense cost erodes the limit",
      fact("account.employees", "gte", 25),
    ),
    rule(
      "limit_personal_liability",
      "Personal liability limit",
      "homeowners",
      "personal_liability",
      300_000,
      "medium",
      "A personal umbrella needs this limit underneath",
    ),
    rule(
      "limit_personal_auto",
      "Personal auto injury limit",
      "personal_auto",
      "bi_per_accident",
      300_000,
      "medium",
      "State minimum limits pay for a fraction of a serious injury",
    ),
  ];
}

/** The table of OPP-44, OPP-46: each condition adds or takes its points, the sum is kept within 0 to 100. */
function renewalRiskPoints(): JsonObject[] {
  const point = (key: string, label: string, points: number, when: JsonObject): JsonObject => ({
    key,
    label,
    when,
    points,
  });
  return [
    point("risk_premium_change_15", "premium up 15 % or more", 20, fact("policy.premium_change", "gte", 0.15)),
    point(
      "risk_premium_change_5",
      "premium up 5 % to 15 %",
      10,
      all(fact("policy.premium_change", "gte", 0.05), fact("policy.premium_change", "lt", 0.15)),
    ),
    point("risk_claims", "two or more claims in three years", 15, fact("account.loss.count_3y", "gte", 2)),
    point("risk_late_payments", "three or more late payments", 20, fact("account.late_payments_12m", "gte", 3)),
    point("risk_first_renewal", "first renewal", 10, fact("policy.is_first_renewal", "eq", true)),
    point(
      "risk_no_touch",
      "no contact for 180 days",
      10,
      any(fact("account.days_since_touch", "gte", 180), fact("account.activity_count", "eq", 0)),
    ),
    point("risk_monoline", "one line only", 10, fact("account.is_monoline", "eq", true)),
    point("risk_open_claim", "open claim", 8, fact("account.loss.open_count", "gte", 1)),
    point("risk_non_renewal_notice", "non-renewal notice", 40, fact("policy.non_renewal_notice", "eq", true)),
    point("risk_tenure_5", "client for five years or more", -15, fact("account.tenure_years", "gte", 5)),
    point(
      "risk_tenure_3",
      "client for three to five years",
      -8,
      all(fact("account.tenure_years", "gte", 3), fact("account.tenure_years", "lt", 5)),
    ),
    point("risk_policies_3", "three or more policies", -10, fact("account.policy_count", "gte", 3)),
    point("risk_policies_2", "two policies", -5, fact("account.policy_count", "eq", 2)),
  ];
}
