import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { isBeyondFamily } from "../beyond-rows.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { familyOf } from "../families.ts";
import { agedBy, asksProcedure } from "../frames.ts";
import { frameOf } from "../question-frame.ts";
import { means, type Reading } from "../reading.ts";
import { isMoney, isNumeric } from "../values.ts";
import { ranksGroups } from "./groups.ts";

/** What is to be done with the rows of a family. */
export type Operation =
  | "count"
  | "sum"
  | "average"
  | "max"
  | "min"
  | "latest"
  | "earliest"
  | "list"
  | "exists"
  | "value"
  | "grouped"
  | "top group"
  | "by"
  | "clients";

/** What a question wants done; undefined where it is not for rows to say. */
export function operationOf(ask: Ask, wanted: Wanted): Operation | undefined {
  const { reading, client, policy, numbered, carrier } = ask;
  const { family, fields } = wanted;
  if (isBeyondFamily(ask, wanted)) return undefined;
  const isOne =
    numbered !== undefined ||
    (policy !== undefined && family === "policies") ||
    (family === "accounts" && client !== undefined) ||
    (family === "staff" && ask.colleague !== undefined) ||
    (family === "carriers" && carrier !== undefined);
  if (isOne) return "value";
  // Other rows have no terms, and neither has the whole book.
  const isTermNamed = reading.words.some(({ by }) => by === "term");
  if (isTermNamed && (family !== "policies" || client === undefined)) return undefined;
  if (family === "policies" && client !== undefined && reading.term !== undefined)
    return fields.length > 0 ? "value" : "list";
  if (client === undefined && policy === undefined && isNotOfTheBook(reading)) return undefined;
  // Nobody wrote down when a vehicle or driver was added.
  const isDated = familyOf(family).day !== undefined || agedBy(family, reading) !== undefined;
  if ((family === "vehicles" || family === "drivers") && means(reading, "op", "latest", "earliest") && !isDated)
    return undefined;
  const operation = ranked(ask, wanted) ?? counted(ask, wanted) ?? plain(ask, family, fields);
  // What is not so is looked for among clients and carriers only.
  const isAsNamed = !reading.isNegated || reading.isYesNo || operation === "clients" || family === "carriers";
  return isAsNamed ? operation : undefined;
}

/** How things are done, and whoever was pointed at without a name, are nowhere in the book. */
function isNotOfTheBook(reading: Reading): boolean {
  return (
    asksProcedure(reading) ||
    /\b(?:agency|office|firm|company)'s (?:own )?(?:e & o|errors|policy|insurance|coverage|cyber|lease|rent)\b/iu.test(
      reading.core,
    ) ||
    reading.hasStrangerAside ||
    (/\b(?:they|their|them|he|his|him|she|her|hers)\b/iu.test(
      reading.core
        .replaceAll(/\bwhere they (?:stand|are)\b/giu, "")
        // "How many cyber policies do we have, and what is their premium": the policies'.
        .replaceAll(/(?<=\bhow many\b.*(?:,|\band\b).*\b)(?:their|they|them)\b/giu, ""),
    ) &&
      !/\bwho\b.*\b(?:most|least)\b.*\bthey\b/iu.test(reading.core) &&
      !means(reading, "family", "accounts"))
  );
}

function ranked(ask: Ask, wanted: Wanted): Operation | undefined {
  const { reading, client } = ask;
  const { family, fields } = wanted;
  const op = (name: string): boolean => means(reading, "op", name);
  const isAmount = fields.some(isMoney);
  if (ranksGroups(ask, wanted)) return "top group";
  if (family === "accounts" && client === undefined && reading.lines.length > 0) return "clients";
  if (client === undefined && isOfClients(reading, family)) return "clients";
  if (op("max") && !isOfLatest(reading, family)) return "max";
  if (op("min")) return "min";
  // "Which of their policies costs the most": a row, and no group of them.
  if (family === "policies" && client !== undefined && isAmount && (op("most") || op("fewest")))
    return op("most") ? "max" : "min";
  // "Which claim has the most set aside": a row is asked for, and no client.
  if ((op("most") || op("fewest")) && isAmount && asksForOne.test(reading.core)) return op("most") ? "max" : "min";
  if (op("most") || op("fewest"))
    return family === "accounts"
      ? isAmount || fields.some(isNumeric)
        ? op("most")
          ? "max"
          : "min"
        : undefined
      : "grouped";
  if (op("average")) return "average";
  return means(reading, "by") ? "by" : undefined;
}

