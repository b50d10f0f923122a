import { stateName } from "@service/engine-kit";
import { type ReadWord, take } from "./read-word.ts";

const codes =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );
const byName: readonly (readonly [name: string, code: string])[] = codes
  .map((code): readonly [string, string] => [stateName(code).toLowerCase(), code])
  .toSorted(([left], [right]) => right.length - left.length);

/** States that a question names, by name or by their code in capitals. */
export function readStates(text: string, words: readonly ReadWord[]): readonly string[] {
  const found: string[] = [];
  const lower = text.toLowerCase();
  for (const [name, code] of byName) {
    const at = lower.search(new RegExp(`(?<![a-z])${name}(?![a-z])`));
    const isFree = words.some(({ start, by }) => start === at && by === undefined);
    if (at < 0 || !isFree) continue;
    take(words, at, at + name.length, "state");
    found.push(code);
  }
  for (const word of words) {
    const written = text.slice(word.start, word.end);
    if (word.by !== undefined || !/^[A-Z]{2}$/.test(written) || !codes.includes(written)) continue;
    // A code stands behind "in" or "from", before the noun, or at the end; "OR" and "IN" in a shouted text are words.
    if (text === text.toUpperCase()) continue;
    if (written === "ID" && identifies(text, word.start, word.end)) continue;
    word.by = "state";
    found.push(written);
  }
  return found;
}

/** "Tax ID", "ID cards": an identification and not Idaho. */
function identifies(text: string, start: number, end: number): boolean {
  return (
    /\b(?:tax|taxpayer|federal|fed|employer|irs|business|company|client|account|policy|driver'?s?|photo)\s+$/iu.test(
      text.slice(0, start),
    ) || /^\s+(?:cards?|numbers?|nos?\b|#)/iu.test(text.slice(end))
  );
}
