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

/** Invented names: a few hundred given names in uneven use, many family and business words. */
export function nameMaker(random: () => number): NameMaker {
  const word = (syllables: number): string => {
    let text = "";
    for (let n = 0; n < syllables; n += 1) text += pick(onsets, random) + pick(vowels, random);
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

/** The kinds of change that people and transliterations make to a name. */
export function mutated(name: string, random: () => number): string {
  const words = name.split(" ");
  const longest = words.reduce((best, word, index) => (word.length > (words[best]?.length ?? 0) ? index : best), 0);
  const target = words[longest] ?? "";
  const at = 1 + Math.floor(random() * Math.max(1, target.length - 2));
  switch (Math.floor(random() * 4)) {
    case 0:
      words[longest] = target.slice(0, at) + target.slice(at + 1);
      return words.join(" ");
    case 1:
      words[longest] = target.slice(0, at) + (target[at + 1] ?? "") + (target[at] ?? "") + target.slice(at + 2);
      return words.join(" ");
    case 2:
      return words.toReversed().join(" ");
    default:
      return words.filter((word) => !forms.includes(word) || word === "").join(" ");
  }
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? "";
}
