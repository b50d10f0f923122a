import { isJsonObject, type JsonSchema } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import { isObjectWithMembers } from "./convert.ts";

/** Where a field of a mapping writes to (IMP-33). */
export type Target =
  | {
      readonly kind: "field";
      /** `premium`, or the steps into an object: `mailing_address`, `city`. */
      readonly steps: readonly [string, ...string[]];
      readonly schema: JsonSchema;
      readonly isReference: boolean;
      readonly isClassed: boolean;
    }
  | { readonly kind: "attribute"; readonly name: string }
  /** All members of an object of the source. */
  | { readonly kind: "attributes" };

export const attributeNameChars = 128;

/** What stands in the row outside its fields, by the member of the mapping that gives it. */
const elsewhere: Readonly<Record<string, string>> = {
  client_key: "is given by the member client",
  policy_key: "is given by the member policy",
};

/** Finds the target of a name; a string is the end of a sentence that begins with the name. */
export function findTarget(family: FamilyName, name: string): Target | string {
  if (name === "attributes") return { kind: "attributes" };
  if (name.startsWith("attributes.")) return attribute(name.slice("attributes.".length));
  const { fields, keyName } = familyOf(family);
  const [first = "", ...rest] = name.split(".");
  if (first === keyName) return "is made of source_id";
  const field = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (field === undefined) return `is not a field of ${family}; what the family has not goes to attributes.${name}`;
  const given = elsewhere[first];
  if (given !== undefined) return given;
  let { schema } = field;
  for (const step of rest) {
    const inner = isObjectWithMembers(schema) ? schema.properties[step] : undefined;
    if (!isJsonObject(inner)) return `is not a member of ${first}`;
    schema = inner;
  }
  const isReference = field.refersTo !== undefined;
  return { kind: "field", steps: [first, ...rest], schema, isReference, isClassed: field.sensitivity !== undefined };
}

function attribute(name: string): Target | string {
  if (name === "" || name === "__proto__") return "needs a name after attributes.";
  if ([...name].length > attributeNameChars) return `has a name of more than ${attributeNameChars} characters`;
  return { kind: "attribute", name };
}

/** Every name that a mapping of the family can write to, but for attributes: nested members by dots. */
export function targetNames(family: FamilyName): string[] {
  const { fields } = familyOf(family);
  return Object.entries(fields).flatMap(([name, { schema }]) =>
    elsewhere[name] === undefined ? namesIn(name, schema) : [],
  );
}

function namesIn(name: string, schema: JsonSchema): string[] {
  if (!isObjectWithMembers(schema)) return [name];
  return Object.keys(schema.properties).map((member) => `${name}.${member}`);
}

/** Whether a field is a list of texts, which a cell can hold. */
export function isList(family: FamilyName, name: string): boolean {
  const { fields } = familyOf(family);
  const items = Object.hasOwn(fields, name) ? fields[name]?.schema["items"] : undefined;
  return isJsonObject(items) && items["type"] === "string";
}
