import type { BookFamily, BookRow } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { chooseFamily } from "../choose-family.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { isByTradeName } from "../find-client.ts";
import { isHidden, type LookedUp } from "../looked-up.ts";
import { isOfClientOnly } from "../people.ts";
import { means, unexplained } from "../reading.ts";
import { wordsOf } from "../../text/tokens.ts";
import { coveringLines } from "../selection/policy-lines.ts";
import { select, type Selection } from "../selection/select.ts";
import { isNumeric } from "../values.ts";
import { clientsWith } from "./clients-with.ts";
import { absent, countedAll, isUnnarrowed, summed } from "./counts.ts";
import { extreme } from "./extremes.ts";
import { countedBy, grouped, topGroup } from "./groups.ts";
import { counted, listed } from "./lists.ts";
import { byNewestEnd, requestedTerms, termsOfPeriod, termsOfPolicy } from "./prior-terms.ts";
import { asksWhetherEnded, hasEnded, lastTerm } from "./ended-terms.ts";
import { notAvailable } from "./not-available.ts";
import { type Operation, operationOf } from "./operation.ts";
import { addressOfServer, asksOfServer, servedBy } from "./served-by.ts";
import { valuesOfRows } from "./value-sentences.ts";

/** A value, a count, a sum, a list, the greatest or least of the rows of one family (ANSWER-12). */
export async function lookUpRows(ask: Ask): Promise<LookedUp | undefined> {
  const wanted = chooseFamily(ask);
  if (wanted === undefined || wanted.foreign.length > 0) return undefined;
  const operation = operationOf(ask, wanted);
  if (operation === undefined) return undefined;
  const answer = (await answered(ask, wanted, operation)) ?? (await ofDriver(ask, wanted, operation));
  if (answer === "hidden") return notAvailable(ask, wanted);
  return (hasNone(answer) ? await ofPapers(ask, wanted, operation) : undefined) ?? answer;
}

/** A contract without a row of its own may be on file as a paper. */
async function ofPapers(ask: Ask, { family, fields }: Wanted, operation: Operation): Promise<LookedUp | undefined> {
  if (family !== "contracts" || fields.length > 0) return undefined;
  const meanings = ask.reading.meanings.filter(({ value }) => value !== family);
  const reading = { ...ask.reading, meanings: [...meanings, { kind: "kind", value: "contract", at: -1 } as const] };
  const papers = { family: "documents", fields: [], foreign: [] } as const;
  const answer = await answered({ ...ask, reading }, papers, operation);
  return answer === "hidden" || hasNone(answer) ? undefined : answer;
}

function hasNone(answer: LookedUp | undefined): boolean {
  const { value } = answer ?? {};
  return value === false || value === 0 || (Array.isArray(value) && value.length === 0);
}

async function answered(ask: Ask, wanted: Wanted, operation: Operation): Promise<LookedUp | "hidden" | undefined> {
  const { book, client, numbered, policy, carrier } = ask;
  const { family, fields } = wanted;
  const hidden = book.hidden(family);
  if (fields.some((field) => isHidden(hidden, field))) {
    // Whether there is such a row is shown to whoever sees it, and nothing of its value.
    return unexplained(ask.reading).length > 0 ? undefined : "hidden";
  }
  if (numbered !== undefined)
    return isClear(besideNumber(ask, numbered.row), family) ? valuesOfRows(ask, wanted, [numbered.row]) : undefined;
  if (family === "policies" && policy !== undefined) {
    if (!isClear(ask, family)) return undefined;
    const rows = await termsOfPolicy(ask, policy);
    return rows.length === 0 ? undefined : valuesOfRows(ask, wanted, rows);
  }
  if (family === "staff" && ask.colleague !== undefined)
    return isClear(ask, family) && fields.length > 0 ? valuesOfRows(ask, wanted, [ask.colleague]) : undefined;
  if (family === "accounts" && client !== undefined && ask.colleague !== undefined)
    return isClear(ask, family) ? servedBy(ask, client, ask.colleague) : undefined;
  if (family === "accounts" && client !== undefined) return answeredOfClient(ask, wanted, client);
  if (family === "carriers" && carrier !== undefined && client === undefined)
    return isClear(ask, family) ? valuesOfRows(ask, wanted, [carrier]) : undefined;
  if (operation === "clients") return clientsWith(ask, family === "accounts" ? "policies" : family);
  if (operation === "count" && client === undefined && isUnnarrowed(ask) && family !== "policies")
    return countedAll(ask, family);
  const selection = await selected(ask, wanted, operation);
  if (selection === undefined || selection === "hidden") return selection;
  switch (operation) {
    case "count":
      return counted(ask, selection);
    case "sum":
      // What one row holds is its value.
      if (selection.rows.length === 1 && client !== undefined && fields.length > 0 && !isAddedUp(ask.reading))
        return valuesOfRows(ask, wanted, selection.rows);
      return summed(ask, selection, wanted, operation);
    case "average":
      return summed(ask, selection, wanted, operation);
    case "grouped":
      return grouped(ask, selection, wanted);
    case "top group":
      return topGroup(ask, selection, wanted);
    case "by":
      return countedBy(ask, selection, wanted);
    case "max":
    case "min":
    case "latest":
    case "earliest":
      return extreme(ask, selection, wanted, operation);
    case "exists":
      if (client === undefined && Object.keys(selection.where).every((name) => name === "status" || name === "billing"))
        return undefined;
      if (asksWhetherEnded(ask, wanted)) return hasEnded(ask);
      if (selection.rows.length === 0) return absent(ask, selection, await lastTerm(ask, selection));
      // "GL and umbrella" may have two answers.
      return listed(ask, selection, ask.reading.lines.length > 1 ? "" : "Yes: ");
    case "list":
      // That no such term is booked does not say that there is no policy.
      if (selection.rows.length === 0 && family === "policies" && ask.reading.term !== undefined) return undefined;
      // Nobody has the role that is asked for.
      if (selection.rows.length === 0 && family === "contacts") return undefined;
      return selection.rows.length === 0
        ? absent(ask, selection, await lastTerm(ask, selection))
        : listed(ask, selection, "");
    case "value":
      return selection.rows.length === 0 ? undefined : valuesOfRows(ask, wanted, narrowed(ask, selection, wanted));
  }
}

