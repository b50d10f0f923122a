import {
  capitalized,
  factInWords,
  labelOf,
  listInWords,
  moneyInWords,
  numberInWords,
  percentInWords,
  possessive,
} from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import { coverageName } from "./wording.ts";

/** How a fact is named and how its values are written. A fact that is counted names one and several of its things. */
type FactWords = {
  readonly name: string;
  readonly isPlural?: boolean;
  readonly unit?: "money" | "ratio" | "days" | "year";
  readonly counts?: readonly [one: string, several: string];
  /** What is said where it is not known, in place of "is not on file": a class of three digits is on file. */
  readonly absent?: string;
};

/** More would not fit into a sentence; each has a finding of its own. */
const factsNamed = 3;

const counted = (several: string, one = several.slice(0, -1), name = `number of ${several}`): FactWords => ({
  name,
  counts: [one, several],
});
const money = (name: string, isPlural = false): FactWords => ({ name, isPlural, unit: "money" });

/** Facts of risk and need, by the last name of their path. Others are their own words. */
const factWords: ReadonlyMap<string, FactWords> = new Map([
  ["entity_type", { name: "legal form" }],
  ["naics", { name: "class of business", absent: "is not on file in full" }],
  ["class_codes", { name: "class codes", isPlural: true }],
  ["states", { name: "states of operation", isPlural: true }],
  ["primary_state", { name: "main state" }],
  ["revenue", money("revenue")],
  ["payroll", money("payroll")],
  ["employees", counted("employees")],
  ["subcontract_cost", money("cost of subcontractors")],
  ["years_in_business", counted("years in business", "year in business")],
  ["tiv", money("total insured value")],
  ["locations", counted("locations")],
  ["vehicles", counted("vehicles")],
  ["drivers", counted("drivers")],
  ["square_feet", counted("square feet", "square foot", "floor area")],
  ["year_built", { name: "year of construction", unit: "year" }],
  ["construction", { name: "type of construction" }],
  ["sprinklered", { name: "sprinkler protection" }],
  ["alcohol_receipts_share", { name: "share of alcohol in its receipts", unit: "ratio" }],
  ["target_premium", money("target premium")],
  ["effective_on", { name: "wanted start date" }],
  ["turnaround_days", { name: "turnaround", unit: "days" }],
  ["max_limit", money("greatest limit")],
  ["min_deductible", money("smallest deductible")],
]);

/** Facts that rules may ask of lists of the input and of programs, where the last name alone says too little. */
const listedWords: ReadonlyMap<string, FactWords> = new Map([
  ["as_of", { name: "day of the assessment" }],
  ["on", { name: "date of the last decline" }],
  ["occurred_on", { name: "dates of loss", isPlural: true }],
  ["expires_on", { name: "expiration date" }],
  ["claims", { name: "claims", isPlural: true }],
  ["paid", money("paid losses", true)],
  ["reserved", money("reserved losses", true)],
  ["earned_premium", money("earned premium")],
  ["premium", money("premium")],
  ["min_limit", money("wanted limit")],
  ["max_deductible", money("wanted deductible")],
  ["must_have", { name: "coverages that it must have", isPlural: true }],
  ["include", { name: "states" }],
  ["exclude", { name: "excluded states" }],
  ["included", { name: "included coverages", isPlural: true }],
  ["effective_from", { name: "opening date" }],
  ["effective_to", { name: "closing date" }],
  ["appointed", { name: "appointment" }],
  ["submitted", { name: "number of submissions" }],
  ["quoted", { name: "number of quotes" }],
  ["bound", { name: "number of bound submissions" }],
  ["per", { name: "rating unit" }],
  ["admitted_only", { name: "wish for admitted markets" }],
  ["declined_by", { name: "declines by carriers", isPlural: true }],
]);

/** Facts of the losses. */
const lossWords: ReadonlyMap<string, FactWords> = new Map([
  ["count_3y", counted("losses in three years", "loss in three years")],
  ["count_5y", counted("losses in five years", "loss in five years")],
  ["incurred_3y", money("losses incurred in three years", true)],
  ["incurred_5y", money("losses incurred in five years", true)],
  ["ratio_3y", { name: "loss ratio over three years", unit: "ratio" }],
  ["largest", money("largest loss")],
  ["open_count", counted("open claims")],
  ["open_reserves", money("open reserves", true)],
  ["valued_on", { name: "valuation date of the losses" }],
  ["valued_age_days", { name: "loss run age", unit: "days" }],
  ["years", counted("years of loss history", "year of loss history")],
  ["no_losses_statement", { name: "statement of no losses" }],
]);

function wordsOf(path: string): FactWords {
  const coverage = /^offering\.coverages\.(.+)\.(max_limit|min_deductible)$/s.exec(path);
  const name = path.slice(path.lastIndexOf(".") + 1).replace("[]", "");
  const words = path.startsWith("loss.") ? lossWords.get(name) : (factWords.get(name) ?? listedWords.get(name));
  if (coverage !== null && words !== undefined)
    return { ...words, name: `${words.name} for ${coverageOf(coverage[1])}` };
  return words ?? { name: path.startsWith("loss.") ? factInWords(path) : labelOf(name).replace(/ (?:key|stamp)$/, "") };
}

