import type { CoverageStatus, Place, ReadCoverage, Stated, StatedDeductible, Unread } from "../document-reading.ts";
import { labelAndRole } from "../rows/free-rows.ts";
import type { Row, RowValue } from "../rows/row.ts";
import { plainLabel } from "../words/label-kinds.ts";
import type { Role } from "../words/roles.ts";
import { isElsewhere, isLimitWords, statusOf, triggerOf, valuationOf } from "../words/status-words.ts";
import type { Draft } from "./facts.ts";

type Read = { readonly coverage: Draft<ReadCoverage> | undefined; readonly unread: readonly Unread[] };

const aggregateLabel = /\bagg(?:regate)?\b|^products?\b.*\b(?:comp|completed|ops|operations)|policy limit/i;
const occurrenceLabel = /\beach\b|\bper\b|\bocc(?:urrence)?\b/i;

/** The coverage that a row states, if it states a limit, deductible, basis or status, and what was not read (READ-3, READ-11, READ-12). */
export function coverageOfRow(row: Row, page: number, isSplitLine: boolean): Read {
  const { label, role: labelRole } = labelAndRole(row.label);
  if (!/\p{L}{2}/u.test(label) || label.length > 120) return { coverage: undefined, unread: [] };
  const taking: Taking = {
    coverage: { label, status: "covered", at: row.at },
    unread: [],
    labelRole,
    page,
    label,
    isSplitLine,
  };
  for (const value of row.values) takeValue(taking, value);
  if (isSplitLine) takePersonAndAccident(taking.coverage, row.values, page);
  const { coverage, unread } = taking;
  // A premium in a table is that of a coverage.
  const isBought = row.isTable && coverage.premium !== undefined;
  if (!isBought && !statesAnything(coverage, taking.status)) return { coverage: undefined, unread };
  // A limit of 0 is no cover (COVER-10).
  if (coverage.limit?.value === 0 && coverage.aggregate === undefined) {
    coverage.limitText ??= { value: "0", at: coverage.limit.at };
    taking.status = "excluded";
    delete coverage.limit;
  }
  coverage.status = taking.status ?? "covered";
  // "Covered"-like figures beat a word of the premium column.
  if (coverage.limit !== undefined && coverage.status === "included") coverage.status = "covered";
  if (coverage.limit !== undefined && coverage.status === "excluded") {
    unread.push({ field: `amount of ${label}`, reason: "not_understood", at: coverage.limit.at });
    delete coverage.limit;
  }
  return { coverage, unread };
}

type Taking = {
  readonly coverage: Draft<ReadCoverage>;
  readonly unread: Unread[];
  readonly labelRole: Role | undefined;
  readonly page: number;
  readonly label: string;
  readonly isSplitLine: boolean;
  status?: CoverageStatus;
};

/** "$100,000 each person   $300,000 each accident" on one line. */
function takePersonAndAccident(coverage: Draft<ReadCoverage>, values: readonly RowValue[], page: number): void {
  const per = (pattern: RegExp) =>
    values.find(({ term, qualifier }) => term.kind === "money" && pattern.test(qualifier));
  const [person, accident] = [per(/\b(?:each|ea\.?|per) person\b/i), per(/\b(?:each|ea\.?|per) accident\b/i)];
  if (person?.term.kind !== "money" || accident?.term.kind !== "money" || person === accident) return;
  const at = { page, start: person.term.start, end: accident.term.end };
  coverage.split ??= { value: [person.term.cents, accident.term.cents], at };
  delete coverage.limit;
}

function statesAnything(coverage: ReadCoverage, status: CoverageStatus | undefined): boolean {
  const { limit, aggregate, split, limitRatio, limitText, deductible, valuation, retroDate } = coverage;
  return [status, limit, aggregate, split, limitRatio, limitText, deductible, valuation, retroDate].some(
    (each) => each !== undefined,
  );
}

function takeValue(taking: Taking, value: RowValue): void {
  const { coverage, page } = taking;
  const at = placeOf(value, page);
  const { term } = value;
  const role = value.role ?? roleOfColumn(value) ?? (term.kind === "words" ? undefined : taking.labelRole);
  switch (term.kind) {
    case "money":
      takeMoney(taking, value, role, { value: term.cents, at });
      return;
    case "split":
      takeSplit(taking, role, { value: term.parts, at });
      return;
    case "percent":
      takePercent(taking, value, role, { value: term.ratio, at });
      return;
    case "hours":
      if (isWaiting(role, term.hours, taking.label))
        coverage.deductible ??= { value: { amount: { hours: term.hours }, kind: "deductible" }, at };
      return;
    case "date":
      if (role === "retro_date") coverage.retroDate ??= { value: term.iso, at };
      return;
    case "negative":
      taking.unread.push({ field: `amount of ${taking.label}`, reason: "not_understood", at });
      return;
    case "damaged":
      taking.unread.push({ field: `${role ?? "limit"} of ${taking.label}`, reason: "ambiguous", at });
      if (role === undefined || role === "limit") coverage.limitText ??= { value: "", at };
      return;
    case "words":
      takeWords(taking, value, term.text, at);
  }
}

