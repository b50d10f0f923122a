import type { Cell, TextLine } from "../pages/text-lines.ts";
import { type Term, termsIn } from "../terms/terms.ts";
import { labelKind, plainLabel, sectionOf } from "../words/label-kinds.ts";
import { lineOf } from "../words/line-words.ts";
import { isRoleOnly, type Role, roleIn } from "../words/roles.ts";
import { isLimitWords, statusOf, triggerOf, valuationOf } from "../words/status-words.ts";
import type { Row, RowValue } from "./row.ts";

type Group = {
  label: string;
  labelStart: number;
  labelEnd: number;
  end: number;
  box: number;
  readonly values: RowValue[];
  text: string;
  /** A colon asks for a value. */
  isOpen?: boolean;
};

/** Rows of a line without a table: each label with the values to its right, up to the next label (READ-11). */
export function freeRows(given: TextLine): readonly Row[] {
  const line = valueFirst(withPairs(given));
  const groups: Group[] = [];
  for (const [index, cell] of line.cells.entries()) {
    // A dash between two titles is no value.
    if (cell.text !== "-" || line.boxes > 0 || index === line.cells.length - 1) takeCell(groups, cell);
  }
  return groups.map((group) => ({
    label: group.label,
    labelAt: { page: line.page, start: group.labelStart, end: group.labelEnd },
    at: {
      page: line.page,
      start: Math.min(group.labelStart, ...group.values.map(({ term }) => term.start)),
      end: Math.max(group.labelEnd, group.end),
    },
    values: group.values,
    indent: line.indent,
    box: group.box,
    cells: new Map(),
    isTable: false,
    indentOf: group.labelStart - line.start,
    rest: line.text.slice(group.labelEnd - line.start, group.end - line.start).replace(/^[\s:.|]+/, ""),
  }));
}

/** "1,000,000  OCC    2,000,000  GEN AGG": an amount before each abbreviation; a line of business may stand in front. */
function withPairs(line: TextLine): TextLine {
  if (line.boxes > 0 || line.cells.length < 2) return line;
  const lead = line.cells.length % 2 === 1 && lineOf(line.cells[0]?.text ?? "") !== undefined ? 1 : 0;
  const pairs = line.cells.slice(lead);
  const isPaired =
    (lead === 1 || pairs.length > 2) &&
    pairs.length % 2 === 0 &&
    pairs.every((cell, index) => (index % 2 === 0 ? isAmountAlone(cell) : isAbbreviation(cell.text)));
  if (!isPaired) return line;
  return { ...line, cells: pairs.map((cell, index) => pairs[index % 2 === 0 ? index + 1 : index - 1] ?? cell) };
}

/** A line of business in front of amounts that come before their abbreviations. */
export function lineBeforePairs(line: TextLine): Cell | undefined {
  const paired = withPairs(line);
  return paired !== line && paired.cells.length < line.cells.length ? line.cells[0] : undefined;
}

/** Whether a cell is an amount, or a word that stands for one, and nothing else. */
export function isAmountAlone({ text, start }: Cell): boolean {
  const [term, other] = termsIn(text, start);
  if (/^(?:nil|none|excluded|included)$/i.test(text)) return true;
  return other === undefined && term?.kind === "money" && term.isSure && term.end - term.start === text.length;
}

function isAbbreviation(words: string): boolean {
  return /^\p{Lu}{2}|^\p{Lu}&/u.test(words) && words === words.toUpperCase() && words.length < 30 && !/\d/.test(words);
}

/** "$1,000,000   Each Occurrence": where the values stand before the labels, each label is read before its value. */
function valueFirst(line: TextLine): TextLine {
  // "A.  $ 10,000,000   Each Occurrence"
  const isNumbered = line.cells.length > 2 && /^\(?[a-z\d]{1,2}[.)]$/i.test(line.cells[0]?.text ?? "");
  const [first, second, ...more] = isNumbered ? line.cells.slice(1) : line.cells;
  if (first === undefined || second === undefined || more.length > 1 || line.boxes > 0) return line;
  const isValue =
    isAmountAlone(first) ||
    (statusOf(first.text) === "excluded" && first.text.length < 20) ||
    /^(?:included|tbd)$/i.test(first.text);
  const isLabel =
    /^\p{Lu}\p{L}/u.test(second.text) && termsIn(second.text, 0).length === 0 && statusOf(second.text) === undefined;
  return isValue && isLabel ? { ...line, cells: [second, first, ...more] } : line;
}

