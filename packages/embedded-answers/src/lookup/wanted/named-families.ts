import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { asksReason } from "../requested-values.ts";
import { frameOf } from "../question-frame.ts";
import { type Reading, means, valuesOf } from "../reading.ts";

/** Families in the order in which they win where a question names several; the last two are also said in passing. */
export const rankedFamilies: readonly BookFamily[] = [
  "tasks",
  "opportunities",
  "claims",
  "quotes",
  "submissions",
  "payments",
  "invoices",
  "documents",
  "activities",
  "drivers",
  "vehicles",
  "locations",
  "contracts",
  "contacts",
  "renewals",
  "carriers",
  "policies",
  "accounts",
];

export const passingFamilies: ReadonlySet<BookFamily> = new Set(["policies", "accounts", "carriers"]);

/** "Did they get a certificate this year". */
const asksWhetherDone = /\b(?:did|have|has|had)\b.*\b(?:get|got|gotten|issued?|request(?:ed)?|sent|made|done)\b/iu;

export function namedFamilies({ reading, client }: Ask): ReadonlySet<BookFamily> {
  const named = new Set<BookFamily>();
  for (const name of valuesOf(reading, "family"))
    for (const family of rankedFamilies) if (family === name) named.add(family);
  if (named.size === 0 && means(reading, "status", "commercial", "personal", "former", "prospect", "insured"))
    named.add("accounts");
  if (means(reading, "kind")) named.add("documents");
  if (means(reading, "role")) named.add("contacts");
  // Whoever is past due has an invoice that is.
  if (named.size === 1 && named.has("accounts") && means(reading, "status", "overdue", "unpaid")) named.add("invoices");
  // What was done about a certificate is an activity; the certificate itself is a document.
  const isDone =
    means(reading, "kind", "certificate", "endorsement") &&
    (named.has("activities") || means(reading, "op", "latest") || asksWhetherDone.test(reading.core));
  if (isDone) named.add("activities").delete("documents");
  // "The last thing in the file" is a paper.
  if (means(reading, "family", "documents") && !isDone) named.delete("activities");
  // "The last renewal review" is something that was done.
  if (named.has("activities") && /\brenewal (?:reviews?|meetings?|calls?)\b/iu.test(reading.core))
    named.delete("renewals");
  if (named.has("claims")) named.delete("payments");
  // "Who do we deal with": somebody, and nothing that was done.
  const isDated = means(reading, "op", "latest", "earliest", "count") || reading.periods.length > 0;
  if (named.has("contacts") && !isDated) named.delete("activities");
  // The largest payment, where no claim is spoken of, is one that came in.
  if (named.size === 0 && isPaymentRanked(reading)) named.add("payments");
  const isNamedInPassing = [...named].every((family) => passingFamilies.has(family));
  // Whoever declined or passed declined to quote; what was lost was up for renewal.
  if (isNamedInPassing && means(reading, "status", "declined")) named.add("quotes");
  if (isNamedInPassing && means(reading, "status", "lost") && asksReason(reading)) named.add("renewals");
  if (isNamedInPassing && means(reading, "status", "sent")) named.add("submissions");
  // The loss experience for which a carrier declines is no claim.
  if (named.has("quotes") && means(reading, "status", "declined")) named.delete("claims");
  // Who came in cheapest for a line is one of the carriers that quoted.
  const isOfferRanked =
    means(reading, "op", "min", "max") && (frameOf(reading) === "who" || /\b(?:who|came in)\b/iu.test(reading.core));
  if (named.size === 0 && client !== undefined && reading.lines.length > 0 && isOfferRanked) named.add("quotes");
  // "Everybody with a cyber policy": clients, and no contacts of theirs.
  if (named.has("contacts") && reading.lines.length > 0 && /\bevery(?:body|one)\b/iu.test(reading.core))
    named.add("accounts").delete("contacts");
  // "All claims, for everybody": nobody's contacts.
  if ((named.size > 1 || client === undefined) && isEveryone(reading)) named.delete("contacts");
  // What was quoted for a renewal are quotes.
  const isStage =
    /\bquoted\b/iu.test(reading.core) && (means(reading, "op", "count") || means(reading, "field", "stage"));
  if (named.has("quotes") && named.has("renewals")) named.delete(isStage ? "quotes" : "renewals");
  // "The owner's claims": the role says whose; "the contract's application" names two papers.
  if (named.has("documents")) named.delete("contracts");
  return named;
}

/** "Biggest payment", "latest payment": ranked, and of no claim. */
function isPaymentRanked(reading: Reading): boolean {
  return (
    means(reading, "op", "max", "min", "latest", "earliest", "average") &&
    reading.meanings.some(
      ({ kind, value, at, length }) =>
        kind === "field" && value === "paid" && length === 1 && reading.words[at]?.stem === "payment",
    )
  );
}

/** Contacts are named by `everyone` or `everybody` alone. */
function isEveryone({ meanings, words }: Reading): boolean {
  const contacts = meanings.filter(({ kind, value }) => kind === "family" && value === "contacts");
  return contacts.length > 0 && contacts.every(({ at }) => /^every(?:one|body)$/.test(words[at]?.word ?? ""));
}