/** Hours that are a waiting period, by their words or column, or beside the income that they delay. */
function isWaiting(role: Role | undefined, hours: number, label: string): boolean {
  if (role === undefined) return hours <= 168 && /\bincome|interruption|extra expense|\brents?\b/i.test(label);
  return role === "waiting" || role === "coinsurance" || role === "deductible" || role === "retention";
}

export function placeOf({ term }: RowValue, page: number): Place {
  return { page, start: term.start, end: term.end };
}

function roleOfColumn({ column }: RowValue): Role | undefined {
  const roles = [
    "limit",
    "aggregate",
    "deductible",
    "retention",
    "self_insured_retention",
    "waiting",
    "coinsurance",
    "premium",
    "retro_date",
  ] as const;
  return roles.find((role) => role === column);
}

function takeMoney(taking: Taking, value: RowValue, role: Role | undefined, stated: Stated<number>): void {
  const { coverage, label } = taking;
  const { term, column } = value;
  if (term.kind !== "money" || (!term.isSure && column === undefined)) return;
  // Under "Coins. %" a bare number is a percentage.
  if (column === "coinsurance" && stated.value <= 100_00 && !term.isSure) {
    coverage.coinsurance ??= { value: stated.value / 100_00, at: stated.at };
    return;
  }
  // "Hurricane: 5% of Coverage A = $14,200"
  if (role === undefined && perilLabel.test(label) && coverage.deductible !== undefined) return;
  if (role === "deductible" || role === "retention" || role === "self_insured_retention") {
    const kind = role === "deductible" ? "deductible" : role;
    // "2 % ($9,240)": the amount only repeats the share.
    if (coverage.deductible === undefined)
      coverage.deductible = { value: { amount: { cents: stated.value }, kind }, at: stated.at };
  } else if (role === "minimum") {
    withMinimum(coverage, stated);
  } else if (role === "premium") coverage.premium ??= stated;
  else if (taking.status === "included" && role === undefined)
    taking.unread.push({ field: `amount of ${label}`, reason: "not_understood", at: stated.at });
  else if (
    role === "other" ||
    column === "other" ||
    role === "coinsurance" ||
    role === "retro_date" ||
    role === "waiting"
  )
    return;
  else if (
    /\b(?:each|per|any one)\b.*(?:\band\b|&|\/).*\baggregate\b/i.test(value.qualifier) &&
    coverage.limit === undefined
  ) {
    coverage.limit = stated;
    coverage.aggregate ??= stated;
  } else if (isAggregate(role, value, label)) coverage.aggregate ??= stated;
  else if (coverage.limit === undefined) coverage.limit = stated;
  else if (coverage.limit.value !== stated.value && !/\bany one\b/i.test(value.qualifier)) {
    taking.unread.push({ field: `another amount of ${label}`, reason: "not_understood", at: stated.at });
  }
}

function isAggregate(role: Role | undefined, { role: beside, column, qualifier }: RowValue, label: string): boolean {
  if (beside === "aggregate" || column === "aggregate") return true;
  if (role === "aggregate") return !/\beach\b|\bper\b/i.test(label);
  const isNamed = aggregateLabel.test(label) && !(occurrenceLabel.test(label) && !/\baggregate$/i.test(label));
  return isNamed && !/\beach\b|\bper\b/i.test(qualifier);
}

function withMinimum(coverage: Draft<ReadCoverage>, minimum: Stated<number>): void {
  const own = coverage.deductible;
  if (own === undefined || !("ratio" in own.value.amount)) return;
  const amount = { ratio: own.value.amount.ratio, minimumCents: minimum.value };
  const at = { ...own.at, start: Math.min(own.at.start, minimum.at.start), end: Math.max(own.at.end, minimum.at.end) };
  coverage.deductible = { value: { ...own.value, amount }, at };
}

/** Bodily injury a person, an accident, property damage for autos; each occurrence and aggregate elsewhere. */
function takeSplit(taking: Taking, role: Role | undefined, { value: parts, at }: Stated<readonly number[]>): void {
  const { coverage } = taking;
  if (role === "deductible" || role === "premium") {
    taking.unread.push({ field: `${role} of ${taking.label}`, reason: "ambiguous", at });
    return;
  }
  const [first, second] = parts;
  if (taking.isSplitLine) coverage.split ??= { value: parts, at };
  else if (parts.length === 2 && first !== undefined && second !== undefined && coverage.limit === undefined) {
    coverage.limit = { value: first, at };
    coverage.aggregate ??= { value: second, at };
  } else taking.unread.push({ field: `limit of ${taking.label}`, reason: "not_understood", at });
}

