import { describe, expect, test } from "@jest/globals";
import {
  closed,
  compileSchema,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapOf,
  parseJson,
  scalarSchema,
  textOfJson,
} from "@service/json";
import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import { compileMapping } from "../compile-mapping.ts";
import type { MappedRow } from "../mapped-row.ts";
import { readMapping } from "../read-mapping.ts";
import { targetNames } from "../targets.ts";
import { shippedMapping, shippedMappingNames } from "./shipped-mappings.ts";

function compiled(name: string) {
  const read = readMapping(parseJson(JSON.stringify(shippedMapping(name)?.mapping ?? null)));
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  return compileMapping(read.mapping, { asOf: "2026-11-22" });
}

function rowsOf(rows: readonly MappedRow[], family: FamilyName) {
  return rows.filter((row) => row.family === family);
}

/** A value that a schema accepts. */
function valueFor(schema: JsonSchema, name: string): Json {
  if (Array.isArray(schema["enum"])) return String(schema["enum"][0]);
  if (schema["format"] === "date") return "2026-03-01";
  if (schema["format"] === "date-time") return "2026-03-01T10:00:00Z";
  const { items, properties } = schema;
  switch (schema["type"]) {
    case "array":
      return [valueFor(schemaOf(items), name)];
    case "object":
      return Object.fromEntries(
        Object.entries(schemaOf(properties)).map(([member, one]) => [member, valueFor(schemaOf(one), member)]),
      );
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    default:
      return (
        ["TX", "2381", "238220"].find((text) => new RegExp(textOfJson(schema["pattern"] ?? "")).test(text)) ??
        name.slice(0, 5)
      );
  }
}

function schemaOf(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("no schema");
  return value;
}

/** A row of a family with every field. */
function fullRow(family: FamilyName): JsonObject {
  const { fields } = familyOf(family);
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, valueFor(schema, name)]));
}

/** The same as cells of a CSV file. */
function cellsOf(row: JsonObject): JsonObject {
  const cells: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(row)) {
    if (Array.isArray(value)) cells[name] = typeof value[0] === "object" ? JSON.stringify(value) : value.join("|");
    else if (typeof value === "object" && value !== null) {
      for (const [member, one] of Object.entries(value)) {
        cells[`${name}.${member}`] = typeof one === "object" ? JSON.stringify(one) : String(one);
      }
    } else cells[name] = String(value);
  }
  return cells;
}

/** What `fields` of a row may hold, but for references, which are the source's ids. */
function checkOf(family: FamilyName) {
  const members = Object.entries(familyOf(family).fields).map(([name, { schema, refersTo }]): [string, JsonSchema] => [
    name,
    refersTo === undefined ? schema : {},
  ]);
  return compileSchema(closed({ ...Object.fromEntries(members), attributes: mapOf(scalarSchema(), 100) }));
}

test("every shipped mapping is accepted, and an unknown name gives none (IMP-30)", () => {
  expect(shippedMappingNames).toEqual(["native", "wide_policy_csv", "nested_clients_json"]);
  for (const name of shippedMappingNames) expect(compiled(name).families.length).toBeGreaterThan(2);
  expect(shippedMapping("native2")).toBeUndefined();
  expect(shippedMapping("constructor")).toBeUndefined();
});

describe.each(familyNames)("native rows of %s (IMP-43)", (family) => {
  const native = compiled("native");
  const { keyName, owner } = familyOf(family);
  const parents = owner === "row of a client" ? { client_key: "c1" } : {};
  const row = { ...fullRow(family), [keyName]: "k1", ...parents, note: "hello" };
  const { client_key: _client, policy_key: _policy, ...own } = fullRow(family);

  test.each([
    ["JSON", `book/${family}.ndjson`, row],
    ["CSV", `${family}.csv`, cellsOf(row)],
  ])("take every field from %s", (_title, file, given) => {
    const [only, ...others] = native.mapRow(file, given);
    if (only?.kind !== "row" || others.length > 0) throw new Error(JSON.stringify(only));
    expect(only.findings).toEqual([]);
    expect(only.sourceId).toBe("k1");
    expect(only.fields).toEqual({ ...own, attributes: { note: "hello" } });
    expect(checkOf(family)(only.fields)).toEqual([]);
    if (owner === "row of a client") expect(only.client).toBe("c1");
  });

  test("are found under source_id too, and deleted by removed", () => {
    expect(native.mapRow(`${family}.json`, { source_id: 7, removed: true })).toEqual([
      { kind: "delete", family, sourceId: "7" },
    ]);
  });
});

test("native takes sqft for square_feet, and every name of every family is a target (IMP-43)", () => {
  const location = { location_key: "l1", client_key: "c1", sqft: "1,500" };
  expect(compiled("native").mapRow("locations.csv", location)).toMatchObject([{ fields: { square_feet: 1500 } }]);
  const sources = shippedMapping("native")?.mapping.sources ?? [];
  for (const { emits } of sources) {
    for (const { family, fields } of emits) {
      expect(Object.keys(fields ?? {})).toEqual([...targetNames(family), "attributes"]);
    }
  }
});

