import type { TextLine } from "../pages/text-lines.ts";
import type { Row } from "../rows/row.ts";
import { datePattern, isoOf, yearBehind, yearLater } from "../terms/dates.ts";
import { labelKind } from "../words/label-kinds.ts";
import { linesNamedIn } from "../words/line-words.ts";
import type { Facts, NameField } from "./facts.ts";

const dates = new RegExp(`(?<![\\w/-])(?:${datePattern})(?!\\w)`, "gi");

/** Takes insured, carrier, policy number and dates of a row; the value stands behind the label or in the cell below (READ-8). */
export function takeNames(facts: Facts, row: Row, line: TextLine, below: TextLine | undefined): boolean {
  const kind = labelKind(row.label);
  if (kind === "insured") takeName(facts, "insured", row, below, nameIn);
  else if (kind === "carrier") takeName(facts, "carrier", row, below, carrierIn);
  else if (kind === "policy_number") takeName(facts, "policyNumber", row, below, policyNumberIn);
  else if (kind === "period" || kind === "effective" || kind === "expires") takeDates(facts, kind, row, line, below);
  else if (kind === "valid_until") takeValidity(facts, row, line);
  else if (kind === "quoted_on") takeQuoteDate(facts, row);
  else return false;
  return true;
}

type Cut = (words: string) => string | undefined;

function takeName(facts: Facts, field: NameField, row: Row, below: TextLine | undefined, cut: Cut): void {
  const { page } = row.at;
  const [rest = ""] = row.rest.split(/\s{2,}|\|/);
  const own = cut(rest);
  const start = row.at.end - row.rest.length;
  // "Company: Ostrava Freight Corp" names whom the quote is for.
  if (own !== undefined && field === "carrier" && /^company$/i.test(row.label.trim()) && !companyWord.test(own)) {
    facts.names.push({ field: "insured", value: own, at: { page, start, end: start + own.length }, rank: 2 });
    return;
  }
  // A name that goes on in the line below has no place of its own.
  const isCut =
    own !== undefined &&
    below !== undefined &&
    field === "carrier" &&
    !companyForm.test(own) &&
    below.cells.some(
      (cell) =>
        cell.box === row.box &&
        cell.text.split(/\s+/).length < 5 &&
        !/[:\d]/.test(cell.text) &&
        companyForm.test(cell.text) &&
        below.boxes > 0,
    );
  if (isCut) return;
  if (own !== undefined) {
    facts.names.push({ field, value: own, at: { page, start, end: start + own.length }, rank: 3 });
    return;
  }
  // "POLICYHOLDER      POLICY INFORMATION": two headings side by side.
  const isBare = (rest === "" && row.values.length === 0) || headingBeside.test(rest);
  if (!isBare || below === undefined) return;
  const cell = cellBelow(row, below);
  const value = cell === undefined ? undefined : cut(cell.text);
  if (cell === undefined || value === undefined) return;
  const from = cell.start + Math.max(0, cell.text.indexOf(value));
  facts.names.push({ field, value, at: { page: below.page, start: from, end: from + value.length }, rank: 2 });
}

