import type { Json, JsonObject } from "./json.ts";
import { isJsonObject } from "./json.ts";

const lineFeed = 0x0a;

/**
 * Rows of a dataset from the text in which it is stored and hashed: one canonical JSON object to a line, in the order of
 * their keys, every line ended by a line feed. Read line by line, because the text of a whole dataset may be longer than
 * JavaScript likes its strings. The bytes may lie in memory that threads share.
 * @throws SyntaxError when a line is no JSON object; a text that has its hash has none.
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

/** What `JSON.parse` answers is JSON, so one look at the outermost value is enough. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
