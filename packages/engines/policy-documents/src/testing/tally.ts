export type Outcome = "right" | "wrong" | "unread";
export type Counts = { right: number; wrong: number; unread: number };

/** Counts of one or many documents, by field and by trait, with the wrong and the unread ones by name. */
export class Tally {
  readonly byField = new Map<string, Counts>();
  readonly byTrait = new Map<string, Counts>();
  readonly all: Counts = { right: 0, wrong: 0, unread: 0 };
  readonly wrong: string[] = [];
  readonly unread: string[] = [];
  #document = "";
  #traits: readonly string[] = [];

  /** What is added from here on belongs to this document. */
  begin(document: string, traits: readonly string[]): void {
    this.#document = document;
    this.#traits = traits;
  }

  add(field: string, outcome: Outcome, detail: string): void {
    this.all[outcome] += 1;
    countsIn(this.byField, field.replace(/^option \S+ /, "option "))[outcome] += 1;
    for (const trait of this.#traits) countsIn(this.byTrait, trait)[outcome] += 1;
    if (outcome !== "right") this[outcome].push(`${this.#document}: ${field}: ${detail}`);
  }

  /** A value where the truth has none is wrong; none where it has one is unread; neither is nothing. */
  compare<Value extends string | number>(
    field: string,
    wanted: Value | undefined,
    value: Value | undefined,
    isSame: (wanted: Value, value: Value) => boolean,
  ): void {
    if (wanted === undefined && value === undefined) return;
    const detail = `${value ?? "nothing"} for ${wanted ?? "nothing"}`;
    if (value === undefined) this.add(field, "unread", detail);
    else this.add(field, wanted !== undefined && isSame(wanted, value) ? "right" : "wrong", detail);
  }
}

function countsIn(map: Map<string, Counts>, key: string): Counts {
  const counts = map.get(key) ?? { right: 0, wrong: 0, unread: 0 };
  map.set(key, counts);
  return counts;
}

/** Letters and digits alone, in lower case. */
export function squeezed(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export function sameName(a: string, b: string): boolean {
  return squeezed(a) === squeezed(b);
}

/** Whether one holds the other, by letters and digits. */
export function sameWords(a: string, b: string): boolean {
  const [one, other] = [squeezed(a), squeezed(b)];
  return one !== "" && other !== "" && (one.includes(other) || other.includes(one));
}

/** Share of the words of the shorter one that the other has too. */
export function wordsShared(a: string, b: string): number {
  const words = (from: string) =>
    new Set(
      from
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 1)
        .map((word) => word.replace(/(?:ed|s)$/, "")),
    );
  const [one, other] = [words(a), words(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

/** "Option 1" and "1" name one option. */
export function sameOption(read: string | undefined, wanted: string | undefined): boolean {
  const plain = (name = "") => squeezed(name.replace(/^(?:option|plan|alternative|quote)\b/i, ""));
  return plain(read) === plain(wanted);
}
