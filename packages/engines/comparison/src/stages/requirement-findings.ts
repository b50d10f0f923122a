import {
  capitalized,
  dateInWords,
  labelOf,
  listInWords,
  moneyInWords,
  paragraph,
  sentence,
  towerInWords,
  withArticle,
} from "@service/engine-kit";
import { clipped, isJsonArray, type Json } from "@service/json";
import type { RequirementResult } from "./check-requirements.ts";
import { coverageEvidence, absenceEvidence, itemEvidence } from "./evidence-sources.ts";
import { type DraftFinding, findingKeyOf, unknownConfidence } from "./draft-finding.ts";
import { attributeInWords, coverageInWords, lineInWords, offerName, quoted } from "./in-words.ts";
import { pairKey } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";
import type { Requirement } from "../input.ts";
import type { EvidenceSource } from "@service/engine-kit";

const sourceChars = 80;
const listedMax = 4;

/** Of what rests on the lines that notes and wordings name as under an umbrella (CMP-87). */
const notesConfidence = 0.7;
const notesPhrase = "going by the notes and wordings of the umbrella, not by its schedule,";

/**
 * A requirement that is not met, cannot be decided, or is met with an umbrella whose schedule nobody has read (CMP-44,
 * CMP-87). One that is met otherwise appears in the requirement results only. `lost` names the line that the item lacks
 * where the coverage is all of it.
 */
export function requirementFinding(
  result: RequirementResult,
  item: NormalizedItem,
  lost?: string,
): DraftFinding | undefined {
  const { requirement, truth } = result;
  if (truth === "true") return isUnconfirmed(result) ? scheduleFinding(result, item) : undefined;
  const isUnknown = truth === "unknown";
  const name = offerName(item.item);
  return {
    ...draftOf(result, item),
    severity: requirement.mandatory ? (isUnknown ? "medium" : "critical") : isUnknown ? "low" : "medium",
    status: isUnknown ? "review" : "fail",
    title: titleOf(result, name, lost),
    detail: detailOf(result, item, name),
    recommendation: isUnknown
      ? `Ask the carrier for the ${wantedThing(requirement)}`
      : `${remedyOf(requirement, item.item.currency)}, or agree an exception with whoever set the requirement`,
    confidence: isUnknown ? unknownConfidence : isFromNotes(result) ? notesConfidence : 1,
    work: isUnknown
      ? { kind: "verify_fact", dueOn: undefined }
      : requirement.mandatory
        ? { kind: "review_gap", dueOn: undefined }
        : undefined,
  };
}

/** Evidence of a requirement's result. */
export function requirementEvidence(
  { requirement, actual }: RequirementResult,
  { item, find }: NormalizedItem,
): EvidenceSource {
  if (requirement.field === "rating") return itemEvidence(item, "carrier.rating", actual);
  const { fact } = find(requirement.line, requirement.coverage);
  return fact === undefined
    ? absenceEvidence(item, pairKey(requirement.line, requirement.coverage))
    : coverageEvidence(item, fact, requirement.field, actual);
}

/** Met only with an umbrella: its schedule itself is never in the input. */
function isUnconfirmed({ tower }: RequirementResult): boolean {
  return tower !== undefined && tower.excess > 0;
}

function isFromNotes({ tower }: RequirementResult): boolean {
  return tower?.schedule === "known" || tower?.schedule === "left_out";
}

function scheduleFinding(result: RequirementResult, item: NormalizedItem): DraftFinding {
  const { requirement, tower } = result;
  const { currency } = item.item;
  const name = offerName(item.item);
  return {
    ...draftOf(result, item),
    severity: "low",
    status: "review",
    title: isFromNotes(result)
      ? `${name} meets ${requirementName(requirement)} with its umbrella, going by notes`
      : `${name} meets ${requirementName(requirement)} with its umbrella, whose schedule is not known`,
    detail: paragraph(
      tower === undefined
        ? undefined
        : sentence(isFromNotes(result) ? notesPhrase : undefined, `${name} gives ${towerInWords(tower, currency)}`),
      sentence(`${capitalized(requirementName(requirement))} asks for ${wantedInWords(requirement, currency)}`),
    ),
    recommendation: `Confirm that the umbrella schedules ${lineInWords(requirement.line)} for the ${wantedThing(requirement)}`,
    confidence: isFromNotes(result) ? notesConfidence : 1,
    work: { kind: "verify_fact", dueOn: undefined },
  };
}

function draftOf(result: RequirementResult, item: NormalizedItem) {
  const { requirement } = result;
  const ruleKey = `requirement:${requirement.key}`;
  return {
    findingKey: findingKeyOf(ruleKey, item.item.key, undefined),
    ruleKey,
    itemKey: item.item.key,
    dimension: requirement.field === "rating" ? ("carrier" as const) : ("coverage" as const),
    target: { line: requirement.line, coverage: requirement.coverage },
    evidence: [requirementEvidence(result, item)],
  };
}

