import { type NameReading, type NameWord, readName, WordBook } from "@service/engine-kit";

/** One of the names of an insured without its legal form. */
export type NameForm = {
  readonly words: readonly NameWord[];
  /** The words without blanks: equal in "Blue Fin" and "Bluefin". */
  readonly joined: string;
  /** The name of a firm for sure: it has a legal form, a trade, a number or a word that many firms share. */
  readonly isFirm: boolean;
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
   * and degrees go. Empty when it is no name that can be searched (NAME-55).
   */
  read(written: string): readonly NameForm[] {
    const { readings } = readName(written, "unknown", { forms: "us", isBehindRead: false, book: this.#book });
    const isFirm = readings.some(({ joinedWithForm }) => joinedWithForm !== undefined);
    const usable = readings.filter(
      (reading) => reading.isUsable && (reading.kind !== "person" || (!isFirm && !readings.some(isNumberOf(reading)))),
    );
    const ofPersons = new Map(usable.filter(({ kind }) => kind === "person").flatMap(({ words }) => byText(words)));
    const forms = new Map<string, NameForm>();
    for (const { words } of usable) {
      const form = this.#formOf(words, ofPersons, isFirm);
      if (form.joined !== "" && forms.size < formsMax) forms.set(form.joined, form);
    }
    return [...forms.values()];
  }

  #formOf(all: readonly NameWord[], ofPersons: ReadonlyMap<string, NameWord>, hasForm: boolean): NameForm {
    const own = all.filter(({ text }) => !emptyWords.has(text));
    const words = (own.length > 0 ? own : all)
      .slice(0, wordsMax)
      .map((word) => this.#insuredWord(word, ofPersons.get(word.text)));
    return { words, joined: words.map(({ text }) => text).join(""), isFirm: hasForm || words.some(isOfFirms) };
  }

  /**
   * A word with the role that it has in names of firms, and the nicknames that it has in names of people. Without the
   * group of its trade: builders and painters are one trade to screening, and two insureds to clearance.
   */
  #insuredWord(word: NameWord, ofPerson: NameWord | undefined): NameWord {
    const key = `${word.role} ${ofPerson === undefined ? "" : "p"} ${word.text}`;
    const cached = this.#words.get(key);
    if (cached !== undefined) return cached;
    const { nicknames, spellings } = ofPerson ?? word;
    const own = { ...word, group: undefined, nicknames, spellings };
    this.#words.set(key, own);
    return own;
  }
}

/** Whether a firm's name is that of a person word by word but for a number word: nobody is called "First Church". */
function isNumberOf(person: NameReading): (other: NameReading) => boolean {
  return ({ kind, words }) =>
    kind !== "person" &&
    words.length === person.words.length &&
    words.some(({ role, text }, at) => role === "number" && text !== person.words[at]?.text);
}

function isOfFirms({ role }: NameWord): boolean {
  return role === "general" || role === "trade" || role === "number";
}

function byText(words: readonly NameWord[]): readonly (readonly [string, NameWord])[] {
  return words.map((word) => [word.text, word]);
}
