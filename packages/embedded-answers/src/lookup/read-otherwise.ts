import { stem } from "../text/stem.ts";
import { frameOf } from "./question-frame.ts";
import type { PlacedMeaning, ReadWord } from "./read-word.ts";
import type { Meaning } from "./vocabulary/phrases.ts";

/** "The number of the open claim" is written on it, as "the number of claims" is not. */
const numberOfOne =
  /\bnumber of (?:the|their|its|this|that|his|her)(?: (?!(?:claims|losses|invoices|bills|payments|of|on|for|with)\b)[\w&'-]+){0,3}? (claim|clm|loss|invoice|inv|bill|payment|pmt)\b/iu;
const numberFields: readonly (readonly [noun: RegExp, field: string])[] = [
  [/^(?:claim|clm|loss)$/, "claim_number"],
  [/^(?:invoice|inv|bill)$/, "invoice_number"],
  [/^(?:payment|pmt)$/, "payment_number"],
];
/** What a question says, as far as it decides what a phrase means. */
interface QuestionText {
  readonly text: string;
  /** Without what only says why it is asked. */
  readonly core: string;
  readonly words: readonly ReadWord[];
  readonly lines: readonly (readonly string[])[];
  /** It names something by its number. */
  readonly hasNumbers: boolean;
}

/** Phrases that mean something else beside other ones: their meanings are replaced. */
export function readOtherwise(question: QuestionText, meanings: PlacedMeaning[]): void {
  readRoleOf(question, meanings);
  readEndorsementDone(question, meanings);
  readPaidInvoices(question, meanings);
  readWrittenNumber(question, meanings);
}

/** "The owner's spouse" is one person. */
function readRoleOf({ text, words }: QuestionText, meanings: PlacedMeaning[]): void {
  for (const [at, { kind, at: place, length = 1 }] of meanings.entries()) {
    const [last, next] = [words[place + length - 1], words[place + length]];
    const isPossessive = next?.by === "role" && /['’]s?\s+$/u.test(text.slice(last?.start, next.start));
    if (kind === "role" && place >= 0 && isPossessive) meanings[at] = { kind: "fill", value: "", at: place };
  }
}

/** "The last endorsement" is something that was done, and no coverage. */
function readEndorsementDone({ words }: QuestionText, meanings: PlacedMeaning[]): void {
  if (!meanings.some(({ kind, value }) => kind === "op" && value === "latest")) return;
  for (const [at, meaning] of meanings.entries())
    if (meaning.value === "covered" && words[meaning.at]?.stem === stem("endorsement"))
      meanings[at] = { ...meaning, kind: "kind", value: "endorsement" };
}

/** "How many paid invoices": those of a state, and no amount. */
function readPaidInvoices({ core, words, hasNumbers }: QuestionText, meanings: PlacedMeaning[]): void {
  const areInvoices = meanings.some(({ kind, value }) => kind === "family" && value === "invoices");
  const isListed =
    meanings.some(({ kind, value }) => kind === "op" && (value === "count" || value === "list")) ||
    /\b(?:which|list|show)\b/iu.test(core);
  if (!areInvoices || !isListed || hasNumbers || frameOf({ core }) !== undefined) return;
  for (const [at, meaning] of meanings.entries())
    if (meaning.value === "paid" && words[meaning.at]?.word === "paid")
      meanings[at] = { ...meaning, kind: "status", value: "closed" };
}

/** A number that is written on a row is no count of rows. */
function readWrittenNumber({ core, lines }: QuestionText, meanings: PlacedMeaning[]): void {
  // "The number of the umbrella policy" is written on it; "the number of policies" is counted.
  if (/\bnumber of (?:the|their|its|this|that) (?:[\w&' -]+ )?policy\b/iu.test(core))
    readAsField(meanings, isCount, "policy_number");
  // So is the number of the one claim, invoice or payment.
  const numbered = numberOfOne.exec(core)?.[1]?.toLowerCase();
  const written = numbered === undefined ? undefined : numberFields.find(([noun]) => noun.test(numbered))?.[1];
  if (written !== undefined) readAsField(meanings, isCount, written);
  // "The number on it" of a line of insurance is the policy's.
  if (
    lines.length > 0 &&
    /\bnumber on it\b|\bits number\b/iu.test(core) &&
    !meanings.some(({ kind }) => kind === "family")
  )
    readAsField(meanings, ({ value }) => /^(?:claim|invoice|payment)_number$/.test(value), "policy_number");
}

function isCount({ kind, value }: Meaning): boolean {
  return kind === "op" && value === "count";
}

/** The words of some meanings ask for a field instead. */
function readAsField(meanings: PlacedMeaning[], isMeant: (meaning: Meaning) => boolean, value: string): void {
  for (const [at, meaning] of meanings.entries())
    if (isMeant(meaning)) meanings[at] = { kind: "field", value, at: meaning.at };
}
