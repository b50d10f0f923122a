import { labelOf } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { BookFamily } from "../book-source.ts";

/** What a look-up knows of a family besides its declaration (ANSWER-10). */
export interface LookUpFamily {
  readonly noun: string;
  /** The field that each meaning of the vocabulary asks for. */
  readonly fields: { readonly [meaning: string]: string };
  /** What a row is called in an answer. */
  readonly title: (fields: JsonObject) => string;
  /** What a row is shown with in a list. */
  readonly shown: readonly string[];
  /** What an amount without a name means: of sums, bounds, the largest and the smallest. */
  readonly amount?: string;
  /** What a period without a name means, and the newest and oldest. */
  readonly day?: string;
}

const of = (fields: JsonObject, name: string): string => {
  const value = fields[name];
  return typeof value === "string"
    ? value.replaceAll(/\s+/gu, " ").trim().toWellFormed()
    : typeof value === "number"
      ? String(value)
      : "";
};
const named = (noun: string, name: string): string => (name === "" ? noun : `${noun} ${name}`);

/** The line or lines of a policy in words. */
export function lineOf(fields: JsonObject): string {
  const line = of(fields, "line");
  return line === "" ? "" : labelOf(line);
}

function policyTitle(fields: JsonObject): string {
  const status = of(fields, "status");
  const title = [lineOf(fields), named("policy", of(fields, "policy_number"))].filter((part) => part !== "").join(" ");
  return status === "" || status === "active" ? title : `${title} (${labelOf(status)})`;
}

function placedTitle(noun: string): (fields: JsonObject) => string {
  return (fields) => {
    const lines = Array.isArray(fields["lines"])
      ? fields["lines"].flatMap((line) => (typeof line === "string" ? labelOf(line) : []))
      : [];
    return [...lines, noun].join(" ");
  };
}

