import { fromCents, type InsuredRow, type UmbrellaPolicy, umbrellasOf } from "@service/engine-kit";
import { isJsonObject, type JsonObject, text } from "@service/json";
import type { Policy } from "./policy.ts";
import { cents } from "./row-fields.ts";

/** A coverage in force as the rules of what is insured read it (COVER-1), with the row and the policy it stands on. */
export type InsuredCoverage = InsuredRow & { readonly row: JsonObject; readonly policyKey: string | undefined };

/**
 * Coverages in force and included. Their line is that of their policy, which may be a package: what is endorsed to a
 * policy is no policy of its own line. A limit of 0 stays one, which insures nothing (COVER-10); one below 0 is not
 * stated.
 */
export function insuredCoverages(
  coverages: readonly JsonObject[],
  policies: readonly Policy[],
): readonly InsuredCoverage[] {
  if (coverages.length === 0) return [];
  const byKey = new Map(policies.flatMap((policy) => policy.keys.map((key) => [key, policy] as const)));
  return coverages.flatMap((row) => {
    const [coverage, stated, policyKey] = ["coverage", "line", "policy_key"].map((name) => text(row, name));
    const policy = byKey.get(policyKey ?? "");
    const line = policy === undefined || policy.lines.includes(stated ?? "") ? stated : (policy.line ?? stated);
    if (row.in_force !== true || row.included !== true || coverage === undefined || line === undefined) return [];
    const limit = cents(row, "limit");
    return [
      { line, coverage, limit: limit !== undefined && limit >= 0 ? fromCents(limit) : undefined, row, policyKey },
    ];
  });
}

/** Umbrella policies in force. The schedule is what `attributes.underlying_lines` lists (OPP-90). */
export function umbrellasInForce(
  inForce: readonly Policy[],
  insured: readonly InsuredCoverage[],
): readonly UmbrellaPolicy[] {
  const onFile = inForce.filter(({ lines }) => lines.includes("umbrella"));
  return umbrellasOf(
    onFile.map((policy) => ({ keys: policy.keys, schedule: scheduleOf(policy) })),
    insured,
  );
}

/** Line codes, apart by anything that is not part of one. */
function scheduleOf({ row }: Policy): readonly string[] | undefined {
  const { attributes } = row;
  const written = isJsonObject(attributes) ? text(attributes, "underlying_lines") : undefined;
  return written?.toLowerCase().match(/[a-z_]+/g) ?? undefined;
}
