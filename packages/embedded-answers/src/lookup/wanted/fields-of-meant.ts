import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { asksAmount, asksUntilWhen, asksWhetherPaid } from "../requested-values.ts";
import { familyOf } from "../families.ts";
import { frameOf } from "../question-frame.ts";
import { type Reading, means } from "../reading.ts";
import { isInPlace } from "./family-unnamed.ts";
import { type Meant, isLight, paying } from "./meant-fields.ts";

/** Fields of the family for the meanings that a question asks for, in its order. */
export function fieldsOfMeant(ask: Ask, family: BookFamily, { stated, meanings }: Meant): readonly string[] {
  const { reading, numbered } = ask;
  const fieldOf = familyOf(family).fields;
  const isWhen = frameOf(reading) === "when" || (means(reading, "field", "date") && !isMoneyRequested(reading));
  const isWhetherPaid = family === "invoices" && asksWhetherPaid(reading);
  // The carrier that is named is not asked for; an amount without a name is a policy's premium.
  return meanings.flatMap((meaning) => {
    if (meaning === "carrier" && (ask.carrier !== undefined || (reading.isYesNo && reading.lines.length > 0)))
      return [];
    if (meaning !== "days_late" && isLight(reading, meaning) && meanings.some((other) => !isLight(reading, other)))
      return [];
    if ((meaning === "producer" || meaning === "servicer") && ask.colleague !== undefined) return [];
    if (meaning === "period") return family === "policies" ? ["effective_on", "expires_on"] : [];
    if (meaning === "construction" && /\b(?:year|when)\b/iu.test(reading.core)) return fieldOf["year_built"] ?? [];
    // "Clients located in Fallowmouth": the place narrows, and is not asked for.
    const isPlace = meaning === "address" || meaning === "name";
    if (isPlace && family === "accounts" && ask.client === undefined && isInPlace(reading)) return [];
    // "Late by how many days was it paid" asks for the days; "is it paid" for yes or no.
    if (paying.has(meaning) && (stated.includes("days_late") || isWhetherPaid)) return [];
    // "What day was it reported" asks for one day.
    if (
      meaning === "date" &&
      meanings.some((other) => other !== "date" && (isDay(fieldOf[other]) || paying.has(other)))
    )
      return [];
    // "Who paid it" asks for the client.
    if (paying.has(meaning) && numbered !== undefined && /\bwho(?:se|m)?\b/iu.test(reading.core)) return [];
    if (paying.has(meaning) && isWhen)
      return (family === "invoices" && asksUntilWhen(reading) ? fieldOf["due"] : fieldOf["paid_on"]) ?? [];
    if (meaning === "paid_on" && !isWhen && frameOf(reading) === "how much") return fieldOf["paid"] ?? [];
    return fieldOf[meaning] ?? [];
  });
}

function isMoneyRequested(reading: Reading): boolean {
  return asksAmount(reading) || means(reading, "op", "sum", "count");
}

export function isDay(field: string | undefined): boolean {
  return field !== undefined && /_(?:on|at)$/.test(field);
}
