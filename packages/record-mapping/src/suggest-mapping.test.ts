import { describe, expect, test } from "@jest/globals";
import { type JsonObject, parseJson } from "@service/json";
import { compileMapping } from "./compile-mapping.ts";
import { inspectRows } from "./inspect-rows.ts";
import { readMapping } from "./read-mapping.ts";
import { suggestMapping } from "./suggest-mapping.ts";
import { tradeKey } from "./trade-words.ts";

function suggestedFor(file: string, rows: readonly JsonObject[]) {
  const suggestion = suggestMapping([{ file, reading: {}, inspection: inspectRows(rows) }]);
  const lines = suggestion.lines.map(({ family, target, from, confidence }): string =>
    [confidence, `${family}.${target}`, ...from].join(" "),
  );
  return { ...suggestion, texts: lines };
}

/** What the suggested mapping makes of the rows. */
function mappedBy(file: string, rows: readonly JsonObject[]) {
  const read = readMapping(parseJson(JSON.stringify(suggestedFor(file, rows).mapping ?? null)));
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  const compiled = compileMapping(read.mapping);
  return rows.flatMap((row) => compiled.mapRow(file, row));
}

const report: readonly JsonObject[] = [
  {
    "Cust No": "C1",
    "Insured Name": "Harborline Foods LLC",
    "Pol. #": "P 1",
    LOB: "General Liability",
    "Eff Dt": "01/25/2026",
    "X-Date": "01/25/2027",
    "Cancel Dt": "03/04/2026",
    "Written Prem": "$1,234.50",
    "Comm %": "12.5",
    "Issuing Company": "Example Mutual",
    Status: "Active",
    ST: "TX",
    "Postal Code": "77550",
    Remarks: "call first",
  },
  {
    "Cust No": "C2",
    "Insured Name": "Bright Pine Dental",
    "Pol. #": "P 2",
    LOB: "Package",
    "Eff Dt": "02/14/2026",
    "X-Date": "02/14/2027",
    "Written Prem": "$900.00",
    "Comm %": "15",
    "Issuing Company": "Other Insurance",
    Status: "Expired",
    ST: "OH",
    "Postal Code": "43004",
  },
];

