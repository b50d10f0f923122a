import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { type CompileOptions, compileMapping } from "./compile-mapping.ts";
import type { MappedRow } from "./mapped-row.ts";
import { readMapping } from "./read-mapping.ts";

const required: { readonly [family: string]: JsonObject } = {
  accounts: { name: { from: "name" } },
  policies: { effective_on: { from: "effective", default: "2026-01-01" } },
  carriers: { name: { from: "name" } },
};

/** Rows that a mapping with one emit gives. */
function mapped(emit: JsonObject, row: JsonObject, more: JsonObject = {}, options?: CompileOptions): MappedRow[] {
  const json = { schema_version: 1, name: "m", sources: [{ match: "*", emits: [emit] }], ...more };
  const read = readMapping(json);
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  return compileMapping(read.mapping, options).mapRow("file.csv", row);
}

/** The row of an account or policy with these fields. */
function rowOf(
  fields: JsonObject,
  row: JsonObject,
  more: JsonObject = {},
  family: "accounts" | "policies" | "activities" | "coverages" | "locations" = "policies",
): MappedRow {
  const parents = family === "accounts" ? {} : { client: ["client"] };
  const emit = {
    family,
    source_id: ["id"],
    ...parents,
    fields: { ...required[family], ...fields },
  };
  const [only, second] = mapped(emit, { id: "1", client: "c", name: "n", ...row }, more);
  if (only === undefined || second !== undefined) throw new Error("not one row");
  return only;
}

/** The value of one field, or the code of its finding. */
function valueOf(
  field: string,
  value: Json,
  given: { readonly [name: string]: Json } = {},
  more: JsonObject = {},
): Json {
  const family =
    field in { entity_type: 0, naics: 0, since: 0, servicer_seats: 0, employees: 0, fein: 0 } ? "accounts" : "policies";
  const row = rowOf({ [field]: { from: "x", ...given } }, { x: value }, more, family);
  if (row.kind !== "row") return JSON.stringify(row);
  const [finding] = row.findings;
  return finding === undefined
    ? (row.fields[field] ?? null)
    : { [finding.code]: finding.message, ...kept(row.fields[field]) };
}

function kept(value: Json | undefined): JsonObject {
  return value === undefined ? {} : { kept: value };
}

describe("paths (IMP-32)", () => {
  test.each<[string, Json, JsonObject]>([
    ["a column", "market", { market: "a" }],
    ["row. before it", "row.market", { market: "a" }],
    ["a name with blanks and dots, whole", "Exp. Market", { "Exp. Market": "a" }],
    ["a name with dots, whole before steps", "a.b", { "a.b": "a", a: { b: "c" } }],
    ["steps", "a.b", { a: { b: "a" } }],
    ["the first present one", ["x", "blank", "null", "y", "z"], { blank: "  ", null: null, y: "a", z: "b" }],
    ["a name that every object inherits", ["constructor", "y"], { y: "a" }],
  ])("lead through %s", (_title, from, row) => {
    expect(rowOf({ market: { from } }, row)).toMatchObject({ kind: "row", fields: { market: "a" }, findings: [] });
  });
});

test("join puts the present values of its paths together where from has nothing (IMP-305)", () => {
  const name = { from: "firm", join: ["first", "row.last"], transforms: ["trim"] };
  const nameOf = (row: JsonObject): Json => {
    const read = rowOf({ name }, row, {}, "accounts");
    return read.kind === "row" ? (read.fields["name"] ?? null) : JSON.stringify(read);
  };
  expect(nameOf({ firm: "Pike LLC", first: "Ann", last: "Lee" })).toBe("Pike LLC");
  expect(nameOf({ firm: " ", first: " Ann ", last: "Lee" })).toBe("Ann Lee");
  expect(nameOf({ last: "Lee" })).toBe("Lee");
  expect(nameOf({})).toContain("is empty, and a row cannot be without it");
});

