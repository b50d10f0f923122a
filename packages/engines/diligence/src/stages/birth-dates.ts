import { daysBetween } from "@service/json";

/** How two dates of birth differ, from mildest to gravest. */
const birthDifferences = ["same", "close", "year", "date"] as const;
export type BirthDifference = (typeof birthDifferences)[number];

const fullDate = /^\d{4}-\d{2}-\d{2}$/;
const closeDays = 3;

/**
 * The mildest difference over the dates of an entry, and the date it was found with: one that agrees is enough (DIL-26).
 * `undefined` when nothing can be compared. Dates are `YYYY` or `YYYY-MM-DD`.
 */
export function birthDifference(
  own: string | undefined,
  listed: readonly string[],
): { readonly difference: BirthDifference; readonly date: string } | undefined {
  let mildest: { readonly difference: BirthDifference; readonly date: string } | undefined;
  for (const date of listed) {
    const difference = dateDifference(own, date);
    if (difference === undefined) continue;
    if (mildest === undefined || birthDifferences.indexOf(difference) < birthDifferences.indexOf(mildest.difference)) {
      mildest = { difference, date };
    }
  }
  return mildest;
}

function dateDifference(own: string | undefined, listed: string): BirthDifference | undefined {
  if (own === undefined || !/^\d{4}/.test(own) || !/^\d{4}/.test(listed)) return undefined;
  // Years alone are compared by the year: it may be an estimate, and differing years weigh less than differing days.
  if (!fullDate.test(own) || !fullDate.test(listed)) return own.slice(0, 4) === listed.slice(0, 4) ? "same" : "year";
  if (own === listed) return "same";
  return isClose(own, listed) ? "close" : "date";
}

/** Day and month exchanged in one year, at most three days apart, or one digit that differs (DIL-78). */
function isClose(a: string, b: string): boolean {
  const isSwapped = a.slice(0, 4) === b.slice(0, 4) && a.slice(5, 7) === b.slice(8) && a.slice(8) === b.slice(5, 7);
  const days = daysBetween(a, b);
  const isNear = days !== undefined && Math.abs(days) <= closeDays;
  const digits = [...a].filter((digit, at) => digit !== b[at]).length;
  return isSwapped || isNear || digits === 1;
}