/** A share beside a peril alone is its deductible. */
const perilLabel = /^(?:(?:named |tropical )?(?:wind(?:storm)?|storm|hail|hurricane)[\s/]*(?:or|and|&)?[\s/]*)+$/i;

function takePercent(taking: Taking, value: RowValue, role: Role | undefined, stated: Stated<number>): void {
  const { coverage } = taking;
  if (role === "coinsurance") coverage.coinsurance ??= stated;
  else if (role === "deductible" || role === "retention" || role === "self_insured_retention") {
    const kind = role === "deductible" ? "deductible" : role;
    coverage.deductible ??= { value: { amount: { ratio: stated.value }, kind }, at: stated.at };
  } else if (role === undefined && perilLabel.test(taking.label)) {
    coverage.deductible ??= { value: { amount: { ratio: stated.value }, kind: "deductible" }, at: stated.at };
  } else if (role === undefined || role === "limit") {
    const isOfSomething =
      /\bof\b/i.test(value.qualifier) ||
      value.column === "limit" ||
      (value.qualifier === "" && coverage.limit === undefined);
    if (isOfSomething && coverage.limit === undefined) coverage.limitRatio ??= stated;
  }
}

function takeWords(taking: Taking, { column, option }: RowValue, words: string, at: Place): void {
  const { coverage } = taking;
  if (column === "valuation") {
    const valuation = valuationOf(words);
    if (valuation !== undefined) coverage.valuation ??= { value: valuation, at };
    return;
  }
  if (column === "trigger") {
    const trigger = triggerOf(words);
    if (trigger !== undefined) coverage.trigger ??= { value: trigger, at };
    return;
  }
  if (column === "retro_date" || column === "coinsurance") {
    if (column === "retro_date" && /prior acts|inception/i.test(words)) coverage.retroDate ??= { value: words, at };
    return;
  }
  // Among options "No" stands for a limit.
  const isNil = /^nil$/i.test(words) && (column === undefined || column === "limit");
  const status = isNil || (option !== undefined && /^no$/i.test(words)) ? "excluded" : statusOf(words);
  if (column === "deductible" || column === "retention" || column === "self_insured_retention") {
    if (/^none$/i.test(words))
      coverage.deductible ??= {
        value: { amount: { cents: 0 }, kind: column === "deductible" ? "deductible" : column },
        at,
      };
    return;
  }
  if (column === "premium") {
    if (status === "excluded") taking.status ??= status;
    return;
  }
  if (status !== undefined && coverage.limit === undefined && coverage.aggregate === undefined) {
    taking.status ??= status;
    coverage.limitText ??= { value: words, at };
    if (status === "not_stated") taking.unread.push({ field: `limit of ${taking.label}`, reason: "open", at });
    return;
  }
  const trigger = triggerOf(words);
  if (trigger !== undefined) coverage.trigger ??= { value: trigger, at };
  const valuation = valuationOf(words);
  if (valuation !== undefined) coverage.valuation ??= { value: valuation, at };
  if (isLimitWords(words) && coverage.limit === undefined) {
    coverage.limitText ??= { value: words, at };
    if (isElsewhere(words)) taking.unread.push({ field: `limit of ${taking.label}`, reason: "elsewhere", at });
  }
}

/** The deductible that the values of a row state, whatever its label. */
export function deductibleOfRow(
  row: Row,
  page: number,
  kind: StatedDeductible["kind"],
): Stated<StatedDeductible> | undefined {
  const coverage: Draft<ReadCoverage> = { label: plainLabel(row.label), status: "covered", at: row.at };
  for (const value of row.values) {
    const at = placeOf(value, page);
    const { term } = value;
    if (value.role === "aggregate" || value.role === "premium" || value.role === "other") continue;
    if (term.kind === "money" && value.role === "minimum") withMinimum(coverage, { value: term.cents, at });
    else if (coverage.deductible !== undefined) continue;
    else if (term.kind === "money" && (term.isSure || row.values.length === 1))
      coverage.deductible = { value: { amount: { cents: term.cents }, kind }, at };
    else if (term.kind === "percent") coverage.deductible = { value: { amount: { ratio: term.ratio }, kind }, at };
    else if (term.kind === "hours")
      coverage.deductible = { value: { amount: { hours: term.hours }, kind: "deductible" }, at };
    else if (term.kind === "words" && /^(?:none|nil|no deductible)$/i.test(term.text))
      coverage.deductible = { value: { amount: { cents: 0 }, kind }, at };
  }
  return coverage.deductible;
}