test("an amount that stands once for several rows counts once, any other value for each of them (FILE-61)", () => {
  const fields = { effective_on: { from: "eff" }, premium: { from: ["none", "prem"] }, market: { from: "market" } };
  const emit = { family: "policies", source_id: ["id"], client: ["client"], fields };
  const read = readMapping({ schema_version: 1, name: "m", sources: [{ match: "*", emits: [emit] }] });
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  const row = { id: "1", client: "c", eff: "2026-01-01", prem: 5, market: "a" };
  const once = "stands once for rows 2 to 4";
  const [shared] =
    compileMapping(read.mapping).ofFile("x")?.mapRow(row, {}, { client: once, prem: once, market: once }) ?? [];
  expect(shared).toMatchObject({
    client: "c",
    fields: { effective_on: "2026-01-01", market: "a" },
    findings: [{ field: "premium", code: "dropped", message: `${once}: an amount counts once` }],
  });
  expect(shared).not.toHaveProperty("fields.premium");
});

describe("conversion where a value has one reading, and a finding where not (IMP-34)", () => {
  test.each<[string, Json, Json]>([
    ["status", "Active", "active"],
    ["status", " Non-Renewed ", "non_renewed"],
    ["line", "Workers' Compensation", "workers_compensation"],
    ["line", "Directors & Officers", "directors_officers"],
    ["term_months", "12", 12],
    ["term_months", "12.0", 12],
    ["term_months", 6, 6],
    ["employees", "1,200", 1200],
    ["naics", 238_220, "238220"],
    ["servicer_seats", "ana", ["ana"]],
    ["servicer_seats", ["ana", "", null, 7], ["ana", "7"]],
    ["premium", 10.5, 10.5],
    ["commission_rate", 0.125, 0.125],
    ["commission_rate", "12.35%", 0.1235],
    ["policy_number", 12_345, "12345"],
    ["term_months", "12.5", { dropped: "is not a whole number" }],
    ["term_months", 500, { dropped: "is more than 120" }],
    ["commission_rate", 12.5, { dropped: "is more than 1" }],
    ["naics", "238220 - Plumbing", { dropped: "is not in the form of this field's codes" }],
    ["policy_number", "x".repeat(61), { dropped: "is longer than 60 characters" }],
    ["policy_number", true, { dropped: "is not text" }],
    ["policy_number", "a\0b", { dropped: "holds a character that cannot be stored" }],
    ["policy_number", ["a"], { dropped: "is a list, not text" }],
  ])("%s takes %j as %j", (field, value, expected) => {
    expect(valueOf(field, value)).toEqual(expected);
  });

  test.each<[Json, Json]>([
    ["Yes", true],
    ["n", false],
    ["x", true],
    ["0", false],
    [1, true],
    ["maybe", { dropped: "is neither yes nor no" }],
  ])("the yes or no of %j is %j", (value, expected) => {
    const row = rowOf({ included: { from: "x" } }, { x: value }, {}, "coverages");
    if (row.kind !== "row") throw new Error("not a row");
    const [finding] = row.findings;
    expect(finding === undefined ? row.fields["included"] : { [finding.code]: finding.message }).toEqual(expected);
  });

  test("codes of letters are taken in either case, spelled-out states are their codes (IMP-262)", () => {
    const fields = { "address.state": { from: "x" } };
    for (const [given, state] of Object.entries({ tx: "TX", " Ohio ": "OH", "NEW YORK": "NY", on: "ON" }))
      expect(rowOf(fields, { x: given }, {}, "locations")).toMatchObject({ fields: { address: { state } } });
    expect(rowOf(fields, { x: "Ohioo" }, {}, "locations")).toMatchObject({
      findings: [{ field: "address.state", message: "is not in the form of this field's codes" }],
    });
  });

  test("elements of lists and members of objects are dropped alone", () => {
    expect(rowOf({ lines: { from: "x" } }, { x: ["cyber", { a: 1 }] })).toMatchObject({
      fields: { lines: ["cyber"] },
      findings: [{ code: "dropped", message: "is not a code" }],
    });
    const address = { city: "Dallas", state: "Lone Star", planet: "Earth" };
    expect(rowOf({ address: { from: "x" } }, { x: address }, {}, "locations")).toMatchObject({
      fields: { address: { city: "Dallas" } },
      findings: [{ message: expect.stringContaining("state ") }, { message: "planet is not a member of this field" }],
    });
    expect(rowOf({ deductible: { from: "x" } }, { x: '{"type":"flat","amount":500}' }, {}, "coverages")).toMatchObject({
      fields: { deductible: { type: "flat", amount: 500 } },
    });
    expect(rowOf({ deductible: { from: "x" } }, { x: { amount: 5 } }, {}, "coverages")).toMatchObject({
      findings: [{ code: "dropped", message: "has no type" }],
    });
    // The same for one that is put together by its members.
    expect(rowOf({ "deductible.amount": { from: "x" } }, { x: 5 }, {}, "coverages")).toMatchObject({
      fields: {},
      findings: [{ field: "deductible", code: "dropped", message: "has no type" }],
    });
  });
});

