import { capitalized, cutBetweenWords, labelOf, possessive, sentence } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";

/** The names of a program in texts. */
type Named = { readonly carrierName: string; readonly product: string };

const nameChars = 60;
/** A message of more words is a sentence of its own. */
const embeddedWordsMax = 20;

/**
 * Texts of this engine are composed as the middle of a sentence (`the program answers in 4 days`) and become one when
 * they are shown. `the program` stands where a solution has named it; elsewhere the name of the program does.
 */
export const theProgram = "the program";

/** `Acme Mutual Artisan GL`; a product that repeats its carrier is named once. */
export function programName({ carrierName, product }: Named): string {
  const carrier = cutBetweenWords(carrierName, nameChars);
  const own = cutBetweenWords(product, nameChars);
  return own.toLowerCase().startsWith(carrier.toLowerCase()) ? own : `${carrier} ${own}`;
}

/** One program by its name; several by whose they are. */
export function namePrograms(programs: readonly Named[]): string {
  const [first] = programs;
  if (first === undefined) return theProgram;
  if (programs.length === 1) return programName(first);
  const carriers = new Set(programs.map(({ carrierName }) => carrierName));
  return carriers.size === 1
    ? `${possessive(cutBetweenWords(first.carrierName, nameChars))} program for ${programs.length} needs`
    : `the combination of ${carriers.size} carriers for ${programs.length} needs`;
}

/** The client in a title or headline. */
export function clientName(label: string): string {
  return cutBetweenWords(label, nameChars);
}

/** A line as the middle of a sentence names it. */
export function lineName(line: string): string {
  return line === "other" ? "another line" : labelOf(line);
}

/** A coverage by its label; one that is not of the code list by its own words. */
export function coverageName({ coverage, code }: { readonly coverage: string; readonly code: string }): string {
  const label = labelOf(code);
  const own = coverage.replaceAll("_", " ").replace(/\s+/g, " ").trim();
  return label === code.replaceAll("_", " ") ? own : label;
}

/** `83.4 of 100 points`: the `rank_score` that the order follows, the one figure that texts name (MATCH-58). */
export function pointsInWords(rankScore: number): string {
  return `${roundHalfAwayFromZero(rankScore, 1)} of 100 points`;
}

/** A text that was composed as the middle of a sentence, as a list shows it: with a capital, without a stop. */
export function shown(text: string, max: number): string {
  return cutBetweenWords(capitalized(text), max);
}

/** The same as a sentence. */
export function asSentence(text: string): string {
  return sentence(text);
}

/**
 * A message that an agency or a carrier wrote, behind what it explains: `Acme asks for a referral: diligent search and
 * tax filing`. Reads whatever the message is: a long one becomes a sentence of its own.
 */
export function withMessage(lead: string, message: string): string {
  const written = message
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.:;,]+$/, "");
  if (written === "") return lead;
  if (written.split(" ").length > embeddedWordsMax) return `${lead}. ${capitalized(written)}`;
  return `${lead}: ${startsWithCommonWord(written) ? written.charAt(0).toLowerCase() + written.slice(1) : written}`;
}

/** Words that begin messages and are no names; everything else keeps its capital. */
const commonWords: ReadonlySet<string> = new Set(
  (
    "a an the this these that such any all each every no not none only at in on for from with without within over under " +
    "above below before after between up to is are was were has have must may can cannot needs requires more most less " +
    "fewer least one two three four five six seven eight nine ten several some both large small high low new old young " +
    "prior open recent limited large many few client clients loss losses claim claims revenue payroll business " +
    "businesses surplus market markets coverage coverages limits deductible roof roofs roofing work building buildings " +
    "tree diligent years year employees vehicles drivers locations premium underwriter underwriting inspection"
  ).split(" "),
);

function startsWithCommonWord(text: string): boolean {
  const first = /^[A-Z][a-z]*(?=[\s,.:;]|$)/.exec(text)?.[0];
  return first !== undefined && commonWords.has(first.toLowerCase());
}
