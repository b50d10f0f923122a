import { byText, type Json } from "@service/json";
import type { BookRow, BookSource } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import type { Term } from "../terms.ts";
import { select, type Selection } from "../selection/select.ts";
import { dayText } from "./lists.ts";

/** The term that ended last first. */
export function byNewestEnd(rows: readonly BookRow[]): readonly BookRow[] {
  return rows.toSorted(
    (left, right) =>
      byText(dayText(right.fields["expires_on"]), dayText(left.fields["expires_on"])) || byText(left.key, right.key),
  );
}

/** The rows of the term that is asked for, of the client and the lines that the question names. */
export async function requestedTerms(ask: Ask, term: Term): Promise<Selection | "hidden" | undefined> {
  const all = await ofAnyTerm(ask, false);
  const current = await ofAnyTerm(ask, true);
  if (all === undefined || all === "hidden") return all;
  if (current === undefined || current === "hidden") return current;
  switch (term) {
    case "prior":
      return { ...all, rows: await priorOf(ask.book, current.rows, all.rows) };
    case "prior and now":
      return { ...all, rows: [...current.rows, ...(await priorOf(ask.book, current.rows, all.rows))] };
    case "next":
    case "quoted":
      return { ...all, rows: toCome(ask, term, all.rows) };
  }
}

/** The terms that began and ended on the days that the question names: "the term from 9/1/2025 to 9/1/2026". */
export async function termsOfPeriod(ask: Ask): Promise<Selection | undefined> {
  const [period, ...others] = ask.reading.periods;
  if (period?.from === undefined || period.to === undefined || others.length > 0) return undefined;
  const all = await ofAnyTerm(ask, false);
  if (all === undefined || all === "hidden") return undefined;
  const rows = all.rows.filter(
    ({ fields }) => dayText(fields["effective_on"]) === period.from && dayText(fields["expires_on"]) === period.to,
  );
  return rows.length === 0 ? undefined : { ...all, rows };
}

/** The terms that are asked for of a policy that is named by its number. */
export async function termsOfPolicy({ book, reading }: Ask, policy: BookRow): Promise<readonly BookRow[]> {
  if (reading.term === undefined) return [policy];
  if (reading.term === "next" || reading.term === "quoted") return [];
  const prior = await priorByKey(book, policy);
  if (prior === undefined) return [];
  return reading.term === "prior" ? [prior] : [policy, prior];
}

/** Policies in force, or of any term; the words for a term narrow nothing else. */
function ofAnyTerm(ask: Ask, isCurrent: boolean): Promise<Selection | "hidden" | undefined> {
  const { reading } = ask;
  const isOfTerm = ({ value }: { readonly value: string }): boolean =>
    ["latest", "earliest", "expired", "active", "future"].includes(value);
  const meanings = reading.meanings.filter((meaning) => !isOfTerm(meaning));
  return select({ ...ask, reading: { ...reading, periods: [], meanings } }, "policies", { isCurrent });
}

/** The term before each one in force, as the row names it; else of its line the newest that has ended. */
async function priorOf(
  book: BookSource,
  current: readonly BookRow[],
  all: readonly BookRow[],
): Promise<readonly BookRow[]> {
  const named: BookRow[] = [];
  for (const row of current) {
    const prior = await priorByKey(book, row);
    if (prior !== undefined) named.push(prior);
  }
  const lines = new Set(
    current
      .filter(({ fields }) => textAt(fields["prior_policy_key"]) !== "")
      .map(({ fields }) => textAt(fields["line"])),
  );
  const ended = byNewestEnd(
    all.filter(
      ({ fields }) =>
        dayText(fields["expires_on"]) <= book.asOf &&
        fields["status"] !== "quoted" &&
        !lines.has(textAt(fields["line"])),
    ),
  );
  const newest = [...Map.groupBy(ended, ({ fields }) => textAt(fields["line"])).values()].flatMap(
    ([first]) => first ?? [],
  );
  return [...named, ...newest];
}

async function priorByKey(book: BookSource, { fields }: BookRow): Promise<BookRow | undefined> {
  const key = textAt(fields["prior_policy_key"]);
  return key === "" ? undefined : book.row("policies", key);
}

/** Terms that are booked and not in force yet; of several periods named those that begin in one. */
function toCome({ book, reading }: Ask, term: "next" | "quoted", rows: readonly BookRow[]): readonly BookRow[] {
  const begins = rows.filter(({ fields }) => {
    const day = dayText(fields["effective_on"]);
    return (
      day > book.asOf &&
      reading.periods.every(({ from, to }) => (from === undefined || day >= from) && (to === undefined || day <= to))
    );
  });
  const quoted = begins.filter(({ fields }) => fields["status"] === "quoted");
  const booked = begins.filter(({ fields }) => fields["status"] !== "quoted");
  return term === "quoted" || booked.length === 0 ? quoted : booked;
}

function textAt(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