describe("dates and times (IMP-35)", () => {
  const us = { defaults: { date_formats: ["MM/DD/YYYY", "M/D/YYYY"], timezone: "America/Chicago" } };
  const both = { defaults: { date_formats: ["M/D/YYYY", "D/M/YYYY"] } };
  test.each<[Json, Json, JsonObject]>([
    ["2026-03-01", "2026-03-01", {}],
    ["2026-03-01T00:00:00Z", "2026-03-01", {}],
    ["2026-03-01 00:00:00.000", "2026-03-01", {}],
    ["03/01/2026", "2026-03-01", us],
    ["3/1/2026", "2026-03-01", us],
    ["3/1/2026 12:00:00 AM", "2026-03-01", us],
    ["01.03.2026", "2026-03-01", { defaults: { date_formats: ["DD.MM.YYYY"] } }],
    [20_260_301, "2026-03-01", { defaults: { date_formats: ["YYYYMMDD"] } }],
    ["13/13/2026", null, both],
    ["02/30/2026", null, us],
    ["3/1/26", null, us],
    ["3/4/2026", null, both],
    ["4/4/2026", "2026-04-04", both],
    ["2026-02-29", null, us],
    ["soon", null, us],
  ])("%j is the day %j", (value, expected, more) => {
    const found = valueOf("expires_on", value, {}, more);
    if (expected !== null) expect(found).toBe(expected);
    else
      expect(found).toEqual({
        dropped: expect.stringMatching(/has two readings|has a year of two digits|is not a date/),
      });
  });

  test.each<[string, Json]>([
    ["2026-07-01T10:00:00-05:00", "2026-07-01T15:00:00Z"],
    ["2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z"],
    ["2026-07-01 10:00", "2026-07-01T15:00:00Z"],
    ["2026-01-01", "2026-01-01T06:00:00Z"],
    ["07/01/2026", "2026-07-01T05:00:00Z"],
    ["2026-11-01 01:30", "2026-11-01T06:30:00Z"],
    ["2026-03-08 02:30", "2026-03-08T08:30:00Z"],
    ["2026-03-08 03:30", "2026-03-08T08:30:00Z"],
    ["2026-03-08 01:30", "2026-03-08T07:30:00Z"],
    ["2026-01-01 25:00", { code: "dropped" }],
  ])("%s in Chicago is %j", (value, expected) => {
    const row = rowOf({ occurred_at: { from: "x" } }, { x: value }, us, "activities");
    if (row.kind !== "row") throw new Error("not a row");
    if (typeof expected === "string") expect(row.fields["occurred_at"]).toBe(expected);
    else expect(row.findings).toMatchObject([expected]);
  });

  test("a format of its own takes the place of the mapping's, and keeps the time of a field that has one", () => {
    expect(valueOf("expires_on", "31.12.2026", { transforms: ["date:DD.MM.YYYY"] }, us)).toBe("2026-12-31");
    expect(valueOf("expires_on", "12/31/2026", { transforms: ["date:DD.MM.YYYY"] }, us)).toMatchObject({
      dropped: expect.stringContaining("DD.MM.YYYY"),
    });
    const field = { occurred_at: { from: "x", transforms: ["date:DD.MM.YYYY HH:mm"] } };
    expect(rowOf(field, { x: "01.07.2026 10:00" }, us, "activities")).toMatchObject({
      fields: { occurred_at: "2026-07-01T15:00:00Z" },
    });
  });
});

