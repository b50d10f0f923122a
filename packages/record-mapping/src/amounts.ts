import { Refused } from "./refused.ts";

export type DecimalSign = "." | ",";

/** Signs of currencies, each with the codes that it is written for. */
const signs: Readonly<Record<string, readonly string[]>> = {
  $: ["USD", "CAD", "AUD", "NZD", "MXN", "HKD", "SGD", "BBD", "BSD", "BMD", "KYD", "TTD", "JMD", "XCD"],
  US$: ["USD"],
  CA$: ["CAD"],
  C$: ["CAD"],
  A$: ["AUD"],
  "€": ["EUR"],
  "£": ["GBP"],
  "¥": ["JPY", "CNY"],
};

/** Longer texts hold no number; the bound keeps the patterns cheap. */
const charsMax = 60;

const amount =
  /^(?<open>\()?\s*(?<sign>[-+−])?\s*(?<before>US\$|CA\$|C\$|A\$|[A-Z]{3}|\p{Sc})?\s*(?<inner>[-+−(])?\s*(?<digits>[\d.,'’\u0020\u00a0\u202f]*\d)(?<even>[.,](?:[-–—]{1,2})?)?\s*(?<after>[A-Z]{3}|\p{Sc})?(?<trailing>-)?\s*(?<close>\))?\s*(?<behind>[A-Z]{3}|\p{Sc})?$/u;

const usual = /^\$?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,2})?$/;

/** Digits with groups of three, by decimal sign; the groups may also be parted by blanks or apostrophes. */
const grouped: Readonly<Record<DecimalSign, RegExp>> = {
  ".": /^(?:\d{1,18}|\d{1,3}(?:[,'’\u0020\u00a0\u202f]\d{3})+)?(?:\.(?<decimals>\d*))?$/,
  ",": /^(?:\d{1,18}|\d{1,3}(?:[.'’\u0020\u00a0\u202f]\d{3})+)?(?:,(?<decimals>\d*))?$/,
};

/** `$1,234.56`, `(1,234.56)`, `1,234.56-`, `USD 1234`: the amount, as written. No rounding. */
export function readAmount(text: string, decimal: DecimalSign, currency: string): number | Refused {
  // Most amounts look so; the pattern below costs five times as much.
  if (decimal === "." && usual.test(text)) {
    if (!text.startsWith("$")) return Number(text.replaceAll(",", ""));
    if (signs["$"]?.includes(currency) === true) return Number(text.slice(1).replaceAll(",", ""));
  }
  const groups = text.length > charsMax ? undefined : amount.exec(text.trim())?.groups;
  if (groups === undefined) return new Refused("is not an amount");
  const { open, sign, before, inner, digits = "", even = "", after, trailing, close, behind } = groups;
  for (const mark of [before, after, behind]) {
    if (mark === undefined || mark === currency || signs[mark]?.includes(currency) === true) continue;
    return new Refused(`is an amount in ${mark}; the mapping's currency is ${currency}`);
  }
  // The sign of a currency stands before the bracket as often as within: `$(1,250.00)`.
  const brackets = [open, inner === "(" ? inner : undefined].filter((mark) => mark !== undefined).length;
  if (brackets !== (close === undefined ? 0 : 1)) return new Refused("has one bracket of two");
  const negations = [open, sign === "+" ? undefined : sign, inner === "+" ? undefined : inner, trailing];
  const negated = negations.filter((mark) => mark !== undefined).length;
  if (negated > 1) return new Refused("is negative twice");
  // `1.250,-` is an even amount: the dash stands for no cents. Behind another sign it has two readings.
  if (even.length > 1 && even[0] !== decimal) return new Refused("has two readings: a dash for no cents, or a minus");
  const value = readDigits(`${digits}${even.slice(0, 1)}`, decimal, true);
  return value instanceof Refused ? value : negated === 1 ? -value + 0 : value;
}

/** A number without a unit: `1,234`, `-3.5`. */
export function readNumber(text: string, decimal: DecimalSign): number | Refused {
  const trimmed = text.trim();
  const [, sign = "", digits = ""] = /^([-+−]?)([^-+−]{1,40})$/.exec(trimmed) ?? [];
  const value = readDigits(digits, decimal, true);
  return value instanceof Refused || sign === "" || sign === "+" ? value : -value + 0;
}

/** `12.5%`, `12.5`: hundredths, as a share. */
export function readPercent(text: string, decimal: DecimalSign): number | Refused {
  const [, sign = "", digits = ""] = /^([-+−]?)\s*([^-+−%]{1,40}?)\s*%?$/.exec(text.trim()) ?? [];
  const value = readDigits(digits, decimal, false);
  if (value instanceof Refused) return value;
  return (sign === "-" || sign === "−" ? -value + 0 : value) / 100;
}

function readDigits(digits: string, decimal: DecimalSign, mayBeGroup: boolean): number | Refused {
  const match = /\d/.test(digits) ? grouped[decimal].exec(digits) : null;
  if (match === null) return new Refused(/^[\d.,]+$/.test(digits) ? otherSign(decimal) : "is not a number");
  // 1.234 is one and a quarter here and a thousand elsewhere; who declares the decimal sign may still be wrong once.
  if (mayBeGroup && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && match.groups?.["decimals"] !== undefined) {
    return new Refused("has two readings: three digits after the sign may be decimals or a group");
  }
  return Number(digits.replaceAll(decimal === "." ? /[^\d.]/g : /[^\d,]/g, "").replace(",", "."));
}

/** The only decimal sign by which an amount can be read; undefined where it has none, or both read it. */
export function decimalSignOf(text: string): DecimalSign | undefined {
  const digits = text.replaceAll(/[^\d.,'’\u00a0\u202f ]/gu, "").trim();
  const readable = ([".", ","] as const).filter((sign) => !(readDigits(digits, sign, true) instanceof Refused));
  const [only] = readable;
  return readable.length === 1 && /[.,]/.test(digits) ? only : undefined;
}

function otherSign(decimal: DecimalSign): string {
  return `is not a number with the decimal sign "${decimal}"`;
}
