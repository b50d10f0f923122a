import { type EvidenceSource, fromCents, toCents } from "@service/engine-kit";
import type { Condition, Facts, TraceEntry } from "@service/conditions";
import type { Account } from "../account.ts";
import {
  ask,
  accountEvidence,
  engagementOf,
  factsOf,
  noteRule,
  premiumFor,
  renewsIn,
  ruleEvidence,
  type Bench,
  type Description,
  type Finding,
} from "../candidate.ts";
import type { GapRule } from "../../settings.ts";
import { cut } from "@service/json";
import { money, words } from "../wording.ts";

const gapPropensity = 0.5;
const factsShownMax = 3;

/**
 * `coverage_gap`: an exposure without its coverage. Unlike in entity_analysis an unknown part raises nothing: a book of
 * thousands of accounts uses known facts only. Only for clients that hold something; a prospect's cover is elsewhere.
 */
export function detectGaps(account: Account, bench: Bench): Finding[] {
  if (account.linesHeld.size === 0 || account.kind === "former") return [];
  const facts = factsOf(bench, account);
  const found: Finding[] = [];
  for (const rule of bench.settings.gaps) {
    if (ask(rule.suppressWhen, facts, "false") === "true") continue;
    const exposure = rule.exposureWhen.evaluate(facts);
    if (exposure !== "true") {
      noteRule(bench, rule.key, exposure, { conditions: [rule.exposureWhen], facts, account });
      continue;
    }
    const isPartial = ask(rule.partialWhen, facts, "false") === "true";
    const covered = isPartial ? "false" : rule.coveredWhen.evaluate(facts);
    noteRule(bench, rule.key, covered === "false" ? "true" : covered === "true" ? "false" : "unknown", {
      conditions: [rule.exposureWhen, isPartial ? rule.partialWhen : rule.coveredWhen],
      facts,
      account,
    });
    if (covered === "false") found.push(describeGap(rule, isPartial, facts, account, bench));
  }
  return found;
}

function describeGap(rule: GapRule, isPartial: boolean, facts: Facts, account: Account, bench: Bench): Finding {
  const { premiumCents, premiumFrom, policy } = premiumFor(bench, account, rule.line);
  const name = `${rule.label.charAt(0).toLowerCase()}${rule.label.slice(1)}`;
  const title = isPartial
    ? `${rule.label}: covered in part`
    : rule.coverage === undefined
      ? `No ${name} coverage`
      : rule.label;
  return {
    kind: "coverage_gap",
    ruleKey: rule.key,
    account,
    policy: rule.coverage === undefined ? undefined : policy,
    line: rule.line,
    coverage: rule.coverage,
    severity: rule.severity,
    status: isPartial ? "partial" : "gap",
    title,
    premiumCents,
    premiumFrom,
    propensity: gapPropensity * engagementOf(account),
    xDay: account.nextExpirationDay,
    describe: () => explainGap(rule, isPartial, facts, account, bench),
  };
}

function explainGap(rule: GapRule, isPartial: boolean, facts: Facts, account: Account, bench: Bench): Description {
  const shown = shownFacts(rule.exposureWhen, facts);
  const cents = toCents(rule.exposureAmount?.evaluate(facts) ?? 0) ?? 0;
  const evidence: EvidenceSource[] = shown.map(({ path, value }) => ({ ...accountEvidence(account, path), value }));
  return {
    because: [
      ...shown.map(({ text }) => text),
      ...(cents > 0 ? [`exposure of ${money(cents)}`] : []),
      // A rule about one coverage may ask for more than its presence; its label is the statement.
      ...(isPartial
        ? ["covered in part only"]
        : [rule.coverage === undefined ? `no ${words(rule.line)} in force` : "found in the coverages on file"]),
      ...renewsIn(account, bench.book.todayDay),
    ],
    talkingPoints: rule.talkingPoints,
    evidence: [...evidence, ruleEvidence(rule.key), accountEvidence(account)],
    recommendation: rule.recommendation,
  };
}

type Plain = string | number | boolean;
type ShownFact = { readonly path: string; readonly value: Plain; readonly text: string };

/** The facts that made a condition true, in words. */
function shownFacts(condition: Condition, facts: Facts): ShownFact[] {
  const shown: ShownFact[] = [];
  for (const entry of condition.explain(facts).trace) {
    if (shown.length >= factsShownMax) break;
    const value = plainValue(entry);
    if (value === undefined || shown.some(({ path }) => path === entry.path)) continue;
    const label = words((entry.path.split(".").at(-1) ?? "").replace("[]", ""));
    shown.push({ path: entry.path, value, text: value === true ? label : `${label}: ${written(value)}` });
  }
  return shown;
}

function plainValue(entry: TraceEntry): Plain | undefined {
  if (entry.result !== "true" || entry.op === "missing" || entry.op === "exists") return undefined;
  const { actual } = entry;
  if (typeof actual === "string") return cut(actual.toWellFormed(), 200);
  return typeof actual === "number" || typeof actual === "boolean" ? actual : undefined;
}

function written(value: Plain): string {
  if (typeof value !== "number") return String(value);
  const cents = toCents(value);
  return cents === undefined ? String(value) : fromCents(cents).toLocaleString("en-US");
}
