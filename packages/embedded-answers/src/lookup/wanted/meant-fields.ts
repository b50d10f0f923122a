import type { BookFamily } from "../../book-source.ts";
import { stem } from "../../text/stem.ts";
import type { Ask } from "../ask.ts";
import { asksReason } from "../requested-values.ts";
import { frameOf } from "../question-frame.ts";
import { type Reading, means, valuesOf } from "../reading.ts";
import { isOfPlace } from "./family-unnamed.ts";

/** Meanings of fields that a question asks for. */
export interface Meant {
  /** All that its words name. */
  readonly stated: readonly string[];
  /** Of these, what is asked and not said in passing. */
  readonly meanings: readonly string[];
}

/** The fields that a question means, whatever its family; `named`: the families that it names. */
export function meantFields(ask: Ask, named: ReadonlySet<BookFamily>, isTouch: boolean): Meant {
  const { reading, numbered, policy } = ask;
  const hasRenewed =
    /\b(?:did|was|were|last)\b.*\b(?:renew(?:ed)?)\b/iu.test(reading.core) && frameOf(reading) === "when";
  const stated = valuesOf(reading, "field").map((meaning) => {
    if (meaning === "effective" && asksSince(reading)) return "since";
    // What a claim has cost is no price.
    if (meaning === "premium" && named.has("claims") && /\bcost/iu.test(reading.core)) return "incurred";
    // "Who pays the most", "what did they pay the term before" ask for no day.
    if (meaning === "paid_on" && (means(reading, "op", "most", "fewest", "min") || reading.term !== undefined))
      return "pay";
    // "Licensed" of a client's people is the state of their license.
    if (meaning === "admitted_states" && ask.client !== undefined && ask.carrier === undefined) return "license";
    // What was renewed began anew.
    return meaning === "expiry" && hasRenewed ? "effective" : meaning;
  });
  // "Why did we lose it", "how come they passed": the reason that is written there.
  if (asksReason(reading) && means(reading, "status", "lost")) stated.push("lost_reason");
  if (asksReason(reading) && means(reading, "status", "declined")) stated.push("decline_reason");
  // "Was it paid late": by how many days.
  if (numbered?.family === "invoices" && means(reading, "status", "overdue") && stated.some((each) => paying.has(each)))
    stated.push("days_late");
  const meanings = stated.filter(
    (meaning) =>
      !(isNumberOnly(meaning) && (policy !== undefined || (numbered !== undefined && meaning === "claim_number"))) &&
      !(meaning === "effective" && stated.includes("since")) &&
      // "How many months until it renews" asks for a day, "the commission in percent" for the rate.
      !(meaning === "term_months" && stated.includes("expiry")) &&
      !(meaning === "commission" && stated.includes("commission_rate") && !/\band\b/iu.test(reading.core)) &&
      !(meaning === "commission_rate" && stated.some((other) => ofCoverages.has(other))) &&
      !(meaning === "employees" && named.has("drivers")) &&
      // "How much premium do they bring in" asks for no sales.
      !(meaning === "revenue" && stated.includes("premium") && /\bbring/iu.test(reading.core)) &&
      // "In which state licensed", "the zip where it is garaged": no address is asked for.
      !(meaning === "address" && (stated.includes("license") || stated.includes("garaging"))) &&
      !(isTouch && contactFields.has(meaning)) &&
      // "How much money is owed" asks for no premium.
      !(meaning === "premium" && stated.some((other) => moneyOfWork.has(other)) && statedAsMoney(reading)) &&
      // Of a row that is named by its number, "no name on it" is not asked for.
      !(meaning === "name" && numbered !== undefined) &&
      // "Who do we have in Fallowmouth" asks for no carrier.
      !(meaning === "carrier" && isOfPlace(ask)) &&
      // "Who do we have as the spouse" asks for a person.
      !(meaning === "carrier" && means(reading, "role") && frameOf(reading) === "who") &&
      // The carrier that is named is not asked for.
      !(meaning === "carrier" && ask.carrier !== undefined && stated.length > 1),
  );
  return { stated, meanings };
}

export function isLight({ meanings, words, core }: Reading, field: string): boolean {
  // "Who sells it and who services it" asks for both.
  if ((field === "producer" || field === "servicer") && asksWhoServes.test(core)) return false;
  return meanings
    .filter(({ kind, value }) => kind === "field" && value === field)
    .every(({ at, length = 1 }) => length === 1 && lightVerbs.has(words[at]?.stem ?? ""));
}

const asksWhoServes = /\bwho(?:'s| is| are)? (?:produc(?:es?|ing)|services?|servicing|handles?|handling)\b/iu;

/** Verbs that are also said beside what is asked: "the address to which I write". */
const lightVerbs: ReadonlySet<string> = new Set(
  [
    "call",
    "cover",
    "handle",
    "insure",
    "issue",
    "pay",
    "place",
    "produce",
    "reach",
    "run",
    "service",
    "stand",
    "write",
  ].map(stem),
);

function isNumberOnly(meaning: string): boolean {
  return meaning === "policy_number" || meaning === "claim_number";
}

/** Fields of coverages that may be a percentage. */
const ofCoverages: ReadonlySet<string> = new Set(["coinsurance", "deductible", "limit", "valuation"]);

/** Meanings of an amount that is owed, paid or set aside. */
const moneyOfWork: ReadonlySet<string> = new Set(["balance", "paid", "reserved", "incurred", "paid_on", "pay"]);

export const paying: ReadonlySet<string> = new Set(["pay", "paid", "paid_on"]);

/** "How much money" is the only word for a premium. */
function statedAsMoney({ meanings, words }: Reading): boolean {
  return meanings
    .filter(({ kind, value }) => kind === "field" && value === "premium")
    .every(({ at, length }) => length === 3 && words[at + 2]?.word === "money");
}

/** "The last call", "when did we last email them": what was done, and no number or address. */
export function asksTouch(reading: Reading): boolean {
  return (
    means(reading, "op", "latest", "count") &&
    (!means(reading, "family") || valuesOf(reading, "family").every((family) => family === "activities")) &&
    (!means(reading, "op", "count") ||
      reading.periods.length > 0 ||
      /\b(?:calls|emails|meetings|visits)\b/iu.test(reading.core)) &&
    /\b(?:meetings?|met|e-?mail(?:ed|s)?|call(?:ed|s)?|phoned|visit(?:ed|s)?)\b/iu.test(reading.core)
  );
}

const contactFields: ReadonlySet<string> = new Set(["phone", "email", "channel"]);

/** "Since when are they a client": when they joined, and no policy began. */
function asksSince(reading: Reading): boolean {
  return (
    /\bsince\b/iu.test(reading.core) &&
    reading.lines.length === 0 &&
    !means(reading, "family", "policies") &&
    /\b(?:client|customer|account|insured|with us)\b/iu.test(reading.core)
  );
}
