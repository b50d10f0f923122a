import { fromCents, type Severity } from "@service/engine-kit";
import { type Json, textOfJson } from "@service/json";
import type { CellValue } from "../align-rows.ts";
import type { ComparedRow } from "../diff-rows.ts";
import { coverageEvidence } from "../evidence-sources.ts";
import type { Attribute } from "../../codes.ts";
import { pairKey, words } from "../item.ts";
import { type CoverageFacts, type NormalizedItem, percentRatio } from "../normalize.ts";
import { amount, type CheckContext, type CheckReport, Findings, type StructuralCheck } from "./check.ts";

/** Primary limits that the umbrella requires, within one item: other policies are not known here. */
export const umbrellaSchedule: StructuralCheck = ({ items, parameters }, severity) => {
  const findings = new Findings();
  for (const { item, facts } of items) {
    const umbrella = facts.get(pairKey("umbrella", "umbrella_occurrence"));
    if (umbrella?.included !== true) continue;
    for (const { line, coverage, limit } of parameters.umbrellaSchedule) {
      const primary = facts.get(pairKey(line, coverage));
      if (primary?.included !== true || primary.limitCents === undefined) continue;
      if (primary.limitCents >= limit * 100) {
        findings.pass();
        continue;
      }
      findings.hit({
        itemKey: item.key,
        suffix: primary.pair,
        severity,
        status: "gap",
        title: `${item.label}: ${words(line)} ${words(coverage)} is below the umbrella's schedule`,
        detail: `The primary limit is ${amount(primary.limitCents)}, the umbrella attaches above ${amount(limit * 100)}: the client bears what lies between.`,
        recommendation: `Raise the primary limit to ${amount(limit * 100)}, or have the umbrella attach at the primary limit.`,
        target: { line, coverage },
        evidence: [
          coverageEvidence(item, primary, "limit", fromCents(primary.limitCents)),
          coverageEvidence(item, umbrella, "included", true),
        ],
        workKind: "review_gap",
      });
    }
  }
  return findings.report();
};

/** Claims-made coverage whose retroactive date is later than before: prior acts are lost. */
export const retroDate: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "retro_date", ({ cell, reference, fact, row }) => {
    if (cell.state === "unstated" && reference.state === "stated" && fact.trigger === "claims_made")
      return unknownVerdict;
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure <= reference.measure) return "pass";
    return {
      status: "gap",
      title: `${words(row.coverage)}: retroactive date moves to ${textOfJson(cell.value)}`,
      detail: `Acts between ${textOfJson(reference.value)} and ${textOfJson(cell.value)} would no longer be covered.`,
      recommendation: "Ask for the earlier retroactive date, or for prior acts coverage.",
    };
  });

/** Occurrence against claims-made, either way. */
export const triggerChange: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "trigger", ({ cell, reference, row }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure === reference.measure) return "pass";
    const toClaimsMade = cell.value === "claims_made";
    return {
      status: toClaimsMade ? "gap" : "review",
      title: `${words(row.coverage)}: ${words(textOfJson(reference.value))} becomes ${words(textOfJson(cell.value))}`,
      detail: toClaimsMade
        ? "Claims must then be made while the policy or its tail is in force, whenever the event happened."
        : "Claims from earlier claims-made terms may need an extended reporting period.",
      recommendation: toClaimsMade ? "Ask for an occurrence form." : "Buy or confirm an extended reporting period.",
    };
  });

/** Replacement cost (or agreed value) to actual cash value. */
export const valuationDrop: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "valuation", ({ cell, reference, row }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.value !== "actual_cash_value" || reference.value === "actual_cash_value") return "pass";
    return {
      status: "gap",
      title: `${words(row.coverage)}: ${words(textOfJson(reference.value))} drops to actual cash value`,
      detail: "Losses would be paid after depreciation.",
      recommendation: "Ask for replacement cost.",
    };
  });

export const coinsuranceUp: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "coinsurance", ({ cell, reference, row }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure <= reference.measure) return "pass";
    const [now, before] = [cell.measure, reference.measure].map((ratio) => `${Number((ratio * 100).toFixed(1))}%`);
    return {
      status: "partial",
      title: `${words(row.coverage)}: coinsurance rises to ${String(now)}`,
      detail: `It was ${String(before)}: insuring for less than ${String(now)} of the value cuts every claim in proportion.`,
      recommendation: "Check the insured value against the requirement, or ask to waive coinsurance.",
    };
  });

