import { dateOf } from "@service/json";
import type { Token } from "./tokens.ts";
import { monthOf } from "./words.ts";

/** A date at a token, and how many tokens it takes; `doubt` for one that has two readings (VALUE-9). */
export type DateAt = { readonly value: string; readonly length: number } | "doubt" | undefined;

/** ISO, `M/D/YYYY`, "March 1, 2026", "1 March 2026". A first number over 12 in `M/D` and years of two digits: doubt. */
export function dateAt(tokens: readonly Token[], index: number): DateAt {
  const token = tokens[index];
  if (token === undefined) return undefined;
  const next = tokens[index + 1];
  if (token.kind === "word") {
    const month = monthOf(token.text);
    return month === undefined ? undefined : inWords(tokens, index, month, next?.text, tokens[index + 2]?.text);
  }
  if (token.kind !== "figure") return undefined;
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.Z+-]*)?$/.exec(token.text);
  if (iso !== null) return valid(iso[1] ?? "", 1);
  const slashed = /^(\d{1,2})[/](\d{1,2})[/](\d{2}|\d{4})$/.exec(token.text);
  if (slashed !== null) {
    const [, month = "", day = "", year = ""] = slashed;
    return year.length === 4 ? valid(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, 1) : "doubt";
  }
  const month = next?.kind === "word" ? monthOf(next.text) : undefined;
  return month === undefined ? undefined : inWords(tokens, index, month, token.text, tokens[index + 2]?.text);
}

function inWords(
  tokens: readonly Token[],
  index: number,
  month: number,
  dayText: string | undefined,
  yearText: string | undefined,
): DateAt {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(dayText ?? "")?.[1];
  const year = /^(\d{4})$/.exec(yearText ?? "")?.[1];
  if (day === undefined || year === undefined) return tokens[index + 1]?.kind === "figure" ? "doubt" : undefined;
  return valid(`${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`, 3);
}

function valid(text: string, length: number): DateAt {
  const value = dateOf(text);
  return value === undefined ? "doubt" : { value, length };
}
