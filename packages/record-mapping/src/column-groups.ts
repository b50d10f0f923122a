import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import {
  headerWords,
  listNames,
  literalWords,
  otherAspects,
  ownerWords,
  strangerWords,
  targetPhrases,
} from "./header-words.ts";
import { possibleFormats } from "./column-fit.ts";
import type { ColumnInspection, Inspection } from "./inspect-rows.ts";
import { targetNames } from "./targets.ts";

/** The columns of a file, or of one of the lists in its documents. */
export interface Group {
  /** `policies[].coverages[]`; empty for the rows themselves. */
  readonly each: string;
  readonly name: string;
  readonly columns: readonly GroupColumn[];
  /** What its columns give rows of; the family of the rows themselves is the last. */
  readonly families: readonly FamilyName[];
  /** Formats that a column of the file shows without doubt: they decide for columns without a day above 12. */
  readonly settledFormats: ReadonlySet<string>;
}

type Columns = Omit<Group, "families" | "settledFormats">;

/** How likely it is that a column holds what a line says. */
export type Confidence = "sure" | "likely" | "unsure";

export interface GroupColumn {
  readonly column: ColumnInspection;
  /** As a mapping names it. */
  readonly path: string;
  readonly words: ReadonlySet<string>;
  /** Those below the name of a group, in a header of several rows. */
  readonly ownWords?: ReadonlySet<string>;
  /** The words of its header as they are written. */
  readonly literal: ReadonlySet<string>;
}

/** Groups the columns of a file by the list that they stand in. */
export function groupsOf(file: string, { columns }: Inspection, headerRows = 1): readonly Group[] {
  const byEach = new Map<string, GroupColumn[]>([["", []]]);
  for (const column of columns) {
    const isListOfScalars = column.path.endsWith("[]");
    const whole = isListOfScalars ? column.path.slice(0, -2) : column.path;
    const end = whole.lastIndexOf("[].");
    const each = end === -1 ? "" : whole.slice(0, end + 2);
    const own = end === -1 ? whole : whole.slice(end + 3);
    const group = byEach.get(each) ?? [];
    byEach.set(each, group);
    const needsRow = each === "" && /^@|^row(?:\.|$)/.test(own);
    group.push({
      column,
      path: each === "" ? (needsRow ? `row.${own}` : own) : `@.${own}`,
      words: headerWords(own),
      ...(headerRows > 1 && { ownWords: headerWords(belowGroup(own, columns)) }),
      literal: literalWords(own),
    });
  }
  const settledFormats = new Set(
    columns.map(possibleFormats).flatMap((formats) => (formats.length === 1 ? formats : [])),
  );
  const last = file.split(/[/\\]/).at(-1) ?? file;
  // A sheet is called by its title.
  const fileName = /[.]xls[xm]#/i.test(last) ? last.slice(last.indexOf("#") + 1) : last.replace(/\.[^.]*$/, "");
  return [...byEach].map(([each, columns]) => {
    const name = each === "" ? fileName : (each.slice(0, -2).split(/[.\]]/).at(-1) ?? each);
    return { each, name, columns, families: familiesOf({ each, name, columns }), settledFormats };
  });
}

/** What stands below the name of a group: `Risk Class of Business` beside `Risk Certificate` is `Class of Business`. */
function belowGroup(header: string, columns: readonly ColumnInspection[]): string {
  const at = header.indexOf(" ");
  const isShared = columns.some(({ path }) => path !== header && path.startsWith(header.slice(0, at + 1)));
  return at > 0 && isShared ? header.slice(at + 1) : header;
}

/** The family of the rows, and those whose columns stand beside its own. */
function familiesOf(group: Columns): readonly FamilyName[] {
  if (group.columns.length === 0) return [];
  const named = familyNames.find((family) => listNames(family).some((name) => isNamed(group.name, name)));
  const shown = rowsThatShow.find(([family, targets]) => hasAll(group, family, targets))?.[0];
  const primary =
    group.each === "" ? (shown ?? (isWideReport(group) ? "policies" : (named ?? likeliest(group)))) : named;
  if (primary === undefined) return [];
  if (group.each !== "" && primary !== "policies") return [primary];
  const others = (["accounts", "carriers"] as const).filter((family) => {
    if (family === primary || (family === "carriers" && primary !== "policies")) return false;
    const line = bestColumn(group, family, "name", primary);
    const isId = ["id", "number", "code"].some((word) => line?.column.words.has(word));
    const isNamed = line !== undefined && line.score >= likelyScore && hasOwnerWord(line.column, family) && !isId;
    return isNamed || (family === "accounts" && namePartsOf(group, family, "name", primary) !== undefined);
  });
  return [...others, ...(primary === shown && hasPolicyBeside(group, primary) ? ["policies" as const] : []), primary];
}

/** Rows that columns beside those of a policy show to be of something that the policy insures, or a claim under it. */
const rowsThatShow: readonly (readonly [FamilyName, readonly string[]])[] = [
  ["claims", ["claim_number", "occurred_on"]],
  ["vehicles", ["vin", "make"]],
];

function hasAll(group: Columns, family: FamilyName, targets: readonly string[]): boolean {
  return targets.every((target) => (bestColumn(group, family, target, family)?.score ?? 0) >= sureScore);
}

/** Whether the policy of each row stands beside it, with the day that it begins. */
function hasPolicyBeside(group: Columns, primary: FamilyName): boolean {
  return ["policy_number", "effective_on"].every((target) => {
    const line = bestColumn(group, "policies", target, primary);
    return line !== undefined && line.score >= sureScore && hasOwnerWord(line.column, "policies");
  });
}

/** Two columns that are a name together. */
export interface NameParts {
  readonly first: GroupColumn;
  readonly last: GroupColumn;
}

