import type { BookFamily } from "../book-source.ts";
import type { Ask } from "./ask.ts";
import { frameOf } from "./question-frame.ts";
import { means, type Reading, valuesOf } from "./reading.ts";
import { rolesOfAgency } from "./selection/conditions.ts";

/** What somebody of the agency, or of a client, is asked for. */
export interface OfPerson {
  readonly family: "staff" | "contacts";
  readonly fields: readonly string[];
}

/** Kinds of rows whose words are also said of a person: where somebody sits, whom somebody works with. */
const besideColleague: ReadonlySet<string> = new Set(["locations", "contacts"]);
/** Fields that only a client has: with one of them a paper or a quote is the occasion, and is not asked for (ANSWER-92). */
const onlyOfClients: ReadonlySet<string> = new Set(
  "revenue payroll employees naics sic fein entity website dba years since segment".split(" "),
);
const occasions: ReadonlySet<string> = new Set([
  "accounts",
  "contracts",
  "documents",
  "invoices",
  "quotes",
  "renewals",
  "submissions",
]);
/** What a line of insurance is named with where it says what for: "for the WC app". */
const occasionOfLine =
  /\b(?:apps?|applications?|acords?|quot(?:e|es|ing)|submissions?|audits?|remarket\w*|forms?|rater?|rating|bids?|questionnaires?|worksheets?|supplementals?|supps?|indications?|market(?:ing)?|uw|underwriters?|underwriting|comp basis|purposes)\b/iu;

/** Only what a client itself has is asked for, whatever paper or quote it is needed for. */
export function isOfClientOnly({ reading, client, policy, numbered, person }: Ask): boolean {
  if (client === undefined || person !== undefined || policy !== undefined || numbered !== undefined) return false;
  const requested = valuesOf(reading, "field");
  // "How old is the bakery": nothing but the client has an age.
  const isOld = requested.length === 1 && requested[0] === "age" && valuesOf(reading, "family").length === 0;
  return (
    (isOld || requested.some((field) => onlyOfClients.has(field))) &&
    valuesOf(reading, "family").every((family) => occasions.has(family)) &&
    (reading.lines.length === 0 || occasionOfLine.test(reading.text)) &&
    reading.periods.length === 0
  );
}

/** What a named colleague is asked for; undefined: the question is about rows of the colleague's. */
export function ofColleague({ reading, client, policy, colleague }: Ask): OfPerson | undefined {
  if (colleague === undefined || client !== undefined || policy !== undefined) return undefined;
  if (reading.lines.length + reading.periods.length + reading.states.length > 0 || reading.bound !== undefined)
    return undefined;
  if (!valuesOf(reading, "family").every((family) => besideColleague.has(family))) return undefined;
  if (means(reading, "op", "count", "sum", "max", "min", "latest", "earliest") || means(reading, "kind"))
    return undefined;
  const requested = valuesOf(reading, "field");
  const isAtDesk = frameOf(reading) === "where" || means(reading, "family", "locations");
  const isRequested = (...fields: readonly string[]): boolean => fields.some((field) => requested.includes(field));
  if (isRequested("team")) return { family: "staff", fields: ["team_keys"] };
  if (isRequested("email"))
    return { family: "staff", fields: ["email", ...(isRequested("office") ? ["office_key"] : [])] };
  if (isRequested("office", "address") || isAtDesk)
    return requested.every((field) => ["office", "address", "title", "name"].includes(field))
      ? { family: "staff", fields: [...(isRequested("title") ? ["role"] : []), "office_key"] }
      : undefined;
  const isRole = requested.every((field) => ["title", "name", "description", "producer", "servicer"].includes(field));
  if (!isRole) return undefined;
  if (isRequested("title", "description") || reading.isYesNo) return { family: "staff", fields: ["role"] };
  return /\b(?:who is|who's|whos|what does|what do)\b/iu.test(reading.core) && requested.length === 0
    ? { family: "staff", fields: ["role", "office_key"] }
    : undefined;
}

/** People of the agency are asked for, by role, team or office. */
export function ofStaff({ reading, client, policy, colleague, unit }: Ask): boolean {
  if (client !== undefined || policy !== undefined || colleague !== undefined) return false;
  if (reading.lines.length + reading.periods.length + reading.states.length > 0 || reading.bound !== undefined)
    return false;
  if (means(reading, "op", "most", "fewest", "max", "min", "sum", "average") || means(reading, "by")) return false;
  const families = valuesOf(reading, "family");
  const requested = valuesOf(reading, "field");
  const isOfPeople = requested.every((field) => peopleFields.has(field)) && !means(reading, "role");
  if (!isOfPeople || !families.every((family) => family === "contacts" || family === "carriers")) return false;
  if (unit?.family === "teams") return true;
  if (!asksForPeople.test(reading.core) && !means(reading, "op", "count", "list") && !requested.includes("employees"))
    return false;
  if (rolesOfAgency(reading).length > 0) return !families.includes("contacts");
  // "How many people work at the agency": whoever is on its staff.
  return (
    unit?.family === "offices" ||
    (requested.includes("employees") && /\b(?:agency|our|we|shop)\b/iu.test(reading.core) && families.length === 0)
  );
}

const peopleFields: ReadonlySet<string> = new Set(["employees", "producer", "servicer", "title", "name", "office"]);
const asksForPeople =
  /\b(?:who|who's|whos|which|what|names?|list|everyone|everybody|every|all|our|staff|colleagues?|agency)\b/iu;

/** Fields of a contact that is named; undefined: something of the client is asked for. */
export function ofContact({ reading, person }: Ask, family: BookFamily | undefined): OfPerson | undefined {
  if (person === undefined || (family !== undefined && family !== "contacts" && family !== "accounts"))
    return undefined;
  const requested = valuesOf(reading, "field");
  const isWhose =
    means(reading, "family", "accounts") ||
    (requested.includes("carrier") && /\bcompany\b/iu.test(reading.core)) ||
    /\b(?:works?|working|employed|belongs?|with|from) ?(?:where|who|whom|for whom)\b|\b(?:where|who|whom)\b.*\b(?:works?|working|with|for|from|belongs?)\b/iu.test(
      reading.core,
    );
  if (isWhose && requested.every((field) => ["carrier", "employees", "name"].includes(field)))
    return { family: "contacts", fields: ["client_key"] };
  if (requested.length === 0 && (isWho(reading) || means(reading, "role")))
    return { family: "contacts", fields: isWho(reading) ? ["role", "client_key"] : ["role"] };
  return undefined;
}

function isWho(reading: Reading): boolean {
  return frameOf(reading) === "who" || /\bwhat does .*\bdo\b/iu.test(reading.core);
}
