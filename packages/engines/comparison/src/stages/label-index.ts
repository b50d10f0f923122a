import { coverageCodes, labelOf } from "@service/engine-kit";
import { byText } from "@service/json";
import { coveragesByForm, withoutStandardForms } from "./form-numbers.ts";
import { isBurden, words } from "./item.ts";
import { type LabelCandidate, LineIndex } from "./labels/line-index.ts";
import { burdenOf, labelParts } from "./labels/label-parts.ts";
import { labelWords, withoutFillers } from "./labels/label-words.ts";
import { partsTakenByLabel, takenAway, type TakenPart } from "./labels/taken-away.ts";
import {
  isCoverageOf,
  linesWithSigns,
  namesAnotherLine,
  readCoverages,
  readTitle,
  relatedLines,
  signsOf,
} from "./labels/line-vocabulary.ts";

export type { LabelCandidate } from "./labels/line-index.ts";

type Resolution = {
  /** Several for a label that stands for several coverages; none: unaligned. */
  readonly coverages: readonly string[];
  readonly candidates: readonly LabelCandidate[];
  /** The label says that the coverages are left out (CMP-98). */
  readonly isAbsent: boolean;
  /** Other coverages that the label says are left out: "business income without extra expense". */
  readonly without: readonly string[];
  /** Parts of the coverages that the label takes away, those with a code included (CMP-107). */
  readonly parts: readonly TakenPart[];
  /** The amount of the line is a deductible or a retention, not a limit (CMP-99). */
  readonly burden: "flat" | "sir" | undefined;
  /** The label is open, and certainly no coverage of its line: it names another line, or something left out. */
  readonly hidesNothing: boolean;
};

/** What a label names, before it is asked what else it says. */
type Named = Pick<Resolution, "coverages" | "candidates">;

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
 * names. Built once per release; `configured` are the coverage codes configured for a line. A label costs the same whatever
 * else the item states.
 */
