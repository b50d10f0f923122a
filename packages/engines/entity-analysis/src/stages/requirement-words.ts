import { labelOf, sentence, towerInWords, withArticle } from "@service/engine-kit";
import type { JudgedItem } from "./judge-items.ts";
import type { RequirementRule } from "../settings.ts";
import { valueInWords } from "./wording.ts";

const sources: { readonly [Kind in RequirementRule["source"]["kind"]]: string } = {
  contract: "a contract",
  statute: "the law",
  lender: "a lender",
  carrier: "a carrier",
  agency_standard: "the agency's standard",
};

/** `A contract`, `the law`: who asks. */
export function askerOf({ source }: RequirementRule): string {
  return sources[source.kind];
}

/** What one item asks for and what is on file, as one sentence (WORD-1, COVER-9). */
export function itemSentence(rule: RequirementRule, judged: JudgedItem, insured: string): string {
  return sentence(askerOf(rule), "asks", insured, "for", `${wantedInWords(judged)};`, foundInWords(judged));
}

function wantedInWords({ item, wanted }: JudgedItem): string {
  const what = subjectOf(item);
  if (item.op === "missing") return `no ${what}`;
  switch (item.field) {
    case "limit":
      return wanted === null
        ? `a stated limit of ${what}`
        : `${bound(item.op)}${valueInWords(wanted, "money")} of ${what}`;
    case "deductible":
      return `a deductible of ${bound(item.op)}${valueInWords(wanted, "money")} for ${what}`;
    case "included":
      return wanted === false ? `${what} to be left out` : wordingOf(item);
    case "expires_on":
      return `${what} that runs ${item.op === "before" || item.op === "lte" ? "at most" : "at least"} to ${valueInWords(wanted)}`;
    case "rating":
      return item.op === "in"
        ? `${what} from a carrier rated ${anyOf(wanted)}`
        : `${what} from a carrier rated ${valueInWords(wanted)}`;
    case "valuation":
    case "form":
      return `${what} on the basis of ${valueInWords(wanted)}`;
  }
}

/** "waiver of subrogation under general liability". */
function wordingOf({ line, coverage }: JudgedItem["item"]): string {
  const words = coverage === undefined ? `${labelOf(line)} coverage` : labelOf(coverage);
  return words.includes(labelOf(line)) ? words : `${words} under ${labelOf(line)}`;
}

/** "general liability, each occurrence"; a coverage that names its line stands alone. */
function subjectOf({ line, coverage }: JudgedItem["item"]): string {
  if (coverage === undefined) return `${labelOf(line)} coverage`;
  const words = labelOf(coverage);
  return words.includes(labelOf(line)) ? words : `${labelOf(line)}, ${words}`;
}

function bound(op: string): string {
  switch (op) {
    case "gte":
      return "at least ";
    case "gt":
      return "more than ";
    case "lte":
      return "at most ";
    case "lt":
      return "less than ";
    default:
      return "";
  }
}

function anyOf(wanted: JudgedItem["wanted"]): string {
  return valueInWords(wanted).replace(/ and ([^ ]+)$/, ", or $1");
}

function foundInWords({ item, found, truth, tower, via }: JudgedItem): string {
  const where = via === undefined ? "" : ` on ${withArticle(labelOf(via))} policy`;
  if (tower !== undefined && tower.excess > 0) return `${towerInWords(tower)} is on file${where}`;
  if (found === null) return truth === "unknown" ? "it is not stated what is on file" : "none is on file";
  if (item.field === "included") return found === true ? `it is on file${where}` : `it is left out${where}`;
  if (item.field === "rating") return `the rating on file${where} is ${valueInWords(found)}`;
  const money = item.field === "limit" || item.field === "deductible";
  return `${valueInWords(found, money ? "money" : undefined)} is on file${where}`;
}