/** Whoever is born, and no contact of the client: one of its drivers. */
async function ofDriver(
  ask: Ask,
  { family, fields }: Wanted,
  operation: Operation,
): Promise<LookedUp | "hidden" | undefined> {
  if (family !== "contacts" || ask.client === undefined || fields.join() !== "birth_date") return undefined;
  return answered(ask, { family: "drivers", fields, foreign: [] }, operation);
}

async function answeredOfClient(ask: Ask, wanted: Wanted, client: BookRow): Promise<LookedUp | "hidden" | undefined> {
  const { fields } = wanted;
  // A kind of business that is named beside the question for it is one of its values: "an LLC or a corporation".
  const reading = fields.includes("entity_type") ? withoutWords(ask.reading, formsOfBusiness) : ask.reading;
  if (!isClear({ ...ask, reading: isOfClientOnly(ask) ? { ...reading, lines: [] } : reading }, "accounts"))
    return undefined;
  const served = fields.filter((field) => field === "producer_seat" || field === "servicer_seats");
  if (served.length > 0 && fields.some((field) => field === "email" || field === "phone") && asksOfServer(ask))
    return served.length === 1 && !fields.includes("phone") ? addressOfServer(ask, client, served[0] ?? "") : undefined;
  if (fields.length > 0 || asksStanding(ask)) return valuesOfRows(ask, wanted, [client]);
  return isByTradeName(ask.reading, client) && asksWhoItIs.test(ask.reading.core)
    ? valuesOfRows(ask, { ...wanted, fields: ["name"] }, [client])
    : undefined;
}

