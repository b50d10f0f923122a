import {
  coverageCodes,
  foldToken,
  labelSimilarity,
  normalizeName,
  type PreparedLabel,
  prepareLabel,
  tokensOf,
} from "@service/engine-kit";
import { byText } from "@service/json";
import { words } from "./item.ts";

/** A coverage that an unresolved label may mean. */
export type LabelCandidate = { readonly coverage: string; readonly similarity: number };

type Resolution = {
  /** `undefined`: unaligned. */
  readonly coverage: string | undefined;
  readonly candidates: readonly LabelCandidate[];
};

export type LabelIndex = {
  readonly resolve: (line: string, coverage: string, label: string | undefined) => Resolution;
};

export type CoverageAlias = { readonly alias: string; readonly line: string; readonly coverage: string };

/** CMP-19. */
const acceptedSimilarity = 0.92;
const candidateSimilarity = 0.55;
const candidatesMax = 5;
/** A label is compared with at most this many names, those that share most words first: 6,000 odd labels stay cheap. */
const comparedNamesMax = 64;
/** Leading characters of a folded word that index similar words. */
const keyChars = 3;
/** Words that carriers add to the name of a coverage and that name none themselves: "Each Occurrence Limit". */
const neutralWords: ReadonlySet<string> = new Set(["limit", "limits", "coverage", "coverages", "cov", "sublimit"]);

type Entry = { readonly coverage: string; readonly name: PreparedLabel };
type LineIndex = {
  readonly exact: Map<string, string>;
  /** Names without their neutral words; `undefined` where two coverages share one. */
  readonly bare: Map<string, string | undefined>;
  readonly entries: Entry[];
  readonly byKey: Map<string, number[]>;
};

const resolved = (coverage: string): Resolution => ({ coverage, candidates: [] });

/**
 * Label resolution (CMP-19, CMP-20): exact code, then the alias table, then name similarity, the last two within the
 * same line. A label is also looked up without its neutral words, and as the words of a code, which a line may state
 * although the code is not configured there ("Extra Expense" of a package policy). Built once per release; `known` are
 * the coverage codes configured for a line, `terms` codes that an operator added.
 */
export function buildLabelIndex(
  known: readonly { readonly line: string; readonly coverage: string }[],
  aliases: readonly CoverageAlias[],
  terms: readonly string[] = [],
): LabelIndex {
  const codes = new Set<string>([...coverageCodes, ...terms]);
  const lines = new Map<string, LineIndex>();
  const add = (line: string, coverage: string, label: string): void => {
    let index = lines.get(line);
    if (index === undefined) {
      index = { exact: new Map(), bare: new Map(), entries: [], byKey: new Map() };
      lines.set(line, index);
    }
    const normalized = normalizeName(label);
    if (normalized === "" || index.exact.has(normalized)) return;
    index.exact.set(normalized, coverage);
    const bare = withoutNeutral(normalized);
    if (bare !== "") index.bare.set(bare, (index.bare.get(bare) ?? coverage) === coverage ? coverage : undefined);
    const position = index.entries.push({ coverage, name: prepareLabel(normalized) }) - 1;
    for (const key of keysOf(normalized)) {
      const positions = index.byKey.get(key);
      if (positions === undefined) index.byKey.set(key, [position]);
      else positions.push(position);
    }
  };
  for (const { coverage } of [...known, ...aliases]) codes.add(coverage);
  // Aliases before codes: an operator may define "aggregate" of one line as another coverage than the code of that
  // name.
  for (const { alias, line, coverage } of aliases) add(line, coverage, alias);
  for (const { line, coverage } of [...known, ...aliases]) add(line, coverage, words(coverage));

  const codeOfWords = new Map([...codes].sort(byText).map((code) => [normalizeName(words(code)), code]));
  const look = (index: LineIndex | undefined, spelling: string): string | undefined => {
    if (spelling === "") return undefined;
    const bare = withoutNeutral(spelling);
    return index?.exact.get(spelling) ?? index?.bare.get(bare) ?? codeOfWords.get(spelling) ?? codeOfWords.get(bare);
  };

  return {
    resolve: (line, coverage, label) => {
      if (codes.has(coverage)) return resolved(coverage);
      const index = lines.get(line);
      const spelled = normalizeName(words(coverage));
      const labelled = label === undefined ? "" : normalizeName(label);
      const exact = look(index, spelled) ?? look(index, labelled);
      if (exact !== undefined) return resolved(exact);
      if (index === undefined) return { coverage: undefined, candidates: [] };
      const candidates = rank(index, [spelled, labelled]);
      const [best] = candidates;
      if (best !== undefined && best.similarity >= acceptedSimilarity) return resolved(best.coverage);
      return { coverage: undefined, candidates: candidates.slice(0, candidatesMax) };
    },
  };
}

function withoutNeutral(normalized: string): string {
  return normalized
    .split(" ")
    .filter((word) => !neutralWords.has(word))
    .join(" ");
}

/** Coverages of the line by the best similarity of any of their names with any of the spellings, best first. */
function rank(index: LineIndex, spellings: readonly string[]): readonly LabelCandidate[] {
  const best = new Map<string, number>();
  for (const spelling of spellings) {
    if (spelling === "") continue;
    const shared = new Map<number, number>();
    for (const key of keysOf(spelling)) {
      for (const position of index.byKey.get(key) ?? []) shared.set(position, (shared.get(position) ?? 0) + 1);
    }
    const label = prepareLabel(spelling);
    const compared = [...shared]
      .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || a - b)
      .slice(0, comparedNamesMax);
    for (const [position] of compared) {
      const entry = index.entries[position];
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

/** Words that sound alike share a key: the start of the folded word, also with one character left out. */
function keysOf(normalized: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const token of tokensOf(normalized)) {
    const start = foldToken(token).slice(0, keyChars + 1);
    keys.add(start.slice(0, keyChars));
    for (let index = 0; index < start.length; index += 1) {
      keys.add((start.slice(0, index) + start.slice(index + 1)).slice(0, keyChars));
    }
  }
  keys.delete("");
  return keys;
}
