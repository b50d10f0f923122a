/**
 * Offerings: what a carrier or program offers, what may be asked of it, and whether it takes a risk. Matching places
 * needs with them; triage asks their appetite; both must mean the same.
 */
export { type AppetiteAnswer, appetiteUtilities, askAppetite } from "./appetite.ts";
export { checkOfferings, OfferingCheck, offeringSteps } from "./check-offerings.ts";
export {
  codeOf,
  type CoverageFit,
  coverageShare,
  fitCoverage,
  readWantedCoverages,
  type WantedCoverage,
} from "./coverages.ts";
export { type Market, priorities, type Priority } from "./codes.ts";
export { checkRuleCondition } from "./fact-paths.ts";
export { agencyRuleSchema, datasetOfferingsMax, offeringSchema, offeringsMax } from "./offering-schema.ts";
export { type OfferingSet, OfferingSets } from "./offering-sets.ts";
export { type Bound, isWrittenIn, type Offering, type Pricing } from "./offering.ts";
export { inputSchema, needsMax, type PlacementInput, preferences, type WrittenNeed } from "./placement-input.ts";
export { compileRule, missingPaths, type Rule } from "./rules.ts";
