import { describe, expect, test } from "@jest/globals";
import { closed, compileSchema, type Json, type JsonObject, type JsonSchema, mapOf, scalarSchema } from "@service/json";
import { attributesMax, type FamilyName, familyNames, familyOf } from "@service/record-families";
import { compileMapping } from "../compile-mapping.ts";
import type { Mapping } from "../mapping-schema.ts";
import { shippedMapping, shippedMappingNames } from "./shipped-mappings.ts";

/** The same numbers from 0 to 1 in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const values: readonly Json[] = [
  null,
  "",
  "  ",
  "Harborline Foods LLC",
  "x".repeat(5_000),
  "\u{1f600}".repeat(300),
  "a\0b",
  "constructor",
  "__proto__",
  "General Liability",
  "Active",
  "TX",
  "Texas",
  "238220",
  "2026-03-01",
  "03/01/2026",
  "3/1/26",
  "0000-00-00",
  "2026-03-01T10:00:00+26:00",
  "$1,234.56",
  "1.234,56",
  "(5",
  "1e400",
  "-0",
  "12.5%",
  "yes",
  "a|b||c",
  '{"line1":"1 Pier Rd","state":7}',
  "[1,[2]]",
  "{",
  0,
  -0,
  -1,
  0.1,
  1e21,
  123_456_789_012_345,
  true,
  false,
  [],
  [null, "", ["a"], { b: 1 }],
  Array.from({ length: 200 }, (_one, index) => `cyber${index}`),
  {},
  { type: "flat", amount: "1,000", colour: "red" },
  { city: "Galveston", state: "tx", constructor: 1 },
];

/** The columns that a source names, at any depth, and some that it does not. */
function namesIn(source: Mapping["sources"][number]): readonly string[] {
  const names = new Set(["note", "constructor", "attributes.x", "row", "policies", "contacts"]);
  for (const text of JSON.stringify(source).matchAll(/"(?:@\d?\.|row\.)?([A-Za-z][A-Za-z0-9_ .%#]{0,40})(?:\[\])?"/g)) {
    const [, name = ""] = text;
    names.add(name);
  }
  return [...names];
}

function anyRow(names: readonly string[], random: () => number, depth = 0): JsonObject {
  const row: { [name: string]: Json } = {};
  for (const name of names) {
    if (random() < 0.5) continue;
    const list = depth < 2 && random() < 0.1;
    row[name] = list
      ? Array.from({ length: 2 }, () => anyRow(names.slice(0, 40), random, depth + 1))
      : (values[Math.floor(random() * values.length)] ?? null);
  }
  // Most rows have what identifies them, so that most are kept.
  for (const name of ["id", "client_key", "Client Code", "Policy Number", "name", "Client Name"]) {
    if (random() < 0.9) row[name] = "K1";
  }
  if (random() < 0.9) row["effective_on"] = "2026-01-05";
  return row;
}

/** Rows of a family as they are stored, but for references, which are the source's ids. */
const checks = new Map(
  familyNames.map((family): [FamilyName, ReturnType<typeof compileSchema>] => {
    const members = Object.entries(familyOf(family).fields).map(
      ([name, { schema, refersTo }]): [string, JsonSchema] => [name, refersTo === undefined ? schema : {}],
    );
    return [
      family,
      compileSchema(closed({ ...Object.fromEntries(members), attributes: mapOf(scalarSchema(), attributesMax) })),
    ];
  }),
);

describe("whatever a row holds (IMP-34, IMP-40)", () => {
  test.each(shippedMappingNames)("%s gives rows that fit their family, or says why not", (name) => {
    const shipped = shippedMapping(name);
    if (shipped === undefined) throw new Error(name);
    const { mapping } = shipped;
    const compiled = compileMapping(mapping, { asOf: "2026-11-22" });
    const random = randomFrom(7);
    let kept = 0;
    for (const source of mapping.sources) {
      const { match } = source;
      const names = namesIn(source);
      const file = match
        .replace("**/", "")
        .replace(/\{([^,]*),.*\}/, "$1")
        .replace("*", "any");
      for (let round = 0; round < 40; round += 1) {
        for (const row of compiled.mapRow(file, anyRow(names, random))) {
          if (row.kind === "quarantined") expect(row.reasons.length).toBeGreaterThan(0);
          if (row.kind !== "row") continue;
          kept += 1;
          expect([row.family, checks.get(row.family)?.(row.fields)]).toEqual([row.family, []]);
        }
      }
    }
    expect(kept).toBeGreaterThan(30);
  });
});
