import { addDays } from "@service/json";

export const monthNames = "january february march april may june july august september october november december".split(
  " ",
);

export interface Span {
  readonly count: number;
  readonly unit: "day" | "week" | "month" | "quarter" | "year";
}

/** Days from and to, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The same day so many units on or back. */
export function moved(day: string, { count, unit }: Span, sign: 1 | -1): string | undefined {
  if (unit === "day") return addDays(day, sign * count);
  if (unit === "week") return addDays(day, sign * count * 7);
  const months = count * (unit === "year" ? 12 : unit === "quarter" ? 3 : 1) * sign;
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, at] = [Math.floor(total / 12), (total % 12) + 1];
  if (year < 1 || year > 9998) return undefined;
  return `${pad(year, 4)}-${pad(at, 2)}-${pad(Math.min(Number(day.slice(8, 10)), daysIn(year, at)), 2)}`;
}

/** So many months from the first of one; a month may lie outside 1 to 12. */
export function monthsOf(year: number, at: number, length: number): Days {
  const total = year * 12 + at - 1;
  const [firstYear, first] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  const end = total + length - 1;
  const [lastYear, last] = [Math.floor(end / 12), (((end % 12) + 12) % 12) + 1];
  return {
    from: `${pad(firstYear, 4)}-${pad(first, 2)}-01`,
    to: `${pad(lastYear, 4)}-${pad(last, 2)}-${pad(daysIn(lastYear, last), 2)}`,
  };
}

/** The unit in which a day lies, or one so many steps on. A week begins on Monday. */
export function unitAround(day: string, unit: Span["unit"], step: number): Days | undefined {
  const [year, at] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  switch (unit) {
    case "year":
      return monthsOf(year + step, 1, 12);
    case "quarter":
      return monthsOf(year, Math.floor((at - 1) / 3) * 3 + 1 + 3 * step, 3);
    case "month":
      return monthsOf(year, at + step, 1);
    case "week": {
      const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
      const monday = addDays(day, 7 * step - weekday);
      const sunday = monday === undefined ? undefined : addDays(monday, 6);
      return monday === undefined || sunday === undefined ? undefined : { from: monday, to: sunday };
    }
    case "day": {
      const moved = addDays(day, step);
      return moved === undefined ? undefined : { from: moved, to: moved };
    }
  }
}

export function monthNumber(word: string): number | undefined {
  const at = monthNames.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3)));
  return at < 0 ? undefined : at + 1;
}

/** `January 2027`. */
export function monthInWords(year: number, at: number): string {
  const name = monthNames[at - 1] ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
}

export function dayText(year: number, at: number, day: number): string | undefined {
  if (at < 1 || at > 12 || day < 1 || day > daysIn(year, at)) return undefined;
  return `${pad(year, 4)}-${pad(at, 2)}-${pad(day, 2)}`;
}

function daysIn(year: number, at: number): number {
  if (at === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(at) ? 30 : 31;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
