/**
 * The checks of diligence, one per kind (DIL-13). A check reads the input and the results of earlier stages, returns
 * pass, fail, review or not_run, and names its evidence. Severity, weight and decision are the configuration's.
 */
import { fillDefaults, type Shape } from "@service/json";
import type { CheckKind } from "../../codes.ts";
import { checkParams } from "../../configuration.ts";
import type { CheckSetting } from "../../settings.ts";
import { adverseTerms } from "./adverse-terms.ts";
import type { CheckContext, CheckResult } from "./check.ts";
import { documentAge, documentPresent, fieldConsistency, identifierFormat, licenseStatus } from "./document-checks.ts";
import { ownershipBlocked, ownershipIdentified } from "./ownership-checks.ts";
import { rule } from "./rule-check.ts";
import { identifierMatch, nameScreen } from "./screening-checks.ts";

export { factEvidence, notRun, type CheckContext, type CheckResult } from "./check.ts";
export { hitEvidence } from "./screening-checks.ts";

/** A check of a release, its parameters read and its conditions compiled. */
export type CompiledCheck = {
  readonly setting: CheckSetting;
  readonly answer: (context: CheckContext) => CheckResult;
};

type Compile = (setting: CheckSetting) => CompiledCheck["answer"];

const compilers: { readonly [Kind in CheckKind]: Compile } = {
  name_screen: check(checkParams.name_screen, nameScreen),
  identifier_format: check(checkParams.identifier_format, identifierFormat),
  identifier_match: check(checkParams.identifier_match, identifierMatch),
  license_status: check(checkParams.license_status, licenseStatus),
  document_present: check(checkParams.document_present, documentPresent),
  document_age: check(checkParams.document_age, documentAge),
  field_consistency: check(checkParams.field_consistency, fieldConsistency),
  ownership_known: check(checkParams.ownership_known, ownershipIdentified),
  ownership_blocked: check(checkParams.ownership_blocked, ownershipBlocked),
  adverse_terms: check(checkParams.adverse_terms, adverseTerms),
  rule: (setting) => rule(fillDefaults(checkParams.rule, setting.params), setting),
};

export function compileCheck(setting: CheckSetting): CompiledCheck {
  return { setting, answer: compilers[setting.kind](setting) };
}

/** A check of one kind: the shape of its parameters, and what it answers with them. */
function check<W, C>(shape: Shape<W, C>, answer: (context: CheckContext, params: C) => CheckResult): Compile {
  return ({ params }) => {
    const complete = fillDefaults(shape, params);
    return (context) => answer(context, complete);
  };
}
