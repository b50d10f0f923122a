import { coverageCodes, labelOf } from "@service/engine-kit";
import { byText } from "@service/json";
import { words } from "./item.ts";
import { type LabelCandidate, LineIndex } from "./labels/line-index.ts";
import { labelWords, withoutFillers } from "./labels/label-words.ts";
import { isCoverageOf, linesWithSigns, readCoverages, relatedLines, signsOf } from "./labels/line-vocabulary.ts";

export type { LabelCandidate } from "./labels/line-index.ts";

type Resolution = {
  /** Several for a label that stands for several coverages; none: unaligned. */
  readonly coverages: readonly string[];
  readonly candidates: readonly LabelCandidate[];
};

export type LabelIndex = {
  readonly resolve: (line: string, coverage: string, label: string | undefined) => Resolution;
};

export type CoverageAlias = { readonly alias: string; readonly line: string; readonly coverage: string };

type LineCoverage = { readonly line: string; readonly coverage: string };

/** CMP-19. */
const acceptedSimilarity = 0.92;
const candidatesMax = 5;

/** What an operator adds beside configuration and pack (DATA-22). */
export type AddedTerms = { readonly codes: readonly string[]; readonly aliases: readonly CoverageAlias[] };

/**
 * Label resolution (CMP-19, CMP-20) within the line of the label: exact code, aliases, reading, then similarity of
 * names. Built once per release; `known` are the coverage codes configured for a line. A label costs the same whatever
 * else the item states.
 */
export function buildLabelIndex(
  known: readonly LineCoverage[],
  aliases: readonly CoverageAlias[],
  added: AddedTerms = { codes: [], aliases: [] },
): LabelIndex {
  const named = [...known, ...aliases, ...added.aliases];
  const codes = new Set<string>([...coverageCodes, ...added.codes, ...named.map(({ coverage }) => coverage)]);
  const lines = indexLines(known, [aliases, added.aliases]);
  const codeNames = indexCodeNames(codes);
  return {
    resolve: (line, coverage, label) => {
      if (codes.has(coverage) && isUsual(line, coverage)) return resolved([coverage]);
      const index = lines.get(line);
      const spellings = [words(coverage), ...(label === undefined ? [] : [label])].map((spelling) =>
        spell(spelling, line),
      );
      for (const spelling of spellings) {
        const found = findAlias(index, spelling);
        if (found.length > 0) return resolved(found);
      }
      if (codes.has(coverage)) return resolved([coverage]);
      for (const spelling of spellings) {
        const code = codeNamed(codeNames, spelling);
        const read = code !== undefined && isUsual(line, code) ? [code] : readLabel(spelling, line);
        if (read.length > 0) return resolved(read);
        if (code !== undefined) return resolved([code]);
      }
      if (index === undefined) return { coverages: [], candidates: [] };
      const candidates = index.rank(spellings.map(({ plain, full }) => (plain.length > 0 ? plain : full)));
      const [best] = candidates;
      if (best !== undefined && best.similarity >= acceptedSimilarity) return resolved([best.coverage]);
      return { coverages: [], candidates: candidates.slice(0, candidatesMax) };
    },
  };
}

/** The same answers, each label read once: items of one run repeat their labels. For one run, so that it cannot grow. */
export function remembering({ resolve }: LabelIndex): LabelIndex {
  const known = new Map<string, Resolution>();
  return {
    resolve: (line, coverage, label) => {
      const key = `${line}|${coverage}|${label ?? ""}`;
      const answer = known.get(key) ?? resolve(line, coverage, label);
      known.set(key, answer);
      return answer;
    },
  };
}

/** A label's words, with and without what stands in brackets. */
type Spelling = { readonly full: readonly string[]; readonly plain: readonly string[] };

function spell(label: string, line: string): Spelling {
  const full = labelWords(label, line);
  return { full, plain: /[([]/.test(label) ? labelWords(label, line, "left out") : full };
}

const coverageCodeSet: ReadonlySet<string> = new Set(coverageCodes);

/** Whether the line usually states the code; elsewhere its words may mean another one ("each occurrence" of an umbrella). */
function isUsual(line: string, code: string): boolean {
  return isCoverageOf(line, code) || !coverageCodeSet.has(code);
}

/** Codes by their words and labels, and by these without fillers where that names one code. */
function indexCodeNames(codes: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const bare = new Map<string, string | undefined>();
  for (const code of [...codes].sort(byText)) {
    for (const name of [words(code), labelOf(code)]) {
      const spelled = labelWords(name, "");
      names.set(spelled.join(" "), code);
      const short = withoutFillers(spelled).join(" ");
      bare.set(short, (bare.get(short) ?? code) === code ? code : undefined);
    }
  }
  for (const [short, code] of bare) {
    if (short !== "" && code !== undefined && !names.has(short)) names.set(short, code);
  }
  return names;
}

function codeNamed(names: ReadonlyMap<string, string>, { full }: Spelling): string | undefined {
  return names.get(full.join(" ")) ?? names.get(withoutFillers(full).join(" "));
}

function resolved(coverages: readonly string[]): Resolution {
  return { coverages, candidates: [] };
}

/** As it stands, then without what is in brackets. */
function findAlias(index: LineIndex | undefined, { full, plain }: Spelling): readonly string[] {
  if (index === undefined) return [];
  const found = index.find(full);
  return found.length > 0 || plain === full ? found : index.find(plain);
}

/** What stands in brackets explains; it is read where the rest names nothing. */
function readLabel({ full, plain }: Spelling, line: string): readonly string[] {
  const read = readCoverages(plain, line);
  return read.length > 0 || plain === full ? read : readCoverages(full, line);
}

/** The names of every line: its aliases group by group, then those of its parts, then the words of codes. */
function indexLines(
  known: readonly LineCoverage[],
  groups: readonly (readonly CoverageAlias[])[],
): ReadonlyMap<string, LineIndex> {
  const grouped = groups.map((aliases) => byLine(aliases));
  const codes = byLine([...known, ...groups.flat()]);
  const lines = new Set([...linesWithSigns, ...codes.keys()]);
  return new Map(
    [...lines].map((line) => {
      const index = new LineIndex(line);
      for (const from of [line, ...relatedLines(line)]) {
        for (const aliases of grouped) {
          index.add((aliases.get(from) ?? []).map(({ alias, coverage }) => ({ label: alias, coverage })));
        }
      }
      // Aliases before codes: an operator may define "aggregate" of one line as another coverage than the code of that name.
      for (const { coverage } of [...(codes.get(line) ?? []), ...signsOf(line)]) {
        index.add([
          { label: words(coverage), coverage },
          { label: labelOf(coverage), coverage },
        ]);
      }
      return [line, index] as const;
    }),
  );
}

function byLine<Entry extends { readonly line: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, readonly Entry[]> {
  const lists = new Map<string, Entry[]>();
  for (const entry of entries) {
    const list = lists.get(entry.line);
    if (list === undefined) lists.set(entry.line, [entry]);
    else list.push(entry);
  }
  return lists;
}
