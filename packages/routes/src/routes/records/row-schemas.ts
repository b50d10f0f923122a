import { Timestamp } from "@service/contract";
import { isJsonArray, isJsonObject, type Json, type JsonSchema } from "@service/json";
import { familyNames, type FamilyName, familyOf } from "@service/record-families";
import * as z from "zod";

/**
 * The rows of each family as answers have them, made of the family's declaration (REC-1): every member may be null, and a
 * field with a class says which.
 */

/** `policies` → `PolicyRow`. */
function componentId(family: FamilyName): string {
  const singular = family.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.charAt(0).toUpperCase()}${singular.slice(1)}Row`;
}

type RowSchema = z.ZodObject<Record<string, z.ZodType>>;

/** The row of one family. With `fields=` it has the fields that were asked for, and always says where it came from. */
function rowSchema(family: FamilyName): RowSchema {
  const { keyName, fields } = familyOf(family);
  return z
    .object({
      key: z.string().meta({ examples: [`${keyName}-1`], description: `The same value as \`${keyName}\`.` }),
      [keyName]: z.string().meta({ examples: [`${keyName}-1`] }),
      connection_id: z.uuid(),
      source_id: z.string().meta({ examples: ["100-4711"], description: "The source's own id." }),
      change_seq: z.int().meta({ description: "The snapshot that brought this version." }),
      source_updated_at: Timestamp.nullable(),
      ...Object.fromEntries(
        Object.entries(fields).map(([name, { schema, sensitivity }]) => [name, fieldSchema(name, schema, sensitivity)]),
      ),
      attributes: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .nullable()
        .optional()
        .meta({
          description: "What the source has and this family has not.",
          "x-sensitivity": "internal",
          examples: [{ agency_code: "12" }],
        }),
    })
    .meta({ id: componentId(family) });
}

function fieldSchema(name: string, schema: JsonSchema, sensitivity: string | undefined): z.ZodType {
  const optional = valueSchema(name, schema).nullable().optional();
  return sensitivity === undefined
    ? optional
    : optional.meta({ description: `Class ${sensitivity}.`, "x-sensitivity": sensitivity });
}

/** A value as an answer has it. Bounds are the import's; a masked date is its year. */
function valueSchema(name: string, schema: JsonSchema): z.ZodType {
  const words = wordsOf(schema["enum"]);
  if (words !== undefined) return z.enum(words);
  switch (schema["type"]) {
    case "integer":
      return z.int().meta({ examples: [2] });
    case "number":
      return z.number().meta({ examples: [1250.5] });
    case "boolean":
      return z.boolean();
    case "array":
      return z.array(valueSchema(name, isJsonObject(schema["items"]) ? schema["items"] : {}));
    case "object":
      return objectSchema(schema);
    default:
      return stringSchema(name, schema);
  }
}

function stringSchema(name: string, { format, pattern }: JsonSchema): z.ZodType {
  if (format === "date")
    return z
      .string()
      .regex(/^\d{4}(?:-\d{2}-\d{2})?$/)
      .meta({ description: "A date; its year where a mask leaves no more.", examples: ["2027-01-01"] });
  if (format === "date-time")
    return z
      .string()
      .meta({ description: "A time; its year where a mask leaves no more.", examples: ["2026-11-21T09:00:00Z"] });
  const example = typeof pattern === "string" && pattern.includes("A-Z]{2}") ? "OH" : exampleOf(name);
  return z.string().meta({ examples: [example] });
}

function objectSchema(schema: JsonSchema): z.ZodType {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return z.object(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [
        name,
        valueSchema(name, isJsonObject(member) ? member : {})
          .nullable()
          .optional(),
      ]),
    ),
  );
}

function wordsOf(value: Json | undefined): [string, ...string[]] | undefined {
  if (!isJsonArray(value)) return undefined;
  const [first, ...others] = value.filter((word) => typeof word === "string");
  return first === undefined ? undefined : [first, ...others];
}

const examples: { readonly [name: string]: string } = {
  name: "Blue Harbor Cafe",
  email: "office@example.com",
  phone: "614 555 0142",
  fein: "12-3456789",
  naics: "722511",
  client_key: "c_k3v5n2q7x4m6p8r2t4w6",
  policy_number: "BHC-204711",
  subject: "Renewal call",
  title: "Certificate of insurance",
};

/** A value that says which field it stands for. */
function exampleOf(name: string): string {
  return examples[name] ?? (name.endsWith("_key") ? `${name.slice(0, -"_key".length)}-1` : name.replaceAll("_", " "));
}

const schemas = new Map<FamilyName, RowSchema>(familyNames.map((family) => [family, rowSchema(family)]));

/** The schema of a family's rows; the same object for every route, so that the document has one component. */
export function rowsOf(family: FamilyName): RowSchema {
  const schema = schemas.get(family);
  if (schema === undefined) throw new Error(`no family ${family}`);
  return schema;
}

/** A row that is gone, in a list of changes. */
export const RemovedRow = z
  .object({
    key: z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    removed: z.literal(true),
    change_seq: z.int().meta({ description: "The snapshot that removed it." }),
  })
  .meta({ id: "RemovedRow" });
