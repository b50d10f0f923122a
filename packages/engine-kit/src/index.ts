/**
 * What every engine type is made of: the interface of a type, the configuration that all share, shapes of input and
 * output, evidence, findings, work items, money, names, and the gate that a release must pass. Nothing here knows a
 * type, does I/O, reads a clock or draws a random number (TYPE-2).
 */
export { readCity, readZip } from "./addresses/read-place.ts";
export { readStreetAddress, type StreetAddress } from "./addresses/read-street-address.ts";
export { configHash, configurationShape, effectiveOf, mergeRules, packOf } from "./base-configuration.ts";
export {
  carrierOfPolicy,
  namesStated,
  plainCarrierName,
  type PolicyCarrier,
  withCarrierName,
} from "./carrier-of-policy.ts";
export { checkConfiguration } from "./check-configuration.ts";
export {
  classOfPath,
  coverageLineSchema,
  coverageSchema,
  lineCodes,
  lineSchema,
  sourceRefSchema,
} from "@service/record-families";
export { coverageCodes, type Rating, ratings, severities, type Severity } from "./codes.ts";
export { countryCodeOf } from "./countries/country-code.ts";
export { countryInWords } from "./countries/country-name.ts";
export {
  type AutoLimit,
  autoLimitCoverages,
  autoLimitOf,
  combinedEquivalent,
  compareAutoLimits,
  type LimitComparison,
} from "./insured/auto-limits.ts";
export {
  type CoverAnswer,
  coversNeed,
  type InsuranceNeed,
  type InsuredRow,
  isInsured,
  isOfNeed,
} from "./insured/covers-need.ts";
export { familiesOf, familyOf, linesCovering } from "./insured/families.ts";
export { hasTower, meetsLimit, type Tower, towerInWords, towerLimit, type UmbrellaPolicy } from "./insured/tower.ts";
export { umbrellasOf } from "./insured/umbrellas-of.ts";
export { linesIncluding, unlistedFor } from "./insured/unlisted.ts";
export { readDatasetText } from "./dataset-text.ts";
export { checkDocumentText } from "./documents/check-document-text.ts";
export { documentDatasetKey, documentLines, type StoredText, textOfDocument } from "./documents/document-text.ts";
export { type DocumentWanted, documentsOfRunMax } from "./documents/documents-wanted.ts";
export { type UnreadText, unreadTextInWords, unreadTexts } from "./documents/unread-text.ts";
export type {
  CaseAssertion,
  CompiledEngine,
  DeterministicResult,
  EngineRequest,
  EngineType,
  EvaluationCase,
  LoadedDataset,
  RuleOutcome,
  StageName,
  Warning,
} from "./engine-type.ts";
export {
  recordAccountsMax,
  recordPartsMax,
  type RecordsFilter,
  type RecordsPartition,
  type RecordsWanted,
} from "./records-wanted.ts";
export { type Evidence, EvidenceCollector, evidenceMax, type EvidenceSource } from "./evidence.ts";
export { lossFactsSchema, shapeAt } from "./fact-shapes.ts";
export { labelledRowSchema } from "./evaluation-shape.ts";
export { gateCases, gateDatasetKeys, labelledSetsOf } from "./gate/gate-cases.ts";
export { evaluateGate, type GateRequest, type GateResult } from "./gate/gate.ts";
export { stageKey } from "./gate/run-case.ts";
export { metricNames } from "./gate/labelled-metrics.ts";
export { measureLabelledSets } from "./gate/measure-labelled-sets.ts";
export { mismatchWarning, runInStages } from "./in-stages.ts";
export { duplicateKeys, unknownCurrency } from "./input-problems.ts";
export { lossFacts } from "./loss-facts.ts";
export { fromCents, toCents } from "./money.ts";
export {
  deletionsOf,
  editDistance,
  foldToken,
  generationOf,
  type FormsRead,
  type Idf,
  labelSimilarity,
  type NameKind,
  type NameReading,
  nameScore,
  NameSearch,
  type NameWord,
  normalizeName,
  agreesByInitial,
  isPlaceholder,
  originalWords,
  prepareLabel,
  type PreparedLabel,
  tokensOf,
  rarityIn,
  type ReadName,
  readName,
  slipSimilarity,
  type WeighedReading,
  weighReading,
  WordBook,
  wordSimilarity,
} from "./names/index.ts";
export { isOneSlip } from "./one-slip.ts";
export { boundOutput } from "./output-bounds.ts";
export { piecewise, type Point, pointsSchema, readPoints } from "./piecewise.ts";
export { inlineRowsSchema } from "./record-rows.ts";
export { type Explain, RuleTally } from "./rule-tally.ts";
export {
  commissionRateSchema,
  documentSchema,
  documentTextLimits,
  evidenceIdsSchema,
  evidenceSchema,
  findingSchema,
  freeMapSchema,
  freeValueSchema,
  boundRiskFactsSchema,
  inputContractProperties,
  requiringMap,
  lossHistorySchema,
  outputEnvelopeSchema,
  policyDocumentSchema,
  riskFactsSchema,
  submissionStampSchema,
  type WrittenFinding,
} from "./schemas/index.ts";
export { loadedDatasets, type SharedDataset } from "./shared-datasets.ts";
export { constructionOf, entityTypeOf } from "./values/normalized-words.ts";
export { type Labels, labelsOf } from "./values/labels.ts";
export {
  readAround,
  readBetween,
  type ReadKind,
  readKinds,
  readLabelled,
  type ValueReading,
} from "./values/read-labelled.ts";
export { readFigure, scaleOf } from "./values/figures.ts";
export { readWhole } from "./values/read-whole.ts";
export { type ValueText, valueTextOf } from "./values/value-text.ts";
export {
  capitalized,
  cutBetweenWords,
  lowered,
  namedOnce,
  namedOnceAmong,
  paragraph,
  possessive,
  reasonsInWords,
  sentence,
} from "./wording/sentences.ts";
export { factInWords, labelOf, stateName } from "./wording/labels.ts";
export {
  counted,
  inDays,
  listInWords,
  moneyInWords,
  numberInWords,
  percentInWords,
  pluralOf,
  withArticle,
} from "./wording/quantities.ts";
export { dateInWords, stateCodeOf } from "@service/json";
export {
  orderWorkItems,
  ownerOf,
  priorityOf,
  todoInWords,
  workItem,
  type WorkItemKind,
  workItemKinds,
} from "./work-items.ts";
export { writeFindingContent } from "./write-finding.ts";
