/**
 * The structural checks of a comparison (CMP-8): what a line-by-line diff does not show, such as a gap between terms or
 * lost prior acts. Each check is a pure function of the aligned items; the configuration's `checks` select the checks
 * and their severities. Later stages add evidence ids and scores.
 */
import type { CheckKey } from "../../codes.ts";
import { basisMismatch, ratingFloor } from "./carrier-checks.ts";
import type { StructuralCheck } from "./check.ts";
import { additionalInsuredBasis } from "./endorsement-basis.ts";
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

export { type CheckHit } from "./check.ts";

export const structuralChecks: Readonly<Record<CheckKey, StructuralCheck>> = {
  term_gap: termGap,
  umbrella_schedule: umbrellaSchedule,
  retro_date: retroDate,
  trigger_change: triggerChange,
  valuation_drop: valuationDrop,
  coinsurance_up: coinsuranceUp,
  wind_hail_percent: windHailPercent,
  aggregate_shared: aggregateShared,
  additional_insured_basis: additionalInsuredBasis,
  one_sided_exclusion: oneSidedExclusion,
  open_subjectivity: openSubjectivity,
  quote_expiry: quoteExpiry,
  rating_floor: ratingFloor,
  minimum_earned: minimumEarned,
  basis_mismatch: basisMismatch,
};
