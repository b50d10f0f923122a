import type { Mapping, MappingEmit } from "../mapping-schema.ts";
import { tradeWords } from "../trade-words.ts";

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
    lookups: tradeWords,
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
