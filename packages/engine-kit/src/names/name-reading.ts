import type { LegalForm } from "./legal-forms.ts";
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
  /** The legal forms that were taken off. */
  readonly forms: readonly LegalForm[];
  /** Whether it is a name (NAME-55): not only legal forms and small words, and nothing in place of a name (NAME-56). */
  readonly isUsable: boolean;
  /** Of a person, read by its sound from a script that writes syllables (Han, Hangul, Kana): nobody leaves one out. */
  readonly isOfSyllables?: true;
  /** The name is that of the person behind a trust or an estate (NAME-59). */
  readonly isBehind?: true;
};
