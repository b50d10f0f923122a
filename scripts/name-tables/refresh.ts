/** Adds to the sources of the name tables what fresh copies of the public originals have beyond them. */
import { readFileSync, writeFileSync } from "node:fs";
import yaml from "js-yaml";
import { readLegalForms } from "./legal-forms.ts";
import { phrasesOf } from "./phrases.ts";
import { linesOf, partsOf, sourceOf } from "./sources.ts";

const wordsMax = 8;
const classes: ReadonlySet<string> = new Set(["llc", "jsc", "lp", "llp", "gp", "sp", "coop", "ngo", "soe"]);

/**
 * rigour `org_types.yml`: `types: [{display?, generic?, aliases}]`. Spellings that are known, longer than eight words or
 * one letter away from a known one are left out: a name's legal form is found with one letter wrong (NAME-12).
 */
export function newLegalForms(text: string, existing: ReadonlySet<string>): string[] {
  const all = new Set(existing);
  return entriesOf(listOf(propertyOf(yaml.load(text), "types"))).flatMap((entry) => {
    const display = textOf(propertyOf(entry, "display"));
    const generic = textOf(propertyOf(entry, "generic")).toLowerCase();
    const spellings = [display, ...listOf(propertyOf(entry, "aliases")).map(textOf)].filter((spelling) => {
      const phrases = phrasesOf(spelling);
      const isNew = phrases.some((phrase) => !all.has(phrase) && !isSlip(phrase, all));
      for (const phrase of phrases) all.add(phrase);
      return isNew && phrases.every((phrase) => phrase.split(" ").length <= wordsMax);
    });
    const [first, ...others] = spellings.map((spelling) => spelling.replace(/[|;]/g, " "));
    if (first === undefined) return [];
    return [[classes.has(generic) ? generic : "other", "rigour", first, others.join("; ")].join("|")];
  });
}

/** Appends the new forms of `org_types.yml` to legal-forms.txt. */
export function addLegalForms(text: string): void {
  const lines = readLegalForms();
  const existing = new Set(lines.flatMap(({ display, aliases }) => [display, ...aliases].flatMap(phrasesOf)));
  append("legal-forms.txt", newLegalForms(text, existing));
}

/** rigour `symbols.yml`, `org_symbols: {name: [word]}`: new single words of groups that have a known word. */
export function withSymbols(text: string, lines: readonly string[]): string[] {
  const groups = lines.map((line) => {
    const [kind = "", group = "", words = ""] = line.split("|");
    return { kind, group, words: partsOf(words, " ") };
  });
  const ownerOf = new Map(groups.flatMap((group) => group.words.flatMap(phrasesOf).map((word) => [word, group])));
  for (const symbol of Object.values(recordOf(propertyOf(yaml.load(text), "org_symbols")))) {
    const words = listOf(symbol).map(textOf);
    const owner = words
      .flatMap(phrasesOf)
      .map((word) => ownerOf.get(word))
      .find((group) => group !== undefined);
    for (const word of owner === undefined ? [] : words) {
      const phrases = phrasesOf(word);
      if (/\s/.test(word.trim()) || phrases.some((phrase) => phrase.includes(" ") || ownerOf.has(phrase))) continue;
      owner?.words.push(word);
      for (const phrase of phrases) if (owner !== undefined) ownerOf.set(phrase, owner);
    }
  }
  return groups.map(({ kind, group, words }) => [kind, group, words.join(" ")].join("|"));
}

/** Rewrites generic-words.txt with the new words of `symbols.yml`; comments at its head stay. */
export function addSymbols(text: string): void {
  rewrite("generic-words.txt", withSymbols(text, linesOf(sourceOf("generic-words.txt"))));
}

/** nicknames `names.csv`, `name,nickname,nickname`, quoted or not, NA for none: lines for nicknames.txt. */
export function withNicknames(text: string, lines: readonly string[]): string[] {
  const byName = new Map<string, Set<string>>();
  const add = (name: string, nicknames: readonly string[]): void => {
    const set = byName.get(name) ?? new Set();
    for (const nickname of nicknames) if (nickname !== name) set.add(nickname);
    byName.set(name, set);
  };
  for (const line of lines) {
    const [name = "", nicknames = ""] = line.split(":");
    add(name, partsOf(nicknames, " "));
  }
  for (const row of partsOf(text, "\n")) {
    const [name, ...nicknames] = row.split(",").map((cell) => cell.replaceAll('"', "").trim().toLowerCase());
    const words = nicknames.filter((word) => /^[a-z]{2,}$/.test(word) && word !== "na" && word !== "nickname");
    if (name !== undefined && /^[a-z]{2,}$/.test(name) && words.length > 0) add(name, words);
  }
  return [...byName].map(([name, nicknames]) => `${name}: ${[...nicknames].join(" ")}`);
}

/** Rewrites nicknames.txt with the new ones of `names.csv`. */
export function addNicknames(text: string): void {
  rewrite("nicknames.txt", withNicknames(text, linesOf(sourceOf("nicknames.txt"))));
}

/** Whether one letter more, less or other makes `phrase` a known one; such slips need no entry. */
function isSlip(phrase: string, existing: ReadonlySet<string>): boolean {
  const letters = 8;
  if (phrase.length < letters) return false;
  for (const other of existing) if (isOneLetterAway(phrase, other)) return true;
  return false;
}

function isOneLetterAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1;
}

function append(source: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const path = sourceOf(source);
  writeFileSync(path, `${readFileSync(path, "utf8").trimEnd()}\n\n# Added from the original\n${lines.join("\n")}\n`);
}

function rewrite(source: string, lines: readonly string[]): void {
  const path = sourceOf(source);
  const head = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  writeFileSync(path, `${[...head, ...lines].join("\n")}\n`);
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const propertyOf = (value: unknown, name: string): unknown => recordOf(value)[name];
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const entriesOf = (values: readonly unknown[]): Record<string, unknown>[] => values.map(recordOf);
const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
