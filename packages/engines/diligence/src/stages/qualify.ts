import { normalizeName } from "@service/engine-kit";
import { roundHalfAwayFromZero, withoutBinaryNoise } from "@service/json";
import type { ListEntry } from "./list-entry.ts";
import type { Party } from "./read-input.ts";
import type { Matching, Qualifiers } from "../settings.ts";

/** Features of a score: the main one, then those that raised or lowered it. Effects are in points of score. */
export type Feature = {
  readonly name: string;
  readonly value: string | number;
  readonly effect: "main" | number;
};

export type Scored = { readonly score: number; readonly features: readonly Feature[] };

/** Name scores of one party with one entry, strong names apart from weak aliases. */
export type NameScores = { readonly strong: number; readonly weak: number };

/** Least score of an equal strong identifier, whatever the names (DIL-25). */
const identifierScore = 0.98;
const decimals = 4;

/**
 * The score of a party against an entry (DIL-24, DIL-30, DIL-31): the best name, adjusted by other facts of both. A
 * qualifier needs both sides to state the fact. A match of weak aliases alone stops at its cap, and an equal strong
 * identifier raises any name score.
 */
export function qualify(
  party: Party,
  entry: ListEntry,
  names: NameScores,
  identifier: string | undefined,
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
        { name: "identifier", value: identifier, effect: "main" },
        { name: "name", value: rounded(Math.max(names.strong, names.weak)), effect: 0 },
        ...qualifiers.map((feature) => ({ ...feature, effect: 0 })),
      ],
    };
  }
  const nameScore = isWeak ? names.weak : names.strong;
  const capped = isWeak ? rounded(matching.weakAliasCap - within(names.weak + sum)) : 0;
  return {
    score: qualified,
    features: [
      { name: "name", value: rounded(nameScore), effect: "main" },
      ...(identifier === undefined ? [] : [{ name: "identifier", value: identifier, effect: 0 }]),
      ...qualifiers,
      ...(capped < 0 ? [{ name: "weak_alias", value: "capped", effect: capped }] : []),
    ],
  };
}

/** The most that qualifiers can add to a name score; lower scores need not be qualified. */
export function mostAdded({ place }: Qualifiers): number {
  return Math.max(0, place);
}

function qualifierFeatures(party: Party, entry: ListEntry, qualifiers: Qualifiers): readonly Feature[] {
  const features: Feature[] = [];
  const birth = birthDifference(party.birthDate, entry.birthDates);
  // Year and day do not add up: with two full dates the day decides (DIL-26).
  if (birth === "year") features.push({ name: "birth_year", value: "differs", effect: qualifiers.birthYear });
  if (birth === "date") features.push({ name: "birth_date", value: "differs", effect: qualifiers.birthDate });
  if (birth === "same") features.push({ name: "birth_date", value: "agrees", effect: 0 });
  const countries = compareCountries(party.countries, entry.countries);
  if (countries !== "unknown") {
    features.push({ name: "country", value: countries, effect: countries === "differs" ? qualifiers.country : 0 });
  }
  const [own, listed] = [genderOf(party.gender), genderOf(entry.gender)];
  if (own !== undefined && listed !== undefined && own !== listed) {
    features.push({ name: "gender", value: "differs", effect: qualifiers.gender });
  }
  if (isSamePlace(party, entry)) features.push({ name: "place", value: "same city", effect: qualifiers.place });
  return features;
}

/** The mildest difference over the dates of an entry: one that agrees is enough. */
function birthDifference(own: string | undefined, listed: readonly string[]): "same" | "year" | "date" | undefined {
  let mildest: "same" | "year" | "date" | undefined;
  for (const date of listed) {
    const difference = dateDifference(own, date);
    if (difference === "same") return "same";
    // Differing years weigh less than differing days, because a year alone may be an estimate.
    if (difference === "year" || mildest === undefined) mildest = difference ?? mildest;
  }
  return mildest;
}

function dateDifference(own: string | undefined, listed: string): "same" | "year" | "date" | undefined {
  if (own === undefined || !/^\d{4}/.test(listed)) return undefined;
  const isFull = own.length === 10 && /^\d{4}-\d{2}-\d{2}$/.test(listed);
  if (isFull) return own === listed ? "same" : "date";
  return own.slice(0, 4) === listed.slice(0, 4) ? "same" : "year";
}

/** Codes are compared with codes and names with names; a code and a written name are not comparable. */
function compareCountries(own: readonly string[], listed: readonly string[]): "agrees" | "differs" | "unknown" {
  const [ours, theirs] = [own.map(countryForm), listed.map(countryForm)];
  if (ours.some((country) => theirs.includes(country))) return "agrees";
  const isComparable = ours.some((country) => theirs.some((other) => isCode(country) === isCode(other)));
  return isComparable && new Set([...ours, ...theirs].map(isCode)).size === 1 ? "differs" : "unknown";
}

function countryForm(country: string): string {
  const normalized = normalizeName(country);
  return normalized.length === 2 ? normalized.toUpperCase() : normalized;
}

function isCode(country: string): boolean {
  return country.length === 2;
}

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
          countryForm(other.country) === countryForm(country),
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
