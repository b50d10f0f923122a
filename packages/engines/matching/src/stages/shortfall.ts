import { moneyInWords, possessive } from "@service/engine-kit";
import type { CoverageFit } from "@service/engine-offerings";
import { coverageName } from "./wording.ts";

/** Why a wanted coverage is not attainable, naming the program as `program` does, and what would be instead. */
export function shortfall(
  { wanted, offered }: CoverageFit,
  program: string,
  currency: string,
): { readonly reason: string; readonly change: string } {
  const name = coverageName(wanted);
  const money = (value: number): string => moneyInWords(value, currency);
  const { minLimit, maxDeductible } = wanted;
  const { maxLimit, minDeductible } = offered ?? {};
  const parts: { readonly reason: string; readonly change: string }[] = [];
  if (minLimit !== undefined && maxLimit !== undefined && maxLimit < minLimit) {
    parts.push({
      reason: `${program} offers up to ${money(maxLimit)} for ${name}; ${money(minLimit)} is wanted`,
      change: `agree to a limit of ${money(maxLimit)} for ${name}`,
    });
  }
  if (maxDeductible !== undefined && minDeductible !== undefined && minDeductible > maxDeductible) {
    const whose = parts.length === 0 ? possessive(program) : "Its";
    parts.push({
      reason: `${whose} deductible for ${name} is at least ${money(minDeductible)}; at most ${money(maxDeductible)} is wanted`,
      change: `agree to a deductible of ${money(minDeductible)} for ${name}`,
    });
  }
  if (offered?.isIncluded !== true || parts.length === 0) {
    return { reason: `${program} does not include ${name}`, change: `do without ${name}` };
  }
  return {
    reason: parts.map(({ reason }) => reason).join(". "),
    change: parts.map(({ change }) => change).join(" and "),
  };
}
