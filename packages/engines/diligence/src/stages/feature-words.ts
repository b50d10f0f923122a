import type { IdentifierType } from "../codes.ts";

/** What an identifier is called in sentences (WORD-3). */
const identifierWords: { readonly [Type in IdentifierType]: string } = {
  fein: "federal tax number",
  ssn_last4: "last digits of the social security number",
  duns: "D-U-N-S number",
  uei: "unique entity identifier",
  usdot: "USDOT number",
  npn: "national producer number",
  naic: "NAIC company number",
  lei: "legal entity identifier",
  passport: "passport number",
  license: "license number",
  other: "other identifier",
};

/** The words of an identifier type. */
export function identifierInWords(type: IdentifierType): string {
  return identifierWords[type];
}
