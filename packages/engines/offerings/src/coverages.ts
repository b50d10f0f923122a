import { fillDefaults } from "@service/json";
import type { WrittenOffering } from "./offering-schema.ts";
import { wantedCoverages, type WrittenNeed } from "./placement-input.ts";

/** How far an offering covers one coverage. */
export type OfferedCoverage = {
  readonly isIncluded: boolean;
  /** Its greatest limit; `undefined` = not stated. */
  readonly maxLimit: number | undefined;
  readonly minDeductible: number | undefined;
};

export type WantedCoverage = {
  readonly coverage: string;
  readonly code: string;
  readonly minLimit: number | undefined;
  readonly maxDeductible: number | undefined;
  readonly isMustHave: boolean;
  readonly weight: number;
};

export type CoverageFit = {
  readonly wanted: WantedCoverage;
  readonly offered: OfferedCoverage | undefined;
  /** Whether limit and deductible are attainable; `undefined` = not stated by the offering. */
  readonly isOk: boolean | undefined;
  /** What the offering would have to state. */
  readonly missing: readonly string[];
};

/** Codes compare as strings of the condition language do: trimmed, without case. */
export function codeOf(coverage: string): string {
  return coverage.trim().toLowerCase();
}

export function readOfferedCoverages({ coverages }: WrittenOffering): ReadonlyMap<string, OfferedCoverage> {
  const offered = new Map<string, OfferedCoverage>();
  for (const { coverage, included, max_limit, limit_options = [], min_deductible } of coverages) {
    let greatest = max_limit;
    for (const option of limit_options) if (greatest === undefined || option > greatest) greatest = option;
    offered.set(codeOf(coverage), { isIncluded: included, maxLimit: greatest, minDeductible: min_deductible });
  }
  return offered;
}

export function readWantedCoverages({ coverages }: WrittenNeed): readonly WantedCoverage[] {
  return fillDefaults(wantedCoverages, coverages).map(({ coverage, min_limit, max_deductible, must_have, weight }) => ({
    coverage,
    code: codeOf(coverage),
    minLimit: min_limit,
    maxDeductible: max_deductible,
    isMustHave: must_have,
    weight,
  }));
}

/** Whether one wanted coverage is attainable. An offering lists what it covers: an unlisted coverage is not covered. */
export function fitCoverage(wanted: WantedCoverage, offered: OfferedCoverage | undefined): CoverageFit {
  if (offered === undefined || !offered.isIncluded) return { wanted, offered, isOk: false, missing: [] };
  const { minLimit, maxDeductible } = wanted;
  const isLimitOk =
    minLimit === undefined ? true : offered.maxLimit === undefined ? undefined : offered.maxLimit >= minLimit;
  const isDeductibleOk =
    maxDeductible === undefined
      ? true
      : offered.minDeductible === undefined
        ? undefined
        : offered.minDeductible <= maxDeductible;
  if (isLimitOk === false || isDeductibleOk === false) return { wanted, offered, isOk: false, missing: [] };
  const missing = [
    ...(isLimitOk === undefined ? [`offering.coverages.${wanted.coverage}.max_limit`] : []),
    ...(isDeductibleOk === undefined ? [`offering.coverages.${wanted.coverage}.min_deductible`] : []),
  ];
  return { wanted, offered, isOk: missing.length === 0 ? true : undefined, missing };
}

/** The weighted share of wanted coverages that are attainable; `undefined` when none could be judged. */
export function coverageShare(fits: readonly CoverageFit[]): number | undefined {
  // Without wanted coverages, all of them are attainable.
  if (fits.length === 0) return 1;
  let weighed = 0;
  let reached = 0;
  for (const { wanted, isOk } of fits) {
    if (isOk === undefined) continue;
    weighed += wanted.weight;
    if (isOk) reached += wanted.weight;
  }
  return weighed === 0 ? undefined : reached / weighed;
}
