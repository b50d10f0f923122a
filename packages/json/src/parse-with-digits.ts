import { type Json, parseJson } from "./json.ts";

/** Only a number of so many digits can be one that a double does not hold. */
const mayBeLong = /[\d.]{16}/;

/**
 * Parses JSON; a number that a double does not hold, such as a long id, is read as the text of its digits.
 * @throws SyntaxError
 */
export function parseJsonWithDigits(text: string): Json {
  if (!mayBeLong.test(text)) return parseJson(text);
  const digitsOf = (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = context?.source;
    return typeof value === "number" && Number.isFinite(value) && source !== undefined && !isHeld(source, value)
      ? source
      : value;
  };
  // oxlint-disable-next-line typescript/no-unsafe-return -- JSON.parse is declared as `any`, and returns JSON values only
  return JSON.parse(text, digitsOf);
}

/** Whether a number in JSON text is the number that it was read as. */
function isHeld(source: string, value: number): boolean {
  return decimalOf(source) === decimalOf(String(value));
}

/** Digits without zeros around them, and the power of ten behind the last: equal for equal numbers. */
function decimalOf(text: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^(-?)(\d+)(?:[.](\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(power) - part.length + digits.length - kept.length}`;
}
