import { capitalized, familiesOf, familyOf as familyOfCoverage, labelOf } from "@service/engine-kit";
import type { Json } from "@service/json";
import { comparisonRules } from "@service/packs";
import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { wordsOf } from "../text/tokens.ts";
import { AnswerText } from "../answer-text.ts";
import type { BookRow } from "../book-source.ts";
import { type Ask, nameOf, ofClient } from "./ask.ts";
import { familyOf, fieldLabel, lineOf } from "./families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRow, placeOfRows } from "./looked-up.ts";
import type { ReadWord } from "./read-word.ts";
import { isOfPriorTerm } from "./frames.ts";
import { means, type Reading } from "./reading.ts";
import { coveringLines, isInForce, linesOf } from "./selection/policy-lines.ts";
import { valueInWords } from "./values.ts";
import { notAvailable } from "./rows/not-available.ts";
import { coverageTerms } from "./vocabulary/coverage-terms.ts";
import { linePhrases } from "./vocabulary/lines.ts";
import { writtenOut } from "./vocabulary/short-forms.ts";

/** Meanings that ask for a fact of a coverage. */
const coverageFields: ReadonlySet<string> = new Set([
  "limit",
  "deductible",
  "covered",
  "retro_date",
  "valuation",
  "coinsurance",
  "trigger",
]);

const attributes = ["deductible", "retro_date", "valuation", "coinsurance", "trigger", "limit"] as const;
type Attribute = (typeof attributes)[number];
/** Facts in words that never name a coverage. */
const factFields: ReadonlySet<string> = new Set(["retro_date", "valuation", "coinsurance", "trigger"]);
/** A client with so few policies is asked for "the deductible" of all of them. */
const fewPolicies = 3;
/** Rows that one answer names. */
const rowsMax = 12;
/** Words around a coverage that do not tell it from others. */
const coverageFillers: ReadonlySet<string> = new Set(
  [
    "coverage",
    "insurance",
    "liability",
    "limit",
    "sublimit",
    "deductible",
    "amount",
    "endorsement",
    "wording",
    "status",
    "section",
    "extension",
  ].map(stem),
);

/** Words that may stand within a coverage's name. */
const skipped: ReadonlySet<string> = new Set(["limit", "coverage", "amount", "a", "any", "policy"].map(stem));
/** Words of a term that are empty elsewhere. */
const kept: ReadonlySet<string> = new Set(["each", "any", "other", "a"]);

interface Term {
  readonly stems: readonly string[];
  /** Undefined: of any line. */
  readonly line: string | undefined;
  readonly coverage: string;
}

const aliases: readonly Term[] = [
  ...comparisonRules.aliases.flatMap(({ alias, line, coverage }): Term[] =>
    typeof alias === "string" && typeof line === "string" && typeof coverage === "string"
      ? [{ stems: stemsOf(alias), line, coverage }]
      : [],
  ),
  ...coverageTerms.map(({ words, line, coverage }): Term => ({ stems: stemsOf(words), line, coverage })),
];
const aliasesOf = new Map<string, Term[]>();
for (const term of aliases) aliasesOf.set(term.coverage, [...(aliasesOf.get(term.coverage) ?? []), term]);

