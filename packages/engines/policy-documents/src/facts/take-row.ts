import type { Stated, StatedDeductible } from "../document-reading.ts";
import type { TextLine } from "../pages/text-lines.ts";
import type { Row } from "../rows/row.ts";
import { locationColumn } from "../rows/table-rows.ts";
import { type LabelKind, labelKind, plainLabel, sectionOf } from "../words/label-kinds.ts";
import { embracesOthers, isPropertyLine, lineBefore, lineOf, ofAuto, ofGeneralLiability } from "../words/line-words.ts";
import { statusOf, triggerOf, valuationOf } from "../words/status-words.ts";
import { coverageOfRow, deductibleOfRow, placeOf } from "./coverage-of-row.ts";
import { type CoverageFact, type Facts, firstNames, nearCoverages, type Standing } from "./facts.ts";
import { amountOfRow, noteAmount, takePremium } from "./premiums.ts";
import type { Scope } from "./scope.ts";

/** Takes a row of any kind but names: once for each option that its columns offer. */
export function takeRow(facts: Facts, scope: Scope, row: Row, line: TextLine): void {
  const options = new Set(row.values.flatMap(({ option }) => option ?? []));
  const own = row.cells.get("option");
  if (own !== undefined) takeOptionRow(facts, scope, row, line, own);
  else if (options.size === 0) takeOne(facts, scope, row, line, undefined);
  for (const option of options) {
    if (option === "(prior)") continue;
    const values = row.values.filter((value) => value.option === option);
    if (option.startsWith(locationColumn)) {
      const before = scope.location;
      scope.location = `Loc ${option.slice(locationColumn.length)}`;
      takeOne(
        facts,
        scope,
        { ...row, values: values.map((value) => ({ ...value, option: undefined })) },
        line,
        undefined,
      );
      scope.location = before;
      continue;
    }
    takeOne(facts, scope, { ...row, values }, line, option === "(offered)" ? undefined : option);
  }
}

