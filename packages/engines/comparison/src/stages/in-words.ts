import { capitalized, labelOf, paragraph, possessive } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { Attribute } from "../codes.ts";
import type { Item } from "./item.ts";

/** What titles, details and headlines of a comparison are made of (WORD-1 to WORD-3, CMP-92). */

const nameChars = 60;
const quotedChars = 100;
const listedMax = 5;

const kindNouns: Readonly<Record<Item["kind"], string>> = {
  quote: "quote",
  policy: "policy",
  renewal: "renewal offer",
  binder: "binder",
};

/** The offer as a client knows it: its label, or "Carrier B's quote" where the label only repeats the carrier. */
export function offerName({ label, carrierName, kind }: Pick<Item, "label" | "carrierName" | "kind">): string {
  const name = clipped(oneLine(label), nameChars);
  const carrier = clipped(oneLine(carrierName), nameChars);
  if (name !== "" && name !== carrier) return capitalized(name);
  return carrier === "" ? `The ${kindNouns[kind]}` : capitalized(`${possessive(carrier)} ${kindNouns[kind]}`);
}

/** The carrier by its name; "The carrier of …" where the input leaves it blank. */
export function carrierInWords(item: Pick<Item, "label" | "carrierName" | "kind">): string {
  const carrier = clipped(oneLine(item.carrierName), nameChars);
  return carrier === "" ? `The carrier of ${offerName(item)}` : capitalized(carrier);
}

/** A line as something an offer has or has not: "general liability", "cyber coverage", "business owners policy". */
export function lineInWords(line: string): string {
  const label = labelOf(line);
  return lineNouns.get(line) ?? (label.endsWith("liability") ? label : `${label} coverage`);
}

const lineNouns: ReadonlyMap<string, string> = new Map([
  ["umbrella", "umbrella"],
  ["personal_umbrella", "personal umbrella"],
  ["workers_compensation", "workers compensation"],
  ["business_owners", "business owners policy"],
  ["employment_practices", "employment practices liability"],
  ["directors_officers", "directors and officers liability"],
  ["surety", "surety bond"],
  ["other", "coverage of other lines"],
]);

/** Coverages that are a limit, a deductible or a wording of their own rather than "coverage". */
const coverageNouns: ReadonlyMap<string, string> = new Map([
  ["each_occurrence", "each occurrence limit"],
  ["general_aggregate", "general aggregate limit"],
  ["products_aggregate", "products and completed operations aggregate limit"],
  ["combined_single_limit", "combined single limit"],
  ["bi_per_person", "bodily injury limit for each person"],
  ["bi_per_accident", "bodily injury limit for each accident"],
  ["statutory_wc", "statutory workers compensation"],
  ["el_each_accident", "employers liability limit for each accident"],
  ["el_disease_policy", "employers liability disease limit for the policy"],
  ["el_disease_employee", "employers liability disease limit for each employee"],
  ["umbrella_occurrence", "umbrella limit for each occurrence"],
  ["umbrella_aggregate", "umbrella aggregate limit"],
  ["self_insured_retention", "self-insured retention"],
  ["cyber_aggregate", "cyber aggregate limit"],
  ["ransomware_sublimit", "ransomware sublimit"],
  ["epli_aggregate", "employment practices aggregate limit"],
  ["professional_each_claim", "professional liability limit for each claim"],
  ["professional_aggregate", "professional liability aggregate limit"],
  ["liquor_each_cause", "liquor liability limit for each common cause"],
  ["personal_liability", "personal liability"],
  ["wind_hail_deductible", "wind and hail deductible"],
  ["additional_insured", "additional insured wording"],
  ["waiver_of_subrogation", "waiver of subrogation"],
  ["primary_noncontributory", "primary and noncontributory wording"],
]);

/** "each occurrence limit under general liability", "building coverage under commercial property". */
export function coverageInWords(line: string, coverage: string): string {
  const noun = coverageNouns.get(coverage) ?? withNoun(plainLabel(coverage), "coverage");
  return `${noun}${underLine(line, noun)}`;
}

/** "building losses under commercial property". */
export function lossesInWords(line: string, coverage: string): string {
  const noun = `${plainLabel(coverage).split(",")[0] ?? ""} losses`;
  return `${noun}${underLine(line, noun)}`;
}

/** One attribute of a coverage: "building deductible under commercial property". */
export function attributeInWords(line: string, coverage: string, attribute: Attribute): string {
  const noun = attributeNoun(coverage, attribute);
  return `${noun}${underLine(line, noun)}`;
}

function attributeNoun(coverage: string, attribute: Attribute): string {
  const own = coverageNouns.get(coverage);
  if (attribute === "included") return own ?? withNoun(plainLabel(coverage), "coverage");
  const name = labelOf(attribute);
  if (own?.endsWith(name) === true || own?.includes(`${name} for `) === true) return own;
  if (attribute === "deductible" && coverage === "self_insured_retention") return "self-insured retention";
  // Of "professional liability, each claim" the limit has its own noun; the rest is said of the coverage.
  const [label = ""] = plainLabel(coverage).split(",");
  return withNoun(label, name);
}

/** `General liability: each occurrence limit`, a row of the matrix; the line is not repeated behind the colon. */
export function rowLabel(line: string, coverage: string, attribute: Attribute): string {
  const label = labelOf(line);
  const noun = attribute === "included" ? plainLabel(coverage) : attributeNoun(coverage, attribute);
  const rest = noun.startsWith(label) ? noun.slice(label.length).replace(/^[ ,]+/, "") : noun;
  return `${capitalized(label)}: ${rest === "" ? noun : rest}`;
}

/** An operator's code may hold capitals and marks. */
function plainLabel(coverage: string): string {
  return clipped(labelOf(coverage).replace(/[_.:]+/g, " "), nameChars);
}

function withNoun(label: string, noun: string): string {
  return label.endsWith(noun) ? label : `${label} ${noun}`;
}

function underLine(line: string, noun: string): string {
  const label = labelOf(line);
  const [first = label] = label.split(" ");
  return noun.includes(label) || (first.length > 5 && noun.includes(first)) ? "" : ` under ${label}`;
}

/** A share with up to two decimals, as percentage deductibles are stated: "2.25 %". */
export function shareInWords(ratio: number): string {
  return `${Number((ratio * 100).toFixed(2))} %`;
}

/** "The requirement" inside a sentence; names keep their capital. */
export function decapitalized(name: string): string {
  return /^(?:The|Another) /.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}

/** Text of a carrier inside a sentence of ours: one line, in quotes, cut to a few words. */
export function quoted(text: string): string {
  return `"${clipped(oneLine(text).replaceAll('"', "'"), quotedChars)}"`;
}

/** Wordings of a carrier, one sentence each: `It says "Signed application."`. */
export function listed(wordings: readonly { readonly text: string }[]): string {
  const rest = Math.max(0, wordings.length - listedMax);
  const more = rest === 0 ? "" : `, and there ${rest === 1 ? "is" : "are"} ${rest} more`;
  return paragraph(
    ...wordings
      .slice(0, listedMax)
      .map(({ text }, at, { length }) => `The wording says ${quoted(text)}${at === length - 1 ? more : ""}.`),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
