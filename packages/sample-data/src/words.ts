import { Random } from "./random.ts";

/**
 * The invented vocabulary of the sample data. Every name is put together from the pieces below: given and family names, businesses,
 * streets and towns that do not exist. Telephone numbers are of the range kept for fiction (555-0100 to 0199), mail is at
 * example.com and example.org, tax numbers have the prefix 00, which is never assigned.
 */

/** Sounds of one invented people; names of one people resemble each other and differ from those of the others. */
type Sounds = {
  readonly onsets: readonly string[];
  readonly vowels: readonly string[];
  readonly endings: readonly string[];
};

const peoples: readonly Sounds[] = [
  {
    onsets: ["br", "d", "f", "gr", "h", "k", "l", "m", "n", "p", "r", "st", "t", "th", "v", "w"],
    vowels: ["a", "e", "i", "o", "u", "ae", "ei"],
    endings: ["bern", "dall", "fen", "gard", "low", "mere", "nock", "ridge", "stad", "tolm", "vick", "worne"],
  },
  {
    onsets: ["b", "ch", "d", "g", "k", "kh", "kr", "m", "p", "r", "sh", "t", "v", "y", "z", "zh"],
    vowels: ["a", "e", "i", "o", "u", "ya"],
    endings: ["akov", "chenin", "dzor", "enko", "ikhin", "kovar", "lyov", "minsk", "rovic", "tsev", "vitch", "zhanov"],
  },
  {
    onsets: ["b", "c", "d", "f", "g", "j", "l", "m", "n", "p", "qu", "r", "s", "t", "v", "x"],
    vowels: ["a", "e", "i", "o", "u", "ia", "ue"],
    endings: ["ades", "andro", "avela", "edro", "eira", "illo", "indez", "ojas", "ondo", "orias", "uelo", "urra"],
  },
];

const businessOnsets = [
  "b",
  "br",
  "c",
  "cl",
  "d",
  "dr",
  "f",
  "fl",
  "g",
  "gr",
  "h",
  "k",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "t",
  "tr",
  "v",
  "z",
];
const businessVowels = ["a", "e", "i", "o", "u", "au", "ea", "io"];
const businessEndings = [
  "bex",
  "dara",
  "dine",
  "fora",
  "gant",
  "kest",
  "lane",
  "lith",
  "mar",
  "nox",
  "pell",
  "quin",
  "rand",
  "sol",
  "tane",
  "vero",
  "wyn",
  "zeta",
];

const townFirst = [
  "Alder",
  "Bram",
  "Cinder",
  "Dun",
  "Elm",
  "Fallow",
  "Gran",
  "Hollow",
  "Iver",
  "Kettle",
  "Larch",
  "Mill",
  "North",
  "Otter",
  "Pell",
  "Quarry",
  "Rusk",
  "Stone",
  "Tarn",
  "Wick",
];
const townLast = ["bury", "combe", "field", "ford", "gate", "ham", "haven", "mouth", "port", "stead", "ton", "wick"];
const streetFirst = [
  "Amberlock",
  "Birchwater",
  "Cobblemere",
  "Dapplewood",
  "Eastmarrow",
  "Fernhollow",
  "Gristmill Bend",
  "Harrowgate End",
  "Ironleaf",
  "Juniper Notch",
  "Kestrel Walk",
  "Lanternfall",
  "Mossgrove",
  "Nettlecombe",
  "Oakendrift",
  "Pewterbank",
  "Quillmarsh",
  "Ravenstile",
  "Saltmeadow",
  "Thistledown",
];
const streetKinds = ["Street", "Avenue", "Road", "Lane", "Drive", "Court"];

/** States the agency does business in, by weight, with a band of postal codes for each. */
export const states: readonly {
  readonly code: string;
  readonly weight: number;
  readonly zip: string;
  readonly area: string;
}[] = [
  { code: "OH", weight: 34, zip: "43", area: "614" },
  { code: "PA", weight: 20, zip: "15", area: "412" },
  { code: "IN", weight: 14, zip: "46", area: "317" },
  { code: "MI", weight: 12, zip: "48", area: "313" },
  { code: "KY", weight: 8, zip: "40", area: "502" },
  { code: "NY", weight: 6, zip: "14", area: "716" },
  { code: "FL", weight: 3, zip: "33", area: "305" },
  { code: "CA", weight: 3, zip: "94", area: "415" },
];

export type Address = { readonly line1: string; readonly city: string; readonly state: string; readonly zip: string };