/** A row that is an option: its limits and deductible, and the premium of it. */
function takeOptionRow(
  facts: Facts,
  scope: Scope,
  row: Row,
  line: TextLine,
  own: { readonly text: string; readonly start: number; readonly end: number },
): void {
  const option = own.text.replace(/^(?:option|plan)\s*#?\s*/i, "");
  if (option.length > 20) return;
  if (!facts.options.has(option)) facts.options.set(option, { page: row.at.page, start: own.start, end: own.end });
  const isPremium = ({ column }: Row["values"][number]) => column === "premium";
  takeOne(facts, scope, { ...row, values: row.values.filter((value) => !isPremium(value)) }, line, option);
  const premiums = row.values.filter(isPremium).map((value) => ({ ...value, option }));
  takePremium(facts, { ...row, values: premiums }, "base", option);
}

function takeOne(facts: Facts, scope: Scope, given: Row, line: TextLine, option: string | undefined): void {
  const row = listed(scope, given) ?? joined(scope, given, line);
  const kind = labelKind(row.label);
  if (row.label === "") completeSplit(facts, row);
  // Schedules of underlying insurance state limits of other policies; a premium below them is the document's.
  const isDenial =
    row.values.length > 0 && row.values.every(({ term }) => term.kind === "words" && statusOf(term.text) !== undefined);
  if ((scope.section === "underlying" && !isDenial && kind !== "total_premium" && kind !== "base") || row.label === "")
    return;
  if (takeBlockTerm(scope, row, kind)) return;
  switch (kind) {
    case "base":
    case "tax":
    case "fee":
    case "total":
    case "total_premium":
      // "91580 Contractors   Total Cost   650,000": a basis of rating.
      if (
        scope.section === "aside" &&
        (kind === "total" || kind === "base") &&
        row.labelAt.start > line.start + line.indent
      )
        return;
      if (!scope.isOffer && isAmongPremiums(facts, scope, row, kind, option))
        takePremium(
          facts,
          row,
          kind,
          option,
          scope.line === undefined ? undefined : { line: scope.line, at: scope.lineAt },
        );
      // The premium of the part ends the table of its coverages.
      if (kind === "base" && /\bcoverage part\b/i.test(row.label) && amountOfRow(row) !== undefined)
        [scope.section, scope.header] = ["premium", undefined];
      // A total under the column of premiums ends its table.
      if (
        kind === "total" &&
        row.isTable &&
        option === undefined &&
        row.values.some(({ column }) => column === "premium")
      )
        [scope.section, scope.header] = ["premium", undefined];
      return;
    case "other_amount":
      if (scope.section !== "aside" && isOnlyPremium(facts, scope, row.label, option))
        takePremium(facts, row, "base", option);
      else noteAmount(facts, row, "part", option);
      return;
    case "terrorism":
      takeTerrorism(facts, scope, row, line, option);
      return;
    case "deductible":
    case "retention":
    case "self_insured_retention":
    case "waiting":
      takeDeductible(facts, scope, row, kind, option);
      return;
    case "retro_date":
    case "trigger":
    case "valuation":
    case "coinsurance":
      takeGeneral(facts, scope, row, kind, option);
      return;
    case "coverage":
      if (takeExcludedPersons(facts, scope, row)) return;
      if ((scope.section === "premium" || isPartPremium(row)) && takeLinePremium(facts, scope, row, option)) return;
      if (scope.section === "deductibles") takeDeductible(facts, scope, row, "deductible", option);
      else takeCoverage(facts, scope, row, option);
      return;
    default:
  }
}

/** "COINS: 80%", "VALUATION: ACV" or "DED: $5,000" on a line of a block that began with its limit. */
function takeBlockTerm({ block }: Scope, row: Row, kind: LabelKind): boolean {
  const [value] = row.values;
  if (block === undefined || value === undefined || value.option !== undefined) return false;
  const { coverage } = block.fact;
  const at = placeOf(value, row.at.page);
  if (kind === "coinsurance") {
    if (value.term.kind === "percent") coverage.coinsurance ??= { value: value.term.ratio, at };
    return true;
  }
  if (kind === "valuation") {
    const valuation = value.term.kind === "words" ? valuationOf(value.term.text) : undefined;
    if (valuation !== undefined) coverage.valuation ??= { value: valuation, at };
    return true;
  }
  if (kind !== "deductible" && kind !== "waiting") return false;
  const deductible = deductibleOfRow(row, row.at.page, "deductible");
  if (deductible !== undefined) coverage.deductible ??= deductible;
  return true;
}

/** "Umbrella premium" in a document of the umbrella alone. */
function isOnlyPremium(facts: Facts, scope: Scope, label: string, option: string | undefined): boolean {
  const line = lineOf(plainLabel(label).replace(/\s*premium$/i, ""));
  const isAlone =
    nearCoverages(facts).every((fact) => fact.line === line || fact.line === "other") &&
    facts.linePremiums.every((fact) => fact.line === line || fact.line === "other") &&
    facts.ledger.length === 0 &&
    !scope.hasOpenLine;
  return line !== undefined && line === scope.documentLine && option === undefined && isAlone;
}

/** "$300,000 each accident" or "$3,000,000 aggregate" on the line below a limit belongs to it. */
function completeSplit(facts: Facts, row: Row): void {
  const last = facts.coverages.at(-1);
  const [value] = row.values;
  const isBelow =
    last !== undefined && last.coverage.at.page === row.at.page && row.at.start - last.coverage.at.end < 120;
  if (!isBelow || value?.term.kind !== "money" || last.coverage.limit === undefined) return;
  if (value.role === "aggregate" && last.coverage.aggregate === undefined && row.values.length === 1) {
    last.coverage.aggregate = { value: value.term.cents, at: placeOf(value, row.at.page) };
    return;
  }
  if (!last.isPerPerson || !/\beach accident\b|\bper accident\b/i.test(value.qualifier)) return;
  const at = { page: row.at.page, start: last.coverage.limit.at.start, end: value.term.end };
  last.coverage.split = { value: [last.coverage.limit.value, value.term.cents], at };
  delete last.coverage.limit;
}

/** "Officers excluded:  R. Moss, President" */
function takeExcludedPersons(facts: Facts, scope: Scope, row: Row): boolean {
  const match =
    /^(officers?|partners?|members?|individuals?|persons?|drivers?)(?:\(s\))? excluded$|^excluded (officers?|partners?|members?|individuals?|persons?|drivers?)$/i.exec(
      plainLabel(row.label),
    );
  const line = scope.line ?? scope.documentLine;
  if (match === null || row.rest === "" || /^none\b/i.test(row.rest) || line === undefined) return false;
  facts.exclusions.push({ text: `${match[1] ?? match[2] ?? ""} excluded: ${row.rest}`, at: row.at });
  facts.coverages.push({
    line,
    lineAt: scope.lineAt,
    location: undefined,
    option: undefined,
    coverage: { label: plainLabel(row.label), status: "excluded", at: row.at },
    indent: row.indent,
    isOffer: false,
  });
  return true;
}

/** A bare "Total" counts where premiums stand above it: values have totals too. */
function isAmongPremiums(facts: Facts, scope: Scope, row: Row, kind: LabelKind, option: string | undefined): boolean {
  if (kind !== "total" || !/^(?:grand )?totals?$/i.test(plainLabel(row.label))) return true;
  const isOfColumn = row.values.some(({ column }) => column === "premium");
  return (
    isOfColumn || scope.section === "premium" || facts.ledger.slice(-ledgerMax).some((each) => each.option === option)
  );
}

/** "(a) Professional Liability" in a list of the policy's own limits. */
const lettered = /^\([a-z]\)\s/i;

/** "Limits:   $5M each occurrence", "$5M general aggregate" below it: what each amount is names it. */
function listed(scope: Scope, row: Row): Row | undefined {
  const [value, second] = row.values;
  const isNamed =
    value?.term.kind === "money" &&
    value.term.isSure &&
    second === undefined &&
    /\b(?:each|per|any one|aggregate|occurrence|accident|claim)\b/i.test(value.qualifier);
  const isFirst = /^(?:limits|sums insured)(?: of (?:insurance|liability))?$/i.test(plainLabel(row.label));
  scope.isListing = isNamed && (isFirst || (scope.isListing && row.label === ""));
  return scope.isListing && value !== undefined
    ? { ...row, label: value.qualifier, labelAt: placeOf(value, row.at.page) }
    : undefined;
}

/** A value without a label takes the label above it; a label that wraps is joined with its rest. */
function joined(scope: Scope, row: Row, line: TextLine): Row {
  const { pending } = scope;
  // "Building      Limit of Insurance": the value of the first stands below the second.
  if (
    pending !== undefined &&
    row.values.length === 0 &&
    pending.at.start >= line.start &&
    sectionOf(row.label) === "coverage"
  )
    return row;
  scope.pending =
    row.values.length === 0 && labelKind(row.label) === "coverage" && /\p{L}{3}/u.test(row.label) ? row : undefined;
  if (pending === undefined || pending.at.page !== row.at.page) return row;
  // "(a) $2,000,000 each claim" under "Limits of Liability:".
  const isLimit = /^limit(?: of (?:insurance|liability))?$/i.test(plainLabel(row.label));
  const isBare = row.label === "" || isLimit || /^\(?[a-z\d]{1,3}[.)]$/i.test(row.label);
  if (isBare && row.values.length > 0 && (line.boxes === 0 || pending.box === row.box)) {
    if (!isLimit) scope.pending = pending;
    return { ...row, label: pending.label, labelAt: pending.labelAt, ...(isLimit && { ledIndent: pending.indent }) };
  }
  // "Replacement Cost    $612,400" below "Building"
  const valuation = valuationOf(row.label);
  const [value] = row.values;
  if (valuation !== undefined && value?.term.kind === "money" && row.indent > pending.indent && row.label.length < 30) {
    const { start, end } = row.labelAt;
    const words = { term: { kind: "words" as const, text: row.label, start, end }, qualifier: row.label };
    return { ...row, label: pending.label, labelAt: pending.labelAt, values: [...row.values, words] };
  }
  const isBracketOpen = /\([^)]*$/.test(pending.label) && /^[^(]*\)/.test(row.label);
  const isRest =
    row.values.length > 0 &&
    line.boxes === 0 &&
    (isBracketOpen ||
      (row.label.startsWith("(") && !lettered.test(row.label)) ||
      /(?:\b(?:and|or|of|for|to|with|each|any|per|in|the)|[&,/-])$/i.test(pending.label));
  if (!isRest) return row;
  return {
    ...row,
    label: `${plainLabel(pending.label)}${/[,/-]$/.test(pending.label) ? pending.label.slice(-1) : ""} ${row.label}`,
    at: { ...row.at, start: pending.at.start },
  };
}

function standing(facts: Facts, scope: Scope, label: string, row: Row, option: string | undefined): Standing {
  const line =
    lineWithin(scope, label, row) ?? lineFor(scope, label, row) ?? lineAbove(facts, row) ?? autoLine(facts, label);
  // Only property is written by location, unless a row says so.
  const location = row.cells.has("loc") || isPropertyLine(line) ? scope.location : undefined;
  return { line, lineAt: scope.lineAt, location, option };
}

/** "Uninsured Motorist" in a table that names no line, below the liability of autos. */
function autoLine(facts: Facts, label: string): string | undefined {
  if (!ofAuto.test(label)) return undefined;
  return nearCoverages(facts).some(({ line }) => line === "commercial_auto") ? "commercial_auto" : undefined;
}

/** Within a table a row belongs to the line that it is indented below; one beside a heading names its own. */
function lineWithin({ inner }: Scope, label: string, row: Row): string | undefined {
  if (inner === undefined || !row.isTable) return undefined;
  const own = lineOf(label);
  return row.indent > inner.indent && (own === undefined || own === "other") ? inner.line : own;
}

/** A row that is indented below a row of a table belongs to its line. */
function lineAbove(facts: Facts, row: Row): string | undefined {
  const last = facts.coverages.at(-1);
  const isBelow =
    last !== undefined &&
    row.isTable &&
    last.coverage.at.page === row.at.page &&
    row.at.start - last.coverage.at.end < 300;
  return isBelow && row.indent > last.indent ? last.line : undefined;
}

/** Under a heading of several lines, the one that alone has such a coverage. */
function lineAmong({ isLineOpen, openLines }: Scope, label: string): string | undefined {
  return isLineOpen && openLines.includes("general_liability") && ofGeneralLiability.test(label)
    ? "general_liability"
    : undefined;
}

/** The heading's line, unless the label names one of its own outside a package. */
function lineFor(scope: Scope, label: string, row: Row): string | undefined {
  const cell = row.cells.get("line")?.text;
  const named = cell === undefined ? undefined : lineOf(cell);
  if (named !== undefined) return named;
  const own = lineOf(label.replace(/\s+-\s+.*$/, "")) ?? lineBefore(label)?.code ?? lineAmong(scope, label);
  const current = scope.line ?? (scope.isLineOpen ? undefined : scope.documentLine);
  if (lettered.test(row.label) && current !== undefined) return current;
  // The first box of a grid names the line of its row.
  const isPackage = current !== undefined && embracesOthers(current);
  if (own !== undefined && own !== "other" && row.box === 1 && !row.isTable && !isPackage) return own;
  if (
    own === undefined ||
    own === "other" ||
    isPackage ||
    (current === "professional_liability" && row.isTable && (own === "pollution" || own === "cyber")) ||
    (current === "commercial_auto" && own === "garage")
  )
    return current ?? own;
  return own;
}

function takeCoverage(facts: Facts, scope: Scope, row: Row, option: string | undefined): void {
  if (scope.section === "premises") return;
  const label = plainLabel(row.label);
  // Beside a schedule only what repeats a coverage counts, and may contradict it.
  if (
    scope.section === "aside" &&
    (row.isTable || nearCoverages(facts).every(({ coverage }) => squeezed(coverage.label) !== squeezed(label)))
  )
    return;
  const place = standing(facts, scope, label, row, option);
  const isSplit = place.line === "commercial_auto" || place.line === "personal_auto";
  const read = coverageOfRow(row, row.at.page, isSplit);
  if (isNameOf(facts, label)) return;
  const { coverage, unread } = read;
  if (coverage === undefined) {
    facts.unread.push(...unread);
    return;
  }
  if (place.line === undefined) {
    if (scope.unplaced.length < unplacedMax) scope.unplaced.push(coverage.label);
    if (coverage.limit !== undefined || coverage.aggregate !== undefined)
      facts.unread.push({ field: `limit of ${coverage.label}`, reason: "not_understood", at: row.at });
    return;
  }
  const own = lineOf(coverage.label.split(/\s+-\s+/)[0] ?? "");
  if (own === place.line && namesCarrier(facts, coverage.label))
    coverage.label = coverage.label.split(/\s+-\s+/)[0] ?? coverage.label;
  const trigger = triggerOf(coverage.label);
  if (trigger !== undefined) coverage.trigger ??= { value: trigger, at: row.labelAt };
  facts.unread.push(...unread);
  if (row.isTable && coverage.premium !== undefined)
    facts.ledger.push({ kind: "part", cents: coverage.premium.value, option });
  const isPerPerson = isSplit && row.values.some(({ qualifier }) => /\b(?:each|ea\.?|per) person\b/i.test(qualifier));
  facts.coverages.push({
    ...place,
    coverage,
    indent: row.indent,
    isOffer: scope.isOffer,
    isPerPerson,
    labelStart: row.labelAt.start,
  });
  const named = lineOf(label);
  if (row.isTable && named === place.line && (scope.inner !== undefined || named !== scope.line))
    scope.inner = { line: place.line, indent: row.indent };
  const fact = facts.coverages.at(-1);
  if (row.ledIndent !== undefined && fact !== undefined) scope.block = { fact, indent: row.ledIndent };
}

const unplacedMax = 200;

/** A running title names carrier or insured in the place of a label. */
function isNameOf(facts: Facts, label: string): boolean {
  const plain = squeezed(label);
  return firstNames(facts).some(
    ({ field, value }) =>
      (field === "carrier" || field === "insured") && plain.length > 5 && squeezed(value).startsWith(plain),
  );
}

/** "UMBRELLA - Blackthorn": the second part is a carrier of the document. */
function namesCarrier(facts: Facts, label: string): boolean {
  const behind = squeezed(/\s-\s+(.+)$/.exec(label)?.[1] ?? "");
  return (
    behind !== "" &&
    firstNames(facts).some(({ field, value }) => field === "carrier" && squeezed(value).startsWith(behind))
  );
}

/** "Commercial Property Coverage Part ... $ 9,310.00": a line with an amount to the cent, and no word of a limit. */
function isPartPremium(row: Row): boolean {
  const [value, second] = row.values;
  if (value === undefined || second !== undefined || row.isTable || lineOf(plainLabel(row.label)) === undefined)
    return false;
  const isPart = /\bcoverage part\b/i.test(row.label);
  const { term } = value;
  if (term.kind === "words") return isPart && statusOf(term.text) === "excluded";
  return term.kind === "money" && value.role === undefined && (isPart || term.hasDecimals === true);
}

/** "General Liability ... 6,118" among premiums; a label of two lines is not split. */
function takeLinePremium(facts: Facts, scope: Scope, row: Row, option: string | undefined): boolean {
  const line = lineOf(plainLabel(row.label)) ?? onlyLiability(facts, row.label);
  const status = row.values
    .map(({ term }) => (term.kind === "words" ? statusOf(term.text) : undefined))
    .find((each) => each !== undefined);
  if (line !== undefined && status !== undefined) {
    const { coverage } = coverageOfRow(row, row.at.page, false);
    if (coverage === undefined || amountOfRow(row) !== undefined) return true;
    if (status !== "excluded" && status !== "included") return true;
    coverage.status = status;
    facts.coverages.push({
      line,
      lineAt: row.labelAt,
      location: undefined,
      option,
      coverage,
      indent: row.indent,
      isOffer: false,
    });
    return true;
  }
  const amount = amountOfRow(row, undefined);
  noteAmount(facts, row, "part", option);
  if (amount === undefined) return row.values.some(({ term }) => term.kind === "negative");
  takeLimitBeside(facts, row, line, option);
  if (line !== undefined || row.isTable || amount.isSure) {
    facts.linePremiums.push({
      line,
      lineAt: row.labelAt,
      location: undefined,
      option,
      value: amount.value,
      at: amount.at,
    });
  }
  if (line === "other" && /\bequipment|boiler/i.test(row.label) && option === undefined) {
    const coverage = {
      label: plainLabel(row.label),
      status: "covered" as const,
      at: row.at,
      premium: { value: amount.value, at: amount.at },
    };
    facts.coverages.push({
      line,
      lineAt: row.labelAt,
      location: undefined,
      option,
      coverage,
      indent: row.indent,
      isOffer: false,
    });
  }
  return true;
}

/** "Liability" beside a premium is that of the general liability above, where no other liability is. */
function onlyLiability(facts: Facts, label: string): string | undefined {
  if (!/^liability$/i.test(plainLabel(label))) return undefined;
  const lines = new Set(nearCoverages(facts).map(({ line }) => line));
  return lines.has("general_liability") && !lines.has("commercial_auto") && !lines.has("umbrella")
    ? "general_liability"
    : undefined;
}

/** "Umbrella $5M ... $17,900": a limit beside the label, which another page may contradict. */
function takeLimitBeside(facts: Facts, row: Row, line: string | undefined, option: string | undefined): void {
  const premium = row.values.find(({ column }) => column === "premium");
  const beside = row.values.find(
    (value) => value !== premium && value.term.kind === "money" && value.term.isSure && value.column === undefined,
  );
  if (line === undefined || premium === undefined || beside?.term.kind !== "money") return;
  const limit = { value: beside.term.cents, at: placeOf(beside, row.at.page) };
  const coverage = { label: plainLabel(row.label), status: "covered" as const, at: row.at, limit };
  facts.coverages.push({
    line,
    lineAt: row.labelAt,
    location: undefined,
    option,
    coverage,
    indent: row.indent,
    isOffer: false,
  });
}

function takeTerrorism(facts: Facts, scope: Scope, row: Row, line: TextLine, option: string | undefined): void {
  const words = `${row.label} ${row.rest} ${line.text.slice(row.at.end - line.start)}`;
  const status = row.values
    .map(({ term }) => (term.kind === "words" ? statusOf(term.text) : undefined))
    .find((each) => each !== undefined);
  const isRefused = /\b(?:declin|reject|not included|not accepted|not purchased|not elected|excluded)/i.test(words);
  const isOptional = /\b(?:optional|if (?:elected|accepted|purchased|desired)|available|may be added)\b/i.test(words);
  const amount = scope.section === "aside" ? undefined : amountOfRow(row, undefined);
  if (scope.section === "aside" || (status === undefined && amount === undefined)) return;
  const current = scope.line ?? (scope.isLineOpen ? undefined : scope.documentLine);
  const isToAdd = /\b(?:may be added|(?:is|are) available)\b/i.test(words);
  const decided = isToAdd ? "not_stated" : isRefused ? "excluded" : isOptional ? "not_stated" : (status ?? "covered");
  // What is offered or refused by itself is a line of its own; what is included belongs to the line that includes it.
  const isOwnLine =
    option === undefined && (amount !== undefined || decided === "excluded" || decided === "not_stated");
  const place: Standing = { line: isOwnLine ? "other" : current, lineAt: row.labelAt, location: undefined, option };
  const coverage = { label: plainLabel(row.label), status: decided, at: row.at } as const;
  if (amount !== undefined && decided === "covered")
    noteAmount(facts, row, isAmongParts(facts, option) ? "part" : "extra", option);
  if (amount !== undefined && decided === "covered" && isOwnLine)
    facts.linePremiums.push({ ...place, value: amount.value, at: amount.at });
  if (place.line === undefined) return;
  const premium = amount !== undefined && decided === "covered" ? { value: amount.value, at: amount.at } : undefined;
  facts.coverages.push({ ...place, coverage: { ...coverage, premium }, indent: row.indent, isOffer: scope.isOffer });
}

/** Amounts above that decide what one is. */
const ledgerMax = 100;

/** Beside the premiums of lines, terrorism is one more of them; beside one premium it comes on top. */
function isAmongParts(facts: Facts, option: string | undefined): boolean {
  const own = facts.ledger.slice(-ledgerMax).filter((each) => each.option === option);
  return option === undefined && own.some(({ kind }) => kind === "part") && own.every(({ kind }) => kind !== "base");
}

const generalDeductible =
  /\b(?:(?:all other|all|each|per|any one|policy|property|general|liability|standard|basic|base|section i|the|applicable|amount|flat)\b|perils?|aop|insuring agreements? [a-z\d]\b|agreement [a-z\d]\b|except|as (?:noted|shown)|noted|claims?|occurrence|losses|loss|incident|event|act|bi\/?pd|bodily injury|damage|and|waiting|periods?|time|deductibles?|ded\b\.?|retentions?|self[- ]insured|retained|underlying|including|adjustment|expenses?|alae|limits?|ret\b\.?|s\.?i\.?r\.?|epl|gl|insured|(?:covered |other )?causes of loss|(?:other )?than (?:those )?(?:below|above|listed|shown|stated)(?: below| above)?|unless otherwise (?:stated|shown|noted)|covered)/gi;

/** A deductible: of a peril or a coverage that its label names, of the coverage above, or of the line (READ-15). */
function takeDeductible(facts: Facts, scope: Scope, row: Row, kind: LabelKind, option: string | undefined): void {
  if (scope.section === "aside") return;
  const stated =
    kind === "retention" ? "retention" : kind === "self_insured_retention" ? "self_insured_retention" : "deductible";
  const value = deductibleOfRow(row, row.at.page, stated);
  // "Waiting period: None" states no time.
  if (value === undefined || (kind === "waiting" && "cents" in value.value.amount)) {
    if (row.values.some(({ term }) => term.kind === "damaged"))
      facts.unread.push({ field: "deductible", reason: "ambiguous", at: row.at });
    return;
  }
  // "(c) and (d): None" names items by their letters.
  if (/^\([a-z]\)(?:,| and| &|\s)+\([a-z]\)$/i.test(row.label.trim())) {
    facts.unread.push({ field: `deductible of ${row.label}`, reason: "not_understood", at: row.at });
    return;
  }
  const label = plainLabel(row.label);
  const place = standing(facts, scope, label, row, option);
  const subject = label
    .replaceAll(/\([^)]*\)?/g, "")
    .replaceAll(generalDeductible, " ")
    .replaceAll(/^[\s,:;/&-]+|[\s,:;/&-]+$/g, "")
    .trim();
  // "Crime deductible" under the heading of crime is that of the line.
  const isOfLine = place.line === "inland_marine" && /^(?:scheduled )?equipment$/i.test(subject);
  const isNamed =
    /\p{L}{3}/u.test(subject) && !isOfLine && (lineOf(subject) !== place.line || scope.section === "deductibles");
  const named = isNamed ? cleanSubject(label) : "";
  const above = scope.section === "deductibles" ? undefined : coverageAbove(facts, place, row);
  if (isNamed && kind === "waiting") attachByName(facts, place, subject, value);
  else if (isNamed) addPeril(facts, place, named, row, value, scope.isOffer);
  else if (above !== undefined) above.coverage.deductible ??= value;
  else if (place.line !== undefined)
    facts.general.push({ ...place, line: place.line, kind: "deductible", value, label });
  else facts.unread.push({ field: "deductible", reason: "not_understood", at: row.at });
}

