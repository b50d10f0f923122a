import { counted, type EvidenceSource, familiesOf, labelOf, paragraph, sentence } from "@service/engine-kit";
import { byText, clipped } from "@service/json";
import type { ComparedRow } from "./diff-rows.ts";
import { type DraftFinding, findingKeyOf, unknownConfidence } from "./draft-finding.ts";
import { itemEvidence } from "./evidence-sources.ts";
import { coverageInWords, lineInWords, offerName, quoted } from "./in-words.ts";
import { type Item, words } from "./item.ts";
import { burdenOf, labelParts } from "./labels/label-parts.ts";
import { labelWords } from "./labels/label-words.ts";
import { type NormalizedItem, type UnalignedLine, wordingOf } from "./normalize.ts";
import { severityOfLoss } from "./severities.ts";

const listedMax = 3;
const labelChars = 60;
const deepCut = 0.5;

type Compared = {
  readonly item: NormalizedItem;
  readonly baseline: NormalizedItem | undefined;
  readonly rows: readonly ComparedRow[];
  /** Position of the item among the items. */
  readonly index: number;
  /** Lines that are reported as lost already. */
  readonly lostLines: readonly string[];
};

/**
 * What could not be read and may hide a difference (CMP-100): lines of the baseline that an offer does not state in the
 * same words, lines of the offer that may be a coverage of the baseline, and what an offer says it leaves out.
 */
export function unreadLines(compared: Compared): readonly DraftFinding[] {
  const { item, baseline } = compared;
  if (item === baseline) return [];
  const held = (baseline?.unaligned ?? []).filter((line) => line.written.included && !isDenial(line));
  return [
    ...byLine(held).flatMap(([line, open]) => heldFindings(line, open, compared)),
    ...byLine(item.unaligned).flatMap(([line, open]) => offeredFindings(line, open, compared)),
  ];
}

function heldFindings(line: string, open: readonly UnalignedLine[], compared: Compared): readonly DraftFinding[] {
  const { item, baseline, lostLines } = compared;
  if (baseline === undefined) return [];
  if (!hasLine(item, line)) return lostLines.includes(line) ? [] : [lostFinding(line, open, item, baseline)];
  const same = byLine(item.unaligned).find(([own]) => own === line)?.[1] ?? [];
  const own = new Map(same.map((each) => [wordingOf(each), each]));
  const absent = open.filter((each) => !own.has(wordingOf(each)));
  return [
    ...(absent.length === 0 ? [] : [missingFinding(line, absent, item, baseline)]),
    ...open.flatMap((each) => {
      const partner = own.get(wordingOf(each));
      return partner === undefined ? [] : lowerFinding(each, partner, item, baseline);
    }),
  ];
}

/** A line of which nothing could be read, and which the offer does not have. */
function lostFinding(
  line: string,
  open: readonly UnalignedLine[],
  { item }: NormalizedItem,
  { item: expiring }: NormalizedItem,
): DraftFinding {
  const loss = { line, coverage: "", share: 1, isLine: true, required: "no", isCritical: true } as const;
  return {
    ...draftOf(item, line, open, expiring),
    severity: severityOfLoss(loss),
    status: "gap",
    title: `${offerName(item)} has no ${lineInWords(line)}`,
    detail: paragraph(sentence(`${offerName(item)} states nothing under ${labelOf(line)}`), ...saying(expiring, open)),
    recommendation: `Ask the carrier to quote ${lineInWords(line)}, place it elsewhere, or show the client what is given up`,
    confidence: 1,
    work: { kind: "review_gap", dueOn: undefined },
  };
}

function missingFinding(
  line: string,
  absent: readonly UnalignedLine[],
  { item }: NormalizedItem,
  { item: expiring }: NormalizedItem,
): DraftFinding {
  const what = absent.length === 1 ? "it" : "them";
  return {
    ...draftOf(item, line, absent, expiring),
    title: `${offerName(item)} may lack ${counted(absent.length, "line")} that we could not read in ${offerName(expiring)}`,
    detail: paragraph(...saying(expiring, absent), sentence(`Whether ${offerName(item)} has ${what} is not known`)),
    recommendation: `Read both documents on ${labelOf(line)}, or ask the carrier whether ${absent.length === 1 ? "it is" : "they are"} included`,
  };
}

/** A line in the same words on both sides, with a lower limit or left out. */
function lowerFinding(
  before: UnalignedLine,
  now: UnalignedLine,
  { item }: NormalizedItem,
  { item: expiring }: NormalizedItem,
): readonly DraftFinding[] {
  const [from, to] = [before.written.limitCents, now.written.included ? now.written.limitCents : 0];
  if (from === undefined || to === undefined || from <= 0 || to >= from) return [];
  const what = quoted(clipped(spelling(now), labelChars));
  const share = (from - to) / from;
  return [
    {
      ...draftOf(item, `${now.line}/${now.labelId}`, [now], item),
      severity: share >= deepCut ? "medium" : "low",
      status: to === 0 ? "gap" : "partial",
      title: to === 0 ? `${offerName(item)} leaves out ${what}` : `${offerName(item)} has a lower limit for ${what}`,
      detail: sentence(
        `${offerName(item)} states less for ${what} than ${offerName(expiring)}, in words that we could not read otherwise`,
      ),
      recommendation: `Ask the carrier for the limit of before on ${what}, or show the client what is given up`,
      target: { line: now.line },
      confidence: 1,
    },
  ];
}

