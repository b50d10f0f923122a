/**
 * The mapping language: how rows of another system's files become rows of our families (IMP-30).
 *
 * Guarantees: pure; a mapping that is accepted can be compiled; a row never stops the others: a value that has no single
 * reading is dropped and reported, a row that cannot be without it is quarantined with its reasons. Reading files, making
 * keys and storing rows is left to the packages above.
 */
export {
  type CompiledMapping,
  compileMapping,
  type CompileOptions,
  type FileMapping,
  type SheetName,
} from "./compile-mapping.ts";
export type { Finding, MappedRow, Reason } from "./mapped-row.ts";
export { type Mapping, mappingLimits, mappingSchema } from "./mapping-schema.ts";
export { readMapping, type ReadMapping } from "./read-mapping.ts";
export { shippedMapping, shippedMappingNames } from "./shipped/shipped-mappings.ts";
export type { Confidence } from "./column-groups.ts";
export { type ColumnInspection, type Inspection, inspectRows, RowInspector } from "./inspect-rows.ts";
export { suggestMapping } from "./suggest-mapping.ts";
export type { LineToWrite, Sample, SuggestedLine, Suggestion } from "./suggestion.ts";
