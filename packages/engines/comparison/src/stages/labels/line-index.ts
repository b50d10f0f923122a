import { byText } from "@service/json";
import { labelWords, withoutFillers, withoutLimitWords } from "./label-words.ts";
import { labelSimilarity, prepareLabel, type PreparedLabel, soundKeys } from "./similar-labels.ts";

/** A coverage that an unresolved label may mean. */
export type LabelCandidate = { readonly coverage: string; readonly similarity: number };

/** CMP-20. */
const candidateSimilarity = 0.55;
/** A label is compared with at most this many names, those that share most words first: 6,000 odd labels stay cheap. */
const comparedNamesMax = 16;
/** A label of more words is no misspelt name of a coverage; its first words are compared. */
const comparedWordsMax = 8;

/** The names of the coverages of one line. A name under several coverages stands for all of them (CMP-21). */
export class LineIndex {
  readonly #line: string;
  readonly #exact = new Map<string, string[]>();
  /** Names without their fillers; an empty list where names of different coverages meet. */
  readonly #bare = new Map<string, string[]>();
  readonly #entries: { readonly coverage: string; readonly name: PreparedLabel }[] = [];
  readonly #positionsByKey = new Map<string, number[]>();

  constructor(line: string) {
    this.#line = line;
  }

  /** Adds names of equal standing. A name that is known already keeps its meaning. */
  add(names: readonly { readonly label: string; readonly coverage: string }[]): void {
    const exact = new Map<string, string[]>();
    const bare = new Map<string, string[]>();
    for (const { label, coverage } of names) {
      const words = labelWords(label, this.#line);
      const spelling = words.join(" ");
      if (spelling === "") continue;
      if (!this.#exact.has(spelling)) put(exact, spelling, coverage);
      const short = withoutFillers(words).join(" ");
      if (short !== "" && !this.#bare.has(short)) put(bare, short, coverage);
      this.#addName(spelling, coverage);
    }
    for (const [spelling, coverages] of exact) this.#exact.set(spelling, coverages);
    for (const [short, coverages] of bare) {
      // What a name means in full decides what its words mean; names of different meanings share nothing.
      const full = exact.get(short);
      this.#bare.set(short, full ?? (coverages.length === 1 ? coverages : []));
    }
  }

  /** The coverages of a name that is known, also without its fillers. */
  find(words: readonly string[]): readonly string[] {
    const exact = this.#exact.get(words.join(" ")) ?? this.#exact.get(withoutLimitWords(words).join(" "));
    if (exact !== undefined) return exact;
    const short = withoutFillers(words).join(" ");
    return short === "" ? [] : (this.#bare.get(short) ?? []);
  }

  /** Coverages by the best similarity of any of their names with any of the labels, best first. */
  rank(labels: readonly (readonly string[])[]): readonly LabelCandidate[] {
    const best = new Map<string, number>();
    for (const words of labels) {
      const spelling = words.slice(0, comparedWordsMax).join(" ");
      if (spelling === "") continue;
      const label = prepareLabel(spelling);
      for (const position of this.#near(spelling)) {
        const entry = this.#entries[position];
        if (entry === undefined) continue;
        const similarity = labelSimilarity(label, entry.name);
        if (similarity >= candidateSimilarity && similarity > (best.get(entry.coverage) ?? 0)) {
          best.set(entry.coverage, similarity);
        }
      }
    }
    return [...best]
      .map(([coverage, similarity]) => ({ coverage, similarity }))
      .sort((a, b) => b.similarity - a.similarity || byText(a.coverage, b.coverage));
  }

  #addName(spelling: string, coverage: string): void {
    const position = this.#entries.push({ coverage, name: prepareLabel(spelling) }) - 1;
    for (const key of soundKeys(spelling)) {
      const positions = this.#positionsByKey.get(key);
      if (positions === undefined) this.#positionsByKey.set(key, [position]);
      else positions.push(position);
    }
  }

  #near(spelling: string): readonly number[] {
    const shared = new Map<number, number>();
    for (const key of soundKeys(spelling)) {
      for (const position of this.#positionsByKey.get(key) ?? []) {
        shared.set(position, (shared.get(position) ?? 0) + 1);
      }
    }
    return [...shared]
      .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || a - b)
      .slice(0, comparedNamesMax)
      .map(([position]) => position);
  }
}

function put(lists: Map<string, string[]>, key: string, coverage: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [coverage]);
  else if (!list.includes(coverage)) list.push(coverage);
}
