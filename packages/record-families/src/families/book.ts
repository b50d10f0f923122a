import {
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  listOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  patternSchema,
  ratioSchema,
  signedMoneySchema,
  stateSchema,
  textSchema,
} from "@service/json";
import { coverageLineMembers } from "../coverage-line.ts";
import { family } from "../family.ts";
import { field, fieldsOf } from "../field.ts";
import { lineSchema } from "../lines.ts";
import { address, agencyKey, clientKey, policyKey, policyKeys, rowKey, seatKey } from "../shared-fields.ts";

/** The clients of the agency. */
export const accounts = family("accounts", {
  plane: "book",
  owner: "client",
  keyName: "client_key",
  keyPrefix: "c_",
  fields: {
    name: field(textSchema(200), { search: "words" }),
    dba: field(textSchema(200), { search: "words" }),
    segment: field(enumSchema(["commercial", "personal", "benefits"])),
    kind: field(enumSchema(["insured", "prospect", "former"])),
    status: field(textSchema(60)),
    entity_type: field(textSchema(60)),
    fein: field(textSchema(20), { sensitivity: "pii_identity" }),
    naics: field(naicsSchema()),
    sic: field(patternSchema("^[0-9]{2,4}$")),
    description: field(textSchema(2000)),
    website: field(textSchema(300)),
    phone: field(textSchema(40), { sensitivity: "pii_contact", search: "digits" }),
    email: field(textSchema(320), { sensitivity: "pii_contact" }),
    mailing_address: address(),
    states: field(listOf(stateSchema(), 60)),
    revenue: field(moneySchema(), { sensitivity: "financial" }),
    payroll: field(moneySchema(), { sensitivity: "financial" }),
    employees: field(countSchema(10_000_000), { sensitivity: "financial" }),
    years_in_business: field(numberSchema(0, 1000)),
    since: field(dateSchema()),
    office_key: agencyKey(),
    producer_seat: seatKey(),
    servicer_seats: field(listOf(textSchema(128, 1), 20)),
    tags: field(listOf(textSchema(64), 50)),
    total_premium: field(signedMoneySchema()),
    policy_count: field(countSchema()),
    next_expiration: field(dateSchema()),
  },
  required: ["name"],
  filters: {
    segment: { test: "equals", fields: ["segment"] },
    kind: { test: "equals", fields: ["kind"] },
    status: { test: "equals", fields: ["status"] },
    office_key: { test: "equals", fields: ["office_key"] },
    producer_seat: { test: "equals", fields: ["producer_seat"], leads: ["name"] },
    naics: { test: "begins", fields: ["naics"] },
    state: { test: "holds", fields: ["states", "mailing_address"] },
    expiring_within_days: { test: "withinDays", fields: ["next_expiration"] },
  },
  sorts: ["name", "next_expiration", "total_premium"],
  defaultSort: { field: "name", direction: "asc" },
  derived: ["total_premium", "policy_count", "next_expiration"],
});

export const contacts = family("contacts", {
  plane: "book",
  owner: "row of a client",
  keyName: "contact_key",
  keyPrefix: "ct_",
  fields: {
    client_key: clientKey(),
    name: field(textSchema(200), { search: "words" }),
    role: field(textSchema(60)),
    is_primary: field(booleanSchema()),
    email: field(textSchema(320), { sensitivity: "pii_contact" }),
    phone: field(textSchema(40), { sensitivity: "pii_contact", search: "digits" }),
    birth_date: field(dateSchema(), { sensitivity: "pii_identity" }),
    preferred_channel: field(textSchema(30)),
    do_not_contact: field(booleanSchema()),
  },
  sorts: ["name"],
});

