/**
 * The structural checks of a comparison (domain.md A1 stage 6): what a line-by-line diff does not say, such as a gap
 * between terms or prior acts that are lost. Each check is a pure function of the aligned items; which run, and how grave
 * their findings are, is the configuration's `checks`. They leave findings, evidence ids and scores to the later stages.
 */
import type { CheckKey } from "../settings.ts";
import { basisMismatch, ratingFloor } from "./carrier-checks.ts";
import type { StructuralCheck } from "./check.ts";
import {
  coinsuranceUp,
  retroDate,
  triggerChange,
  umbrellaSchedule,
  valuationDrop,
  windHailPercent,
} from "./coverage-checks.ts";
import { minimumEarned, openSubjectivity, quoteExpiry, termGap } from "./term-checks.ts";
import { aggregateShared, oneSidedExclusion } from "./wording-checks.ts";

export { amount, type CheckContext, type CheckHit, type CheckReport } from "./check.ts";

export const structuralChecks: Readonly<Record<CheckKey, StructuralCheck>> = {
  term_gap: termGap,
  umbrella_schedule: umbrellaSchedule,
  retro_date: retroDate,
  trigger_change: triggerChange,
  valuation_drop: valuationDrop,
  coinsurance_up: coinsuranceUp,
  wind_hail_percent: windHailPercent,
  aggregate_shared: aggregateShared,
  one_sided_exclusion: oneSidedExclusion,
  open_subjectivity: openSubjectivity,
  quote_expiry: quoteExpiry,
  rating_floor: ratingFloor,
  minimum_earned: minimumEarned,
  basis_mismatch: basisMismatch,
};
