/** What a number of a cell is, by the code of its number format (FILE-54). */
export type NumberFormat =
  | { readonly kind: "number" | "percent" | "time" | "date" | "moment" }
  /** Digits with zeros in front and signs between them, such as `00000` and `000-00-0000`. */
  | { readonly kind: "digits"; readonly masks: readonly DigitMask[] };

interface DigitMask {
  /** The section is for values up to this one. */
  readonly upTo: number;
  readonly zeros: number;
  /** One character of the shown value each; undefined where a digit stands. */
  readonly signs: readonly (string | undefined)[];
}

const plain: NumberFormat = { kind: "number" };
const date: NumberFormat = { kind: "date" };
const time: NumberFormat = { kind: "time" };

/** The formats that a workbook uses without naming their code. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: "percent" };
  if (id === 22) return { kind: "moment" };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47) || (id >= 32 && id <= 35) || id === 55 || id === 56) return time;
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return date;
  return plain;
}

/** Reads the code of a number format, such as `mm/dd/yyyy`, `0.00%` or `[<=99999]00000;00000\-0000`. */
export function readNumberFormat(code: string): NumberFormat {
  const sections = sectionsOf(code);
  const [first] = sections;
  if (first === undefined || first.letters === "general") return plain;
  if (/e[+-]/.test(first.letters)) return plain;
  if (first.isElapsed) return time;
  const letters = first.letters.replaceAll(/am\/pm|a\/p/g, "");
  if (/[ymdhs]/.test(letters)) return calendarFormat(letters);
  if (letters.includes("%")) return { kind: "percent" };
  return digitFormat(sections) ?? plain;
}

/** `m` is a minute behind an hour and in front of a second, else a month. */
function calendarFormat(letters: string): NumberFormat {
  const parts = letters.match(/y+|m+|d+|h+|s+/g) ?? [];
  const isMinute = (index: number): boolean =>
    (parts[index - 1] ?? "").startsWith("h") || (parts[index + 1] ?? "").startsWith("s");
  const hasDay = parts.some((part, index) => /^[yd]/.test(part) || (part.startsWith("m") && !isMinute(index)));
  const hasTime = parts.some((part) => /^[hs]/.test(part));
  if (hasDay) return hasTime ? { kind: "moment" } : date;
  return time;
}

function digitFormat(sections: readonly Section[]): NumberFormat | undefined {
  const masks: DigitMask[] = [];
  for (const { signs, condition, letters } of sections) {
    // Grouped and decimal numbers are amounts, `#` shows no zero.
    if (!/^0{2,}$/.test(letters)) return undefined;
    masks.push({ upTo: condition ?? Number.POSITIVE_INFINITY, zeros: letters.length, signs });
    if (condition === undefined) break;
  }
  return { kind: "digits", masks };
}

/** The digits of a whole number as its format shows them; undefined where the format is for other numbers. */
export function shownDigits(value: number, masks: readonly DigitMask[]): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  const mask = masks.find(({ upTo }) => value <= upTo);
  if (mask === undefined) return undefined;
  const digits = String(value).padStart(mask.zeros, "0");
  let at = digits.length - mask.zeros;
  let shown = "";
  let isFirst = true;
  for (const sign of mask.signs) {
    if (sign !== undefined) {
      shown += sign;
      continue;
    }
    // The first place takes all digits that the format has no place for.
    shown += isFirst ? digits.slice(0, at + 1) : (digits[at] ?? "");
    at += 1;
    isFirst = false;
  }
  return shown.trim();
}

interface Section {
  /** What the code says beside texts and signs, in lower case. */
  readonly letters: string;
  readonly isElapsed: boolean;
  readonly condition: number | undefined;
  readonly signs: readonly (string | undefined)[];
}

const codeMax = 1_000;

function sectionsOf(code: string): readonly Section[] {
  const sections: Section[] = [];
  let letters = "";
  let isElapsed = false;
  let condition: number | undefined;
  let signs: (string | undefined)[] = [];
  const end = (): void => {
    sections.push({ letters, isElapsed, condition, signs });
    letters = "";
    isElapsed = false;
    condition = undefined;
    signs = [];
  };
  for (const token of code.slice(0, codeMax).match(/"[^"]*"?|\\[^]|_[^]|\*[^]|\[[^\]]*\]?|[^]/gu) ?? []) {
    const sign = token[0] ?? "";
    if (token === ";") end();
    else if (sign === '"') signs.push(...token.replaceAll('"', ""));
    else if (sign === "\\" && token.length > 1) signs.push(token.slice(1));
    else if ((sign === "_" || sign === "*") && token.length > 1) continue;
    else if (sign === "[") {
      if (/^\[(?:h+|m+|s+)\]$/i.test(token)) isElapsed = true;
      const limit = /^\[<=?([\d.]+)\]$/.exec(token);
      if (limit) condition = token.startsWith("[<=") ? Number(limit[1]) : Number(limit[1]) - 1;
    } else if (/[-()/ :]/.test(token) && !/[a-z/]$/.test(letters)) signs.push(token);
    else {
      letters += token.toLowerCase();
      signs.push(token === "0" ? undefined : token);
    }
  }
  end();
  return sections;
}

const dayMs = 86_400_000;

/**
 * The day or time of a serial number as ISO 8601 writes it; undefined where no calendar has it.
 * @param kind what the format shows of it
 */
export function shownMoment(serial: number, kind: "date" | "moment" | "time", isDate1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0) return undefined;
  const ms = Math.round(serial * dayMs);
  if (kind === "time") return clockOf(ms);
  const day = Math.floor(ms / dayMs);
  const isoDay = dayOfSerial(day, isDate1904);
  if (isoDay === undefined || kind === "date") return isoDay;
  const rest = ms - day * dayMs;
  return rest === 0 ? isoDay : `${isoDay}T${clockOf(rest)}`;
}

/**
 * The day of a serial number: of 1900, which counts a 29 February that it did not have, or of 1904.
 * @returns `YYYY-MM-DD`; undefined for a day that does not exist or lies beyond 9999
 */
function dayOfSerial(day: number, isDate1904 = false): string | undefined {
  if (!Number.isInteger(day)) return undefined;
  if (isDate1904) return day < 0 ? undefined : isoDayOf(Date.UTC(1904, 0, 1) + day * dayMs);
  if (day < 1 || day === 60) return undefined;
  return isoDayOf(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayMs);
}

function isoDayOf(ms: number): string | undefined {
  if (ms >= Date.UTC(10_000, 0, 1)) return undefined;
  return new Date(ms).toISOString().slice(0, 10);
}

function clockOf(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const rest = ms % 1_000;
  const fraction = rest === 0 ? "" : `.${String(rest).padStart(3, "0")}`;
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}${fraction}`;
}

/** The share of a cell in hundredths, exactly: 0.125 is `12.5%`. */
export function shownPercent(value: number): string {
  return `${Number((value * 100).toPrecision(15))}%`;
}

/** What a cell shows of a number beyond 15 digits is noise of binary fractions. */
export function shownNumber(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}
