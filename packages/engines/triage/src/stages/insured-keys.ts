import { type InsuredIdentity, insuredOf } from "./insured-identity.ts";

/** Insureds of a queue and of known submissions that a key may hold to make candidates (TRI-80). */
const keyHoldersMax = { common: 200, word: 60 } as const;
const startChars = { word: 5, name: 6, street: 4, city: 4 } as const;

/** A key under which insureds meet. `holdersMax`: held by more, it makes no candidates. */
export type InsuredKey = {
  readonly key: string;
  readonly holdersMax: number;
  /** Equal in this, a pair is compared even when more hold it: then with its first holders. */
  readonly isIdentifying: boolean;
};

/**
 * The keys of an insured (TRI-80): tax number, telephone, domain, starts of the words and of the whole name, the two
 * rarest words, number and street, street, number and ZIP, number and city. `frequencyOf` counts insureds by word.
 */
export function keysOf(identity: InsuredIdentity, frequencyOf: (word: string) => number): readonly InsuredKey[] {
  const keys = new Map<string, InsuredKey>();
  const add = (kind: keyof typeof keyHoldersMax, key: string, isIdentifying = false): void => {
    keys.set(key, { key, holdersMax: keyHoldersMax[kind], isIdentifying });
  };
  const { fein, phone, domain, street, city, zip } = identity;
  const { number } = identity.address;
  if (fein !== undefined) add("common", `fein ${fein}`, true);
  if (phone !== undefined) add("common", `phone ${phone}`);
  if (domain !== undefined) add("common", `domain ${domain}`);
  for (const { words, joined } of identity.names) {
    for (const { fold } of words) add("word", `start ${fold.slice(0, startChars.word)}`);
    add("common", `name ${joined.slice(0, startChars.name)}`);
    const rarest = words
      .map(({ text }) => text)
      .toSorted((a, b) => frequencyOf(a) - frequencyOf(b) || (a < b ? -1 : 1))
      .slice(0, 2);
    if (rarest.length === 2) add("word", `words ${rarest.toSorted().join(" ")}`);
  }
  if (street !== undefined) {
    add("word", `street ${street}`);
    if (number !== undefined) add("word", `number ${number} street ${street.slice(0, startChars.street)}`);
  }
  if (number !== undefined && zip !== undefined) add("common", `number ${number} zip ${zip}`);
  if (number !== undefined && city !== undefined) {
    add("common", `number ${number} city ${city.slice(0, startChars.city)}`);
  }
  // One name at one address is one insured, whatever else is stated; without an address all that is stated must be equal.
  const insured = insuredOf(identity);
  const stated = [number, street, zip, phone, domain, fein];
  if (insured !== undefined) add("common", `insured ${insured}`, true);
  else if (stated.some((value) => value !== undefined)) {
    const names = identity.names.map(({ joined }) => joined);
    add("common", `all ${JSON.stringify([...names, city ?? null, ...stated.map((value) => value ?? null)])}`, true);
  }
  return [...keys.values()];
}
