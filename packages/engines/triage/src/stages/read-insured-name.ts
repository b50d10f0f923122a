import { type NameWord, readName, WordBook } from "@service/engine-kit";

/** One of the names of an insured without its legal form. */
export type NameForm = {
  readonly words: readonly NameWord[];
  /** The words without blanks: equal in "Blue Fin" and "Bluefin". */
  readonly joined: string;
};

/** Alternatives of one name ("X dba Y") and words of each that are compared. */
const formsMax = 4;
const wordsMax = 15;
/** Words that names hold or lack at will. */
const emptyWords: ReadonlySet<string> = new Set(["and", "of", "the"]);

/** Reads the names of the insureds of one run; equal words are one object. */
export class InsuredNameReader {
  readonly #book = new WordBook();
  readonly #words = new Map<string, NameWord>();

  /**
   * The names under which an insured is known, without legal forms of the United States (TRI-79): "X dba Y" gives both,
   * and text in brackets is read once with and once without. Without a legal form it may also be a person, whose titles
   * and degrees go. Empty when no word can be read.
   */
  read(written: string): readonly NameForm[] {
    const forms = new Map<string, NameForm>();
    const { readings } = readName(written, "unknown", { forms: "us", book: this.#book });
    const isFirm = readings.some(({ joinedWithForm }) => joinedWithForm !== undefined);
    for (const { words, kind } of readings) {
      if (isFirm && kind === "person") continue;
      const form = this.#formOf(words);
      if (form.joined !== "" && forms.size < formsMax) forms.set(form.joined, form);
    }
    return [...forms.values()];
  }

  #formOf(all: readonly NameWord[]): NameForm {
    const own = all.filter(({ text }) => !emptyWords.has(text));
    const words = (own.length > 0 ? own : all).slice(0, wordsMax).map((word) => this.#withoutGroup(word));
    return { words, joined: words.map(({ text }) => text).join("") };
  }

  /** Roofers and builders are one trade to screening; to clearance they are two insureds. */
  #withoutGroup(word: NameWord): NameWord {
    const key = `${word.role} ${word.text}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const own = { ...word, group: undefined };
    this.#words.set(key, own);
    return own;
  }
}
