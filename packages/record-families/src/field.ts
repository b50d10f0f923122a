import type { JsonSchema, Members } from "@service/json";
import { type Sensitivity, sensitive } from "@service/privacy";
import type { FamilyName } from "./family-names.ts";

/** How `q` finds a client by a field's value: by its words, as one code, or by its digits (REC-30). */
export type SearchKind = "words" | "code" | "digits";

/** One field of a family, written once: what it holds, who may see it, and what it is found by. */
export interface Field<S extends JsonSchema = JsonSchema> {
  /** Of a value that is there; with `x-sensitivity` when the field has a class. */
  readonly schema: S;
  /** Undefined: every reader of the row sees it. */
  readonly sensitivity?: Sensitivity;
  /** The value is the key of a row of this family, or a list of such keys; a source gives the row's own id (REC-12). */
  readonly refersTo?: FamilyName;
  readonly search?: SearchKind;
}

interface FieldTraits {
  readonly sensitivity?: Sensitivity;
  readonly refersTo?: FamilyName;
  readonly search?: SearchKind;
}

/** Declares a field. Its class is written into its schema, so that whatever copies the schema copies the class. */
export function field<S extends JsonSchema>(schema: S, { sensitivity, refersTo, search }: FieldTraits = {}): Field<S> {
  return {
    schema: sensitivity === undefined ? schema : tagged(schema, sensitivity),
    ...(sensitivity === undefined ? {} : { sensitivity }),
    ...(refersTo === undefined ? {} : { refersTo }),
    ...(search === undefined ? {} : { search }),
  };
}

/** `sensitive`, which keeps the type of the values but not the name of the schema's own type. */
function tagged<S extends JsonSchema>(schema: S, sensitivity: Sensitivity): S;
function tagged(schema: JsonSchema, sensitivity: Sensitivity): JsonSchema {
  return sensitive(schema, sensitivity);
}

/** A field without traits for each member of a shape that other values have too. */
export function fieldsOf<P extends Members>(members: P): { readonly [Name in keyof P]: Field<P[Name]> };
export function fieldsOf(members: Members): Fields {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, field(schema)]));
}

export type Fields = { readonly [name: string]: Field };