/** What look-ups know of each family. */
export const lookUpFamilies: { readonly [Name in BookFamily]?: LookUpFamily } = {
  accounts: {
    noun: "client",
    fields: {
      name: "name",
      dba: "dba",
      segment: "segment",
      kind: "kind",
      status: "status",
      entity: "entity_type",
      fein: "fein",
      naics: "naics",
      sic: "sic",
      description: "description",
      website: "website",
      phone: "phone",
      email: "email",
      address: "mailing_address",
      revenue: "revenue",
      payroll: "payroll",
      employees: "employees",
      years: "years_in_business",
      since: "since",
      age: "years_in_business",
      office: "office_key",
      producer: "producer_seat",
      servicer: "servicer_seats",
      premium: "total_premium",
      pay: "total_premium",
      expiry: "next_expiration",
    },
    title: (fields) => of(fields, "name"),
    shown: [],
    amount: "total_premium",
    day: "since",
  },
  contacts: {
    noun: "contact",
    fields: {
      name: "name",
      phone: "phone",
      email: "email",
      birth: "birth_date",
      channel: "preferred_channel",
      method: "preferred_channel",
      dnc: "do_not_contact",
      title: "role",
    },
    title: (fields) => of(fields, "name"),
    shown: ["role"],
  },
  policies: {
    noun: "policy",
    fields: {
      expiry: "expires_on",
      effective: "effective_on",
      carrier: "carrier_name",
      premium: "premium",
      pay: "premium",
      policy_number: "policy_number",
      line: "line",
      status: "status",
      stage: "status",
      billing: "billing",
      commission_rate: "commission_rate",
      commission: "commission_amount",
      rating: "rating",
      kind: "kind",
      cancelled: "cancelled_on",
      term_months: "term_months",
      producer: "producer_seat",
      servicer: "servicer_seat",
      name: "client_key",
    },
    title: policyTitle,
    shown: ["carrier_name", "expires_on"],
    amount: "premium",
    day: "expires_on",
  },
  coverages: {
    noun: "coverage",
    fields: {
      limit: "limit",
      deductible: "deductible",
      covered: "included",
      retro_date: "retro_date",
      valuation: "valuation",
      coinsurance: "coinsurance",
      trigger: "trigger",
      premium: "premium",
    },
    title: (fields) => labelOf(of(fields, "coverage")),
    shown: ["limit"],
    amount: "limit",
  },
  contracts: {
    noun: "contract",
    fields: {
      party: "party",
      kind: "kind",
      gl_occurrence_required: "gl_occurrence_required",
      gl_aggregate_required: "gl_aggregate_required",
      additional_insured: "additional_insured",
      waiver: "waiver",
      primary_wording: "primary_wording",
      umbrella_required: "umbrella_required",
      auto_required: "auto_required",
      notice_days: "notice_days",
      date: "dated_on",
      name: "party",
    },
    title: (fields) => named("contract with", of(fields, "party")),
    shown: ["kind"],
    day: "dated_on",
  },
  locations: {
    noun: "location",
    fields: {
      address: "address",
      construction: "construction",
      year_built: "year_built",
      age: "year_built",
      square_feet: "square_feet",
      occupancy: "occupancy",
      sprinklered: "sprinklered",
      flood_zone: "flood_zone",
      interest: "interest",
      name: "name",
      building_value: "values.building",
      contents_value: "values.contents",
      year: "year_built",
    },
    title: (fields) => (of(fields, "name") === "" ? "location" : of(fields, "name")),
    shown: ["address"],
  },
  vehicles: {
    noun: "vehicle",
    fields: {
      vin: "vin",
      make: "make",
      model: "model",
      year: "year",
      garaging: "garaging_zip",
      address: "garaging_zip",
      status: "status",
      name: "model",
    },
    title: (fields) =>
      ["year", "make", "model"]
        .map((name) => of(fields, name))
        .filter((part) => part !== "")
        .join(" "),
    shown: ["use"],
  },
  drivers: {
    noun: "driver",
    fields: { name: "name", birth: "birth_date", license: "license_state", status: "status" },
    title: (fields) => of(fields, "name"),
    shown: ["status"],
  },
  claims: {
    noun: "claim",
    fields: {
      paid_on: "paid",
      status: "status",
      stage: "status",
      paid: "paid",
      reserved: "reserved",
      incurred: "incurred",
      premium: "incurred",
      pay: "paid",
      cause: "cause",
      occurred: "occurred_on",
      date: "occurred_on",
      reported: "reported_on",
      adjuster: "adjuster",
      line: "line",
      claim_number: "claim_number",
      policy_number: "policy_key",
      name: "claim_number",
      kind: "cause",
      description: "description",
    },
    title: (fields) => named("claim", of(fields, "claim_number")),
    shown: ["status", "occurred_on", "incurred"],
    amount: "incurred",
    day: "occurred_on",
  },
  activities: {
    noun: "activity",
    fields: {
      date: "occurred_at",
      subject: "subject",
      channel: "channel",
      due: "due_on",
      producer: "seat_key",
      servicer: "seat_key",
      name: "subject",
      title: "subject",
      kind: "code",
      method: "channel",
      occurred: "occurred_at",
      effective: "occurred_at",
    },
    title: (fields) => (of(fields, "subject") === "" ? labelOf(of(fields, "code")) : of(fields, "subject")),
    shown: ["occurred_at", "channel", "seat_key"],
    day: "occurred_at",
  },
  documents: {
    noun: "document",
    fields: {
      date: "dated_on",
      age: "dated_on",
      effective: "dated_on",
      title: "title",
      subject: "title",
      kind: "kind",
      name: "title",
    },
    title: (fields) => (of(fields, "title") === "" ? labelOf(of(fields, "kind")) : of(fields, "title")),
    shown: ["kind", "dated_on"],
    day: "dated_on",
  },
  tasks: {
    noun: "task",
    fields: {
      due: "due_on",
      status: "status",
      title: "title",
      subject: "title",
      name: "title",
      date: "due_on",
      expiry: "due_on",
      priority: "priority",
      effective: "due_on",
      producer: "seat_key",
      servicer: "seat_key",
    },
    title: (fields) => of(fields, "title"),
    shown: ["due_on", "priority", "seat_key"],
    day: "due_on",
  },
  opportunities: {
    noun: "opportunity",
    fields: {
      score: "score",
      status: "status",
      title: "title",
      subject: "title",
      kind: "kind",
      due: "due_on",
      name: "title",
      premium: "expected_value",
    },
    title: (fields) => of(fields, "title"),
    shown: ["kind", "status"],
    amount: "expected_value",
    day: "due_on",
  },
  submissions: {
    noun: "submission",
    fields: {
      stage: "stage",
      status: "stage",
      target: "target_on",
      premium: "premium",
      carrier: "carrier_key",
      decline_reason: "decline_reason",
      lost_reason: "lost_reason",
      date: "submitted_on",
      effective: "effective_on",
    },
    title: placedTitle("submission"),
    shown: ["carrier_key", "stage"],
    amount: "premium",
    day: "target_on",
  },
  quotes: {
    noun: "quote",
    fields: {
      stage: "stage",
      status: "stage",
      premium: "premium",
      carrier: "carrier_key",
      decline_reason: "decline_reason",
      lost_reason: "lost_reason",
      expiry: "expires_on",
      date: "quoted_on",
    },
    title: placedTitle("quote"),
    shown: ["carrier_key", "stage", "premium"],
    amount: "premium",
    day: "quoted_on",
  },
  renewals: {
    noun: "renewal",
    fields: {
      stage: "stage",
      status: "stage",
      target: "target_on",
      premium: "premium",
      carrier: "carrier_key",
      expiry: "expires_on",
      lost_reason: "lost_reason",
      date: "expires_on",
      due: "target_on",
    },
    title: placedTitle("renewal"),
    shown: ["stage", "expires_on"],
    amount: "premium",
    day: "expires_on",
  },
  invoices: {
    noun: "invoice",
    fields: {
      balance: "balance",
      due: "due_on",
      status: "status",
      premium: "amount",
      pay: "amount",
      paid_on: "paid_on",
      paid: "amount",
      days_late: "days_late",
      expiry: "due_on",
      invoice_number: "number",
      policy_number: "policy_key",
      name: "number",
      date: "due_on",
    },
    title: (fields) => named("invoice", of(fields, "number")),
    shown: ["amount", "balance", "due_on"],
    amount: "amount",
    day: "due_on",
  },
  payments: {
    noun: "payment",
    fields: {
      paid: "amount",
      pay: "amount",
      premium: "amount",
      paid_on: "paid_on",
      date: "paid_on",
      payment_number: "number",
      policy_number: "policy_key",
      method: "method",
      status: "status",
      name: "number",
    },
    title: (fields) => named("payment", of(fields, "number")),
    shown: ["amount", "paid_on"],
    amount: "amount",
    day: "paid_on",
  },
  staff: {
    noun: "colleague",
    fields: {
      name: "name",
      email: "email",
      title: "role",
      office: "office_key",
      producer: "role",
      servicer: "role",
      team: "team_keys",
    },
    title: (fields) => of(fields, "name"),
    shown: ["role", "office_key"],
  },
  offices: {
    noun: "office",
    fields: { name: "name", office: "name" },
    title: (fields) => of(fields, "name"),
    shown: [],
  },
  carriers: {
    noun: "carrier",
    fields: {
      rating: "rating",
      appointed: "appointed",
      admitted_states: "admitted_states",
      name: "name",
      carrier: "name",
    },
    title: (fields) => of(fields, "name"),
    shown: ["rating"],
  },
};
