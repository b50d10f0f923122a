import { pointerToken } from "./pointer.ts";
import type { Json } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/**
 * JSON Pointer of the first array or object more than `levelsMax` levels deep, the document being the first level;
 * `undefined` when there is none. Never recurses deeper than that, so no document can overflow the stack.
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
      if (found !== undefined) return `/${pointerToken(name)}${found}`;
    }
  }
  return undefined;
}