function stemsOf(text: string): readonly string[] {
  return wordsOf(text.replaceAll("_", " "))
    .map((word) => (word === "per" ? "each" : writtenOut(word)))
    .filter((word) => !emptyWords.has(word) || kept.has(word))
    .map(stem);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function isOfCoverage(reading: Reading): boolean {
  return means(reading, "field", ...coverageFields);
}

/** Words that ask for an amount of insurance without naming a limit: "how much does it cover". */
const asksHowMuchCover =
  /\bhow (?:much|high|big|large)\b.*\b(?:cover|covers|covered|insured|insure|protected|good for)\b|\b(?:what|how much)\b.*\b(?:insured|covered) (?:for|at|to)\b/iu;

/** "How much umbrella do they have" asks for its limit. */
function asksHowMuch(text: string): boolean {
  return /\bhow (?:much|high|big|large)\b/i.test(text) || asksHowMuchCover.test(text);
}

/** Whether a question may be about what a policy covers. */
export function asksCoverage({ reading, client, policy }: Ask): boolean {
  if (client === undefined && policy === undefined) return false;
  // The zone of a place is no coverage.
  if (means(reading, "field", "flood_zone")) return false;
  if (isOfCoverage(reading)) return true;
  return !means(reading, "field") || reading.isYesNo || longestAlias(questionWords(reading)) !== undefined;
}

function questionWords({ words }: Reading): readonly ReadWord[] {
  return words.filter(({ by, isAside }) => by !== "client" && by !== "number" && isAside !== true);
}

function asksOtherField(reading: Reading): boolean {
  return reading.meanings.some(({ kind, value }) => kind === "field" && !coverageFields.has(value));
}

/** Another kind of row or fact is asked for, in words that are not the coverage's own. */
function asksElse(reading: Reading, term: readonly ReadWord[]): boolean {
  return reading.meanings.some(({ kind, value, at }) => {
    const isOwn = kind === "family" && ["policies", "accounts", "vehicles"].includes(value);
    const isOfCover = kind === "field" && coverageFields.has(value);
    if (isOwn || isOfCover || !["family", "field", "role", "kind"].includes(kind)) return false;
    const word = reading.words[at];
    return word === undefined || !term.includes(word);
  });
}

/** Coverages are those of today: what was, what is not in force, and bounds without yes or no are not looked up. */
function isOfToday({ reading, book }: Ask): boolean {
  const isElsewhen = reading.periods.some(({ from = "", to = "9999" }) => from > book.asOf || to < book.asOf);
  const isEnded = means(reading, "status", "expired", "cancelled", "future", "non_renewed", "declined", "lost");
  return !isElsewhen && !isEnded && !isOfPriorTerm(reading) && (reading.bound === undefined || reading.isYesNo);
}

/**
 * Limit, deductible or presence of coverages (ANSWER-12): the rows of the client's policies in force whose coverages have the
 * longest terms in the question. Undefined where no term stands in it and no line either, or words stay unexplained.
 * @param isPolicyAsked a term that is the name of a line asks for the policy.
 */
export async function lookUpCoverages(given: Ask, isPolicyRequested: boolean): Promise<LookedUp | undefined> {
  const ask = withLinesMeant(given);
  const { book, reading, client, policy } = ask;
  if (!book.isReadable("coverages") || client === undefined || /^who\b/i.test(reading.core.trim())) return undefined;
  if (!isOfToday(ask) || means(reading, "family", "contracts")) return undefined;
  const inForce = await policiesInForce(ask);
  const found = await book.rows("coverages", { clientKey: client.key });
  if (inForce === undefined || !found.isComplete) return undefined;
  const keys = new Map(inForce.map((row) => [row.key, row]));
  const all = found.rows.filter(
    ({ fields }) => typeof fields["policy_key"] === "string" && keys.has(fields["policy_key"]),
  );
  const policies = ofLines(inForce, ask);
  const ofPolicies = new Set(policies.map(({ key }) => key));
  const rows = all.filter(({ fields }) => ofPolicies.has(textOf(fields["policy_key"])));
  const words = wordsOfTerms(reading);
  // The word for a line may be a part of the coverage's name: "property damage", "auto liability".
  const term = termsOfBoth(rows, words) ?? termsWithLines(all, words);
  const isOfCoverages = isOfCoverage(reading);
  if (!isOfCoverages && asksElse(reading, term?.words ?? [])) return undefined;
  if (term === undefined && asksPresence(reading) && !means(reading, "field", ...attributes)) {
    const missing = longestAlias(words);
    if (missing !== undefined && !asksElse(reading, missing.words) && isExplained(reading.words, missing.words, []))
      return notThere(ask, missing, policies);
  }
  const isOfFew = policies.length <= fewPolicies && means(reading, "field", "deductible");
  if (term === undefined && !(isOfCoverages && (reading.lines.length > 0 || policy !== undefined || isOfFew)))
    return undefined;
  const named = requestedAttributes(reading, term?.words ?? []);
  // "Has an umbrella": the policy answers, and a coverage only where there is no policy.
  const isLineWord = ({ by, stem: each }: ReadWord): boolean => by === "line" || by === "family" || each === "limit";
  const isOfLine = term !== undefined && term.words.every(isLineWord) && term.words.some(({ by }) => by === "line");
  // "The employers liability of the workers comp" is a part of it.
  const isPart = reading.lines.length > new Set(reading.lines.map(([line]) => line)).size;
  if (isOfLine && isPolicyRequested && !isPart && named.length === 0 && !means(reading, "field", "limit"))
    return undefined;
  const isListed = !reading.isYesNo && /\b(?:what|which|list|show)\b/iu.test(reading.core);
  if (term === undefined && means(reading, "field", "covered") && named.length === 0)
    if (!isListed || means(reading, "family") || means(reading, "op", "count") || asksOtherField(reading))
      return undefined;
  const ofLine = rows.filter((row) => isOfRequestedLines(row, ask));
  // "The limits" of a line are all that it has.
  const isWhole = isOfLine && /\blim(?:it)?s\b/iu.test(reading.core);
  const meant = byWeight(term === undefined || isWhole ? ofLine : rowsOfLines(term.rows, ask, term.words));
  if (meant.length === 0 || !isExplained(reading.words, term?.words ?? [], meant)) return undefined;
  if (reading.bound !== undefined) return isOfBound(ask, meant, keys);
  if (named.length === 0 && (asksPresence(reading) || isNamedOnly(reading))) return presence(ask, meant);
  const wanted = named.length === 0 ? (["limit"] as const) : named;
  // That it is hidden is the answer, whatever its value (ANSWER-15).
  const hidden = wanted.filter((attribute) => book.hidden("coverages").has(attribute));
  if (hidden.length > 0) return notAvailable(ask, { family: "coverages", fields: hidden, foreign: [] });
  const others = reading.lines.length > 0 && (isOfLine || wanted.length > 1) ? byWeight(ofLine) : [];
  return values(ask, meant, { wanted, others }, keys);
}

/** Words of the question that may name a coverage: "the actual cash value" names none. */
function wordsOfTerms(reading: Reading): readonly ReadWord[] {
  const facts = new Set(
    reading.meanings
      .filter(({ kind, value }) => kind === "field" && factFields.has(value))
      .flatMap(({ at, length = 1 }) => reading.words.slice(at, at + length)),
  );
  return questionWords(reading).filter((word) => !facts.has(word));
}

/** Yes or no is asked for, in a sentence or in a few words: "WOS included?". */
function asksPresence(reading: Reading): boolean {
  return reading.isYesNo || (means(reading, "field", "covered") && !asksForWhat.test(reading.core));
}

/** "Is it covered, and up to what limit", "hired auto included? limit?": yes or no beside the value. */
function asksWhetherThere(reading: Reading): boolean {
  return reading.isYesNo || /\b(?:covered|included)\s*[?,]/iu.test(reading.core);
}

/** Undefined: one row says so and another does not. */
function isThereAtAll(rows: readonly BookRow[]): boolean | undefined {
  const states = new Set(rows.map(({ fields }) => fields["included"] !== false));
  return states.size === 1 ? states.has(true) : undefined;
}

/** "HNOA on the auto?" asks for whatever is known of it. */
function isNamedOnly({ core }: Reading): boolean {
  return !asksForWhat.test(core) && /\?\s*$/u.test(core);
}

const asksForWhat = /\b(?:what|which|how|when|what's|whats|how's|amount|list|show|give|state|provide)\b/iu;

/** The facts of a coverage that are asked for, in the order of the question; a limit within the name of the coverage is not asked for. */
function requestedAttributes(reading: Reading, term: readonly ReadWord[]): readonly Attribute[] {
  const named = attributes.filter((name) => name !== "limit" && means(reading, "field", name));
  const isLimitNamed = reading.meanings.some(({ kind, value, at, length = 1 }) => {
    if (kind !== "field" || value !== "limit") return false;
    const own = reading.words.slice(at, at + length);
    const isWord = !reading.isYesNo && own.some((word) => word.stem === "limit");
    return at < 0 || isWord || (named.length === 0 && !reading.isYesNo) || !own.every((word) => term.includes(word));
  });
  const { core } = reading;
  const isOfCost = means(reading, "field", "pay", "premium");
  const isHowMuch =
    named.length === 0
      ? !isOfCost && (asksHowMuchCover.test(core) || (term.length > 0 && asksHowMuch(core)))
      : /\bhow (?:much|high|big|large)\b.*(?:,|\band\b|\+|\/|\bplus\b).*\b(?:ded|deductible|retention|sir|coins\w*|valuation|retro\w*)\b/iu.test(
          core,
        );
  return isLimitNamed || isHowMuch ? ["limit", ...named] : named;
}

/** The policies in force, or the one that the question is about. */
async function policiesInForce({ book, client, policy }: Ask): Promise<readonly BookRow[] | undefined> {
  if (policy !== undefined) return [policy];
  const found = await book.rows("policies", { clientKey: client?.key });
  return found.isComplete ? found.rows.filter(({ fields }) => isInForce(fields, book.asOf)) : undefined;
}

/** Those of the lines that the question names or of those that answer for them. */
function ofLines(active: readonly BookRow[], { reading, policy }: Ask): readonly BookRow[] {
  if (policy !== undefined || reading.lines.length === 0) return active;
  const chosen = new Set<BookRow>();
  for (const lines of reading.lines) {
    const own = active.filter(({ fields }) => linesOf(fields).some((line) => lines.includes(line)));
    const covering = active.filter(({ fields }) => linesOf(fields).some((line) => coveringLines(lines).includes(line)));
    for (const row of own.length > 0 ? own : covering) chosen.add(row);
  }
  // The word for a line may only name the coverage: auto liability stands on a garage policy too.
  return chosen.size > 0 ? [...chosen] : active;
}

/** Words for a line that also say what another line covers: beside one they name no policy. */
const weakLines: ReadonlySet<string> = new Set(["liability", "property"]);

/** The question with the lines that it means: "comp and collision" is no workers compensation, "the trucks" are insured. */
function withLinesMeant(ask: Ask): Ask {
  const { reading } = ask;
  const words = questionWords(reading);
  const mentions = linesNamed(words);
  if (mentions.length === 0) return ask;
  const isOfAuto =
    means(reading, "field", "deductible") ||
    words.some(({ stem: each }) => autoWords.has(each)) ||
    mentions.some(({ lines }) => lines.includes("commercial_auto") || lines.includes("personal_auto"));
  const kept = mentions.filter(
    ({ words: [only, ...more] }) => !(isOfAuto && more.length === 0 && only?.word === "comp"),
  );
  const strong = kept.filter(({ words: [only, ...more] }) => more.length > 0 || !weakLines.has(only?.word ?? ""));
  const isWeakLeft = strong.length === 0 && !(isOfAuto && words.some(({ stem: each }) => autoWords.has(each)));
  const lines = (isWeakLeft ? kept : strong).map(({ lines: each }) => each);
  const ofVehicles = lines.length === 0 && isOfAuto ? [["commercial_auto", "personal_auto"]] : lines;
  return { ...ask, reading: { ...reading, lines: ofVehicles } };
}

const autoWords: ReadonlySet<string> = new Set(
  ["collision", "coll", "truck", "vehicle", "van", "csl", "motorist", "otc", "pickup"].map(stem),
);

/** The lines that words name, mention by mention. */
function linesNamed(
  words: readonly ReadWord[],
): readonly { readonly words: readonly ReadWord[]; readonly lines: readonly string[] }[] {
  const found: { words: readonly ReadWord[]; lines: readonly string[] }[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = linePhrases
      .get(words[at]?.stem ?? "")
      ?.find(({ stems }) =>
        stems.every((each, offset) => words[at + offset]?.stem === each && words[at + offset]?.by === "line"),
      );
    if (phrase !== undefined) found.push({ words: words.slice(at, at + phrase.stems.length), lines: phrase.lines });
    at += phrase?.stems.length ?? 1;
  }
  return found;
}

interface Named {
  readonly rows: readonly BookRow[];
  readonly words: readonly ReadWord[];
}

/** The rows of every coverage that the words name, the longest term first; a word names one of them. */
function termsIn(rows: readonly BookRow[], words: readonly ReadWord[]): Named | undefined {
  let named = longestTerm(rows, words);
  while (named !== undefined) {
    const { words: taken } = named;
    // A word that is taken parts those beside it.
    const left = words.map((word) => (taken.includes(word) ? { ...word, word: "", stem: "", by: "term" } : word));
    const next = longestTerm(rows, left);
    if (next === undefined || !next.words.some(isTelling)) return named;
    named = { rows: [...new Set([...named.rows, ...next.rows])], words: [...taken, ...next.words] };
  }
  return undefined;
}

/** "Bodily injury per person and per accident" names two coverages with the words of one (ANSWER-93). */
function termsOfBoth(rows: readonly BookRow[], words: readonly ReadWord[]): Named | undefined {
  const whole = termsIn(rows, words);
  const ofPerson = words.filter(
    ({ word }, at) => word === "person" || (isEach(word) && words[at + 1]?.word === "person"),
  );
  if (whole === undefined || ofPerson.length === 0 || !words.some(({ word }) => word === "accident")) return whole;
  const beside = termsIn(
    rows,
    words.filter((word) => !ofPerson.includes(word)),
  );
  if (beside === undefined) return whole;
  return {
    rows: [...new Set([...whole.rows, ...beside.rows])],
    words: [...new Set([...whole.words, ...beside.words, ...ofPerson])],
  };
}

function isEach(word: string): boolean {
  return word === "each" || word === "per";
}

/** A word that no other coverage would be asked for with. */
function isTelling({ by, stem: each }: ReadWord): boolean {
  return by !== "line" && by !== "family" && !coverageFillers.has(each);
}

/** A coverage of any policy whose name holds every word for a line that the question has. */
function termsWithLines(rows: readonly BookRow[], words: readonly ReadWord[]): Named | undefined {
  const ofLine = words.filter(({ by }) => by === "line");
  const named = ofLine.length === 0 ? undefined : termsIn(rows, words);
  return named !== undefined && ofLine.every((word) => named.words.includes(word)) ? named : undefined;
}

const weights: ReadonlyMap<string, number> = new Map(
  comparisonRules.line_items
    .toReversed()
    .flatMap(({ line, coverage, weight }) =>
      typeof line === "string" && typeof coverage === "string" && typeof weight === "number"
        ? [[`${line} ${coverage}`, weight] as const]
        : [],
    ),
);

/** The coverages that weigh most in a comparison come first. */
function byWeight(rows: readonly BookRow[]): readonly BookRow[] {
  const weightOf = ({ fields }: BookRow): number =>
    weights.get(`${textOf(fields["line"])} ${textOf(fields["coverage"])}`) ?? 0;
  return rows.toSorted((left, right) => weightOf(right) - weightOf(left));
}

/** The rows whose coverage has the longest term among the words, of equal ones the first. */
function longestTerm(rows: readonly BookRow[], words: readonly ReadWord[]): Named | undefined {
  const found = rows.flatMap((row) =>
    termsOf(row).flatMap((term) => {
      const stands = standsIn(term, words);
      return stands === undefined ? [] : [{ row, words: stands }];
    }),
  );
  const length = Math.max(0, ...found.map(({ words: { length: each } }) => each));
  const first = found
    .filter((each) => each.words.length === length)
    .toSorted((left, right) => (left.words[0]?.start ?? 0) - (right.words[0]?.start ?? 0))[0];
  if (first === undefined) return undefined;
  // The line's own name is a term of its main coverage, and says less than a term beside it: "the aggregate on the liability".
  const others = words.filter(({ by }) => by !== "line");
  if (others.length < words.length && first.words.every(({ by }) => by === "line")) {
    const beside = longestTerm(rows, others);
    if (beside !== undefined) return beside;
  }
  const same = found.filter((each) => each.words.length === length && each.words[0] === first.words[0]);
  return { rows: [...new Set(same.map(({ row }) => row))], words: first.words };
}

function termsOf({ fields }: BookRow): readonly (readonly string[])[] {
  const { coverage, label, line } = fields;
  const code = typeof coverage === "string" ? coverage : "";
  const own = [code, labelOf(code), ...(typeof label === "string" ? [label] : [])].map(stemsOf);
  const ofLine = (aliasesOf.get(code) ?? []).filter(
    (term) => term.line === undefined || term.line === line || isOfPackage(term.line, line),
  );
  return [...own, ...ofLine.map(({ stems }) => stems)].filter((stems) => stems.length > 0);
}

/** A business owners or garage policy words its liability and property as policies of those lines do. */
function isOfPackage(of: string, line: unknown): boolean {
  return typeof line === "string" && coveringLines([of]).includes(line);
}

/** The words of a term one behind the other, empty ones between them left out. */
function standsIn(term: readonly string[], words: readonly ReadWord[]): readonly ReadWord[] | undefined {
  const full = words.filter(({ word }) => !emptyWords.has(word) || kept.has(word) || word === "per");
  for (const list of [
    full,
    full.filter(({ word }) => word !== "a" && word !== "any"),
    full.filter(({ stem: each }) => !skipped.has(each)),
  ]) {
    const at = list.findIndex((_, start) => term.every((each, offset) => eachStem(list[start + offset]) === each));
    if (at >= 0) return list.slice(at, at + term.length);
  }
  return undefined;
}

/** "Per accident" and "each accident" are one. */
function eachStem(word: ReadWord | undefined): string | undefined {
  return word?.word === "per" ? "each" : word?.stem;
}

/** Words of another wording of the same coverage explain themselves: "contents (business personal property)". */
function isExplained(words: readonly ReadWord[], taken: readonly ReadWord[], rows: readonly BookRow[]): boolean {
  const own = new Set(rows.flatMap((row) => termsOf(row).flat()));
  return words.every(
    (word) =>
      word.by !== undefined ||
      word.isAside === true ||
      taken.includes(word) ||
      coverageFillers.has(word.stem) ||
      own.has(word.stem),
  );
}

/** Rows of the lines that the question names beside the coverage; all where those words belong to the coverage. */
function rowsOfLines(rows: readonly BookRow[], { reading }: Ask, taken: readonly ReadWord[]): readonly BookRow[] {
  const isNamed = reading.words.some((word) => word.by === "line" && !taken.includes(word));
  const lines = reading.lines.flat();
  if (!isNamed) return rows;
  const own = rows.filter(({ fields }) =>
    linesOf(fields).some((line) => lines.includes(line) || coveringLines(lines).includes(line)),
  );
  return own;
}

/** Of a package only the part that answers for a line that was asked for (COVER-1). */
function isOfRequestedLines({ fields }: BookRow, { reading }: Ask): boolean {
  const { line, coverage } = fields;
  if (reading.lines.length === 0 || typeof line !== "string" || typeof coverage !== "string") return true;
  return reading.lines.some(
    (lines) => lines.includes(line) || lines.flatMap(familiesOf).includes(familyOfCoverage(line, coverage)),
  );
}

interface Missing {
  readonly coverage: string;
  readonly words: readonly ReadWord[];
}

/** The coverage of the pack whose longest wording stands among the words. */
function longestAlias(words: readonly ReadWord[]): Missing | undefined {
  let best: Missing | undefined;
  for (const { stems, coverage } of aliases) {
    if (best !== undefined && stems.length <= best.words.length) continue;
    const stands = standsIn(stems, words);
    if (stands !== undefined && stands.some(({ by }) => by !== "line")) best = { coverage, words: stands };
  }
  return best;
}

/** No policy in force has the coverage: its rows are counted, so that a caller can look as well. */
function notThere(ask: Ask, { coverage }: Missing, policies: readonly BookRow[]): LookedUp | undefined {
  if (policies.length === 0 || ask.client === undefined) return undefined;
  const { book, client } = ask;
  const words = `${nameOf(ask) ?? "the client"} has no ${labelOf(coverage)} in ${policies.length === 1 ? "the policy" : "the policies"} in force`;
  return lookedUp(
    new AnswerText()
      .add(`No: ${asOf(book).replace(/^A/, "a")}`)
      .cited(
        words,
        placeOfRows(book, "coverages", { where: { client_key: client.key, coverage }, count: 0 }, `${words}: 0 rows`),
      )
      .add("."),
    false,
  );
}

/** Yes or no, with the limit or deductible of what is there; what is on one policy and not on another is said of both. */
function presence(ask: Ask, rows: readonly BookRow[]): LookedUp {
  const { book } = ask;
  const isThere = ({ fields }: BookRow): boolean => fields["included"] !== false;
  const [included, missing] = [rows.filter(isThere), rows.filter((row) => !isThere(row))];
  const text = new AnswerText();
  const opening = asOf(book).replace(/^A/, "a");
  if (included.length === 0) {
    const [only, ...more] = missing;
    text.add(`No: ${opening}`);
    if (only !== undefined && more.length === 0) {
      const words = `${familyOf("coverages").title(only.fields)} is not included in the ${lineOf(only.fields)} policy${ofClient(ask)}`;
      return lookedUp(text.cited(words, absence(ask, only).place).add("."), false);
    }
    for (const [index, row] of missing.slice(0, rowsMax).entries()) {
      const { title, place } = absence(ask, row);
      text.add(index === 0 ? "" : ", ").cited(title, place);
    }
    return lookedUp(text.add(` are not included in the policies${ofClient(ask)}.`), false);
  }
  text.add(`Yes: ${opening}${nameOf(ask) ?? "the policy"} has `);
  for (const [index, row] of included.slice(0, rowsMax).entries()) {
    const facts = (["limit", "deductible"] as const).flatMap((name) => {
      const value = valueInWords(name, row.fields[name]);
      return value === undefined || value === "$0" ? [] : [`${name} of ${value}`];
    });
    const line = lineOf(row.fields);
    const words = `${familyOf("coverages").title(row.fields)} (${line})${facts.length === 0 ? "" : ` with a ${facts.join(" and a ")}`}`;
    const quoted = [`yes`, ...facts.map((fact) => capitalized(fact.replace(" of ", ": "))), capitalized(line)].join(
      ". ",
    );
    text.add(index === 0 ? "" : ", ").cited(words, placeOfField(book, "coverages", row, "included", quoted));
  }
  if (included.length > rowsMax)
    text.add(" and ").cited(`${included.length - rowsMax} more`, placeOfAll(ask, included));
  for (const [index, row] of missing.slice(0, rowsMax).entries()) {
    const { title, place } = absence(ask, row);
    text.add(index === 0 ? "; not included: " : ", ").cited(title, place);
  }
  return lookedUp(text.add("."), true);
}

function absence(
  { book }: Ask,
  row: BookRow,
): { readonly title: string; readonly place: ReturnType<typeof placeOfRow> } {
  return {
    title: `${familyOf("coverages").title(row.fields)} (${lineOf(row.fields)})`,
    place: placeOfField(book, "coverages", row, "included"),
  };
}

function placeOfAll({ book, client }: Ask, rows: readonly BookRow[]): ReturnType<typeof placeOfRow> {
  return placeOfRows(
    book,
    "coverages",
    { where: { client_key: client?.key ?? "" }, count: rows.length },
    `${rows.length} coverages, ${rows.length - rowsMax} more`,
  );
}

/** "Is the umbrella at least $2,000,000": whether a limit is as high, or as low, as that. */
function isOfBound(ask: Ask, rows: readonly BookRow[], policies: ReadonlyMap<string, BookRow>): LookedUp | undefined {
  const { from, to, isStrict } = ask.reading.bound ?? { from: undefined, to: undefined, isStrict: false };
  const attribute = means(ask.reading, "field", "deductible") ? "deductible" : "limit";
  const amountOf = ({ fields }: BookRow): unknown =>
    attribute === "limit" ? fields["limit"] : memberAt(fields, "deductible.amount");
  const stated = rows.filter((row) => typeof amountOf(row) === "number");
  if (stated.length === 0) return undefined;
  const isWithin = stated.some((row) => {
    const amount = Number(amountOf(row));
    if (isStrict && (amount === from || amount === to)) return false;
    return (from === undefined || amount >= from) && (to === undefined || amount <= to);
  });
  return values(ask, stated, { wanted: [attribute], others: [] }, policies, isWithin);
}

/** "Is it at replacement cost": whether the one basis that is asked about is the one that is written there. */
function verdictOn({ reading }: Ask, rows: readonly BookRow[], attribute: Attribute): boolean | undefined {
  const basis = bases[attribute];
  if (!reading.isYesNo || basis === undefined) return undefined;
  const requested = Object.entries(basis).filter(([, pattern]) => pattern.test(reading.core));
  const held = new Set(rows.map(({ fields }) => textOf(fields[attribute])).filter((value) => value !== ""));
  const [only] = requested;
  return requested.length !== 1 || only === undefined || held.size !== 1 ? undefined : held.has(only[0]);
}

/** How a question says which of the values it means. */
const bases: { readonly [Name in Attribute]?: { readonly [value: string]: RegExp } } = {
  valuation: {
    replacement_cost: /\b(?:replacement|replaced|rcv?)\b/iu,
    actual_cash_value: /\b(?:actual|acv|depreciated)\b/iu,
    agreed_value: /\bagreed\b/iu,
  },
  trigger: { claims_made: /\bclaims?[ -]made\b|\bcm\b/iu, occurrence: /\bocc(?:urrence)?\b/iu },
};

/** @param facts.others rows of the same line, for a fact that none of the rows states. */
function values(
  ask: Ask,
  rows: readonly BookRow[],
  { wanted, others }: { readonly wanted: readonly Attribute[]; readonly others: readonly BookRow[] },
  policies: ReadonlyMap<string, BookRow>,
  isSo?: boolean,
): LookedUp | undefined {
  const { book } = ask;
  const parts = wanted.flatMap((attribute) => {
    const isStated = ({ fields }: BookRow): boolean => valueInWords(attribute, fields[attribute]) !== undefined;
    const own = rows.filter(isStated);
    const stated = own.length > 0 ? own : others.filter(isStated);
    return stated.length === 0 ? [] : [{ attribute, stated }];
  });
  const [first] = parts;
  if (first === undefined) return wanted.includes("limit") ? included(ask, rows) : undefined;
  const decided = isSo ?? verdictOn(ask, first.stated, first.attribute);
  const verdict = decided ?? (asksWhetherThere(ask.reading) ? isThereAtAll(first.stated) : undefined);
  const text = new AnswerText().add(
    verdict === undefined ? asOf(book) : `${verdict ? "Yes" : "No"}: ${asOf(book).replace(/^A/, "a")}`,
  );
  for (const [part, { attribute, stated }] of parts.entries()) {
    const isOne = stated.length === 1;
    text.add(
      `${part === 0 ? "" : "; "}the ${fieldLabel(attribute)}${isOne ? "" : "s"}${ofClient(ask)} ${isOne ? "is" : "are"} `,
    );
    for (const [index, row] of stated.slice(0, rowsMax).entries()) {
      const policy = policies.get(textOf(row.fields["policy_key"]));
      const value = valueInWords(attribute, row.fields[attribute]) ?? "";
      const ofPolicy = policy === undefined ? undefined : familyOf("policies").title(policy.fields);
      const words = `${value} for ${familyOf("coverages").title(row.fields)}${ofPolicy === undefined ? "" : ` (${ofPolicy})`}`;
      const quoted = `${value}${ofPolicy === undefined ? "" : `. ${capitalized(ofPolicy)}`}`;
      text.add(index === 0 ? "" : ", ").cited(words, placeOfField(book, "coverages", row, attribute, quoted));
    }
    if (stated.length > rowsMax) text.add(" and ").cited(`${stated.length - rowsMax} more`, placeOfAll(ask, stated));
  }
  const [only, ...more] = first.stated;
  const raw =
    only === undefined || more.length > 0 || parts.length > 1 ? undefined : memberAt(only.fields, first.attribute);
  return lookedUp(text.add("."), decided ?? raw);
}

/** Coverages without a limit of their own: what is known is whether they are included. */
function included(ask: Ask, rows: readonly BookRow[]): LookedUp | undefined {
  const [row] = rows;
  if (row === undefined || rows.some(({ fields }) => typeof fields["included"] !== "boolean")) return undefined;
  if (rows.length > 1) return presence(ask, rows);
  const { book } = ask;
  const basis = valueInWords("limit_basis", row.fields["limit_basis"]);
  const words = `${familyOf("coverages").title(row.fields)}${ofClient(ask)} is ${row.fields["included"] === true ? "included" : "not included"}${basis === undefined ? "" : ` (${basis})`}, without a limit of its own`;
  const opening = `${row.fields["included"] === true ? "Yes" : "No"}: ${asOf(book).replace(/^A/, "a")}`;
  return lookedUp(
    new AnswerText()
      .add(opening)
      .cited(words, placeOfRow(book, "coverages", row, capitalized(words)))
      .add("."),
    row.fields["included"],
  );
}
