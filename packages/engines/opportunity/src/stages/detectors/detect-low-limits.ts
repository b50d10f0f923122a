import { fromCents, toCents } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { type JsonObject, cut, text } from "@service/json";
import type { Account } from "../account.ts";
import {
  ask,
  accountEvidence,
  engagementOf,
  factsOf,
  noteRule,
  policyEvidence,
  premiumFor,
  renewsIn,
  ruleEvidence,
  type Bench,
  type Finding,
} from "../candidate.ts";
import { cents } from "../row-fields.ts";
import type { LimitRule } from "../../settings.ts";
import { money } from "../wording.ts";

const limitPropensity = 0.5;

function limitPath({ clientKey }: Account, { line, coverage }: LimitRule): string {
  return `accounts[${clientKey}].coverages[${line}/${coverage}].limit`;
}

/**
 * `limit_adequacy`: the highest limit in force of a coverage is below what the rule asks for. An unstated limit is not
 * a finding.
 */
export function detectLowLimits(account: Account, bench: Bench): Finding[] {
  if (account.linesHeld.size === 0 || account.kind === "former") return [];
  const facts = factsOf(bench, account);
  return bench.settings.limits.flatMap((rule) => {
    const held = highestLimit(account, rule);
    if (held === undefined) {
      noteUnstated(rule, account, bench);
      return [];
    }
    const wantedCents = limitAskedFor(rule, held, facts, account, bench);
    return wantedCents === undefined || held.cents >= wantedCents
      ? []
      : [describeLowLimit(rule, held, wantedCents, account, bench)];
  });
}

/** Without the coverage there is nothing to compare; a coverage without a stated limit is unknown. */
function noteUnstated(rule: LimitRule, account: Account, bench: Bench): void {
  bench.outcomes.note(rule.key, "detect", account.linesHeld.has(rule.line) ? "unknown" : "false", () => [
    { path: limitPath(account, rule), value: null },
  ]);
}

/** The limit that the rule asks of this account; undefined where it does not apply or cannot tell. */
function limitAskedFor(
  rule: LimitRule,
  held: HeldLimit,
  facts: Facts,
  account: Account,
  bench: Bench,
): number | undefined {
  const applies = ask(rule.when, facts, "true");
  if (applies !== "true") {
    noteRule(bench, rule.key, applies, { conditions: [rule.when], facts, account });
    return undefined;
  }
  const wanted = rule.minimumCents ?? toCents(rule.minimumExpression?.evaluate(facts) ?? Number.NaN);
  bench.outcomes.note(
    rule.key,
    "detect",
    wanted === undefined ? "unknown" : held.cents < wanted ? "true" : "false",
    () => [{ path: limitPath(account, rule), value: fromCents(held.cents) }],
  );
  return wanted;
}

function describeLowLimit(
  rule: LimitRule,
  held: HeldLimit,
  wantedCents: number,
  account: Account,
  bench: Bench,
): Finding {
  const policyKey = text(held.row, "policy_key");
  const insured = premiumFor(bench, account, rule.line);
  const policy = account.inForce.find((each) => each.key !== undefined && each.key === policyKey) ?? insured.policy;
  const recordKey = text(held.row, "coverage_key") ?? policyKey ?? account.clientKey;
  return {
    kind: "limit_adequacy",
    ruleKey: rule.key,
    account,
    policy,
    line: rule.line,
    coverage: rule.coverage,
    severity: rule.severity,
    status: "partial",
    title: `${rule.label} below ${money(wantedCents)}`,
    premiumCents: policy?.premiumCents ?? insured.premiumCents,
    premiumFrom: policy?.premiumCents === undefined ? insured.premiumFrom : undefined,
    propensity: limitPropensity * engagementOf(account),
    xDay: account.nextExpirationDay,
    describe: () => ({
      because: [
        `limit in force ${money(held.cents)}`,
        `recommended at least ${money(wantedCents)}`,
        ...renewsIn(account, bench.book.todayDay),
      ],
      talkingPoints: rule.talkingPoints,
      evidence: [
        {
          kind: "record",
          ref: { family: "coverages", record_key: cut(recordKey, 128) },
          value: { coverage: rule.coverage, limit: held.cents / 100 },
        },
        ruleEvidence(rule.key),
        ...(policy === undefined ? [] : policyEvidence(policy)),
        accountEvidence(account),
      ],
      recommendation: rule.recommendation,
    }),
  };
}

type HeldLimit = { readonly cents: number; readonly row: JsonObject };

function highestLimit(account: Account, rule: LimitRule): HeldLimit | undefined {
  let highest: HeldLimit | undefined;
  for (const row of account.coverages) {
    if (row.in_force !== true || row.included !== true) continue;
    if (row.line !== rule.line || row.coverage !== rule.coverage) continue;
    const limit = cents(row, "limit");
    if (limit !== undefined && limit > (highest?.cents ?? -1)) highest = { cents: limit, row };
  }
  return highest;
}