describe("amounts and shares (IMP-36)", () => {
  const comma = { defaults: { decimal: ",", currency: "EUR" } };
  test.each<[Json, Json, JsonObject]>([
    ["$1,234.56", 1234.56, {}],
    ["1234.5", 1234.5, {}],
    ["USD 1,234", 1234, {}],
    ["(1,234.56)", -1234.56, {}],
    ["-$5.00", -5, {}],
    ["$-5.00", -5, {}],
    ["5.00-", -5, {}],
    ["1234.5678", 1234.57, {}],
    [1234.005, 1234.01, {}],
    ["1.234,56 €", 1234.56, comma],
    ["1 234,56", 1234.56, comma],
    ["$(1,250.00)", -1250, {}],
    ["(1,250.00) USD", -1250, {}],
    ["$1,250.-", 1250, {}],
    ["1.250,-", 1250, comma],
    ["EUR 99,--", 99, comma],
    ["1250,–", 1250, comma],
    ["1.250,00-", -1250, comma],
    ["1.250,-", { dropped: "has two readings: a dash for no cents, or a minus" }, {}],
    ["1234.56", { dropped: 'is not a number with the decimal sign ","' }, comma],
    ["1.234,56", { dropped: 'is not a number with the decimal sign "."' }, {}],
    ["1,23", { dropped: 'is not a number with the decimal sign "."' }, {}],
    ["1.234", { dropped: "has two readings: three digits after the sign may be decimals or a group" }, {}],
    ["€5.00", { dropped: "is an amount in €; the mapping's currency is USD" }, {}],
    ["5.00 CAD", { dropped: "is an amount in CAD; the mapping's currency is USD" }, {}],
    ["(5.00", { dropped: "has one bracket of two" }, {}],
    ["TBD", { dropped: "is not an amount" }, {}],
    ["1.2M", { dropped: "is not an amount" }, {}],
  ])("%j is the amount %j", (value, expected, more) => {
    const found = valueOf("annualized_premium", value, {}, more);
    expect(found).toEqual(expected);
    expect(valueOf("annualized_premium", value, { transforms: ["money"] }, more)).toEqual(expected);
  });

  test.each<[Json, Json]>([
    ["12.5", 0.125],
    ["12.5%", 0.125],
    [12.35, 0.1235],
    ["15", 0.15],
    ["120", { dropped: "is more than 1" }],
    ["a", { dropped: "is not a number" }],
  ])("%j percent is %j", (value, expected) => {
    const row = rowOf({ commission_rate: { from: "x", transforms: ["percent"] } }, { x: value });
    if (row.kind !== "row") throw new Error("not a row");
    expect(
      row.findings[0] === undefined ? row.fields["commission_rate"] : { dropped: row.findings[0].message },
    ).toEqual(expected);
  });
});

describe("transforms (IMP-37)", () => {
  test.each<[string, Json, readonly string[], Json]>([
    ["market", "  a ", ["trim"], "a"],
    ["market", "  ", ["trim"], null],
    ["market", "ab", ["upper"], "AB"],
    ["policy_number", "GL 12-34", ["digits"], "1234"],
    ["lines", "cyber; crime ;;", ["split:;"], ["cyber", "crime"]],
    ["lines", ["cyber"], ["split:;"], ["cyber"]],
    ["lines", "CYB;x", ["split:;", "lookup:codes"], ["cyber", "other"]],
    ["market", "anything", ["const:standard"], "standard"],
    ["policy_number", "a", ["trim", "upper", "const:b"], "b"],
  ])("%s of %j by %j is %j", (field, value, transforms, expected) => {
    const more = { lookups: { codes: { cyb: "cyber" } } };
    const row = rowOf({ [field]: { from: "x", transforms } }, { x: value }, more);
    if (row.kind !== "row") throw new Error("not a row");
    expect(row.fields[field] ?? null).toEqual(expected);
  });

  test("a constant needs no path, and a default stands in for what is absent, not for what is wrong", () => {
    expect(rowOf({ market: { transforms: ["const:standard"] } }, {})).toMatchObject({ fields: { market: "standard" } });
    const field = { status: { from: "x", default: "Active" } };
    expect(rowOf(field, { x: "" })).toMatchObject({ fields: { status: "active" } });
    expect(rowOf(field, { x: "odd" })).toMatchObject({ findings: [{ code: "unmapped" }] });
  });
});

