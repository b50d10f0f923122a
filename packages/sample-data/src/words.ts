import { Random } from "./random.ts";

/**
 * The invented vocabulary of the sample data. Every name is put together from the pieces below: given and family names, businesses,
 * streets and towns that do not exist. Telephone numbers are of the range kept for fiction (555-0100 to 0199), mail is at
 * example.com and example.org, tax numbers have the prefix 00, which is never assigned.
 */

/** Pieces of the names of one invented people; names of one people resemble each other and differ from those of the others. */
type Pieces = {
  readonly given: readonly [starts: readonly string[], ends: readonly string[]];
  readonly family: readonly [starts: readonly string[], joints: readonly string[], ends: readonly string[]];
};

const peoples: readonly Pieces[] = [
  {
    given: [
      [
        "Al",
        "Bren",
        "Cor",
        "Dor",
        "El",
        "Far",
        "Gar",
        "Hal",
        "Jor",
        "Kel",
        "Lin",
        "Mer",
        "Nor",
        "Or",
        "Per",
        "Ros",
        "Sel",
        "Tam",
        "Wil",
        "Wen",
      ],
      ["a", "an", "den", "eth", "ia", "ic", "in", "na", "nan", "ric", "sa", "ven", "wyn"],
    ],
    family: [
      [
        "Ald",
        "Ash",
        "Bar",
        "Bel",
        "Brack",
        "Bran",
        "Cald",
        "Carn",
        "Cor",
        "Dal",
        "Dun",
        "Ed",
        "Fal",
        "Farn",
        "Gal",
        "Grim",
        "Hal",
        "Hart",
        "Hest",
        "Hol",
        "Ing",
        "Kel",
        "Kirk",
        "Lang",
        "Lind",
        "Lor",
        "Mal",
        "Mar",
        "Nev",
        "Nor",
        "Old",
        "Pen",
        "Quar",
        "Ran",
        "Red",
        "Rook",
        "Sel",
        "Stan",
        "Sut",
        "Tal",
        "Thorn",
        "Tor",
        "Ul",
        "Vell",
        "Wan",
        "War",
        "Wes",
        "Whit",
        "Win",
        "Yar",
      ],
      ["", "e", "en", "er"],
      ["bern", "dall", "fen", "gard", "low", "mere", "nock", "ridge", "stad", "tolm", "vick", "worne"],
    ],
  },
  {
    given: [
      [
        "An",
        "Bor",
        "Dan",
        "Dmitr",
        "Ev",
        "Gal",
        "Il",
        "Kat",
        "Lar",
        "Mar",
        "Mil",
        "Nad",
        "Ol",
        "Pav",
        "Rad",
        "Ser",
        "Stan",
        "Tat",
        "Val",
        "Zor",
      ],
      ["a", "ana", "ek", "ena", "ia", "ik", "ila", "ina", "isa", "ko", "mir", "ya", "yan"],
    ],
    family: [
      [
        "Andr",
        "Bal",
        "Bel",
        "Bog",
        "Bor",
        "Chern",
        "Dan",
        "Dar",
        "Dob",
        "Dor",
        "Gal",
        "Gor",
        "Gur",
        "Iv",
        "Kal",
        "Kam",
        "Kar",
        "Kol",
        "Kor",
        "Kras",
        "Kur",
        "Laz",
        "Leb",
        "Luk",
        "Mak",
        "Mal",
        "Mar",
        "Mir",
        "Mor",
        "Nov",
        "Ost",
        "Pal",
        "Pan",
        "Pet",
        "Pol",
        "Rad",
        "Rom",
        "Rud",
        "Sav",
        "Ser",
        "Sol",
        "Stan",
        "Tar",
        "Tim",
        "Vas",
        "Vel",
        "Vol",
        "Yar",
        "Zab",
        "Zim",
      ],
      ["", "a", "e", "o"],
      ["akov", "chenin", "dzor", "enko", "ikhin", "kovar", "lyov", "minsk", "rovic", "tsev", "vitch", "zhanov"],
    ],
  },
  {
    given: [
      [
        "Ad",
        "Al",
        "Bel",
        "Cel",
        "Dam",
        "Est",
        "Fel",
        "Gas",
        "Is",
        "Jul",
        "Laur",
        "Mar",
        "Nat",
        "Oct",
        "Pal",
        "Ram",
        "Sal",
        "Tom",
        "Val",
        "Xim",
      ],
      ["a", "ana", "elo", "ena", "eo", "ia", "ian", "ina", "io", "ira", "iso", "ola", "on"],
    ],
    family: [
      [
        "Alc",
        "Alm",
        "Arg",
        "Bal",
        "Barr",
        "Ben",
        "Berm",
        "Cab",
        "Cald",
        "Camp",
        "Card",
        "Cas",
        "Cerr",
        "Cord",
        "Cort",
        "Cuest",
        "Dal",
        "Dom",
        "Est",
        "Fer",
        "Fig",
        "Fon",
        "Gal",
        "Garc",
        "Gom",
        "Herr",
        "Lar",
        "Led",
        "Lim",
        "Mal",
        "Mar",
        "Mend",
        "Mir",
        "Mont",
        "Mor",
        "Nav",
        "Ol",
        "Pach",
        "Pal",
        "Per",
        "Quint",
        "Ram",
        "Riv",
        "Ros",
        "Sal",
        "Sand",
        "Tor",
        "Val",
        "Vill",
        "Zam",
      ],
      ["", "in", "er", "el"],
      ["ades", "andro", "avela", "edro", "eira", "illo", "indez", "ojas", "ondo", "orias", "uelo", "urra"],
    ],
  },
];

