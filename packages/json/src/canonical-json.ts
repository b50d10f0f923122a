import { createHash, hash } from "node:crypto";
import type { Json } from "./json.ts";
import { isJsonArray } from "./json.ts";

/**
 * RFC 8785 (JSON Canonicalization Scheme): one byte sequence per JSON value, on which every hash of this project is taken.
 * Members are ordered by UTF-16 code units and numbers print as ECMAScript prints them, which is what the RFC asks for.
 * Throws `TypeError` on what JSON cannot carry: non-finite numbers and lone surrogates.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("a non-finite number has no canonical form");
    return JSON.stringify(value);
  }
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (isJsonArray(value)) {
    let text = "[";
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) text += ",";
      text += canonicalJson(value[index] ?? null);
    }
    return `${text}]`;
  }
  // Array.prototype.sort without a comparator orders by UTF-16 code units (RFC 8785 section 3.2.3).
  let text = "{";
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${canonicalString(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}

/** Lower case hex SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Lower case hex SHA-256 of the canonical form of `value`. */
export function canonicalHash(value: Json): string {
  return sha256Hex(canonicalJson(value));
}

/** Characters of the canonical form that are made and hashed between two yields. */
const stepChars = 32 * 1024;

/** As `canonicalHash`, with the bytes of the form, in steps that can be interrupted: for values of megabytes. */
export function* canonicalHashSteps(
  value: Json,
): Generator<undefined, { readonly sha256: string; readonly bytes: number }> {
  const form = { text: "" };
  const sha256 = createHash("sha256");
  let bytes = 0;
  for (const step of writingSteps(value, form)) {
    bytes += Buffer.byteLength(form.text);
    sha256.update(form.text);
    form.text = "";
    yield step;
  }
  sha256.update(form.text);
  return { sha256: sha256.digest("hex"), bytes: bytes + Buffer.byteLength(form.text) };
}

/** Appends the canonical form of `value`; yields where the text is long enough to be taken away. */
function* writingSteps(value: Json | undefined, form: { text: string }): Generator<undefined> {
  if (typeof value !== "object" || value === null) {
    form.text += canonicalJson(value ?? null);
  } else if (isJsonArray(value)) {
    form.text += "[";
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) form.text += ",";
      const item = value[index];
      // Not `yield*` for each of a million scalars: that would cost more than writing them.
      if (typeof item === "object") yield* writingSteps(item, form);
      else form.text += canonicalJson(item ?? null);
      if (form.text.length >= stepChars) yield;
    }
    form.text += "]";
  } else {
    let separator = "{";
    for (const key of Object.keys(value).sort()) {
      if (value[key] === undefined) continue;
      form.text += `${separator}${canonicalString(key)}:`;
      separator = ",";
      yield* writingSteps(value[key], form);
      if (form.text.length >= stepChars) yield;
    }
    form.text += separator === "{" ? "{}" : "}";
  }
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("a lone surrogate has no canonical form");
  return JSON.stringify(text);
}
