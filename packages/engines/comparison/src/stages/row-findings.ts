import {
  moneyInWords,
  percentInWords,
  paragraph,
  sentence,
  severities,
  type EvidenceSource,
  type Severity,
  withArticle,
} from "@service/engine-kit";
import { type CellValue, partsInWords, partsLost, readCell } from "./cells.ts";
import { isBurden } from "./item.ts";
import type { CellDifference, ComparedRow } from "./diff-rows.ts";
import { type DraftFinding, findingKeyOf } from "./draft-finding.ts";
import { absenceEvidence, coverageEvidence } from "./evidence-sources.ts";
import { attributeInWords, coverageInWords, decapitalized, offerName } from "./in-words.ts";
import { valueInWords } from "./value-in-words.ts";
import type { TakenPart } from "./labels/taken-away.ts";
import type { LostLine } from "./lost-lines.ts";
import type { NormalizedItem } from "./normalize.ts";
import { type Loss, severityOfLoss } from "./severities.ts";

/** One cell of an item that stands worse than its reference. */
export type RowCase = {
  readonly row: ComparedRow;
  readonly difference: CellDifference;
  readonly cell: CellValue;
  readonly item: NormalizedItem;
  readonly baseline: NormalizedItem | undefined;
};

/** A material disadvantage in one row (CMP-60). Advantages appear in the matrix and in the strengths of the solution. */
export function rowFinding(found: RowCase): DraftFinding | undefined {
  const { row, difference, item, cell, baseline } = found;
  if (!difference.material || (difference.status !== "missing" && difference.status !== "worse")) return undefined;
  const isMissing = difference.status === "missing";
  const name = offerName(item.item);
  const ruleKey = row.lineItem?.key ?? "row_difference";
  const lost = isMissing ? [] : partsLost(row.reference, cell);
  const loss = lossOf(row, difference, false);
  const severity = severityOfLoss(lost.length === 0 ? loss : { ...loss, share: takenShare });
  return {
    findingKey: findingKeyOf(ruleKey, item.item.key, row.lineItem === undefined ? row.rowKey : undefined),
    ruleKey,
    itemKey: item.item.key,
    dimension: "coverage",
    severity,
    status: isMissing ? "gap" : "partial",
    title: isMissing ? `${name} has no ${coverageInWords(row.line, row.coverage)}` : worseTitle(found, name, lost),
    detail: isMissing ? missingDetail(found, name) : worseDetail(found, name),
    recommendation: remedyOf(found, lost),
    target: { line: row.line, coverage: row.coverage },
    confidence: 1,
    evidence: cellEvidence(row, item, cell, baseline),
    work: (isMissing || lost.length > 0) && isGrave(severity) ? { kind: "review_gap", dueOn: undefined } : undefined,
  };
}

/** What a part that is taken away weighs: as much as half of the limit, since a loss of its kind is not paid at all. */
const takenShare = 0.5;

/** Why a missing coverage counts: who has it, and with which limit. */
function missingDetail({ row, item, baseline }: RowCase, name: string): string {
  const what = coverageInWords(row.line, row.coverage);
  const before = baseline?.find(row.line, row.coverage).fact?.limitCents;
  const limit =
    row.referenceKind === "baseline" && before !== undefined && before > 0
      ? ` of ${moneyInWords(before / 100, item.item.currency)}`
      : "";
  const has = row.referenceKind === "requirement" ? "asks for" : "has";
  return paragraph(
    sentence(`${referenceName(row, baseline)} ${has} the ${what}${limit}, which ${name} leaves out`),
    zeroPhrase(row, item),
  );
}

/** A coverage that is stated with a limit of 0 (COVER-10). */
function zeroPhrase({ line, coverage }: ComparedRow, { item, find }: NormalizedItem): string | undefined {
  if (find(line, coverage).fact?.limitCents !== 0) return undefined;
  return sentence(
    `The offer states ${moneyInWords(0, item.currency)} as the ${coverageInWords(line, coverage)}, which insures nothing`,
  );
}

/** What to ask the carrier for, or else to show the client. */
function remedyOf({ row, difference, item }: RowCase, lost: readonly TakenPart[]): string {
  const cover = coverageInWords(row.line, row.coverage);
  const what = attributeInWords(row.line, row.coverage, row.attribute);
  if (difference.status === "missing")
    return `Ask the carrier to add the ${cover}, or show the client what is given up`;
  if (lost.length > 0) {
    return `Ask the carrier to add ${partsInWords(lost)} to the ${cover}, or show the client what is given up`;
  }
  if (isAddedBurden(row)) return `Ask the carrier to remove the ${what}, or show the client what they would bear`;
  const before = valueInWords(row.reference, item.item.currency);
  return `Ask the carrier for a ${what} as before (${before}), or show the client the difference`
    .replace(" as before", row.referenceKind === "baseline" ? " as before" : "")
    .replace(/ a (?=[aeiou])/, " an ");
}

