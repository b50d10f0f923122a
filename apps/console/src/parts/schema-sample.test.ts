import { expect, test } from "@jest/globals";
import { sampleOf } from "./schema-sample.ts";

test("a sample has the example of a schema, else its required members", () => {
  const schema = {
    type: "object",
    required: ["subject", "on", "kind", "count", "items"],
    properties: {
      subject: { $ref: "#/$defs/subject" },
      on: { type: "string", format: "date" },
      kind: { enum: ["quote", "policy"] },
      count: { type: "integer", minimum: 1 },
      items: { type: "array", minItems: 1, items: { anyOf: [{ const: "x" }, { type: "null" }] } },
      optional: { type: "string" },
    },
    $defs: {
      subject: { type: "object", required: ["key"], properties: { key: { type: "string", examples: ["c-1"] } } },
    },
  };
  expect(sampleOf(schema)).toEqual({
    subject: { key: "c-1" },
    on: "2027-01-01",
    kind: "quote",
    count: 1,
    items: ["x"],
  });
});

test("a schema that contains itself has a sample that ends", () => {
  const schema = { type: "object", required: ["child"], properties: { child: { $ref: "#" } } };
  expect(JSON.stringify(sampleOf(schema))).toContain("child");
});
