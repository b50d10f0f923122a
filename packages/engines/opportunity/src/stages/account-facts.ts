import { fromCents, isInsured, lossFacts, toCents } from "@service/engine-kit";
import { dateFromDayNumber, type Json, type JsonObject, text } from "@service/json";
import type { Account } from "./account.ts";
import type { Book } from "./load-book.ts";
import { policyFacts } from "./policy.ts";
import { cents, code } from "./row-fields.ts";

/** `account.*` of the rules: the row of the account and what is derived from its other rows. Unknown facts are absent. */
export function accountFacts(derived: Omit<Account, "facts">, book: Book): JsonObject {
  const { segment, naics2, sizeBand, policies, nextExpirationDay, tenureYears, claims } = derived;
  const { account, families } = derived.rows;
  const facts: { [name: string]: Json } = {
    ...account,
    ...(segment === undefined ? {} : { segment }),
    ...(families.coverages === undefined ? {} : coverageFacts(derived.coverages)),
    ...(families.claims === undefined
      ? {}
      : { claims, loss: claims.length === 0 ? noLosses : lossFacts({ claims: claims.map(forLossFacts) }, book.asOf) }),
    ...(families.policies === undefined ? {} : policyTotals(derived)),
    ...(tenureYears === undefined ? {} : { tenure_years: tenureYears }),
    ...(nextExpirationDay === undefined
      ? {}
      : {
          next_expiration: dateFromDayNumber(nextExpirationDay) ?? null,
          days_to_expiration: nextExpirationDay - book.todayDay,
        }),
    ...(derived.activityCount === undefined ? {} : { activity_count: derived.activityCount }),
    ...(derived.daysSinceTouch === undefined ? {} : { days_since_touch: derived.daysSinceTouch }),
    ...(families.invoices === undefined
      ? {}
      : { late_payments_12m: derived.late12m, overdue_balance: fromCents(derived.overdueCents) }),
    ...(naics2 === undefined ? {} : { naics2 }),
    ...(sizeBand === undefined ? {} : { size_band: sizeBand }),
  };
  if (families.policies !== undefined) offerLazily(facts, "policies", () => policies.map(policyFacts));
  return facts;
}

/** A coverage with a limit of 0 insures nothing, and rules read it as not included (COVER-10). */
function coverageFacts(rows: readonly JsonObject[]): JsonObject {
  const coverages = rows.map((row) =>
    isInsured({ coverage: text(row, "coverage") ?? "", limit: cents(row, "limit") })
      ? row
      : { ...row, included: false },
  );
  const held = coverages.filter((row) => row.in_force === true && row.included === true);
  return { coverages, coverages_held: [...new Set(held.map((row) => text(row, "coverage") ?? ""))] };
}

function policyTotals({ linesHeld, inForce, premiumCents }: Omit<Account, "facts">): JsonObject {
  return {
    lines_held: [...linesHeld],
    policy_count: inForce.length,
    is_monoline: linesHeld.size === 1,
    ...(premiumCents === undefined ? {} : { premium_in_force: fromCents(premiumCents) }),
  };
}

/** Computed on first use: few rules read the policies themselves. */
function offerLazily(facts: { [name: string]: Json }, name: string, make: () => Json): void {
  let made: Json | undefined;
  Object.defineProperty(facts, name, { enumerable: true, get: () => (made ??= make()) });
}

const noLosses: JsonObject = {
  count_3y: 0,
  count_5y: 0,
  incurred_3y: 0,
  incurred_5y: 0,
  largest: 0,
  open_count: 0,
  open_reserves: 0,
};

/** Systems write `Open`, and some store incurred and paid only. */
function forLossFacts(claim: JsonObject): JsonObject {
  const reserved: Json =
    typeof claim.reserved === "number" || typeof claim.incurred !== "number"
      ? (claim.reserved ?? 0)
      : fromCents(Math.max(0, (toCents(claim.incurred) ?? 0) - (cents(claim, "paid") ?? 0)));
  return { ...claim, status: code(claim, "status") ?? null, reserved };
}
