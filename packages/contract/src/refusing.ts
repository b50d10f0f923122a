import * as z from "zod";
import type { PlainErrorCode } from "./fail.ts";

/**
 * Which code a bad field answers is written on the field, once. A typed registry instead of zod's global meta:
 * augmenting that with ErrorCode makes the type of the error table circular. The parser has a message and no details, so
 * only codes that need none can stand on a field.
 */
const codes = z.registry<{ code: PlainErrorCode }>();

/** Marks `schema`: when an issue lies on its path, the nearest mark decides the code. Unmarked = `invalid_request`. */
export function refusing<S extends z.ZodType>(code: PlainErrorCode, schema: S): S {
  codes.add(schema, { code });
  return schema;
}

/** The code written on this very schema, if any. */
export function refusalOf(schema: z.ZodType): PlainErrorCode | undefined {
  return codes.get(schema)?.code;
}

/**
 * The code of an issue: walks from `root` along the path and takes the last mark met, so the innermost wins.
 */
export function refusalAt(root: z.ZodType, path: readonly PropertyKey[]): PlainErrorCode | undefined {
  let found = refusalOf(root);
  let here: z.ZodType | undefined = unwrapped(root, (code) => (found = code));
  for (const step of path) {
    here = here && child(here, step);
    if (!here) break;
    found = refusalOf(here) ?? found;
    here = unwrapped(here, (code) => (found = code));
  }
  return found;
}

/** Optional, nullable, default and pipe wrappers stand between a field and its mark. */
function unwrapped(schema: z.ZodType, mark: (code: PlainErrorCode) => void): z.ZodType {
  let here: z.ZodType = schema;
  for (let depth = 0; depth < 8; depth += 1) {
    let inner: unknown;
    if (here instanceof z.ZodOptional || here instanceof z.ZodNullable || here instanceof z.ZodDefault)
      inner = here.unwrap();
    else if (here instanceof z.ZodPipe) inner = here.in;
    if (!(inner instanceof z.ZodType)) return here;
    here = inner;
    const code = refusalOf(here);
    if (code) mark(code);
  }
  return here;
}

function child(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    const field: unknown = typeof step === "string" ? schema.shape[step] : undefined;
    return field instanceof z.ZodType ? field : undefined;
  }
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodType ? schema.element : undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType instanceof z.ZodType ? schema.valueType : undefined;
  return undefined;
}
