export { coveragesOf, type OpenCoverage, type PlacedCoverage, type StatedCoverages } from "./coverage-lines.ts";
export type * from "./document-reading.ts";
export { type DocumentSource, excerptOf, type PlacedDocument, sourceOf } from "./places.ts";
export { readPolicyDocument } from "./read-policy-document.ts";
