import {
  closed,
  countSchema,
  instantSchema,
  type JsonSchema,
  keySchema,
  mapOf,
  type Members,
  scalarSchema,
  textSchema,
} from "@service/json";
import type { Sensitivity } from "@service/privacy";
import { families, familyOf } from "./families.ts";
import type { FamilyName } from "./family-names.ts";
import type { Field } from "./field.ts";

/** Members of `attributes`: what the source has and a family has not (REC-4). */
export const attributesMax = 100;

/** Where a row came from (REC-3). */
export function provenanceMembers() {
  return {
    connection_id: textSchema(128),
    source_id: textSchema(256),
    change_seq: countSchema(),
    source_updated_at: instantSchema(),
  };
}

type SchemaOf<F> = F extends Field<infer S> ? S : never;
type FieldsOf<Name extends FamilyName> = (typeof families)[Name]["fields"];
type KeyNameOf<Name extends FamilyName> = (typeof families)[Name]["keyName"];

/** The schemas of a family's fields by name, its key among them. */
export function fieldSchemas<Name extends FamilyName>(
  family: Name,
): { readonly [Key in KeyNameOf<Name>]: ReturnType<typeof keySchema> } & {
  readonly [Key in keyof FieldsOf<Name>]: SchemaOf<FieldsOf<Name>[Key]>;
};
export function fieldSchemas(family: FamilyName): Members {
  const { keyName, fields } = familyOf(family);
  return {
    [keyName]: keySchema(),
    ...Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  };
}

/** A row of a family as callers send it inline. No field is required: what is missing is unknown (TYPE-29). */
export function inlineRowSchema(family: FamilyName): JsonSchema {
  return closed({
    ...provenanceMembers(),
    ...Object.fromEntries(
      Object.entries<JsonSchema>(fieldSchemas(family)).map(([name, schema]) => [name, asSent(schema)]),
    ),
    attributes: mapOf(scalarSchema(), attributesMax),
  });
}

/** Systems of record often store the day only; an invalid day counts as not stated when it is read. */
function asSent(schema: JsonSchema): JsonSchema {
  if (schema["format"] !== "date-time") return schema;
  return { type: "string", maxLength: 40, pattern: "^\\d{4}-\\d{2}-\\d{2}([Tt ].*)?$" };
}

const classes: ReadonlyMap<string, Sensitivity> = new Map(
  Object.values<{ readonly fields: { readonly [name: string]: Field } }>(families).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { sensitivity }]) =>
      sensitivity === undefined ? [] : [[name, sensitivity] as const],
    ),
  ),
);

/** The class of the field that a rule's path ends in: `@.commission_amount`, `records.vehicles[].vin`, `revenue`. */
export function classOfPath(path: string): Sensitivity | undefined {
  return classes.get(path.slice(path.lastIndexOf(".") + 1));
}
