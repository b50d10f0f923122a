import { fromCents, lossFacts, toCents } from "@service/engine-kit";
import {
  dateFromDayNumber,
  yearsCompleted,
  type Json,
  type JsonObject,
  roundHalfAwayFromZero,
  byText,
  number,
  text,
  textsIn,
} from "@service/json";
import { familyKeys } from "../account-schema.ts";
import { cents, code, day, inKeyOrder, sumOfCents } from "../fields.ts";
import type { AccountRows, Book } from "./load-book.ts";

/** One policy as the detectors use it; days count from 1970-01-01. */
export type Policy = {
  readonly key: string | undefined;
  /** The first line; names opportunities about this policy. */
  readonly line: string | undefined;
  readonly lines: readonly string[];
  readonly status: string | undefined;
  /** Active, already bound for the future, or not renewed but still running. */
  readonly isInForce: boolean;
  readonly effectiveDay: number | undefined;
  readonly expiresDay: number | undefined;
  readonly cancelledDay: number | undefined;
  /** A year's premium, integer cents; undefined when not stated or not above zero. */
  readonly premiumCents: number | undefined;
  readonly carrierKey: string | undefined;
  readonly isFirstTerm: boolean | undefined;
  readonly priorKey: string | undefined;
  readonly row: JsonObject;
};

/** One account with its derived features: the stage `extract` (OPP-19). */
export type Account = {
  readonly clientKey: string;
  readonly name: string;
  readonly segment: string | undefined;
  readonly kind: string | undefined;
  readonly producerSeat: string | undefined;
  readonly officeKey: string | undefined;
  readonly naics: string | undefined;
  readonly naics2: string | undefined;
  readonly sizeBand: SizeBand | undefined;
  readonly policies: readonly Policy[];
  readonly inForce: readonly Policy[];
  readonly linesHeld: ReadonlySet<string>;
  readonly premiumCents: number;
  readonly nextExpirationDay: number | undefined;
  readonly daysSinceTouch: number | undefined;
  readonly openClaims: readonly JsonObject[];
  readonly late12m: number;
  readonly overdueCents: number;
  readonly oldestOverdueDay: number | undefined;
  readonly overdueInvoices: readonly JsonObject[];
  readonly coverages: readonly JsonObject[];
  readonly rows: AccountRows;
  /** `account.*` of the rules. */
  readonly facts: JsonObject;
};

const sizeBands = ["1-9", "10-49", "50-249", "250+"] as const;
type SizeBand = (typeof sizeBands)[number];

const personalLines: ReadonlySet<string> = new Set([
  "personal_auto",
  "homeowners",
  "dwelling_fire",
  "renters",
  "condo",
  "personal_umbrella",
  "watercraft",
  "motorcycle",
]);

