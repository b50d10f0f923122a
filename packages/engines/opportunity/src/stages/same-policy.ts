import { plainCarrierName } from "@service/engine-kit";
import { text } from "@service/json";
import type { Policy } from "./policy.ts";
import { sumOfCents } from "./row-fields.ts";

/**
 * Rows of one policy number and term are one policy (OPP-84); without a number the key decides. Terms of one number,
 * and equal numbers of two carriers, stay apart. `policies` in a fixed order; quadratic only in rows of one number.
 */
export function withoutCopies(policies: readonly Policy[]): readonly Policy[] {
  if (policies.length < 2) return policies;
  const kept: Policy[] = [];
  const places = new Map<string, number[]>();
  for (const policy of policies) {
    const name = policy.number === undefined ? `key ${policy.key ?? ""}` : `number ${policy.number}`;
    const same = places.get(name) ?? [];
    const at = policy.number === undefined && policy.key === undefined ? undefined : placeOf(policy, same, kept);
    if (at !== undefined) {
      const other = kept[at];
      if (other !== undefined) kept[at] = joined(other, policy);
      continue;
    }
    places.set(name, [...same, kept.length]);
    kept.push(policy);
  }
  return kept;
}

function placeOf(policy: Policy, places: readonly number[], kept: readonly Policy[]): number | undefined {
  return places.find((at) => {
    const other = kept[at];
    return (
      other !== undefined &&
      isSameCarrier(other, policy) &&
      agree(other.effectiveDay, policy.effectiveDay) &&
      agree(other.expiresDay, policy.expiresDay)
    );
  });
}

/** By key or by name; where a row has its writing company alone, by that. What cannot be compared contradicts nothing. */
function isSameCarrier(a: Policy, b: Policy): boolean {
  if (a.carrierKey !== undefined && a.carrierKey === b.carrierKey) return true;
  if (a.carrierName === undefined || b.carrierName === undefined) return agree(a.carrierKey, b.carrierKey);
  const [nameA, nameB] = [plainCarrierName(a.carrierName), plainCarrierName(b.carrierName)];
  const [companyA, companyB] = [writingCompany(a), writingCompany(b)];
  return nameA === nameB || (companyA === companyB && (companyA === nameA || companyB === nameB));
}

function writingCompany({ row }: Policy): string | undefined {
  const company = text(row, "writing_company");
  return company === undefined ? undefined : plainCarrierName(company);
}

/** What only one row states contradicts nothing. */
function agree(a: string | number | undefined, b: string | number | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** The row in force represents both; what it does not state is taken from the other. */
function joined(a: Policy, b: Policy): Policy {
  const [first, other] = b.isInForce && !a.isInForce ? [b, a] : [a, b];
  return {
    ...first,
    key: first.key ?? other.key,
    keys: [...new Set([...first.keys, ...other.keys])],
    copies: a.copies + b.copies,
    line: first.line ?? other.line,
    lines: [...new Set([...first.lines, ...other.lines])],
    effectiveDay: first.effectiveDay ?? other.effectiveDay,
    expiresDay: first.expiresDay ?? other.expiresDay,
    cancelledDay: first.cancelledDay ?? other.cancelledDay,
    premiumCents: premiumOf(first, other),
    carrierKey: first.carrierKey ?? other.carrierKey,
    carrierName: first.carrierName ?? other.carrierName,
    isFirstTerm: first.isFirstTerm ?? other.isFirstTerm,
    priorKey: first.priorKey ?? other.priorKey,
  };
}

/** Parts of a package, one row for each line, have a premium each; a row that repeats another has the same one. */
function premiumOf(first: Policy, other: Policy): number | undefined {
  const [a, b] = [first.premiumCents, other.premiumCents];
  if (a === undefined || b === undefined || a === b) return a ?? b;
  return other.lines.some((line) => first.lines.includes(line)) ? a : sumOfCents(a, b);
}
