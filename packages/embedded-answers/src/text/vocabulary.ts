import { readFileSync } from "node:fs";

/**
 * A page of the vocabulary: a file below `vocabulary/`, without its comments, which begin with `#`.
 * @param name of the file, without `.txt`.
 */
export function vocabulary(name: string): string {
  const text = readFileSync(new URL(`../../vocabulary/${name}.txt`, import.meta.url), "utf8");
  return text.replaceAll(/^#.*\n/gm, "");
}

/** Its lines. */
export function vocabularyLines(name: string): readonly string[] {
  return vocabulary(name).trim().split("\n");
}

/** Its words. */
export function vocabularyWords(name: string): readonly string[] {
  return vocabulary(name).trim().split(/\s+/);
}