describe("a mapping is suggested by headers and values (IMP-47)", () => {
  test("a report of policies in the words of another system gives accounts, carriers and policies", () => {
    const { texts, unused } = suggestedFor("Book 2026.csv", report);
    expect(texts).toEqual(
      [
        "sure accounts.source_id Cust No",
        "sure accounts.name Insured Name",
        "sure accounts.mailing_address.state ST",
        "sure accounts.mailing_address.zip Postal Code",
        "likely carriers.source_id Issuing Company",
        "sure carriers.name Issuing Company",
        "likely policies.source_id Pol. # Eff Dt",
        "sure policies.client Cust No",
        "sure policies.policy_number Pol. #",
        "likely policies.line LOB",
        "sure policies.status Status",
        "sure policies.effective_on Eff Dt",
        "sure policies.expires_on X-Date",
        "likely policies.cancelled_on Cancel Dt",
        "sure policies.premium Written Prem",
        "sure policies.commission_rate Comm %",
        "likely policies.carrier_name Issuing Company",
        "likely policies.carrier_key Issuing Company",
      ].map((text) => expect.stringContaining(text)),
    );
    expect(unused).toEqual([{ file: "Book 2026.csv", column: "Remarks" }]);
  });

  test("and the mapping reads the rows that it was made of", () => {
    const rows = mappedBy("Book 2026.csv", report);
    expect(rows.map(({ kind, family, sourceId }) => [kind, family, sourceId])).toEqual([
      ["row", "accounts", "C1"],
      ["row", "carriers", "Example Mutual"],
      ["row", "policies", "P 1|01/25/2026"],
      ["row", "accounts", "C2"],
      ["row", "carriers", "Other Insurance"],
      ["row", "policies", "P 2|02/14/2026"],
    ]);
    expect(rows[2]).toMatchObject({
      client: "C1",
      fields: {
        line: "general_liability",
        effective_on: "2026-01-25",
        expires_on: "2027-01-25",
        cancelled_on: "2026-03-04",
        premium: 1234.5,
        commission_rate: 0.125,
        carrier_key: "Example Mutual",
      },
      findings: [],
    });
    expect(rows[5]).toMatchObject({ fields: { line: "other" }, findings: [{ field: "line", code: "unmapped" }] });
  });

  test("documents of clients give a row for each element, with what they stand in", () => {
    const client = {
      id: "C1",
      name: "Harborline",
      policies: [
        {
          id: "P1",
          number: "1",
          line: "cyber",
          effective_on: "2026-01-01",
          coverages: [{ id: "V1", coverage: "cyber", included: true, limit: 5 }],
        },
      ],
      contacts: [{ id: "K1", name: "Ana", email: "ana@example.com" }],
    };
    expect(mappedBy("clients.json", [client])).toMatchObject([
      { family: "accounts", sourceId: "C1", fields: { name: "Harborline" } },
      { family: "policies", sourceId: "P1", client: "C1", fields: { policy_number: "1", line: "cyber" } },
      { family: "coverages", sourceId: "V1", client: "C1", policy: "P1", fields: { limit: 5 } },
      { family: "contacts", sourceId: "K1", client: "C1", fields: { email: "ana@example.com" } },
    ]);
  });

  test.each<[string, JsonObject, string]>([
    ["claims.csv", { "Claim Number": "7", "Client ID": "C1", "Date of Loss": "2026-01-31", Paid: "5.00" }, "claims"],
    ["Vehicles.csv", { "Unit No": "1", "Client ID": "C1", VIN: "1HGCM82633A004352", Make: "Honda" }, "vehicles"],
    [
      "export.csv",
      { "Contact ID": "1", "Client ID": "C1", "Birth Date": "1980-01-31", "Do Not Contact": "Y" },
      "contacts",
    ],
    [
      "x.csv",
      { "Client ID": "1", "Client Name": "A", FEIN: "00-1234567", NAICS: "311991", Website: "a.example" },
      "accounts",
    ],
  ])("the rows of %s are found out", (file, row, family) => {
    expect(mappedBy(file, [row])).toMatchObject([{ kind: "row", family }]);
  });

  test("a doubtful line is left out of the mapping until somebody confirms it, with the reason", () => {
    const rows = [
      {
        "Policy ID": "1",
        "Client ID": "C1",
        "Policy Number": "A",
        "Effective Date": "02/03/2026",
        Premium: "ask",
        Billing: "Invoice",
      },
    ];
    const { mapping, lines } = suggestedFor("policies.csv", rows);
    const reasons = Object.fromEntries(
      lines.flatMap(({ target, confidence, why }) => (confidence === "unsure" ? [[target, why]] : [])),
    );
    expect(reasons).toMatchObject({
      effective_on: "its days read as MM/DD/YYYY or DD/MM/YYYY",
      premium: "its values are not numbers",
      billing: "none of its values is a code of ours: Invoice",
    });
    // A policy cannot be without its date, so nothing of the family is mapped.
    expect(mapping).toBeUndefined();
  });

  const policy = { "Client Code": "C1", "Client Name": "A", "Policy No": "P 1", "Eff Date": "01/25/2026" };
  test.each<[string, string, string]>([
    ["PolExpDate", "01/25/2027", "policies.expires_on"],
    ["expdate", "01/25/2027", "policies.expires_on"],
    ["Term Start", "01/25/2026", ""],
    ["lineofbusiness", "Cyber", "policies.line"],
    ["TranType", "Renewal", "policies.kind"],
    ["BillMethod", "Agency", "policies.billing"],
    ["CoCode", "EXM", "policies.carrier_key"],
    ["commpct", "10", "policies.commission_rate"],
    ["Annualized Commission", "120.00", "policies.commission_amount"],
    ["ExecCode", "AB", "policies.producer_seat"],
    ["CustAddr1", "1 Pier Rd", "accounts.mailing_address.line1"],
    ["Client Postal Code", "77550", "accounts.mailing_address.zip"],
    ["Federal Tax ID", "00-1234567", "accounts.fein"],
    ["Favourite Colour", "blue", ""],
  ])("the header %s with %s is surely %j", (header, value, expected) => {
    const { lines } = suggestedFor("export.csv", [{ ...policy, [header]: value }]);
    const sure = lines.flatMap(({ family, target, from, confidence }) =>
      from.includes(header) && confidence === "sure" ? [`${family}.${target}`] : [],
    );
    if (expected === "") expect(sure).toEqual([]);
    else expect(sure).toContain(expected);
  });

  test("a name that tells clients from one another, for want of ids, is their name as well", () => {
    const { "Cust No": _id, "Insured Name": name = "", ...rest } = report[0] ?? {};
    const rows = [{ "Cust Name (full)": name, ...rest }];
    expect(suggestedFor("Book 2026.csv", rows).texts).toEqual(
      expect.arrayContaining(["likely accounts.source_id Cust Name (full)", "sure accounts.name Cust Name (full)"]),
    );
    expect(mappedBy("Book 2026.csv", rows)).toContainEqual(
      expect.objectContaining({ family: "accounts", sourceId: "Harborline Foods LLC" }),
    );
  });

  test("shares are not taken for amounts, nor amounts for shares", () => {
    const reasonFor = (value: string) =>
      suggestedFor("export.csv", [{ ...policy, "Comm %": value }]).lines.find(
        ({ target }) => target === "commission_rate",
      );
    expect(reasonFor("$120.00")).toMatchObject({ confidence: "unsure", why: "its values are amounts, not shares" });
    expect(reasonFor("12.5%")).toMatchObject({ confidence: "sure", transforms: ["percent"] });
    expect(reasonFor("0.125")).toMatchObject({ confidence: "likely", transforms: [] });
  });

  test("amounts with a decimal comma are read with one, and a column that differs is unsure", () => {
    const rows = [
      { ...policy, "Written Prem": "112.345,67" },
      { ...policy, "Written Prem": "900,00" },
    ];
    const european = suggestedFor("export.csv", rows);
    expect(european.mapping).toMatchObject({ defaults: { decimal: "," } });
    expect(mappedBy("export.csv", rows)).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ premium: 112_345.67 }) }),
    );
    const mixed = suggestedFor("export.csv", [
      { ...policy, "Written Prem": "112.345,67", "Annual Premium": "1,234.50" },
    ]);
    expect(mixed.lines.filter(({ why }) => why.includes("a mapping has one sign"))).toHaveLength(1);
    const both = suggestedFor(
      "export.csv",
      ["$900.00", "900,00"].map((premium) => ({ ...policy, "Written Prem": premium })),
    );
    expect(both.lines.find(({ from }) => from[0] === "Written Prem")).toMatchObject({
      confidence: "unsure",
      why: "it writes decimals with a point and with a comma",
    });
  });

  test("a family that cannot be written is named with what it needs", () => {
    const { mapping, left_out } = suggestedFor("loss.csv", [
      { "Claim No": "1", "Claim Status": "open", "Loss Date": "01/25/2026", "Reported Date": "01/26/2026" },
    ]);
    expect(mapping).toBeUndefined();
    expect(left_out).toEqual([{ file: "loss.csv", family: "claims", needs: expect.stringMatching(/client/) }]);
  });

  test("a file without anything of ours has no mapping", () => {
    const { mapping, unused } = suggestedFor("weather.csv", [{ Temperature: "3", Wind: "NW" }]);
    expect(mapping).toBeUndefined();
    expect(unused.map(({ column }) => column)).toEqual(["Temperature", "Wind"]);
  });
});