const businessStarts = [
  "Acorn",
  "Alder",
  "Amber",
  "Anvil",
  "Apple",
  "Arrow",
  "Aspen",
  "Barley",
  "Beacon",
  "Birch",
  "Black",
  "Blue",
  "Bracken",
  "Bramble",
  "Brass",
  "Bright",
  "Broad",
  "Calder",
  "Candle",
  "Cedar",
  "Clay",
  "Clover",
  "Copper",
  "Coral",
  "Cotton",
  "Crane",
  "Crystal",
  "Drift",
  "Eagle",
  "Elder",
  "Ember",
  "Fallow",
  "Fern",
  "Flax",
  "Flint",
  "Fox",
  "Garnet",
  "Glass",
  "Golden",
  "Granite",
  "Green",
  "Harbor",
  "Hazel",
  "Heather",
  "Heron",
  "Hickory",
  "Holly",
  "Hunter",
  "Iron",
  "Ivory",
  "Jasper",
  "Juniper",
  "Kestrel",
  "Lantern",
  "Larch",
  "Laurel",
  "Linden",
  "Maple",
  "Marble",
  "Meadow",
  "Mill",
  "Moss",
  "Oak",
  "Olive",
  "Opal",
  "Orchard",
  "Otter",
  "Pebble",
  "Pine",
  "Plum",
  "Quarry",
  "Quill",
  "Raven",
  "Reed",
  "River",
  "Robin",
  "Rowan",
  "Saffron",
  "Sage",
  "Salt",
  "Sand",
  "Shale",
  "Silver",
  "Slate",
  "Sparrow",
  "Spring",
  "Spruce",
  "Stone",
  "Summer",
  "Sycamore",
  "Tallow",
  "Thistle",
  "Timber",
  "Walnut",
  "Wheat",
  "Willow",
  "Winter",
  "Wren",
];
const businessEnds = [
  "bank",
  "bar",
  "beck",
  "bell",
  "bloom",
  "bourne",
  "brace",
  "branch",
  "bridge",
  "brook",
  "burrow",
  "cairn",
  "cliff",
  "combe",
  "craft",
  "crest",
  "croft",
  "cross",
  "dale",
  "dell",
  "den",
  "fall",
  "fell",
  "field",
  "finch",
  "ford",
  "forge",
  "gate",
  "glen",
  "grove",
  "hearth",
  "heath",
  "hill",
  "hollow",
  "holt",
  "keep",
  "kirk",
  "lade",
  "land",
  "lea",
  "light",
  "lock",
  "march",
  "mark",
  "mead",
  "mere",
  "moor",
  "mount",
  "nest",
  "path",
  "peak",
  "pike",
  "point",
  "reach",
  "rest",
  "ridge",
  "rise",
  "row",
  "shaw",
  "shore",
  "side",
  "span",
  "spire",
  "spur",
  "stead",
  "step",
  "stile",
  "stone",
  "thorn",
  "thwaite",
  "tide",
  "tower",
  "track",
  "vale",
  "view",
  "wake",
  "walk",
  "ward",
  "way",
  "well",
  "wharf",
  "wick",
  "win",
  "wood",
  "yard",
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
    this.#given = peoples.map((pieces) => distinct(90, () => givenWord(random, pieces)));
    this.#family = peoples.map((pieces) =>
      distinct(Math.ceil(familyWords / peoples.length), () => familyWord(random, pieces)),
    );
    this.#business = distinct(businessWords, () => businessWord(random));
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

function givenWord(random: Random, { given: [starts, ends] }: Pieces): string {
  return random.pick(starts) + random.pick(ends);
}

function familyWord(random: Random, { family: [starts, joints, ends] }: Pieces): string {
  const [start, joint, end] = [random.pick(starts), random.pick(joints), random.pick(ends)];
  // "Chernakov", not "Chernaakov".
  return /[aeiou]$/.test(joint) && /^[aeiou]/.test(end) ? start + end : start + joint + end;
}

function businessWord(random: Random): string {
  // "Glasstone": English drops the third of three letters.
  return (random.pick(businessStarts) + random.pick(businessEnds)).replace(/([a-z])\1\1/, "$1$1");
}

/** Squared, so that the first names of the list are common. */
function common(random: Random, list: readonly string[]): string {
  return list[Math.floor(random.next() ** 2 * list.length)] ?? "Ano";
}

function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  // The pieces allow more words than are asked for; the bound only ends a mistake.
  for (let tries = 0; found.size < count && tries < count * 50; tries += 1) found.add(make());
  return [...found];
}