function cleanSubject(label: string): string {
  return label
    .replace(/^(?:deductibles?|retention)\s*[-,:]\s*/i, "")
    .replace(/[\s,-]*\b(?:deductibles?|ded\b\.?|retention)[\s.]*(\([^)]*\))?$/i, "")
    .trim();
}

function addPeril(
  facts: Facts,
  place: Standing,
  label: string,
  row: Row,
  deductible: Stated<StatedDeductible>,
  isOffer: boolean,
): void {
  if (place.line === undefined) return;
  const same = nearCoverages(facts).findLast(
    (fact) => isSameStanding(fact, place) && isLabelled(fact.coverage.label, label),
  );
  if (same !== undefined && same.coverage.deductible === undefined) same.coverage.deductible = deductible;
  else
    facts.coverages.push({
      ...place,
      coverage: { label, status: "covered", at: row.at, deductible },
      indent: row.indent,
      isOffer,
    });
}

/** "Business Income Waiting Period": the coverage whose label holds the words. */
function attachByName(facts: Facts, place: Standing, subject: string, value: Stated<StatedDeductible>): void {
  const own = nearCoverages(facts).findLast(
    (fact) => isSameStanding(fact, place) && squeezed(fact.coverage.label).includes(squeezed(subject)),
  );
  if (own !== undefined) own.coverage.deductible ??= value;
  else facts.unread.push({ field: `waiting period of ${subject}`, reason: "not_understood", at: value.at });
}

