import {
  combinedEquivalent,
  dateInWords,
  fromCents,
  labelOf,
  moneyInWords,
  percentInWords,
  sentence,
  type Severity,
  withArticle,
} from "@service/engine-kit";
import { type Json, textOfJson } from "@service/json";
import type { Attribute } from "../../codes.ts";
import type { CellValue } from "../cells.ts";
import type { ComparedRow } from "../diff-rows.ts";
import { coverageEvidence } from "../evidence-sources.ts";
import {
  attributeInWords,
  coverageInWords,
  decapitalized,
  lossesInWords,
  offerName,
  shareInWords,
} from "../in-words.ts";
import { valueInWords } from "../value-in-words.ts";
import { type CoverageFacts, type Deductible, pairKey } from "../item.ts";
import { type NormalizedItem, percentRatio } from "../normalize.ts";
import { referenceName } from "../row-findings.ts";
import { type CheckContext, type CheckReport, Findings, type StructuralCheck } from "./check.ts";

/** Primary limits that the umbrella requires, within one item: other policies are not known here. */
export const umbrellaSchedule: StructuralCheck = ({ items, parameters }, severity) => {
  const findings = new Findings();
  for (const normalized of items) {
    const { item, facts } = normalized;
    const umbrella = facts.get(pairKey("umbrella", "umbrella_occurrence"));
    if (umbrella?.included !== true) continue;
    for (const { line, coverage, limit } of parameters.umbrellaSchedule) {
      const primary = primaryLimit(normalized, line, coverage);
      if (primary === undefined) continue;
      if (primary.cents >= limit * 100) {
        findings.pass();
        continue;
      }
      const name = offerName(item);
      const own = moneyInWords(primary.cents / 100, item.currency);
      const wanted = moneyInWords(limit, item.currency);
      const what = coverageInWords(line, coverage);
      findings.hit({
        itemKey: item.key,
        suffix: pairKey(line, coverage),
        severity,
        status: "gap",
        title: `${name} has a ${what} below the schedule of its umbrella`.replace(/ a (?=[aeio])/, " an "),
        detail: sentence(
          `The ${what} of ${name} is ${own}, the umbrella usually attaches above ${wanted}, and the client bears what lies between`,
        ),
        recommendation: `Raise the ${what} to ${wanted}, or have the umbrella attach at ${own}`,
        target: { line, coverage },
        evidence: [
          coverageEvidence(item, primary.fact, "limit", fromCents(primary.cents)),
          coverageEvidence(item, umbrella, "included", true),
        ],
        workKind: "review_gap",
      });
    }
  }
  return findings.report();
};

/** The stated limit below an umbrella; of a split auto limit the combined limit that it answers. */
function primaryLimit(
  { find, autoLimit, autoCoverage }: NormalizedItem,
  line: string,
  coverage: string,
): { readonly fact: CoverageFacts; readonly cents: number } | undefined {
  const { fact } = find(line, coverage);
  if (fact?.included === true) return fact.limitCents === undefined ? undefined : { fact, cents: fact.limitCents };
  const split = coverage === "combined_single_limit" ? autoLimit(line) : undefined;
  const part = split === undefined ? undefined : find(line, autoCoverage(line) ?? "").fact;
  return split === undefined || part === undefined ? undefined : { fact: part, cents: combinedEquivalent(split) };
}

/**
 * Claims-made coverage whose retroactive date is later than before: prior acts are lost. A date on one side alone is
 * asked for, unless the wording grants full prior acts.
 */
export const retroDate: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "retro_date", (compared) => {
    const { cell, reference, row, name } = compared;
    const what = attributeInWords(row.line, row.coverage, "retro_date");
    if (cell.state === "unstated" && reference.state === "stated") return dateNotStated(compared);
    if (cell.state === "stated" && reference.state === "unstated") return dateOnlyNow(compared, what);
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure <= reference.measure) return "pass";
    const [before, now] = [reference, cell].map(({ value }) => dateInWords(textOfJson(value)));
    return {
      status: "gap",
      title: `${name} changes the ${what} to ${now ?? ""}`,
      detail: sentence(`By its ${what}, ${name} no longer covers acts between ${before ?? ""} and ${now ?? ""}`),
      recommendation: askEarlierDate(what),
    };
  });

