/** How numbers, times and codes are written, everywhere: header, lists, print and CSV. */

let zone: string | undefined;

/** @param preference `local`, `UTC` or a name of the IANA database; one that the browser does not have counts as local. */
export function setZone(preference: string | undefined): void {
  try {
    const wanted = preference === undefined || preference === "local" ? undefined : preference;
    zone =
      wanted === undefined
        ? undefined
        : Intl.DateTimeFormat(undefined, { timeZone: wanted }).resolvedOptions().timeZone;
  } catch {
    zone = undefined;
  }
}

export function zoneName(): string {
  return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
}

/** `29 Nov 2026, 14:03:11` */
export function moment(text: string, style: "short" | "full" = "short"): string {
  return new Intl.DateTimeFormat(undefined, {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(style === "full" && { timeZoneName: "short" }),
  }).format(new Date(text));
}

/** A date without time never shifts. */
export function day(text: string): string {
  const [year, month, date] = text.slice(0, 10).split("-").map(Number);
  return new Intl.DateTimeFormat(undefined, { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1)),
  );
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `3 minutes ago`, below a day; then the moment. */
export function ago(text: string, now: number): string {
  const seconds = (now - new Date(text).getTime()) / 1_000;
  if (Math.abs(seconds) >= 86_400) return moment(text);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[3];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(-Math.round(seconds / size), unit);
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value);
}

export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** Rounded for sight. @param currency ISO 4217 */
export function money(value: number, currency: string, digits = 0): string {
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency, maximumFractionDigits: digits }).format(
      value,
    );
  } catch {
    return `${number(value, digits)} ${currency}`;
  }
}

/** `840 ms`, `12.4 s`, `3 min 20 s`, `2 h 5 min` */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${number(seconds, 1)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(seconds / 3_600);
  return hours < 48 ? `${hours} h ${Math.round((seconds % 3_600) / 60)} min` : `${Math.floor(hours / 24)} days`;
}

const words: Readonly<Record<string, string>> = {
  budget_exceeded: "Time budget exceeded",
  dead: "Dead letter",
  lit: "By seat (lit)",
  shadow: "Whole, and counted (shadow)",
};

/** A code as words: people never read `snake_case` (R11). */
export function inWords(code: string): string {
  const own = words[code];
  if (own !== undefined) return own;
  const text = code
    .replaceAll(/[_.]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Control and bidirectional characters as marks: nothing that a customer sent rearranges a line. */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is marked
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "\u2423");
}
