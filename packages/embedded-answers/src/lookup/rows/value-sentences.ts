import { labelOf } from "@service/engine-kit";
import type { Json } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import { type Ask, nameOf, ofClient } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { asksWhetherPaid } from "../requested-values.ts";
import { familyOf, fieldLabel } from "../families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRows } from "../looked-up.ts";
import { means, valuesOf } from "../reading.ts";
import { linesOf } from "../selection/policy-lines.ts";
import { statusCondition } from "../selection/status-conditions.ts";
import { quotedValue, valueInWords } from "../values.ts";
import { referredTo } from "./referred.ts";
import { rowsMax, whereOf } from "./wording.ts";

/** Fields that say whether something is so, as a sentence says them. */
const sentenceOf: { readonly [field: string]: (title: string, isSo: boolean) => string } = {
  appointed: (title, isSo) => `the agency is ${isSo ? "" : "not "}appointed with ${title}`,
  do_not_contact: (title, isSo) => `${title} is ${isSo ? "" : "not "}on the do-not-contact list`,
  sprinklered: (title, isSo) => `${title} is ${isSo ? "" : "not "}sprinklered`,
  additional_insured: (title, isSo) => `the ${title} ${requires(isSo)} additional insured status`,
  waiver: (title, isSo) => `the ${title} ${requires(isSo)} a waiver of subrogation`,
  primary_wording: (title, isSo) => `the ${title} ${requires(isSo)} primary and noncontributory wording`,
};

function requires(isSo: boolean): string {
  return isSo ? "requires" : "does not require";
}

/** Of these yes and no say the same as the row does. */
const sameInWords: ReadonlySet<string> = new Set(["sprinklered", "additional_insured", "waiver", "primary_wording"]);

/** The values of the fields that were asked for, row by row. */
export async function valuesOfRows(ask: Ask, wanted: Wanted, rows: readonly BookRow[]): Promise<LookedUp | undefined> {
  const { book } = ask;
  const { family } = wanted;
  // "When" and "how" ask for something that no word says.
  if (wanted.fields.length === 0 && /^(?:and |so )?(?:when|how(?! (?:was|did)))\b/i.test(ask.reading.core.trim()))
    return undefined;
  const requested = wanted.fields.length > 0 ? wanted.fields : defaultFields(ask, family, rows);
  // Several offers differ by who makes them.
  const fields = family === "quotes" && rows.length > 1 ? [...new Set(["carrier_key", ...requested])] : requested;
  const text = new AnswerText();
  const verdict = rows.length === 1 ? verdictOn(ask, wanted, rows[0]) : sameOfAll(ask, wanted, rows);
  const opening = verdict === undefined ? asOf(book) : `${verdict ? "Yes" : "No"}: ${asOf(book).replace(/^A/, "a")}`;
  const values: Json[] = [];
  let count = 0;
  for (const row of rows.slice(0, rowsMax)) {
    for (const field of fields) {
      const raw = memberAt(row.fields, field);
      const words = await referredTo(book, field, raw);
      if (words === undefined) continue;
      const isSelf = family === "accounts" || words === familyOf(family).title(row.fields);
      const title = family === "accounts" ? (nameOf({ client: row }) ?? "") : titleWithClient(ask, family, row);
      const label = isSelf && family === "contacts" && field === "name" ? contactLabel(row) : fieldLabel(field);
      const stated = typeof raw === "boolean" ? sentenceOf[field]?.(title, raw) : undefined;
      text.add(count === 0 ? opening : "; ");
      count += 1;
      values.push(raw ?? null);
      if (stated !== undefined) {
        text.cited(stated, placeOfField(book, family, row, field));
        continue;
      }
      text.add(`the ${label} of ${isSelf && family !== "accounts" ? (nameOf(ask) ?? title) : title} is `);
      text.cited(
        words,
        placeOfField(book, family, row, field, words === valueInWords(field, raw) ? quotedValue(field, raw) : words),
      );
    }
  }
  if (count === 0) return undefined;
  if (rows.length > rowsMax)
    text
      .add("; ")
      .cited(
        `${rows.length - rowsMax} more`,
        placeOfRows(
          book,
          family,
          { where: whereOf(ask), count: rows.length },
          `${rows.length} ${family}, ${rows.length - rowsMax} more`,
        ),
      );
  return lookedUp(text.add("."), values.length === 1 ? (values[0] ?? null) : values);
}

const asksWhetherAllowed =
  /\b(?:can|may|could|should|allowed|ok|okay|fine|safe|alright|permitted|free|good)\b|\bnot\b(?! to be| contact| call)|\bun\w+/iu;

