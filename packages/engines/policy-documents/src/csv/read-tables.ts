import { addDays } from "@service/json";
import type { CoverageStatus, Place, ReadCoverage, Stated, StatedDeductible } from "../document-reading.ts";
import type { Draft, Facts } from "../facts/facts.ts";
import { nameIn } from "../facts/names.ts";
import type { TextPage } from "../pages/text-lines.ts";
import { isoOf } from "../terms/dates.ts";
import { type Term, termsIn } from "../terms/terms.ts";
import { labelKind } from "../words/label-kinds.ts";
import { lineOf } from "../words/line-words.ts";
import { statusOf, valuationOf } from "../words/status-words.ts";
import { type CsvRow, csvRows, type Field } from "./parse-rows.ts";

type CsvColumn =
  | "loc"
  | "bldg"
  | "address"
  | "city"
  | "state"
  | "line"
  | "coverage"
  | "limit"
  | "aggregate"
  | "deductible"
  | "retention"
  | "valuation"
  | "coinsurance"
  | "premium"
  | "policy_number"
  | "carrier"
  | "insured"
  | "effective"
  | "expires"
  | "form"
  | "edition"
  | "title"
  | "value";
type Header = {
  readonly columns: ReadonlyMap<CsvColumn, number>;
  readonly values: readonly { readonly label: string; readonly at: number }[];
  readonly lines: number;
};