describe("codes (IMP-38)", () => {
  const lookups = { codes: { GL: "general_liability", "Work  Comp": "workers_compensation", "n/a": null } };
  const field = { transforms: ["lookup:codes"] };
  test.each<[string, Json, Json]>([
    ["line", "gl ", "general_liability"],
    ["line", "WORK COMP", "workers_compensation"],
    ["line", "Cyber", "cyber"],
    ["line", "n/a", null],
    ["line", "Zeppelin", { unmapped: "is not one of this field's codes, and no lookup translates it", kept: "other" }],
    ["status", "Zeppelin", { unmapped: "is not one of this field's codes, and no lookup translates it" }],
    ["market", "Zeppelin", { unmapped: "is a code that the lookup has not" }],
  ])("%s %j becomes %j", (name, value, expected) => {
    const only = name === "line" ? lookups : { codes: { "n/a": null } };
    expect(valueOf(name, value, field, { lookups: only })).toEqual(expected);
  });

  test("unmapped: quarantine keeps no row with a code that nobody knows", () => {
    expect(rowOf({ line: { from: "x" } }, { x: "Zeppelin" }, { unmapped: "quarantine" })).toEqual({
      kind: "quarantined",
      family: "policies",
      sourceId: "1",
      client: "c",
      reasons: [{ field: "line", message: "is not one of this field's codes, and no lookup translates it" }],
    });
    expect(rowOf({ lines: { from: "x" } }, { x: ["cyber", "Zeppelin"] }, { unmapped: "quarantine" })).toMatchObject({
      kind: "quarantined",
    });
  });
});

describe("each, when and delete (IMP-39)", () => {
  const nested = {
    id: "c1",
    policies: [
      { id: "p1", coverages: [{ id: "v1", on: true }, { id: "v2" }] },
      { id: "p2", coverages: { id: "v3", on: true } },
      { id: "p3" },
    ],
  };
  const emit = {
    family: "coverages",
    each: "policies[].coverages[]",
    source_id: ["@1.id", "@.id"],
    client: ["id"],
    policy: ["@1.id"],
  };

  test("nested arrays give a row for each element, with what stands around it", () => {
    const rows = mapped({ ...emit, fields: { label: { from: "@.id" }, notes: { from: "@" } } }, nested);
    expect(rows.map((row) => row.kind === "row" && [row.sourceId, row.client, row.policy, row.fields])).toEqual([
      ["p1|v1", "c1", "p1", { label: "v1" }],
      ["p1|v2", "c1", "p1", { label: "v2" }],
      ["p2|v3", "c1", "p2", { label: "v3" }],
    ]);
  });

  test("a condition that is unknown is not true", () => {
    const rows = mapped({ ...emit, when: { fact: "@.on", op: "eq", value: true } }, nested);
    expect(rows.map((row) => row.sourceId)).toEqual(["p1|v1", "p2|v3"]);
  });

  test("columns with blanks are named with _ in a condition", () => {
    const policy = {
      family: "policies",
      source_id: ["id"],
      client: ["client"],
      fields: { effective_on: { from: "Eff. Date" } },
      when: { fact: "row.Policy_Number", op: "exists" },
    };
    const row = { id: "1", client: "c", "Eff. Date": "2026-01-01" };
    expect(mapped(policy, { ...row, "Policy Number": "7" })).toHaveLength(1);
    expect(mapped(policy, { ...row, "Policy Number": " " })).toEqual([]);
  });

  test("a deletion needs the id alone", () => {
    const gone = { family: "policies", source_id: ["id"], delete: true };
    expect(mapped(gone, { id: "1" })).toEqual([{ kind: "delete", family: "policies", sourceId: "1" }]);
    const some = { ...emit, delete: { fact: "@.on", op: "eq", value: true } };
    expect(mapped(some, nested).map(({ kind }) => kind)).toEqual(["delete", "row", "delete"]);
  });

  test("conditions on time compare with the day of the delivery", () => {
    const recent = {
      family: "accounts",
      source_id: ["id"],
      fields: { name: { from: "name" } },
      when: { fact: "row.seen", op: "within_days", value: 30 },
    };
    const row = { id: "1", name: "n", seen: "2026-12-01" };
    expect(mapped(recent, row, {}, { asOf: "2026-11-22" })).toHaveLength(1);
    expect(mapped(recent, row)).toEqual([]);
  });
});

