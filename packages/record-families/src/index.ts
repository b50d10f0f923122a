/**
 * The families of a broker's book: clients, policies, claims and what hangs on them, each declared once (REC-1).
 *
 * Guarantees: pure; a family's fields, classes, filters and sorts are data from which tables, checks, documents and
 * masks derive, so that none of them can disagree. Reading, importing and showing rows is left to the domain.
 */
export { coverageLineSchema, coverageSchema, sourceRefMembers, sourceRefSchema } from "./coverage-line.ts";
export {
  type Column,
  type ColumnKind,
  columnOfFilter,
  columnsOf,
  lastSortValues,
  type OwnerColumns,
  ownerColumnsOf,
} from "./columns.ts";
export { families, familyOf } from "./families.ts";
export { type FamilyName, familyNames, type Plane, planes } from "./family-names.ts";
export { familyOrder } from "./family-order.ts";
export type { Family, Filter, Owner, Sort, Test } from "./family.ts";
export type { Field, SearchKind } from "./field.ts";
export { lineCodes, lineSchema, personalLines } from "./lines.ts";
export { recordKey } from "./record-key.ts";
export { attributesMax, classOfPath, fieldSchemas, inlineRowSchema, provenanceMembers } from "./row-schemas.ts";
export { foldText, questionWords, searchTerms, type SearchTerm, searchWords, textsIn } from "./search-terms.ts";
export { columnType, ownerColumnTypes, rowTableDefinition, rowTableOf } from "./table-definition.ts";
