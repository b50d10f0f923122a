import { countryCodeOf, countryInWords, dateInWords, listInWords, normalizeName } from "@service/engine-kit";
import { clipped, roundHalfAwayFromZero, withoutBinaryNoise } from "@service/json";
import { type BirthDifference, birthDifference } from "./birth-dates.ts";
import type { ListEntry } from "./list-entry.ts";
import { identifierInWords } from "./feature-words.ts";
import type { Party } from "./read-input.ts";
import type { IdentifierType } from "../codes.ts";
import type { Matching, Qualifiers } from "../settings.ts";

/** Features of a score: the main one, then those that raised or lowered it. Effects are in points of score. */
export type Feature = {
  readonly name: string;
  readonly value: string | number;
  readonly effect: "main" | number;
};

export type Scored = { readonly score: number; readonly features: readonly Feature[] };

/** Name scores of one party with one entry, strong names apart from weak aliases. */
export type NameScores = {
  readonly strong: number;
  readonly weak: number;
  /** Whether they agree as far as an initial goes (NAME-62). */
  readonly isByInitial: boolean;
};

/** Least score of an equal strong identifier, whatever the names (DIL-25). */
const identifierScore = 0.98;
const agrees = "agrees";
const decimals = 4;
const featureValueChars = 100;
/** Codes that ISO 3166-1 leaves to its users: they name no known country, and still differ from each other. */
const userAssigned = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

/**
 * The score of a party against an entry (DIL-24, DIL-30, DIL-31): the best name, adjusted by other facts of both. A
 * qualifier needs both sides to state the fact. A match of weak aliases alone stops at its cap, and an equal strong
 * identifier raises any name score.
 */
export function qualify(
  party: Party,
  entry: ListEntry,
  names: NameScores,
  identifier: IdentifierType | undefined,
  matching: Matching,
): Scored {
  const qualifiers = qualifierFeatures(party, entry, matching.qualifiers);
  const sum = qualifiers.reduce((total, { effect }) => total + (effect === "main" ? 0 : effect), 0);
  const strong = within(names.strong + sum);
  const weak = Math.min(matching.weakAliasCap, within(names.weak + sum));
  const isWeak = weak > strong;
  // Bands compare the unrounded score (DIL-32, TYPE-11), but a penalty that reaches the bound exactly must not miss it
  // by binary noise.
  const qualified = withoutBinaryNoise(Math.max(strong, weak));
  if (identifier !== undefined && qualified <= identifierScore) {
    return {
      score: identifierScore,
      features: [
        { name: "identifier", value: identifierInWords(identifier), effect: "main" },
        { name: "name", value: rounded(Math.max(names.strong, names.weak)), effect: 0 },
        ...qualifiers.map((feature) => ({ ...feature, effect: 0 })),
      ],
    };
  }
  if (
    names.isByInitial &&
    qualified < matching.review &&
    (strong >= weak || matching.weakAliasCap >= matching.review) &&
    agreesFurther(qualifiers)
  ) {
    return {
      score: matching.review,
      features: [
        { name: "name", value: rounded(Math.max(names.strong, names.weak)), effect: "main" },
        ...qualifiers,
        { name: "initial", value: initialAgrees, effect: rounded(matching.review - qualified) },
      ],
    };
  }
  const nameScore = isWeak ? names.weak : names.strong;
  const capped = isWeak ? rounded(matching.weakAliasCap - within(names.weak + sum)) : 0;
  return {
    score: qualified,
    features: [
      { name: "name", value: rounded(nameScore), effect: "main" },
      ...(identifier === undefined ? [] : [{ name: "identifier", value: identifierInWords(identifier), effect: 0 }]),
      ...qualifiers,
      ...(capped < 0 ? [{ name: "weak_alias", value: "only a weak alias of the entry agrees", effect: capped }] : []),
    ],
  };
}

const initialAgrees = "an initial agrees, and another fact beside it";

/** The date or year of birth agrees, or the city, and nothing differs (DIL-87). */
function agreesFurther(qualifiers: readonly Feature[]): boolean {
  const isAgreeing = ({ name, value }: Feature): boolean =>
    name === "place" || (name === "birth_date" && value === agrees);
  return qualifiers.some(isAgreeing) && !qualifiers.some(({ effect }) => effect !== "main" && effect < 0);
}

/** The most that qualifiers can add to a name score; lower scores need not be qualified. */
export function mostAdded({ place }: Qualifiers): number {
  return Math.max(0, place);
}

