import type { Json } from "@service/json";

/** Parses a string that is exactly one JSON value. @throws SyntaxError. */
export function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("no JSON value");
  return value;
}

/** JSON.parse returns only JSON, so checking the outermost value is enough. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