describe("ids and what a row cannot be without (IMP-40)", () => {
  const policy = {
    family: "policies",
    source_id: ["Policy Number", ["Effective Date", "eff"]],
    client: [["client", "account"]],
    fields: { effective_on: { from: ["Effective Date", "eff"] } },
  };

  test("elements are trimmed and joined, of each the first that is present", () => {
    const row = { "Policy Number": " GL1 ", eff: "2026-01-01", account: 7 };
    expect(mapped(policy, row)).toMatchObject([{ kind: "row", sourceId: "GL1|2026-01-01", client: "7" }]);
    expect(mapped(policy, { "Policy Number": "GL1", client: "c" })).toMatchObject([{ sourceId: "GL1|" }]);
  });

  test.each<[string, JsonObject, object]>([
    ["without an id", { client: "c" }, { reasons: [{ field: "source_id" }] }],
    [
      "with an id that a spreadsheet has rounded",
      { "Policy Number": "1.23457E+11" },
      { reasons: [{ message: "is a number that a spreadsheet has rounded: export the column as text" }] },
    ],
    ["with an object as id", { "Policy Number": { a: 1 } }, { reasons: [{ message: "is not an id" }] }],
    ["with an id that is too long", { "Policy Number": "x".repeat(300) }, { reasons: [{ field: "source_id" }] }],
    [
      "without client and date",
      { "Policy Number": "GL1" },
      { sourceId: "GL1|", reasons: [{ field: "client_key" }, { field: "effective_on" }] },
    ],
    [
      "with a date that does not exist",
      { "Policy Number": "GL1", client: "c", "Effective Date": "2026-02-30" },
      { reasons: [{ field: "effective_on", message: expect.stringContaining("a date that exists") }] },
    ],
  ])("a policy %s is quarantined", (_title, row, expected) => {
    expect(mapped(policy, row)).toMatchObject([{ kind: "quarantined", family: "policies", ...expected }]);
  });

  test("a row of a client is kept with its policy alone, where the family has one", () => {
    const coverage = { family: "coverages", source_id: ["id"], client: ["client"], policy: ["policy"] };
    expect(mapped(coverage, { id: "1", policy: "p" })).toMatchObject([{ kind: "row", policy: "p" }]);
    expect(mapped(coverage, { id: "1" })).toMatchObject([
      { kind: "quarantined", reasons: [{ field: "client_key", message: "is empty, and no policy names the client" }] },
    ]);
  });

  test("references stay the source's ids, whatever they look like", () => {
    expect(rowOf({ carrier_key: { from: "x" } }, { x: " Acme & Sons/7 " })).toMatchObject({
      fields: { carrier_key: "Acme & Sons/7" },
    });
  });

  test("the time of a change is kept as an instant, and a wrong one costs the row nothing", () => {
    const account = { family: "accounts", source_id: ["id"], updated_at: ["at"], fields: { name: { from: "id" } } };
    expect(mapped(account, { id: "1", at: "2026-01-01 10:00:00" })).toMatchObject([
      { updatedAt: "2026-01-01T10:00:00Z" },
    ]);
    expect(mapped(account, { id: "1", at: "x" })).toMatchObject([{ kind: "row", findings: [{ field: "updated_at" }] }]);
  });
});