describe("a wide report of policies (IMP-44)", () => {
  const wide = compiled("wide_policy_csv");
  const row: JsonObject = {
    "Client Code": "HARB01",
    "Client Name": "Harborline Foods LLC",
    DBA: "Harborline",
    Segment: "Commercial",
    "Account Status": "Active",
    "Entity Type": "LLC",
    FEIN: "00-1234567",
    NAICS: "311991",
    "Address 1": "1 Pier Rd",
    "Address 2": "Unit 4",
    City: "Galveston",
    State: "tx",
    Zip: "77550",
    Phone: "(409) 555-0100",
    Email: "office@harborline.example",
    "Client Since": "04/15/2012",
    Office: "Gulf",
    Producer: "RTAN",
    CSR: "MLOPEZ",
    "Policy Number": "WC0042",
    "Line of Business": "Workers Compensation",
    "Carrier Code": "EXM",
    Carrier: "Example Mutual",
    "Policy Status": "Non-Renewed",
    Transaction: "Renewal",
    "Effective Date": "01/05/2026",
    "Expiration Date": "01/05/2027",
    "Cancel Date": "06/30/2026",
    Term: "12",
    Premium: "$12,345.60",
    "Annual Premium": "$12,345.60",
    Billing: "Direct",
    "Commission %": "12.5",
    "Commission Amount": "$1,543.20",
    Market: "standard",
  };

  test("gives the account, the policy and the carrier, with nothing lost", () => {
    const rows = wide.mapRow("exports/Policy Report.csv", row);
    expect(rows).toEqual([
      {
        kind: "row",
        family: "accounts",
        sourceId: "HARB01",
        fields: {
          name: "Harborline Foods LLC",
          dba: "Harborline",
          kind: "insured",
          segment: "commercial",
          status: "Active",
          entity_type: "LLC",
          fein: "00-1234567",
          naics: "311991",
          mailing_address: { line1: "1 Pier Rd", line2: "Unit 4", city: "Galveston", state: "TX", zip: "77550" },
          phone: "(409) 555-0100",
          email: "office@harborline.example",
          since: "2012-04-15",
          office_key: "Gulf",
          producer_seat: "RTAN",
          servicer_seats: ["MLOPEZ"],
        },
        findings: [],
      },
      {
        kind: "row",
        family: "policies",
        sourceId: "WC0042|01/05/2026",
        client: "HARB01",
        fields: {
          policy_number: "WC0042",
          line: "workers_compensation",
          carrier_key: "EXM",
          carrier_name: "Example Mutual",
          status: "non_renewed",
          kind: "renewal",
          effective_on: "2026-01-05",
          expires_on: "2027-01-05",
          cancelled_on: "2026-06-30",
          term_months: 12,
          premium: 12_345.6,
          annualized_premium: 12_345.6,
          billing: "direct",
          commission_rate: 0.125,
          commission_amount: 1543.2,
          producer_seat: "RTAN",
          servicer_seat: "MLOPEZ",
          market: "standard",
        },
        findings: [],
      },
      { kind: "row", family: "carriers", sourceId: "EXM", fields: { name: "Example Mutual" }, findings: [] },
    ]);
    for (const mapped of rows) if (mapped.kind === "row") expect(checkOf(mapped.family)(mapped.fields)).toEqual([]);
  });

  test("does not make a code of a range of codes", () => {
    const [account] = rowsOf(wide.mapRow("r.csv", { ...row, NAICS: "31-33" }), "accounts");
    expect(account).toMatchObject({ findings: [{ field: "naics", code: "dropped", value: "31-33" }] });
  });

  test("gives only the account for a client without a policy", () => {
    expect(wide.mapRow("r.csv", { "Client Code": "X", "Client Name": "Alone" })).toMatchObject([
      { kind: "row", family: "accounts" },
    ]);
  });

  test.each([
    ["Policy Status", ["Active", "Expired", "Cancelled", "Canceled", "Future", "Quoted", "In Force"]],
    ["Transaction", ["New", "Renewal", "Rewrite", "New Business"]],
    ["Billing", ["Direct", "Agency", "Direct Bill"]],
    ["Line of Business", ["General Liability", "BOP", "Directors & Officers", "workers comp", "Personal Auto"]],
    ["Term", ["Annual", "6", "6 Months"]],
  ])("reads the words of %s", (column, words) => {
    for (const word of words) {
      const [policy] = rowsOf(wide.mapRow("r.csv", { ...row, [column]: word }), "policies");
      expect(policy).toMatchObject({ kind: "row", findings: [] });
    }
  });
});

