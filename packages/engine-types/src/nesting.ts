import type { Json } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/**
 * JSON Pointer of the first array or object that lies more than `levelsMax` levels deep, the document itself being the first
 * level; `undefined` when there is none. It looks no deeper than that, so that no document can make it run out of stack.
 */
export function firstDeeperThan(value: Json, levelsMax: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (levelsMax === 0) return "";
  if (isJsonArray(value)) {
    for (const [index, element] of value.entries()) {
      const found = firstDeeperThan(element, levelsMax - 1);
      if (found !== undefined) return `/${index}${found}`;
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const found = firstDeeperThan(member, levelsMax - 1);
      if (found !== undefined) return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${found}`;
    }
  }
  return undefined;
}