describe("the lines that a person has to write are named (IMP-306)", () => {
  const policy = { "Client ID": "C1", "Policy No": "P 1", "Exp Date": "01/25/2027" };

  test("what a family lacks, with the line that was left out, or the columns that might be it", () => {
    const rows = [{ ...policy, "Eff Date": "02/03/2026", "Exp Date": "02/03/2027" }];
    expect(suggestedFor("policies.csv", rows).to_write).toContainEqual({
      file: "policies.csv",
      family: "policies",
      line: '"effective_on": {"from":"Eff Date","transforms":["date:MM/DD/YYYY"]}',
      why: "it was left out, because its days read as MM/DD/YYYY or DD/MM/YYYY",
    });
    const without = suggestedFor("policies.csv", [{ ...policy, Begun: "01/26/2026" }]);
    expect(without.to_write).toContainEqual({
      file: "policies.csv",
      family: "policies",
      line: '"effective_on": {"from":"COLUMN"}',
      why: "policies need it, and no header says which column; columns that might be it: Exp Date, Begun",
    });
  });

  test("words that the lookup has not, with the codes that there are, and a line that its values make doubtful", () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      ...policy,
      "Policy No": `P ${index}`,
      "Eff Date": "01/25/2026",
      "Bill Type": ["Agency Bill", "Barter"][index % 2] ?? "",
      Producer: "Office",
    }));
    const lines = suggestedFor("policies.csv", rows).to_write.map(({ line, why }) => `${line}: ${why}`);
    expect(lines).toEqual([
      '"producer_seat": {"from":"Producer","transforms":["trim"]}: it was left out, because all rows have the one value Office',
      '"lookups": {"billing": {"Barter": CODE}}: the words are not known; CODE is null or one of direct, agency',
    ]);
  });
});

