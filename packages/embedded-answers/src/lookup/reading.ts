import { isOneSlip } from "@service/engine-kit";
import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { normalizeText, tokensOf } from "../text/tokens.ts";
import { isPlainWord, plainWords } from "../words/plain-words.ts";
import { withoutAlternatives } from "./alternatives.ts";
import { type Bound, readBound, readPlace, readTop } from "./amounts.ts";
import { type Aside, asidesOf, withoutAsides } from "./asides.ts";
import { readChoices } from "./choices.ts";
import { frameOf } from "./question-frame.ts";
import { withoutMentionedPapers } from "./mentioned-papers.ts";
import { type Period, readPeriods } from "./periods.ts";
import { signedRating } from "./ratings.ts";
import { type PlacedMeaning, type ReadWord, take } from "./read-word.ts";
import { readOtherwise } from "./read-otherwise.ts";
import { readStates } from "./states.ts";
import { readTerm, readTermLength, type Term } from "./terms.ts";
import { linePhrases } from "./vocabulary/lines.ts";
import { vocabularyWords, type Meaning, phrases } from "./vocabulary/phrases.ts";
import { writtenOut } from "./vocabulary/short-forms.ts";
import { waysOfPayment } from "./ways-of-payment.ts";

/** What a question asks, word by word. */
export interface Reading {
  /** In compatibility form; offsets of words are into it. */
  readonly text: string;
  /** The same with blanks where it only says why it is asked (ANSWER-62). */
  readonly core: string;
  readonly words: readonly ReadWord[];
  readonly meanings: readonly PlacedMeaning[];
  /** Each mention of a line: the codes that it may stand for. */
  readonly lines: readonly (readonly string[])[];
  readonly states: readonly string[];
  readonly periods: readonly Period[];
  /** Numbers of policies, claims and invoices as they are written, folded to letters and digits. */
  readonly numbers: readonly { readonly written: string; readonly folded: string; readonly at: number }[];
  readonly bound: Bound | undefined;
  /** How many rows are asked for: `the last three`, `top 5`. */
  readonly top: number | undefined;
  /** The term of a policy that is asked for, where it is not the one in force. */
  readonly term: Term | undefined;
  /** Which of a client's places: `the second location`. */
  readonly place: number | undefined;
  /** The question asks whether something is so. */
  readonly isYesNo: boolean;
  /** It asks for what is not so: `without an umbrella`. */
  readonly isNegated: boolean;
  /** Somebody or something is named beside what is asked, in words that nothing explains. */
  readonly hasStrangerAside: boolean;
}

/** Yes or no is asked for in so many words: "y/n". */
const saysYesOrNo =
  /\b(?:y\s?\/\s?n|y or n|yes\s?\/\s?no|yes or no|yes or not|yay or nay|yea or nay|true or false)\b/iu;
