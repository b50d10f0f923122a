import { fromCents, moneyInWords, sentence } from "@service/engine-kit";
import type { CheckKey } from "../codes.ts";
import type { AssembledItem, Assembly } from "./assembly.ts";
import type { ComparedRow } from "./diff-rows.ts";
import { documentFindings } from "./documents/document-findings.ts";
import { type DraftFinding, findingKeyOf } from "./draft-finding.ts";
import { itemEvidence } from "./evidence-sources.ts";
import { checkFinding } from "./findings.ts";
import { offerName } from "./in-words.ts";
import { pairKey } from "./item.ts";
import type { RequirementResult } from "./check-requirements.ts";
import { type LostLine, lostLines } from "./lost-lines.ts";
import { lostLocations } from "./lost-locations.ts";
import { newDeductibles } from "./new-deductibles.ts";
import { priceGap } from "./price-gap.ts";
import { requirementFinding } from "./requirement-findings.ts";
import { lostLineFinding, rowFinding } from "./row-findings.ts";
import { unreadLines } from "./unread-lines.ts";

/** Checks that say more about a row than its difference does (CMP-59). */
const checkOfAttribute: ReadonlyMap<string, CheckKey> = new Map([
  ["retro_date", "retro_date"],
  ["trigger", "trigger_change"],
  ["valuation", "valuation_drop"],
  ["coinsurance", "coinsurance_up"],
]);

/**
 * Everything that is to be told about the items, each thing once: unmet requirements, hits of the checks, lost lines,
 * and rows that none of these tells of (CMP-59, CMP-90).
 */
export function draftFindings({ items, baseline, rows }: Assembly): readonly DraftFinding[] {
  return items.flatMap((item, index) => {
    const { normalized, requirements, hits } = item;
    const isBaseline = normalized === baseline;
    const lost = isBaseline ? [] : lostLines(rows, index);
    const lostPairs = new Set(lost.flatMap((each) => each.rows.map(({ pair }) => pair)));
    const failed = new Set(
      requirements
        .filter(({ truth, requirement }) => truth === "false" && requirement.mandatory)
        .map(({ requirement }) => requirement.key),
    );
    const reported = new Set(
      rows.filter((row) => row.requirements.some(({ key }) => failed.has(key))).map(({ pair }) => pair),
    );
    // A requirement about the only coverage of a lost line says the same as the lost line.
    const reportedLines = lost.filter(
      (each) => !(each.rows.length === 1 && each.rows.every(({ pair }) => reported.has(pair))),
    );
    return [
      ...requirements.flatMap((result) => requirementFinding(result, normalized, lineOf(result, lost)) ?? []),
      ...hits
        .filter(({ target }) => target?.coverage === undefined || !lostPairs.has(pairKey(target.line, target.coverage)))
        .filter((hit) => !isWordingRequired(hit, reported))
        .map((hit) => checkFinding(hit.check, hit)),
      ...reportedLines.map((each) => lostLineFinding(each, index, normalized, baseline)),
      ...unknownPremium(item),
      ...documentFindings(normalized.item),
      ...lostLocations(normalized, baseline),
      ...newDeductibles(normalized, baseline, rows, index),
      ...unreadLines({ item: normalized, baseline, rows, index, lostLines: lost.map(({ line }) => line) }),
      ...(isBaseline
        ? []
        : rowDrafts(
            rows,
            item,
            index,
            baseline,
            (row) => lostPairs.has(row.pair) || isReportedByRequirement(row, reported),
          )),
    ];
  });
}

/** An offer without a premium has no price to compare (CMP-102). */
function unknownPremium({ normalized: { item }, price }: AssembledItem): readonly DraftFinding[] {
  if (price.annualizedCents !== undefined) return [];
  const name = offerName(item);
  const wording =
    price.totalCents === undefined
      ? {
          title: `${name} ${priceGap(item)}`,
          detail: sentence(
            item.documents === undefined
              ? `A premium of ${moneyInWords(0, item.currency)} is no price, so what ${name} costs is not known`
              : `No premium was read of its documents, so what ${name} costs is not known`,
          ),
          recommendation: "Ask the carrier for the premium with taxes and fees",
          evidence: [itemEvidence(item, "premium.base", item.documents === undefined ? 0 : null)],
        }
      : {
          title: `${name} ${priceGap(item)}`,
          detail: sentence(`Without the days on which it begins and ends, what ${name} costs a year is not known`),
          recommendation: "Ask the carrier for the policy term",
          evidence: [itemEvidence(item, "premium", fromCents(price.totalCents))],
        };
  return [
    {
      findingKey: findingKeyOf("premium_unknown", item.key, undefined),
      ruleKey: "premium_unknown",
      itemKey: item.key,
      dimension: "price",
      severity: "medium",
      status: "review",
      ...wording,
      target: undefined,
      confidence: 1,
      work: { kind: "verify_fact", dueOn: undefined },
    },
  ];
}

/** The line that the item lacks, where what is required is all of it. */
function lineOf({ requirement }: RequirementResult, lost: readonly LostLine[]): string | undefined {
  const whole = lost.find(({ rows }) => rows.length === 1 && rows[0]?.required !== "no");
  return whole?.rows[0]?.coverage === requirement.coverage ? whole.name : undefined;
}

function rowDrafts(
  rows: readonly ComparedRow[],
  { normalized, hits }: AssembledItem,
  index: number,
  baseline: Assembly["baseline"],
  isReported: (row: ComparedRow) => boolean,
): readonly DraftFinding[] {
  return rows.flatMap((row) => {
    const difference = row.differences[index];
    const cell = row.cells[index];
    if (difference === undefined || cell === undefined || isReported(row) || isCoveredByCheck(row, hits)) return [];
    return rowFinding({ row, difference, cell, item: normalized, baseline }) ?? [];
  });
}

/** An unmet mandatory requirement on a coverage or its limit is the same news as the row's, and graver. */
function isReportedByRequirement(row: ComparedRow, reported: ReadonlySet<string>): boolean {
  return (row.attribute === "included" || row.attribute === "limit") && reported.has(row.pair);
}

/** A wording that is gone altogether, and that an unmet mandatory requirement asks for already. */
function isWordingRequired(
  { check, status, suffix }: AssembledItem["hits"][number],
  reported: ReadonlySet<string>,
): boolean {
  return check === "additional_insured_basis" && status === "gap" && suffix !== undefined && reported.has(suffix);
}

/** A check about the same row says more than its difference. */
function isCoveredByCheck(row: ComparedRow, hits: AssembledItem["hits"]): boolean {
  const check = checkOfRow(row);
  return check !== undefined && hits.some((hit) => hit.check === check && hit.suffix === row.pair);
}

function checkOfRow({ coverage, attribute }: ComparedRow): CheckKey | undefined {
  if (coverage === "wind_hail_deductible") return "wind_hail_percent";
  const isWording =
    coverage === "additional_insured" || coverage === "waiver_of_subrogation" || coverage === "primary_noncontributory";
  return isWording && attribute === "included" ? "additional_insured_basis" : checkOfAttribute.get(attribute);
}
