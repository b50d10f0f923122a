/** The tables of single words: generic words, words of persons' names, spellings, nicknames and numbers. */
import { phrasesOf, wordOf } from "./phrases.ts";
import { linesOf, partsOf, sourceOf } from "./sources.ts";

const ordinalsMax = 99;
const romanMin = 2;
const romanMax = 20;

/** `kind:group:word|word`, one line a group. Every word stands in one group only. */
export function genericWordsText(): string {
  const seen = new Map<string, string>();
  return linesOf(sourceOf("generic-words.txt"))
    .map((line) => {
      const [kind = "", group = "", words = ""] = line.split("|");
      if (kind !== "general" && kind !== "trade") throw new Error(`generic-words.txt: ${kind} is no kind`);
      return `${kind}:${group}:${wordsOf(words, group, seen).join("|")}`;
    })
    .sort()
    .join("\n");
}

/** `word|word:abbreviation|abbreviation`, a line for each word of firms and its other endings. */
export function abbreviationsText(): string {
  return linesOf(sourceOf("abbreviations.txt"))
    .map((line) => {
      const [full = "", short = ""] = line.split(":");
      return [full, short].map((words) => [...new Set(partsOf(words, " ").map(wordOf))].join("|")).join(":");
    })
    .sort()
    .join("\n");
}

/** `place:word|word`, one line each for titles, suffixes and particles. */
export function personWordsText(): string {
  const places = new Map<string, Set<string>>();
  for (const line of linesOf(sourceOf("person-words.txt"))) {
    const [place = "", words = ""] = line.split(":");
    const set = places.get(place) ?? new Set();
    for (const word of partsOf(words, " ")) set.add(wordOf(word));
    places.set(place, set);
  }
  return [...places].map(([place, words]) => `${place}:${[...words].sort().join("|")}`).join("\n");
}

/** `word|word`, one line a group of spellings; the first word names the group. */
export function spellingsText(): string {
  const heads = new Set<string>();
  return linesOf(sourceOf("spellings.txt"))
    .map((line) => {
      const words = [...new Set(partsOf(line, " ").map(wordOf))];
      const [head = ""] = words;
      if (heads.has(head)) throw new Error(`spellings.txt: two groups begin with ${head}`);
      heads.add(head);
      return words.join("|");
    })
    .sort()
    .join("\n");
}

/** `name:nickname|nickname`, one line a given name. */
export function nicknamesText(): string {
  const byName = new Map<string, Set<string>>();
  for (const line of linesOf(sourceOf("nicknames.txt"))) {
    const [name = "", nicknames = ""] = line.split(":");
    const set = byName.get(wordOf(name)) ?? new Set();
    for (const nickname of partsOf(nicknames, " ")) set.add(wordOf(nickname));
    byName.set(wordOf(name), set);
  }
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, nicknames]) => `${name}:${[...nicknames].sort().join("|")}`)
    .join("\n");
}

/** `digits:word|word`: number words and ordinals, ordinals of digits ("2nd") and Roman numerals from two to twenty. */
export function numberWordsText(): string {
  const words = new Map<string, Set<string>>();
  const add = (digits: string, word: string): void => {
    words.set(digits, (words.get(digits) ?? new Set()).add(word));
  };
  for (const line of linesOf(sourceOf("number-words.txt"))) {
    const [digits = "", list = ""] = line.split(":");
    for (const word of partsOf(list, " ")) add(digits, wordOf(word));
  }
  for (let value = 1; value <= ordinalsMax; value += 1) add(String(value), `${value}${ordinalEnding(value)}`);
  for (let value = romanMin; value <= romanMax; value += 1) add(String(value), romanNumeral(value));
  return [...words].map(([digits, list]) => `${digits}:${[...list].sort().join("|")}`).join("\n");
}

/** Every one-word spelling of the words; one that another group has already is a mistake of the source. */
function wordsOf(words: string, group: string, seen: Map<string, string>): string[] {
  const spellings = partsOf(words, " ").flatMap((word) => phrasesOf(word).filter((phrase) => !phrase.includes(" ")));
  const distinct = [...new Set(spellings)].sort();
  for (const word of distinct) {
    const other = seen.get(word);
    if (other !== undefined) throw new Error(`generic-words.txt: ${word} is in ${other} and in ${group}`);
    seen.set(word, group);
  }
  return distinct;
}

function ordinalEnding(value: number): string {
  if (value >= 11 && value <= 13) return "th";
  return ["th", "st", "nd", "rd"][value % 10] ?? "th";
}

function romanNumeral(value: number): string {
  const ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][value % 10] ?? "";
  return `${"x".repeat(Math.floor(value / 10))}${ones}`;
}
