import {
  coversNeed,
  type EvidenceSource,
  fromCents,
  labelOf,
  lowered,
  moneyInWords,
  sentence,
  toCents,
} from "@service/engine-kit";
import type { Condition, Facts, TraceEntry } from "@service/conditions";
import { cut } from "@service/json";
import type { Account } from "../account.ts";
import { type Premium, premiumOfCoverage, premiumOfLine } from "../added-premium.ts";
import {
  ask,
  accountEvidence,
  engagementOf,
  factsOf,
  noteRule,
  ruleEvidence,
  type Bench,
  type Description,
  type Finding,
} from "../candidate.ts";
import { factSentence, type PlainFact } from "../fact-sentences.ts";
import { coverageName, nextExpirationOf, noPolicyOf, policyName } from "../phrases.ts";
import type { Policy } from "../policy.ts";
import type { GapRule } from "../../settings.ts";
import { endorsementOf, policyFor, standingOf, unlistedPolicies } from "../standing-cover.ts";

const gapPropensity = 0.5;
const factsShownMax = 3;

/** What a gap is: nothing is insured, part of it is, or what is insured falls short of what the rule asks. */
type Shortfall = "absent" | "partial" | "short";

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
    const shortfall = shortfallOf(rule, facts, account, bench);
    if (shortfall !== undefined) found.push(describeGap(rule, shortfall, facts, account, bench));
  }
  return found;
}

/** Coverages whose exposure is there, by the policies in force that could include them and list none (COVER-11). */
export function leftOpen(account: Account, bench: Bench): ReadonlyMap<Policy, readonly string[]> {
  const open = new Map<Policy, string[]>();
  if (account.rows.families.coverages === undefined || account.kind === "former") return open;
  const facts = factsOf(bench, account);
  for (const rule of bench.settings.gaps) {
    const { line, coverage } = rule;
    if (coverage === undefined) continue;
    const policies = unlistedPolicies(account, line, coverage);
    if (policies.length === 0 || standingOf(account, line, coverage) !== "unknown") continue;
    if (ask(rule.suppressWhen, facts, "false") === "true" || rule.exposureWhen.evaluate(facts) !== "true") continue;
    if (ask(rule.partialWhen, facts, "false") === "true" || rule.coveredWhen.evaluate(facts) !== "false") continue;
    for (const policy of policies) {
      const names = open.get(policy) ?? [];
      const name = coverageName(coverage);
      if (!names.includes(name)) names.push(name);
      open.set(policy, names);
    }
  }
  return open;
}

/** What is missing of the cover of a rule whose exposure is there; undefined when nothing is, or when it is not known. */
function shortfallOf(rule: GapRule, facts: Facts, account: Account, bench: Bench): Shortfall | undefined {
  const isPartial = ask(rule.partialWhen, facts, "false") === "true";
  const { line, coverage } = rule;
  const isNothing = coverage === undefined && isHollow(account, line, bench);
  const covered = isPartial || isNothing ? "false" : rule.coveredWhen.evaluate(facts);
  const standing = covered !== "false" || coverage === undefined ? "insured" : standingOf(account, line, coverage);
  if (standing === "unknown" && !isPartial) {
    bench.outcomes.note(rule.key, "detect", "unknown", () => [
      { path: `accounts[${account.clientKey}].coverages[${line}/${coverage ?? ""}]`, value: null },
    ]);
    return undefined;
  }
  const isHeld = account.linesHeld.has(line);
  const isPackaged = covered === "false" && coverage === undefined && !isHeld && account.linesCovered.has(line);
  const isGap = covered === "false" && !isPackaged;
  noteRule(bench, rule.key, isGap ? "true" : covered === "unknown" ? "unknown" : "false", {
    conditions: [rule.exposureWhen, isPartial ? rule.partialWhen : rule.coveredWhen],
    facts,
    account,
  });
  if (!isGap) return undefined;
  if (isPartial) return "partial";
  if (coverage === undefined) return isHeld ? "short" : endorsementOf(account, line).length > 0 ? "partial" : "absent";
  return standing === "absent" ? "absent" : "short";
}

/**
 * A policy of the line that lists nothing but limits of 0 insures nothing of it (COVER-10); where a limit rule reads the
 * line, that rule says so.
 */
function isHollow({ insured }: Account, line: string, { settings }: Bench): boolean {
  const rows = insured.filter((row) => row.line === line);
  if (rows.length === 0 || rows.some(({ limit }) => limit !== 0)) return false;
  return coversNeed({ line }, insured).cover === "none" && settings.limits.every((rule) => rule.line !== line);
}

