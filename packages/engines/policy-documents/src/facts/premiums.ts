import type { Place, ReadPremium, Stated, UnreadReason } from "../document-reading.ts";
import type { TextLine } from "../pages/text-lines.ts";
import type { Row, RowValue } from "../rows/row.ts";
import { isElsewhere, statusOf } from "../words/status-words.ts";
import { placeOf } from "./coverage-of-row.ts";
import type { Facts, PremiumFact, PremiumKind } from "./facts.ts";

const earnedPattern =
  /(\d{1,3}(?:\.\d+)?)\s?%\s{0,3}(?:of\s+the\s+(?:annual\s+)?premium\s+is\s+)?(?:min(?:imum|\.)?\s{0,3}(?:&|and)?\s{0,3}(?:retained|earned)|(?:fully\s+)?earned\s+at\s+inception|flat\s+earned)|(?:min(?:imum|\.)?\s{0,3}(?:&|and)?\s{0,3}(?:retained|earned))(?:\s+premium)?(?:\s+(?:at\s+inception|percentage|is|of))*[\s.:|(-]*(\d{1,3}(?:\.\d+)?)\s?%/gi;

/** A share of the premium that is earned at once: "25% minimum earned premium", "Minimum earned at inception: 25%". */
export function takeMinimumEarned(facts: Facts, line: Pick<TextLine, "text" | "start" | "page">): void {
  if (!/earned|retained/i.test(line.text)) return;
  for (const match of line.text.matchAll(earnedPattern)) {
    const percent = Number(match[1] ?? match[2]);
    if (percent > 100) continue;
    const start = line.start + match.index;
    facts.minimumEarned.push({
      value: Math.round(percent * 1e4) / 1e6,
      at: { page: line.page, start, end: start + match[0].length },
      option: undefined,
    });
  }
}

/** "$8,900 + $200 policy fee": the second amount is a fee. */
const besideFee = /\b(fee|tax)(?:es|s)?\b/i;

/** The amount of a row of premium: the one under the column of premium, else the last one on the row. */
export function amountOfRow(row: Row, option?: string): (Stated<number> & { readonly isSure: boolean }) | undefined {
  const values = valuesFor(row, option);
  if (isRange(values)) return undefined;
  const amounts = values.filter(
    ({ term, role, qualifier }) =>
      term.kind === "money" &&
      role !== "other" &&
      (role !== "minimum" || /\bminimum (?:and|&) deposit\b/i.test(qualifier)) &&
      !(values.length > 1 && besideFee.test(qualifier)),
  );
  const chosen = amounts.find(({ column }) => column === "premium") ?? amounts.at(-1);
  if (chosen?.term.kind !== "money" || !isPlain(chosen)) return undefined;
  return { value: chosen.term.cents, at: placeOf(chosen, row.at.page), isSure: chosen.term.isSure };
}

function valuesFor({ values }: Row, option: string | undefined): readonly RowValue[] {
  return option === undefined ? values : values.filter((value) => value.option === option);
}

/** "$8,400 or $9,400", "$8,400 - $9,000": none of them is the amount. */
function isRange(values: readonly RowValue[]): boolean {
  return values.some(({ term, qualifier }, at) => {
    const next = values[at + 1]?.term;
    if (term.kind !== "money" || next === undefined) return false;
    return next.kind === "money"
      ? /^(?:or|to)$/i.test(qualifier)
      : next.kind === "negative" && next.start - term.end < 2;
  });
}

/** Lists what stands in the place of an amount without stating one (READ-3). */
function noteUnread(facts: Facts, row: Row, kind: PremiumKind, option: string | undefined): void {
  const values = valuesFor(row, option);
  const field = kind === "base" ? "premium" : kind.replace("_", " ");
  if (isRange(values)) facts.unread.push({ field, reason: "ambiguous", at: row.at });
  else
    for (const value of values) {
      const reason = reasonOf(value);
      if (reason !== undefined) facts.unread.push({ field, reason, at: placeOf(value, row.at.page) });
    }
}

function reasonOf({ term, qualifier }: RowValue): UnreadReason | undefined {
  if (term.kind === "damaged") return "ambiguous";
  const isInstalment = term.kind === "money" && /\b(?:month|quarter)/i.test(qualifier);
  if (term.kind === "negative" || isInstalment) return "not_understood";
  if (term.kind !== "words") return undefined;
  if (isElsewhere(term.text)) return "elsewhere";
  if (statusOf(term.text) === "not_stated") return "open";
  return /\p{Sc}.{0,3}\p{Nd}/u.test(term.text) ? "not_understood" : undefined;
}

/** A share, a monthly instalment or a bound is no premium. */
function isPlain({ qualifier }: RowValue): boolean {
  return !/\b(?:per|monthly|quarterly|installments?|if |additional|another|up to|pro rata|change)\b/i.test(qualifier);
}

export function takePremium(
  facts: Facts,
  row: Row,
  kind: PremiumKind,
  option?: string,
  under?: PremiumFact["under"],
): void {
  if ((kind === "tax" || kind === "fee") && takeSeveral(facts, row, kind, option)) return;
  const amount = amountOfRow(row, option);
  if (amount === undefined) {
    noteUnread(facts, row, kind, option);
    return;
  }
  if (kind === "base") takeFeesBeside(facts, row, option);
  const isTotal = kind === "total" || kind === "total_premium";
  // A bare total is the premium when it adds up premiums alone.
  const decided =
    kind === "total" && isSumOfPremiums(facts, option, amount.value)
      ? "total_premium"
      : kind === "total_premium" && isSumOverTotal(facts, option, amount.value)
        ? "total"
        : kind;
  if (isTotal) clearLedger(facts, option);
  else facts.ledger.push({ kind: kind === "base" ? "base" : "extra", cents: amount.value, option });
  facts.premiums.push({ kind: decided, label: row.label, value: amount.value, at: amount.at, option, under });
}

/** "Premium: $6,120" under each of several lines, which add up to the total: premiums of the lines. */
export function takePartPremiums(facts: Facts): void {
  const parts = facts.premiums.filter(({ kind, under, option }) => kind === "base" && under && option === undefined);
  const lines = new Set(parts.map(({ under }) => under?.line));
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const isWhole = facts.premiums.some(
    ({ kind, value }) => (kind === "total" || kind === "total_premium") && value === sum,
  );
  if (lines.size < 2 || lines.size < parts.length || !isWhole) return;
  for (const { under, value, at } of parts)
    if (under)
      facts.linePremiums.push({
        line: under.line,
        lineAt: under.at,
        location: undefined,
        option: undefined,
        value,
        at,
      });
}

function takeFeesBeside(facts: Facts, row: Row, option: string | undefined): void {
  for (const value of row.values.slice(1)) {
    const beside = besideFee.exec(value.qualifier)?.[1]?.toLowerCase();
    if (beside === undefined || value.term.kind !== "money") continue;
    facts.premiums.push({
      kind: beside === "fee" ? "fee" : "tax",
      label: row.label,
      value: value.term.cents,
      at: placeOf(value, row.at.page),
      option,
    });
  }
}

/** "Tax 2%, $987.00; stamping 0.1%, $49.35" and "$500 inspection fee and our $350 broker fee" state two amounts. */
function takeSeveral(facts: Facts, row: Row, kind: "tax" | "fee", option: string | undefined): boolean {
  const sure = row.values.flatMap(({ term, ...value }) =>
    term.kind === "money" && term.isSure ? [{ ...value, term }] : [],
  );
  const from = row.at.end - row.rest.length;
  const nextStart = (at: number) => {
    const next = sure[at + 1];
    return next && next.term.start - from;
  };
  const isEach = sure.every(({ column }, at) => {
    const around = row.rest.slice(Math.max(0, (sure[at - 1]?.term.end ?? from) - from), nextStart(at));
    return column === undefined && ofKind[kind].test(around);
  });
  if (sure.length < 2 || !isEach) return false;
  for (const value of sure) {
    const { cents } = value.term;
    facts.ledger.push({ kind: "extra", cents, option });
    facts.premiums.push({ kind, label: row.label, value: cents, at: placeOf(value, row.at.page), option });
  }
  return true;
}

const ofKind = { tax: /tax|stamp|surcharge|assess/i, fee: /fee|charge/i } as const;

/** Notes an amount of the list that is no fact of its own: a part, or a credit. */
export function noteAmount(facts: Facts, row: Row, kind: "part" | "extra", option?: string): void {
  const credit = row.values.find(({ term }) => term.kind === "negative")?.term;
  const cents = credit?.kind === "negative" ? credit.cents : amountOfRow(row, option)?.value;
  if (cents !== undefined) facts.ledger.push({ kind, cents, option });
}

function isSumOfPremiums(facts: Facts, option: string | undefined, total: number): boolean {
  const own = facts.ledger.filter((each) => each.option === option);
  const sum = own.filter(({ kind }) => kind !== "extra").reduce((all, { cents }) => all + cents, 0);
  return own.length > 1 && sum === total && own.every(({ kind }) => kind !== "extra");
}

/** "Total annual premium" below a subtotal, taxes and fees: what it all comes to. */
function isSumOverTotal(facts: Facts, option: string | undefined, total: number): boolean {
  const own = facts.premiums.filter((fact) => fact.option === option);
  const before = own.findLast(({ kind }) => kind === "total_premium" || kind === "base");
  const charges = own.filter(({ kind }) => kind === "tax" || kind === "fee").reduce((all, { value }) => all + value, 0);
  return before !== undefined && charges > 0 && before.value + charges === total;
}

function clearLedger(facts: Facts, option: string | undefined): void {
  facts.ledger = facts.ledger.filter((each) => each.option !== option);
}

type Differing = [field: string, values: readonly Stated<number>[]];

/** What the facts of one option, or of the document, come to (READ-13). Differing statements of one part are left out. */
export function premiumOf(
  facts: Facts,
  option: string | undefined,
): { readonly premium: ReadPremium; readonly conflicts: readonly Differing[] } {
  const own = facts.premiums.filter((fact) => fact.option === option);
  const conflicts: Differing[] = [];
  const single = (field: string, stated: readonly Stated<number>[]): Stated<number> | undefined => {
    const [first] = stated;
    const isOne = stated.every(({ value }) => value === first?.value);
    if (!isOne) conflicts.push([field, stated.map(({ value, at }) => ({ value, at }))]);
    return first === undefined || !isOne ? undefined : { value: first.value, at: first.at };
  };
  const of = (kind: PremiumKind) => own.filter((fact) => fact.kind === kind);
  const [taxes, fees] = [summed(of("tax")), summed(of("fee"))];
  const sums = of("total_premium");
  const base = single("premium", plainest(of("base"), sums, terrorismIn(facts)));
  const isOpen = facts.openTaxes.length > 0 || (taxes?.value ?? 0) + (fees?.value ?? 0) !== 0;
  const totals = lastTotals(of("total"));
  const total = totals.length > 0 ? single("total premium", totals) : isOpen ? undefined : wholeOf(sums);
  const minimumEarned = option === undefined ? single("minimum earned premium", facts.minimumEarned) : undefined;
  return { premium: { base, taxes, fees, total, minimumEarned }, conflicts };
}

/** A "Total" above a "Total due" is one of premiums. */
function lastTotals(totals: readonly PremiumFact[]): readonly PremiumFact[] {
  const due = totals.filter(({ label }) => /\b(?:due|payable|grand)\b/i.test(label));
  return due.length > 0 && totals.every((each) => due.includes(each) || /^(?:sub-?)?totals?\W*$/i.test(each.label))
    ? due
    : totals;
}

function terrorismIn(facts: Facts): number {
  return facts.linePremiums.filter(({ line }) => line === "other").reduce((all, { value }) => all + value, 0);
}

function wholeOf(sums: readonly PremiumFact[]): Stated<number> | undefined {
  const [first] = sums;
  return first !== undefined && sums.every(({ value }) => value === first.value)
    ? { value: first.value, at: first.at }
    : undefined;
}

/** A total of premiums stands for its parts; without one, or with terrorism alone on top, the premium itself. */
function plainest(
  plain: readonly PremiumFact[],
  totals: readonly PremiumFact[],
  terrorism: number,
): readonly PremiumFact[] {
  const whole = wholeOf(totals);
  if (plain.length === 0 || (totals.length > 0 && whole === undefined)) return totals;
  if (whole === undefined) return plain;
  const isBeforeTerrorism = terrorism > 0 && plain.every(({ value }) => value + terrorism === whole.value);
  return isBeforeTerrorism ? plain : totals;
}

/** The sum of amounts on one page, whose place covers them all. */
function summed(stated: readonly Stated<number>[]): Stated<number> | undefined {
  const distinct = [...new Map(stated.map((each) => [`${each.at.page}:${each.at.start}`, each])).values()];
  const [first] = distinct;
  if (first === undefined) return undefined;
  if (distinct.some(({ at }) => at.page !== first.at.page)) {
    return new Set(distinct.map(({ value }) => value)).size === 1 ? first : undefined;
  }
  const at: Place = {
    page: first.at.page,
    start: Math.min(...distinct.map((each) => each.at.start)),
    end: Math.max(...distinct.map((each) => each.at.end)),
  };
  return { value: distinct.reduce((all, { value }) => all + value, 0), at };
}
