import { foldToken } from "./fold-token.ts";
import { smallWords } from "./small-words.ts";
import { abbreviatedBy, genericWords, nameParticles, nicknamesOf, spellingGroupsOf } from "./tables/index.ts";

/** Whose name is read. A vessel's or aircraft's is read like an organization's and meets only its kind. */
export type NameKind = "person" | "organization" | "vessel";

/**
 * What a word does in a name: `plain` words identify, an `initial` stands for a word of a person, a `particle` (al, von)
 * hardly counts, `general` and `trade` words are shared by many organizations, a `number` must be equal.
 */
export type WordRole = "plain" | "initial" | "particle" | "general" | "trade" | "number";

/** One word of a name, prepared for comparison; equal words of one reader are one object. */
export type NameWord = {
  readonly text: string;
  readonly fold: string;
  readonly role: WordRole;
  /** Whether it can tell two parties apart: a plain word of two letters or more. */
  readonly isDistinctive: boolean;
  /** Words of one group mean the same trade, in whatever language. */
  readonly group: string | undefined;
  /** Of an organization: the words that it may be short for. */
  readonly abbreviates: readonly string[];
  /** Groups of usual spellings of one given or family name. */
  readonly spellings: readonly string[];
  /** Given names that it is, or is short for. */
  readonly nicknames: readonly string[];
};

const none: readonly string[] = [];

/** Makes words and keeps them, so that equal ones are one object: a list has far fewer words than occurrences. */
export class WordBook {
  readonly #words = new Map<string, NameWord>();

  /** The word `text` of a name of this kind. `isPlain` overrules the tables, for a name that has nothing else. */
  word(text: string, kind: NameKind, isPlain = false): NameWord {
    const isPerson = kind === "person";
    const key = `${isPerson ? "p" : "o"}${isPlain ? "!" : " "}${text}`;
    const cached = this.#words.get(key);
    if (cached !== undefined) return cached;
    const role = isPlain ? "plain" : roleOf(text, isPerson);
    const made: NameWord = {
      text,
      fold: foldToken(text),
      role,
      isDistinctive: role === "plain" && text.length > 1,
      group: isPerson ? undefined : genericWords().get(text)?.group,
      abbreviates: isPerson ? none : abbreviatedBy(text),
      spellings: isPerson ? spellingGroupsOf(text) : none,
      nicknames: isPerson ? nicknamesOf(text) : none,
    };
    this.#words.set(key, made);
    return made;
  }
}

function roleOf(text: string, isPerson: boolean): WordRole {
  if (isPerson && text.length === 1) return "initial";
  if (isPerson) return nameParticles().has(text) ? "particle" : "plain";
  if (smallWords.has(text)) return "particle";
  if (/^\d+$/.test(text)) return "number";
  return genericWords().get(text)?.kind ?? "plain";
}
