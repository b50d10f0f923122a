/** Reads the sources of the name tables: lines of text, `#` for comments. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const tablesFolder = join(import.meta.dirname, "../../packages/engine-kit/src/names/tables");

export const sourceOf = (name: string): string => join(tablesFolder, "source", name);

/** The lines of a source that say something. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The parts of a string between separators, trimmed, without empty ones. */
export function partsOf(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
