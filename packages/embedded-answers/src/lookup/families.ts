import { counted, labelOf } from "@service/engine-kit";
import type { BookFamily } from "../book-source.ts";
import { type LookUpFamily, lookUpFamilies } from "./family-table.ts";

export { lineOf } from "./family-table.ts";

/** Words of a field that its name does not say. */
const labels: { readonly [field: string]: string } = {
  expires_on: "expiration date",
  effective_on: "effective date",
  carrier_name: "carrier",
  carrier_key: "carrier",
  policy_number: "policy number",
  commission_amount: "commission",
  cancelled_on: "cancellation date",
  term_months: "term in months",
  mailing_address: "mailing address",
  producer_seat: "producer",
  servicer_seat: "account manager",
  servicer_seats: "account manager",
  seat_key: "handler",
  office_key: "office",
  team_keys: "team",
  fein: "FEIN",
  vin: "VIN",
  naics: "NAICS code",
  sic: "SIC code",
  dba: "trading name",
  since: "client since",
  occurred_on: "date of loss",
  occurred_at: "date",
  reported_on: "date reported",
  due_on: "due date",
  dated_on: "date",
  target_on: "target date",
  paid_on: "date paid",
  days_late: "number of days late",
  paid: "amount paid",
  reserved: "amount reserved",
  incurred: "amount incurred",
  employees: "number of employees",
  gl_occurrence_required: "required general liability per occurrence",
  gl_aggregate_required: "required general liability aggregate",
  umbrella_required: "required umbrella limit",
  auto_required: "required auto liability limit",
  notice_days: "days of notice",
  interest: "insured's interest",
  quoted_on: "date quoted",
  submitted_on: "date submitted",
  entity_type: "entity type",
  next_expiration: "next expiration date",
  total_premium: "total premium",
  client_key: "client",
  policy_key: "policy number",
  included: "included",
  "values.building": "building value",
  "values.contents": "contents value",
};

/** A field in words, within a sentence. */
export function fieldLabel(field: string): string {
  return labels[field] ?? labelOf(field.replace(/^attributes\./, ""));
}

export function familyOf(name: BookFamily): LookUpFamily {
  return (
    lookUpFamilies[name] ?? {
      noun: name.replace(/s$/, ""),
      fields: {},
      title: ({ name: own }) => (typeof own === "string" ? own : ""),
      shown: [],
    }
  );
}

/** `3 open claims`. */
export function countInWords(count: number, qualifier: string, noun: string): string {
  const [figure = "", ...rest] = counted(count, noun).split(" ");
  return [count === 0 ? "no" : figure, qualifier, ...(count === 0 ? [counted(2, noun).slice(2)] : rest)]
    .filter((part) => part !== "")
    .join(" ");
}
