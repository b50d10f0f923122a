import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, parseJson } from "@service/json";
import { compileMapping } from "./compile-mapping.ts";
import { readMapping } from "./read-mapping.ts";

const account: JsonObject = { family: "accounts", source_id: ["id"], fields: { name: { from: "name" } } };
const policy: JsonObject = {
  family: "policies",
  source_id: ["id"],
  client: ["client"],
  fields: { effective_on: { from: "from" } },
};

function withEmit(emit: JsonObject, more: JsonObject = {}): JsonObject {
  return { schema_version: 1, name: "m", sources: [{ match: "*.csv", emits: [emit] }], ...more };
}

function withFields(fields: JsonObject, more: JsonObject = {}): JsonObject {
  return withEmit({ ...account, fields: { name: { from: "name" }, ...fields } }, more);
}

function issuesOf(json: Json): readonly (readonly [string, string])[] {
  const read = readMapping(json);
  return read.kind === "mapping" ? [] : read.issues.map(({ path, message }) => [path, message]);
}

const emit = "/sources/0/emits/0";

describe("a mapping is refused as a whole, with the place of every problem (IMP-30)", () => {
  test.each<[string, Json, string, string]>([
    ["no object", 5, "", "must be object"],
    ["an unknown member", { ...withEmit(account), note: 1 }, "/note", "unknown field"],
    ["no sources", { schema_version: 1, name: "m" }, "/sources", "is required"],
    ["another version", { ...withEmit(account), schema_version: 2 }, "/schema_version", "must be at most 1"],
    ["an unknown family", withEmit({ ...account, family: "clients" }), `${emit}/family`, "must be one of accounts, "],
    [
      "an unknown field",
      withFields({ colour: { from: "c" } }),
      `${emit}/fields/colour`,
      '"colour" is not a field of accounts',
    ],
    [
      "an unknown member of a field",
      withFields({ "mailing_address.planet": { from: "c" } }),
      `${emit}/fields/mailing_address.planet`,
      "is not a member of mailing_address",
    ],
    [
      "the key as a field",
      withFields({ client_key: { from: "c" } }),
      `${emit}/fields/client_key`,
      "is made of source_id",
    ],
    ["a field without from", withFields({ dba: {} }), `${emit}/fields/dba`, "needs from"],
    [
      "an unknown transform",
      withFields({ dba: { from: "d", transforms: ["trim", "lower"] } }),
      `${emit}/fields/dba/transforms/1`,
      '"lower" is not a transform: they are trim, ',
    ],
    [
      "an unknown lookup",
      withFields({ dba: { from: "d", transforms: ["lookup:x"] } }),
      `${emit}/fields/dba/transforms/0`,
      "names a lookup that the mapping has not",
    ],
    [
      "a transform without its argument",
      withFields({ dba: { from: "d", transforms: ["split"] } }),
      `${emit}/fields/dba/transforms/0`,
      "needs a colon",
    ],
    [
      "a bad date format",
      withFields({ since: { from: "d", transforms: ["date:MM/DD/YY"] } }),
      `${emit}/fields/since/transforms/0`,
      "defaults.year_pivot says which century it is of",
    ],
    [
      "a default of another type",
      withFields({ since: { from: "d", default: "soon" } }),
      `${emit}/fields/since/default`,
      "the value is not a date",
    ],
    [
      "a constant of another type",
      withFields({ segment: { transforms: ["const:odd"] } }),
      `${emit}/fields/segment/transforms`,
      "is not one of this field's codes",
    ],
    [
      "a class for a field of the family",
      withFields({ dba: { from: "d", sensitivity: "internal" } }),
      `${emit}/fields/dba/sensitivity`,
      "belongs to one attribute",
    ],
    [
      "a class for attributes that it does not name",
      withFields({ attributes: { from: "more", sensitivity: "financial" } }),
      `${emit}/fields/attributes/sensitivity`,
      "belongs to one attribute",
    ],
    ["a path that ends in a dot", withFields({ dba: { from: "row." } }), `${emit}/fields/dba/from`, "ends in a dot"],
    [
      "[] in a path to a value",
      withFields({ dba: { from: ["d", "list[].d"] } }),
      `${emit}/fields/dba/from/1`,
      "[] belongs to each",
    ],
    ["an element without each", withFields({ dba: { from: "@.d" } }), `${emit}/fields/dba/from`, "@ belongs to each"],
    [
      "an element too far out",
      withEmit({ ...account, each: "a[]", source_id: ["@1.id"] }),
      `${emit}/source_id/0`,
      "each has 1 of them",
    ],
    ["each without []", withEmit({ ...account, each: "policies" }), `${emit}/each`, "must end in []"],
    [
      "a condition that is none",
      withEmit({ ...account, when: { fact: "row.a", op: "like", value: 1 } }),
      `${emit}/when/op`,
      "must be one of",
    ],
    [
      "a condition over something else",
      withEmit({ ...account, when: { fact: "input.a", op: "exists" } }),
      `${emit}/when/fact`,
      "",
    ],
    [
      "a glob with an open bracket",
      { ...withEmit(account), sources: [{ match: "a{b", emits: [account] }] },
      "/sources/0/match",
      "without its }",
    ],
    [
      "an unknown time zone",
      withEmit(account, { defaults: { timezone: "Mars/Olympus" } }),
      "/defaults/timezone",
      "is not a time zone",
    ],
    [
      "a bad default format",
      withEmit(account, { defaults: { date_formats: ["DD/MM"] } }),
      "/defaults/date_formats/0",
      "one year, one month and one day",
    ],
    [
      "an account without a name",
      withEmit({ ...account, fields: {} }),
      `${emit}/fields/name`,
      "rows of accounts need name",
    ],
    [
      "a policy without a client",
      withEmit({ family: "policies", source_id: ["id"], fields: { effective_on: { from: "d" } } }),
      `${emit}/client`,
      "rows of policies need client",
    ],
    [
      "a coverage of nothing",
      withEmit({ family: "coverages", source_id: ["id"] }),
      `${emit}/client`,
      "need client or policy",
    ],
    ["an account of a client", withEmit({ ...account, client: ["c"] }), `${emit}/client`, "belong to no client"],
    [
      "the client as a field",
      withEmit({ ...policy, fields: { effective_on: { from: "d" }, client_key: { from: "c" } } }),
      `${emit}/fields/client_key`,
      "is given by the member client",
    ],
    [
      "a policy of a policy",
      withEmit({ ...policy, policy: ["p"] }),
      `${emit}/policy`,
      "rows of policies have no policy_key",
    ],
    [
      "a mistyped code of ours",
      withFields({ segment: { from: "s", transforms: ["lookup:s"] } }, { lookups: { s: { CL: "comercial" } } }),
      `${emit}/fields/segment/transforms`,
      'answers "comercial"',
    ],
    [
      "a lookup with two answers",
      withEmit(account, { lookups: { s: { CL: "a", "cl ": "b" } } }),
      "/lookups/s/cl ",
      "stands twice",
    ],
  ])("%s", (_title, json, path, message) => {
    expect(issuesOf(json)).toContainEqual([path, expect.stringContaining(message)]);
  });

  test("all problems are listed, not the first alone", () => {
    const fields = { name: { from: "@.x" }, colour: { from: "c" }, dba: { from: "d", transforms: ["lower"] } };
    expect(issuesOf(withEmit({ ...account, fields })).map(([path]) => path)).toEqual([
      `${emit}/fields/name/from`,
      `${emit}/fields/colour`,
      `${emit}/fields/dba/transforms/0`,
    ]);
  });

  test("one attribute has one class", () => {
    const emits = ["financial", "internal"].map((sensitivity) => ({
      ...account,
      fields: { name: { from: "n" }, "attributes.a": { from: "a", sensitivity } },
    }));
    expect(issuesOf({ schema_version: 1, name: "m", sources: [{ match: "*", emits }] })).toEqual([
      [
        "/sources/0/emits/1/fields/attributes.a/sensitivity",
        "is financial elsewhere: an attribute of a family has one class",
      ],
    ]);
  });
});

