import type { TextLine, TextPage } from "../pages/text-lines.ts";
import { freeRows, lineBeforePairs } from "../rows/free-rows.ts";
import type { Row } from "../rows/row.ts";
import { stackedRows } from "../rows/stacked-rows.ts";
import { headerAt, type TableHeader, tableRow } from "../rows/table-rows.ts";
import { type SectionKind, labelKind, plainLabel, sectionOf } from "../words/label-kinds.ts";
import { isListItem, listBelow } from "../words/list-leads.ts";
import { embracesOthers, isPropertyLine, lineOf, linesNamedIn } from "../words/line-words.ts";
import { isLimitWords, statusOf, triggerOf } from "../words/status-words.ts";
import type { Facts } from "./facts.ts";
import { formNumbersIn } from "./form-numbers.ts";
import { takeNames, takePeriod, takeTitleCarrier, takeTitleInsured } from "./names.ts";
import { takeMinimumEarned } from "./premiums.ts";
import type { Scope } from "./scope.ts";
import { takeRow } from "./take-row.ts";
import { proseLines } from "../prose/paragraphs.ts";
import { isWordingSection, takeBracketedForms, takeFormRow, takeWordings } from "./wordings.ts";

const topLines = 14;
const headLines = 3;
const titleChars = 1500;
const wrapsFrom = 60;

/** Walks the lines once, from headings to rows to facts. Linear. */
export function walkPages(pages: readonly TextPage[], facts: Facts, documentLine: string | undefined): Scope {
  const scope: Scope = {
    section: undefined,
    line: undefined,
    lineAt: { page: 1, start: 0, end: 0 },
    isLineOpen: false,
    openLines: [],
    hasOpenLine: false,
    location: undefined,
    header: undefined,
    isOffer: false,
    isIssued: /\bdeclarations?\b|\binformation page\b/i.test((pages[0]?.text ?? "").slice(0, titleChars)),
    isFarm:
      /\bfarm(?:owners?'?)?(?: (?:and|&) ranch)?(?: owners?'?)? (?:policy|declarations|package|quot\w+|proposal|binder|insurance)\b/i.test(
        (pages[0]?.text ?? "").slice(0, titleChars),
      ),
    isHousehold: isHousehold(pages[0]?.text ?? ""),
    documentLine,
    addresses: new Map(),
    pending: undefined,
    block: undefined,
    isListing: false,
    unplaced: [],
    inner: undefined,
    blanks: 0,
    wordingItems: 0,
  };
  for (const { lines, page } of pages) {
    scope.isOffer = false;
    scope.pending = undefined;
    const prose = proseLines(lines);
    for (let index = 0; index < lines.length;) index += takeLine(facts, scope, lines, index, page, prose);
  }
  return scope;
}

function isHousehold(text: string): boolean {
  const isOfBusiness =
    /\b(?:business|commercial|fleet|symbols?|motor carrier|garage|LLC|L\.L\.C|LLP|LP|Inc|Corp|hired|non-?owned|CSL|quotation for)\b/i.test(
      text,
    );
  return (
    !isOfBusiness &&
    /\b(?:vehicles?|veh)\b/i.test(text) &&
    /\b(?:drivers?|household|collector|pleasure|(?:six|6)[ -]?months?|personal|garaged)\b/i.test(text)
  );
}

