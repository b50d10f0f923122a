type Schema = Readonly<Record<string, unknown>>;

const depthMax = 8;

/**
 * A value that a JSON Schema describes, as a beginning to edit: its example where it has one, else its required members.
 * It need not pass rules that relate members to each other.
 */
export function sampleOf(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isSchema(schema) || depth > depthMax) return null;
  const { $ref: reference, examples, type } = schema;
  if (typeof reference === "string") return sampleOf(resolved(reference, root), root, depth + 1);
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  for (const name of ["default", "const"]) if (Object.hasOwn(schema, name)) return schema[name];
  const { enum: values, anyOf, oneOf } = schema;
  for (const [first] of [values].filter((each): each is unknown[] => Array.isArray(each))) return first;
  const choices: unknown = anyOf ?? oneOf;
  if (Array.isArray(choices)) return sampleOf(choices[0], root, depth + 1);
  const kind: unknown = Array.isArray(type) ? type[0] : type;
  if (kind === "array") return itemsOf(schema, root, depth);
  if (kind === "string")
    return schema["format"] === "date" ? "2027-01-01" : schema["format"] === "date-time" ? "2027-01-01T00:00:00Z" : "";
  if (kind === "number" || kind === "integer") return typeof schema["minimum"] === "number" ? schema["minimum"] : 0;
  if (kind === "boolean") return false;
  return kind === "object" || isSchema(schema["properties"]) ? membersOf(schema, root, depth) : null;
}

function itemsOf(schema: Schema, root: unknown, depth: number): unknown[] {
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  return Array.from({ length: least }, () => sampleOf(schema["items"], root, depth + 1));
}

function membersOf({ properties, required }: Schema, root: unknown, depth: number): Readonly<Record<string, unknown>> {
  if (!isSchema(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    required.flatMap((name: unknown): [string, unknown][] =>
      typeof name === "string" ? [[name, sampleOf(properties[name], root, depth + 1)]] : [],
    ),
  );
}

/** `#/$defs/item` in the document. */
function resolved(reference: string, root: unknown): unknown {
  return reference
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .reduce<unknown>(
      (value, part) => (isSchema(value) ? value[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
      root,
    );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
