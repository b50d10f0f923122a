import { capitalized, labelOf, moneyInWords, pluralOf } from "@service/engine-kit";
import { byText, type Json, type JsonObject } from "@service/json";
import { AnswerText } from "../answer-text.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import { type Ask, nameOf, ofClient } from "./ask.ts";
import { chooseFamily, type Wanted } from "./choose-family.ts";
import { countInWords, familyOf, fieldLabel } from "./families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRow, placeOfRows } from "./looked-up.ts";
import { means, unexplained } from "./reading.ts";
import { coveringLines, select, type Selection } from "./selection.ts";
import { isMoney, memberText, quotedValue, valueInWords } from "./values.ts";

/** Rows that one sentence names. */
const rowsMax = 12;

type Operation =
  | "count"
  | "sum"
  | "average"
  | "max"
  | "min"
  | "latest"
  | "earliest"
  | "list"
  | "exists"
  | "value"
  | "grouped"
  | "by"
  | "clients";

/** A value, a count, a sum, a list, the greatest or least of the rows of one family (ANSWER-12). */
export async function lookUpRows(ask: Ask): Promise<LookedUp | undefined> {
  const wanted = chooseFamily(ask);
  if (wanted === undefined || wanted.foreign.length > 0) return undefined;
  const operation = operationOf(ask, wanted);
  if (operation === undefined) return undefined;
  const answer = await answered(ask, wanted, operation);
  return answer === "hidden" ? notAvailable(ask, wanted) : answer;
}

function operationOf(
  { reading, client, policy, numbered, carrier }: Ask,
  { family, fields }: Wanted,
): Operation | undefined {
  const isOne =
    numbered !== undefined ||
    (policy !== undefined && family === "policies") ||
    (family === "accounts" && client !== undefined) ||
    (family === "carriers" && carrier !== undefined);
  if (isOne) return "value";
  const op = (name: string): boolean => means(reading, "op", name);
  const isAmount = fields.some(isMoney);
  if (family === "accounts" && client === undefined && reading.lines.length > 0) return "clients";
  if (op("max")) return "max";
  if (op("min")) return "min";
  if (op("most") || op("fewest"))
    return family === "accounts" ? (isAmount ? (op("most") ? "max" : "min") : undefined) : "grouped";
  if (op("average")) return "average";
  if (means(reading, "by")) return "by";
  if (op("sum") && (isAmount || !op("count")))
    return isAmount || familyOf(family).amount !== undefined ? (op("count") ? "count" : "sum") : "count";
  if (op("count")) return "count";
  if (op("latest") && familyOf(family).day !== undefined) return "latest";
  if (op("earliest") && familyOf(family).day !== undefined) return "earliest";
  if (fields.length > 0 && (client !== undefined || policy !== undefined))
    return isSummed(reading, family, fields) ? "sum" : "value";
  if (reading.bound !== undefined && client === undefined) return "list";
  if (fields.length > 0 && isAmount && asksHowMuch(reading.text)) return "sum";
  if (reading.isYesNo) return client !== undefined || fields.length === 0 ? "exists" : undefined;
  // About nobody: "the owner" and "the policy" are nobody's.
  if (client === undefined && !op("list")) {
    if (family === "contacts" || fields.some((field) => field !== familyOf(family).day)) return undefined;
    if (fields.length > 0 && reading.periods.length === 0) return undefined;
  }
  return "list";
}

function asksHowMuch(text: string): boolean {
  return /\bhow much\b|\btotal\b|\bsum\b/i.test(text);
}

/** An amount of several rows without a name is their sum: what a client pays, what it owes. */
function isSummed(reading: Ask["reading"], family: BookFamily, fields: readonly string[]): boolean {
  if (fields.length !== 1 || reading.numbers.length > 0) return false;
  const [field = ""] = fields;
  if (family === "invoices" && field === "balance") return true;
  if (family === "policies" && field === "premium") return reading.lines.length === 0;
  return family === "claims" && isMoney(field) && !means(reading, "op", "list");
}