function squeezed(words: string): string {
  return words.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function isSameStanding(a: Standing, b: Standing): boolean {
  return a.line === b.line && a.option === b.option && a.location === b.location;
}

/** The coverage that an indented row, or a waiting period, belongs to. */
function coverageAbove(facts: Facts, place: Standing, row: Row): CoverageFact | undefined {
  const last = nearCoverages(facts).findLast((fact) => isSameStanding(fact, place));
  if (last === undefined || last.coverage.at.page !== row.at.page) return undefined;
  const isClose = row.at.start - last.coverage.at.end < 400;
  if (isClose && row.indent > last.indent + 1 && !row.isTable && row.box === 0) return last;
  if (isClose && row.isTable && row.indent > last.indent) return last;
  const isWaiting = row.values.some(({ term }) => term.kind === "hours");
  return isWaiting && isClose && /\bincome|interruption|rental|extra expense|soft cost/i.test(last.coverage.label)
    ? last
    : undefined;
}

function takeGeneral(
  facts: Facts,
  scope: Scope,
  row: Row,
  kind: "retro_date" | "trigger" | "valuation" | "coinsurance",
  option: string | undefined,
): void {
  const place = standing(facts, scope, "", row, option);
  const label = plainLabel(row.label);
  const above = coverageAbove(facts, place, row);
  for (const value of row.values) {
    const { term } = value;
    const at = placeOf(value, row.at.page);
    if (kind === "coinsurance" && term.kind === "percent") {
      facts.general.push({ ...place, kind, value: { value: term.ratio, at }, label });
    } else if (kind === "retro_date") {
      const words =
        term.kind === "date"
          ? term.iso
          : term.kind === "words" && /prior acts|inception/i.test(term.text)
            ? term.text
            : undefined;
      if (words === undefined) continue;
      if (above !== undefined) above.coverage.retroDate ??= { value: words, at };
      else facts.general.push({ ...place, kind, value: { value: words, at }, label });
    } else if (term.kind === "words" && kind === "valuation") {
      const valuation = valuationOf(term.text);
      const named = valuation === undefined ? undefined : settledBy(facts, place, label);
      if (valuation !== undefined && named !== undefined) named.coverage.valuation ??= { value: valuation, at };
      else if (valuation !== undefined) facts.general.push({ ...place, kind, value: { value: valuation, at }, label });
    } else if (term.kind === "words" && kind === "trigger") {
      const trigger = triggerOf(row.rest);
      if (trigger !== undefined) facts.general.push({ ...place, kind, value: { value: trigger, at }, label });
    }
  }
}

/** "Dwelling loss settlement" is that of one coverage. */
function settledBy(facts: Facts, place: Standing, label: string): CoverageFact | undefined {
  const subject = label.replace(/\s*\b(?:valuation|loss settlement|settlement basis|basis of)\b.*$/i, "");
  return /\p{L}{3}/u.test(subject)
    ? nearCoverages(facts).findLast(
        (fact) => isSameStanding(fact, place) && isLabelled(fact.coverage.label.replace(/^[A-Z]\s+/, ""), subject),
      )
    : undefined;
}

/** "Flood, annual aggregate" is the flood of a list of deductibles. */
function isLabelled(label: string, peril: string): boolean {
  return [label, label.split(/[,(]/)[0] ?? ""].some((each) => squeezed(each) === squeezed(peril));
}