export function buildLabelIndex(
  configured: readonly LineCoverage[],
  aliases: readonly CoverageAlias[],
  added: AddedTerms = { codes: [], aliases: [] },
): LabelIndex {
  const terms = [...configured, ...aliases, ...added.aliases];
  const codes = new Set<string>([...coverageCodes, ...added.codes, ...terms.map(({ coverage }) => coverage)]);
  const lines = indexLines(configured, [aliases, added.aliases]);
  const codeNames = indexCodeNames(codes);
  const aliasesOf = (line: string, spelling: Spelling): readonly string[] => findAlias(lines.get(line), spelling);
  const read = (line: string, spelling: Spelling): readonly string[] => {
    const found = aliasesOf(line, spelling);
    if (found.length > 0) return found;
    const code = codeNamed(codeNames, spelling);
    const words = code !== undefined && isUsual(line, code) ? [code] : readLabel(spelling, line);
    return words.length > 0 ? words : code === undefined ? [] : [code];
  };
  const covers = (line: string, name: string): readonly string[] =>
    read(line, spell(name, line)).filter((code) => !isBurden(code));
  /** A label that names a coverage and takes something away from it (CMP-107). */
  const reduce = (line: string, label: string): Resolution | undefined => {
    const taken = takenAway(label, {
      isCoverage: (name) => covers(line, name).length > 0,
      isName: (name) => aliasesOf(line, spell(name, line)).length > 0,
    });
    if (taken === undefined) return undefined;
    const coverages = covers(line, taken.name);
    const burden = burdenOf(spell(taken.name, line).plain);
    // What a deductible does not apply to is no part of a cover.
    const parts = burden === undefined ? partsLeft(line, coverages, taken.parts) : [];
    const others = covers(line, taken.parts.map(({ text }) => text).join(" and "));
    const singles = taken.parts.flatMap(({ text }) => covers(line, text));
    const without = [...new Set([...others, ...singles])].filter((code) => !coverages.includes(code));
    const isOwn = parts.length === 0;
    return {
      coverages,
      candidates: [],
      isAbsent: false,
      burden,
      without: isOwn ? [] : without,
      parts,
      hidesNothing: false,
    };
  };
  /** "General aggregate excluding products" is how that aggregate is called. */
  const partsLeft = (line: string, coverages: readonly string[], parts: readonly TakenPart[]): readonly TakenPart[] =>
    coverages.includes("general_aggregate")
      ? parts.filter(({ text }) => !/\b(?:products?|completed operations?)\b/.test(labelWords(text, line).join(" ")))
      : parts;
  /** A label without its words of denial; `undefined` where it has none, or where what is left names nothing. */
  const deny = (line: string, label: string): Resolution | undefined => {
    const reduced = reduce(line, label);
    if (reduced !== undefined) return reduced;
    const { name, isAbsent, isExclusionTitle } = labelParts(label);
    if (!isAbsent) return undefined;
    const spelling = spell(name, line);
    const coverages = isExclusionTitle ? aliasesOf(line, spelling) : read(line, spelling);
    const burden = burdenOf(spelling.plain);
    // "Wind/hail excluded" denies the peril, not the deductible that is named after it.
    if (coverages.length === 0 || (burden === undefined && coverages.some(isBurden))) return undefined;
    return { coverages, candidates: [], isAbsent, burden, without: [], parts: [], hidesNothing: false };
  };
  const name = (line: string, coverage: string, spellings: readonly Spelling[]): Named => {
    if (codes.has(coverage) && isUsual(line, coverage)) return named([coverage]);
    for (const spelling of spellings) {
      const found = aliasesOf(line, spelling);
      if (found.length > 0) return named(found);
    }
    if (codes.has(coverage)) return named([coverage]);
    for (const spelling of spellings) {
      const found = read(line, spelling);
      if (found.length > 0) return named(found);
    }
    const index = lines.get(line);
    if (index === undefined) return named([]);
    const candidates = index.rank(spellings.map(({ plain, full }) => (plain.length > 0 ? plain : full)));
    const [best] = candidates;
    if (best !== undefined && best.similarity >= acceptedSimilarity) return named([best.coverage]);
    return { coverages: [], candidates: candidates.slice(0, candidatesMax) };
  };
  return {
    resolve: (line, coverage, label) => {
      const full = [words(coverage), ...(label === undefined ? [] : [label])];
      const written = full.map((one) => withoutAmounts(withoutStandardForms(one)));
      const spellings = written.map((one) => spell(one, line));
      const isCode = codes.has(coverage) && isUsual(line, coverage);
      const isAlias = !isCode && spellings.some(({ full }) => (lines.get(line)?.find(full).length ?? 0) > 0);
      const denial = isAlias ? undefined : written.map((one) => deny(line, one)).find((one) => one !== undefined);
      if (denial !== undefined && (!isCode || denial.coverages.join() === coverage)) return denial;
      // A label of another line, or one that denies something unnamed, is left open rather than read as a cover.
      const isOther =
        !isAlias &&
        !isCode &&
        spellings.some(({ plain }) => readTitle(plain, line).length === 0 && namesAnotherLine(plain, line));
      const isDenied = !isAlias && !isCode && written.some((one) => labelParts(one).isAbsent);
      const hidesNothing = isOther || isDenied;
      const answer = hidesNothing ? named([]) : byForm(name(line, coverage, spellings), full);
      const burden = answer.coverages.some(isBurden)
        ? "sir"
        : full.map((one) => burdenOf(spell(one, line).plain)).find((one) => one !== undefined);
      const isNamed = label !== undefined && (lines.get(line)?.find(labelWords(label, line)).length ?? 0) > 0;
      const parts =
        label === undefined || isNamed || burden !== undefined || answer.coverages.length === 0
          ? []
          : partsLeft(line, answer.coverages, partsTakenByLabel(label));
      return { ...answer, isAbsent: false, without: [], parts, burden, hidesNothing };
    },
  };
}

/** What a label names, else what the standard form is about whose number it gives (CMP-103). */
function byForm(read: Named, labels: readonly string[]): Named {
  return read.coverages.length > 0 ? read : { ...read, coverages: labels.flatMap((one) => coveragesByForm(one)) };
}

/** Amounts name no coverage: "Each Occurrence $1,000,000". */
function withoutAmounts(label: string): string {
  return label.replace(/\$\s?\d[\d,.]*\s?(?:k|mm?|million)?(?![\w%])|\b\d{1,3}(?:,\d{3})+\b|\b\d{5,}\b/gi, " ");
}

/** The same answers, each label read once: items of one run repeat their labels. For one run, so that it cannot grow. */
export function remembering({ resolve }: LabelIndex): LabelIndex {
  const cached = new Map<string, Resolution>();
  return {
    resolve: (line, coverage, label) => {
      const key = `${line}|${coverage}|${label ?? ""}`;
      const answer = cached.get(key) ?? resolve(line, coverage, label);
      cached.set(key, answer);
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

function named(coverages: readonly string[]): Named {
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
  if (read.length > 0) return read;
  const title = readTitle(plain, line);
  return title.length > 0 || plain === full ? title : readCoverages(full, line);
}

/** The names of every line: its aliases group by group, then those of its parts, then the words of codes. */
function indexLines(
  coverages: readonly LineCoverage[],
  groups: readonly (readonly CoverageAlias[])[],
): ReadonlyMap<string, LineIndex> {
  const grouped = groups.map((aliases) => byLine(aliases));
  const codes = byLine([...coverages, ...groups.flat()]);
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