/** "Is it still active?": whether the row has the state; undefined where none is asked about. */
function verdictOn(ask: Ask, { family, fields }: Wanted, row: BookRow | undefined): boolean | undefined {
  const verdict = row === undefined ? undefined : sameOfAll(ask, { family, fields, foreign: [] }, [row]);
  if (verdict !== undefined) return verdict;
  if (row !== undefined && fields.length > 0 && asksStatusFirst(ask.reading)) return hasStatus(ask, family, row);
  const [lines, ...otherLines] = ask.reading.lines;
  if (family === "claims" && ask.reading.isYesNo && fields.join(" ") === "line" && otherLines.length === 0)
    return lines === undefined
      ? undefined
      : row !== undefined && linesOf(row.fields).some((line) => lines.includes(line));
  // An invoice that has been paid is closed.
  const status = family === "invoices" && asksWhetherPaid(ask.reading) ? "closed" : valuesOf(ask.reading, "status")[0];
  const isStatusRequested = ask.reading.isYesNo || (family === "invoices" && status === "closed");
  const [only] = fields;
  const value = row === undefined || only === undefined ? undefined : memberAt(row.fields, only);
  // "Is he on the list": but "may we call" is asked the other way round.
  if (fields.length === 1 && typeof value === "boolean" && (only === "appointed" || only === "do_not_contact"))
    return asksWhetherAllowed.test(ask.reading.core) ? undefined : value;
  if (family === "accounts" && only === "office_key" && ask.unit?.family === "offices" && ask.reading.isYesNo)
    return value === ask.unit.row.key;
  const roles = valuesOf(ask.reading, "role");
  if (family === "contacts" && only === "role" && ask.person !== undefined && roles.length === 1 && ask.reading.isYesNo)
    return value === roles[0];
  if (!isStatusRequested || fields.length > 0 || status === undefined || row === undefined) return undefined;
  return hasStatus(ask, family, row);
}

/** Whether the row has the state that is asked about. */
function hasStatus(ask: Ask, family: BookFamily, row: BookRow): boolean | undefined {
  // An invoice that has been paid is closed.
  const status = family === "invoices" && asksWhetherPaid(ask.reading) ? "closed" : valuesOf(ask.reading, "status")[0];
  const condition = status === undefined ? undefined : statusCondition(family, status, ask);
  return condition === undefined || ask.book.hidden(family).has(condition.field)
    ? undefined
    : condition.test(row.fields);
}

/** "Is a claim still open, and what is it for": the state is asked about, and then a value. */
function asksStatusFirst({ core, meanings, words, isYesNo }: Ask["reading"]): boolean {
  const states = meanings.filter(({ kind, at }) => kind === "status" && at >= 0);
  const fields = meanings.filter(({ kind, at }) => kind === "field" && at >= 0);
  const [state, ...more] = states;
  const isWhether = isYesNo || /\bany\b[^?]*\?/iu.test(core);
  if (!isWhether || state === undefined || more.length > 0) return false;
  const start = words[state.at]?.end ?? 0;
  const end = Math.min(...fields.map(({ at }) => words[at]?.start ?? core.length));
  return /,|\?|&|\band\b/iu.test(core.slice(start, end)) && Number.isFinite(end);
}

/** What every row says of the one thing that is asked; undefined where they differ. */
function sameOfAll({ reading }: Ask, { fields }: Wanted, rows: readonly BookRow[]): boolean | undefined {
  const [field, ...more] = fields;
  if (!reading.isYesNo || field === undefined || more.length > 0 || !sameInWords.has(field)) return undefined;
  const values = new Set(rows.map((row) => memberAt(row.fields, field)));
  const [only] = values;
  return values.size === 1 && typeof only === "boolean" ? only : undefined;
}

function contactLabel({ fields }: BookRow): string {
  const role = fields["role"];
  return `${fields["is_primary"] === true ? "primary contact" : "contact"}${typeof role === "string" && role !== "" ? ` (${labelOf(role)})` : ""}`;
}

/** What is said of a row when only the row is named. */
function defaultFields(ask: Ask, family: BookFamily, rows: readonly BookRow[]): readonly string[] {
  const { reading, numbered } = ask;
  if (
    family === "policies" &&
    rows.length === 1 &&
    (means(reading, "family", "accounts") || /\b(?:whose|who|whom|belongs?)\b/i.test(reading.text))
  )
    return ["client_key"];
  if (family === "policies" && rows.length === 1 && reading.isYesNo && means(reading, "status"))
    return ["status", "expires_on"];
  if (numbered !== undefined && /\b(?:who|whom|whose)\b/iu.test(reading.core)) return ["client_key"];
  if (family === "payments" && numbered !== undefined && /\bhow (?:was|did|is)\b/iu.test(reading.core))
    return ["method"];
  if (family === "accounts") return means(reading, "status", "commercial", "personal") ? ["segment"] : ["status"];
  if (numbered !== undefined && means(reading, "family", "accounts")) return ["client_key"];
  if (family === "invoices" && asksWhetherPaid(reading)) return ["status", "paid_on", "balance"];
  if (family === "claims" && (means(reading, "status") || reading.isYesNo)) return ["status"];
  if (family === "contacts") return ["name"];
  return familyOf(family).shown;
}

function titleWithClient(ask: Ask, family: BookFamily, row: BookRow): string {
  const title = familyOf(family).title(row.fields);
  return ["policies", "claims", "invoices", "carriers"].includes(family) && ask.client === undefined
    ? title
    : `${title}${family === "carriers" ? "" : ofClient(ask)}`;
}
