export { coveragesOf, type OpenCoverage, type PlacedCoverage, type StatedCoverages } from "./coverage-lines.ts";
export type {
  Conflict,
  CoverageStatus,
  DocumentKind,
  DocumentReading,
  Place,
  PolicyDocument,
  ReadCoverage,
  ReadLine,
  ReadPremium,
  ReadWording,
  Stated,
  StatedDeductible,
  Unread,
  UnreadReason,
} from "./document-reading.ts";
export {
  documentReportMembers,
  documentReportRequired,
  type DocumentReport,
  type FieldConflict,
  presentReport,
  presentUnread,
  reportOf,
  type UnreadDocument,
  type UnreadPlace,
} from "./document-report.ts";
export { leftUnread, placeInPages } from "./left-unread.ts";
export type { DocumentSource, PlacedDocument } from "./places.ts";
export { linesNamedIn } from "./words/line-words.ts";
export { readPolicyDocument } from "./read-policy-document.ts";
export {
  type DocumentField,
  documentFields,
  placed,
  type PlacedValue,
  type ReadDocument,
  statedField,
} from "./stated-fields.ts";