/** Lines of the offer that may be what the reference has, or that say what is left out. */
function offeredFindings(line: string, open: readonly UnalignedLine[], compared: Compared): readonly DraftFinding[] {
  const { item, baseline, rows, index } = compared;
  const baselineWordings = new Set(baseline?.unaligned.map(wordingOf));
  const denials = open.filter((each) => isDenial(each) && !baselineWordings.has(wordingOf(each)));
  const borne = open.filter((each) => isBorne(each) && !isDenial(each) && !baselineWordings.has(wordingOf(each)));
  const hiding = open.filter(
    (each) => !each.hidesNothing && !borne.includes(each) && !baselineWordings.has(wordingOf(each)),
  );
  const hidden = rows.filter(
    (row) =>
      row.line === line &&
      row.attribute === "included" &&
      row.reference.state === "stated" &&
      row.cells[index]?.state === "uncertain",
  );
  const name = offerName(item.item);
  return [
    ...(hidden.length === 0 || hiding.length === 0
      ? []
      : [
          {
            ...draftOf(item.item, `${line}/offer`, hiding, item.item),
            title: `${name} may lack ${nameOfHidden(hidden)}`,
            detail: paragraph(...saying(item.item, hiding, "which may be the same under another name")),
            recommendation: `Read the document on ${labelOf(line)}, or ask the carrier what is included`,
            target: { line },
          },
        ]),
    ...(borne.length === 0
      ? []
      : [
          {
            ...draftOf(item.item, `${line}/borne`, borne, item.item),
            title: `${name} states ${counted(borne.length, "deductible")} that we could not read`,
            detail: paragraph(...saying(item.item, borne)),
            recommendation: `Read the document on what the client bears under ${labelOf(line)}, and show them the amount`,
            target: { line },
          },
        ]),
    ...(denials.length === 0
      ? []
      : [
          {
            ...draftOf(item.item, `${line}/denied`, denials, item.item),
            title: `${name} leaves out ${counted(denials.length, "coverage")} that we could not read`,
            detail: paragraph(...saying(item.item, denials)),
            recommendation: `Ask the carrier what is left out under ${labelOf(line)}, and show it to the client`,
            target: { line },
          },
        ]),
  ];
}

function nameOfHidden(hidden: readonly ComparedRow[]): string {
  const [first] = hidden;
  return first === undefined || hidden.length > 1
    ? `${counted(hidden.length, "coverage")} under ${labelOf(first?.line ?? "other")}`
    : `the ${coverageInWords(first.line, first.coverage)}`;
}

/** What the findings share; `from` is whose words could not be read. */
function draftOf(item: Item, suffix: string, open: readonly UnalignedLine[], from: Item) {
  return {
    findingKey: findingKeyOf("unread_line", item.key, suffix),
    ruleKey: "unread_line",
    itemKey: item.key,
    dimension: "coverage",
    severity: "medium",
    status: "review",
    target: { line: suffix },
    confidence: unknownConfidence,
    evidence: open
      .slice(0, listedMax)
      .map((each): EvidenceSource =>
        itemEvidence(from, `coverages[${each.line}/${each.coverage}].label`, null, spelling(each)),
      ),
    work: { kind: "verify_fact", dueOn: undefined },
  } as const satisfies Partial<DraftFinding>;
}

/** One sentence for each wording, as it is written. */
function saying(item: Item, open: readonly UnalignedLine[], remark = "which we could not read"): readonly string[] {
  const rest = open.length - Math.min(open.length, listedMax);
  const more = rest === 0 ? "" : `, and there ${rest === 1 ? "is" : "are"} ${rest} more`;
  return open.slice(0, listedMax).map((each, at, { length }) => {
    const words = quoted(clipped(spelling(each), labelChars));
    return sentence(
      at === 0 ? `${offerName(item)} says ${words} under ${labelOf(each.line)}, ${remark}` : `It also says ${words}`,
      at === length - 1 ? more : "",
    ).replace(" ,", ",");
  });
}

/** Whether an offer has anything of a line, or of a package that holds it. */
function hasLine({ facts, unaligned }: NormalizedItem, line: string): boolean {
  const families = familiesOf(line);
  const isNear = (other: string): boolean => familiesOf(other).some((family) => families.includes(family));
  return (
    [...facts.values()].some((fact) => fact.included && isNear(fact.line)) ||
    unaligned.some((each) => isNear(each.line))
  );
}

function spelling({ label, coverage }: UnalignedLine): string {
  return label ?? words(coverage);
}

function isDenial(open: UnalignedLine): boolean {
  return labelParts(spelling(open)).isAbsent;
}

/** An amount that the insured bears: no cover, and news where the other offer has none. */
function isBorne(open: UnalignedLine): boolean {
  return burdenOf(labelWords(spelling(open), open.line)) !== undefined;
}

/** Each wording of a line once: the first, of several in the same words that of the lowest limit. */
function byLine(open: readonly UnalignedLine[]): readonly (readonly [line: string, open: readonly UnalignedLine[]])[] {
  const lists = new Map<string, UnalignedLine[]>();
  for (const each of open) {
    const list = lists.get(each.line) ?? [];
    if (list.some((other) => wordingOf(other) === wordingOf(each))) continue;
    lists.set(each.line, [...list, each]);
  }
  return [...lists].sort(([a], [b]) => byText(a, b));
}
