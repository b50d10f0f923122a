import { moneyInWords } from "@service/engine-kit";
import { byText, isJsonArray, type JsonObject } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import { type Ask, ofClient } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { fieldLabel } from "../families.ts";
import { isHidden, asOf, type LookedUp, lookedUp, memberAt, placeOfRows } from "../looked-up.ts";
import { means, type Reading, valuesOf } from "../reading.ts";
import type { Selection } from "../selection/select.ts";
import { isMoney } from "../values.ts";
import { nameOfClient, referredTo } from "./referred.ts";
import { phraseOf, placeOfSelection, subjectOf } from "./wording.ts";

/** Groups that one sentence names. */
const groupsMax = 40;

/** The field that rows are divided by, for each word for it, by family. */
const dimensions: { readonly [dimension: string]: { readonly [Name in BookFamily]?: string } } = {
  line: { policies: "line", claims: "line", renewals: "lines", quotes: "lines", submissions: "lines" },
  carrier: { policies: "carrier_key", renewals: "carrier_key", quotes: "carrier_key", submissions: "carrier_key" },
  status: {
    policies: "status",
    claims: "status",
    renewals: "stage",
    quotes: "stage",
    submissions: "stage",
    invoices: "status",
    tasks: "status",
  },
  producer: { accounts: "producer_seat", policies: "producer_seat" },
  servicer: { accounts: "servicer_seats", policies: "servicer_seat" },
  office: { accounts: "office_key" },
  state: { accounts: "mailing_address.state", locations: "address.state", drivers: "license_state" },
  cause: { claims: "cause" },
  decline_reason: { quotes: "decline_reason", submissions: "decline_reason" },
  reason: { quotes: "decline_reason", renewals: "lost_reason", submissions: "lost_reason" },
  kind: { documents: "kind", activities: "code", opportunities: "kind", policies: "kind" },
  segment: { accounts: "segment" },
  year: { claims: "occurred_on", vehicles: "year", locations: "year_built" },
};

/** The field that the question divides by: `by carrier`, `which carrier`. */
function dimensionOf({ reading, carrier, colleague }: Ask, family: BookFamily): string | undefined {
  const [stated] = valuesOf(reading, "by");
  if (stated !== undefined) return dimensions[stated]?.[family];
  const requested = ["carrier", "producer", "servicer", "office", "line", "cause", "decline_reason"].find((name) =>
    means(reading, "field", name),
  );
  if ((requested === "carrier" && carrier !== undefined) || (colleague !== undefined && requested !== undefined))
    return undefined;
  if (requested !== undefined) return dimensions[requested]?.[family];
  if (/\b(?:which|what) (?:\w+ )?lines?\b/iu.test(reading.core)) return dimensions["line"]?.[family];
  if (/\b(?:which|what) states?\b/iu.test(reading.core)) return dimensions["state"]?.[family];
  return undefined;
}

/** Whether the question ranks groups of rows, and not rows. */
export function ranksGroups(ask: Ask, { family }: Pick<Wanted, "family">): boolean {
  const { reading } = ask;
  // A rank that the question before it asked for is of its rows.
  if (reading.meanings.some(({ kind, value, at }) => kind === "op" && at < 0 && /^(?:max|min)$/.test(value)))
    return false;
  const isMost = means(reading, "op", "most", "fewest");
  const isGreatest =
    means(reading, "op", "max", "min") && (family === "policies" || family === "claims" || family === "accounts");
  return (isMost || (isGreatest && asksForGroup(reading))) && dimensionOf(ask, family) !== undefined;
}

function asksForGroup({ core }: Reading): boolean {
  // "The biggest premium, and on which line is it": of the one row.
  if (
    /\band\b[^?]*\b(?:which|what) (?:line|carrier|insurer|company|policy)(?: of business)? (?:is|does) (?:it|that)\b/iu.test(
      core,
    )
  )
    return false;
  return /\b(?:which|what|who|whose)(?:'s| is| are)?(?: (?:of )?our)? (?:\w+ )?(?:carriers?|insurers?|compan(?:y|ies)|markets?|producers?|account managers?|csrs?|offices?|lines?|states?|causes?)\b|\b(?:largest|biggest|top|smallest|number one) (?:\w+ )?(?:carriers?|insurers?|markets?|producers?|account managers?|csrs?|offices?|lines? of|states?)\b/iu.test(
    core,
  );
}

interface Group {
  readonly value: string;
  /** What its rows have in common, as a citation holds it. */
  readonly where: JsonObject;
  readonly rows: readonly BookRow[];
  readonly cents: number;
}

function groupsOf(selection: Selection, dimension: string, amount: string | undefined): readonly Group[] {
  const rows = new Map<string, BookRow[]>();
  for (const row of selection.rows) {
    // A policy may have its carrier by name alone, and two of one carrier may say it differently (ANSWER-95).
    const own = dimension === "carrier_key" ? valuesAt(row.fields, "carrier_name") : [];
    for (const value of own.length > 0 ? own : valuesAt(row.fields, dimension))
      rows.set(value, [...(rows.get(value) ?? []), row]);
  }
  return [...rows].map(([value, held]) => ({
    value,
    where: whereOf(held, dimension, value),
    rows: held,
    cents: held.reduce((sum, { fields }) => sum + Math.round(Number(memberAt(fields, amount ?? "") ?? 0) * 100), 0),
  }));
}

function whereOf(rows: readonly BookRow[], dimension: string, value: string): JsonObject {
  if (dimension !== "carrier_key") return { [dimension]: value };
  const [key = null, ...others] = new Set(rows.map(({ fields }) => fields[dimension] ?? null));
  return others.length === 0 && key !== null ? { [dimension]: key } : { carrier_name: value };
}

