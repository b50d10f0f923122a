import {
  changedElements,
  changedMembers,
  isInstant,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@service/json";
import { SearchEffort } from "./hidden-values.ts";
import { PhraseTree } from "./phrase-tree.ts";
import { identifierDigits, spokenDate, spokenNumbers, spokenState } from "./spoken-forms.ts";

/** A field of the book that a reader does not see as it is. */
export interface HiddenField {
  /** The member that has it, in rows and in what is made of them. */
  readonly name: string;
  /** What the reader sees of a value: null for nothing. */
  readonly left: (value: Json) => Json;
  /** A sentence that repeats the value is withheld whole; otherwise the value is replaced in it. */
  readonly isDenied: boolean;
  /** A word that occurs in sentences by chance, as those of closed lists: it is looked for by its `spoken` forms only. */
  readonly isWord: boolean;
  /** How sentences write the value, besides the value itself. */
  readonly spoken?: (value: string) => readonly string[];
}

/** A subject of sentences whose amounts of money engines compute from hidden numbers: each of these amounts is hidden. */
export interface HiddenAmounts {
  /** Matches every sentence about it, such as `/premium/`. */
  readonly subject: RegExp;
  readonly isDenied: boolean;
}

/** What stands in a sentence for a value of which nothing is left. */
const nothingLeft = "***";
/** Shorter strings occur in sentences by chance. */
const phraseCharsMin = 3;
/** A smaller number that stands alone under another name is a score, a rank or a count. */
const ownNumberMin = 1_000;
/** Characters of one document that are looked through: some 150 ms. What is beyond is withheld. */
const effortMax = 4_000_000;

/** Members that copy a value; the name of the fact stands beside or around them. */
const copyMembers: ReadonlySet<string> = new Set(["actual", "display", "expected", "found", "value", "wanted"]);
/** Members that name the fact of the copies beside them. */
const factMembers = ["fact", "path", "field"] as const;
/** In a result these are words of the engine, whatever rows have under the same name. */
const engineWords: ReadonlySet<string> = new Set(["kind", "status", "severity", "change", "stage"]);
const idsOfResults = ["opportunity_id", "finding_key", "work_item_id", "evidence_id"] as const;

interface Left {
  readonly shown: Json;
  readonly isDenied: boolean;
}

/**
 * Values of the book that a reader may not see, or only in part, and what is left of each (PRIV-23): finds the copies of
 * them in a result, under their own name, as a value of its own, and inside sentences in the forms that sentences write.
 */
export class RecordCopies {
  readonly #hidden = new Map<string, HiddenField>();
  readonly #always = new Map<string, HiddenField>();
  readonly #byName = new Map<string, Map<Json, Left>>();
  readonly #values = new Map<Json, Left>();
  readonly #phrases = new PhraseTree<Left>();
  readonly #numbers = new Map<number, Left>();
  readonly #percents = new Map<number, Left>();
  readonly #digits = new Map<string, Left>();
  readonly #deniedValues: Json[] = [];
  readonly #amounts: readonly HiddenAmounts[];
  readonly #isComplete: boolean;
  readonly #visible: ReadonlySet<string>;

  /**
   * @param given.fields every field that the reader does not see as it is.
   * @param given.always hidden under their names whatever they hold: members that copy a field under another name.
   * @param given.amounts subjects of sentences whose amounts of money are hidden.
   * @param given.visible members that copy a field which the reader sees.
   * @param given.isComplete false: there are values that were not added. Then fields are hidden whatever they hold, and so is
   *   every text that is not a code, a key or a time.
   */
  constructor(given: {
    readonly fields: Iterable<HiddenField>;
    readonly always?: Iterable<HiddenField>;
    readonly amounts?: readonly HiddenAmounts[];
    readonly visible?: Iterable<string>;
    readonly isComplete: boolean;
  }) {
    this.#amounts = given.amounts ?? [];
    this.#isComplete = given.isComplete;
    this.#visible = new Set(given.visible);
    for (const field of given.fields) if (!this.#hidden.has(field.name)) this.#hidden.set(field.name, field);
    for (const field of given.always ?? []) this.#always.set(field.name, field);
    if (!given.isComplete)
      for (const [name, field] of this.#hidden) if (!this.#always.has(name)) this.#always.set(name, field);
  }

  /** Values of fields that are denied, for the search for what rests on them. */
  get deniedValues(): readonly Json[] {
    return this.#deniedValues;
  }

  /** A value that the book has in the field. */
  add(field: HiddenField, value: Json): void {
    if (value === null) return;
    if (field.isDenied && !field.isWord) this.#deniedValues.push(value);
    this.#add(field, field.name, value, field.left(value));
  }

  /** Numbers that one client has in the field: engines add up what they read. */
  addSums(field: HiddenField, numbers: readonly number[]): void {
    if (field.isWord) return;
    for (const sum of sumsOf(numbers)) this.#addNumber(sum, { shown: null, isDenied: field.isDenied });
  }

  #add(field: HiddenField, name: string, value: Json, shown: Json): void {
    if (isJsonArray(value)) for (const element of value) this.#add(field, name, element, null);
    else if (isJsonObject(value)) for (const [member, of] of Object.entries(value)) this.#add(field, member, of, null);
    else if (value !== null && shown !== value) {
      const left: Left = { shown, isDenied: field.isDenied };
      const existing = this.#byName.get(name) ?? new Map<Json, Left>();
      this.#byName.set(name, existing.set(value, stricter(existing.get(value), left)));
      if (typeof value === "number" && !field.isWord) this.#addNumber(value, left);
      if (typeof value === "string") this.#addText(value, field, left);
    }
  }

  #addNumber(value: number, left: Left): void {
    if (Math.abs(value) <= 1 && Number.isInteger(value)) return;
    put(this.#values, value, left);
    const { numbers, percents } = spokenNumbers(value);
    for (const number of numbers) put(this.#numbers, number, left);
    for (const percent of percents) put(this.#percents, percent, left);
  }

  #addText(value: string, { isWord, spoken }: HiddenField, left: Left): void {
    for (const form of spoken?.(value) ?? []) this.#addPhrase(form, left);
    if (isWord) return;
    put(this.#values, value, left);
    this.#addPhrase(value, left);
    const others = [spokenState(value), spokenDate(value)];
    for (const form of others) if (form !== undefined) this.#addPhrase(form, left);
    const day = /^(\d{4}-\d{2}-\d{2})T/.exec(value)?.[1];
    if (day !== undefined) this.#addPhrase(day, left);
    const digits = identifierDigits(value.trim());
    if (digits !== undefined) put(this.#digits, digits, left);
  }

  #addPhrase(form: string, left: Left): void {
    // Sentences write a name on one line, and end it with their own stop.
    const text = folded(form.replaceAll(/[\s\p{Cc}]+/gu, " ")).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    if (text.length >= phraseCharsMin) this.#phrases.add(text, (existing) => stricter(existing, left));
  }

  /** A document as the reader may see it; the same one where nothing in it is hidden. */
  shownIn(document: Json): Json {
    return this.#shown(document, { effort: new SearchEffort(effortMax), names: [] });
  }

  /** What somebody wrote; null where it holds a denied value. */
  shownText(text: string): string | null {
    const shown = this.shownIn(text);
    return typeof shown === "string" ? shown : null;
  }

  /** A value of a fact, by the last name of its path. */
  shownFact(path: string, value: Json): Json {
    const effort = new SearchEffort(effortMax);
    return this.#member("value", value, { effort, names: [lastName(path)] });
  }

  #shown(value: Json, at: Place): Json {
    if (isJsonArray(value)) return changedElements(value, (element) => this.#shown(element, at));
    if (isJsonObject(value)) {
      const names = [...namesOf(value), ...at.names];
      const isResult = idsOfResults.some((name) => typeof value[name] === "string");
      return changedMembers(value, (name, member) =>
        isResult && engineWords.has(name) && isCode(member) ? member : this.#member(name, member, { ...at, names }),
      );
    }
    return this.#copy(value, at);
  }

  #member(name: string, member: Json, at: Place): Json {
    if (member === null) return null;
    const always = this.#always.get(name);
    if (always !== undefined) return typeof member === "object" ? null : always.left(member);
    if (typeof member === "object") return this.#shown(member, { ...at, names: this.#hidden.has(name) ? [name] : [] });
    if (copyMembers.has(name)) {
      const fact = at.names.find((each) => this.#hidden.has(each));
      const field = fact === undefined ? undefined : this.#hidden.get(fact);
      if (field !== undefined) return field.left(member);
      const copied = this.#values.get(member);
      if (copied !== undefined) return copied.shown;
      if (!this.#isComplete && typeof member === "number") return null;
    }
    const existing = this.#byName.get(name)?.get(member);
    if (existing !== undefined) return existing.shown;
    return isKey(name) || (!this.#isComplete && this.#visible.has(name)) ? member : this.#copy(member, at);
  }

  /** A value that stands alone, or a sentence. */
  #copy(value: Json, { effort, names }: Place): Json {
    if (typeof value === "number") {
      const left = Math.abs(value) >= ownNumberMin ? this.#values.get(value) : undefined;
      return left === undefined ? value : left.shown;
    }
    if (typeof value !== "string") return value;
    for (const name of names) {
      const existing = this.#byName.get(name)?.get(value);
      if (existing !== undefined) return existing.shown;
    }
    const copied = value.length >= phraseCharsMin ? this.#values.get(value) : undefined;
    if (copied !== undefined) return copied.shown;
    // The digits of a time are no sentence.
    if (isCode(value) || isInstant(value)) return value;
    if (!this.#isComplete) return isOpaque(value) ? value : null;
    const hasNoNumbers = this.#numbers.size === 0 && this.#percents.size === 0 && this.#amounts.length === 0;
    if (this.#phrases.isEmpty && hasNoNumbers) return value;
    return effort.spend(value.length) ? this.#sentence(value) : null;
  }

  /** Null for a sentence that holds a denied value. */
  #sentence(sentence: string): string | null {
    const replaced = this.#withoutPhrases(sentence);
    if (replaced === null) return null;
    const marks = new Denied();
    const withoutAmounts = this.#withoutAmounts(replaced, marks);
    const withoutDigits =
      this.#digits.size === 0
        ? withoutAmounts
        : withoutAmounts.replaceAll(/\d[\d().+\s-]*\d/g, (run) =>
            marks.left(this.#digits.get(run.replaceAll(/\D/g, "")), run),
          );
    if (this.#numbers.size === 0 && this.#percents.size === 0) return marks.isFound ? null : withoutDigits;
    const withoutNumbers = withoutDigits.replaceAll(
      /(?<![\p{L}\d*.-])(?:-?\$)?(\d[\d,]*(?:\.\d+)?)(?<percent>\s?%)?(?![\p{L}\d])/gu,
      (run: string, digits: string, percent: string | undefined) => {
        const number = Number(digits.replaceAll(",", ""));
        const found = percent === undefined ? this.#numbers.get(number) : this.#percents.get(number);
        // A comma behind a number is the sentence's own.
        return marks.left(found, run) + (found !== undefined && digits.endsWith(",") ? "," : "");
      },
    );
    return marks.isFound ? null : withoutNumbers;
  }

  #withoutAmounts(text: string, marks: Denied): string {
    if (this.#amounts.length === 0 || !text.includes("$")) return text;
    const sentences = text.split(/(?<=[.;!?])(?=\s)/u).map((sentence) => {
      const found = this.#amounts.filter(({ subject }) => subject.test(sentence));
      if (found.length === 0) return sentence;
      const left = { shown: null, isDenied: found.some(({ isDenied }) => isDenied) };
      return sentence.replaceAll(/-?\$\d+(?:,\d{3})*(?:\.\d+)?/g, (run) => marks.left(left, run));
    });
    return sentences.join("");
  }

  #withoutPhrases(sentence: string): string | null {
    let kept = "";
    let from = 0;
    for (const { at, end, found } of this.#phrases.findIn(folded(sentence))) {
      if (found.isDenied) return null;
      kept += sentence.slice(from, at) + textOf(found);
      from = end;
    }
    return kept + sentence.slice(from);
  }
}

/** For up to so many numbers every sum is hidden; for more the sum of all, and those of all but one. */
const numbersAddedMax = 6;

/** The sums of two or more of the numbers, in hundredths as money is. */
function sumsOf(numbers: readonly number[]): readonly number[] {
  const cents = numbers.map((each) => Math.round(each * 100)).filter((each) => each !== 0);
  if (cents.length < 2) return [];
  const total = cents.reduce((sum, each) => sum + each, 0);
  const sums =
    cents.length > numbersAddedMax
      ? [total, ...cents.map((each) => total - each)]
      : cents.reduce((totals, each) => [...totals, ...totals.map((sum) => sum + each)], [0]);
  return [...new Set(sums)].map((sum) => sum / 100);
}

interface Place {
  readonly effort: SearchEffort;
  /** Names of the fact that copies here are of. */
  readonly names: readonly string[];
}

/** Of what is left by two fields that have the same value, the less. */
function stricter(existing: Left | undefined, left: Left): Left {
  if (existing === undefined || (existing.shown === left.shown && existing.isDenied === left.isDenied)) return left;
  const isDenied = existing.isDenied || left.isDenied;
  return { shown: existing.shown === left.shown ? left.shown : null, isDenied };
}

function put<Key>(lefts: Map<Key, Left>, key: Key, left: Left): void {
  lefts.set(key, stricter(lefts.get(key), left));
}

class Denied {
  isFound = false;

  left(found: Left | undefined, otherwise: string): string {
    if (found === undefined) return otherwise;
    this.isFound ||= found.isDenied;
    return textOf(found);
  }
}

function textOf({ shown }: Left): string {
  return typeof shown === "string" ? shown : nothingLeft;
}

/** Lower case of the same length, so that places in it are places in the text. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : text.charAt(at);
  }).join("");
}

/** Facts that the copies in this object are of. */
function namesOf(value: JsonObject): readonly string[] {
  const { ref } = value;
  return [value, ...(isJsonObject(ref) ? [ref] : [])].flatMap((each) =>
    factMembers.flatMap((member) => (typeof each[member] === "string" ? [lastName(each[member])] : [])),
  );
}

/** `revenue` of `account.revenue` and of `/profile/revenue`. */
function lastName(path: string): string {
  return /(\w+)(?:\[[^\]]*\])?$/.exec(path)?.[1] ?? path;
}

/** Keys stay: they are opaque, and tell what the rest is about. */
function isKey(name: string): boolean {
  return /(?:^|_)(?:keys?|ids?|sha256|hash)$/.test(name);
}

/** `updated`, `missing`: a word of a closed list. */
function isCode(value: Json): boolean {
  return typeof value === "string" && /^[a-z_]+$/.test(value);
}

/** A code, a version or a key: no words. */
function isOpaque(value: string): boolean {
  return /^[a-z0-9_.:/-]+$/.test(value);
}
