import { isDate } from "@service/json";
import { shownMoment } from "@service/source-files";

/** A day, with the time of day where the text has one. */
export interface Moment {
  readonly date: string;
  /** `HH:mm:ss`, perhaps with decimals of a second. */
  readonly time?: string;
  /** `Z` or an offset, as the text gives it. */
  readonly zone?: string;
}

/** Undefined for another form or a day that does not exist. */
export type ReadMoment = (text: string) => Moment | undefined;

const tokens: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<YYYY>\d{4})`,
  YY: String.raw`(?<YY>\d{2})`,
  MM: String.raw`(?<MM>\d{2})`,
  M: String.raw`(?<MM>\d{1,2})`,
  DD: String.raw`(?<DD>\d{2})`,
  D: String.raw`(?<DD>\d{1,2})`,
  HH: String.raw`(?<HH>\d{2})`,
  mm: String.raw`(?<mm>\d{2})`,
  ss: String.raw`(?<ss>\d{2})`,
};

/**
 * Compiles a format of the tokens `YYYY YY MM M DD D HH mm ss` (IMP-35); a string is what is wrong with it.
 * @param yearPivot years of two digits below it are of this century (IMP-303); without it none is read
 */
export function compileDateFormat(format: string, yearPivot?: number): ReadMoment | string {
  const parts: readonly string[] = format.match(/YYYY|YY|MM|M|DD|D|HH|mm|ss|[A-Za-z]+|[^A-Za-z]/g) ?? [];
  let pattern = "";
  for (const [index, part] of parts.entries()) {
    const token = Object.hasOwn(tokens, part) ? tokens[part] : undefined;
    if (token === undefined && /^[A-SU-Za-z]|^T./.test(part)) {
      const why = /^Y+$/.test(part) ? "a year is YYYY, or YY" : `"${part}" is not a token`;
      return `is no date format: ${why}; the tokens are ${Object.keys(tokens).join(" ")}`;
    }
    const next = parts[index + 1];
    if ((part === "M" || part === "D") && next !== undefined && Object.hasOwn(tokens, next)) {
      return `is no date format: ${part} needs a sign between it and ${next}`;
    }
    pattern += token ?? part.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
  }
  if (parts.includes("YY") && yearPivot === undefined)
    return "has a year of two digits: defaults.year_pivot says which century it is of";
  for (const name of ["YYYY", "MM", "DD", "HH", "mm", "ss"]) {
    const times = pattern.split(`<${name}>`).length - 1 + (name === "YYYY" ? pattern.split("<YY>").length - 1 : 0);
    if (times > 1 || (times === 0 && ["YYYY", "MM", "DD"].includes(name))) {
      return "is no date format: it needs one year, one month and one day, and each part once";
    }
  }
  if (pattern.includes("<mm>") !== pattern.includes("<HH>")) return "is no date format: a time has HH and mm";
  if (pattern.includes("<ss>") && !pattern.includes("<mm>")) return "is no date format: a time has HH and mm";
  return momentOf(new RegExp(`^${pattern}$`), yearPivot ?? 0);
}

/** The fixed number of digits of every token makes the pattern linear. */
function momentOf(pattern: RegExp, yearPivot: number): ReadMoment {
  return (text) => {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const {
      YY,
      YYYY = centuryOf(Number(YY), yearPivot) + (YY ?? ""),
      MM = "",
      DD = "",
      HH,
      mm = "00",
      ss = "00",
    } = groups;
    const date = `${YYYY}-${MM.padStart(2, "0")}-${DD.padStart(2, "0")}`;
    if (!isDate(date)) return undefined;
    if (HH === undefined) return { date };
    return isTime(HH, mm, ss) ? { date, time: `${HH}:${mm}:${ss}` } : undefined;
  };
}

function centuryOf(year: number, yearPivot: number): string {
  return year < yearPivot ? "20" : "19";
}

/** A serial date of a spreadsheet, such as 46167 (IMP-304); the number behind the point is the time of day. */
export function readSerialMoment(isDate1904: boolean): ReadMoment {
  return (text) => {
    if (!/^\d{1,7}(?:[.]\d{1,15})?$/.test(text)) return undefined;
    const [date, time] = shownMoment(Number(text), "moment", isDate1904)?.split("T") ?? [];
    if (date === undefined) return undefined;
    return time === undefined ? { date } : { date, time };
  };
}

const isoPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}|[+-]\d{4})?)?$/;

/** `2026-03-01`, with a time and an offset after it where there are any: one reading in every mapping. */
export const readIsoMoment: ReadMoment = (text) => {
  const match = isoPattern.exec(text);
  if (match === null) return undefined;
  const [, date = "", hours, minutes = "", seconds = "00", fraction = "", zone] = match;
  if (!isDate(date)) return undefined;
  if (hours === undefined) return { date };
  if (!isTime(hours, minutes, seconds)) return undefined;
  const time = `${hours}:${minutes}:${seconds}${fraction}`;
  if (zone === undefined) return { date, time };
  return { date, time, zone: zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone };
};

function isTime(hours: string, minutes: string, seconds: string): boolean {
  return Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 59;
}
