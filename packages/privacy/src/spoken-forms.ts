import { dateInWords, roundHalfAwayFromZero, stateNames } from "@service/json";

/** Identifiers are written with and without dashes; shorter digit sequences occur in numbers by chance. */
const identifierDigitsMin = 7;
/** Smaller numbers occur everywhere: only a member holding nothing but the number counts as a copy. */
const spokenNumberMin = 10;

/** How sentences write a number: rounded, and a share in percent. Both without separators and sign. */
export function spokenNumbers(value: number): {
  readonly numbers: readonly number[];
  readonly percents: readonly number[];
} {
  const size = Math.abs(value);
  const numbers =
    size >= spokenNumberMin
      ? [0, 1, 2].map((decimals) => roundHalfAwayFromZero(size, decimals))
      : Number.isInteger(size)
        ? []
        : [size];
  const percents =
    size > 0 && size <= 1 ? [0, 1, 2].map((decimals) => roundHalfAwayFromZero(size * 100, decimals)) : [];
  return { numbers, percents };
}

/** The name that sentences give to the code of a state (WORD-2), in lower case. */
export function spokenState(value: string): string | undefined {
  return stateNames.get(value.trim().toUpperCase())?.toLowerCase();
}

/** `January 20, 2026` for a date or an instant, in lower case. */
export function spokenDate(value: string): string | undefined {
  const text = value.trim();
  const date = dateInWords(text);
  return date === text ? undefined : date.toLowerCase();
}

/** The digits of an identifier, which is written with other dashes. */
export function identifierDigits(value: string): string | undefined {
  const digits = value.replaceAll(/\D/g, "");
  return digits.length >= identifierDigitsMin && /^[\d\s().+-]+$/.test(value) ? digits : undefined;
}