function askEarlierDate(what: string): string {
  return `Ask for the earlier ${what}, or for prior acts coverage`;
}

/** Full prior acts are better than any date; an occurrence form needs none. */
function dateNotStated({ fact, before }: Compared): Verdict {
  if (coversPriorActs(fact)) return "pass";
  const trigger = fact.trigger ?? before?.trigger ?? "claims_made";
  return trigger === "claims_made" ? unknownVerdict : undefined;
}

/** The offer cuts off acts before its date, where the reference states none: it may cover all of them. */
function dateOnlyNow({ cell, fact, before, name, against }: Compared, what: string): Verdict {
  if ((before?.trigger ?? fact.trigger) === "occurrence" || fact.trigger === "occurrence") return undefined;
  const date = dateInWords(textOfJson(cell.value));
  const isCertain = before !== undefined && coversPriorActs(before);
  const priorActs = isCertain ? "covers all prior acts" : "states no such date, so it may cover all of them";
  return {
    status: isCertain ? "gap" : "review",
    title: `${name} has ${withArticle(what)} of ${date}`,
    detail: sentence(`By its ${what}, ${name} does not cover acts before ${date}, and ${against} ${priorActs}`),
    recommendation: isCertain
      ? askEarlierDate(what)
      : `Ask the carriers about the ${what}: from which date on acts are covered`,
    isUnknown: !isCertain,
  };
}

function coversPriorActs({ notes = "", label = "" }: CoverageFacts): boolean {
  return /\b(?:full|unlimited) prior acts\b|\b(?:no|none|without) retro(?:active)?\b|\bretro(?:active)? date:? (?:none|n\/a)\b/i.test(
    `${label} ${notes}`,
  );
}

/** Occurrence against claims-made, either way. */
export const triggerChange: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "trigger", ({ cell, reference, row, name }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure === reference.measure) return "pass";
    const toClaimsMade = cell.value === "claims_made";
    const [before, now] = [reference, cell].map(({ value }) => labelOf(textOfJson(value)));
    const cover = coverageInWords(row.line, row.coverage);
    return {
      status: toClaimsMade ? "gap" : "review",
      title: `${name} changes the trigger of the ${cover} from ${before ?? ""} to ${now ?? ""}`,
      detail: toClaimsMade
        ? sentence(`${name} pays under its ${cover} only claims that are made while the policy or its tail is in force`)
        : sentence(
            `${name} may leave claims under the ${cover} from earlier claims-made terms without an extended reporting period`,
          ),
      recommendation: toClaimsMade
        ? `Ask for an occurrence form of the ${cover}`
        : `Confirm or buy an extended reporting period for the ${cover}`,
    };
  });

/** Replacement cost (or agreed value) to actual cash value. */
export const valuationDrop: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "valuation", ({ cell, reference, row, name }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.value !== "actual_cash_value" || reference.value === "actual_cash_value") return "pass";
    return {
      status: "gap",
      title: `${name} pays ${lossesInWords(row.line, row.coverage)} at actual cash value`,
      detail: sentence(
        `${name} pays ${lossesInWords(row.line, row.coverage)} after depreciation, where ${labelOf(textOfJson(reference.value))} was agreed before`,
      ),
      recommendation: `Ask for replacement cost on ${lossesInWords(row.line, row.coverage)}`,
    };
  });

