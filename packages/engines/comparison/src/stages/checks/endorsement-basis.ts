import { sentence } from "@service/engine-kit";
import { coverageEvidence, itemEvidence, absenceEvidence } from "../evidence-sources.ts";
import { type Basis, formBases, formsIn } from "../form-numbers.ts";
import { coverageInWords, offerName } from "../in-words.ts";
import { pairKey, type Wording } from "../item.ts";
import type { NormalizedItem } from "../normalize.ts";
import { Findings, type StructuralCheck } from "./check.ts";

const rank: Readonly<Record<Basis, number>> = { none: 0, scheduled: 1, blanket: 2 };

type BasisWording = {
  readonly coverage: string;
  /** How endorsements speak of it. */
  readonly named: RegExp;
  /** Form numbers without edition that are known to be of one basis. */
  readonly forms: Readonly<Record<string, Basis>>;
};

const wordings: readonly BasisWording[] = [
  {
    coverage: "additional_insured",
    named: /\badditional insureds?\b/i,
    forms: formBases["additional_insured"] ?? {},
  },
  {
    coverage: "waiver_of_subrogation",
    named: /\bsubrogation\b|\btransfer of rights\b|\bright to recover\b/i,
    forms: formBases["waiver_of_subrogation"] ?? {},
  },
  {
    coverage: "primary_noncontributory",
    named: /\bprimary\b.*\bnon-? ?contributory\b|\bnon-? ?contributory\b/i,
    forms: formBases["primary_noncontributory"] ?? {},
  },
];

const basisLines = ["general_liability", "commercial_auto", "workers_compensation"];
const blanketWords =
  /\bblanket\b|\bautomatic(?:ally)?\b|\b(?:where|when|as|if) required (?:by|in|under)\b|\brequired by (?:a )?(?:written )?(?:contract|agreement)\b|\bwritten (?:contract|agreement)\b|\bany person or organi[sz]ation\b|\ball (?:parties|persons|owners)\b/i;
const scheduledWords =
  /\bschedul(?:e|ed)\b|\bdesignated\b|\bnamed (?:person|party|parties|organi[sz]ation)s?\b|\bas listed\b|\bspecific(?:ally)?\b|\blisted (?:person|party|parties|organi[sz]ation)s?\b/i;
const deniedWords = /\b(?:not|no|without|exclud\w*|removed|deleted)\b/i;

/** CMP-93: additional insured, waiver and primary wording that stands for fewer parties than the baseline's. */
export const additionalInsuredBasis: StructuralCheck = ({ items, baseline }, severity) => {
  const findings = new Findings();
  if (baseline === undefined) return findings.report();
  for (const wording of wordings) {
    for (const line of basisLines) {
      const before = basisOf(baseline, line, wording);
      if (before === undefined || before === "none") continue;
      for (const normalized of items) {
        if (normalized === baseline) continue;
        const now = basisOf(normalized, line, wording);
        if (now === undefined) continue;
        if (rank[now] >= rank[before]) {
          findings.pass();
          continue;
        }
        const { item } = normalized;
        const name = offerName(item);
        const what = coverageInWords(line, wording.coverage);
        const fact = normalized.find(line, wording.coverage).fact;
        const pair = pairKey(baseline.find(line, wording.coverage).fact?.line ?? line, wording.coverage);
        findings.hit({
          itemKey: item.key,
          suffix: pair,
          severity,
          status: now === "none" ? "gap" : "partial",
          title: now === "none" ? `${name} has no ${what}` : `${name} has ${what} for scheduled parties only`,
          detail: sentence(
            before === "blanket"
              ? `${offerName(baseline.item)} has ${what} on a blanket basis, for all whom a contract names, and ${name} ${now === "none" ? "not at all" : "only for those that it lists"}`
              : `${offerName(baseline.item)} has ${what} on a scheduled basis, for the parties that it lists, and ${name} not at all`,
          ),
          recommendation: `Ask the carrier for ${before} ${what}, or check the contracts of the client for who needs it`,
          target: { line, coverage: wording.coverage },
          evidence: [
            ...basisEvidence(baseline, line, wording),
            fact === undefined ? absenceEvidence(item, pair) : coverageEvidence(item, fact, "included", now !== "none"),
          ],
          workKind: "review_gap",
        });
      }
    }
  }
  return findings.report();
};

/** `undefined`: the item does not have the line, or has the wording without saying for whom. */
function basisOf(item: NormalizedItem, line: string, wording: BasisWording): Basis | undefined {
  const { fact } = item.find(line, wording.coverage);
  const speaking = endorsementsOf(item, line, wording);
  if (fact?.included === true) {
    return readBasis([fact.label ?? "", fact.form ?? "", fact.notes ?? "", ...speaking.map(textOf)], wording);
  }
  const endorsed = readBasis(speaking.map(textOf), wording);
  if (endorsed !== undefined) return endorsed;
  if (speaking.length > 0 || item.mayHide(line, wording.coverage)) return undefined;
  return hasLine(item, line) ? "none" : undefined;
}

/** The widest basis that any text says; a text that says blanket and scheduled is blanket for those a contract names. */
function readBasis(texts: readonly string[], { forms }: BasisWording): Basis | undefined {
  let found: Basis | undefined;
  for (const text of texts) {
    const byForm = formsIn(text).flatMap((form) => forms[form] ?? [])[0];
    const stated: Basis | undefined = blanketWords.test(text)
      ? "blanket"
      : scheduledWords.test(text)
        ? "scheduled"
        : byForm;
    if (stated !== undefined && (found === undefined || rank[stated] > rank[found])) found = stated;
  }
  return found;
}

function endorsementsOf({ item }: NormalizedItem, line: string, { named, forms }: BasisWording): readonly Wording[] {
  return [...item.wordings.endorsements, ...item.wordings.conditions].filter((wording) => {
    const text = textOf(wording);
    if (lineOfEndorsement(text) !== line) return false;
    const isNamed = named.test(text) || formsIn(text).some((form) => forms[form] !== undefined);
    return isNamed && !deniedWords.test(wording.text);
  });
}

/** An endorsement belongs to general liability unless it says otherwise. */
function lineOfEndorsement(text: string): string {
  if (/\bCA[ -]?\d\d|\bautos?\b|\bautomobile/i.test(text)) return "commercial_auto";
  return /\bWC[ -]?\d\d|\bworkers\b|\bemployers\b/i.test(text) ? "workers_compensation" : "general_liability";
}

function textOf({ code, text }: Wording): string {
  return code === undefined ? text : `${code} ${text}`;
}

function hasLine({ facts, find }: NormalizedItem, line: string): boolean {
  const main = { general_liability: "each_occurrence", commercial_auto: "combined_single_limit" }[line];
  if (main !== undefined && find(line, main).fact?.included === true) return true;
  return [...facts.values()].some((fact) => fact.included && fact.line === line);
}

function basisEvidence(item: NormalizedItem, line: string, wording: BasisWording) {
  const { fact } = item.find(line, wording.coverage);
  if (fact !== undefined) return [coverageEvidence(item.item, fact, "included", true)];
  return endorsementsOf(item, line, wording)
    .slice(0, 1)
    .map(({ code, text }) => itemEvidence(item.item, "endorsements", code ?? null, text));
}
