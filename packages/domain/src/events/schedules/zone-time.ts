import { LRUCache } from "lru-cache";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A day of a calendar, without a zone. `month` is 1 to 12. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** Cached: formatters are expensive to make, and a process uses few zones. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Whether `name` is an IANA time zone; offsets such as `+02:00` are refused, because they have no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    // Intl throws a RangeError for an unknown name only.
    return false;
  }
}

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timezone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timezone, made);
  return made;
}

/** The wall-clock time of a zone at an instant, in milliseconds as if it were UTC. */
function wallMs(timezone: string, instantMs: number): number {
  const shown = new Map(
    formatterOf(timezone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => shown.get(name) ?? 0;
  const seconds = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return seconds + (((instantMs % 1_000) + 1_000) % 1_000);
}

function offsetMs(timezone: string, instantMs: number): number {
  return wallMs(timezone, instantMs) - instantMs;
}

/** The calendar day of a zone at an instant. */
export function dayAt(timezone: string, instantMs: number): CalendarDay {
  return dayOf(wallMs(timezone, instantMs));
}

/** `day` moved by whole calendar days. */
export function movedBy({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayOf(Date.UTC(year, month - 1, day + days));
}

/** 0 = Sunday. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function dayOf(wall: number): CalendarDay {
  const date = new Date(wall);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The instants at which wall clocks show a time, and how a clock change affected it. */
export type WallTime =
  | { readonly kind: "once"; readonly instantMs: number }
  /** Clocks went back: the time occurs twice. */
  | { readonly kind: "twice"; readonly instantMs: number; readonly laterMs: number }
  /** Clocks went forward: the time is skipped, and `instantMs` is the first instant after the change. */
  | { readonly kind: "skipped"; readonly instantMs: number };

/** Resolves the times of one day in a zone; a day with one offset, as most have, costs two look-ups in all. */
export function wallTimesOf(timezone: string, date: CalendarDay): (hour: number, minute: number) => WallTime {
  const midnight = Date.UTC(date.year, date.month - 1, date.day);
  // Every zone is within 15 hours of UTC, so both lie outside the day whatever its offset.
  const before = offsetMs(timezone, midnight - dayMs);
  const after = offsetMs(timezone, midnight + 2 * dayMs);
  if (before === after) {
    return (hour, minute) => ({ kind: "once", instantMs: midnight + (hour * 60 + minute) * minuteMs - before });
  }
  const change = changeBetween(timezone, midnight - dayMs, midnight + 2 * dayMs);
  return (hour, minute) => {
    const wall = midnight + (hour * 60 + minute) * minuteMs;
    const [early, late] = [wall - before, wall - after];
    const isShownBefore = early < change;
    const isShownAfter = late >= change;
    if (isShownBefore && isShownAfter) return { kind: "twice", instantMs: early, laterMs: late };
    if (!isShownBefore && !isShownAfter) return { kind: "skipped", instantMs: change };
    return { kind: "once", instantMs: isShownBefore ? early : late };
  };
}

/** The first instant with the offset at `toMs`. Changes fall on whole seconds. */
function changeBetween(timezone: string, fromMs: number, toMs: number): number {
  const offset = offsetMs(timezone, toMs);
  let low = fromMs;
  let high = toMs;
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetMs(timezone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}
