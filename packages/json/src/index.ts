/**
 * JSON values: their types and typed reads, canonical form and hash, pointers, depth, and the schemas that describe
 * them: builders, checks with messages for people, and the comparison that decides a version.
 *
 * Guarantees: pure, the same answer on every machine; no document, however deep or large, overflows the stack or
 * returns more than fifty problems. Dates are here because the formats `date` and `date-time` are, decimals because
 * JSON numbers are decimal, and the names of states because what hides a code must hide its name. What a value means is
 * left to the packages above.
 */
export { canonicalHash, canonicalHashSteps, canonicalJson, sha256Hex } from "./canonical-json.ts";
export { isCarriable, uncarriable } from "./carriable.ts";
export { changedElements, changedMembers } from "./changed-json.ts";
export {
  byText,
  clipped,
  cut,
  flag,
  isOneOf,
  number,
  objects,
  objectsIn,
  oneOf,
  part,
  text,
  texts,
  textsIn,
} from "./checked-fields.ts";
export {
  addDays,
  dateFromDayNumber,
  dateInWords,
  dateOf,
  dayNumber,
  daysBetween,
  isDate,
  isInstant,
  yearsCompleted,
} from "./dates.ts";
export { roundHalfAwayFromZero, withoutBinaryNoise } from "./decimals.ts";
export type { ConfigIssue, InputIssue } from "./issue.ts";
export {
  asJsonObject,
  isJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  parseJson,
  parseJsonObject,
  textOfJson,
} from "./json.ts";
export { firstDeeperThan } from "./nesting.ts";
export { parseIssues } from "./parse-issues.ts";
export { parseJsonWithDigits } from "./parse-with-digits.ts";
export { placeIn } from "./place-in.ts";
export { pointerName, pointerToken, valueAt } from "./pointer.ts";
export { findProtoMember, mayHoldProtoMember } from "./proto-member.ts";
export { sameJsonSteps } from "./same-json.ts";
export {
  anySchema,
  booleanSchema,
  closed,
  countSchema,
  currencySchema,
  dateSchema,
  eachOf,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  mapOf,
  moneySchema,
  naicsSchema,
  namesOf,
  nullable,
  numberSchema,
  objectSchema,
  openEnumSchema,
  patternSchema,
  ratioSchema,
  scalarSchema,
  scoreSchema,
  signedMoneySchema,
  stateSchema,
  textSchema,
} from "./schema-builders.ts";
export { computeVersion, diffSchemas, type SchemaChange } from "./schema-diff.ts";
export {
  asWritten,
  type Complete,
  defaultsOf,
  fillDefaults,
  type Members,
  type ObjectShape,
  type Shape,
  shapeOf,
  withDefault,
  type Written,
} from "./shape.ts";
export { isExplainedPattern } from "./schema-messages.ts";
export { compileConfigurationSchema, compileSchema, issuesMax } from "./schema-validation.ts";
export { stateCodeOf, stateNames } from "./state-names.ts";