export const policies = family("policies", {
  plane: "book",
  owner: "row of a client",
  keyName: "policy_key",
  keyPrefix: "p_",
  fields: {
    client_key: clientKey(),
    policy_number: field(textSchema(60), { search: "code" }),
    line: field(lineSchema()),
    lines: field(listOf(lineSchema(), 20)),
    carrier_key: rowKey("carriers"),
    carrier_name: field(textSchema(200)),
    rating: field(textSchema(8)),
    writing_company: field(textSchema(200)),
    status: field(enumSchema(["active", "future", "expired", "cancelled", "non_renewed", "quoted"])),
    kind: field(enumSchema(["new", "renewal", "rewrite"])),
    effective_on: field(dateSchema()),
    expires_on: field(dateSchema()),
    cancelled_on: field(dateSchema()),
    term_months: field(integerSchema(1, 120)),
    premium: field(signedMoneySchema()),
    annualized_premium: field(signedMoneySchema()),
    billing: field(enumSchema(["direct", "agency"])),
    commission_rate: field(ratioSchema(), { sensitivity: "commission" }),
    commission_amount: field(signedMoneySchema(), { sensitivity: "commission" }),
    producer_seat: seatKey(),
    servicer_seat: seatKey(),
    prior_policy_key: rowKey("policies"),
    market: field(textSchema(60)),
    /** Lines that an umbrella's schedule of underlying insurance names (COVER-8). */
    underlying_lines: field(listOf(lineSchema(), 20)),
  },
  required: ["client_key", "effective_on"],
  filters: {
    line: { test: "holds", fields: ["line", "lines"] },
    status: { test: "equals", fields: ["status"], leads: ["expires_on", "effective_on"] },
    carrier_key: { test: "equals", fields: ["carrier_key"] },
    effective_from: { test: "from", fields: ["effective_on"] },
    effective_to: { test: "to", fields: ["effective_on"] },
    expires_from: { test: "from", fields: ["expires_on"] },
    expires_to: { test: "to", fields: ["expires_on"] },
  },
  sorts: ["expires_on", "effective_on", "premium"],
  defaultSort: { field: "expires_on", direction: "asc" },
});

export const coverages = family("coverages", {
  plane: "book",
  owner: "row of a client",
  keyName: "coverage_key",
  keyPrefix: "cv_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    /** The location or vehicle that it covers. */
    risk_ref: field(textSchema(128)),
    ...fieldsOf(coverageLineMembers),
  },
});

/** What a contract of the client asks of its insurance. */
export const contracts = family("contracts", {
  plane: "book",
  owner: "row of a client",
  keyName: "contract_key",
  keyPrefix: "cn_",
  fields: {
    client_key: clientKey(),
    party: field(textSchema(200)),
    kind: field(textSchema(60)),
    gl_occurrence_required: field(moneySchema()),
    gl_aggregate_required: field(moneySchema()),
    auto_required: field(moneySchema()),
    umbrella_required: field(moneySchema()),
    /** Whether the umbrella's limit counts towards a required occurrence limit; absent: it does. */
    umbrella_counts: field(booleanSchema()),
    additional_insured: field(booleanSchema()),
    waiver: field(booleanSchema()),
    primary_wording: field(booleanSchema()),
    notice_days: field(countSchema(3650)),
    dated_on: field(dateSchema()),
  },
});

export const locations = family("locations", {
  plane: "book",
  owner: "row of a client",
  keyName: "location_key",
  keyPrefix: "lo_",
  fields: {
    client_key: clientKey(),
    policy_keys: policyKeys(),
    name: field(textSchema(200)),
    address: address(),
    interest: field(enumSchema(["owner", "tenant"])),
    construction: field(textSchema(60)),
    year_built: field(integerSchema(1000, 2200)),
    square_feet: field(numberSchema(0, 1e12)),
    occupancy: field(textSchema(200)),
    sprinklered: field(booleanSchema()),
    flood_zone: field(textSchema(10)),
    values: field(
      closed({
        building: moneySchema(),
        contents: moneySchema(),
        business_income: moneySchema(),
        tenant_improvements: moneySchema(),
      }),
    ),
  },
});

export const vehicles = family("vehicles", {
  plane: "book",
  owner: "row of a client",
  keyName: "vehicle_key",
  keyPrefix: "ve_",
  fields: {
    client_key: clientKey(),
    policy_keys: policyKeys(),
    vin: field(textSchema(17), { sensitivity: "pii_identity" }),
    year: field(integerSchema(1900, 2200)),
    make: field(textSchema(60)),
    model: field(textSchema(60)),
    use: field(textSchema(60)),
    garaging_zip: field(textSchema(12)),
    status: field(textSchema(30)),
    name: field(textSchema(200)),
  },
});

export const drivers = family("drivers", {
  plane: "book",
  owner: "row of a client",
  keyName: "driver_key",
  keyPrefix: "dr_",
  fields: {
    client_key: clientKey(),
    policy_keys: policyKeys(),
    name: field(textSchema(200)),
    birth_date: field(dateSchema(), { sensitivity: "pii_identity" }),
    license_state: field(stateSchema(), { sensitivity: "pii_identity" }),
    status: field(textSchema(30)),
  },
});
