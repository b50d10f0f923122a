/** What a desk abbreviates and papers write out, for quoting. */
const table: { readonly [short: string]: string } = {
  agg: "aggregate",
  ai: "additional insured",
  apps: "applications",
  bop: "business owners",
  bpp: "business personal property",
  cgl: "general liability",
  ded: "deductible",
  docs: "documents",
  eff: "effective",
  epl: "employment practices",
  epli: "employment practices",
  exp: "expiration",
  gl: "general liability",
  med: "medical",
  occ: "occurrence",
  pol: "policy",
  prem: "premium",
  tiv: "total insured value",
  um: "uninsured motorist",
  umb: "umbrella",
  uw: "underwriting",
  vin: "vehicle identification number vin",
  wc: "workers compensation",
};

/** The text with its abbreviations written out. */
export function withoutAbbreviations(text: string): string {
  return text.replaceAll(/[\p{L}]+/gu, (word) => table[word.toLowerCase()] ?? word);
}