describe("files of one delivery (IMP-307)", () => {
  const clients = [
    { "Group ID": "G 1", "Group Name": "Larkspur", Phone: "515-555-0110" },
    { "Group ID": "G 2", "Group Name": "Quill", Phone: "515-555-0171" },
  ];
  const policies = [
    {
      "Policy ID": "1",
      "Group ID": "G 2",
      "Group Name": "Quill",
      "Policy Number": "A",
      "Effective Date": "01/25/2026",
    },
  ];
  const samples = [
    { file: "book.xlsx#Policies", reading: {}, inspection: inspectRows(policies) },
    { file: "book.xlsx#Groups", reading: {}, inspection: inspectRows(clients) },
  ];

  test("name each other by columns of one name, and a list of clients counts before their report", () => {
    const { mapping } = suggestMapping(samples);
    expect(
      mapping?.sources.map(({ emits }) => emits.map(({ family, source_id, client }) => [family, source_id, client])),
    ).toEqual([[["policies", ["Policy ID"], ["Group ID"]]], [["accounts", ["Group ID"], undefined]]]);
  });
});

test("an id that repeats is one within its client, and rows without ids are distinguished within it (IMP-307)", () => {
  const vehicle = { "Client ID": "C 1", Year: "2023", Make: "Ford", VIN: "1FTBR1C89PKA00011" };
  const idOf = (file: string, rows: readonly JsonObject[]) =>
    suggestedFor(file, rows).lines.find(({ target }) => target === "source_id")?.from;
  const numbered = [vehicle, { ...vehicle, "Client ID": "C 2" }].map((row) => ({ ...row, "Vehicle No": "1" }));
  expect(idOf("vehicles.csv", numbered)).toEqual(["Client ID", "Vehicle No"]);
  expect(idOf("vehicles.csv", [vehicle])).toEqual(["Client ID", "VIN"]);
  const driver = { "Client ID": "C 1", "First Name": "Rita", "Last Name": "Solano", "Birth Date": "1990-11-23" };
  expect(idOf("drivers.csv", [driver])).toEqual(["Client ID", "Last Name", "First Name", "Birth Date"]);
});

describe("names, lines and currencies of real exports", () => {
  const policy = { "Policy No": "P 1", "Effective Date": "01/25/2026" };

  test("people in two columns are one name, behind the column of firms (IMP-305)", () => {
    const rows = [
      { ...policy, "Applicant ID": "1", "Business Name": "Pike LLC", "First Name": "", "Last Name": "" },
      {
        ...policy,
        "Applicant ID": "2",
        "Business Name": "",
        "First Name": "Ann",
        "Last Name": "Lee",
        "Policy No": "P 2",
      },
    ];
    const accounts = mappedBy("export.csv", rows).filter(({ family }) => family === "accounts");
    expect(accounts).toMatchObject([
      { sourceId: "1", fields: { name: "Pike LLC" } },
      { sourceId: "2", fields: { name: "Ann Lee" } },
    ]);
  });

  test("a cell with several lines gives the policy all of them, and no single one", () => {
    const rows = [
      { ...policy, "Client ID": "1", LOBs: "General Liability, Cyber Liability" },
      { ...policy, "Client ID": "1", LOBs: "Business Owners Policy (BOP)", "Policy No": "P 2" },
    ];
    const policies = mappedBy("export.csv", rows).filter(({ family }) => family === "policies");
    expect(policies).toMatchObject([
      { fields: { lines: ["general_liability", "cyber"] } },
      { fields: { line: "business_owners", lines: ["business_owners"] } },
    ]);
    expect(policies[0]).not.toHaveProperty("fields.line");
  });

  test("one term of the trade has one key, however it is written (IMP-302)", () => {
    for (const words of [
      ["Auto (Personal)", "Personal Automobile"],
      ["Businessowners", "Business Owners Policy (BOP)"],
    ])
      expect(new Set(words.map(tradeKey)).size).toBe(1);
    expect(tradeKey("Automobile")).not.toBe(tradeKey("Auto"));
  });

  test("the sign of a currency is the mapping's", () => {
    const rows = [{ ...policy, "Client ID": "1", Premium: "£1,204.00" }];
    expect(suggestedFor("export.csv", rows).mapping?.defaults).toEqual({ currency: "GBP" });
  });

  test("letters are codes only where all of a column are", () => {
    const lineOf = (letters: readonly string[]) =>
      suggestedFor(
        "export.csv",
        letters.map((letter) => ({ ...policy, "Client ID": "1", "Bill Method": letter })),
      ).lines.find(({ target }) => target === "billing");
    expect(lineOf(["A", "C"])).toMatchObject({
      confidence: "likely",
      lookup: { entries: { A: "agency", C: "direct" } },
    });
    expect(lineOf(["A", "C", "X"])).toMatchObject({ confidence: "unsure" });
  });

  test("claims bring the policy and the client that stand beside them", () => {
    const rows = [
      {
        "Claim Number": "1",
        "Named Insured": "Palisade",
        "Policy Number": "G 1",
        "Policy Effective Date": "01/25/2026",
        "Date of Loss": "02/26/2026",
        "Monthly Premium": "$5.00",
      },
    ];
    expect(mappedBy("loss run.csv", rows)).toMatchObject([
      { family: "accounts", sourceId: "Palisade" },
      { family: "policies", sourceId: "G 1|01/25/2026", client: "Palisade" },
      { family: "claims", sourceId: "1", client: "Palisade", policy: "G 1|01/25/2026" },
    ]);
    // What is due monthly is not the premium of the term.
    expect(suggestedFor("loss run.csv", rows).mapping?.sources[0]?.emits[1]?.fields).not.toHaveProperty("premium");
  });
});