function describeGap(rule: GapRule, shortfall: Shortfall, facts: Facts, account: Account, bench: Bench): Finding {
  const policy = rule.coverage === undefined ? undefined : policyFor(account, rule.line, rule.coverage);
  return {
    kind: "coverage_gap",
    ruleKey: rule.key,
    account,
    policy,
    line: rule.line,
    coverage: rule.coverage,
    severity: rule.severity,
    status: shortfall === "partial" ? "partial" : "gap",
    title: titleOf(rule, shortfall, account),
    premium: premiumOfGap(rule, shortfall, policy, account, bench),
    propensity: gapPropensity * engagementOf(account),
    xDay: account.nextExpirationDay,
    describe: () => explainGap(rule, shortfall, facts, account, bench),
  };
}

function titleOf({ line, coverage, label, title }: GapRule, shortfall: Shortfall, account: Account): string {
  const { label: name } = account;
  const what = nameOf({ line, coverage });
  if (shortfall === "partial") return `${name} has ${what} coverage only in part`;
  if (title !== undefined) return title.replaceAll("{insured}", () => name);
  if (shortfall === "short") return `The ${labelOf(line)} insurance of ${name} falls short: ${lowered(label)}`;
  return coverage === undefined ? noPolicyOf(account, line).title : `${name} has no ${what} coverage on file`;
}

/** The coverage that a rule names, else its line. */
function nameOf({ line, coverage }: Pick<GapRule, "line" | "coverage">): string {
  return coverage === undefined ? labelOf(line) : coverageName(coverage);
}

/**
 * A line of its own costs what peers pay, unless their policies would not close the gap, as private ones do not where a
 * state fund alone insures; what is better about insurance in force has no price until it is quoted.
 */
function premiumOfGap(
  { line, coverage, isClosedByLine }: GapRule,
  shortfall: Shortfall,
  policy: Policy | undefined,
  account: Account,
  bench: Bench,
): Premium {
  if (shortfall === "short" || (coverage === undefined && !isClosedByLine))
    return { cents: undefined, sentence: () => `The added premium for ${labelOf(line)} is not known.` };
  return coverage === undefined
    ? premiumOfLine(bench.peers, account, line)
    : premiumOfCoverage(bench.settings.addedPremium, coverage, policy);
}

function explainGap(rule: GapRule, shortfall: Shortfall, facts: Facts, account: Account, bench: Bench): Description {
  const shown = shownFacts(rule.exposureWhen, facts);
  const cents = toCents(rule.exposureAmount?.evaluate(facts) ?? 0) ?? 0;
  const evidence: EvidenceSource[] = shown.map(({ path, value }) => ({ ...accountEvidence(account, path), value }));
  return {
    deadline: [nextExpirationOf(account, bench.book.todayDay)],
    facts: [...shown.map(({ text }) => text), ...coverSentences(rule, shortfall, account)],
    money: cents > 0 ? [`The exposure of ${lowered(rule.label)} is ${moneyInWords(fromCents(cents))}.`] : [],
    talkingPoints: rule.talkingPoints,
    evidence: [...evidence, ruleEvidence(rule.key), accountEvidence(account)],
    recommendation: sentence(rule.recommendation),
  };
}

function coverSentences(rule: GapRule, shortfall: Shortfall, account: Account): readonly string[] {
  const { line, coverage, label } = rule;
  switch (shortfall) {
    case "absent":
      return [coverage === undefined ? noPolicyOf(account, line).reason : `No ${nameOf(rule)} coverage is on file.`];
    case "partial": {
      const endorsed = coverage === undefined ? endorsementOf(account, line) : [];
      return endorsed.length > 0 ? endorsed : [`The coverages on file cover ${nameOf(rule)} only in part.`];
    }
    case "short":
      return [
        coverage === undefined
          ? `The ${policyName(line)} on file does not cover this.`
          : sentence(`the coverages on file show: ${lowered(label)}`),
      ];
  }
}

type ShownFact = { readonly path: string; readonly value: PlainFact; readonly text: string };

/** The facts that made a condition true, in words. */
function shownFacts(condition: Condition, facts: Facts): ShownFact[] {
  const shown: ShownFact[] = [];
  for (const entry of condition.explain(facts).trace) {
    if (shown.length >= factsShownMax) break;
    const value = plainValue(entry);
    if (value === undefined || shown.some(({ path }) => path === entry.path)) continue;
    shown.push({ path: entry.path, value, text: factSentence(entry.path, value) });
  }
  return shown;
}

function plainValue(entry: TraceEntry): PlainFact | undefined {
  if (entry.result !== "true" || entry.op === "missing" || entry.op === "exists") return undefined;
  const { actual } = entry;
  if (typeof actual === "string") return cut(actual.toWellFormed(), 200);
  return typeof actual === "number" || typeof actual === "boolean" ? actual : undefined;
}
