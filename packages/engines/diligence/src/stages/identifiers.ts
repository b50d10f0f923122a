import { isPlaceholder, tokensOf } from "@service/engine-kit";
import type { IdentifierType } from "../codes.ts";
import type { Identifier } from "../input.ts";

/** Four digits are shared by thousands of people, and "other" does not name what is compared: neither identifies. */
const weakTypes: ReadonlySet<IdentifierType> = new Set(["ssn_last4", "other"]);

/** Numbers that are unique only per issuer. */
const localTypes: ReadonlySet<IdentifierType> = new Set(["passport", "license"]);

const patterns: { readonly [Type in IdentifierType]: RegExp } = {
  fein: /^\d{9}$/,
  ssn_last4: /^\d{4}$/,
  duns: /^\d{9}$/,
  // Twelve characters without I and O, the first not zero (public definition of the unique entity id).
  uei: /^[A-HJ-NP-Z1-9][A-HJ-NP-Z0-9]{11}$/,
  usdot: /^\d{1,8}$/,
  npn: /^\d{1,10}$/,
  naic: /^\d{5}$/,
  lei: /^[A-Z0-9]{18}\d{2}$/,
  passport: /^[A-Z0-9]{5,15}$/,
  license: /^[A-Z0-9]{2,30}$/,
  other: /^[A-Z0-9]{1,60}$/,
};

/** Letters and digits in capitals: spaces, dashes and full-width forms are spelling. */
export function normalizeIdentifier(value: string): string {
  return value
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** One digit repeated, only zeros, or words: a form field filled to get past it (DIL-86). */
function isInPlaceOfNumber(value: string): boolean {
  return /^(?:0+|(\d)\1{6,})$/.test(normalizeIdentifier(value)) || isPlaceholder(tokensOf(value));
}

/** Whether `value` has the form of its type, check digits included where the type has them. */
export function isWellFormedIdentifier(type: IdentifierType, value: string): boolean {
  const normalized = normalizeIdentifier(value);
  if (!patterns[type].test(normalized) || isInPlaceOfNumber(value)) return false;
  return type !== "lei" || hasLeiCheckDigits(normalized);
}

/** Whether two identifiers name the same holder: strong type, equal value, and no two different places of issue. */
export function isSameHolder(a: Identifier, b: Identifier): boolean {
  if (a.type !== b.type || weakTypes.has(a.type) || isInPlaceOfNumber(a.value)) return false;
  const value = normalizeIdentifier(a.value);
  if (value === "" || value !== normalizeIdentifier(b.value)) return false;
  if (!localTypes.has(a.type) || a.jurisdiction === undefined || b.jurisdiction === undefined) return true;
  return normalizeIdentifier(a.jurisdiction) === normalizeIdentifier(b.jurisdiction);
}

/** The key under which a strong identifier is indexed; `undefined` for one that identifies nobody. */
export function identifierKey(identifier: Identifier): string | undefined {
  const value = normalizeIdentifier(identifier.value);
  return weakTypes.has(identifier.type) || value === "" || isInPlaceOfNumber(identifier.value)
    ? undefined
    : `${identifier.type}:${value}`;
}

/** ISO 17442: letters count from 10, and the whole number is 1 modulo 97. */
function hasLeiCheckDigits(lei: string): boolean {
  let remainder = 0;
  for (const character of lei) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
