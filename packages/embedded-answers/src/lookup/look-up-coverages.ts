import { capitalized, familiesOf, familyOf as familyOfCoverage, labelOf } from "@service/engine-kit";
import type { Json } from "@service/json";
import { comparisonRules } from "@service/packs";
import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { wordsOf } from "../text/tokens.ts";
import { AnswerText } from "../answer-text.ts";
import type { BookRow } from "../book-source.ts";
import { type Ask, nameOf, ofClient } from "./ask.ts";
import { familyOf, fieldLabel, lineOf } from "./families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRow, placeOfRows } from "./looked-up.ts";
import type { ReadWord } from "./read-word.ts";
import { means, valuesOf } from "./reading.ts";
import { coveringLines, isInForce, linesOf } from "./selection.ts";
import { valueInWords } from "./values.ts";

/** Terms of coverages that neither their code nor the pack says. */
const moreTerms: { readonly [coverage: string]: string } = {
  towing: "towing and labor | roadside assistance | towing",
  rental_reimbursement: "rental car | rental reimbursement | loaner car",
  auto_medical_payments: "medical payments | med pay",
  garagekeepers: "garage keepers | garagekeepers legal liability",
  employee_theft: "employee dishonesty | theft by employees | employee theft",
  scheduled_equipment: "tools | scheduled tools | equipment | contractors equipment",
  cargo_each_vehicle: "cargo",
  water_backup: "sewer backup | water backup",
  identity_recovery: "identity theft | identity fraud",
  ordinance_law: "ordinance and law | ordinance or law | building code",
  tenant_improvements: "improvements and betterments | betterments | leasehold improvements",
  outdoor_signs: "signs",
  money_securities: "money and securities",
  directors_officers_aggregate: "directors and officers",
  forgery: "forgery or alteration",
  business_personal_property: "contents",
  flood_building: "flood",
};

const attributes = ["deductible", "retro_date", "valuation", "coinsurance", "trigger", "limit"] as const;
/** Rows that one answer names. */
const rowsMax = 12;
/** Words around a coverage that do not tell it from others. */
const coverageFillers: ReadonlySet<string> = new Set(
  ["coverage", "insurance", "liability", "limit", "deductible", "amount", "endorsement", "wording", "status"].map(stem),
);

/** Words that may stand within a coverage's name. */
const skipped: ReadonlySet<string> = new Set(["limit", "coverage", "amount", "a", "any", "policy"].map(stem));
/** Words of a term that are empty elsewhere. */
const kept: ReadonlySet<string> = new Set(["each", "any", "other", "a"]);

interface Term {
  readonly stems: readonly string[];
  /** Undefined: of any line. */
  readonly line: string | undefined;
  readonly coverage: string;
}

const aliases: readonly Term[] = [
  ...comparisonRules.aliases.flatMap(({ alias, line, coverage }): Term[] =>
    typeof alias === "string" && typeof line === "string" && typeof coverage === "string"
      ? [{ stems: stemsOf(alias), line, coverage }]
      : [],
  ),
  ...Object.entries(moreTerms).flatMap(([coverage, words]) =>
    words.split("|").map((each): Term => ({ stems: stemsOf(each), line: undefined, coverage })),
  ),
];
const aliasesOf = new Map<string, Term[]>();
for (const term of aliases) aliasesOf.set(term.coverage, [...(aliasesOf.get(term.coverage) ?? []), term]);

