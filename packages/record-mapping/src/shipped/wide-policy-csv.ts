import type { Mapping, MappingEmit } from "../mapping-schema.ts";

/**
 * A row for each policy with the client's columns repeated, as agency systems export reports: dates of the United States,
 * money with $ and commas, codes in words (IMP-44). Gives accounts, policies and carriers.
 */
export function widePolicyMapping(): Mapping {
  return {
    schema_version: 1,
    name: "wide_policy_csv",
    defaults: { currency: "USD", date_formats: ["MM/DD/YYYY", "M/D/YYYY"], decimal: "." },
    sources: [
      {
        // Of a workbook the only sheet with rows, whatever its format says.
        match: "*.{csv,txt,xlsx,xlsm}",
        format: "csv",
        emits: [
          // A client without a policy has a row of its own.
          accountsEmit("exists", "insured"),
          accountsEmit("missing", "prospect"),
          {
            family: "policies",
            when: { fact: "row.Policy_Number", op: "exists" },
            source_id: ["Policy Number", "Effective Date"],
            client: ["Client Code"],
            fields: {
              policy_number: { from: "Policy Number", transforms: ["trim"] },
              line: { from: "Line of Business", transforms: ["lookup:line"] },
              carrier_key: { from: "Carrier Code" },
              carrier_name: { from: "Carrier", transforms: ["trim"] },
              status: { from: "Policy Status", transforms: ["lookup:policy_status"] },
              kind: { from: "Transaction", transforms: ["lookup:transaction"] },
              effective_on: { from: "Effective Date", transforms: ["date"] },
              expires_on: { from: "Expiration Date", transforms: ["date"] },
              cancelled_on: { from: "Cancel Date", transforms: ["date"] },
              term_months: { from: "Term", transforms: ["lookup:term"] },
              premium: { from: "Premium", transforms: ["money"] },
              annualized_premium: { from: "Annual Premium", transforms: ["money"] },
              billing: { from: "Billing", transforms: ["lookup:billing"] },
              commission_rate: { from: "Commission %", transforms: ["percent"] },
              commission_amount: { from: "Commission Amount", transforms: ["money"] },
              producer_seat: { from: "Producer", transforms: ["trim"] },
              servicer_seat: { from: "CSR", transforms: ["trim"] },
              market: { from: "Market", transforms: ["trim"] },
            },
            // What the report has besides, of the policy or of its client.
            other_columns: "attributes",
          },
          {
            family: "carriers",
            when: { fact: "row.Carrier_Code", op: "exists" },
            source_id: ["Carrier Code"],
            fields: { name: { from: ["Carrier", "Carrier Code"], transforms: ["trim"] } },
          },
        ],
      },
    ],
    lookups,
    unmapped: "other",
  };
}

/** The client of a row; `kind` is what a client of such rows is where the report does not say it. */
function accountsEmit(policyNumber: "exists" | "missing", kind: "insured" | "prospect"): MappingEmit {
  return {
    family: "accounts",
    when: { fact: "row.Policy_Number", op: policyNumber },
    source_id: ["Client Code"],
    fields: {
      name: { from: "Client Name", transforms: ["trim"] },
      dba: { from: "DBA", transforms: ["trim"] },
      kind: {
        from: ["Client Type", "Account Type", "Customer Type"],
        transforms: ["lookup:client_kind"],
        default: kind,
      },
      segment: { from: "Segment", transforms: ["lookup:segment"] },
      status: { from: "Account Status", transforms: ["trim"] },
      entity_type: { from: "Entity Type", transforms: ["trim"] },
      fein: { from: "FEIN", transforms: ["trim"] },
      naics: { from: "NAICS" },
      "mailing_address.line1": { from: "Address 1", transforms: ["trim"] },
      "mailing_address.line2": { from: "Address 2", transforms: ["trim"] },
      "mailing_address.city": { from: "City", transforms: ["trim"] },
      "mailing_address.state": { from: "State", transforms: ["trim", "upper"] },
      "mailing_address.zip": { from: "Zip", transforms: ["trim"] },
      phone: { from: "Phone", transforms: ["trim"] },
      email: { from: "Email", transforms: ["trim"] },
      since: { from: "Client Since", transforms: ["date"] },
      office_key: { from: "Office", transforms: ["trim"] },
      producer_seat: { from: "Producer", transforms: ["trim"] },
      servicer_seats: { from: "CSR", transforms: ["trim"] },
    },
  };
}

/** Words of such exports that are not our codes in another spelling. */
const lookups: NonNullable<Mapping["lookups"]> = {
  client_kind: {
    Client: "insured",
    Customer: "insured",
    Active: "insured",
    Suspect: "prospect",
    Lead: "prospect",
    "Former Client": "former",
    Inactive: "former",
    Lost: "former",
  },
  segment: {
    "Commercial Lines": "commercial",
    CL: "commercial",
    "Personal Lines": "personal",
    PL: "personal",
    "Employee Benefits": "benefits",
    "Group Benefits": "benefits",
  },
  line: {
    GL: "general_liability",
    "Commercial General Liability": "general_liability",
    CGL: "general_liability",
    Property: "commercial_property",
    BOP: "business_owners",
    "Business Owners Policy": "business_owners",
    "Businessowners Policy": "business_owners",
    Businessowners: "business_owners",
    "Business Auto": "commercial_auto",
    "Commercial Automobile": "commercial_auto",
    WC: "workers_compensation",
    "Workers Comp": "workers_compensation",
    "Umbrella Liability": "umbrella",
    "Commercial Umbrella": "umbrella",
    "Excess Liability": "umbrella",
    "Cyber Liability": "cyber",
    EPLI: "employment_practices",
    "Employment Practices Liability": "employment_practices",
    "E&O": "professional_liability",
    "Errors & Omissions": "professional_liability",
    "D&O": "directors_officers",
    "Directors & Officers Liability": "directors_officers",
    "Directors and Officers": "directors_officers",
    Bond: "surety",
    "Builders' Risk": "builders_risk",
    "Pollution Liability": "pollution",
    Automobile: "personal_auto",
    Home: "homeowners",
  },
  policy_status: {
    "In Force": "active",
    Canceled: "cancelled",
    Nonrenewed: "non_renewed",
    "Not Renewed": "non_renewed",
    Pending: "future",
    Quote: "quoted",
  },
  transaction: {
    "New Business": "new",
    NEW: "new",
    RNW: "renewal",
    Renew: "renewal",
    RWL: "renewal",
    Rewritten: "rewrite",
  },
  term: {
    Annual: 12,
    "12 Months": 12,
    "Semi-Annual": 6,
    "6 Months": 6,
    Quarterly: 3,
    "3 Months": 3,
    ...Object.fromEntries(Array.from({ length: 60 }, (_month, index) => [String(index + 1), index + 1])),
  },
  billing: { "Direct Bill": "direct", DB: "direct", "Agency Bill": "agency", AB: "agency" },
};
