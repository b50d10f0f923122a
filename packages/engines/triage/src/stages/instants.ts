import { dateFromDayNumber, isInstant } from "@service/json";

export const hourMillis = 3_600_000;
export const dayMillis = 86_400_000;

/** 0001-01-01 to 9999-12-31, the range of RFC 3339. */
const firstMillis = -62_135_596_800_000;
const lastMillis = 253_402_300_799_000;

/** Milliseconds since 1970 of an RFC 3339 instant. */
export function millisOf(instant: string): number | undefined {
  if (!isInstant(instant)) return undefined;
  return Date.parse(instant);
}

/** `YYYY-MM-DDTHH:MM:SSZ` without fractions of a second, clamped to the years of RFC 3339. */
export function instantOf(millis: number): string {
  const held = Math.min(Math.max(millis, firstMillis), lastMillis);
  return `${new Date(Math.floor(held / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

/** The UTC day number of an instant in milliseconds. */
export function dayOf(millis: number): number {
  return Math.floor(millis / dayMillis);
}

/** The UTC day of an instant in milliseconds, as `YYYY-MM-DD`. */
export function dateAt(millis: number): string {
  return dateFromDayNumber(dayOf(Math.min(Math.max(millis, firstMillis), lastMillis))) ?? "1970-01-01";
}
