import type { NameKind, NameWord } from "./name-word.ts";

/** One way to read a written name. */
export type NameReading = {
  readonly kind: NameKind;
  /** Without titles, suffixes and legal forms; given names before family names where the two are known. */
  readonly words: readonly NameWord[];
  /** By position in `words`; `undefined` when no word is known to be the family name. */
  readonly isFamily: readonly boolean[] | undefined;
  /** The words without blanks; a person with a comma also in the written order. */
  readonly joined: readonly string[];
  /** With the legal forms; `undefined` without any. */
  readonly joinedWithForm: string | undefined;
  /** Known classes of the legal forms (llc, jsc, lp, ...). */
  readonly formClasses: ReadonlySet<string>;
  /** Whether it has a word that can be searched: not only legal forms, particles and single letters. */
  readonly isUsable: boolean;
};
