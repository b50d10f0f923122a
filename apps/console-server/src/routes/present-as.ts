import type * as z from "zod";

/**
 * A value of the domain as an answer: members in snake_case, moments in RFC 3339, and of these what the schema names.
 * @throws when a member that the schema wants is missing, which a test of the route shows.
 */
export function presentAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return schema.parse(snakeCased(value));
}

function snakeCased(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(member),
    ]),
  );
}
