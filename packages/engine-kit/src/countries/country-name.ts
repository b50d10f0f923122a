import countries from "i18n-iso-countries/index.js";
import { countryCodeOf } from "./country-code.ts";

/** A country as a sentence names it (WORD-3): the English name of what `text` resolves to, else `text` as it stands. */
export function countryInWords(text: string): string {
  const code = countryCodeOf(text);
  return (code === undefined ? undefined : countries.getName(code, "en", { select: "alias" })) ?? text;
}
