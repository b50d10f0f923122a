import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { asksHowPaid } from "../requested-values.ts";
import { familyOf } from "../families.ts";
import { isOfPriorTerm } from "../frames.ts";
import { frameOf } from "../question-frame.ts";
import { signedRating } from "../ratings.ts";
import { type Reading, means } from "../reading.ts";

/** The family that a field belongs to where the question names none. */
const homes: { readonly [meaning: string]: BookFamily } = {
  expiry: "policies",
  effective: "policies",
  carrier: "policies",
  premium: "policies",
  pay: "policies",
  period: "policies",
  policy_number: "policies",
  line: "policies",
  commission: "policies",
  commission_rate: "policies",
  billing: "policies",
  cancelled: "policies",
  term_months: "policies",
  incurred: "claims",
  reported: "claims",
  paid: "claims",
  reserved: "claims",
  cause: "claims",
  occurred: "claims",
  adjuster: "claims",
  claim_number: "claims",
  balance: "invoices",
  due: "invoices",
  days_late: "invoices",
  invoice_number: "invoices",
  payment_number: "payments",
  paid_on: "payments",
  method: "payments",
  stage: "renewals",
  target: "renewals",
  lost_reason: "renewals",
  decline_reason: "quotes",
  birth: "contacts",
  channel: "contacts",
  dnc: "contacts",
  vin: "vehicles",
  make: "vehicles",
  garaging: "vehicles",
  model: "vehicles",
  year: "vehicles",
  license: "drivers",
  construction: "locations",
  year_built: "locations",
  square_feet: "locations",
  occupancy: "locations",
  sprinklered: "locations",
  flood_zone: "locations",
  interest: "locations",
  building_value: "locations",
  contents_value: "locations",
  party: "contracts",
  gl_occurrence_required: "contracts",
  umbrella_required: "contracts",
  auto_required: "contracts",
  notice_days: "contracts",
  rating: "carriers",
  appointed: "carriers",
  admitted_states: "carriers",
  phone: "accounts",
  email: "accounts",
  address: "accounts",
  employees: "accounts",
  revenue: "accounts",
  payroll: "accounts",
  years: "accounts",
  since: "accounts",
  naics: "accounts",
  sic: "accounts",
  description: "accounts",
  entity: "accounts",
  fein: "accounts",
  website: "accounts",
  dba: "accounts",
  segment: "accounts",
  kind: "policies",
  producer: "accounts",
  servicer: "accounts",
  office: "accounts",
};

/** The family that a field is asked of where the question names none. */
export function homeOfField(meaning: string): BookFamily | undefined {
  return homes[meaning];
}

/** Fields whose words are also said beside what is asked: the date of something, the name of something. */
export const weakFields: ReadonlySet<string> = new Set([
  "date",
  "name",
  "title",
  "kind",
  "subject",
  "covered",
  "reported",
  "status",
  "due",
  "run",
  "headline",
  "findings",
]);

export function homeOf(ask: Ask, meanings: readonly string[]): BookFamily | undefined {
  const { reading, client, carrier } = ask;
  const isOfCarriers = ["appointed", "admitted_states"].some((field) => meanings.includes(field));
  const isRated =
    (meanings.includes("rating") && !means(reading, "family", "policies")) ||
    (meanings.includes("carrier") && signedRating(reading.core) !== null);
  if (client === undefined && (isOfCarriers || isRated)) return "carriers";
  const isByNumber = ask.policy !== undefined && reading.numbers.length > 0;
  if (
    isByNumber &&
    meanings.length > 0 &&
    meanings.every((meaning) => familyOf("policies").fields[meaning] !== undefined)
  )
    return "policies";
  // A field of the policies that are named is theirs.
  const isOfPolicies =
    client === undefined &&
    means(reading, "family", "policies") &&
    !means(reading, "family", "accounts") &&
    meanings.every((meaning) => familyOf("policies").fields[meaning] !== undefined);
  if (isOfPolicies && meanings.length > 0) return "policies";
  const strong =
    meanings.find((meaning) => homes[meaning] !== undefined && !weakFields.has(meaning)) ??
    meanings.find((meaning) => homes[meaning] !== undefined);
  if (strong === undefined) return undefined;
  if (strong === "rating" && client !== undefined) return "policies";
  const isServed = strong === "producer" || strong === "servicer";
  if (isServed && client !== undefined && (reading.lines.length > 0 || means(reading, "family", "policies")))
    return "policies";
  const isPaidToUs = /\b(?:pay|pays|paid|paying) us\b/iu.test(reading.core) && reading.lines.length === 0;
  if (strong === "pay" && isPaidToUs && reading.periods.length > 0) return "payments";
  if (strong === "pay" && reading.lines.length === 0 && asksHowPaid(reading)) return "payments";
  if (strong === "pay" && (frameOf(reading) === "when" || means(reading, "op", "latest")) && !isOfPriorTerm(reading))
    return "payments";
  const isPanel =
    strong === "carrier" &&
    client === undefined &&
    carrier === undefined &&
    reading.lines.length === 0 &&
    !means(reading, "family");
  if (isPanel && means(reading, "op", "count", "list")) return "carriers";
  if (carrier !== undefined && ["phone", "email"].includes(strong)) return "carriers";
  // The largest client by premium is not the largest policy.
  if (
    (strong === "premium" || strong === "pay") &&
    reading.lines.length === 0 &&
    means(reading, "family", "accounts") &&
    !means(reading, "family", "policies") &&
    means(reading, "op", "max", "min", "most", "fewest") &&
    client === undefined
  )
    return "accounts";
  return homes[strong];
}

/** A renewal with a date is the expiration of a policy; one with a stage is work on it. */
export function placed(reading: Reading, family: BookFamily | undefined): BookFamily | undefined {
  if (family !== "renewals") return family;
  const isWork =
    means(reading, "field", "stage", "status", "target", "lost_reason", "premium", "carrier") ||
    means(reading, "status", "open");
  return !isWork &&
    (reading.periods.length > 0 || means(reading, "field", "expiry") || means(reading, "op", "earliest"))
    ? "policies"
    : "renewals";
}

/** People and offices of the agency: what a colleague is asked for, and how many producers there are. */
export function ofAgency(
  { reading, client, policy, colleague }: Ask,
  meanings: readonly string[],
  named: ReadonlySet<BookFamily>,
): BookFamily | undefined {
  if (client !== undefined || policy !== undefined || named.size > 0 || meanings.length === 0) return undefined;
  const ofColleague = ["email", "title", "office", ...(reading.isYesNo ? ["producer", "servicer"] : [])];
  if (colleague !== undefined) return meanings.every((meaning) => ofColleague.includes(meaning)) ? "staff" : undefined;
  const isCounted = means(reading, "op", "count", "list") || /\b(?:which|who are|what)\b/iu.test(reading.core);
  if (
    !isCounted ||
    reading.lines.length > 0 ||
    means(reading, "op", "most", "max", "min", "fewest") ||
    means(reading, "by")
  )
    return undefined;
  if (meanings.every((meaning) => meaning === "office")) return "offices";
  return meanings.every((meaning) => meaning === "producer" || meaning === "servicer") ? "staff" : undefined;
}
