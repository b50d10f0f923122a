import type { BookFamily } from "../book-source.ts";
import type { Ask } from "./ask.ts";
import { familyOf } from "./families.ts";
import { means, type Reading, valuesOf } from "./reading.ts";

/** Families in the order in which they win where a question names several; the last two are also said in passing. */
const ranked: readonly BookFamily[] = [
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
const saidInPassing: ReadonlySet<BookFamily> = new Set(["policies", "accounts", "carriers"]);

/** The family that a field belongs to where the question names none. */
const homes: { readonly [meaning: string]: BookFamily } = {
  expiry: "policies",
  effective: "policies",
  carrier: "policies",
  premium: "policies",
  pay: "policies",
  policy_number: "policies",
  line: "policies",
  commission: "policies",
  commission_rate: "policies",
  billing: "policies",
  incurred: "claims",
  paid: "claims",
  reserved: "claims",
  cause: "claims",
  occurred: "claims",
  adjuster: "claims",
  claim_number: "claims",
  balance: "invoices",
  due: "invoices",
  days_late: "invoices",
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
  producer: "accounts",
  servicer: "accounts",
  office: "accounts",
};

/** Fields whose words are also said beside what is asked: the date of something, the name of something. */
const weakFields: ReadonlySet<string> = new Set([
  "date",
  "name",
  "title",
  "kind",
  "subject",
  "covered",
  "reported",
  "status",
  "due",
]);

/** What a question asks for. */
export interface Wanted {
  readonly family: BookFamily;
  /** Fields of the family, in the order of the question. */
  readonly fields: readonly string[];
  /** Meanings of fields that belong to another family: the question is not explained. */
  readonly foreign: readonly string[];
}

/** The family that a question is about, with the fields that it asks for; undefined where nothing says. */
export function chooseFamily(ask: Ask): Wanted | undefined {
  const { reading, numbered, policy } = ask;
  const named = familiesIn(reading);
  const meanings = valuesOf(reading, "field").filter(
    (meaning) => !(isNumberOnly(meaning) && (policy !== undefined || numbered !== undefined)),
  );
  const home = homeOf(ask, meanings);
  const strong = ranked.find((family) => named.has(family) && !saidInPassing.has(family));
  const family =
    numbered?.family ??
    placed(reading, strong) ??
    home ??
    (policy !== undefined && reading.numbers.length > 0 ? "policies" : undefined) ??
    ranked.find((each) => named.has(each)) ??
    fallback(ask);
  if (family === undefined) return undefined;
  const known = familyOf(family).fields;
  const others = [...named].filter(
    (each) => each !== family && !saidInPassing.has(each) && !(each === "renewals" && family === "policies"),
  );
  const isWhen = /\bwhen\b/i.test(reading.text);
  // The carrier that is named is not asked for; an amount without a name is a policy's premium.
  const fields = meanings.flatMap((meaning) => {
    if (meaning === "carrier" && (ask.carrier !== undefined || (reading.isYesNo && reading.lines.length > 0)))
      return [];
    if ((meaning === "producer" || meaning === "servicer") && ask.colleague !== undefined) return [];
    return known[meaning === "paid" && isWhen ? "paid_on" : meaning] ?? [];
  });
  if (fields.length === 0 && family === "policies" && /\bhow much (?:is|are|was|were)\b/i.test(reading.text))
    fields.push("premium");
  return {
    family,
    fields: [...new Set(fields)],
    foreign: [
      ...meanings.filter(
        (meaning) =>
          known[meaning] === undefined && !weakFields.has(meaning) && !(meaning === "carrier" && family === "claims"),
      ),
      ...others,
    ],
  };
}

function familiesIn(reading: Reading): ReadonlySet<BookFamily> {
  const named = new Set<BookFamily>();
  for (const name of valuesOf(reading, "family")) for (const family of ranked) if (family === name) named.add(family);
  if (named.size === 0 && means(reading, "status", "commercial", "personal", "former", "prospect", "insured"))
    named.add("accounts");
  if (means(reading, "kind")) named.add("documents");
  if (means(reading, "role")) named.add("contacts");
  // "The owner's claims": the role says whose; "the contract's application" names two papers.
  if (named.has("documents")) named.delete("contracts");
  return named;
}

function isNumberOnly(meaning: string): boolean {
  return meaning === "policy_number" || meaning === "claim_number";
}

/** A renewal with a date is the expiration of a policy; one with a stage is work on it. */
function placed(reading: Reading, family: BookFamily | undefined): BookFamily | undefined {
  if (family !== "renewals") return family;
  const isWork =
    means(reading, "field", "stage", "status", "target", "lost_reason", "premium", "carrier") ||
    means(reading, "status", "open");
  return !isWork &&
    (reading.periods.length > 0 || means(reading, "field", "expiry") || means(reading, "op", "earliest"))
    ? "policies"
    : "renewals";
}

function homeOf({ reading, client, carrier }: Ask, meanings: readonly string[]): BookFamily | undefined {
  const strong =
    meanings.find((meaning) => homes[meaning] !== undefined && !weakFields.has(meaning)) ??
    meanings.find((meaning) => homes[meaning] !== undefined);
  if (strong === undefined) return undefined;
  if (strong === "rating" && client !== undefined) return "policies";
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
    means(reading, "family", "accounts") &&
    !means(reading, "family", "policies") &&
    means(reading, "op", "max", "min", "most", "fewest") &&
    client === undefined
  )
    return "accounts";
  return homes[strong];
}

/** Lines, statuses or a policy alone ask for policies; a carrier alone for itself. */
function fallback({ reading, client, policy, carrier }: Ask): BookFamily | undefined {
  if (
    reading.lines.length > 0 ||
    policy !== undefined ||
    means(reading, "status", "active", "expired", "cancelled", "future", "non_renewed")
  )
    return "policies";
  if (client !== undefined && means(reading, "field", "covered")) return "policies";
  return carrier === undefined ? undefined : "carriers";
}
