import type { Cell } from "../output.ts";
import type { EvidenceCollector } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import { rowLabel } from "./align-rows.ts";
import type { AssembledItem, Assembly } from "./assembly.ts";
import { amount } from "./checks/index.ts";
import type { ComparedRow } from "./diff-rows.ts";
import { type Finding, shownValue } from "./findings.ts";
import { nameOf } from "./headline.ts";
import { premiumEvidence } from "./present.ts";

const narratedItemsMax = 8;
const narratedDifferencesMax = 8;
const narratedFindingsMax = 8;
const sentenceEvidenceMax = 4;

/** CMP-73, the template narrative: headline, what each item costs, the top differences, the gravest findings. */
export function narrate(
  { items, ranked, settings, baseline }: Assembly,
  headline: string,
  differing: readonly ComparedRow[],
  cellsOf: (row: ComparedRow) => readonly Cell[],
  findings: readonly Finding[],
  evidence: EvidenceCollector,
): readonly NarrativeSentence[] {
  const all = items.map(({ normalized }) => normalized.item);
  const premiumOf = (item: AssembledItem): readonly string[] => evidence.addAll([premiumEvidence(item)]);
  const sentences: NarrativeSentence[] = [
    { text: headline, evidenceIds: [...new Set(items.slice(0, sentenceEvidenceMax).flatMap(premiumOf))] },
  ];
  const ordered = settings.ranking.enabled
    ? ranked.flatMap(({ key }) => items.filter(({ normalized }) => normalized.item.key === key))
    : items;
  for (const item of ordered.slice(0, narratedItemsMax)) {
    const name = nameOf(item.normalized.item, all);
    const cost = `${name} costs ${amount(roundHalfAwayFromZero(item.price.annualizedCents, 0))} a year`;
    const risk =
      item.scenarios.length === 0 || item.totalCostCents === undefined
        ? ""
        : `, ${amount(roundHalfAwayFromZero(item.totalCostCents, 0))} with expected retained losses`;
    const role =
      item.normalized === baseline
        ? " and is the baseline"
        : item.score.eligible
          ? ""
          : " and misses a mandatory requirement";
    sentences.push({ text: `${cost}${risk}${role}`, evidenceIds: premiumOf(item) });
  }
  for (const row of differing.slice(0, narratedDifferencesMax)) {
    const values = items
      .flatMap(({ normalized }, index) => {
        const cell = row.cells[index];
        if (cell === undefined || (row.differences[index]?.material !== true && normalized !== baseline)) return [];
        const shown =
          cell.state === "stated" && cell.unit === "flag"
            ? "included"
            : cell.state === "absent"
              ? "not included"
              : shownValue(cell);
        return [`${nameOf(normalized.item, all)} ${shown}`];
      })
      .slice(0, narratedItemsMax);
    const ids = cellsOf(row).flatMap((cell) => cell.evidence_ids);
    sentences.push({
      text: `${rowLabel(row.line, row.coverage, row.attribute)}: ${values.join(", ")}`,
      evidenceIds: [...new Set(ids)].slice(0, sentenceEvidenceMax),
    });
  }
  const narrated = findings.filter(({ dimension }) => dimension !== "coverage");
  for (const finding of narrated.slice(0, narratedFindingsMax)) {
    sentences.push({ text: finding.title, evidenceIds: finding.evidenceIds.slice(0, sentenceEvidenceMax) });
  }
  return sentences;
}
