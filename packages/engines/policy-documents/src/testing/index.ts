/** Scoring a reading against the truth of a labelled document, for tests and for `npm run measure:reading`. */
export { type Measured, measureDocuments } from "./measure-documents.ts";
export type { Counts } from "./tally.ts";