function titleOf({ requirement, truth, actual }: RequirementResult, name: string, lost: string | undefined): string {
  const asking = requirementName(requirement);
  const { line, coverage, field } = requirement;
  if (truth === "unknown")
    return `${name} cannot be checked for the ${wantedThing(requirement)} that ${asking} asks for`;
  if (field === "rating") return `${name} does not have the carrier rating that ${asking} asks for`;
  if (actual === null || actual === false) {
    return `${name} has no ${lost ?? coverageInWords(line, coverage)}, which ${asking} asks for`;
  }
  return `${name} does not have the ${wantedThing(requirement)} that ${asking} asks for`;
}

function detailOf(result: RequirementResult, item: NormalizedItem, name: string): string {
  const { requirement, truth, actual, tower } = result;
  const asking = `${capitalized(requirementName(requirement))} asks for ${wantedInWords(requirement, item.item.currency)}`;
  const isAbsent = truth === "false" && tower === undefined && (actual === null || actual === false);
  // The title says already that there is none.
  if (isAbsent && requirement.field !== "rating") return sentence(`${asking}, of which ${name} has nothing`);
  return paragraph(
    sentence(isFromNotes(result) ? notesPhrase : undefined, `${name} ${statedInWords(result, item)}`),
    sentence(asking),
  );
}

function remedyOf(requirement: Requirement, currency: string): string {
  if (requirement.op === "missing" || (requirement.field === "included" && requirement.value === false)) {
    return `Ask the carrier to take out the ${wantedThing(requirement)}`;
  }
  return requirement.field === "rating"
    ? `Ask for an offer of a carrier with ${wantedInWords(requirement, currency)}`
    : `Ask the carrier for ${wantedInWords(requirement, currency)}`;
}

/** What of a coverage a requirement is about. */
function wantedThing({ line, coverage, field }: Requirement): string {
  if (field === "rating") return "carrier rating";
  return field === "form" ? `form of the ${coverageInWords(line, coverage)}` : attributeInWords(line, coverage, field);
}

/** "the requirement (the lease)": the source in the words of whoever set it. */
export function requirementName(requirement: Requirement | undefined): string {
  const source = (requirement?.source ?? "")
    .replace(/[()\s]+/g, " ")
    .trim()
    .replace(/[.;,]+$/, "");
  return source === "" ? "the requirement" : `the requirement (${clipped(source, sourceChars)})`;
}

function statedInWords({ requirement, actual, tower, isPartial }: RequirementResult, item: NormalizedItem): string {
  const { line, coverage, field } = requirement;
  const { currency } = item.item;
  if (tower !== undefined) return `gives ${towerInWords(tower, currency)}`;
  if (isPartial === true) return `has the ${coverageInWords(line, coverage)} by endorsement, without a stated limit`;
  if (field === "rating") {
    return actual === null
      ? "does not state the rating of its carrier"
      : `is written by a carrier rated ${String(actual)}`;
  }
  const what = wantedThing(requirement);
  if (actual === null) return `does not state the ${what}`;
  return field === "included"
    ? `has the ${what}`
    : `has ${withArticle(what)} of ${requiredValue(actual, field, currency)}`;
}

const comparisons: Readonly<Record<Requirement["op"], string>> = {
  eq: "",
  ne: "other than ",
  gt: "more than ",
  gte: "at least ",
  lt: "less than ",
  lte: "at most ",
  between: "between ",
  in: "one of ",
  not_in: "none of ",
  contains: "wording with ",
  starts_with: "a name that starts with ",
  exists: "",
  missing: "",
};

/** "at least $2,000,000 of general aggregate limit under general liability". */
function wantedInWords(requirement: Requirement, currency: string): string {
  const { field, op, value } = requirement;
  const what = wantedThing(requirement);
  if (op === "missing") return `no ${what}`;
  if (op === "exists") return `a stated ${what}`;
  if (field === "included") return value === false ? `no ${what}` : `the ${what}`;
  return `${withArticle(what)} of ${comparisons[op]}${requiredValue(value, field, currency, op)}`;
}

function requiredValue(value: Json, field: Requirement["field"], currency: string, op?: Requirement["op"]): string {
  if (isJsonArray(value)) {
    const shown = value.map((each) => requiredValue(each, field, currency));
    return op === "between" ? shown.join(" and ") : listInWords(shown, listedMax);
  }
  if (typeof value === "number") return field === "rating" ? String(value) : moneyInWords(value, currency);
  if (typeof value !== "string") return value === true ? "included" : value === false ? "not included" : "a value";
  if (field === "rating") return clipped(value, 20);
  return field === "form"
    ? quoted(value)
    : /^[a-z_]+$/.test(value)
      ? labelOf(value)
      : dateInWords(quotedUnlessDate(value));
}

function quotedUnlessDate(value: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? value : quoted(value);
}
