import { type Json, type JsonObject, textOfJson } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import type { Finding } from "./mapped-row.ts";

const yearsAhead = 10;

/** Fields of dates and times, by family. */
const dateFields = new Map<FamilyName, readonly string[]>();

function dateFieldsOf(family: FamilyName): readonly string[] {
  const fields = dateFields.get(family);
  if (fields !== undefined) return fields;
  const names = Object.entries(familyOf(family).fields).flatMap(([name, { schema }]) =>
    typeof schema["format"] === "string" ? [name] : [],
  );
  dateFields.set(family, names);
  return names;
}

/** Values that are kept although they cannot be right (IMP-41). `asOf` is the day of the delivery, where it is known. */
export function findImplausible(
  family: FamilyName,
  fields: JsonObject,
  asOf: string | undefined,
  add: (finding: Finding) => void,
): void {
  const declared = familyOf(family).fields;
  const isClassed = (field: string): boolean =>
    Object.hasOwn(declared, field) && declared[field]?.sensitivity !== undefined;
  const report = (field: string, message: string, value: Json): void =>
    add({ field, code: "out_of_range", message, ...(isClassed(field) ? {} : { value: textOfJson(value) }) });
  if (family === "policies") {
    const { effective_on: from, expires_on: to, premium } = fields;
    if (typeof from === "string" && typeof to === "string" && to < from)
      report("expires_on", "is before effective_on", to);
    if (typeof premium === "number" && premium <= 0) report("premium", "is not more than zero", premium);
  }
  if (asOf === undefined) return;
  const latest = `${String(Number(asOf.slice(0, 4)) + yearsAhead).padStart(4, "0")}${asOf.slice(4, 10)}`;
  for (const name of dateFieldsOf(family)) {
    const value = fields[name];
    if (typeof value === "string" && value.slice(0, 10) > latest) {
      report(name, `is more than ${yearsAhead} years after the delivery`, value);
    }
  }
}