function qualifierFeatures(party: Party, entry: ListEntry, qualifiers: Qualifiers): readonly Feature[] {
  const features: Feature[] = [];
  const birth = birthFeature(party.birthDate, entry.birthDates, qualifiers);
  if (birth !== undefined) features.push(birth);
  const country = countryFeature(party.countries, entry.countries, qualifiers);
  if (country !== undefined) features.push(country);
  const [own, listed] = [genderOf(party.gender), genderOf(entry.gender)];
  if (own !== undefined && listed !== undefined && own !== listed) {
    const value = `differs: ${genderWords[own]}, on the list ${genderWords[listed]}`;
    features.push({ name: "gender", value, effect: qualifiers.gender });
  }
  if (isSamePlace(party, entry)) features.push({ name: "place", value: "same city", effect: qualifiers.place });
  return features;
}

/** Year and day do not add up: with two full dates the day decides (DIL-26). */
function birthFeature(own: string | undefined, dates: readonly string[], qualifiers: Qualifiers): Feature | undefined {
  const found = birthDifference(own, dates);
  if (own === undefined || found === undefined) return undefined;
  const { difference, date } = found;
  const effects: { readonly [Difference in BirthDifference]: number } = {
    same: 0,
    close: qualifiers.birthDateClose,
    year: qualifiers.birthYear,
    date: qualifiers.birthDate,
  };
  // The date of the list alone: who may read hits need not be allowed to read the subject's date of birth.
  const words: { readonly [Difference in BirthDifference]: string } = {
    same: agrees,
    close: `nearly agrees with ${dateInWords(date)} on the list`,
    year: `differs from ${dateInWords(date)} on the list`,
    date: `differs from ${dateInWords(date)} on the list`,
  };
  return {
    name: difference === "year" ? "birth_year" : "birth_date",
    value: words[difference],
    effect: effects[difference],
  };
}

/** Disjoint only when every country of both sides is known: one that cannot be resolved might agree (DIL-27). */
function countryFeature(
  own: readonly string[],
  listed: readonly string[],
  qualifiers: Qualifiers,
): Feature | undefined {
  if (own.length === 0 || listed.length === 0) return undefined;
  if (haveOneCountry(own, listed)) return { name: "country", value: agrees, effect: 0 };
  if (!countriesDiffer(own, listed)) return undefined;
  const value = `differs: ${namesOf(own)}, on the list ${namesOf(listed)}`;
  return { name: "country", value: clipped(value, featureValueChars), effect: qualifiers.country };
}

function haveOneCountry(own: readonly string[], others: readonly string[]): boolean {
  const theirs = others.map(countryForm);
  return own.map(countryForm).some((country) => theirs.some((other) => isSameCountry(country, other)));
}

/** Whether both state countries, all of them known, and none in common (DIL-27). */
export function countriesDiffer(own: readonly string[], others: readonly string[]): boolean {
  if (own.length === 0 || others.length === 0 || haveOneCountry(own, others)) return false;
  return [...own, ...others].every((country) => countryForm(country).code !== undefined);
}

function namesOf(countries: readonly string[]): string {
  return listInWords([...new Set(countries.map(countryInWords))], 2);
}

type CountryForm = { readonly code: string | undefined; readonly text: string };

function countryForm(country: string): CountryForm {
  const written = country.trim().toUpperCase();
  return { code: userAssigned.test(written) ? written : countryCodeOf(country), text: normalizeName(country) };
}

function isSameCountry(a: CountryForm, b: CountryForm): boolean {
  return a.code === undefined && b.code === undefined ? a.text !== "" && a.text === b.text : a.code === b.code;
}

const genderWords = { f: "female", m: "male" } as const;

function genderOf(gender: string | undefined): "f" | "m" | undefined {
  const [first] = (gender ?? "").trim().toLowerCase();
  return first === "f" || first === "w" ? "f" : first === "m" ? "m" : undefined;
}

function isSamePlace(party: Party, entry: ListEntry): boolean {
  return party.addresses.some(({ city, country }) => {
    if (city === undefined || country === undefined) return false;
    const place = normalizeName(city);
    return (
      place !== "" &&
      entry.addresses.some(
        (other) =>
          other.city !== undefined &&
          other.country !== undefined &&
          normalizeName(other.city) === place &&
          isSameCountry(countryForm(other.country), countryForm(country)),
      )
    );
  });
}

function within(score: number): number {
  return Math.min(1, Math.max(0, score));
}

function rounded(value: number): number {
  return roundHalfAwayFromZero(value, decimals);
}
