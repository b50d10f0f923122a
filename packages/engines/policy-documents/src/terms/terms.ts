import { readFigure, scaleOf, toCents } from "@service/engine-kit";
import { isForeign } from "./currency.ts";
import { datePattern, isoOf } from "./dates.ts";

/** A value in a row, with its offsets on the page. */
export type Term = { readonly start: number; readonly end: number } & TermValue;
type TermValue =
  /** `isSure`: its sign, grouping or scale says that it is an amount. */
  | { readonly kind: "money"; readonly cents: number; readonly isSure: boolean; readonly hasDecimals?: boolean }
  | { readonly kind: "percent"; readonly ratio: number }
  | { readonly kind: "hours"; readonly hours: number }
  | { readonly kind: "date"; readonly iso: string }
  | { readonly kind: "split"; readonly parts: readonly number[] }
  /** In parentheses or with a minus: a credit, never a limit. */
  | { readonly kind: "negative"; readonly cents: number }
  /** It looks like an amount and has no single reading: `1,0#0,000`. */
  | { readonly kind: "damaged" };

const money = String.raw`(?:(?:US|USD\s?)?\$|\bUSD(?=\s{0,14}\d))\s{0,14}(?:[\d.]|[lIOoS?#](?=[,\d]))[^\s|;()[\]]*|(?<![\w.,/#~$-])\d[^\s|;()[\]]*`;
const termPattern = new RegExp(
  [
    String.raw`(?<date>(?<![\w/-])(?:${datePattern})(?!\w))`,
    String.raw`(?<time>(?<![\w,.])(\d{1,4})[\s-]?(hours?|hrs?\b\.?|days?)(?!\w))`,
    String.raw`(?<span>(?<![\w,.])\d{1,3}[\s-]?(?:months?|mos?\b\.?|years?|yrs?\b\.?)(?!\w))`,
    String.raw`(?<percent>(?<![\w,])\d{0,3}(?:\.\d{1,4})?(?<=\d)\s?(?:%|percent\b|pct\b))`,
    String.raw`(?<clock>(?<!\d)\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?)`,
    String.raw`(?<negative>\(\s?\$?\s?\d[\d,.]*\s?\)|\$\s?\(\s?\d[\d,.]*\s?\)|(?<![\w/])-\s?\$\s?\d[\d,.]*)`,
    String.raw`(?<slashed>\$\s?\d[\d,.]*[km]{0,2}(?:\s?\/\s?\$\s?\d[\d,.]*[km]{0,2}){1,2}(?![\w/]))`,
    String.raw`(?<nil>\$\s{0,8}(?:nil|none|-0-)(?!\w))`,
    `(?<money>${money})`,
  ].join("|"),
  "gi",
);

/** The values of a piece of a line, in order; `at` is its offset on the page. Linear. */
export function termsIn(text: string, at: number): readonly Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(termPattern)) {
    const { groups = {} } = match;
    const start = at + match.index;
    const end = start + match[0].length;
    if (groups.date !== undefined) {
      const iso = isoOf(match[0]);
      terms.push(iso === undefined ? { kind: "damaged", start, end } : { kind: "date", iso, start, end });
    } else if (groups.time !== undefined) {
      const count = Number(/\d+/.exec(match[0])?.[0]);
      terms.push({ kind: "hours", hours: /day/i.test(match[0]) ? count * 24 : count, start, end });
    } else if (groups.percent !== undefined) {
      const percent = Number(/[\d.]+/.exec(match[0])?.[0]);
      terms.push({ kind: "percent", ratio: Math.round(percent * 1e4) / 1e6, start, end });
    } else if (groups.negative !== undefined) {
      const cents = centsOf(groups.negative.replaceAll(/[^\d.,]/g, ""));
      const isYear = /^\((?:19|20)\d\d\)$/.test(groups.negative);
      if (cents !== undefined && !isYear && /[$,.]|\d{3}/.test(groups.negative))
        terms.push({ kind: "negative", cents: -cents, start, end });
    } else if (groups.slashed !== undefined) {
      const term = splitTerm(groups.slashed.replaceAll(/\s/g, "").replace(/[.,]$/, ""), start);
      if (term !== undefined) terms.push({ ...term, end });
    } else if (groups.nil !== undefined) {
      terms.push({ kind: "money", cents: 0, isSure: true, start, end });
    } else if (groups.money !== undefined) {
      const after = text.slice(match.index + match[0].length);
      // A few characters are looked back at: a line may be long.
      const term = isForeign(text.slice(Math.max(0, match.index - 12), match.index), match[0], after)
        ? ({ kind: "damaged", start, end } as const)
        : moneyTerm(match[0], start, after);
      if (term !== undefined) terms.push(term);
    }
  }
  return terms;
}

