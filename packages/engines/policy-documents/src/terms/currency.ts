/** Marks of currencies that stand beside an amount, by the ISO 4217 code that they mean. */
const marks: ReadonlyMap<string, RegExp> = new Map([
  ["EUR", /€|\b(?:EUR|euros?)\b/gi],
  ["GBP", /£|\b(?:GBP|pounds sterling)\b/gi],
  ["JPY", /¥|\bJPY\b/gi],
  ["CAD", /\bCA?\$|\bCAD\b\$?/g],
  ["AUD", /\bAU?\$|\bAUD\b\$?/g],
  ["CHF", /\bCHF\b/g],
  ["MXN", /\bMXN\b/g],
]);

/**
 * The marks of the currency in which a document is read as signs of the dollar, one for one (READ-21): what reads amounts
 * knows one currency, and which one it is, is the caller's.
 */
export function withOwnSigns(text: string, currency: string): string {
  const own = marks.get(currency);
  return own === undefined ? text : text.replaceAll(own, (mark) => "$".padStart(mark.length, " "));
}

const signBefore = /(?:[€£¥]\s?|\b(?:EUR|GBP|JPY|CAD|AUD|CHF|MXN|NZD|HKD)\s?\$?|\b(?:CA?|AU?|NZ|HK))$/;
const signAfter = /^\s?(?:[€£¥]|(?:EUR|GBP|JPY|CAD|AUD|CHF|MXN|NZD|HKD|euros?|pounds sterling)\b)/;

/** Whether the words around an amount say that it is of another currency (READ-21). A letter before counts before a sign only. */
export function isForeign(before: string, token: string, after: string): boolean {
  const sign = signBefore.exec(before)?.[0];
  const isLetters = sign !== undefined && /^(?:CA?|AU?|NZ|HK)$/.test(sign);
  return (sign !== undefined && (!isLetters || token.startsWith("$"))) || signAfter.test(after);
}
