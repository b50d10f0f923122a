import { AnswerText } from "../answer-text.ts";
import type { AnswerSources, Subject } from "../answer-request.ts";
import type { EarlierText } from "../earlier-text.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import { type Ask, nameOf } from "./ask.ts";
import { asksBeyondRows } from "./beyond-rows.ts";
import { cityOf, findNamed } from "./find-client.ts";
import { findUnit } from "./find-unit.ts";
import { type InContext, readWithHistory, standsOnNothing } from "./follow-up.ts";
import type { SeveralClients } from "./named-client.ts";
import { type LookedUp, placeOfField } from "./looked-up.ts";
import { asksCoverage, lookUpCoverages } from "./look-up-coverages.ts";
import { lookUpLabels } from "./look-up-labels.ts";
import { lookUpTask } from "./look-up-task.ts";
import { lookUpRows } from "./rows/look-up-rows.ts";
import { lookUpRuns } from "./look-up-runs.ts";
import { foldNumber, means, questionText, readQuestion } from "./reading.ts";
import { wordsOf } from "../text/tokens.ts";
import { memberText } from "./values.ts";
import { isInForce, linesOf } from "./selection/policy-lines.ts";

/** What a look-up may use. */
export interface LookUpRequest {
  readonly question: string;
  readonly history: readonly EarlierText[];
  readonly subject: Subject;
}

/** Looks the question up in the book and in runs (ANSWER-10); undefined: no pattern explains it. */
export async function lookUp(request: LookUpRequest, { book, runs }: AnswerSources): Promise<LookedUp | undefined> {
  if (asksOpinion(request.question) || asksAction.test(request.question)) return undefined;
  if (asksBeyondRows(request.question)) return undefined;
  if (book === undefined) return lookUpRuns(runs, readQuestion(questionText(request.question), "0001-01-01"));
  const context = await contextOf(request, book);
  if (context === undefined) return undefined;
  if (context.kind === "several") return askBack(book, context);
  const { ask } = context;
  const ofRuns = await lookUpRuns(runs, ask.reading);
  if (ofRuns !== undefined) return ofRuns;
  // A claim or an invoice that is named by its number has no limits of its own.
  if (ask.numbered === undefined && asksCoverage(ask)) {
    const ofCoverages = await lookUpCoverages(ask, true);
    if (ofCoverages !== undefined) return ofCoverages;
  }
  const ofTask = await lookUpTask(ask);
  if (ofTask !== undefined) return ofTask;
  const ofRows = await lookUpRows(ask);
  // No policy of the line: an endorsement may stand in.
  if (ofRows?.value === false && asksCoverage(ask)) return (await lookUpCoverages(ask, false)) ?? ofRows;
  return ofRows ?? lookUpLabels(ask);
}

/** Something is to be done, and not only said. */
const asksAction =
  /^\W*(?:(?:please|hi|hey|ok|go ahead and|can you|could you|would you|will you|i need you to|i want you to)[\s,]+)*(?:cancel(?! (?:dates?|effective|notices?)\b)|add(?! up| (?:(?:also|the|its|their|his|her) )?(?:date|deadline|due date|e-?mail|expiration|number|phone|policy number|premium|telephone)\b)|change|remove|delete|issue|endorse|renew|draft|compose|translate|schedule|(?:send|forward)(?! (?:me|us|over|along|back|through|the|all|a list)\b)|(?:e-?mail|mail|text|fax) (?=(?:them|him|her|the (?:client|insured|owner|carrier))\b)|update(?! me\b| us\b)|write (?:a|an|me a|them a|up a))\s/iu;

