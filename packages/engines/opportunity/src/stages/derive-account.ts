import { lineCodes, linesCovering, namesStated, withCarrierName } from "@service/engine-kit";
import { clipped, dateFromDayNumber, type JsonObject, number, text, yearsCompleted } from "@service/json";
import { personalLines } from "@service/record-families";
import { familyKeys } from "../codes.ts";
import type { Account, PeerFeatures, SizeBand } from "./account.ts";
import { accountFacts } from "./account-facts.ts";
import { readBilling } from "./billing.ts";
import { insuredCoverages, umbrellasInForce } from "./insured-coverages.ts";
import type { AccountRows, Book } from "./load-book.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { code, day, inKeyOrder, sumOfCents } from "./row-fields.ts";
import { withoutCopies } from "./same-policy.ts";

const labelMax = 60;

export function deriveAccount(rows: AccountRows, book: Book): Account {
  const { account, families } = rows;
  const { todayDay } = book;
  const onFile = inKeyOrder(families.policies ?? [], familyKeys.policies);
  const nameBehind = namesStated(onFile);
  const policies = withoutCopies(onFile.map((row) => readPolicy(withCarrierName(row, nameBehind), todayDay)));
  const inForce = policies.filter((policy) => policy.isInForce);
  const coverages = readCoverages(families.coverages, policies);
  const linesHeld = linesIn(inForce, coverages);
  const naics = text(account, "naics");
  const touches = readTouches(families.activities, todayDay);
  const claims = inKeyOrder(families.claims ?? [], familyKeys.claims);
  const name = text(account, "name") ?? text(account, "dba");
  const insured = insuredCoverages(coverages, policies);
  const derived = {
    clientKey: rows.clientKey,
    name: name ?? rows.clientKey,
    label: labelFrom(name, rows.clientKey),
    segment: text(account, "segment") ?? segmentFrom(naics, linesHeld),
    kind: text(account, "kind"),
    producerSeat: text(account, "producer_seat"),
    officeKey: text(account, "office_key"),
    naics,
    naics2: naics === undefined || naics.length < 2 ? undefined : naics.slice(0, 2),
    sizeBand: sizeBandOf(number(account, "employees")),
    policies,
    inForce,
    linesHeld,
    linesCovered: new Set([...linesHeld, ...packagedLines.filter((line) => isAnswered(line, linesHeld))]),
    premiumCents: premiumOf(inForce),
    nextExpirationDay: nextExpiration(inForce, account, todayDay),
    tenureYears: tenureOf(account, policies, todayDay),
    activityCount: touches?.count,
    daysSinceTouch: touches?.daysSince,
    claims,
    openClaims: claims.filter(
      (claim) => code(claim, "status") === "open" && (day(claim, "occurred_on") ?? 0) <= todayDay,
    ),
    ...readBilling(families.invoices, todayDay),
    coverages,
    insured,
    umbrellas: umbrellasInForce(inForce, insured),
    rows,
  };
  return { ...derived, facts: accountFacts(derived, book) };
}

/** As sentences say it, on one line. */
function labelFrom(name: string | undefined, clientKey: string): string {
  const plain = (name ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  return plain === "" ? `Account ${clientKey}` : clipped(plain.toWellFormed(), labelMax);
}

/** Lines that policies of another line answer for. */
const packagedLines = lineCodes.filter((line) => linesCovering(line).length > 1);

function isAnswered(line: string, held: ReadonlySet<string>): boolean {
  return linesCovering(line).some((covering) => held.has(covering));
}

function premiumOf(inForce: readonly Policy[]): number | undefined {
  const premiums = inForce.flatMap(({ premiumCents }) => premiumCents ?? []);
  return premiums.length === 0 ? undefined : premiums.reduce(sumOfCents, 0);
}

/**
 * Lines of the policies in force, and of coverages on file whose policy is not, or states no line. An endorsement of
 * another policy holds no line (COVER-3).
 */
function linesIn(inForce: readonly Policy[], coverages: readonly JsonObject[]): ReadonlySet<string> {
  const held = new Set(inForce.flatMap((policy) => policy.lines));
  const stated = new Set(inForce.flatMap(({ lines, keys }) => (lines.length === 0 ? [] : keys)));
  for (const row of coverages) {
    const line = text(row, "line");
    const isStated = stated.has(text(row, "policy_key") ?? "");
    if (row.in_force === true && row.included !== false && line !== undefined && !isStated) held.add(line);
  }
  return held;
}

export function derivePeer(rows: AccountRows, book: Book): PeerFeatures {
  const { policies } = rows.families;
  const kept: AccountRows = { ...rows, families: policies === undefined ? {} : { policies } };
  return deriveAccount(kept, book);
}

/**
 * A listed coverage is included unless stated otherwise, and in force as its policy is; one without a policy on file
 * counts.
 */
function readCoverages(rows: readonly JsonObject[] | undefined, policies: readonly Policy[]): readonly JsonObject[] {
  if (rows === undefined || rows.length === 0) return [];
  const isInForce = new Map(policies.flatMap(({ keys, isInForce: is }) => keys.map((key) => [key, is] as const)));
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