/** A line that is lost as a whole: one finding, of the severity of its gravest coverage (CMP-90). */
export function lostLineFinding(
  lost: LostLine,
  index: number,
  item: NormalizedItem,
  baseline: NormalizedItem | undefined,
): DraftFinding {
  const name = offerName(item.item);
  const [first] = lost.rows;
  const severity = lost.rows
    .flatMap((row) => row.differences[index] ?? [])
    .map((difference, at) => severityOfLoss(lossOf(lost.rows[at], difference, true)))
    .reduce(
      (gravest: Severity, each) => (severities.indexOf(each) > severities.indexOf(gravest) ? each : gravest),
      "low",
    );
  return {
    findingKey: findingKeyOf("lost_line", item.item.key, lost.key),
    ruleKey: "lost_line",
    itemKey: item.item.key,
    dimension: "coverage",
    severity,
    status: "gap",
    title: `${name} has no ${lost.name}`,
    detail: paragraph(
      sentence(
        first === undefined
          ? undefined
          : `${referenceName(first, baseline)} ${first.referenceKind === "requirement" ? "asks for" : "has"} ${lost.name}, which ${name} leaves out as a whole`,
      ),
      lost.rows.map((row) => zeroPhrase(row, item)).find((phrase) => phrase !== undefined),
    ),
    recommendation: `Ask the carrier to quote ${lost.name}, place it elsewhere, or show the client what is given up`,
    target: { line: lost.line },
    confidence: 1,
    evidence: lost.rows
      .slice(0, evidenceMax)
      .flatMap((row) => cellEvidence(row, item, row.cells[index] ?? { state: "absent", value: false }, baseline)),
    work: { kind: "review_gap", dueOn: undefined },
  };
}

const evidenceMax = 5;

/** The two sides of a difference: the baseline's line, when there is one, and the item's. */
export function cellEvidence(
  row: ComparedRow,
  item: NormalizedItem,
  cell: CellValue,
  baseline: NormalizedItem | undefined,
): readonly EvidenceSource[] {
  const sources: EvidenceSource[] = [];
  const before = baseline?.find(row.line, row.coverage).fact;
  if (baseline !== undefined && before !== undefined && row.referenceKind === "baseline") {
    sources.push(coverageEvidence(baseline.item, before, row.attribute, row.reference.value));
  }
  const { fact } = item.find(row.line, row.coverage);
  if (fact === undefined) sources.push(absenceEvidence(item.item, row.pair));
  else sources.push(coverageEvidence(item.item, fact, row.attribute, cell.value));
  return sources;
}

/** The expiring policy by its name, the requirement, or what other offers have. */
export function referenceName(row: Pick<ComparedRow, "referenceKind">, baseline: NormalizedItem | undefined): string {
  if (row.referenceKind === "baseline" && baseline !== undefined) return offerName(baseline.item);
  return row.referenceKind === "requirement" ? "The requirement" : "Another offer";
}

function lossOf(row: ComparedRow | undefined, { status, deltaRel }: CellDifference, isLine: boolean): Loss {
  const isLimit = row?.attribute === "limit";
  // From a limit set by law to an amount there is no ratio; it is as good as gone.
  const cut = isLimit ? (deltaRel === undefined ? 1 : Math.abs(deltaRel)) : undefined;
  return {
    line: row?.line ?? "other",
    coverage: row?.coverage ?? "",
    share: status === "missing" ? 1 : cut,
    isLine,
    required: row?.required ?? "no",
    isCritical: row?.critical ?? false,
  };
}

function isGrave(severity: Severity): boolean {
  return severity === "high" || severity === "critical";
}

function worseTitle({ row, cell }: RowCase, name: string, lost: readonly TakenPart[]): string {
  const what = attributeInWords(row.line, row.coverage, row.attribute);
  if (lost.length > 0)
    return `${name} leaves ${partsInWords(lost)} out of the ${coverageInWords(row.line, row.coverage)}`;
  if (isAddedBurden(row)) return `${name} adds ${withArticle(what)}`;
  if (cell.state === "stated" && cell.isPartial === true) {
    return `${name} has the ${what} only by endorsement, without a stated limit`;
  }
  switch (row.attribute) {
    case "limit":
      return `${name} has a lower ${what}`;
    case "deductible":
    case "premium":
      return `${name} has a higher ${what}`;
    case "retro_date":
      return `${name} has a later ${what}`;
    case "coinsurance":
    case "valuation":
    case "trigger":
    case "included":
      return `${name} has less favorable terms for the ${what}`;
  }
}

/** A self-insured retention or wind and hail deductible where the reference has none (CMP-101). */
function isAddedBurden({ coverage, attribute, reference }: ComparedRow): boolean {
  return attribute === "included" && isBurden(coverage) && reference.state === "absent";
}

function worseDetail({ row, cell, item, baseline, difference }: RowCase, name: string): string {
  const { currency } = item.item;
  if (isAddedBurden(row)) {
    const borne = readCell(item, row.line, row.coverage, "deductible");
    return sentence(
      `${name} leaves ${borne.state === "stated" ? valueInWords(borne, currency) : "an amount that is not stated"} of a loss to the client, and ${decapitalized(referenceName(row, baseline))} has none`,
    );
  }
  const { deltaRel } = difference;
  const cut =
    row.attribute === "limit" && deltaRel !== undefined && deltaRel < 0 && deltaRel >= -1
      ? `, ${percentInWords(-deltaRel)} less`
      : "";
  const via = cell.via === undefined ? "" : " through its package policy";
  const what = attributeInWords(row.line, row.coverage, row.attribute);
  const [now, before] = [cell, row.reference].map((value) => valueInWords(value, currency));
  return sentence(
    `The ${what} is ${now ?? ""} in ${name}${via} and ${before ?? ""} in ${decapitalized(referenceName(row, baseline))}${cut}`,
  );
}