function moneyTerm(words: string, start: number, after: string): Term | undefined {
  const token = words.replace(/[.,:*'"+]+$/, "").replace(/[/,-]+$/, "");
  const end = start + token.length;
  if (/\d\/|\/\s?\$/.test(token)) return splitTerm(token, start);
  const scale = /^\s?(k|mm?|mil|mill|million|thousand|bn|billion)\b\.?(?!\s*(?:sq|square|miles?|ft))/i.exec(after);
  const word = scale?.[1] === undefined ? undefined : scaleOf(scale[1].replace(/^mill$/i, "mil"));
  const plain = token
    .replaceAll(/\s/g, "")
    .replace(/^USD?(?=\$)/i, "")
    .replace(/^USD/i, "$");
  const cents = centsOf(plain, word);
  if (cents === undefined) {
    const isAmountLike = /^(?:US)?\$|\d,\d{3}|\d,[^\s,]{3}(?:,|$)/.test(plain);
    return isAmountLike ? { kind: "damaged", start, end } : undefined;
  }
  if (/^\d{2}k$/i.test(plain) && /^\s*(?:(?:white|yellow|rose) )?gold\b/i.test(after)) return undefined;
  const isSure = plain.includes("$") || /\d,\d{3}/.test(plain) || /\d[km]+$/i.test(plain) || word !== undefined;
  if (!isSure && /^0\d|\./.test(plain) && !/\.\d\d$/.test(plain)) return undefined;
  const hasDecimals = /\.\d\d$/.test(plain);
  return {
    kind: "money",
    cents,
    isSure,
    hasDecimals,
    start,
    end: word === undefined ? end : end + (scale?.[0].length ?? 0),
  };
}

function centsOf(token: string, scaleWord?: number): number | undefined {
  if (token.includes("%")) return undefined;
  // A bare number that could be a year is one for prose; in a row it is an amount when its column says so.
  if (/^(?:19|20)\d{2}$/.test(token)) return Number(token) * 100;
  const read = readFigure(token, scaleWord);
  return read.kind === "amount" ? toCents(read.value) : undefined;
}

/** `100/300/100` in thousands as auto prints it, `$1M/$2M`, `$250,000/$500,000/$100,000`. */
function splitTerm(token: string, start: number): Term | undefined {
  const pieces = token.split("/");
  if (pieces.length > 3 || pieces.some((piece) => !/\d/.test(piece))) return undefined;
  const isShort = pieces.every((piece) => /^\d{2,4}$/.test(piece) && Number(piece) % 5 === 0);
  const parts = pieces.map((piece) => centsOf(piece, isShort ? 1000 : undefined));
  const end = start + token.length;
  const amounts = parts.filter((part) => part !== undefined);
  if (amounts.length < pieces.length) return { kind: "damaged", start, end };
  const isAmount = (piece: string) => /\$|\d,\d{3}|\d[km]+$/i.test(piece);
  if (!isShort && !(pieces.some(isAmount) && pieces.every((piece) => isAmount(piece) || /^\d{3,}$/.test(piece))))
    return undefined;
  return { kind: "split", parts: amounts, start, end };
}