describe("findings (IMP-41)", () => {
  test("values that cannot be right stay in the row and are reported", () => {
    const policy = {
      family: "policies",
      source_id: ["id"],
      client: ["id"],
      fields: { effective_on: { from: "a" }, expires_on: { from: "b" }, premium: { from: "c" } },
    };
    const row = { id: "1", a: "2126-01-01", b: "2026-01-01", c: "-5" };
    const [only] = mapped(policy, row, {}, { asOf: "2026-11-22" });
    expect(only).toMatchObject({
      kind: "row",
      fields: { effective_on: "2126-01-01", expires_on: "2026-01-01", premium: -5 },
      findings: [
        { field: "expires_on", code: "out_of_range", message: "is before effective_on" },
        { field: "premium", code: "out_of_range", message: "is not more than zero" },
        { field: "effective_on", code: "out_of_range", message: "is more than 10 years after the delivery" },
      ],
    });
  });

  test("the value of a field with a class is not repeated, others are cut", () => {
    const row = rowOf(
      { fein: { from: "x" }, sic: { from: "x" } },
      { x: `12-3456789 ${"y".repeat(500)}` },
      {},
      "accounts",
    );
    if (row.kind !== "row") throw new Error("not a row");
    expect(row.findings.map(({ field, value }) => [field, value?.length])).toEqual([
      ["fein", undefined],
      ["sic", 100],
    ]);
    expect(JSON.stringify(row.findings[0])).not.toContain("3456789");
  });

  test("nor is that of an attribute, or of a date that cannot be right", () => {
    const contact = {
      family: "contacts",
      source_id: ["id"],
      client: ["id"],
      fields: { birth_date: { from: "born" }, "attributes.odd": { from: "list" } },
    };
    const [row] = mapped(contact, { id: "1", born: "2099-03-04", list: ["secret"] }, {}, { asOf: "2026-11-22" });
    expect(row).toMatchObject({
      kind: "row",
      findings: [{ field: "attributes.odd" }, { field: "birth_date", code: "out_of_range" }],
    });
    expect(JSON.stringify(row?.kind === "row" ? row.findings : row)).not.toMatch(/secret|2099/);
  });
});

describe("attributes (IMP-33, IMP-42)", () => {
  test("have the class that the mapping gives, and scalars as they came", () => {
    const emit = {
      family: "accounts",
      source_id: ["id"],
      fields: {
        name: { from: "name" },
        "attributes.credit": { from: "score", sensitivity: "financial" },
        "attributes.odd": { from: "list" },
        attributes: { from: "more" },
      },
    };
    const json = { schema_version: 1, name: "m", sources: [{ match: "*", emits: [emit] }] };
    const read = readMapping(json);
    if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
    const compiled = compileMapping(read.mapping);
    expect(compiled.attributeClasses.get("accounts")).toEqual(new Map([["credit", "financial"]]));
    const row = { id: "1", name: "n", score: 700, list: [1], more: { vip: true, nested: {} } };
    expect(compiled.mapRow("a", row)).toMatchObject([
      {
        fields: { attributes: { credit: 700, vip: true } },
        findings: [{ field: "attributes.odd" }, { field: "attributes", message: "nested is not a single value" }],
      },
    ]);
  });

  test("other columns become attributes, at most a hundred", () => {
    const emit = {
      family: "accounts",
      source_id: ["id"],
      fields: { name: { from: "n.a" } },
      other_columns: "attributes",
    };
    const row = { id: "1", "n.a": "n", note: " x ", empty: "", nested: {}, "attributes.tier": "A", flag: false };
    expect(mapped(emit, row)).toMatchObject([
      { fields: { name: "n", attributes: { note: " x ", tier: "A", flag: false } }, findings: [] },
    ]);
    const many = Object.fromEntries(Array.from({ length: 105 }, (_one, index) => [`c${index}`, index]));
    const [first] = mapped(emit, { id: "1", "n.a": "n", ...many });
    if (first?.kind !== "row") throw new Error("not a row");
    expect(Object.keys(first.fields["attributes"] ?? {})).toHaveLength(100);
    expect(first.findings).toMatchObject([{ field: "attributes", message: "has more than 100 members" }]);
  });
});
