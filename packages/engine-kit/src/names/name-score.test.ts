import { describe, expect, test } from "@jest/globals";
import { NameSearch, nameScore, weighReading } from "./name-score.ts";
import type { NameKind } from "./name-word.ts";
import { rarityIn } from "./rarity.ts";
import { readName, type ReadName } from "./read-name.ts";

const allRare = (): number => 1;
const person = (a: string, b: string): number => nameScore(readName(a, "person"), readName(b, "person"), allRare);
const organization = (a: string, b: string): number =>
  nameScore(readName(a, "organization"), readName(b, "organization"), allRare);

// Rarity depends on the list, so the list is exactly these four names (NAME-16).
const four = [
  readName("Aleksandr Zakharov", "person"),
  readName("Bluefin Dining Group LLC", "organization"),
  readName("Northgate Roofing & Sheet Metal, Inc.", "organization"),
  readName("Acme Trading Company Limited", "organization"),
];
const idf = rarityIn(four.map(({ readings }) => readings));

describe("worked numbers", () => {
  test.each<[string, string, NameKind, number, number]>([
    ["NAME-40", "Alexander Zacharov", "person", 0, 0.94],
    ["NAME-41", "Dr. Aleksandr Zakharov Jr.", "person", 0, 1],
    ["NAME-41", "AleksandrZakharov", "person", 0, 1],
    ["NAME-42", "A. Zakharov", "person", 0, 0.7229],
    ["NAME-43", "Bluefin Dining", "organization", 1, 0.8979],
    ["NAME-44", "Bluefin Dining Group Limited Liability Company", "organization", 1, 1],
    ["NAME-45", "Northgate Roofing", "organization", 2, 0.7935],
    ["NAME-46", "Acme Shipping Co", "organization", 3, 0.4547],
    ["NAME-47", "Acme", "organization", 3, 0.7194],
    ["NAME-48", "Acme Tradng Limitd", "organization", 3, 0.9098],
  ])("%s: %s", (_rule, written, kind, at, score) => {
    const listed: ReadName | undefined = four[at];
    expect(Math.abs(nameScore(readName(written, kind), listed ?? readName("", kind), idf) - score)).toBeLessThan(0.01);
  });

  test("rarity is the logarithm of the share of names (NAME-16)", () => {
    expect(idf("aleksandr")).toBeCloseTo(Math.log(5 / 2) / Math.log(5), 12);
    expect(idf("unheard")).toBe(1);
    expect(rarityIn([])("any")).toBe(1);
  });

  test("words weigh by rarity and role (NAME-10, NAME-17)", () => {
    const weights = (written: string, kind: NameKind): readonly number[] => {
      const [reading] = readName(written, kind).readings;
      return reading === undefined ? [] : weighReading(reading, allRare).weights.map((weight) => +weight.toFixed(4));
    };
    expect(weights("VON DURI, Thabet M", "person")).toEqual([1, 0.3, 0.12, 1.2]);
    expect(weights("Acme Shipping Group of 21", "organization")).toEqual([1, 0.6, 0.35, 0.1, 1]);
  });
});

describe("what does not change a score (NAME-28, NAME-4, NAME-9)", () => {
  const people = [
    ["Thabet Duri", "AL-DURI, Thabet Omar"],
    ["Maria Garcia Lopez", "GARCIA LOPEZ, Maria Elena"],
    ["Torben Novak", "NOVAK, Torbin"],
  ] as const;
  const firms = [
    ["Blue Harbor Shipping", "BLUE HARBOUR SHIPPING SERVICES LLC"],
    ["Quiet Meadow Farms Limited", "QUIET MEADOW FARM LLC"],
  ] as const;

  test.each(people)("%s against %s: case, marks, order, titles", (subject, listed) => {
    const score = person(subject, listed);
    const reversed = subject.split(" ").toReversed().join(" ");
    const marked = subject.replaceAll("a", "á").replaceAll("o", "ö");
    for (const same of [
      subject.toUpperCase(),
      subject.toLowerCase(),
      reversed,
      marked,
      `Dr. ${subject}`,
      `${subject}, Jr.`,
    ]) {
      expect(person(same, listed)).toBeCloseTo(score, 12);
    }
  });

  test.each(firms)("%s against %s: case, marks, legal form of one class", (subject, listed) => {
    const score = organization(subject, listed);
    const bare = subject.replace(" Limited", "");
    for (const same of [
      subject.toUpperCase(),
      bare.replaceAll("a", "á"),
      `${bare} LLC`,
      `${bare} GmbH`,
      `${bare}, L.L.C.`,
    ]) {
      expect(organization(same, listed)).toBeCloseTo(score, 12);
    }
  });

  test("one subject compared with many gives the same scores as one by one", () => {
    const subject = readName("Alexander Zacharov", "person");
    const search = new NameSearch(subject.readings, idf);
    for (const listed of four) {
      const scores = listed.readings.map((reading) => search.score(weighReading(reading, idf)));
      expect(Math.max(0, ...scores)).toBe(nameScore(subject, listed, idf));
    }
  });
});

