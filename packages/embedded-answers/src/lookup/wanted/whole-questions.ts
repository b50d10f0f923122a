import type { Ask } from "../ask.ts";
import { familyOf } from "../families.ts";
import { type Reading, means, valuesOf } from "../reading.ts";
import { weakFields } from "./home-of-field.ts";
import { rankedFamilies } from "./named-families.ts";
import { isLight } from "./meant-fields.ts";
import type { Wanted } from "./wanted.ts";

/** Whose policy it is that the question names by its number, with what else is asked of it. */
export function policyAndItsClient({ reading, policy }: Ask, meanings: readonly string[]): Wanted | undefined {
  if (policy === undefined || reading.numbers.length === 0 || !asksWhose.test(reading.core)) return undefined;
  const fieldOf = familyOf("policies").fields;
  const others = meanings.filter((meaning) => !isLight(reading, meaning) && !besideNumber.has(meaning));
  if (others.includes("producer") || others.includes("servicer")) return undefined;
  if (others.some((meaning) => fieldOf[meaning] === undefined)) return undefined;
  return {
    family: "policies",
    fields: [...new Set(["client_key", ...others.flatMap((meaning) => fieldOf[meaning] ?? [])])],
    foreign: [],
  };
}

const asksWhose =
  /\bwhose\b|\bbelongs?\b|\b(?:which|what)(?:'s|s| is)? (?:of our |the )?(?:client|customer|account|insured|policy ?holder|household)s?\b|\bwho(?:'s|s| is| are| does| do)?,? (?:the |our |this |that )*(?:(?:first )?named )?(?:insured|client|customer|account|policy ?holder|that|this|it|owns?|holds?|has)\b|\b(?:identify|name|find|give me|need|get me) the (?:named )?(?:insured|client|customer|account|policy ?holder)\b|\bclient (?:name )?(?:for|on|of|behind)\b|\b(?:name of the|named) insured\b/iu;

/** Fields whose words are also said of how a number came to the desk: a notice, a letter, a phone call. */
const besideNumber: ReadonlySet<string> = new Set([
  "notice_days",
  "address",
  "phone",
  "email",
  "name",
  "covered",
  "kind",
]);

/** "Is their umbrella a renewal": whether the policy is one, and no work on it. */
export function asksForKind({ reading, client, policy }: Ask): boolean {
  return (
    (client !== undefined || policy !== undefined) &&
    reading.isYesNo &&
    reading.lines.length + reading.numbers.length > 0 &&
    reading.meanings.every(({ kind, value }) => kind === "fill" || value === "renewals" || value === "policies") &&
    /\b(?:is|was)\b.*\b(?:a renewal|renewal business)\b/iu.test(reading.core)
  );
}

/** "Are they out of the Lakeward office": nothing but the office is asked for. */
export function isOfOffice(reading: Reading): boolean {
  return (
    valuesOf(reading, "field").every((field) => field === "office" || field === "servicer") &&
    !means(reading, "family", ...rankedFamilies.filter((family) => family !== "accounts")) &&
    reading.lines.length + reading.periods.length === 0
  );
}

/** The fields of a client that are asked for, whatever else is said. */
export function ofClientAlone(reading: Reading): Wanted {
  const fieldOf = familyOf("accounts").fields;
  const stated = valuesOf(reading, "field").filter((meaning) => !weakFields.has(meaning) && !isLight(reading, meaning));
  return {
    family: "accounts",
    fields: [...new Set(stated.flatMap((meaning) => (meaning === "pay" ? [] : (fieldOf[meaning] ?? []))))],
    foreign: stated.filter((meaning) => fieldOf[meaning] === undefined && !besideClients.has(meaning)),
  };
}

/** Fields of other rows whose words are also said of the occasion: the carrier asks, a worksheet is for a rating. */
const besideClients: ReadonlySet<string> = new Set(["carrier", "rating", "commission", "effective"]);

export function isPrivate(reading: Reading): boolean {
  return (
    means(reading, "field", "phone", "birth", "payroll") ||
    (/\b(?:earns?|makes?|salary|paid)\b/iu.test(reading.core) && !/\bcommission/iu.test(reading.core))
  );
}