describe("documents of clients (IMP-45)", () => {
  const nested = compiled("nested_clients_json");
  const client: JsonObject = {
    id: "C1",
    name: "Harborline Foods LLC",
    segment: "commercial",
    address: { line1: "1 Pier Rd", city: "Galveston", state: "TX", zip: "77550" },
    contacts: [{ id: "CT1", name: "Ana Ruiz", email: "ana@harborline.example", is_primary: true }],
    policies: [
      {
        id: "P1",
        number: "WC0042",
        line: "workers_compensation",
        carrier: { id: "EXM", name: "Example Mutual" },
        effective_on: "2026-01-05",
        premium: 12_345.6,
        coverages: [{ id: "CV1", coverage: "employers_liability", included: true, limit: 1_000_000 }],
        claims: [{ id: "CL1", number: "77-1", paid: 100, reserved: 0 }],
        vehicles: [{ id: "V1", vin: "1HGCM82633A004352", year: 2019 }],
        invoices: [{ id: "I1", number: "1001", amount: 500 }],
      },
    ],
    locations: [{ id: "L1", address: { city: "Galveston", state: "TX" }, sqft: 1500 }],
    activities: [{ id: "A1", subject: "Call", occurred_at: "2026-02-01T10:00:00Z", policy_id: "P1" }],
  };

  test("give every row, wherever it stands", () => {
    const file = nested.ofFile("sync/clients.json");
    expect(file?.reading).toEqual({ format: "json", items: "/clients" });
    const rows = file?.mapRow(client) ?? [];
    expect(rows.every((row) => row.kind === "row" && row.findings.length === 0)).toBe(true);
    expect(rows.map((row) => `${row.family} ${row.sourceId}`).toSorted()).toEqual([
      "accounts C1",
      "activities A1",
      "carriers EXM",
      "claims CL1",
      "contacts CT1",
      "coverages CV1",
      "invoices I1",
      "locations L1",
      "policies P1",
      "vehicles V1",
    ]);
    expect(rowsOf(rows, "policies")).toMatchObject([
      { client: "C1", fields: { policy_number: "WC0042", carrier_key: "EXM", carrier_name: "Example Mutual" } },
    ]);
    expect(rowsOf(rows, "coverages")).toMatchObject([
      { client: "C1", policy: "P1", fields: { limit: 1_000_000, line: "workers_compensation" } },
    ]);
    expect(rowsOf(rows, "claims")).toMatchObject([{ policy: "P1", fields: { claim_number: "77-1" } }]);
    expect(rowsOf(rows, "vehicles")).toMatchObject([{ fields: { policy_keys: ["P1"] } }]);
    expect(rowsOf(rows, "accounts")).toMatchObject([{ fields: { mailing_address: { city: "Galveston" } } }]);
    expect(rowsOf(rows, "locations")).toMatchObject([{ fields: { square_feet: 1500 } }]);
    expect(rowsOf(rows, "activities")).toMatchObject([{ client: "C1", policy: "P1" }]);
  });

  test.each<[string, FamilyName]>([
    ["client", "accounts"],
    ["policy", "policies"],
    ["coverage", "coverages"],
    ["claim", "claims"],
    ["activities", "activities"],
  ])("say in deleted.json that a %s is gone", (type, family) => {
    expect(nested.ofFile("deleted.json")?.reading.items).toBe("/deleted");
    expect(nested.mapRow("deleted.json", { type, id: "X" })).toEqual([{ kind: "delete", family, sourceId: "X" }]);
    expect(nested.mapRow("deleted.json", { type: "unicorn", id: "X" })).toEqual([]);
  });
});

test.each(shippedMappingNames)(
  "%s fills a field behind every filter of the families that it gives (IMP-44)",
  (name) => {
    const emits = (shippedMapping(name)?.mapping.sources ?? []).flatMap((source) => source.emits);
    for (const { family, fields = {} } of emits) {
      if (emits.some((emit) => emit.family === family && emit.delete !== undefined)) continue;
      const { filters, derived } = familyOf(family);
      const filled = [
        ...Object.keys(fields).map((field) => field.split(".")[0]),
        ...derived,
        "client_key",
        "policy_key",
      ];
      for (const [filter, { fields: behind }] of Object.entries(filters))
        expect([family, filter, behind.some((field) => filled.includes(field))]).toEqual([family, filter, true]);
    }
  },
);

test.each([
  ["Insured", "insured"],
  ["prospect", "prospect"],
  ["Former", "former"],
  ["Client", "insured"],
  ["Customer", "insured"],
  ["Suspect", "prospect"],
  ["Lead", "prospect"],
  ["Inactive", "former"],
  ["Lost", "former"],
  ["", "insured"],
])("the kind of a client of the wide report called %j is %s (IMP-44)", (word, kind) => {
  const row = { "Client Code": "A1", "Client Name": "Alder Bakery", "Client Type": word, "Policy Number": "P-1" };
  const [account] = compiled("wide_policy_csv").mapRow("policies.csv", row);
  expect(account).toMatchObject({ family: "accounts", fields: { kind }, findings: [] });
});

test("a client of the wide report without a policy and without a word for it is a prospect (IMP-44)", () => {
  const rows = compiled("wide_policy_csv").mapRow("policies.csv", {
    "Client Code": "A1",
    "Client Name": "Alder Bakery",
  });
  expect(rows).toMatchObject([{ family: "accounts", fields: { kind: "prospect" } }]);
});
