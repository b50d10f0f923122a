import type { Json } from "@service/engine-types";

/** Reads JSON text strictly: the whole text is one value. @throws SyntaxError. */
export function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("no JSON value");
  return value;
}

/** JSON.parse makes nothing but JSON, so one look at the outermost value is enough. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
