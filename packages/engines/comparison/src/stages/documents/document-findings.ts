import {
  counted,
  dateInWords,
  type EvidenceSource,
  listInWords,
  moneyInWords,
  paragraph,
  sentence,
} from "@service/engine-kit";
import type { PlacedValue, UnreadPlace } from "@service/engine-policy-documents";
import { clipped, type Json } from "@service/json";
import { type DraftFinding, findingKeyOf, unknownConfidence } from "../draft-finding.ts";
import { offerName, quoted } from "../in-words.ts";
import type { Item } from "../item.ts";
import { doubtfulPlaces, type StatedOtherwise } from "./item-documents.ts";

const listedMax = 3;
const evidenceShown = 5;

/**
 * What the documents of an item leave open (CMP-116): values that they state twice, values that differ from the caller's,
 * places that could not be read, and text addressed to an AI, which is never followed.
 */
export function documentFindings(item: Item): readonly DraftFinding[] {
  const { documents } = item;
  if (documents === undefined) return [];
  const addressed = documents.read.flatMap(({ unread }) => unread.filter(({ reason }) => reason === "instruction"));
  return [
    ...documents.conflicts.map(({ field, values }) => conflictFinding(item, field, values)),
    ...documents.differences.map((difference) => differenceFinding(item, difference)),
    ...placesFinding(item, "document_unread", doubtfulPlaces(documents)),
    ...placesFinding(item, "document_instruction", addressed),
  ];
}

function conflictFinding(item: Item, field: string, values: readonly PlacedValue[]): DraftFinding {
  const name = offerName(item);
  const what = fieldInWords(field);
  return {
    ...draftOf(item, "document_conflict", field),
    severity: "medium",
    status: "conflict",
    title: clipped(`${name} states ${counted(values.length, "value")} for ${what}`, 160),
    detail: paragraph(
      ...saying(values),
      sentence(`${values.length === 2 ? "Neither" : "None"} is used: unless the input states it, ${what} is not known`),
    ),
    recommendation: `Ask the sender which value is right for ${what}`,
    confidence: unknownConfidence,
    evidence: values.slice(0, evidenceShown).map((each) => placeEvidence(each, each.value)),
  };
}

function differenceFinding(item: Item, { field, stated, found }: StatedOtherwise): DraftFinding {
  const name = offerName(item);
  const what = fieldInWords(field);
  return {
    ...draftOf(item, "document_difference", field),
    severity: "medium",
    status: "conflict",
    title: clipped(`${name} differs from its document in ${what}`, 160),
    detail: paragraph(
      sentence(
        `The input states ${inWords(field, stated, item)} and the document ${inWords(field, found.value, item)}, and the input is used`,
      ),
      ...saying([found]),
    ),
    recommendation: `Read the document on ${what}, and correct whichever is wrong`,
    confidence: 1,
    evidence: [placeEvidence(found, found.value)],
  };
}

/** One finding for all places of a kind. */
function placesFinding(
  item: Item,
  ruleKey: "document_unread" | "document_instruction",
  places: readonly UnreadPlace[],
): readonly DraftFinding[] {
  if (places.length === 0) return [];
  const name = offerName(item);
  const isAddressed = ruleKey === "document_instruction";
  return [
    {
      ...draftOf(item, ruleKey, undefined),
      severity: isAddressed ? "high" : "medium",
      status: "review",
      title: isAddressed
        ? `${name} holds text that is addressed to an AI`
        : `${name} states ${counted(places.length, "value")} that we could not read`,
      detail: isAddressed ? addressedDetail(places) : paragraph(...saying(places)),
      recommendation: isAddressed
        ? "Ask whoever sent the document where this text comes from"
        : "Read these places of the document, and state the values in the input",
      confidence: isAddressed ? 1 : unknownConfidence,
      evidence: places.slice(0, evidenceShown).map((place) => placeEvidence(place, null)),
    },
  ];
}

/** Not quoted: a finding is read by models too. The words stand in evidence and in the section `documents`. */
function addressedDetail(places: readonly UnreadPlace[]): string {
  const pages = [...new Set(places.map(({ source: { page } }) => `page ${page}`))];
  return paragraph(
    sentence(`It stands on ${listInWords(pages, listedMax)} of the document`),
    sentence("Nothing that a document asks for is followed"),
  );
}

function draftOf(item: Item, ruleKey: string, suffix: string | undefined) {
  return {
    findingKey: findingKeyOf(ruleKey, item.key, suffix),
    ruleKey,
    itemKey: item.key,
    dimension: suffix?.startsWith("premium") === true ? "price" : "terms",
    target: undefined,
    work: { kind: "verify_fact", dueOn: undefined },
  } as const;
}

function placeEvidence({ source, excerpt }: Pick<PlacedValue, "source" | "excerpt">, value: Json): EvidenceSource {
  return { kind: "document", ref: { ...source }, value, excerpt };
}

/** One sentence for each place, in the words of the document. */
function saying(places: readonly Pick<PlacedValue, "source" | "excerpt">[]): readonly string[] {
  const rest = places.length - Math.min(places.length, listedMax);
  const more = rest === 0 ? "" : `, and there ${rest === 1 ? "is" : "are"} ${rest} more`;
  return places
    .slice(0, listedMax)
    .map(({ source: { page }, excerpt }, at, { length }) =>
      sentence(`Page ${page} says ${quoted(excerpt)}${at === length - 1 ? more : ""}`),
    );
}

const fieldNames: ReadonlyMap<string, string> = new Map([
  ["carrier", "the carrier"],
  ["insured", "the insured"],
  ["policy_number", "the policy number"],
  ["effective_on", "the first day of the term"],
  ["expires_on", "the last day of the term"],
  ["quote_valid_until", "the last day of the offer"],
  ["premium.base", "the premium"],
  ["premium.taxes", "the taxes"],
  ["premium.fees", "the fees"],
  ["premium.total", "the total premium"],
  ["minimum_earned", "the minimum earned premium"],
]);

function fieldInWords(field: string): string {
  return fieldNames.get(field) ?? `the ${clipped(field.replace(/[_.]+/g, " "), 60)}`;
}

function inWords(field: string, value: Json, { currency }: Item): string {
  if (typeof value === "number")
    return /^(?:premium|limit|deductible)/.test(field) ? moneyInWords(value, currency) : String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dateInWords(text) : quoted(text);
}
