import { canonicalJson, isJsonArray, isJsonObject, type Json, pointerToken } from "@service/json";

export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/**
 * Operations (RFC 6902) that make `from` into `to`, to be applied in order; none when they are equal. Lists are compared
 * without their equal beginning and end, so that one inserted element is one operation.
 */
export function jsonPatch(from: Json, to: Json): PatchOperation[] {
  const operations: PatchOperation[] = [];
  compare(from, to, "", operations);
  return operations;
}

function compare(from: Json, to: Json, path: string, operations: PatchOperation[]): void {
  if (isJsonArray(from) && isJsonArray(to)) compareLists(from, to, path, operations);
  else if (isJsonObject(from) && isJsonObject(to)) {
    for (const name of Object.keys(from))
      if (!Object.hasOwn(to, name)) operations.push({ op: "remove", path: `${path}/${pointerToken(name)}` });
    for (const [name, member] of Object.entries(to)) {
      const at = `${path}/${pointerToken(name)}`;
      const before = Object.hasOwn(from, name) ? from[name] : undefined;
      if (before === undefined) operations.push({ op: "add", path: at, value: member });
      else compare(before, member, at, operations);
    }
  } else if (!isSame(from, to)) operations.push({ op: "replace", path, value: to });
}

function compareLists(from: readonly Json[], to: readonly Json[], path: string, operations: PatchOperation[]): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && isSame(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const kept = shorter - start - end;
  for (let index = start; index < start + kept; index += 1)
    compare(from[index] ?? null, to[index] ?? null, `${path}/${index}`, operations);
  // From behind, so that no removal moves what is still to be removed.
  for (let index = from.length - end - 1; index >= start + kept; index -= 1)
    operations.push({ op: "remove", path: `${path}/${index}` });
  for (let index = start + kept; index < to.length - end; index += 1)
    operations.push({ op: "add", path: `${path}/${index}`, value: to[index] ?? null });
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
