/** Country texts of documents, records and screening lists as ISO 3166 codes. */
import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { once } from "../once.ts";
import { countrySpellings } from "./country-spellings.ts";

countries.registerLocale(english);

const charsMax = 100;
const codes = countries.getAlpha2Codes();
/** Keys of all known names; a part behind a comma or in brackets stands before the rest ("Korea, North"). */
const byName = once(namesToCodes);

/**
 * The ISO 3166 alpha-2 code of a country's two or three letter code, English name or the spelling of a list
 * ("Korea, North", "Burma", "Region: Crimea"); undefined when the text names no country, which is not a contradiction
 * between two parties. A region counts as the state whose ISO 3166 entry contains it.
 */
export function countryCodeOf(text: string): string | undefined {
  const key = keyOf(text.slice(0, charsMax));
  const code = byName().get(key);
  if (code !== undefined) return code;
  const upper = key.toUpperCase();
  if (upper.length === 2) return Object.hasOwn(codes, upper) ? upper : undefined;
  return upper.length === 3 ? countries.alpha3ToAlpha2(upper) : undefined;
}

function namesToCodes(): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const [code, names] of Object.entries(countries.getNames("en", { select: "all" }))) {
    for (const name of names) byKey.set(keyOf(name), code);
  }
  for (const [code, names] of Object.entries(countrySpellings)) {
    for (const name of names) byKey.set(keyOf(name), code);
  }
  return byKey;
}

/**
 * The words of a name without "the", "of" and "and", in the order they are said: "Korea, Democratic People's Republic
 * of" has the key of "Democratic People's Republic of Korea".
 */
function keyOf(text: string): string {
  const plain = text
    .replace(/^\s*(?:region|country|nationality|citizenship)\s*:/i, "")
    .replace(/^([^,(]+)[,(]([^,)]+)\)?\s*$/u, "$2 $1");
  return plain
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’`.]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\b(?:the|of|and)\b/gu, " ")
    .replace(/\bst\b/gu, "saint")
    .replace(/ +/gu, " ")
    .trim();
}