function valuesAt(fields: JsonObject, dimension: string): readonly string[] {
  const value = memberAt(fields, dimension);
  if (value !== undefined && isJsonArray(value)) return value.filter((each) => typeof each === "string");
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "string" || value === "") return [];
  return [/^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 4) : value];
}

/** What a group is worth, in words. */
function figureOf({ rows, cents }: Group, amount: string | undefined): string {
  return amount === undefined ? String(rows.length) : moneyInWords(cents / 100);
}

/** By what groups are ranked: their rows or, of an amount, its sum. */
function worthOf({ rows, cents }: Group, amount: string | undefined): number {
  return amount === undefined ? rows.length : cents;
}

function byWorth(amount: string | undefined, sign: 1 | -1): (left: Group, right: Group) => number {
  return (left, right) => sign * (worthOf(left, amount) - worthOf(right, amount)) || byText(left.value, right.value);
}

function totalOf(group: Group, amount: string): string {
  return `a total ${fieldLabel(amount).replace(/^total /, "")} of ${figureOf(group, amount)}`;
}

/** The client with the most or the fewest rows. */
export async function grouped(ask: Ask, selection: Selection, { fields }: Wanted): Promise<LookedUp | undefined> {
  // A question for carriers is not answered with clients.
  if (ask.client !== undefined || asksForGroup(ask.reading)) return undefined;
  const amount = fields.find(isMoney);
  const sign = means(ask.reading, "op", "most", "max") ? -1 : 1;
  const [best, next] = groupsOf(selection, "client_key", amount).toSorted(byWorth(amount, sign));
  if (best === undefined) return undefined;
  const { value: key, rows } = best;
  const name = await nameOfClient(ask.book, key);
  if (name === undefined) return undefined;
  const counted = phraseOf(selection, rows.length);
  const phrase = amount === undefined ? counted : `${totalOf(best, amount)} in ${counted}`;
  const isShared = next !== undefined && worthOf(next, amount) === worthOf(best, amount);
  const text = new AnswerText().add(
    `${asOf(ask.book)}${name} has ${isShared ? "with others " : ""}the ${sign < 0 ? "most" : "fewest"}: `,
  );
  const where = { ...selection.where, client_key: key };
  return lookedUp(
    text
      .cited(phrase, placeOfRows(ask.book, selection.family, { where, count: rows.length }, `${phrase} of ${name}`))
      .add("."),
    name,
  );
}

/** The carrier, producer, line or other group with the most or the least. */
export async function topGroup(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
): Promise<LookedUp | "hidden" | undefined> {
  const { book, reading } = ask;
  const dimension = dimensionOf(ask, family);
  if (dimension === undefined) return undefined;
  const amount = fields.find(isMoney);
  if (isHidden(book.hidden(family), dimension) || (amount !== undefined && isHidden(book.hidden(family), amount)))
    return "hidden";
  const isMost = means(reading, "op", "most", "max");
  const ranked = groupsOf(selection, dimension, amount).toSorted(byWorth(amount, isMost ? -1 : 1));
  const [first] = ranked;
  if (first === undefined) return undefined;
  const text = new AnswerText().add(`${asOf(book)}of ${phraseOf(selection, selection.rows.length)}${ofClient(ask)}, `);
  const best = ranked.filter((group) => worthOf(group, amount) === worthOf(first, amount)).length;
  // Equal ones are all the first.
  const shown = ranked.slice(0, Math.min(Math.max(reading.top ?? 1, best), groupsMax));
  for (const [index, group] of shown.entries()) {
    const name = (await referredTo(book, keyNameOf(dimension), group.value)) ?? group.value;
    const what =
      amount === undefined ? phraseOf({ ...selection, behind: [] }, group.rows.length) : totalOf(group, amount);
    const words =
      index < best
        ? `${name} has ${best > 1 ? "with others " : ""}the ${isMost ? "most" : "least"}: ${what}`
        : `${name}: ${what}`;
    if (index > 0) text.add("; ");
    text.cited(
      words,
      placeOfRows(book, family, { where: { ...selection.where, ...group.where }, count: group.rows.length }, words),
    );
  }
  return lookedUp(text.add("."), first.value);
}

/** Fields whose values are keys of other rows, under the name by which they are shown. */
function keyNameOf(dimension: string): string {
  return dimension === "lines" ? "line" : dimension;
}

/** A count or a sum for each line, carrier or other group. */
export async function countedBy(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
): Promise<LookedUp | undefined> {
  const dimension = dimensionOf(ask, family);
  if (dimension === undefined || isHidden(ask.book.hidden(family), dimension)) return undefined;
  const amount = fields.find(isMoney);
  const groups = groupsOf(selection, dimension, amount).toSorted(
    (left, right) => right.rows.length - left.rows.length || byText(left.value, right.value),
  );
  if (groups.length === 0) return undefined;
  const text = new AnswerText()
    .add(`${asOf(ask.book)}${subjectOf(ask, selection.rows.length)} `)
    .cited(
      phraseOf(selection, selection.rows.length),
      placeOfSelection(ask, selection, `${phraseOf(selection, selection.rows.length)}${ofClient(ask)}`),
    )
    .add(": ");
  for (const [index, group] of groups.slice(0, groupsMax).entries()) {
    const words = `${(await referredTo(ask.book, keyNameOf(dimension), group.value)) ?? group.value}: ${figureOf(group, amount)}`;
    if (index > 0) text.add("; ");
    text.cited(
      words,
      placeOfRows(ask.book, family, { where: { ...selection.where, ...group.where }, count: group.rows.length }, words),
    );
  }
  return lookedUp(text.add("."));
}
