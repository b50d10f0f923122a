import type { FormsRead } from "./legal-forms.ts";
import type { NameReading } from "./name-reading.ts";
import { personBehind } from "./person-behind.ts";
import { type NameKind, WordBook } from "./name-word.ts";
import { nameWordsMax, wordsOf } from "./tokens-of.ts";
import { readAlternatives } from "./read-alternatives.ts";
import { readOrganization } from "./read-organization.ts";
import { peopleBetweenCommas, peopleIn } from "./people-in.ts";
import { personWords, readPerson } from "./read-person.ts";
import { type NameScript, readText } from "./read-text.ts";

/** A written name as everything it may mean (NAME-1 to NAME-14). */
export type ReadName = {
  readonly written: string;
  /** Without equal ones; empty when the name has no letter and no digit. */
  readonly readings: readonly NameReading[];
  readonly script: NameScript;
  /** Letters of another script were written out by their sound. */
  readonly isTransliterated: boolean;
  /** Something beyond the bounds of NAME-1 was left out. */
  readonly isCut: boolean;
};

export type ReadOptions = {
  /** Of a person, where it is known apart from the name. */
  readonly familyName?: string | undefined;
  /** `us`: only legal forms usual in the United States are taken off. Default all. */
  readonly forms?: FormsRead;
  /** Whether the party behind "c/o", a trust or an estate is read as a name too. Default true: nobody is hidden behind another. */
  readonly isBehindRead?: boolean;
  /** Whether a comma may stand between two people: a desk writes such names, a list does not. Default false. */
  readonly mayBeSeveral?: boolean;
  /** Shares the words of many names. */
  readonly book?: WordBook;
};

const syllables = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Reads a name of a person, an organization, a vessel or aircraft, or of whatever it is (`unknown`: as person and as organization). */
export function readName(written: string, kind: NameKind | "unknown", options: ReadOptions = {}): ReadName {
  const { spellings, script, isTransliterated, isCut } = readText(written);
  const book = options.book ?? new WordBook();
  const family = familyWords(options.familyName);
  const forms = options.forms ?? "all";
  const readings = new Map<string, NameReading>();
  const isBehindRead = options.isBehindRead ?? true;
  const isOfSyllables = isTransliterated && syllables.test(written);
  let isTooLong = isCut;
  const behind: string[] = [];
  for (const spelling of spellings) {
    const { texts, isCut: isChainCut } = readAlternatives(spelling, isBehindRead);
    if (isBehindRead) behind.push(...texts.flatMap((text) => personBehind(text) ?? []));
    isTooLong ||= isChainCut;
    const people = kind === "person" ? texts.map(peopleIn) : [];
    isTooLong ||= people.some((one) => one.isCut);
    if (kind === "person" && options.mayBeSeveral === true) behind.push(...texts.flatMap(peopleBetweenCommas));
    for (const text of kind === "person" ? people.flatMap((one) => one.texts) : texts) {
      isTooLong ||= wordsOf(text).length > nameWordsMax;
      const read = [
        ...(kind === "person" || kind === "unknown" ? readPerson(text, book, family) : []),
        ...(kind === "person"
          ? []
          : [readOrganization(text, kind === "vessel" ? "vessel" : "organization", book, forms) ?? []].flat()),
      ];
      for (const reading of read) {
        const key = keyOf(reading);
        if (!readings.has(key)) readings.set(key, isOfSyllables ? { ...reading, isOfSyllables } : reading);
      }
    }
  }
  // Behind the readings of the name itself: those say who the party is.
  for (const text of behind.flatMap((one) => peopleIn(one).texts)) {
    for (const reading of readPerson(text, book, family)) {
      readings.set(`behind ${keyOf(reading)}`, { ...reading, isBehind: true });
    }
  }
  return { written, readings: [...readings.values()], script, isTransliterated, isCut: isTooLong };
}

function familyWords(familyName: string | undefined): ReadonlySet<string> {
  const spelling = familyName === undefined ? undefined : readText(familyName).spellings[0];
  return new Set(spelling === undefined ? [] : personWords(spelling));
}

function keyOf({ kind, words, joined, joinedWithForm = "" }: NameReading): string {
  return `${kind} ${joinedWithForm} ${words.map(({ text }) => text).join(" ")}|${joined.join(" ")}`;
}
