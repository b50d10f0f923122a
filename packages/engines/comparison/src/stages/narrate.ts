import type { Cell } from "../output.ts";
import { capitalized, type EvidenceCollector, listInWords, moneyInWords } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import type { AssembledItem, Assembly } from "./assembly.ts";
import type { ComparedRow } from "./diff-rows.ts";
import type { Finding } from "./draft-finding.ts";
import { nameOf } from "./headline.ts";
import { attributeInWords } from "./in-words.ts";
import { valueInWords } from "./value-in-words.ts";
import { premiumEvidence } from "./present.ts";

const narratedItemsMax = 8;
const narratedDifferencesMax = 8;
const narratedFindingsMax = 8;
const narratedValuesMax = 3;
const sentenceEvidenceMax = 4;

/** CMP-73, the template narrative: headline, what each item costs, the top differences, the gravest findings. */
export function narrate(
  assembly: Assembly,
  headline: string,
  differing: readonly ComparedRow[],
  cellsOf: (row: ComparedRow) => readonly Cell[],
  findings: readonly Finding[],
  evidence: EvidenceCollector,
): readonly NarrativeSentence[] {
  const { items, ranked, settings } = assembly;
  const premiumOf = (item: AssembledItem): readonly string[] => evidence.addAll([premiumEvidence(item)]);
  const ordered = settings.ranking.enabled
    ? ranked.flatMap(({ key }) => items.filter(({ normalized }) => normalized.item.key === key))
    : items;
  const sentences: readonly NarrativeSentence[] = [
    { text: headline, evidenceIds: [...new Set(items.slice(0, sentenceEvidenceMax).flatMap(premiumOf))] },
    ...ordered
      .slice(0, narratedItemsMax)
      .map((item) => ({ text: costSentence(item, assembly), evidenceIds: premiumOf(item) })),
    ...differing.slice(0, narratedDifferencesMax).map((row) => ({
      text: differenceSentence(row, assembly),
      evidenceIds: [...new Set(cellsOf(row).flatMap((cell) => cell.evidence_ids))].slice(0, sentenceEvidenceMax),
    })),
    ...findings
      .filter(({ dimension }) => dimension !== "coverage")
      .slice(0, narratedFindingsMax)
      .map(({ title, evidenceIds }) => ({ text: title, evidenceIds: evidenceIds.slice(0, sentenceEvidenceMax) })),
  ];
  // Two requirements may ask for one thing: it is said once (WORD-1).
  return sentences.filter(({ text }, index) => sentences.findIndex((other) => other.text === text) === index);
}

function costSentence(
  { normalized, price, scenarios, totalCostCents, score }: AssembledItem,
  { items, baseline }: Assembly,
): string {
  const { item } = normalized;
  const name = nameOf(
    item,
    items.map((each) => each.normalized.item),
  );
  const money = (cents: number): string => moneyInWords(roundHalfAwayFromZero(cents, 0) / 100, item.currency);
  const risk =
    scenarios.length === 0 || totalCostCents === undefined
      ? ""
      : `, ${money(totalCostCents)} with expected retained losses`;
  const role =
    normalized === baseline
      ? " and is what the others are compared with"
      : score.eligible
        ? ""
        : " and misses a mandatory requirement";
  if (price.annualizedCents === undefined) return `${name} states no premium${role}`;
  return `${name} costs ${money(price.annualizedCents)} a year${risk}${role}`;
}

/** "The each occurrence limit under general liability is $1,000,000 at Carrier A and $500,000 at Carrier B". */
function differenceSentence(row: ComparedRow, { items, baseline, input }: Assembly): string {
  const all = items.map(({ normalized }) => normalized.item);
  const values = items.flatMap(({ normalized }, index) => {
    const cell = row.cells[index];
    if (cell === undefined || (row.differences[index]?.material !== true && normalized !== baseline)) return [];
    return [`${valueInWords(cell, input.currency)} at ${nameOf(normalized.item, all)}`];
  });
  const what = attributeInWords(row.line, row.coverage, row.attribute);
  return `${capitalized(`the ${what}`)} is ${listInWords(values, narratedValuesMax)}`;
}