const columns: readonly (readonly [CsvColumn, RegExp])[] = [
  ["loc", /^(?:loc(?:ation)?|prem(?:ises)?|site)\b\.?\s*(?:#|no\.?|num(?:ber)?|id)?$/i],
  ["bldg", /^(?:bldg|building|bld)\.?\s*(?:#|no\.?|num(?:ber)?|id)$|^(?:bldg|bld)\.?$/i],
  ["address", /^(?:(?:street|location|site|premises)\s*)?address(?: 1| line 1)?$|^street(?: address)?$/i],
  ["city", /^city|^town$/i],
  ["state", /^(?:st|state)\.?$/i],
  ["policy_number", /^policy\s*(?:number|no\.?|#|num)$/i],
  [
    "line",
    /^(?:line(?: of (?:business|insurance|coverage))?|lob|policy type|type of (?:policy|insurance|business|coverage)|coverage line|coverage part)$/i,
  ],
  ["carrier", /^(?:issuing )?(?:carrier|company|insurer|insurance company|market)(?: name)?$/i],
  ["insured", /^(?:client|insured|named insured|account|customer)(?: name)?$/i],
  ["effective", /^(?:policy )?(?:eff(?:ective)?|inception|from)\.?(?: date)?$/i],
  ["expires", /^(?:policy )?(?:exp(?:ires|iration|iry)?|to)\.?(?: date)?$/i],
  ["form", /^(?:form|endorsement)\s*(?:#|no\.?|number)$/i],
  ["edition", /^edition(?: date)?$/i],
  ["title", /^(?:form )?(?:title|description of form)$/i],
  ["coverage", /^coverage(?: name| description| type)?$|^cover$|^peril$/i],
  ["deductible", /^(?:aop|all other perils|property|policy)?\s*ded(?:uctible)?\.?(?: amount)?$/i],
  ["retention", /^(?:retention|sir)$/i],
  ["valuation", /^val(?:uation)?\.?(?: basis| method)?$/i],
  ["coinsurance", /^co-?ins(?:urance)?\.?\s*%?$/i],
  ["premium", /^(?:annual|written|total|policy|gross|base)?\s*prem(?:ium)?\.?$/i],
  ["aggregate", /^(?:general |annual )?agg(?:regate)?(?: limit)?$/i],
  ["limit", /^(?:occurrence |coverage )?limit(?: of (?:insurance|liability))?$|^amount(?: of insurance)?$/i],
];
/** Columns whose cells are limits of a coverage that their title names. */
const valueTitle =
  /^(?:building|bldg (?:limit|value|amount)|real prop\w*|contents|bpp|business personal prop\w*|personal prop\w*|stock|inventory|equipment|machinery|m ?& ?e|tenant'?s? imp\w*|improvements|tib|bus(?:iness)? inc\w*|bi(?:\s?[/&+]\s?ee)?|business int\w*|rents?|loss of (?:rents?|income)|glass|rental (?:income|value)|extra exp\w*|ee|edp|signs?|fine arts|outdoor prop\w*|other struct\w*|dwelling)\b/i;
/** Line words of spreadsheets that are too short for a text. */
const shortLines: ReadonlyMap<string, string> = new Map([
  ["umb", "umbrella"],
  ["xs", "umbrella"],
  ["im", "inland_marine"],
  ["prop", "commercial_property"],
  ["ca", "commercial_auto"],
  ["ba", "commercial_auto"],
  ["pl", "professional_liability"],
  ["cyb", "cyber"],
  ["pkg", "other"],
  ["ho", "homeowners"],
  ["pa", "personal_auto"],
  ["br", "builders_risk"],
  ["mtc", "motor_truck_cargo"],
]);
const headerRowsMax = 30;

/** Reads a spreadsheet saved as text: values by location, coverages, policies or forms a row (READ-17); false for any other document. */
export function readTables(pages: readonly TextPage[], facts: Facts): boolean {
  const rows = csvRows(pages);
  if (rows === undefined) return false;
  let header: Header | undefined;
  let skip = 0;
  const sums = new Map<number, { sum: number; at: Place }>();
  for (const [index, row] of rows.entries()) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    const found = index < headerRowsMax || header === undefined ? headerAt(rows, index) : undefined;
    if (found !== undefined) {
      header = found;
      // A list of policies names its insureds row by row: a company above it is whose list it is.
      if (found.columns.has("insured")) removeTitleInsured(facts);
      skip = found.lines - 1;
    } else if (header === undefined) takeTitle(facts, row);
    else takeBodyRow(facts, header, row, sums);
  }
  return true;
}

function removeTitleInsured({ names }: Facts): void {
  for (let at = names.length - 1; at >= 0; at -= 1)
    if (names[at]?.field === "insured" && names[at]?.rank === 1) names.splice(at, 1);
}

function headerAt(rows: readonly CsvRow[], index: number): Header | undefined {
  const [one, two] = [rows[index], rows[index + 1]];
  if (one === undefined || !isTitles(one)) return undefined;
  const joined = one.fields.map(({ text }, at) =>
    [text, two?.fields[at]?.text ?? ""].filter((each) => each !== "").join(" "),
  );
  const single = headerOf(
    one.fields.map(({ text }) => text),
    1,
  );
  const double = two !== undefined && isTitles(two) ? headerOf(joined, 2) : undefined;
  const size = (header: Header | undefined) => (header === undefined ? 0 : header.columns.size + header.values.length);
  const best = size(double) > size(single) ? double : single;
  return best !== undefined && size(best) >= 3 ? best : undefined;
}

/** Titles are words, three or more. */
function isTitles({ fields }: CsvRow): boolean {
  const filled = fields.filter(({ text }) => text !== "");
  return (
    filled.length >= 3 &&
    filled.every(({ text }) => !/\d{3}|\d\/\d/.test(text)) &&
    filled.some(({ text }) => /\p{L}/u.test(text))
  );
}

function headerOf(titles: readonly string[], lines: number): Header {
  const found = new Map<CsvColumn, number>();
  const values: { label: string; at: number }[] = [];
  for (const [at, title] of titles.entries()) {
    const plain = title.replaceAll(/\s+/g, " ").trim();
    const column = columns.find(([, pattern]) => pattern.test(plain))?.[0];
    if (column !== undefined && !found.has(column)) found.set(column, at);
    else if (valueTitle.test(plain))
      values.push({
        label: plain.replace(/\s*\(.*\)$/, "").replace(/\s+(?:limits?|values?|amount|cov(?:erage)?)$/i, ""),
        at,
      });
  }
  return { columns: found, values, lines };
}

const legalName =
  /\b(?:inc|incorporated|llc|l\.l\.c|lp|llp|corp|corporation|co|company|ltd|association|partners|trust|pllc|pc)\b\.?$/i;

/** Lines above the header: "Insured,Name", "Named Insured: Name", and a company alone in its line. */
function takeTitle(facts: Facts, row: CsvRow): void {
  const filled = row.fields.filter(({ text }) => text !== "");
  const [first] = filled;
  if (first === undefined) return;
  const inner = /^([^:]{3,40}):\s*(\S.*)$/.exec(first.text);
  if (inner !== null) {
    const start = first.start + first.text.length - (inner[2] ?? "").length;
    takeNamed(facts, inner[1] ?? "", { ...first, text: inner[2] ?? "", start });
  }
  for (const [index, field] of filled.entries()) {
    const next = filled[index + 1];
    if (next !== undefined) takeNamed(facts, field.text.replace(/:$/, ""), next);
  }
  const isAlone =
    filled.length === 1 &&
    legalName.test(first.text) &&
    !/\b(?:register|report|schedule|statement|agency|brokers?|brokerage|insurance|advisors?|prepared|printed)\b/i.test(
      first.text,
    );
  if (isAlone) facts.names.push({ field: "insured", value: first.text, at: placeOf(first), rank: 1 });
}

function takeNamed(facts: Facts, label: string, field: Field): void {
  const kind = labelKind(label);
  const at = placeOf(field);
  const name = nameIn(field.text);
  if ((kind === "insured" || kind === "carrier") && name !== undefined)
    facts.names.push({ field: kind, value: name, at, rank: 3 });
  if (kind === "policy_number" && /\d{3}/.test(field.text))
    facts.names.push({ field: "policyNumber", value: field.text, at, rank: 3 });
  const date = kind === "effective" || kind === "expires" ? dateIn(field) : undefined;
  if (date !== undefined)
    facts.names.push({ ...date, field: kind === "effective" ? "effectiveOn" : "expiresOn", rank: 3 });
}

function placeOf({ page, start, end }: Field): Place {
  return { page, start, end };
}

/** A printed date or the day number of a spreadsheet, 1 being 1899-12-31. */
function dateIn(field: Field): Stated<string> | undefined {
  const serial = /^\d{5}$/.test(field.text) ? addDays("1899-12-30", Number(field.text)) : undefined;
  const value = serial ?? isoOf(field.text);
  return value === undefined ? undefined : { value, at: placeOf(field) };
}

type Sums = Map<number, { sum: number; at: Place }>;

function takeBodyRow(facts: Facts, header: Header, row: CsvRow, sums: Sums): void {
  const filled = row.fields.filter(({ text }) => text !== "");
  if (filled.length < 2) return;
  if (/^(?:grand |sub-?)?totals?\b|^sum\b/i.test(filled[0]?.text ?? "")) {
    checkTotals(facts, row, sums);
    return;
  }
  const cell = (column: CsvColumn): Field | undefined => {
    const at = header.columns.get(column);
    const field = at === undefined ? undefined : row.fields[at];
    return field === undefined || field.text === "" ? undefined : field;
  };
  for (const [at, field] of row.fields.entries()) addUp(sums, at, field);
  const [form, line] = [cell("form"), cell("line")];
  if (form !== undefined) {
    facts.forms.push({
      number: [form.text, cell("edition")?.text].filter((each) => each !== undefined).join(" "),
      text: cell("title")?.text ?? "",
      at: rowPlace(row),
    });
  } else if (cell("coverage") !== undefined) takeCoverageRow(facts, cell, row);
  else if (header.values.length > 0) takeValues(facts, header, cell, row);
  else if (line !== undefined && header.columns.has("policy_number")) takePolicy(facts, line, cell);
}

function rowPlace({ page, start, end }: CsvRow): Place {
  return { page, start, end };
}

type CellOf = (column: CsvColumn) => Field | undefined;

function lineIn(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined;
  return shortLines.get(field.text.toLowerCase()) ?? lineOf(field.text) ?? "other";
}

function termOf(field: Field): Term | undefined {
  const terms = termsIn(field.text, field.start);
  return terms.length === 1 ? terms[0] : undefined;
}

/** An amount of a cell: bare digits are one, a negative or damaged one is not. */
function centsIn(field: Field): number | undefined {
  const term = termOf(field);
  return term?.kind === "money" ? term.cents : undefined;
}

function deductibleIn(field: Field | undefined, kind: StatedDeductible["kind"]): Stated<StatedDeductible> | undefined {
  const term = field === undefined ? undefined : termOf(field);
  if (field === undefined || term === undefined) return undefined;
  const at = placeOf(field);
  if (term.kind === "money") return { value: { amount: { cents: term.cents }, kind }, at };
  if (term.kind === "percent") return { value: { amount: { ratio: term.ratio }, kind }, at };
  return term.kind === "hours" ? { value: { amount: { hours: term.hours }, kind: "deductible" }, at } : undefined;
}

function statusIn(field: Field): CoverageStatus {
  return statusOf(field.text) ?? "not_stated";
}

/** Limit or status of a coverage from the cell of its limit. */
function withLimit(facts: Facts, coverage: Draft<ReadCoverage>, field: Field): void {
  const cents = centsIn(field);
  const at = placeOf(field);
  if (cents !== undefined) coverage.limit = { value: cents, at };
  else {
    coverage.status = statusIn(field);
    coverage.limitText = { value: field.text, at };
    if (coverage.status === "not_stated")
      facts.unread.push({
        field: `limit of ${coverage.label}`,
        reason: termOf(field)?.kind === "negative" ? "not_understood" : "open",
        at,
      });
  }
}

/** Statement of values: a row a building, a coverage a column. */
function takeValues(facts: Facts, header: Header, cell: CellOf, row: CsvRow): void {
  const [loc, bldg, address] = [cell("loc"), cell("bldg"), cell("address")];
  if (loc === undefined && address === undefined) return;
  const place = [
    address?.text,
    [cell("city")?.text, cell("state")?.text].filter((each) => each !== undefined).join(" "),
  ]
    .filter((each) => each !== undefined && each !== "")
    .join(", ");
  const location = [[loc?.text, bldg?.text].filter((each) => each !== undefined).join("/"), place]
    .filter((each) => each !== "")
    .join(": ");
  const deductible = deductibleIn(cell("deductible"), "deductible");
  const valuation = valuationOf(cell("valuation")?.text ?? "");
  const percent = cell("coinsurance");
  for (const { label, at } of header.values) {
    const field = row.fields[at];
    // A value of 0: nothing of it is there.
    if (field === undefined || field.text === "" || centsIn(field) === 0) continue;
    const coverage: Draft<ReadCoverage> = { label, status: "covered", at: rowPlace(row) };
    withLimit(facts, coverage, field);
    const isIncome = /\bb(?:us(?:iness)?)?\.? ?i(?:n[ct]\w*)?\b|income|rent|extra|\bee\b/i.test(label);
    coverage.deductible = deductible;
    if (valuation !== undefined && !isIncome)
      coverage.valuation = { value: valuation, at: placeOf(cell("valuation") ?? field) };
    const ratio = percent === undefined ? undefined : ratioIn(percent);
    if (ratio !== undefined && !isIncome) coverage.coinsurance = ratio;
    facts.coverages.push({
      line: "commercial_property",
      lineAt: rowPlace(row),
      location,
      option: undefined,
      coverage,
      indent: 0,
      isOffer: false,
    });
  }
}

function ratioIn(field: Field): Stated<number> | undefined {
  const term = termOf(field);
  const value =
    term?.kind === "percent"
      ? term.ratio
      : /^\.\d{1,2}$|^0\.\d{1,2}$|^1(?:\.0)?$/.test(field.text)
        ? Number(field.text)
        : undefined;
  const bare =
    value ?? (/^\d{2,3}$/.test(field.text) && Number(field.text) <= 100 ? Number(field.text) / 100 : undefined);
  return bare === undefined ? undefined : { value: bare, at: placeOf(field) };
}

/** A coverage a row, with its line. */
function takeCoverageRow(facts: Facts, cell: CellOf, row: CsvRow): void {
  const label = cell("coverage")?.text ?? "";
  const coverage: Draft<ReadCoverage> = { label, status: "covered", at: rowPlace(row) };
  const [limit, aggregate, premium, line] = [cell("limit"), cell("aggregate"), cell("premium"), lineIn(cell("line"))];
  if (limit !== undefined) withLimit(facts, coverage, limit);
  const [annual, price] = [
    aggregate === undefined ? undefined : centsIn(aggregate),
    premium === undefined ? undefined : centsIn(premium),
  ];
  if (aggregate !== undefined && annual !== undefined) coverage.aggregate = { value: annual, at: placeOf(aggregate) };
  if (
    /\baggregate\b/i.test(label) &&
    !/\beach\b/i.test(label) &&
    coverage.limit !== undefined &&
    annual === undefined
  ) {
    coverage.aggregate = coverage.limit;
    delete coverage.limit;
  }
  if (premium !== undefined && price !== undefined) coverage.premium = { value: price, at: placeOf(premium) };
  coverage.deductible = deductibleIn(cell("deductible"), "deductible") ?? deductibleIn(cell("retention"), "retention");
  const loc = cell("loc");
  facts.coverages.push({
    line,
    lineAt: rowPlace(row),
    location: loc?.text,
    option: undefined,
    coverage,
    indent: 0,
    isOffer: false,
  });
}

/** A policy a row. */
function takePolicy(facts: Facts, line: Field, cell: CellOf): void {
  const code = lineIn(line);
  const words = (column: CsvColumn): Stated<string> | undefined => {
    const field = cell(column);
    return field === undefined || statusOf(field.text) !== undefined
      ? undefined
      : { value: field.text, at: placeOf(field) };
  };
  const [number, premium, from, to] = [cell("policy_number"), cell("premium"), cell("effective"), cell("expires")];
  const isLost = number !== undefined && /^\d(?:\.\d+)?E\+?\d+$/i.test(number.text);
  if (number !== undefined && (isLost || statusOf(number.text) !== undefined)) {
    facts.unread.push({ field: "policy number", reason: isLost ? "ambiguous" : "open", at: placeOf(number) });
  }
  const cents = premium === undefined ? undefined : centsIn(premium);
  if (premium !== undefined && cents === undefined)
    facts.unread.push({ field: "premium", reason: "open", at: placeOf(premium) });
  facts.policies.push({
    line: code ?? "other",
    at: placeOf(line),
    premium: premium === undefined || cents === undefined ? undefined : { value: cents, at: placeOf(premium) },
    policyNumber: isLost ? undefined : words("policy_number"),
    carrier: words("carrier"),
    insured: words("insured"),
    effectiveOn: from === undefined ? undefined : dateIn(from),
    expiresOn: to === undefined ? undefined : dateIn(to),
    coverages: [],
  });
}

function addUp(sums: Sums, at: number, field: Field): void {
  const term = termOf(field);
  const cents = term?.kind === "money" || term?.kind === "negative" ? term.cents : undefined;
  if (cents === undefined || !/[,$.]|^\d+$/.test(field.text)) return;
  const own = sums.get(at);
  sums.set(at, {
    sum: (own?.sum ?? 0) + cents,
    at: own === undefined ? placeOf(field) : { ...own.at, end: field.page === own.at.page ? field.end : own.at.end },
  });
}

/** A row of totals is no row; an amount that is not the sum of its column is a conflict. */
function checkTotals(facts: Facts, row: CsvRow, sums: Sums): void {
  for (const [at, field] of row.fields.entries()) {
    const term = field.text === "" ? undefined : termOf(field);
    const own = sums.get(at);
    if (term?.kind !== "money" || own === undefined || own.sum === term.cents || !/[,$.]/.test(field.text)) continue;
    // Credits may or may not be in a total.
    facts.conflicts.push({
      field: "total of a column",
      values: [
        { value: term.cents, at: placeOf(field) },
        { value: own.sum, at: own.at },
      ],
    });
  }
}