function takeLine(
  facts: Facts,
  scope: Scope,
  lines: readonly TextLine[],
  index: number,
  page: number,
  prose: ReadonlySet<TextLine>,
): number {
  const line = lines[index];
  if (line === undefined || line.kind !== "text") {
    if (line?.kind === "blank") {
      scope.blanks += 1;
      scope.pending = undefined;
      scope.block = undefined;
      scope.isListing = false;
    }
    return 1;
  }
  if (scope.block !== undefined && line.indent <= scope.block.indent) scope.block = undefined;
  if (!prose.has(line) && !hasOptions(scope.header)) takeTitleCarrier(facts, line, page === 1 && index < topLines);
  if (index < (page === 1 ? topLines : headLines)) takeTitleInsured(facts, line, lines[index - 1]);
  // Below "RE: Northgate Crane, Inc." stands what the letter is about.
  const isSubject =
    index < topLines && lines.slice(Math.max(0, index - 2), index).some(({ text }) => /^\s*re:/i.test(text));
  if (isSubject && scope.documentLine === undefined) takeTitles(scope, [line], true);
  takeMinimumEarned(facts, line);
  takePeriod(facts, line);
  if (openTaxes.test(line.text))
    facts.openTaxes.push({ page: line.page, start: line.start, end: line.start + line.text.length });
  if (isRatingHeader(line)) {
    enter(scope, "aside");
    return 1;
  }
  const stacked = scope.section === "aside" ? undefined : stackedRows(line, lines[index + 1]);
  if (stacked !== undefined) {
    for (const row of stacked) takeRow(facts, scope, row, line);
    return 2;
  }
  const header = headerAt(lines, index);
  if (header !== undefined && !(isRowOfOptions(scope.header, line) && !hasOptions(header))) {
    takeTitles(scope, lines.slice(index, index + header.lines));
    takeHeader(facts, scope, header, line);
    return header.lines;
  }
  if (isListOfForms(line)) [scope.section, scope.header] = ["forms", undefined];
  const list = listBelow(line, nextText(lines, index));
  if (list !== undefined) {
    enter(scope, list);
    return 1;
  }
  if (isWordingSection(scope.section) && takeWordingLine(facts, scope, line, lines[index - 1])) return 1;
  takeBracketedForms(facts, line);
  if (/^\s*item\s+(?:\d|[ivx]+\b|one|two|three|four|five|six|seven|eight|nine|ten)/i.test(line.text)) {
    scope.header = undefined;
    scope.section = undefined;
  }
  if (
    line.cells.some(({ text }) =>
      /^(?:separate|optional|private \p{L}+) offer\b|\bnot part of (?:this |the |your )?policy\b/iu.test(text),
    )
  )
    scope.isOffer = true;
  takeTrigger(facts, scope, line);
  takeStates(facts, scope, line);
  if (
    (prose.has(line) || isSentence(line)) &&
    !isWordingSection(sectionOf(line.text.replace(/:.*$/, ""))) &&
    !/^\s*[^:.]{2,45}:\s/.test(line.text)
  )
    return 1;
  const place = locationOf(line);
  if (place !== undefined) {
    scope.location = place.key;
    scope.header = undefined;
    if (place.address !== "") scope.addresses.set(place.key, place.address);
  }
  const ahead = lineBeforePairs(line);
  const named = ahead === undefined ? undefined : lineOf(ahead.text);
  if (ahead !== undefined && named !== undefined) takeLines(scope, [named], line, ahead.start, ahead.end);
  const isRow = isTableRow(scope, line);
  if (!isRow && takeHeading(facts, scope, line, page === 1 && index < topLines)) return 1;
  const before = scope.section;
  // "Deductibles:   All Other Perils $2,500     Hurricane 5%"
  const isDeductibles =
    !isRow &&
    line.cells.length > 1 &&
    sectionOf(line.cells[0]?.text ?? "") === "deductibles" &&
    /^\p{L}/u.test(line.cells[1]?.text ?? "");
  if (isDeductibles) scope.section = "deductibles";
  for (const row of isDeductibles ? freeRows(line) : rowsOf(scope, line)) {
    if (scope.section === "forms" && takeFormRow(facts, row)) continue;
    takePremises(scope, row);
    // Each option has a carrier of its own.
    if (hasOptions(scope.header) && labelKind(row.label) === "carrier") continue;
    if (takeNames(facts, row, line, nextText(lines, index))) continue;
    takeRow(facts, scope, row, line);
  }
  if (isDeductibles) scope.section = before;
  scope.blanks = 0;
  return 1;
}

/** "CP0010 1012   CP0030 1012   CP1030 0917": forms need no heading. */
function isListOfForms({ cells, text }: TextLine): boolean {
  const numbers = formNumbersIn(text).filter(({ hasEdition }) => hasEdition);
  return (
    cells.length > 1 &&
    numbers.length === cells.length &&
    cells.every((cell) => formNumbersIn(cell.text)[0]?.start === 0)
  );
}

