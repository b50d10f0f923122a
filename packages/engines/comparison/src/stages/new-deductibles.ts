import { counted, listInWords, sentence, withArticle } from "@service/engine-kit";
import type { ComparedRow } from "./diff-rows.ts";
import { type DraftFinding, findingKeyOf, unknownConfidence } from "./draft-finding.ts";
import { attributeInWords, offerName } from "./in-words.ts";
import { isBurden } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";
import { cellEvidence } from "./row-findings.ts";
import { valueInWords } from "./value-in-words.ts";

const listedMax = 3;
const namedMax = 2;

/**
 * Deductibles of an offer on coverages for which the baseline states none (CMP-105): new ones, or the baseline's are not
 * on file. One finding for an offer; `index` is its position among the items.
 */
export function newDeductibles(
  item: NormalizedItem,
  baseline: NormalizedItem | undefined,
  rows: readonly ComparedRow[],
  index: number,
): readonly DraftFinding[] {
  if (baseline === undefined || item === baseline) return [];
  const found = rows.flatMap((row) => {
    const cell = row.cells[index];
    const isNew =
      row.attribute === "deductible" &&
      row.referenceKind === "baseline" &&
      row.reference.state === "unstated" &&
      !isBurden(row.coverage);
    return isNew && cell?.state === "stated" && cell.measure > 0 ? [{ row, cell }] : [];
  });
  if (found.length === 0) return [];
  const { item: offer } = item;
  const name = offerName(offer);
  const before = offerName(baseline.item);
  return [
    {
      findingKey: findingKeyOf("new_deductible", offer.key, undefined),
      ruleKey: "new_deductible",
      itemKey: offer.key,
      dimension: "coverage",
      severity: "low",
      status: "review",
      title: `${name} states ${counted(found.length, "deductible")} where ${before} states none`,
      detail: sentence(
        `${name} has ${listInWords(
          found.map(
            ({ row, cell }) =>
              `${withArticle(attributeInWords(row.line, row.coverage, "deductible"))} of ${valueInWords(cell, offer.currency)}`,
          ),
          namedMax,
        )}`,
      ),
      recommendation: `Check whether ${found.length === 1 ? "the deductible is" : "the deductibles are"} new, and show the client what they would bear`,
      target: undefined,
      confidence: unknownConfidence,
      evidence: found.slice(0, listedMax).flatMap(({ row, cell }) => cellEvidence(row, item, cell, baseline)),
      work: undefined,
    },
  ];
}
