export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonMap = { [key: string]: Json };

/**
 * An example value of a JSON Schema: the one written on it, else one built from its parts, so that every operation has a
 * complete example. Deterministic; recursion is bounded.
 */
export function exampleOf(schema: JsonMap, components: JsonMap, depth = 0): Json {
  if (depth > 8) return null;
  const written = writtenExample(schema);
  if (written !== undefined) return written;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    const target = components[name];
    return isMap(target) ? exampleOf(target, components, depth + 1) : null;
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const options = schema[keyword];
    if (!Array.isArray(options)) continue;
    const chosen = options.find((option) => isMap(option) && option["type"] !== "null");
    if (isMap(chosen)) return exampleOf(chosen, components, depth + 1);
  }
  switch (Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"]) {
    case "object": {
      const properties = isMap(schema["properties"]) ? schema["properties"] : {};
      return Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          isMap(field) ? exampleOf(field, components, depth + 1) : null,
        ]),
      );
    }
    case "array":
      return isMap(schema["items"]) ? [exampleOf(schema["items"], components, depth + 1)] : [];
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

function writtenExample(schema: JsonMap): Json | undefined {
  if ("example" in schema) return schema["example"] ?? null;
  const [listed] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  if (listed !== undefined) return listed;
  if ("const" in schema) return schema["const"] ?? null;
  return Array.isArray(schema["enum"]) ? (schema["enum"][0] ?? null) : undefined;
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

/** For a field without an example; openapi.test.ts refuses a document with it, so write one on the field (`.meta`). */
export const placeholder = "unspecified";

export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