/** "CLASS   BASIS   EXPOSURE   RATE": what stands below rates the risk. */
function isRatingHeader({ cells }: TextLine): boolean {
  const isTitles = cells.length > 2 && cells.every(({ text }) => text.length < 35 && !/\d{2}|:/.test(text));
  return (
    isTitles &&
    cells.filter(({ text }) => ratingTitle.test(text)).length > 1 &&
    !cells.some(({ text }) => /\blimits?\b|\bpremium$|\bamount\b/i.test(text))
  );
}

const ratingTitle =
  /^(?:class(?:ification)?(?: code)?|code|(?:premium |rating |rate )?basis|exposures?|rates?|payroll|receipts|sales|remuneration|estimated (?:payroll|exposure))$/i;

/** "Taxes and fees are in addition": what is printed is not the whole. */
const openTaxes =
  /\b(?:tax(?:es)?|fees?|surcharges?)\b[^.]{0,60}\b(?:in addition|will be (?:shown|billed|invoiced)|extra|additional|not included|to be (?:determined|calculated|advised|added)|tbd|where (?:they apply|applicable))\b|(?:\bplus|\+) (?:any |applicable |all )*(?:state )?(?:taxes|fees|surplus lines tax)/i;

/** A sentence on one line is for the reader of prose. */
function isSentence(line: TextLine): boolean {
  const { text, cells, boxes } = line;
  if (
    cells.length !== 1 ||
    boxes > 0 ||
    /\bpolicy (?:period|term)\b|\beffective\b/i.test(text) ||
    !/[.!?]\s*$/.test(text) ||
    text.trim().split(/\s+/).length < 7
  )
    return false;
  return /\s(?:is|are|will|would|has|have|can|carries|applies|must)\s/i.test(text);
}

function nextText(lines: readonly TextLine[], index: number): TextLine | undefined {
  for (let at = index + 1; at <= index + 2; at += 1) if (lines[at]?.kind === "text") return lines[at];
  return undefined;
}

/** A line of a list of forms, exclusions or subjectivities; false where the list has ended. */
function takeWordingLine(facts: Facts, scope: Scope, line: TextLine, above: TextLine | undefined): boolean {
  const section = scope.section;
  if (!isWordingSection(section)) return false;
  const [first] = line.cells;
  const isBulleted = isListItem(line);
  const isHeading =
    first !== undefined && !isBulleted && (isHeadingCell(first.text) || /^(?:subject to|excludes)\b/i.test(first.text));
  const isParted = scope.blanks > 0 && scope.wordingItems > 0 && !isBulleted && section !== "forms";
  if (scope.header !== undefined && section === "forms") {
    const row = tableRow(line, scope.header);
    if (row !== undefined && takeFormRow(facts, row)) return true;
  }
  const names = freeRows(line).filter(
    (row) =>
      ["insured", "policy_number", "effective", "period", "carrier"].includes(labelKind(row.label)) && row.rest !== "",
  );
  if (section === "forms" && names.length > 0) {
    for (const row of names) takeNames(facts, row, line, undefined);
    return true;
  }
  // "Pay plan: 20% down, ..." is no item of the list above it.
  const isLabelled = !isBulleted && /^\s*[^:]{2,40}:\s/.test(line.text);
  const isOfOffer = [...(isLabelled ? ["ignored"] : []), "valid_until"].includes(
    labelKind(freeRows(line)[0]?.label ?? ""),
  );
  if (isHeading || isParted || isOfOffer) {
    scope.section = undefined;
    return false;
  }
  const before = facts[section].length;
  takeWordings(facts, section, line, line.start, !isWrapped(above, line));
  if (section === "forms" && facts.forms.length === before && scope.blanks > 0) {
    scope.section = undefined;
    return false;
  }
  scope.wordingItems += facts[section].length - before;
  scope.blanks = 0;
  return true;
}