function coverageOf(written = ""): string {
  return coverageName({ coverage: written, code: written.trim().toLowerCase() });
}

/** `risk.years_in_business` becomes `number of years in business`. */
export function factName(path: string): string {
  return wordsOf(path).name;
}

/** Whether a fact is one of the program, not of the client. */
export function isOfOffering(path: string): boolean {
  return path.startsWith("offering.");
}

/** `the client's revenue`, `a program's rating`. */
export function ownedFact(path: string): string {
  return `${isOfOffering(path) ? "a program's" : "the client's"} ${factName(path)}`;
}

/** The names of several facts: `revenue, payroll and 2 more`. */
export function factNames(paths: readonly string[]): string {
  return listInWords([...new Set(paths.map(factName))], factsNamed);
}

/**
 * What is not known, said as absence (WORD-5): `the client's revenue and payroll are not on file. The program does not
 * state its rating`. `paths` must not be empty; `client` is whose facts they are.
 */
export function unknownInWords(paths: readonly string[], program: string, client = "the client's"): string {
  const ofClient = paths.filter((path) => !isOfOffering(path));
  const ofOffering = paths.filter(isOfOffering);
  const isPlural = new Set(ofClient.map(factName)).size > 1 || ofClient.some((path) => wordsOf(path).isPlural === true);
  const [first = ""] = ofClient;
  const absent = isPlural ? "are not on file" : (wordsOf(first).absent ?? "is not on file");
  const unknown = [
    ...(ofClient.length === 0 ? [] : [`${client} ${factNames(ofClient)} ${absent}`]),
    ...(ofOffering.length === 0 ? [] : [`${program} does not state its ${factNames(ofOffering)}`]),
  ];
  return unknown.map((part, index) => (index === 0 ? part : capitalized(part))).join(". ");
}

/** A fact with a value: `revenue of $1,200,000`, `9 years in business`; and the verb that follows it. */
function factWithValue(
  path: string,
  value: number,
  currency: string,
): { readonly text: string; readonly verb: string } {
  const { name, isPlural = false, counts } = wordsOf(path);
  if (counts === undefined) {
    return { text: `${name} of ${valueInWords(path, value, currency)}`, verb: isPlural ? "are" : "is" };
  }
  const [one, several] = counts;
  return { text: `${figure(value)} ${value === 1 ? one : several}`, verb: value === 1 ? "is" : "are" };
}

/** What a client would need for a bound: `at least 10 years in business`, `revenue of at most $1,000,000`. */
export function factWithin(path: string, bound: "at least" | "at most", limit: number, currency: string): string {
  const { name, counts } = wordsOf(path);
  if (counts === undefined) return `${name} of ${bound} ${valueInWords(path, limit, currency)}`;
  return `${bound} ${figure(limit)} ${limit === 1 ? counts[0] : counts[1]}`;
}

type OutOfBounds = {
  readonly fact: string;
  readonly value: number;
  readonly limit: number;
  readonly isLow: boolean;
};

/** `the client's 9 years in business are below Acme Artisan GL's minimum of 10`. */
export function outOfBounds({ fact, value, limit, isLow }: OutOfBounds, program: string, currency: string): string {
  const { text, verb } = factWithValue(fact, value, currency);
  const [given, wanted] = [value, limit].map((number) => valueInWords(fact, number, currency));
  // Two values that are written alike still differ.
  const where = `${given === wanted ? "just " : ""}${isLow ? "below" : "above"}`;
  const bound = isLow ? "minimum" : "maximum";
  return isOfOffering(fact)
    ? `${possessive(program)} ${text} ${verb} ${where} its ${bound} of ${wanted}`
    : `the client's ${text} ${verb} ${where} ${possessive(program)} ${bound} of ${wanted}`;
}

/** A value in the unit of its fact: `$1,200,000`, `45 %`, `60 days`, `1978`, `12`. */
function valueInWords(path: string, value: number, currency: string): string {
  const { unit } = wordsOf(path);
  switch (unit) {
    case "money":
      return moneyInWords(value, currency);
    case "ratio":
      return percentInWords(value);
    case "days":
      return `${figure(value)} ${value === 1 ? "day" : "days"}`;
    case "year":
      return String(value);
    default:
      return figure(value);
  }
}

/** What a rate is charged on: `$1,000 of payroll`, `employee`, `100 vehicles`. */
export function rateUnit(path: string, per: number, currency: string): string {
  const { name, unit, counts } = wordsOf(path);
  if (counts !== undefined) return per === 1 ? counts[0] : `${figure(per)} ${counts[1]}`;
  return unit === "money" ? `${moneyInWords(per, currency)} of ${name}` : `${figure(per)} of ${name}`;
}

/** `1,200`, `9.5`, `0.0062`: decimals without padding. */
export function figure(value: number): string {
  if (Number.isInteger(value)) return numberInWords(value);
  const size = Math.abs(value);
  return size >= 1000 ? numberInWords(value) : String(roundHalfAwayFromZero(value, size >= 1 ? 2 : 6));
}
