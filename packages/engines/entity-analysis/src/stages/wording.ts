import {
  capitalized,
  counted,
  dateInWords,
  factInWords,
  labelOf,
  listInWords,
  lowered,
  moneyInWords,
  numberInWords,
  percentInWords,
  possessive,
  sentence,
  stateName,
} from "@service/engine-kit";
import { resolvePath, type SelectedRows, type TraceEntry } from "@service/conditions";
import { cut, isJsonArray, type Json } from "@service/json";
import { profileKeyOf } from "./cite-facts.ts";
import type { Bench } from "./bench.ts";
import { rowsInWords } from "./row-words.ts";

/** How findings of this type speak (WORD-1 to WORD-7). */

const factsMax = 4;

/** `{insured}` and `{insured's}` of a rule's text; a text that does not name the insured says it first. */
export function naming(bench: Bench, text: string): string {
  const { label } = bench.file.subject;
  const named = fillInsured(text, label);
  return named.includes(label) ? capitalized(named) : `${label}: ${lowered(named)}`;
}

/** The text with the insured's name in its places. */
export function fillInsured(text: string, insured: string): string {
  return text.replaceAll("{insured's}", possessive(insured)).replaceAll("{insured}", insured);
}

/** A work item's title: "Offer cyber coverage" becomes "Offer cyber coverage for Blue Harbor Cafe". */
export function taskTitle(title: string, insured: string): string {
  const named = fillInsured(title, insured);
  return named.includes(insured) ? named : `${named} for ${insured}`;
}

/** "The file of Blue Harbor Cafe shows 37 employees and annual revenue of $3,100,000."; nothing where no fact is known. */
export function factsSentence(bench: Bench, figures: string): string {
  return figures === "" ? "" : sentence(`The file of ${bench.file.subject.label} shows`, figures);
}

/** "37 employees and annual revenue of $3,100,000", from the trace of a rule, the paths it names and its rows. */
export function figuresOf(
  bench: Bench,
  trace: readonly TraceEntry[],
  paths: readonly string[] = [],
  rows: readonly SelectedRows[] = [],
): string {
  const seen = new Set<string>();
  const phrases: string[] = [];
  for (const path of [...trace.filter(({ result }) => result !== "unknown").map((entry) => entry.path), ...paths]) {
    const phrase = seen.has(path) ? undefined : factPhrase(bench, path);
    seen.add(path);
    if (phrase !== undefined && !phrases.includes(phrase)) phrases.push(phrase);
  }
  return listInWords([...rowsInWords(rows, phrases.length > 0), ...phrases].slice(0, factsMax));
}

/** "37 employees", "annual revenue of $3,100,000"; `undefined` for what is unknown or a list of rows. */
export function factPhrase(bench: Bench, path: string): string | undefined {
  const key = profileKeyOf(path);
  if (path === insuredToValue) return shareInsured(resolvePath(path, bench.facts), bench);
  if (path.startsWith("loss.")) return lossPhrase(path, resolvePath(path, bench.facts));
  if (key === undefined) return undefined;
  const value = resolvePath(`profile.${key}`, bench.facts);
  const fact = bench.profile.byKey.get(key);
  const label = lowered(fact?.rule.label ?? factInWords(path));
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return `the answer ${value ? "yes" : "no"} to "${capitalized(label)}"`;
  if (typeof value === "number") {
    if (fact?.rule.type === "money") return `${label} of ${moneyInWords(value)}`;
    return fact?.rule.type === "number" ? countPhrase(value, label) : `${label} ${numberInWords(value)}`;
  }
  const isOne = isJsonArray(value) && value.length === 1;
  return `${isOne ? singularOf(label) : label} ${valueInWords(value, fact?.rule.type)}`;
}

/** "flood zone", "state of operation": the label of a list, of a list of one. */
function singularOf(label: string): string {
  const [first = "", ...rest] = label.split(" of ");
  return [first.replace(/s$/, ""), ...rest].join(" of ");
}

const insuredToValue = "records.property.insured_to_value";

/** A share never stands without its money (WORD-11). */
function shareInsured(value: Json | undefined, { facts }: Bench): string | undefined {
  const limit = resolvePath("profile.building_limit", facts);
  if (typeof value !== "number" || typeof limit !== "number") return undefined;
  return `a building limit of ${moneyInWords(limit)}, ${percentInWords(value)} of the declared value`;
}

function countPhrase(value: number, label: string): string {
  const singular = label.endsWith("s") ? label.slice(0, -1) : undefined;
  if (singular === undefined) return `${label} ${numberInWords(value)}`;
  return value === 1 ? `1 ${singular}` : value === 0 ? `no ${label}` : `${numberInWords(value)} ${label}`;
}

function lossPhrase(path: string, value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return `loss runs valued on ${dateInWords(value)}`;
  if (typeof value !== "number") return undefined;
  switch (path) {
    case "loss.ratio_3y":
      return `a three-year loss ratio of ${percentInWords(value)}`;
    case "loss.count_3y":
      return value === 0 ? "no claims in three years" : `${counted(value, "claim")} in three years`;
    case "loss.count_5y":
      return value === 0 ? "no claims in five years" : `${counted(value, "claim")} in five years`;
    case "loss.open_count":
      return value === 0 ? "no open claims" : counted(value, "open claim");
    case "loss.valued_age_days":
      return `loss runs that are ${counted(value, "day")} old`;
    case "loss.largest":
      return `a largest loss of ${moneyInWords(value)}`;
    case "loss.incurred_3y":
      return `losses of ${moneyInWords(value)} in three years`;
    case "loss.incurred_5y":
      return `losses of ${moneyInWords(value)} in five years`;
    case "loss.open_reserves":
      return `open reserves of ${moneyInWords(value)}`;
    default:
      return `loss history of ${counted(value, "year")}`;
  }
}

/** What a rule looks at, where no figure of the file shows it: a detail never repeats its title (ENT-82). */
export function lookedAt(label: string, insured: string): string {
  return sentence(`This review of ${insured} looks at this: ${lowered(label)}`);
}

/** One value as a client reads it. Money, dates and codes by the type of their fact. */
export function valueInWords(value: Json, type?: string): string {
  if (typeof value === "number") return type === "money" ? moneyInWords(value) : numberInWords(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "not on file";
  if (isJsonArray(value))
    return listInWords(
      value.map((item) => valueInWords(item, type)),
      6,
    );
  if (typeof value !== "string") return "on file";
  const dated = dateInWords(value);
  if (dated !== value) return dated;
  const named = /^[A-Z]{2}$/.test(value) ? stateName(value) : value;
  return cut(/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(named) ? labelOf(named) : named, 200);
}