/** Whether a line without a mark goes on with the line above: a short line above ended its item. */
function isWrapped(above: TextLine | undefined, line: TextLine): boolean {
  if (above?.kind !== "text") return true;
  const isShort =
    above.text.trimEnd().length < wrapsFrom && !/(?:[,;-]|\b(?:and|or|of|the|for|to|in|with))\s*$/i.test(above.text);
  return !(isShort && above.indent === line.indent && /^\s*\p{Lu}/u.test(line.text) && !isListItem(above));
}

function isHeadingCell(words: string): boolean {
  const plain = words.replace(/:.*$/, "");
  return sectionOf(plain) !== undefined || lineOf(plain) !== undefined || isOfPremium(plain);
}

function isOfPremium(label: string): boolean {
  return ["base", "total", "total_premium", "tax", "fee"].includes(labelKind(label));
}

/** The states of an information page: "states listed here: CO, UT", "Other States Insurance: All states except ...". */
function takeStates(facts: Facts, scope: Scope, line: TextLine): void {
  const listed =
    /\b(?:states? listed here|[Ss]tates? covered|[Ww]orkers'? [Cc]ompensation\b.{0,30}\bapplies (?:in|to)(?: the (?:following )?(?:workers'? compensation )?(?:law of the )?states?(?: listed)?(?: (?:of|here))?)?):?\s*((?:[A-Z]{2}\b[,\s]*)+)/.exec(
      line.text,
    );
  const other =
    /\b(Other States Insurance)\)?:?\s+(?:(?:Part Three.*?\bto|applies (?:to|in))\s+)?(all states\b.*?)\s*$/i.exec(
      line.text,
    );
  const add = (label: string, index: number, words: string) => {
    const at = { page: line.page, start: line.start + index, end: line.start + index + words.length };
    const coverage = { label, status: "covered" as const, at, limitText: { value: words, at } };
    facts.coverages.push({
      line: "workers_compensation",
      lineAt: scope.lineAt,
      location: undefined,
      option: undefined,
      coverage,
      indent: line.indent,
      isOffer: false,
    });
  };
  if (listed?.[1] !== undefined)
    add("Workers Compensation Insurance", listed.index + listed[0].indexOf(listed[1]), listed[1].trim());
  if (other?.[2] !== undefined) add(other[1] ?? "", line.text.lastIndexOf(other[2]), other[2]);
}

/** "THIS IS A CLAIMS-MADE POLICY", a ticked "OCCUR": the trigger of the line, or of the document. */
function takeTrigger(facts: Facts, scope: Scope, line: TextLine): void {
  if (!/claims?[\s-]+made|occur/i.test(line.text)) return;
  const hasAmount = line.cells.some(
    ({ text, box, start }) => /\d,\d{3}|\$\s?\d/.test(text) && (box < 3 || start === 0) && line.boxes === 0,
  );
  if (hasAmount) return;
  for (const cell of line.cells) {
    const trigger = triggerOf(cell.text);
    if (trigger === undefined || cell.text.split(/\s+/).length > 14 || /\bretro|\bother\b|\bif\b/i.test(cell.text))
      continue;
    const at = { page: line.page, start: cell.start, end: cell.end };
    const named = titleLines(plainLabel(cell.text), false);
    const own = named.length === 1 ? named[0] : (scope.line ?? (scope.isLineOpen ? undefined : scope.documentLine));
    facts.general.push({
      line: own,
      lineAt: scope.lineAt,
      location: undefined,
      option: undefined,
      kind: "trigger",
      value: { value: trigger, at },
      label: "trigger",
    });
  }
}

