/**
 * The tables behind name comparison (NAME-4 to NAME-22). Every word is lower case ASCII as a prepared name holds it:
 * transliterated, without marks, points and apostrophes, `&` as "and"; a phrase is words separated by one blank.
 * Written by `scripts/build-name-tables.ts`; sources and licences in NOTICE.
 */
import { once } from "../../once.ts";
import { foldToken } from "../fold-token.ts";
import { abbreviationsText } from "./abbreviations.generated.ts";
import { genericWordsText } from "./generic-words.generated.ts";
import { legalFormsText } from "./legal-forms.generated.ts";
import { nicknamesText } from "./nicknames.generated.ts";
import { numberWordsText } from "./number-words.generated.ts";
import { personWordsText } from "./person-words.generated.ts";
import { spellingsText } from "./spellings.generated.ts";
import { isLegalFormClass, splitLines } from "./table-text.ts";
import type { GenericWord, LegalFormClass } from "./table-text.ts";

export type { GenericWord } from "./table-text.ts";

/** Phrase of a legal form to its class; `other` when it has none of the nine or its letters stand for several. */
export const legalForms = once(() => formTables().forms);

/** Those of `legalForms` that are one only at the end of a name: elsewhere "as", "se" or "co" are words. */
export const legalFormsOnlyAtEnd = once(() => formTables().atEnd);

/** Those of `legalForms` that are one only at the start of a name ("pt", "gup"). */
export const legalFormsOnlyAtStart = once(() => formTables().atStart);

/** One word that many organizations share, to its kind and the group in which languages and spellings meet. */
export const genericWords = once(readGenericWords);

const abbreviations = once(() =>
  readMembers(splitLines(abbreviationsText).map(([full = "", short = ""]) => [short.split("|"), full.split("|")])),
);

/** Words of firms that a word may be short for ("comm": communications, commercial, ...). */
export function abbreviatedBy(word: string): readonly string[] {
  return abbreviations().get(word) ?? none;
}

const personWords = once(
  () => new Map(splitLines(personWordsText).map(([place = "", words = ""]) => [place, words.split("|")])),
);

/** Words before a person's name that do not belong to it. */
export const personTitles = once((): ReadonlySet<string> => new Set(personWords().get("titles")));

/** Generations, degrees and professions behind a person's name. */
export const personSuffixes = once((): ReadonlySet<string> => new Set(personWords().get("suffixes")));

/** Those of both that are given or family names as well: "Prince", "Sen", "Meng". */
export const titlesThatAreNames = once((): ReadonlySet<string> => new Set(personWords().get("names")));

/** Small words inside names of persons. */
export const nameParticles = once((): ReadonlySet<string> => new Set(personWords().get("particles")));

/** Number words, ordinals and the Roman numerals from two to twenty, to their digits. */
export const numberWords = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      splitLines(numberWordsText).flatMap(([digits = "", words = ""]) =>
        words.split("|").map((word): [string, string] => [word, digits]),
      ),
    ),
);

const spellingGroups = once(() =>
  readGroups(
    splitLines(spellingsText).map(([line = ""]) => ({ id: line.split("|", 1)[0] ?? "", words: line.split("|") })),
  ),
);
const nicknameGroups = once(() =>
  readGroups(
    splitLines(nicknamesText).map(([name = "", words = ""]) => ({ id: name, words: [name, ...words.split("|")] })),
  ),
);
const none: readonly string[] = [];
/** Letters of a short name that says something by itself. */
const shortChars = 3;
/**
 * Short names and the other spellings of their names that begin with them: Alex is short for Aleksandr as well, but Chip
 * not for Karl.
 */
const shortForSpelling = once((): ReadonlyMap<string, readonly string[]> => {
  const spellings = new Map(
    splitLines(spellingsText).map(([line = ""]) => [line.split("|", 1)[0] ?? "", line.split("|")]),
  );
  const found = new Map<string, string[]>();
  const add = (word: string, id: string): void => {
    const own = found.get(word);
    if (own === undefined) found.set(word, [id]);
    else if (!own.includes(id)) own.push(id);
  };
  for (const [name = "", words = ""] of splitLines(nicknamesText)) {
    const others = spellingGroupsOf(name).flatMap((group) => spellings.get(group) ?? none);
    for (const short of words.split("|").filter(({ length }) => length >= shortChars)) {
      for (const spelling of others.filter((other) => foldToken(other).startsWith(foldToken(short)))) {
        add(short, `${name} ${short}`);
        add(spelling, `${name} ${short}`);
      }
    }
  }
  return found;
});

/** Groups of usual spellings a word belongs to; two words with a group in common spell one name. */
export function spellingGroupsOf(word: string): readonly string[] {
  return spellingGroups().get(word) ?? none;
}

/** Given names a word is, or is short for, and beginnings that it shares with a short name; two words with one in common are a name and its nickname, or two nicknames. */
export function nicknamesOf(word: string): readonly string[] {
  const own = nicknameGroups().get(word) ?? none;
  const bySpelling = shortForSpelling().get(word);
  return bySpelling === undefined ? own : [...own, ...bySpelling];
}

type FormTables = {
  readonly forms: ReadonlyMap<string, LegalFormClass | "other">;
  readonly atEnd: ReadonlySet<string>;
  readonly atStart: ReadonlySet<string>;
};

const formTables = once(readLegalForms);

function readLegalForms(): FormTables {
  const forms = new Map<string, LegalFormClass | "other">();
  const atEnd = new Set<string>();
  const atStart = new Set<string>();
  for (const [kind = "", phrases = ""] of splitLines(legalFormsText)) {
    for (const marked of phrases.split("|")) {
      const phrase = marked.replace(/^\^|\$$/g, "");
      forms.set(phrase, isLegalFormClass(kind) ? kind : "other");
      if (marked.endsWith("$")) atEnd.add(phrase);
      if (marked.startsWith("^")) atStart.add(phrase);
    }
  }
  return { forms, atEnd, atStart };
}

function readGenericWords(): ReadonlyMap<string, GenericWord> {
  const words = new Map<string, GenericWord>();
  for (const [kind = "", group = "", list = ""] of splitLines(genericWordsText)) {
    const entry: GenericWord = { kind: kind === "trade" ? "trade" : "general", group };
    for (const word of list.split("|")) words.set(word, entry);
  }
  return words;
}

/** Each member to the values of all its groups. */
function readMembers(
  groups: readonly (readonly [members: readonly string[], values: readonly string[]])[],
): Map<string, string[]> {
  const byMember = new Map<string, string[]>();
  for (const [members, values] of groups) {
    for (const member of members) byMember.set(member, [...(byMember.get(member) ?? []), ...values]);
  }
  return byMember;
}

function readGroups(groups: readonly { id: string; words: readonly string[] }[]): Map<string, string[]> {
  return readMembers(groups.map(({ id, words }) => [words, [id]]));
}