export function stateOf(random: Random): string {
  return random.weighted(states.map(({ code, weight }) => [code, weight]));
}

export function addressIn(random: Random, state: string): Address {
  const { zip } = states.find(({ code }) => code === state) ?? { zip: "43" };
  return {
    line1: `${random.int(1, 9_899)} ${random.pick(streetFirst)} ${random.pick(streetKinds)}`,
    city: `${random.pick(townFirst)}${random.pick(townLast)}`,
    state,
    zip: `${zip}${random.digits(3)}`,
  };
}

/** Of the hundred numbers that telephone books of fiction share. */
export function phoneIn(random: Random, state: string): string {
  const { area } = states.find(({ code }) => code === state) ?? { area: "614" };
  return `(${area}) 555-01${random.digits(2)}`;
}

/** Nine digits under the prefix 00, which no office hands out. */
export function taxNumber(random: Random): string {
  return `00-${random.digits(7)}`;
}

/** 17 characters whose ninth is not the check digit that the others ask for, so that no vehicle has it. */
export function vehicleNumber(random: Random): string {
  const alphabet = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
  let text = "";
  for (let at = 0; at < 17; at += 1) text += alphabet[random.int(0, alphabet.length - 1)] ?? "0";
  const wrong = (checkDigit(text) + 1 + random.int(0, 9)) % 11;
  return `${text.slice(0, 8)}${wrong === 10 ? "X" : String(wrong)}${text.slice(9)}`;
}

/** The value 0..10 (10 is written X) that the ninth character of a vehicle identification number has to have (49 CFR 565.15). */
function checkDigit(number: string): number {
  const values = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  let sum = 0;
  for (const [at, letter] of [...number].entries()) sum += (values.indexOf(letter) % 10) * (weights[at] ?? 0);
  return sum % 11;
}

export type PersonName = { readonly given: string; readonly family: string; readonly full: string };

/** Names drawn from lists that the seed alone decides: few given names in uneven use, many family and business words. */
export class NameMaker {
  readonly #given: readonly (readonly string[])[];
  readonly #family: readonly (readonly string[])[];
  readonly #business: readonly string[];

  constructor(seed: number, familyWords: number, businessWords: number) {
    const random = new Random(seed, "words");
    this.#given = peoples.map((sounds) => distinct(90, () => capital(givenWord(random, sounds))));
    this.#family = peoples.map((sounds) =>
      distinct(Math.ceil(familyWords / peoples.length), () => capital(familyWord(random, sounds))),
    );
    this.#business = distinct(businessWords, () => capital(businessWord(random)));
  }

  person(random: Random, people = random.int(0, peoples.length - 1)): PersonName {
    const given = common(random, this.#given[people] ?? []);
    const family = random.pick(this.#family[people] ?? []);
    return { given, family, full: `${given} ${family}` };
  }

  /** One distinct business word, now and then two. */
  business(random: Random): string {
    const first = random.pick(this.#business);
    return random.chance(0.3) ? `${first} ${random.pick(this.#business)}` : first;
  }
}

/** The person's mail of a domain that belongs to documentation (RFC 2606). */
export function mailOf(random: Random, name: PersonName): string {
  return `${name.given}.${name.family}${random.int(1, 99)}@example.${random.chance(0.7) ? "com" : "org"}`.toLowerCase();
}

function givenWord(random: Random, { onsets, vowels }: Sounds): string {
  const syllable = (): string => random.pick(onsets) + random.pick(vowels);
  return syllable() + syllable() + (random.chance(0.5) ? random.pick(["n", "l", "r", "m", "s"]) : "");
}

function familyWord(random: Random, { onsets, vowels, endings }: Sounds): string {
  const syllable = (): string => random.pick(onsets) + random.pick(vowels);
  return syllable() + (random.chance(0.55) ? syllable() : "") + random.pick(endings);
}

function businessWord(random: Random): string {
  const syllable = (): string => random.pick(businessOnsets) + random.pick(businessVowels);
  return syllable() + (random.chance(0.6) ? syllable() : "") + random.pick(businessEndings);
}

/** Squared, so that the first names of the list are common. */
function common(random: Random, list: readonly string[]): string {
  return list[Math.floor(random.next() ** 2 * list.length)] ?? "Ano";
}

function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  // The sounds allow far more words than are asked for; the bound only ends a mistake.
  for (let tries = 0; found.size < count && tries < count * 50; tries += 1) found.add(make());
  return [...found];
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
