import * as z from "zod";
import type { JsonMap } from "./openapi-example.ts";

/** Query parameters whose names only their beginning fixes, for the document. */
interface FreeParameters {
  /** What they are together in the document, which has one entry for them. */
  readonly name: string;
  /** Every name begins with it and goes on. */
  readonly prefix: string;
  readonly countMax: number;
  readonly description: string;
  /** A whole parameter: its name and value. */
  readonly example: Readonly<Record<string, string>>;
}

const freeParameters = z.registry<FreeParameters>();

/**
 * A query with the parameters of `named` and besides them up to `countMax` whose names begin with `prefix`, each with a value
 * of `value`; any other name is unknown (PLAT-98).
 */
export function freeQuery<Named extends z.ZodRawShape, Value extends z.ZodString>(
  named: Named,
  value: Value,
  free: FreeParameters,
) {
  const { prefix, countMax } = free;
  const query = z
    .object(named)
    .catchall(value)
    .superRefine((given, context) => {
      const names = Object.keys(given).filter((name) => !Object.hasOwn(named, name));
      const unknown = names.filter((name) => !name.startsWith(prefix) || name === prefix);
      if (unknown.length > 0) context.addIssue({ code: "unrecognized_keys", keys: unknown, input: given });
      if (names.length > countMax)
        context.addIssue({ code: "custom", message: `must have at most ${countMax} ${free.name}`, path: [] });
    });
  freeParameters.add(query, free);
  return query;
}

/**
 * The free parameters of a query as an OpenAPI parameter: an object whose members are parameters of their own.
 * @param schemaOf of their values.
 */
export function freeParametersOf(query: z.ZodObject | undefined, schemaOf: (value: z.ZodType) => JsonMap): JsonMap[] {
  const free = query && freeParameters.get(query);
  if (!free || !query) return [];
  const { catchall } = query.def;
  const value = catchall instanceof z.ZodType ? schemaOf(catchall) : { type: "string" };
  const { name, prefix, countMax, description, example } = free;
  const names = { pattern: `^${prefix.replaceAll(".", "\\.")}.+$` };
  return [
    {
      name,
      in: "query",
      required: false,
      description,
      style: "form",
      explode: true,
      schema: { type: "object", propertyNames: names, additionalProperties: value, maxProperties: countMax },
      example: { ...example },
    },
  ];
}
