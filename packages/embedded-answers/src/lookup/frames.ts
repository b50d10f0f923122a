import type { BookFamily } from "../book-source.ts";
import { frameOf } from "./question-frame.ts";
import { means, type Reading } from "./reading.ts";

/** Words by which a policy came about: when it is asked for with one of them, its first day is meant. */
const comesAbout =
  /\b(?:writ(?:e|es|ten)|wrote|bind|binds|bound|issued?|placed?|start(?:s|ed)?|beg(?:in|ins|an|un)|b(?:uy|ought)|purchased?|take out|taken out|took out|sold|put in (?:place|force)|picked up|came on)\b/iu;

const days: { readonly [Name in BookFamily]?: string } = {
  accounts: "since",
  activities: "occurred_at",
  claims: "occurred_on",
  contracts: "dated_on",
  documents: "dated_on",
  invoices: "due_on",
  opportunities: "due_on",
  payments: "paid_on",
  policies: "expires_on",
  quotes: "quoted_on",
  renewals: "expires_on",
  submissions: "submitted_on",
  tasks: "due_on",
};
const persons: { readonly [Name in BookFamily]?: string } = {
  activities: "seat_key",
  policies: "carrier_name",
  quotes: "carrier_key",
  renewals: "carrier_key",
  submissions: "carrier_key",
  tasks: "seat_key",
};
const places: { readonly [Name in BookFamily]?: string } = {
  accounts: "mailing_address",
  locations: "address",
  quotes: "stage",
  renewals: "stage",
  submissions: "stage",
  vehicles: "garaging_zip",
};
const amounts: { readonly [Name in BookFamily]?: string } = {
  claims: "incurred",
  invoices: "balance",
  opportunities: "expected_value",
  payments: "amount",
  policies: "premium",
  quotes: "premium",
  renewals: "premium",
  submissions: "premium",
};

/** The field that the form of a question asks for where its words name none. */
export function fieldOfFrame(family: BookFamily, reading: Reading): string | undefined {
  switch (frameOf(reading)) {
    case "when":
      if (family === "policies" && means(reading, "status", "cancelled")) return "cancelled_on";
      return family === "policies" && comesAbout.test(reading.core) ? "effective_on" : days[family];
    case "who":
      return persons[family];
    case "where":
      return places[family];
    case "how much":
      return amounts[family];
    case "how long":
      // Good until when.
      if (family === "policies" && /\bgood (?:for|until|through)\b/iu.test(reading.core)) return "expires_on";
      return family === "policies" && /\b(?:term|runs?|written for)\b/iu.test(reading.core) ? "term_months" : undefined;
    case undefined:
      return undefined;
  }
}

/** The question is about how something is done: papers say that, not rows. */
export function asksProcedure({ core }: Reading): boolean {
  return /\bhow (?:fast|soon|long|quickly|often|do|does|should|must|can)\b|\b(?:is|'s|are|be) (?:needed|required|allowed|permitted|supposed|necessary)\b|\b(?:do|does|must|should|may|can) (?:we|i|you|one|agents?|producers?|staff|somebody|someone|anyone) (?:need|have to|has to|charge|bind|keep|accept|issue|waive|handle|offer|allow|ever|add|sign|file|report|send)\b|\bmust\b|\bneeded (?:to|for)\b|\b(?:rules?|procedures?|steps|deadline|cutoff|guidelines?|requirements?) (?:for|on|to|about)\b|\bour (?:policy|procedure|rule|process) (?:on|for|about|regarding)\b/iu.test(
    core,
  );
}

/** Whether the term before the one in force is asked for. */
export function isOfPriorTerm({ term }: Reading): boolean {
  return term === "prior" || term === "prior and now";
}

/** By what the newest and oldest of a family without a day of its own are distinguished: vehicles by their year, drivers by their birth. */
export function agedBy(family: BookFamily, { core }: Reading): string | undefined {
  if (family === "vehicles") return /\b(?:new\w*|old\w*|young\w*|recent|latest)\b/iu.test(core) ? "year" : undefined;
  return family === "drivers" && /\b(?:young\w*|old\w*|born|birth|dob|age)\b/iu.test(core) ? "birth_date" : undefined;
}
