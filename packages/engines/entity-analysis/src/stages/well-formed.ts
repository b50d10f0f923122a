import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";

/**
 * The same value with lone surrogates replaced. JSON can carry them, canonical JSON cannot (RFC 8785), and an input
 * must never make a run throw (ENT-65). Unchanged parts are not copied.
 */
export function wellFormedObject(value: JsonObject): JsonObject {
  let changed: { [name: string]: Json } | undefined;
  for (const [name, member] of Object.entries(value)) {
    const keptName = name.isWellFormed() ? name : name.toWellFormed();
    const kept = wellFormed(member);
    if (keptName === name && kept === member) continue;
    changed ??= { ...value };
    if (keptName !== name) delete changed[name];
    Object.defineProperty(changed, keptName, { value: kept, enumerable: true, configurable: true, writable: true });
  }
  return changed ?? value;
}

function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (isJsonObject(value)) return wellFormedObject(value);
  if (!isJsonArray(value)) return value;
  let changed: Json[] | undefined;
  for (let index = 0; index < value.length; index += 1) {
    const item = value[index] ?? null;
    const kept = wellFormed(item);
    if (kept === item) continue;
    changed ??= [...value];
    changed[index] = kept;
  }
  return changed ?? value;
}
