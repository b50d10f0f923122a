import type { JsonObject } from "@service/json";

/** Numbers 0..1 from a seed, the same on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type NameMaker = { readonly person: () => string; readonly organization: () => string };

const onsets = [
  "b",
  "br",
  "d",
  "dr",
  "f",
  "g",
  "gr",
  "h",
  "j",
  "k",
  "kr",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "st",
  "t",
  "tr",
  "v",
  "z",
  "sh",
  "ch",
];
/** Syllables of names that are on no list: another country's, with some sounds in common. */
const otherOnsets = [
  "b",
  "bl",
  "cl",
  "fl",
  "gl",
  "m",
  "n",
  "pl",
  "qu",
  "r",
  "sc",
  "sl",
  "sp",
  "sw",
  "th",
  "tw",
  "w",
  "y",
];
const otherVowels = ["a", "e", "o", "al", "am", "and", "er", "et", "ick", "ill", "ock", "ol", "on", "oss", "un"];
const vowels = ["a", "e", "i", "o", "u", "ai", "ei", "ia", "ov", "an", "en", "in", "or", "ar", "el"];
const trades = [
  "dining",
  "roofing",
  "freight",
  "masonry",
  "trading",
  "logistics",
  "farms",
  "builders",
  "textiles",
  "marine",
  "motors",
  "foods",
  "supply",
  "energy",
  "mining",
];
const forms = ["LLC", "Inc", "Corp", "Ltd", "GmbH", "Company", ""];

/** Invented names: a few hundred given names in uneven use, many family and business words; `isOther`: of another country. */
export function nameMaker(random: () => number, isOther = false): NameMaker {
  const [starts, ends] = isOther ? [otherOnsets, otherVowels] : [onsets, vowels];
  const word = (syllables: number): string => {
    let text = "";
    for (let n = 0; n < syllables; n += 1) text += pick(starts, random) + pick(ends, random);
    return text;
  };
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const given = Array.from({ length: 400 }, () => capital(word(2)));
  const family = Array.from({ length: 6000 }, () => capital(word(2 + Math.floor(random() * 2))));
  const business = Array.from({ length: 4000 }, () => capital(word(2 + Math.floor(random() * 2))));
  // Squaring makes the first ones common, as real given names are.
  const common = (list: readonly string[]): string => list[Math.floor(random() ** 2 * list.length)] ?? "Ano";
  return {
    person: () => `${common(given)} ${random() < 0.3 ? `${common(given)} ` : ""}${pick(family, random)}`,
    organization: () => {
      const second = random() < 0.4 ? ` ${pick(business, random)}` : "";
      return `${pick(business, random)}${second} ${capital(pick(trades, random))} ${pick(forms, random)}`.trim();
    },
  };
}

/** `count` list entries with two names each, half of them persons. */
export function generatedEntries(count: number, maker: NameMaker, random: () => number): JsonObject[] {
  return Array.from({ length: count }, (_, index): JsonObject => {
    const isPerson = index % 2 === 0;
    const make = isPerson ? maker.person : maker.organization;
    return {
      entry_id: `G-${index}`,
      kind: isPerson ? "person" : "organization",
      names: [
        { name: make(), strength: "strong" },
        { name: make(), strength: random() < 0.3 ? "weak" : "strong" },
      ],
      version: "1",
    };
  });
}

type Change = (words: readonly string[], random: () => number) => readonly string[] | undefined;

const titles = ["Mr.", "Dr.", "Prof.", "Eng.", "Gen.", "Sheikh"];

/** One letter of the longest word left out, doubled, exchanged with the next, or another one. */
const oneSlip: Change = (words, random) => {
  const longest = words.reduce((best, word, index) => (word.length > (words[best]?.length ?? 0) ? index : best), 0);
  const word = words[longest] ?? "";
  if (word.length < 6) return undefined;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at] ?? "") + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
    word.slice(0, at) + (word[at] === "e" ? "a" : "e") + word.slice(at + 1),
  ];
  return words.with(longest, pick(slips, random));
};

/** What people and transliterations make of a name, by class; `undefined` where a name has nothing to change. */
export const changes: { readonly [Kind in "person" | "organization"]: { readonly [name: string]: Change } } = {
  person: {
    "other order": (words) => words.toReversed(),
    "family name first": (words) => [`${words.at(-1)?.toUpperCase() ?? ""},`, ...words.slice(0, -1)],
    "title before": (words, random) => [pick(titles, random), ...words],
    "middle name left out": (words) => (words.length < 3 ? undefined : [words[0] ?? "", words.at(-1) ?? ""]),
    "middle name as initial": (words) =>
      words.length < 3 ? undefined : [words[0] ?? "", `${words[1]?.[0] ?? ""}.`, ...words.slice(2)],
    "family name hyphenated": (words) => (words.length < 3 ? undefined : [words[0] ?? "", words.slice(1).join("-")]),
    "two words joined": (words) => [words.slice(0, 2).join(""), ...words.slice(2)],
    "one slip": oneSlip,
  },
  organization: {
    "without legal form": (words) => withForm(words, undefined),
    "other legal form": (words, random) => withForm(words, pick(["S.A.", "Limitd", "L.L.C.", "Sp. z o.o."], random)),
    "two words joined": (words) => (words.length < 3 ? undefined : [words.slice(0, 2).join(""), ...words.slice(2)]),
    "one slip": oneSlip,
  },
};

function withForm(words: readonly string[], form: string | undefined): readonly string[] | undefined {
  const core = words.filter((word) => !forms.includes(word));
  return core.length === words.length ? undefined : [...core, ...(form === undefined ? [] : [form])];
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? "";
}
