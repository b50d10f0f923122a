import { describe, expect, test } from "@jest/globals";
import type { JsonSchema } from "./json.ts";
import { computeVersion, diffSchemas, type SchemaChange } from "./schema-diff.ts";
import { closed, listOf, nullable, textSchema, enumSchema, openEnumSchema } from "./schema-builders.ts";

const withA = (schema: JsonSchema): JsonSchema => closed({ a: schema });
const judged = (changes: readonly SchemaChange[]): string[] =>
  changes.map((change) => `${change.rule} ${change.level} ${change.path}`);

describe("the direction table (TYPE-106, TYPE-107, TYPE-108, TYPE-109, TYPE-110, TYPE-111, TYPE-112, TYPE-113, TYPE-114)", () => {
  const one = closed({ a: textSchema(10) });
  const number: JsonSchema = { type: "number" };
  const integer: JsonSchema = { type: "integer" };
  const cents: JsonSchema = { type: "number", "x-decimals": 2 };
  const ab = enumSchema(["a", "b"]);
  const rows: [string, JsonSchema, JsonSchema, string[], string[]][] = [
    [
      "property added, optional",
      one,
      closed({ a: textSchema(10), b: number }),
      ["property_added_optional minor b"],
      ["property_added_optional minor b"],
    ],
    [
      "property added to required, new",
      one,
      closed({ a: textSchema(10), b: number }, ["b"]),
      ["property_added_required major b"],
      ["property_added_required minor b"],
    ],
    [
      "property added to required, known",
      one,
      closed({ a: textSchema(10) }, ["a"]),
      ["property_added_required major a"],
      ["property_added_required minor a"],
    ],
    [
      "optional property removed",
      closed({ a: textSchema(10), b: number }),
      one,
      ["property_removed major b"],
      ["property_removed minor b"],
    ],
    [
      "required property removed",
      closed({ a: textSchema(10), b: number }, ["b"]),
      one,
      ["property_removed major b"],
      ["property_removed major b"],
    ],
    [
      "required becomes optional",
      closed({ a: number }, ["a"]),
      closed({ a: number }),
      ["required_to_optional minor a"],
      ["required_to_optional major a"],
    ],
    ["type narrowed", withA(number), withA(integer), ["type_narrowed major a"], ["type_narrowed minor a"]],
    ["type widened", withA(integer), withA(number), ["type_widened minor a"], ["type_widened major a"]],
    ["made nullable", withA(integer), withA(nullable(integer)), ["type_widened minor a"], ["type_widened major a"]],
    [
      "no longer nullable",
      withA(nullable(integer)),
      withA(integer),
      ["type_narrowed major a"],
      ["type_narrowed minor a"],
    ],
    [
      "another type",
      withA(textSchema(5)),
      withA({ type: "boolean", maxLength: 5 }),
      ["type_narrowed major a", "type_widened minor a"],
      ["type_narrowed minor a", "type_widened major a"],
    ],
    [
      "enum value removed",
      withA(ab),
      withA(enumSchema(["a"])),
      ["enum_value_removed major a"],
      ["enum_value_removed minor a"],
    ],
    [
      "enum value added",
      withA(enumSchema(["a"])),
      withA(ab),
      ["enum_value_added minor a"],
      ["enum_value_added major a"],
    ],
    [
      "open enum value added",
      withA(openEnumSchema(["a"])),
      withA(openEnumSchema(["a", "b"])),
      ["enum_value_added minor a"],
      ["enum_value_added minor a"],
    ],
    [
      "maximum tightened",
      withA(textSchema(10)),
      withA(textSchema(5)),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    [
      "maximum loosened",
      withA(textSchema(5)),
      withA(textSchema(10)),
      ["bound_loosened minor a"],
      ["bound_loosened major a"],
    ],
    [
      "decimals bounded, as between number and money",
      withA(number),
      withA(cents),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    [
      "fewer decimals",
      withA({ type: ["number", "null"], "x-decimals": 2 }),
      withA({ type: ["number", "null"], "x-decimals": 1 }),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    ["decimals no longer bounded", withA(cents), withA(number), ["bound_loosened minor a"], ["bound_loosened major a"]],
    [
      "whole numbers that become money",
      withA(integer),
      withA(cents),
      ["type_widened minor a"],
      ["type_widened major a"],
    ],
    [
      "money that becomes whole numbers",
      withA(cents),
      withA(integer),
      ["type_narrowed major a"],
      ["type_narrowed minor a"],
    ],
    [
      "minimum tightened",
      withA({ type: "number" }),
      withA({ type: "number", minimum: 0 }),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    [
      "minimum loosened",
      withA({ type: "number", minimum: 1 }),
      withA({ type: "number", minimum: 0 }),
      ["bound_loosened minor a"],
      ["bound_loosened major a"],
    ],
    [
      "list shortened",
      withA(listOf(number, 5)),
      withA(listOf(number, 4)),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    [
      "pattern added",
      withA({ type: "string" }),
      withA({ type: "string", pattern: "^a" }),
      ["bound_tightened major a"],
      ["bound_tightened minor a"],
    ],
    [
      "pattern removed",
      withA({ type: "string", pattern: "^a" }),
      withA({ type: "string" }),
      ["bound_loosened minor a"],
      ["bound_loosened major a"],
    ],
    [
      "pattern changed, which cannot be ordered",
      withA({ type: "string", pattern: "^a" }),
      withA({ type: "string", pattern: "^b" }),
      ["bound_tightened major a", "bound_loosened minor a"],
      ["bound_tightened minor a", "bound_loosened major a"],
    ],
    [
      "object closed",
      withA({ type: "object", additionalProperties: number }),
      withA(closed({})),
      ["type_narrowed major a.*"],
      ["type_narrowed minor a.*"],
    ],
    [
      "title, description, examples, default, x-*",
      withA({ type: "string", title: "x", "x-sensitivity": "financial" }),
      withA({
        type: "string",
        title: "y",
        description: "z",
        examples: ["q"],
        default: "d",
        "x-sensitivity": "internal",
        "x-decimals": 2,
      }),
      [],
      [],
    ],
  ];
  test.each(rows)("%s", (_title, before, after, request, response) => {
    expect(judged(diffSchemas("request", before, after))).toEqual(request);
    expect(judged(diffSchemas("response", before, after))).toEqual(response);
  });

  test("walks into lists and maps and names the place", () => {
    const nested = (schema: JsonSchema): JsonSchema =>
      closed({ items: listOf(closed({ tags: { type: "object", additionalProperties: schema } }), 5) });
    expect(judged(diffSchemas("request", nested({ type: "number" }), nested({ type: "integer" })))).toEqual([
      "type_narrowed major items[].tags.*",
    ]);
  });
});

describe("the computed version", () => {
  const minor: SchemaChange = { schema: "request", path: "a", rule: "property_added_optional", level: "minor" };
  const major: SchemaChange = { schema: "request", path: "a", rule: "property_removed", level: "major" };
  test.each<[string | null, SchemaChange[], string]>([
    [null, [], "1.0"],
    [null, [major], "1.0"],
    ["1.0", [], "1.1"],
    ["1.9", [minor], "1.10"],
    ["1.3", [minor, major], "2.0"],
  ])("after %p with %p is %s", (latest, changes, version) => {
    expect(computeVersion(latest, changes)).toBe(version);
  });
});
