/**
 * The checks of diligence, one per kind (DIL-13). A check reads the input and the results of earlier stages, returns
 * pass, fail, review or not_run, and names its evidence. Severity, weight and decision are the configuration's.
 */
import { adverseTerms } from "./adverse-terms.ts";
import type { Checks } from "./check.ts";
import { documentAge, documentPresent, fieldConsistency, identifierFormat, licenseStatus } from "./document-checks.ts";
import { ownershipBlocked, ownershipKnown } from "./ownership-checks.ts";
import { rule } from "./rule-check.ts";
import { identifierMatch, nameScreen } from "./screening-checks.ts";

export { factEvidence, notRun, type CheckContext, type CheckResult, type CompiledRule } from "./check.ts";
export { compileRules } from "./rule-check.ts";
export { hitEvidence } from "./screening-checks.ts";

export const checks: Checks = {
  name_screen: nameScreen,
  identifier_format: identifierFormat,
  identifier_match: identifierMatch,
  license_status: licenseStatus,
  document_present: documentPresent,
  document_age: documentAge,
  field_consistency: fieldConsistency,
  ownership_known: ownershipKnown,
  ownership_blocked: ownershipBlocked,
  adverse_terms: adverseTerms,
  rule,
};
