/** JSON that people edit as text. */

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws SyntaxError that says what is wrong: no JSON, or no object. */
export function parseObject(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJson(value)) throw new SyntaxError("This is not a JSON object: it begins with a brace.");
  return value;
}

export function written(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/**
 * Where the member of a JSON Pointer, or of a path such as `items[1].on`, stands in the JSON, near enough to lead there:
 * places in arrays are not counted. The beginning when it is not in it.
 */
export function placeOf(text: string, pointer: string): { readonly from: number; readonly to: number } {
  let from = 0;
  let to = 0;
  for (const part of pointer.split(/[/.[]/)) {
    const name = JSON.stringify(part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const at = text.indexOf(`${name}:`, to);
    if (at < 0) continue;
    from = at;
    to = at + name.length;
  }
  return { from, to };
}