async function answered(ask: Ask, wanted: Wanted, operation: Operation): Promise<LookedUp | "hidden" | undefined> {
  const { book, client, numbered, policy, carrier } = ask;
  const { family, fields } = wanted;
  const hidden = book.hidden(family);
  if (fields.some((field) => hidden.has(field.split(".")[0] ?? field))) {
    // Whether there is such a row is shown to whoever sees it, and nothing of its value.
    return unexplained(ask.reading).length > 0 ? undefined : "hidden";
  }
  if (numbered !== undefined) return isClear(ask, family) ? valuesOfRows(ask, wanted, [numbered.row]) : undefined;
  if (family === "policies" && policy !== undefined)
    return isClear(ask, family) ? valuesOfRows(ask, wanted, [policy]) : undefined;
  if (family === "accounts" && client !== undefined)
    return isClear(ask, family) && fields.length > 0 ? valuesOfRows(ask, wanted, [client]) : undefined;
  if (family === "carriers" && carrier !== undefined && client === undefined)
    return isClear(ask, family) ? valuesOfRows(ask, wanted, [carrier]) : undefined;
  if (operation === "clients") return clientsWith(ask);
  if (operation === "count" && client === undefined && isUnnarrowed(ask) && family !== "policies")
    return countedAll(ask, family);
  const selection = await selected(ask, wanted, operation);
  if (selection === undefined || selection === "hidden") return selection;
  switch (operation) {
    case "count":
      return counted(ask, selection);
    case "sum":
    case "average":
      return summed(ask, selection, wanted, operation);
    case "grouped":
      return grouped(ask, selection);
    case "by":
      return countedBy(ask, selection, wanted);
    case "max":
    case "min":
    case "latest":
    case "earliest":
      return extreme(ask, selection, wanted, operation);
    case "exists":
      if (client === undefined && Object.keys(selection.where).every((name) => name === "status" || name === "billing"))
        return undefined;
      return selection.rows.length === 0 ? absent(ask, selection) : listed(ask, selection, "Yes: ");
    case "list":
      return selection.rows.length === 0 ? absent(ask, selection) : listed(ask, selection, "");
    case "value":
      return selection.rows.length === 0 ? undefined : valuesOfRows(ask, wanted, narrowed(selection, wanted));
  }
}

/** No word is left, and nothing is compared that one row has no answer to. */
function isClear({ reading }: Ask, family: BookFamily): boolean {
  const { lines, states, bound, periods } = reading;
  const isLineSaid = lines.length === 0 || family === "policies" || family === "claims";
  const isRanked = means(reading, "op", "latest", "earliest", "max", "min", "most", "fewest", "average");
  return (
    unexplained(reading).length + states.length + periods.length === 0 && bound === undefined && isLineSaid && !isRanked
  );
}

async function selected(
  ask: Ask,
  { family, fields }: Wanted,
  operation: Operation,
): Promise<Selection | "hidden" | undefined> {
  const { reading, book } = ask;
  // What has ended is no longer in force.
  const isPastPeriod = reading.periods.some(({ to }) => to !== undefined && to < book.asOf);
  const dayField =
    family === "policies"
      ? fields.includes("effective_on")
        ? "effective_on"
        : "expires_on"
      : fields.find((field) => /_(?:on|at)$/.test(field));
  const amountField = fields.find(isMoney);
  const asked = { isCurrent: !isPastPeriod, dayField, amountField };
  const found = await select(ask, family, asked);
  if (found === undefined || found === "hidden" || found.rows.length > 0 || family !== "policies") return found;
  // A package that answers for the line, then terms that are no longer or not yet in force (COVER-1).
  const [lines] = reading.lines;
  if (lines !== undefined && ask.client !== undefined && operation !== "count") {
    const covering = coveringLines(lines);
    const wider = await select({ ...ask, reading: { ...reading, lines: [covering] } }, family, asked);
    if (wider !== undefined && wider !== "hidden" && wider.rows.length > 0) return wider;
  }
  const isPast = operation === "value" && ask.client !== undefined;
  const ended = isPast ? await select(ask, family, { ...asked, isCurrent: false }) : undefined;
  if (ended === undefined || ended === "hidden" || ended.rows.length === 0) return found;
  const newest = ended.rows.toSorted(
    (left, right) =>
      byText(dayText(right.fields["expires_on"]), dayText(left.fields["expires_on"])) || byText(left.key, right.key),
  )[0];
  return newest === undefined ? found : { ...ended, rows: [newest] };
}

function dayText(value: Json | undefined): string {
  return typeof value === "string" ? value.slice(0, 10) : "";
}

