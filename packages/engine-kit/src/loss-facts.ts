import { addDays, dateOf, daysBetween, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { fromCents, toCents } from "./money.ts";

/** What conditions may ask of the namespace `loss` (TYPE-31, TYPE-38). */
export const lossFactPaths = [
  "loss.count_3y",
  "loss.count_5y",
  "loss.incurred_3y",
  "loss.incurred_5y",
  "loss.ratio_3y",
  "loss.largest",
  "loss.open_count",
  "loss.open_reserves",
  "loss.valued_age_days",
  "loss.valued_on",
  "loss.years",
  "loss.no_losses_statement",
] as const;

/**
 * The derived loss facts of a `LossHistory` on the day of `asOf`. Facts that the history cannot give are left out,
 * which conditions read as unknown: everything without a history, the ratio without a premium; counts over more years
 * than were reported cover the reported years. Windows run from the day `n` years before `asOf` (exclusive) to `asOf`;
 * claims after `asOf` are ignored. Incurred is paid plus reserved. The ratio divides three years' losses by
 * `earned_premium`; one division of whole cents reaches a bound exactly when the decimals do, so it stays unrounded
 * (TYPE-12).
 */
export function lossFacts(history: JsonObject | undefined, asOf: string): JsonObject {
  const today = dateOf(asOf);
  if (history === undefined || today === undefined) return {};
  const claims = isJsonArray(history.claims) ? history.claims.filter(isJsonObject) : [];
  const threeYearsAgo = yearsBefore(today, 3);
  const fiveYearsAgo = yearsBefore(today, 5);
  let count3y = 0;
  let count5y = 0;
  let incurredCents3y = 0;
  let incurredCents5y = 0;
  let largestCents = 0;
  let openCount = 0;
  let openReservesCents = 0;
  for (const claim of claims) {
    const occurredOn = typeof claim.occurred_on === "string" ? dateOf(claim.occurred_on) : undefined;
    if (occurredOn === undefined || occurredOn > today) continue;
    const reservedCents = cents(claim.reserved);
    const incurredCents = cents(claim.paid) + reservedCents;
    largestCents = Math.max(largestCents, incurredCents);
    if (claim.status === "open") {
      openCount += 1;
      openReservesCents += reservedCents;
    }
    if (occurredOn > fiveYearsAgo) {
      count5y += 1;
      incurredCents5y += incurredCents;
    }
    if (occurredOn > threeYearsAgo) {
      count3y += 1;
      incurredCents3y += incurredCents;
    }
  }
  const premiumCents = cents(history.earned_premium);
  const valuedOn = typeof history.valued_on === "string" ? dateOf(history.valued_on) : undefined;
  const valuedAgeDays = valuedOn === undefined ? undefined : daysBetween(valuedOn, today);
  return {
    count_3y: count3y,
    count_5y: count5y,
    incurred_3y: fromCents(incurredCents3y),
    incurred_5y: fromCents(incurredCents5y),
    ...(premiumCents > 0 ? { ratio_3y: incurredCents3y / premiumCents } : {}),
    largest: fromCents(largestCents),
    open_count: openCount,
    open_reserves: fromCents(openReservesCents),
    ...(valuedOn === undefined ? {} : { valued_on: valuedOn }),
    ...(valuedAgeDays === undefined ? {} : { valued_age_days: valuedAgeDays }),
    ...(typeof history.years === "number" ? { years: history.years } : {}),
    ...(typeof history.no_losses_statement === "boolean" ? { no_losses_statement: history.no_losses_statement } : {}),
  };
}

function cents(amount: Json | undefined): number {
  return typeof amount === "number" ? (toCents(amount) ?? 0) : 0;
}

function yearsBefore(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) - years).padStart(4, "0");
  const sameDay = `${year}${date.slice(4)}`;
  // A common year has no 29 February: use the day before, which keeps the window a whole number of years.
  return dateOf(sameDay) ?? addDays(`${year}-03-01`, -1) ?? date;
}
