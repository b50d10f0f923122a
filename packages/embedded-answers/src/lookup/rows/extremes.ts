import { capitalized } from "@service/engine-kit";
import { byText, type Json } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily } from "../../book-source.ts";
import { type Ask, ofClient } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { familyOf, fieldLabel } from "../families.ts";
import { agedBy } from "../frames.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRow } from "../looked-up.ts";
import type { Selection } from "../selection/select.ts";
import { isNumeric, valueInWords } from "../values.ts";
import { listed, titleOf } from "./lists.ts";
import { referredTo } from "./referred.ts";
import { phraseOf, placeOfSelection } from "./wording.ts";

/** Of what has an age. */
const agedWords: { readonly [Name in BookFamily]?: { readonly [kind: string]: string } } = {
  drivers: { latest: "youngest", earliest: "oldest" },
  vehicles: { latest: "newest", earliest: "oldest" },
};

export async function extreme(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
  kind: "max" | "min" | "latest" | "earliest",
): Promise<LookedUp | "hidden" | undefined> {
  const { book } = ask;
  const isDay = kind === "latest" || kind === "earliest";
  // The oldest policy is not the next one to expire.
  const isOldest = family === "policies" && kind === "earliest" && /\b(?:oldest|first)\b/iu.test(ask.reading.core);
  const field = isDay
    ? isOldest && !fields.some((name) => name.startsWith("expires"))
      ? "effective_on"
      : (fields.find((name) => /_(?:on|at)$/.test(name)) ?? familyOf(family).day ?? agedBy(family, ask.reading))
    : (fields.find(isNumeric) ?? familyOf(family).amount);
  if (field === undefined) return undefined;
  if (book.hidden(family).has(field)) return "hidden";
  const sign = kind === "max" || kind === "latest" ? -1 : 1;
  // The next one to come is not one that has passed.
  const isAhead = kind === "earliest" && /^(?:expires|due|target)/.test(field);
  const ranked = selection.rows
    .flatMap((row) => {
      const value = memberAt(row.fields, field);
      if (
        isDay && field !== "year"
          ? typeof value !== "string" ||
            (isAhead && value.slice(0, 10) < book.asOf) ||
            (kind === "latest" && value.slice(0, 10) > book.asOf && !field.startsWith("expires"))
          : typeof value !== "number"
      )
        return [];
      return [{ row, value }];
    })
    .toSorted((left, right) => {
      const order =
        typeof left.value === "number" && typeof right.value === "number"
          ? left.value - right.value
          : byText(plain(left.value), plain(right.value));
      return sign * order || byText(left.row.key, right.row.key);
    });
  const [best] = ranked;
  if (best === undefined) return undefined;
  if (ask.reading.top !== undefined && ask.reading.top > 1)
    return listed(ask, { ...selection, rows: ranked.slice(0, ask.reading.top).map(({ row }) => row) }, "", field);
  const adjective =
    agedWords[family]?.[kind] ??
    { max: "largest", min: "smallest", latest: "latest", earliest: isAhead ? "next" : "earliest" }[kind];
  const noun = [...selection.before, familyOf(family).noun, ...selection.behind].join(" ");
  const title = await titleOf(ask, family, best.row);
  const count = selection.rows.length;
  const text = new AnswerText().add(asOf(book));
  // Of several: which rows were compared is cited, so that a caller can look as well.
  if (count > 1) {
    const phrase = `${phraseOf(selection, count)}${ofClient(ask)}`;
    text
      .add("of ")
      .cited(phrase, placeOfSelection(ask, selection, phrase))
      .add(`, the ${adjective} is `);
  } else text.add(`the ${adjective} ${noun}${ofClient(ask)} is `);
  text.cited(title, placeOfRow(book, family, best.row, capitalized(title))).add(", ");
  text.cited(
    `${fieldLabel(field)} ${valueInWords(field, best.value) ?? ""}`,
    placeOfField(book, family, best.row, field),
  );
  // A quote is known by its carrier.
  const shown = family === "quotes" ? ["carrier_key"] : [];
  const others = new Set([
    ...fields,
    ...shown,
    familyOf(family).amount,
    familyOf(family).day,
    ...familyOf(family).shown,
  ]);
  for (const other of others) {
    const value =
      other === undefined || other === field || book.hidden(family).has(other)
        ? undefined
        : await referredTo(book, other, memberAt(best.row.fields, other));
    if (other !== undefined && value !== undefined)
      text.add(", ").cited(`${fieldLabel(other)} ${value}`, placeOfField(book, family, best.row, other));
  }
  return lookedUp(text.add("."), best.value);
}

function plain(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
