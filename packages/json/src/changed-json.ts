import type { Json, JsonObject } from "./json.ts";

/**
 * The object with each member replaced by the result of `change`; the same object when nothing changed. Runs are large
 * and changes few: members that are not copied need no comparison later.
 */
export function changedMembers(object: JsonObject, change: (name: string, member: Json) => Json): JsonObject {
  let changed: { [name: string]: Json } | undefined;
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    const after = change(name, member);
    if (after === member) continue;
    changed ??= { ...object };
    changed[name] = after;
  }
  return changed ?? object;
}

/** `changedMembers` of a list. */
export function changedElements(
  list: readonly Json[],
  change: (element: Json, index: number) => Json,
): readonly Json[] {
  let changed: Json[] | undefined;
  for (const [index, element] of list.entries()) {
    const after = change(element, index);
    if (after === element) continue;
    changed ??= [...list];
    changed[index] = after;
  }
  return changed ?? list;
}
