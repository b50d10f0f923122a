import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type JsonObject, parseJsonObject } from "@service/json";

/** The rows of `<folder>/<name>.ndjson.gz`, a JSON object a line; none when the file is missing. */
export function readTruth(folder: string, name: string): readonly JsonObject[] {
  const file = join(folder, `${name}.ndjson.gz`);
  if (!existsSync(file)) return [];
  return gunzipSync(readFileSync(file))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(parseJsonObject);
}