describe("values decide, not the header alone (IMP-47)", () => {
  const lineFor = (rows: readonly JsonObject[], target: string) =>
    suggestedFor("statement.csv", rows).lines.find((line) => `${line.family}.${line.target}` === target);
  const statement = Array.from({ length: 20 }, (_, index) => ({
    policy_number: `86239${index}`,
    insured_name: ["Marsh R.", "Pell T.", "Orchard O."][index % 3] ?? "",
    prod: "Auto",
    effective_date: "01/20/2026",
    gross_premium: String(1400 + index),
    producer: "Coat, Greta",
  }));

  test("a column of lines of business is no producer, and neither is one value for all rows", () => {
    expect(lineFor(statement, "policies.producer_seat")).toMatchObject({
      from: ["producer"],
      confidence: "unsure",
      why: "all rows have the one value Coat, Greta",
    });
    const { producer: _, ...without } = statement[0] ?? { producer: "" };
    expect(lineFor([without], "policies.producer_seat")?.why).toMatch(/lines of business|^its header/);
    expect(lineFor(statement, "policies.premium")).toMatchObject({ from: ["gross_premium"], confidence: "sure" });
  });

  test("a claimant is no client", () => {
    const rows = [
      { "Claimant Name": "Ann Lee", "Policy No": "P1", "Eff Date": "01/25/2026", "Loss Date": "02/25/2026" },
    ];
    expect(lineFor(rows, "accounts.name")?.confidence ?? "unsure").toBe("unsure");
  });
});

describe("what is drafted for a person to confirm", () => {
  const rows = [
    {
      "Policy No": "1",
      "Client Code": "C",
      "Client Name": "A",
      "Eff Date": "1/25/26",
      LOB: "HO3",
      Status: "Canceled",
      Carrier: "Travelers Ind Co",
    },
    {
      "Policy No": "2",
      "Client Code": "C",
      "Client Name": "A",
      "Eff Date": "2/1/26",
      LOB: "Property - Commercial",
      Status: "Renewed",
      Carrier: "The Travelers Indemnity Company",
    },
  ];

  test("lookups of the words of the trade, spellings of one carrier, and a pivot for years of two digits (IMP-302, IMP-303)", () => {
    const { mapping } = suggestedFor("book.csv", rows);
    expect(mapping?.defaults).toEqual({ year_pivot: 50 });
    expect(mapping?.lookups).toMatchObject({
      line: { HO3: "homeowners", "Property - Commercial": "commercial_property" },
      policy_status: { Canceled: "cancelled", Renewed: null },
      carriers: { "Travelers Ind Co": "The Travelers Indemnity Company" },
    });
    expect(mappedBy("book.csv", rows).filter(({ family }) => family === "policies")).toMatchObject([
      { fields: { effective_on: "2026-01-25", line: "homeowners", status: "cancelled" } },
      { fields: { effective_on: "2026-02-01", line: "commercial_property" } },
    ]);
  });

  test("serial dates of a spreadsheet are read as days (IMP-304)", () => {
    const serial = rows.map((row, index) => ({ ...row, "Eff Date": String(46_167 + index) }));
    const policies = mappedBy("book.csv", serial).filter(({ family }) => family === "policies");
    expect(policies).toMatchObject([
      { fields: { effective_on: "2026-05-25" } },
      { fields: { effective_on: "2026-05-26" } },
    ]);
  });
});