const headingBeside =
  /^(?:a\.?m\.? best|naic|rating)\b|^(?:(?:your|the|policy|agent|agency|producer|producing|broker|insured|contact|coverage|mailing)(?:'s)? )*(?:information|details|summary|number|period|address|agent|agency|producer|broker)\W*$/i;

/** The cell of the next line that begins where the label begins. */
function cellBelow(row: Row, below: TextLine): TextLine["cells"][number] | undefined {
  if (below.page !== row.at.page) return undefined;
  const column = row.indentOf;
  // Both centered on a title page.
  const [only, second] = below.cells;
  const isCentered = row.values.length === 0 && row.indent > 12 && below.indent > 12 && row.indentOf === row.indent;
  if (isCentered && only !== undefined && second === undefined) return only;
  return below.cells.find(
    (cell) => Math.abs(cell.start - below.start - column) <= 3 && (cell.box === row.box || below.boxes === 0),
  );
}

/** A name without the address, the doing-business-as or the quote number behind it. */
export function nameIn(words: string): string | undefined {
  const cut = words
    .replace(/^(?:the|messrs\.?)?\s*[:#-]\s*/i, "")
    .replace(/,\s+(?:\d|P\.?O\.? Box|Suite|Attn).*$/i, "")
    .replace(/\s+(?:-|\/\/)\s+(?:quote|policy|ref|effective).*$/i, "")
    .replace(/\s+(?:d\.?\/?b\.?\/?a\.?|c\/o|aka|t\/a)\s.*$/i, "")
    .replace(/[\s,;:-]+$/, "")
    .trim();
  const isName =
    /\p{L}{2}/u.test(cut) &&
    cut.length <= 110 &&
    /^[\p{Lu}\d"(]/u.test(cut) &&
    !/^(?:and|mailing|address|name|see|tbd|n\/a|same|declines?|accepts?)\b/i.test(cut) &&
    !headingBeside.test(cut);
  return isName ? cut : undefined;
}

function carrierIn(words: string): string | undefined {
  const cut = words
    .replace(
      /\s*[([](?:non-?admitted|admitted|a\.?m\.? best|[a-d][+-]{0,2}\b|naic|a stock|a mutual|surplus|a reciprocal)[^)\]]*[)\]].*$/i,
      "",
    )
    .replace(/,\s+[A-D][+-]{0,2}\s+\(?[IVX]+\b.*$/, "")
    .replace(/\s+-\s+(?:non-?admitted|admitted|quote|am best|rated|policy).*$/i, "")
    .replace(/,?\s+(?:non-?admitted|am best|rated)\b.*$/i, "")
    .replace(/\s*\(\d{1,3}(?:\.\d+)?\s?%\)$|^\d{1,3}(?:\.\d+)?\s?%\s+(?:of\s+)?/, "")
    .replace(/^(?:certain )?underwriters at /i, (words_) => words_);
  return nameIn(cut);
}

function policyNumberIn(words: string): string | undefined {
  const cut = /^#?\s*([A-Z0-9][A-Z0-9/.-]*(?: [A-Z0-9/.-]+){0,5})/.exec(words)?.[1]?.replace(/[.\s-]+$/, "");
  return cut !== undefined && (cut.match(/\d/g)?.length ?? 0) >= 3 && !/^\d{1,2}\/\d{1,2}\//.test(cut)
    ? cut
    : undefined;
}

function takeDates(
  facts: Facts,
  kind: "period" | "effective" | "expires",
  row: Row,
  line: TextLine,
  below: TextLine | undefined,
): void {
  const from = row.labelAt.end - line.start;
  const behind = kind === "period" ? line.text.slice(from) : line.text.slice(from, row.at.end - line.start);
  const found = [...behind.matchAll(dates)].map((match) => ({
    iso: isoOf(match[0]),
    at: {
      page: line.page,
      start: line.start + from + match.index,
      end: line.start + from + match.index + match[0].length,
    },
  }));
  const [first, second] = found;
  const rank = kind === "period" ? 4 : 3;
  const add = (field: NameField, each: (typeof found)[number] | undefined, by = rank) => {
    if (each?.iso !== undefined) facts.names.push({ field, value: each.iso, at: each.at, rank: by });
  };
  if (first === undefined) {
    const cell = below === undefined ? undefined : cellBelow(row, below);
    const match = cell === undefined ? null : new RegExp(dates.source, "i").exec(cell.text);
    if (cell === undefined || match === null || kind === "period" || below === undefined || /^to$/i.test(row.label))
      return;
    const at = { page: below.page, start: cell.start + match.index, end: cell.start + match.index + match[0].length };
    add(kind === "effective" ? "effectiveOn" : "expiresOn", { iso: isoOf(match[0]), at }, 2);
  } else if (kind === "expires") add("expiresOn", first);
  else if (
    second !== undefined &&
    /^[\s,]*(?:12:01\s?(?:a\.?m\.?)?[\s,]*)?(?:to|-|through|thru|until|and ending|expires?)\b|^\s*-\s/i.test(
      betweenOf(behind, found, line, from),
    )
  ) {
    add("effectiveOn", first, 4);
    add("expiresOn", second, 4);
  } else if (second !== undefined && kind === "period") {
    add("effectiveOn", first);
    add("expiresOn", second);
  } else {
    const after = behind.slice(first.at.end - line.start - from);
    const last = first.iso === undefined ? undefined : yearBehind(first.iso, after);
    add("effectiveOn", first, last === undefined && kind === "period" ? 2 : rank);
    if (last !== undefined)
      add("expiresOn", {
        iso: last,
        at: { ...first.at, end: first.at.end + (/^\s?-\s?\d+/.exec(after)?.[0].length ?? 0) },
      });
  }
}

const joinedDates = new RegExp(
  String.raw`(?<![\w/-])(${datePattern})([\s,]*(?:(?:at )?12:01\s?(?:a\.?m\.?)?|(?:standard|local) time|on)*[\s,]*(?:to|-|through|thru|until)\s+(?:(?:at )?12:01\s?(?:a\.?m\.?)?[\s,]*(?:on\s+)?)?)(${datePattern})(?!\w)`,
  "i",
);
const otherPeriod =
  /\b(?:prior|previous|expiring|retro\w*|pending|underlying|continuity|loss(?:es)?|claims?|event|audit|construction|project|invoice|payroll)\b/i;
const fromOneDate = new RegExp(
  String.raw`\b(?:effective|12 months? (?:at|from|commencing))\s+(${datePattern})(?!\w)`,
  "i",
);

/** A period without a label: two dates a year apart that "to" joins, or "effective December 1, 2026 - 2027" (READ-8). */
export function takePeriod(facts: Facts, line: TextLine): void {
  if (otherPeriod.test(line.text)) return;
  const add = (field: NameField, iso: string, start: number, length: number) => {
    const at = { page: line.page, start: line.start + start, end: line.start + start + length };
    facts.names.push({ field, value: iso, at, rank: 1 });
  };
  const joined = joinedDates.exec(line.text);
  const [first = "", between = "", second = ""] = joined?.slice(1) ?? [];
  const [from, to] = [isoOf(first), isoOf(second)];
  if (joined !== null && from !== undefined && to !== undefined && isYearApart(from, to)) {
    add("effectiveOn", from, joined.index, first.length);
    add("expiresOn", to, joined.index + first.length + between.length, second.length);
    return;
  }
  const one = fromOneDate.exec(line.text);
  const begin = one?.[1] === undefined ? undefined : isoOf(one[1]);
  if (one === null || begin === undefined) return;
  const at = one.index + one[0].length - (one[1]?.length ?? 0);
  const after = line.text.slice(one.index + one[0].length);
  const next = yearBehind(begin, after) ?? (one[0].startsWith("12") ? yearLater(begin) : undefined);
  if (next === undefined) return;
  add("effectiveOn", begin, at, one[1]?.length ?? 0);
  add("expiresOn", next, one.index, one[0].length);
}

function isYearApart(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days >= 364 && days <= 367;
}

function betweenOf(
  behind: string,
  found: readonly { readonly at: { readonly start: number; readonly end: number } }[],
  line: TextLine,
  from: number,
): string {
  const [first, second] = found;
  if (first === undefined || second === undefined) return "";
  const base = line.start + from;
  return behind.slice(first.at.end - base, second.at.start - base);
}

function takeValidity(facts: Facts, row: Row, line: TextLine): void {
  const words = line.text.slice(row.labelAt.start - line.start, row.at.end - line.start);
  const match = new RegExp(dates.source, "i").exec(words);
  const iso = match === null ? undefined : isoOf(match[0]);
  const isCounted = /\b\d{1,3}\s+(?:calendar )?days\b/i.test(words);
  if (isCounted && iso !== undefined) facts.quotedOn.push({ value: iso, at: row.labelAt });
  if (isCounted || match === null) takeValidDays(facts, { text: words, start: row.labelAt.start, page: line.page });
  if (match === null || iso === undefined || isCounted) return;
  const start = row.labelAt.start + match.index;
  facts.names.push({
    field: "quoteValidUntil",
    value: iso,
    at: { page: line.page, start, end: start + match[0].length },
    rank: 3,
  });
}

/** "Quote good for 30 days": days that count from the date of the quote. */
export function takeValidDays(facts: Facts, { text, start, page }: Pick<TextLine, "text" | "start" | "page">): void {
  const match =
    /(?<![\d.,/])(\d{1,3})\s+(?:calendar )?days\b(?!\s+(?:after|prior|before|of bind|from (?:bind|incept)))/i.exec(
      text,
    );
  if (match === null) return;
  const at = { page, start: start + match.index, end: start + match.index + match[0].length };
  facts.validDays.push({ value: Number(match[1]), at });
}

function takeQuoteDate(facts: Facts, row: Row): void {
  const [value, second] = row.values;
  if (value?.term.kind !== "date" || second !== undefined) return;
  const { iso, start, end } = value.term;
  facts.quotedOn.push({ value: iso, at: { page: row.at.page, start, end } });
}

const companyWord =
  /\b(?:insurance|assurance|casualty|indemnity|mutual|surety|specialty|underwriters|fire|reinsurance|fidelity|marine|lloyd'?s|property & casualty|ins)\b/i;
const companyForm =
  /\b(?:company|co\.?|corporation|corp\.?|exchange|mutual|casualty|indemnity|underwriters|association|group|reciprocal|syndicate|surety|incorporated|inc\.?|insurance|assurance)(?: (?:of|for) (?:\p{Lu}\p{L}+ ?){1,3})?(?:\s*\(.*\))?$/iu;
const noCompany =
  /\b(?:policy|declarations?|quot(?:e|ation)|binder|proposal|coverage|information page|schedule|summary|liability insurance|type of|agency|brokers?|brokerage|wholesale|advisors?|partners|services|department|certificate|limits?|premium|endorsements?|statutory|this|part|workers|general|limit|named|risk advisors)\b/i;

/** A carrier's name in a title: the words of an insurer and the form of a company, and nothing of a document. */
export function takeTitleCarrier(facts: Facts, line: TextLine, isNearTop: boolean): void {
  for (const [index, cell] of line.cells.entries()) {
    if (/^(?:producer|agent|agency|broker|producing broker)\W*$/i.test(line.cells[index - 1]?.text ?? "")) continue;
    for (const match of cell.text.matchAll(/[^|]+?(?=\s+-\s+|\s*\||$)/g)) {
      const words = match[0]
        .replace(/^\s*-?\s*(?:-\s+)?/, "")
        .replace(/^(?:.{0,60}\bon behalf of|a program of|through)\s+/i, "");
      const name = carrierIn(words);
      if (
        name === undefined ||
        name.length < 9 ||
        name.includes(":") ||
        /(?<![\p{L}'])\p{Ll}{4,}/u.test(name) ||
        name.split(/\s+/).length < 2
      )
        continue;
      if (
        !companyWord.test(name) ||
        !companyForm.test(name) ||
        noCompany.test(name) ||
        /^(?:a|other|insurance|casualty|assurance)\s/i.test(name) ||
        /^[Tt]he\s/.test(name)
      )
        continue;
      if (
        linesNamedIn(name.replace(/\bproperty (?:&|and) casualty\b/i, "")).length > 0 &&
        !/\b(?:company|co\.?|corporation|exchange|surety)$/i.test(name)
      )
        continue;
      const start = cell.start + cell.text.indexOf(name, match.index);
      facts.names.push({
        field: "carrier",
        value: name,
        at: { page: line.page, start, end: start + name.length },
        rank: isNearTop ? 1 : 0,
      });
    }
  }
}

const legalForm =
  /^\p{Lu}[\p{L}\d&'.,\s-]{3,70}\b(?:[Ii]nc|INC|LLC|L\.L\.C|LP|L\.P|LLP|PLLC|P\.C|PC|[Cc]orp|CORP|[Cc]orporation|CORPORATION|Ltd|LTD|Cooperative|Foundation)\b\.?$/u;
const noInsured =
  /\b(?:insurance|assurance|underwrit\w*|brokers?|brokerage|agency|agencies|risks?|advisors?|wholesale|surety|casualty|indemnity|programs?|specialty|mutual|reinsurance|facilities|intermediar\w*|isaoa)\b/i;

/**
 * An insured without a label: a company in a title that says for whom the document is, or below "RE:"; else one that
 * heads several pages (READ-8).
 */
export function takeTitleInsured(facts: Facts, line: TextLine, before: TextLine | undefined): void {
  const isAfterRe = /^re:?$/i.test(line.cells[0]?.text ?? "");
  const [first, second] = isAfterRe ? line.cells.slice(1) : line.cells;
  if (first === undefined) return;
  const led =
    /^[Rr][Ee]:\s+(?=\p{Lu})|\b(?:[Qq]uot\p{L}*|QUOT\p{L}*|[Pp]roposal|PROPOSAL|[Ii]ndication|[Dd]eclarations)\b.*\b(?:for|FOR)\s+(?=\p{Lu})/u.exec(
      first.text,
    )?.[0] ?? "";
  const words = first.text.slice(led.length);
  if (!legalForm.test(words) || noInsured.test(words)) return;
  const isNamed = led !== "" || isAfterRe || (second === undefined && /^\s*re:/i.test(before?.text ?? ""));
  const start = first.start + led.length;
  const at = { page: line.page, start, end: start + words.length };
  facts.names.push({ field: "insured", value: words, at, rank: isNamed ? 1 : 0 });
}
