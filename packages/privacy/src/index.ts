/**
 * What a reader may not see: sensitivity classes, the mark a schema puts on a member, field policies, and withholding.
 *
 * Guarantees: a denied value is null wherever the schema names it and withheld wherever it is repeated, in sentences,
 * evidence and work items too; the search for copies has a budget and withholds what it could not finish reading. Who
 * the reader is, and which policy is theirs, is left to the domain.
 */
export { combinedPolicy } from "./combined-policy.ts";
export { FactPlaces } from "./fact-visibility.ts";
export { applyFieldPolicy, type FieldPolicy, fieldPolicyPresets, hidesAnything, presetPolicy } from "./field-policy.ts";
export { type Mask, maskValue } from "./mask-value.ts";
export { type HiddenAmounts, type HiddenField, RecordCopies } from "./record-copies.ts";
export { sensitive } from "./sensitive.ts";
export { sensitivities, type Sensitivity } from "./sensitivity.ts";
export { type RunParts, type RunSchemas, withholdValues } from "./withhold-values.ts";
export { WordSearch } from "./word-search.ts";
