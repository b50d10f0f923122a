import type { Json, JsonObject } from "../json.ts";
import { isJsonArray, isJsonObject } from "../json.ts";

/** Typed reads of a document that a schema has already accepted: a wrong type means "not stated", and no stage asks again. */
export function text(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

export function number(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A text, or a number written as text: versions of entries come as either. */
export function scalarText(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function part(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

export function texts(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The member of a closed list that `value` names, or `undefined`. */
export function oneOf<Word extends string>(words: readonly Word[], value: Json | undefined): Word | undefined {
  return words.find((word) => word === value);
}

/** The order of UTF-16 code units: the same on every machine, whatever its locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** At most `max` code points. */
export function clipped(value: string, max: number): string {
  if (value.length <= max) return value;
  const points = [...value];
  return points.length <= max ? value : `${points.slice(0, max - 1).join("")}…`;
}

/** `1 strong match`, `2 strong matches`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