// A colon within brackets belongs to them.
const colonPattern = /^((?:[^:(]|\([^:)]{0,70}\)){1,70}?)\s*:(?!\d|\/\/)\s*/;
/** Labels that need no colon before what they name. */
const inlineLabel =
  /^((?:policy|contract|certificate)\s*(?:no\.?|number|num\.?|#)|(?:first )?named insured(?!s?\s*(?:and|&|is)\b)|(?:policy|proposed|quoted)?\s?(?:period|term)(?: is)?|eff(?:ective|\.)?(?: dates?)?|expir(?:es|ation)(?: date)?|(?:quote|offer|terms?)\b.{0,20}\b(?:valid|good|open|expires?|lapses?)(?: (?:until|through|thru|to))?|underwritten by|issued by|prepared for|(?:insurance )?proposal (?:prepared )?for|policy(?= [A-Z]{0,4}[ -]?\d{3}))\s*[#:]?\s+(?=\S)/i;

function takeCell(groups: Group[], cell: Cell): void {
  const inline = inlineLabel.exec(cell.text.replace(/^#+ /, (mark) => " ".repeat(mark.length)).trimStart());
  if (inline?.[1] !== undefined && !colonPattern.test(cell.text)) {
    const skipped = cell.text.indexOf(inline[1]);
    const from = skipped + inline[0].length;
    begin(groups, inline[1], cell.start + skipped, cell.start + skipped + inline[1].length, cell.box);
    forceValue(groups, { ...cell, text: cell.text.slice(from), start: cell.start + from });
    return;
  }
  const colon = colonPattern.exec(cell.text);
  const label = colon?.[1] ?? "";
  if (
    colon !== null &&
    /\p{L}/u.test(label) &&
    termsIn(label, 0).every((term) => term.kind !== "money" || !term.isSure)
  ) {
    const last = groups.at(-1);
    const isOfLast = last !== undefined && !["ignored", "valuation"].includes(labelKind(last.label));
    if (isOfLast && isRoleOnly(label) && last.values.length > 0) {
      takePlain(groups, cell);
      return;
    }
    begin(groups, label, cell.start, cell.start + label.length, cell.box);
    const own = groups.at(-1);
    const rest = cell.text.slice(colon[0].length);
    if (own !== undefined && rest === "") own.isOpen = true;
    if (rest !== "")
      forceValue(groups, { text: rest, start: cell.start + colon[0].length, end: cell.end, box: cell.box });
    return;
  }
  takePlain(groups, cell);
}

function begin(groups: Group[], label: string, labelStart: number, labelEnd: number, box: number): void {
  groups.push({ label, labelStart, labelEnd, end: labelEnd, box, values: [], text: "" });
}

/** What stands behind a colon is a value of the label, unless it begins with a label of its own. */
function forceValue(groups: Group[], cell: Cell): void {
  const group = groups.at(-1);
  const [first] = termsIn(cell.text, cell.start).filter(isShown);
  const lead = first === undefined ? cell.text : cell.text.slice(0, first.start - cell.start);
  const isOwnLabel =
    first !== undefined &&
    lead.trim() !== "" &&
    !isRoleOnly(lead) &&
    ofPremium.has(labelKind(lead)) &&
    labelKind(lead) !== "coverage";
  if (group === undefined || isOwnLabel || colonPattern.test(cell.text.replace(/\(.*$/, ""))) {
    takeCell(groups, cell);
    return;
  }
  if (first === undefined)
    group.values.push({
      term: { kind: "words", text: cell.text, start: cell.start, end: cell.end },
      qualifier: cell.text,
    });
  else group.values.push(...valuesOf(cell, termsIn(cell.text, cell.start).filter(isShown), lead));
  group.text += ` ${cell.text}`;
  group.end = cell.end;
}

const ofPremium: ReadonlySet<string> = new Set(["base", "tax", "fee", "total", "total_premium", "terrorism"]);

/** A cell without a colon. */
function takePlain(groups: Group[], cell: Cell): void {
  const terms = termsIn(cell.text, cell.start).filter(isShown);
  const [first] = terms;
  const group = groups.at(-1);
  const lead = first === undefined ? cell.text : cell.text.slice(0, first.start - cell.start);
  const isStatus = group !== undefined && lead.trim() !== "" && !isRoleOnly(lead) && statusOf(cell.text) !== undefined;
  if (first === undefined || isStatus) {
    takeWords(groups, cell);
    return;
  }
  const words = lead
    .replace(/[\s:;,=/([-]+$/, "")
    .replace(/\b(?:of|is|at|from|at a)$/i, "")
    .trim();
  const isValue = group !== undefined && group.labelStart >= 0 && acceptsAsValue(group, words, cell);
  if (!isValue) begin(groups, words, cell.start, cell.start + words.length, cell.box);
  const own = groups.at(-1);
  if (own === undefined) return;
  own.values.push(...valuesOf(cell, terms, isValue ? lead : ""));
  own.text += ` ${cell.text}`;
  own.end = cell.end;
}

/** Whether words before a figure leave it with the label to the left. */
function acceptsAsValue(group: Group, words: string, cell: Cell): boolean {
  if (words !== "" && cell.box !== group.box && group.values.length > 0) return false;
  if (words === "" || isRoleOnly(words)) return true;
  if (group.values.length === 0 && (statusOf(words) !== undefined || isLimitWords(words))) return true;
  if (
    /^[(*+]/.test(cell.text) ||
    /^(?:and|or|of|plus|up to|less|from|maximum|max|minimum|min|revised|now|corrected|amended)\b/i.test(words)
  )
    return true;
  const kind = labelKind(group.label);
  // What a label asks for may stand in a phrase: "FROM 04/01/2026 TO 04/01/2027", "IL 00 17".
  const isPhrase = [
    "period",
    "effective",
    "expires",
    "insured",
    "carrier",
    "policy_number",
    "location",
    "minimum_earned",
    "valid_until",
    "ignored",
  ].includes(kind);
  return isPhrase && group.values.length === 0 && labelKind(words) === "coverage";
}

/** A bare number below 100 is a count, a symbol or a number of something. */
function isShown(term: Term): boolean {
  return term.kind !== "money" || term.isSure || term.hasDecimals === true || term.cents >= 100_00;
}

function takeWords(groups: Group[], cell: Cell): void {
  const group = groups.at(-1);
  // "Building | AMOUNT   2,875,000": the box says what its figure is.
  if (group?.values.length === 0 && cell.box > group.box && /^(?:amount|limit)s?$/i.test(cell.text)) return;
  const value: RowValue = {
    term: { kind: "words", text: cell.text, start: cell.start, end: cell.end },
    qualifier: cell.text,
  };
  if (
    group !== undefined &&
    (acceptsWords(group, cell.text) || (group.values.length > 0 && cell.box === group.box && isQualifier(cell.text)))
  ) {
    const last = group.values.at(-1);
    const isOwn = acceptsWords(group, cell.text) && (!isRoleOnly(cell.text) || triggerOf(cell.text) !== undefined);
    if (isOwn) group.values.push(value);
    else if (last !== undefined) group.values[group.values.length - 1] = qualified(last, cell.text);
    group.text += ` ${cell.text}`;
    group.end = cell.end;
    return;
  }
  begin(groups, cell.text, cell.start, cell.end, cell.box);
}

function acceptsWords(group: Group, words: string): boolean {
  if (group.isOpen === true && group.values.length === 0 && sectionOf(group.label) === undefined)
    return labelKind(words) === "coverage";
  if (statusOf(words) !== undefined || isLimitWords(words))
    return group.label !== "" && !/^(?:yes|no)$/i.test(group.label);
  if (triggerOf(words) !== undefined && words.length < 50)
    return group.values.length > 0 || labelKind(group.label) !== "coverage";
  const kind = labelKind(group.label);
  if (valuationOf(words) !== undefined && words.length < 50) return kind === "valuation" || kind === "coverage";
  if (kind === "retro_date") return /prior acts|inception|none|n\/a/i.test(words);
  return group.values.length === 0 && namedByWords.has(kind) && labelKind(words) === "coverage";
}

/** Kinds of labels whose value is words. */
const namedByWords: ReadonlySet<string> = new Set([
  "insured",
  "carrier",
  "policy_number",
  "location",
  "trigger",
  "valuation",
  "valid_until",
  "effective",
  "expires",
  "period",
]);

function isQualifier(words: string): boolean {
  return isRoleOnly(words) || /^[a-z(*]/.test(words) || /^\d{1,2}\s?\/\s?\d/.test(words);
}

function qualified(value: RowValue, words: string): RowValue {
  return { ...value, qualifier: `${value.qualifier} ${words}`, role: value.role ?? roleIn(words) };
}

/** Each term of a cell with the words that say what it is: those between two belong to one of them. */
export function valuesOf(cell: Cell, terms: readonly Term[], lead: string): readonly RowValue[] {
  const values: RowValue[] = [];
  let before = lead;
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    const between = cell.text
      .slice(term.end - cell.start, next === undefined ? undefined : next.start - cell.start)
      .replace(/[;,]?\s*\b(?:no|nil|without(?: an?)?)\s+(?:deductible|retention|waiting period)\b/i, "");
    const [after, rest] = next === undefined ? [between, ""] : parted(between);
    const role =
      roleIn(before.split(/[;,]\s/).at(-1) ?? before) ?? roleIn(next === undefined ? clauseOf(after) : after);
    values.push({ term, role, qualifier: `${before} ${after}`.trim() });
    before = rest;
  }
  return values;
}

/** Up to the first mark that ends what a figure is. */
function clauseOf(words: string): string {
  return words.split(/[;(]|,\s/)[0] === "" ? words : (words.split(/[;]|,\s/)[0] ?? "");
}

function parted(between: string): readonly [string, string] {
  const mark = /[;,/(+]|\band\b|\bplus\b|\bsubject to\b/.exec(between);
  if (mark !== null) return [between.slice(0, mark.index), between.slice(mark.index + mark[0].length)];
  const isOfNext =
    /\b(?:ded(?:uctible)?|retention|waiting|premium|min(?:imum)?|coinsurance|s\.?i\.?r|x)\b[\s.:]*$/i.test(between);
  return isOfNext ? ["", between] : [between, ""];
}

/** The label without "ded." at its end, and what that says of its values. */
export function labelAndRole(label: string): { readonly label: string; readonly role?: Role | undefined } {
  const plain = plainLabel(label);
  const trailing = /^(.*\p{L}.*?)[\s,-]+(ded(?:uctible)?s?\.?|retention|sir)$/iu.exec(plain);
  return trailing?.[1] === undefined
    ? { label: plain, role: roleIn(plain) }
    : { label: trailing[1], role: roleIn(trailing[2] ?? "") };
}
