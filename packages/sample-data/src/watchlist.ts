import type { JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import type { Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { trades } from "./trades.ts";
import type { NameMaker } from "./words.ts";

/**
 * A list of invented people and firms with their aliases, and clients to screen against it: some are on it under another spelling
 * (the planted hits), some only look like somebody who is (the near misses), most resemble no one. Countries are codes that
 * ISO 3166 leaves to its users, so that no real country has listed people here.
 */
export type Screening = {
  readonly entries: readonly JsonObject[];
  /** Inputs of diligence runs, by subject key in the truth. */
  readonly subjects: readonly JsonObject[];
  readonly truth: readonly ScreeningTruth[];
};
export type ScreeningTruth = {
  readonly subject_key: string;
  readonly kind: "listed" | "near_miss" | "clean";
  /** How the name differs from the entry's. */
  readonly how: string;
  readonly entry_id?: string;
  /** The party of the file that is listed: the subject, or one of those around it. */
  readonly party?: string;
};

const countries = ["XA", "XB", "XC", "XD", "XE", "XF", "QM", "QN"];
const forms = ["LLC", "Trading Company", "GmbH", "Holding", "Shipping Ltd", "SA"];
const cleanShare = 1.35;

type Listed = {
  readonly row: JsonObject;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly isPerson: boolean;
  readonly birthYear: number;
  readonly country: string;
};

export function makeScreening(seed: number, plan: Plan, names: NameMaker): Screening {
  const listed = Array.from({ length: plan.watchlist }, (_, index) =>
    makeEntry(new Random(seed, "listed", index), index, names),
  );
  const random = new Random(seed, "subjects");
  const chosen = random.sample(listed, plan.listed + plan.nearMisses);
  const subjects: JsonObject[] = [];
  const truth: ScreeningTruth[] = [];
  const add = (row: JsonObject, about: Omit<ScreeningTruth, "subject_key">): void => {
    const subject_key = `scr-${String(subjects.length + 1).padStart(4, "0")}`;
    const { related_parties, ...subject } = row;
    subjects.push({
      subject: { subject_key, ...subject },
      ...(related_parties === undefined ? {} : { related_parties }),
    });
    truth.push({ subject_key, ...about });
  };
  for (const [index, entry] of chosen.slice(0, plan.listed).entries()) {
    const { name, how } = respelled(random, entry, index);
    const person = {
      name,
      kind: entry.isPerson ? "person" : "organization",
      countries: [entry.country],
      ...(entry.isPerson && random.chance(0.6) ? { birth_date: String(entry.birthYear) } : {}),
    };
    const entry_id = textOf(entry.row.entry_id);
    // Three in ten are found behind the client: as its owner.
    if (random.chance(0.3)) {
      add(
        {
          ...businessOf(random, names),
          related_parties: [{ party_key: "owner-1", role: "owner", ownership: 0.6, ...person }],
        },
        { kind: "listed", how, entry_id, party: "owner-1" },
      );
    } else {
      add(person, { kind: "listed", how, entry_id, party: "subject" });
    }
  }
  for (const [index, entry] of chosen.slice(plan.listed).entries()) {
    const { name, how, country, birthYear } = resembling(random, entry, index, names);
    add(
      {
        name,
        kind: entry.isPerson ? "person" : "organization",
        countries: [country],
        ...(entry.isPerson ? { birth_date: String(birthYear) } : {}),
      },
      { kind: "near_miss", how, entry_id: textOf(entry.row.entry_id) },
    );
  }
  for (let left = Math.round((plan.listed + plan.nearMisses) * cleanShare); left > 0; left -= 1) {
    if (random.chance(0.5)) {
      const owner = names.person(random);
      add(
        {
          ...businessOf(random, names),
          related_parties: [
            {
              party_key: "owner-1",
              role: "owner",
              ownership: 0.8,
              name: owner.full,
              kind: "person",
              birth_date: String(random.int(1945, 2003)),
              countries: ["US"],
            },
          ],
        },
        { kind: "clean", how: "business with its owner" },
      );
    } else
      add(
        {
          name: names.person(random).full,
          kind: "person",
          birth_date: String(random.int(1945, 2003)),
          countries: ["US"],
        },
        { kind: "clean", how: "person" },
      );
  }
  return { entries: listed.map(({ row }) => row), subjects, truth };
}

function makeEntry(random: Random, index: number, names: NameMaker): Listed {
  const isPerson = random.chance(0.6);
  const country = random.pick(countries);
  const birthYear = random.int(1944, 1994);
  const person = names.person(random);
  const form = random.pick(forms);
  const name = isPerson
    ? `${person.given} ${random.chance(0.25) ? `${names.person(random).given} ` : ""}${person.family}`
    : `${names.business(random)} ${random.pick(["Freight", "Minerals", "Trading", "Marine", "Textile", "Energy"])} ${form}`;
  const aliases = [
    ...(random.chance(0.7) ? [transliterated(name)] : []),
    ...(random.chance(0.4)
      ? [isPerson ? `${names.person(random).given} ${person.family}` : names.business(random)]
      : []),
  ].filter((alias) => alias !== name);
  const weak = isPerson && random.chance(0.25) ? [names.person(random).given] : [];
  return {
    name,
    aliases,
    isPerson,
    birthYear,
    country,
    row: {
      entry_id: `DW-${String(index + 1).padStart(6, "0")}`,
      kind: isPerson ? "person" : "organization",
      names: [
        ...[name, ...aliases].map((each) => ({ name: each, strength: "strong" })),
        ...weak.map((each) => ({ name: each, strength: "weak" })),
      ],
      ...(isPerson ? { birth_dates: [String(birthYear)] } : {}),
      countries: [country],
      programs: [random.pick(["DEMO-TRADE", "DEMO-FUNDS", "DEMO-TRAVEL"])],
      remarks: "Synthetic sample",
      version: "1",
    },
  };
}

/** The same person or firm as somebody else would write it. Every way is taken in turn. */
function respelled(random: Random, { name, aliases, isPerson }: Listed, index: number): { name: string; how: string } {
  const words = name.split(" ");
  const [alias] = aliases;
  const ways: readonly (() => { name: string; how: string })[] = [
    () => ({ name: transliterated(name), how: "other transliteration" }),
    () => ({ name: slip(random, transliterated(name), "drop"), how: "other transliteration with a letter left out" }),
    () => ({
      name: isPerson ? `${words.at(-1) ?? ""}, ${words.slice(0, -1).join(" ")}` : words.slice(0, -1).join(" "),
      how: isPerson ? "family name first" : "without its legal form",
    }),
    () => ({ name: alias ?? name, how: "by an alias" }),
    () => ({ name: slip(random, name, "swap"), how: "two letters swapped" }),
    () => ({ name: name.toUpperCase().normalize("NFD").replace("E", "E\u0301"), how: "capitals and an accent" }),
    () => ({
      name: slip(random, isPerson ? `${words.at(-1) ?? ""} ${words.slice(0, -1).join(" ")}` : name, "double"),
      how: "a letter doubled, other order",
    }),
    () => ({
      name: isPerson && words.length > 2 ? `${words[0] ?? ""} ${words.at(-1) ?? ""}` : `The ${name}`,
      how: isPerson ? "without the middle name" : "with an article",
    }),
  ];
  return ways[index % ways.length]?.() ?? { name, how: "as listed" };
}

/** Somebody else. */
function resembling(
  random: Random,
  { name, isPerson, country, birthYear }: Listed,
  index: number,
  names: NameMaker,
): { name: string; how: string; country: string; birthYear: number } {
  const words = name.split(" ");
  const elsewhere = "US";
  const otherYear = birthYear + random.pick([-17, -11, 9, 14]);
  if (!isPerson) {
    const trade = random.pick(trades).words[0] ?? "Supply";
    return index % 2 === 0
      ? {
          name: `${words[0] ?? ""} ${trade} Inc`,
          how: "same first word, another business",
          country: elsewhere,
          birthYear,
        }
      : {
          name: `${names.business(random)} ${words.slice(1).join(" ")}`,
          how: "same business words, another name",
          country: elsewhere,
          birthYear,
        };
  }
  switch (index % 3) {
    case 0:
      return {
        name: `${names.person(random).given} ${words.at(-1) ?? ""}`,
        how: "same family name",
        country: elsewhere,
        birthYear: otherYear,
      };
    case 1:
      return { name, how: "namesake of another year and country", country: elsewhere, birthYear: otherYear };
    default:
      return {
        name: `${words[0] ?? ""} ${names.person(random).family}`,
        how: "same given name",
        country,
        birthYear: otherYear,
      };
  }
}

function businessOf(random: Random, names: NameMaker): JsonObject {
  return {
    name: `${names.business(random)} ${random.pick(random.pick(trades).words)} LLC`,
    kind: "organization",
    countries: ["US"],
  };
}

/** How another alphabet's sounds are written elsewhere. */
function transliterated(name: string): string {
  const pairs: readonly (readonly [string, string])[] = [
    ["kh", "ch"],
    ["sh", "sch"],
    ["zh", "j"],
    ["ks", "x"],
    ["f", "ph"],
    ["v", "w"],
    ["y", "i"],
    ["k", "c"],
  ];
  return name
    .split(" ")
    .map((word) => {
      const pair = pairs.find(([from]) => word.length > 3 && word.toLowerCase().indexOf(from) > 0);
      return pair === undefined ? word : word.slice(0, 1) + word.slice(1).replace(pair[0], pair[1]);
    })
    .join(" ");
}

/** A slip of the hand in the longest word, never in its first letter. */
function slip(random: Random, name: string, kind: "drop" | "swap" | "double"): string {
  const words = name.split(" ");
  const longest = words.reduce((best, word, at) => (word.length > (words[best]?.length ?? 0) ? at : best), 0);
  const word = words[longest] ?? "";
  const at = random.int(2, Math.max(2, word.length - 3));
  const [letter, next] = [word[at] ?? "", word[at + 1] ?? ""];
  const changed = {
    drop: word.slice(0, at) + word.slice(at + 1),
    swap: word.slice(0, at) + next + letter + word.slice(at + 2),
    double: word.slice(0, at) + letter + word.slice(at),
  };
  words[longest] = changed[kind];
  return words.join(" ");
}
