import { isJsonArray, isJsonObject, type Json, type JsonObject, pointerToken, valueAt } from "@service/json";

/** Keywords whose value is a schema, a list of schemas, and an object of schemas. */
const schemaKeywords = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const listKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"];
const mapKeywords = ["properties", "patternProperties", "dependentSchemas", "dependencies"];

/**
 * How many subschemas a schema has once each `$ref` is replaced by what it names, which bounds the time of a check: 30
 * definitions that each name the next one twice are a billion. Or the problem: more than `max`, a `$ref` that leads
 * nowhere, or a schema that names itself, whose check need not end.
 */
export function expandedSize(
  document: JsonObject,
  max: number,
): number | { readonly path: string; readonly message: string } {
  const sizes = new Map<JsonObject, number>();
  const open = new Set<JsonObject>();

  const sizeOf = (schema: Json | undefined, path: string): number => {
    if (!isJsonObject(schema)) return 1;
    const cached = sizes.get(schema);
    if (cached !== undefined) return cached;
    if (open.has(schema)) throw new Unbounded(path, "must not lead back to a schema that it is part of");
    open.add(schema);
    let size = 1;
    const add = (part: Json | undefined, at: string): void => {
      size += sizeOf(part, at);
      if (size > max) throw new Unbounded("", `must have at most ${max} subschemas, with every $ref written out`);
    };
    for (const { part, at } of partsOf(schema, path)) add(part, at);
    const { $ref } = schema;
    if (typeof $ref === "string") {
      const target = targetOf(document, $ref);
      if (!isJsonObject(target) && typeof target !== "boolean") throw new Unbounded(`${path}/$ref`, "leads nowhere");
      add(target, `${path}/$ref`);
    }
    open.delete(schema);
    sizes.set(schema, size);
    return size;
  };

  try {
    return sizeOf(document, "");
  } catch (error) {
    if (error instanceof Unbounded) return { path: error.path, message: error.message };
    throw error;
  }
}

class Unbounded extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

function* partsOf(schema: JsonObject, path: string): Generator<{ readonly part: Json; readonly at: string }> {
  for (const keyword of schemaKeywords) {
    const part = schema[keyword];
    if (part !== undefined) yield { part, at: `${path}/${keyword}` };
  }
  for (const keyword of listKeywords) {
    const parts = schema[keyword];
    if (isJsonArray(parts))
      for (const [index, part] of parts.entries()) yield { part, at: `${path}/${keyword}/${index}` };
  }
  for (const keyword of mapKeywords) {
    const parts = schema[keyword];
    if (isJsonObject(parts))
      for (const [name, part] of Object.entries(parts)) yield { part, at: `${path}/${keyword}/${pointerToken(name)}` };
  }
}

function targetOf(document: JsonObject, ref: string): Json | undefined {
  try {
    return valueAt(document, decodeURIComponent(ref.slice(1)));
  } catch {
    return undefined;
  }
}
