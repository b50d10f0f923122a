import type { InsuranceNeed } from "./covers-need.ts";
import { linesCovering } from "./families.ts";

/** A policy in force. `keys`: those its coverages name it by. */
export type ListedPolicy = { readonly keys: readonly string[]; readonly lines: readonly string[] };

/** What tells that a policy lists its coverages: a row that names the policy, or, without a key, its line. */
export type ListedRow = { readonly policyKey?: string | undefined; readonly line?: string | undefined };

/** Coverages that are endorsed to policies of other lines, with those lines (COVER-3). */
const endorsedTo: ReadonlyMap<string, readonly string[]> = new Map([
  ["hired_auto", ["general_liability", "business_owners"]],
  ["non_owned_auto", ["general_liability", "business_owners"]],
  ["social_engineering", ["crime", "cyber", "business_owners"]],
]);

/** Lines whose policy can include a coverage of `line`, the line itself first, then packages, then endorsements. */
export function linesIncluding(line: string, coverage: string): readonly string[] {
  return [...new Set([line, ...linesCovering(line), ...(endorsedTo.get(coverage) ?? [])])];
}

/**
 * The policies in force that could include a coverage and list none of theirs: what they hold is not known (COVER-11).
 * An umbrella is not asked: its rules are about the policies below it.
 */
export function unlistedFor<Policy extends ListedPolicy>(
  { line, coverage }: Required<Pick<InsuranceNeed, "line" | "coverage">>,
  policies: readonly Policy[],
  rows: readonly ListedRow[],
): readonly Policy[] {
  if (line === "umbrella") return [];
  const could = linesIncluding(line, coverage);
  return policies.filter((policy) => policy.lines.some((each) => could.includes(each)) && !isListed(policy, rows));
}

function isListed({ keys, lines }: ListedPolicy, rows: readonly ListedRow[]): boolean {
  return rows.some(({ policyKey, line }) =>
    policyKey === undefined ? line !== undefined && lines.includes(line) : keys.includes(policyKey),
  );
}
