import { type Json, type JsonObject, isJsonObject } from "@service/json";

const lineFeed = 0x0a;

/**
 * Rows of a dataset from the stored, hashed text: one canonical JSON object per line, in the order of their keys, each
 * line ended by a line feed. Read line by line, because the whole text may exceed the maximum length of a JavaScript
 * string. The bytes may be in memory shared between threads.
 * @throws SyntaxError when a line is not a JSON object; never for a text whose hash was checked.
 */
export function readDatasetText(bytes: Uint8Array): JsonObject[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: JsonObject[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf(lineFeed, start);
    const row = readJson(text.toString("utf8", start, end < 0 ? text.length : end));
    if (!isJsonObject(row)) throw new SyntaxError("a row of a dataset is not a JSON object");
    rows.push(row);
    start = end < 0 ? text.length : end + 1;
  }
  return rows;
}

function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("a row of a dataset is not JSON");
  return value;
}

/** `JSON.parse` returns JSON, so checking the outermost value is enough. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
