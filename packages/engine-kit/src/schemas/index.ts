/**
 * JSON Schema builders for the shapes that all types share (TYPE-24, TYPE-39). They return plain schema documents of
 * the keyword subset that `schema-diff.ts` walks and `schema-validation.ts` compiles: type, properties, required,
 * additionalProperties, items, enum, const, format (date, date-time), pattern, the `min*`/`max*` bounds, and our own
 * `x-decimals`, `x-sensitivity` and `x-open-enum`. Objects are closed unless a function says otherwise.
 */
export { freeMapSchema, inputContractProperties, requiringMap } from "./free-map.ts";
export {
  boundRiskFactsSchema,
  documentSchema,
  documentTextLimits,
  freeValueSchema,
  lossHistorySchema,
  policyDocumentSchema,
  riskFactsSchema,
  submissionStampSchema,
} from "./input-shapes.ts";
export {
  commissionRateSchema,
  evidenceIdsSchema,
  evidenceSchema,
  findingSchema,
  outputEnvelopeSchema,
  type WrittenFinding,
} from "./output-shapes.ts";
