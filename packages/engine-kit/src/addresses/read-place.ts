import { compassWords } from "./postal-abbreviations.ts";

const charsMax = 100;
const zipDigits = 5;
/** Digits of a ZIP code that a spreadsheet took for a number: New England's begin with 0. */
const numberDigits = 4;

const spelledCompass: ReadonlyMap<string, string> = new Map([
  ["n", "north"],
  ["s", "south"],
  ["e", "east"],
  ["w", "west"],
  ["ne", "northeast"],
  ["nw", "northwest"],
  ["se", "southeast"],
  ["sw", "southwest"],
]);
const spelledWords: ReadonlyMap<string, string> = new Map([
  ["st", "saint"],
  ["ste", "sainte"],
  ["ft", "fort"],
  ["mt", "mount"],
]);

/** The words of a city's name in comparable form: "W. Hollywood" is `west hollywood`, "New York City" is `new york`. */
export function readCity(city: string): string | undefined {
  const words = city
    .slice(0, charsMax)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’`]/gu, "")
    .replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(cityWord);
  const own = words.filter((word) => word !== "city" && word !== "of");
  const name = (own.length > 0 ? own : words).join(" ");
  return name === "" ? undefined : name;
}

/** Five digits of a ZIP code, of ZIP+4 the first five; other postal codes without blanks, in capitals. */
export function readZip(zip: string): string | undefined {
  const text = zip
    .slice(0, charsMax)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  if (!/^\d+$/.test(text)) return text.length >= numberDigits && /\d/.test(text) ? text : undefined;
  if (text.length < numberDigits || /^0+$/.test(text)) return undefined;
  const whole = text.length === numberDigits || text.length === numberDigits + 4 ? `0${text}` : text;
  return whole.slice(0, zipDigits);
}

function cityWord(word: string): string {
  const compass = compassWords.get(word);
  return (compass === undefined ? spelledWords.get(word) : spelledCompass.get(compass)) ?? word;
}
