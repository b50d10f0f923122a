import { cut, isJsonArray, type JsonObject } from "@service/json";
import type { Sensitivity } from "@service/privacy";
import { familyOf } from "./families.ts";
import type { FamilyName } from "./family-names.ts";

/** What a row is found by. */
export interface SearchTerm {
  /** Folded; at most `termCharsMax` characters. */
  readonly term: string;
  readonly field: string;
  /** Of the field: a reader who may not see it does not find by it. */
  readonly sensitivity: Sensitivity | undefined;
}

/** Longer words are found by their beginning. */
const termCharsMax = 64;
const termsPerRowMax = 40;
const digitsMin = 7;

/** A string as lists sort and `q` compares it: without marks, in lower case, blanks single (REC-21). */
export function foldText(text: string): string {
  // Most texts are ASCII, which has neither marks nor compatibility forms.
  const plain = /^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .normalize("NFKD")
        .replaceAll(/\p{M}+/gu, "")
        .normalize("NFKC");
  return plain.toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/** The words of `q`, or of a name: letters and digits, folded (REC-30). */
export function searchWords(text: string): readonly string[] {
  return foldText(text)
    .replaceAll(/['’`]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => cut(word, termCharsMax));
}

/** Digits with what people write between them. */
const numberForm = /^[+(\d][\d\s().+-]*$/;

/** The words of `q`: those of names, but a phone number or a number of a policy however it is written is one word (REC-30). */
export function questionWords(q: string): readonly string[] {
  const text = foldText(q);
  const digits = text.replaceAll(/\D/g, "");
  // Digits alone are looked for as they stand: a policy's number may begin with 1.
  if (digits === text || digits.length < digitsMin || !numberForm.test(text)) return searchWords(q);
  return [nationalOf(digits)];
}

/** A number of North America without its country code. */
function nationalOf(digits: string): string {
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** What the row is found by, each term of a field once (REC-30). */
export function searchTerms(family: FamilyName, fields: JsonObject): readonly SearchTerm[] {
  const found: SearchTerm[] = [];
  for (const [field, { search, sensitivity }] of searchedFields(family)) {
    const value = fields[field];
    if (typeof value !== "string" || value === "") continue;
    for (const term of new Set(termsOf(search, value))) found.push({ term, field, sensitivity });
  }
  return found.slice(0, termsPerRowMax);
}

function termsOf(search: "words" | "code" | "digits", value: string): readonly string[] {
  switch (search) {
    case "words":
      return searchWords(value);
    case "code": {
      // "SYN 123-4" is asked for whole, without its separators, and by its parts.
      const words = searchWords(value);
      return [cut(words.join(""), termCharsMax), ...words].filter((word) => word !== "");
    }
    case "digits": {
      const digits = value.replaceAll(/\D/g, "");
      if (digits.length < digitsMin) return [];
      // A number of North America is asked for with and without its country code, and by its last seven digits.
      const national = nationalOf(digits);
      return [digits, national, national.slice(-7)];
    }
  }
}

type Searched = readonly (readonly [
  string,
  { search: "words" | "code" | "digits"; sensitivity: Sensitivity | undefined },
])[];
const searched = new Map<FamilyName, Searched>();

function searchedFields(family: FamilyName): Searched {
  const cached = searched.get(family);
  if (cached !== undefined) return cached;
  const fields: Searched = Object.entries(familyOf(family).fields).flatMap(([name, { search, sensitivity }]) =>
    search === undefined ? [] : [[name, { search, sensitivity }] as const],
  );
  searched.set(family, fields);
  return fields;
}

/** The values of a row in a column of several texts: of one or more fields, those inside an address by its state. */
export function textsIn(fields: JsonObject, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string") found.add(value);
    else if (isJsonArray(value)) for (const each of value) if (typeof each === "string") found.add(each);
    if (typeof value === "object" && value !== null && !isJsonArray(value)) {
      const state = value["state"];
      if (typeof state === "string") found.add(state);
    }
  }
  return [...found];
}
