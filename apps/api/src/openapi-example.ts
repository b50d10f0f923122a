import { fieldExamples, type ExampleJson } from "./openapi-field-examples.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };

/**
 * An example value of a JSON Schema: the one written on it, else that of its field in `fieldExamples`, else one built from
 * its parts, so that every operation has a complete example. Deterministic; recursion is bounded.
 * @param at place of the schema: `Component.member.member`, or the name of a parameter.
 */
export function exampleOf(schema: JsonMap, components: JsonMap, at = "", depth = 0): Json {
  if (depth > 8) return null;
  const written = writtenExample(schema);
  if (written !== undefined) return written;
  const known = knownExample(at);
  if (known !== undefined) return known;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    const target = components[name];
    return isMap(target) ? exampleOf(target, components, name, depth + 1) : null;
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const options = schema[keyword];
    if (!Array.isArray(options)) continue;
    const chosen = options.find((option) => isMap(option) && option["type"] !== "null");
    if (isMap(chosen)) return exampleOf(chosen, components, at, depth + 1);
  }
  switch (Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"]) {
    case "object": {
      const properties = isMap(schema["properties"]) ? schema["properties"] : {};
      return Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          isMap(field) ? exampleOf(field, components, `${at}.${name}`, depth + 1) : null,
        ]),
      );
    }
    case "array":
      return isMap(schema["items"]) ? [exampleOf(schema["items"], components, `${at}[]`, depth + 1)] : [];
    case "string":
      return stringExample(schema);
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" && schema["minimum"] > 0 ? schema["minimum"] : 1;
    case "boolean":
      return false;
    default:
      return {};
  }
}

/** The same schema, with an example added to every scalar field that has none. */
export function withFieldExamples(schema: JsonMap, at: string): JsonMap {
  const changed: JsonMap = { ...schema };
  const properties = schema["properties"];
  if (isMap(properties)) {
    changed["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        isMap(field) ? withFieldExamples(field, `${at}.${name}`) : field,
      ]),
    );
    return changed;
  }
  const options = schema["anyOf"];
  if (Array.isArray(options))
    changed["anyOf"] = options.map((option) =>
      isMap(option) && isMap(option["properties"]) ? withFieldExamples(option, at) : option,
    );
  const items = schema["items"];
  if (isMap(items)) changed["items"] = withFieldExamples(items, `${at}[]`);
  const known = knownExample(at);
  // Objects and lists have their example on the operation.
  const isOneValue = known !== undefined && (known === null || typeof known !== "object");
  if (isOneValue && writtenExample(schema) === undefined && schema["$ref"] === undefined) changed["examples"] = [known];
  return changed;
}

function writtenExample(schema: JsonMap): Json | undefined {
  if ("example" in schema) return schema["example"] ?? null;
  const [listed] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  if (listed !== undefined) return listed;
  if ("const" in schema) return schema["const"] ?? null;
  return Array.isArray(schema["enum"]) ? (schema["enum"][0] ?? null) : undefined;
}

/** By place, else by name; for a list element, the first element of its field's example. */
function knownExample(at: string): Json | undefined {
  if (at.endsWith("[]")) {
    const list = knownExample(at.slice(0, -2));
    return Array.isArray(list) ? list[0] : undefined;
  }
  const place = at.replaceAll("[]", "");
  const known = fieldExamples[place] ?? (place in fieldExamples ? null : undefined);
  const found = known === undefined ? fieldExamples[place.slice(place.lastIndexOf(".") + 1)] : known;
  return found === undefined ? undefined : writable(found);
}

/** A mutable copy of a read-only example. */
function writable(value: ExampleJson): Json {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(writable);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writable(member)]));
}

function isList(value: ExampleJson): value is readonly ExampleJson[] {
  return Array.isArray(value);
}

function stringExample(schema: JsonMap): string {
  switch (schema["format"]) {
    case "uuid":
      return "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11";
    case "date-time":
      return "2026-11-21T09:00:00.000Z";
    default:
      return placeholder;
  }
}

/** For a field without an example; openapi.test.ts refuses a document with it, so add one to `fieldExamples`. */
export const placeholder = "unspecified";

function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
