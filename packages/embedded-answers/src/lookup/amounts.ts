import { type ReadWord, take } from "./read-word.ts";

/** A bound on an amount, both ends included: `over $50,000`, `between 10k and 20k`. */
export interface Bound {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The bound itself does not count: `over`, not `at least`. */
  readonly isStrict: boolean;
  /** As the answer names it, of dollars or of a number. */
  readonly words: (isMoney: boolean) => string;
}

const figure = "(?:\\$|usd\\s)?\\s?(\\d[\\d,]*(?:\\.\\d+)?)\\s?(k|m|mm|mil|grand|thousand|million)?";
const notTime =
  "(?![\\p{L}\\p{N}])(?!\\s*(?:-\\s*)?(?:days?|weeks?|months?|quarters?|years?|yrs?|mos?|wks?|%|percent|policies|claims)(?![\\p{L}]))";
const over =
  "over|above|more than|greater than|exceeding|exceeds?|larger than|higher than|bigger than|north of|in excess of|upwards of|past|beyond|>";
const atLeast = "at least|no less than|not less than|minimum of|a minimum of|>=";
const under = "under|below|less than|smaller than|lower than|south of|short of|cheaper than|<";
const atMost = "at most|no more than|not more than|up to|maximum of|a maximum of|<=";

type Reader = (match: RegExpExecArray) => Bound;

const forms: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    `(?:between|from)\\s+${figure}\\s+(?:and|to|-)\\s+${figure}${notTime}`,
    (match) => {
      const [low, high] = [amountOf(match[1], match[2] ?? match[4]), amountOf(match[3], match[4])];
      return {
        from: low,
        to: high,
        isStrict: false,
        words: (isMoney) => `between ${figureIn(low, isMoney)} and ${figureIn(high, isMoney)}`,
      };
    },
  ],
  [`(?:${atLeast})\\s*${figure}${notTime}`, (match) => lower(match, false)],
  [`(?:${atMost})\\s*${figure}${notTime}`, (match) => upper(match, false)],
  [`(?:${over})\\s*${figure}${notTime}`, (match) => lower(match, true)],
  [`(?:${under})\\s*${figure}${notTime}`, (match) => upper(match, true)],
  [
    `${figure}\\s*(?:or (?:more|above|higher|greater|over)|and (?:up|above|over)|plus|\\+)`,
    (match) => lower(match, false),
  ],
  [`${figure}\\s*(?:or (?:less|below|lower|under)|and (?:below|under))`, (match) => upper(match, false)],
];

const compiled = forms.map(([pattern, read]): readonly [RegExp, Reader] => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, "iu"),
  read,
]);

/** The bound that a question sets; its words are taken. */
export function readBound(text: string, words: readonly ReadWord[]): Bound | undefined {
  for (const [pattern, read] of compiled) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const end = match.index + match[0].length;
    if (!words.some(({ start, end: last, by }) => start >= match.index && last <= end && by === undefined)) continue;
    take(words, match.index, end, "bound");
    return read(match);
  }
  return undefined;
}

function lower(match: RegExpExecArray, isStrict: boolean): Bound {
  const from = amountOf(match[1], match[2]);
  return {
    from,
    to: undefined,
    isStrict,
    words: (isMoney) => `${isStrict ? "over" : "of at least"} ${figureIn(from, isMoney)}`,
  };
}

function upper(match: RegExpExecArray, isStrict: boolean): Bound {
  const to = amountOf(match[1], match[2]);
  return {
    from: undefined,
    to,
    isStrict,
    words: (isMoney) => `${isStrict ? "under" : "of at most"} ${figureIn(to, isMoney)}`,
  };
}

function amountOf(digits: string | undefined, unit: string | undefined): number {
  const scale = /^(?:k|grand|thousand)$/i.test(unit ?? "") ? 1_000 : unit === undefined ? 1 : 1_000_000;
  return Number((digits ?? "0").replaceAll(",", "")) * scale;
}

function figureIn(amount: number, isMoney: boolean): string {
  return `${isMoney ? "$" : ""}${amount.toString().replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}`;
}

const counts = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ranks =
  "top|last|latest|most recent|newest|first|next|largest|biggest|highest|smallest|lowest|oldest|earliest|recent";
const topForm = new RegExp(
  `\\b(?:${ranks})\\s+(\\d{1,2}|${counts.join("|")})\\b(?!\\s*(?:days?|weeks?|months?|quarters?|years?)\\b)|\\b(\\d{1,2}|${counts.join("|")})\\s+(?=(?:${ranks}|most|least|cheapest|worst|priciest|costliest)\\b)`,
  "iu",
);

/** How many rows a question asks for: `the last three`, `top 5`; the word is taken. */
export function readTop(text: string, words: readonly ReadWord[]): number | undefined {
  const match = topForm.exec(text);
  const count = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (match === null || count === undefined) return undefined;
  const at = match.index + match[0].toLowerCase().lastIndexOf(count);
  const word = words.find(({ start, by }) => start === at && by === undefined);
  if (word === undefined) return undefined;
  word.by = "top";
  return /\d/.test(count) ? Number(count) : counts.indexOf(count) + 1;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const place = "(?:locations?|locs?|premises?|places?|buildings?|bldgs?|sites?|address(?:es)?)";
const placeForm = new RegExp(
  `\\b${place}\\s*(?:number|no\\.?|nr\\.?)?\\s*(\\d)\\b|\\b(?:(\\d)(?:st|nd|rd|th)|(${ordinals.join("|")}))\\s+(?:insured\\s+)?${place}\\b`,
  "iu",
);

/** Which place of a client is meant: "the second location", "premises no. 2"; its number is taken. */
export function readPlace(text: string, words: readonly ReadWord[]): number | undefined {
  const match = placeForm.exec(text);
  const written = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || written === undefined) return undefined;
  const at = match.index + match[0].lastIndexOf(written);
  const word = words.find(({ start, by }) => start === at && by === undefined);
  if (word !== undefined) word.by = "place";
  return /\d/.test(written) ? Number(written) : ordinals.indexOf(written.toLowerCase()) + 1;
}