/** Whose name another one is. */
const asksWhoItIs = /\b(?:who|who's|whos|which|what|legal|real|actual|official|client|insured|account)\b/iu;
const formsOfBusiness: ReadonlySet<string> = new Set(
  "corp corporation inc incorporated llc llp lp partnership nonprofit non profit sole prop proprietor proprietorship individual".split(
    " ",
  ),
);

function withoutWords(reading: Ask["reading"], words: ReadonlySet<string>): Ask["reading"] {
  return {
    ...reading,
    words: reading.words.map((word) =>
      word.by === undefined && words.has(word.word) ? { ...word, by: "field" } : word,
    ),
  };
}

/** "The water claim" with its number: beside a number words of the row's own values say nothing more. */
function besideNumber(ask: Ask, { fields }: BookRow): Ask {
  const own = Object.values(fields).flatMap((value) => (typeof value === "string" ? wordsOf(value) : []));
  return { ...ask, reading: withoutWords(ask.reading, new Set(own)) };
}

/** A total, or whether there is one: "do they owe us anything". */
function isAddedUp(reading: Ask["reading"]): boolean {
  return reading.isYesNo || means(reading, "op", "sum", "count");
}

/** "Is it an active client?" */
function asksStanding({ reading }: Ask): boolean {
  return means(reading, "status", "active", "former", "prospect", "commercial", "personal");
}

/** No word is left, and nothing is compared that one row has no answer to. */
function isClear({ reading }: Ask, family: BookFamily): boolean {
  const { lines, states, bound, periods } = reading;
  const isLineStated = lines.length === 0 || family === "policies" || family === "claims";
  const isRanked = means(reading, "op", "latest", "earliest", "max", "min", "most", "fewest", "average");
  return (
    unexplained(reading).length + states.length + periods.length === 0 &&
    bound === undefined &&
    isLineStated &&
    !isRanked
  );
}

async function selected(
  ask: Ask,
  { family, fields }: Wanted,
  operation: Operation,
): Promise<Selection | "hidden" | undefined> {
  const { reading, book } = ask;
  // What has ended is no longer in force.
  const isPastPeriod = reading.periods.some(({ to }) => to !== undefined && to < book.asOf);
  const dayField =
    family === "policies"
      ? dayOfPolicies(reading, fields, book.asOf)
      : fields.find((field) => /_(?:on|at)$/.test(field));
  const amountField = fields.find(isNumeric);
  const options = { isCurrent: !isPastPeriod, dayField, amountField };
  if (family === "tasks" && !means(reading, "status")) {
    // What is done is no task any more.
    return select(withStatus(ask, "open"), family, options);
  }
  const ofPeriod = family === "policies" && ask.client !== undefined ? await termsOfPeriod(ask) : undefined;
  if (ofPeriod !== undefined) return ofPeriod;
  if (family === "policies" && ask.client !== undefined && reading.term !== undefined)
    return requestedTerms(ask, reading.term);
  // What was in force on a day that has passed is not what is in force now.
  if (family === "policies" && isPastPeriod && means(reading, "status", "active")) return undefined;
  if (family === "policies" && fields.includes("cancelled_on") && !means(reading, "status", "cancelled"))
    return select(withStatus(ask, "cancelled"), family, options);
  const found = await select(ask, family, options);
  if (found === undefined || found === "hidden" || found.rows.length > 0 || family !== "policies") return found;
  // A package that answers for the line, then terms that are no longer or not yet in force (COVER-1).
  const [lines] = reading.lines;
  if (lines !== undefined && ask.client !== undefined && operation !== "count") {
    const covering = coveringLines(lines);
    const wider = await select({ ...ask, reading: { ...reading, lines: [covering] } }, family, options);
    if (wider !== undefined && wider !== "hidden" && wider.rows.length > 0) return wider;
  }
  const isPast = operation === "value" && ask.client !== undefined;
  const ended = isPast ? await select(ask, family, { ...options, isCurrent: false }) : undefined;
  if (ended === undefined || ended === "hidden" || ended.rows.length === 0) return found;
  const [newest] = byNewestEnd(ended.rows);
  return newest === undefined ? found : { ...ended, rows: [newest] };
}

function withStatus(ask: Ask, status: string): Ask {
  const meanings = [...ask.reading.meanings, { kind: "status", value: status, at: -1 } as const];
  return { ...ask, reading: { ...ask.reading, meanings } };
}

/** The day that a period of policies is about. */
function dayOfPolicies(reading: Ask["reading"], fields: readonly string[], asOf: string): string {
  // "The premium in 2024" is that of the term which began then.
  const [period, ...others] = reading.periods;
  const isPastYear =
    others.length === 0 &&
    period?.from?.endsWith("-01-01") === true &&
    period.to === `${period.from.slice(0, 4)}-12-31`;
  if (isPastYear && fields.length > 0 && !fields.includes("expires_on") && (period.to ?? "") < asOf)
    return "effective_on";
  if (means(reading, "status", "cancelled") && !means(reading, "field", "expiry")) return "cancelled_on";
  return fields.includes("effective_on") || beginsInPeriod(reading) ? "effective_on" : "expires_on";
}

/** A policy that is new, or was written, in a period begins in it. */
function beginsInPeriod(reading: Ask["reading"]): boolean {
  return (
    !means(reading, "field", "expiry") &&
    (means(reading, "status", "new") ||
      /\b(?:wrote|written|bound|sold|started|incepted|issued|added|placed)\b/iu.test(reading.core))
  );
}

/** Of contacts the one that people mean; of others all. */
function narrowed({ reading }: Ask, { rows, family }: Selection, { fields }: Wanted): readonly BookRow[] {
  if (/\b(?:contacts|everyone|everybody|all|each)\b/iu.test(reading.core)) return rows;
  if (family !== "contacts" || fields.length === 0) return rows;
  const primary = rows.filter(({ fields: held }) => held["is_primary"] === true);
  return primary.length === 1 ? primary : rows;
}