const asksForOne =
  /\b(?:which|what|any|single|any single|one)(?: (?!clients?\b|customers?\b|accounts?\b)[\w&'-]+){0,4} (?:claim|clm|loss|invoice|inv|bill|payment|pmt|quote|policy|renewal|submission)\b/iu;

/** "Which clients have an open claim": clients are asked for, by what they have. */
function isOfClients(reading: Reading, family: BookFamily): boolean {
  return (
    (familiesOfClients.has(family) || (family === "policies" && reading.periods.length > 0)) &&
    !means(reading, "op", "most", "fewest", "max", "min", "latest", "earliest", "sum", "average") &&
    /^\W*(?:(?:and|so|ok|hi|hey|please|show me|tell me|give me|list|count)\W+)*(?:how many|which|what|number of|list of|any|all|the|name|names of|who are the)?\s*(?:of (?:our|the) |our |all )*(?:\w+ ){0,2}?(?:clients|accounts|customers|households|insureds)\b(?! (?:claims|invoices|renewals|documents|tasks))/iu.test(
      reading.core,
    )
  );
}

const familiesOfClients: ReadonlySet<BookFamily> = new Set([
  "claims",
  "contracts",
  "documents",
  "drivers",
  "invoices",
  "opportunities",
  "quotes",
  "renewals",
  "submissions",
  "tasks",
  "vehicles",
]);

/** "The top of the list" of what has no amount is its newest. */
function isOfLatest(reading: Reading, family: BookFamily): boolean {
  return familyOf(family).amount === undefined && means(reading, "op", "latest");
}

function counted({ reading, client }: Ask, { family, fields }: Wanted): Operation | undefined {
  const op = (name: string): boolean => means(reading, "op", name);
  const isAmount = fields.some(isMoney);
  const { amount } = familyOf(family);
  const day = familyOf(family).day ?? agedBy(family, reading);
  // "Its number, its date and its total" asks for values of a row.
  const isOfRow = client !== undefined && ["claims", "invoices", "payments"].includes(family);
  if (isOfRow && op("sum") && !op("count") && fields.some((field) => !isMoney(field)) && reading.periods.length === 0)
    return undefined;
  // A sum says of how many rows it is: "how many, and what is their premium".
  if (op("count") && isAmount && isAmountAlso(reading)) return "sum";
  if (op("sum") && (isAmount || !op("count"))) return isAmount || amount !== undefined ? "sum" : "count";
  // "How many days until it renews" asks for the day.
  // "How many square feet" the number that is written there.
  const isWritten = fields.some((field) => isNumeric(field) && !isMoney(field));
  // "How many do they have, and which is the oldest": the oldest is named with their number.
  const isRankedAlso = day !== undefined && /\bhow many\b.*(?:,|\band\b).*\b(?:which|what|who)\b/iu.test(reading.core);
  if (op("count") && isRankedAlso && (op("latest") || op("earliest"))) return op("latest") ? "latest" : "earliest";
  if (op("count") && frameOf(reading) !== "when" && !isWritten) return "count";
  if (op("latest") && day !== undefined) return "latest";
  return op("earliest") && day !== undefined ? "earliest" : undefined;
}

/** Behind what is counted an amount is asked for: "… and what is their premium". */
function isAmountAlso({ core, bound }: Reading): boolean {
  return (
    bound === undefined &&
    /\bhow many\b.*(?:,|\band\b|&).*\b(?:what|how much|total|sum)\b/iu.test(core) &&
    !/\b(?:with|of|whose)\b[^,]*\b(?:how much)\b/iu.test(core)
  );
}

function plain(ask: Ask, family: BookFamily, fields: readonly string[]): Operation | undefined {
  const { reading, client, policy } = ask;
  // "Are loss runs on file, and from when": a list says both.
  if (reading.isYesNo && client !== undefined && isShown(family, fields)) return "exists";
  // "Does it expire this year" is answered by yes or no.
  const isWhether =
    reading.isYesNo && reading.periods.length > 0 && fields.every((field) => field === familyOf(family).day);
  if (isWhether && client !== undefined && fields.length > 0) return "exists";
  if (fields.length > 0 && (client !== undefined || policy !== undefined))
    return isSummed(reading, family, fields) ? "sum" : "value";
  if (reading.bound !== undefined && client === undefined) return "list";
  const frame = frameOf(reading);
  if (
    (frame === undefined || frame === "how much") &&
    fields.some(isMoney) &&
    (asksHowMuch(reading.core) ||
      (isNarrowed(reading) && fields.every((field) => isMoney(field) || field === familyOf(family).day)))
  )
    return "sum";
  if (reading.isYesNo) return client !== undefined || fields.length === 0 ? "exists" : undefined;
  return client !== undefined || isListable(ask, family, fields) ? "list" : undefined;
}

/** Papers, work to be done and what was done: a list of them shows every field that is asked for. */
function isShown(family: BookFamily, fields: readonly string[]): boolean {
  return (
    ["activities", "documents", "tasks"].includes(family) &&
    fields.every((field) => familyOf(family).shown.includes(field))
  );
}

/** Of the whole book, rows are listed when something narrows them, or when a list is asked for. */
function isListable({ reading, carrier }: Ask, family: BookFamily, fields: readonly string[]): boolean {
  if (means(reading, "op", "list") || family === "staff" || family === "offices") return true;
  // About nobody: "the owner" and "the policy" are nobody's.
  if (family === "contacts" || fields.some((field) => field !== familyOf(family).day)) return false;
  if (fields.length > 0 && reading.periods.length === 0) return false;
  const frame = frameOf(reading);
  // "Who has a cyber policy coming up": the policies are listed with their clients.
  const isOfSome =
    family === "policies" && reading.lines.length > 0 && (reading.periods.length > 0 || carrier !== undefined);
  if (frame === "who" && isOfSome) return true;
  if (frame === "who")
    return (
      family === "accounts" &&
      /\bwho(?:'s)? (?:all )?(?:do we )?(?:are|is|has|have|insure|know|write|lives?|all)?\b/iu.test(reading.core)
    );
  return isNarrowed(reading) && (frame === undefined || frame === "how much");
}

function isNarrowed(reading: Reading): boolean {
  return (
    means(reading, "field", "appointed", "rating", "admitted_states") ||
    reading.lines.length + reading.states.length + reading.periods.length > 0 ||
    means(reading, "status") ||
    means(reading, "kind") ||
    reading.words.some(({ by }) => by === undefined || by === "carriers" || by === "staff" || by === "rating")
  );
}

function asksHowMuch(core: string): boolean {
  return /\bhow much\b|\btotal\b|\bsum\b/i.test(core);
}

/** An amount of several rows without a name is their sum: what a client pays, what it owes. */
function isSummed(reading: Reading, family: BookFamily, fields: readonly string[]): boolean {
  if (fields.length !== 1 || reading.numbers.length > 0) return false;
  const [field = ""] = fields;
  if (family === "invoices" && field === "balance") return true;
  if (family === "payments" && field === "amount") return !means(reading, "op", "list");
  if (family === "policies" && field === "premium") return reading.lines.length === 0;
  return family === "claims" && isMoney(field) && !means(reading, "op", "list");
}