/** Of contacts the one that people mean; of others all. */
function narrowed({ rows, family }: Selection, { fields }: Wanted): readonly BookRow[] {
  if (family !== "contacts" || fields.length === 0) return rows;
  const primary = rows.filter(({ fields: held }) => held["is_primary"] === true);
  return primary.length === 1 ? primary : rows;
}

async function valuesOfRows(ask: Ask, wanted: Wanted, rows: readonly BookRow[]): Promise<LookedUp | undefined> {
  const { book } = ask;
  const { family } = wanted;
  // "When" and "how" ask for something that no word says.
  if (wanted.fields.length === 0 && /^(?:and |so )?(?:when|how)\b/i.test(ask.reading.text.trim())) return undefined;
  const fields = wanted.fields.length > 0 ? wanted.fields : defaultFields(ask, family, rows);
  const text = new AnswerText();
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
      text.add(count === 0 ? `${asOf(book)}the ` : "; the ");
      text.add(`${label} of ${isSelf && family !== "accounts" ? (nameOf(ask) ?? title) : title} is `);
      text.cited(
        words,
        placeOfField(book, family, row, field, words === valueInWords(field, raw) ? quotedValue(field, raw) : words),
      );
      values.push(raw ?? null);
      count += 1;
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
  if (family === "claims" && numbered !== undefined && means(reading, "family", "accounts")) return ["client_key"];
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

/** A value in words; of a reference the name of what it refers to. */
async function referredTo(book: BookSource, field: string, raw: Json | undefined): Promise<string | undefined> {
  if (raw === undefined || raw === null) return undefined;
  const family = ({ carrier_key: "carriers", client_key: "accounts", office_key: "offices" } as const)[field];
  const target = family ?? (/_seats?$|^seat_key$/.test(field) ? "staff" : undefined);
  if (target === undefined || !book.isReadable(target)) return valueInWords(field, raw);
  const keys = Array.isArray(raw)
    ? raw.filter((each) => typeof each === "string")
    : typeof raw === "string"
      ? [raw]
      : [];
  const names: string[] = [];
  for (const key of keys.slice(0, 5)) {
    const row = book.hidden(target).has("name") ? undefined : await book.row(target, key);
    names.push(row === undefined ? key : (valueInWords("name", row.fields["name"]) ?? key));
  }
  return names.length === 0 ? undefined : names.join(", ");
}

function whereOf({ client }: Ask): JsonObject {
  return client === undefined ? {} : { client_key: client.key };
}

/** `3 open claims`, with what narrows them. */
function phraseOf({ family, before, behind }: Selection, count: number): string {
  const noun = countInWords(count, before.join(" "), familyOf(family).noun);
  return [noun, ...behind].join(" ");
}

function subjectOf(ask: Ask, count: number): string {
  const name = nameOf(ask);
  return name === undefined ? `there ${count === 1 ? "is" : "are"}` : `${name} has`;
}

function placeOfSelection(ask: Ask, { family, rows, where }: Selection, quote: string) {
  return placeOfRows(ask.book, family, { where, count: rows.length }, quote);
}

/** Nothing of the question compares rows. */
function isUnnarrowed({ reading, carrier, colleague }: Ask): boolean {
  const { lines, states, periods, bound } = reading;
  return (
    lines.length + states.length + periods.length === 0 &&
    bound === undefined &&
    carrier === undefined &&
    colleague === undefined &&
    unexplained(reading).length === 0 &&
    !means(reading, "status") &&
    !means(reading, "role") &&
    !means(reading, "kind")
  );
}

/** A whole family, counted by the source however large it is. */
async function countedAll(ask: Ask, family: BookFamily): Promise<LookedUp | undefined> {
  if (!ask.book.isReadable(family)) return undefined;
  const count = await ask.book.countAll(family);
  const phrase = `${countInWords(count, "", familyOf(family).noun)}${count === 0 ? " (0)" : ""}`;
  const text = new AnswerText().add(`${asOf(ask.book)}there ${count === 1 ? "is" : "are"} `);
  return lookedUp(
    text.cited(phrase, placeOfRows(ask.book, family, { where: {}, count }, `${phrase}: ${count}`)).add("."),
    count,
  );
}

/** Clients with a policy of the line in force. */
async function clientsWith(ask: Ask): Promise<LookedUp | "hidden" | undefined> {
  const selection = await select(ask, "policies", { isCurrent: true });
  if (selection === undefined || selection === "hidden") return selection;
  const keys = [...new Set(selection.rows.flatMap((row) => clientOf(row) ?? []))];
  const phrase = `${countInWords(keys.length, "", "client")} with ${[...selection.before, pluralOf("policy"), ...selection.behind].join(" ")}`;
  const text = new AnswerText()
    .add(`${asOf(ask.book)}there ${keys.length === 1 ? "is" : "are"} `)
    .cited(phrase, placeOfSelection(ask, selection, phrase));
  if (means(ask.reading, "op", "count")) return lookedUp(text.add("."), keys.length);
  text.add(": ");
  const names: { readonly name: string; readonly row: BookRow }[] = [];
  for (const key of keys.slice(0, 200)) {
    const row = await ask.book.row("accounts", key);
    const name = row === undefined ? undefined : nameOf({ client: row });
    if (row !== undefined && name !== undefined) names.push({ name, row });
  }
  names.sort(
    (left, right) => byText(left.name.toLowerCase(), right.name.toLowerCase()) || byText(left.row.key, right.row.key),
  );
  for (const [index, { name, row }] of names.slice(0, rowsMax).entries()) {
    if (index > 0) text.add("; ");
    text.cited(name, placeOfField(ask.book, "accounts", row, "name", name));
  }
  if (names.length > rowsMax)
    text
      .add("; and ")
      .cited(
        `${names.length - rowsMax} more`,
        placeOfSelection(ask, selection, `${phrase}, ${names.length - rowsMax} more`),
      );
  return lookedUp(
    text.add("."),
    names.map(({ name }) => name),
  );
}

/** Whoever has the most or the fewest rows. */
async function grouped(ask: Ask, selection: Selection): Promise<LookedUp | undefined> {
  if (ask.client !== undefined) return undefined;
  const groups = [...Map.groupBy(selection.rows, (row) => clientOf(row) ?? "")].filter(([key]) => key !== "");
  const sign = means(ask.reading, "op", "most") ? -1 : 1;
  const [best, next] = groups.toSorted(([a, left], [b, right]) => sign * (left.length - right.length) || byText(a, b));
  if (best === undefined) return undefined;
  const [key, rows] = best;
  const name = await nameOfClient(ask.book, key);
  if (name === undefined) return undefined;
  const phrase = phraseOf(selection, rows.length);
  const isShared = next !== undefined && next[1].length === rows.length;
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

/** A count or a sum for each line, carrier or status. */
async function countedBy(ask: Ask, selection: Selection, { family, fields }: Wanted): Promise<LookedUp | undefined> {
  const by = means(ask.reading, "by", "line")
    ? "line"
    : means(ask.reading, "by", "carrier")
      ? "carrier_key"
      : (familyOf(family).fields["status"] ?? "status");
  if (ask.book.hidden(family).has(by)) return undefined;
  const amount = fields.find(isMoney);
  const groups = [...Map.groupBy(selection.rows, ({ fields: held }) => memberText(held, by))]
    .filter(([key]) => key !== "")
    .toSorted(([a, left], [b, right]) => right.length - left.length || byText(a, b));
  if (groups.length === 0) return undefined;
  const text = new AnswerText()
    .add(`${asOf(ask.book)}${subjectOf(ask, selection.rows.length)} `)
    .cited(
      phraseOf(selection, selection.rows.length),
      placeOfSelection(ask, selection, `${phraseOf(selection, selection.rows.length)}${ofClient(ask)}`),
    )
    .add(": ");
  for (const [index, [value, rows]] of groups.slice(0, 40).entries()) {
    const cents = rows.reduce(
      (sum, { fields: held }) => sum + Math.round(Number(memberAt(held, amount ?? "") ?? 0) * 100),
      0,
    );
    const words = `${(await referredTo(ask.book, by, value)) ?? value}: ${amount === undefined ? String(rows.length) : moneyInWords(cents / 100)}`;
    if (index > 0) text.add("; ");
    text.cited(
      words,
      placeOfRows(ask.book, family, { where: { ...selection.where, [by]: value }, count: rows.length }, words),
    );
  }
  return lookedUp(text.add("."));
}

function counted(ask: Ask, selection: Selection): LookedUp {
  const count = selection.rows.length;
  const phrase = phraseOf(selection, count);
  const figure = count === 0 ? `${phrase} (0)` : phrase;
  const text = new AnswerText().add(`${asOf(ask.book)}${subjectOf(ask, count)} `);
  return lookedUp(text.cited(figure, placeOfSelection(ask, selection, `${figure}${ofClient(ask)}`)).add("."), count);
}

/** Nothing is there: the rows that were looked for are counted, so that a caller can look as well. */
function absent(ask: Ask, selection: Selection): LookedUp | undefined {
  const phrase = phraseOf(selection, 0);
  const isAsked = ask.reading.isYesNo;
  if (
    !isAsked &&
    ask.client === undefined &&
    selection.where["status"] === undefined &&
    Object.keys(selection.where).length === 0
  )
    return undefined;
  const text = new AnswerText().add(
    `${isAsked ? `No: ${asOf(ask.book).replace(/^A/, "a")}` : asOf(ask.book)}${subjectOf(ask, 0)} `,
  );
  return lookedUp(
    text.cited(phrase, placeOfSelection(ask, selection, `${phrase}${ofClient(ask)}: 0 rows`)).add("."),
    isAsked ? false : [],
  );
}

function summed(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
  kind: "sum" | "average",
): LookedUp | "hidden" | undefined {
  const field = fields.find(isMoney) ?? familyOf(family).amount;
  if (field === undefined) return undefined;
  if (ask.book.hidden(family).has(field)) return "hidden";
  const amounts = selection.rows.flatMap(({ fields: held }) => {
    const value = memberAt(held, field);
    return typeof value === "number" ? [value] : [];
  });
  if (amounts.length === 0 && (selection.rows.length > 0 || kind === "average")) return undefined;
  if (selection.rows.length === 0 && ask.client !== undefined && family !== "claims" && family !== "invoices")
    return undefined;
  // Whole cents: the order in which numbers are added must not show.
  const cents = amounts.reduce((sum, value) => sum + Math.round(value * 100), 0);
  const value = kind === "sum" ? cents / 100 : Math.round(cents / Math.max(1, amounts.length)) / 100;
  const words = moneyInWords(value);
  const phrase = phraseOf(selection, selection.rows.length);
  const text = new AnswerText().add(
    `${asOf(ask.book)}the ${kind === "sum" ? "total" : "average"} ${fieldLabel(field).replace(/^total /, "")} of ${phrase}${ofClient(ask)} is `,
  );
  const quote = `${kind === "sum" ? "Total" : "Average"} ${fieldLabel(field)} of ${phrase}${ofClient(ask)}: ${words}`;
  return lookedUp(text.cited(words, placeOfSelection(ask, selection, quote)).add("."), value);
}

async function extreme(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
  kind: "max" | "min" | "latest" | "earliest",
): Promise<LookedUp | "hidden" | undefined> {
  const { book } = ask;
  const isDay = kind === "latest" || kind === "earliest";
  const field = isDay
    ? (fields.find((name) => /_(?:on|at)$/.test(name)) ?? familyOf(family).day)
    : (fields.find(isMoney) ?? familyOf(family).amount);
  if (field === undefined) return undefined;
  if (book.hidden(family).has(field)) return "hidden";
  const sign = kind === "max" || kind === "latest" ? -1 : 1;
  // The next one to come is not one that has passed.
  const isAhead = kind === "earliest" && /^(?:expires|due|target)/.test(field);
  const ranked = selection.rows
    .flatMap((row) => {
      const value = memberAt(row.fields, field);
      if (
        isDay
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
  const adjective = { max: "largest", min: "smallest", latest: "latest", earliest: isAhead ? "next" : "earliest" }[
    kind
  ];
  const noun = [...selection.before, familyOf(family).noun, ...selection.behind].join(" ");
  const title = familyOf(family).title(best.row.fields);
  const name =
    ask.client === undefined && family !== "accounts" ? await nameOfClient(book, clientOf(best.row)) : undefined;
  const owner = name === undefined ? "" : ` of ${name}`;
  const text = new AnswerText().add(`${asOf(book)}the ${adjective} ${noun}${ofClient(ask)} is `);
  text.cited(`${title}${owner}`, placeOfRow(book, family, best.row, `${capitalized(title)}${owner}`)).add(", ");
  text.cited(
    `${fieldLabel(field)} ${valueInWords(field, best.value) ?? ""}`,
    placeOfField(book, family, best.row, field),
  );
  const others = new Set([...fields, familyOf(family).amount, familyOf(family).day]);
  for (const other of others) {
    const value =
      other === undefined || other === field || book.hidden(family).has(other)
        ? undefined
        : valueInWords(other, memberAt(best.row.fields, other));
    if (other !== undefined && value !== undefined)
      text.add(", ").cited(`${fieldLabel(other)} ${value}`, placeOfField(book, family, best.row, other));
  }
  return lookedUp(text.add("."), best.value);
}

function plain(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function clientOf({ fields }: BookRow): string | undefined {
  const key = fields["client_key"];
  return typeof key === "string" ? key : undefined;
}

async function nameOfClient(book: BookSource, key: string | undefined): Promise<string | undefined> {
  const row = key === undefined ? undefined : await book.row("accounts", key);
  return row === undefined || book.hidden("accounts").has("name") ? undefined : nameOf({ client: row });
}

/** @param rankedBy the rows are the first ones by this field, in their order. */
async function listed(ask: Ask, selection: Selection, opening: string, rankedBy?: string): Promise<LookedUp> {
  const { book } = ask;
  const { family, rows } = selection;
  const phrase = phraseOf(selection, rows.length);
  const start = opening === "" ? asOf(book) : `${opening}${asOf(book).replace(/^A/, "a")}`;
  const text = new AnswerText()
    .add(`${start}${subjectOf(ask, rows.length)} `)
    .cited(phrase, placeOfSelection(ask, selection, `${phrase}${ofClient(ask)}`))
    .add(": ");
  const shown = [...new Set([...(rankedBy === undefined ? [] : [rankedBy]), ...familyOf(family).shown])].filter(
    (field) => !book.hidden(family).has(field),
  );
  const ordered = rankedBy === undefined ? ordering(selection) : rows;
  for (const [index, row] of ordered.slice(0, rowsMax).entries()) {
    const name =
      ask.client === undefined && family !== "accounts" ? await nameOfClient(book, clientOf(row)) : undefined;
    const details: string[] = [];
    for (const field of shown) {
      const words = await referredTo(book, field, memberAt(row.fields, field));
      if (words !== undefined) details.push(`${fieldLabel(field)} ${words}`);
    }
    const title = `${familyOf(family).title(row.fields)}${name === undefined ? "" : ` of ${name}`}`;
    const words = details.length === 0 ? title : `${title} (${details.join(", ")})`;
    if (index > 0) text.add("; ");
    text.cited(words, placeOfRow(book, family, row, capitalized(words)));
  }
  if (rows.length > rowsMax)
    text
      .add("; and ")
      .cited(
        `${rows.length - rowsMax} more`,
        placeOfSelection(ask, selection, `${rows.length} rows, ${rows.length - rowsMax} more`),
      );
  return lookedUp(text.add("."), opening === "" ? ordered.map(({ fields }) => familyOf(family).title(fields)) : true);
}

/** By the family's day where it has one, the newest first of what was, the nearest first of what comes; else by title. */
function ordering({ family, rows }: Selection): readonly BookRow[] {
  const { day } = familyOf(family);
  const isNewestFirst = ["claims", "activities", "documents", "payments"].includes(family);
  return rows.toSorted((left, right) => {
    const [a, b] =
      day === undefined ? ["", ""] : [dayText(memberAt(left.fields, day)), dayText(memberAt(right.fields, day))];
    return (
      (isNewestFirst ? byText(b, a) : byText(a, b)) ||
      byText(familyOf(family).title(left.fields), familyOf(family).title(right.fields)) ||
      byText(left.key, right.key)
    );
  });
}

/** A field that the policy hides: that it is hidden is the answer, whatever its value (ANSWER-15). */
function notAvailable(ask: Ask, { family, fields }: Wanted): LookedUp {
  const hidden = ask.book.hidden(family);
  const field =
    fields.find((name) => hidden.has(name.split(".")[0] ?? name)) ?? familyOf(family).amount ?? familyOf(family).noun;
  const words = `the ${fieldLabel(field)} of ${nameOf(ask) ?? pluralOf(familyOf(family).noun)} is not available to you`;
  const place = {
    source: {
      kind: "records" as const,
      ref: { connection_id: ask.book.connectionId, family, where: whereOf(ask), count: 0 },
      title: capitalized(family),
      locator: field,
    },
    quote: capitalized(words),
  };
  return lookedUp(new AnswerText().cited(capitalized(words), place).add("."), null);
}
