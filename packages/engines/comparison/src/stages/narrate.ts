import type { Cell } from "../output.ts";
import { capitalized, type EvidenceCollector, listInWords, moneyInWords } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import type { Advice } from "./advice.ts";
import type { AssembledItem, Assembly } from "./assembly.ts";
import type { ComparedRow } from "./diff-rows.ts";
import type { Finding } from "./draft-finding.ts";
import { focalKey, type HeadlineFacts, nameOf } from "./headline.ts";
import { attributeInWords, offerName } from "./in-words.ts";
import { valueInWords } from "./value-in-words.ts";
import { itsTitle, premiumEvidence } from "./present.ts";

const narratedItemsMax = 8;
const narratedDifferencesMax = 8;
const narratedFindingsMax = 8;
const narratedValuesMax = 3;
const sentenceEvidenceMax = 4;

/**
 * CMP-73, the template narrative: what each item costs, what to do and why, the top differences, the gravest findings.
 * Each offer is named once, with what it costs (WORD-8).
 */
export function narrate(
  assembly: Assembly,
  headed: HeadlineFacts,
  differing: readonly ComparedRow[],
  cellsOf: (row: ComparedRow) => readonly Cell[],
  findings: readonly Finding[],
  evidence: EvidenceCollector,
): readonly NarrativeSentence[] {
  const { items, baseline } = assembly;
  const premiumOf = (item: AssembledItem): readonly string[] => evidence.addAll([premiumEvidence(item)]);
  const ordered = headed.ranked.flatMap(({ key }) => items.filter(({ normalized }) => normalized.item.key === key));
  const offers = ordered.filter(({ normalized }) => normalized !== baseline);
  const focal = focalKey(headed);
  const callOf = ({ normalized }: AssembledItem): string => {
    if (normalized === baseline) return normalized.item.kind === "policy" ? "the policy of before" : "the reference";
    return offers.length === 1
      ? "the offer"
      : `offer ${offers.findIndex((each) => each.normalized === normalized) + 1}`;
  };
  const sentences: readonly NarrativeSentence[] = [
    ...ordered.slice(0, narratedItemsMax).flatMap((item) => [
      {
        text: costSentence(item, assembly, offers.length > 1 ? callOf(item) : undefined),
        evidenceIds: premiumOf(item),
      },
      ...(headed.advice !== undefined && item.normalized.item.key === focal
        ? [{ text: adviceSentence(headed.advice), evidenceIds: premiumOf(item) }]
        : []),
    ]),
    ...differing.slice(0, narratedDifferencesMax).map((row) => ({
      text: differenceSentence(row, assembly, callOf),
      evidenceIds: [...new Set(cellsOf(row).flatMap((cell) => cell.evidence_ids))].slice(0, sentenceEvidenceMax),
    })),
    ...findings
      .filter(({ dimension }) => dimension !== "coverage")
      .slice(0, narratedFindingsMax)
      .map((finding) => ({
        text: unnamedTitle(finding, assembly, callOf),
        evidenceIds: finding.evidenceIds.slice(0, sentenceEvidenceMax),
      })),
  ];
  // Two requirements may ask for one thing: it is said once (WORD-1).
  return sentences.filter(({ text }, index) => sentences.findIndex((other) => other.text === text) === index);
}

type Call = (item: AssembledItem) => string;

const verbOf = { accept: "accept it", negotiate: "negotiate", stay: "stay with what is in force" } as const;

/** Stands behind what the offer costs, so that "it" is that offer. */
function adviceSentence({ kind, reason }: Advice): string {
  return `Our recommendation is to ${verbOf[kind]}, because ${reason}`;
}

/** The title of a finding without the names of offers. */
function unnamedTitle({ title, itemKey }: Finding, { items, baseline }: Assembly, callOf: Call): string {
  const own = items.find(({ normalized }) => normalized.item.key === itemKey);
  const before = items.find(({ normalized }) => normalized === baseline);
  if (own === undefined) return title;
  const text = itsTitle(title, offerName(own.normalized.item), capitalized(callOf(own)));
  return before === undefined ? text : text.replaceAll(offerName(before.normalized.item), callOf(before));
}

function costSentence(
  { normalized, price, scenarios, totalCostCents, score }: AssembledItem,
  { items, baseline }: Assembly,
  call: string | undefined,
): string {
  const { item } = normalized;
  const own = nameOf(
    item,
    items.map((each) => each.normalized.item),
  );
  const name = call === undefined || normalized === baseline ? own : `${own} (${call})`;
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
  if (price.annualizedCents === undefined) return `${name} has no stated premium${role}`;
  return `${name} costs ${money(price.annualizedCents)} a year${risk}${role}`;
}

/** "The each occurrence limit under general liability is $500,000 in the offer, against $1,000,000". */
function differenceSentence(row: ComparedRow, { items, baseline, input }: Assembly, callOf: Call): string {
  const values = items.flatMap((item, index) => {
    const cell = row.cells[index];
    if (cell === undefined || row.differences[index]?.material !== true || item.normalized === baseline) return [];
    return [`${valueInWords(cell, input.currency)} in ${callOf(item)}`];
  });
  const before = row.cells[items.findIndex(({ normalized }) => normalized === baseline)];
  // That a coverage is or is not included says by itself what it was before.
  const isFlag = row.attribute === "included";
  const against = before === undefined || isFlag ? "" : `, against ${valueInWords(before, input.currency)}`;
  const what = attributeInWords(row.line, row.coverage, row.attribute);
  const own = before === undefined ? "" : valueInWords(before, input.currency);
  return values.length === 0
    ? `The ${what} is ${own} in what the others are compared with`
    : `The ${what} is ${listInWords(values, narratedValuesMax)}${against}`;
}