function stemsOf(text: string): readonly string[] {
  return wordsOf(text.replaceAll("_", " "))
    .map((word) => (word === "per" ? "each" : word))
    .filter((word) => !emptyWords.has(word) || kept.has(word))
    .map(stem);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function isOfCoverage(reading: Ask["reading"]): boolean {
  return means(reading, "field", "limit", "deductible", "covered", "retro_date", "valuation", "coinsurance", "trigger");
}

/** "How much umbrella do they have" asks for its limit. */
function asksHowMuch(text: string): boolean {
  return /\bhow (?:much|high)\b/i.test(text);
}

/** Whether a question may be about what a policy covers. */
export function asksCoverage({ reading, client, policy }: Ask): boolean {
  if (client === undefined && policy === undefined) return false;
  if (isOfCoverage(reading)) return true;
  const isOther = valuesOf(reading, "family").some((family) => !["policies", "accounts", "vehicles"].includes(family));
  return !isOther && !means(reading, "field") && !means(reading, "role") && !means(reading, "kind");
}

/**
 * Limit, deductible or presence of a coverage (ANSWER-12): the rows of the client's policies in force whose coverage has the
 * longest term in the question. Undefined where no term stands in it and no line either, or words stay unexplained.
 * @param isPolicyAsked a term that is the name of a line asks for the policy.
 */
export async function lookUpCoverages(ask: Ask, isPolicyAsked: boolean): Promise<LookedUp | undefined> {
  const { book, reading, client, policy } = ask;
  if (!book.isReadable("coverages") || client === undefined || /^who\b/i.test(reading.text.trim())) return undefined;
  const policies = await policiesMeant(ask);
  if (policies === undefined) return undefined;
  const keys = new Map(policies.map((row) => [row.key, row]));
  const found = await book.rows("coverages", { clientKey: client.key });
  if (!found.isComplete) return undefined;
  const rows = found.rows.filter(
    ({ fields }) => typeof fields["policy_key"] === "string" && keys.has(fields["policy_key"]),
  );
  const words = reading.words.filter(({ by }) => by !== "client" && by !== "number");
  const term = longestTerm(rows, words);
  const isAsked = means(
    reading,
    "field",
    "limit",
    "deductible",
    "covered",
    "retro_date",
    "valuation",
    "coinsurance",
    "trigger",
  );
  if (term === undefined && !(isAsked && (reading.lines.length > 0 || policy !== undefined))) return undefined;
  // "Has an umbrella": the policy answers, and a coverage only where there is no policy.
  const isOfLine = term !== undefined && term.words.every(({ by }) => by === "line" || by === "family");
  if (isOfLine && isPolicyAsked && !means(reading, "field", ...attributes) && !asksHowMuch(reading.text))
    return undefined;
  if (term === undefined && means(reading, "field", "covered") && !means(reading, "field", "limit", "deductible"))
    return undefined;
  if (!isExplained(reading.words, term?.words ?? [])) return undefined;
  const meant =
    term === undefined ? rows.filter((row) => isOfAskedLines(row, ask)) : rowsOfLines(term.rows, ask, term.words);
  if (meant.length === 0) return undefined;
  const attribute = attributes.find((name) => means(reading, "field", name));
  if (attribute === undefined && reading.isYesNo) return presence(ask, meant);
  return values(ask, meant, attribute ?? "limit", keys);
}

/** The policies in force, of the lines that the question names or of those that answer for them. */
async function policiesMeant({ book, reading, client, policy }: Ask): Promise<readonly BookRow[] | undefined> {
  if (policy !== undefined) return [policy];
  const found = await book.rows("policies", { clientKey: client?.key });
  if (!found.isComplete) return undefined;
  const active = found.rows.filter(({ fields }) => isInForce(fields, book.asOf));
  const [lines] = reading.lines;
  if (lines === undefined) return active;
  const own = active.filter(({ fields }) => linesOf(fields).some((line) => lines.includes(line)));
  if (own.length > 0) return own;
  const covering = active.filter(({ fields }) => linesOf(fields).some((line) => coveringLines(lines).includes(line)));
  // The word for a line may only name the coverage: auto liability stands on a garage policy too.
  return covering.length > 0 ? covering : active;
}

/** The rows whose coverage has the longest term among the words. */
function longestTerm(
  rows: readonly BookRow[],
  words: readonly ReadWord[],
): { readonly rows: readonly BookRow[]; readonly words: readonly ReadWord[] } | undefined {
  let length = 0;
  let best: BookRow[] = [];
  let taken: readonly ReadWord[] = [];
  for (const row of rows) {
    for (const term of termsOf(row)) {
      const stands = standsIn(term, words);
      if (stands === undefined || term.length < length) continue;
      if (term.length > length) [length, best, taken] = [term.length, [], stands];
      if (!best.includes(row)) best.push(row);
    }
  }
  // The line's own name is a term of its main coverage, and says less than a term beside it: "the aggregate on the liability".
  const others = words.filter(({ by }) => by !== "line");
  if (length > 0 && others.length < words.length && taken.every(({ by }) => by === "line")) {
    const beside = longestTerm(rows, others);
    if (beside !== undefined) return beside;
  }
  return length === 0 ? undefined : { rows: best, words: taken };
}

function termsOf({ fields }: BookRow): readonly (readonly string[])[] {
  const { coverage, label, line } = fields;
  const code = typeof coverage === "string" ? coverage : "";
  const own = [code, labelOf(code), ...(typeof label === "string" ? [label] : [])].map(stemsOf);
  const known = (aliasesOf.get(code) ?? []).filter(
    (term) => term.line === undefined || term.line === line || isOfPackage(term.line, line),
  );
  return [...own, ...known.map(({ stems }) => stems)].filter((stems) => stems.length > 0);
}

/** A business owners or garage policy words its liability and property as policies of those lines do. */
function isOfPackage(of: string, line: unknown): boolean {
  return typeof line === "string" && coveringLines([of]).includes(line);
}

/** The words of a term one behind the other, empty ones between them left out. */
function standsIn(term: readonly string[], words: readonly ReadWord[]): readonly ReadWord[] | undefined {
  const full = words.filter(
    ({ word }) => !emptyWords.has(word) || word === "each" || word === "any" || word === "other" || word === "a",
  );
  for (const list of [
    full,
    full.filter(({ word }) => word !== "a" && word !== "any"),
    full.filter(({ stem: each }) => !skipped.has(each)),
  ]) {
    const at = list.findIndex((_, start) => term.every((each, offset) => eachStem(list[start + offset]) === each));
    if (at >= 0) return list.slice(at, at + term.length);
  }
  return undefined;
}

/** "Per accident" and "each accident" are one. */
function eachStem(word: ReadWord | undefined): string | undefined {
  return word?.word === "per" ? "each" : word?.stem;
}

function isExplained(words: readonly ReadWord[], taken: readonly ReadWord[]): boolean {
  return words.every((word) => word.by !== undefined || taken.includes(word) || coverageFillers.has(word.stem));
}

/** Rows of the lines that the question names beside the coverage; all where those words belong to the coverage. */
function rowsOfLines(rows: readonly BookRow[], { reading }: Ask, taken: readonly ReadWord[]): readonly BookRow[] {
  const isNamed = reading.words.some((word) => word.by === "line" && !taken.includes(word));
  const lines = reading.lines.flat();
  if (!isNamed) return rows;
  const own = rows.filter(({ fields }) =>
    linesOf(fields).some((line) => lines.includes(line) || coveringLines(lines).includes(line)),
  );
  return own;
}

/** Of a package only the part that answers for the line that was asked for (COVER-1). */
function isOfAskedLines({ fields }: BookRow, { reading }: Ask): boolean {
  const [lines] = reading.lines;
  const { line, coverage } = fields;
  if (lines === undefined || typeof line !== "string" || typeof coverage !== "string" || lines.includes(line))
    return true;
  const parts = new Set(lines.flatMap(familiesOf));
  return parts.has(familyOfCoverage(line, coverage));
}

function presence(ask: Ask, rows: readonly BookRow[]): LookedUp {
  const { book } = ask;
  const included = rows.filter(({ fields }) => fields["included"] !== false);
  const [first] = included;
  const text = new AnswerText();
  if (first === undefined) {
    const [row] = rows;
    if (row === undefined) return lookedUp(text, false);
    const title = familyOf("coverages").title(row.fields);
    text
      .add(`No: ${asOf(book).replace(/^A/, "a")}`)
      .cited(
        `${title} is not included in the policies${ofClient(ask)}`,
        placeOfField(book, "coverages", row, "included"),
      );
    return lookedUp(text.add("."), false);
  }
  text.add(`Yes: ${asOf(book).replace(/^A/, "a")}${nameOf(ask) ?? "the policy"} has `);
  for (const [index, row] of included.slice(0, rowsMax).entries()) {
    const limit = valueInWords("limit", row.fields["limit"]);
    const words = `${familyOf("coverages").title(row.fields)} (${lineOf(row.fields)})${limit === undefined ? "" : ` with a limit of ${limit}`}`;
    if (index > 0) text.add(", ");
    text.cited(
      words,
      placeOfField(
        book,
        "coverages",
        row,
        "included",
        `yes${limit === undefined ? "" : `. Limit: ${limit}`}. ${capitalized(lineOf(row.fields))}`,
      ),
    );
  }
  return lookedUp(text.add("."), true);
}

function values(
  ask: Ask,
  rows: readonly BookRow[],
  attribute: (typeof attributes)[number],
  policies: ReadonlyMap<string, BookRow>,
): LookedUp | undefined {
  const { book } = ask;
  const stated = rows.filter(({ fields }) => valueInWords(attribute, fields[attribute]) !== undefined);
  if (stated.length === 0) return attribute === "limit" ? included(ask, rows) : undefined;
  const text = new AnswerText().add(
    `${asOf(book)}the ${fieldLabel(attribute)}${stated.length === 1 ? "" : "s"}${ofClient(ask)} ${stated.length === 1 ? "is" : "are"} `,
  );
  for (const [index, row] of stated.slice(0, rowsMax).entries()) {
    const policy = policies.get(textOf(row.fields["policy_key"]));
    const value = valueInWords(attribute, row.fields[attribute]) ?? "";
    const words = `${value} for ${familyOf("coverages").title(row.fields)}${policy === undefined ? "" : ` (${familyOf("policies").title(policy.fields)})`}`;
    if (index > 0) text.add(", ");
    text.cited(
      words,
      placeOfField(
        book,
        "coverages",
        row,
        attribute,
        `${value}${policy === undefined ? "" : `. ${capitalized(familyOf("policies").title(policy.fields))}`}`,
      ),
    );
  }
  if (stated.length > rowsMax)
    text
      .add(" and ")
      .cited(
        `${stated.length - rowsMax} more`,
        placeOfRows(
          book,
          "coverages",
          { where: { client_key: ask.client?.key ?? "" }, count: stated.length },
          `${stated.length} coverages, ${stated.length - rowsMax} more`,
        ),
      );
  const [only] = stated;
  const raw = only === undefined || stated.length > 1 ? undefined : memberAt(only.fields, attribute);
  return lookedUp(text.add("."), raw);
}

/** A coverage without a limit of its own: what is known is whether it is included. */
function included(ask: Ask, rows: readonly BookRow[]): LookedUp | undefined {
  const [row] = rows;
  if (row === undefined || rows.length > 1 || typeof row.fields["included"] !== "boolean") return undefined;
  const { book } = ask;
  const basis = valueInWords("limit_basis", row.fields["limit_basis"]);
  const words = `${familyOf("coverages").title(row.fields)}${ofClient(ask)} is ${row.fields["included"] ? "included" : "not included"}${basis === undefined ? "" : ` (${basis})`}, without a limit of its own`;
  return lookedUp(
    new AnswerText()
      .add(asOf(book))
      .cited(words, placeOfRow(book, "coverages", row, capitalized(words)))
      .add("."),
    row.fields["included"],
  );
}
