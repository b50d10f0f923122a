import { isJsonArray, isJsonObject, type Json } from "./json.ts";

/** A member's name as a step of a JSON Pointer. */
export function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The member's name that a step of a JSON Pointer stands for. */
export function pointerName(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The value at a JSON Pointer (RFC 6901); undefined where there is none. The empty pointer is the document. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const token of pointer.split("/").slice(1)) {
    const name = pointerName(token);
    if (isJsonArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(name) ? value[Number(name)] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
