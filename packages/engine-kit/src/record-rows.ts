import { type JsonSchema, listOf } from "@service/json";
import { type FamilyName, inlineRowSchema } from "@service/record-families";

const rowsMax = 2000;

/** Rows of the system of record as callers send them inline (TYPE-29): one shape for every engine type. */
export function inlineRowsSchema(family: FamilyName): JsonSchema {
  return listOf(inlineRowSchema(family), rowsMax);
}