/** A line that begins a section or a line of business; what stands behind the heading is read on. */
function takeHeading(facts: Facts, scope: Scope, line: TextLine, isTop: boolean): boolean {
  const isNumbered =
    line.cells.length > 1 && /^(?:item|section)?\s*\(?[\dA-Z]{1,3}\s?[.)]?$/i.test(line.cells[0]?.text ?? "");
  const [first, second] = isNumbered ? line.cells.slice(1) : line.cells;
  if (first === undefined) return false;
  const colon = /^([^:]{2,70}):\s*/.exec(first.text);
  const words = (colon?.[1] ?? first.text).replace(/^#+\s*/, "");
  const found = sectionOf(words);
  const section = found === "exclusions" && /^excluded$/i.test(words) && second !== undefined ? undefined : found;
  const behind = first.start + (colon?.[0].length ?? first.text.length);
  const isLed = /^(?:(?:this (?:quot\w+|proposal|binder|offer)|option \S{1,3}) is )?(subject to|excludes)\b:?\s*/i.exec(
    first.text,
  );
  if (isLed?.[1] !== undefined && (section === undefined || colon === null)) {
    enter(scope, /^s/i.test(isLed[1]) ? "subjectivities" : "exclusions");
    takeBehind(facts, scope, line, first.start + isLed[0].length);
    return true;
  }
  if (isWordingSection(section)) {
    enter(scope, section);
    const inner = /^(?:special )?conditions?:\s*subject to:?\s*/i.exec(first.text);
    if (inner !== null) scope.section = "subjectivities";
    else if (section === "conditions" && colon !== null && /\$\s?\d/.test(line.text)) {
      scope.section = undefined;
      return false;
    }
    takeBehind(facts, scope, line, inner === null ? behind : first.start + inner[0].length);
    return true;
  }
  const isAlone = second === undefined && (colon === null || colon[0].length === first.text.length);
  const isBare = colon === null || colon[0].length === first.text.length;
  // "PREMIUM     PROPERTY     $ 10,482": the heading stands before the first row.
  const isBeforeRow =
    isBare &&
    second !== undefined &&
    line.cells.length > 2 &&
    /^\p{Lu}/u.test(second.text) &&
    statusOf(second.text) === undefined &&
    !/\d/.test(second.text);
  if (section !== undefined && (isAlone || isBeforeRow || (isBare && !hasValue(line)))) {
    const { header } = scope;
    const isWithin = section === "coverage" && isAlone && scope.section === "coverage" && scope.blanks === 0;
    enter(scope, section);
    // "First Party" between the rows of a table.
    if (isWithin) scope.header = header;
  }
  const lineBefore = scope.lineAt;
  takeTitles(scope, [line], isTop);
  if (isAlone && scope.lineAt === lineBefore && scope.line !== undefined && isUnknownLine(scope.line, words)) {
    scope.line = undefined;
    scope.isLineOpen = true;
    scope.openLines = [];
    scope.header = undefined;
  }
  if (section === "coverage" && isBare) scope.pending = freeRows(line).at(-1);
  return section !== undefined && isAlone && lineOf(words) === undefined && labelKind(words) === "coverage";
}

/** "EXPATRIATE LIABILITY": a heading of a line that has no word here ends the line above. */
function isUnknownLine(line: string, words: string): boolean {
  return (
    words === words.toUpperCase() &&
    /\p{L}{3}.*\s(?:LIABILITY|INSURANCE|BOND|COVERAGE PART|POLICY)$/u.test(words) &&
    !packages.has(line) &&
    !embracesOthers(line) &&
    sectionOf(words) === undefined &&
    linesNamedIn(words).length === 0
  );
}

function hasValue(line: TextLine): boolean {
  return line.cells.slice(1).some(({ text }) => /\d/.test(text) || statusOf(text) !== undefined);
}

function takeBehind(facts: Facts, scope: Scope, line: TextLine, from: number): void {
  const section = scope.section;
  if (!isWordingSection(section) || from >= line.start + line.text.length) return;
  const before = facts[section].length;
  takeWordings(facts, section, line, from, true);
  scope.wordingItems += facts[section].length - before;
}

function enter(scope: Scope, given: SectionKind): void {
  // What a quote calls optional is offered; declarations name what was chosen.
  const section = given !== "optional" ? given : scope.isIssued ? "coverage" : "offer";
  scope.section = section;
  // The columns of options go on through the parts of a proposal.
  const goesOn = (section === "premium" || section === "coverage") && hasOptions(scope.header);
  if (!goesOn) scope.header = undefined;
  scope.pending = undefined;
  scope.wordingItems = 0;
  scope.blanks = 0;
  if (section === "offer") scope.isOffer = true;
}

function hasOptions(header: TableHeader | undefined): boolean {
  return header?.columns.some(({ option }) => option !== undefined) === true;
}

/** "Defense   Inside limits   Outside limits" under the titles of options: a row with a cell for each. */
function isRowOfOptions(header: TableHeader | undefined, line: TextLine): boolean {
  const options = header?.columns.filter(({ option }) => option !== undefined).length ?? 0;
  return options > 1 && line.cells.length === options + 1;
}

/** Titles that name a line of business: cells without values. */
function takeTitles(scope: Scope, lines: readonly TextLine[], isTop = false): void {
  for (const line of lines) {
    for (const [index, cell] of line.cells.entries()) {
      // "PROPERTY - 77 Kiln Alley": the address does not count.
      const words = plainLabel(
        cell.text
          .replace(/^#+\s*/, "")
          .replace(/,?\s+(?:effective|eff\.?)\s.*$/i, "")
          .replace(/^(\p{Lu}[\p{L} &/]+) - \d+ .*$/u, "$1")
          .replace(/\s+(?=[A-Z\d-]*\d{3})[A-Z]{1,4}-[A-Z\d-]+$/, ""),
      );
      const next = line.cells.slice(index + 1).find(({ text }) => text !== "-")?.text;
      const isLabelOfValue =
        next !== undefined &&
        ((/^\(?(?:USD\s*)?\$?\s*\d/.test(next) && !/^\d{1,5} \p{Lu}|^\d{1,2}\/\d{1,2}\//u.test(next)) ||
          statusOf(next) !== undefined ||
          isLimitWords(next));
      const behind = /:\s*(\S.*)$/.exec(words)?.[1];
      if (behind !== undefined && (statusOf(behind) !== undefined || /\d{2}/.test(behind))) continue;
      if (line.boxes > 2 && cell.box > 1) continue;
      // "COVERED AUTO SYMBOL" is a column.
      if (/\bsymbols?$/i.test(words)) continue;
      // A label that goes on in the next line is no title.
      if (/(?:,|\b(?:each|any|per|and|or|of|for|the|in))$/i.test(cell.text)) continue;
      // "WORKERS COMPENSATION |      | STATUTORY LIMITS": the first box of a grid names the line of those below.
      const isOfGrid =
        line.boxes > 2 && cell.box === 1 && (line.cells[index + 1]?.box ?? 0) > 2 && lineOf(words) !== undefined;
      if ((isLabelOfValue && !isOfGrid) || words.length > 90 || /\d{3}|[.!?]\s+\p{Lu}/u.test(words)) continue;
      const isOfType = /^(?:type|class|form|program|product)(?: of (?:insurance|risk|coverage))?:?$/i.test(
        line.cells[index - 1]?.text ?? "",
      );
      const ofType = isOfType ? linesNamedIn(words) : [];
      const named = ofType.length === 1 ? ofType : titleLines(words, isTop);
      // "LIABILITY" in a quote of one liability is a part of it.
      const isPartOfLine = /^liability$/i.test(words) && scope.line !== undefined && !isPropertyLine(scope.line);
      if (named.length === 0 || isPartOfLine) continue;
      takeLines(scope, named, line, cell.start, cell.end);
    }
  }
}

function titleLines(words: string, isTop: boolean): readonly string[] {
  const [lead = ""] = words.replace(/^re:\s+/i, "").split(/\s+-\s+|:/);
  if (lineOf(lead) === "homeowners" && /\bcondo(?:minium)?\b|\bho-?6\b/i.test(words)) return ["condo"];
  const whole =
    lineOf(words) ??
    words
      .split(/\s+-\s+/)
      .map(lineOf)
      .find((line) => line !== undefined && line !== "other") ??
    lineOf(lead) ??
    (/^(?:section \S+\s)?liability(?: coverages?| section)?(?: \(.*\))?$/i.test(lead)
      ? "general_liability"
      : undefined);
  // A coverage without a line of its own begins no part of a document.
  if (whole !== undefined) return whole === "other" && words.split(/\s+/).length > 4 ? [] : [whole];
  if (/\b(?:company|exchange|co\.?|corporation|inc\.?|llc|agency|brokers?|mutual|facility|casualty)$/i.test(lead))
    return [];
  const named = linesNamedIn(lead);
  const isTitle =
    lead === lead.toUpperCase() ||
    /\b(?:quote|quotation|proposal|declarations?|policy|binder|coverage (?:part|section)|section|offer|practice|liability)\b/i.test(
      lead,
    );
  const words_ = lead.split(/\s+/).length;
  return isTitle &&
    words_ <= 12 &&
    (isTop || lead === lead.toUpperCase() || words_ <= 8) &&
    !/^(?:this|the|we|for|if|in)\b/i.test(lead)
    ? named
    : [];
}

function takeLines(scope: Scope, given: readonly string[], line: TextLine, start: number, end: number): void {
  const named = given.map((each) => (each === "commercial_auto" && scope.isHousehold ? "personal_auto" : each));
  const [first] = named;
  // "PROPERTY" and "LIABILITY" are parts of a package of one line.
  const isPart =
    scope.line !== undefined && packages.has(scope.line) && first !== undefined && partsOfPackages.has(first);
  // "Crime" in a cyber policy heads what it covers of crime.
  const isOfCyber = scope.documentLine === "cyber" && first === "crime";
  // There is no code for farms.
  if (scope.isFarm && first !== undefined && partsOfPackages.has(first)) {
    takeLines(scope, ["other"], line, start, end);
    return;
  }
  if ((isPart || isOfCyber) && named.length === 1) return;
  const isSame = named.length === 1 && first === scope.line;
  scope.lineAt = { page: line.page, start, end };
  scope.line = named.length === 1 ? first : undefined;
  scope.isLineOpen = named.length > 1;
  scope.openLines = named;
  scope.hasOpenLine ||= scope.isLineOpen;
  scope.documentLine ??= scope.line;
  if (isSame && scope.section === "coverage") return;
  // A grid names the line in its first box.
  const isGrid =
    scope.header !== undefined &&
    line.boxes > 2 &&
    (scope.header.boxes === line.boxes || scope.header.columns.some(({ column }) => column === "line"));
  // Options stand above the parts of a package, and a heading that follows its table without a gap within it.
  const isWithin = scope.blanks === 0 && scope.header !== undefined && line.cells.length === 1;
  if (!isGrid && !isWithin && !hasOptions(scope.header)) scope.header = undefined;
  scope.inner = isWithin && scope.line !== undefined ? { line: scope.line, indent: line.indent } : undefined;
  scope.pending = undefined;
  if (scope.section !== "underlying") scope.section = "coverage";
}

const packages = new Set(["business_owners", "homeowners", "renters", "condo", "dwelling_fire"]);
const partsOfPackages = new Set(["commercial_property", "general_liability"]);

function takeHeader(facts: Facts, scope: Scope, header: TableHeader, line: TextLine): void {
  scope.header = header;
  // "Location 1   Insurance   Valuation": the first title says where the rows are.
  const place = header.columns
    .map(({ title }) => /\b(?:loc|location|premises)\.? (?:no\. ?)?(\d{1,4})$/i.exec(title)?.[1])
    .find((each) => each !== undefined);
  if (place !== undefined && header.columns.every(({ option }) => option === undefined))
    scope.location = locationKey(place, undefined);
  scope.inner = undefined;
  scope.pending = undefined;
  scope.blanks = 0;
  const has = (column: string) => header.columns.some((each) => each.column === column);
  for (const { option, from, to } of header.columns) {
    if (option !== undefined && !facts.options.has(option)) {
      facts.options.set(option, {
        page: line.page,
        start: line.start + from,
        end: line.start + Math.min(to, line.text.length),
      });
    }
  }
  const titles = header.columns.map(({ title }) => title).join(" ");
  if (!has("limit") && /\b(?:rates?|remun\w*|payroll|exposure|class code)\b/i.test(titles)) scope.section = "aside";
  else if (/\bVIN\b|\bcost new\b|\bgaraging\b/i.test(titles)) scope.section = "aside";
  else if (has("number")) scope.section = "forms";
  else if (
    (has("premium") || scope.section === "premium") &&
    !/\b(?:limit|deductible|retention|aggregate)s?\b/i.test(titles) &&
    !["limit", "deductible", "aggregate", "retention"].some(has)
  )
    scope.section = "premium";
  else if (has("loc") && has("address") && !has("limit")) scope.section = "premises";
  else if (scope.section !== "underlying" && scope.section !== "offer") scope.section = "coverage";
  scope.wordingItems = 0;
}

/** A row with values under the header above, and no heading before them. */
function isTableRow(scope: Scope, line: TextLine): boolean {
  const { header } = scope;
  const [first] = line.cells;
  if (header === undefined || scope.section === "aside" || first === undefined || sectionOf(first.text) !== undefined)
    return false;
  // "PROPERTY   5512 Thornapple River Dr": a heading with its address.
  if (lineOf(first.text) !== undefined && /^\d{1,5}\s\p{Lu}/u.test(line.cells[1]?.text ?? "")) return false;
  const isGrid = header.columns.some(({ column }) => column === "line") && line.boxes > 2;
  const values = tableRow(line, header, scope.pending !== undefined)?.values ?? [];
  return (
    !isGrid &&
    !isPremiumRow(header, first.text) &&
    values.some(({ term }) => term.kind !== "words" || statusOf(term.text) !== undefined || isLimitWords(term.text))
  );
}

/** "PRICE   $19,640" below a table of limits is no row of it. */
function isPremiumRow({ columns }: TableHeader, label: string): boolean {
  return isOfPremium(label) && columns.every(({ column, option }) => column !== "premium" && option === undefined);
}

function rowsOf(scope: Scope, line: TextLine): readonly Row[] {
  const isNamed = /\bpolicy\s*(?:no\b|number|#)|\bnamed insured\b|\bpolicy period\b/i.test(line.text);
  const row =
    scope.header === undefined ||
    scope.section === "aside" ||
    isNamed ||
    isPremiumRow(scope.header, line.cells[0]?.text ?? "")
      ? undefined
      : tableRow(line, scope.header, scope.pending !== undefined);
  return row === undefined ? freeRows(line) : [row];
}

/** Locations: rows of the table of premises, and headings "Location 2: 9 Spring St". */
function takePremises(scope: Scope, row: Row): void {
  const [loc, bldg, address] = (["loc", "bldg", "address"] as const).map((column) => row.cells.get(column)?.text);
  if (loc !== undefined && /\d/.test(loc)) {
    const key = locationKey(loc, bldg);
    if (address !== undefined) scope.addresses.set(key, address);
    if (scope.section !== "premises") scope.location = key;
  }
}

function locationKey(loc: string, bldg: string | undefined): string {
  const plain = (words: string) => /\d+/.exec(words)?.[0] ?? words;
  return `Loc ${plain(loc)}${bldg === undefined || bldg === "" ? "" : ` Bldg ${plain(bldg)}`}`;
}

const buildingHeading = /^\s*prem(?:ises)?\s?\/\s?(?:bldg|building)\.?\s+(\d{1,4})\s?\/\s?(\d{1,4})\s*$/i;
const locationHeading =
  /^\s*(?:insured\s+)?(?:loc(?:ation)?|prem(?:ises|\.)?)\.?\s*(?:no\.?|number|#)?\s*(\d{1,4})\b[\s:.,-]*(?:(?:bldg|building)\.?\s*(?:no\.?|#)?\s*(\d{1,4})\b)?[\s:.,-]*(.*)$/i;

/** A heading of one location; a line of several only lists them. */
function locationOf(line: TextLine): { readonly key: string; readonly address: string } | undefined {
  const building = buildingHeading.exec(line.text);
  if (building?.[1] !== undefined) return { key: locationKey(building[1], building[2]), address: "" };
  const match = locationHeading.exec(line.text);
  if (match?.[1] === undefined || (line.text.match(/\bloc(?:ation)?\b|\bprem(?:ises)?\b/gi)?.length ?? 0) > 1)
    return undefined;
  const [address = ""] = (match[3] ?? "").split(/\s{2,}|\|/);
  return { key: locationKey(match[1], match[2]), address };
}