export const coinsuranceUp: StructuralCheck = (context, severity) =>
  compareAttribute(context, severity, "coinsurance", ({ cell, reference, row, name }) => {
    if (cell.state !== "stated" || reference.state !== "stated") return undefined;
    if (cell.measure <= reference.measure) return "pass";
    const now = percentInWords(cell.measure);
    const what = attributeInWords(row.line, row.coverage, "coinsurance");
    return {
      status: "partial",
      title: `${name} asks for a ${what} of ${now}`,
      detail: sentence(
        `The ${what} was ${percentInWords(reference.measure)} before, and under ${name} insuring for less than ${now} of the value cuts every claim in proportion`,
      ),
      recommendation: `Check the insured value against the ${what}, or ask to waive it`,
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
      const held = baseline?.find(fact.line, fact.coverage).fact;
      const before = held?.deductible;
      const isSamePercentage = before?.type === "percent" && before.amount === deductible.amount;
      const isNoMore =
        before?.cents !== undefined && deductible.cents !== undefined && deductible.cents <= before.cents;
      if (deductible.type !== "percent" || isSamePercentage || isNoMore) {
        findings.pass();
        continue;
      }
      findings.hit({
        itemKey: item.key,
        suffix: held?.pair ?? fact.pair,
        severity,
        status: deductible.cents === undefined ? "review" : "partial",
        ...windHailTexts(normalized, deductible, before),
        recommendation: `Show the client the amount of the ${coverageInWords(fact.line, fact.coverage)}, or ask for a flat one or a buy-back`,
        target: { line: fact.line, coverage: fact.coverage },
        isUnknown: deductible.cents === undefined,
        evidence: [
          coverageEvidence(
            item,
            fact,
            "deductible",
            deductible.cents === undefined ? null : fromCents(deductible.cents),
          ),
        ],
        workKind: deductible.cents === undefined ? "verify_fact" : "review_gap",
      });
    }
  }
  return findings.report();
};

function windHailTexts(
  { item }: NormalizedItem,
  { amount, cents }: Deductible,
  before: Deductible | undefined,
): { readonly title: string; readonly detail: string } {
  const name = offerName(item);
  const percent = shareInWords(percentRatio(amount));
  const title = `${name} has a wind and hail deductible of ${percent}`;
  if (cents === undefined) {
    return {
      title,
      detail: sentence(`${name} does not state the building limit, so the ${percent} deductible has no amount yet`),
    };
  }
  const money = (value: number): string => moneyInWords(value / 100, item.currency);
  const against = before?.cents === undefined ? "" : `, against ${money(before.cents)} before`;
  return { title, detail: sentence(`${name} leaves ${money(cents)} of a wind or hail loss to the client${against}`) };
}

type Compared = {
  readonly row: ComparedRow;
  readonly cell: CellValue;
  readonly reference: CellValue;
  readonly fact: CoverageFacts;
  /** What the baseline states of the same coverage. */
  readonly before: CoverageFacts | undefined;
  /** Of the offer, for its sentences. */
  readonly name: string;
  /** Of the reference, inside a sentence. */
  readonly against: string;
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
      /** It rests on a fact that is not stated. */
      readonly isUnknown?: boolean;
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
  const names = items.map(({ item }) => offerName(item));
  for (const row of rows) {
    if (row.attribute !== attribute) continue;
    for (const [index, normalized] of items.entries()) {
      const cell = row.cells[index];
      const { fact } = normalized.find(row.line, row.coverage);
      if (normalized === baseline || cell === undefined || fact === undefined) continue;
      const verdict = judge({
        row,
        cell,
        reference: row.reference,
        fact,
        before: baseline?.find(row.line, row.coverage).fact,
        name: names[index] ?? "",
        against: decapitalized(referenceName(row, baseline)),
      });
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
        const name = offerName(item);
        const what = attributeInWords(row.line, row.coverage, attribute);
        findings.hit({
          ...shared,
          status: "review",
          title: `${name} does not state the ${what}`,
          detail: sentence(
            `The ${what} is ${valueInWords(row.reference, item.currency)} in ${decapitalized(referenceName(row, baseline))} and not stated in ${name}`,
          ),
          recommendation: `Ask the carrier which ${what} applies`,
          isUnknown: true,
          workKind: "verify_fact",
        });
      } else {
        findings.hit({ ...shared, ...verdict, workKind: verdict.isUnknown === true ? "verify_fact" : "review_gap" });
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
  const before = baseline?.find(row.line, row.coverage).fact;
  return [
    ...(baseline === undefined || before === undefined
      ? []
      : [coverageEvidence(baseline.item, before, row.attribute, row.reference.value)]),
    coverageEvidence(item, fact, row.attribute, value),
  ];
}
