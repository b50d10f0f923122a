import type { ErrorObject } from "ajv/dist/2020.js";

/** What is wrong with a member that a schema refuses, as the end of a sentence that begins with its name. */
export function messageOf(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "unknown field";
    case "enum": {
      const allowed: unknown = params.allowedValues;
      return Array.isArray(allowed) && allowed.length <= 12
        ? `must be one of ${allowed.map(String).join(", ")}`
        : "is not an allowed value";
    }
    case "uniqueItems": {
      const [earlier, later] = [Number(params.i), Number(params.j)].sort((a, b) => a - b);
      return `elements ${earlier} and ${later} are the same`;
    }
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "pattern":
      return patternMessages.get(String(params.pattern)) ?? "is not in the allowed form";
    case "format":
      return formatMessages[String(params.format)] ?? "is not in the allowed form";
    default:
      return sizeMessage(keyword, Number(params.limit)) ?? error.message ?? "is not valid";
  }
}

function sizeMessage(keyword: string, limit: number): string | undefined {
  const counted = (noun: string) => `${limit} ${noun}${limit === 1 ? "" : "s"}`;
  switch (keyword) {
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "minLength":
      return `must have at least ${counted("character")}`;
    case "maxLength":
      return `must have at most ${counted("character")}`;
    case "minItems":
      return `must have at least ${counted("element")}`;
    case "maxItems":
      return `must have at most ${counted("element")}`;
    case "minProperties":
      return `must have at least ${counted("member")}`;
    case "maxProperties":
      return `must have at most ${counted("member")}`;
    default:
      return undefined;
  }
}

const formatMessages: Readonly<Record<string, string>> = {
  date: "must be a date that exists, written YYYY-MM-DD",
  "date-time": "must be an RFC 3339 timestamp with its offset, such as 2026-01-31T09:30:00Z",
};

/** What each pattern of our schemas allows, in words: callers cannot read the pattern. */
const patternMessages: ReadonlyMap<string, string> = new Map([
  ["^[A-Za-z0-9._:-]{1,128}$", "must be 1 to 128 letters, digits, dots, underscores, colons or hyphens"],
  ["^[A-Z]{2}$", "must be the two capital letters of a state, such as CA"],
  ["^(\\*|[A-Z]{2})$", "must be the two capital letters of a state, such as CA, or * for all"],
  ["^[A-Z]{3}$", "must be a currency code of ISO 4217, such as USD"],
  ["^[0-9]{2,6}$", "must be 2 to 6 digits of a NAICS code"],
  ["^[0-9]{2,4}$", "must be 2 to 4 digits of a SIC code"],
  ["^[0-9a-f]{64}$", "must be a SHA-256 as 64 lowercase hexadecimal digits"],
  ["^e[1-9][0-9]{0,3}$", "must be the letter e and a number from 1 to 9999"],
  ["^\\d{4}-\\d{2}-\\d{2}([Tt ].*)?$", "must be a date, written YYYY-MM-DD, or a timestamp that begins with one"],
  ["^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$", "must be a year, written YYYY, or a date, written YYYY-MM-DD"],
  [
    "^[a-z_]+(\\.[A-Za-z0-9_-]{1,128}){1,3}$",
    "must be the path of a fact: two to four names joined by dots, such as risk.attributes.fleet",
  ],
  ["^(/.*)?$", "must be a JSON Pointer: empty, or beginning with a slash"],
  ["^labelled:[A-Za-z0-9._:-]{1,119}$", "must be labelled: and the name of a labelled set"],
]);

/** Whether there are words for a pattern. */
export function isExplainedPattern(pattern: string): boolean {
  return patternMessages.has(pattern);
}