/** A percentage wind and hail deductible, turned into money with the building limit of its line. */
export const windHailPercent: StructuralCheck = ({ items, baseline }, severity) => {
  const findings = new Findings();
  for (const normalized of items) {
    const { item } = normalized;
    if (normalized === baseline) continue;
    for (const fact of normalized.facts.values()) {
      if (fact.coverage !== "wind_hail_deductible" || !fact.included || fact.deductible === undefined) continue;
      const { deductible } = fact;
      const before = baseline?.facts.get(fact.pair)?.deductible;
      const isSamePercentage = before?.type === "percent" && before.amount === deductible.amount;
      const isNoMore =
        before?.cents !== undefined && deductible.cents !== undefined && deductible.cents <= before.cents;
      if (deductible.type !== "percent" || isSamePercentage || isNoMore) {
        findings.pass();
        continue;
      }
      const percent = `${Number((percentRatio(deductible.amount) * 100).toFixed(2))}%`;
      const { cents } = deductible;
      findings.hit({
        itemKey: item.key,
        suffix: fact.pair,
        severity,
        status: cents === undefined ? "review" : "partial",
        title: `${item.label}: wind and hail deductible of ${percent}`,
        detail:
          cents === undefined
            ? `The building limit is not stated, so the ${percent} deductible has no amount yet.`
            : `${percent} of the building limit is ${amount(cents)}${before?.cents === undefined ? "" : `, against ${amount(before.cents)} before`}.`,
        recommendation: "Show the client the amount, or ask for a flat deductible or a buy-back.",
        target: { line: fact.line, coverage: fact.coverage },
        isUnknown: cents === undefined,
        evidence: [coverageEvidence(item, fact, "deductible", cents === undefined ? percent : fromCents(cents))],
        workKind: cents === undefined ? "verify_fact" : "review_gap",
      });
    }
  }
  return findings.report();
};

type Compared = {
  readonly row: ComparedRow;
  readonly cell: CellValue;
  readonly reference: CellValue;
  readonly fact: CoverageFacts;
};
type Verdict =
  | "pass"
  | "unknown"
  | undefined
  | {
      readonly status: "gap" | "review" | "partial";
      readonly title: string;
      readonly detail: string;
      readonly recommendation: string;
    };
const unknownVerdict: Verdict = "unknown";

/** Judges every stated cell of the rows of one attribute against the row's own reference. */
function compareAttribute(
  { items, baseline, rows }: CheckContext,
  severity: Severity,
  attribute: Attribute,
  judge: (compared: Compared) => Verdict,
): CheckReport {
  const findings = new Findings();
  for (const row of rows) {
    if (row.attribute !== attribute) continue;
    for (const [index, normalized] of items.entries()) {
      const cell = row.cells[index];
      const fact = normalized.facts.get(row.pair);
      if (normalized === baseline || cell === undefined || fact === undefined) continue;
      const verdict = judge({ row, cell, reference: row.reference, fact });
      if (verdict === undefined) continue;
      if (verdict === "pass") {
        findings.pass();
        continue;
      }
      const { item } = normalized;
      const shared = {
        itemKey: item.key,
        suffix: row.pair,
        severity,
        target: { line: row.line, coverage: row.coverage },
        evidence: evidenceOf(normalized, fact, baseline, row, cell.value),
      } as const;
      if (verdict === "unknown") {
        findings.hit({
          ...shared,
          status: "review",
          title: `${item.label}: ${words(row.coverage)} states no ${words(attribute)}`,
          detail: `The reference states ${textOfJson(row.reference.value)}; without the offer's own value nothing can be said.`,
          recommendation: `Ask the carrier for the ${words(attribute)}.`,
          isUnknown: true,
          workKind: "verify_fact",
        });
      } else {
        findings.hit({ ...shared, ...verdict, title: `${item.label}: ${verdict.title}`, workKind: "review_gap" });
      }
    }
  }
  return findings.report();
}

function evidenceOf(
  { item }: NormalizedItem,
  fact: CoverageFacts,
  baseline: NormalizedItem | undefined,
  row: ComparedRow,
  value: Json,
): readonly ReturnType<typeof coverageEvidence>[] {
  const before = baseline?.facts.get(row.pair);
  return [
    ...(baseline === undefined || before === undefined
      ? []
      : [coverageEvidence(baseline.item, before, row.attribute, row.reference.value)]),
    coverageEvidence(item, fact, row.attribute, value),
  ];
}