describe("words left over (NAME-27, NAME-29, NAME-30, NAME-31)", () => {
  test.each([
    // Two in common, the listed name has one more: .3 of it, at most .22 of what is paired.
    ["Maria Lopez", "Maria Elena Lopez", 2 / 2.3],
    ["Maria Lopez", "Maria Elena Rosa Lopez", 2 / 2.44],
    ["Maria Elena Lopez", "Maria Lopez", 2 / 2.5],
    ["Maria Elena Lopez", "Maria Rosa Lopez", 2 / 3.8],
  ])("%s against %s", (subject, listed, score) => {
    expect(person(subject, listed)).toBeCloseTo(score, 10);
  });

  test.each([
    ["Velonik Dovar", "Velonik Dovar Marsk", 2 / 2.3],
    ["Velonik Dovar", "Velonik Dovar Group", 2 / (2 + 0.65 * 0.35)],
    ["Velonik Dovar Marsk", "Velonik Dovar", 2 / 2.7],
    ["Velonik Dovar Marsk", "Velonik Dovar Tamir", 2 / 3.8],
  ])("%s against %s", (subject, listed, score) => {
    expect(organization(subject, listed)).toBeCloseTo(score, 10);
  });
});

describe("joined words (NAME-25, NAME-32)", () => {
  test.each([
    ["AleksandrZakharov", "ZAKHAROV, Aleksandr", 1],
    ["ZakharovAleksandr", "ZAKHAROV, Aleksandr", 1],
    ["Abdulaziz Nasser", "NASSER, Abdul Aziz", 0.97],
    ["Abdul Aziz Nasser", "NASSER, Abdulaziz", 0.97],
  ])("of people: %s against %s", (subject, listed, least) => {
    expect(person(subject, listed)).toBeGreaterThanOrEqual(least);
  });

  test.each([
    ["Blue Fin", "Bluefin", 1],
    ["AcmeGmbH", "Acme GmbH", 0.98],
    ["Acme GmbH", "AcmeGmbH", 0.98],
    ["Sunrise Velonik", "Sun Rise Velonik", 0.97],
  ])("of organizations: %s against %s", (subject, listed, least) => {
    expect(organization(subject, listed)).toBeGreaterThanOrEqual(least);
  });

  test("the words of an organization are not joined in the other order", () => {
    expect(organization("Pentair Velonik", "Tair Pen Velonik")).toBeLessThan(0.75);
  });
});

describe("corroboration (NAME-33, NAME-34)", () => {
  test.each([
    ["a family name alone", "Zakharov", "Aleksandr Zakharov"],
    ["an initial", "A. Zakharov", "Aleksandr Zakharov"],
    ["a particle", "Al Zakharov", "Aleksandr Al Zakharov"],
  ])("one full word does not make a person: %s", (_, subject, listed) => {
    expect(person(subject, listed)).toBeLessThanOrEqual(0.74);
  });

  test.each([
    ["Acme Shipping", "Acme Trading", false],
    ["Acme", "Acme Trading", false],
    ["Velonik", "Velonik International", true],
    ["Velonik Shipping", "Velonic Shipping", true],
    ["Dovar Shipping", "Dovan Shipping", true],
    ["Dovar", "Dovan", false],
    ["Velonik", "Velonic", true],
    ["Qaeda", "Qaida", false],
    ["Shipping Trading", "Shipping Trading Bank", false],
    ["Internet Resarch Agency", "Internet Research Agency", true],
    ["Oil Bnak", "Oil Bank", false],
  ])("%s against %s: corroborated %p", (subject, listed, isCorroborated) => {
    expect(organization(subject, listed) > 0.74).toBe(isCorroborated);
  });
});

describe("numbers, legal forms, kinds (NAME-14, NAME-35, NAME-36, NAME-37)", () => {
  test.each([
    ["Velonik Dovar 21", "Velonik Dovar 22", false],
    ["Velonik Dovar II", "Velonik Dovar III", false],
    ["Velonik Dovar 21", "Velonik Dovar Twenty-First", true],
    ["Velonik Dovar", "Velonik Dovar 22", true],
  ])("%s against %s can be a hit: %p", (subject, listed, canBe) => {
    expect(organization(subject, listed) > 0.74).toBe(canBe);
  });

  test("another class of legal form costs .05, an unknown one nothing", () => {
    expect(organization("Velonik Dovar LLC", "Velonik Dovar GmbH")).toBe(1);
    expect(organization("Velonik Dovar LLC", "Velonik Dovar LLP")).toBeCloseTo(0.95, 10);
    expect(organization("Velonik Dovar", "Velonik Dovar LLP")).toBe(1);
  });

  test("unlike kinds meet by equal words, two of them distinctive, at most .8", () => {
    const score = (a: string, kindA: NameKind, b: string, kindB: NameKind): number =>
      nameScore(readName(a, kindA), readName(b, kindB), allRare);
    expect(score("Maria Lopez", "person", "Maria Lopez Ltd", "organization")).toBe(0.8);
    expect(score("Maria Lopez", "person", "Maria Lopes Ltd", "organization")).toBe(0);
    expect(score("Lopez", "person", "Lopez Ltd", "organization")).toBe(0);
    expect(score("Torben Velonik", "organization", "TORBEN VELONIK", "vessel")).toBe(0.8);
    expect(score("Torben Velonik", "organization", "VELONIK STAR", "vessel")).toBe(0);
    expect(nameScore(readName("Maria Lopez", "person"), readName("LOPEZ, Maria", "unknown"), allRare)).toBe(1);
  });
});

test.each([
  ["Alex Zakharov", "Aleksandr Zakharov"],
  ["Dan Petrov", "Daniil Petrov"],
  ["Wm. Smith", "William Smith"],
  ["Geo Smith", "George Smith"],
  ["Md Rahman", "Mohammad Rahman"],
  ["J O H N S M I T H", "John Smith"],
])("nicknames meet other spellings, and written abbreviations their names (NAME-20): %s, %s", (subject, listed) => {
  expect(person(subject, listed)).toBeGreaterThan(0.9);
  expect(person(listed, subject)).toBeGreaterThan(0.9);
});
