import type { Subject } from "../answer-request.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import type { EarlierText } from "../earlier-text.ts";
import { ownWordsMin } from "../followed-question.ts";
import { contentWords } from "../text/content-words.ts";
import { chooseFamily } from "./choose-family.ts";
import { homeOfField } from "./wanted/home-of-field.ts";
import { familyOf } from "./families.ts";
import { fieldOfFrame } from "./frames.ts";
import { frameOf } from "./question-frame.ts";
import { namedClient, type SeveralClients } from "./named-client.ts";
import { questionText, readQuestion, type Reading } from "./reading.ts";

/** Questions before it that one may go on from. */
const earlierMax = 10;
/** Words that stand for whoever or whatever was named before. */
const pointsBack =
  /\b(?:it|its|it's|they|their|them|theirs|he|his|him|she|her|those|these|that client|this client|the client|that account|this account|the account|the same|that policy|this policy|the insured|that one|the one|ones?|same|(?:that|this|the) (?:person|guy|lady|contact|gentleman))\b/i;
/** A row that was named before, by the noun of its kind. */
const pointsAtRow =
  /\b(?:that|this|those|these|the same) (?:last |latest |open )?(?:activity|bill|building|call|carrier|claim|colleague|company|contact|contract|conversation|coverage|document|driver|email|entry|guy|insurer|interaction|invoice|item|lady|loss|location|meeting|opportunity|paper|payment|person|policy|premises|quote|renewal|submission|task|to-?do|touch|unit|vehicle)s?\b/i;
/** "It" and "that one" are the row that was named, "they" and "their" the client. */
const pointsAtThing = /\b(?:it|its|it's|that|this|those|these|that's|this one|one|same)\b/i;
/** Words that stand for a policy that was named before. */
const pointsAtPolicy = /\b(?:it|its|it's|that|this|that one|the policy|same)\b/i;
/** A question that begins as the rest of the one before it. */
const begins =
  /^(?:(?:ok|okay|great|thanks|thank you|perfect|got it|good)[\s,.!]+)*(?:and|also|what about|whats about|how about|same (?:for|question)|plus|or|then|so what about|ok and)\b/iu;
/** A question about everybody, whoever was named before. */
const ofTheBook =
  /\b(?:we|our(?! (?:end|side|part))|us|agency|book|overall|clients|accounts|customers|households|all|every|each|which client|which account|anyone|anybody|everybody|carriers|producers?)\b/iu;

/** "Which carriers declined": of the client that was spoken of. */
const asksWhoQuoted = /\bcarriers?\b.*\b(?:quoted|declined|offered|passed|came in|said no|turned)\b/iu;
/** Words that stand for something that was named before. */
const leansOnNamed =
  /\b(?:it|its|it's|she|her|hers|he|his|him|they|their|them|theirs|(?:that|this) one|those|these|that|the (?:client|insured|carrier|account))\b/iu;

/**
 * Whether a question stands on something that nothing before it names: then it is nobody's, and not the whole book's. Rows
 * that were ranked are named by the ranking.
 */
export function standsOnNothing({ core, meanings }: Reading): boolean {
  const isRanked = meanings.some(({ kind, value, at }) => kind === "op" && at < 0 && keptOperations.has(value));
  return leansOnNamed.test(core) && !isRanked;
}

/** What a question says, together with what it leaves to the ones before it. */
export interface InContext {
  readonly kind: "one";
  readonly client: BookRow | undefined;
  readonly person: BookRow | undefined;
  readonly reading: Reading;
  /** The question before it, where this one leans on it; its carrier or colleague is meant where this one names none. */
  readonly before?: Reading | undefined;
  /** The client is that of the question before it, and not named in this one. */
  readonly isClientKept?: boolean;
}

/** Reads a question with the questions before it; undefined: the subject is not there for the reader. */
export async function readWithHistory(
  {
    question,
    history,
    subject,
  }: { readonly question: string; readonly history: readonly EarlierText[]; readonly subject: Subject },
  book: BookSource,
): Promise<InContext | SeveralClients | undefined> {
  const questions = history.filter(({ role }) => role === "user").map(({ text }) => text);
  return readBehind(question, questions.slice(-earlierMax), subject, book);
}

async function readBehind(
  question: string,
  before: readonly string[],
  subject: Subject,
  book: BookSource,
): Promise<InContext | SeveralClients | undefined> {
  const text = questionText(question);
  const named = await namedClient(readQuestion(text, book.asOf), subject, book);
  if (named === undefined || named.kind === "several") return named;
  const own = readQuestion(text, book.asOf, named.taken);
  const inContext: InContext = { kind: "one", client: named.client, person: named.person, reading: own };
  const previous = before.at(-1);
  if (previous === undefined) return inContext;
  // The words of a name say whom, not what.
  const ownWords = own.words.filter(({ by }) => by !== "empty" && by !== "client" && by !== "fill").length;
  const isShort = Math.min(ownWords, contentWords(question).length) < ownWordsMin;
  const goesOn = named.client === undefined && begins.test(question.trim());
  const isOfBook = ofTheBook.test(question) && !asksWhoQuoted.test(question);
  const isJoined = (isShort && !isOfBook) || goesOn || pointsBack.test(question) || pointsAtRow.test(question);
  const isAboutSame = named.client === undefined && own.numbers.length === 0 && !isOfBook;
  if (!isJoined && !isAboutSame) return inContext;
  const earlier = await readBehind(previous, before.slice(0, -1), subject, book);
  if (earlier === undefined || earlier.kind === "several") return inContext;
  const client = named.client ?? earlier.client;
  const of = named.client === undefined ? rowsOf(earlier, book) : undefined;
  const ofServer = isJoined ? questionOfServer(own, earlier.reading) : undefined;
  if (ofServer !== undefined && client !== undefined)
    return { kind: "one", client, person: undefined, before: undefined, reading: ofServer };
  const ofRows = isJoined || own.lines.length === 0 ? questionOfRows(own, earlier.reading, of) : undefined;
  return {
    kind: "one",
    client,
    person: named.person ?? (named.client === undefined ? earlier.person : undefined),
    before: named.client === undefined && isJoined ? earlier.reading : undefined,
    isClientKept: named.client === undefined,
    reading: ofRows ?? (isJoined ? joined(own, earlier.reading, isShort || goesOn) : own),
  };
}

/** "What is her email" behind "who is their account manager": the colleague's (ANSWER-90). */
function questionOfServer(own: Reading, earlier: Reading): Reading | undefined {
  const requested = own.meanings.filter(({ kind }) => kind !== "fill");
  const isAddress =
    requested.length === 1 && requested[0]?.kind === "field" && /^(?:email|phone)$/.test(requested[0].value);
  const server = earlier.meanings.findLast(({ value }) => value === "producer" || value === "servicer");
  const isPerson = /\b(?:her|his|hers|him|she|he)\b/iu.test(own.core);
  return isAddress && isPerson && server !== undefined
    ? { ...own, meanings: [{ ...server, at: -1 }, ...own.meanings] }
    : undefined;
}

/** The kind of rows that a question was about. */
function rowsOf({ client, person, reading }: InContext, book: BookSource): BookFamily | undefined {
  const unknown = { policy: undefined, numbered: undefined, carrier: undefined, colleague: undefined };
  return chooseFamily({ book, reading, client, person, ...unknown })?.family;
}

/** What of the question before it stays where another fact of the same rows is asked. */
const keptKinds: ReadonlySet<string> = new Set(["family", "kind", "role", "status"]);
const keptOperations: ReadonlySet<string> = new Set(["latest", "earliest", "max", "min"]);

/**
 * "And how was it paid": another fact of the rows that the question before it was about (ANSWER-71); undefined where the question names
 * rows of its own, or a fact that those rows do not have.
 */
function questionOfRows(own: Reading, earlier: Reading, family: BookFamily | undefined): Reading | undefined {
  if (family === undefined || family === "accounts") return undefined;
  if (family === "claims" && /\bcosts?\b/iu.test(own.core)) return questionOfRows(ofCost(own), earlier, family);
  const fields = own.meanings.flatMap(({ kind, value }) => (kind === "field" ? [value] : []));
  const isThing = pointsAtThing.test(own.core) || pointsAtRow.test(own.core);
  const ofSame = own.meanings.filter((meaning) => !isNameOf(meaning, family));
  if (ofSame.length < own.meanings.length && !isThing) return undefined;
  if (ofSame.some(({ kind }) => kind === "family" || kind === "kind" || kind === "role" || kind === "by"))
    return undefined;
  const fieldOf = familyOf(family).fields;
  const hasFields =
    fields.length > 0
      ? fields.every((field) => fieldOf[field] !== undefined && (isThing || isFieldOf(family, field)))
      : ofSame.every(({ kind }) => kind === "fill") && fieldOfFrame(family, own) !== undefined;
  if (!hasFields) return undefined;
  // Positions of words are those of the other question.
  const kept = earlier.meanings
    .filter(({ kind, value }) => keptKinds.has(kind) || (kind === "op" && keptOperations.has(value)))
    .filter(({ kind, value }) => !(kind === "family" && value !== family && value !== "policies"))
    .map((meaning) => ({ ...meaning, at: -1 }));
  const named = kept.some(({ kind, value }) => kind === "family" && value === family)
    ? []
    : [{ kind: "family", value: family, at: -1 } as const];
  return {
    ...own,
    meanings: [...named, ...kept, ...ofSame],
    lines: own.lines.length > 0 ? own.lines : earlier.lines,
    numbers: own.numbers.length > 0 ? own.numbers : earlier.numbers,
    periods: own.periods.length > 0 ? own.periods : earlier.periods,
    states: own.states.length > 0 ? own.states : earlier.states,
    bound: own.bound ?? earlier.bound,
    term: own.term ?? earlier.term,
    top: own.top ?? earlier.top,
  };
}

/** What claims have cost is what was incurred. */
function ofCost(own: Reading): Reading {
  const meanings = own.meanings.map((meaning) =>
    meaning.kind === "field" && (meaning.value === "premium" || meaning.value === "paid")
      ? { ...meaning, value: "incurred" }
      : meaning,
  );
  return { ...own, core: own.core.replaceAll(/\bcosts?\b/giu, "incurred"), meanings };
}

/** The word is the noun of the rows themselves: "that claim" of a claim, "that contact" of something that was done. */
function isNameOf({ kind, value }: Reading["meanings"][number], family: BookFamily): boolean {
  if (kind !== "family") return false;
  return value === family || (value === "contacts" && family === "activities") || value === "policies";
}

/** Families whose price is a premium. */
const priced: ReadonlySet<BookFamily> = new Set(["policies", "quotes", "renewals", "submissions"]);

/** The field is asked of these rows before all others. */
function isFieldOf(family: BookFamily, field: string): boolean {
  const home = homeOfField(field);
  if (home === undefined || home === family) return true;
  if (family === "contacts") return personFields.has(field);
  // What was done has a way, as a payment has.
  if (family === "activities" && field === "method") return true;
  return home === "policies" && priced.has(family);
}

/** Fields that a policy, and not only a client, is asked for. */
const policyFields: ReadonlySet<string> = new Set(
  "expiry effective period carrier premium pay policy_number limit deductible covered commission commission_rate billing status rating retro_date line kind".split(
    " ",
  ),
);

/** Fields that a claim, an invoice or a payment is asked for. */
const numberedFields: ReadonlySet<string> = new Set(
  "paid pay paid_on reserved incurred cause occurred reported adjuster balance due days_late method status date claim_number policy_number line carrier".split(
    " ",
  ),
);
const numberedFamilies: ReadonlySet<string> = new Set(["claims", "invoices", "payments"]);
const pointsAtNumbered = /\b(?:it|its|it's|that|this|that one|the (?:claim|loss|invoice|bill|payment))\b/iu;

/** Fields that a person is asked for. */
const personFields: ReadonlySet<string> = new Set(["phone", "email", "birth", "channel", "dnc"]);

/** A short question with what it leaves out taken from the one before it. */
function joined(own: Reading, earlier: Reading, isShort: boolean): Reading {
  // "What about the auto policy?": the same is asked of another line.
  const isOtherLine = own.lines.length > 0 && /^\W*and\b/iu.test(own.core);
  const asks = own.meanings.some(
    ({ kind, value }) =>
      kind === "field" || kind === "kind" || (kind === "family" && !(isOtherLine && value === "policies")),
  );
  const isOfPolicy = own.meanings.every(
    ({ kind, value }) => kind === "op" || kind === "fill" || (kind === "field" && policyFields.has(value)),
  );
  const keeps = (!asks || isOfPolicy) && (!asks || isShort || pointsAtPolicy.test(own.core));
  // "And paid?" behind a claim that was named by its number.
  const isOfNumbered =
    asks &&
    earlier.numbers.length > 0 &&
    (isShort || pointsAtNumbered.test(own.core)) &&
    own.meanings.every(
      ({ kind, value }) =>
        kind === "fill" ||
        kind === "status" ||
        (kind === "field" && (numberedFields.has(value) || policyFields.has(value))) ||
        (kind === "family" && numberedFamilies.has(value)),
    );
  // Positions of words are those of the other question.
  const meant = earlier.meanings.map((meaning) => ({ ...meaning, at: -1 }));
  // "Her email as well": whom the question before it asked about.
  const isOfPerson = own.meanings.some(({ kind, value }) => kind === "field" && personFields.has(value));
  const persons = isOfPerson
    ? meant.filter(({ kind, value }) => kind === "role" || (kind === "family" && value === "contacts"))
    : [];
  // "Who is that with" asks for another field of the same.
  const isReframed = !asks && frameOf(own) !== undefined && frameOf(own) !== frameOf(earlier);
  // "How big is it": a place that was asked about has an area.
  const isOfSize = /\bhow (?:big|large) (?:is|are|'s)\b/iu.test(own.core) && !asks;
  const wasPlace = earlier.meanings.some(
    ({ kind, value }) => (kind === "family" && value === "locations") || (kind === "field" && value === "construction"),
  );
  if (isOfSize && wasPlace)
    return joined({ ...own, meanings: [{ kind: "field", value: "square_feet", at: -1 }] }, earlier, isShort);
  // "Do they want a waiver": the contract that was asked about.
  const isDemand = /\b(?:wants?|needs?|needed|requires?|required|asks? for|calls? for|demands?)\b/iu.test(own.core);
  const wasContract = earlier.meanings.some(({ value }) => value === "contracts" || value === "party");
  const contracts: Reading["meanings"] =
    isDemand && wasContract && !own.meanings.some(({ kind }) => kind === "family")
      ? [{ kind: "family", value: "contracts", at: -1 }]
      : [];
  // "And the bookkeeper", "what do they add up to": the new word takes the place of the old one of its kind.
  const renewed: ReadonlySet<string> = new Set(
    own.meanings.map(({ kind }) => kind).filter((kind) => kind === "role" || kind === "op"),
  );
  const kept = meant.filter(({ kind }) => !renewed.has(kind) && !(isReframed && kind === "field"));
  return {
    ...own,
    meanings: asks ? [...persons, ...contracts, ...own.meanings] : [...kept, ...own.meanings],
    lines: own.lines.length > 0 || !keeps ? own.lines : earlier.lines,
    numbers: own.numbers.length > 0 || own.lines.length > 0 || !(keeps || isOfNumbered) ? own.numbers : earlier.numbers,
    periods: own.periods.length > 0 || asks ? own.periods : earlier.periods,
    states: own.states.length > 0 || asks ? own.states : earlier.states,
    isYesNo: asks ? own.isYesNo : earlier.isYesNo,
  };
}