/** Words at the beginning of a question that yes or no answers. */
const asksWhether =
  /^(?:(?:and|so|but|please|ok|okay|hi|hey|hello|also|then|well|just|quickly|real quick)[\s,]+)*(?:(?:(?:can|could|would|will) you )?(?:please )?(?:tell me|check|confirm|verify|see|find out|look up|let me know|double check)(?: for me)?,? (?:if|whether|that)|(?:do (?:you|we) know|i need to know|i want to know|i'd like to know|i'm wondering|i was wondering|wondering|any idea|not sure|curious|wanted to know|see|check|confirm|verify) (?:if|whether|that))?\s*(?:is|are|was|were|do|does|did|has|have|had|isn't|aren't|don't|doesn't|didn't|hasn't|haven't|if|whether|any chance)?\b/iu;
const beginsWhether =
  /(?:^|\b(?:if|whether|that|and|so|but|please|ok|okay|hi|hey|hello|also|then|well|just|quickly)[\s,]+)(?:is|are|was|were|do|does|did|has|have|had|isn't|aren't|don't|doesn't|didn't|hasn't|haven't)\b/iu;
const confirms = /\b(?:if|whether)\b/iu;
/** A statement that is to be confirmed: "They carry cyber, right?" */
const statesToConfirm =
  /\b(?:has|have|carries|carry|got|is|are|includes?|covers?)\b.*(?:\?|\b(?:right|correct|yes)\W*)\s*$/iu;
const asksForWhat =
  /\b(?:what|which|who|whom|whose|when|where|why|how|what's|who's|when's|where's|how's|whats|whos|whens)\b/iu;
const negations: ReadonlySet<string> = new Set(
  "no not without lack lacks lacking missing dont doesnt didnt hasnt havent hadnt isnt arent wasnt werent wont wouldnt aint never".split(
    " ",
  ),
);
const exception = /\b(?:except|excluding|other than|besides|aside from|apart from)\b/iu;
/** With fewer words a question goes on from the sentence beside it. */
const shortWords = 4;
const numberForm = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;

/** `AM` but for the time of a day and the rating agency; in small letters only where no verb can stand. */
const accountManager =
  /(?<!\d\s?|\bI )\bAMs?\b(?! Best\b| [A-Z]{2,})|(?<=\b(?:the|their|our|his|her|its|who's|whos|which|as|assigned|&|\/) ?)am\b(?! (?:i|not|best)\b)|^\W*am(?= (?:on|for|of)\b)/gu;

const tens: { readonly [word: string]: string } = {
  ten: "10",
  twenty: "20",
  thirty: "30",
  forty: "40",
  fifty: "50",
  sixty: "60",
  seventy: "70",
  eighty: "80",
  ninety: "90",
};

/** The text of a question as look-ups read it. */
export function questionText(question: string): string {
  return (
    normalizeText(question)
      .replace(/^\W*(?:(?:and|so|ok|okay)\W+)?(?:what|how) about\b/iu, "and")
      .replaceAll(/(?<=^\W*|[.:,;] )#\s?(?=\p{L}{4,}s\b)/gu, "number of ")
      .replaceAll(/#/gu, " number ")
      .replaceAll(/\b(?:y|yes)\s?\/\s?(?:n|no)\b/giu, "yes or no")
      .replaceAll(/\bb\/c\b/giu, "because")
      .replaceAll(/\bdec (?=pages?\b)/giu, "declarations ")
      .replaceAll(/(?<![\d]\s?)%/gu, " percent ")
      .replaceAll(/\${1,3}(?!\s?\d)/gu, " dollars ")
      .replaceAll(/\b(?:whn|wehn|wen|whne)\b/giu, "when")
      .replaceAll(/\b(?:wht|waht|wat|wut|whta)\b/giu, "what")
      .replaceAll(/\b(?:wich|whcih|wihch|whch)\b/giu, "which")
      .replaceAll(/\b(?:whre|wher|wheer)\b/giu, "where")
      .replaceAll(/\b(?:hwo|hw|hoow) (?=many|much|long|old|big)/giu, "how ")
      .replaceAll(/\b(?:i\.e|e\.g)\b\.?/giu, " that is ")
      .replaceAll(/\bw\/o\b/giu, "without")
      .replaceAll(/\bw\/(?=\s|\p{L})/giu, "with ")
      .replaceAll("&", " & ")
      .replaceAll(/\bE\/O\b/giu, "E & O")
      .replaceAll(/\bD\/O\b/giu, "D & O")
      .replaceAll(/(?<=\b(?:the|an|our|their|'s|assigned) )AM\b(?! Best)/gu, "account manager")
      .replaceAll(accountManager, (written) => `account manager${/s$/iu.test(written) ? "s" : ""}`)
      // "Brings in 2 million in a year" is no period.
      .replaceAll(/(?<=\b(?:brings?|takes?|pulls?|rakes?|turns?) (?:in|over) )in an? (?:yr|year)\b/giu, "annually")
      .replaceAll(/(?<=\b(?:brings?|takes?|pulls?|rakes?|gross(?:es)?) )in an? (?:yr|year)\b/giu, "in annually")
      .replaceAll(
        /(?<=\b(?:than|over|under|least|most|above|below) )(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:a|one) hundred)\b/giu,
        (word) => tens[word.toLowerCase()] ?? "100",
      )
  );
}

/**
 * Reads a question. Words of `taken` (by position of their token) are a client's name and mean nothing else.
 * @param asOf the day that "today" is.
 */
export function readQuestion(text: string, asOf: string, taken: ReadonlySet<number> = new Set()): Reading {
  const asides = asidesOf(text);
  const reading = readBeside(text, asides, asOf, taken);
  // What seemed said beside it was all that is asked.
  const { meanings, lines, numbers, isYesNo } = reading;
  const isBlank = meanings.every(({ kind }) => kind === "fill") && lines.length + numbers.length === 0 && !isYesNo;
  return asides.length > 0 && isBlank && frameOf(reading) === undefined ? readBeside(text, [], asOf, taken) : reading;
}

function readBeside(text: string, asides: readonly Aside[], asOf: string, taken: ReadonlySet<number>): Reading {
  const core = withoutAsides(text, asides);
  const isTitled = isTitleCase(text);
  const words: ReadWord[] = tokensOf(text).map((token, at) => {
    if (taken.has(at)) return { ...token, stem: stem(token.word), by: "client" };
    const isName = !isTitled && at > 0 && /^\p{Lu}\p{Ll}/u.test(text.slice(token.start, token.end));
    const isAside = asides.some(({ start, end }) => token.start >= start && token.end <= end);
    const meant = isName ? writtenOut(token.word) : corrected(writtenOut(token.word));
    return { ...token, meant, stem: stem(meant), by: undefined, isAside };
  });
  const questionWords = words.filter(({ isAside }) => isAside !== true);
  const yesOrNo = saysYesOrNo.exec(text);
  if (yesOrNo !== null) take(words, yesOrNo.index, yesOrNo.index + yesOrNo[0].length, "yes or no");
  const numbers = readNumbers(text, words);
  const isTermLength = readTermLength(core, questionWords);
  const term = readTerm(core, questionWords);
  const periods = readPeriods(core, asOf, questionWords);
  const bound = readBound(core, questionWords);
  const place = readPlace(core, questionWords);
  const top = readTop(core, questionWords);
  const rating = signedRating(core);
  if (rating !== null) take(words, rating.index, rating.index + rating[0].length, "rating");
  const states = readStates(core, questionWords);
  // "By check or by card" asks for the way, and for neither of the two.
  const ways = waysOfPayment.exec(core);
  if (ways !== null) take(words, ways.index, ways.index + ways[0].length, "kind");
  const choices = readChoices(core, questionWords);
  const { meanings, lines } = meaningsOf(words, questionWords);
  if (isTermLength) meanings.push({ kind: "field", value: "term_months", at: -1 });
  meanings.push(...choices);
  readOtherwise({ text, core, words, lines, hasNumbers: numbers.length > 0 }, meanings);
  // The reason for which something was lost or declined is written on it.
  if (meanings.some(({ kind, value }) => kind === "status" && (value === "lost" || value === "declined")))
    for (const word of questionWords) if (word.stem === "reason" && word.by === undefined) word.by = "field";
  const beside = meaningsOf(
    words,
    words.filter(({ isAside }) => isAside === true),
  );
  for (const [at, word] of words.entries()) {
    if (word.by !== undefined) continue;
    // "A cert 4 Harbor Bakery".
    if (word.word === "4" && taken.has(at + 1)) word.by = "empty";
    const { meant = word.word } = word;
    if (emptyWords.has(meant) || isBracketed(text, word)) word.by = "empty";
    else if (isPlainWord(word.word) || isPlainWord(meant)) word.by = "plain";
  }
  const hasStrangerAside = words.some(
    ({ isAside, by, start }) => isAside === true && by === undefined && /^\p{Lu}\p{Ll}/u.test(text.slice(start)),
  );
  const pointsAside =
    /(?<!\bon )\b(?:it|its|it's|that one|the one|that policy|this policy|the policy|this|that)\b/iu.test(core);
  // "Our application is stale, what day is the one on file from?"
  const isStatedBeside =
    pointsAside &&
    beside.lines.length + lines.length === 0 &&
    meanings.some(({ kind }) => kind === "field") &&
    !meanings.some(({ kind }) => kind === "family" || kind === "kind" || kind === "role");
  // "I have to write to their bookkeeper, which email do we have?"
  const isOfPerson =
    meanings.some(({ kind, value }) => kind === "field" && addresses.has(value)) &&
    !meanings.some(({ kind }) => kind === "family" || kind === "role") &&
    asides.some(({ start, end }) => speaksOfOneself.test(text.slice(start, end)));
  if (isOfPerson) meanings.unshift(...beside.meanings.filter(({ kind }) => kind === "role"));
  if (isStatedBeside) meanings.unshift(...beside.meanings.filter(({ kind }) => kind === "kind"));
  return {
    text,
    core,
    words,
    // "I don't have their limit, what is it?"
    meanings: withoutAlternatives(
      core,
      pointsAside && lines.length === 0 && meanings.every(({ kind }) => kind === "fill")
        ? beside.meanings
        : withoutMentionedPapers(words, meanings, lines.length > 0),
    ),
    lines:
      lines.length === 0 && (pointsAside || questionWords.length < shortWords || isOfOnePolicy(meanings))
        ? beside.lines
        : lines,
    states,
    periods,
    numbers,
    bound,
    top,
    term,
    place,
    isYesNo: yesOrNo !== null || isWhether(core),
    isNegated: questionWords.some(isNegation) || exception.test(core),
    hasStrangerAside,
  };
}

/** Where somebody is reached. */
const addresses: ReadonlySet<string> = new Set(["phone", "email"]);
const speaksOfOneself = /^\W*(?:i|i'm|im|i've|i'd|i'll|we|we're|we've|need|have|got|trying)\b/iu;

/** Facts of one policy: of "they want to switch the GL, who is the carrier" the line is said beside. */
const factsOfPolicies: ReadonlySet<string> = new Set(
  "expiry effective carrier premium pay policy_number limit deductible commission_rate".split(" "),
);

function isOfOnePolicy(meanings: readonly Meaning[]): boolean {
  const requested = meanings.filter(({ kind }) => kind !== "fill");
  return requested.length > 0 && requested.every(({ kind, value }) => kind === "field" && factsOfPolicies.has(value));
}

/** A word that says no, where it is no part of a phrase: "not renewed" and "policy no" are. */
function isNegation({ word, by }: ReadWord, at: number, words: readonly ReadWord[]): boolean {
  if (!negations.has(word) || (by !== undefined && by !== "empty" && by !== "fill" && by !== "plain")) return false;
  return !/^(?:know|remember|recall|mind|see|forget|\d+)$/.test(words[at + 1]?.word ?? "");
}

/** A remark in brackets, but for names in it. */
function isBracketed(text: string, { start, end }: ReadWord): boolean {
  const open = text.lastIndexOf("(", start);
  return (
    open >= 0 && !text.slice(open, end).includes(")") && text.includes(")") && !/^\p{Lu}\p{Ll}/u.test(text.slice(start))
  );
}

/** Whether yes or no answers a question. */
function isWhether(core: string): boolean {
  const text = core.replaceAll(/\s+/gu, " ").trim();
  if (/\b(?:y\/n|yes or no|yes\/no)\W*$/iu.test(text)) return true;
  if (asksForWhat.test(text))
    return (
      /(?:^|[:.;?!] |[-\u2013\u2014] )(?:(?:and|so|but|ok|okay|hi|hey|hello)[\s,]+)*(?:is|are|do|does|did|has|have|had|was|were)\b(?! (?:you|we) (?:know|have (?:a|an|the)))/iu.test(
        text,
      ) && !/\bknow (?:what|which|who|when|where|how)\b/iu.test(text)
    );
  return beginsWhether.test(text) || (confirms.test(text) && asksWhether.test(text)) || statesToConfirm.test(text);
}

/** Most words begin with a capital: then a capital marks no name. */
function isTitleCase(text: string): boolean {
  const long = text.match(/\p{L}{4,}/gu) ?? [];
  return long.length > 2 && long.filter((word) => /^\p{Lu}/u.test(word)).length > long.length * 0.7;
}

/** The meanings of words, the longest phrase first. */
function meaningsOf(
  words: readonly ReadWord[],
  part: readonly ReadWord[],
): { readonly meanings: PlacedMeaning[]; readonly lines: readonly (readonly string[])[] } {
  const free = part.filter(({ by }) => by === undefined);
  const lines: (readonly string[])[] = [];
  const meanings: PlacedMeaning[] = [];
  for (let at = 0; at < free.length;) {
    const phrase = longest(free, at);
    if (phrase === undefined) {
      at += 1;
      continue;
    }
    const { length } = phrase;
    for (const word of free.slice(at, at + length)) word.by = phrase.by;
    // "The last contact" is something that was done, not a person.
    const isContacted =
      phrase.meaning?.value === "contacts" && phrase.length === 1 && meanings.at(-1)?.value === "latest";
    if (isContacted) meanings.push({ kind: "family", value: "activities", at: 0 });
    if (phrase.lines !== undefined) lines.push(phrase.lines);
    // "The last payment" names the kind of row and which of them.
    const isLatest = free.slice(at, at + length).some(({ word }) => /^(?:last|latest|most|newest)$/.test(word));
    if (phrase.meaning?.kind === "family" && length > 1 && isLatest)
      meanings.push({ kind: "op", value: "latest", at: 0 });
    if (phrase.meaning !== undefined && !isContacted)
      meanings.push({ ...phrase.meaning, at: words.findIndex((word) => word === free[at]), length });
    at += length;
  }
  return { meanings, lines };
}

interface Found {
  readonly length: number;
  readonly by: string;
  readonly meaning?: Meaning;
  readonly lines?: readonly string[];
}

/** The longest phrase that begins at a word: of the table of meanings or of lines; of equal ones the meaning. */
function longest(words: readonly ReadWord[], at: number): Found | undefined {
  const first = words[at]?.stem ?? "";
  const stands = (stems: readonly string[]): boolean =>
    stems.every((each, offset) => words[at + offset]?.stem === each);
  // "How many cars" asks for vehicles, "the car" for a policy.
  const isAfterKind = /^(?:hired|owned|leased|borrowed|rented|any)$/.test(words[at - 1]?.word ?? "");
  if (/^(?:auto|car|automobile)s$/.test(words[at]?.word ?? "") && words[at + 1]?.stem !== "polici" && !isAfterKind)
    return { length: 1, by: "family", meaning: { kind: "family", value: "vehicles" } };
  const meaning = phrases.get(first)?.find(
    ({ stems, words: written, meaning: { value } }) =>
      (written === undefined ? stands(stems) : written.every((each, offset) => words[at + offset]?.word === each)) &&
      // "The date of the loss run" is the paper's.
      !(value === "occurred" && /^runs?$/.test(words[at + stems.length]?.word ?? "")),
  );
  const line = linePhrases.get(first)?.find(({ stems }) => stands(stems));
  // "The business owners claim" is of the line; a business owner is a person.
  const isOfLine = meaning?.meaning.kind === "role" && words[at + 1]?.word === "owners";
  if (line !== undefined && line.stems.length + Number(isOfLine) > (meaning?.stems.length ?? 0))
    return { length: line.stems.length, by: "line", lines: line.lines };
  // Where somebody sits is no site.
  if (
    meaning?.meaning.value === "locations" &&
    meaning.stems.length === 1 &&
    /^(?:sits?|sitting)$/.test(words[at]?.word ?? "")
  )
    return undefined;
  // A rate is not a rating.
  if (meaning === undefined || (meaning.stems.length === 1 && /^rates?$/.test(words[at]?.word ?? ""))) return undefined;
  return { length: meaning.stems.length, by: meaning.meaning.kind, meaning: meaning.meaning };
}

/** Words of general English that are one letter away from a word of the vocabulary, and mean something else. */
const noSlips: ReadonlySet<string> = new Set(
  "caller callers county police polite stake stole state bound bond share shared prices stores covert comet lender tender vender dealer healer lien liens".split(
    " ",
  ),
);

const correctedWords = new Map<string, string>();
const correctedMax = 5_000;

/** A word of the vocabulary that is one slip away; short words and those that are known stay. */
function corrected(word: string): string {
  const cached = correctedWords.get(word);
  if (cached !== undefined) return cached;
  const made = correctedOf(word);
  if (correctedWords.size < correctedMax) correctedWords.set(word, made);
  return made;
}

function correctedOf(word: string): string {
  if (
    word.length < 5 ||
    noSlips.has(word) ||
    /\d/.test(word) ||
    vocabularyWords.has(word) ||
    emptyWords.has(word) ||
    isPlainWord(word) ||
    phrases.has(stem(word)) ||
    linePhrases.has(stem(word))
  )
    return word;
  const near = [...vocabularyWords].filter(
    (other) =>
      other[0] === word[0] &&
      isOneSlip(word, other) &&
      (word.length > 5 || isSwapped(word, other) || isLetterShort(word, other)),
  );
  // A word without content only where a letter is doubled, left single or swapped: another slip may be a word of its own.
  if (near.length === 0)
    near.push(
      ...plainWords.filter(
        (other) => other[0] === word[0] && lettersOf(other) === lettersOf(word) && isOneSlip(word, other),
      ),
    );
  // Of several the one with the same letters: a letter doubled, left single or swapped is the usual slip.
  const same = near.filter((other) => lettersOf(other) === lettersOf(word));
  const likely = same.length > 0 ? same : near;
  return new Set(likely.map(stem)).size === 1 ? (likely[0] ?? word) : word;
}

function lettersOf(word: string): string {
  return [...new Set(word)].toSorted().join("");
}

/** A letter in the middle is left out: `polcy`. */
function isLetterShort(word: string, other: string): boolean {
  return word.length === 5 && other.length === 6 && other.at(-1) === word.at(-1);
}

/** Two letters changed places. */
function isSwapped(left: string, right: string): boolean {
  return left.length === right.length && [...left].toSorted().join("") === [...right].toSorted().join("");
}

/** Numbers of things: at least four digits, with letters, or three letters or dashes between them. */
function readNumbers(text: string, words: readonly ReadWord[]): Reading["numbers"] {
  const found: { written: string; folded: string; at: number }[] = [];
  for (const match of text.matchAll(numberForm)) {
    const written = match[0];
    const folded = foldNumber(written);
    const digits = folded.replaceAll(/\D/g, "").length;
    if (digits < 4 || isDateOrAmount(written, text, match.index)) continue;
    const inside = words.filter(
      ({ start, end, by }) => start >= match.index && end <= match.index + written.length && by === undefined,
    );
    const [first] = inside;
    if (first === undefined) continue;
    for (const word of inside) word.by = "number";
    found.push({ written, folded, at: words.indexOf(first) });
  }
  return found;
}

/** How numbers are compared: their letters and digits. */
export function foldNumber(written: string): string {
  return written
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function isDateOrAmount(written: string, text: string, at: number): boolean {
  if (/^(?:19|20)\d\d$/.test(written)) return true;
  if (/^\d\d?\/(?:19|20)\d\d$/.test(written)) return true;
  if (/^\d{4}-\d\d?-\d\d?$/.test(written) || /^\d\d?[/.-]\d\d?[/.-]\d\d(?:\d\d)?$/.test(written)) return true;
  if (
    /\b(?:over|above|than|exceeding|least|most|under|below|between|and|to|of)\s*$/iu.test(text.slice(0, at)) &&
    /^\d{4,7}$/.test(written)
  )
    return true;
  return /[$€]\s?$/.test(text.slice(0, at)) || /^\d{1,3}(?:\.\d+)?(?:k|m|mm|mil)?$/i.test(written);
}

/** Words that nothing explains, in what is asked. */
export function unexplained({ words }: Reading): readonly ReadWord[] {
  return words.filter(({ by, isAside }) => by === undefined && isAside !== true);
}

/** Whether the question has a meaning of a kind, or one value of it. */
export function means({ meanings }: Reading, kind: Meaning["kind"], ...values: readonly string[]): boolean {
  return meanings.some((meaning) => meaning.kind === kind && (values.length === 0 || values.includes(meaning.value)));
}

export function valuesOf({ meanings }: Reading, kind: Meaning["kind"]): readonly string[] {
  return [...new Set(meanings.filter((meaning) => meaning.kind === kind).map(({ value }) => value))];
}
