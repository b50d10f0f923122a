import {
  part,
  type Json,
  type JsonSchema,
  isJsonObject,
  booleanSchema,
  closed,
  numberSchema,
  textSchema,
} from "@service/json";
import { lossFactPaths } from "./loss-facts.ts";

/**
 * The schema that a fact path leads to in documents of `shapes`; `undefined` when none of them can have it. Without
 * this check a typing error in a rule would evaluate to unknown for ever. A schema that accepts anything accepts every
 * path below it.
 */
export function shapeAt(shapes: JsonSchema, path: string): JsonSchema | undefined {
  let shape: Json | undefined = shapes;
  for (const segment of path.split(".")) {
    const isSpread = segment.endsWith("[]");
    const name = isSpread ? segment.slice(0, -2) : segment;
    if (!isJsonObject(shape)) return undefined;
    const members = part(shape, "properties");
    const inner: Json | undefined = Object.hasOwn(members, name) ? members[name] : shape.additionalProperties;
    if (!isJsonObject(inner)) return undefined;
    if (takesAnything(inner)) return inner;
    shape = isSpread ? inner.items : inner;
  }
  return isJsonObject(shape) ? shape : undefined;
}

/** The namespace `loss` (TYPE-31, TYPE-38). */
export function lossFactsSchema(): JsonSchema {
  return closed(Object.fromEntries(lossFactPaths.map((path) => [path.slice("loss.".length), lossShape(path)])));
}

function takesAnything(schema: JsonSchema): boolean {
  return schema.type === undefined;
}

function lossShape(path: string): JsonSchema {
  if (path === "loss.valued_on") return textSchema(10);
  return path === "loss.no_losses_statement" ? booleanSchema() : numberSchema();
}
