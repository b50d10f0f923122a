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

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Where the member of a JSON Pointer, or of a path such as `items[1].on`, stands in the JSON: its name, or in an array its
 * beginning. Of what is missing, its nearest parent; the beginning when nothing of it is there.
 */
export function placeOf(text: string, pointer: string): { readonly from: number; readonly to: number } {
  const wanted = partsOf(pointer);
  // The name or place of the current member at each level; null where a name comes next.
  const path: (string | number | null)[] = [];
  let best = { from: 0, to: 0, depth: 0 };
  for (const { 0: token, index: from } of text.matchAll(tokens)) {
    const isName = path.at(-1) === null && token.startsWith('"');
    if (isName) path[path.length - 1] = nameOf(token);
    const isOwn = isName || typeof path.at(-1) === "number";
    if (isOwn && path.length > best.depth && path.every((part, level) => String(part) === wanted[level]))
      best = { from, to: from + token.length, depth: path.length };
    if (token === "{") path.push(null);
    else if (token === "[") path.push(0);
    else if (token === "}" || token === "]") path.pop();
    else if (token === ",") {
      const last = path.pop();
      path.push(typeof last === "number" ? last + 1 : null);
    }
  }
  return { from: best.from, to: best.to };
}

function partsOf(pointer: string): string[] {
  return pointer.startsWith("/")
    ? pointer
        .split("/")
        .slice(1)
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    : pointer.split(/[.[\]]+/).filter((part) => part !== "");
}

/** The name that a string of JSON writes. */
function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