/** What was lost or declined has its reason written on it. */
const hasWrittenReason =
  /\b(?:los[et]|losing|declin\w+|reject\w*|refus\w+|turn(?:ed)? .*\bdown|pass(?:ed)? on|said no|say no|w(?:ould|oul)(?:n'?t| not) (?:write|quote)|went away|got away|walked away)\b/iu;

/** Whether somebody stays a client and what will be offered is in no row; when a policy renews is. */
const willRenew =
  /\bwill (?:offer|charge|quote|give|raise|lower|increase|decrease|beat|win|lose|cost)\b|(?:^|[.,;:] )\W*will (?!(?:the|any|their|its|his|her|our|all|which)\b[^?]*\b(?:polic(?:y|ies)|coverage|term|program)\b)[^?]*\b(?:renew|stay|leave|remain|switch|move)\b/iu;

/** Reasons, advice and what is yet to come are in no row. */
function asksOpinion(wording: string): boolean {
  const question = hasWrittenReason.test(wording) ? wording.replaceAll(/\b(?:why|how come)\b/giu, " ") : wording;
  return (
    /\b(?:why|how come|recommend|(?<!\b(?:please|kindly) )advise(?! (?:me|us|who|what|when|where|which|whether|if|on)\b)|advice|opinion|good (?:deal|price|offer)|fair (?:deal|price)|worth it|predict|forecast|likely|probably|(?<!\bor )better|should (?!(?:it|they|that|this|he|she) have\b|i call|i talk|i speak|we call|i contact|we contact))\b/i.test(
      question,
    ) ||
    /\bwhat (?:did|does|do|has|have) .*\b(?:say|said|think|thinks|thought|feel|want|decide|decided)\b/i.test(
      question,
    ) ||
    /\b(?:does|do|did) (?!i\b|we\b|you\b).*\b(?:like(?! (?:to be (?:reached|contacted|called)|being (?:reached|contacted|called)|us to (?:contact|reach|call|get)))|enjoy|trust|love|hate|think|feel|appreciate)\b/i.test(
      question,
    ) ||
    /\btoo (?:much|high|low|little|expensive|cheap)\b|\boverpa(?:y|ys|ying|id)\b/i.test(question) ||
    /\b(?:forecast|outlook|projection|projected|projecting|anticipate|anticipated|predicted|estimate|estimated|trend|trending)\b(?! (?:payroll|revenue|annual))/i.test(
      question,
    ) ||
    /\b(?:going to (?:be|cost|pay|have|get)|would (?!(?:the |that |this |it |their )?(?:\w+ )?(?:start|begin|take effect|kick in|go into effect|incept)\b|you|i|we|like|it be|be (?:great|nice|helpful)|appreciate|help|love|that be))\b/i.test(
      question,
    ) ||
    /\bhow (?:to|(?:do|can|should) (?:i|we|you))\b(?! (?:call|reach|contact|phone|email))/i.test(question) ||
    willRenew.test(question) ||
    (/\bwill\b/i.test(question) &&
      !/\b(?:expir|renew|end|lapse|run out|runs out|come up|comes up|due|start|begin|take effect)/i.test(question))
  );
}

const ofNobody =
  /\b(?:(?:my|our) (?:client|customer|insured|applicant|prospect)(?:['’]s)?(?! (?:list|base|book|count)\b)\s|an? (?:client|customer|insured|applicant|prospect)['’]s \w+ (?:is|are|was|has)\b)/iu;

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

type Context = { readonly kind: "ask"; readonly ask: Ask } | SeveralClients;

async function contextOf(request: LookUpRequest, book: BookSource): Promise<Context | undefined> {
  const read = await readWithHistory(request, book);
  if (read === undefined || read.kind === "several") return read;
  const { client, person, reading } = read;
  // "My client's roof is old": facts of somebody whom nobody named are no question to the whole book (ANSWER-71).
  if (client === undefined && reading.numbers.length === 0 && ofNobody.test(reading.text)) return undefined;
  const unknown = { policy: undefined, numbered: undefined, carrier: undefined, colleague: undefined };
  return withRows({ book, reading, client, person, ...unknown }, request.subject, read);
}

/** The rows that numbers and names of carriers stand for; undefined: a number that nothing visible has. */
async function withRows(
  ask: Ask,
  subject: Subject,
  { before, isClientKept = false }: Pick<InContext, "before" | "isClientKept">,
): Promise<Context | undefined> {
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
  // "How many clients does he have" is not about the client that was spoken of before.
  if (isClientKept && means(reading, "op", "count") && means(reading, "family", "accounts")) client = undefined;
  let carrier = await findNamed(book, reading, "carriers");
  let colleague = carrier === undefined ? await findNamed(book, reading, "staff") : undefined;
  if (before !== undefined && client === undefined && carrier === undefined && colleague === undefined) {
    carrier = await findNamed(book, before, "carriers");
    colleague = carrier === undefined ? await findNamed(book, before, "staff") : undefined;
    const isNobody = [policy, numbered, carrier, colleague].every((row) => row === undefined);
    if (isNobody && standsOnNothing(reading)) return undefined;
  }
  // A colleague who is named is asked for, and not the client that was spoken of before.
  const requested = reading.meanings.filter(({ kind }) => kind !== "fill");
  const isOwnFact = requested.every(({ kind, value }) => kind === "field" && factsOfColleagues.has(value));
  if (isClientKept && colleague !== undefined && requested.length > 0 && isOwnFact) client = undefined;
  // Whoever was named is meant by a part of the name as well: "give it to Ann Lee, how much does Ann have".
  const parts = wordsOf(memberText(colleague?.fields, "name"));
  for (const word of reading.words) if (word.by === undefined && parts.includes(word.word)) word.by = "staff";
  const unit = await findUnit(book, reading);
  // Words of their names mean nothing else.
  const meanings = reading.meanings.filter(
    ({ at, length = 1 }) =>
      !reading.words
        .slice(Math.max(0, at), at < 0 ? 0 : at + length)
        .some(({ by }) => /^(?:carriers|staff|teams|offices)$/.test(by ?? "")),
  );
  return {
    kind: "ask",
    ask: { ...ask, reading: { ...reading, meanings }, client, policy, numbered, carrier, colleague, unit },
  };
}

/** What somebody of the agency has. */
const factsOfColleagues: ReadonlySet<string> = new Set(["email", "title", "office", "team", "name"]);

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
    ["vehicles", "vin"],
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
function askBack(book: BookSource, { rows, written }: SeveralClients): LookedUp {
  const isOneName = rows.every(
    (row) => nameOf({ client: row })?.toLowerCase().includes(written.toLowerCase()) === true,
  );
  const text = new AnswerText().add(
    isOneName ? `${rows.length} clients are called “${written}”: ` : `The question may mean ${rows.length} clients: `,
  );
  for (const [index, row] of rows.entries()) {
    if (index > 0) text.add(index === rows.length - 1 ? " and " : ", ");
    const city = book.hidden("accounts").has("mailing_address") ? "" : cityOf(row);
    const words = `${nameOf({ client: row }) ?? row.key}${city === "" ? "" : ` (${city})`}`;
    text.cited(words, placeOfField(book, "accounts", row, "name", words));
  }
  const { text: shown, citations } = text.add(". Which one do you mean?").end();
  return { method: "declined", text: shown, citations };
}
