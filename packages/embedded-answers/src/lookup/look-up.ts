import { AnswerText } from "../answer-text.ts";
import type { AnswerSources, EarlierText, Subject } from "../answer-request.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import { contentWords } from "../text/content-words.ts";
import { type Ask, nameOf } from "./ask.ts";
import { cityOf, findClient, findNamed, wordsOfClient } from "./find-client.ts";
import { type LookedUp, placeOfField } from "./looked-up.ts";
import { asksCoverage, lookUpCoverages } from "./look-up-coverages.ts";
import { lookUpLabels } from "./look-up-labels.ts";
import { lookUpRows } from "./look-up-rows.ts";
import { lookUpRuns } from "./look-up-runs.ts";
import { foldNumber, means, questionText, readQuestion, type Reading } from "./reading.ts";
import { isInForce, linesOf } from "./selection.ts";

/** With fewer words of its own a question goes on from the one before it (ANSWER-25). */
const ownWordsMin = 2;
/** Words that stand for whoever was named before. */
const pointsBack =
  /\b(?:it|its|it's|they|their|them|theirs|he|his|him|she|her|that client|this client|the client|that account|this account|the account|the same|that policy|this policy|the insured|that one|the one)\b/i;

/** What a look-up may use. */
export interface LookUpRequest {
  readonly question: string;
  readonly history: readonly EarlierText[];
  readonly subject: Subject;
}

/** Looks the question up in the book and in runs (ANSWER-10); undefined: no pattern explains it. */
export async function lookUp(request: LookUpRequest, { book, runs }: AnswerSources): Promise<LookedUp | undefined> {
  if (asksOpinion(request.question)) return undefined;
  if (book === undefined) return lookUpRuns(runs, readQuestion(questionText(request.question), "0001-01-01"));
  const context = await contextOf(request, book);
  if (context === undefined) return undefined;
  if (context.kind === "several") return askBack(book, context);
  const { ask } = context;
  const ofRuns = await lookUpRuns(runs, ask.reading);
  if (ofRuns !== undefined) return ofRuns;
  if (asksCoverage(ask)) {
    const ofCoverages = await lookUpCoverages(ask, true);
    if (ofCoverages !== undefined) return ofCoverages;
  }
  const ofRows = await lookUpRows(ask);
  // No policy of the line: an endorsement may stand in.
  if (ofRows?.value === false && asksCoverage(ask)) return (await lookUpCoverages(ask, false)) ?? ofRows;
  return ofRows ?? lookUpLabels(ask);
}

/** Reasons, advice and what is yet to come are in no row. */
function asksOpinion(question: string): boolean {
  return (
    /\b(?:why|recommend|advise|advice|opinion|predict|forecast|likely|probably|better|should (?!i call|i talk|i speak|we call|i contact|we contact))\b/i.test(
      question,
    ) ||
    /\bhow (?:to|(?:do|can|should) (?:i|we|you))\b(?! (?:call|reach|contact|phone|email))/i.test(question) ||
    (/\bwill\b/i.test(question) &&
      !/\b(?:expir|renew|end|lapse|run out|runs out|come up|comes up|due|start|begin|take effect)/i.test(question))
  );
}

/** Whom a question is about; undefined where that is nobody, or several. */
export async function contextOfQuestion(
  request: LookUpRequest,
  book: BookSource,
): Promise<Pick<Ask, "client" | "policy"> | undefined> {
  const context = await contextOf(request, book);
  if (context?.kind !== "ask") return undefined;
  const { ask } = context;
  const { client, reading } = ask;
  if (ask.policy !== undefined || client === undefined || reading.lines.length === 0) return ask;
  // A line names a policy where the client has one of it in force.
  const { rows } = await book.rows("policies", { clientKey: client.key });
  const lines = reading.lines.flat();
  const own = rows.filter(
    ({ fields }) => isInForce(fields, book.asOf) && linesOf(fields).some((line) => lines.includes(line)),
  );
  return { client, policy: own.length === 1 ? own[0] : undefined };
}

type Context =
  | { readonly kind: "ask"; readonly ask: Ask }
  | { readonly kind: "several"; readonly rows: readonly BookRow[]; readonly written: string };

async function contextOf(
  { question, history, subject }: LookUpRequest,
  book: BookSource,
): Promise<Context | undefined> {
  const text = questionText(question);
  const first = readQuestion(text, book.asOf);
  const named = await namedClient(first, subject, book);
  if (named === undefined) return undefined;
  if (named.kind === "several") return named;
  let { client } = named;
  let reading = readQuestion(text, book.asOf, named.taken);
  const previous = history.findLast(({ role }) => role === "user");
  // The words of a name say whom, not what.
  const ownWords = reading.words.filter(({ by }) => by !== "empty" && by !== "client" && by !== "fill").length;
  const isShort = Math.min(ownWords, contentWords(question).length) < ownWordsMin;
  const isFollowUp = isShort || pointsBack.test(question);
  if (previous !== undefined && isFollowUp) {
    const before = questionText(previous.text);
    const then = await namedClient(readQuestion(before, book.asOf), subject, book);
    const earlier =
      then === undefined || then.kind === "several" ? undefined : readQuestion(before, book.asOf, then.taken);
    client ??= then?.kind === "one" ? then.client : undefined;
    if (client === undefined && pointsBack.test(question))
      client = await lastNamed(history.slice(0, history.lastIndexOf(previous)), subject, book);
    if (earlier !== undefined) reading = joined(reading, earlier, isShort);
  }
  return withRows(
    { book, reading, client, policy: undefined, numbered: undefined, carrier: undefined, colleague: undefined },
    subject,
  );
}

type OneClient = { readonly kind: "one"; readonly client: BookRow | undefined; readonly taken: ReadonlySet<number> };

/** The subject, else whom the question names; undefined: the subject is not there for the reader. */
async function namedClient(
  reading: Reading,
  subject: Subject,
  book: BookSource,
): Promise<OneClient | Extract<Context, { kind: "several" }> | undefined> {
  const { client_key: key } = subject;
  if (key !== undefined) {
    const client = await book.row("accounts", key);
    // Other clients are out of the conversation: their names stay words that nothing explains.
    return client === undefined ? undefined : { kind: "one", client, taken: wordsOfClient(reading, client) };
  }
  const found = await findClient(book, reading);
  switch (found.kind) {
    case "none":
      return { kind: "one", client: undefined, taken: new Set() };
    case "one":
      return { kind: "one", client: found.row, taken: found.taken };
    case "several":
      return found;
  }
}

/** The client that was named last before the previous question. */
async function lastNamed(
  history: readonly EarlierText[],
  subject: Subject,
  book: BookSource,
): Promise<BookRow | undefined> {
  const texts = history.filter(({ role }) => role === "user").slice(-5);
  for (const { text } of texts.toReversed()) {
    const named = await namedClient(readQuestion(questionText(text), book.asOf), subject, book);
    if (named?.kind === "one" && named.client !== undefined) return named.client;
  }
  return undefined;
}

/** Fields that a policy, and not only a client, is asked for. */
const policyFields: ReadonlySet<string> = new Set(
  "expiry effective carrier premium policy_number limit deductible covered commission commission_rate billing status rating retro_date line".split(
    " ",
  ),
);

/** A short question with what it leaves out taken from the one before it. */
function joined(own: Reading, earlier: Reading, isShort: boolean): Reading {
  const asks = own.meanings.some(
    ({ kind }) => kind === "field" || kind === "family" || kind === "role" || kind === "kind",
  );
  if (!isShort && asks) return own;
  const isOfPolicy = own.meanings.every(
    ({ kind, value }) => kind === "op" || kind === "fill" || (kind === "field" && policyFields.has(value)),
  );
  const keeps = !asks || isOfPolicy;
  return {
    ...own,
    meanings: asks ? own.meanings : [...earlier.meanings, ...own.meanings],
    lines: own.lines.length > 0 || !keeps ? own.lines : earlier.lines,
    numbers: own.numbers.length > 0 || own.lines.length > 0 || !keeps ? own.numbers : earlier.numbers,
    periods: own.periods.length > 0 || asks ? own.periods : earlier.periods,
    states: own.states.length > 0 || asks ? own.states : earlier.states,
    isYesNo: asks ? own.isYesNo : earlier.isYesNo,
  };
}

/** The rows that numbers and names of carriers stand for; undefined: a number that nothing visible has. */
async function withRows(ask: Ask, subject: Subject): Promise<Context | undefined> {
  const { book, reading } = ask;
  let { client, policy, numbered } = ask;
  for (const number of reading.numbers) {
    const found = await rowOfNumber(book, client, number.folded);
    if (found === undefined) return undefined;
    if (found.family === "policies") policy = found.row;
    else numbered = found;
  }
  if (
    policy === undefined &&
    subject.policy_key !== undefined &&
    reading.lines.length === 0 &&
    !means(reading, "op", "count", "sum", "list")
  )
    policy = await book.row("policies", subject.policy_key);
  // The client of a named policy is known as well, for its coverages.
  const owner = policy?.fields["client_key"] ?? numbered?.row.fields["client_key"];
  if (client === undefined && typeof owner === "string" && asksOfPolicy(ask))
    client = await book.row("accounts", owner);
  const carrier = await findNamed(book, reading, "carriers");
  const colleague = carrier === undefined ? await findNamed(book, reading, "staff") : undefined;
  // Words of their names mean nothing else.
  const meanings = reading.meanings.filter(({ at }) => !/^(?:carriers|staff)$/.test(reading.words[at]?.by ?? ""));
  return {
    kind: "ask",
    ask: { ...ask, reading: { ...reading, meanings }, client, policy, numbered, carrier, colleague },
  };
}

function asksOfPolicy({ reading }: Ask): boolean {
  return (
    means(reading, "field", "limit", "deductible", "covered", "retro_date", "valuation", "coinsurance", "trigger") ||
    reading.words.some(({ by }) => by === undefined) ||
    means(reading, "family", "claims", "invoices", "documents", "vehicles")
  );
}

interface NumberedRow {
  readonly family: BookFamily;
  readonly row: BookRow;
}

/** The policy, claim or invoice of a number; of several terms under one number the one in force. */
async function rowOfNumber(
  book: BookSource,
  client: BookRow | undefined,
  folded: string,
): Promise<NumberedRow | undefined> {
  const accounts = client === undefined ? await book.accountsNamed([folded], 20) : [client];
  for (const { key } of accounts) {
    const { rows } = await book.rows("policies", { clientKey: key });
    const same = rows.filter(({ fields }) => isNumber(fields["policy_number"], folded));
    const row = same.find(({ fields }) => isInForce(fields, book.asOf)) ?? same[0];
    if (row !== undefined) return { family: "policies", row };
  }
  for (const [family, field] of [
    ["claims", "claim_number"],
    ["invoices", "number"],
    ["payments", "number"],
  ] as const) {
    if (!book.isReadable(family) || book.hidden(family).has(field)) continue;
    const { rows } = await book.rows(family, { clientKey: client?.key });
    const row = rows.find(({ fields }) => isNumber(fields[field], folded));
    if (row !== undefined) return { family, row };
  }
  return undefined;
}

/** The number as it is written, or its digits alone. */
function isNumber(value: unknown, folded: string): boolean {
  if (typeof value !== "string") return false;
  const own = foldNumber(value);
  return own === folded || (/^\d{5,}$/.test(folded) && own.replace(/^\D+/, "") === folded);
}

/** Two names that are as near: both are listed with their city, and neither is answered for (ANSWER-13). */
function askBack(book: BookSource, { rows, written }: Extract<Context, { kind: "several" }>): LookedUp {
  const text = new AnswerText().add(`${rows.length} clients are called “${written}”: `);
  for (const [index, row] of rows.entries()) {
    if (index > 0) text.add(index === rows.length - 1 ? " and " : ", ");
    const city = book.hidden("accounts").has("mailing_address") ? "" : cityOf(row);
    const words = `${nameOf({ client: row }) ?? row.key}${city === "" ? "" : ` (${city})`}`;
    text.cited(words, placeOfField(book, "accounts", row, "name", words));
  }
  const { text: shown, citations } = text.add(". Which one do you mean?").end();
  return { method: "declined", text: shown, citations };
}
