import { byText, type JsonObject, number, roundHalfAwayFromZero, text, textsIn } from "@service/json";
import { cents, code, day } from "./row-fields.ts";

/** One policy as the detectors use it; days count from 1970-01-01. */
export type Policy = {
  readonly key: string | undefined;
  /** Every key under which it is on file: a policy that is on file twice has two (OPP-84). */
  readonly keys: readonly string[];
  /** Its number without blanks, marks and leading zeros; undefined without a digit ("TBD"). */
  readonly number: string | undefined;
  /** How many rows of the file are this policy. */
  readonly copies: number;
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
  /** Whichever of its fields gives it (REC-139). */
  readonly carrierName: string | undefined;
  readonly isFirstTerm: boolean | undefined;
  readonly priorKey: string | undefined;
  readonly row: JsonObject;
};

export function readPolicy(row: JsonObject, todayDay: number): Policy {
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
  const key = text(row, "policy_key");
  return {
    key,
    keys: key === undefined ? [] : [key],
    number: numberOf(row),
    copies: 1,
    line: first ?? lines[0],
    lines,
    status,
    isInForce,
    effectiveDay,
    expiresDay,
    cancelledDay: day(row, "cancelled_on"),
    premiumCents: premium !== undefined && premium > 0 ? premium : undefined,
    carrierKey: text(row, "carrier_key"),
    carrierName: text(row, "carrier_name"),
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

function numberOf(row: JsonObject): string | undefined {
  const written = text(row, "policy_number")
    ?.normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    // A spreadsheet takes the zeros of a number away.
    .replace(/(?<!\d)0+(?=\d)/g, "");
  return written !== undefined && /\d/.test(written) ? written : undefined;
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

/** A term that begins this close to the end of another follows it. */
export const termGapDays = 45;

/** Whether a term names another as the one before it. */
export function isNamedBy({ priorKey }: Policy, before: Policy): boolean {
  return priorKey !== undefined && before.keys.includes(priorKey);
}

/** Terms of the same policy, or of the same lines, in the order in which they began. */
export function previousTerm(policy: Policy, policies: readonly Policy[]): Policy | undefined {
  const { priorKey } = policy;
  if (priorKey !== undefined) {
    const named = policies.find((other) => other.keys.includes(priorKey));
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
  const { expiresDay, line } = policy;
  const named = policies.find((other) => other !== policy && isNamedBy(other, policy));
  if (named !== undefined || expiresDay === undefined || line === undefined) return named;
  return policies.find(
    (other) =>
      other !== policy &&
      other.line === line &&
      other.effectiveDay !== undefined &&
      Math.abs(other.effectiveDay - expiresDay) <= termGapDays &&
      (policy.effectiveDay === undefined || other.effectiveDay > policy.effectiveDay),
  );
}

/** Order of policies among each other: by expiration, then by key. */
export function byExpiration(a: Policy, b: Policy): number {
  return (a.expiresDay ?? Infinity) - (b.expiresDay ?? Infinity) || byText(a.key ?? "", b.key ?? "");
}
