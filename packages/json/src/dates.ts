/**
 * Calendar arithmetic over `YYYY-MM-DD` and RFC 3339 strings. No clock and no time zone of the machine: an instant is
 * read in UTC, so the same input gives the same day everywhere (TYPE-14).
 */

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const instantPattern = /^\d{4}-\d{2}-\d{2}T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/;

/** True for an existing calendar day written `YYYY-MM-DD`, years 0001 to 9999. */
export function isDate(text: string): boolean {
  return text.length === 10 && dayNumberAt(text) !== undefined;
}

/**
 * True for an RFC 3339 instant with capital T and Z, at most nine decimals of a second, an offset of less than 16 hours,
 * and a UTC year of 1 to 9999. A leap second is refused: neither dates here nor PostgreSQL can hold one (PLAT-42).
 */
export function isInstant(text: string): boolean {
  const match = instantPattern.exec(text);
  if (match === null || dayNumberAt(text) === undefined) return false;
  const [, hour, minute, second, zoneHour, zoneMinute] = match;
  return (
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59 &&
    Number(zoneHour ?? 0) <= 15 &&
    Number(zoneMinute ?? 0) <= 59 &&
    (zoneHour === undefined || dateFromDayNumber(utcDay(text)) !== undefined)
  );
}

/** The UTC day of a date or an instant as `YYYY-MM-DD`; `undefined` when `text` is neither. */
export function dateOf(text: string): string | undefined {
  const day = dayNumber(text);
  return day === undefined ? undefined : dateFromDayNumber(day);
}

/** Whole days from `a` to `b`, negative when `b` is earlier; `undefined` when either is invalid. */
export function daysBetween(a: string, b: string): number | undefined {
  const from = dayNumber(a);
  const to = dayNumber(b);
  return from === undefined || to === undefined ? undefined : to - from;
}

/** The day `days` after `date` (before, when negative); `undefined` when `date` is invalid or the result is outside years 1 to 9999. */
export function addDays(date: string, days: number): string | undefined {
  const from = dayNumber(date);
  return from === undefined ? undefined : dateFromDayNumber(from + Math.trunc(days));
}

/**
 * Anniversaries of `from` reached by `to`; `undefined` when `to` is earlier or either is invalid. From 29 February, the
 * anniversary in a common year is the 28th.
 */
export function yearsCompleted(from: string, to: string): number | undefined {
  const [begin, end] = [dateOf(from), dateOf(to)];
  if (begin === undefined || end === undefined || end < begin) return undefined;
  const endYear = end.slice(0, 4);
  const isLeapDay = begin.endsWith("-02-29") && !isDate(`${endYear}-02-29`);
  const anniversary = isLeapDay ? `${endYear}-02-28` : `${endYear}${begin.slice(4)}`;
  return Number(endYear) - Number(begin.slice(0, 4)) - (end < anniversary ? 1 : 0);
}

/** Days since 1970-01-01 of a date or of the UTC day of an instant. */
export function dayNumber(text: string): number | undefined {
  if (text.length === 10) return dayNumberAt(text);
  if (!isInstant(text)) return undefined;
  return text.endsWith("Z") ? dayNumberAt(text) : utcDay(text);
}

function utcDay(instant: string): number {
  return Math.floor(Date.parse(instant) / 86_400_000);
}

/** The day of a number of days since 1970-01-01; `undefined` outside years 1 to 9999. */
export function dateFromDayNumber(day: number): string | undefined {
  // Bounds are 0001-01-01 and 9999-12-31.
  if (!Number.isInteger(day) || day < -719_162 || day > 2_932_896) return undefined;
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function dayNumberAt(text: string): number | undefined {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0);
  if (day > length) return undefined;
  // Civil-from-days with the year starting in March, so that the leap day is last.
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `2026-03-01`, or an instant that begins so, becomes `March 1, 2026`; a text that is no date stays as it is. */
export function dateInWords(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? date : `${name} ${Number(day)}, ${year}`;
}
