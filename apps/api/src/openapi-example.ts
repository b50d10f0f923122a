type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };

/**
 * An example value of a JSON Schema: the one written on it, else one built from its parts, so that every operation of
 * the document has a whole example. Deterministic; recursion is bounded.
 */
export function exampleOf(schema: JsonMap, components: JsonMap, depth = 0): Json {
  if (depth > 8) return null;
  if ("example" in schema) return schema["example"] ?? null;
  const [listed] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  if (listed !== undefined) return listed;
  if ("const" in schema) return schema["const"] ?? null;
  if (Array.isArray(schema["enum"])) return schema["enum"][0] ?? null;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const target = components[reference.slice(reference.lastIndexOf("/") + 1)];
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

function stringExample(schema: JsonMap): string {
  switch (schema["format"]) {
    case "uuid":
      return "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11";
    case "date-time":
      return "2026-11-21T09:00:00.000Z";
    default:
      return typeof schema["minLength"] === "number" && schema["minLength"] > 4 ? "example text" : "text";
  }
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