describe("a mapping is bounded over its whole file (IMP-267)", () => {
  test("patterns of all conditions together", () => {
    const pattern = (index: number): string => `N${index}(a{1,30}){1,30}`;
    const emits = (count: number): JsonObject[] =>
      Array.from({ length: count }, (_, index) => ({
        ...account,
        when: { fact: "row.x", op: "matches", value: pattern(index) },
      }));
    const withEmits = (count: number): Json => ({
      ...withEmit(account),
      sources: [{ match: "*", emits: emits(count) }],
    });
    expect(issuesOf(withEmits(10))).toEqual([]);
    expect(issuesOf(withEmits(60))).toEqual([["", "the patterns of a configuration are too large together"]]);
  });

  test("a key called pattern in a lookup is no pattern", () => {
    const lookups = { s: { pattern: "(", flags: "i" } };
    expect(issuesOf(withFields({ dba: { from: "d", transforms: ["lookup:s"] } }, { lookups }))).toEqual([]);
  });

  const entries = (count: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`]));

  test("entries of all lookups together", () => {
    const lookups = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, entries(20_000)]));
    expect(issuesOf(withEmit(account, { lookups }))).toEqual([]);
    expect(issuesOf(withEmit(account, { lookups: { ...lookups, f: entries(1) } }))).toEqual([
      ["/lookups", "have 100001 entries together, at most 100000"],
    ]);
  });

  test("a large lookup is checked once for all fields that use it, and each field that it does not fit is named", () => {
    const fieldsOf = (names: readonly string[]): JsonObject =>
      Object.fromEntries(names.map((name) => [name, { from: "x", transforms: ["lookup:s"] }]));
    const attributes = Array.from({ length: 299 }, (_, index) => `attributes.a${index}`);
    const emits = Array.from({ length: 20 }, () => ({
      ...account,
      fields: { name: { from: "name" }, ...fieldsOf(attributes) },
    }));
    const mapping = { ...withEmit(account, { lookups: { s: entries(20_000) } }), sources: [{ match: "*", emits }] };
    expect(issuesOf(mapping)).toEqual([]);
    const wrong = withFields(fieldsOf(["segment", "kind"]), { lookups: { s: entries(2) } });
    expect(issuesOf(wrong).map(([path]) => path)).toEqual([
      `${emit}/fields/segment/transforms`,
      `${emit}/fields/kind/transforms`,
    ]);
  });
});

test("the hash of a mapping does not depend on the order of its members (IMP-30)", () => {
  const hashOf = (json: JsonObject) => {
    const read = readMapping(json);
    return read.kind === "mapping" ? read.hash : undefined;
  };
  const json = withEmit(account);
  const reordered = Object.fromEntries(Object.entries(json).toReversed());
  expect(hashOf(json)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(reordered)).toBe(hashOf(json));
  expect(hashOf({ ...json, name: "n" })).not.toBe(hashOf(json));
});

describe("which source reads a file (IMP-31)", () => {
  const matched = (match: string, name: string) => {
    const read = readMapping({ ...withEmit(account), sources: [{ match, emits: [account] }] });
    if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
    return compileMapping(read.mapping).ofFile(name) !== undefined;
  };
  test.each<[string, string, boolean]>([
    ["accounts.csv", "accounts.csv", true],
    ["accounts.csv", "Export/ACCOUNTS.CSV", true],
    ["accounts.csv", "accounts.csv.old", false],
    ["book/*.csv", "book/accounts.csv", true],
    ["book/*.csv", "book/2026/accounts.csv", false],
    ["book/**", "book/2026/accounts.csv", true],
    ["**/accounts.{csv,json}", "accounts.json", true],
    ["**/accounts.{csv,json}", "a/b/accounts.csv", true],
    ["**/accounts.{csv,json}", "my-accounts.csv", false],
    ["pol?cies (v1.0).csv", "policies (v1.0).csv", true],
    ["pol?cies (v1.0).csv", "policies (v1x0).csv", false],
    ["a\u00e9*.csv", "aé, b.csv", true],
    ["a, {b,c}.csv", "a, c.csv", true],
    ["a, {b,c}.csv", "a", false],
    ["*.csv", "export.zip/clients.csv", true],
  ])("%s and %s: %s", (glob, name, expected) => {
    expect(matched(glob, name)).toBe(expected);
  });

  test("is the first that matches, with how the file is to be read", () => {
    const sources = [
      { match: "clients.json", format: "json", items: "/clients", emits: [account] },
      { match: "*", format: "csv", delimiter: ";", encoding: "windows-1252", emits: [policy] },
    ];
    const read = readMapping({ schema_version: 1, name: "m", sources });
    if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
    const compiled = compileMapping(read.mapping);
    expect(compiled.ofFile("x/clients.json")).toMatchObject({
      reading: { format: "json", items: "/clients" },
      families: ["accounts"],
    });
    expect(compiled.ofFile("policies.csv")).toMatchObject({
      reading: { format: "csv", delimiter: ";", encoding: "windows-1252" },
    });
    expect(compiled.families).toEqual(["accounts", "policies"]);
  });
});

test("the mapping that the documentation shows is accepted and reads what it says (IMP-30)", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/spec/imports.md"), "utf8");
  const read = readMapping(parseJson(/```json\n([^`]+)```/.exec(page)?.[1] ?? "null"));
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  const row = {
    Cust: "C1",
    Name: " Acme ",
    "Pol No": "7",
    Eff: "1/5/2026",
    LOB: "WC",
    Prem: "$1,200.00",
    Tier: "gold",
  };
  expect(compileMapping(read.mapping).mapRow("Report 2026.csv", row)).toMatchObject([
    { family: "accounts", sourceId: "C1", fields: { name: "Acme", attributes: { tier: "gold" } } },
    {
      family: "policies",
      sourceId: "7|1/5/2026",
      client: "C1",
      fields: { line: "workers_compensation", effective_on: "2026-01-05", premium: 1200 },
      findings: [],
    },
  ]);
});