export function deriveAccount(rows: AccountRows, book: Book): Account {
  const { account, families } = rows;
  const policies = inKeyOrder(families.policies ?? [], familyKeys.policies).map((row) =>
    readPolicy(row, book.todayDay),
  );
  const inForce = policies.filter((policy) => policy.isInForce);
  const coverages = readCoverages(families.coverages, policies);
  const linesHeld = new Set(inForce.flatMap((policy) => policy.lines));
  for (const row of coverages) {
    const line = text(row, "line");
    if (row.in_force === true && line !== undefined) linesHeld.add(line);
  }
  const nextExpirationDay = nextExpiration(inForce, account, book.todayDay);
  const premiumCents = inForce.reduce((sum, policy) => sumOfCents(sum, policy.premiumCents ?? 0), 0);
  const naics = text(account, "naics");
  const segment = text(account, "segment") ?? segmentFrom(naics, linesHeld);
  const sizeBand = sizeBandOf(number(account, "employees"));
  const naics2 = naics === undefined || naics.length < 2 ? undefined : naics.slice(0, 2);
  const touches = readTouches(families.activities, book.todayDay);
  const billing = readBilling(families.invoices, book.todayDay);
  const claims = inKeyOrder(families.claims ?? [], familyKeys.claims);
  const openClaims = claims.filter(
    (claim) => code(claim, "status") === "open" && (day(claim, "occurred_on") ?? 0) <= book.todayDay,
  );
  const tenureYears = tenureOf(account, policies, book.todayDay);
  const isKnownBook = families.policies !== undefined;
  const coverageCodes = coverages.filter((row) => row.in_force === true && row.included === true);

  const facts: { [name: string]: Json } = {
    ...account,
    ...(segment === undefined ? {} : { segment }),
    ...(families.coverages === undefined
      ? {}
      : { coverages, coverages_held: [...new Set(coverageCodes.map((row) => text(row, "coverage") ?? ""))] }),
    ...(families.claims === undefined
      ? {}
      : { claims, loss: claims.length === 0 ? noLosses : lossFacts({ claims: claims.map(forLossFacts) }, book.asOf) }),
    ...(isKnownBook
      ? {
          lines_held: [...linesHeld],
          policy_count: inForce.length,
          is_monoline: linesHeld.size === 1,
          premium_in_force: fromCents(premiumCents),
        }
      : {}),
    ...(tenureYears === undefined ? {} : { tenure_years: tenureYears }),
    ...(nextExpirationDay === undefined
      ? {}
      : {
          next_expiration: dateFromDayNumber(nextExpirationDay) ?? null,
          days_to_expiration: nextExpirationDay - book.todayDay,
        }),
    ...(touches === undefined
      ? {}
      : {
          activity_count: touches.count,
          ...(touches.daysSince === undefined ? {} : { days_since_touch: touches.daysSince }),
        }),
    ...(families.invoices === undefined
      ? {}
      : { late_payments_12m: billing.late12m, overdue_balance: fromCents(billing.overdueCents) }),
    ...(naics2 === undefined ? {} : { naics2 }),
    ...(sizeBand === undefined ? {} : { size_band: sizeBand }),
  };
  if (isKnownBook) offerLazily(facts, "policies", () => policies.map(policyFacts));
  return {
    clientKey: rows.clientKey,
    name: text(account, "name") ?? text(account, "dba") ?? rows.clientKey,
    segment,
    kind: text(account, "kind"),
    producerSeat: text(account, "producer_seat"),
    officeKey: text(account, "office_key"),
    naics,
    naics2,
    sizeBand,
    policies,
    inForce,
    linesHeld,
    premiumCents,
    nextExpirationDay,
    daysSinceTouch: touches?.daysSince,
    openClaims,
    ...billing,
    coverages,
    rows,
    facts,
  };
}

/** Computed on first use: few rules read the policies themselves. */
function offerLazily(facts: { [name: string]: Json }, name: string, make: () => Json): void {
  let made: Json | undefined;
  Object.defineProperty(facts, name, { enumerable: true, get: () => (made ??= make()) });
}

/** The features that peers count, without the rest: the connection may have fifty thousand accounts. */
export type PeerFeatures = Pick<Account, "clientKey" | "segment" | "naics2" | "sizeBand" | "inForce" | "linesHeld">;