/** `First Name` and `Last Name`, `Producer First Name` and `Producer Last Name`: people who are a field together (IMP-305). */
export function namePartsOf(
  { columns }: Pick<Group, "columns">,
  family: FamilyName,
  target: string,
  primary: FamilyName,
): NameParts | undefined {
  if (!/^name$|_seats?$/.test(target)) return undefined;
  for (const first of columns.filter(({ words }) => words.has("first"))) {
    const rest = without(first.words, nameWords);
    const last = columns.find(({ words }) => words.has("last") && isSame(without(words, nameWords), rest));
    if (last === undefined) continue;
    // In a report of policies or claims, people whom its header does not call otherwise are the clients.
    const isReport = primary === "policies" || primary === "claims";
    const isClient = family === "accounts" && target === "name" && rest.size === 0 && isReport;
    const whole = new Set([...rest, "name"]);
    const scores = targetPhrases(family, target).map((phrase) =>
      Math.max(scoreOf(whole, phrase, family, primary), scoreOf(rest, phrase, family, primary)),
    );
    const isOwn = family === primary || rest.size > 0;
    if (isClient || (isOwn && Math.max(...scores) >= sureScore)) return { first, last };
  }
  return undefined;
}

const nameWords: ReadonlySet<string> = new Set(["first", "last", "name"]);

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

function isNamed(name: string, list: string): boolean {
  const words = name.toLowerCase().split(/[^a-z]+/);
  return words.includes(list);
}

/** A report of policies is called anything: its columns say what it is. */
function isWideReport(group: Columns): boolean {
  return ["policy_number", "effective_on"].every((target) => {
    const line = bestColumn(group, "policies", target, "policies");
    return line !== undefined && line.score >= sureScore;
  });
}

function likeliest(group: Columns): FamilyName | undefined {
  const scored = familyNames.map((family) => {
    const { required } = familyOf(family);
    // By column: one header may be like the names of several fields.
    const scores = group.columns.map((column) =>
      Math.max(...targetNames(family).map((target) => scoreFor(column, family, target, family))),
    );
    const good = scores.filter((score) => score >= likelyScore);
    const lacks = required.some(
      (name) => name !== "client_key" && (bestColumn(group, family, name, family)?.score ?? 0) < likelyScore,
    );
    return { family, score: lacks ? 0 : good.reduce((sum, score) => sum + score, 0) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score >= 2 ? best.family : undefined;
}

/** Scores of headers from which a match is sure, likely, or at least worth a look. */
export const sureScore = 0.99;
export const likelyScore = 0.66;
const unsureScore = 0.499;
const laterName = 1e-5;

export interface Found {
  readonly column: GroupColumn;
  /** 0 to 1. */
  readonly score: number;
}

export function bestColumn(group: Columns, family: FamilyName, target: string, primary: FamilyName): Found | undefined {
  return bestOf(group, targetPhrases(family, target), family, primary);
}

/** How well a header names a field. */
export function scoreFor(column: GroupColumn, family: FamilyName, target: string, primary: FamilyName): number {
  const scores = targetPhrases(family, target).map((phrase) => likenessOf(column, phrase, family, primary));
  return Math.max(...scores);
}

/** The column whose header is most like one of several phrases. */
export function bestOf(
  group: Columns,
  phrases: readonly ReadonlySet<string>[],
  family: FamilyName,
  primary: FamilyName,
): Found | undefined {
  let best: Found | undefined;
  for (const column of group.columns) {
    // Of two headers that name a field the one with the earlier name counts: a policy's number before its reference.
    const score = Math.max(
      ...phrases.map((phrase, index) => likenessOf(column, phrase, family, primary) - index * laterName),
    );
    if (score < unsureScore || (best !== undefined && score < best.score)) continue;
    // `producer` before `prod`, which may be a product.
    if (best === undefined || score > best.score || isWrittenOut(column, best.column)) best = { column, score };
  }
  return best;
}

/** Whether two headers are taken for the same words, which only the first writes out. */
function isWrittenOut(column: GroupColumn, other: GroupColumn): boolean {
  const isLiteral = ({ words, literal }: GroupColumn): boolean => [...words].every((word) => literal.has(word));
  return isSame(column.words, other.words) && isLiteral(column) && !isLiteral(other);
}

function likenessOf(
  { words, ownWords }: GroupColumn,
  phrase: ReadonlySet<string>,
  family: FamilyName,
  primary: FamilyName,
): number {
  const whole = scoreOf(words, phrase, family, primary);
  return ownWords === undefined ? whole : Math.max(whole, scoreOf(ownWords, phrase, family, primary));
}

/** How alike a header and a phrase are: shared words, without the words that only say whose column it is. */
function scoreOf(
  header: ReadonlySet<string>,
  phrase: ReadonlySet<string>,
  family: FamilyName,
  primary: FamilyName,
): number {
  const own = ownerWords(family);
  const isOwned = [...header].some((word) => own.has(word));
  const isForeign = [...header].some((word) => !own.has(word) && !phrase.has(word) && allOwnerWords.has(word));
  const whole = likeness(header, phrase);
  const bare = isOwned || family === primary ? likeness(without(header, own), without(phrase, own)) : 0;
  const isOther = [...header].some((word) => (strangerWords.has(word) || otherAspects.has(word)) && !phrase.has(word));
  return Math.max(whole, bare) * (isForeign || isOther ? 0.5 : 1);
}

const allOwnerWords: ReadonlySet<string> = new Set(familyNames.flatMap((family) => [...ownerWords(family)]));

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const size = a.size + b.size;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return size === 0 ? 0 : (2 * shared) / size;
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

export function hasOwnerWord({ words }: GroupColumn, family: FamilyName): boolean {
  return [...ownerWords(family)].some((word) => words.has(word));
}