export function derivePeer(rows: AccountRows, book: Book): PeerFeatures {
  const { policies } = rows.families;
  const kept: AccountRows = { ...rows, families: policies === undefined ? {} : { policies } };
  return deriveAccount(kept, book);
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

function readPolicy(row: JsonObject, todayDay: number): Policy {
  const first = text(row, "line");
  const stated = textsIn(row.lines);
  const lines = stated.length > 0 ? stated : first === undefined ? [] : [first];
  const effectiveDay = day(row, "effective_on");
  const expiresDay = day(row, "expires_on");
  const status = code(row, "status") ?? statusByDates(effectiveDay, expiresDay, todayDay);
  const isRunning = expiresDay !== undefined && expiresDay >= todayDay;
  const isInForce = status === "active" || status === "future" || (status === "non_renewed" && isRunning);
  const premium = cents(row, "annualized_premium") ?? yearly(row);
  const kind = text(row, "kind");
  const priorKey = text(row, "prior_policy_key");
  const isFirstTerm =
    priorKey !== undefined || kind === "renewal" || kind === "rewrite" ? false : kind === "new" ? true : undefined;
  return {
    key: text(row, "policy_key"),
    line: first ?? lines[0],
    lines,
    status,
    isInForce,
    effectiveDay,
    expiresDay,
    cancelledDay: day(row, "cancelled_on"),
    premiumCents: premium !== undefined && premium > 0 ? premium : undefined,
    carrierKey: text(row, "carrier_key"),
    isFirstTerm,
    priorKey,
    row,
  };
}

/**
 * `policy.*` of the rules, without what only a renewal knows. Computed on demand: a book has far more policies than
 * questions.
 */
export function policyFacts({ row, lines, line, status, isInForce }: Policy): JsonObject {
  return {
    ...row,
    lines,
    ...(line === undefined ? {} : { line }),
    ...(status === undefined ? {} : { status }),
    in_force: isInForce,
  };
}

/** The premium of a term that is not a year, brought to twelve months. */
function yearly(row: JsonObject): number | undefined {
  const premium = cents(row, "premium");
  const months = number(row, "term_months");
  if (premium === undefined || months === undefined || months <= 0 || months === 12) return premium;
  return Math.min(Number.MAX_SAFE_INTEGER, roundHalfAwayFromZero((premium * 12) / months, 0));
}

function statusByDates(
  effectiveDay: number | undefined,
  expiresDay: number | undefined,
  todayDay: number,
): string | undefined {
  if (expiresDay !== undefined && expiresDay < todayDay) return "expired";
  if (effectiveDay !== undefined && effectiveDay > todayDay) return "future";
  return expiresDay === undefined ? undefined : "active";
}

/**
 * A listed coverage is included unless stated otherwise, and in force as its policy is; one without a policy on file
 * counts.
 */
function readCoverages(rows: readonly JsonObject[] | undefined, policies: readonly Policy[]): readonly JsonObject[] {
  if (rows === undefined || rows.length === 0) return [];
  const isInForce = new Map(policies.map((policy) => [policy.key, policy.isInForce]));
  return inKeyOrder(rows, familyKeys.coverages).map((row) => ({
    ...row,
    included: row.included ?? true,
    in_force: isInForce.get(text(row, "policy_key") ?? "") ?? true,
  }));
}

function nextExpiration(inForce: readonly Policy[], account: JsonObject, todayDay: number): number | undefined {
  let next: number | undefined;
  for (const { expiresDay } of inForce)
    if (expiresDay !== undefined && expiresDay >= todayDay && (next === undefined || expiresDay < next))
      next = expiresDay;
  if (next !== undefined) return next;
  const stated = day(account, "next_expiration");
  return stated !== undefined && stated >= todayDay ? stated : undefined;
}

function segmentFrom(naics: string | undefined, linesHeld: ReadonlySet<string>): string | undefined {
  if (naics !== undefined) return "commercial";
  for (const line of linesHeld) if (personalLines.has(line)) return "personal";
  return undefined;
}

function sizeBandOf(employees: number | undefined): SizeBand | undefined {
  if (employees === undefined || employees < 1) return undefined;
  return employees < 10 ? "1-9" : employees < 50 ? "10-49" : employees < 250 ? "50-249" : "250+";
}

type Touches = { readonly count: number; readonly daysSince: number | undefined };

function readTouches(activities: readonly JsonObject[] | undefined, todayDay: number): Touches | undefined {
  if (activities === undefined) return undefined;
  let latest: number | undefined;
  let count = 0;
  for (const activity of activities) {
    const occurred = day(activity, "occurred_at");
    if (occurred === undefined || occurred > todayDay) continue;
    count += 1;
    if (latest === undefined || occurred > latest) latest = occurred;
  }
  return { count, daysSince: latest === undefined ? undefined : todayDay - latest };
}

type Billing = Pick<Account, "late12m" | "overdueCents" | "oldestOverdueDay" | "overdueInvoices">;

/** Payments made late or unpaid after their day, within the last year; the unpaid balance, however old. */
function readBilling(invoices: readonly JsonObject[] | undefined, todayDay: number): Billing {
  let late12m = 0;
  let overdueCents = 0;
  let oldestOverdueDay: number | undefined;
  const overdueInvoices: JsonObject[] = [];
  for (const invoice of inKeyOrder(invoices ?? [], familyKeys.invoices)) {
    const due = day(invoice, "due_on");
    const status = code(invoice, "status");
    if (due === undefined || due > todayDay || status === "void" || status === "cancelled") continue;
    const paid = day(invoice, "paid_on");
    const balance = cents(invoice, "balance");
    const isUnpaid = paid === undefined && status !== "paid" && (balance === undefined || balance > 0);
    const isOverdue = isUnpaid && due < todayDay;
    const daysLate = number(invoice, "days_late") ?? (paid === undefined ? 0 : paid - due);
    if (due > todayDay - 365 && (isOverdue || daysLate > 0)) late12m += 1;
    if (!isOverdue) continue;
    overdueCents = sumOfCents(overdueCents, Math.max(0, balance ?? cents(invoice, "amount") ?? 0));
    overdueInvoices.push(invoice);
    if (oldestOverdueDay === undefined || due < oldestOverdueDay) oldestOverdueDay = due;
  }
  return { late12m, overdueCents, oldestOverdueDay, overdueInvoices };
}

/** Systems write `Open`, and some store incurred and paid only. */
function forLossFacts(claim: JsonObject): JsonObject {
  const reserved: Json =
    typeof claim.reserved === "number" || typeof claim.incurred !== "number"
      ? (claim.reserved ?? 0)
      : fromCents(Math.max(0, (toCents(claim.incurred) ?? 0) - (cents(claim, "paid") ?? 0)));
  return { ...claim, status: code(claim, "status") ?? null, reserved };
}

/** Years of the calendar: dividing days by a mean year would be a day off at every anniversary. */
function tenureOf(account: JsonObject, policies: readonly Policy[], todayDay: number): number | undefined {
  let since = day(account, "since");
  if (since === undefined) {
    for (const { effectiveDay } of policies)
      if (effectiveDay !== undefined && (since === undefined || effectiveDay < since)) since = effectiveDay;
  }
  return since === undefined
    ? undefined
    : yearsCompleted(dateFromDayNumber(since) ?? "", dateFromDayNumber(todayDay) ?? "");
}

/** Terms of the same policy, or of the same lines, in the order in which they began. */
export function previousTerm(policy: Policy, policies: readonly Policy[]): Policy | undefined {
  if (policy.priorKey !== undefined) {
    const named = policies.find((other) => other.key === policy.priorKey);
    if (named !== undefined) return named;
  }
  const { effectiveDay, line } = policy;
  if (effectiveDay === undefined || line === undefined) return undefined;
  let best: Policy | undefined;
  for (const other of policies) {
    if (other === policy || other.line !== line || other.effectiveDay === undefined || other.status === "quoted")
      continue;
    if (other.effectiveDay < effectiveDay && (best?.effectiveDay ?? -Infinity) < other.effectiveDay) best = other;
  }
  return best;
}

/** The term that follows: bound or quoted, named by its prior policy or beginning when this one ends. */
export function nextTerm(policy: Policy, policies: readonly Policy[]): Policy | undefined {
  const { expiresDay, line, key } = policy;
  const named = key === undefined ? undefined : policies.find((other) => other.priorKey === key && other !== policy);
  if (named !== undefined || expiresDay === undefined || line === undefined) return named;
  return policies.find(
    (other) =>
      other !== policy &&
      other.line === line &&
      other.effectiveDay !== undefined &&
      Math.abs(other.effectiveDay - expiresDay) <= 45 &&
      (policy.effectiveDay === undefined || other.effectiveDay > policy.effectiveDay),
  );
}

/** Order of policies among each other: by expiration, then by key. */
export function byExpiration(a: Policy, b: Policy): number {
  return (a.expiresDay ?? Infinity) - (b.expiresDay ?? Infinity) || byText(a.key ?? "", b.key ?? "");
}
